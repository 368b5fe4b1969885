//! What to know before believing the figures of a page, above them: signals of trust that are not ok.
//!
//! They come from what answers `GET /api/v1/trust`, and are read once a page. A page never fails because of them, and
//! hardly waits for them.

use std::time::Duration;

use kernel::{ProfileId, Scope};
use quality_api::trust::trusted;
use reporting::quality::trust::{Level, Signal, SignalCode, SignalValue};
use site_quality::trust::Trusted;

use super::format::{Number, day, percent, plain};
use super::viewer::AtProfile;

/// Banners that a page of figures shows; the others are counted.
const MOST: usize = 3;
/// How long a page waits for them.
const PATIENCE: Duration = Duration::from_secs(1);

/// The banners of a page.
#[derive(Default)]
pub(super) struct Banners {
    /// The worst, the worst first.
    pub shown: Vec<Banner>,
    /// How many there are besides.
    pub more: usize,
    /// Where all of them stand.
    pub all: String,
}

/// A signal in words.
pub(super) struct Banner {
    /// Its word in the API.
    pub code: &'static str,
    /// Whether figures lack something or have it in the wrong place.
    pub is_warning: bool,
    /// What is so.
    pub title: &'static str,
    /// What that means for figures.
    pub words: &'static str,
    /// The first day on which it was so.
    pub since: Option<String>,
    /// What was measured; where a word decides there is no number.
    pub measured: Option<Measured>,
    /// Where it is mended, or where more of it stands.
    pub href: String,
    /// What is there.
    pub place: &'static str,
    /// What to do, as a word of the manual.
    pub recommendation: Option<&'static str>,
}

/// A value beside the threshold that it crossed.
pub(super) struct Measured {
    pub value: Number,
    /// What it counts.
    pub of: &'static str,
    /// On which side of the threshold it is told.
    pub side: &'static str,
    pub threshold: Number,
}

impl Banners {
    /// Those of the profile's figures; none for whoever may not read them, and none when they cannot be read, or not
    /// in time.
    pub(super) async fn of(at: &AtProfile) -> Self {
        let told = tokio::time::timeout(PATIENCE, read(at)).await;
        let told = told.unwrap_or_else(|_| unread(at.access.profile_id));
        let mut shown = told.map(|told| all(at, &told)).unwrap_or_default();
        let more = shown.len().saturating_sub(MOST);
        shown.truncate(MOST);
        Self {
            shown,
            more,
            all: format!("/p/{}/quality#trust", at.access.profile_id),
        }
    }
}

/// What was measured of the profile; nothing for whoever may not read it, and when it cannot be read.
pub(super) async fn read(at: &AtProfile) -> Option<Trusted> {
    if !at.access.allows(Scope::AnalyticsRead) {
        return None;
    }
    let told = trusted(&at.viewer.state, &at.access).await;
    // Why was logged where it happened.
    told.map_or_else(|_| unread(at.access.profile_id), Some)
}

/// Every signal that is not ok, the worst first.
pub(super) fn all(at: &AtProfile, told: &Trusted) -> Vec<Banner> {
    let reads_spend = at.access.allows(Scope::ExportsRead);
    worst_first(&told.signals, (at.access.profile_id, reads_spend))
}

/// Nothing, and a line of the log that says so.
fn unread(profile_id: ProfileId) -> Option<Trusted> {
    tracing::warn!(
        profile.id = %profile_id,
        "signals of trust could not be read: the page is shown without them"
    );
    None
}

fn worst_first(signals: &[Signal], place: (ProfileId, bool)) -> Vec<Banner> {
    let not_ok = signals.iter().filter(|it| it.level != Level::Ok);
    let mut not_ok: Vec<&Signal> = not_ok.collect();
    not_ok.sort_by_key(|it| std::cmp::Reverse(it.level));
    not_ok
        .into_iter()
        .map(|it| Banner::new(it, place))
        .collect()
}

impl Banner {
    fn new(signal: &Signal, (profile_id, reads_spend): (ProfileId, bool)) -> Self {
        let (title, words) = said(signal.code);
        let (path, place) = mended(signal.code, reads_spend);
        Self {
            code: signal.code.as_str(),
            is_warning: signal.level == Level::Warning,
            title,
            words,
            since: signal.since.map(day),
            measured: Measured::of(signal),
            href: format!("/p/{profile_id}{path}"),
            place,
            recommendation: signal.recommendation_code(),
        }
    }
}

impl Measured {
    fn of(signal: &Signal) -> Option<Self> {
        let Some(SignalValue::Number(value)) = signal.value else {
            return None;
        };
        let (of, side, is_percent) = unit(signal.code);
        let print = if is_percent { percent } else { plain };
        Some(Self {
            value: print(value),
            of,
            side,
            threshold: print(signal.threshold?),
        })
    }
}

