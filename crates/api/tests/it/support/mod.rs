//! The application with fakes behind its ports, or over a real database.

pub(crate) mod database;
mod documented;
mod fakes;
pub(crate) mod identity;
mod pages;
mod people;
pub(crate) mod platforms;
pub(crate) mod reads;
mod served;
mod webhooks;

use std::sync::{Arc, OnceLock};

use access_control::ports::NoPayments;
use access_control::{ApiKey, ApiKeySecret, NewApiKey};
use actix_web::HttpResponse;
use actix_web::body::to_bytes;
use actix_web::http::StatusCode;
use actix_web::http::header::HeaderMap;
use actix_web::test::TestRequest;
use application::UnitsOfWork;
use event_intake::ClientParser;
use http_kit::addresses::Addresses;
use http_kit::removals::Removals;
use http_kit::tool_server::ToolServer;
use http_kit::trusted_proxies::TrustedProxies;
use http_kit::{AccessPorts, AppState, WorkspacePorts};
use kernel::{ConnectionId, ProfileId, Scope, Timestamp, UserId};
use platform_connections::{ConnectionState, PlatformProvider};
use serde_json::Value;
use tokio::sync::Notify;
use tributary_api::server::Parts;
use tributary_group_commit::Ports;
use tributary_system::{KeyRing, MemoryRateLimiter};
use uuid::Uuid;

pub(crate) use fakes::{
    FakeClock, FakeIds, FakeIntake, FakeKeys, FakeProfiles, FakeRandomness, FakeReadiness,
    FakeTrackingKeys, FakeUnits,
};
pub(crate) use people::{FakePeople, workspace_of};
pub(crate) use reads::FakeReads;
pub(crate) use served::Served;

/// The profile of an application that has no database.
const FAKE_PROFILE: Uuid = Uuid::from_u128(0x0190_0000_0000_7000_8000_0000_0000_0001);

/// The application, and the fakes that a test wants to look into.
pub(crate) struct TestApi {
    pub(crate) keys: Arc<FakeKeys>,
    pub(crate) readiness: Arc<FakeReadiness>,
    pub(crate) people: Arc<FakePeople>,
    /// The profile of every key that [`TestApi::key`] makes.
    pub(crate) profile: Uuid,
    units: Arc<dyn UnitsOfWork>,
    writer: Ports,
    pub(crate) parts: Parts,
    served: Served,
}

impl TestApi {
    /// Fakes behind every port: enough for everything that never gets to the database.
    pub(crate) fn new() -> Self {
        Self::with(|_| {})
    }

    /// Like [`TestApi::new`], with ports of the test's own put into the state by `change`.
    pub(crate) fn with(change: impl FnOnce(&mut AppState)) -> Self {
        let mut state = Self::state();
        change(&mut state);
        Self::assemble(state, FAKE_PROFILE, true)
    }

    /// Over a real database, with a profile of its own.
    pub(crate) async fn over_database() -> Self {
        Self::over_database_with(|_| {}).await
    }

    /// Like [`TestApi::over_database`], with what `change` makes of the state.
    pub(crate) async fn over_database_with(change: impl FnOnce(&mut AppState)) -> Self {
        let mut state = Self::state();
        let profile = database::connect(&mut state).await;
        change(&mut state);
        Self::assemble(state, profile, false)
    }

    /// The same with fake people, who are not in the database.
    pub(crate) async fn over_database_without_people() -> Self {
        let mut state = Self::state();
        let profile = database::connect(&mut state).await;
        Self::assemble(state, profile, true)
    }

    /// Replays the people of the profile, as a worker does.
    pub(crate) async fn catch_up(&self) {
        database::catch_up(&self.writer, self.profile.into()).await;
    }

    pub(crate) async fn compare_customers(&self) {
        database::compare_customers(&self.writer, self.profile.into()).await;
    }

    /// Somebody new, in the database.
    pub(crate) async fn insert_user(&self) -> UserId {
        database::insert_user().await
    }

    /// Makes somebody a member with this role; takes them out for an empty one.
    pub(crate) async fn join_workspace(&self, workspace: &str, user: UserId, role: &str) {
        database::join(&*self.units, workspace.parse().unwrap(), user, role).await;
    }

    fn assemble(mut state: AppState, profile: Uuid, has_fake_people: bool) -> Self {
        // A test that fails shows what the service logged.
        let _ = tracing_subscriber::fmt().with_test_writer().try_init();
        let keys = Arc::new(FakeKeys::default());
        let readiness = Arc::new(FakeReadiness::default());
        state.api_keys = keys.clone();
        state.readiness = readiness.clone();
        let people = Arc::new(FakePeople::default());
        state.access.user_tokens = people.clone();
        state.access.session_tokens = people.clone();
        if has_fake_people {
            state.access.reach = people.clone();
            state.access.calls = people.clone();
        }
        state.tool_server.accounts = people.clone();
        let units = state.units.clone();
        let writer = database::event_writer(&state);
        let parts = Parts::new(state);
        Self {
            keys,
            readiness,
            people,
            profile,
            units,
            writer,
            served: Served::new(parts.clone()),
            parts,
        }
    }

