//! The credit of one conversion: of a sale by its path, of a refund by the sale.

use std::collections::HashMap;

use kernel::{ConversionId, Model, Timestamp, TouchId};

use crate::conversion::{ConversionFact, Value};
use crate::models::weights;
use crate::path::{path, within_reach};
use crate::refunds::way;
use crate::share::{CreditShare, split};
use crate::synthetic::synthetic_touch;
use crate::touch::{Touch, TouchKind};
use crate::windows::Windows;

/// What a profile decides about its models; the usual windows by default.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Settings {
    /// Its windows.
    pub windows: Windows,
    /// Whether views take credit. Otherwise they are told in explanations and change nothing.
    pub credits_views: bool,
}

impl Settings {
    /// The touches that may take credit, in their order.
    pub(crate) fn creditable(self, mut touches: Vec<&Touch>) -> Vec<&Touch> {
        if !self.credits_views {
            touches.retain(|touch| touch.kind != TouchKind::View);
        }
        touches
    }
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
    pub shares: [Option<CreditShare>; Model::COUNT],
}

impl Credit {
    /// What the touch gets under one model.
    pub fn share(&self, model: Model) -> Option<CreditShare> {
        let shares = Model::ALL.into_iter().zip(self.shares);
        shares
            .into_iter()
            .find_map(|(of, share)| share.filter(|_| of == model))
    }
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

/// The credit of one conversion, with what went into it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Credited {
    pub(crate) credits: Vec<Credit>,
    pub(crate) is_synthetic: bool,
    pub(crate) synthetic: Option<Touch>,
    pub(crate) touch_count: u32,
    pub(crate) first_touch_at: Option<Timestamp>,
    pub(crate) unattributed: Option<UnattributedReason>,
}

impl Credited {
    fn none(reason: UnattributedReason) -> Self {
        Self {
            unattributed: Some(reason),
            ..Self::default()
        }
    }
}

/// Credits a conversion that is no refund. `touches` are in order, and such as may take credit.
pub(crate) fn credit(
    conversion: &ConversionFact,
    touches: &[&Touch],
    is_identified: bool,
    settings: Settings,
) -> Credited {
    if !conversion.eligible {
        return Credited::none(UnattributedReason::NotEligible);
    }
    if conversion.value == Value::PendingFx {
        return Credited::none(UnattributedReason::PendingFx);
    }
    let windows = settings.windows;
    let near = within_reach(touches, windows, conversion.occurred_at);
    let synthetic = synthetic_touch(conversion, &path(near, windows, Model::Linear, conversion));
    let touches = with_synthetic(near, synthetic.as_ref());
    let counted = path(&touches, windows, Model::Linear, conversion);
    let credits = shares(conversion, &touches, windows);
    let reason = if is_identified {
        UnattributedReason::NoTouchInWindow
    } else {
        UnattributedReason::NoIdentity
    };
    Credited {
        unattributed: credits.is_empty().then_some(reason),
        touch_count: u32::try_from(counted.len()).unwrap_or(u32::MAX),
        first_touch_at: counted.first().map(|touch| touch.at),
        is_synthetic: synthetic.is_some(),
        synthetic,
        credits,
    }
}

/// The touches with the derived one in its place in the order.
pub(crate) fn with_synthetic<'a>(
    ordered: &[&'a Touch],
    synthetic: Option<&'a Touch>,
) -> Vec<&'a Touch> {
    let mut touches = ordered.to_vec();
    if let Some(synthetic) = synthetic {
        let place = touches.partition_point(|touch| touch.order() < synthetic.order());
        touches.insert(place, synthetic);
    }
    touches
}

/// One row a touch with the shares of all models. `touches` are in order.
fn shares(conversion: &ConversionFact, touches: &[&Touch], windows: Windows) -> Vec<Credit> {
    let mut rows: Vec<Credit> = touches.iter().map(|touch| without_share(touch)).collect();
    for (position, model) in Model::ALL.into_iter().enumerate() {
        let path = path(touches, windows, model, conversion);
        let weights = weights(model, &path, conversion.occurred_at);
        let mut rows = rows.iter_mut();
        // A path keeps the order of the touches, so its rows are met one after the other.
        for (touch, share) in path.into_iter().zip(split(&weights)) {
            let row = rows.find(|row| row.touch_id == touch.id);
            if let Some(place) = row.and_then(|row| row.shares.get_mut(position)) {
                *place = share;
            }
        }
    }
    rows.retain(|row| row.shares.iter().any(Option::is_some));
    rows
}

fn without_share(touch: &Touch) -> Credit {
    Credit {
        touch_id: touch.id,
        at: touch.at,
        kind: touch.kind,
        signature: touch.signature,
        shares: [None; Model::COUNT],
    }
}

/// A refund takes the shares of what it refunds, so that a sale that was given back nets to zero
/// in every channel. A refund of a refund follows the chain to the sale.
pub(crate) fn refund(
    conversion: &ConversionFact,
    by_id: &HashMap<ConversionId, &ConversionFact>,
    credited: &HashMap<ConversionId, Credited>,
) -> Credited {
    let chain = chain(conversion, by_id);
    match chain.sale {
        Some(sale) if chain.waits && sale.eligible => Credited::none(UnattributedReason::PendingFx),
        Some(sale) => Credited {
            is_synthetic: false,
            ..credited.get(&sale.id).cloned().unwrap_or_default()
        },
        None => Credited::none(UnattributedReason::RefundUnmatched),
    }
}

/// What counts of a conversion's worth now. Money that is given back before the money that came in
/// is counted would be a loss that nobody had.
pub(crate) fn counted_value(
    conversion: &ConversionFact,
    by_id: &HashMap<ConversionId, &ConversionFact>,
) -> Value {
    match conversion.value {
        Value::Known(_) if conversion.origin.is_refund() && chain(conversion, by_id).waits => {
            Value::PendingFx
        }
        value => value,
    }
}

/// What a refund gives back, however indirectly.
pub(crate) struct Chain<'a> {
    /// The sale at its end; `None` when the chain is broken or circular.
    pub(crate) sale: Option<&'a ConversionFact>,
    /// Whether the refund, or anything that it gives back, waits for a rate.
    pub(crate) waits: bool,
}

/// The chain of refunds that begins at one.
pub(crate) fn chain<'a>(
    refund: &ConversionFact,
    by_id: &HashMap<ConversionId, &'a ConversionFact>,
) -> Chain<'a> {
    let original = |conversion: &ConversionFact| by_id.get(&conversion.origin.refunded()?).copied();
    let way = way(refund.id, |id| Some(original(by_id.get(&id)?)?.id));
    let found = || way.steps.iter().filter_map(|id| by_id.get(id).copied());
    let end = found().next_back().filter(|_| way.circle.is_none());
    Chain {
        sale: end.filter(|end| !end.origin.is_refund()),
        waits: found().any(|conversion| conversion.value == Value::PendingFx),
    }
}
