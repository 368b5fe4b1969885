//! What is written of pictures that were loaded: how often, and what recipients saw.
//!
//! A view founds, joins and names nobody, and makes no visit: there is no browser, session or event. What leads to a person
//! is the token of a recipient, and whose that is follows from the identity graph as it stands whenever somebody is replayed.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use channel_classifier::{Evidence, RawEvidence, RawReferrer};
use event_intake::ports::{IntakeReason, RecipientView, ViewCount};
use event_intake::views::{Claim, RecipientId, ViewAgent, ViewId, ViewIdentity};
use kernel::{Date, ProfileId, StoreError, Timestamp};
use reporting::causes::Cause;

use super::Signing;
use super::intake::LoadedPicture;
use crate::context::Context;
use crate::evidence;
use crate::known_signatures::KnownSignatures;
use crate::ports::{Mark, MarkTarget, Profile};
use crate::transaction::transact;
use crate::unit_of_work::{UnitOfWork, UnitsOfWork};

/// A picture of a profile, ready to be written.
#[derive(Clone, Debug)]
pub struct View {
    profile: Arc<Profile>,
    agent: ViewAgent,
    at: Timestamp,
    local_date: Date,
    evidence: Evidence,
    /// Whose it says to be.
    recipient: Option<RecipientId>,
    /// Whether it says to be somebody's, genuinely or not.
    is_claimed: bool,
}

impl View {
    /// Works out everything that needs no store. A token that is forged, or another profile's, is nobody's.
    pub fn of(context: &Context<'_>, profile: &Arc<Profile>, picture: &LoadedPicture) -> Self {
        let recipient = match &picture.request.claim {
            Claim::Recipient(token) => token.recipient(&Signing(context.sealing), profile.id),
            Claim::Nobody | Claim::Unreadable => None,
        };
        // A picture has no page before it: what loads it is a mail or a page of others, whose address says nothing.
        let address = picture.request.address.as_str();
        let raw = RawEvidence::of_visit(Some(address), RawReferrer::KnownAbsent);
        Self {
            profile: Arc::clone(profile),
            agent: picture.agent,
            at: picture.at,
            local_date: profile.timezone.local_date(picture.at),
            evidence: evidence::read(profile, &raw),
            recipient,
            is_claimed: picture.request.claim != Claim::Nobody,
        }
    }

    /// Whose it is.
    pub fn profile_id(&self) -> ProfileId {
        self.profile.id
    }

    /// What of it is kept if it is this recipient's.
    fn seen_by(&self, recipient: RecipientId, signature_id: i64) -> RecipientView {
        let identity = ViewIdentity {
            profile_id: self.profile.id,
            recipient,
            local_date: self.local_date,
            utm_campaign: self.evidence.utm_campaign.as_deref(),
            campaign_id: self.evidence.campaign_id.as_deref(),
            ad_id: self.evidence.ad_id.as_deref(),
        };
        RecipientView {
            id: identity.id(),
            recipient,
            occurred_at: self.at,
            local_date: self.local_date,
            signature_id,
            agent: self.agent,
            ad_id: self.evidence.ad_id.clone(),
            campaign_id: self.evidence.campaign_id.clone(),
        }
    }

    /// What it counts as.
    fn reason(&self, has_recipient: bool) -> IntakeReason {
        match self.agent {
            ViewAgent::Bot => IntakeReason::Bot,
            _ if self.is_claimed && !has_recipient => IntakeReason::UnknownRecipient,
            _ => IntakeReason::Accepted,
        }
    }
}

type Recorded = (Vec<IntakeReason>, Vec<(ProfileId, i64)>);

/// Records views of any number of profiles in one transaction: what each counts as, in their order. On an error nothing of
/// any is written.
pub async fn record(
    units: &dyn UnitsOfWork,
    context: &Context<'_>,
    known: &KnownSignatures,
    views: &[View],
) -> Result<Vec<IntakeReason>, StoreError> {
    let input = (context, known, views);
    let recorded = transact(units, &input, |work, (context, known, views)| {
        Box::pin(record_in(work, context, known, views))
    });
    let (reasons, signatures) = recorded.await?;
    known.add(signatures);
    Ok(reasons)
}

