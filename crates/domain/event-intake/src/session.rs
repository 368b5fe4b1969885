//! A visitor's events become sessions, and its page views become touches or not.
//!
//! Everything follows from the facts by their own time, so events that arrive late or out of order
//! give what they would have given in order.

use std::collections::{HashMap, HashSet};

use kernel::{SessionId, Timestamp, TrackerEventId};

/// The longest pause inside a session, in microseconds; a pause of exactly this stays inside.
const MAX_GAP_MICROS: i64 = 30 * 60 * 1_000_000;
/// The most engaged time that one page view is credited with, in milliseconds.
const MAX_ENGAGED_MS: u64 = 30 * 60 * 1_000;

/// One event of one visitor, as far as sessions care.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Hit {
    /// When it happened.
    pub at: Timestamp,
    /// The event.
    pub id: TrackerEventId,
    /// Whether a bot sent it.
    pub bot: bool,
    /// What it was.
    pub kind: HitKind,
}

/// What an event was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum HitKind {
    /// A page was opened.
    PageView(LandingEvidence),
    /// The page was visible and focused for a while.
    Engagement {
        /// For how long, in milliseconds.
        ms: u32,
    },
    /// Anything else: it keeps a session alive.
    Other,
}

/// What a page view says about where the visitor came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct LandingEvidence {
    /// The evidence as the dictionary numbers it.
    pub signature: i64,
    /// Equal for two page views that name the same source.
    pub source_key: i64,
    /// Whether it has a campaign, a click id or an external referrer.
    pub names_a_source: bool,
    /// Why it can be no touch, whatever it names.
    pub exclusion: Option<Exclusion>,
}

/// Why a page view can be no touch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Exclusion {
    /// It came from one of the profile's own sites.
    SelfReferral,
    /// It came back from paying.
    PaymentGateway,
}

/// Events of one visitor with no longer pause than 30 minutes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Session {
    /// Named after its first event, so that deriving it again gives the same id.
    pub id: SessionId,
    /// When its first event happened.
    pub started_at: Timestamp,
    /// When its last event happened.
    pub ended_at: Timestamp,
    /// Its first event, of any kind.
    pub first_hit: TrackerEventId,
    /// How many pages were opened.
    pub page_views: u32,
    /// Engaged time in milliseconds.
    pub engaged_ms: u64,
    /// Evidence of where it came from. `None` when neither it nor a session before it has any.
    pub signature: Option<i64>,
    /// Whether a bot made it.
    pub bot: bool,
    /// Every page view in order, with what became of it.
    pub candidates: Vec<Candidate>,
}

/// A page view that might have been a touch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// The page view.
    pub hit: TrackerEventId,
    /// When it happened.
    pub at: Timestamp,
    /// Its evidence.
    pub signature: i64,
    /// What became of it.
    pub verdict: Verdict,
}

/// Whether a page view is a touch, and why not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It is one.
    Touch,
    /// It names the source of the session's last touch again.
    Duplicate,
    /// It came from one of the profile's own sites.
    SelfReferral,
    /// It came back from paying.
    PaymentGateway,
    /// A bot made it.
    Bot,
    /// It is inside a session and names no source.
    InnerPage,
}

/// The sessions of one visitor, by start, from all its events in any order. An id that comes twice
/// counts once. Bots and humans that share a visitor id never share a session.
pub fn sessionise(mut hits: Vec<Hit>) -> Vec<Session> {
    hits.sort_unstable();
    let mut seen = HashSet::with_capacity(hits.len());
    hits.retain(|hit| seen.insert(hit.id));
    let (bots, humans): (Vec<Hit>, Vec<Hit>) = hits.into_iter().partition(|hit| hit.bot);
    let mut sessions = sessions_of(&humans);
    sessions.extend(sessions_of(&bots));
    sessions.sort_by_key(|session| (session.started_at, session.first_hit));
    sessions
}

/// Sorted hits, cut where nothing happens for longer than a session lasts.
fn visits(hits: &[Hit]) -> impl Iterator<Item = &[Hit]> {
    let paused = |a: &Hit, b: &Hit| b.at.micros_since(a.at) > MAX_GAP_MICROS;
    hits.chunk_by(move |a, b| !paused(a, b))
}

