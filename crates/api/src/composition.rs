//! The composition root: the one place that names adapters.

mod access;
mod connections;
pub(crate) mod database;
mod exports;
mod metrics;
mod outbound;
mod readiness;
mod sign_in;
mod spend;

use std::sync::Arc;
use std::time::Duration;

use application::conversions::explain::Explainer;
use application::transaction::Running;
use application::{Contended, Context, Sealing, UnitOfWork, transact};
use doctor::Inspection;
use event_intake::ClientParser;
use http_kit::AppState;
use http_kit::addresses::Addresses;
use http_kit::console::Console;
use http_kit::deprecation::removal_day;
use http_kit::key_uses::UsesOfKeys;
use http_kit::metrics::{Metrics, page::Page};
use http_kit::removals::{CREATE_GOAL, Removals};
use http_kit::state::Randomness;
use http_kit::tool_server::ToolServer;
use http_kit::webhooks::WebhookPorts;
use identity_graph::ValueKeys;
use kernel::StoreError;
use local_postgres::Watched;
use tokio::sync::Notify;
use tributary_group_commit::{Bounds, OutcomeGroups, TrackerGroups, ViewBuffer};
use tributary_postgres::reporting::{
    PgBreakdownReader, PgCoverageReader, PgCreditedAdsReader, PgCustomerFinder, PgCustomersReader,
    PgFreshnessReader, PgJourneyReader, PgMergesReader, PgOutcomesReader, PgOverviewReader,
    PgPathsReader, PgProposalsReader, PgRecomputesReader, PgRestatementsReader, PgSetupReader,
    PgStandingReader, PgTimeSeriesReader, PgViewsReader,
};
use tributary_postgres::{
    PgAccountReader, PgApiKeys, PgAttempts, PgDefinitions, PgDeliveries, PgHandoffs,
    PgHousekeeping, PgIntakeDays, PgKeyUses, PgMembers, PgPartitions, PgPool, PgProfiles,
    PgQualityReader, PgReachableWorkspaces, PgRedaction, PgRemoval, PgSignInGuard, PgSubscriptions,
    PgTrackingKeys, PgUnitsOfWork, PgUsers, PgWebSessions,
};
use tributary_system::{KeyRing, SystemClock, TimeOrderedIds};
use tributary_worker::alerts::Alerting;
use tributary_worker::changes::Changing;
use tributary_worker::deliveries::Sending;
use tributary_worker::exports::Exporting;
use tributary_worker::housekeeping::{Housekeeper, Retention};
use tributary_worker::spend::Reading;
use tributary_worker::{Tally, Worker};

use crate::config::times::Times;
use crate::config::{AdPlatforms, Egress, Listen, Payments, Storage, Webhooks};
use crate::failure::Failure;
use crate::terminal::say;
use readiness::DatabaseReadiness;

/// Groups of browser events that are written at once. Outcome events have one writer: a refund has to
/// see the sale in the group before it.
const TRACKING_WRITERS: usize = 3;

/// Everything that a command needs, over one database.
pub(crate) struct Environment {
    cluster: Option<Watched>,
    pool: PgPool,
    times: Times,
    key_ring: KeyRing,
    /// Profiles.
    pub profiles: Arc<PgProfiles>,
    /// API keys.
    pub api_keys: Arc<PgApiKeys>,
    /// Transactions.
    pub units: Arc<PgUnitsOfWork>,
    /// Room for events.
    pub partitions: Arc<PgPartitions>,
    metrics: Arc<Metrics>,
    tally: Arc<Tally>,
    tells: Arc<Notify>,
}

impl Environment {
    /// Connects to the database, or starts the private one, and brings it up to date.
    pub(crate) async fn open(storage: &Storage) -> Result<Self, Failure> {
        let database::Opened {
            cluster,
            url,
            key_ring,
        } = database::open(storage).await?;
        let applied = tributary_postgres::migrate(&url).await?;
        if !applied.is_empty() {
            say(&format!("applied {} database migrations", applied.len()));
        }
        let times = storage.times;
        let pool = PgPool::new(&url, storage.db_connections.max(2))?
            .keeping(times.batch())
            .replaying(times.replay());
        let partitions = Arc::new(PgPartitions::new(pool.clone()));
        let sealing: Arc<dyn Sealing> = Arc::new(key_ring.clone());
        // What is told from here on is for the log: the person at the terminal asked for a start.
        let watch = |cluster| Watched::new(cluster, |line| tracing::warn!("{line}"));
        let environment = Self {
            cluster: cluster.map(watch),
            profiles: Arc::new(PgProfiles::new(pool.clone())),
            api_keys: Arc::new(PgApiKeys::new(pool.clone())),
            units: Arc::new(PgUnitsOfWork::new(pool.clone(), sealing)),
            partitions,
            pool,
            times,
            key_ring,
            metrics: Arc::default(),
            tally: Arc::default(),
            tells: Arc::default(),
        };
        tributary_worker::make_room(&environment.worker()).await?;
        Ok(environment)
    }

