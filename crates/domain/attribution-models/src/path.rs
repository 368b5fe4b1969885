//! Which touches count for a conversion.

use kernel::{Model, RevenueType, Timestamp};

use crate::conversion::ConversionFact;
use crate::touch::{Touch, TouchKind};
use crate::windows::{WindowDays, Windows};

/// Whether a touch counts, and if not, why.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Admission {
    /// It counts.
    Kept,
    /// It came after the conversion.
    AfterConversion,
    /// It lies further back than the window reaches.
    OutsideWindow {
        /// Microseconds before the conversion.
        age_micros: i64,
        /// The window that decided.
        window: WindowDays,
    },
    /// Its window is turned off.
    WindowOff,
    /// It is a view, and the profile gives views no credit.
    ViewsIgnored,
}

/// The window that decides about touches of a kind for a conversion under a model.
pub const fn window(
    windows: Windows,
    model: Model,
    revenue_type: RevenueType,
    kind: TouchKind,
) -> WindowDays {
    match (kind, model, revenue_type) {
        (TouchKind::View, _, _) => windows.view_through_days,
        (_, Model::FirstTouch, _) => windows.first_touch_days,
        (_, _, RevenueType::Cash) => windows.cash_days,
        _ => windows.click_days,
    }
}

/// Whether one touch counts.
pub fn admission(window: WindowDays, touch: &Touch, converted_at: Timestamp) -> Admission {
    let age_micros = converted_at.micros_since(touch.at);
    if age_micros < 0 {
        Admission::AfterConversion
    } else if window.get() == 0 {
        Admission::WindowOff
    } else if window.admits(age_micros) {
        Admission::Kept
    } else {
        Admission::OutsideWindow { age_micros, window }
    }
}

/// The touches that some window could admit, of touches in order: none after the conversion, none
/// further back than the longest window. Found by bisection, so that a long history costs each of
/// its conversions only what lies near it.
pub fn within_reach<'t, 'a>(
    ordered: &'t [&'a Touch],
    windows: Windows,
    converted_at: Timestamp,
) -> &'t [&'a Touch] {
    let earliest = converted_at.plus_micros(-windows.longest().micros());
    let from = ordered.partition_point(|touch| touch.at < earliest);
    let to = ordered.partition_point(|touch| touch.at <= converted_at);
    ordered.get(from..to).unwrap_or_default()
}

/// The touches that count for a conversion under a model, in the order given.
pub fn path<'a>(
    touches: &[&'a Touch],
    windows: Windows,
    model: Model,
    conversion: &ConversionFact,
) -> Vec<&'a Touch> {
    let counts = |touch: &&Touch| {
        let window = window(windows, model, conversion.revenue_type, touch.kind);
        admission(window, touch, conversion.occurred_at) == Admission::Kept
    };
    touches.iter().copied().filter(counts).collect()
}
