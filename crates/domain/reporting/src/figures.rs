//! Figures that can be added up over groups: what breakdowns and time series consist of.
//!
//! The store adds up; ratios are worked out here from the sums, for one group as for all, so that
//! the ratio of a total is never a mean of ratios.

use kernel::Exact;

/// Sums over the rows of one group.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FigureSums {
    /// Ad spend in the reporting currency.
    pub spend: Exact,
    /// Cash credited to touches.
    pub revenue: Exact,
    /// Shares of conversions, refunds not counted.
    pub conversions: Exact,
    /// Shares of payments, refunds not counted.
    pub payments: Exact,
    /// Distinct browsers.
    pub visitors: i64,
    /// Page views.
    pub pageviews: i64,
    /// Sessions with at least one page view.
    pub sessions: i64,
    /// Sessions with exactly one.
    pub bounces: i64,
    /// Engaged time in milliseconds.
    pub engaged_ms: i64,
}

/// The published figures of one group.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Figures {
    /// Ad spend in the reporting currency.
    pub spend: Exact,
    /// Cash credited to touches.
    pub revenue: Exact,
    /// Revenue by spend, six decimals; 0 without spend.
    pub roas: Exact,
    /// Credited conversions: a sum of shares.
    pub conversions: Exact,
    /// Distinct browsers.
    pub visitors: i64,
    /// Sessions with at least one page view.
    pub sessions: i64,
    /// Page views.
    pub pageviews: i64,
    /// Single-page sessions, in percent, six decimals.
    pub bounce_rate: Exact,
}

impl From<FigureSums> for Figures {
    fn from(sums: FigureSums) -> Self {
        Self {
            spend: sums.spend,
            revenue: sums.revenue,
            roas: ratio(sums.revenue, sums.spend),
            conversions: sums.conversions,
            visitors: sums.visitors,
            sessions: sums.sessions,
            pageviews: sums.pageviews,
            bounce_rate: percent(Exact::whole(sums.bounces), Exact::whole(sums.sessions)),
        }
    }
}

/// Decimals of ratios.
const RATIO_PLACES: u32 = 6;

/// `part / whole` to six decimals, half away from zero; 0 when there is nothing to divide by.
pub(crate) fn ratio(part: Exact, whole: Exact) -> Exact {
    part.divide(whole, RATIO_PLACES).unwrap_or_default()
}

/// `part` in percent of `whole`. Multiplying by a hundred before dividing keeps all six decimals
/// meaningful.
pub(crate) fn percent(part: Exact, whole: Exact) -> Exact {
    let hundredfold = Exact::from_units(part.units().saturating_mul(100));
    ratio(hundredfold, whole)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ratios_are_of_the_sums() {
        let sums = FigureSums {
            spend: "3".parse().unwrap(),
            revenue: "-1".parse().unwrap(),
            sessions: 7,
            bounces: 2,
            ..FigureSums::default()
        };
        let figures = Figures::from(sums);
        assert_eq!(figures.roas.to_string(), "-0.333333");
        assert_eq!(figures.bounce_rate.to_string(), "28.571429");
        assert_eq!(
            Figures::from(FigureSums::default()),
            Figures::default(),
            "nothing divides to nothing"
        );
    }
}
