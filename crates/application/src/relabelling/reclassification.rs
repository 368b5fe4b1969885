//! Every signature of a profile as it is labelled and as other rules would label it.

use std::collections::HashMap;
use std::future::poll_fn;
use std::task::Poll;

use channel_classifier::ports::KnownSignature;
use channel_classifier::{Classifier, Signature};
use kernel::{ProfileId, StoreError};

use super::labels::{Label, Names};
use crate::unit_of_work::UnitOfWork;

/// Signatures in one read: bounds memory, and is more than most profiles have.
pub const PAGE: u32 = 50_000;

/// Signatures between two places at which the work can be stopped.
const AT_ONCE: usize = 256;

/// Waits for nothing, so that work of which nobody wants the end can be dropped here.
async fn breathe() {
    let mut waited = false;
    poll_fn(|context| {
        if std::mem::replace(&mut waited, true) {
            return Poll::Ready(());
        }
        context.waker().wake_by_ref();
        Poll::Pending
    })
    .await;
}

/// A signature's label now and then.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reclassified {
    /// As it is.
    pub before: Label,
    /// As it would be.
    pub after: Label,
    /// Whether source or medium are kept otherwise than the signature says by now.
    pub is_outdated: bool,
}

impl Reclassified {
    /// Whether reports would show the signature under another channel.
    pub fn moves(&self) -> bool {
        self.before.channel != self.after.channel
    }

    /// Whether last-non-direct would see the signature's touches with other eyes.
    pub fn flips(&self) -> bool {
        self.before.is_direct != self.after.is_direct
    }
}

/// Judges every signature by the rules, and hands each to `keep` with what it is.
pub async fn reclassify(
    work: &mut dyn UnitOfWork,
    profile_id: ProfileId,
    classifier: &Classifier,
    keep: &mut (dyn FnMut(i64, &Signature, Reclassified) + Send),
) -> Result<(), StoreError> {
    let mut names = Names::default();
    let mut after = None;
    loop {
        let page = work.traffic().labelled(profile_id, after, PAGE).await?;
        let Some(last) = page.last().map(|known| known.id) else {
            return Ok(());
        };
        for some in page.chunks(AT_ONCE) {
            for known in some {
                let reclassified = reclassified(&mut names, classifier, known);
                keep(known.id, &known.signature, reclassified);
            }
            breathe().await;
        }
        after = Some(last);
    }
}

fn reclassified(
    names: &mut Names,
    classifier: &Classifier,
    known: &KnownSignature,
) -> Reclassified {
    Reclassified {
        before: names.label(&known.channel, &known.rule, known.is_direct),
        after: names.classify(classifier, &known.signature),
        is_outdated: known.source != known.signature.source()
            || known.medium != known.signature.medium(),
    }
}

/// What rules make of all signatures, by signature.
pub type Reclassifications = HashMap<i64, Reclassified>;
