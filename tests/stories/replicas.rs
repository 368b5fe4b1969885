//! Two replicas on one empty database.

use testkit::TestDatabase;

use crate::service::{Service, new_key, new_profile};

#[test]
fn two_replicas_may_start_at_once() {
    let database = TestDatabase::create();
    let url = database.url().to_owned();
    let other = std::thread::spawn(move || Service::start(&url));
    let one = Service::start(database.url());
    let two = other.join().unwrap();
    let profile = new_profile(database.url());
    let key = new_key(database.url(), &profile);
    for service in [&one, &two] {
        assert_eq!(service.client(&key).get("/readyz").unwrap().status, 200);
        let path = "/api/v1/overview?date_from=2026-06-01&date_to=2026-06-01";
        assert_eq!(service.client(&key).get(path).unwrap().status, 200);
    }
}
