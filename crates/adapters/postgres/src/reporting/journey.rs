//! One person's history.

use async_trait::async_trait;
use diesel::QueryableByName;
use diesel::sql_types::{BigInt, Bool, Nullable, Text, Timestamptz, Uuid as SqlUuid};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use kernel::{PersonId, ProfileAccess, ProfileId};
use reporting::ReadError;
use reporting::journey::{Journey, JourneyEvent, JourneyQuery, JourneyReader};
use time::OffsetDateTime;
use uuid::Uuid;

use super::{Memory, Report, exact, failed, generation, snapshot};
use crate::pool::PgPool;
use crate::statement::prepared;

/// Journeys on a pool.
#[derive(Clone)]
pub struct PgJourneyReader {
    pool: PgPool,
}

impl PgJourneyReader {
    /// Reads the pool's database.
    pub fn new(pool: PgPool) -> Self {
        Self { pool }
    }
}

#[derive(QueryableByName)]
struct PersonRow {
    #[diesel(sql_type = Text)]
    kind: String,
    #[diesel(sql_type = SqlUuid)]
    id: Uuid,
}

#[derive(QueryableByName)]
struct EventRow {
    #[diesel(sql_type = BigInt)]
    total_count: i64,
    #[diesel(sql_type = Nullable<SqlUuid>)]
    id: Option<Uuid>,
    #[diesel(sql_type = Nullable<Timestamptz>)]
    occurred_at: Option<OffsetDateTime>,
    #[diesel(sql_type = Nullable<Text>)]
    event_type: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    event_name: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    url: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    path: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    channel: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    source: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    medium: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    campaign: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    value_amount: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    currency: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    device: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    browser: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    os: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    country: Option<String>,
    #[diesel(sql_type = Bool)]
    is_synthetic: bool,
}

fn event(row: EventRow) -> Result<JourneyEvent, ReadError> {
    Ok(JourneyEvent {
        event_type: row.event_type.unwrap_or_default(),
        event_name: row.event_name.unwrap_or_default(),
        event_time: row.occurred_at.map(Into::into),
        url: row.url,
        path: row.path,
        channel: row.channel,
        source: row.source,
        medium: row.medium,
        campaign: row.campaign,
        value_amount: row.value_amount.as_deref().map(exact).transpose()?,
        currency: row.currency,
        device: row.device,
        browser: row.browser,
        os: row.os,
        country: row.country,
        city: None,
        is_synthetic: row.is_synthetic,
    })
}

async fn person(
    connection: &mut AsyncPgConnection,
    profile_id: ProfileId,
    text: &str,
) -> Result<Option<PersonId>, ReadError> {
    let rows: Vec<PersonRow> = prepared(include_str!("journey_person.sql"))
        .bind::<SqlUuid, _>(profile_id.uuid())
        .bind::<Text, _>(text)
        .bind::<Nullable<SqlUuid>, _>(Uuid::parse_str(text).ok())
        .load(connection)
        .await
        .map_err(failed)?;
    Ok(rows
        .into_iter()
        .next()
        .and_then(|row| PersonId::from_parts(&row.kind, row.id)))
}

impl Report for JourneyQuery {
    type Answer = Journey;

    async fn read(
        &self,
        connection: &mut AsyncPgConnection,
        profile_id: ProfileId,
        _: &Memory,
    ) -> Result<Journey, ReadError> {
        let Some(person) = person(connection, profile_id, &self.person).await? else {
            return Ok(Journey::default());
        };
        let when = |kind: &str| (person.kind() == kind).then(|| person.uuid());
        let rows: Vec<EventRow> = prepared(include_str!("journey.sql"))
            .bind::<SqlUuid, _>(profile_id.uuid())
            .bind::<Nullable<SqlUuid>, _>(when("customer"))
            .bind::<Nullable<SqlUuid>, _>(when("visitor"))
            .bind::<Nullable<SqlUuid>, _>(when("event"))
            .bind::<BigInt, _>(generation(connection, profile_id).await?)
            .bind::<BigInt, _>(i64::from(self.limit.get()))
            .bind::<BigInt, _>(i64::from(self.offset))
            .load(connection)
            .await
            .map_err(failed)?;
        let total_count = rows
            .iter()
            .map(|row| row.total_count)
            .max()
            .unwrap_or_default();
        let events = rows
            .into_iter()
            .filter(|row| row.id.is_some())
            .map(event)
            .collect::<Result<_, _>>()?;
        Ok(Journey {
            events,
            total_count,
        })
    }
}

#[async_trait]
impl JourneyReader for PgJourneyReader {
    #[tracing::instrument(level = "debug", name = "JourneyReader::journey", skip_all)]
    async fn journey(
        &self,
        access: &ProfileAccess,
        query: &JourneyQuery,
    ) -> Result<Journey, ReadError> {
        snapshot(&self.pool, access, query).await
    }
}