/// The same inside a transaction; the signatures that are in the dictionary once it is committed, too.
pub(crate) async fn record_in(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    known: &KnownSignatures,
    views: &[View],
) -> Result<Recorded, StoreError> {
    let mut reasons = vec![IntakeReason::Accepted; views.len()];
    let mut signatures = Vec::new();
    // In the order of profiles, so that two groups never wait for each other in a circle.
    let mut profiles: BTreeMap<ProfileId, Vec<(&mut IntakeReason, &View)>> = BTreeMap::new();
    for (reason, view) in reasons.iter_mut().zip(views) {
        let members = profiles.entry(view.profile.id).or_default();
        members.push((reason, view));
    }
    for (profile_id, members) in profiles {
        let ids = record_of(work, context, known, (profile_id, members)).await?;
        signatures.extend(ids.into_iter().map(|id| (profile_id, id)));
    }
    Ok((reasons, signatures))
}

/// Records views of one profile; the signatures that they have now.
async fn record_of(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    known: &KnownSignatures,
    (profile_id, mut members): (ProfileId, Vec<(&mut IntakeReason, &View)>),
) -> Result<BTreeSet<i64>, StoreError> {
    let Some((_, first)) = members.first() else {
        return Ok(BTreeSet::new());
    };
    let profile = Arc::clone(&first.profile);
    let claimed: BTreeSet<RecipientId> = members
        .iter()
        .filter_map(|(_, view)| view.recipient)
        .collect();
    let recipients = recipients(work, profile_id, claimed).await?;
    let signature = |view: &View| Some(view.evidence.signature().id());
    let mut ids: Vec<Option<i64>> = members.iter().map(|(_, view)| signature(view)).collect();
    let facts = ids.iter_mut();
    let facts = facts.zip(members.iter().map(|(_, view)| &view.evidence));
    known.sign(work, context, &profile, facts.collect()).await?;
    let mut counts: BTreeMap<(Date, i64, ViewAgent, bool), u32> = BTreeMap::new();
    let mut seen: BTreeMap<ViewId, RecipientView> = BTreeMap::new();
    let mut signatures = BTreeSet::new();
    for ((reason, view), id) in members.iter_mut().zip(ids.into_iter().flatten()) {
        let recipient = view.recipient.filter(|id| recipients.contains(id));
        **reason = view.reason(recipient.is_some());
        let key = (view.local_date, id, view.agent, recipient.is_some());
        *counts.entry(key).or_default() += 1;
        signatures.insert(id);
        if let Some(recipient) = recipient.filter(|_| view.agent.is_somebody()) {
            let view = view.seen_by(recipient, id);
            seen.entry(view.id).or_insert(view);
        }
    }
    work.views().count(profile_id, &rows(counts)).await?;
    let seen: Vec<RecipientView> = seen.into_values().collect();
    keep(work, context, profile_id, &seen).await?;
    Ok(signatures)
}

async fn recipients(
    work: &mut dyn UnitOfWork,
    profile_id: ProfileId,
    claimed: BTreeSet<RecipientId>,
) -> Result<BTreeSet<RecipientId>, StoreError> {
    if claimed.is_empty() {
        return Ok(claimed);
    }
    let claimed: Vec<RecipientId> = claimed.into_iter().collect();
    let found = work.views().recipients(profile_id, &claimed).await?;
    Ok(found.into_iter().collect())
}

fn rows(counts: BTreeMap<(Date, i64, ViewAgent, bool), u32>) -> Vec<ViewCount> {
    let row = |((local_date, signature_id, agent, has_recipient), views)| ViewCount {
        local_date,
        signature_id,
        agent,
        has_recipient,
        views,
    };
    counts.into_iter().map(row).collect()
}

/// Keeps what recipients saw, and marks whom that may credit otherwise.
async fn keep(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    profile_id: ProfileId,
    seen: &[RecipientView],
) -> Result<(), StoreError> {
    if seen.is_empty() {
        return Ok(());
    }
    let owners = work.views().insert(profile_id, seen).await?;
    if owners.is_empty() {
        return Ok(());
    }
    let owners: BTreeSet<_> = owners.into_iter().collect();
    // A view is of the moment in which it comes in, so none is late.
    let mark = |owner| Mark::new(MarkTarget::Customer(owner), Cause::TrackerEvent);
    let marks: Vec<Mark> = owners.into_iter().map(mark).collect();
    let now = context.clock.now();
    work.marks().add(profile_id, &marks, context.ids, now).await
}
