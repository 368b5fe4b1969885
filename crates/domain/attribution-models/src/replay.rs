//! One person's history becomes conversions with credit.

use std::collections::{BTreeMap, HashMap, HashSet};

use kernel::{ConversionId, Model, RevenueType, Timestamp, TouchId};

use crate::conversion::{ConversionFact, Value};
use crate::models::weights;
use crate::path::path;
use crate::share::{CreditShare, split};
use crate::synthetic::synthetic_touch;
use crate::touch::{Touch, TouchKind};
use crate::windows::Windows;

/// Everything known of one person, in any order; the first of equal ids counts.
#[derive(Clone, Debug, Default)]
pub struct CustomerFacts {
    /// Touches of all their browsers.
    pub touches: Vec<Touch>,
    /// Conversions, refunds among them.
    pub conversions: Vec<ConversionFact>,
    /// Whether anything names the person; an event that names nobody is a person of its own.
    pub is_identified: bool,
}

/// What a profile decides about its models.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Its windows.
    pub windows: Windows,
}

/// What a history comes to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Replay {
    /// By time, then id.
    pub conversions: Vec<AttributedConversion>,
    /// Touches that were derived from conversions.
    pub synthetic_touches: Vec<Touch>,
}

/// A conversion with its credit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AttributedConversion {
    /// The conversion.
    pub id: ConversionId,
    /// Whether it is the person's first payment; `None` when it is no payment.
    pub is_first_payment: Option<bool>,
    /// Whether its touch had to be derived from its own evidence.
    pub is_synthetic: bool,
    /// Touches that the linear model counts.
    pub touch_count: u32,
    /// The first of them.
    pub first_touch_at: Option<Timestamp>,
    /// By touch order; a touch that no model credits is left out.
    pub credits: Vec<Credit>,
    /// Why no model credits any touch.
    pub unattributed: Option<UnattributedReason>,
}

/// What one touch gets of one conversion.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Credit {
    /// The touch.
    pub touch_id: TouchId,
    /// When it was.
    pub at: Timestamp,
    /// What it was.
    pub kind: TouchKind,
    /// Its traffic signature.
    pub signature: i64,
    /// One share for each model, in the order of [`Model::ALL`].
    pub shares: [Option<CreditShare>; 5],
}

/// Why a conversion has no credit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnattributedReason {
    /// The event names nobody, so no touch can be found.
    NoIdentity,
    /// No touch in any window.
    NoTouchInWindow,
    /// Its definition does not let it be credited.
    NotEligible,
    /// Its value cannot be told in the reporting currency yet.
    PendingFx,
    /// It refunds a conversion that is not known (yet).
    RefundUnmatched,
}

impl UnattributedReason {
    /// The database and wire word.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::NoIdentity => "no_identity",
            Self::NoTouchInWindow => "no_touch_in_window",
            Self::NotEligible => "not_eligible",
            Self::PendingFx => "pending_fx",
            Self::RefundUnmatched => "refund_unmatched",
        }
    }
}

/// Derives a person's conversions and credits. Total and deterministic: neither the order of the
/// facts nor repetitions change the result.
pub fn replay_customer(facts: &CustomerFacts, settings: Settings) -> Replay {
    let touches = ordered_touches(&facts.touches);
    let conversions = ordered_conversions(&facts.conversions);
    let first_payment = first_payment(&conversions);
    let mut replay = Replay::default();
    let mut credited: HashMap<ConversionId, Credited> = HashMap::new();
    for conversion in conversions
        .iter()
        .filter(|conversion| !conversion.is_refund)
    {
        let result = credit(conversion, &touches, facts.is_identified, settings);
        replay.synthetic_touches.extend(result.synthetic.clone());
        credited.insert(conversion.id, result);
    }
    let by_id: HashMap<ConversionId, &ConversionFact> = conversions
        .iter()
        .map(|conversion| (conversion.id, *conversion))
        .collect();
    for conversion in conversions {
        let result = if conversion.is_refund {
            refund(conversion, &by_id, &credited)
        } else {
            credited.get(&conversion.id).cloned().unwrap_or_default()
        };
        replay.conversions.push(AttributedConversion {
            id: conversion.id,
            is_first_payment: is_first_payment(conversion, first_payment),
            is_synthetic: result.synthetic.is_some(),
            touch_count: result.touch_count,
            first_touch_at: result.first_touch_at,
            credits: result.credits,
            unattributed: result.unattributed,
        });
    }
    replay
}

/// Touches by time and id, each once.
pub(crate) fn ordered_touches(touches: &[Touch]) -> Vec<Touch> {
    let mut seen = HashSet::new();
    let mut ordered: Vec<Touch> = touches
        .iter()
        .filter(|touch| seen.insert(touch.id))
        .cloned()
        .collect();
    ordered.sort_by_key(Touch::order);
    ordered
}

fn ordered_conversions(conversions: &[ConversionFact]) -> Vec<&ConversionFact> {
    let mut seen = HashSet::new();
    let mut ordered: Vec<&ConversionFact> = conversions
        .iter()
        .filter(|conversion| seen.insert(conversion.id))
        .collect();
    ordered.sort_by_key(|conversion| (conversion.occurred_at, conversion.id));
    ordered
}

