//! A service that is killed in the middle of a load loses nothing that it acknowledged.

use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use serde_json::json;
use testkit::TestDatabase;

use crate::http::Client;
use crate::service::{Service, eventually, new_key, new_profile};

const EVENTS: usize = 10_000;
const CLIENTS: usize = 16;

fn event(number: usize) -> serde_json::Value {
    json!({
        "event_type": "payment_received",
        "event_time": "2026-06-01T10:00:00Z",
        "value_amount": format!("{}.01", number % 50),
        "email": format!("person{}@example.com", number % 500),
    })
}

/// Sends every event that is not acknowledged yet, from many connections, until all are or the
/// service is gone.
fn load(
    address: &str,
    key: &str,
    acknowledged: &Arc<Mutex<HashSet<usize>>>,
    enough: usize,
) -> bool {
    let next = Arc::new(AtomicUsize::new(0));
    let reached = Arc::new(AtomicBool::new(false));
    std::thread::scope(|scope| {
        for _ in 0..CLIENTS {
            let (next, reached) = (Arc::clone(&next), Arc::clone(&reached));
            scope.spawn(move || {
                let Ok(mut client) = Client::new(address, key) else {
                    return;
                };
                loop {
                    let number = next.fetch_add(1, Ordering::SeqCst);
                    if number >= EVENTS || reached.load(Ordering::SeqCst) {
                        return;
                    }
                    let body = event(number);
                    let key = format!("event-{number}");
                    let Ok(answer) = client.post_once("/api/v1/events", &body, &key) else {
                        return;
                    };
                    assert!(matches!(answer.status, 200 | 201), "{answer:?}");
                    let mut acknowledged = acknowledged.lock().unwrap();
                    acknowledged.insert(number);
                    if acknowledged.len() >= enough {
                        reached.store(true, Ordering::SeqCst);
                    }
                }
            });
        }
    });
    reached.load(Ordering::SeqCst)
}

#[test]
fn sigkill_loses_no_acknowledged_event_and_doubles_none() {
    let database = TestDatabase::create();
    let profile = new_profile(database.url());
    let key = new_key(database.url(), &profile);
    let acknowledged = Arc::new(Mutex::new(HashSet::new()));

    let service = Service::start(database.url());
    let address = service.address.clone();
    let victim = {
        let (acknowledged, key) = (Arc::clone(&acknowledged), key.clone());
        std::thread::spawn(move || load(&address, &key, &acknowledged, EVENTS))
    };
    // In the middle of the load, with every connection busy.
    eventually("half of the load", || {
        (acknowledged.lock().unwrap().len() >= EVENTS / 3).then_some(())
    });
    service.kill();
    assert!(
        !victim.join().unwrap(),
        "the load ended before the service was killed"
    );
    let before: HashSet<usize> = acknowledged.lock().unwrap().clone();

    let service = Service::start(database.url());
    let mut client = service.client(&key);
    for number in &before {
        let replay = client
            .post_once(
                "/api/v1/events",
                &event(*number),
                &format!("event-{number}"),
            )
            .unwrap();
        assert_eq!(
            replay.status, 200,
            "event {number} was acknowledged and is gone: {replay:?}"
        );
    }
    acknowledged.lock().unwrap().clear();
    assert!(load(&service.address, &key, &acknowledged, EVENTS));
    let path = "/api/v1/overview?date_from=2026-06-01&date_to=2026-06-01";
    let wanted = json!(EVENTS);
    eventually("the replay of everything", || {
        // A connection of its own: an idle one is closed by the service.
        let overview = service.client(&key).get(path).unwrap();
        (overview.body["data"]["current"]["cash_payments"] == wanted).then_some(())
    });
}
