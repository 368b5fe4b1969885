//! A service, a client and a person in a browser.

use std::sync::atomic::{AtomicU32, Ordering};

use access_control::users::user::NewWebSession;
use access_control::users::{EmailAddress, User};

use actix_web::test::TestRequest;
use application::keys::create::sha256;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use http_kit::AppState;
use kernel::UserId;
use kernel::timestamp::MICROS_PER_DAY;
use serde_json::{Value, json};
use tributary_api::server::Parts;
use url::{Url, form_urlencoded};

use crate::support::{Answer, Served, TestApi, database, identity};

/// The client's address.
pub(super) const CALLBACK: &str = "https://app.example/cb?tenant=1";
/// What challenges are made of.
pub(super) const VERIFIER: &str = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
/// The tool server.
pub(super) const MCP: &str = "https://t.example/mcp";

/// The application; every site has a sender's address of its own.
pub(super) struct Site {
    pub(super) state: AppState,
    served: Served,
    sender: u32,
}

/// Somebody in a browser.
pub(super) struct Person {
    pub(super) user: UserId,
    pub(super) cookie: String,
}

static SENDERS: AtomicU32 = AtomicU32::new(0);

/// Another address than any test had, in this run and in others before.
fn sender() -> u32 {
    let run = std::process::id().wrapping_mul(4_096);
    run.wrapping_add(SENDERS.fetch_add(1, Ordering::SeqCst))
}

impl Site {
    pub(super) async fn new() -> Self {
        Self::with(|_| {}).await
    }

    pub(super) async fn with(change: impl FnOnce(&mut AppState)) -> Self {
        let mut state = TestApi::state();
        database::connect(&mut state).await;
        identity::connect(&mut state);
        change(&mut state);
        Self {
            served: Served::new(Parts::new(state.clone())),
            state,
            sender: sender(),
        }
    }

    pub(super) async fn send(&self, request: TestRequest) -> Answer {
        let address = std::net::SocketAddr::from((self.sender.to_be_bytes(), 4_000));
        let request = request.peer_addr(address);
        let (_, response) = self.served.exchange(request).await;
        Answer::read(response).await
    }

    pub(super) async fn get(&self, uri: &str, cookie: &str) -> Answer {
        let request = TestRequest::get()
            .uri(uri)
            .insert_header(("cookie", cookie));
        self.send(request).await
    }

    /// A form as a browser or a client sends it.
    pub(super) async fn post(&self, uri: &str, cookie: &str, fields: &[(&str, &str)]) -> Answer {
        let request = TestRequest::post()
            .uri(uri)
            .insert_header(("cookie", cookie))
            .insert_header(("content-type", "application/x-www-form-urlencoded"))
            .set_payload(encoded(fields));
        self.send(request).await
    }

    pub(super) async fn register(&self, body: &Value) -> Answer {
        let request = TestRequest::post()
            .uri("/oauth/mcp/register")
            .set_json(body);
        self.send(request).await
    }

    /// The id of a new client.
    pub(super) async fn client(&self) -> String {
        let body = json!({"client_name": "App", "redirect_uris": [CALLBACK]});
        let answer = self.register(&body).await;
        assert_eq!(answer.status.as_u16(), 201, "{}", answer.text);
        answer.json()["client_id"].as_str().unwrap().to_owned()
    }

    /// Somebody new, signed in.
    pub(super) async fn person(&self) -> Person {
        let (id, now) = (self.state.ids.new_id(), self.state.clock.now());
        let user = User {
            id: id.into(),
            issuer: "builtin".to_owned(),
            subject: id.to_string(),
            name: "Ada <b>".to_owned(),
            email: EmailAddress::parse(&format!("{}@people.example", id.simple())),
            is_vouched: true,
            created_at: now,
        };
        let users = &self.state.sign_in.users;
        assert!(users.insert(&user, None).await.unwrap());
        let secret = self.state.ids.new_id().to_string();
        let session = NewWebSession {
            id: self.state.ids.new_id().into(),
            secret_hash: sha256(secret.as_bytes()),
            user_id: user.id,
            created_at: now,
            expires_at: now.plus_micros(MICROS_PER_DAY),
        };
        users.open_session(&session).await.unwrap();
        Person {
            user: user.id,
            cookie: format!("__Host-tributary_session={secret}"),
        }
    }

