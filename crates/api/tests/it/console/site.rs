//! A service with people in it, and their browsers.

use std::sync::Arc;
use std::time::Duration;

use access_control::Role;
use access_control::ports::Assignment;
use access_control::users::user::NewWebSession;
use access_control::users::{EmailAddress, User, UserStore};

use actix_web::test::TestRequest;
use application::conversions::explain::Explainer;
use application::keys::create::{CreateKey, create as create_key, sha256};
use http_kit::AppState;
use http_kit::console::Console;
use http_kit::hosts_heard::HostsHeard;
use http_kit::intake_counts::IntakeCounts;
use http_kit::key_uses::UsesOfKeys;
use kernel::timestamp::MICROS_PER_DAY;
use kernel::{ProfileId, Scope, UserId, WorkspaceId};
use platform_connections::PlatformProvider;
use reporting::quality::standing::StandingReader;
use testkit::TestDatabase;
use testkit::fake_platform::{FakeAuthorization, FakeConversions};
use tokio_util::sync::CancellationToken;
use tributary_api::server::Parts;
use tributary_postgres::reporting::{
    PgBreakdownReader, PgJourneyReader, PgOverviewReader, PgTimeSeriesReader,
};
use tributary_postgres::{
    PgApiKeys, PgHandoffs, PgIntakeDays, PgKeyUses, PgMembers, PgPartitions, PgPool, PgProfiles,
    PgReach, PgReachableWorkspaces, PgTrackerHosts, PgUsers, PgWebSessions,
};
use tributary_worker::Worker;

use crate::support::{Answer, Served, TestApi, database, platforms};

/// The application over a real database, with one profile in a workspace of its own.
pub(super) struct Site {
    pub(super) state: AppState,
    pub(super) profile: ProfileId,
    pub(super) workspace: WorkspaceId,
    pool: PgPool,
    served: Served,
}

/// Somebody in a browser.
pub(super) struct Browser {
    pub(super) user: UserId,
    cookie: String,
}

impl Browser {
    /// The e-mail address that [`Site::person`] gave.
    pub(super) fn email(&self) -> String {
        format!("{}@people.example", self.user.uuid().simple())
    }

    /// Its `Cookie` header.
    pub(super) fn cookie(&self) -> &str {
        &self.cookie
    }
}

impl Site {
    pub(super) async fn new() -> Self {
        let mut state = TestApi::state();
        let profile: ProfileId = database::connect(&mut state).await.into();
        let pool = PgPool::new(TestDatabase::shared().url(), 4).unwrap();
        let key_uses = Arc::new(PgKeyUses::new(pool.clone()));
        state.api_keys = Arc::new(PgApiKeys::new(pool.clone()));
        state.access.reach = Arc::new(PgReach::new(pool.clone()));
        state.overviews = Arc::new(PgOverviewReader::new(pool.clone()));
        state.breakdowns = Arc::new(PgBreakdownReader::new(pool.clone()));
        state.time_series = Arc::new(PgTimeSeriesReader::new(pool.clone()));
        state.workspaces.founder = Arc::new(PgProfiles::new(pool.clone()));
        state.journeys = Arc::new(PgJourneyReader::new(pool.clone()));
        state.explainer = Arc::new(Explainer {
            units: state.units.clone(),
            profiles: state.profiles.clone(),
        });
        state.console = Console {
            web_sessions: Arc::new(PgWebSessions::new(pool.clone())),
            workspaces: Arc::new(PgReachableWorkspaces::new(pool.clone())),
            members: Arc::new(PgMembers::new(pool.clone())),
            uses: Arc::new(UsesOfKeys::new(key_uses.clone())),
            key_uses,
            handoffs: Arc::new(PgHandoffs::new(pool.clone())),
        };
        let counts = IntakeCounts::new(Arc::new(PgIntakeDays::new(pool.clone())));
        state.collecting.counts = Arc::new(counts);
        let hosts = HostsHeard::new(Arc::new(PgTrackerHosts::new(pool.clone())));
        state.collecting.hosts = Arc::new(hosts);
        let found = state.profiles.find(profile).await.unwrap().unwrap();
        Self {
            profile,
            workspace: found.workspace_id,
            pool,
            served: Served::new(Parts::new(state.clone())),
            state,
        }
    }

    /// The same site, with what its state has become.
    pub(super) fn serve_anew(&mut self) {
        self.served = Served::new(Parts::new(self.state.clone()));
    }

    /// Somebody who signed in and belongs to nothing.
    pub(super) async fn person(&self, name: &str) -> Browser {
        let id = self.state.ids.new_id();
        let now = self.state.clock.now();
        let users = PgUsers::new(self.pool.clone());
        let user = User {
            id: id.into(),
            issuer: "builtin".to_owned(),
            subject: id.to_string(),
            name: name.to_owned(),
            email: EmailAddress::parse(&format!("{}@people.example", id.simple())),
            is_vouched: true,
            created_at: now,
        };
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
        Browser {
            user: user.id,
            cookie: format!("other=1; __Host-tributary_session={secret}"),
        }
    }

    /// Somebody who belongs to the workspace.
    pub(super) async fn member(&self, name: &str, role: Role) -> Browser {
        let browser = self.person(name).await;
        let mut work = self.state.units.begin().await.unwrap();
        work.memberships()
            .put(self.workspace, (browser.user, role), self.state.clock.now())
            .await
            .unwrap();
        work.commit().await.unwrap();
        browser
    }

