//! How tokens are kept fresh: by one process at a time, ahead of their end, and with patience.

use std::time::Duration;

use kernel::Timestamp;
use uuid::Uuid;

use crate::state::ReconnectReason;
use crate::tokens::Tokens;

/// How long one process has to refresh a token before another may. Longer than a platform may take to answer.
const LEASE: Duration = Duration::from_mins(1);
/// The first pause after a failure.
const FIRST_PAUSE: Duration = Duration::from_mins(1);
/// No pause of ours is longer.
const LONGEST_PAUSE: Duration = Duration::from_hours(6);
/// Nor is one that a platform asks for.
const LONGEST_WISH: Duration = Duration::from_hours(24);
/// When refreshing has failed for so long, somebody has to connect the account anew.
pub const MOST_PATIENCE: Duration = Duration::from_hours(3 * 24);

/// Who refreshes a token now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lease {
    /// Names the try.
    pub holder: Uuid,
    /// Until when nobody else tries.
    pub until: Timestamp,
}

/// How refreshing goes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RefreshState {
    /// Who does it now.
    pub lease: Option<Lease>,
    /// Tries in a row that failed.
    pub failures: u32,
    /// When the first of them did.
    pub failing_since: Option<Timestamp>,
    /// When it is tried again.
    pub retry_at: Option<Timestamp>,
}

/// What somebody who needs a token does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TokenStep {
    /// Uses the one that is there.
    Use,
    /// Refreshes it; nobody else does, once this is kept.
    Refresh(RefreshState),
    /// Comes back later: the token is at its end, and somebody else refreshes it or the platform is away.
    Wait(Timestamp),
}

/// What follows from a refresh that failed and may succeed another time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AfterFailure {
    /// It is tried again.
    Retry(RefreshState),
    /// It has failed for too long.
    Stop(ReconnectReason),
}

fn later(now: Timestamp, span: Duration) -> Timestamp {
    now.plus_micros(i64::try_from(span.as_micros()).unwrap_or(i64::MAX))
}

/// What to do at `now` for a token. `holder` names the try, should there be one.
pub fn next_step(tokens: &Tokens, state: &RefreshState, holder: Uuid, now: Timestamp) -> TokenStep {
    if !tokens.is_due(now) {
        return TokenStep::Use;
    }
    let leased = state.lease.map(|lease| lease.until);
    let blocked = leased.max(state.retry_at).filter(|until| now < *until);
    match blocked {
        None => TokenStep::Refresh(RefreshState {
            lease: Some(Lease {
                holder,
                until: later(now, LEASE),
            }),
            ..*state
        }),
        Some(_) if tokens.is_usable(now) => TokenStep::Use,
        Some(until) => TokenStep::Wait(until),
    }
}

