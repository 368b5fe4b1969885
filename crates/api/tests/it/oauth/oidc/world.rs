//! A service, an issuer, a clock and browsers.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use access_control::SessionTokenVerifier;
use actix_web::http::header::SET_COOKIE;
use actix_web::test::TestRequest;
use http_kit::AppState;
use http_kit::sign_in::ExternalPorts;
use kernel::timestamp::MICROS_PER_SECOND;
use kernel::{Clock, IdSource, Timestamp};
use serde_json::{Value, json};
use testkit::TestDatabase;
use tributary_identity_provider::ExternalProvider;
use tributary_identity_provider::external::{Ports, Settings};
use tributary_postgres::{PgExternalUsers, PgPendingSignIns, PgPool, PgUsers};
use tributary_system::{SystemClock, TimeOrderedIds};
use url::Url;

use super::issuer::Issuer;
use super::test_signer::Signer;
use crate::oauth::site::{Site, encoded, field};
use crate::support::Answer;

/// What session tokens are for.
pub(super) const AUDIENCE: &str = "https://t.example";
/// This service, as the issuer knows it; with characters that a header must not have as they are.
pub(super) const CLIENT: &str = "tributary:one";
pub(super) const SECRET: &str = "s3cret/+ %";

/// A clock that stands still until it is moved.
pub(super) struct At(AtomicI64);

impl Clock for At {
    fn now(&self) -> Timestamp {
        Timestamp::from_micros(self.0.load(Ordering::SeqCst))
    }
}

pub(super) struct World {
    pub(super) site: Site,
    pub(super) issuer: Issuer,
    pub(super) signer: Signer,
    clock: Arc<At>,
}

/// A sign-in that was begun: the issuer's page and the browser's cookie.
pub(super) struct Begun {
    pub(super) page: Url,
    pub(super) cookie: String,
}

impl Begun {
    pub(super) fn get(&self, name: &str) -> String {
        field(&self.page, name).unwrap()
    }
}

impl World {
    pub(super) async fn new() -> Self {
        Self::with(Issuer::start(), false, |_| {}).await
    }

    /// One in which verified addresses lead to accounts.
    pub(super) async fn linking() -> Self {
        Self::with(Issuer::start(), true, |_| {}).await
    }

    pub(super) async fn with(
        issuer: Issuer,
        link_by_verified_email: bool,
        change: impl FnOnce(&mut AppState),
    ) -> Self {
        // A test that fails shows what the service logged.
        let _ = tracing_subscriber::fmt().with_test_writer().try_init();
        let signer = Signer::new("RS256", "one");
        issuer.publishes(&[signer.jwk()]);
        let clock = Arc::new(At(AtomicI64::new(SystemClock.now().micros())));
        let settings = Settings {
            issuer: issuer.url(),
            audience: AUDIENCE.to_owned(),
            client_id: CLIENT.to_owned(),
            client_secret: SECRET.to_owned(),
            redirect_uri: "https://t.example/auth/callback".to_owned(),
            jwks_min_refetch: 60,
            link_by_verified_email,
            extra_roots: None,
        };
        let pool = PgPool::new(TestDatabase::shared().url(), 4).unwrap();
        let ports = Ports {
            users: Arc::new(PgUsers::new(pool.clone())),
            external: Arc::new(PgExternalUsers::new(pool.clone())),
            clock: clock.clone(),
            ids: Arc::new(TimeOrderedIds),
        };
        let provider = Arc::new(ExternalProvider::new(settings, ports).unwrap());
        let site = Site::with(|state| {
            state.clock = clock.clone();
            let verifier: Arc<dyn SessionTokenVerifier> = provider.clone();
            state.access.session_tokens = verifier;
            state.sign_in.external = Some(ExternalPorts {
                sign_in: provider,
                pending: Arc::new(PgPendingSignIns::new(pool)),
            });
            change(state);
        })
        .await;
        Self {
            site,
            issuer,
            signer,
            clock,
        }
    }

