//! The outcome events of people, refunds placed with what they refund.

use attribution_models::ports::OutcomeRow;
use std::collections::{HashMap, HashSet};

use attribution_models::refunds::{Chains, LONGEST_CHAIN, Link, Placed};
use diesel::QueryableByName;
use diesel::sql_types::{Array, BigInt, Bool, Nullable, Text, Timestamptz, Uuid as SqlUuid};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use kernel::{Currency, PersonId, ProfileId, StoreError};
use time::OffsetDateTime;
use uuid::Uuid;

use super::read::{ByKind, person};
use postgres_kit::error::{readable, store};
use postgres_kit::json_columns::read_click_ids;
use postgres_kit::statement::prepared;

#[derive(QueryableByName)]
struct Row {
    #[diesel(sql_type = Nullable<SqlUuid>)]
    customer_id: Option<Uuid>,
    #[diesel(sql_type = Nullable<SqlUuid>)]
    visitor_id: Option<Uuid>,
    #[diesel(sql_type = SqlUuid)]
    id: Uuid,
    #[diesel(sql_type = Nullable<Text>)]
    idempotency_key: Option<String>,
    #[diesel(sql_type = Text)]
    event_type: String,
    #[diesel(sql_type = Timestamptz)]
    occurred_at: OffsetDateTime,
    #[diesel(sql_type = Nullable<Text>)]
    value_amount: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    currency: Option<String>,
    #[diesel(sql_type = Nullable<Bool>)]
    is_first_payment: Option<bool>,
    #[diesel(sql_type = Nullable<Text>)]
    refund_of: Option<String>,
    #[diesel(sql_type = Nullable<BigInt>)]
    signature_id: Option<i64>,
    #[diesel(sql_type = Bool)]
    is_direct: bool,
    #[diesel(sql_type = Nullable<Text>)]
    ad_id: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    campaign_id: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    click_ids: Option<String>,
}

impl Row {
    /// Whose event it is by its own identifiers.
    fn person(&self) -> PersonId {
        match (self.customer_id, self.visitor_id) {
            (None, None) => PersonId::Event(self.id.into()),
            (customer_id, visitor_id) => person(customer_id, visitor_id.unwrap_or_default()),
        }
    }
}

#[derive(QueryableByName)]
struct ReferenceRow {
    #[diesel(sql_type = Text)]
    reference: String,
}

/// Events by id, and how they are chained. An event that was found only because it refunds another has no
/// person of its own here.
#[derive(Default)]
struct Found {
    rows: HashMap<Uuid, Row>,
    chains: Chains,
}

impl Found {
    fn add(&mut self, person: Option<PersonId>, row: Row) {
        self.chains.add(Link {
            id: row.id.into(),
            event_type: row.event_type.clone(),
            idempotency_key: row.idempotency_key.clone(),
            refund_of: row.refund_of.clone(),
            person,
        });
        self.rows.insert(row.id, row);
    }
}

pub(super) async fn of(
    connection: &mut AsyncPgConnection,
    profile_id: ProfileId,
    people: &[PersonId],
) -> Result<Vec<(PersonId, OutcomeRow)>, StoreError> {
    let kinds = ByKind::new(people);
    let rows: Vec<Row> = prepared(include_str!("sql/outcomes.sql"))
        .bind::<SqlUuid, _>(profile_id.uuid())
        .bind::<Array<SqlUuid>, _>(kinds.customers)
        .bind::<Array<SqlUuid>, _>(kinds.visitors)
        .bind::<Array<SqlUuid>, _>(kinds.events)
        .load(connection)
        .await
        .map_err(store)?;
    let asked: HashSet<PersonId> = people.iter().copied().collect();
    let mut found = Found::default();
    for row in rows {
        let person = row.person();
        if asked.contains(&person) {
            found.add(Some(person), row);
        }
    }
    add_refunds(connection, profile_id, &mut found).await?;
    find_elsewhere(connection, profile_id, &mut found.chains).await?;
    let Found { rows, chains } = found;
    let placed = rows.into_values().filter_map(|row| {
        let placed = chains.place(row.id.into())?;
        Some((placed.person?, placed, row))
    });
    placed
        .map(|(person, placed, row)| Ok((person, outcome(placed, row)?)))
        .collect()
}

/// Finds out which of the events that are named and were not found exist.
async fn find_elsewhere(
    connection: &mut AsyncPgConnection,
    profile_id: ProfileId,
    chains: &mut Chains,
) -> Result<(), StoreError> {
    let missing: Vec<&str> = chains.missing().collect();
    if missing.is_empty() {
        return Ok(());
    }
    let rows: Vec<ReferenceRow> = prepared(include_str!("sql/referenced.sql"))
        .bind::<SqlUuid, _>(profile_id.uuid())
        .bind::<Array<Text>, _>(missing)
        .load(connection)
        .await
        .map_err(store)?;
    chains.are_elsewhere(rows.into_iter().map(|row| row.reference));
    Ok(())
}

/// Finds what refunds the events that were found, however indirectly.
async fn add_refunds(
    connection: &mut AsyncPgConnection,
    profile_id: ProfileId,
    found: &mut Found,
) -> Result<(), StoreError> {
    let mut names: Vec<String> = found.chains.names().map(str::to_owned).collect();
    for _ in 0..LONGEST_CHAIN {
        if names.is_empty() {
            break;
        }
        let refunds: Vec<Row> = prepared(include_str!("sql/refunds.sql"))
            .bind::<SqlUuid, _>(profile_id.uuid())
            .bind::<Array<Text>, _>(std::mem::take(&mut names))
            .load(connection)
            .await
            .map_err(store)?;
        for refund in refunds {
            if !found.rows.contains_key(&refund.id) {
                names.push(refund.id.to_string());
                names.extend(refund.idempotency_key.clone());
                found.add(None, refund);
            }
        }
    }
    Ok(())
}

fn outcome(placed: Placed, row: Row) -> Result<OutcomeRow, StoreError> {
    let place = ("outcome_events", row.id);
    Ok(OutcomeRow {
        id: row.id.into(),
        event_type: row.event_type,
        occurred_at: row.occurred_at.into(),
        amount: readable(place, row.value_amount.as_deref(), |text| text.parse().ok())?,
        currency: readable(place, row.currency.as_deref(), Currency::parse)?,
        is_first_payment: row.is_first_payment,
        is_refund: row.refund_of.is_some(),
        // The sale's type decides which definition claims the whole chain.
        refunded: placed.refunded,
        is_reversal: placed.is_reversal,
        signature: row.signature_id.map(|id| (id, row.is_direct)),
        ad_id: row.ad_id,
        campaign_id: row.campaign_id,
        click_ids: read_click_ids(row.click_ids.as_deref()),
    })
}
