//! One profile in a real database, and the facts that a test puts into it.

use std::sync::{Arc, LazyLock};

use ad_spend::{AdRow, SpendDay};
use application::outcome_events::group::prepare;
use application::outcome_events::record::{RecordError, RecordOutcomeEvent, Recorded, record};
use application::ports::{EventPartitions, FigureScope, Figures, Profile};
use application::profiles::create::{CreateProfile, create};
use application::replays::rebuild::{Rebuilt, rebuild};
use application::tracking::collect::{Collected, Sender, collect};
use application::{Context, UnitOfWork, UnitsOfWork, settle};
use diesel::sql_types::Text;
use diesel::{QueryableByName, sql_query};
use diesel_async::RunQueryDsl;
use event_intake::{
    IdempotencyKey, MatchEvidence, NewOutcomeEvent, OutcomeEventDraft, PageReferrer, RawPerson,
    TrackerBatch, TrackerEvent, TrackerEventKind,
};
use kernel::{Actor, Clock, Currency, IdSource, StoreError, TimeZone, Timestamp};
use spend_intake::spend::put::put;
use testkit::{FixedClock, TestDatabase};
use tokio::runtime::Runtime;
use tributary_group_commit::Ports;
use tributary_postgres::{PgPartitions, PgPool, PgProfiles, PgUnitsOfWork};
use tributary_system::{KeyRing, TimeOrderedIds};
use tributary_worker::Worker;
use tributary_worker::round::drain;
use uuid::Uuid;

/// One runtime for all tests, so that connections of the shared pool outlive a single test.
pub(crate) static RUNTIME: LazyLock<Runtime> = LazyLock::new(|| Runtime::new().unwrap());

static POOL: LazyLock<PgPool> =
    LazyLock::new(|| PgPool::new(TestDatabase::shared().url(), 40).unwrap());

pub(crate) struct World {
    /// Of the database.
    pub(crate) url: String,
    pub(crate) pool: PgPool,
    pub(crate) units: Arc<PgUnitsOfWork>,
    pub(crate) profile: Profile,
    pub(crate) clock: FixedClock,
    pub(crate) keys: KeyRing,
    pub(crate) worker: Worker,
}

#[derive(QueryableByName)]
struct Line {
    #[diesel(sql_type = Text)]
    line: String,
}

pub(crate) fn instant(text: &str) -> Timestamp {
    Timestamp::parse(text).unwrap()
}

impl World {
    pub(crate) async fn new() -> Self {
        Self::in_zone("UTC").await
    }

    pub(crate) async fn in_zone(zone: &str) -> Self {
        Self::of((POOL.clone(), TestDatabase::shared().url()), zone).await
    }

    /// In a database that no other test writes to.
    pub(crate) async fn alone_in(database: &TestDatabase) -> Self {
        let pool = PgPool::new(database.url(), 4).unwrap();
        Self::of((pool, database.url()), "UTC").await
    }

    async fn of((pool, url): (PgPool, &str), zone: &str) -> Self {
        let keys = KeyRing::new(&[[7; 32]]).unwrap();
        let clock = FixedClock::at(instant("2026-06-30T12:00:00Z"));
        let units = Arc::new(PgUnitsOfWork::new(pool.clone(), Arc::new(keys.clone())));
        let profiles = Arc::new(PgProfiles::new(pool.clone()));
        let partitions = PgPartitions::new(pool.clone());
        partitions
            .ensure(
                instant("2026-01-01T00:00:00Z"),
                instant("2026-08-01T00:00:00Z"),
            )
            .await
            .unwrap();
        let command = CreateProfile {
            name: "test".to_owned(),
            workspace_id: None,
            currency: Currency::parse("EUR").unwrap(),
            timezone: TimeZone::named(zone).unwrap(),
            own_domains: vec!["shop.example".to_owned()],
        };
        let context = Context {
            clock: &clock,
            ids: &TimeOrderedIds,
            keys: &keys,
            sealing: &keys,
        };
        let profile = create(&*profiles, &context, command).await.unwrap();
        let worker = Worker {
            units: units.clone(),
            profiles: profiles.clone(),
            partitions: Arc::new(partitions),
            clock: Arc::new(clock.clone()),
            ids: Arc::new(TimeOrderedIds),
            keys: Arc::new(keys.clone()),
            sealing: Arc::new(keys.clone()),
            tally: Arc::default(),
            tells: Arc::default(),
        };
        Self {
            url: url.to_owned(),
            pool,
            units,
            profile,
            clock,
            keys,
            worker,
        }
    }

