//! What a test relies on when it asks for a database.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use testkit::TestDatabase;
use tokio_postgres::NoTls;

/// Runs statements and answers the first column of the last one's rows.
async fn ask(url: &str, sql: &str) -> Result<Vec<String>, tokio_postgres::Error> {
    let (client, connection) = tokio_postgres::connect(url, NoTls).await?;
    let driver = tokio::spawn(connection);
    let answer = client.simple_query(sql).await?;
    drop(client);
    let _ = driver.await;
    Ok(answer
        .iter()
        .filter_map(|message| match message {
            tokio_postgres::SimpleQueryMessage::Row(row) => row.get(0).map(str::to_owned),
            _ => None,
        })
        .collect())
}

#[tokio::test]
async fn a_database_is_migrated_and_the_callers_own() {
    let (one, other) = (TestDatabase::create(), TestDatabase::create());
    assert_ne!(one.url(), other.url());
    let applied = ask(one.url(), "SELECT count(*) FROM __diesel_schema_migrations")
        .await
        .unwrap();
    let migrations = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../migrations");
    let on_disk = fs::read_dir(migrations)
        .unwrap()
        .filter(|entry| entry.as_ref().unwrap().file_type().unwrap().is_dir())
        .count();
    assert_eq!(applied, [on_disk.to_string()]);
    ask(one.url(), "CREATE TABLE mine ()").await.unwrap();
    assert!(ask(other.url(), "SELECT 1 FROM mine").await.is_err());
}

#[tokio::test]
async fn a_dropped_database_is_gone_with_its_connections() {
    let kept = TestDatabase::shared();
    let dropped = TestDatabase::create();
    let name = dropped.url().rsplit('/').next().unwrap().to_owned();
    let (client, connection) = tokio_postgres::connect(dropped.url(), NoTls).await.unwrap();
    tokio::spawn(connection);
    drop(dropped);
    assert!(client.simple_query("SELECT 1").await.is_err());
    let named = format!("SELECT datname FROM pg_database WHERE datname = '{name}'");
    assert!(ask(kept.url(), &named).await.unwrap().is_empty());
}

/// Where the process that is to be killed says which directory it uses.
const CHILD_ANSWER: &str = "TRIBUTARY_TEST_CHILD_ANSWER";

#[test]
#[ignore = "run by the test below in a process of its own, which it kills"]
fn child_with_a_database() {
    let Some(answer) = std::env::var_os(CHILD_ANSWER) else {
        return;
    };
    let database = TestDatabase::create();
    fs::write(PathBuf::from(&answer).with_extension("new"), database.url()).unwrap();
    fs::rename(PathBuf::from(&answer).with_extension("new"), &answer).unwrap();
    let _ = std::io::stdin().read_line(&mut String::new());
}

#[test]
fn nothing_stays_behind_when_a_test_process_is_killed() {
    let answer = PathBuf::from(format!("/tmp/tributary-test-answer-{}", std::process::id()));
    let mut child = Command::new(std::env::current_exe().unwrap())
        .args(["--ignored", "--exact", "databases::child_with_a_database"])
        .env(CHILD_ANSWER, &answer)
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    wait_for("the child to have its database", || answer.exists());
    let url = fs::read_to_string(&answer).unwrap();
    fs::remove_file(&answer).unwrap();
    let host = url.split_once('@').unwrap().1.split_once('/').unwrap().0;
    let socket_dir = PathBuf::from(host.replace("%2F", "/"));
    assert!(socket_dir.join(".s.PGSQL.5432").exists(), "{socket_dir:?}");
    child.kill().unwrap();
    child.wait().unwrap();
    let dir = socket_dir.parent().unwrap();
    wait_for("the watchdog to clear up", || !dir.exists());
}

fn wait_for(what: &str, mut is_done: impl FnMut() -> bool) {
    for _ in 0..3_000 {
        if is_done() {
            return;
        }
        thread::sleep(Duration::from_millis(20));
    }
    panic!("waited in vain for {what}");
}
