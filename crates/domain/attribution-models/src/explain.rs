//! Why a credit is what it is, worked out by the very functions that credit.

use std::collections::HashMap;

use kernel::{ConversionId, Exact, Model, Timestamp, TouchId};
use rust_decimal::Decimal;

use crate::conversion::{ConversionFact, Value};
use crate::credit::{Settings, UnattributedReason, chain, counted_value, credit, with_synthetic};
use crate::models::weights;
use crate::path::{Admission, admission, path, window};
use crate::replay::{CustomerFacts, by_id, ordered_conversions, ordered_touches};
use crate::share::{CreditShare, credited_amount, split};
use crate::touch::{Touch, TouchKind};
use crate::windows::WindowDays;

/// One touch and what became of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CandidateTouch {
    /// The touch.
    pub touch_id: TouchId,
    /// When it was.
    pub at: Timestamp,
    /// What it was.
    pub kind: TouchKind,
    /// Its traffic signature.
    pub signature: i64,
    /// Whether its channel is Direct.
    pub direct: bool,
    /// Whether it counts.
    pub admission: Admission,
    /// The window that decided about it.
    pub window: WindowDays,
    /// What the model weighs it, beside the weights of the other touches that count.
    pub weight: u128,
    /// Its share.
    pub share: Option<CreditShare>,
    /// What it is credited; `None` without a share or a value.
    pub amount: Option<Exact>,
}

/// Why one conversion is credited as it is under one model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConversionExplanation {
    /// The conversion.
    pub id: ConversionId,
    /// The sale whose shares it copies, when it is a refund.
    pub follows: Option<ConversionId>,
    /// The value that is split, in the reporting currency.
    pub value: Option<Decimal>,
    /// Every touch of the person, in order.
    pub candidates: Vec<CandidateTouch>,
    /// The last touch with and without views; `None` when there is no view among the candidates, or nothing
    /// can be credited at all.
    pub views: Option<LastTouches>,
    /// Why no touch has credit under this model.
    pub unattributed: Option<UnattributedReason>,
}

/// Which touch comes last before a conversion, whether or not the profile gives views credit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LastTouches {
    /// When views count.
    pub with_views: Option<TouchId>,
    /// When they do not.
    pub without_views: Option<TouchId>,
}

/// Explains one conversion; `None` when it is not among the facts.
pub fn explain(
    facts: &CustomerFacts,
    settings: Settings,
    id: ConversionId,
    model: Model,
) -> Option<ConversionExplanation> {
    let by_id = by_id(&ordered_conversions(&facts.conversions));
    let conversion = *by_id.get(&id)?;
    let value = match counted_value(conversion, &by_id) {
        Value::Known(value) => Some(value),
        Value::None | Value::PendingFx => None,
    };
    let (sale, pending) = if conversion.origin.is_refund() {
        let chain = chain(conversion, &by_id);
        (chain.sale, chain.waits)
    } else {
        (Some(conversion), conversion.value == Value::PendingFx)
    };
    let mut explanation = match sale {
        Some(sale) => explain_sale(facts, settings, sale, (model, value, pending)),
        None => unmatched(id),
    };
    explanation.id = id;
    explanation.value = value;
    explanation.follows = sale
        .filter(|_| conversion.origin.is_refund())
        .map(|sale| sale.id);
    Some(explanation)
}

fn unmatched(id: ConversionId) -> ConversionExplanation {
    ConversionExplanation {
        id,
        follows: None,
        value: None,
        candidates: Vec::new(),
        views: None,
        unattributed: Some(UnattributedReason::RefundUnmatched),
    }
}

fn explain_sale(
    facts: &CustomerFacts,
    settings: Settings,
    sale: &ConversionFact,
    (model, value, pending): (Model, Option<Decimal>, bool),
) -> ConversionExplanation {
    let touches = ordered_touches(&facts.touches);
    let creditable = settings.creditable(touches.clone());
    let credited = credit(sale, &creditable, facts.is_identified, settings);
    let touches = with_synthetic(&touches, credited.synthetic.as_ref());
    let creditable = settings.creditable(touches.clone());
    let counted = path(&creditable, settings.windows, model, sale);
    let weights = weights(model, &counted, sale.occurred_at);
    let is_creditable = sale.eligible && sale.value != Value::PendingFx && !pending;
    let shares: HashMap<TouchId, (u128, Option<CreditShare>)> = counted
        .iter()
        .zip(weights.iter().zip(split(&weights)))
        .map(|(touch, (weight, share))| (touch.id, (*weight, share.filter(|_| is_creditable))))
        .collect();
    let candidate = |touch: &&Touch| {
        let window = window(settings.windows, model, sale.revenue_type, touch.kind);
        let (weight, share) = shares.get(&touch.id).copied().unwrap_or_default();
        CandidateTouch {
            touch_id: touch.id,
            at: touch.at,
            kind: touch.kind,
            signature: touch.signature,
            direct: touch.direct,
            admission: match admission(window, touch, sale.occurred_at) {
                Admission::Kept if touch.kind == TouchKind::View && !settings.credits_views => {
                    Admission::ViewsIgnored
                }
                other => other,
            },
            window,
            weight,
            share,
            amount: share
                .zip(value)
                .map(|(share, value)| credited_amount(value, share)),
        }
    };
    let pending_fx = Some(UnattributedReason::PendingFx).filter(|_| pending && sale.eligible);
    let is_credited = shares.values().any(|(_, share)| share.is_some());
    let outside = Some(UnattributedReason::NoTouchInWindow).filter(|_| !is_credited);
    ConversionExplanation {
        id: sale.id,
        follows: None,
        value,
        candidates: touches.iter().map(candidate).collect(),
        views: last_touches(&touches, settings, sale).filter(|_| is_creditable),
        unattributed: pending_fx.or(credited.unattributed).or(outside),
    }
}

/// The last touches of a sale under both settings; `None` without views.
fn last_touches(
    touches: &[&Touch],
    settings: Settings,
    sale: &ConversionFact,
) -> Option<LastTouches> {
    let last = |credits_views| {
        let settings = Settings {
            credits_views,
            ..settings
        };
        let touches = settings.creditable(touches.to_vec());
        let counted = path(&touches, settings.windows, Model::LastTouch, sale);
        counted.last().map(|touch| touch.id)
    };
    let has_views = touches.iter().any(|touch| touch.kind == TouchKind::View);
    has_views.then(|| LastTouches {
        with_views: last(true),
        without_views: last(false),
    })
}
