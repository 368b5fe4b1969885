//! Reports without a database: nothing happened yet.

use async_trait::async_trait;
use kernel::{ConversionId, Model, ProfileAccess};
use reporting::ReadError;
use reporting::breakdown::{Breakdown, BreakdownQuery, BreakdownReader};
use reporting::customers::{CustomersPage, CustomersQuery, CustomersReader};
use reporting::explain::{ConversionExplainer, Explanation};
use reporting::figures::Figures;
use reporting::journey::{Journey, JourneyQuery, JourneyReader};
use reporting::overview::{Overview, OverviewMetrics, OverviewQuery, OverviewReader, OverviewSums};
use reporting::paths::{PathsPage, PathsQuery, PathsReader};
use reporting::timeseries::{TimeSeries, TimeSeriesQuery, TimeSeriesReader};

/// Answers every report with nothing.
pub(crate) struct FakeReads;

#[async_trait]
impl OverviewReader for FakeReads {
    async fn overview(&self, _: &ProfileAccess, _: &OverviewQuery) -> Result<Overview, ReadError> {
        let nothing = OverviewMetrics::from(OverviewSums::default());
        Ok(Overview {
            current: nothing,
            previous: nothing,
            warnings: Vec::new(),
            reporting_currency: None,
        })
    }
}

#[async_trait]
impl BreakdownReader for FakeReads {
    async fn breakdown(
        &self,
        _: &ProfileAccess,
        _: &BreakdownQuery,
    ) -> Result<Breakdown, ReadError> {
        Ok(Breakdown {
            rows: Vec::new(),
            total: Figures::default(),
            unattributed_conversions: None,
            next: None,
            warnings: Vec::new(),
        })
    }
}

#[async_trait]
impl TimeSeriesReader for FakeReads {
    async fn time_series(
        &self,
        _: &ProfileAccess,
        _: &TimeSeriesQuery,
    ) -> Result<TimeSeries, ReadError> {
        Ok(TimeSeries {
            buckets: Vec::new(),
            warnings: Vec::new(),
        })
    }
}

#[async_trait]
impl PathsReader for FakeReads {
    async fn paths(&self, _: &ProfileAccess, _: &PathsQuery) -> Result<PathsPage, ReadError> {
        Ok(PathsPage {
            rows: Vec::new(),
            next: None,
        })
    }
}

#[async_trait]
impl CustomersReader for FakeReads {
    async fn customers(
        &self,
        _: &ProfileAccess,
        _: &CustomersQuery,
    ) -> Result<CustomersPage, ReadError> {
        Ok(CustomersPage {
            rows: Vec::new(),
            next: None,
        })
    }

    async fn goals(&self, _: &ProfileAccess) -> Result<Vec<String>, ReadError> {
        Ok(vec!["payment_received".to_owned()])
    }
}

#[async_trait]
impl JourneyReader for FakeReads {
    async fn journey(&self, _: &ProfileAccess, _: &JourneyQuery) -> Result<Journey, ReadError> {
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
    ) -> Result<Option<Explanation>, ReadError> {
        Ok(None)
    }
}