    /// Fakes for every port.
    pub(crate) fn state() -> AppState {
        let key_ring = KeyRing::new(&[[7; 32]]).unwrap();
        AppState {
            access: Self::access(),
            sign_in: identity::nobody(),
            workspaces: Self::workspaces(),
            setups: Arc::new(FakeReads),
            addresses: Arc::new(Addresses::new("https://t.example", None, None).unwrap()),
            api_keys: Arc::new(FakeKeys::default()),
            tool_server: ToolServer {
                accounts: Arc::new(FakePeople::default()),
                allowed_origins: Vec::new(),
            },
            readiness: Arc::new(FakeReadiness::default()),
            clock: Arc::new(FakeClock),
            ids: Arc::new(FakeIds::default()),
            randomness: Arc::new(FakeRandomness::default()),
            profiles: Arc::new(FakeProfiles),
            units: Arc::new(FakeUnits),
            intake: Arc::new(FakeIntake),
            views: Arc::new(FakeIntake),
            collecting: pages::collecting(),
            outcome_intake: Arc::new(FakeIntake),
            keys: Arc::new(key_ring.clone()),
            sealing: Arc::new(key_ring),
            tracking_keys: Arc::new(FakeTrackingKeys::default()),
            client_parser: client_parser(),
            country_header: Some("cf-ipcountry".to_owned()),
            quality: Arc::new(FakeReads),
            credited_ads: Arc::new(FakeReads),
            coverage: Arc::new(FakeReads),
            viewed: Arc::new(FakeReads),
            standing: Arc::new(FakeReads),
            overviews: Arc::new(FakeReads),
            breakdowns: Arc::new(FakeReads),
            time_series: Arc::new(FakeReads),
            paths: Arc::new(FakeReads),
            customers: Arc::new(FakeReads),
            customer_finder: Arc::new(FakeReads),
            merges: Arc::new(FakeReads),
            proposals: Arc::new(FakeReads),
            journeys: Arc::new(FakeReads),
            explainer: Arc::new(FakeReads),
            catalogues: Arc::new(FakeReads),
            outcomes: Arc::new(FakeReads),
            removals: Removals::default(),
            freshness: Arc::new(FakeReads),
            recomputes: Arc::new(FakeReads),
            restatements: Arc::new(FakeReads),
            webhooks: webhooks::nobody(),
            connections: platforms::nobody(),
            exports: platforms::nothing_told(),
            console: pages::console(),
            metrics: Arc::default(),
            request_deadline: std::time::Duration::from_secs(30),
            wake: Arc::new(Notify::new()),
        }
    }

    fn workspaces() -> WorkspacePorts {
        WorkspacePorts {
            workspaces: Arc::new(FakeProfiles),
            founder: Arc::new(FakeProfiles),
            handoffs: Arc::new(FakeProfiles),
            payments: Arc::new(NoPayments),
            trial_days: None,
        }
    }

    fn access() -> AccessPorts {
        let people = Arc::new(FakePeople::default());
        let limiter = || Arc::new(MemoryRateLimiter::new(Arc::new(FakeClock)));
        AccessPorts {
            user_tokens: people.clone(),
            session_tokens: people.clone(),
            reach: people.clone(),
            rate_limiter: limiter(),
            addresses: limiter(),
            calls: people,
            user_token_units: Some(600),
            trusted_proxies: TrustedProxies::default(),
        }
    }

    /// Connects an account at a platform, as it stands then.
    pub(crate) async fn connection(
        &self,
        provider: PlatformProvider,
        state: ConnectionState,
    ) -> ConnectionId {
        database::connect_account(&*self.units, self.profile.into(), (provider, state)).await
    }

    /// An `Authorization` value of a new key with these scopes on the profile.
    pub(crate) fn key(&self, scopes: &[Scope]) -> String {
        let secret = self.secret(scopes, |_| {});
        format!("Bearer {}", secret.reveal())
    }

