//! What a social network finds browsers by: its own cookies, which lie beside the facts for a few days.

use event_intake::ports::{EvidenceOf, KeptEvidence};
use event_intake::{EVIDENCE_LIFE, MatchEvidence};
use export_rules::{DestinationKind, Routing, routing};
use kernel::{ProfileId, StoreError, Timestamp, VisitorId};

use crate::unit_of_work::UnitOfWork;

/// Whether a profile's browsers are to say what their cookies are: it keeps that, and tells it somebody.
pub async fn wants_cookies(
    work: &mut dyn UnitOfWork,
    profile_id: ProfileId,
) -> Result<bool, StoreError> {
    let compliance = work.export_compliance().find(profile_id).await?;
    if !compliance.keeps_match_evidence() {
        return Ok(false);
    }
    let destinations = work.destinations().all(profile_id).await?;
    let (switches, mode) = (compliance.switches, compliance.privacy.mode);
    let mut social = destinations
        .iter()
        .filter(|it| it.kind() == DestinationKind::SocialCapi);
    Ok(social.any(|it| routing(it, switches, mode) == Routing::Active))
}

/// Keeps what browsers said of their cookies just now, if that is wanted.
pub(super) async fn keep(
    work: &mut dyn UnitOfWork,
    profile_id: ProfileId,
    said: Vec<(VisitorId, MatchEvidence)>,
    now: Timestamp,
) -> Result<(), StoreError> {
    if said.is_empty() || !wants_cookies(work, profile_id).await? {
        return Ok(());
    }
    let kept = said.into_iter().map(|(visitor, evidence)| KeptEvidence {
        of: EvidenceOf::Visitor(visitor),
        evidence,
        seen_at: now,
        expires_at: now.plus_micros(EVIDENCE_LIFE),
    });
    let kept: Vec<KeptEvidence> = kept.collect();
    work.match_evidence().keep(profile_id, &kept).await
}
