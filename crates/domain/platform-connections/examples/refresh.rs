//! What becomes of a connection whose platform goes away for days, just when its token has to be refreshed.

use std::time::Duration;

use platform_connections::{
    AccessToken, AfterFailure, Grant, RefreshState, RefreshToken, Timestamp, TokenStep, Tokens,
    Uuid, after_failure, next_step,
};

fn main() {
    let start = Timestamp::from_micros(0);
    let Some(access) = AccessToken::parse("ya29.example") else {
        return;
    };
    let grant = Grant {
        access,
        refresh: RefreshToken::parse("1//example"),
        lifetime: Some(Duration::from_hours(1)),
    };
    let tokens = Tokens::obtained(grant, start);
    let (mut now, mut state) = (start, RefreshState::default());
    loop {
        match next_step(&tokens, &state, Uuid::from_u128(1), now) {
            TokenStep::Use => {
                println!("{now}: the token counts");
                now = tokens.due_at().max(state.retry_at).unwrap_or(now);
            }
            TokenStep::Wait(until) => now = until,
            TokenStep::Refresh(leased) => match after_failure(&leased, (None, 128), now) {
                AfterFailure::Retry(next) => {
                    println!("{now}: not refreshed, {} times in a row", next.failures);
                    state = next;
                }
                AfterFailure::Stop(reason) => {
                    println!("{now}: has to be connected anew: {}", reason.as_str());
                    return;
                }
            },
        }
    }
}
