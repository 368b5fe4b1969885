//! The signals of trust: what a reader has to know before believing today's figures.
//!
//! All signals are always told, in one order, so that absence is never read as health. A signal is
//! a *warning* where figures that are shown lack something or put it in the wrong place, and goes
//! on doing so until somebody acts; it is a *notice* where figures are right as far as they go and
//! a reader had better know how far.

use kernel::{Date, Exact};

use super::surveillance::FeedStatus;
use super::{Share, percent_to_a_tenth, whole};
use crate::freshness::FreshnessStatus;

use Bound::{Above, AtLeast, Below};
use Level::{Notice, Warning};

/// What is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SignalCode {
    /// A replay of everybody waits or runs. The value is the [`FreshnessStatus`] as a word.
    ResultsReplaying,
    /// Changes wait for too long. The value is the age of the oldest in minutes.
    ResultsBehind,
    /// The tracker stopped. The value is how many of its feeds are silent.
    TrackerSilent,
    /// Outcomes stopped. The value is how many of their feeds are silent.
    OutcomesSilent,
    /// Spend stopped. The value is the days without a row, at the platform with most of them.
    SpendSilent,
    /// Days are unusual. The value is how many anomalies are open.
    VolumeUnusual,
    /// Amounts are in no total. The value is how many conversions and rows of spend wait for a rate.
    MoneyWithoutRate,
    /// Few outcomes are attributed. The value is in percent of eligible ones.
    CoverageLow,
    /// Cash goes to ads that nothing is known of. The value is in percent of credited cash.
    AdsUnresolved,
    /// Links are tagged wrongly. The value is in percent of scanned events.
    UtmFaulty,
    /// Nothing looked at links lately. The value is in days.
    UtmUnscanned,
    /// Figures changed that were reported before. The value is in percent of the cash of 30 days.
    FiguresRestated,
}

impl SignalCode {
    /// All of them, in the order in which they are told.
    pub const ALL: [Self; 12] = [
        Self::ResultsReplaying,
        Self::ResultsBehind,
        Self::TrackerSilent,
        Self::OutcomesSilent,
        Self::SpendSilent,
        Self::VolumeUnusual,
        Self::MoneyWithoutRate,
        Self::CoverageLow,
        Self::AdsUnresolved,
        Self::UtmFaulty,
        Self::UtmUnscanned,
        Self::FiguresRestated,
    ];

    /// The wire word.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::ResultsReplaying => "results_replaying",
            Self::ResultsBehind => "results_behind",
            Self::TrackerSilent => "tracker_silent",
            Self::OutcomesSilent => "outcomes_silent",
            Self::SpendSilent => "spend_silent",
            Self::VolumeUnusual => "volume_unusual",
            Self::MoneyWithoutRate => "money_without_rate",
            Self::CoverageLow => "coverage_low",
            Self::AdsUnresolved => "ads_unresolved",
            Self::UtmFaulty => "utm_faulty",
            Self::UtmUnscanned => "utm_unscanned",
            Self::FiguresRestated => "figures_restated",
        }
    }

    /// The inverse of [`SignalCode::as_str`]; `None` for what another release knows.
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|known| known.as_str() == text)
    }

    /// What to do while it is not ok, as a word that never changes; `None` where it ends by itself.
    pub const fn recommendation_code(self) -> Option<&'static str> {
        Some(match self {
            Self::ResultsReplaying => return None,
            Self::ResultsBehind => "run_doctor",
            Self::TrackerSilent => "check_tracker",
            Self::OutcomesSilent => "check_outcome_source",
            Self::SpendSilent => "check_spend_source",
            Self::VolumeUnusual => "look_at_unusual_days",
            Self::MoneyWithoutRate => "add_exchange_rate",
            Self::CoverageLow => "look_at_reasons",
            Self::AdsUnresolved => "import_ad_catalogue",
            Self::UtmFaulty => "mend_links",
            Self::UtmUnscanned => "look_at_links",
            Self::FiguresRestated => "read_restatements",
        })
    }
}

