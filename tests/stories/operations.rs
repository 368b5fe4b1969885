//! What those who run the service see: measures, traces, and the doctor.

use std::process::Output;

use serde_json::{Value, json};
use testkit::TestDatabase;

use crate::http::Client;
use crate::service::{Service, attempt, command, eventually, new_key, new_profile, run};

/// One line of the page of measures, without its value.
fn value(page: &str, line: &str) -> f64 {
    let found = page
        .lines()
        .find_map(|found| found.strip_prefix(line)?.strip_prefix(' '));
    found
        .unwrap_or_else(|| panic!("{line} is not in\n{page}"))
        .parse()
        .unwrap()
}

fn page(address: &str) -> String {
    let mut client = Client::new(address, "").unwrap();
    let reply = client.exchange(("GET", "/metrics"), "", &[]).unwrap();
    assert_eq!(reply.status, 200, "{reply:?}");
    let is_text = |(name, value): &(String, String)| {
        name == "content-type" && value.starts_with("text/plain; version=0.0.4")
    };
    assert!(reply.headers.iter().any(is_text), "{reply:?}");
    reply.text
}

#[test]
fn measures_are_told_on_a_listener_of_their_own() {
    let database = TestDatabase::create();
    let url = database.url();
    let profile = new_profile(url);
    let key = new_key(url, &profile);
    let service = Service::set(url, &[("TRIBUTARY_METRICS_LISTEN", "127.0.0.1:0")]);
    let address = eventually("the address of the metrics", || {
        let log = service.log();
        let line = log
            .lines()
            .find_map(|line| line.strip_prefix("metrics on http://"))?;
        Some(line.trim_end_matches("/metrics").to_owned())
    });
    let mut client = service.client(&key);
    assert_eq!(client.get("/metrics").unwrap().status, 404);
    let event = json!({ "event_type": "lead", "email": "a@example.com" });
    let send = |client: &mut Client, body: &Value, status: u16| {
        let answer = client.post_once("/api/v1/events", body, "one").unwrap();
        assert_eq!(answer.status, status, "{answer:?}");
    };
    send(&mut client, &event, 201);
    send(&mut client, &event, 200);
    send(&mut client, &json!({ "event_type": 7 }), 400);
    eventually("the replay", || {
        (value(&page(&address), "tributary_replayed_people_total") > 0.0).then_some(())
    });
    let page = page(&address);
    for (line, wanted) in [
        ("tributary_ingest_requests_total{endpoint=\"events\"}", 3.0),
        ("tributary_ingest_events_total{endpoint=\"events\"}", 1.0),
        (
            "tributary_ingest_duplicates_total{endpoint=\"events\"}",
            1.0,
        ),
        (
            "tributary_ingest_refused_total{endpoint=\"events\",reason=\"invalid_request\"}",
            1.0,
        ),
        (
            "tributary_http_request_duration_seconds_count{route=\"/api/v1/events\",\
             method=\"POST\",status=\"2xx\"}",
            2.0,
        ),
        ("tributary_metrics_source_up{source=\"queue\"}", 1.0),
        ("tributary_full_replays_running", 0.0),
        ("tributary_db_pool_waiting", 0.0),
    ] {
        let told = value(&page, line);
        assert!(
            (told - wanted).abs() < f64::EPSILON,
            "{line} is {told}\n{page}"
        );
    }
    assert!(value(&page, "process_resident_memory_bytes") > 1e6);
    assert!(value(&page, "tributary_db_pool_wait_seconds_count") > 1.0);
    assert!(!page.contains(&profile), "{page}");
}

#[test]
fn a_request_is_traced_to_the_ports_that_it_calls() {
    let database = TestDatabase::create();
    let url = database.url();
    let profile = new_profile(url);
    let key = new_key(url, &profile);
    let service = Service::set(url, &[("TRIBUTARY_LOG", "info,tributary_postgres=debug")]);
    let mut client = service.client(&key);
    let event = json!({ "event_type": "lead", "email": "somebody@example.com" });
    let answer = client.post_once("/api/v1/events", &event, "one").unwrap();
    assert_eq!(answer.status, 201, "{answer:?}");
    let days = "date_from=2026-06-01&date_to=2026-06-30";
    let answer = client.get(&format!("/api/v1/overview?{days}")).unwrap();
    assert_eq!(answer.status, 200, "{answer:?}");
    // The span of a call names the trait and the method, inside the span of its request.
    let traced = |log: &str, method: &str, call: &str| {
        let line = |line: &&str| {
            let parts = line.split_once("request{request.id=");
            parts.is_some_and(|(_, rest)| {
                rest.contains(&format!("request.method={method}"))
                    && rest.contains(&format!("{call}: "))
                    && rest.contains("time.busy=")
            })
        };
        log.lines().any(|found| line(&found))
    };
    eventually("the traces", || {
        let log = service.log();
        let all = [
            ("POST", "ApiKeyStore::find_by_hash"),
            ("POST", "ProfileStore::find"),
            ("POST", "UnitsOfWork::begin"),
            ("POST", "OutcomeEventStore::insert"),
            ("POST", "UnitOfWork::commit"),
            ("GET", "ApiKeyStore::find_by_hash"),
        ];
        // A request is told of when it has ended, which is after its answer was read.
        let is_told = log.contains("http.route=\"/api/v1/overview\" http.status=200");
        let is_traced = |(method, call): &(&str, &str)| traced(&log, method, call);
        (is_told && all.iter().all(is_traced)).then_some(())
    });
    let log = service.log();
    assert!(!log.contains("somebody"), "{log}");
    // Colours are for terminals.
    assert!(!log.contains('\u{1b}'), "{log}");
}

