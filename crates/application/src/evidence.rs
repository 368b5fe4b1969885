//! Traffic evidence enters the dictionary.

use std::collections::BTreeMap;

use channel_classifier::ports::ClassifiedSignature;
use channel_classifier::{Classifier, Coarseness, Evidence, RawEvidence, Signature, Site};
use kernel::StoreError;
use kernel::timestamp::MICROS_PER_DAY;

use crate::context::Context;
use crate::ports::Profile;
use crate::unit_of_work::UnitOfWork;

/// New signatures that a profile may add in a day in full detail.
const FULL_DETAIL_A_DAY: u64 = 20_000;

/// New signatures a day beyond which the campaign is given up too.
const WITH_CAMPAIGN_A_DAY: u64 = 40_000;

/// The normal form of raw evidence on the profile's site.
pub fn read(profile: &Profile, raw: &RawEvidence<'_>) -> Evidence {
    let site = Site {
        own_domains: &profile.own_domains,
        excluded_referrers: &profile.excluded_referrers,
        allowed_referrers: &profile.allowed_referrers,
    };
    Evidence::from_raw(raw, &site)
}

/// Puts the signatures of `evidence` into the dictionary and returns their ids in the same order.
///
/// A profile that meets very many distinct signatures in a day (somebody puts a session id into
/// `utm_term`) gives up detail for the new ones, so that the dictionary stays small; what was
/// received stays on the events.
///
/// New signatures are labelled by the profile's rules in force, which nobody can change before this
/// transaction ends.
pub async fn record(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    profile: &Profile,
    evidence: &[&Evidence],
) -> Result<Vec<i64>, StoreError> {
    let signatures: Vec<Signature> = evidence
        .iter()
        .map(|evidence| evidence.signature())
        .collect();
    let mut distinct: BTreeMap<i64, Signature> = signatures
        .iter()
        .map(|signature| (signature.id(), signature.clone()))
        .collect();
    let ids: Vec<i64> = distinct.keys().copied().collect();
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    for known in work.signatures().known(profile.id, &ids).await? {
        distinct.remove(&known);
    }
    let coarsened = add_new(work, context, profile, distinct).await?;
    let id = |signature: &Signature| {
        let id = signature.id();
        coarsened.get(&id).copied().unwrap_or(id)
    };
    Ok(signatures.iter().map(id).collect())
}

/// Adds signatures and returns, for those that lost detail, what they became.
async fn add_new(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    profile: &Profile,
    new: BTreeMap<i64, Signature>,
) -> Result<BTreeMap<i64, i64>, StoreError> {
    if new.is_empty() {
        return Ok(BTreeMap::new());
    }
    let now = context.clock.now();
    let since = now.plus_micros(-MICROS_PER_DAY);
    let level = coarseness(work.signatures().added_since(profile.id, since).await?);
    let classifier = work.channel_rules().classifier(profile.id).await?;
    let mut became = BTreeMap::new();
    let mut rows = Vec::with_capacity(new.len());
    for (id, signature) in new {
        let kept = match level {
            Some(level) => signature.coarsened(level),
            None => signature,
        };
        became.insert(id, kept.id());
        rows.push(classified(&classifier, kept));
    }
    work.signatures().add(profile.id, &rows, now).await?;
    Ok(became)
}

fn coarseness(added_today: u64) -> Option<Coarseness> {
    match added_today {
        0..FULL_DETAIL_A_DAY => None,
        FULL_DETAIL_A_DAY..WITH_CAMPAIGN_A_DAY => Some(Coarseness::TermAndContent),
        _ => Some(Coarseness::Campaign),
    }
}

/// A signature with what the profile's rules make of it.
fn classified(classifier: &Classifier, signature: Signature) -> ClassifiedSignature {
    let verdict = classifier.classify(&signature);
    ClassifiedSignature {
        channel: verdict.channel.to_owned(),
        rule: verdict.rule.to_owned(),
        source: signature.source().to_owned(),
        medium: signature.medium().to_owned(),
        is_direct: verdict.is_direct(),
        signature,
    }
}

/// Click ids as facts keep them: one of a kind, in the order of the kinds.
pub fn click_ids(evidence: &Evidence) -> Vec<(String, String)> {
    let by_kind: BTreeMap<_, _> = evidence.click_ids.iter().cloned().collect();
    by_kind.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn detail_is_given_up_in_two_steps() {
        assert_eq!(coarseness(19_999), None);
        assert_eq!(coarseness(20_000), Some(Coarseness::TermAndContent));
        assert_eq!(coarseness(39_999), Some(Coarseness::TermAndContent));
        assert_eq!(coarseness(40_000), Some(Coarseness::Campaign));
    }
}
