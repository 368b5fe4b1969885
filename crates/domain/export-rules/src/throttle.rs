//! How many requests a second a destination is sent: fewer when it says that they are too many, more again when it
//! does not.

use kernel::Timestamp;
use kernel::timestamp::MICROS_PER_SECOND;

/// What a window is: one second.
pub const WINDOW: i64 = MICROS_PER_SECOND;
/// A share of throttled answers from which on the rate falls, in percent.
pub const SHARE: u32 = 10;
/// Rates are counted in thousandths of a request a second, and lie between one in ten seconds and this, or less where a
/// destination says how many it takes.
pub const HIGHEST: u32 = 50_000;
const LOWEST: u32 = 100;
/// Nobody waits longer than this for a place, however many wait and however low the rate: what they hold meanwhile is
/// theirs for a minute.
const LONGEST_WAIT: i64 = 30 * MICROS_PER_SECOND;

/// The throttle of one destination.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Throttle {
    /// Thousandths of a request a second.
    rate: u32,
    highest: u32,
    /// From when on the next request may be sent.
    next_at: Timestamp,
    window_began: Timestamp,
    sent: u32,
    throttled: u32,
    good_windows: u32,
    resting_until: Option<Timestamp>,
}

impl Throttle {
    /// A throttle that starts with a rate, in thousandths of a request a second, and goes no higher than `highest`.
    pub fn new(rate: u32, highest: u32, now: Timestamp) -> Self {
        let highest = highest.clamp(LOWEST, HIGHEST);
        Self {
            rate: rate.clamp(LOWEST, highest),
            highest,
            next_at: now,
            window_began: now,
            sent: 0,
            throttled: 0,
            good_windows: 0,
            resting_until: None,
        }
    }

    /// Thousandths of a request a second.
    pub const fn rate(&self) -> u32 {
        self.rate
    }

    /// From when on a request may be sent; it is counted. Places are handed out one after the other, whatever second they
    /// lie in, so that many who ask at once do not send faster than one.
    pub fn take(&mut self, now: Timestamp) -> Timestamp {
        self.roll(now);
        self.sent += 1;
        let rest = self.resting_until.unwrap_or(now);
        let at = self.next_at.max(rest);
        let at = at.clamp(now, now.plus_micros(LONGEST_WAIT));
        let spacing = i64::from(1_000_000_000 / self.rate.max(1));
        self.next_at = at.plus_micros(spacing);
        at
    }

    /// A request was answered.
    pub fn answered(&mut self, is_throttled: bool, now: Timestamp) {
        self.roll(now);
        self.throttled += u32::from(is_throttled);
    }

    /// Ends windows that are over.
    fn roll(&mut self, now: Timestamp) {
        if now.micros_since(self.window_began) < WINDOW {
            return;
        }
        let asked = self.sent.max(self.throttled);
        if asked > 0 && self.throttled.saturating_mul(100) >= asked.saturating_mul(SHARE) {
            self.rate = (self.rate / 10 * 7).max(LOWEST);
            self.good_windows = 0;
            self.resting_until = Some(now.plus_micros(WINDOW));
        } else if self.resting_until.is_none_or(|until| until <= now) {
            self.resting_until = None;
            self.good_windows += 1;
            if self.good_windows == 2 {
                self.good_windows = 0;
                self.rate = (self.rate + self.rate / 10).min(self.highest);
            }
        }
        self.window_began = now;
        (self.sent, self.throttled) = (0, 0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(window: i64) -> Timestamp {
        Timestamp::from_micros(window * WINDOW)
    }

    /// A second in which requests are answered.
    fn second(throttle: &mut Throttle, window: i64, throttled: u32) {
        for request in 0..10 {
            throttle.take(at(window));
            throttle.answered(request < throttled, at(window));
        }
    }

    #[test]
    fn a_storm_halves_the_rate_within_three_windows_and_it_recovers() {
        let mut throttle = Throttle::new(10_000, HIGHEST, at(0));
        for window in 0..3 {
            second(&mut throttle, window, 10);
        }
        throttle.take(at(3));
        assert!(throttle.rate() <= 5_000, "{}", throttle.rate());
        let lowest = throttle.rate();
        for window in 4..60 {
            second(&mut throttle, window, 0);
        }
        assert!(throttle.rate() > 2 * lowest, "{}", throttle.rate());
    }

    #[test]
    fn less_than_a_tenth_changes_nothing_for_the_worse() {
        let mut throttle = Throttle::new(10_000, HIGHEST, at(0));
        for window in 0..2 {
            for request in 0..20 {
                throttle.take(at(window));
                throttle.answered(request == 0, at(window));
            }
        }
        throttle.take(at(2));
        assert_eq!(throttle.rate(), 11_000);
    }

    #[test]
    fn requests_are_spaced_and_a_rest_is_kept() {
        let mut throttle = Throttle::new(10_000, HIGHEST, at(0));
        let instants: Vec<_> = (0..3).map(|_| throttle.take(at(0)).micros()).collect();
        assert_eq!(instants, [0, 100_000, 200_000]);
        for _ in 0..3 {
            throttle.answered(true, at(0));
        }
        assert_eq!(throttle.take(at(1)), at(2), "one window of rest");
    }

    /// Instants at which somebody who asks again as soon as they may send does so, within so many seconds.
    fn sent(throttle: &mut Throttle, lanes: usize, seconds: i64) -> usize {
        let mut free = vec![at(0); lanes];
        let mut sent = 0;
        loop {
            free.sort_unstable();
            let now = free[0];
            if now >= at(seconds) {
                return sent;
            }
            let may = throttle.take(now);
            sent += usize::from(may < at(seconds));
            // An answer takes a while.
            free[0] = may.plus_micros(50_000);
        }
    }

    #[test]
    fn many_at_once_send_no_faster_than_the_rate_and_a_low_rate_is_kept() {
        let mut throttle = Throttle::new(5_000, 5_000, at(0));
        assert_eq!(sent(&mut throttle, 8, 60), 5 * 60);
        assert_eq!(throttle.rate(), 5_000, "as high as it may go");
        // One that got no answer but "too many" for long, and hears nothing else.
        let mut throttle = Throttle::new(LOWEST, LOWEST, at(0));
        assert_eq!(sent(&mut throttle, 1, 60), 6);
        let mut throttle = Throttle::new(LOWEST, LOWEST, at(0));
        let longest = (0..20).map(|_| throttle.take(at(0))).max();
        assert_eq!(longest, Some(at(30)), "what waits is not lost meanwhile");
    }

    #[test]
    fn a_rate_has_ends() {
        let mut throttle = Throttle::new(1, HIGHEST, at(0));
        for window in 0..30 {
            second(&mut throttle, window, 10);
        }
        assert_eq!(throttle.rate(), LOWEST);
        for window in 30..300 {
            second(&mut throttle, window, 0);
        }
        assert_eq!(throttle.rate(), HIGHEST);
    }
}
