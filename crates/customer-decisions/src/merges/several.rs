//! Several decisions at once: all of them or none.

use std::collections::{BTreeMap, BTreeSet};

use identity_graph::{Filled, Merge};
use kernel::{Currency, CustomerId, MergeId, Model, PersonId, ProfileAccess, StoreError};

use super::consequence::with_after;
use super::{CreditedChange, MergeError, PreviewHash, decide, hold_all, stamp, undo_held};
use application::context::Context;
use application::transaction::Contended;
use application::unit_of_work::UnitOfWork;

/// What several decisions do, one after the other.
#[derive(Clone, Debug, PartialEq)]
pub struct SeveralConsequence {
    /// What became of the pairs, in their order.
    pub pairs: Vec<PairMerged>,
    /// What is credited otherwise after all of them, in the order of channels and models.
    pub credited: Vec<CreditedChange>,
    /// The currency of all cash; none where nobody was made one.
    pub currency: Option<Currency>,
    /// Stands for all of this.
    pub hash: PreviewHash,
}

/// What became of one of several pairs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PairMerged {
    /// By which decision the two are one; none where they were one before, and nothing of the queue says by which.
    pub by: Option<MergeId>,
    /// That decision, with what it fills in, if it is about this pair: another pair may have made them one, or somebody
    /// before.
    pub made: Option<(Merge, Vec<Filled>)>,
}

/// Which of several decisions cannot be, and why.
#[derive(Debug, thiserror::Error)]
#[error("{error}")]
pub struct AtPlace<E> {
    /// So many of the list stand before it; nothing where it was none of them.
    pub place: Option<usize>,
    /// Why.
    pub error: E,
}

impl<E: Contended> Contended for AtPlace<E> {
    fn is_contended(&self) -> bool {
        self.error.is_contended()
    }
}

impl<E: From<StoreError>> From<StoreError> for AtPlace<E> {
    fn from(error: StoreError) -> Self {
        Self::of_none(error.into())
    }
}

impl<E> AtPlace<E> {
    /// One of them stood in the way.
    pub(crate) fn of(place: usize) -> impl Fn(E) -> Self {
        move |error| Self {
            place: Some(place),
            error,
        }
    }

    /// Something else did.
    pub(crate) fn of_none(error: E) -> Self {
        Self { place: None, error }
    }
}

/// Makes one of each of the pairs, whose customers may be one with others by the pairs before. A pair that was made one by a
/// decision before has that. With `expected` only if all of it does what was previewed, unless nothing is left to do. For
/// whoever [holds](hold_all) everything already.
pub(crate) async fn merge_several(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    access: &ProfileAccess,
    pairs: &[([CustomerId; 2], Option<MergeId>)],
    expected: Option<PreviewHash>,
) -> Result<SeveralConsequence, AtPlace<MergeError>> {
    let (consequence, _) = decide_all(work, context, access, pairs).await?;
    let made: Vec<&Merge> = consequence.made().collect();
    if !made.is_empty() && expected.is_some_and(|expected| expected != consequence.hash) {
        return Err(AtPlace::of_none(MergeError::Stale));
    }
    let profile_id = access.profile_id;
    for merge in &made {
        stamp(work, context, access, merge, "customer.merged").await?;
        let pair = [merge.survivor, merge.merged];
        work.proposals().merged(profile_id, pair, merge).await?;
    }
    for ((pair, _), told) in pairs.iter().zip(&consequence.pairs) {
        if let Some(merge) = made.iter().find(|merge| Some(merge.id) == told.by) {
            work.proposals().merged(profile_id, *pair, merge).await?;
        }
    }
    work.proposals().forget(profile_id, &gone(&made)).await?;
    Ok(consequence)
}

/// Who is an alias by these decisions, made one after the other, and of whom in the end.
fn gone(made: &[&Merge]) -> Vec<(CustomerId, CustomerId)> {
    let mut heirs = BTreeMap::new();
    // From the last one on, so that it is known already whose alias a survivor became.
    for merge in made.iter().rev() {
        let heir = heirs.get(&merge.survivor).copied();
        heirs.insert(merge.merged, heir.unwrap_or(merge.survivor));
    }
    heirs.into_iter().collect()
}

impl SeveralConsequence {
    /// The decisions.
    pub fn made(&self) -> impl Iterator<Item = &Merge> {
        let made = self.pairs.iter().filter_map(|pair| pair.made.as_ref());
        made.map(|(merge, _)| merge)
    }
}

