//! Files that other programs exported become facts: as many as they hold, once, also when the import is killed.

mod history;

use std::fs;
use std::path::PathBuf;

use serde_json::json;
use testkit::TestDatabase;

use self::history::{Happening, What};
use crate::service::{attempt, command, eventually, new_profile};

/// Events in a file; a hundred thousand by `just import-events`.
fn events() -> usize {
    let set = std::env::var_os("TRIBUTARY_IMPORT_EVENTS");
    set.map_or(5_000, |text| text.to_str().unwrap().parse().unwrap())
}

/// Where files stay for others to read, when that is set.
fn folder(name: &str) -> PathBuf {
    let kept = std::env::var_os("TRIBUTARY_IMPORT_KEEP").map(PathBuf::from);
    let folder = kept.unwrap_or_else(|| {
        std::env::temp_dir().join(format!("tributary-import-{}", std::process::id()))
    });
    let folder = folder.join(name);
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// What is in the database: page views, identifications, outcomes, cents, and browsers.
type Counts = (i64, i64, i64, i64, i64);

fn ask<T>(url: &str, question: &str, answer: impl Fn(&tokio_postgres::Row) -> T) -> T {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    runtime.block_on(async {
        let (client, connection) = tokio_postgres::connect(url, tokio_postgres::NoTls)
            .await
            .unwrap();
        let connection = tokio::spawn(connection);
        let row = client.query_one(question, &[]).await.unwrap();
        drop(client);
        let _ = connection.await;
        answer(&row)
    })
}

fn counted(url: &str) -> Counts {
    let question = "SELECT (SELECT count(*) FROM tracker_events WHERE kind = 'page_view'), \
        (SELECT count(*) FROM tracker_events WHERE kind = 'identify'), \
        (SELECT count(*) FROM outcome_events), \
        (SELECT coalesce(sum(value_amount) * 100, 0)::bigint FROM outcome_events), \
        (SELECT count(DISTINCT visitor_id) FROM tracker_events)";
    ask(url, question, |row| {
        (row.get(0), row.get(1), row.get(2), row.get(3), row.get(4))
    })
}

/// What should be there.
fn expected(history: &[Happening], named: bool) -> Counts {
    let count = |is_it: &dyn Fn(&What) -> bool| {
        let found = history.iter().filter(|one| is_it(&one.what)).count();
        i64::try_from(found).unwrap()
    };
    let cents: usize = history
        .iter()
        .map(|one| match one.what {
            What::Purchase(cents) => cents,
            _ => 0,
        })
        .sum();
    let is_view = |what: &What| matches!(what, What::View { .. });
    let is_seen = |what: &What| is_view(what) || (named && *what == What::Identify);
    let browsers: std::collections::HashSet<usize> = history
        .iter()
        .filter(|one| is_seen(&one.what))
        .map(Happening::person)
        .collect();
    (
        count(&is_view),
        if named {
            count(&|what| *what == What::Identify)
        } else {
            0
        },
        count(&|what| matches!(what, What::Purchase(_))),
        i64::try_from(cents).unwrap(),
        i64::try_from(browsers.len()).unwrap(),
    )
}

/// Imports a file; what the command said.
fn import(database: &str, arguments: &[&str]) -> String {
    let all = [&["import", "events"], arguments].concat();
    let output = attempt(database, &all, &[]);
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success(), "{arguments:?}: {said}");
    said
}