/// How much a signal matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// Nothing to be said, or nothing known.
    Ok,
    /// Good to know.
    Notice,
    /// Figures lack something, or have it in the wrong place.
    Warning,
}

impl Level {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Ok, Self::Notice, Self::Warning];

    /// The wire word.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Ok => "ok",
            Self::Notice => "notice",
            Self::Warning => "warning",
        }
    }

    /// The inverse of [`Level::as_str`]; `None` for what another release knows.
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|known| known.as_str() == text)
    }
}

/// Which numbers are not ok.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Bound {
    Above(i64),
    AtLeast(i64),
    Below(i64),
    /// A word decides, not a number.
    Word,
}

impl Bound {
    fn number(self) -> Option<Exact> {
        match self {
            Self::Above(number) | Self::AtLeast(number) | Self::Below(number) => {
                Some(Exact::whole(number))
            }
            Self::Word => None,
        }
    }

    fn is_crossed(self, value: Exact) -> bool {
        match self {
            Self::Above(number) => value > Exact::whole(number),
            Self::AtLeast(number) => value >= Exact::whole(number),
            Self::Below(number) => value < Exact::whole(number),
            Self::Word => false,
        }
    }
}

/// From where on a signal is not ok, and what it is then, in the order of [`SignalCode::ALL`]. The
/// numbers have no published ground; they stand in one place so that they can be argued about.
const THRESHOLDS: [(SignalCode, Bound, Level); 12] = [
    // What is shown stays whole until the new results are, and the replay ends by itself.
    (SignalCode::ResultsReplaying, Bound::Word, Notice),
    // A change takes seconds: after a quarter of an hour something is stuck.
    (SignalCode::ResultsBehind, Above(15), Warning),
    // What did not come in is in no figure, and most of it never will be.
    (SignalCode::TrackerSilent, AtLeast(1), Warning),
    (SignalCode::OutcomesSilent, AtLeast(1), Warning),
    (SignalCode::SpendSilent, AtLeast(3), Warning),
    // It may be a fault or a sale: only people can tell.
    (SignalCode::VolumeUnusual, AtLeast(1), Notice),
    // Amounts without a rate are in no total.
    (SignalCode::MoneyWithoutRate, AtLeast(1), Warning),
    // Shares of channels then speak for the smaller part of what happened.
    (SignalCode::CoverageLow, Below(50), Warning),
    // Cash without the spend that it belongs to: returns of ads are wrong.
    (SignalCode::AdsUnresolved, AtLeast(10), Warning),
    // Visits are in the wrong channels.
    (SignalCode::UtmFaulty, AtLeast(5), Warning),
    // Nobody knows whether links are tagged wrongly.
    (SignalCode::UtmUnscanned, AtLeast(7), Notice),
    // The new figures are the better ones, and the ledger tells why.
    (SignalCode::FiguresRestated, AtLeast(1), Notice),
];

/// Fewer eligible outcomes than this say nothing about coverage.
pub const FEWEST_OUTCOMES: i64 = 20;
/// A platform that had fewer days with spend than this may simply have been tried once.
pub const FEWEST_SPEND_DAYS: u32 = 14;

/// A feed of the tracker or of outcomes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FeedFact {
    /// Whether it still comes.
    pub status: FeedStatus,
    /// The first day without anything, where it is silent.
    pub silent_since: Option<Date>,
}

/// The spend of one platform.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SpendFact {
    /// Local days that ever had a row.
    pub days_with_rows: u32,
    /// Complete local days since the last of them.
    pub days_without: u32,
    /// The first day without a row.
    pub silent_since: Option<Date>,
}

/// A count, and since when it is not 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CountFact {
    /// How many.
    pub count: u64,
    /// The first day of the oldest, where that is kept.
    pub since: Option<Date>,
}