/// What [`merge_several`] would do, with what is credited afterwards. Nothing may be kept of the transaction.
pub(crate) async fn preview_several(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    access: &ProfileAccess,
    pairs: &[([CustomerId; 2], Option<MergeId>)],
) -> Result<SeveralConsequence, AtPlace<MergeError>> {
    let (mut consequence, people) = decide_all(work, context, access, pairs).await?;
    let changes = std::mem::take(&mut consequence.credited);
    let told = with_after(work, access.profile_id, &people, changes).await?;
    consequence.credited = told.ok_or(AtPlace::of_none(MergeError::Busy))?;
    Ok(consequence)
}

/// Decides about one pair after the other, and tells everybody whom that concerned.
async fn decide_all(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    access: &ProfileAccess,
    pairs: &[([CustomerId; 2], Option<MergeId>)],
) -> Result<(SeveralConsequence, Vec<PersonId>), AtPlace<MergeError>> {
    let mut text = String::from("several");
    let mut told: Vec<PairMerged> = Vec::with_capacity(pairs.len());
    let mut people = BTreeSet::new();
    let mut sums: BTreeMap<(String, Model), CreditedChange> = BTreeMap::new();
    let mut currency = None;
    for (place, (pair, before)) in pairs.iter().enumerate() {
        let at = AtPlace::of(place);
        let [one, other] = leading(work, access, *pair).await.map_err(&at)?;
        if before.is_some() || one == other {
            // Who was made one last with whom they lead to.
            let mut made = told.iter().rev().filter_map(|it| it.made.as_ref());
            let by = made.find(|(merge, _)| merge.survivor == one);
            let by = by.map(|(merge, _)| merge.id);
            told.push(PairMerged {
                by: before.or(by),
                made: None,
            });
            continue;
        }
        // With those before it a pair may make one of others, too, of whom nobody was asked.
        let are_two = work.proposals().are_two(access.profile_id, [one, other]);
        if are_two.await.map_err(|error| at(error.into()))? {
            return Err(at(MergeError::Two));
        }
        let decided = decide(work, context, access, [one, other]).await;
        let (consequence, concerned) = decided.map_err(&at)?;
        text.push_str(&consequence.text());
        people.extend(concerned);
        currency = Some(consequence.currency);
        for change in consequence.credited {
            let key = (change.channel.clone(), change.model);
            add(&mut sums, key, change);
        }
        told.push(PairMerged {
            by: Some(consequence.merge.id),
            made: Some((consequence.merge, consequence.filled)),
        });
    }
    let credited = sums.into_values();
    let credited = credited.filter(|it| !it.cash.is_zero() || it.conversions != 0);
    let consequence = SeveralConsequence {
        pairs: told,
        credited: credited.collect(),
        currency,
        hash: PreviewHash(context.sealing.fingerprint(text.as_bytes())),
    };
    Ok((consequence, people.into_iter().collect()))
}

fn add(
    sums: &mut BTreeMap<(String, Model), CreditedChange>,
    key: (String, Model),
    change: CreditedChange,
) {
    match sums.get_mut(&key) {
        Some(sum) => {
            sum.cash = sum.cash + change.cash;
            sum.conversions = sum.conversions.saturating_add(change.conversions);
        }
        None => {
            sums.insert(key, change);
        }
    }
}

/// Whom the ids of a pair lead to by now.
async fn leading(
    work: &mut dyn UnitOfWork,
    access: &ProfileAccess,
    pair: [CustomerId; 2],
) -> Result<[CustomerId; 2], MergeError> {
    let found = work.joins().customers(access.profile_id, &pair).await?;
    let lead = |id: CustomerId| {
        let of = found.iter().find(|it| it.id == id);
        of.and_then(|it| it.merged_into).unwrap_or(id)
    };
    Ok(pair.map(lead))
}

/// Takes several decisions back, the latest first. Those that were taken back before are answered as they were.
pub async fn undo_several(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    access: &ProfileAccess,
    ids: &[MergeId],
) -> Result<Vec<Merge>, AtPlace<MergeError>> {
    let held = hold_all(work, context, access.profile_id).await;
    held.map_err(AtPlace::of_none)?;
    let mut undone = BTreeMap::new();
    // Ids are in the order of time.
    let mut latest_first: Vec<(usize, MergeId)> = ids.iter().copied().enumerate().collect();
    latest_first.sort_by_key(|(_, id)| std::cmp::Reverse(*id));
    for (place, id) in latest_first {
        let merge = undo_held(work, context, access, id).await;
        undone.insert(place, merge.map_err(AtPlace::of(place))?);
    }
    Ok(undone.into_values().collect())
}
