//! What is read once, however many slices there are, because it concerns everybody: refunds, shared
//! browsers, and what signatures say.

use attribution_models::refunds::{Chains, Link};
use kernel::StoreError;

use super::Job;
use super::copy_out::{Fields, some};
use super::customers::{People, own_person};
use super::signatures::Signatures;
use super::snapshot::Pair;
use super::source::{Budget, Source};
use super::touches::Touches;
use super::visitors::Segments;

/// What the results of everybody follow from.
#[derive(Default)]
pub(super) struct Known {
    pub(super) chains: Chains,
    pub(super) signatures: Signatures,
    pub(super) segments: Segments,
}

/// How much everybody's facts are by all appearance.
#[derive(Clone, Copy, Default)]
pub(super) struct Size {
    pub(super) outcomes: u64,
    pub(super) touches: u64,
}

impl Size {
    /// What they take in memory.
    pub(super) fn bytes(self) -> u64 {
        let bytes = |rows: u64, each: usize| {
            let each = u64::try_from(each).unwrap_or(u64::MAX);
            rows.saturating_mul(each)
        };
        bytes(self.outcomes, People::EACH).saturating_add(bytes(self.touches, Touches::EACH))
    }
}

/// Reads it, and how much everybody's other facts are.
pub(super) async fn know(pair: &Pair, job: &Job) -> Result<(Known, Size), StoreError> {
    let mut known = Known::default();
    let budget = Budget::new(usize::MAX, 0);
    let one = Source::new(&pair.one.client, job, &budget);
    let two = Source::new(&pair.two.client, job, &budget);
    let (chains, signatures, segments) = (
        &mut known.chains,
        &mut known.signatures,
        &mut known.segments,
    );
    let refunds = one.each(include_str!("sql/refunds.sql"), |row| {
        chains.add(link(row)?);
        Ok(())
    });
    let beside = async {
        two.each(include_str!("sql/signatures.sql"), |row| {
            signatures.take(row)
        })
        .await?;
        two.each(include_str!("sql/segments.sql"), |row| segments.take(row))
            .await?;
        let mut size = Size::default();
        two.each(include_str!("sql/size.sql"), |row| {
            size.outcomes = some(row.bigint()?)?.unsigned_abs();
            size.touches = some(row.bigint()?)?.unsigned_abs();
            Ok(())
        })
        .await?;
        Ok(size)
    };
    let ((), size) = tokio::try_join!(refunds, beside)?;
    Ok((known, size))
}

fn link(row: &mut Fields<'_>) -> Result<Link, StoreError> {
    let id = some(row.uuid()?)?;
    Ok(Link {
        id: id.into(),
        event_type: some(row.text()?)?.to_owned(),
        idempotency_key: row.text()?.map(str::to_owned),
        refund_of: row.text()?.map(str::to_owned),
        person: own_person(id, row)?,
    })
}
