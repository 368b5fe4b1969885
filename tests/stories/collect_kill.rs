//! A service that is killed in the middle of a load of page views, which it writes in groups, loses
//! none that it acknowledged and doubles none.

use std::collections::HashSet;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use serde_json::json;
use testkit::TestDatabase;

use crate::http::Client;
use crate::service::{Service, eventually, new_key, new_profile};

const BATCHES: usize = 6_000;
const CLIENTS: usize = 24;

/// Three events of one of many browsers; every tenth batch tells who it is, and some of its events
/// were sent by the batch before, too.
fn batch(key: &str, number: usize) -> serde_json::Value {
    let id = |event: usize| format!("00000000-0000-4000-8000-{event:012x}");
    let first = number * 2;
    let view = |event: usize| json!({"t": "pv", "i": id(event + 1), "u": format!("https://shop.example/{event}")});
    let mut events = vec![view(first), view(first + 1), view(first + 2)];
    if number.is_multiple_of(10) {
        let email = format!("person{}@example.com", number % 70);
        events.push(json!({"t": "id", "i": id(900_000 + number), "p": {"email": email}}));
    }
    json!({"k": key, "v": 1, "a": format!("browser-{}", number % 500), "e": events})
}

/// The events that a batch has.
fn ids(number: usize) -> Vec<usize> {
    let first = number * 2;
    vec![first + 1, first + 2, first + 3]
}

/// Sends batches from many connections until all are sent or the service is gone.
fn load(address: &str, key: &str, acknowledged: &Mutex<HashSet<usize>>) -> bool {
    let next = AtomicUsize::new(0);
    let gone = AtomicBool::new(false);
    std::thread::scope(|scope| {
        for _ in 0..CLIENTS {
            scope.spawn(|| {
                let Ok(mut client) = Client::new(address, "") else {
                    gone.store(true, Ordering::SeqCst);
                    return;
                };
                loop {
                    let number = next.fetch_add(1, Ordering::SeqCst);
                    if number >= BATCHES {
                        return;
                    }
                    let Ok(answer) = client.post("/api/v1beta/collect", &batch(key, number)) else {
                        gone.store(true, Ordering::SeqCst);
                        return;
                    };
                    assert_eq!(answer.status, 202, "{answer:?}");
                    acknowledged.lock().unwrap().insert(number);
                }
            });
        }
    });
    !gone.load(Ordering::SeqCst)
}

fn tracking_key(service: &Service, key: &str) -> String {
    let issued = service
        .client(key)
        .post("/api/v1/tracking/keys", &json!({}))
        .unwrap();
    issued.body["data"]["public_key"]
        .as_str()
        .unwrap_or_else(|| panic!("{issued:?}"))
        .to_owned()
}

#[test]
fn sigkill_loses_no_acknowledged_page_view_and_doubles_none() {
    let database = TestDatabase::create();
    let profile = new_profile(database.url());
    let key = new_key(database.url(), &profile);
    let service = Service::without_worker(database.url());
    let public_key = tracking_key(&service, &key);
    let acknowledged = Mutex::new(HashSet::new());
    std::thread::scope(|scope| {
        let address = service.address.clone();
        let (public_key, acknowledged) = (&public_key, &acknowledged);
        let victim = scope.spawn(move || load(&address, public_key, acknowledged));
        // In the middle of the load, with every connection busy.
        eventually("a third of the load", || {
            (acknowledged.lock().unwrap().len() >= BATCHES / 3).then_some(())
        });
        service.kill();
        assert!(
            !victim.join().unwrap(),
            "the load ended before the service was killed"
        );
    });
    let before: Vec<usize> = acknowledged.lock().unwrap().iter().copied().collect();
    assert!(before.len() >= BATCHES / 3);

    let service = Service::without_worker(database.url());
    let mut client = service.client("");
    for number in &before {
        let again = client
            .post("/api/v1beta/collect", &batch(&public_key, *number))
            .unwrap();
        assert_eq!(
            (again.status, &again.body["data"]["accepted"]),
            (202, &json!(0)),
            "batch {number} was acknowledged and is not whole: {again:?}"
        );
    }
    assert!(load(&service.address, &public_key, &acknowledged));
    let expected: HashSet<usize> = (0..BATCHES).flat_map(ids).collect();
    let (facts, distinct, claimed) = counted(database.url());
    assert_eq!((facts, distinct), (expected.len(), expected.len()));
    assert_eq!(claimed, expected.len() + BATCHES.div_ceil(10));
}

/// Page views, their distinct ids, and all ids that were claimed.
fn counted(url: &str) -> (usize, usize, usize) {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    runtime.block_on(async {
        let (client, connection) = tokio_postgres::connect(url, tokio_postgres::NoTls)
            .await
            .unwrap();
        let connection = tokio::spawn(connection);
        let row = client
            .query_one(
                "SELECT count(*), count(DISTINCT id), (SELECT count(*) FROM tracker_event_ids) \
                 FROM tracker_events WHERE kind = 'page_view'",
                &[],
            )
            .await
            .unwrap();
        drop(client);
        let _ = connection.await;
        let count = |column: usize| usize::try_from(row.get::<_, i64>(column)).unwrap();
        (count(0), count(1), count(2))
    })
}
