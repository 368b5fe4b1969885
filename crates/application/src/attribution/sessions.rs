//! Tracker events become sessions and touches.

use attribution_models::ports::{TouchContext, TouchRow};
use std::collections::HashMap;

use event_intake::{Session, Verdict, sessionise};
use kernel::{StoreError, TimeZone, TrackerEventId, VisitorId};

use crate::ports::{Profile, SessionRow, VisitorHit, Visitors};
use crate::unit_of_work::UnitOfWork;

/// Derives the sessions and touches of the visitors anew from all their events.
pub async fn resession(
    work: &mut dyn UnitOfWork,
    profile: &Profile,
    visitors: &[VisitorId],
) -> Result<(), StoreError> {
    if visitors.is_empty() {
        return Ok(());
    }
    let hits = work.attribution().hits(profile.id, visitors).await?;
    let (sessions, touches) = derive(&profile.timezone, hits);
    work.attribution()
        .replace_sessions(profile.id, Visitors::Named(visitors), &sessions, &touches)
        .await
}

/// Sessions and touches of the visitors whose events are given, in no particular order; days are
/// those of the time zone.
pub fn derive(timezone: &TimeZone, hits: Vec<VisitorHit>) -> (Vec<SessionRow>, Vec<TouchRow>) {
    let mut by_visitor: HashMap<VisitorId, Vec<VisitorHit>> = HashMap::new();
    for hit in hits {
        by_visitor.entry(hit.visitor_id).or_default().push(hit);
    }
    let (mut sessions, mut touches) = (Vec::new(), Vec::new());
    for (visitor_id, hits) in by_visitor {
        let facts: HashMap<TrackerEventId, &VisitorHit> =
            hits.iter().map(|hit| (hit.hit.id, hit)).collect();
        for session in sessionise(hits.iter().map(|hit| hit.hit).collect()) {
            touches.extend(touches_of(&session, visitor_id, &facts));
            sessions.push(session_row(timezone, &session, visitor_id, &facts));
        }
    }
    (sessions, touches)
}

fn session_row(
    timezone: &TimeZone,
    session: &Session,
    visitor_id: VisitorId,
    facts: &HashMap<TrackerEventId, &VisitorHit>,
) -> SessionRow {
    let first = facts.get(&session.first_hit);
    let landing = session
        .candidates
        .first()
        .and_then(|page| facts.get(&page.hit));
    let of_first =
        |field: fn(&VisitorHit) -> &Option<String>| first.and_then(|hit| field(hit).clone());
    SessionRow {
        id: session.id,
        visitor_id,
        started_at: session.started_at,
        ended_at: session.ended_at,
        local_date: timezone.local_date(session.started_at),
        signature_id: session.signature,
        page_views: session.page_views,
        engaged_ms: session.engaged_ms,
        is_bot: session.bot,
        country: of_first(|hit| &hit.country),
        device: of_first(|hit| &hit.device),
        browser: of_first(|hit| &hit.browser),
        os: of_first(|hit| &hit.os),
        referrer_host: landing
            .and_then(|hit| channel_classifier::host_of(hit.referrer.as_deref()?)),
        landing_path: landing.and_then(|hit| hit.path.clone()),
        ad_id: landing.and_then(|hit| hit.ad_id.clone()),
    }
}

fn touches_of<'a>(
    session: &'a Session,
    visitor_id: VisitorId,
    facts: &'a HashMap<TrackerEventId, &VisitorHit>,
) -> impl Iterator<Item = TouchRow> + 'a {
    let made = session
        .candidates
        .iter()
        .filter(|page| page.verdict == Verdict::Touch);
    made.filter_map(move |page| {
        let hit = facts.get(&page.hit)?;
        Some(TouchRow {
            id: page.hit.uuid().into(),
            visitor_id,
            session_id: session.id,
            occurred_at: page.at,
            signature_id: page.signature,
            is_direct: false,
            landing_path: hit.path.clone(),
            ad_id: hit.ad_id.clone(),
            campaign_id: hit.campaign_id.clone(),
            click_ids: hit.click_ids.clone(),
            context: TouchContext::default(),
        })
    })
}
