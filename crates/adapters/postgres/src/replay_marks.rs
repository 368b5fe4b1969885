//! The queue of people to replay.

use std::time::Duration;

use application::ports::{Mark, MarkTarget, MarkedProfile, ReplayMarkStore, Surveyed};
use async_trait::async_trait;
use diesel::QueryableByName;
use diesel::sql_types::{
    Array, BigInt, Bool, Nullable, SmallInt, Text, Timestamptz, Uuid as SqlUuid,
};
use diesel_async::RunQueryDsl;
use kernel::{Actor, IdSource, ProfileId, StoreError, Timestamp};
use uuid::Uuid;

use crate::work::PgWork;
use postgres_kit::error::store;
use postgres_kit::restatement_causes;
use postgres_kit::rows::{IdRow, IsRow, column};
use postgres_kit::statement::prepared;
use postgres_kit::statistics;

/// Earlier releases spread the queue over so many buckets, and look for marks there.
const BUCKETS: u128 = 8;

#[derive(QueryableByName)]
struct TargetRow {
    #[diesel(sql_type = Text)]
    kind: String,
    #[diesel(sql_type = SqlUuid)]
    target_id: Uuid,
    #[diesel(sql_type = Text)]
    cause: String,
    #[diesel(sql_type = Nullable<SqlUuid>)]
    subject_id: Option<Uuid>,
    #[diesel(sql_type = Text)]
    actor_kind: String,
    #[diesel(sql_type = Nullable<SqlUuid>)]
    actor_id: Option<Uuid>,
}

#[derive(QueryableByName)]
struct ProfileRow {
    #[diesel(sql_type = SqlUuid)]
    profile_id: Uuid,
    #[diesel(sql_type = Bool)]
    is_full: bool,
    #[diesel(sql_type = Bool)]
    is_unsettled: bool,
    #[diesel(sql_type = Bool)]
    is_unread: bool,
}

/// All entries of one profile lie in one bucket. The column goes with the next release.
fn bucket(profile_id: ProfileId) -> i16 {
    i16::try_from(profile_id.uuid().as_u128() % BUCKETS).unwrap_or_default()
}

fn parts(profile_id: ProfileId, target: MarkTarget) -> (&'static str, Uuid) {
    match target {
        MarkTarget::Visitor(id) => ("visitor", id.uuid()),
        MarkTarget::Customer(id) => ("customer", id.uuid()),
        MarkTarget::Event(id) => ("event", id.uuid()),
        MarkTarget::Browser(id) => ("browser", id.uuid()),
        MarkTarget::Profile => ("profile", profile_id.uuid()),
    }
}

fn target(row: &TargetRow) -> MarkTarget {
    match row.kind.as_str() {
        "visitor" => MarkTarget::Visitor(row.target_id.into()),
        "customer" => MarkTarget::Customer(row.target_id.into()),
        "event" => MarkTarget::Event(row.target_id.into()),
        "browser" => MarkTarget::Browser(row.target_id.into()),
        _ => MarkTarget::Profile,
    }
}

fn mark(row: &TargetRow) -> Result<Mark, StoreError> {
    Ok(Mark {
        target: target(row),
        actor: Actor::from_parts(&row.actor_kind, row.actor_id),
        subject: row.subject_id,
        cause: restatement_causes::named(&row.cause)?,
    })
}

#[async_trait]
impl ReplayMarkStore for PgWork {
    #[tracing::instrument(level = "debug", name = "ReplayMarkStore::add", skip_all)]
    async fn add(
        &mut self,
        profile_id: ProfileId,
        marks: &[Mark],
        ids: &dyn IdSource,
        at: Timestamp,
    ) -> Result<(), StoreError> {
        if marks.is_empty() {
            return Ok(());
        }
        let (kinds, targets): (Vec<_>, Vec<_>) = marks
            .iter()
            .map(|mark| parts(profile_id, mark.target))
            .unzip();
        prepared(include_str!("sql/add_marks.sql"))
            .bind::<SmallInt, _>(bucket(profile_id))
            .bind::<SqlUuid, _>(profile_id.uuid())
            .bind::<Timestamptz, _>(at.to_utc())
            .bind::<Array<SqlUuid>, _>(column(marks, |_| ids.new_id()))
            .bind::<Array<Text>, _>(kinds)
            .bind::<Array<SqlUuid>, _>(targets)
            .bind::<Array<Text>, _>(column(marks, |mark| mark.cause.as_str()))
            .bind::<Array<Nullable<SqlUuid>>, _>(column(marks, |mark| mark.subject))
            .bind::<Array<Text>, _>(column(marks, |mark| mark.actor.kind()))
            .bind::<Array<Nullable<SqlUuid>>, _>(column(marks, |mark| mark.actor.id()))
            .execute(&mut self.people.connection)
            .await
            .map_err(store)?;
        Ok(())
    }

