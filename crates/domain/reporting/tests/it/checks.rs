//! The checks: which there are, and how counts come out.

use std::collections::BTreeSet;

use reporting::quality::checks::{CheckCode, CheckStatus, Measure, check, checks};

/// A count and of what, as status and percent.
fn told(code: CheckCode, count: u64, of: u64) -> String {
    let found = check(code, Some(Measure { count, of }));
    let pct = found.pct.map_or_else(|| "-".into(), |it| it.to_string());
    format!("{} {pct}", found.status.as_str())
}

#[test]
fn limits_are_exact() {
    use CheckCode as C;
    let cases = [
        (C::AdsWithoutSpend, 0, 40, "pass 0"),
        (C::AdsWithoutSpend, 1, 40, "warn 2.5"),
        (C::AdsWithoutSpend, 4, 40, "fail 10"),
        (C::SpendWithoutTouches, 1, 11, "warn 9.1"),
        (C::SpendWithoutTouches, 0, 0, "no_data -"),
        (C::InternalUtms, 9, 1_000, "pass 0.9"),
        (C::InternalUtms, 10, 1_000, "warn 1"),
        (C::InternalUtms, 50, 1_000, "fail 5"),
        // Shown as one percent, and below it.
        (C::InternalUtms, 9_999, 1_000_000, "pass 1"),
        (C::ConvertingReferrer, 1, 30, "warn 3.3"),
        (C::ConvertingReferrer, 30, 30, "warn 100"),
        (C::ClicksWithoutVisits, 1, 5, "warn 20"),
        (C::ClicksWithoutVisits, 3, 5, "fail 60"),
        (C::DoubledPageViews, 49, 1_000, "pass 4.9"),
        (C::DoubledPageViews, 50, 1_000, "warn 5"),
        (C::DoubledPageViews, 500, 1_000, "fail 50"),
        (C::DoubledPayments, 1, 5_000, "warn 0"),
        (C::DoubledPayments, 50, 5_000, "fail 1"),
        (C::UnidentifiedOutcomes, 4, 100, "pass 4"),
        (C::UnidentifiedOutcomes, 5, 100, "warn 5"),
        (C::UnidentifiedOutcomes, 25, 100, "fail 25"),
        (C::UnclaimedEventTypes, 1, 8, "warn 12.5"),
        (C::UnclaimedEventTypes, 8, 8, "fail 100"),
        (C::MoneyWithoutRate, 1, 400, "warn 0.3"),
        (C::MoneyWithoutRate, 20, 400, "fail 5"),
        (C::RefusedEvents, 9, 1_000, "pass 0.9"),
        (C::RefusedEvents, 10, 1_000, "warn 1"),
        (C::RefusedEvents, 100, 1_000, "fail 10"),
        (C::BotShare, 299, 1_000, "pass 29.9"),
        (C::BotShare, 1_000, 1_000, "warn 100"),
        (C::BotShare, u64::MAX, u64::MAX, "warn 100"),
    ];
    for (code, count, of, expected) in cases {
        assert_eq!(told(code, count, of), expected, "{code:?} {count} of {of}");
    }
    let covered: BTreeSet<_> = cases.iter().map(|it| it.0.as_str()).collect();
    assert_eq!(covered.len(), CheckCode::ALL.len());
}

#[test]
fn every_check_is_listed_whatever_was_measured() {
    let measured = [
        (CheckCode::BotShare, Measure { count: 4, of: 10 }),
        (CheckCode::DoubledPayments, Measure { count: 0, of: 3 }),
    ];
    let listed = checks(&measured);
    let codes: Vec<_> = listed.iter().map(|it| it.code).collect();
    assert_eq!(codes, CheckCode::ALL);
    for it in &listed {
        let expected = match it.code {
            CheckCode::BotShare => CheckStatus::Warn,
            CheckCode::DoubledPayments => CheckStatus::Pass,
            _ => CheckStatus::NoData,
        };
        assert_eq!(it.status, expected, "{:?}", it.code);
    }
}

#[test]
fn more_that_is_wrong_is_never_better() {
    let rank = |status| match status {
        CheckStatus::NoData => unreachable!("there is data"),
        CheckStatus::Pass => 0,
        CheckStatus::Warn => 1,
        CheckStatus::Fail => 2,
    };
    for code in CheckCode::ALL {
        let ranks: Vec<_> = (0..=200)
            .map(|count| rank(check(code, Some(Measure { count, of: 200 })).status))
            .collect();
        assert!(ranks.is_sorted(), "{code:?}");
        assert_eq!(ranks[0], 0, "{code:?}");
        assert!(ranks[200] > 0, "{code:?}");
    }
}

#[test]
fn words_are_stable_and_recommendations_are_sentences() {
    let words: BTreeSet<_> = CheckCode::ALL.iter().map(|it| it.as_str()).collect();
    assert_eq!(words.len(), CheckCode::ALL.len());
    for code in CheckCode::ALL {
        let text = code.recommendation();
        assert!(text.ends_with('.') && !text.contains("  "), "{text}");
        assert!(text.starts_with(|first: char| first.is_ascii_uppercase()));
        let word = code.recommendation_code();
        assert!(word.bytes().all(|it| it.is_ascii_lowercase() || it == b'_'));
    }
    let statuses = CheckStatus::ALL.map(CheckStatus::as_str);
    assert_eq!(statuses, ["pass", "warn", "fail", "no_data"]);
}
