//! How the site is measured: each check with what is wrong and what to do.

use kernel::Exact;
use quality_api::instrumentation::InstrumentationCheck;
use reporting::quality::checks::{CheckCode, CheckStatus};

use super::words::whole;
use crate::format::{Number, percent};

/// A check.
pub(super) struct CheckRow {
    pub name: String,
    pub chip: &'static str,
    pub status: &'static str,
    /// What is wrong, of how many, and in percent; nothing where there was nothing to look at.
    pub found: Option<(Number, Number, Number)>,
    /// Values that show it.
    pub samples: Vec<(String, Number)>,
    /// What to do, and its word in the manual; nothing where nothing is.
    pub what: Option<(&'static str, &'static str)>,
}

/// All of them, what is wrong first.
pub(super) fn rows(checks: &[InstrumentationCheck]) -> Vec<CheckRow> {
    let mut checks: Vec<&InstrumentationCheck> = checks.iter().collect();
    checks.sort_by_key(|check| ORDER.iter().position(|it| it.as_str() == check.status));
    checks.into_iter().map(CheckRow::new).collect()
}

/// Statuses in the order in which they are shown.
const ORDER: [CheckStatus; 4] = [
    CheckStatus::Fail,
    CheckStatus::Warn,
    CheckStatus::Pass,
    CheckStatus::NoData,
];

/// The mark of a status, and what it is called.
fn told(status: &str) -> (&'static str, &'static str) {
    match ORDER.iter().find(|it| it.as_str() == status) {
        Some(CheckStatus::Fail) => ("chip off", "Wrong"),
        Some(CheckStatus::Warn) => ("chip", "Look at it"),
        Some(CheckStatus::Pass) => ("chip on", "Fine"),
        Some(CheckStatus::NoData) | None => ("chip", "Nothing to look at"),
    }
}

impl CheckRow {
    fn new(check: &InstrumentationCheck) -> Self {
        let (chip, status) = told(check.status);
        let found = check.pct.map(|pct| {
            let pct: Exact = pct.0;
            (whole(check.count), whole(check.of), percent(pct))
        });
        let samples = check.samples.iter();
        Self {
            name: called(check.code),
            chip,
            status,
            found,
            samples: samples
                .map(|sample| (sample.value.clone(), whole(sample.count)))
                .collect(),
            what: check.recommendation.zip(check.recommendation_code),
        }
    }
}

/// What a check is called: what would be wrong.
fn called(code: &str) -> String {
    let mut known = CheckCode::ALL.into_iter();
    let words = match known.find(|it| it.as_str() == code) {
        Some(CheckCode::AdsWithoutSpend) => "Ads of the catalogue without spend",
        Some(CheckCode::SpendWithoutTouches) => "Ads that cost something and brought nobody",
        Some(CheckCode::InternalUtms) => "UTM values on links within the site",
        Some(CheckCode::ConvertingReferrer) => "Sites that pay more often than they send anybody",
        Some(CheckCode::ClicksWithoutVisits) => "Clicks at a platform without a visit",
        Some(CheckCode::DoubledPageViews) => "Pages that are measured twice",
        Some(CheckCode::DoubledPayments) => "Payments that came twice",
        Some(CheckCode::UnidentifiedOutcomes) => "Outcomes that name nobody",
        Some(CheckCode::UnclaimedEventTypes) => "Types of events that no goal claims",
        Some(CheckCode::MoneyWithoutRate) => "Amounts without an exchange rate",
        Some(CheckCode::RefusedEvents) => "Events that were refused",
        Some(CheckCode::BotShare) => "Page views of robots",
        None => return code.replace('_', " "),
    };
    words.to_owned()
}
