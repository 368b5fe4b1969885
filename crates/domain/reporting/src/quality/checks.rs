//! Checks of instrumentation: what is wrong with how a site is measured, and how it is mended.
//!
//! Only faults that nothing else tells have a check. Macros, mediums, placements, spellings and
//! paid clicks without parameters are anomalies of the UTM audit, and feeds that stopped are told
//! by [`surveillance`](super::surveillance). Every check is always listed, so that absence is
//! never read as health.

use kernel::Exact;

use super::{percent_to_a_tenth, whole};

/// What is looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CheckCode {
    /// Ads with touches, and of them those that no spend tells of.
    AdsWithoutSpend,
    /// Ads with spend and at least 20 clicks, and of them those without a touch.
    SpendWithoutTouches,
    /// Page views, and of them those that came by a link of the site itself with UTM values.
    InternalUtms,
    /// Hosts of referrals, and of them those with at least 5 payments that are more than half of
    /// their visits: payment pages, or the site's own other domain.
    ConvertingReferrer,
    /// Channels with at least 100 clicks at the platform, and of them those with visits for less
    /// than half of the clicks.
    ClicksWithoutVisits,
    /// Page views, and of them those that repeat one of the same browser and address within a
    /// second.
    DoubledPageViews,
    /// Payments, and of them those that repeat one of the same type, amount, currency and subject
    /// within ten minutes under another key.
    DoubledPayments,
    /// Outcomes, and of them those that name nobody.
    UnidentifiedOutcomes,
    /// Types of events that came in, and of them those that no definition claims.
    UnclaimedEventTypes,
    /// Amounts in another currency than the reporting currency, and of them those without a rate.
    MoneyWithoutRate,
    /// Events that were sent, and of them those that were refused.
    RefusedEvents,
    /// Page views, and of them those of robots.
    BotShare,
}

impl CheckCode {
    /// All of them, in the order in which they are listed.
    pub const ALL: [Self; 12] = [
        Self::AdsWithoutSpend,
        Self::SpendWithoutTouches,
        Self::InternalUtms,
        Self::ConvertingReferrer,
        Self::ClicksWithoutVisits,
        Self::DoubledPageViews,
        Self::DoubledPayments,
        Self::UnidentifiedOutcomes,
        Self::UnclaimedEventTypes,
        Self::MoneyWithoutRate,
        Self::RefusedEvents,
        Self::BotShare,
    ];

    /// The wire word.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::AdsWithoutSpend => "ads_without_spend",
            Self::SpendWithoutTouches => "spend_without_touches",
            Self::InternalUtms => "internal_utms",
            Self::ConvertingReferrer => "converting_referrer",
            Self::ClicksWithoutVisits => "clicks_without_visits",
            Self::DoubledPageViews => "doubled_page_views",
            Self::DoubledPayments => "doubled_payments",
            Self::UnidentifiedOutcomes => "unidentified_outcomes",
            Self::UnclaimedEventTypes => "unclaimed_event_types",
            Self::MoneyWithoutRate => "money_without_rate",
            Self::RefusedEvents => "refused_events",
            Self::BotShare => "bot_share",
        }
    }

    /// From where on it warns and fails.
    ///
    /// It fails where so much is wrong that reports mislead, and only warns where the rule can be
    /// met by something that is right: a coupon site whose visitors buy looks like a payment page,
    /// and robots are left out of figures anyway.
    pub const fn thresholds(self) -> Thresholds {
        let (warn, fail) = match self {
            Self::AdsWithoutSpend | Self::SpendWithoutTouches => (Limit::Any, Limit::Percent(10)),
            Self::InternalUtms => (Limit::Percent(1), Limit::Percent(5)),
            Self::ConvertingReferrer => (Limit::Any, Limit::Never),
            Self::ClicksWithoutVisits => (Limit::Any, Limit::Percent(50)),
            Self::DoubledPageViews | Self::UnidentifiedOutcomes => {
                (Limit::Percent(5), Limit::Percent(25))
            }
            Self::DoubledPayments => (Limit::Any, Limit::Percent(1)),
            Self::UnclaimedEventTypes => (Limit::Any, Limit::Percent(100)),
            Self::MoneyWithoutRate => (Limit::Any, Limit::Percent(5)),
            Self::RefusedEvents => (Limit::Percent(1), Limit::Percent(10)),
            Self::BotShare => (Limit::Percent(30), Limit::Never),
        };
        Thresholds { warn, fail }
    }

    /// The stable word for what to do.
    pub const fn recommendation_code(self) -> &'static str {
        match self {
            Self::AdsWithoutSpend => "import_ad_catalogue",
            // The same remedy as of links without an ad, under its word.
            Self::SpendWithoutTouches => "add_ad_url_parameters",
            Self::InternalUtms => "remove_internal_utms",
            Self::ConvertingReferrer => "add_excluded_referrer",
            Self::ClicksWithoutVisits => "check_redirects",
            Self::DoubledPageViews => "remove_second_tracker",
            Self::DoubledPayments => "send_idempotency_key",
            Self::UnidentifiedOutcomes => "send_identifiers",
            Self::UnclaimedEventTypes => "create_definition",
            Self::MoneyWithoutRate => "add_exchange_rate",
            Self::RefusedEvents => "fix_refused_fields",
            Self::BotShare => "review_bots",
        }
    }

    /// What to do, in English.
    pub const fn recommendation(self) -> &'static str {
        match self {
            Self::AdsWithoutSpend => {
                "Send spend for each ad with its ad id, so that what ads bring in can be compared \
                 with what they cost."
            }
            Self::SpendWithoutTouches => {
                "Add the ad id to the URL parameters of these ads: they are paid for and clicked, \
                 and no visit names them."
            }
            Self::InternalUtms => {
                "Remove UTM parameters from links between your own pages: they say that a visit \
                 begins anew where it only goes on."
            }
            Self::ConvertingReferrer => {
                "If the site is a payment page or a domain of yours, exclude it as a referrer: it \
                 takes the credit for payments that others brought."
            }
            Self::ClicksWithoutVisits => {
                "Check that redirects keep URL parameters and that the tracker is on every landing \
                 page: fewer than half of the clicks arrive."
            }
            Self::DoubledPageViews => {
                "Remove the second tracker: page views come in twice, as when it is both in the \
                 theme and in a tag manager."
            }
            Self::DoubledPayments => {
                "Send each payment with the order's id as its idempotency key, from the browser \
                 and from the server alike, so that it counts once."
            }
            Self::UnidentifiedOutcomes => {
                "Send an e-mail address, a phone number or the browser's id with every outcome: \
                 without one, no visit can be credited."
            }
            Self::UnclaimedEventTypes => {
                "Create a conversion definition for the types of events that matter: no definition \
                 claims them, so they count for nothing."
            }
            Self::MoneyWithoutRate => {
                "Add the exchange rates that are missing: amounts without one are in no total."
            }
            Self::RefusedEvents => {
                "Correct the fields for which events are refused: what is refused is in no report."
            }
            Self::BotShare => {
                "Look at where robots come from and keep them off the site: they are left out of \
                 figures, but platforms charge for their clicks."
            }
        }
    }
}