/// A file is there as a whole, and once.
fn comes_in_once(name: &str, (file, bytes): (&str, &[u8]), how: &[&str], expected: Counts) {
    let database = TestDatabase::create();
    let profile = new_profile(database.url());
    let path = folder(name).join(file);
    fs::write(&path, bytes).unwrap();
    let file = path.to_str().unwrap();
    let arguments = [&[file, "--profile", &profile], how].concat();
    let dry = import(database.url(), &[&arguments[..], &["--dry-run"]].concat());
    assert!(dry.contains(&format!("{} page views", expected.0)), "{dry}");
    assert!(dry.contains(&format!("{} outcomes", expected.2)), "{dry}");
    assert!(dry.ends_with("nothing was written\n"), "{dry}");
    assert_eq!(counted(database.url()), (0, 0, 0, 0, 0), "{name}");
    import(database.url(), &arguments);
    assert_eq!(counted(database.url()), expected, "{name}");
    let again = import(database.url(), &arguments);
    assert!(
        again.contains("wrote 0 events of browsers and 0 outcomes"),
        "{again}"
    );
    // As another file, of which nobody knows that it is done.
    let mut more = bytes.to_vec();
    more.extend(if name == "posthog" { &[][..] } else { b"\n" });
    fs::write(&path, more).unwrap();
    let again = import(database.url(), &arguments);
    assert!(
        again.contains("wrote 0 events of browsers and 0 outcomes"),
        "{again}"
    );
    assert_eq!(counted(database.url()), expected, "{name}");
    fs::write(&path, bytes).unwrap();
    let (views, names, outcomes, cents, browsers) = expected;
    let counts = json!({ "page_views": views, "identifications": names, "outcomes": outcomes, "cents": cents,
        "browsers": browsers });
    fs::write(path.with_extension("counts"), counts.to_string()).unwrap();
}

#[test]
fn ga4_comes_in_once() {
    let history = history::of(events());
    let file = ("events.json", &*history::ga4(&history));
    comes_in_once("ga4", file, &["--preset", "ga4"], expected(&history, false));
}

#[test]
fn posthog_comes_in_once() {
    let history = history::of(events());
    let file = ("events.jsonl.gz", &*history::posthog(&history));
    comes_in_once(
        "posthog",
        file,
        &["--preset", "posthog"],
        expected(&history, true),
    );
}

#[test]
fn snowplow_comes_in_once() {
    let history = history::of(events());
    let file = ("events.csv", &*history::snowplow(&history));
    comes_in_once(
        "snowplow",
        file,
        &["--preset", "snowplow"],
        expected(&history, false),
    );
}

#[test]
fn a_mapping_of_ones_own_does_the_same() {
    let history = history::of(events());
    let (bytes, mapping) = history::own(&history);
    let path = folder("own").join("mapping.json");
    fs::write(&path, mapping.to_string()).unwrap();
    let how = ["--mapping", path.to_str().unwrap()];
    comes_in_once(
        "own",
        ("events.csv", &bytes),
        &how,
        expected(&history, false),
    );
}

#[test]
fn a_list_of_customers_comes_in_once() {
    let database = TestDatabase::create();
    let profile = new_profile(database.url());
    let path = folder("customers").join("customers.csv");
    let mut rows = "E-Mail;Phone;First;Last\n".to_owned();
    for number in 0..2_500 {
        let row = format!("p{number}@mail.example;+5697{number:07};Ana;Soto {number}\n");
        rows.push_str(&row);
    }
    rows += "no address;;Ana;Soto\n;;Nobody;\n";
    fs::write(&path, rows).unwrap();
    let mapping = folder("customers").join("mapping.json");
    let columns =
        json!({ "email": "E-Mail", "phone": "Phone", "first_name": "First", "last_name": "Last" });
    fs::write(&mapping, columns.to_string()).unwrap();
    let import = || {
        let [file, mapping] = [&path, &mapping].map(|it| it.to_str().unwrap());
        let arguments = [
            "import",
            "customers",
            file,
            "--profile",
            &profile,
            "--mapping",
            mapping,
        ];
        let output = attempt(database.url(), &arguments, &[]);
        assert!(output.status.success());
        String::from_utf8(output.stderr).unwrap()
    };
    let people = || {
        let question = "SELECT (SELECT count(*) FROM customers), (SELECT count(*) FROM identifiers), \
            (SELECT count(*) FROM outcome_events)";
        ask(database.url(), question, |row| {
            (row.get(0), row.get(1), row.get(2))
        })
    };
    let said = import();
    assert!(
        said.contains("created 2500 customers, matched 0, rejected 2 rows"),
        "{said}"
    );
    assert!(said.contains("line 2502: invalid_email"), "{said}");
    assert!(said.contains("line 2503: missing_identifier"), "{said}");
    assert_eq!(people(), (2_500_i64, 5_000_i64, 0_i64));
    // The same file is done.
    let said = import();
    assert!(said.contains("created 0 customers"), "{said}");
    // Another one with the same rows finds everybody.
    fs::write(
        &path,
        fs::read_to_string(&path).unwrap().replace(";Ana;", ";ANA;"),
    )
    .unwrap();
    let said = import();
    assert!(
        said.contains("created 0 customers, matched 2500, rejected 2 rows"),
        "{said}"
    );
    assert_eq!(people(), (2_500, 5_000, 0));
    fs::remove_file(path).unwrap();
}

