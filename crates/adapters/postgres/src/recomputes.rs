//! Full replays as their requesters see them.

use application::ports::RecomputeStore;
use async_trait::async_trait;
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use kernel::{ProfileId, RecomputeId, StoreError, Timestamp};
use postgres_schema::schema::recomputes as table;
use reporting::causes::ChangeCause;
use serde_json::Value;
use uuid::Uuid;

use crate::work::PgWork;
use postgres_kit::error::store;
use postgres_kit::restatement_causes;
use postgres_kit::rows::utc;

#[async_trait]
impl RecomputeStore for PgWork {
    #[tracing::instrument(level = "debug", name = "RecomputeStore::queue", skip_all)]
    async fn queue(
        &mut self,
        profile_id: ProfileId,
        candidate: RecomputeId,
        cause: &ChangeCause,
    ) -> Result<(RecomputeId, bool), StoreError> {
        let waiting: Option<(Uuid, Value)> = table::table
            .filter(table::profile_id.eq(profile_id.uuid()))
            .filter(table::status.eq("queued"))
            .select((table::id, table::causes))
            .for_update()
            .first(&mut self.people.connection)
            .await
            .optional()
            .map_err(store)?;
        let Some((id, mut known)) = waiting else {
            self.insert(profile_id, candidate, cause).await?;
            return Ok((candidate, true));
        };
        if let Value::Array(known) = &mut known {
            known.push(restatement_causes::to_json(cause));
        }
        diesel::update(table::table)
            .filter(table::profile_id.eq(profile_id.uuid()))
            .filter(table::id.eq(id))
            .set(table::causes.eq(known))
            .execute(&mut self.people.connection)
            .await
            .map_err(store)?;
        Ok((id.into(), false))
    }

    #[tracing::instrument(level = "debug", name = "RecomputeStore::begin", skip_all)]
    async fn begin(
        &mut self,
        profile_id: ProfileId,
        generation: i64,
        at: Timestamp,
    ) -> Result<Vec<ChangeCause>, StoreError> {
        let unfinished = table::table
            .filter(table::profile_id.eq(profile_id.uuid()))
            .filter(table::status.ne("completed"));
        diesel::update(unfinished.filter(table::started_at.is_null()))
            .set(table::started_at.eq(utc(at)))
            .execute(&mut self.people.connection)
            .await
            .map_err(store)?;
        let rows: Vec<(Uuid, Value)> = diesel::update(unfinished)
            .set((
                table::status.eq("running"),
                table::generation.eq(generation),
                table::attempts.eq(table::attempts + 1),
                table::people_done.eq(0),
            ))
            .returning((table::id, table::causes))
            .get_results(&mut self.people.connection)
            .await
            .map_err(store)?;
        Ok(oldest_first(rows)?.1)
    }

    #[tracing::instrument(level = "debug", name = "RecomputeStore::progress", skip_all)]
    async fn progress(
        &mut self,
        profile_id: ProfileId,
        generation: i64,
        done: u64,
        total: Option<u64>,
    ) -> Result<(), StoreError> {
        let count = |count: u64| i64::try_from(count).unwrap_or(i64::MAX);
        let running = table::table
            .filter(table::profile_id.eq(profile_id.uuid()))
            .filter(table::generation.eq(generation))
            .filter(table::status.eq("running"));
        diesel::update(running)
            .set((
                table::people_done.eq(count(done)),
                total.map(|total| table::people_total.eq(Some(count(total)))),
            ))
            .execute(&mut self.people.connection)
            .await
            .map_err(store)?;
        Ok(())
    }

    #[tracing::instrument(level = "debug", name = "RecomputeStore::complete", skip_all)]
    async fn complete(
        &mut self,
        profile_id: ProfileId,
        generation: i64,
        at: Timestamp,
    ) -> Result<(Option<RecomputeId>, Vec<ChangeCause>), StoreError> {
        let running = table::table
            .filter(table::profile_id.eq(profile_id.uuid()))
            .filter(table::generation.eq(generation))
            .filter(table::status.eq("running"));
        let rows: Vec<(Uuid, Value)> = diesel::update(running)
            .set((
                table::status.eq("completed"),
                table::finished_at.eq(utc(at)),
            ))
            .returning((table::id, table::causes))
            .get_results(&mut self.people.connection)
            .await
            .map_err(store)?;
        oldest_first(rows)
    }
}

impl PgWork {
    async fn insert(
        &mut self,
        profile_id: ProfileId,
        id: RecomputeId,
        cause: &ChangeCause,
    ) -> Result<(), StoreError> {
        diesel::insert_into(table::table)
            .values((
                table::profile_id.eq(profile_id.uuid()),
                table::id.eq(id.uuid()),
                table::status.eq("queued"),
                table::causes.eq(Value::Array(vec![restatement_causes::to_json(cause)])),
                table::requested_at.eq(utc(cause.at)),
                table::people_done.eq(0),
                table::attempts.eq(0),
            ))
            .execute(&mut self.people.connection)
            .await
            .map_err(store)?;
        Ok(())
    }
}

/// The newest replay of some, by its time-ordered id, and all their causes by time.
fn oldest_first(
    mut rows: Vec<(Uuid, Value)>,
) -> Result<(Option<RecomputeId>, Vec<ChangeCause>), StoreError> {
    rows.sort_by_key(|(id, _)| *id);
    let newest = rows.last().map(|(id, _)| (*id).into());
    let mut all = Vec::new();
    for (_, causes) in &rows {
        all.extend(restatement_causes::from_json(causes)?);
    }
    all.sort_by_key(|cause| cause.at);
    Ok((newest, all))
}
