//! Labels of signatures, and their traffic.

use std::collections::BTreeMap;

use async_trait::async_trait;
use channel_classifier::ports::{
    KnownSignature, NewLabel, Published, TrafficStore, Usage, UsageQuestion,
};
use diesel::prelude::*;
use diesel::sql_query;
use diesel::sql_types::{Array, BigInt, Bool, Date as SqlDate, Text, Timestamptz, Uuid as SqlUuid};
use diesel_async::{RunQueryDsl, SimpleAsyncConnection};
use kernel::{Period, PersonId, ProfileId, StoreError, TimeZone, Timestamp};
use postgres_schema::schema::attribution_state as state;
use tributary_rollups::tally;
use tributary_rollups::touched::Touched;
use uuid::Uuid;

use crate::work::PgWork;
use postgres_kit::error::store;
use postgres_kit::rollups::RollupKey;
use postgres_kit::rollups::read::of_one_moment;
use postgres_kit::rows::utc;
use postgres_kit::signature_rows::{SignatureRow, known};

#[derive(QueryableByName)]
struct PersonRow {
    #[diesel(sql_type = Text)]
    person_kind: String,
    #[diesel(sql_type = SqlUuid)]
    person_id: Uuid,
}

#[derive(QueryableByName)]
struct UsageRow {
    #[diesel(sql_type = BigInt)]
    signature_id: i64,
    #[diesel(sql_type = BigInt)]
    sessions: i64,
    #[diesel(sql_type = BigInt)]
    conversions: i64,
    #[diesel(sql_type = Text)]
    cash: String,
}

fn usage(row: &UsageRow) -> Result<(i64, Usage), StoreError> {
    let cash = row
        .cash
        .parse()
        .map_err(|error| StoreError::inconsistent(format!("{}: {error}", row.cash)))?;
    let usage = Usage {
        sessions: u64::try_from(row.sessions).unwrap_or_default(),
        touches: 0,
        conversions: row.conversions,
        cash,
    };
    Ok((row.signature_id, usage))
}

#[async_trait]
impl TrafficStore for PgWork {
    #[tracing::instrument(level = "debug", name = "TrafficStore::only_read", skip_all)]
    async fn only_read(&mut self) -> Result<(), StoreError> {
        self.people
            .connection
            .batch_execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            .await
            .map_err(store)
    }

    #[tracing::instrument(level = "debug", name = "TrafficStore::published", skip_all)]
    async fn published(&mut self, profile_id: ProfileId) -> Result<Option<Published>, StoreError> {
        let found: Option<(i64, String)> = state::table
            .filter(state::profile_id.eq(profile_id.uuid()))
            .select((state::generation, state::timezone))
            .first(&mut self.people.connection)
            .await
            .optional()
            .map_err(store)?;
        let published = |(generation, zone): (i64, String)| {
            let timezone = TimeZone::named(&zone).ok_or_else(|| {
                StoreError::inconsistent(format!("the time zone {zone} is unknown"))
            });
            timezone.map(|timezone| Published {
                generation,
                timezone,
            })
        };
        found.map(published).transpose()
    }

    #[tracing::instrument(level = "debug", name = "TrafficStore::labelled", skip_all)]
    async fn labelled(
        &mut self,
        profile_id: ProfileId,
        after: Option<i64>,
        limit: u32,
    ) -> Result<Vec<KnownSignature>, StoreError> {
        let Some(first) = after.map_or(Some(i64::MIN), |id| id.checked_add(1)) else {
            return Ok(Vec::new());
        };
        let rows: Vec<SignatureRow> = sql_query(include_str!("labelled.sql"))
            .bind::<SqlUuid, _>(profile_id.uuid())
            .bind::<BigInt, _>(first)
            .bind::<BigInt, _>(i64::from(limit))
            .load(&mut self.people.connection)
            .await
            .map_err(store)?;
        rows.into_iter().map(known).collect()
    }

