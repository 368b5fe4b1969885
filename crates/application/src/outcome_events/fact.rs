//! An outcome event as far as it can be worked out without a store.

use channel_classifier::{Evidence, RawEvidence, RawReferrer, RawUtm};
use event_intake::ports::{KeptIdentifiers, OutcomeEventFact};
use event_intake::{
    Consent, JsonObject, MatchEvidence, NewOutcomeEvent, Pipeline, canonical_content,
};
use identity_graph::{Occasion, Origin, Resolved};
use kernel::{Amount, Currency, Timestamp};
use uuid::Uuid;

use super::record::{RecordOutcomeEvent, Recorded};
use crate::context::Context;
use crate::customers::{self, Named};
use crate::evidence;
use crate::keys::create::sha256;
use crate::ports::Profile;

/// What is known of a fact before anybody looks at the store.
#[derive(Clone, Debug)]
pub(super) struct Draft {
    said: Said,
    event_time: Option<Timestamp>,
    /// The event's own traffic evidence, when it says anything about a source: it enters the
    /// dictionary then, because it is what a synthetic touch is made of. An event from a server that
    /// says nothing is not Direct.
    source: Option<Evidence>,
    ignored_fields: Vec<&'static str>,
    /// What the browser said, which is no part of the fact.
    evidence: MatchEvidence,
    /// As events of earlier releases have it.
    plain_hash: [u8; 32],
}

/// What a fact says, whoever it is about and whenever it came in.
#[derive(Clone, Debug)]
struct Said {
    idempotency_key: Option<String>,
    content_hash: [u8; 32],
    event_type: String,
    event_name: Option<String>,
    amount: Option<Amount>,
    currency: Option<Currency>,
    identifiers: KeptIdentifiers,
    is_first_payment: Option<bool>,
    refund_of: Option<String>,
    url: Option<String>,
    signature_id: Option<i64>,
    ad_id: Option<String>,
    campaign_id: Option<String>,
    click_ids: Vec<(String, String)>,
    pipeline: Option<Pipeline>,
    consent: Option<Consent>,
    properties: Option<JsonObject>,
}

impl Draft {
    pub(super) fn of(
        context: &Context<'_>,
        profile: &Profile,
        command: &RecordOutcomeEvent,
        named: &Named,
    ) -> Self {
        let canonical = canonical_content(&command.event);
        let evidence = evidence_of(profile, &command.event);
        let hash = context.sealing.fingerprint(&canonical);
        let mut said = said_of(profile, command, named, (&evidence, hash));
        let says_whence = evidence.names_a_source() || evidence.campaign_id.is_some();
        let source = says_whence.then_some(evidence);
        said.signature_id = source.as_ref().map(|source| source.signature().id());
        Self {
            said,
            event_time: command.event.event_time,
            source,
            ignored_fields: named.identifiers.dropped().to_vec(),
            evidence: command.event.match_evidence.clone(),
            plain_hash: sha256(&canonical),
        }
    }

    /// The event as the identity graph is told of it, if it came in at `now`, with its id.
    pub(super) fn occasion(&self, context: &Context<'_>, now: Timestamp) -> Occasion {
        Occasion {
            at: self.occurred_at(now),
            origin: Origin::Server,
            candidate: context.ids.new_id().into(),
            fact: context.ids.new_id(),
        }
    }

    /// When the event happened, if it came in at `now`.
    pub(super) fn occurred_at(&self, now: Timestamp) -> Timestamp {
        self.event_time.unwrap_or(now)
    }

    /// The caller's key.
    pub(super) fn key(&self) -> Option<&str> {
        self.said.idempotency_key.as_deref()
    }

    /// What the event refunds.
    pub(super) fn refund_of(&self) -> Option<&str> {
        self.said.refund_of.as_deref()
    }

    /// Whether an event that is stored with this hash had the same content. Earlier releases hashed it
    /// without a key. Of somebody who was forgotten there is none: whatever is sent again is the same.
    pub(super) fn has_content_of(&self, stored: &[u8]) -> bool {
        stored.is_empty() || stored == self.said.content_hash || stored == self.plain_hash
    }

    /// Identifier fields that held a placeholder.
    pub(super) fn ignored_fields(&self) -> &[&'static str] {
        &self.ignored_fields
    }

