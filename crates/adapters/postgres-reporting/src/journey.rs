//! One person's history.

use async_trait::async_trait;
use diesel::QueryableByName;
use diesel::sql_types::{BigInt, Bool, Nullable, Text, Timestamptz, Uuid as SqlUuid};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use kernel::{CustomerId, PersonId, ProfileAccess, ProfileId, StoreError};
use reporting::journey::{Journey, JourneyEvent, JourneyQuery, JourneyReader};
use time::OffsetDateTime;
use tributary_rollups::selection::Label;
use uuid::Uuid;

use super::labels::{CampaignNames, Labels, campaign_names};
use super::{Memory, Report, Reports, seen, snapshot};
use postgres_kit::error::store;
use postgres_kit::rows::printed;
use postgres_kit::statement::prepared;

/// Journeys on a pool.
#[derive(Clone)]
pub struct PgJourneyReader {
    reports: Reports,
}

impl PgJourneyReader {
    /// Reads there.
    pub fn new(reports: impl Into<Reports>) -> Self {
        Self {
            reports: reports.into(),
        }
    }
}

#[derive(QueryableByName)]
struct PersonRow {
    #[diesel(sql_type = Text)]
    kind: String,
    #[diesel(sql_type = SqlUuid)]
    id: Uuid,
    #[diesel(sql_type = Nullable<Text>)]
    name: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    email: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    phone: Option<String>,
    #[diesel(sql_type = Nullable<SqlUuid>)]
    customer_id: Option<Uuid>,
}

/// Whom a text names.
struct Person {
    id: PersonId,
    name: Option<String>,
    email: Option<String>,
    phone: Option<String>,
    customer: Option<CustomerId>,
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
    #[diesel(sql_type = Nullable<BigInt>)]
    signature_id: Option<i64>,
    #[diesel(sql_type = Nullable<Text>)]
    told_source: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    campaign_id: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    ad_id: Option<String>,
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
    #[diesel(sql_type = Nullable<SqlUuid>)]
    conversion_id: Option<Uuid>,
}

/// What the events of a page were called, and where they came from.
struct Named {
    labels: Labels,
    campaigns: CampaignNames,
}

impl Named {
    async fn read(
        connection: &mut AsyncPgConnection,
        labelled: (ProfileId, i64),
        memory: &Memory,
        rows: &[EventRow],
    ) -> Result<Self, StoreError> {
        let ids = rows.iter().filter_map(|row| row.signature_id).collect();
        let asked = (memory.labels.known(labelled), ids);
        let (labels, _) = memory.labels.labels(connection, labelled, asked).await?;
        let signed = rows.iter().filter_map(|row| row.signature_id);
        let campaigns = signed
            .filter_map(|id| labels.get(&id))
            .map(|label| &label.campaign);
        let told = rows.iter().filter_map(|row| row.campaign_id.as_ref());
        let campaigns = campaigns.chain(told).filter(|id| !id.is_empty());
        let ads = rows.iter().filter_map(|row| row.ad_id.as_ref());
        let ads = ads.filter(|id| !id.is_empty());
        let (campaigns, ads) = (campaigns.cloned().collect(), ads.cloned().collect());
        let campaigns = campaign_names(connection, labelled.0, campaigns, ads).await?;
        Ok(Self { labels, campaigns })
    }

    /// What the catalogue calls the campaign that the event names, that of its ad, or the one its
    /// tag means; else the tag.
    fn campaign<'a>(&'a self, row: &EventRow, label: Option<&'a Label>) -> Option<&'a String> {
        let names = &self.campaigns;
        let told = || names.of_campaigns.get(row.campaign_id.as_ref()?);
        let of_ad = || names.of_ads.get(row.ad_id.as_ref()?);
        let tag = label.map(|label| &label.campaign);
        let tag = tag.filter(|tag| !tag.is_empty());
        let tagged = || names.of_campaigns.get(tag?);
        told().or_else(of_ad).or_else(tagged).or(tag)
    }

    fn event(&self, row: EventRow) -> Result<JourneyEvent, StoreError> {
        let label = row.signature_id.and_then(|id| self.labels.get(&id));
        let channelled = label.filter(|label| !label.channel.is_empty());
        let campaign = self.campaign(&row, label).cloned();
        Ok(JourneyEvent {
            event_type: row.event_type.unwrap_or_default(),
            event_name: row.event_name.unwrap_or_default(),
            event_time: row.occurred_at.map(Into::into),
            url: row.url,
            path: row.path,
            channel: channelled.map(|label| label.channel.clone()),
            source: row
                .told_source
                .or_else(|| channelled.map(|label| label.source.clone())),
            medium: channelled.map(|label| label.medium.clone()),
            campaign,
            value_amount: row.value_amount.as_deref().map(printed).transpose()?,
            currency: row.currency,
            device: row.device,
            browser: row.browser,
            os: row.os,
            country: row.country,
            city: None,
            is_synthetic: row.is_synthetic,
            conversion_id: row.conversion_id.map(Into::into),
        })
    }
}

async fn person(
    connection: &mut AsyncPgConnection,
    profile_id: ProfileId,
    text: &str,
) -> Result<Option<Person>, StoreError> {
    let rows: Vec<PersonRow> = prepared(include_str!("journey_person.sql"))
        .bind::<SqlUuid, _>(profile_id.uuid())
        .bind::<Text, _>(text)
        .bind::<Nullable<SqlUuid>, _>(Uuid::parse_str(text).ok())
        .load(connection)
        .await
        .map_err(store)?;
    Ok(rows.into_iter().next().and_then(|row| {
        Some(Person {
            id: PersonId::from_parts(&row.kind, row.id)?,
            name: row.name,
            email: row.email,
            phone: row.phone,
            customer: row.customer_id.map(Into::into),
        })
    }))
}

impl Report for JourneyQuery {
    type Answer = Journey;

    async fn read(
        &self,
        connection: &mut AsyncPgConnection,
        profile_id: ProfileId,
        memory: &Memory,
    ) -> Result<Journey, StoreError> {
        let Some(person) = person(connection, profile_id, &self.person).await? else {
            return Ok(Journey::default());
        };
        let seen = seen(connection, profile_id).await?;
        let when = |kind: &str| (person.id.kind() == kind).then(|| person.id.uuid());
        let rows: Vec<EventRow> = prepared(include_str!("journey.sql"))
            .bind::<SqlUuid, _>(profile_id.uuid())
            .bind::<Nullable<SqlUuid>, _>(when("customer"))
            .bind::<Nullable<SqlUuid>, _>(when("visitor"))
            .bind::<Nullable<SqlUuid>, _>(when("event"))
            .bind::<BigInt, _>(seen.generation)
            .bind::<BigInt, _>(i64::from(self.limit.get()))
            .bind::<BigInt, _>(i64::from(self.offset))
            .load(connection)
            .await
            .map_err(store)?;
        let total_count = rows
            .iter()
            .map(|row| row.total_count)
            .max()
            .unwrap_or_default();
        let labelled = (profile_id, seen.relabelled);
        let named = Named::read(connection, labelled, memory, &rows).await?;
        let events = rows.into_iter().filter(|row| row.id.is_some());
        let events = events.map(|row| named.event(row));
        Ok(Journey {
            events: events.collect::<Result<_, _>>()?,
            total_count,
            name: person.name,
            email: person.email,
            phone: person.phone,
            customer: person.customer,
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
    ) -> Result<Journey, StoreError> {
        snapshot(&self.reports, access, query).await
    }
}
