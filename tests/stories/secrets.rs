//! What clients and people were given or told is neither in the database nor in the log, however
//! much is logged.

use std::collections::BTreeSet;

use serde_json::{Value, json};
use testkit::TestDatabase;

use crate::http::{Client, Reply};
use crate::service::{Service, attempt, eventually, run};

const EMAIL: &str = "grace.story@example.com";
const PHONE: &str = "+34600123987";
const NATIONAL_ID: &str = "12345678-5";
const PASSWORD: &str = "correct horse battery staple 71";
const VERIFIER: &str = "a-verifier-that-is-43-characters-long-or-so";
/// The SHA-256 of the verifier, base64url.
const CHALLENGE: &str = "jwsQMtFGG5xQ9pwEDvNaDkFSrdI2W3DLNacaln4Xz48";
const CALLBACK: &str = "http://127.0.0.1:3999/callback";
const USER_INFO: &str = "grace:hunter-2-4711";
const RESET: &str = "reset-token-4712";
const FRAGMENT: &str = "access-token-4713";
const IN_ADDRESS: &str = "somebody.else@mail.example";
const PERIOD: &str = "date_from=2026-06-01&date_to=2026-06-30";

/// Somebody with a browser, who remembers every secret that they saw.
struct Visitor {
    client: Client,
    cookies: Vec<(String, String)>,
    secrets: BTreeSet<String>,
}

impl Visitor {
    fn new(service: &Service) -> Self {
        Self {
            client: service.client(""),
            cookies: Vec::new(),
            secrets: BTreeSet::from([PASSWORD.to_owned(), VERIFIER.to_owned()]),
        }
    }

    fn send(&mut self, what: (&str, &str), body: &str, headers: &[(&str, &str)]) -> Reply {
        let cookies: Vec<_> = self
            .cookies
            .iter()
            .map(|(name, value)| format!("{name}={value}"))
            .collect();
        let cookie = cookies.join("; ");
        let mut all = vec![("cookie", cookie.as_str())];
        all.extend(headers);
        let reply = self.client.exchange(what, body, &all).unwrap();
        let set = reply
            .headers
            .iter()
            .filter(|(name, _)| name == "set-cookie");
        for (_, line) in set {
            let pair = line.split(';').next().unwrap();
            let (name, value) = pair.split_once('=').unwrap();
            self.cookies.retain(|(known, _)| known != name);
            if !value.is_empty() {
                self.cookies.push((name.to_owned(), value.to_owned()));
                self.secrets.insert(value.to_owned());
            }
        }
        reply
    }

    fn get(&mut self, path: &str) -> String {
        let reply = self.send(("GET", path), "", &[]);
        assert_eq!(reply.status, 200, "GET {path}: {}", reply.text);
        reply.text
    }

    /// Sends the form of a page, with the token that is in it.
    fn fill(&mut self, page: &str, action: &str, fields: &[(&str, &str)]) -> Reply {
        let text = self.get(page);
        let token = between(&text, "name=\"form_token\" value=\"", "\"");
        self.secrets.insert(token.to_owned());
        let mut all = vec![("form_token", token)];
        all.extend(fields);
        self.form(action, &all)
    }

    fn form(&mut self, path: &str, fields: &[(&str, &str)]) -> Reply {
        let fields: Vec<_> = fields
            .iter()
            .map(|(name, value)| format!("{name}={}", encoded(value)))
            .collect();
        let kind = [("content-type", "application/x-www-form-urlencoded")];
        self.send(("POST", path), &fields.join("&"), &kind)
    }

    fn json(&mut self, path: &str, body: &Value, credential: &str) -> Value {
        let authorization = format!("Bearer {credential}");
        let mut headers = vec![("content-type", "application/json")];
        if !credential.is_empty() {
            headers.push(("authorization", authorization.as_str()));
        }
        let reply = self.send(("POST", path), &body.to_string(), &headers);
        assert!((200..300).contains(&reply.status), "{path}: {}", reply.text);
        serde_json::from_str(&reply.text).unwrap_or_default()
    }