    /// Bytes for one purpose that this installation alone knows, the same after each start.
    pub(crate) fn derived(&self, purpose: &str) -> [u8; 32] {
        self.key_ring.derived(purpose)
    }

    /// What is wrong with the database; nothing in it is changed.
    pub(crate) async fn inspect(url: &str) -> Result<Inspection, Failure> {
        Ok(tributary_postgres::inspect(url, &SystemClock).await?)
    }

    /// What use cases are given.
    pub(crate) fn context(&self) -> Context<'_> {
        Context {
            clock: &SystemClock,
            ids: &TimeOrderedIds,
            keys: &self.key_ring,
            sealing: &self.key_ring,
        }
    }

    /// Runs a use case in a transaction of its own, again when another was faster.
    pub(crate) async fn write<I, T, E>(
        &self,
        input: &I,
        run: impl for<'a> Fn(&'a mut dyn UnitOfWork, &'a Context<'a>, &'a I) -> Running<'a, T, E> + Sync,
    ) -> Result<T, E>
    where
        I: Sync + ?Sized,
        E: From<StoreError> + Contended,
    {
        let input = (self, input, run);
        transact(&*self.units, &input, |work, (environment, input, run)| {
            Box::pin(async move {
                let context = environment.context();
                run(work, &context, input).await
            })
        })
        .await
    }

    /// A worker over this database.
    pub(crate) fn worker(&self) -> Worker {
        let keys: Arc<dyn ValueKeys> = Arc::new(self.key_ring.clone());
        let sealing: Arc<dyn Sealing> = Arc::new(self.key_ring.clone());
        Worker {
            units: self.units.clone(),
            profiles: self.profiles.clone(),
            partitions: self.partitions.clone(),
            clock: Arc::new(SystemClock),
            ids: Arc::new(TimeOrderedIds),
            keys,
            sealing,
            tally: Arc::clone(&self.tally),
            tells: Arc::clone(&self.tells),
        }
    }

    /// What tells the outside.
    pub(crate) fn sending(&self, egress: &Egress, webhooks: &Webhooks) -> Result<Sending, Failure> {
        outbound::sending(self.worker(), (egress, webhooks))
    }

    /// What tells ad platforms. A worker beside no server sends nobody to a platform, and needs no address of its own.
    pub(crate) fn exporting(
        &self,
        base: &str,
        platforms: (&AdPlatforms, &Egress),
    ) -> Result<Exporting, Failure> {
        exports::exporting(self.worker(), base, platforms)
    }

    /// What reads spend from ad platforms.
    pub(crate) fn reading(
        &self,
        base: &str,
        platforms: (&AdPlatforms, &Egress),
    ) -> Result<Reading, Failure> {
        spend::reading(self.worker(), base, platforms)
    }

    /// What looks at signals of trust.
    pub(crate) fn alerting(&self) -> Alerting {
        let pool = || self.pool.clone();
        Alerting {
            worker: self.worker(),
            scans: Arc::new(PgQualityReader::new(pool())),
            coverage: Arc::new(PgCoverageReader::new(pool())),
            credited_ads: Arc::new(PgCreditedAdsReader::new(pool())),
            standing: Arc::new(PgStandingReader::new(pool())),
            freshness: Arc::new(PgFreshnessReader::new(pool())),
        }
    }

    /// What finds out what came of changes at ad platforms.
    pub(crate) fn changing(
        &self,
        base: &str,
        platforms: (&AdPlatforms, &Egress),
    ) -> Result<Changing, Failure> {
        spend::changing(self.worker(), base, platforms)
    }

    /// What removes what is not kept.
    pub(crate) fn house(
        &self,
        retention: Retention,
        payments: &Payments,
    ) -> Result<Housekeeper, Failure> {
        Ok(Housekeeper {
            housekeeping: Arc::new(PgHousekeeping::new(self.pool.clone())),
            redaction: Arc::new(PgRedaction::new(self.pool.clone())),
            removal: Arc::new(PgRemoval::new(self.pool.clone())),
            payments: access::provider(payments)?,
            worker: self.worker(),
            retention,
        })
    }

    /// What this process measures: what it serves, what its worker does, and the database.
    pub(crate) fn metrics_page(&self, serves: bool, works: bool) -> Page {
        let tally = works.then(|| Arc::clone(&self.tally));
        Page {
            requests: serves.then(|| Arc::clone(&self.metrics)),
            sources: metrics::sources(&self.pool, tally),
            started_at: metrics::now_seconds(),
        }
    }

    /// The ports behind the HTTP handlers. `wake` tells the worker of this process that there is
    /// something to do.
    pub(crate) fn app_state(
        &self,
        listen: &Listen,
        addresses: Addresses,
        wake: Arc<Notify>,
    ) -> Result<AppState, Failure> {
        let pool = self.pool.keeping(self.times.request());
        let look_ups = self.pool.keeping(self.times.look_up());
        let client_parser =
            ClientParser::new().map_err(|error| Failure::usage(error.to_string()))?;
        let sealing: Arc<dyn Sealing> = Arc::new(self.key_ring.clone());
        let collecting = access::collecting(&self.pool, Arc::clone(&sealing), &listen.limits);
        let providers =
            sign_in::providers(&pool, sealing, &addresses, (&listen.idp, &listen.egress))?;
        let platforms = (&listen.ad_platforms, &listen.egress);
        Ok(AppState {
            exports: connections::exports(&pool, platforms)?,
            connections: connections::ports(&pool, &addresses, platforms)?,
            addresses: Arc::new(addresses),
            access: access::ports(&look_ups, &listen.limits, providers.verifier.clone())?,
            sign_in: sign_in::ports(&pool, providers, &listen.sign_in),
            workspaces: access::workspaces(&pool, &listen.payments)?,
            setups: Arc::new(PgSetupReader::new(pool.clone())),
            api_keys: Arc::new(PgApiKeys::new(look_ups.clone())),
            tool_server: tool_server(&pool, listen),
            readiness: Arc::new(DatabaseReadiness::new(&self.pool)),
            clock: Arc::new(SystemClock),
            ids: Arc::new(TimeOrderedIds),
            randomness: Arc::new(SystemRandomness),
            profiles: Arc::new(PgProfiles::new(pool.clone())),
            units: self.units_for(self.times.request()),
            intake: self.tracker_groups(&wake),
            views: self.view_buffer(&wake),
            collecting,
            outcome_intake: Arc::new(OutcomeGroups::start(
                self.event_writer(),
                Arc::clone(&wake),
                Bounds::default(),
            )),
            keys: Arc::new(self.key_ring.clone()),
            sealing: Arc::new(self.key_ring.clone()),
            tracking_keys: Arc::new(PgTrackingKeys::new(pool.clone())),
            client_parser: Arc::new(client_parser),
            country_header: listen.country_header.as_deref().map(str::to_lowercase),
            quality: Arc::new(PgQualityReader::new(pool.clone())),
            credited_ads: Arc::new(PgCreditedAdsReader::new(pool.clone())),
            coverage: Arc::new(PgCoverageReader::new(pool.clone())),
            viewed: Arc::new(PgViewsReader::new(pool.clone())),
            standing: Arc::new(PgStandingReader::new(pool.clone())),
            overviews: Arc::new(PgOverviewReader::new(pool.clone())),
            breakdowns: Arc::new(PgBreakdownReader::new(pool.clone())),
            time_series: Arc::new(PgTimeSeriesReader::new(pool.clone())),
            paths: Arc::new(PgPathsReader::new(pool.clone())),
            customers: Arc::new(PgCustomersReader::new(pool.clone())),
            customer_finder: Arc::new(PgCustomerFinder::new(pool.clone())),
            merges: Arc::new(PgMergesReader::new(pool.clone())),
            proposals: Arc::new(PgProposalsReader::new(pool.clone())),
            journeys: Arc::new(PgJourneyReader::new(pool.clone())),
            explainer: Arc::new(Explainer {
                units: self.units_for(self.times.request()),
                profiles: Arc::new(PgProfiles::new(pool.clone())),
            }),
            catalogues: Arc::new(PgDefinitions::new(pool.clone())),
            outcomes: Arc::new(PgOutcomesReader::new(pool.clone())),
            removals: removals(listen)?,
            freshness: Arc::new(PgFreshnessReader::new(pool.clone())),
            recomputes: Arc::new(PgRecomputesReader::new(pool.clone())),
            restatements: Arc::new(PgRestatementsReader::new(pool.clone())),
            console: console(&pool),
            webhooks: WebhookPorts {
                subscriptions: Arc::new(PgSubscriptions::new(pool.clone())),
                deliveries: Arc::new(PgDeliveries::new(pool.clone())),
                settings: listen.webhooks.settings(&listen.egress),
                wake: Arc::clone(&self.tells),
            },
            metrics: Arc::clone(&self.metrics),
            request_deadline: self.times.request(),
            wake,
        })
    }

    /// What writes events of browsers.
    fn tracker_groups(&self, wake: &Arc<Notify>) -> Arc<TrackerGroups> {
        let bounds = Bounds {
            writers: TRACKING_WRITERS,
            ..Bounds::default()
        };
        Arc::new(TrackerGroups::start(
            self.event_writer(),
            Arc::clone(wake),
            bounds,
        ))
    }

    /// What writes pictures that were loaded.
    fn view_buffer(&self, wake: &Arc<Notify>) -> Arc<ViewBuffer> {
        let counts = Arc::new(PgIntakeDays::new(self.pool.clone()));
        Arc::new(ViewBuffer::new(
            self.event_writer(),
            counts,
            Arc::clone(wake),
        ))
    }

    /// Transactions that may take so long.
    fn units_for(&self, longest: Duration) -> Arc<PgUnitsOfWork> {
        Arc::new(self.units.keeping(longest))
    }

    /// What writes events: as the worker, in shorter transactions.
    fn event_writer(&self) -> tributary_group_commit::Ports {
        let Worker {
            clock,
            ids,
            keys,
            sealing,
            ..
        } = self.worker();
        tributary_group_commit::Ports {
            units: self.units_for(self.times.write()),
            profiles: Arc::new(PgProfiles::new(self.pool.keeping(self.times.look_up()))),
            clock,
            ids,
            keys,
            sealing,
        }
    }

    /// How often somebody may try.
    pub(crate) fn attempts(&self) -> PgAttempts {
        PgAttempts::new(self.pool.clone())
    }

    /// Which browsers are known, and which tries to sign in failed.
    pub(crate) fn guard(&self) -> PgSignInGuard {
        PgSignInGuard::new(self.pool.clone())
    }

    /// People.
    pub(crate) fn users(&self) -> PgUsers {
        PgUsers::new(self.pool.clone())
    }

    /// The customer list.
    pub(crate) fn customers(&self) -> PgCustomersReader {
        PgCustomersReader::new(self.pool.clone())
    }

    /// 32 bytes that nobody can guess.
    pub(crate) fn random32() -> Result<[u8; 32], Failure> {
        tributary_system::random32().map_err(|error| Failure::usage(error.to_string()))
    }

    /// Lets go of the database; stops the private one when nobody else uses it.
    pub(crate) async fn close(self) -> Result<(), Failure> {
        let Self { cluster, pool, .. } = self;
        pool.close();
        if let Some(cluster) = cluster {
            database::blocking(move || cluster.leave(&say)).await??;
        }
        Ok(())
    }
}