/// What is so, and what that means for figures.
const fn said(code: SignalCode) -> (&'static str, &'static str) {
    match code {
        SignalCode::ResultsReplaying => (
            "A full replay waits or is under way",
            "These are the figures from before it, whole. The new ones take their place when it ends.",
        ),
        SignalCode::ResultsBehind => (
            "Results are behind",
            "What came in lately is in no figure yet: something holds up the worker.",
        ),
        SignalCode::TrackerSilent => (
            "The tracker fell silent",
            "Page views that were to be expected do not come in, and most of them never will.",
        ),
        SignalCode::OutcomesSilent => (
            "Outcomes fell silent",
            "Conversions that were to be expected do not come in: revenue is too low.",
        ),
        SignalCode::SpendSilent => (
            "Spend fell silent",
            "A platform that had spend day by day has none: spend is too low and its return too high.",
        ),
        SignalCode::VolumeUnusual => (
            "Days are unusual",
            "Far more or far less came in than those days let expect. It may be a sale as well as a fault.",
        ),
        SignalCode::MoneyWithoutRate => (
            "Money has no exchange rate",
            "Amounts in other currencies are in no total until their days have a rate.",
        ),
        SignalCode::CoverageLow => (
            "Few outcomes are attributed",
            "What channels are credited with speaks for the smaller part of what happened.",
        ),
        SignalCode::AdsUnresolved => (
            "Cash is credited to ads that nobody knows",
            "It stands beside no spend, so the return of ads and campaigns is wrong.",
        ),
        SignalCode::UtmFaulty => (
            "Links are tagged wrongly",
            "Visits by them are in the wrong channels.",
        ),
        SignalCode::UtmUnscanned => (
            "Nobody looked at links lately",
            "Whether they are tagged wrongly, and whether everything still comes in, is not known.",
        ),
        SignalCode::FiguresRestated => (
            "Figures changed after they were reported",
            "The new ones are the better ones. The ledger says what changed them.",
        ),
    }
}

/// What a number counts, on which side of the threshold it is told, and whether it is in percent.
const fn unit(code: SignalCode) -> (&'static str, &'static str, bool) {
    match code {
        SignalCode::ResultsReplaying => ("", "", false),
        SignalCode::ResultsBehind => ("minutes since the oldest change", "above", false),
        SignalCode::TrackerSilent | SignalCode::OutcomesSilent => {
            ("feeds are silent", "from", false)
        }
        SignalCode::SpendSilent => ("days without any", "from", false),
        SignalCode::VolumeUnusual => ("stretches of unusual days", "from", false),
        SignalCode::MoneyWithoutRate => ("amounts without a rate", "from", false),
        SignalCode::CoverageLow => ("of eligible outcomes", "below", true),
        SignalCode::AdsUnresolved | SignalCode::FiguresRestated => {
            ("of the cash of thirty days", "from", true)
        }
        SignalCode::UtmFaulty => ("of the touches that were looked at", "from", true),
        SignalCode::UtmUnscanned => ("days since the last look", "from", false),
    }
}

/// Where it is mended, or where more of it stands, below the profile's address.
const fn mended(code: SignalCode, reads_spend: bool) -> (&'static str, &'static str) {
    match code {
        SignalCode::SpendSilent if reads_spend => {
            ("/settings/developer/spend", "See where spend comes from")
        }
        SignalCode::TrackerSilent
        | SignalCode::OutcomesSilent
        | SignalCode::SpendSilent
        | SignalCode::VolumeUnusual => ("/quality#feeds", "See what comes in"),
        SignalCode::AdsUnresolved => ("/quality#dangling", "See which ads"),
        SignalCode::UtmFaulty => ("/quality#summary", "See which links"),
        SignalCode::UtmUnscanned => ("/quality#summary", "Look now"),
        SignalCode::ResultsReplaying
        | SignalCode::ResultsBehind
        | SignalCode::MoneyWithoutRate
        | SignalCode::CoverageLow
        | SignalCode::FiguresRestated => ("/quality#trust", "See what to do"),
    }
}

#[cfg(test)]
mod tests {
    use kernel::Exact;
    use time::macros::date;
    use uuid::Uuid;

    use super::*;

    fn signal(code: SignalCode, level: Level) -> Signal {
        Signal {
            code,
            level,
            value: Some(SignalValue::Number("12.5".parse().unwrap())),
            threshold: Some(Exact::whole(50)),
            since: Some(date!(2026 - 03 - 14)),
        }
    }

    #[test]
    fn warnings_stand_before_notices_and_what_is_ok_is_not_told() {
        let signals = [
            signal(SignalCode::ResultsReplaying, Level::Notice),
            signal(SignalCode::TrackerSilent, Level::Warning),
            signal(SignalCode::SpendSilent, Level::Ok),
            signal(SignalCode::CoverageLow, Level::Warning),
        ];
        let place = (Uuid::from_u128(1).into(), false);
        let told = worst_first(&signals, place);
        let codes: Vec<_> = told.iter().map(|it| it.code).collect();
        let expected = ["tracker_silent", "coverage_low", "results_replaying"];
        assert_eq!(codes, expected);
        let low = &told[1];
        let measured = low.measured.as_ref().unwrap();
        assert_eq!(measured.value.text, "12.5\u{a0}%");
        assert_eq!(measured.threshold.text, "50\u{a0}%");
        assert_eq!(low.since.as_deref(), Some("14 Mar 2026"));
        assert!(low.href.ends_with("/quality#trust"), "{}", low.href);
    }

    #[test]
    fn every_signal_has_words_that_are_its_own() {
        let mut titles: Vec<_> = SignalCode::ALL.iter().map(|code| said(*code).0).collect();
        titles.sort_unstable();
        titles.dedup();
        assert_eq!(titles.len(), SignalCode::ALL.len());
        for code in SignalCode::ALL {
            let (of, side, _) = unit(code);
            let is_word = code == SignalCode::ResultsReplaying;
            assert_eq!((of.is_empty(), side.is_empty()), (is_word, is_word));
            assert!(said(code).1.ends_with('.'));
        }
    }

    #[test]
    fn whoever_may_not_see_spend_is_led_elsewhere() {
        for (reads, expected) in [
            (true, "/settings/developer/spend"),
            (false, "/quality#feeds"),
        ] {
            assert_eq!(mended(SignalCode::SpendSilent, reads).0, expected);
        }
    }
}
