//! The application with fakes behind its ports, or over a real database.

mod database;
mod fakes;
mod reads;

use std::sync::{Arc, OnceLock};

use access_control::{ApiKey, ApiKeySecret, NewApiKey};
use actix_web::body::to_bytes;
use actix_web::http::StatusCode;
use actix_web::http::header::HeaderMap;
use actix_web::test::{TestRequest, init_service, try_call_service};
use event_intake::ClientParser;
use kernel::{ProfileId, Scope, Timestamp};
use serde_json::Value;
use tokio::sync::Notify;
use tributary_api::AppState;
use tributary_api::http::deprecation::Removals;
use tributary_api::server::{Parts, app};
use tributary_system::KeyRing;
use uuid::Uuid;

pub(crate) use fakes::{
    FakeClock, FakeIds, FakeKeys, FakeProfiles, FakeRandomness, FakeReadiness, FakeTrackingKeys,
    FakeUnits,
};
pub(crate) use reads::FakeReads;

/// The application, and the fakes that a test wants to look into.
pub(crate) struct TestApi {
    pub(crate) keys: Arc<FakeKeys>,
    pub(crate) readiness: Arc<FakeReadiness>,
    /// The profile of every key that [`TestApi::key`] makes.
    pub(crate) profile: Uuid,
    parts: Parts,
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
        Self::assemble(
            state,
            Uuid::from_u128(0x0190_0000_0000_7000_8000_0000_0000_0001),
        )
    }

    /// Over a real database, with a profile of its own.
    pub(crate) async fn over_database() -> Self {
        let mut state = Self::state();
        let profile = database::connect(&mut state).await;
        Self::assemble(state, profile)
    }

    fn assemble(mut state: AppState, profile: Uuid) -> Self {
        // A test that fails shows what the service logged.
        let _ = tracing_subscriber::fmt().with_test_writer().try_init();
        let keys = Arc::new(FakeKeys::default());
        let readiness = Arc::new(FakeReadiness::default());
        state.api_keys = keys.clone();
        state.readiness = readiness.clone();
        Self {
            keys,
            readiness,
            profile,
            parts: Parts::new(state),
        }
    }

    /// Fakes for every port.
    pub(crate) fn state() -> AppState {
        let key_ring = KeyRing::new(&[7; 32]).unwrap();
        AppState {
            api_keys: Arc::new(FakeKeys::default()),
            readiness: Arc::new(FakeReadiness::default()),
            clock: Arc::new(FakeClock),
            ids: Arc::new(FakeIds::default()),
            randomness: Arc::new(FakeRandomness::default()),
            profiles: Arc::new(FakeProfiles),
            units: Arc::new(FakeUnits),
            keys: Arc::new(key_ring.clone()),
            sealing: Arc::new(key_ring),
            tracking_keys: Arc::new(FakeTrackingKeys::default()),
            client_parser: client_parser(),
            country_header: Some("cf-ipcountry".to_owned()),
            overviews: Arc::new(FakeReads),
            breakdowns: Arc::new(FakeReads),
            time_series: Arc::new(FakeReads),
            paths: Arc::new(FakeReads),
            customers: Arc::new(FakeReads),
            journeys: Arc::new(FakeReads),
            explainer: Arc::new(FakeReads),
            catalogues: Arc::new(FakeReads),
            outcomes: Arc::new(FakeReads),
            removals: Removals::default(),
            freshness: Arc::new(FakeReads),
            recomputes: Arc::new(FakeReads),
            restatements: Arc::new(FakeReads),
            wake: Arc::new(Notify::new()),
        }
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
            units_per_minute: None,
        };
        let now = Timestamp::from_micros(0);
        let mut key = ApiKey::mint(Uuid::from_u128(9).into(), &secret, new, now);
        change(&mut key);
        self.keys.add(&secret, key);
        secret
    }

    pub(crate) async fn send(&self, request: TestRequest) -> Answer {
        let service = init_service(app(&self.parts)).await;
        let response = match try_call_service(&service, request.to_request()).await {
            Ok(response) => response.map_into_boxed_body().into_parts().1,
            Err(error) => error.error_response(),
        };
        let (status, headers) = (response.status(), response.headers().clone());
        let body = to_bytes(response.into_body())
            .await
            .ok()
            .unwrap_or_default();
        Answer {
            status,
            headers,
            text: String::from_utf8_lossy(&body).into_owned(),
        }
    }

    /// The body as it goes over the wire.
    pub(crate) async fn send_raw(&self, request: TestRequest) -> Vec<u8> {
        let service = init_service(app(&self.parts)).await;
        let response = try_call_service(&service, request.to_request())
            .await
            .unwrap();
        to_bytes(response.map_into_boxed_body().into_body())
            .await
            .unwrap()
            .to_vec()
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