    /// A member of an answer that nobody else may see.
    fn secret(&mut self, of: &Value, pointer: &str) -> String {
        let text = of.pointer(pointer).and_then(Value::as_str);
        let text = text.unwrap_or_else(|| panic!("no {pointer} in {of}"));
        self.secrets.insert(text.to_owned());
        text.to_owned()
    }
}

#[track_caller]
fn between<'a>(text: &'a str, before: &str, after: &str) -> &'a str {
    let (_, rest) = text
        .split_once(before)
        .unwrap_or_else(|| panic!("no {before} in {text}"));
    rest.split_once(after).unwrap().0
}

/// Percent-encoded, all but letters and digits.
fn encoded(text: &str) -> String {
    let byte = |byte: u8| match byte {
        byte if byte.is_ascii_alphanumeric() => char::from(byte).to_string(),
        byte => format!("%{byte:02X}"),
    };
    text.bytes().map(byte).collect()
}

/// A text as it is, as `bytea` is printed, and as Rust prints bytes.
fn forms(text: &str) -> [String; 3] {
    let hex: Vec<_> = text.bytes().map(|byte| format!("{byte:02x}")).collect();
    let bytes: Vec<_> = text.bytes().map(|byte| byte.to_string()).collect();
    [text.to_owned(), hex.concat(), bytes.join(", ")]
}

/// Makes an account, and comes back to it over a wrong password.
fn sign_up(visitor: &mut Visitor) {
    let about = [("name", "Grace"), ("email", EMAIL), ("password", PASSWORD)];
    let made = visitor.fill("/auth/sign-up", "/auth/sign-up", &about);
    assert_eq!(made.status, 303, "{}", made.text);
    visitor.cookies.clear();
    let page = "/auth/sign-in";
    let wrong = [("email", EMAIL), ("password", "a wrong password 4711")];
    assert_eq!(visitor.fill(page, page, &wrong).status, 400);
    let right = [("email", EMAIL), ("password", PASSWORD)];
    assert_eq!(visitor.fill(page, page, &right).status, 303);
}

/// A workspace with a profile, over a session token; the profile's id and the token.
fn found(visitor: &mut Visitor) -> (String, String) {
    let credentials = json!({"email": EMAIL, "password": PASSWORD});
    let session = visitor.json("/auth/session-token", &credentials, "");
    let session = visitor.secret(&session, "/access_token");
    let made = visitor.json("/api/v1/workspaces", &json!({"name": "Story"}), &session);
    let workspace = made["data"]["workspace_id"].clone();
    let about = json!({"name": "Story", "workspace_id": workspace});
    let made = visitor.json("/api/v1/profiles", &about, &session);
    let profile = made["data"]["profile_id"].as_str().unwrap().to_owned();
    let grants =
        json!({"name": "Agent", "grants": ["mcp:read"], "rate_limit_units_per_minute": 60});
    let minted = visitor.json("/api/v1/me/mcp-tokens", &grants, &session);
    for pointer in ["/data/access_token", "/data/refresh_token"] {
        visitor.secret(&minted, pointer);
    }
    (profile, session)
}

/// A key made on the console's page.
fn key(visitor: &mut Visitor, profile: &str) -> String {
    let page = format!("/p/{profile}/settings/developer");
    let fields = [
        ("name", "Story"),
        ("scope", "events:write"),
        ("scope", "customers:read"),
        ("scope", "tracking:write"),
    ];
    let shown = visitor.fill(&page, &format!("{page}/keys"), &fields);
    assert_eq!(shown.status, 200, "{}", shown.text);
    let key = format!("svc_live_{}", &between(&shown.text, "svc_live_", "<")[..43]);
    visitor.secrets.insert(key.clone());
    key
}

