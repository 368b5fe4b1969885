//! The tracker in a real browser, from the first page to the payment.

use std::process::Command;

use serde_json::json;
use testkit::TestDatabase;

use crate::service::{Service, new_key, new_profile};

/// What the script says when there is no Chromium on this machine.
pub(crate) const NO_BROWSER: i32 = 77;

#[test]
fn a_visit_in_a_browser_and_a_payment_make_one_journey() {
    let database = TestDatabase::create();
    let service = Service::start(database.url());
    let profile = new_profile(database.url());
    let key = new_key(database.url(), &profile);
    let mut client = service.client(&key);
    let issued = client.post("/api/v1/tracking/keys", &json!({})).unwrap();
    let tracking_key = issued.body["data"]["public_key"]
        .as_str()
        .unwrap()
        .to_owned();
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/browser/visit.py");
    let base = format!("http://{}", service.address);
    let arguments = [
        "--base",
        &base,
        "--tracking-key",
        &tracking_key,
        "--api-key",
        &key,
    ];
    let Ok(output) = Command::new("python3").arg(script).args(arguments).output() else {
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
pub(crate) fn skipped(why: &str) {
    let required = std::env::var_os("TRIBUTARY_REQUIRE_BROWSER").is_some();
    assert!(!required, "the browser test is required here, but {why}");
    println!("not run: {why}");
}
