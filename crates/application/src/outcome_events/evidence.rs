//! What browsers said when events happened, which lies beside the facts for a few days.

use event_intake::ports::{EvidenceOf, KeptEvidence, OutcomeEventFact};
use event_intake::{Consent, EVIDENCE_LIFE, MatchEvidence};
use identity_graph::Resolved;
use kernel::{PersonId, ProfileId, StoreError};

use crate::unit_of_work::UnitOfWork;

/// Keeps the evidence of new facts, unless the profile tells nobody of it, and deletes that of people who refuse.
pub(super) async fn settle(
    work: &mut dyn UnitOfWork,
    profile_id: ProfileId,
    facts: &[OutcomeEventFact],
    (people, evidence): (&[Resolved], Vec<MatchEvidence>),
) -> Result<(), StoreError> {
    let refusing: Vec<PersonId> = facts.iter().zip(people).flat_map(refusing).collect();
    if !refusing.is_empty() {
        let store = work.match_evidence();
        store.forget(profile_id, &refusing).await?;
    }
    let said = facts.iter().zip(evidence);
    let kept: Vec<KeptEvidence> = said
        .filter(|(_, evidence)| !evidence.is_empty())
        .map(|(fact, evidence)| KeptEvidence {
            of: EvidenceOf::Event(fact.id),
            evidence,
            seen_at: fact.occurred_at,
            expires_at: fact.received_at.plus_micros(EVIDENCE_LIFE),
        })
        .collect();
    if kept.is_empty() {
        return Ok(());
    }
    let compliance = work.export_compliance().find(profile_id).await?;
    if compliance.keeps_match_evidence() {
        work.match_evidence().keep(profile_id, &kept).await?;
    }
    Ok(())
}

/// Whom a refusal is of: the person, and the browser that it came from.
fn refusing((fact, resolved): (&OutcomeEventFact, &Resolved)) -> Vec<PersonId> {
    if !fact.consent.is_some_and(Consent::refuses_ads) {
        return Vec::new();
    }
    let customer = resolved.customer.map(PersonId::Customer);
    let visitor = resolved.visitor.map(PersonId::Visitor);
    customer.into_iter().chain(visitor).collect()
}
