//! Reports without a database: nothing happened yet.

use application::ports::{Mute, QualityDay, QualityReader, QualityScan};
use async_trait::async_trait;
use channel_classifier::Signature;
use channel_classifier::audit::UtmCategory;
use conversion_definitions::ports::{Catalogues, CataloguesReader};
use kernel::{
    ConversionId, Currency, Exact, Model, Period, ProfileAccess, ProfileId, ProposalId,
    RecomputeId, RestatementId, StoreError, TimeZone, Timestamp,
};
use reporting::breakdown::{Breakdown, BreakdownQuery, BreakdownReader};
use reporting::customer_search::{CustomerFinder, Found, SearchQuery};
use reporting::customers::{CustomersPage, CustomersQuery, CustomersReader};
use reporting::explain::{ConversionExplainer, Explanation};
use reporting::figures::Figures;
use reporting::freshness::{Freshness, FreshnessReader};
use reporting::journey::{Journey, JourneyQuery, JourneyReader};
use reporting::masking::PiiMode;
use reporting::merges::{MergesPage, MergesQuery, MergesReader};
use reporting::outcomes::{
    Bounded, CaptureQuery, Captured, OutcomeCount, OutcomesReader, UnclaimedType, Window,
};
use reporting::overview::{Overview, OverviewMetrics, OverviewQuery, OverviewReader, OverviewSums};
use reporting::paths::{PathsPage, PathsQuery, PathsReader};
use reporting::proposals::{ProposalRow, ProposalsPage, ProposalsQuery, ProposalsReader};
use reporting::quality::alerts::KnownSignal;
use reporting::quality::coverage::{Coverage, CoverageQuery, CoverageReader};
use reporting::quality::dangling::{CreditedAds, CreditedAdsReader, window};
use reporting::quality::standing::{Standing, StandingReader};
use reporting::recomputes::{Recompute, RecomputesPage, RecomputesQuery, RecomputesReader};
use reporting::restatements::{
    LinesQuery, RestatementDetail, RestatementsPage, RestatementsQuery, RestatementsReader,
};
use reporting::setup::{Setup, SetupReader};
use reporting::timeseries::{TimeSeries, TimeSeriesQuery, TimeSeriesReader};
use reporting::views::{Views, ViewsQuery, ViewsReader};

/// In which reports that are made up are.
pub(crate) fn fake_currency() -> Currency {
    Currency::parse("EUR").unwrap()
}

/// Answers every report with nothing.
pub(crate) struct FakeReads;

#[async_trait]
impl OverviewReader for FakeReads {
    async fn overview(&self, _: &ProfileAccess, _: &OverviewQuery) -> Result<Overview, StoreError> {
        let nothing = OverviewMetrics::from(OverviewSums::default());
        Ok(Overview {
            reads_spend: false,
            current: nothing,
            previous: nothing,
            warnings: Vec::new(),
            currency: fake_currency(),
            anonymous_pageviews: 0,
        })
    }
}

#[async_trait]
impl BreakdownReader for FakeReads {
    async fn breakdown(
        &self,
        _: &ProfileAccess,
        _: &BreakdownQuery,
    ) -> Result<Breakdown, StoreError> {
        Ok(Breakdown {
            reads_spend: false,
            rows: Vec::new(),
            total: Figures::default(),
            unattributed_conversions: None,
            next: None,
            currency: fake_currency(),
            warnings: Vec::new(),
        })
    }

    async fn of_catalogue(
        &self,
        access: &ProfileAccess,
        query: &BreakdownQuery,
    ) -> Result<Breakdown, StoreError> {
        self.breakdown(access, query).await
    }
}

#[async_trait]
impl TimeSeriesReader for FakeReads {
    async fn time_series(
        &self,
        _: &ProfileAccess,
        _: &TimeSeriesQuery,
    ) -> Result<TimeSeries, StoreError> {
        Ok(TimeSeries {
            reads_spend: false,
            buckets: Vec::new(),
            currency: fake_currency(),
            warnings: Vec::new(),
        })
    }
}

