//! How long a process takes to end that is asked to, whatever it does then.

use std::sync::Arc;
use std::time::Duration;

use serde_json::json;
use testkit::TestDatabase;

use crate::proxy::Proxy;
use crate::service::{Service, Worker, eventually, new_key, new_profile};

/// Ten seconds are promised; a busy machine may take some more to notice.
const BOUND: Duration = Duration::from_secs(20);

/// Holds what every look at the queue needs, for longer than any test runs.
fn hold_the_queue(database: &Arc<TestDatabase>) {
    let name = database.execute("SELECT current_database()").unwrap();
    let held = Arc::clone(database);
    // It ends with the server.
    std::thread::spawn(move || {
        held.execute("BEGIN; LOCK TABLE replay_marks; SELECT pg_sleep(3600)")
    });
    eventually("the lock", || {
        let held = format!(
            "SELECT count(*) FROM pg_locks l JOIN pg_database d ON d.oid = l.database \
             WHERE d.datname = '{}' AND l.mode = 'AccessExclusiveLock' \
             AND l.relation = 'replay_marks'::regclass AND l.granted",
            name.trim()
        );
        (database.execute(&held).unwrap().trim() == "1").then_some(())
    });
}

fn waits(database: &TestDatabase) -> bool {
    let waiting = "SELECT count(*) FROM pg_stat_activity \
                   WHERE datname = current_database() AND wait_event_type = 'Lock'";
    database.execute(waiting).unwrap().trim() != "0"
}

#[test]
fn a_statement_that_hangs_keeps_no_process() {
    let database = Arc::new(TestDatabase::create());
    let url = database.url();
    let profile = new_profile(url);
    let key = new_key(url, &profile);
    let service = Service::start(url);
    let worker = Worker::start(url);
    hold_the_queue(&database);
    // The event needs the queue, too.
    let mut client = service.client(&key);
    std::thread::spawn(move || client.post("/api/v1/events", &json!({"event_type": "lead"})));
    eventually("something waits", || waits(&database).then_some(()));
    let working = std::thread::spawn(move || worker.end());
    let took = service.end();
    assert!(took < BOUND, "the service took {took:?}");
    let took = working.join().unwrap();
    assert!(took < BOUND, "the worker took {took:?}");
}

#[test]
fn a_silent_database_keeps_no_process() {
    let database = TestDatabase::create();
    let url = database.url();
    let proxy = Proxy::before(url);
    let service = Service::set(url, &[("DATABASE_URL", &proxy.url())]);
    proxy.silence();
    let mut client = service.client("");
    let ready = client.exchange(("GET", "/readyz"), "", &[]).unwrap();
    assert_eq!(ready.status, 503, "{ready:?}");
    let took = service.end();
    assert!(took < BOUND, "it took {took:?}");
}
