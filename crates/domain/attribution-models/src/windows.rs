//! How long a touch may lie before a conversion.

use kernel::timestamp::MICROS_PER_DAY;

/// Days of 86,400 seconds, 0 to 365; 0 turns a window off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct WindowDays(u16);

impl WindowDays {
    /// The longest window.
    pub const MAX: u16 = 365;

    /// `None` above 365.
    pub const fn new(days: u16) -> Option<Self> {
        if days <= Self::MAX {
            Some(Self(days))
        } else {
            None
        }
    }

    /// The days.
    pub const fn get(self) -> u16 {
        self.0
    }

    /// The length in microseconds.
    pub fn micros(self) -> i64 {
        i64::from(self.0) * MICROS_PER_DAY
    }

    /// Whether a touch of this age counts: both ends of the window belong to it, and a window of
    /// zero admits nothing.
    pub fn admits(self, age_micros: i64) -> bool {
        self.0 > 0 && (0..=self.micros()).contains(&age_micros)
    }
}

/// A profile's windows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Windows {
    /// For visits before a conversion that is not cash.
    pub click_days: WindowDays,
    /// For views of mails and banners.
    pub view_through_days: WindowDays,
    /// For visits under the first-touch model.
    pub first_touch_days: WindowDays,
    /// For visits before a cash conversion.
    pub cash_days: WindowDays,
}

impl Default for Windows {
    fn default() -> Self {
        Self::defaults()
    }
}

impl Windows {
    /// 30 days for clicks, 1 for views, 90 for first touch and for cash.
    pub const fn defaults() -> Self {
        Self {
            click_days: WindowDays(30),
            view_through_days: WindowDays(1),
            first_touch_days: WindowDays(90),
            cash_days: WindowDays(90),
        }
    }

    /// The longest of them: no model looks further back.
    pub fn longest(self) -> WindowDays {
        self.click_days
            .max(self.view_through_days)
            .max(self.first_touch_days)
            .max(self.cash_days)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_ends_belong_to_a_window_and_zero_admits_nothing() {
        let day = WindowDays::new(1).unwrap();
        assert!(day.admits(0));
        assert!(day.admits(MICROS_PER_DAY));
        assert!(!day.admits(MICROS_PER_DAY + 1));
        assert!(!day.admits(-1));
        assert!(!WindowDays::new(0).unwrap().admits(0));
        assert_eq!(WindowDays::new(366), None);
    }
}
