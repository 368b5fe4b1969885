//! Two profiles with the same people: nothing of one is seen from the other.

use serde_json::{Value, json};
use testkit::TestDatabase;

use crate::service::{Service, eventually, new_key, new_profile};

const PERIOD: &str = "date_from=2026-06-01&date_to=2026-06-30";

#[test]
fn reads_of_one_profile_show_nothing_of_another() {
    let database = TestDatabase::create();
    let service = Service::start(database.url());
    let [mine, theirs] = [0, 1].map(|_| {
        let profile = new_profile(database.url());
        (new_key(database.url(), &profile), profile)
    });
    let mut them = service.client(&theirs.0);
    let event = json!({
        "event_type": "payment_received", "event_time": "2026-06-10T10:00:00Z",
        "value_amount": "77.70", "email": "same@example.com", "anonymous_id": "same-browser",
    });
    assert_eq!(
        them.post_once("/api/v1/events", &event, "order-1")
            .unwrap()
            .status,
        201
    );
    let list = format!("/api/v1/customers?{PERIOD}&goal=payment_received");
    let row: Value = eventually("their conversion", || {
        let page = them.get(&list).unwrap();
        page.body["data"].get(0).cloned()
    });

    let mut me = service.client(&mine.0);
    // The same key means another event here: nothing is shared between profiles.
    let lead = json!({
        "event_type": "lead_created", "event_time": "2026-06-10T11:00:00Z",
        "email": "same@example.com", "anonymous_id": "same-browser",
    });
    assert_eq!(
        me.post_once("/api/v1/events", &lead, "order-1")
            .unwrap()
            .status,
        201
    );
    let leads = format!("/api/v1/customers?{PERIOD}&goal=lead_created");
    let own: Value = eventually("my conversion", || {
        me.get(&leads).unwrap().body["data"].get(0).cloned()
    });
    assert_eq!(me.get(&list).unwrap().body["data"], json!([]));
    assert_ne!(own["customer_profile_id"], row["customer_profile_id"]);
    assert_eq!(own["conversion_count"], json!(1));
    assert_eq!(own["total_revenue"], json!(0));
    let overview = me.get(&format!("/api/v1/overview?{PERIOD}")).unwrap();
    assert_eq!(overview.body["data"]["current"]["cash_revenue"], json!(0));

    let person = row["customer_profile_id"].as_str().unwrap();
    let journey = me
        .get(&format!("/api/v1/customers/{person}/journey"))
        .unwrap();
    assert_eq!(
        (journey.status, &journey.body["data"]["total_count"]),
        (200, &json!(0))
    );
    let conversion = row["conversion_id"].as_str().unwrap();
    let path = format!("/api/v1beta/conversions/{conversion}/explain");
    assert_eq!(me.get(&path).unwrap().status, 404);
    assert_eq!(them.get(&path).unwrap().status, 200);
    let foreign = format!("/api/v1/overview?{PERIOD}&profile_id={}", theirs.1);
    assert_eq!(me.get(&foreign).unwrap().status, 404);
}
