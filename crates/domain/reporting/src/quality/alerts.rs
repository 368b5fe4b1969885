//! When somebody is told of a signal: when it leaves `ok` and when it regains it.
//!
//! Decides: what is kept of a signal between two looks, which difference is an alert, and since when a signal is as it
//! is. A signal that nothing is kept of was ok: one that is not ok when it is seen for the first time has left it, and
//! one that is ok has not changed.

use kernel::{Date, Timestamp};

use super::trust::{Level, Signal, SignalCode};

/// What is kept of a signal that was not ok at some time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KnownSignal {
    /// Which.
    pub code: SignalCode,
    /// How much it matters.
    pub level: Level,
    /// The first local day on which it was ok, or was not.
    pub since: Date,
    /// When what was measured came to another level than before.
    pub changed_at: Timestamp,
}

/// A signal that left ok or regained it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Alert {
    /// The signal as it is.
    pub signal: Signal,
    /// What it was before.
    pub previous: Level,
}

/// What follows from a look.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Turned {
    /// What is to be kept in the place of what is known of the same signals.
    pub keep: Vec<KnownSignal>,
    /// What is to be told.
    pub alerts: Vec<Alert>,
}

/// What changed between what is known and what was measured at an instant of a local day. What has changed since
/// `before`, which was known when measuring began, was measured later by somebody else, and stays.
pub fn turned(
    (known, before): (&[KnownSignal], &[KnownSignal]),
    signals: &[Signal],
    at: Timestamp,
    today: Date,
) -> Turned {
    let changed_at = |all, code| of(all, code).map(|it| it.changed_at);
    let mut found = Turned::default();
    for signal in signals {
        let is_overtaken = changed_at(known, signal.code) != changed_at(before, signal.code);
        let last = of(known, signal.code);
        let previous = last.map_or(Level::Ok, |it| it.level);
        if signal.level == previous || is_overtaken {
            continue;
        }
        let has_turned = (signal.level == Level::Ok) != (previous == Level::Ok);
        let stays_since = last.map(|it| it.since).filter(|_| !has_turned);
        let since = stays_since.or(signal.since).unwrap_or(today);
        found.keep.push(KnownSignal {
            code: signal.code,
            level: signal.level,
            since,
            changed_at: at,
        });
        if has_turned {
            let since = (signal.level != Level::Ok).then_some(since);
            found.alerts.push(Alert {
                signal: Signal { since, ..*signal },
                previous,
            });
        }
    }
    found
}

/// The signals, those that are not ok and do not say since when with the day that is known.
pub fn with_days(mut signals: Vec<Signal>, known: &[KnownSignal]) -> Vec<Signal> {
    for signal in &mut signals {
        if signal.level != Level::Ok && signal.since.is_none() {
            let known = of(known, signal.code).filter(|it| it.level != Level::Ok);
            signal.since = known.map(|it| it.since);
        }
    }
    signals
}

fn of(known: &[KnownSignal], code: SignalCode) -> Option<&KnownSignal> {
    known.iter().find(|it| it.code == code)
}

#[cfg(test)]
mod tests {
    use kernel::Exact;
    use time::macros::date;

    use super::*;
    use crate::quality::trust::SignalValue;

    const CODE: SignalCode = SignalCode::CoverageLow;
    const TODAY: Date = date!(2026 - 03 - 14);
    const BEFORE: Date = date!(2026 - 03 - 01);

    fn now() -> Timestamp {
        Timestamp::parse("2026-03-14T10:00:00Z").unwrap()
    }

    fn signal(level: Level, since: Option<Date>) -> Signal {
        Signal {
            code: CODE,
            level,
            value: Some(SignalValue::Number(Exact::whole(12))),
            threshold: Some(Exact::whole(50)),
            since,
        }
    }

    fn known(level: Level) -> KnownSignal {
        KnownSignal {
            code: CODE,
            level,
            since: BEFORE,
            changed_at: now().plus_micros(-5),
        }
    }

    /// Whether it is told, and what is kept, as level and day.
    fn after(before: Option<Level>, signal: Signal) -> (bool, Option<(Level, Date)>) {
        let before: Vec<KnownSignal> = before.map(known).into_iter().collect();
        let found = turned((&before, &before), &[signal], now(), TODAY);
        let kept = found.keep.first().map(|it| (it.level, it.since));
        (!found.alerts.is_empty(), kept)
    }

    #[test]
    fn leaving_and_regaining_ok_is_told_and_nothing_else() {
        use Level::{Notice, Ok, Warning};
        for (before, level, expected) in [
            (None, Ok, (false, None)),
            (None, Warning, (true, Some((Warning, TODAY)))),
            (Some(Ok), Ok, (false, None)),
            (Some(Ok), Notice, (true, Some((Notice, TODAY)))),
            (Some(Notice), Notice, (false, None)),
            (Some(Notice), Warning, (false, Some((Warning, BEFORE)))),
            (Some(Warning), Notice, (false, Some((Notice, BEFORE)))),
            (Some(Warning), Ok, (true, Some((Ok, TODAY)))),
        ] {
            let found = after(before, signal(level, None));
            assert_eq!(found, expected, "{before:?} {level:?}");
        }
    }

    #[test]
    fn what_is_told_says_what_it_was_and_since_when_it_is_so() {
        let ok = [known(Level::Ok)];
        let found = turned(
            (&ok, &ok),
            &[signal(Level::Warning, Some(BEFORE))],
            now(),
            TODAY,
        );
        let [alert] = found.alerts.as_slice() else {
            panic!("one alert: {found:?}");
        };
        let told = (alert.previous, alert.signal.since);
        assert_eq!(told, (Level::Ok, Some(BEFORE)));
        let warning = [known(Level::Warning)];
        let again = turned(
            (&warning, &warning),
            &[signal(Level::Ok, None)],
            now(),
            TODAY,
        );
        assert_eq!(again.alerts[0].signal.since, None);
        assert_eq!(again.alerts[0].signal.recommendation_code(), None);
    }

    #[test]
    fn what_was_overtaken_on_the_way_changes_nothing() {
        let known = [known(Level::Warning)];
        let ok = [signal(Level::Ok, None)];
        assert_eq!(turned((&known, &known), &ok, now(), TODAY).alerts.len(), 1);
        assert_eq!(turned((&known, &[]), &ok, now(), TODAY), Turned::default());
        let mut earlier = known;
        earlier[0].changed_at = now().plus_micros(-6);
        assert_eq!(
            turned((&known, &earlier), &ok, now(), TODAY),
            Turned::default()
        );
    }

    #[test]
    fn a_signal_that_keeps_no_day_has_the_known_one() {
        let days = |level, since, known| {
            let found = with_days(vec![signal(level, since)], &[known]);
            found[0].since
        };
        let warned = known(Level::Warning);
        assert_eq!(days(Level::Warning, None, warned), Some(BEFORE));
        assert_eq!(days(Level::Warning, Some(TODAY), warned), Some(TODAY));
        assert_eq!(days(Level::Ok, None, warned), None);
        assert_eq!(days(Level::Warning, None, known(Level::Ok)), None);
    }
}
