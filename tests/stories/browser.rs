//! A script of `tests/browser`, which drives a real browser.

use std::path::Path;
use std::process::Command;

/// What a script says when there is no Chromium on this machine.
const NO_BROWSER: i32 = 77;

/// Runs a script; fails with what it printed when it does.
pub(crate) fn browse(script: &str, arguments: &[&str], settings: &[(&str, &str)]) {
    let scripts = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/browser");
    let output = Command::new("python3")
        .arg(scripts.join(script))
        .args(arguments)
        .envs(settings.iter().copied())
        .output();
    let Ok(output) = output else {
        return skipped("there is no python3");
    };
    if output.status.code() == Some(NO_BROWSER) {
        return skipped("there is no Chromium");
    }
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stdout).into_owned()
            + &String::from_utf8_lossy(&output.stderr)
    );
}

/// A machine without a browser still runs every other test; continuous integration has one and
/// says so.
fn skipped(why: &str) {
    let required = std::env::var_os("TRIBUTARY_REQUIRE_BROWSER").is_some();
    assert!(!required, "the browser test is required here, but {why}");
    println!("not run: {why}");
}