    #[tracing::instrument(level = "debug", name = "ReplayMarkStore::take", skip_all)]
    async fn take(&mut self, profile_id: ProfileId, limit: u32) -> Result<Vec<Mark>, StoreError> {
        let rows: Vec<TargetRow> = prepared(include_str!("sql/take_marks.sql"))
            .bind::<SqlUuid, _>(profile_id.uuid())
            .bind::<BigInt, _>(i64::from(limit))
            .load(&mut self.people.connection)
            .await
            .map_err(store)?;
        rows.iter().map(mark).collect()
    }

    #[tracing::instrument(level = "debug", name = "ReplayMarkStore::fold", skip_all)]
    async fn fold(&mut self, profile_id: ProfileId) -> Result<usize, StoreError> {
        prepared(include_str!("sql/fold_marks.sql"))
            .bind::<SqlUuid, _>(profile_id.uuid())
            .execute(&mut self.people.connection)
            .await
            .map_err(store)
    }

    #[tracing::instrument(level = "debug", name = "ReplayMarkStore::take_full", skip_all)]
    async fn take_full(&mut self, profile_id: ProfileId, until: Uuid) -> Result<(), StoreError> {
        prepared(
            "DELETE FROM replay_marks WHERE profile_id = $1 AND kind = 'profile' AND id <= $2",
        )
        .bind::<SqlUuid, _>(profile_id.uuid())
        .bind::<SqlUuid, _>(until)
        .execute(&mut self.people.connection)
        .await
        .map_err(store)?;
        Ok(())
    }

    #[tracing::instrument(level = "debug", name = "ReplayMarkStore::is_unread", skip_all)]
    async fn is_unread(&mut self, profile_id: ProfileId) -> Result<bool, StoreError> {
        let found: IsRow = prepared(
            "SELECT EXISTS (SELECT FROM evidence_rereadings r WHERE r.profile_id = $1) \
                 OR EXISTS (SELECT FROM exclusion_passes x WHERE x.profile_id = $1) AS is",
        )
        .bind::<SqlUuid, _>(profile_id.uuid())
        .get_result(&mut self.people.connection)
        .await
        .map_err(store)?;
        Ok(found.is)
    }

    #[tracing::instrument(level = "debug", name = "ReplayMarkStore::newest_full", skip_all)]
    async fn newest_full(&mut self, profile_id: ProfileId) -> Result<Option<Uuid>, StoreError> {
        let rows: Vec<IdRow> = prepared(
            "SELECT id FROM replay_marks \
             WHERE profile_id = $1 AND kind = 'profile' ORDER BY id DESC LIMIT 1",
        )
        .bind::<SqlUuid, _>(profile_id.uuid())
        .load(&mut self.people.connection)
        .await
        .map_err(store)?;
        Ok(rows.into_iter().next().map(|row| row.id))
    }

    #[tracing::instrument(level = "debug", name = "ReplayMarkStore::waiting", skip_all)]
    async fn waiting(&mut self, limit: u32) -> Result<Vec<MarkedProfile>, StoreError> {
        let rows: Vec<ProfileRow> = prepared(include_str!("sql/waiting_profiles.sql"))
            .bind::<BigInt, _>(i64::from(limit))
            .load(&mut self.people.connection)
            .await
            .map_err(store)?;
        let marked = |row: &ProfileRow| MarkedProfile {
            profile_id: row.profile_id.into(),
            full: row.is_full,
            unsettled: row.is_unsettled,
            unread: row.is_unread,
        };
        Ok(rows.iter().map(marked).collect())
    }

    #[tracing::instrument(level = "debug", name = "ReplayMarkStore::survey", skip_all)]
    async fn survey(&mut self, tables: Surveyed) -> Result<(), StoreError> {
        statistics::survey(&mut self.people.connection, tables).await
    }

    #[tracing::instrument(level = "debug", name = "ReplayMarkStore::bound", skip_all)]
    async fn bound(&mut self, step: Duration) -> Result<(), StoreError> {
        prepared("SELECT set_config('statement_timeout', $1, true)")
            .bind::<Text, _>(step.as_millis().to_string())
            .execute(&mut self.people.connection)
            .await
            .map_err(store)?;
        Ok(())
    }
}