/// The first pieces are written and the next waits for a lock when the import is killed.
#[test]
fn an_import_that_is_killed_goes_on_where_it_stopped() {
    let database = TestDatabase::create();
    let profile = new_profile(database.url());
    let history = history::of(5_000);
    let path = folder("killed").join("events.json");
    fs::write(&path, history::ga4(&history)).unwrap();
    let file = path.to_str().unwrap();
    let arguments = [
        "import",
        "events",
        file,
        "--profile",
        &profile,
        "--preset",
        "ga4",
    ];
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let lock = runtime.block_on(async {
        let (client, connection) = tokio_postgres::connect(database.url(), tokio_postgres::NoTls)
            .await
            .unwrap();
        tokio::spawn(connection);
        let lock = "BEGIN; LOCK TABLE outcome_events IN EXCLUSIVE MODE";
        client.batch_execute(lock).await.unwrap();
        client
    });
    let mut import = command(database.url(), &arguments).spawn().unwrap();
    let done = || {
        let question = "SELECT coalesce(max(done_lines), 0) FROM import_progress";
        ask(database.url(), question, |row| row.get::<_, i64>(0))
    };
    eventually("two pieces", || (done() == 4_000).then_some(()));
    import.kill().unwrap();
    import.wait().unwrap();
    let half = counted(database.url());
    assert_eq!(half.2, 0);
    assert!(half.0 >= 4_000, "{half:?}");
    runtime.block_on(lock.batch_execute("ROLLBACK")).unwrap();
    let said = attempt(database.url(), &arguments, &[]);
    let said = String::from_utf8(said.stderr).unwrap();
    assert!(said.contains("going on after row 4000"), "{said}");
    assert_eq!(counted(database.url()), expected(&history, false));
    fs::remove_file(path).unwrap();
}

#[test]
fn what_cannot_be_imported_is_refused_with_the_reason() {
    let database = TestDatabase::create();
    let profile = new_profile(database.url());
    let path = folder("refused").join("imported_visitors.csv");
    fs::write(
        &path,
        "date,visitors,pageviews,bounces,visits,visit_duration\n2026-01-01,1,1,1,1,1\n",
    )
    .unwrap();
    let file = path.to_str().unwrap();
    let of = ["import", "events", file, "--profile", &profile];
    let refused = |more: &[&str]| {
        let output = attempt(database.url(), &[&of, more].concat(), &[]);
        assert!(!output.status.success());
        String::from_utf8(output.stderr).unwrap()
    };
    assert!(refused(&["--preset", "ga4"]).contains("sums of days"));
    assert!(refused(&["--preset", "plausible"]).contains("sums of days"));
    assert!(refused(&["--preset", "nobody"]).contains("ga4, matomo, posthog, snowplow, umami"));
    assert!(refused(&["--preset", "ga4", "--from", "1.1.2026"]).contains("--from must be a day"));
    assert!(refused(&[]).contains("--preset"));
    assert_eq!(counted(database.url()), (0, 0, 0, 0, 0));
    fs::remove_file(path).unwrap();
}