/// From where on a count is too high.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// From one on.
    Any,
    /// From this many percent of the whole on, and from one.
    Percent(u8),
    /// It never is.
    Never,
}

impl Limit {
    fn is_reached(self, measure: Measure) -> bool {
        let (count, of) = (u128::from(measure.count), u128::from(measure.of));
        count > 0
            && match self {
                Self::Any => true,
                Self::Percent(percent) => count * 100 >= of * u128::from(percent),
                Self::Never => false,
            }
    }
}

/// The two limits of a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Thresholds {
    /// From where on it does not pass.
    pub warn: Limit,
    /// From where on it fails; never below the other.
    pub fail: Limit,
}

/// What was counted for a check.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Measure {
    /// What is wrong.
    pub count: u64,
    /// Of what; 0 when there was nothing to look at.
    pub of: u64,
}

/// How a check came out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CheckStatus {
    /// Nothing to mend.
    Pass,
    /// Something is not as it should be.
    Warn,
    /// So much is wrong that reports mislead.
    Fail,
    /// There was nothing to look at.
    NoData,
}

impl CheckStatus {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Pass, Self::Warn, Self::Fail, Self::NoData];

    /// The wire word.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Pass => "pass",
            Self::Warn => "warn",
            Self::Fail => "fail",
            Self::NoData => "no_data",
        }
    }
}

/// One check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Check {
    /// Which.
    pub code: CheckCode,
    /// How it came out.
    pub status: CheckStatus,
    /// What is wrong.
    pub count: u64,
    /// Of what.
    pub of: u64,
    /// The count in percent, one decimal; `None` when there was nothing to look at.
    pub pct: Option<Exact>,
}

/// How one check comes out; `None` is what was not measured.
pub fn check(code: CheckCode, measure: Option<Measure>) -> Check {
    let measure = measure.unwrap_or_default();
    let Thresholds { warn, fail } = code.thresholds();
    let status = if measure.of == 0 {
        CheckStatus::NoData
    } else if fail.is_reached(measure) {
        CheckStatus::Fail
    } else if warn.is_reached(measure) {
        CheckStatus::Warn
    } else {
        CheckStatus::Pass
    };
    Check {
        code,
        status,
        count: measure.count,
        of: measure.of,
        pct: percent_to_a_tenth(whole(measure.count), whole(measure.of)),
    }
}

/// Every check once, in the order of [`CheckCode::ALL`], of what was measured in whichever order.
pub fn checks(measured: &[(CheckCode, Measure)]) -> Vec<Check> {
    let measure = |code| {
        let mut of_code = measured.iter().filter(|(measured, _)| *measured == code);
        of_code.next().map(|(_, measure)| *measure)
    };
    let listed = CheckCode::ALL.into_iter();
    listed.map(|code| check(code, measure(code))).collect()
}
