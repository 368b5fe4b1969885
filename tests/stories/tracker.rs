//! The tracker in a real browser, from the first page to the payment.

use serde_json::json;
use testkit::TestDatabase;

use crate::browser::browse;
use crate::service::{Service, new_key, new_profile};

#[test]
fn the_tracker_behaves_in_a_browser() {
    browse("behaviour.py", &[], &[]);
}

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
    let base = format!("http://{}", service.address);
    let arguments = [
        "--base",
        &base,
        "--tracking-key",
        &tracking_key,
        "--api-key",
        &key,
    ];
    browse("visit.py", &arguments, &[]);
}