/// What follows when the platform did not answer, or said to come back later. `wish` is how long it asked to wait;
/// `jitter` spreads those who wait, 0 to 255 for four to six fifths of a pause.
pub fn after_failure(
    state: &RefreshState,
    (wish, jitter): (Option<Duration>, u8),
    now: Timestamp,
) -> AfterFailure {
    let since = state.failing_since.unwrap_or(now);
    let patience = i64::try_from(MOST_PATIENCE.as_micros()).unwrap_or(i64::MAX);
    if now.micros_since(since) >= patience {
        return AfterFailure::Stop(ReconnectReason::FailingForDays);
    }
    let doubled = 2_u32.saturating_pow(state.failures.min(16));
    let pause = FIRST_PAUSE.saturating_mul(doubled).min(LONGEST_PAUSE);
    let pause = pause * (4 * 255 + 2 * u32::from(jitter)) / (5 * 255);
    let pause = pause.max(wish.unwrap_or_default().min(LONGEST_WISH));
    AfterFailure::Retry(RefreshState {
        lease: None,
        failures: state.failures.saturating_add(1),
        failing_since: Some(since),
        retry_at: Some(later(now, pause)),
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::secret::RefreshToken;
    use crate::tokens::Grant;
    use kernel::AccessToken;

    fn at(seconds: i64) -> Timestamp {
        Timestamp::from_micros(seconds * 1_000_000)
    }

    fn hour() -> Tokens {
        let grant = Grant {
            access: AccessToken::parse("a").unwrap(),
            refresh: RefreshToken::parse("r"),
            lifetime: Some(Duration::from_hours(1)),
        };
        Tokens::obtained(grant, at(0))
    }

    const ONE: Uuid = Uuid::from_u128(1);
    const OTHER: Uuid = Uuid::from_u128(2);

    fn leased(now: i64) -> RefreshState {
        match next_step(&hour(), &RefreshState::default(), ONE, at(now)) {
            TokenStep::Refresh(state) => state,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn one_process_refreshes_and_the_others_use_what_is_there() {
        let tokens = hour();
        let idle = RefreshState::default();
        assert_eq!(next_step(&tokens, &idle, ONE, at(3_239)), TokenStep::Use);
        let state = leased(3_240);
        assert_eq!(state.lease.unwrap().holder, ONE);
        assert_eq!(next_step(&tokens, &state, OTHER, at(3_299)), TokenStep::Use);
        // Whoever had the lease died.
        assert!(matches!(
            next_step(&tokens, &state, OTHER, at(3_300)),
            TokenStep::Refresh(state) if state.lease.unwrap().holder == OTHER
        ));
    }

    #[test]
    fn whoever_comes_after_the_end_waits_for_the_one_who_refreshes() {
        let state = leased(3_600);
        assert_eq!(
            next_step(&hour(), &state, OTHER, at(3_601)),
            TokenStep::Wait(at(3_660))
        );
    }

    #[test]
    fn pauses_grow_to_six_hours_and_end_after_three_days() {
        let mut state = leased(3_240);
        let mut now = at(3_240);
        let mut pauses = Vec::new();
        let reason = loop {
            match after_failure(&state, (None, 255), now) {
                AfterFailure::Retry(next) => {
                    assert_eq!((next.lease, next.failing_since), (None, Some(at(3_240))));
                    let retry_at = next.retry_at.unwrap();
                    pauses.push(retry_at.micros_since(now) / 1_000_000);
                    (state, now) = (next, retry_at);
                }
                AfterFailure::Stop(reason) => break reason,
            }
        };
        assert_eq!(reason, ReconnectReason::FailingForDays);
        assert_eq!(pauses[..3], [72, 144, 288]);
        assert_eq!(*pauses.last().unwrap(), 25_920);
        assert!(now.micros_since(at(3_240)) / 1_000_000 >= 3 * 86_400);
    }

    #[test]
    fn what_a_platform_asks_for_is_heard_within_bounds() {
        let wait = |wish| match after_failure(&RefreshState::default(), (wish, 0), at(0)) {
            AfterFailure::Retry(state) => state.retry_at.unwrap().micros() / 1_000_000,
            AfterFailure::Stop(reason) => panic!("{reason:?}"),
        };
        assert_eq!(wait(None), 48);
        assert_eq!(wait(Some(Duration::from_secs(10))), 48);
        assert_eq!(wait(Some(Duration::from_mins(15))), 900);
        assert_eq!(wait(Some(Duration::from_hours(250))), 86_400);
    }

    #[test]
    fn while_it_is_waited_a_token_that_counts_is_used() {
        let AfterFailure::Retry(state) = after_failure(&leased(3_240), (None, 0), at(3_240)) else {
            panic!("the first failure stops nothing")
        };
        assert_eq!(next_step(&hour(), &state, OTHER, at(3_250)), TokenStep::Use);
        assert!(matches!(
            next_step(&hour(), &state, OTHER, at(3_288)),
            TokenStep::Refresh(state) if state.failures == 1
        ));
    }

    proptest! {
        #[test]
        fn nobody_refreshes_beside_somebody_else(start in 3_240_i64..4_000, after in 0_i64..60) {
            let step = next_step(&hour(), &leased(start), OTHER, at(start + after));
            prop_assert!(!matches!(step, TokenStep::Refresh(_)));
        }
    }
}
