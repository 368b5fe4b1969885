//! The overview: a period's figures beside those of the period before.

use async_trait::async_trait;
use kernel::{Currency, Exact, ProfileAccess, StoreError, Timestamp};

use crate::figures::{percent, ratio};
use crate::question::Question;

/// What is asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OverviewQuery {
    /// Which rows of the store count.
    pub question: Question,
    /// Conversion figures as they were reported at this instant; as they are now when absent. Only
    /// for the conversion's day, and with no filter but that of the channel.
    pub as_of: Option<Timestamp>,
}

/// Sums over one period, as the store adds them up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OverviewSums {
    /// Ad spend in the reporting currency.
    pub spend: Exact,
    /// Cash credited to touches.
    pub revenue: Exact,
    /// Conversions without refunds; a sum of shares under a filter.
    pub outcomes: Exact,
    /// Those with credit.
    pub attributed_outcomes: Exact,
    /// All cash, refunds subtracted.
    pub cash_revenue: Exact,
    /// Payments; a sum of shares under a filter.
    pub cash_payments: Exact,
    /// Browsers.
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

/// The published figures of one period.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OverviewMetrics {
    /// Total ad spend in the reporting currency.
    pub spend: Exact,
    /// Attributed cash.
    pub revenue: Exact,
    /// Revenue by spend, six decimals; 0 without spend.
    pub roas: Exact,
    /// Conversions.
    pub outcomes: Exact,
    /// Conversions with credit.
    pub attributed_outcomes: Exact,
    /// Attributed by total, in percent, six decimals.
    pub coverage_percent: Exact,
    /// Distinct browsers.
    pub visitors: i64,
    /// Page views.
    pub pageviews: i64,
    /// Single-page sessions, in percent, six decimals.
    pub bounce_rate: Exact,
    /// Seconds a session, six decimals.
    pub avg_engaged_seconds: Exact,
    /// All cash.
    pub cash_revenue: Exact,
    /// Payments.
    pub cash_payments: Exact,
}

impl From<OverviewSums> for OverviewMetrics {
    fn from(sums: OverviewSums) -> Self {
        let sessions = Exact::whole(sums.sessions);
        let engaged_seconds = Exact::whole(sums.engaged_ms)
            .divide(Exact::whole(1_000), 3)
            .unwrap_or_default();
        Self {
            spend: sums.spend,
            revenue: sums.revenue,
            roas: ratio(sums.revenue, sums.spend),
            outcomes: sums.outcomes,
            attributed_outcomes: sums.attributed_outcomes,
            coverage_percent: percent(sums.attributed_outcomes, sums.outcomes),
            visitors: sums.visitors,
            pageviews: sums.pageviews,
            bounce_rate: percent(Exact::whole(sums.bounces), sessions),
            avg_engaged_seconds: ratio(engaged_seconds, sessions),
            cash_revenue: sums.cash_revenue,
            cash_payments: sums.cash_payments,
        }
    }
}

/// Both periods, and what was left out of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Overview {
    /// The period that was asked for.
    pub current: OverviewMetrics,
    /// The one of equal length before it.
    pub previous: OverviewMetrics,
    /// What a reader should know, as stable words: `spend_without_fx_rate`,
    /// `conversions_pending_fx`, `spend_has_no_<dimension>`, `web_channels_are_current`,
    /// `replay_pending`, `spend_of_all_goals`.
    pub warnings: Vec<String>,
    /// In which amounts are: of the figures, which may not be that of the settings yet.
    pub currency: Currency,
    /// Page views of the period asked for that came without an id, whatever the filters; no other
    /// figure knows them.
    pub anonymous_pageviews: i64,
    /// Whether spend of some account comes in by itself, so that the platform may not have told it all. Not of figures
    /// as they were reported earlier.
    pub reads_spend: bool,
}

/// Answers overviews.
#[cfg_attr(feature = "mocks", mockall::automock)]
#[async_trait]
pub trait OverviewReader: Send + Sync {
    /// The figures of the profile's present generation.
    async fn overview(
        &self,
        access: &ProfileAccess,
        query: &OverviewQuery,
    ) -> Result<Overview, StoreError>;
}

#[cfg(test)]
mod tests {
    use super::*;

    fn exact(text: &str) -> Exact {
        text.parse().unwrap()
    }

    #[test]
    fn figures_follow_from_sums() {
        let sums = OverviewSums {
            spend: exact("300"),
            revenue: exact("1000.5"),
            outcomes: exact("3"),
            attributed_outcomes: exact("2"),
            sessions: 7,
            bounces: 2,
            engaged_ms: 10_500,
            ..OverviewSums::default()
        };
        let metrics = OverviewMetrics::from(sums);
        assert_eq!(metrics.roas, exact("3.335"));
        assert_eq!(metrics.coverage_percent, exact("66.666667"));
        assert_eq!(metrics.bounce_rate, exact("28.571429"));
        assert_eq!(metrics.avg_engaged_seconds, exact("1.5"));
    }

    #[test]
    fn nothing_divides_to_nothing() {
        let metrics = OverviewMetrics::from(OverviewSums::default());
        assert_eq!(metrics.roas, Exact::ZERO);
        assert_eq!(metrics.coverage_percent, Exact::ZERO);
        assert_eq!(metrics.bounce_rate, Exact::ZERO);
    }
}