    #[tracing::instrument(level = "debug", name = "TrafficStore::relabel", skip_all)]
    async fn relabel(
        &mut self,
        profile_id: ProfileId,
        labels: &[NewLabel],
        at: Timestamp,
    ) -> Result<(), StoreError> {
        let ids: Vec<i64> = labels.iter().map(|label| label.id).collect();
        let texts = |of: fn(&NewLabel) -> &str| -> Vec<&str> { labels.iter().map(of).collect() };
        let direct: Vec<bool> = labels.iter().map(|label| label.is_direct).collect();
        sql_query(include_str!("relabel.sql"))
            .bind::<SqlUuid, _>(profile_id.uuid())
            .bind::<Timestamptz, _>(utc(at))
            .bind::<Array<BigInt>, _>(ids)
            .bind::<Array<Text>, _>(texts(|label| &label.channel))
            .bind::<Array<Text>, _>(texts(|label| &label.rule))
            .bind::<Array<Bool>, _>(direct)
            .bind::<Array<Text>, _>(texts(|label| &label.source))
            .bind::<Array<Text>, _>(texts(|label| &label.medium))
            .execute(&mut self.people.connection)
            .await
            .map_err(store)?;
        Ok(())
    }

    #[tracing::instrument(level = "debug", name = "TrafficStore::credited_people", skip_all)]
    async fn credited_people(
        &mut self,
        profile_id: ProfileId,
        generation: i64,
        signatures: &[i64],
    ) -> Result<Vec<PersonId>, StoreError> {
        let rows: Vec<PersonRow> = sql_query(
            "SELECT DISTINCT r.person_kind, r.person_id FROM credits r \
             WHERE r.profile_id = $1 AND r.generation = $2 AND r.signature_id = ANY($3) \
             ORDER BY r.person_kind, r.person_id",
        )
        .bind::<SqlUuid, _>(profile_id.uuid())
        .bind::<BigInt, _>(generation)
        .bind::<Array<BigInt>, _>(signatures)
        .load(&mut self.people.connection)
        .await
        .map_err(store)?;
        let person = |row: PersonRow| PersonId::from_parts(&row.person_kind, row.person_id);
        Ok(rows.into_iter().filter_map(person).collect())
    }

    #[tracing::instrument(level = "debug", name = "TrafficStore::usage", skip_all)]
    async fn usage<'a>(
        &mut self,
        profile_id: ProfileId,
        question: UsageQuestion<'a>,
    ) -> Result<Vec<(i64, Usage)>, StoreError> {
        let text = include_str!("usage.sql").replace("{share}", question.model.as_str());
        let rows: Vec<UsageRow> = sql_query(text)
            .bind::<SqlUuid, _>(profile_id.uuid())
            .bind::<BigInt, _>(question.generation)
            .bind::<SqlDate, _>(question.period.from())
            .bind::<SqlDate, _>(question.period.to())
            .bind::<Array<BigInt>, _>(question.without_people_of)
            .load(&mut self.people.connection)
            .await
            .map_err(store)?;
        let mut used: BTreeMap<i64, Usage> = rows.iter().map(usage).collect::<Result<_, _>>()?;
        for (id, touches) in self.touches(profile_id, question.period).await? {
            used.entry(id).or_default().touches = touches;
        }
        Ok(used.into_iter().collect())
    }
}

impl PgWork {
    /// Touches of each signature that has any on the days of their sessions, from what is added up.
    async fn touches(
        &mut self,
        profile_id: ProfileId,
        period: Period,
    ) -> Result<impl Iterator<Item = (i64, u64)>, StoreError> {
        let place = RollupKey::touches(profile_id);
        let names = tally::touch_columns();
        let (days, beside) =
            of_one_moment::<Touched>(&mut self.people.connection, place, names, period).await?;
        let touches =
            tally::touches_by_signature(&days, &beside).map_err(StoreError::inconsistent)?;
        Ok(touches.into_iter().map(|(id, days)| (id, days.touches)))
    }
}
