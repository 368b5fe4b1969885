//! Goes through the customers of a profile and compares whoever is not known as they are.
//!
//! One transaction takes a few hundred, so that a profile of a million is gone through beside everything else, by however
//! many processes, and a stop in the middle loses nothing. Whoever has not changed since they were compared last costs
//! one look.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::OnceLock;

use identity_graph::proposals::{
    Block, Commonness, MOST_IN_A_BLOCK, Proposal, Traits, VERSION, blocks, changed_pairs, propose,
};
use identity_graph::{Blocked, Pass, Walked};
use kernel::timestamp::{MICROS_PER_DAY, MICROS_PER_SECOND};
use kernel::{CustomerId, ProfileId, ProposalId, StoreError, Timestamp};
use uuid::Uuid;

use application::context::Context;
use application::unit_of_work::UnitOfWork;

/// Customers in one transaction.
const CHUNK: u32 = 200;

/// After so long everybody is looked at again: of whom more is known than their id tells nobody.
pub const EVERY: i64 = MICROS_PER_DAY;

/// Ids are made before what they name is stored: so long it may take.
const LATE: i64 = 60 * MICROS_PER_SECOND;

/// Bytes that stand for what is known of somebody.
const DIGEST: usize = 16;

/// What a look came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scanned {
    /// Another process is at it.
    Taken,
    /// Some customers were looked at, and there may be more.
    Some,
    /// The last ones were looked at.
    Through,
}

/// Asks for a pass from the beginning; one that is under way is it.
pub async fn request(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    profile_id: ProfileId,
) -> Result<Pass, StoreError> {
    let now = context.clock.now();
    work.proposals().request_pass(profile_id, now).await
}

/// Looks at those who wait for it, otherwise at the next customers in the order in which they were founded. A pass
/// from the beginning is begun where the last one is a day old.
pub async fn scan(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    profile_id: ProfileId,
    commonness: &OnceLock<Commonness>,
) -> Result<Scanned, StoreError> {
    let now = context.clock.now();
    let Some(mut pass) = work.proposals().take_pass(profile_id, now).await? else {
        return Ok(Scanned::Taken);
    };
    let is_old = |finished: Timestamp| finished < now.plus_micros(-EVERY);
    if pass.finished_at.is_some_and(is_old) {
        pass = work.proposals().request_pass(profile_id, now).await?;
    }
    let waiting = work.proposals().take_waiting(profile_id, CHUNK).await?;
    if !waiting.is_empty() {
        compare(work, context, profile_id, &waiting, commonness).await?;
        return Ok(Scanned::Some);
    }
    let next = work.proposals().next(profile_id, pass.after, CHUNK).await?;
    let compared = compare(work, context, profile_id, &next, commonness).await?;
    let is_last = next.len() < usize::try_from(CHUNK).unwrap_or(usize::MAX);
    pass.began_at = pass.began_at.or(Some(now));
    if pass.finished_at.is_none() {
        pass.walked = pass.walked.saturating_add(count(next.len()));
        pass.compared = pass.compared.saturating_add(count(compared));
    }
    if let Some(last) = next.last() {
        pass.after = *last;
    }
    if is_last {
        pass.finished_at = pass.finished_at.or(Some(now));
        // Whoever is founded at this moment comes with the next look.
        pass.after = pass.after.min(id_at(now.plus_micros(-LATE)));
    }
    work.proposals().put_pass(profile_id, &pass).await?;
    Ok(if is_last {
        Scanned::Through
    } else {
        Scanned::Some
    })
}

fn count(of: usize) -> u64 {
    u64::try_from(of).unwrap_or(u64::MAX)
}

/// The smallest id of an instant.
fn id_at(at: Timestamp) -> CustomerId {
    let millis = u128::try_from(at.micros() / 1_000).unwrap_or(0);
    Uuid::from_u128(millis << 80).into()
}