fn findings(output: &Output) -> Vec<String> {
    let text = String::from_utf8_lossy(&output.stdout);
    let body: Value = serde_json::from_str(&text).unwrap_or_else(|_| panic!("{output:?}"));
    let list = body["findings"].as_array().unwrap().iter();
    list.map(|finding| finding["code"].as_str().unwrap().to_owned())
        .collect()
}

#[test]
fn the_doctor_makes_no_database_where_there_is_none() {
    let folder = std::env::temp_dir().join(format!("tributary-nowhere-{}", std::process::id()));
    let output = command("", &["doctor", "--json", "--data-dir"])
        .arg(&folder)
        .env_remove("DATABASE_URL")
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    let found = findings(&output);
    assert!(found.contains(&"no_database".to_owned()), "{found:?}");
    assert!(!folder.exists(), "it made {}", folder.display());
}

#[test]
fn the_doctor_says_what_is_wrong_and_changes_nothing() {
    let database = TestDatabase::create();
    let url = database.url();
    let json = ["doctor", "--json"];
    let output = attempt(url, &json, &[]);
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    let found = findings(&output);
    // A test server is fast and not durable; the key of the stories is no random one.
    for code in ["fsync_off", "partitions_missing", "secret_key_weak"] {
        assert!(found.iter().any(|found| found == code), "{code}: {found:?}");
    }
    // It made no partition; another command does.
    assert_eq!(findings(&attempt(url, &json, &[])), found);
    run(url, &["migrate"]);
    let found = findings(&attempt(url, &json, &[]));
    assert!(
        !found.contains(&"partitions_missing".to_owned()),
        "{found:?}"
    );
    let output = attempt(url, &["doctor"], &[]);
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(text.contains("problem: fsync is off (fsync_off)"), "{text}");
    assert!(text.contains("mend: ALTER SYSTEM SET fsync = on"), "{text}");
    let settings = [
        (
            "DATABASE_URL",
            "postgresql://a:hidden@database.invalid:6543/b",
        ),
        ("TRIBUTARY_SECRET_KEY", "short"),
        ("TRIBUTARY_LISTEN", "0.0.0.0:8080"),
        ("TRIBUTARY_METRICS_LISTEN", "0.0.0.0:9464"),
    ];
    let output = attempt(url, &json, &settings);
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    let found = findings(&output);
    for code in [
        "database_unreachable",
        "database_not_encrypted",
        "secret_key_missing",
        "addresses_wrong",
        "metrics_open",
    ] {
        assert!(found.iter().any(|found| found == code), "{code}: {found:?}");
    }
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(text.contains("database.invalid:6543"), "{text}");
    assert!(!text.contains("hidden"), "{text}");
}

/// A database that was restored: whoever was forgotten since is forgotten again by the list of before.
#[test]
fn whoever_is_on_a_list_is_forgotten_again() {
    let database = TestDatabase::create();
    let url = database.url();
    let profile = new_profile(url);
    let folder = std::env::temp_dir().join(format!("forgotten-{profile}"));
    std::fs::create_dir_all(&folder).unwrap();
    let file = |name: &str, text: &str| {
        let path = folder.join(name);
        std::fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let rows = file("rows.csv", "email\nann@mail.example\nbob@mail.example\n");
    run(url, &["import", "customers", &rows, "--profile", &profile]);
    let ids = database
        .execute("SELECT id FROM customers ORDER BY id")
        .unwrap();
    let [ann, bob] = ids.lines().collect::<Vec<_>>()[..] else {
        panic!("{ids}");
    };
    run(
        url,
        &[
            "erase",
            "--profile",
            &profile,
            "--customer",
            ann,
            "--confirm",
            ann,
        ],
    );
    let listed = run(url, &["erasures", "--profile", &profile]);
    assert!(listed.starts_with(&format!("{profile},{ann},")), "{listed}");
    assert_eq!(listed.lines().count(), 1);

    // Of a profile and of a customer that came later nothing is known; Ann was forgotten, and Bob was not.
    let nobody = "01900000-0000-7000-8000-0000000000aa";
    let list = format!("{listed}\n{nobody},{bob}\n{profile},{nobody}\n{profile},{bob}\n");
    let list = file("list.csv", &list);
    let wrong = attempt(url, &["erase", "--list", &list, "--confirm", "3"], &[]);
    assert!(!wrong.status.success(), "{wrong:?}");
    let told = run(url, &["erase", "--list", &list, "--confirm", "4"]);
    assert_eq!(told, "1 forgotten, 1 were before, 2 are not known, 0 left");
    let again = run(url, &["erase", "--list", &list, "--confirm", "4"]);
    assert_eq!(again, "0 forgotten, 2 were before, 2 are not known, 0 left");

    // Who leads to somebody who is not on the list takes nobody along.
    let rows = file("more.csv", "email\neve@mail.example\nlea@mail.example\n");
    run(url, &["import", "customers", &rows, "--profile", &profile]);
    let alias = "UPDATE customers SET merged_into = (SELECT min(id::text)::uuid FROM customers WHERE erased_at IS NULL) \
         WHERE id = (SELECT max(id::text)::uuid FROM customers) RETURNING id";
    let alias = database.execute(alias).unwrap();
    let alias = alias.lines().next().unwrap();
    let list = file("alias.csv", &format!("{profile},{alias}\n"));
    let left = attempt(url, &["erase", "--list", &list, "--confirm", "1"], &[]);
    assert!(!left.status.success(), "{left:?}");
    let words = String::from_utf8_lossy(&left.stderr);
    assert!(words.contains("is not on the list"), "{words}");
    std::fs::remove_dir_all(&folder).unwrap();
}
