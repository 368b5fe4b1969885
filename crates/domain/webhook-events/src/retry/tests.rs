use proptest::prelude::*;

use super::*;
use crate::attempt::{AttemptFailure, RetryAfter};

const SECOND: i64 = 1_000_000;
const NOW: Timestamp = Timestamp::from_micros(1_700_000_000 * SECOND);

fn answered(status: u16, retry_after: Option<RetryAfter>) -> AttemptOutcome {
    AttemptOutcome::Answered {
        status,
        retry_after,
    }
}

fn seconds(failures: u32, outcome: &AttemptOutcome) -> Option<i64> {
    let next = RetrySchedule::default().next(failures, outcome, NOW, Jitter::NONE);
    next.map(|at| at.micros_since(NOW) / SECOND)
}

#[test]
fn eight_attempts_in_about_28_hours() {
    let schedule = RetrySchedule::default();
    assert_eq!(schedule.attempts(), 8);
    let delays: Vec<_> = (1..=8)
        .map(|it| seconds(it, &answered(500, None)))
        .collect();
    let expected = [5, 300, 1_800, 7_200, 18_000, 36_000, 36_000].map(Some);
    assert_eq!(delays[..7], expected);
    assert_eq!(delays[7], None);
    assert_eq!(seconds(0, &answered(500, None)), None);
    assert_eq!(seconds(u32::MAX, &answered(500, None)), None);
    let total: i64 = delays.iter().flatten().sum();
    assert_eq!(total, 99_305, "27.6 hours");
}

#[test]
fn what_a_receiver_asks_for_is_heard_within_bounds() {
    let (after, at) = (
        |seconds| Some(RetryAfter::Seconds(seconds)),
        |seconds: i64| Some(RetryAfter::At(NOW.plus_micros(seconds * SECOND))),
    );
    for (failures, outcome, expected) in [
        (1, answered(429, None), 60),
        (1, AttemptOutcome::Failed(AttemptFailure::Timeout), 60),
        (2, answered(429, None), 300),
        (1, AttemptOutcome::Failed(AttemptFailure::Connection), 5),
        (1, AttemptOutcome::Failed(AttemptFailure::BlockedAddress), 5),
        (1, AttemptOutcome::Failed(AttemptFailure::Tls), 5),
        (1, answered(429, after(30)), 60),
        (1, answered(429, after(90)), 90),
        (1, answered(429, after(120)), 120),
        (1, answered(429, after(121)), 120),
        (1, answered(429, after(u64::MAX)), 120),
        (1, answered(429, at(90)), 90),
        (1, answered(429, at(-90)), 60),
        (1, answered(429, at(86_400)), 120),
        (2, answered(503, after(400)), 400),
        (2, answered(503, after(0)), 300),
        (2, answered(503, at(1_000)), 600),
        (1, answered(301, None), 5),
    ] {
        assert_eq!(seconds(failures, &outcome), Some(expected), "{outcome:?}");
    }
}

#[test]
fn a_schedule_is_bounded() {
    let of = |delays: &[u64]| {
        let delays = delays.iter().map(|it| Duration::from_secs(*it)).collect();
        RetrySchedule::new(delays).map(|it| it.attempts())
    };
    assert_eq!(of(&[1]), Ok(2));
    assert_eq!(of(&[7 * 86_400; 20]), Ok(21));
    for wrong in [&[][..], &[0], &[7 * 86_400 + 1], &[1; 21]] {
        assert_eq!(of(wrong), Err(NotASchedule), "{wrong:?}");
    }
}

proptest! {
    #[test]
    fn every_wait_is_within_a_fifth_of_its_delay(bits: u32, failures in 1_u32..8) {
        let schedule = RetrySchedule::default();
        let outcome = answered(500, None);
        let base = schedule.next(failures, &outcome, NOW, Jitter::NONE).unwrap().micros_since(NOW);
        let next = schedule.next(failures, &outcome, NOW, Jitter::from_random(bits));
        let wait = next.unwrap().micros_since(NOW);
        prop_assert!(wait >= base * 4 / 5 && wait <= base * 6 / 5, "{} of {}", wait, base);
    }

    #[test]
    fn more_chance_is_never_sooner(one: u32, other: u32) {
        let (less, more) = (one.min(other), one.max(other));
        let day = Duration::from_hours(24);
        prop_assert!(Jitter(less).apply(day) <= Jitter(more).apply(day));
    }

    #[test]
    fn a_wish_never_shortens_and_at_most_doubles(
        bits: u32,
        failures in 1_u32..8,
        status in prop::sample::select(vec![301_u16, 400, 429, 500, 503]),
        wish: u64,
    ) {
        let schedule = RetrySchedule::default();
        let wait = |retry_after| {
            let outcome = answered(status, retry_after);
            let next = schedule.next(failures, &outcome, NOW, Jitter::from_random(bits));
            next.unwrap().micros_since(NOW)
        };
        let (plain, wished) = (wait(None), wait(Some(RetryAfter::Seconds(wish))));
        prop_assert!(wished >= plain && wished <= 2 * plain);
        prop_assert!(status != 429 || plain >= 60 * SECOND);
    }

    #[test]
    fn no_instant_overflows(failures in 1_u32..21, micros: i64, bits: u32) {
        let schedule = RetrySchedule::new(vec![Duration::from_hours(168); 20]).unwrap();
        let outcome = answered(429, Some(RetryAfter::At(Timestamp::from_micros(i64::MAX))));
        let now = Timestamp::from_micros(micros);
        let next = schedule.next(failures, &outcome, now, Jitter::from_random(bits));
        prop_assert!(next.unwrap() >= now);
    }
}
