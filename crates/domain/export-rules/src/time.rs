//! How old an event may be when it is sent.

use kernel::Timestamp;
use kernel::timestamp::{MICROS_PER_DAY, MICROS_PER_SECOND};

use crate::skip_reason::SkipReason;

pub(crate) const DAY: i64 = MICROS_PER_DAY;
const MINUTE: i64 = 60 * MICROS_PER_SECOND;
const HOUR: i64 = 60 * MINUTE;

/// A social network takes seven days; the last ten minutes of them are left for the way.
pub const SOCIAL_WINDOW: i64 = 7 * DAY - 10 * MINUTE;
/// A clock may be ahead by so much.
pub const AHEAD: i64 = MINUTE;
/// A search engine takes 90 days after a click.
pub const SEARCH_WINDOW: i64 = 90 * DAY;
/// And 63 where it finds the person by other means.
pub const SEARCH_WINDOW_WITHOUT_CLICK: i64 = 63 * DAY;
/// A search engine does not know a click before this has passed since.
pub const CLICK_SETTLES: i64 = 6 * HOUR;

/// What the clock says of an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Timeliness {
    /// It may be sent now.
    Now,
    /// It may be sent at an instant.
    At(Timestamp),
    /// It may not be sent any more, or not yet.
    Never(SkipReason),
}

/// For a social network. It is asked again before each request: one stale event makes the platform refuse all.
pub fn social(occurred_at: Timestamp, now: Timestamp) -> Timeliness {
    timely(occurred_at, now, SOCIAL_WINDOW)
}

/// For a search engine, with the instant of the click that is told.
pub fn search(occurred_at: Timestamp, clicked_at: Option<Timestamp>, now: Timestamp) -> Timeliness {
    let window = match clicked_at {
        Some(_) => SEARCH_WINDOW,
        None => SEARCH_WINDOW_WITHOUT_CLICK,
    };
    let settled = clicked_at.map(|at| at.plus_micros(CLICK_SETTLES));
    match (timely(occurred_at, now, window), settled) {
        (Timeliness::Now, Some(settled)) if settled > now => Timeliness::At(settled),
        (timeliness, _) => timeliness,
    }
}

fn timely(occurred_at: Timestamp, now: Timestamp, window: i64) -> Timeliness {
    if now.micros_since(occurred_at) > window {
        Timeliness::Never(SkipReason::Stale)
    } else if occurred_at.micros_since(now) > AHEAD {
        Timeliness::Never(SkipReason::FutureEvent)
    } else {
        Timeliness::Now
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(micros: i64) -> Timestamp {
        Timestamp::from_micros(micros)
    }

    #[test]
    fn windows_end_to_the_microsecond() {
        let now = at(400 * DAY);
        let ago = |micros: i64| now.plus_micros(-micros);
        assert_eq!(social(ago(SOCIAL_WINDOW), now), Timeliness::Now);
        let stale = Timeliness::Never(SkipReason::Stale);
        assert_eq!(social(ago(SOCIAL_WINDOW + 1), now), stale);
        assert_eq!(social(ago(-AHEAD), now), Timeliness::Now);
        let future = Timeliness::Never(SkipReason::FutureEvent);
        assert_eq!(social(ago(-AHEAD - 1), now), future);
        let without = SEARCH_WINDOW_WITHOUT_CLICK;
        assert_eq!(search(ago(without), None, now), Timeliness::Now);
        assert_eq!(search(ago(without + 1), None, now), stale);
        let clicked = Some(ago(SEARCH_WINDOW + DAY));
        assert_eq!(search(ago(SEARCH_WINDOW), clicked, now), Timeliness::Now);
        assert_eq!(search(ago(SEARCH_WINDOW + 1), clicked, now), stale);
    }

    #[test]
    fn a_fresh_click_is_waited_for() {
        let now = at(400 * DAY);
        let clicked = now.plus_micros(-CLICK_SETTLES + 1);
        let later = Timeliness::At(now.plus_micros(1));
        assert_eq!(search(now, Some(clicked), now), later);
        assert_eq!(
            search(now, Some(clicked.plus_micros(-1)), now),
            Timeliness::Now
        );
    }
}
