//! Reads the referrers of page views anew under the profile's lists of hosts.

use channel_classifier::{Evidence, RawEvidence, RawReferrer};
use kernel::{ProfileId, StoreError};

use super::fact::exclusion;
use crate::attribution::hold;
use crate::context::Context;
use crate::evidence;
use crate::ports::{ReferredView, RereadView};
use crate::unit_of_work::UnitOfWork;

/// Reads at most `limit` page views anew, one worker at a time. False when nothing is left. Whatever
/// has another signature now is in no session until the profile is replayed as a whole.
pub async fn reread(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    profile_id: ProfileId,
    limit: u32,
) -> Result<bool, StoreError> {
    if !hold(work, profile_id).await? {
        return Ok(false);
    }
    let Some(views) = work.rereadings().next(profile_id, limit).await? else {
        return Ok(false);
    };
    let Some(profile) = work.attribution().profile(profile_id).await? else {
        return Ok(false);
    };
    let read = |view: &ReferredView| {
        let referrer = RawReferrer::Url(&view.referrer);
        let raw = RawEvidence::of_visit(view.url.as_deref(), referrer);
        evidence::read(&profile, &raw)
    };
    let changed: Vec<(&ReferredView, Evidence)> = views
        .iter()
        .map(|view| (view, read(view)))
        .filter(|(view, evidence)| exclusion(evidence) != view.exclusion.as_deref())
        .collect();
    let all: Vec<&Evidence> = changed.iter().map(|(_, evidence)| evidence).collect();
    let signatures = evidence::record(work, context, &profile, &all).await?;
    let reread: Vec<RereadView> = changed
        .iter()
        .zip(signatures)
        .map(|((view, evidence), signature_id)| RereadView {
            at: view.at,
            id: view.id,
            signature_id,
            source_key: evidence.source_key(),
            names_a_source: evidence.names_a_source(),
            exclusion: exclusion(evidence),
        })
        .collect();
    let is_last = u32::try_from(views.len()).is_ok_and(|count| count < limit);
    let last = views.last().filter(|_| !is_last);
    work.rereadings().write(profile_id, &reread, last).await?;
    Ok(!is_last)
}
