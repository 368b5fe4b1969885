//! The score, and where points were lost.

use std::cmp::Reverse;

use kernel::Exact;
use reporting::quality::score::{Component, ComponentCode, Measured, score};

use crate::format::{Number, percent, shares};

/// What the page says of the score.
pub(super) struct Score {
    /// Nothing where nothing was measured: no data is no quality.
    pub points: Option<Points>,
}

impl Score {
    pub(super) fn new(measured: &Measured) -> Self {
        Self {
            points: Points::new(measured),
        }
    }
}

/// The score in figures of one decimal.
pub(super) struct Points {
    /// 0 to 100.
    pub score: Number,
    /// What it is made of, the most lost points first; what was not measured behind them.
    pub parts: Vec<Part>,
}

/// A part of it.
pub(super) struct Part {
    pub name: &'static str,
    /// What is good of what.
    pub words: &'static str,
    /// Its points of a hundred where everything is measured.
    pub weight: u8,
    /// How much of it is good, and the points that it costs; nothing where nothing was measured.
    pub measured: Option<(Number, Number)>,
}

impl Points {
    fn new(measured: &Measured) -> Option<Self> {
        let found = score(measured);
        let mut parts: Vec<&Component> = found.components.iter().collect();
        parts.sort_by_key(|part| Reverse(part.lost_points));
        Some(Self {
            score: tenths(found.score?),
            parts: parts.into_iter().map(Part::new).collect(),
        })
    }
}

impl Part {
    fn new(component: &Component) -> Self {
        let (name, words) = said(component.code);
        let measured = component.percent.zip(component.lost_points);
        Self {
            name,
            words,
            weight: component.weight,
            measured: measured.map(|(good, lost)| (percent(good), tenths(lost))),
        }
    }
}

/// One decimal, also of a whole number: the lost points and the score are a hundred together.
fn tenths(value: Exact) -> Number {
    shares(value, false)
}

/// What a part is called, and what it is.
const fn said(code: ComponentCode) -> (&'static str, &'static str) {
    match code {
        ComponentCode::Coverage => ("Coverage", "eligible outcomes that are credited to a touch"),
        ComponentCode::Tagging => (
            "Links",
            "paid touches without a fault of high severity in their links",
        ),
        ComponentCode::Identity => ("Identity", "outcomes that name somebody"),
        ComponentCode::AdResolution => (
            "Ads",
            "credited cash of ads that the catalogue has, of all that names an ad",
        ),
        ComponentCode::Continuity => ("Continuity", "feeds that have not fallen silent"),
        ComponentCode::Currency => (
            "Rates",
            "amounts in another currency for which there is a rate",
        ),
    }
}

#[cfg(test)]
mod tests {
    use reporting::quality::Share;

    use super::*;

    #[test]
    fn the_most_lost_points_stand_first_and_what_was_not_measured_last() {
        assert!(Points::new(&Measured::default()).is_none());
        let measured = Measured {
            coverage: Share::counted(9, 10),
            identity: Share::counted(1, 2),
            ..Measured::default()
        };
        let points = Points::new(&measured).unwrap();
        assert_eq!(points.score.text, "76.7");
        let parts: Vec<_> = points
            .parts
            .iter()
            .map(|it| {
                (
                    it.name,
                    it.measured.as_ref().map(|(_, lost)| lost.text.as_str()),
                )
            })
            .take(3)
            .collect();
        let expected = [
            ("Identity", Some("16.6")),
            ("Coverage", Some("6.7")),
            ("Links", None),
        ];
        assert_eq!(parts, expected);
    }
}
