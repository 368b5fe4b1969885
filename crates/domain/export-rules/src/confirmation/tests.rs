use proptest::prelude::*;

use super::*;

const ACCEPTED: Timestamp = Timestamp::from_micros(0);

fn asked(count: u32) -> Asked {
    Asked {
        accepted_at: ACCEPTED,
        events: 4,
        count,
    }
}

fn after(said: &RequestStatus) -> AfterAsking {
    after_asking(asked(1), said, first_ask(ACCEPTED), Jitter::NONE)
}

fn errors(reason: &str, count: usize, places: &[usize]) -> RecordErrors {
    RecordErrors {
        reason: format!("PROCESSING_ERROR_REASON_{reason}"),
        count,
        places: places.to_vec(),
    }
}

/// What becomes of the events, when the platform is not asked any more.
fn statuses(after: AfterAsking) -> Option<Vec<Status>> {
    match after {
        AfterAsking::Settled(verdicts) => Some(verdicts.iter().map(|it| it.status).collect()),
        AfterAsking::Again(_) => None,
    }
}

#[test]
fn what_the_platform_could_use_is_confirmed_and_what_it_could_not_rejected() {
    use Status::{Accepted, Confirmed, Rejected};
    let cases = [
        (RequestStatus::Success, [Confirmed; 4]),
        (
            RequestStatus::PartialSuccess(vec![errors("INVALID_GCLID", 2, &[0, 2])]),
            [Rejected, Confirmed, Rejected, Confirmed],
        ),
        // It says how many, and not which.
        (
            RequestStatus::PartialSuccess(vec![errors("INVALID_GCLID", 1, &[])]),
            [Accepted; 4],
        ),
        (
            RequestStatus::PartialSuccess(vec![
                errors("INVALID_GCLID", 1, &[3]),
                errors("EVENT_TOO_OLD", 1, &[]),
            ]),
            [Accepted, Accepted, Accepted, Rejected],
        ),
        // It says that some were bad, and nothing of which or how many.
        (RequestStatus::PartialSuccess(Vec::new()), [Accepted; 4]),
        (
            RequestStatus::PartialSuccess(vec![errors("INVALID_GCLID", 0, &[])]),
            [Accepted; 4],
        ),
        // What it was told before it has.
        (
            RequestStatus::PartialSuccess(vec![errors("DUPLICATE_TRANSACTION_ID", 1, &[1])]),
            [Confirmed; 4],
        ),
        (RequestStatus::Failure(Vec::new()), [Rejected; 4]),
        (
            RequestStatus::Failure(vec![errors("CLICK_NOT_FOUND", 4, &[])]),
            [Rejected; 4],
        ),
        (
            RequestStatus::Failure(vec![errors("DUPLICATE_TRANSACTION_ID", 4, &[])]),
            [Confirmed; 4],
        ),
        (
            RequestStatus::Failure(vec![
                errors("DUPLICATE_TRANSACTION_ID", 1, &[0]),
                errors("INVALID_GCLID", 3, &[1, 2, 3]),
            ]),
            [Confirmed, Rejected, Rejected, Rejected],
        ),
        (
            RequestStatus::Failure(vec![
                errors("INVALID_GCLID", 1, &[]),
                errors("CLICK_NOT_FOUND", 3, &[]),
            ]),
            [Rejected; 4],
        ),
        (RequestStatus::Unknown, [Accepted; 4]),
    ];
    for (said, statuses) in cases {
        assert_eq!(
            self::statuses(after(&said)),
            Some(statuses.to_vec()),
            "{said:?}"
        );
    }
}

#[test]
fn places_that_are_in_no_request_change_nothing() {
    let said = RequestStatus::PartialSuccess(vec![errors("INVALID_GCLID", 1, &[9])]);
    assert_eq!(statuses(after(&said)), Some(vec![Status::Confirmed; 4]));
}

#[test]
fn the_platforms_word_goes_with_each_event() {
    let reasons = |said| match after(&said) {
        AfterAsking::Settled(verdicts) => verdicts.into_iter().map(|it| it.reason).collect(),
        AfterAsking::Again(_) => Vec::new(),
    };
    let word = |reason: &str| Some(format!("PROCESSING_ERROR_REASON_{reason}"));
    assert_eq!(
        reasons(RequestStatus::PartialSuccess(vec![errors(
            "INVALID_GCLID",
            1,
            &[2]
        )])),
        [None, None, word("INVALID_GCLID"), None]
    );
    assert_eq!(
        reasons(RequestStatus::Failure(vec![errors(
            "CLICK_NOT_FOUND",
            4,
            &[]
        )])),
        vec![word("CLICK_NOT_FOUND"); 4]
    );
    // Both are refusals, and which of them is whose was said of one event alone.
    let two = vec![
        errors("INVALID_GCLID", 1, &[0]),
        errors("CLICK_NOT_FOUND", 3, &[]),
    ];
    assert_eq!(
        reasons(RequestStatus::Failure(two)),
        [word("INVALID_GCLID"), None, None, None]
    );
}

#[test]
fn it_is_asked_again_in_growing_pauses_for_two_days() {
    let (mut now, mut pauses) = (first_ask(ACCEPTED), Vec::new());
    for count in 1..100 {
        match after_asking(asked(count), &RequestStatus::Processing, now, Jitter::NONE) {
            AfterAsking::Again(next) => {
                pauses.push(next.micros_since(now) / MINUTE);
                now = next;
            }
            settled @ AfterAsking::Settled(_) => {
                assert_eq!(statuses(settled), Some(vec![Status::Accepted; 4]));
                break;
            }
        }
    }
    assert_eq!(pauses, [60, 120, 240, 360, 360, 360, 360, 360, 360]);
    assert!(now.micros_since(ACCEPTED) <= LASTS);
}

#[test]
fn who_does_not_answer_is_asked_again_when_it_wants() {
    let now = first_ask(ACCEPTED);
    let wait = Some(5 * HOUR);
    let said = RequestStatus::NoAnswer { wait };
    assert_eq!(after(&said), AfterAsking::Again(now.plus_micros(5 * HOUR)));
    for said in [RequestStatus::Auth, RequestStatus::NoAnswer { wait: None }] {
        assert_eq!(after(&said), AfterAsking::Again(now.plus_micros(HOUR)));
    }
}

proptest! {
    #[test]
    fn every_event_gets_a_status_that_a_platform_can_give(
        events in 0..300_usize,
        named in prop::collection::vec((0..4_usize, prop::collection::vec(0..320_usize, 0..20)), 0..4),
        is_failure: bool,
    ) {
        let errors: Vec<_> = named
            .iter()
            .map(|(more, places)| errors("INVALID_GCLID", places.len() + more, places))
            .collect();
        let said = if is_failure {
            RequestStatus::Failure(errors)
        } else {
            RequestStatus::PartialSuccess(errors)
        };
        let asked = Asked { events, ..asked(1) };
        let Some(statuses) = statuses(after_asking(asked, &said, ACCEPTED, Jitter::NONE)) else {
            return Err(TestCaseError::fail("it is over"));
        };
        prop_assert_eq!(statuses.len(), events);
        let ends = [Status::Accepted, Status::Confirmed, Status::Rejected];
        prop_assert!(statuses.iter().all(|status| ends.contains(status)));
    }
}
