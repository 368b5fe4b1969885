//! What becomes of a delivery whose receiver has too much to do and then answers no more.

use webhook_events::{
    AttemptEnd, AttemptFailure, AttemptOutcome, BeforeAttempt, DeliveryState, EndpointHealth,
    Jitter, RetryAfter, RetrySchedule, Timestamp, after_attempt,
};

fn main() {
    let schedule = RetrySchedule::default();
    let busy = AttemptOutcome::Answered {
        status: 429,
        retry_after: RetryAfter::parse("90"),
    };
    let silent = AttemptOutcome::Failed(AttemptFailure::Timeout);
    let (mut now, mut health, mut failures) =
        (Timestamp::from_micros(0), EndpointHealth::default(), 0);
    for outcome in std::iter::once(busy).chain(std::iter::repeat(silent)) {
        let before = BeforeAttempt {
            failures,
            health,
            is_enabled: true,
        };
        let end = AttemptEnd {
            at: now,
            jitter: Jitter::NONE,
        };
        let after = after_attempt(before, &outcome, &schedule, end);
        println!("{now} {outcome:?}: {:?}", after.state);
        health = after.health;
        match after.state {
            DeliveryState::Pending {
                failures: so_far,
                next_attempt_at,
            } => {
                (failures, now) = (so_far, next_attempt_at);
            }
            DeliveryState::Delivered { .. } | DeliveryState::Dead { .. } => break,
        }
    }
}