    /// Asks and approves; the code.
    pub(super) async fn code(&self, client: &str, person: &Person, scope: &str) -> String {
        let uri = asking(client, &[("scope", scope)]);
        let page = self.get(&uri, &person.cookie).await;
        assert_eq!(page.status.as_u16(), 200, "{}", page.text);
        let token = form_token(&page.text);
        let fields = [("form_token", token.as_str()), ("decision", "approve")];
        let answer = self.post(&uri, &person.cookie, &fields).await;
        assert_eq!(answer.status.as_u16(), 303, "{}", answer.text);
        let answer = returned(&answer);
        field(&answer, "code").unwrap()
    }

    pub(super) async fn exchange(&self, client: &str, code: &str) -> Answer {
        self.post("/oauth/mcp/token", "", &exchanging(client, code))
            .await
    }

    pub(super) async fn refresh(&self, client: &str, token: &str) -> Answer {
        let fields = [
            ("grant_type", "refresh_token"),
            ("refresh_token", token),
            ("client_id", client),
        ];
        self.post("/oauth/mcp/token", "", &fields).await
    }

    /// Access and refresh token of a new approval.
    pub(super) async fn tokens(&self, client: &str, scope: &str) -> (String, String) {
        let person = self.person().await;
        let code = self.code(client, &person, scope).await;
        pair(&self.exchange(client, &code).await)
    }

    /// Whether an access token is let in.
    pub(super) async fn is_alive(&self, access: &str) -> bool {
        let request = TestRequest::get()
            .uri("/api/v1/workspaces")
            .insert_header(("authorization", format!("Bearer {access}")));
        let answer = self.send(request).await;
        match answer.status.as_u16() {
            200 => true,
            401 => false,
            other => panic!("{other}: {}", answer.text),
        }
    }
}

/// Fields of a good exchange.
pub(super) fn exchanging<'a>(client: &'a str, code: &'a str) -> [(&'a str, &'a str); 5] {
    [
        ("grant_type", "authorization_code"),
        ("code", code),
        ("redirect_uri", CALLBACK),
        ("client_id", client),
        ("code_verifier", VERIFIER),
    ]
}

/// Both tokens of an answer.
#[track_caller]
pub(super) fn pair(answer: &Answer) -> (String, String) {
    assert_eq!(answer.status.as_u16(), 200, "{}", answer.text);
    let body = answer.json();
    let text = |name: &str| body[name].as_str().unwrap().to_owned();
    (text("access_token"), text("refresh_token"))
}

/// The address that asks for an approval, with some parameters changed; empty ones left out.
pub(super) fn asking(client: &str, changes: &[(&str, &str)]) -> String {
    let challenge = URL_SAFE_NO_PAD.encode(sha256(VERIFIER.as_bytes()));
    let mut fields = vec![
        ("response_type", "code"),
        ("client_id", client),
        ("redirect_uri", CALLBACK),
        ("state", "a b+c&d"),
        ("code_challenge", challenge.as_str()),
        ("code_challenge_method", "S256"),
        ("resource", MCP),
    ];
    for (name, value) in changes {
        fields.retain(|(known, _)| known != name);
        if !value.is_empty() {
            fields.push((name, value));
        }
    }
    format!("/oauth/mcp/authorize?{}", encoded(&fields))
}

pub(super) fn encoded(fields: &[(&str, &str)]) -> String {
    form_urlencoded::Serializer::new(String::new())
        .extend_pairs(fields)
        .finish()
}

/// The value of the hidden field.
#[track_caller]
pub(super) fn form_token(page: &str) -> String {
    let (_, rest) = page.split_once("name=\"form_token\" value=\"").unwrap();
    rest.split('"').next().unwrap().to_owned()
}

/// Where an answer leads.
#[track_caller]
pub(super) fn returned(answer: &Answer) -> Url {
    let location = answer.header("location").unwrap();
    assert!(location.starts_with(CALLBACK), "{location}");
    Url::parse(location).unwrap()
}

pub(super) fn field(url: &Url, name: &str) -> Option<String> {
    let mut pairs = url.query_pairs();
    pairs
        .find(|(found, _)| found == name)
        .map(|(_, value)| value.into_owned())
}

/// Asserts a flat error that nobody keeps.
#[track_caller]
pub(super) fn assert_flat(answer: &Answer, status: u16, error: &str) {
    assert_eq!(answer.status.as_u16(), status, "{}", answer.text);
    assert_eq!(answer.json()["error"], error, "{}", answer.text);
    assert_eq!(answer.header("cache-control"), Some("no-store"));
    assert_eq!(answer.header("access-control-allow-origin"), Some("*"));
    assert!(answer.json().get("data").is_none());
}
