//! What is stored of events and of their conversions.

use conversion_definitions::conversion_id;
use diesel::QueryableByName;
use diesel::prelude::*;
use diesel::sql_types::{Array, Bool, Nullable, Text, Timestamptz, Uuid as SqlUuid};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use export_rules::{Consent, ConversionSource, Person, Source, StageMove, Worth};
use kernel::{Currency, OutcomeEventId, ProfileId, RevenueType, StoreError};
use postgres_schema::schema::conversion_definitions as definitions;
use rust_decimal::Decimal;
use serde_json::{Map, Value};
use time::OffsetDateTime;
use uuid::Uuid;

use super::people::Whose;
use super::personal;
use postgres_kit::error::{readable, store};
use postgres_kit::rows::uuids;
use postgres_kit::statement::prepared;

/// An event.
#[derive(QueryableByName)]
pub(super) struct EventRow {
    #[diesel(sql_type = SqlUuid)]
    pub(super) id: Uuid,
    #[diesel(sql_type = Text)]
    pub(super) event_type: String,
    #[diesel(sql_type = Timestamptz)]
    pub(super) occurred_at: OffsetDateTime,
    #[diesel(sql_type = Timestamptz)]
    pub(super) received_at: OffsetDateTime,
    #[diesel(sql_type = Nullable<Text>)]
    value_amount: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    currency: Option<String>,
    #[diesel(sql_type = Bool)]
    pub(super) is_refund: bool,
    #[diesel(sql_type = Nullable<Text>)]
    pub(super) url: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    pub(super) click_ids: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    pub(super) pipeline: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    consent: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    pub(super) properties: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    external_id: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    first_name: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    last_name: Option<String>,
    #[diesel(sql_type = Nullable<SqlUuid>)]
    customer_id: Option<Uuid>,
    #[diesel(sql_type = Nullable<SqlUuid>)]
    visitor_id: Option<Uuid>,
    #[diesel(sql_type = Nullable<SqlUuid>)]
    pub(super) browser_id: Option<Uuid>,
}

/// A conversion.
#[derive(QueryableByName)]
pub(super) struct ConversionRow {
    #[diesel(sql_type = SqlUuid)]
    id: Uuid,
    #[diesel(sql_type = SqlUuid)]
    pub(super) event_id: Uuid,
    #[diesel(sql_type = SqlUuid)]
    definition_id: Uuid,
    #[diesel(sql_type = Text)]
    conversion_key: String,
    #[diesel(sql_type = Text)]
    revenue_type: String,
    #[diesel(sql_type = Nullable<Bool>)]
    is_first_payment: Option<bool>,
    #[diesel(sql_type = Bool)]
    is_refund: bool,
    #[diesel(sql_type = Nullable<Text>)]
    value_amount: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    currency: Option<String>,
    #[diesel(sql_type = Text)]
    person_kind: String,
    #[diesel(sql_type = SqlUuid)]
    person_id: Uuid,
}

/// Events by id, the earlier ones first.
pub(super) async fn events(
    connection: &mut AsyncPgConnection,
    profile_id: ProfileId,
    ids: &[OutcomeEventId],
) -> Result<Vec<EventRow>, StoreError> {
    prepared(include_str!("../sql/candidate_events.sql"))
        .bind::<SqlUuid, _>(profile_id.uuid())
        .bind::<Array<SqlUuid>, _>(uuids(ids))
        .load(connection)
        .await
        .map_err(store)
}

/// The conversions of events that readers see. They are looked for under the ids that the profile's definitions give
/// them, which every replay does, so that no index of conversions by event has to be kept.
pub(super) async fn conversions(
    connection: &mut AsyncPgConnection,
    profile_id: ProfileId,
    events: &[EventRow],
) -> Result<Vec<ConversionRow>, StoreError> {
    let definitions: Vec<Uuid> = definitions::table
        .filter(definitions::profile_id.eq(profile_id.uuid()))
        .select(definitions::id)
        .load(connection)
        .await
        .map_err(store)?;
    let possible = events.iter().flat_map(|event| {
        let id = |definition: &Uuid| conversion_id((*definition).into(), event.id.into()).uuid();
        definitions
            .iter()
            .map(move |definition| (id(definition), event.id))
    });
    let (ids, of): (Vec<Uuid>, Vec<Uuid>) = possible.unzip();
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    prepared(include_str!("../sql/candidate_conversions.sql"))
        .bind::<SqlUuid, _>(profile_id.uuid())
        .bind::<Array<SqlUuid>, _>(ids)
        .bind::<Array<SqlUuid>, _>(of)
        .load(connection)
        .await
        .map_err(store)
}

