//! The pages that people see, in a real browser.

use serde_json::{Value, json};
use testkit::TestDatabase;
use testkit::fake_platform::{FakeAuthorization, FakePlatform};

use crate::browser::browse;
use crate::service::{Service, new_key, run};

/// Its id.
const HANDOFF_ID: &str = "01900000-0000-7000-8000-0000000000d1";
const EMAIL: &str = "olga@example.com";

/// A hand-off that waits for the workspace's people. Nothing of the service makes one of this kind
/// by itself yet.
const HANDOFF: &str = "INSERT INTO handoffs \
    (id, workspace_id, profile_id, kind, status, detail, created_at, expires_at) \
    VALUES ($1::text::uuid, $2::text::uuid, $3::text::uuid, 'approval', 'pending', \
    $4::text::jsonb, now(), now() + interval '1 day')";

fn made(database: &str, arguments: &[&str], member: &str) -> String {
    let all: Vec<_> = arguments.iter().copied().chain(["--json"]).collect();
    let printed: Value = serde_json::from_str(&run(database, &all)).unwrap();
    printed[member].as_str().unwrap().to_owned()
}

async fn wait_for_approval(database: &str, workspace: &str, profile: &str) {
    let (client, connection) = tokio_postgres::connect(database, tokio_postgres::NoTls)
        .await
        .unwrap();
    tokio::spawn(connection);
    let detail = json!({
        "title": "Raise the daily budget of “Autumn lamps”",
        "summary": "An agent proposes to spend more on the campaign with the best return.",
        "facts": [["Budget now", "€50.00 a day"], ["Budget proposed", "€65.00 a day"]],
    });
    let written = client
        .execute(
            HANDOFF,
            &[&HANDOFF_ID, &workspace, &profile, &detail.to_string()],
        )
        .await
        .unwrap();
    assert_eq!(written, 1);
}

/// A person who owns a workspace with a profile: their password, and both ids.
fn founded(url: &str) -> (String, String, String) {
    let person = ["people", "create", "--name", "Olga", "--email", EMAIL];
    let password = made(url, &person, "password");
    let workspace = ["workspaces", "create", "--name", "Shop", "--owner", EMAIL];
    let workspace = made(url, &workspace, "workspace_id");
    let profile = [
        "profiles",
        "create",
        "--name",
        "Shop",
        "--currency",
        "EUR",
        "--workspace",
        &workspace,
    ];
    let profile = made(url, &profile, "profile_id");
    (password, workspace, profile)
}

#[test]
fn people_sign_up_make_keys_and_approve_in_a_browser() {
    let database = TestDatabase::create();
    let url = database.url();
    let settings = [("TRIBUTARY_USER_TOKEN_UNITS_PER_MINUTE", "60")];
    let service = Service::set(url, &settings);
    let (password, workspace, profile) = founded(url);
    let runtime = tokio::runtime::Runtime::new().unwrap();
    runtime.block_on(wait_for_approval(url, &workspace, &profile));
    let base = format!("http://{}", service.address);
    let arguments = [
        "--base",
        &base,
        "--profile",
        &profile,
        "--handoff",
        HANDOFF_ID,
    ];
    browse(
        "pages.py",
        &arguments,
        &[("EMAIL", EMAIL), ("PASSWORD", &password)],
    );
}

#[test]
fn a_part_of_a_page_renews_itself_in_a_browser() {
    browse("live.py", &[], &[]);
}

/// Seconds since 1970, as a platform has them.
fn seconds() -> i64 {
    kernel::Clock::now(&tributary_system::SystemClock).micros() / 1_000_000
}

#[test]
fn exports_are_set_up_tried_and_explained_in_a_browser() {
    let platform = FakePlatform::start_at(([127, 0, 0, 1], 0).into(), seconds).unwrap();
    let address = platform.url();
    let database = TestDatabase::create();
    let url = database.url();
    let settings = [("TRIBUTARY_SOCIAL_ADS_API_URL", address.as_str())];
    let service = Service::set(url, &settings);
    let (password, _, profile) = founded(url);
    let key = new_key(url, &profile);
    let base = format!("http://{}", service.address);
    let arguments = ["--base", &base, "--profile", &profile];
    let environment = [
        ("EMAIL", EMAIL),
        ("PASSWORD", password.as_str()),
        ("KEY", key.as_str()),
        ("TOKEN", FakeAuthorization::SYSTEM_USER_TOKEN),
    ];
    browse("exports.py", &arguments, &environment);
}

#[test]
fn people_are_made_one_parted_and_forgotten_in_a_browser() {
    let database = TestDatabase::create();
    let url = database.url();
    let service = Service::set(url, &[]);
    let (password, _, profile) = founded(url);
    let key = new_key(url, &profile);
    let base = format!("http://{}", service.address);
    let arguments = ["--base", &base, "--profile", &profile];
    let environment = [
        ("EMAIL", EMAIL),
        ("PASSWORD", password.as_str()),
        ("KEY", key.as_str()),
    ];
    browse("people.py", &arguments, &environment);
}
