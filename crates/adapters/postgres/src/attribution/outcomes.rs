//! The outcome events of people, refunds placed with what they refund.

use std::collections::{HashMap, HashSet};

use application::ports::OutcomeRow;
use diesel::QueryableByName;
use diesel::sql_types::{Array, BigInt, Bool, Nullable, Text, Timestamptz, Uuid as SqlUuid};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use kernel::{Currency, PersonId, ProfileId, StoreError};
use time::OffsetDateTime;
use uuid::Uuid;

use super::read::{ByKind, person};
use crate::error::{readable, store};
use crate::refunds::{LONGEST_CHAIN, is_found, is_reversal};
use crate::statement::prepared;

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

    /// The texts by which a refund may name this event.
    fn names(&self) -> impl Iterator<Item = String> {
        [Some(self.id.to_string()), self.idempotency_key.clone()]
            .into_iter()
            .flatten()
    }
}

#[derive(QueryableByName)]
struct ReferenceRow {
    #[diesel(sql_type = Text)]
    reference: String,
}

/// Events by id, and by the names that refunds use for them. An event that was found only because
/// it refunds another has no person of its own here.
#[derive(Default)]
struct Found {
    rows: HashMap<Uuid, (Option<PersonId>, Row)>,
    names: HashMap<String, Uuid>,
}

/// Events from a refund to what it refunds, and so on, and where a circle begins.
type Way<'a> = (Vec<&'a (Option<PersonId>, Row)>, Option<usize>);

impl Found {
    fn add(&mut self, person: Option<PersonId>, row: Row) {
        self.names.extend(row.names().map(|name| (name, row.id)));
        self.rows.insert(row.id, (person, row));
    }

    /// The event that a refund names, when it was found.
    fn original(&self, row: &Row) -> Option<&(Option<PersonId>, Row)> {
        let id = self.names.get(row.refund_of.as_ref()?)?;
        (*id != row.id).then(|| self.rows.get(id)).flatten()
    }

    /// The way from a row to the end of its chain of refunds: the sale, or the last one that was
    /// found. For refunds that go in a circle, each once, and where the circle begins.
    fn way<'a>(&'a self, row: &Row) -> Way<'a> {
        let mut way: Vec<_> = self.rows.get(&row.id).into_iter().collect();
        let mut seen = HashSet::from([row.id]);
        while let Some(original) = way.last().and_then(|(_, row)| self.original(row)) {
            if !seen.insert(original.1.id) {
                let begin = way.iter().position(|(_, row)| row.id == original.1.id);
                return (way, begin);
            }
            way.push(original);
        }
        (way, None)
    }

    /// The sale at the end of the chain that begins at a row; `None` for a circle.
    fn end<'a>(&'a self, row: &Row) -> Option<&'a (Option<PersonId>, Row)> {
        let (way, circle) = self.way(row);
        circle.map_or_else(|| way.last().copied(), |_| None)
    }

    /// Whether a row takes a refund back.
    fn is_reversal(&self, row: &Row) -> bool {
        let (way, circle) = self.way(row);
        let is_sold = way.last().is_some_and(|(_, end)| end.refund_of.is_none());
        circle.is_none() && is_sold && is_reversal(way.len())
    }

    /// Whose an event is: that of the sale at the end of its chain of refunds, so that a refund
    /// stands beside what it gives back whatever identifiers it carries. A chain that ends at
    /// somebody else's event (one of `elsewhere`) belongs to them: `None`. Refunds that go in a
    /// circle are whose they are by themselves. Either way the whole chain has to be found from that
    /// person's events alone: who else is looked at in the same moment must not matter.
    fn owner(&self, row: &Row, elsewhere: &HashSet<String>) -> Option<PersonId> {
        let (way, circle) = self.way(row);
        let decides = match circle {
            Some(_) => way.as_slice().first(),
            None => way.last(),
        };
        let (person, end) = decides?;
        let people: Vec<Option<PersonId>> = way.iter().map(|(person, _)| *person).collect();
        let named = end.refund_of.as_ref().filter(|_| circle.is_none());
        person
            .filter(|_| named.is_none_or(|reference| !elsewhere.contains(reference)))
            .filter(|person| is_found(&people, *person, circle))
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
    let elsewhere = elsewhere(connection, profile_id, &found).await?;
    let rows = found.rows.values();
    let owned = rows.filter_map(|(_, row)| Some((found.owner(row, &elsewhere)?, row)));
    owned
        .map(|(person, row)| Ok((person, outcome(&found, row)?)))
        .collect()
}

/// References to events that exist, but are not among those found.
async fn elsewhere(
    connection: &mut AsyncPgConnection,
    profile_id: ProfileId,
    found: &Found,
) -> Result<HashSet<String>, StoreError> {
    let missing: Vec<String> = found
        .rows
        .values()
        .filter_map(|(_, row)| row.refund_of.clone())
        .filter(|reference| !found.names.contains_key(reference))
        .collect();
    if missing.is_empty() {
        return Ok(HashSet::new());
    }
    let rows: Vec<ReferenceRow> = prepared(include_str!("sql/referenced.sql"))
        .bind::<SqlUuid, _>(profile_id.uuid())
        .bind::<Array<Text>, _>(missing)
        .load(connection)
        .await
        .map_err(store)?;
    Ok(rows.into_iter().map(|row| row.reference).collect())
}

/// Finds what refunds the events that were found, however indirectly.
async fn add_refunds(
    connection: &mut AsyncPgConnection,
    profile_id: ProfileId,
    found: &mut Found,
) -> Result<(), StoreError> {
    let mut names: Vec<String> = found.names.keys().cloned().collect();
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
                names.extend(refund.names());
                found.add(None, refund);
            }
        }
    }
    Ok(())
}

fn outcome(found: &Found, row: &Row) -> Result<OutcomeRow, StoreError> {
    let place = ("outcome_events", row.id);
    Ok(OutcomeRow {
        id: row.id.into(),
        event_type: row.event_type.clone(),
        occurred_at: row.occurred_at.into(),
        amount: readable(place, row.value_amount.as_deref(), |text| text.parse().ok())?,
        currency: readable(place, row.currency.as_deref(), Currency::parse)?,
        is_first_payment: row.is_first_payment,
        is_refund: row.refund_of.is_some(),
        // The sale's type decides which definition claims the whole chain.
        refunded: found
            .original(row)
            .zip(found.end(row))
            .map(|((_, original), (_, sale))| (original.id.into(), sale.event_type.clone())),
        is_reversal: found.is_reversal(row),
        signature: row.signature_id.map(|id| (id, row.is_direct)),
        ad_id: row.ad_id.clone(),
        campaign_id: row.campaign_id.clone(),
        click_ids: row.click_ids.clone(),
    })
}