    pub(super) fn pass(&self, seconds: i64) {
        let micros = seconds * MICROS_PER_SECOND;
        self.clock.0.fetch_add(micros, Ordering::SeqCst);
    }

    pub(super) fn now(&self) -> i64 {
        self.clock.now().micros() / MICROS_PER_SECOND
    }

    /// Claims of a good session token.
    pub(super) fn claims(&self, subject: &str) -> Value {
        json!({"iss": self.issuer.url(), "aud": AUDIENCE, "sub": subject,
            "iat": self.now(), "exp": self.now() + 3_600})
    }

    /// Claims of a good ID token.
    pub(super) fn id_claims(&self, subject: &str, nonce: &str) -> Value {
        json!({"iss": self.issuer.url(), "aud": CLIENT, "sub": subject, "nonce": nonce,
            "iat": self.now(), "exp": self.now() + 300, "name": "Grace <b>"})
    }

    /// A good session token.
    pub(super) fn token(&self, subject: &str) -> String {
        self.signed(&self.claims(subject))
    }

    /// A token of the issuer that says this.
    pub(super) fn signed(&self, claims: &Value) -> String {
        self.signer.sign(&self.signer.header(), claims)
    }

    /// What the workspaces' list answers to a token.
    pub(super) async fn workspaces(&self, token: &str) -> Answer {
        let request = TestRequest::get()
            .uri("/api/v1/workspaces")
            .insert_header(("authorization", format!("Bearer {token}")));
        self.site.send(request).await
    }

    /// Begins to sign in, in a browser that was never here.
    pub(super) async fn begin(&self, next: &str) -> Begun {
        let query = encoded(&[("next", next)]);
        let answer = self.site.get(&format!("/auth/sign-in?{query}"), "").await;
        assert_eq!(answer.status.as_u16(), 303, "{}", answer.text);
        assert_eq!(answer.header("cache-control"), Some("no-store"));
        Begun {
            page: Url::parse(answer.header("location").unwrap()).unwrap(),
            cookie: cookie_of(&answer).unwrap(),
        }
    }

    /// Comes back with these parameters.
    pub(super) async fn come_back(&self, cookie: &str, fields: &[(&str, &str)]) -> Answer {
        let uri = format!("/auth/callback?{}", encoded(fields));
        self.site.get(&uri, cookie).await
    }

    /// Comes back as the issuer sends a browser, for an ID token with these claims.
    pub(super) async fn finish(&self, begun: &Begun, claims: &Value) -> Answer {
        self.issuer.gives(json!({"id_token": self.signed(claims)}));
        let state = begun.get("state");
        let fields = [("code", "the code"), ("state", state.as_str())];
        self.come_back(&begun.cookie, &fields).await
    }

    /// The session's cookie of somebody who signs in, with more claims.
    pub(super) async fn sign_in(&self, subject: &str, more: &[(&str, Value)]) -> String {
        let begun = self.begin("/").await;
        let mut claims = self.id_claims(subject, &begun.get("nonce"));
        for (name, value) in more {
            claims[*name] = value.clone();
        }
        let answer = self.finish(&begun, &claims).await;
        assert_eq!(answer.status.as_u16(), 303, "{}", answer.text);
        cookie_of(&answer).unwrap()
    }
}

/// What nobody was called before: other tests share the database.
pub(super) fn new_subject() -> String {
    format!("auth0|{}", TimeOrderedIds.new_id().simple())
}

/// The cookie that an answer sets, as a browser sends it.
pub(super) fn cookie_of(answer: &Answer) -> Option<String> {
    let cookie = answer.headers.get(SET_COOKIE)?.to_str().unwrap();
    for attribute in ["; Path=/", "; HttpOnly", "; SameSite=Lax", "; Secure"] {
        assert!(cookie.contains(attribute), "{cookie}");
    }
    assert!(cookie.starts_with("__Host-tributary_"), "{cookie}");
    Some(cookie.split(';').next().unwrap().to_owned())
}