/// The earliest payment, by time and id.
fn first_payment(ordered: &[&ConversionFact]) -> Option<ConversionId> {
    ordered
        .iter()
        .find(|conversion| is_payment(conversion))
        .map(|conversion| conversion.id)
}

fn is_payment(conversion: &ConversionFact) -> bool {
    conversion.revenue_type == RevenueType::Cash && !conversion.is_refund
}

/// The caller's word counts; without one the earliest payment is the first.
fn is_first_payment(conversion: &ConversionFact, first: Option<ConversionId>) -> Option<bool> {
    let derived = first == Some(conversion.id);
    is_payment(conversion).then(|| conversion.declared_first_payment.unwrap_or(derived))
}

/// The credit of one conversion, with what went into it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Credited {
    pub(crate) credits: Vec<Credit>,
    pub(crate) synthetic: Option<Touch>,
    pub(crate) touch_count: u32,
    pub(crate) first_touch_at: Option<Timestamp>,
    pub(crate) unattributed: Option<UnattributedReason>,
}

/// Credits a conversion that is no refund. `touches` are in order.
pub(crate) fn credit(
    conversion: &ConversionFact,
    touches: &[Touch],
    is_identified: bool,
    settings: Settings,
) -> Credited {
    let none = |reason| Credited {
        unattributed: Some(reason),
        ..Credited::default()
    };
    if !conversion.eligible {
        return none(UnattributedReason::NotEligible);
    }
    if conversion.value == Value::PendingFx {
        return none(UnattributedReason::PendingFx);
    }
    let windows = settings.windows;
    let synthetic = {
        let counted = path(touches, windows, Model::Linear, conversion);
        synthetic_touch(conversion, &counted)
    };
    let with_synthetic = synthetic.iter().cloned().chain(touches.iter().cloned());
    let touches: Vec<Touch> = match synthetic {
        Some(_) => ordered_touches(&with_synthetic.collect::<Vec<_>>()),
        None => touches.to_vec(),
    };
    let credits = shares(conversion, &touches, windows);
    let counted = path(&touches, windows, Model::Linear, conversion);
    let reason = if is_identified {
        UnattributedReason::NoTouchInWindow
    } else {
        UnattributedReason::NoIdentity
    };
    Credited {
        unattributed: credits.is_empty().then_some(reason),
        touch_count: u32::try_from(counted.len()).unwrap_or(u32::MAX),
        first_touch_at: counted.first().map(|touch| touch.at),
        synthetic,
        credits,
    }
}

/// One row a touch with the shares of all models.
fn shares(conversion: &ConversionFact, touches: &[Touch], windows: Windows) -> Vec<Credit> {
    let mut by_touch: BTreeMap<(Timestamp, TouchId), Credit> = BTreeMap::new();
    for (position, model) in Model::ALL.into_iter().enumerate() {
        let path = path(touches, windows, model, conversion);
        let weights = weights(model, &path, conversion.occurred_at);
        for (touch, share) in path.into_iter().zip(split(&weights)) {
            let Some(share) = share else { continue };
            let credit = by_touch.entry(touch.order()).or_insert_with(|| Credit {
                touch_id: touch.id,
                at: touch.at,
                kind: touch.kind,
                signature: touch.signature,
                shares: [None; 5],
            });
            if let Some(place) = credit.shares.get_mut(position) {
                *place = Some(share);
            }
        }
    }
    by_touch.into_values().collect()
}

/// A refund takes the shares of what it refunds, so that a sale that was given back nets to zero
/// in every channel. A refund of a refund follows the chain to the sale.
fn refund(
    conversion: &ConversionFact,
    by_id: &HashMap<ConversionId, &ConversionFact>,
    credited: &HashMap<ConversionId, Credited>,
) -> Credited {
    let none = |reason| Credited {
        unattributed: Some(reason),
        ..Credited::default()
    };
    match refunded_sale(conversion, by_id) {
        Some(sale) if conversion.value == Value::PendingFx && sale.eligible => {
            none(UnattributedReason::PendingFx)
        }
        Some(sale) => {
            let sale = credited.get(&sale.id).cloned().unwrap_or_default();
            Credited {
                synthetic: None,
                ..sale
            }
        }
        None => none(UnattributedReason::RefundUnmatched),
    }
}

/// The sale at the end of a chain of refunds; `None` when the chain is broken or circular.
pub(crate) fn refunded_sale<'a>(
    refund: &ConversionFact,
    by_id: &HashMap<ConversionId, &'a ConversionFact>,
) -> Option<&'a ConversionFact> {
    let mut seen = HashSet::from([refund.id]);
    let mut next = refund.refund_of?;
    loop {
        let conversion = by_id.get(&next)?;
        if !conversion.is_refund {
            return Some(conversion);
        }
        if !seen.insert(conversion.id) {
            return None;
        }
        next = conversion.refund_of?;
    }
}