    /// Gives a plain member these scopes on the profile.
    pub(super) async fn assign(&self, browser: &Browser, scopes: &[Scope]) {
        let assignment = Assignment {
            profile_id: self.profile,
            scopes: scopes.iter().copied().collect(),
        };
        let mut work = self.state.units.begin().await.unwrap();
        let done = work
            .memberships()
            .assign(self.workspace, browser.user, &assignment)
            .await
            .unwrap();
        assert!(done);
        work.commit().await.unwrap();
    }

    /// An `Authorization` value of a new key of the profile.
    pub(super) async fn key(&self, scopes: &[Scope]) -> String {
        let command = CreateKey {
            profile_id: self.profile,
            name: "test".to_owned(),
            scopes: scopes.iter().copied().collect(),
            random: self.state.randomness.bytes32(),
        };
        let store = &*self.state.api_keys;
        let (_, secret) = create_key(store, &self.state.context(), command)
            .await
            .unwrap();
        format!("Bearer {}", secret.reveal())
    }

    /// From now on events can be sent again for so long after they happened.
    pub(super) fn keep_payloads(&mut self, retention: Duration) {
        self.state.webhooks.settings.payload_retention = retention;
        self.served = Served::new(Parts::new(self.state.clone()));
    }

    /// From now on how results stand is read here.
    pub(super) fn stand_by(&mut self, standing: Arc<dyn StandingReader>) {
        self.state.standing = standing;
        self.served = Served::new(Parts::new(self.state.clone()));
    }

    /// From now on the fake platforms are asked, by a client that they know if there is one.
    pub(super) fn ask(&mut self, platform: &FakeAuthorization, has_client: bool) {
        platforms::ask(&mut self.state, platform, has_client);
        self.served = Served::new(Parts::new(self.state.clone()));
    }

    /// From now on this platform is told.
    pub(super) fn tell(&mut self, platform: &FakeConversions) {
        platforms::look(&mut self.state, platform);
        self.served = Served::new(Parts::new(self.state.clone()));
    }

    /// From now on these platforms are asked elsewhere than at their own addresses.
    pub(super) fn ask_elsewhere(&mut self, platforms: &[PlatformProvider]) {
        self.state.exports.elsewhere = platforms.to_vec();
        self.served = Served::new(Parts::new(self.state.clone()));
    }

    /// Brings what is derived from facts up to date.
    pub(super) async fn catch_up(&self) {
        tributary_worker::round::drain(&self.worker(), self.profile, &|_| ())
            .await
            .unwrap();
    }

    /// Looks for customers who may be one.
    pub(super) async fn compare_customers(&self) {
        let (worker, stop) = (self.worker(), CancellationToken::new());
        while tributary_worker::proposals::turn(&worker, self.profile, &stop)
            .await
            .unwrap()
        {}
    }

    fn worker(&self) -> Worker {
        Worker {
            units: self.state.units.clone(),
            profiles: self.state.profiles.clone(),
            partitions: Arc::new(PgPartitions::new(self.pool.clone())),
            clock: self.state.clock.clone(),
            ids: self.state.ids.clone(),
            keys: self.state.keys.clone(),
            sealing: self.state.sealing.clone(),
            tally: Arc::default(),
            tells: Arc::default(),
        }
    }

    pub(super) async fn send(&self, request: TestRequest) -> Answer {
        let (_, response) = self.served.exchange(request).await;
        Answer::read(response).await
    }

    /// A page.
    pub(super) async fn get(&self, browser: &Browser, path: &str) -> Answer {
        let request = TestRequest::get().uri(path);
        self.send(request.insert_header(("cookie", browser.cookie.as_str())))
            .await
    }

    /// A form with these fields and this token.
    pub(super) async fn post(
        &self,
        browser: &Browser,
        path: &str,
        fields: &[(&str, &str)],
        token: &str,
    ) -> Answer {
        let own = [("form_token", token)];
        let body: Vec<_> = fields
            .iter()
            .chain(&own)
            .map(|(name, value)| format!("{name}={}", value.replace(' ', "+")))
            .collect();
        let request = TestRequest::post()
            .uri(path)
            .insert_header(("cookie", browser.cookie.as_str()))
            .insert_header(("origin", "https://t.example"))
            .insert_header(("content-type", "application/x-www-form-urlencoded"));
        self.send(request.set_payload(body.join("&"))).await
    }

    /// The token of the forms of a page.
    pub(super) async fn token(&self, browser: &Browser, page: &str) -> String {
        let answer = self.get(browser, page).await;
        assert_eq!(answer.status, 200, "{}", answer.text);
        token_in(&answer.text)
    }

    pub(super) fn profile_path(&self, rest: &str) -> String {
        format!("/p/{}{rest}", self.profile)
    }

    pub(super) fn workspace_path(&self, rest: &str) -> String {
        format!("/w/{}{rest}", self.workspace)
    }
}

/// The token in a page.
pub(super) fn token_in(page: &str) -> String {
    between(page, "name=\"form_token\" value=\"", "\"").to_owned()
}

/// The first text between two others.
#[track_caller]
pub(super) fn between<'a>(text: &'a str, before: &str, after: &str) -> &'a str {
    let (_, rest) = text
        .split_once(before)
        .unwrap_or_else(|| panic!("no {before:?} in {text}"));
    rest.split_once(after).unwrap().0
}

/// A page's text as it is read: without tags.
pub(super) fn plain(page: &str) -> String {
    let mut text = String::new();
    let mut inside = false;
    for letter in page.chars() {
        match letter {
            '<' => inside = true,
            '>' => inside = false,
            _ if !inside => text.push(letter),
            _ => {}
        }
    }
    text
}