/// An application, from registration to a second pair of tokens.
fn application(visitor: &mut Visitor) {
    let about = json!({"client_name": "Story", "redirect_uris": [CALLBACK]});
    let client = visitor.json("/oauth/mcp/register", &about, "");
    let client = client["client_id"].as_str().unwrap().to_owned();
    let asking = format!(
        "/oauth/mcp/authorize?response_type=code&client_id={client}&redirect_uri={}&state=s\
         &scope=mcp%3Aread&code_challenge={CHALLENGE}&code_challenge_method=S256",
        encoded(CALLBACK)
    );
    let approved = visitor.fill(&asking, &asking, &[("decision", "approve")]);
    assert_eq!(approved.status, 303, "{}", approved.text);
    let target = approved.headers.iter().find(|(name, _)| name == "location");
    let code = between(&target.unwrap().1, "code=", "&").to_owned();
    visitor.secrets.insert(code.clone());
    let exchanged = visitor.form(
        "/oauth/mcp/token",
        &[
            ("grant_type", "authorization_code"),
            ("code", &code),
            ("redirect_uri", CALLBACK),
            ("client_id", &client),
            ("code_verifier", VERIFIER),
        ],
    );
    let tokens: Value = serde_json::from_str(&exchanged.text).unwrap();
    visitor.secret(&tokens, "/access_token");
    let refresh = visitor.secret(&tokens, "/refresh_token");
    let again = [
        ("grant_type", "refresh_token"),
        ("refresh_token", refresh.as_str()),
        ("client_id", &client),
    ];
    let renewed = visitor.form("/oauth/mcp/token", &again);
    let tokens: Value = serde_json::from_str(&renewed.text).unwrap();
    visitor.secret(&tokens, "/access_token");
    visitor.secret(&tokens, "/refresh_token");
}

/// A customer whom browser and server know, found again by their address.
fn customer(visitor: &mut Visitor, service: &Service, key: &str) {
    let event = json!({
        "event_type": "payment_received", "event_time": "2026-06-10T10:00:00Z",
        "value_amount": "77.70", "currency": "EUR", "email": EMAIL, "phone": PHONE,
        "national_id": NATIONAL_ID, "anonymous_id": "story-browser",
    });
    visitor.json("/api/v1/events", &event, key);
    visit(visitor, service, key);
    // Refused, naming fields: what was sent is not to be told either.
    let mut wrong = event.clone();
    wrong["value_amount"] = json!("seventy");
    let mut client = service.client(key);
    assert_eq!(client.post("/api/v1/events", &wrong).unwrap().status, 400);
    let search = format!("/api/v1/customers?{PERIOD}&goal=payment_received&search={EMAIL}");
    let search = search.replace('@', "%40");
    eventually("the customer", || {
        let page = client.get(&search).unwrap();
        page.body["data"].get(0).cloned()
    });
}

/// A page view and a payment whose addresses hold what is nobody else's business.
fn visit(visitor: &mut Visitor, service: &Service, key: &str) {
    let mut client = service.client(key);
    let site = client.post("/api/v1/tracking/keys", &json!({})).unwrap();
    let site = site.body["data"]["public_key"].as_str().unwrap();
    let address = |place: &str| {
        format!(
            "https://{USER_INFO}@shop.example/{place}/{IN_ADDRESS}?reset={RESET}&utm_source=news\
             &utm_content={IN_ADDRESS}#{FRAGMENT}"
        )
    };
    let view = json!({"t": "pv", "i": "01a20000-0000-7000-8000-000000000001",
        "u": address("landing"), "r": address("before")});
    let batch = json!({"k": site, "a": "story-browser", "e": [view]});
    assert_eq!(
        client.post("/api/v1beta/collect", &batch).unwrap().status,
        202
    );
    let event = json!({"event_type": "lead_created", "email": EMAIL, "url": address("server")});
    visitor.json("/api/v1/events", &event, key);
}

