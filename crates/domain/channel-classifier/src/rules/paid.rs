//! Paid clicks, by the kind of place in which they happened.
//!
//! Paid says a medium, a click id, an ad id or a source that ends in "ads"; where it happened says
//! the first that knows: source, medium, referrer, click id, campaign.

use super::BuiltInRule;
use crate::facts::PaidFamily;
use crate::taxonomy::{DISPLAY, PAID_OTHER, PAID_SEARCH, PAID_SHOPPING, PAID_SOCIAL, PAID_VIDEO};

pub(super) const RULES: &[BuiltInRule] = &[
    BuiltInRule {
        name: "paid-search",
        channel: PAID_SEARCH,
        explanation: "Something says the click was paid for, and the place was a search engine.",
        matches: |facts| facts.paid == Some(PaidFamily::Search),
    },
    BuiltInRule {
        name: "paid-social",
        channel: PAID_SOCIAL,
        explanation: "Something says the click was paid for, and the place was a social network.",
        matches: |facts| facts.paid == Some(PaidFamily::Social),
    },
    BuiltInRule {
        name: "paid-video",
        channel: PAID_VIDEO,
        explanation: "Something says the click was paid for, and the place was a video service.",
        matches: |facts| facts.paid == Some(PaidFamily::Video),
    },
    BuiltInRule {
        name: "paid-shopping",
        channel: PAID_SHOPPING,
        explanation: "Something says the click was paid for, and the place was a shop or the \
                      campaign is about shopping.",
        matches: |facts| facts.paid == Some(PaidFamily::Shopping),
    },
    BuiltInRule {
        name: "display",
        channel: DISPLAY,
        explanation: "The medium is display, banner, expandable or interstitial, or it is cpm \
                      outside search, social and video, or a paid click came through a host that \
                      serves banners.",
        matches: |facts| facts.paid == Some(PaidFamily::Display),
    },
    BuiltInRule {
        name: "paid-other",
        channel: PAID_OTHER,
        explanation: "Something says the click was paid for, but nothing says in what kind of \
                      place.",
        matches: |facts| facts.paid == Some(PaidFamily::Other),
    },
];
