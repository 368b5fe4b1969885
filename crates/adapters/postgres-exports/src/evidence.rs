//! What browsers said, sealed for what it is of, for a few days.

use std::collections::HashMap;
use std::net::IpAddr;

use application::Sealing;
use diesel::prelude::*;
use diesel::sql_types::{Array, Binary, Text, Timestamptz, Uuid as SqlUuid};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use event_intake::ports::{EvidenceOf, KeptEvidence};
use event_intake::{EVIDENCE_LIFE, Ip, MatchEvidence};
use kernel::{PersonId, Personal, ProfileId, StoreError, Timestamp};
use postgres_schema::schema::match_evidence as table;
use time::OffsetDateTime;
use uuid::Uuid;

use postgres_kit::error::store;
use postgres_kit::rows::{column, utc};
use postgres_kit::statement::prepared;

/// Deletes at most `$2` pieces of evidence that were to be deleted before `$1`, of whatever profile.
pub const REMOVE: &str = include_str!("sql/remove_evidence.sql");

const EVENT: &str = "event";
const VISITOR: &str = "visitor";

/// A row's place in the table.
type Place = (&'static str, Uuid);

fn place(of: EvidenceOf) -> Place {
    match of {
        EvidenceOf::Event(id) => (EVENT, id.uuid()),
        EvidenceOf::Visitor(id) => (VISITOR, id.uuid()),
    }
}

/// What evidence is sealed for: nobody's row opens as anybody else's.
fn bound_to(profile_id: ProfileId, (kind, id): Place) -> String {
    format!("match_evidence/{profile_id}/{kind}/{id}")
}

/// Address, user agent and both cookies, as they are sealed.
type Plain = (
    Option<IpAddr>,
    Option<String>,
    Option<String>,
    Option<String>,
);

fn seal(
    sealing: &dyn Sealing,
    profile_id: ProfileId,
    kept: &KeptEvidence,
) -> Result<Vec<u8>, StoreError> {
    let MatchEvidence {
        ip,
        user_agent,
        fbp,
        fbc,
    } = &kept.evidence;
    let text = |value: &Option<Personal>| value.as_ref().map(|it| it.as_str().to_owned());
    let plain: Plain = (ip.map(|Ip(ip)| ip), text(user_agent), text(fbp), text(fbc));
    let plain = serde_json::to_vec(&plain).ok();
    let bound_to = bound_to(profile_id, place(kept.of));
    let sealed = plain.and_then(|plain| sealing.seal(&plain, &bound_to));
    sealed.ok_or_else(|| StoreError::inconsistent("evidence could not be sealed"))
}

/// What cannot be opened says nothing: it was sealed under a key that is gone.
fn open(sealing: &dyn Sealing, bound_to: &str, sealed: &[u8]) -> Option<MatchEvidence> {
    let plain = sealing.open(sealed, bound_to)?;
    let (ip, user_agent, fbp, fbc): Plain = serde_json::from_slice(&plain).ok()?;
    Some(MatchEvidence {
        ip: ip.map(Ip),
        user_agent: user_agent.map(Personal::new),
        fbp: fbp.map(Personal::new),
        fbc: fbc.map(Personal::new),
    })
}

/// Keeps evidence; of a browser the latest.
pub async fn keep(
    connection: &mut AsyncPgConnection,
    sealing: &dyn Sealing,
    profile_id: ProfileId,
    kept: &[KeptEvidence],
) -> Result<(), StoreError> {
    // One row a statement may write, the last of several of one browser.
    let mut rows: HashMap<Place, &KeptEvidence> = HashMap::new();
    for one in kept {
        rows.insert(place(one.of), one);
    }
    let (places, kept): (Vec<Place>, Vec<&KeptEvidence>) = rows.into_iter().unzip();
    let sealed: Vec<Vec<u8>> = kept
        .iter()
        .map(|kept| seal(sealing, profile_id, kept))
        .collect::<Result<_, _>>()?;
    prepared(include_str!("sql/keep_evidence.sql"))
        .bind::<SqlUuid, _>(profile_id.uuid())
        .bind::<Array<Text>, _>(column(&places, |(kind, _)| *kind))
        .bind::<Array<SqlUuid>, _>(column(&places, |(_, id)| *id))
        .bind::<Array<Binary>, _>(sealed)
        .bind::<Array<Timestamptz>, _>(column(&kept, |kept| utc(kept.seen_at)))
        .bind::<Array<Timestamptz>, _>(column(&kept, |kept| utc(kept.expires_at)))
        .execute(connection)
        .await
        .map_err(store)?;
    Ok(())
}

/// Deletes all that is of some people: of their events and of their browsers.
pub async fn forget(
    connection: &mut AsyncPgConnection,
    profile_id: ProfileId,
    people: &[PersonId],
) -> Result<(), StoreError> {
    let (mut customers, mut browsers) = (Vec::new(), Vec::new());
    for person in people {
        match person {
            PersonId::Customer(id) => customers.push(id.uuid()),
            PersonId::Visitor(id) => browsers.push(id.uuid()),
            // Nobody refuses for anybody else, and of nobody nothing is known but the event itself.
            PersonId::Event(_) => {}
        }
    }
    // Most profiles have none, and then nobody's events are looked for.
    let any: Option<Uuid> = table::table
        .filter(table::profile_id.eq(profile_id.uuid()))
        .select(table::id)
        .first(connection)
        .await
        .optional()
        .map_err(store)?;
    if any.is_none() {
        return Ok(());
    }
    prepared(include_str!("sql/forget_evidence.sql"))
        .bind::<SqlUuid, _>(profile_id.uuid())
        .bind::<Array<SqlUuid>, _>(customers)
        .bind::<Array<SqlUuid>, _>(browsers)
        .execute(connection)
        .await
        .map_err(store)?;
    Ok(())
}

/// Deletes all of a profile.
pub async fn forget_all(
    connection: &mut AsyncPgConnection,
    profile_id: ProfileId,
) -> Result<(), StoreError> {
    diesel::delete(table::table)
        .filter(table::profile_id.eq(profile_id.uuid()))
        .execute(connection)
        .await
        .map_err(store)?;
    Ok(())
}

/// What is kept of these, the earliest first: at most so many after so many. Nothing in the place of what cannot be opened.
pub async fn kept(
    connection: &mut AsyncPgConnection,
    sealing: &dyn Sealing,
    profile_id: ProfileId,
    of: &[EvidenceOf],
    (limit, offset): (u32, u32),
) -> Result<Vec<Option<KeptEvidence>>, StoreError> {
    type Row = (String, Uuid, Vec<u8>, OffsetDateTime, OffsetDateTime);
    let (mut events, mut visitors) = (Vec::new(), Vec::new());
    for of in of {
        match of {
            EvidenceOf::Event(id) => events.push(id.uuid()),
            EvidenceOf::Visitor(id) => visitors.push(id.uuid()),
        }
    }
    let of_events = table::kind.eq(EVENT).and(table::id.eq_any(events));
    let of_visitors = table::kind.eq(VISITOR).and(table::id.eq_any(visitors));
    let rows: Vec<Row> = table::table
        .filter(table::profile_id.eq(profile_id.uuid()))
        .filter(of_events.or(of_visitors))
        .order((table::seen_at, table::kind, table::id))
        .limit(limit.into())
        .offset(offset.into())
        .select((
            table::kind,
            table::id,
            table::sealed,
            table::seen_at,
            table::expires_at,
        ))
        .load(connection)
        .await
        .map_err(store)?;
    let opened = rows
        .into_iter()
        .map(|(kind, id, sealed, seen_at, expires_at)| {
            let of = match kind.as_str() {
                EVENT => EvidenceOf::Event(id.into()),
                _ => EvidenceOf::Visitor(id.into()),
            };
            Some(KeptEvidence {
                of,
                evidence: open(sealing, &bound_to(profile_id, place(of)), &sealed)?,
                seen_at: seen_at.into(),
                expires_at: expires_at.into(),
            })
        });
    Ok(opened.collect())
}

/// Evidence by what it is of.
#[derive(Default)]
pub(crate) struct Found(HashMap<(String, Uuid), (Timestamp, MatchEvidence)>);

impl Found {
    /// That of an event, with what its browser said of itself in the days around it.
    pub(crate) fn of(
        &self,
        event: Uuid,
        visitor: Option<Uuid>,
        occurred_at: Timestamp,
    ) -> MatchEvidence {
        let of = |kind: &str, id| self.0.get(&(kind.to_owned(), id));
        let own = of(EVENT, event).map(|(_, evidence)| evidence.clone());
        let mut own = own.unwrap_or_default();
        let is_near = |seen_at: Timestamp| {
            let apart = seen_at.micros_since(occurred_at);
            (-EVIDENCE_LIFE..=EVIDENCE_LIFE).contains(&apart)
        };
        let of_browser = visitor.and_then(|id| of(VISITOR, id));
        if let Some((_, browser)) = of_browser.filter(|(seen_at, _)| is_near(*seen_at)) {
            own.fbp = own.fbp.or_else(|| browser.fbp.clone());
            own.fbc = own.fbc.or_else(|| browser.fbc.clone());
        }
        own
    }
}

/// What may be kept of events and of browsers at an instant, whether or not the rest is deleted already.
pub(crate) async fn find(
    connection: &mut AsyncPgConnection,
    sealing: &dyn Sealing,
    profile_id: ProfileId,
    ((events, visitors), now): ((&[Uuid], &[Uuid]), Timestamp),
) -> Result<Found, StoreError> {
    let of_events = table::kind.eq(EVENT).and(table::id.eq_any(events));
    let of_visitors = table::kind.eq(VISITOR).and(table::id.eq_any(visitors));
    let rows: Vec<(String, Uuid, Vec<u8>, OffsetDateTime)> = table::table
        .filter(table::profile_id.eq(profile_id.uuid()))
        .filter(of_events.or(of_visitors))
        .filter(table::expires_at.ge(utc(now)))
        .select((table::kind, table::id, table::sealed, table::seen_at))
        .load(connection)
        .await
        .map_err(store)?;
    let opened = rows.into_iter().filter_map(|(kind, id, sealed, seen_at)| {
        let bound_to = match kind.as_str() {
            EVENT => bound_to(profile_id, (EVENT, id)),
            _ => bound_to(profile_id, (VISITOR, id)),
        };
        let evidence = open(sealing, &bound_to, &sealed)?;
        Some(((kind, id), (seen_at.into(), evidence)))
    });
    Ok(Found(opened.collect()))
}
