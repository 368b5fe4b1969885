//! The signals of trust: all of them, in order, each as its number says.

use kernel::{Date, Exact};
use reporting::freshness::FreshnessStatus;
use reporting::quality::Share;
use reporting::quality::surveillance::FeedStatus;
use reporting::quality::trust::{
    CountFact, FeedFact, Level, Signal, SignalCode, SignalValue, SpendFact, TrustFacts, signals,
};
use time::macros::date;

const DAY: Date = date!(2026 - 03 - 14);

fn feed(status: FeedStatus, silent_since: Option<Date>) -> FeedFact {
    FeedFact {
        status,
        silent_since,
    }
}

fn spend(days_with_rows: u32, days_without: u32) -> SpendFact {
    SpendFact {
        days_with_rows,
        days_without,
        silent_since: (days_without > 0).then_some(DAY),
    }
}

fn count(count: u64) -> CountFact {
    CountFact {
        count,
        since: Some(DAY),
    }
}

/// A signal in one line.
fn line(signal: &Signal) -> String {
    let value = match signal.value {
        None => "-".to_owned(),
        Some(SignalValue::Word(word)) => word.to_owned(),
        Some(SignalValue::Number(number)) => number.to_string(),
    };
    let since = signal
        .since
        .map_or_else(String::new, |it| format!(" since {it}"));
    format!("{} {value}{since}", signal.level.as_str())
}

fn told(code: SignalCode, facts: &TrustFacts) -> String {
    let all = signals(facts);
    line(all.iter().find(|it| it.code == code).unwrap())
}

#[test]
fn nothing_known_is_nothing_said() {
    let all = signals(&TrustFacts::default());
    let codes: Vec<_> = all.iter().map(|it| it.code).collect();
    assert_eq!(codes, SignalCode::ALL);
    for signal in all {
        assert_eq!(line(&signal), "ok -", "{signal:?}");
    }
}

#[test]
fn thresholds_are_told_with_the_signals() {
    let told: Vec<_> = signals(&TrustFacts::default())
        .iter()
        .map(|it| {
            let number = it.threshold.map_or_else(|| "-".into(), |it| it.to_string());
            format!("{} {number}", it.code.as_str())
        })
        .collect();
    let expected = [
        "results_replaying -",
        "results_behind 15",
        "tracker_silent 1",
        "outcomes_silent 1",
        "spend_silent 3",
        "volume_unusual 1",
        "money_without_rate 1",
        "coverage_low 50",
        "ads_unresolved 10",
        "utm_faulty 5",
        "utm_unscanned 7",
        "figures_restated 1",
    ];
    assert_eq!(told, expected);
    assert_eq!(Level::ALL.map(Level::as_str), ["ok", "notice", "warning"]);
}

/// One signal with the fact that it is read from.
macro_rules! cases {
    ($code:ident: $($field:ident = $value:expr => $told:literal),+ $(,)?) => {$({
        let facts = TrustFacts { $field: $value, ..TrustFacts::default() };
        assert_eq!(told(SignalCode::$code, &facts), $told, "{:?}", facts.$field);
    })+};
}

#[test]
fn results() {
    cases!(ResultsReplaying:
        freshness = Some(FreshnessStatus::Current) => "ok current",
        freshness = Some(FreshnessStatus::CatchingUp) => "ok catching_up",
        freshness = Some(FreshnessStatus::Replaying) => "notice replaying",
    );
    cases!(ResultsBehind:
        oldest_change_minutes = Some(0) => "ok 0",
        oldest_change_minutes = Some(15) => "ok 15",
        oldest_change_minutes = Some(16) => "warning 16",
    );
    let dated = TrustFacts {
        freshness: Some(FreshnessStatus::Replaying),
        replaying_since: Some(DAY),
        oldest_change_minutes: Some(3),
        behind_since: Some(DAY),
        ..TrustFacts::default()
    };
    assert_eq!(
        told(SignalCode::ResultsReplaying, &dated),
        "notice replaying since 2026-03-14"
    );
    assert_eq!(
        told(SignalCode::ResultsBehind, &dated),
        "ok 3",
        "what is ok is so since nothing"
    );
}

#[test]
fn feeds() {
    let later = Some(date!(2026 - 03 - 20));
    cases!(TrackerSilent:
        tracker = vec![feed(FeedStatus::Live, None), feed(FeedStatus::New, None)] => "ok 0",
        tracker = vec![feed(FeedStatus::Live, None), feed(FeedStatus::Silent, None)] => "warning 1",
    );
    cases!(OutcomesSilent:
        outcomes = vec![feed(FeedStatus::Silent, later), feed(FeedStatus::Silent, Some(DAY))]
            => "warning 2 since 2026-03-14",
    );
    cases!(SpendSilent:
        spend = vec![spend(13, 90)] => "ok -",
        spend = vec![spend(14, 2)] => "ok 2",
        spend = vec![spend(400, 0), spend(14, 3), spend(2, 50)] => "warning 3 since 2026-03-14",
    );
    cases!(VolumeUnusual:
        open_anomalies = Some(count(0)) => "ok 0",
        open_anomalies = Some(count(2)) => "notice 2 since 2026-03-14",
    );
}

#[test]
fn amounts_and_shares() {
    cases!(MoneyWithoutRate:
        without_rate = Some(count(0)) => "ok 0",
        without_rate = Some(count(1)) => "warning 1 since 2026-03-14",
    );
    cases!(CoverageLow:
        coverage = Some(Share::counted(0, 0)) => "ok -",
        coverage = Some(Share::counted(0, 19)) => "ok 0",
        coverage = Some(Share::counted(9, 20)) => "warning 45",
        coverage = Some(Share::counted(10, 20)) => "ok 50",
    );
    cases!(AdsUnresolved:
        dangling_cash = Some(Share::counted(99, 1_000)) => "ok 9.9",
        dangling_cash = Some(Share::counted(100, 1_000)) => "warning 10",
    );
    cases!(UtmFaulty:
        faulty_utms = Some(Share::counted(49, 1_000)) => "ok 4.9",
        faulty_utms = Some(Share::counted(50, 1_000)) => "warning 5",
    );
    cases!(UtmUnscanned:
        unscanned_days = Some(6) => "ok 6",
        unscanned_days = Some(7) => "notice 7",
    );
}

#[test]
fn changes_of_figures_count_either_way() {
    let changed = |part: &str, of: &str| {
        Some(Share {
            part: part.parse::<Exact>().unwrap(),
            of: of.parse::<Exact>().unwrap(),
        })
    };
    cases!(FiguresRestated:
        restated_cash = changed("0", "0") => "ok -",
        restated_cash = changed("9.4", "1000") => "ok 0.9",
        restated_cash = changed("-10", "1000") => "notice 1",
        restated_cash = changed("0.01", "0") => "notice 100",
        restated_cash = changed("30", "-1000") => "notice 3",
    );
}
