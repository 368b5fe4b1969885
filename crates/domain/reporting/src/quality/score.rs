//! The score of data quality: how much of what reports rest on is there.
//!
//! A weighted mean of shares, so that every lost point has one place where it was lost. Nothing is
//! learned, smoothed or capped: whoever repairs something sees the score rise by what was said
//! that it costs. What is urgent is told by [`trust`](super::trust).

use kernel::Exact;

use super::Share;

/// Which rules the score follows. Other weights or components are another version.
pub const VERSION: &str = "quality_v1";

/// Tenths of a point in a whole score.
const WHOLE_SCORE: i128 = 1_000;
/// Units of [`Exact`] in one.
const ONE: i128 = 100_000_000_000_000_000;
/// Units of [`Exact`] in a tenth.
const TENTH: i128 = ONE / 10;

/// What the score is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ComponentCode {
    /// Attributed of eligible outcomes.
    Coverage,
    /// Paid touches without an issue reported high, of all paid touches.
    Tagging,
    /// Outcomes that name somebody, of all.
    Identity,
    /// Credited cash of ads that are known, of credited cash with an ad id.
    AdResolution,
    /// Feeds that are not silent, of all that were ever seen.
    Continuity,
    /// Amounts with a rate, of those in another currency than the reporting currency.
    Currency,
}

impl ComponentCode {
    /// All of them, in the order in which they are shown.
    pub const ALL: [Self; 6] = [
        Self::Coverage,
        Self::Tagging,
        Self::Identity,
        Self::AdResolution,
        Self::Continuity,
        Self::Currency,
    ];

    /// The wire word.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Coverage => "coverage",
            Self::Tagging => "tagging",
            Self::Identity => "identity",
            Self::AdResolution => "ad_resolution",
            Self::Continuity => "continuity",
            Self::Currency => "currency",
        }
    }

    /// Points of a hundred, where every component is measured. A component that is not gives its
    /// weight to the others.
    pub const fn weight(self) -> u8 {
        match self {
            Self::Coverage => 30,
            Self::Tagging => 20,
            Self::Identity | Self::AdResolution | Self::Continuity => 15,
            Self::Currency => 5,
        }
    }
}

/// What was measured: of each component the good part. A whole that is not above 0 means that
/// there is nothing to judge; a part outside its whole (refunds can do that to cash) counts as its
/// nearest end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[expect(missing_docs, reason = "the components, which say it themselves")]
pub struct Measured {
    pub coverage: Share,
    pub tagging: Share,
    pub identity: Share,
    pub ad_resolution: Share,
    pub continuity: Share,
    pub currency: Share,
}

impl Measured {
    const fn of(&self, code: ComponentCode) -> Share {
        match code {
            ComponentCode::Coverage => self.coverage,
            ComponentCode::Tagging => self.tagging,
            ComponentCode::Identity => self.identity,
            ComponentCode::AdResolution => self.ad_resolution,
            ComponentCode::Continuity => self.continuity,
            ComponentCode::Currency => self.currency,
        }
    }
}

/// One component of a score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Component {
    /// Which.
    pub code: ComponentCode,
    /// Its [`weight`](ComponentCode::weight), whether it is measured or not.
    pub weight: u8,
    /// The good part as it was measured.
    pub good: Exact,
    /// Of what.
    pub of: Exact,
    /// 0 to 100, one decimal; `None` when there is nothing to judge.
    pub percent: Option<Exact>,
    /// What the score lacks because of this component, one decimal; `None` when there is nothing
    /// to judge.
    pub lost_points: Option<Exact>,
}

/// The score and where it comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Quality {
    /// 0 to 100, one decimal, half up. Together with all lost points it is exactly 100; `None` when
    /// nothing was measured, since no data is no quality.
    pub score: Option<Exact>,
    /// Each component once, in the order of [`ComponentCode::ALL`].
    pub components: Vec<Component>,
}

/// Works the score out.
pub fn score(measured: &Measured) -> Quality {
    let mut components = ComponentCode::ALL.map(|code| Component {
        code,
        weight: code.weight(),
        good: measured.of(code).part,
        of: measured.of(code).of,
        percent: None,
        lost_points: None,
    });
    let mut judged: Vec<Judged<'_>> = components.iter_mut().filter_map(Judged::of).collect();
    let weights: i128 = judged.iter().map(|it| it.weight).sum();
    let score = (weights > 0).then(|| WHOLE_SCORE - give_points(&mut judged, weights));
    Quality {
        score: score.map(tenths),
        components: components.to_vec(),
    }
}

/// A component with something to judge.
struct Judged<'a> {
    component: &'a mut Component,
    weight: i128,
    /// What its share lacks of one, in units of [`Exact`].
    lacks: i128,
}

impl<'a> Judged<'a> {
    fn of(component: &'a mut Component) -> Option<Self> {
        if component.of <= Exact::ZERO {
            return None;
        }
        let good = component.good.clamp(Exact::ZERO, component.of);
        let share = good.divide(component.of, 17)?;
        let hundredfold = Exact::from_units(share.units().saturating_mul(100));
        component.percent = hundredfold.divide(Exact::whole(1), 1);
        Some(Self {
            weight: i128::from(component.weight),
            lacks: ONE - share.units(),
            component,
        })
    }

    /// What it costs in tenths of a point times `weights · ONE`, a whole number: comparing and
    /// adding these rounds nothing.
    fn cost(&self) -> i128 {
        self.weight * self.lacks * WHOLE_SCORE
    }
}

/// Gives each component the points that it loses, and returns all of them in tenths. The tenths that
/// rounding down leaves over go to the largest remainders, the first component first.
fn give_points(judged: &mut [Judged<'_>], weights: i128) -> i128 {
    let tenth = weights * ONE;
    let cost: i128 = judged.iter().map(Judged::cost).sum();
    // The score is rounded half up, so what is lost is rounded half down.
    let lost = (2 * cost + tenth - 1) / (2 * tenth);
    judged.sort_by_key(|it| std::cmp::Reverse(it.cost() % tenth));
    let rounded_down: i128 = judged.iter().map(|it| it.cost() / tenth).sum();
    let mut left = lost - rounded_down;
    for it in judged {
        let extra = i128::from(left > 0);
        left -= extra;
        it.component.lost_points = Some(tenths(it.cost() / tenth + extra));
    }
    lost
}

/// A number of tenths.
const fn tenths(count: i128) -> Exact {
    Exact::from_units(count * TENTH)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_are_a_hundred_points() {
        let weights = ComponentCode::ALL.map(|code| u32::from(code.weight()));
        assert_eq!(weights.iter().sum::<u32>(), 100);
    }
}
