//! A browser event as far as it can be worked out without a store.

use channel_classifier::{Evidence, RawEvidence, RawReferrer, ReferrerClass};
use event_intake::ports::{TrackerEventFact, TrackerFactKind};
use event_intake::{PageReferrer, TrackerEvent, TrackerEventKind};
use kernel::{Timestamp, VisitorId};

use super::collect::Sender;
use crate::evidence;
use crate::ports::Profile;

/// The fact without its traffic evidence.
pub(super) fn fact_of(
    profile: &Profile,
    event: &TrackerEvent,
    (visitor_id, received_at): (VisitorId, Timestamp),
    sender: &Sender,
) -> TrackerEventFact {
    let mut fact = TrackerEventFact {
        id: event.id,
        occurred_at: event.occurred_at,
        received_at,
        visitor_id,
        kind: TrackerFactKind::Custom,
        name: None,
        url: None,
        path: None,
        title: None,
        referrer: None,
        engaged_ms: None,
        properties: None,
        signature_id: None,
        source_key: None,
        names_a_source: None,
        exclusion: None,
        ad_id: None,
        campaign_id: None,
        click_ids: Vec::new(),
        subject: None,
        identifiers: None,
        country: sender.country.clone(),
        device: sender.device.clone(),
        browser: sender.browser.clone(),
        os: sender.os.clone(),
        bot_reason: sender.bot_reason.clone(),
        sender: sender.name.clone(),
    };
    let kept = |address: &str| profile.addresses.of(address);
    match &event.kind {
        TrackerEventKind::PageView {
            url,
            referrer,
            title,
        } => {
            fact.kind = TrackerFactKind::PageView;
            fact.url = Some(kept(url));
            fact.title.clone_from(title);
            if let PageReferrer::Present(referrer) = referrer {
                fact.referrer = Some(kept(referrer));
            }
        }
        TrackerEventKind::Engagement { url, ms } => {
            fact.kind = TrackerFactKind::Engagement;
            fact.url = url.as_deref().map(kept);
            fact.engaged_ms = Some(*ms);
        }
        TrackerEventKind::Identify { .. } => fact.kind = TrackerFactKind::Identify,
        TrackerEventKind::Custom {
            name,
            url,
            properties,
        } => {
            fact.name = Some(name.clone());
            fact.url = url.as_deref().map(kept);
            fact.properties.clone_from(properties);
        }
    }
    fact
}

/// What the evidence of a page view says besides its signature.
pub(super) fn put_evidence(fact: &mut TrackerEventFact, evidence: &Evidence) {
    fact.path.clone_from(&evidence.landing_path);
    fact.source_key = Some(evidence.source_key());
    fact.names_a_source = Some(evidence.names_a_source());
    fact.exclusion = exclusion(evidence);
    fact.ad_id.clone_from(&evidence.ad_id);
    fact.campaign_id.clone_from(&evidence.campaign_id);
    fact.click_ids = evidence::click_ids(evidence);
}

/// Which list covers the page before, as facts keep it.
pub(super) fn exclusion(evidence: &Evidence) -> Option<&'static str> {
    match evidence.referrer_class {
        ReferrerClass::SelfReferral => Some("self_referral"),
        ReferrerClass::PaymentGateway => Some("payment_gateway"),
        _ => None,
    }
}

/// The traffic evidence of a page view.
pub(super) fn evidence_of(profile: &Profile, event: &TrackerEvent) -> Option<Evidence> {
    let TrackerEventKind::PageView { url, referrer, .. } = &event.kind else {
        return None;
    };
    let referrer = match referrer {
        PageReferrer::Present(url) => RawReferrer::Url(url),
        PageReferrer::KnownAbsent => RawReferrer::KnownAbsent,
        PageReferrer::Unknown => RawReferrer::Unknown,
    };
    Some(evidence::read(
        profile,
        &RawEvidence::of_visit(Some(url), referrer),
    ))
}