    pub(crate) fn context(&self) -> Context<'_> {
        Context {
            clock: &self.clock,
            ids: &TimeOrderedIds,
            keys: &self.keys,
            sealing: &self.keys,
        }
    }

    /// What the worker of this world has.
    pub(crate) fn worker(&self) -> Worker {
        self.worker.clone()
    }

    /// The profile as writers of events share it.
    pub(crate) fn shared_profile(&self) -> Arc<Profile> {
        Arc::new(self.profile.clone())
    }

    /// What writes events into this world.
    pub(crate) fn event_writer(&self) -> Ports {
        let worker = self.worker();
        Ports {
            units: worker.units,
            profiles: worker.profiles,
            clock: worker.clock,
            ids: worker.ids,
            keys: worker.keys,
            sealing: worker.sealing,
        }
    }

    pub(crate) async fn track(&self, anonymous_id: &str, events: Vec<TrackerEvent>) -> Collected {
        self.track_from(anonymous_id, &Sender::default(), events)
            .await
    }

    pub(crate) async fn track_from(
        &self,
        anonymous_id: &str,
        sender: &Sender,
        events: Vec<TrackerEvent>,
    ) -> Collected {
        let batch = TrackerBatch {
            key: String::new(),
            anonymous_id: Some(anonymous_id.to_owned()),
            evidence: MatchEvidence::default(),
            events,
        };
        let (units, context) = (&*self.units, self.context());
        collect(units, &context, &self.shared_profile(), &batch, sender)
            .await
            .unwrap()
    }

    pub(crate) async fn try_record(
        &self,
        key: Option<&str>,
        draft: OutcomeEventDraft,
    ) -> Result<Recorded, RecordError> {
        let event = NewOutcomeEvent::parse(draft, self.clock.now()).unwrap();
        let idempotency_key = key.map(|key| IdempotencyKey::parse(key).unwrap());
        let command = RecordOutcomeEvent {
            event,
            idempotency_key,
        };
        let event = prepare(&self.context(), &self.shared_profile(), command)?;
        record(&*self.units, &self.context(), &event).await
    }

    pub(crate) async fn record(&self, key: &str, draft: OutcomeEventDraft) -> Recorded {
        self.try_record(Some(key), draft).await.unwrap()
    }

    /// An open transaction.
    pub(crate) async fn begin(&self) -> Box<dyn UnitOfWork> {
        self.units.begin().await.unwrap()
    }

    /// What an ad platform says that one day of one campaign cost, in euros.
    pub(crate) async fn spend(&self, date: time::Date, amount: &str) {
        let ad = AdRow {
            platform: "google_ads".to_owned(),
            account_id: "1".to_owned(),
            campaign_id: "c1".to_owned(),
            ad_set_id: String::new(),
            ad_id: String::new(),
            account_name: None,
            campaign_name: None,
            ad_set_name: None,
            ad_name: None,
        };
        let day = SpendDay {
            date,
            ad,
            amount: amount.parse().unwrap(),
            currency: Currency::parse("EUR"),
            impressions: None,
            clicks: None,
            utm_source: None,
            utm_medium: None,
        };
        let mut work = self.units.begin().await.unwrap();
        let context = self.context();
        let written = put(&mut *work, &context, &self.profile, &[day], Actor::Operator).await;
        settle(work, written).await.unwrap();
    }

    /// Works until nothing of the profile is left to do.
    pub(crate) async fn drain(&self) {
        drain(&self.worker, self.profile.id, &|_| {}).await.unwrap();
    }

    pub(crate) async fn rebuild(&self) {
        let outcome = rebuild(&*self.units, &self.context(), self.profile.id, &|_| {})
            .await
            .unwrap();
        assert!(matches!(outcome, Rebuilt::Published { .. }), "{outcome:?}");
    }

    /// Runs one statement with the profile as `$1`, outside any unit of work.
    pub(crate) async fn execute(&self, statement: &str) {
        let mut connection = self.pool.connection().await.unwrap();
        sql_query(statement)
            .bind::<diesel::sql_types::Uuid, _>(self.profile.id.uuid())
            .execute(&mut connection)
            .await
            .unwrap();
    }

    /// Asserts that the ledger comes to what readers see, and that every line begins where the line
    /// before it ended.
    pub(crate) async fn ledger_holds(&self) {
        let mut work = self.units.begin().await.unwrap();
        let id = self.profile.id;
        let read = async {
            let state = work.attribution().lock(id).await?.unwrap();
            let everything = FigureScope::Everything;
            let seen = work
                .ledger()
                .figures(id, state.generation, everything)
                .await?;
            let mut reported = work.ledger().reported(id, None).await?;
            reported.retain(|_, figures| *figures != Figures::default());
            Ok::<_, StoreError>((seen, reported))
        }
        .await;
        let (seen, reported) = settle(work, read).await.unwrap();
        assert_eq!(seen, reported);
        let broken = self.lines(include_str!("ledger_gaps.sql")).await;
        assert_eq!(broken, Vec::<String>::new());
    }

    /// The generation that readers see.
    pub(crate) async fn generation(&self) -> i64 {
        let statement = "SELECT generation::text AS line FROM attribution_state \
                         WHERE profile_id = $1";
        self.lines(statement).await[0].parse().unwrap()
    }

    /// The lines of a query with one column `line` and the profile as `$1`.
    pub(crate) async fn lines(&self, statement: &str) -> Vec<String> {
        let mut connection = self.pool.connection().await.unwrap();
        let rows: Vec<Line> = sql_query(statement)
            .bind::<diesel::sql_types::Uuid, _>(self.profile.id.uuid())
            .load(&mut connection)
            .await
            .unwrap();
        rows.into_iter().map(|row| row.line).collect()
    }

    /// The lines of several queries, each as for [`World::lines`].
    pub(crate) async fn all_lines(&self, statements: &str) -> Vec<String> {
        let mut lines = Vec::new();
        for statement in statements.split(";\n") {
            if !statement.trim().is_empty() {
                lines.extend(self.lines(statement).await);
            }
        }
        lines
    }

    /// Everything that readers see, in terms that do not depend on when rows were made: events by
    /// their key, people by their address or browser.
    pub(crate) async fn results(&self) -> Vec<String> {
        let mut lines = self.lines(include_str!("results_conversions.sql")).await;
        lines.extend(self.lines(include_str!("results_credits.sql")).await);
        lines.extend(self.lines(include_str!("results_sessions.sql")).await);
        lines
    }
}