#[async_trait]
impl PathsReader for FakeReads {
    async fn paths(&self, _: &ProfileAccess, _: &PathsQuery) -> Result<PathsPage, StoreError> {
        Ok(PathsPage {
            rows: Vec::new(),
            next: None,
            currency: fake_currency(),
            warnings: Vec::new(),
        })
    }
}

#[async_trait]
impl QualityReader for FakeReads {
    async fn scan(&self, _: &ProfileAccess) -> Result<Option<QualityScan>, StoreError> {
        Ok(None)
    }

    async fn signatures(
        &self,
        _: &ProfileAccess,
        _: &[i64],
    ) -> Result<Vec<(i64, Signature)>, StoreError> {
        Ok(Vec::new())
    }

    async fn known_signals(&self, _: &ProfileAccess) -> Result<Vec<KnownSignal>, StoreError> {
        Ok(Vec::new())
    }

    async fn mutes(&self, _: &ProfileAccess) -> Result<Vec<(UtmCategory, Mute)>, StoreError> {
        Ok(Vec::new())
    }

    async fn days(&self, _: &ProfileAccess, _: Period) -> Result<Vec<QualityDay>, StoreError> {
        Ok(Vec::new())
    }
}

#[async_trait]
impl StandingReader for FakeReads {
    async fn standing(&self, _: &ProfileAccess, now: Timestamp) -> Result<Standing, StoreError> {
        let today = TimeZone::named("UTC").unwrap().local_date(now);
        Ok(Standing {
            period: window(today).unwrap(),
            today,
            made_on: today,
            oldest_change: None,
            conversions_without_rate: 0,
            spend_without_rate: 0,
            without_rate_since: None,
            foreign_amounts: 0,
            cash: Exact::ZERO,
            restated: Exact::ZERO,
        })
    }
}

#[async_trait]
impl CreditedAdsReader for FakeReads {
    async fn credited_ads(
        &self,
        _: &ProfileAccess,
        _: Model,
        now: Timestamp,
    ) -> Result<CreditedAds, StoreError> {
        let today = TimeZone::named("UTC").unwrap().local_date(now);
        Ok(CreditedAds {
            period: window(today).unwrap(),
            currency: None,
            has_catalogue: false,
            ads: Vec::new(),
        })
    }
}

#[async_trait]
impl CoverageReader for FakeReads {
    async fn coverage(
        &self,
        _: &ProfileAccess,
        query: &CoverageQuery,
    ) -> Result<Coverage, StoreError> {
        let today = TimeZone::named("UTC").unwrap().local_date(query.now);
        Ok(Coverage {
            period: query.period.unwrap_or_else(|| window(today).unwrap()),
            rows: Vec::new(),
            warnings: Vec::new(),
        })
    }
}

#[async_trait]
impl ViewsReader for FakeReads {
    async fn views(&self, _: &ProfileAccess, query: &ViewsQuery) -> Result<Views, StoreError> {
        let today = TimeZone::named("UTC").unwrap().local_date(query.now);
        Ok(Views {
            credited: false,
            period: query.period.unwrap_or_else(|| window(today).unwrap()),
            currency: Currency::NONE,
            campaigns: Vec::new(),
            has_more_campaigns: false,
            channels: Vec::new(),
            warnings: Vec::new(),
        })
    }
}

#[async_trait]
impl CustomersReader for FakeReads {
    async fn customers(
        &self,
        _: &ProfileAccess,
        _: &CustomersQuery,
    ) -> Result<CustomersPage, StoreError> {
        Ok(CustomersPage {
            rows: Vec::new(),
            next: None,
            currency: fake_currency(),
            warnings: Vec::new(),
        })
    }

    async fn goals(&self, _: &ProfileAccess) -> Result<Vec<String>, StoreError> {
        Ok(vec!["payment_received".to_owned()])
    }

    async fn pii_mode(&self, _: &ProfileAccess) -> Result<PiiMode, StoreError> {
        Ok(PiiMode::Visible)
    }
}

