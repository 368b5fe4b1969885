//! Clicks on ads: the event's own, and the latest of each kind among the touches of its person before it.

use std::collections::HashMap;

use channel_classifier::FORGOTTEN_CLICK;
use diesel::QueryableByName;
use diesel::sql_types::{Array, Nullable, Text, Timestamptz, Uuid as SqlUuid};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use export_rules::click::CLICK_WINDOW_DAYS;
use export_rules::{Click, ClickKind};
use kernel::timestamp::MICROS_PER_DAY;
use kernel::{ProfileId, StoreError, Timestamp};
use time::OffsetDateTime;
use uuid::Uuid;

use super::{Told, personal};
use postgres_kit::error::store;
use postgres_kit::json_columns::read_click_ids;
use postgres_kit::rows::{column, utc};
use postgres_kit::statement::prepared;

/// Ids of clicks that platforms are told of, by the names that facts keep them under.
const KINDS: [(&str, ClickKind); 5] = [
    ("gclid", ClickKind::Gclid),
    ("gbraid", ClickKind::Gbraid),
    ("wbraid", ClickKind::Wbraid),
    ("fbclid", ClickKind::Fbclid),
    ("ctwa_clid", ClickKind::CtwaClid),
];

#[derive(QueryableByName)]
struct Row {
    #[diesel(sql_type = SqlUuid)]
    event_id: Uuid,
    #[diesel(sql_type = Text)]
    kind: String,
    #[diesel(sql_type = Text)]
    value: String,
    #[diesel(sql_type = Timestamptz)]
    first_at: OffsetDateTime,
}

/// A click that a touch named, and when it was first seen.
struct Seen {
    kind: ClickKind,
    value: String,
    at: Timestamp,
}

/// Of which kind a click is that platforms can be told of: they know nothing of what clicks of somebody are called who was
/// forgotten.
fn told_kind(name: &str, value: &str) -> Option<ClickKind> {
    kind(name).filter(|_| !value.starts_with(FORGOTTEN_CLICK))
}

fn kind(name: &str) -> Option<ClickKind> {
    let of = KINDS.iter().find(|(known, _)| *known == name);
    of.map(|(_, kind)| *kind)
}

/// Clicks by event.
pub(super) async fn of(
    connection: &mut AsyncPgConnection,
    profile_id: ProfileId,
    events: &[Told],
) -> Result<HashMap<Uuid, Vec<Click>>, StoreError> {
    let mut seen: HashMap<Uuid, Vec<Seen>> = HashMap::new();
    for row in touched(connection, profile_id, events).await? {
        if let Some(kind) = told_kind(&row.kind, &row.value) {
            seen.entry(row.event_id).or_default().push(Seen {
                kind,
                value: row.value,
                at: row.first_at.into(),
            });
        }
    }
    let of = |told: &Told| {
        let seen = seen.remove(&told.row.id).unwrap_or_default();
        (told.row.id, joined(told, &seen))
    };
    Ok(events.iter().map(of).collect())
}

/// The event's own clicks, each at the instant of the touch that named it first, or of the event; then the others.
fn joined(told: &Told, seen: &[Seen]) -> Vec<Click> {
    let own = read_click_ids(told.row.click_ids.as_deref());
    let own: Vec<(ClickKind, String)> = own
        .into_iter()
        .filter_map(|(name, value)| Some((told_kind(&name, &value)?, value)))
        .collect();
    let is_own = |seen: &Seen| {
        let same = |(kind, value): &(ClickKind, String)| *kind == seen.kind && *value == seen.value;
        own.iter().any(same)
    };
    let at = |kind: ClickKind, value: &str| {
        let same = seen
            .iter()
            .find(|seen| seen.kind == kind && seen.value == value);
        same.map_or_else(|| told.row.occurred_at.into(), |seen| seen.at)
    };
    let of_event = own.iter().map(|(kind, value)| Click {
        kind: *kind,
        at: at(*kind, value),
        value: personal(value),
        of_event: true,
    });
    let others = seen.iter().filter(|seen| !is_own(seen)).map(|seen| Click {
        kind: seen.kind,
        value: personal(&seen.value),
        at: seen.at,
        of_event: false,
    });
    of_event.chain(others).collect()
}

async fn touched(
    connection: &mut AsyncPgConnection,
    profile_id: ProfileId,
    events: &[Told],
) -> Result<Vec<Row>, StoreError> {
    let people: Vec<&Told> = events
        .iter()
        .filter(|told| told.whose.customer().or(told.whose.visitor()).is_some())
        .collect();
    if people.is_empty() {
        return Ok(Vec::new());
    }
    let since = |told: &&Told| {
        let at: Timestamp = told.row.occurred_at.into();
        utc(at.plus_micros(-CLICK_WINDOW_DAYS * MICROS_PER_DAY))
    };
    prepared(include_str!("../sql/candidate_clicks.sql"))
        .bind::<SqlUuid, _>(profile_id.uuid())
        .bind::<Array<SqlUuid>, _>(column(&people, |told| told.row.id))
        .bind::<Array<Nullable<SqlUuid>>, _>(column(&people, |told| told.whose.customer()))
        .bind::<Array<Nullable<SqlUuid>>, _>(column(&people, |told| told.whose.visitor()))
        .bind::<Array<Timestamptz>, _>(column(&people, |told| told.row.occurred_at))
        .bind::<Array<Timestamptz>, _>(column(&people, since))
        .bind::<Array<Nullable<Text>>, _>(column(&people, |told| told.row.click_ids.as_deref()))
        .bind::<Array<Text>, _>(KINDS.map(|(name, _)| name).to_vec())
        .load(connection)
        .await
        .map_err(store)
}