/// Every row of every table, as text.
fn dump(url: &str) -> String {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    runtime.block_on(async {
        let (client, connection) = tokio_postgres::connect(url, tokio_postgres::NoTls)
            .await
            .unwrap();
        tokio::spawn(connection);
        let tables = "SELECT quote_ident(relname) FROM pg_class \
                      WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace";
        let mut dump = String::new();
        for table in client.query(tables, &[]).await.unwrap() {
            let table: String = table.get(0);
            let rows = format!("SELECT coalesce(string_agg(t::text, E'\\n'), '') FROM {table} t");
            let rows: String = client.query_one(&rows, &[]).await.unwrap().get(0);
            dump.push_str(&rows);
        }
        dump
    })
}

#[test]
fn no_secret_is_in_the_database_and_nobody_is_in_the_log() {
    let database = TestDatabase::create();
    let settings = [
        ("TRIBUTARY_LOG", "trace"),
        ("TRIBUTARY_USER_TOKEN_UNITS_PER_MINUTE", "60"),
    ];
    let service = Service::set(database.url(), &settings);
    let mut visitor = Visitor::new(&service);
    sign_up(&mut visitor);
    let (profile, _) = found(&mut visitor);
    let key = key(&mut visitor, &profile);
    application(&mut visitor);
    customer(&mut visitor, &service, &key);

    let (dump, log) = (dump(database.url()), service.log());
    // What is looked through is there.
    assert!(dump.contains(&profile) && dump.contains(EMAIL) && dump.contains(CHALLENGE));
    assert!(log.contains("/oauth/mcp/token") && log.contains("/api/v1/customers"));
    assert!(visitor.secrets.len() >= 14, "{}", visitor.secrets.len());
    for secret in &visitor.secrets {
        let bare = ["svc_live_", "svc_user_", "svc_rt_"]
            .iter()
            .find_map(|prefix| secret.strip_prefix(prefix))
            .unwrap_or(secret);
        // Tokens in three parts are signed: the last part is what makes them one.
        let bare = bare.rsplit('.').next().unwrap();
        for form in forms(bare) {
            assert!(!dump.contains(&form), "in the database: {secret}");
            assert!(!log.contains(&form), "in the log: {secret}");
        }
    }
    let searched = EMAIL.replace('@', "%40");
    for personal in [EMAIL, &searched, PHONE, NATIONAL_ID, "Grace"] {
        for form in forms(personal) {
            assert!(!log.contains(&form), "in the log: {personal}");
        }
    }
    assert!(dump.contains("https://shop.example/landing/(email)?utm_source=news"));
    for hidden in [USER_INFO, RESET, FRAGMENT, IN_ADDRESS] {
        for form in forms(hidden) {
            assert!(!dump.contains(&form), "in the database: {hidden}");
            assert!(!log.contains(&form), "in the log: {hidden}");
        }
    }
    for form in forms(NATIONAL_ID) {
        assert!(!dump.contains(&form), "in the database: {NATIONAL_ID}");
    }
}

#[test]
fn an_address_that_nobody_vouches_for_makes_no_owner() {
    let database = TestDatabase::create();
    let url = database.url();
    let service = Service::without_worker(url);
    sign_up(&mut Visitor::new(&service));
    let create = ["workspaces", "create", "--name", "Shop"];
    let owned = |by: &[&str]| attempt(url, &[&create[..], by].concat(), &[]);
    let refused = owned(&["--owner", EMAIL]);
    let told = String::from_utf8(refused.stderr).unwrap();
    assert!(
        !refused.status.success() && told.contains("nobody has verified"),
        "{told}"
    );
    let id = told.trim().rsplit("--owner-id ").next().unwrap();
    assert!(owned(&["--owner-id", id]).status.success());
    // The operator's own accounts are named by their addresses.
    let other = "operator@mail.example";
    run(
        url,
        &["people", "create", "--name", "Ada", "--email", other],
    );
    assert!(owned(&["--owner", other]).status.success());
    assert!(!owned(&[]).status.success());
    assert!(
        !owned(&["--owner", other, "--owner-id", id])
            .status
            .success()
    );
}
