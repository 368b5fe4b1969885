//! One person's history becomes conversions with credit.

use std::collections::HashMap;

use kernel::{ConversionId, Model, RevenueType, Timestamp};

use crate::conversion::{ConversionFact, Value};
use crate::credit::{
    Credit, Credited, Settings, UnattributedReason, counted_value, credit, refund,
};
use crate::touch::Touch;

/// Everything known of one person, in any order; of equal ids the earliest counts.
#[derive(Clone, Debug, Default)]
pub struct CustomerFacts {
    /// Touches of all their browsers.
    pub touches: Vec<Touch>,
    /// Conversions, refunds among them.
    pub conversions: Vec<ConversionFact>,
    /// Whether anything names the person; an event that names nobody is a person of its own.
    pub is_identified: bool,
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
    /// What counts of its worth: a refund waits for a rate as long as what it gives back does.
    pub value: Value,
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
    /// Why no model credits any touch. The first-touch model has a window of its own, so one
    /// model may credit a touch where another finds none: [`Self::unattributed_under`] tells.
    pub unattributed: Option<UnattributedReason>,
}

impl AttributedConversion {
    /// Why a model credits no touch; `None` when it does.
    pub fn unattributed_under(&self, model: Model) -> Option<UnattributedReason> {
        let is_credited = self
            .credits
            .iter()
            .any(|credit| credit.share(model).is_some());
        self.unattributed
            .or((!is_credited).then_some(UnattributedReason::NoTouchInWindow))
    }
}

/// Derives a person's conversions and credits. Total and deterministic: neither the order of the
/// facts nor repetitions change the result. Costs a sort of the facts, and for each conversion
/// what lies within its windows.
pub fn replay_customer(facts: &CustomerFacts, settings: Settings) -> Replay {
    let touches = settings.creditable(ordered_touches(&facts.touches));
    let conversions = ordered_conversions(&facts.conversions);
    let by_id = by_id(&conversions);
    let first_payment = first_payment(&conversions);
    let mut replay = Replay::default();
    let mut credited: HashMap<ConversionId, Credited> = HashMap::new();
    for sale in conversions
        .iter()
        .filter(|conversion| !conversion.origin.is_refund())
    {
        let mut result = credit(sale, &touches, facts.is_identified, settings);
        replay.synthetic_touches.extend(result.synthetic.take());
        credited.insert(sale.id, result);
    }
    // A refund may lie before what it refunds, so all sales are credited first.
    for conversion in conversions {
        let result = if conversion.origin.is_refund() {
            refund(conversion, &by_id, &credited)
        } else {
            credited.get(&conversion.id).cloned().unwrap_or_default()
        };
        replay.conversions.push(AttributedConversion {
            id: conversion.id,
            value: counted_value(conversion, &by_id),
            is_first_payment: is_first_payment(conversion, first_payment),
            is_synthetic: result.is_synthetic,
            touch_count: result.touch_count,
            first_touch_at: result.first_touch_at,
            credits: result.credits,
            unattributed: result.unattributed,
        });
    }
    replay
}

/// Touches by time and id, each id once.
pub(crate) fn ordered_touches(touches: &[Touch]) -> Vec<&Touch> {
    let mut ordered: Vec<&Touch> = touches.iter().collect();
    ordered.sort_by_key(|touch| (touch.id, touch.at));
    ordered.dedup_by_key(|touch| touch.id);
    ordered.sort_by_key(|touch| touch.order());
    ordered
}

/// Conversions by time and id, each id once.
pub(crate) fn ordered_conversions(conversions: &[ConversionFact]) -> Vec<&ConversionFact> {
    let mut ordered: Vec<&ConversionFact> = conversions.iter().collect();
    ordered.sort_by_key(|conversion| (conversion.id, conversion.occurred_at));
    ordered.dedup_by_key(|conversion| conversion.id);
    ordered.sort_by_key(|conversion| (conversion.occurred_at, conversion.id));
    ordered
}

/// Conversions by their ids.
pub(crate) fn by_id<'a>(
    conversions: &[&'a ConversionFact],
) -> HashMap<ConversionId, &'a ConversionFact> {
    conversions
        .iter()
        .map(|conversion| (conversion.id, *conversion))
        .collect()
}

/// The earliest payment, by time and id.
fn first_payment(ordered: &[&ConversionFact]) -> Option<ConversionId> {
    ordered
        .iter()
        .find(|conversion| is_payment(conversion))
        .map(|conversion| conversion.id)
}

fn is_payment(conversion: &ConversionFact) -> bool {
    conversion.revenue_type == RevenueType::Cash && !conversion.origin.is_refund()
}

/// The caller's word counts; without one the earliest payment is the first.
fn is_first_payment(conversion: &ConversionFact, first: Option<ConversionId>) -> Option<bool> {
    let derived = first == Some(conversion.id);
    is_payment(conversion).then(|| conversion.declared_first_payment.unwrap_or(derived))
}