/// The page view with which each hit of one visitor came: the last touch of its session before it, or
/// the first page of the session when there is none. Hits of sessions without pages are left out.
pub(crate) fn landings(mut hits: Vec<Hit>) -> HashMap<TrackerEventId, TrackerEventId> {
    hits.sort_unstable();
    let (bots, humans): (Vec<Hit>, Vec<Hit>) = hits.into_iter().partition(|hit| hit.bot);
    let mut came = HashMap::with_capacity(bots.len() + humans.len());
    for visit in visits(&humans).chain(visits(&bots)) {
        let judged = candidates(&pages(visit));
        let Some(first) = judged.first() else {
            continue;
        };
        let touches: HashSet<TrackerEventId> = judged
            .iter()
            .filter(|page| page.verdict == Verdict::Touch)
            .map(|page| page.hit)
            .collect();
        let mut landing = first.hit;
        for hit in visit {
            if touches.contains(&hit.id) {
                landing = hit.id;
            }
            came.insert(hit.id, landing);
        }
    }
    came
}

/// Sessions of sorted hits that are all of bots or all of humans.
fn sessions_of(hits: &[Hit]) -> Vec<Session> {
    let mut sessions = Vec::new();
    let mut previous = None;
    for visit in visits(hits) {
        if let Some(session) = session_of(visit, previous) {
            previous = session.signature;
            sessions.push(session);
        }
    }
    sessions
}

/// The session of these sorted hits; `previous` is the signature of the session before.
fn session_of(hits: &[Hit], previous: Option<i64>) -> Option<Session> {
    let (first, last) = (hits.first()?, hits.last()?);
    let pages = pages(hits);
    // Coming back from a payment or from another own site says nothing about where the visitor
    // first came from; the session before it does.
    let signature = match pages.first() {
        None => previous,
        Some((_, page)) if page.exclusion.is_some() => previous.or(Some(page.signature)),
        Some((_, page)) => Some(page.signature),
    };
    Some(Session {
        id: first.id.uuid().into(),
        started_at: first.at,
        ended_at: last.at,
        first_hit: first.id,
        page_views: u32::try_from(pages.len()).unwrap_or(u32::MAX),
        engaged_ms: engaged_ms(hits, &pages),
        signature,
        bot: first.bot,
        candidates: candidates(&pages),
    })
}

/// The page views among hits.
fn pages(hits: &[Hit]) -> Vec<(&Hit, &LandingEvidence)> {
    hits.iter()
        .filter_map(|hit| match &hit.kind {
            HitKind::PageView(landing) => Some((hit, landing)),
            HitKind::Engagement { .. } | HitKind::Other => None,
        })
        .collect()
}

fn candidates(pages: &[(&Hit, &LandingEvidence)]) -> Vec<Candidate> {
    let mut last_touch = None;
    let mut judged = Vec::with_capacity(pages.len());
    for (position, (hit, page)) in pages.iter().enumerate() {
        let verdict = match page.exclusion {
            _ if hit.bot => Verdict::Bot,
            Some(Exclusion::SelfReferral) => Verdict::SelfReferral,
            Some(Exclusion::PaymentGateway) => Verdict::PaymentGateway,
            None if position == 0 => Verdict::Touch,
            None if !page.names_a_source => Verdict::InnerPage,
            None if last_touch == Some(page.source_key) => Verdict::Duplicate,
            None => Verdict::Touch,
        };
        if verdict == Verdict::Touch {
            last_touch = Some(page.source_key);
        }
        judged.push(Candidate {
            hit: hit.id,
            at: hit.at,
            signature: page.signature,
            verdict,
        });
    }
    judged
}

/// Engaged time, each report credited to the latest page view that is not after it, and cut at the
/// most a page view can have. Reports before any page view belong to none and count nothing.
fn engaged_ms(hits: &[Hit], pages: &[(&Hit, &LandingEvidence)]) -> u64 {
    let mut per_page = vec![0_u64; pages.len()];
    for hit in hits {
        let HitKind::Engagement { ms } = hit.kind else {
            continue;
        };
        let opened = pages.partition_point(|(page, _)| page.at <= hit.at);
        if let Some(total) = opened
            .checked_sub(1)
            .and_then(|page| per_page.get_mut(page))
        {
            *total = total.saturating_add(u64::from(ms)).min(MAX_ENGAGED_MS);
        }
    }
    per_page.iter().sum()
}

#[cfg(test)]
#[path = "session_tests.rs"]
mod tests;