/// What was measured; `None` and empty lists are what is not known.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TrustFacts {
    /// How fresh results are.
    pub freshness: Option<FreshnessStatus>,
    /// The day on which the full replay that is not finished was asked for.
    pub replaying_since: Option<Date>,
    /// The age of the oldest change that waits, in whole minutes; 0 when none does.
    pub oldest_change_minutes: Option<u64>,
    /// The day of that change.
    pub behind_since: Option<Date>,
    /// Feeds of the tracker.
    pub tracker: Vec<FeedFact>,
    /// Feeds of outcomes.
    pub outcomes: Vec<FeedFact>,
    /// Platforms that ever had spend.
    pub spend: Vec<SpendFact>,
    /// Anomalies that are open, of all series.
    pub open_anomalies: Option<CountFact>,
    /// Conversions and rows of spend that wait for a rate.
    pub without_rate: Option<CountFact>,
    /// Attributed of eligible outcomes.
    pub coverage: Option<Share>,
    /// Cash credited to ads that nothing is known of, of all credited cash.
    pub dangling_cash: Option<Share>,
    /// Events with an issue reported high, of those scanned.
    pub faulty_utms: Option<Share>,
    /// Days since the last scan, or since the profile was made where none was.
    pub unscanned_days: Option<u64>,
    /// By how much the cash of the last 30 days was changed in the last 7 by other causes than new
    /// events, of that cash as it was reported before. The sign of either does not matter.
    pub restated_cash: Option<Share>,
}

/// What a signal says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SignalValue {
    /// A word of the domain.
    Word(&'static str),
    /// A number in the unit of its signal; percents have one decimal.
    Number(Exact),
}

/// One signal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Signal {
    /// Which.
    pub code: SignalCode,
    /// How much it matters.
    pub level: Level,
    /// What was measured; `None` when nothing was, and the level is ok then. It is held against
    /// the threshold as it is shown, so that whoever reads both comes to the same level.
    pub value: Option<SignalValue>,
    /// The number from which on it is not ok, in the unit of the value; `None` where a word decides.
    pub threshold: Option<Exact>,
    /// The first day of the present state; `None` where nothing keeps it, and when it is ok.
    pub since: Option<Date>,
}

impl Signal {
    /// What to do; `None` while it is ok, and where it ends by itself.
    pub fn recommendation_code(&self) -> Option<&'static str> {
        let code = self.code.recommendation_code();
        code.filter(|_| self.level != Level::Ok)
    }
}

/// Every signal once, in the order of [`SignalCode::ALL`].
pub fn signals(facts: &TrustFacts) -> Vec<Signal> {
    let table = THRESHOLDS.into_iter();
    table
        .map(|(code, bound, level)| {
            let value = facts.value(code);
            let not_ok = match value {
                Some(SignalValue::Word(word)) => word == FreshnessStatus::Replaying.as_str(),
                Some(SignalValue::Number(number)) => {
                    bound.is_crossed(number) && facts.suffice(code)
                }
                None => false,
            };
            Signal {
                code,
                level: if not_ok { level } else { Level::Ok },
                value,
                threshold: bound.number(),
                since: facts.since(code).filter(|_| not_ok),
            }
        })
        .collect()
}

impl TrustFacts {
    fn value(&self, code: SignalCode) -> Option<SignalValue> {
        let number = match code {
            SignalCode::ResultsReplaying => {
                let word = self.freshness?.as_str();
                return Some(SignalValue::Word(word));
            }
            SignalCode::ResultsBehind => whole(self.oldest_change_minutes?),
            SignalCode::TrackerSilent => silent_feeds(&self.tracker)?,
            SignalCode::OutcomesSilent => silent_feeds(&self.outcomes)?,
            SignalCode::SpendSilent => whole(u64::from(self.longest_without_spend()?.days_without)),
            SignalCode::VolumeUnusual => whole(self.open_anomalies?.count),
            SignalCode::MoneyWithoutRate => whole(self.without_rate?.count),
            SignalCode::CoverageLow => percent_of(self.coverage?)?,
            SignalCode::AdsUnresolved => percent_of(self.dangling_cash?)?,
            SignalCode::UtmFaulty => percent_of(self.faulty_utms?)?,
            SignalCode::UtmUnscanned => whole(self.unscanned_days?),
            SignalCode::FiguresRestated => percent_changed(self.restated_cash?)?,
        };
        Some(SignalValue::Number(number))
    }

