//! What is pasted into pages, tag managers and stores, in a real browser.

use std::path::Path;

use kernel::Timestamp;
use serde_json::{Value, json};
use testkit::TestDatabase;
use tracking_api::tracking::installers::container::container;
use tracking_api::tracking::installers::render::{Consent, Site, snippet, store_pixel};

use crate::browser::browse;
use crate::service::{Service, new_key, new_profile};

/// The stand-in for the service puts itself in its place.
const ADDRESS: &str = "https://tributary.example";

/// Everything that ends a value somewhere, and names of what is filled in.
const HOSTILE: &str = "\"'><img src=x onerror=hacked()></script><script>hacked=1//<!--\\\n\u{2028}\
    {{x}}&quot;__KEY__\"__PIXEL_ID__\"";

/// What `tests/browser/installers.py` tries.
fn rendered() -> Value {
    let site = Site {
        address: ADDRESS,
        key: "trk_live_test",
    };
    let hostile = Site {
        address: HOSTILE,
        key: HOSTILE,
    };
    // Somewhere it has to send to.
    let hostile_key = Site {
        address: ADDRESS,
        key: HOSTILE,
    };
    let now = Timestamp::from_micros(1_767_225_600_000_000);
    let pixel = Some("1234567890");
    json!({
        "address": ADDRESS,
        "snippet": snippet(site, Consent::Unasked, None),
        "snippet_required": snippet(site, Consent::Required, None),
        "snippet_pixel": snippet(site, Consent::Unasked, pixel),
        "snippet_pixel_required": snippet(site, Consent::Required, pixel),
        "container": container(site, Consent::Unasked, now),
        "container_required": container(site, Consent::Required, now),
        "store_pixel": store_pixel(site),
        "hostile": {
            "value": HOSTILE,
            "snippet": snippet(hostile, Consent::Required, Some(HOSTILE)),
            "container": container(hostile, Consent::Required, now),
            "store_pixel": store_pixel(hostile_key),
        },
    })
}

#[test]
fn what_is_pasted_behaves_in_a_browser() {
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("installers.json");
    std::fs::write(&file, rendered().to_string()).unwrap();
    browse(
        "installers.py",
        &["--rendered", file.to_str().unwrap()],
        &[],
    );
}

#[test]
fn visits_by_a_tag_manager_and_a_store_are_told_with_where_they_came_from() {
    let database = TestDatabase::create();
    let service = Service::start(database.url());
    let profile = new_profile(database.url());
    let key = new_key(database.url(), &profile);
    let mut client = service.client(&key);
    client.post("/api/v1/tracking/keys", &json!({})).unwrap();
    let base = format!("http://{}", service.address);
    browse("store.py", &["--base", &base, "--api-key", &key], &[]);
}
