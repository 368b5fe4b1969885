//! How far a command is that takes long.

use std::cell::Cell;

use indicatif::ProgressBar;

use super::say;

/// Lines that tell it where nobody sees a bar.
const LINES: u64 = 9;

/// A bar in a terminal; elsewhere a line now and then.
pub(super) struct Progress {
    bar: ProgressBar,
    of: u64,
    what: &'static str,
    done: Cell<u64>,
}

impl Progress {
    /// Of so many things.
    pub(super) fn new(of: u64, what: &'static str) -> Self {
        let bar = ProgressBar::new(of);
        Self {
            bar,
            of,
            what,
            done: Cell::new(0),
        }
    }

    /// Another one is done.
    pub(super) fn step(&self) {
        let done = self.done.get() + 1;
        self.done.set(done);
        self.bar.inc(1);
        let every = self.of.div_ceil(LINES + 1).max(1);
        if self.bar.is_hidden() && done.is_multiple_of(every) && done < self.of {
            say(&format!("{done} of {} {}", self.of, self.what));
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