    /// The secret of a new key, after `change`.
    pub(crate) fn secret(
        &self,
        scopes: &[Scope],
        change: impl FnOnce(&mut ApiKey),
    ) -> ApiKeySecret {
        let secret = self.keys.next_secret();
        let new = NewApiKey {
            profile_id: ProfileId::new(self.profile),
            name: "test".to_owned(),
            scopes: scopes.iter().copied().collect(),
            // No test is about how fast it is, unless it says so.
            units_per_minute: Some(10_000),
        };
        let now = Timestamp::from_micros(0);
        // Tests of one database count calls by key there, so keys of two profiles are never one.
        let of_profile = if self.profile.get_version_num() == 7 {
            self.profile.as_u128()
        } else {
            0
        };
        let id = of_profile ^ u128::from(self.keys.made());
        let mut key = ApiKey::mint(Uuid::from_u128(id).into(), &secret, new, now);
        change(&mut key);
        self.keys.add(&secret, key);
        secret
    }

    pub(crate) async fn send(&self, request: TestRequest) -> Answer {
        let ((method, path), response) = self.served.exchange(request).await;
        let answer = Answer::read(response).await;
        documented::assert_documented(&method, &path, &answer);
        answer
    }

    /// The body as it goes over the wire.
    pub(crate) async fn send_raw(&self, request: TestRequest) -> Vec<u8> {
        let (_, response) = self.served.exchange(request).await;
        to_bytes(response.into_body()).await.ok().unwrap().to_vec()
    }

    /// Sends a JSON body with this `Authorization` value.
    pub(crate) async fn send_json(
        &self,
        (method, uri): (&str, &str),
        authorization: &str,
        body: &Value,
    ) -> Answer {
        let request = TestRequest::with_uri(uri)
            .method(method.parse().unwrap())
            .insert_header(("authorization", authorization))
            .insert_header(("content-type", "application/json"));
        self.send(request.set_payload(body.to_string())).await
    }

    /// GET with this `Authorization` value.
    pub(crate) async fn get(&self, uri: &str, authorization: &str) -> Answer {
        self.send(
            TestRequest::get()
                .uri(uri)
                .insert_header(("authorization", authorization)),
        )
        .await
    }
}

/// Making one is slow, so all tests share it.
fn client_parser() -> Arc<ClientParser> {
    static PARSER: OnceLock<Arc<ClientParser>> = OnceLock::new();
    Arc::clone(PARSER.get_or_init(|| Arc::new(ClientParser::new().unwrap())))
}

/// What came back.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: StatusCode,
    pub(crate) headers: HeaderMap,
    pub(crate) text: String,
}

impl Answer {
    pub(crate) async fn read(response: HttpResponse) -> Self {
        let (status, headers) = (response.status(), response.headers().clone());
        let body = to_bytes(response.into_body()).await.ok();
        Self {
            status,
            headers,
            text: String::from_utf8_lossy(&body.unwrap_or_default()).into_owned(),
        }
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.text).unwrap_or_else(|_| panic!("no JSON: {}", self.text))
    }

    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name).and_then(|value| value.to_str().ok())
    }

    /// Asserts the status and gives the body.
    #[track_caller]
    pub(crate) fn assert_ok(&self, status: u16) -> Value {
        assert_eq!(self.status.as_u16(), status, "{}", self.text);
        self.json()
    }

    /// Asserts that this is a problem with the code, and that its body agrees with its head.
    #[track_caller]
    pub(crate) fn assert_problem(&self, status: u16, code: &str) {
        assert_eq!(self.status.as_u16(), status, "{}", self.text);
        assert_eq!(
            self.header("content-type"),
            Some("application/problem+json")
        );
        let body = self.json();
        assert_eq!(body["code"], code);
        assert_eq!(body["status"], status);
        assert_eq!(body["type"], "about:blank");
        assert!(body["title"].is_string() && body["detail"].is_string());
        assert_eq!(body["request_id"].as_str(), self.header("x-request-id"));
    }

    /// Asserts that this is a 400; the names of its wrong parameters with what is wrong.
    #[track_caller]
    pub(crate) fn wrong_parameters(&self) -> Vec<(String, String)> {
        self.assert_problem(400, "invalid_request");
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        let body = self.json();
        let errors = body["errors"].as_array().unwrap().iter();
        errors
            .map(|error| (text(&error["parameter"]), text(&error["code"])))
            .collect()
    }

    /// Asserts that this is a 400 about exactly these fields, by pointer, parameter or header.
    #[track_caller]
    pub(crate) fn assert_names(&self, fields: &[&str]) {
        self.assert_problem(400, "invalid_request");
        let body = self.json();
        let named: Vec<_> = body["errors"]
            .as_array()
            .unwrap()
            .iter()
            .map(|error| {
                let places = ["pointer", "parameter", "header"];
                places
                    .iter()
                    .find_map(|place| error[*place].as_str())
                    .unwrap()
                    .to_owned()
            })
            .collect();
        assert_eq!(named, fields, "{}", self.text);
    }
}