/// Compares those of the customers who are not as they were compared last with everybody who shares a block with them;
/// how many those are.
async fn compare(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    profile_id: ProfileId,
    customers: &[CustomerId],
    commonness: &OnceLock<Commonness>,
) -> Result<usize, StoreError> {
    let walked = work.proposals().walked(profile_id, customers).await?;
    let (aliases, walked): (Vec<_>, Vec<_>) =
        walked.into_iter().partition(|it| it.merged_into.is_some());
    let gone: Vec<_> = aliases
        .iter()
        .filter(|it| it.digest.is_some())
        .filter_map(|it| Some((it.candidate.customer_id, it.merged_into?)))
        .collect();
    if !gone.is_empty() {
        work.proposals().forget(profile_id, &gone).await?;
    }
    let digests = walked.iter().map(|it| digest(context, it));
    let changed: Vec<_> = walked
        .iter()
        .zip(digests)
        .filter(|(it, digest)| it.digest.as_ref() != Some(digest))
        .collect();
    if changed.is_empty() {
        return Ok(0);
    }
    let mut all: Vec<_> = changed
        .iter()
        .map(|(it, _)| Traits::from(&it.candidate))
        .collect();
    let found: Vec<BTreeMap<i64, Block>> = all.iter().map(|of| keyed(context, of)).collect();
    let blocked: Vec<_> = changed
        .into_iter()
        .zip(&found)
        .map(|((it, digest), found)| Blocked {
            customer: it.candidate.customer_id,
            digest,
            blocks: found.keys().copied().collect(),
        })
        .collect();
    work.proposals().put_blocks(profile_id, &blocked).await?;
    let ids: Vec<_> = blocked.iter().map(|it| it.customer).collect();
    let found: BTreeMap<i64, Block> = found.into_iter().flatten().collect();
    let (others, crowded) = sharing(work, profile_id, &ids, found).await?;
    let others = work.proposals().walked(profile_id, &others).await?;
    let others = others.iter().filter(|it| it.merged_into.is_none());
    all.extend(others.map(|it| Traits::from(&it.candidate)));
    let changed: BTreeSet<_> = ids.iter().copied().collect();
    let pairs = changed_pairs(&all, &changed, &crowded);
    let commonness = match commonness.get() {
        Some(known) => known,
        None if pairs.is_empty() => &Commonness::default(),
        None => {
            let counted = work.proposals().commonness(profile_id).await?;
            commonness.get_or_init(|| counted)
        }
    };
    let proposed = proposals(&all, &pairs, commonness);
    let proposed: Vec<(ProposalId, _, _)> = proposed
        .into_iter()
        .map(|(pair, proposal)| (context.ids.new_id().into(), pair, proposal))
        .collect();
    let now = context.clock.now();
    work.proposals()
        .propose(profile_id, &ids, &proposed, now)
        .await?;
    Ok(ids.len())
}

fn proposals(
    all: &[Traits],
    pairs: &BTreeSet<(usize, usize)>,
    commonness: &Commonness,
) -> Vec<([CustomerId; 2], Proposal)> {
    let proposed = pairs.iter().filter_map(|(one, other)| {
        let (one, other) = (all.get(*one)?, all.get(*other)?);
        let mut pair = [one.customer_id, other.customer_id];
        pair.sort();
        Some((pair, propose(one, other, commonness)?))
    });
    let mut proposed: Vec<_> = proposed.collect();
    proposed.sort_by_key(|(pair, _)| *pair);
    proposed
}

/// Who else is found by these blocks, and which of them too many are found by.
async fn sharing(
    work: &mut dyn UnitOfWork,
    profile_id: ProfileId,
    changed: &[CustomerId],
    mut found: BTreeMap<i64, Block>,
) -> Result<(Vec<CustomerId>, BTreeSet<Block>), StoreError> {
    let keys: Vec<i64> = found.keys().copied().collect();
    let sharing = work.proposals().sharing(profile_id, &keys, MOST_IN_A_BLOCK);
    let mut others = BTreeSet::new();
    for (key, members) in sharing.await? {
        found.remove(&key);
        others.extend(members);
    }
    for id in changed {
        others.remove(id);
    }
    Ok((others.into_iter().collect(), found.into_values().collect()))
}

/// Stands for what is known of somebody, so that it is not kept a second time.
fn digest(context: &Context<'_>, walked: &Walked) -> Vec<u8> {
    let text = format!("{VERSION}\0{}", walked.candidate.text());
    let fingerprint = context.sealing.fingerprint(text.as_bytes());
    fingerprint.iter().take(DIGEST).copied().collect()
}

fn keyed(context: &Context<'_>, of: &Traits) -> BTreeMap<i64, Block> {
    let key = |block: &Block| {
        let text = format!("block\0{}", block.text());
        let fingerprint = context.sealing.fingerprint(text.as_bytes());
        let first = fingerprint.first_chunk::<8>().copied();
        i64::from_be_bytes(first.unwrap_or_default())
    };
    let blocks = blocks(of).into_iter();
    blocks.map(|block| (key(&block), block)).collect()
}
