//! What the person at the terminal reads.

use std::io::Write;

/// Writes a line for the person at the terminal. A closed terminal is no reason to fail.
pub(crate) fn say(line: &str) {
    let _ = writeln!(std::io::stderr(), "{line}");
}

/// Writes a result.
pub(crate) fn print(line: &str) {
    let _ = writeln!(std::io::stdout(), "{line}");
}