    /// What the browser said; nothing is left of it here.
    pub(super) fn take_evidence(&mut self) -> MatchEvidence {
        std::mem::take(&mut self.evidence)
    }

    /// The signature and the evidence behind it, when they have to be in the dictionary.
    pub(super) fn source(&mut self) -> Option<(&mut Option<i64>, &Evidence)> {
        Some((&mut self.said.signature_id, self.source.as_ref()?))
    }

    /// The fact as it is written at `now` with the id of the occasion, and what the caller is told of it.
    pub(super) fn complete(
        self,
        context: &Context<'_>,
        (resolved, id): (&Resolved, Uuid),
        now: Timestamp,
    ) -> (OutcomeEventFact, Recorded) {
        let occurred_at = self.occurred_at(now);
        let said = self.said;
        // Money must never be counted twice by accident; without a key a retry is a second event,
        // so the caller is told which key would have prevented it.
        let is_keyless = said.amount.is_some() && said.idempotency_key.is_none();
        let generated_key = is_keyless.then(|| context.ids.new_id().to_string());
        let fact = OutcomeEventFact {
            id: id.into(),
            idempotency_key: said.idempotency_key.or_else(|| generated_key.clone()),
            content_hash: said.content_hash,
            received_at: now,
            occurred_at,
            event_type: said.event_type,
            event_name: said.event_name,
            amount: said.amount,
            currency: said.currency,
            subject: resolved.subject.as_ref().map(customers::subject_key),
            visitor_id: resolved.visitor,
            identifiers: said.identifiers,
            is_first_payment: said.is_first_payment,
            refund_of: said.refund_of,
            url: said.url,
            signature_id: said.signature_id,
            ad_id: said.ad_id,
            campaign_id: said.campaign_id,
            click_ids: said.click_ids,
            pipeline: said.pipeline,
            consent: said.consent,
            properties: said.properties,
        };
        let recorded = Recorded {
            id: fact.id,
            event_type: fact.event_type.clone(),
            occurred_at,
            received_at: now,
            replayed: false,
            generated_key,
            customer_id: resolved.customer,
            ignored_fields: self.ignored_fields,
        };
        (fact, recorded)
    }
}

/// What it says, without the signature of its traffic.
fn said_of(
    profile: &Profile,
    command: &RecordOutcomeEvent,
    named: &Named,
    (evidence, content_hash): (&Evidence, [u8; 32]),
) -> Said {
    let event = &command.event;
    let currency = event
        .value
        .as_ref()
        .map(|value| value.currency.unwrap_or(profile.currency));
    let key = command.idempotency_key.as_ref();
    Said {
        idempotency_key: key.map(|key| key.as_str().to_owned()),
        content_hash,
        event_type: event.event_type.as_str().to_owned(),
        event_name: event.event_name.clone(),
        amount: event.value.as_ref().map(|value| value.amount),
        currency,
        identifiers: named.kept.clone(),
        is_first_payment: event.is_first_payment,
        refund_of: event.refund_of.clone(),
        url: event.url.as_deref().map(|url| profile.addresses.of(url)),
        signature_id: None,
        ad_id: evidence.ad_id.clone(),
        campaign_id: evidence.campaign_id.clone(),
        click_ids: evidence::click_ids(evidence),
        pipeline: event.pipeline.clone(),
        consent: event.consent,
        properties: event.properties.clone(),
    }
}

/// The event's own traffic evidence.
fn evidence_of(profile: &Profile, event: &NewOutcomeEvent) -> Evidence {
    let click_ids: Vec<(&str, &str)> = event
        .click_ids
        .iter()
        .map(|(name, value)| (name.as_str(), value.as_str()))
        .collect();
    let raw = RawEvidence {
        landing_url: event.url.as_deref(),
        referrer: event
            .referrer
            .as_deref()
            .map_or(RawReferrer::Unknown, RawReferrer::Url),
        utm: RawUtm {
            source: event.utm_source.as_deref(),
            medium: event.utm_medium.as_deref(),
            campaign: event.utm_campaign.as_deref(),
            term: event.utm_term.as_deref(),
            content: event.utm_content.as_deref(),
        },
        click_ids: &click_ids,
        ad_id: event.ad_id.as_deref(),
        campaign_id: event.campaign_id.as_deref(),
    };
    evidence::read(profile, &raw)
}
