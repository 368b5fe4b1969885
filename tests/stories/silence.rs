//! What happens when connections to the database stay open and nothing passes.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use serde_json::json;
use testkit::TestDatabase;

use crate::http::Client;
use crate::proxy::Proxy;
use crate::service::{Service, eventually, new_key, new_profile};

/// From the beginning of a silence that is over by then to the first event that is taken.
const ACCEPTABLE: Duration = Duration::from_secs(40);

/// Sends payments one after the other, each until it is taken; tells how many were.
fn keep_sending(address: &str, key: &str, sender: usize, stop: &AtomicBool) -> usize {
    let mut taken = 0;
    while !stop.load(Ordering::SeqCst) {
        let id = format!("payment-{sender}-{taken}");
        let body = json!({
            "event_type": "payment_received", "event_time": "2026-06-30T10:00:00Z",
            "email": format!("{sender}@example.com"), "value_amount": "10.00",
        });
        loop {
            let sent = Client::new(address, key)
                .and_then(|mut client| client.post_once("/api/v1/events", &body, &id));
            match sent.unwrap().status {
                200 | 201 => break,
                503 => {}
                other => panic!("{other}"),
            }
        }
        taken += 1;
    }
    taken
}

#[test]
fn events_are_taken_again_soon_after_the_network_was_silent_and_none_is_lost_or_doubled() {
    let database = TestDatabase::create();
    let url = database.url();
    let profile = new_profile(url);
    let key = new_key(url, &profile);
    let proxy = Proxy::before(url);
    let settings = [
        ("TRIBUTARY_BATCH_SECONDS", "10"),
        ("DATABASE_URL", &proxy.url()),
    ];
    let service = Service::set(url, &settings);
    let stop = Arc::new(AtomicBool::new(false));
    let taken = Arc::new(AtomicUsize::new(0));
    let senders: Vec<_> = (0..4)
        .map(|sender| {
            let (address, key) = (service.address.clone(), key.clone());
            let (stop, taken) = (Arc::clone(&stop), Arc::clone(&taken));
            std::thread::spawn(move || {
                let count = keep_sending(&address, &key, sender, &stop);
                taken.fetch_add(count, Ordering::SeqCst);
            })
        })
        .collect();
    let overview = "/api/v1/overview?date_from=2026-06-01&date_to=2026-06-30";
    // A connection of its own each time: an idle one is closed by the service.
    let payments = || {
        let answer = service.client(&key).get(overview).unwrap();
        let payments = &answer.body["data"]["current"]["cash_payments"];
        payments.as_u64().unwrap_or_default()
    };
    let ready = || {
        let mut client = service.client(&key);
        client.exchange(("GET", "/readyz"), "", &[]).unwrap().status
    };
    eventually("the first figures", || (payments() > 0).then_some(()));

    proxy.silence();
    let begin = Instant::now();
    assert_eq!(ready(), 503);
    let lead = json!({"event_type": "lead"});
    let answer = service.client(&key).post("/api/v1/events", &lead);
    assert_eq!(answer.unwrap().status, 503);
    proxy.replace();
    let probe = json!({"event_type": "lead", "email": "probe@example.com"});
    eventually("an event is taken", || {
        let answer = service
            .client(&key)
            .post_once("/api/v1/events", &probe, "probe");
        (answer.unwrap().status == 201).then_some(())
    });
    assert!(begin.elapsed() < ACCEPTABLE, "after {:?}", begin.elapsed());
    eventually("the service is ready", || (ready() == 200).then_some(()));
    stop.store(true, Ordering::SeqCst);
    for sender in senders {
        sender.join().unwrap();
    }
    let taken = u64::try_from(taken.load(Ordering::SeqCst)).unwrap();
    eventually("every figure", || {
        let seen = payments();
        assert!(seen <= taken, "{seen} of {taken}: some were counted twice");
        (seen == taken).then_some(())
    });
}