fn tool_server(pool: &PgPool, listen: &Listen) -> ToolServer {
    ToolServer {
        accounts: Arc::new(PgAccountReader::new(pool.clone())),
        allowed_origins: listen.mcp_allowed_origins.clone(),
    }
}

/// What pages need beyond the API's ports.
fn console(pool: &PgPool) -> Console {
    let key_uses = Arc::new(PgKeyUses::new(pool.clone()));
    Console {
        web_sessions: Arc::new(PgWebSessions::new(pool.clone())),
        workspaces: Arc::new(PgReachableWorkspaces::new(pool.clone())),
        members: Arc::new(PgMembers::new(pool.clone())),
        uses: Arc::new(UsesOfKeys::new(key_uses.clone())),
        key_uses,
        handoffs: Arc::new(PgHandoffs::new(pool.clone())),
    }
}

/// The days that the operator has set.
fn removals(listen: &Listen) -> Result<Removals, Failure> {
    let Some(day) = &listen.goals_sunset else {
        return Ok(Removals::default());
    };
    removal_day(day)
        .and_then(|day| Removals::default().with(&CREATE_GOAL, day))
        .map_err(|error| Failure::usage(format!("TRIBUTARY_GOALS_SUNSET {day}: {error}")))
}

struct SystemRandomness;

impl Randomness for SystemRandomness {
    /// A machine that cannot give random bytes must not issue keys: the request fails.
    fn bytes32(&self) -> [u8; 32] {
        match tributary_system::random32() {
            Ok(bytes) => bytes,
            Err(error) => std::panic::panic_any(error.to_string()),
        }
    }
}
