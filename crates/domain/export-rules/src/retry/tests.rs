use super::*;

fn at(minutes: i64) -> Timestamp {
    Timestamp::from_micros(minutes * MINUTE)
}

fn sending(count: u32, first_at: Timestamp) -> Sending {
    Sending {
        attempts: Attempts {
            count,
            first_at,
            ambiguous_at: None,
        },
        fresh_until: at(7 * 24 * 60),
        is_deduplicated: true,
    }
}

const FAILED: Answer = Answer::Transient { wait: None };

#[test]
fn what_was_taken_or_is_wrong_is_done() {
    let cases = [
        (Answer::Sent, Status::Sent),
        (Answer::Accepted, Status::Accepted),
        (Answer::Confirmed, Status::Confirmed),
        (Answer::Rejected, Status::Rejected),
        (Answer::Invalid, Status::Failed),
        (Answer::Stale, Status::Failed),
        (Answer::Configuration, Status::Failed),
    ];
    for (answer, status) in cases {
        let after = after(&sending(1, at(0)), answer, at(0), Jitter::NONE);
        assert_eq!(
            (after.status, after.next_attempt_at),
            (status, None),
            "{answer:?}"
        );
    }
}

#[test]
fn pauses_grow_to_five_minutes_and_are_drawn() {
    let pause = |count, jitter| {
        let after = after(&sending(count, at(0)), FAILED, at(0), jitter);
        after.next_attempt_at.unwrap().micros() / MICROS_PER_SECOND
    };
    let longest: Vec<_> = (1..8).map(|count| pause(count, Jitter::NONE)).collect();
    assert_eq!(longest, [20, 40, 80, 160, 300, 300, 300]);
    assert_eq!(pause(5, Jitter(0)), 10);
}

#[test]
fn it_is_given_up_after_three_attempts_and_three_hours() {
    let status =
        |count, minutes| after(&sending(count, at(0)), FAILED, at(minutes), Jitter::NONE).status;
    assert_eq!(status(2, 500), Status::Retry);
    assert_eq!(status(50, 179), Status::Retry);
    assert_eq!(status(3, 180), Status::Failed);
}

#[test]
fn it_is_given_up_when_the_platform_would_find_it_too_old() {
    let mut old = sending(1, at(0));
    old.fresh_until = at(1);
    assert_eq!(
        after(&old, FAILED, at(1), Jitter::NONE).status,
        Status::Failed
    );
    assert_eq!(
        after(&old, Answer::Auth, at(1), Jitter::NONE).status,
        Status::Failed
    );
    assert_eq!(
        after(&old, FAILED, at(0), Jitter::NONE).status,
        Status::Retry
    );
}

#[test]
fn the_platform_s_own_wish_is_kept() {
    let wait = Some(3_600 * MICROS_PER_SECOND);
    for answer in [Answer::Throttled { wait }, Answer::Transient { wait }] {
        let next = after(&sending(1, at(0)), answer, at(0), Jitter(0)).next_attempt_at;
        assert_eq!(next, Some(at(60)));
    }
}

#[test]
fn what_may_have_arrived_is_repeated_only_while_the_platform_would_notice() {
    let lost = after(&sending(1, at(0)), Answer::Ambiguous, at(5), Jitter::NONE);
    assert_eq!(
        (lost.status, lost.ambiguous_at),
        (Status::Retry, Some(at(5)))
    );
    let mut again = sending(2, at(0));
    again.attempts.ambiguous_at = lost.ambiguous_at;
    let late = at(5 + 47 * 60);
    assert_eq!(
        after(&again, Answer::Auth, late, Jitter::NONE).status,
        Status::Unknown
    );
    let counted = Sending {
        is_deduplicated: false,
        ..sending(1, at(0))
    };
    assert_eq!(
        abandoned(&counted, at(0), Jitter::NONE).status,
        Status::Unknown
    );
    assert_eq!(
        after(&counted, FAILED, at(0), Jitter::NONE).status,
        Status::Retry
    );
}
