//! Ads that conversions are credited to and that the catalogue does not have.

use quality_api::utm::health::DanglingAdIdsSummary;

use crate::format::{Number, money, plain};

/// Such ads.
pub(super) struct Dangling {
    /// How many there are.
    pub ads: usize,
    pub conversions: Number,
    pub cash: Number,
    /// Those with the most cash.
    pub rows: Vec<Ad>,
    /// Whether any ad is known at all.
    pub has_catalogue: bool,
}

/// One of them.
pub(super) struct Ad {
    pub id: String,
    pub conversions: Number,
    pub cash: Number,
}

impl Dangling {
    /// As people read it, in the currency of its amounts.
    pub(super) fn new(found: DanglingAdIdsSummary, has_catalogue: bool, currency: &str) -> Self {
        let ads = found.top_offenders.into_iter();
        Self {
            ads: found.distinct_ad_ids,
            conversions: plain(found.dangling_conversions.0),
            cash: money(found.attributed_cash.0, currency),
            rows: ads
                .map(|ad| Ad {
                    id: ad.ad_external_id,
                    conversions: plain(ad.conversions.0),
                    cash: money(ad.attributed_cash.0, currency),
                })
                .collect(),
            has_catalogue,
        }
    }
}
