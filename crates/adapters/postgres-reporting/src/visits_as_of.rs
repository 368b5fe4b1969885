//! Visits as they were known at an earlier instant.
//!
//! Events say when they were received, so the sessions of then can be derived anew from the events
//! of then. Only browsers of which something was received since, or that an exclusion may concern
//! which has come or gone since, can differ from what is stored; everybody else's sessions are read as
//! they are.

use std::collections::HashSet;

use application::attribution::sessions::derive;
use application::ports::{SessionRow, VisitorHit};
use application::tracking::exclude::excluded_of;
use diesel::pg::Pg;
use diesel::sql_types::{Array, BigInt, Bool, Date as SqlDate, Text, Timestamptz, Uuid as SqlUuid};
use diesel::{QueryableByName, sql_query};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use event_intake::ExclusionRule;
use kernel::timestamp::MICROS_PER_DAY;
use kernel::{Period, ProfileId, StoreError, TimeZone, Timestamp, TrackerEventId, VisitorId};
use reporting::filter::Filter;
use reporting::overview::OverviewSums;
use serde_json::{Value, json};
use uuid::Uuid;

use super::asked::Asked;
use super::predicate::compared;
use postgres_kit::error::store;
use postgres_kit::exclusion_rows::{facts, in_force};
use postgres_kit::rows::{Batch, utc, uuids};
use postgres_kit::visitor_hits::hits;

/// Browsers whose events are held at once.
const CHUNK: usize = 500;

/// A session lasts as long as somebody is active; none is expected to reach so far into a period.
const MARGIN_MICROS: i64 = 7 * MICROS_PER_DAY;

/// What was known, and on whose days it was counted.
pub(super) struct Known {
    pub(super) at: Timestamp,
    pub(super) timezone: TimeZone,
    /// Whether days are counted otherwise now, so that nothing stored can be used.
    pub(super) has_moved: bool,
}

#[derive(QueryableByName)]
struct VisitsRow {
    #[diesel(sql_type = BigInt)]
    visitors: i64,
    #[diesel(sql_type = BigInt)]
    pageviews: i64,
    #[diesel(sql_type = BigInt)]
    sessions: i64,
    #[diesel(sql_type = BigInt)]
    bounces: i64,
    #[diesel(sql_type = BigInt)]
    engaged_ms: i64,
}

#[derive(QueryableByName)]
struct VisitorRow {
    #[diesel(sql_type = SqlUuid)]
    visitor_id: Uuid,
}

/// Puts the visits of then in the place of those of now. `channel` is the one filter there may be;
/// it means the channels of now.
pub(super) async fn restore(
    connection: &mut AsyncPgConnection,
    asked: &Asked<'_>,
    known: &Known,
    channel: Option<&Filter>,
    sums: &mut OverviewSums,
) -> Result<(), StoreError> {
    let rules = in_force(connection, asked.profile_id, Some(known.at)).await?;
    let changed = changed(connection, asked, known).await?;
    let period = asked.question.period;
    let mut derived = Vec::new();
    for chunk in changed.chunks(CHUNK) {
        let events =
            events_of_then(connection, asked.profile_id, chunk, (known.at, &rules)).await?;
        let (sessions, _) = derive(&known.timezone, events);
        derived.extend(sessions.iter().filter(|it| counts(it, period)).map(row));
    }
    let mut text = include_str!("visits_as_of.sql").trim_end().to_owned();
    let filter = channel.map(|filter| compared(filter, "n.channel", 6));
    if let Some((condition, _)) = &filter {
        text.push_str(&[" WHERE ", condition].concat());
    }
    let mut query = sql_query(text)
        .into_boxed::<Pg>()
        .bind::<SqlUuid, _>(asked.profile_id.uuid())
        .bind::<SqlDate, _>(period.from())
        .bind::<SqlDate, _>(period.to())
        .bind::<Array<SqlUuid>, _>(uuids(&changed))
        .bind::<Batch, _>(Value::Array(derived));
    if let Some((_, values)) = filter {
        query = query.bind::<Array<Text>, _>(values);
    }
    let visits: VisitsRow = query.get_result(connection).await.map_err(store)?;
    sums.visitors = visits.visitors;
    sums.pageviews = visits.pageviews;
    sums.sessions = visits.sessions;
    sums.bounces = visits.bounces;
    sums.engaged_ms = visits.engaged_ms;
    Ok(())
}

/// The events of browsers that counted then.
async fn events_of_then(
    connection: &mut AsyncPgConnection,
    profile_id: ProfileId,
    visitors: &[VisitorId],
    (at, rules): (Timestamp, &[ExclusionRule]),
) -> Result<Vec<VisitorHit>, StoreError> {
    let mut events = hits(connection, profile_id, visitors, Some(at)).await?;
    if rules.is_empty() {
        return Ok(events);
    }
    let facts = facts(connection, profile_id, visitors, Some(at)).await?;
    let excluded: HashSet<TrackerEventId> = excluded_of(rules, &facts)
        .into_iter()
        .map(|event| event.id)
        .collect();
    events.retain(|event| !excluded.contains(&event.hit.id));
    Ok(events)
}

/// Whether a report of the period counts the session.
fn counts(session: &SessionRow, period: Period) -> bool {
    !session.is_bot && (period.from()..=period.to()).contains(&session.local_date)
}

fn row(session: &SessionRow) -> Value {
    json!({
        "visitor_id": session.visitor_id.uuid(),
        "signature_id": session.signature_id,
        "page_views": session.page_views,
        "engaged_ms": session.engaged_ms,
    })
}

/// Browsers whose sessions in the period may have been others then.
async fn changed(
    connection: &mut AsyncPgConnection,
    asked: &Asked<'_>,
    known: &Known,
) -> Result<Vec<VisitorId>, StoreError> {
    let period = asked.question.period;
    let begin = known.timezone.start_of(period.from());
    let end = known.timezone.start_of(period.to());
    let rows: Vec<VisitorRow> = sql_query(
        "SELECT DISTINCT e.visitor_id FROM tracker_events e \
         WHERE e.profile_id = $1 AND e.occurred_at BETWEEN $2 AND $3 \
         AND ($4 OR e.received_at > $5 OR EXISTS ( \
             SELECT FROM tracking_exclusions x \
             WHERE x.profile_id = $1 AND (x.shown_from > $5 OR x.shown_until > $5) \
                 AND e.received_at >= coalesce(x.received_from, '-infinity') \
                 AND e.received_at < coalesce(x.received_until, 'infinity') \
         ))",
    )
    .bind::<SqlUuid, _>(asked.profile_id.uuid())
    .bind::<Timestamptz, _>(utc(begin.plus_micros(-MARGIN_MICROS)))
    .bind::<Timestamptz, _>(utc(end.plus_micros(MARGIN_MICROS)))
    .bind::<Bool, _>(known.has_moved)
    .bind::<Timestamptz, _>(utc(known.at))
    .load(connection)
    .await
    .map_err(store)?;
    Ok(rows.into_iter().map(|row| row.visitor_id.into()).collect())
}