/// An amount with its currency; one without the other is none.
fn worth(
    place: (&str, Uuid),
    (amount, currency): (Option<&str>, Option<&str>),
) -> Result<Option<Worth>, StoreError> {
    let amount: Option<Decimal> = readable(place, amount, |text| text.parse().ok())?;
    let currency = readable(place, currency, Currency::parse)?;
    let worth = amount.zip(currency);
    Ok(worth.map(|(amount, currency)| Worth { amount, currency }))
}

/// Members of an object as it is stored; nothing when it is none.
fn members(text: Option<&str>) -> Map<String, Value> {
    let read = text.and_then(|text| serde_json::from_str(text).ok());
    read.unwrap_or_default()
}

impl EventRow {
    /// Whose it is by its own identifiers.
    pub(super) fn whose(&self) -> Whose {
        match (self.customer_id, self.visitor_id) {
            (Some(id), _) => Whose::Customer(id),
            (None, Some(id)) => Whose::Visitor(id),
            (None, None) => Whose::Nobody,
        }
    }

    /// What it says itself of somebody who is no customer. Facts keep where an external id is from before a `|`.
    pub(super) fn person(&self) -> Person {
        let id = self.external_id.as_deref();
        let id = id.map(|id| id.split_once('|').map_or(id, |(_, id)| id));
        Person {
            external_ids: id.map(personal).into_iter().collect(),
            first_name: self.first_name.as_deref().map(personal),
            last_name: self.last_name.as_deref().map(personal),
            ..Person::default()
        }
    }

    pub(super) fn stage_move(&self) -> Option<StageMove> {
        let members = members(Some(self.pipeline.as_deref()?));
        let text = |key: &str| members.get(key)?.as_str().map(str::to_owned);
        Some(StageMove {
            external_source: text("external_source"),
            from_stage: text("from_stage"),
            to_stage: text("to_stage"),
        })
    }

    pub(super) fn consent(&self) -> Consent {
        let members = members(self.consent.as_deref());
        let choice = |key: &str| match members.get(key)?.as_str()? {
            "granted" => Some(true),
            "denied" => Some(false),
            _ => None,
        };
        Consent {
            ad_user_data: choice("ad_user_data"),
            ad_personalization: choice("ad_personalization"),
        }
    }

    /// What it was worth, as it came; less than nothing when it gives something back.
    pub(super) fn worth(&self) -> Result<Option<Worth>, StoreError> {
        let said = (self.value_amount.as_deref(), self.currency.as_deref());
        let worth = worth(("outcome_events", self.id), said)?;
        Ok(worth.map(|worth| Worth {
            amount: if self.is_refund {
                -worth.amount.abs()
            } else {
                worth.amount
            },
            ..worth
        }))
    }
}

impl ConversionRow {
    /// Whose a replay found it to be, as that person is called now.
    pub(super) fn whose(&self) -> Whose {
        match self.person_kind.as_str() {
            "customer" => Whose::Customer(self.person_id),
            "visitor" => Whose::Visitor(self.person_id),
            _ => Whose::Nobody,
        }
    }

    pub(super) fn source(&self) -> Result<Source, StoreError> {
        let revenue_type = RevenueType::parse(&self.revenue_type).ok_or_else(|| {
            StoreError::inconsistent(format!("conversion {}: its revenue type", self.id))
        })?;
        Ok(Source::Conversion(ConversionSource {
            conversion_id: self.id.into(),
            definition_id: self.definition_id.into(),
            conversion_key: self.conversion_key.clone(),
            revenue_type,
            is_first_payment: self.is_first_payment,
            is_refund: self.is_refund,
        }))
    }

    /// What it was worth, as it came.
    pub(super) fn worth(&self) -> Result<Option<Worth>, StoreError> {
        let said = (self.value_amount.as_deref(), self.currency.as_deref());
        worth(("conversions", self.id), said)
    }
}
