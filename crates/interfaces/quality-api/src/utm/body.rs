//! Looks at links on the wire.

use application::ports::QualityScan;
use channel_classifier::audit::{UtmFinding, ValueSample};
use kernel::{Exact, ProfileId};
use reporting::masking::{PiiMode, masked};
use reporting::quality::Share;
use reporting::quality::dangling::WINDOW_DAYS;
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use http_kit::decimal::DecimalNumber;

/// What a look at the links of a profile counted.
#[derive(Debug, Serialize, ToSchema)]
pub struct UtmHealthSummary {
    /// Whole local days that are looked at, beside today.
    pub scan_window_days: u16,
    /// Touches with a UTM value or of which something says that somebody paid.
    pub events_scanned: u64,
    /// Those with a fault of high severity.
    pub high_count: u64,
    /// Those with a fault of medium severity and none of high.
    pub medium_count: u64,
    /// When the window was looked at, RFC 3339; null when nothing has looked at it yet.
    #[schema(format = DateTime)]
    pub refreshed_at: Option<String>,
}

impl From<Option<&QualityScan>> for UtmHealthSummary {
    fn from(scan: Option<&QualityScan>) -> Self {
        let audit = scan.map(|scan| &scan.audit);
        Self {
            scan_window_days: WINDOW_DAYS,
            events_scanned: audit.map_or(0, |audit| audit.events_scanned),
            high_count: audit.map_or(0, |audit| audit.high_count),
            medium_count: audit.map_or(0, |audit| audit.medium_count),
            refreshed_at: scan.map(|scan| scan.scanned_at.to_string()),
        }
    }
}

/// A value that shows a fault.
#[derive(Debug, Serialize, ToSchema)]
pub struct UtmAnomalySample {
    /// The value in lower case; `(empty)` where there was none. While the profile masks personal values, of one with
    /// an `@` the first letter and the domain.
    pub value: String,
    /// Touches.
    pub count: u64,
}

impl UtmAnomalySample {
    fn new(sample: &ValueSample, mode: PiiMode) -> Self {
        Self {
            value: shown(&sample.value, mode),
            count: sample.count,
        }
    }
}

/// A value of a link with as much of it as the profile shows: people put addresses into their links.
pub fn shown(value: &str, mode: PiiMode) -> String {
    match mode {
        PiiMode::Masked if value.contains('@') => masked("email", value),
        PiiMode::Masked | PiiMode::Visible => value.to_owned(),
    }
}

/// One fault, wherever it was found.
#[derive(Debug, Serialize, ToSchema)]
pub struct UtmAnomaly {
    /// `high`, `medium`, `low` or `info`; more may come.
    pub severity: &'static str,
    /// `unsubstituted_macro`, `placement_in_source`, `missing_utms_on_paid`, `missing_ad_identifier`,
    /// `non_channel_medium` or `inconsistent_source_vocab`; more may come.
    pub category: &'static str,
    /// The UTM field; `all_utms` where all are missing, `any` for several.
    pub field: &'static str,
    /// Touches with it.
    pub count: u64,
    /// `count` in percent of the touches that could have it, one decimal; 0 for `inconsistent_source_vocab`.
    pub pct: DecimalNumber,
    /// At most five values that show it, the most frequent first; none for `unsubstituted_macro` and
    /// `missing_utms_on_paid`.
    #[schema(max_items = 5)]
    pub samples: Vec<UtmAnomalySample>,
    /// What to do, in English.
    pub recommendation: &'static str,
    /// What to do, as a word that never changes. Two faults may share one.
    pub recommendation_code: Option<&'static str>,
}

impl UtmAnomaly {
    /// With as much of its values as the profile shows.
    pub fn new(finding: &UtmFinding, mode: PiiMode) -> Self {
        let samples = finding.samples.iter();
        Self {
            severity: finding.severity.as_str(),
            category: finding.category.as_str(),
            field: finding.field,
            count: finding.count,
            pct: percent(finding.count, finding.of),
            samples: samples
                .map(|sample| UtmAnomalySample::new(sample, mode))
                .collect(),
            recommendation: finding.category.recommendation(),
            recommendation_code: Some(finding.category.recommendation_code()),
        }
    }
}

/// One decimal; 0 where there is nothing to divide by.
pub fn percent(count: u64, of: u64) -> DecimalNumber {
    let percent = Share::counted(count, of).percent();
    DecimalNumber(percent.unwrap_or(Exact::ZERO))
}

/// What the answer is about.
#[derive(Debug, Serialize, ToSchema)]
pub struct QualityMeta {
    /// The profile.
    pub profile_id: Uuid,
    /// `no_ads_known`: the catalogue has no advertisement, so every id dangles. `signatures_coarsened`: details of some
    /// links were given up, so nothing is said of those. Absent when there is nothing to say.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub warnings: Vec<&'static str>,
}

impl QualityMeta {
    /// About a profile, with what there is to say of its look.
    pub fn new(profile: ProfileId, scan: Option<&QualityScan>) -> Self {
        let is_coarsened = scan.is_some_and(|scan| scan.audit.is_coarsened);
        Self {
            profile_id: profile.uuid(),
            warnings: is_coarsened
                .then_some("signatures_coarsened")
                .into_iter()
                .collect(),
        }
    }
}