pub(crate) fn page_view(
    name: &str,
    at: Timestamp,
    url: &str,
    referrer: Option<&str>,
) -> TrackerEvent {
    let referrer = referrer.map_or(PageReferrer::KnownAbsent, |url| {
        PageReferrer::Present(url.to_owned())
    });
    event(
        name,
        at,
        TrackerEventKind::PageView {
            url: url.to_owned(),
            referrer,
            title: None,
        },
    )
}

pub(crate) fn identify(name: &str, at: Timestamp, email: &str) -> TrackerEvent {
    let person = RawPerson {
        email: Some(email.to_owned()),
        ..RawPerson::default()
    };
    identify_as(name, at, person)
}

pub(crate) fn identify_as(name: &str, at: Timestamp, person: RawPerson) -> TrackerEvent {
    event(name, at, TrackerEventKind::Identify { person })
}

fn event(name: &str, at: Timestamp, kind: TrackerEventKind) -> TrackerEvent {
    let id = Uuid::new_v5(&Uuid::NAMESPACE_OID, name.as_bytes());
    TrackerEvent {
        id: id.into(),
        occurred_at: at,
        kind,
    }
}

pub(crate) fn payment(at: Timestamp, amount: &str, email: &str) -> OutcomeEventDraft {
    let mut draft = OutcomeEventDraft {
        event_type: Some("payment_received".to_owned()),
        event_time: Some(at.to_string()),
        value_amount: Some(amount.to_owned()),
        ..OutcomeEventDraft::default()
    };
    draft.person.email = Some(email.to_owned());
    draft
}

/// An id that nobody has.
pub(crate) fn new_id<T: From<Uuid>>() -> T {
    TimeOrderedIds.new_id().into()
}

/// How many histories a law goes through: as many as usual, or as `LAW_WORLDS` says.
pub(crate) fn worlds(usual: u32) -> u32 {
    let said = std::env::var_os("LAW_WORLDS");
    said.and_then(|text| text.to_str()?.parse().ok())
        .unwrap_or(usual)
}