    /// Whether there is enough behind a number to hold it against anybody.
    fn suffice(&self, code: SignalCode) -> bool {
        code != SignalCode::CoverageLow
            || self
                .coverage
                .is_some_and(|it| it.of >= Exact::whole(FEWEST_OUTCOMES))
    }

    fn since(&self, code: SignalCode) -> Option<Date> {
        match code {
            SignalCode::ResultsReplaying => self.replaying_since,
            SignalCode::ResultsBehind => self.behind_since,
            SignalCode::TrackerSilent => silent_since(&self.tracker),
            SignalCode::OutcomesSilent => silent_since(&self.outcomes),
            SignalCode::SpendSilent => self.longest_without_spend()?.silent_since,
            SignalCode::VolumeUnusual => self.open_anomalies?.since,
            SignalCode::MoneyWithoutRate => self.without_rate?.since,
            SignalCode::CoverageLow
            | SignalCode::AdsUnresolved
            | SignalCode::UtmFaulty
            | SignalCode::UtmUnscanned
            | SignalCode::FiguresRestated => None,
        }
    }

    /// Of the platforms that had spend for long enough to miss it.
    fn longest_without_spend(&self) -> Option<SpendFact> {
        let known = self.spend.iter().copied();
        known
            .filter(|it| it.days_with_rows >= FEWEST_SPEND_DAYS)
            .max_by_key(|it| it.days_without)
    }
}

/// How many feeds are silent; `None` when there is none at all.
fn silent_feeds(feeds: &[FeedFact]) -> Option<Exact> {
    let silent = feeds.iter().filter(|it| it.status == FeedStatus::Silent);
    let count = u64::try_from(silent.count()).unwrap_or(u64::MAX);
    (!feeds.is_empty()).then(|| whole(count))
}

/// Since when the feed is silent that is so longest.
fn silent_since(feeds: &[FeedFact]) -> Option<Date> {
    let silent = feeds.iter().filter(|it| it.status == FeedStatus::Silent);
    silent.filter_map(|it| it.silent_since).min()
}

/// `None` when there is nothing to judge. Refunds can make cash negative, of which no share is one.
fn percent_of(share: Share) -> Option<Exact> {
    (share.of > Exact::ZERO).then_some(())?;
    percent_to_a_tenth(share.part, share.of)
}

/// What came to nothing before and is something now has changed by all of it.
fn percent_changed(change: Share) -> Option<Exact> {
    let size = |value: Exact| if value < Exact::ZERO { -value } else { value };
    let (changed, before) = (size(change.part), size(change.of));
    if before.is_zero() {
        return (!changed.is_zero()).then(|| Exact::whole(100));
    }
    percent_to_a_tenth(changed, before)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_has_every_signal_once_in_order() {
        assert_eq!(THRESHOLDS.map(|(code, _, _)| code), SignalCode::ALL);
    }

    #[test]
    fn words_are_read_back() {
        let codes = SignalCode::ALL.map(|code| SignalCode::parse(code.as_str()));
        assert_eq!(codes, SignalCode::ALL.map(Some));
        let levels = Level::ALL.map(|level| Level::parse(level.as_str()));
        assert_eq!(levels, Level::ALL.map(Some));
        assert_eq!((SignalCode::parse("ok"), Level::parse("")), (None, None));
    }
}