#[async_trait]
impl CustomerFinder for FakeReads {
    async fn find(&self, _: &ProfileAccess, _: &SearchQuery) -> Result<Found, StoreError> {
        Ok(Found {
            candidates: Vec::new(),
            currency: fake_currency(),
            warnings: Vec::new(),
        })
    }
}

#[async_trait]
impl FreshnessReader for FakeReads {
    async fn freshness(&self, _: &ProfileAccess) -> Result<Option<Freshness>, StoreError> {
        Ok(None)
    }
}

#[async_trait]
impl RecomputesReader for FakeReads {
    async fn recompute(
        &self,
        _: &ProfileAccess,
        _: RecomputeId,
    ) -> Result<Option<Recompute>, StoreError> {
        Ok(None)
    }

    async fn recomputes(
        &self,
        _: &ProfileAccess,
        _: &RecomputesQuery,
    ) -> Result<RecomputesPage, StoreError> {
        Ok(RecomputesPage {
            rows: Vec::new(),
            next: None,
        })
    }
}

#[async_trait]
impl RestatementsReader for FakeReads {
    async fn restatements(
        &self,
        _: &ProfileAccess,
        _: &RestatementsQuery,
    ) -> Result<RestatementsPage, StoreError> {
        Ok(RestatementsPage {
            rows: Vec::new(),
            next: None,
        })
    }

    async fn restatement(
        &self,
        _: &ProfileAccess,
        _: RestatementId,
        _: &LinesQuery,
    ) -> Result<Option<RestatementDetail>, StoreError> {
        Ok(None)
    }
}

#[async_trait]
impl MergesReader for FakeReads {
    async fn merges(&self, _: &ProfileAccess, _: &MergesQuery) -> Result<MergesPage, StoreError> {
        Ok(MergesPage::default())
    }
}

#[async_trait]
impl ProposalsReader for FakeReads {
    async fn proposals(
        &self,
        _: &ProfileAccess,
        _: &ProposalsQuery,
        _: Timestamp,
    ) -> Result<ProposalsPage, StoreError> {
        Ok(ProposalsPage::default())
    }

    async fn proposal(
        &self,
        _: &ProfileAccess,
        _: ProposalId,
        _: Timestamp,
    ) -> Result<Option<ProposalRow>, StoreError> {
        Ok(None)
    }
}

#[async_trait]
impl JourneyReader for FakeReads {
    async fn journey(&self, _: &ProfileAccess, _: &JourneyQuery) -> Result<Journey, StoreError> {
        Ok(Journey::default())
    }
}

#[async_trait]
impl ConversionExplainer for FakeReads {
    async fn explain(
        &self,
        _: &ProfileAccess,
        _: ConversionId,
        _: Model,
    ) -> Result<Option<Explanation>, StoreError> {
        Ok(None)
    }
}

#[async_trait]
impl CataloguesReader for FakeReads {
    async fn catalogues(&self, _: ProfileId) -> Result<Catalogues, StoreError> {
        Ok(Catalogues::default())
    }
}

#[async_trait]
impl OutcomesReader for FakeReads {
    async fn captured(
        &self,
        _: &ProfileAccess,
        _: Window,
        _: Currency,
        queries: &[CaptureQuery],
    ) -> Result<Vec<Captured>, StoreError> {
        Ok(queries.iter().map(|_| Captured::default()).collect())
    }

    async fn unclaimed(
        &self,
        _: &ProfileAccess,
        _: Window,
        _: Currency,
        _: u32,
    ) -> Result<Bounded<UnclaimedType>, StoreError> {
        Ok(Bounded {
            rows: Vec::new(),
            truncated: false,
        })
    }

    async fn counts(
        &self,
        _: &ProfileAccess,
        _: Window,
        _: u32,
    ) -> Result<Bounded<OutcomeCount>, StoreError> {
        Ok(Bounded {
            rows: Vec::new(),
            truncated: false,
        })
    }
}

#[async_trait]
impl SetupReader for FakeReads {
    async fn setup(&self, _: &ProfileAccess) -> Result<Setup, StoreError> {
        Ok(Setup::default())
    }
}
