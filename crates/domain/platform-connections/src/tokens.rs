//! The tokens of a connection, and until when they count.

use std::time::Duration;

use kernel::Timestamp;

use crate::secret::RefreshToken;
use kernel::AccessToken;

/// A token is refreshed at least so long before its end.
const LEAST_AHEAD: Duration = Duration::from_mins(5);
/// And at most so long.
const MOST_AHEAD: Duration = Duration::from_hours(7 * 24);
/// A token that ends sooner is not used any more: the request could arrive after its end.
const MARGIN: Duration = Duration::from_secs(30);

/// What a platform gave. It says how long it lasts, not until when.
#[derive(Clone, PartialEq, Eq)]
pub struct Grant {
    /// What requests are made with.
    pub access: AccessToken,
    /// What the next one is got with; a platform may leave it out when the former one stays.
    pub refresh: Option<RefreshToken>,
    /// For how long the access token counts; `None` when it has no end that the platform tells.
    pub lifetime: Option<Duration>,
}

/// The tokens of a connection.
#[derive(Clone, PartialEq, Eq)]
pub struct Tokens {
    /// What requests are made with.
    pub access: AccessToken,
    /// What the next one is got with, if the platform gave one.
    pub refresh: Option<RefreshToken>,
    /// When the access token was got.
    pub obtained_at: Timestamp,
    /// Until when it counts, if it has an end.
    pub expires_at: Option<Timestamp>,
}

fn micros(span: Duration) -> i64 {
    i64::try_from(span.as_micros()).unwrap_or(i64::MAX)
}

impl Tokens {
    /// Those of a grant that was got at `now`.
    pub fn obtained(grant: Grant, now: Timestamp) -> Self {
        Self {
            access: grant.access,
            refresh: grant.refresh,
            obtained_at: now,
            expires_at: grant.lifetime.map(|lasts| now.plus_micros(micros(lasts))),
        }
    }

    /// Those after a refresh. The refresh token stays unless the platform gave another.
    #[must_use]
    pub fn renewed(&self, grant: Grant, now: Timestamp) -> Self {
        let renewed = Self::obtained(grant, now);
        Self {
            refresh: renewed.refresh.or_else(|| self.refresh.clone()),
            ..renewed
        }
    }

    /// From when on it should be refreshed: a tenth of its life before its end, but at least five minutes and at
    /// most a week. `None` when it has no end.
    pub fn due_at(&self) -> Option<Timestamp> {
        let expires_at = self.expires_at?;
        let life = expires_at.micros_since(self.obtained_at).max(0);
        let ahead = (life / 10).clamp(micros(LEAST_AHEAD), micros(MOST_AHEAD));
        Some(expires_at.plus_micros(-ahead))
    }

    /// Whether it should be refreshed.
    pub fn is_due(&self, now: Timestamp) -> bool {
        self.due_at().is_some_and(|due| due <= now)
    }

    /// Whether a request that is made now gets there before the token's end.
    pub fn is_usable(&self, now: Timestamp) -> bool {
        self.expires_at
            .is_none_or(|end| now.plus_micros(micros(MARGIN)) < end)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn grant(lifetime: Option<u64>) -> Grant {
        Grant {
            access: AccessToken::parse("a").unwrap(),
            refresh: RefreshToken::parse("r1"),
            lifetime: lifetime.map(Duration::from_secs),
        }
    }

    fn at(seconds: i64) -> Timestamp {
        Timestamp::from_micros(seconds * 1_000_000)
    }

    #[test]
    fn a_token_is_refreshed_ahead_of_its_end() {
        for (lifetime, due) in [
            (3_600, 3_240),
            (600, 300),
            (60, -240),
            (5_184_000, 4_665_600),
        ] {
            let tokens = Tokens::obtained(grant(Some(lifetime)), at(0));
            assert_eq!(tokens.due_at(), Some(at(due)), "{lifetime}");
            assert!(tokens.is_due(at(due)) && !tokens.is_due(at(due - 1)));
        }
        let year = Tokens::obtained(grant(Some(365 * 86_400)), at(0));
        assert_eq!(year.due_at(), Some(at(358 * 86_400)));
        let endless = Tokens::obtained(grant(None), at(0));
        assert_eq!(
            (endless.due_at(), endless.is_due(at(i64::from(u32::MAX)))),
            (None, false)
        );
        assert!(endless.is_usable(at(i64::from(u32::MAX))));
    }

    #[test]
    fn a_token_is_not_used_when_it_ends_on_the_way() {
        let tokens = Tokens::obtained(grant(Some(3_600)), at(0));
        assert!(tokens.is_usable(at(3_569)));
        assert!(!tokens.is_usable(at(3_570)));
    }

    #[test]
    fn a_refresh_token_stays_until_there_is_another() {
        let first = Tokens::obtained(grant(Some(60)), at(0));
        let silent = Grant {
            refresh: None,
            ..grant(Some(60))
        };
        let second = first.renewed(silent, at(50));
        assert!(second.refresh == first.refresh);
        assert_eq!(second.expires_at, Some(at(110)));
        let rotated = Grant {
            refresh: RefreshToken::parse("r2"),
            ..grant(Some(60))
        };
        assert!(second.renewed(rotated, at(60)).refresh == RefreshToken::parse("r2"));
    }

    proptest! {
        #[test]
        fn whatever_ends_is_due_before_it_cannot_be_used(lifetime in 0_u64..=400_000_000, now in 0_i64..=400_000_000) {
            let tokens = Tokens::obtained(grant(Some(lifetime)), at(0));
            prop_assert!(tokens.is_due(at(now)) || tokens.is_usable(at(now)));
        }
    }
}
