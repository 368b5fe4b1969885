//! Outcome events as what rules may tell of: with what readers see of their conversions, and with the people and the
//! clicks around them as they are known now.
//!
//! Reading order: [`sources`] (which events a rule reads), [`rows`] (what is stored of events and conversions),
//! [`properties`], [`people`], [`clicks`]; what browsers said is in [`evidence`]. However many events are asked for, each of them is one statement.

mod clicks;
mod people;
mod properties;
mod rows;
pub mod sources;

use std::collections::{BTreeMap, HashMap};

use application::Sealing;
use diesel_async::AsyncPgConnection;
use event_intake::Ip;
use export_rules::{Click, Person, Record, Source, WebEvidence, Worth};
use kernel::{OutcomeEventId, Personal, ProfileId, StoreError, Timestamp};
use uuid::Uuid;

use self::people::Whose;
use self::rows::{ConversionRow, EventRow};
use crate::evidence;

/// What is known of some events: a record for each conversion that readers see, and one more for a move in a
/// pipeline. The earlier ones first, then by event.
pub async fn of_events(
    connection: &mut AsyncPgConnection,
    sealing: &dyn Sealing,
    profile_id: ProfileId,
    (events, now): (&[OutcomeEventId], Timestamp),
) -> Result<Vec<Record>, StoreError> {
    let found = rows::events(connection, profile_id, events).await?;
    let mut conversions: HashMap<Uuid, Vec<ConversionRow>> = HashMap::new();
    for row in rows::conversions(connection, profile_id, &found).await? {
        conversions.entry(row.event_id).or_default().push(row);
    }
    let mut told = Vec::with_capacity(found.len());
    for row in found {
        let conversions = conversions.remove(&row.id).unwrap_or_default();
        if row.pipeline.is_some() || !conversions.is_empty() {
            let whose = whose(&row, &conversions);
            told.push(Told {
                row,
                conversions,
                whose,
            });
        }
    }
    let customers = told.iter().filter_map(|told| told.whose.customer());
    let people = people::of(connection, profile_id, customers.collect()).await?;
    let mut clicks = clicks::of(connection, profile_id, &told).await?;
    let ids: Vec<Uuid> = told.iter().map(|told| told.row.id).collect();
    let browsers: Vec<Uuid> = told.iter().filter_map(|told| told.row.browser_id).collect();
    let places = (ids.as_slice(), browsers.as_slice());
    let evidence = evidence::find(connection, sealing, profile_id, (places, now)).await?;
    let mut records = Vec::new();
    for told in &told {
        let clicks = clicks.remove(&told.row.id).unwrap_or_default();
        let said = told.said(&evidence);
        records.extend(told.records(profile_id, &people, (&clicks, &said))?);
    }
    Ok(records)
}

/// An event of which something may be told.
struct Told {
    row: EventRow,
    conversions: Vec<ConversionRow>,
    whose: Whose,
}

/// Whose an event is: by its own identifiers. A refund is the buyer's of what it refunds, whoever it names, and so is
/// what a replay put somewhere although it names nobody.
fn whose(row: &EventRow, conversions: &[ConversionRow]) -> Whose {
    let placed = conversions.first().map(ConversionRow::whose);
    let own = row.whose();
    if row.is_refund {
        placed.unwrap_or(own)
    } else if own == Whose::Nobody {
        placed.unwrap_or_default()
    } else {
        own
    }
}

impl Told {
    /// What the browser said when it happened.
    fn said(&self, evidence: &evidence::Found) -> WebEvidence {
        let row = &self.row;
        let said = evidence.of(row.id, row.browser_id, row.occurred_at.into());
        WebEvidence {
            url: row.url.clone(),
            // Of the page before it facts keep the host alone, which is nothing to tell.
            referrer: None,
            ip: said.ip.map(|Ip(ip)| ip),
            user_agent: said.user_agent,
            fbp: said.fbp,
            fbc: said.fbc,
        }
    }

    /// A record for each conversion and for the move in a pipeline.
    fn records(
        &self,
        profile_id: ProfileId,
        people: &BTreeMap<Uuid, Person>,
        (clicks, web): (&[Click], &WebEvidence),
    ) -> Result<Vec<Record>, StoreError> {
        let row = &self.row;
        let mut sources: Vec<(Source, Option<Worth>)> = Vec::new();
        for conversion in &self.conversions {
            sources.push((conversion.source()?, conversion.worth()?));
        }
        if let Some(stage) = row.stage_move() {
            sources.push((Source::StageMove(stage), row.worth()?));
        }
        let known = self.whose.customer().and_then(|id| people.get(&id));
        let mut person = known.cloned().unwrap_or_else(|| row.person());
        let said = row.properties.as_deref();
        let said = said.map(|text| properties::read(text, &mut person));
        let said = said.unwrap_or_default();
        let record = |(source, value)| Record {
            profile_id,
            event_id: row.id.into(),
            event_type: row.event_type.clone(),
            source,
            occurred_at: row.occurred_at.into(),
            received_at: row.received_at.into(),
            value,
            consent: row.consent(),
            own_event_id: said.own_event_id.clone(),
            order_id: said.order_id.clone(),
            web: web.clone(),
            clicks: clicks.to_vec(),
            person: person.clone(),
            contents: said.contents.clone(),
            properties: said.properties.clone(),
        };
        Ok(sources.into_iter().map(record).collect())
    }
}

/// A text that names a person.
fn personal(text: &str) -> Personal {
    Personal::new(text)
}
