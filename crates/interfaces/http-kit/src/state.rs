//! What handlers can reach: ports, never adapters.

use std::sync::Arc;
use std::time::Duration;

use access_control::ApiKeyStore;
use accounts::workspaces::checkout::CheckoutPorts;
use application::outcome_events::intake::OutcomeIntake;
use application::ports::{ProfileStore, QualityReader};
use application::tracking::intake::Intake;
use application::transaction::Running;
use application::views::intake::ViewIntake;
use application::{Contended, Context, Sealing, UnitOfWork, UnitsOfWork, transact};
use async_trait::async_trait;
use conversion_definitions::ports::CataloguesReader;
use event_intake::{ClientParser, TrackingKeyStore};
use identity_graph::ValueKeys;
use kernel::{Clock, IdSource, StoreError};
use reporting::breakdown::BreakdownReader;
use reporting::customer_search::CustomerFinder;
use reporting::customers::CustomersReader;
use reporting::explain::ConversionExplainer;
use reporting::freshness::FreshnessReader;
use reporting::journey::JourneyReader;
use reporting::merges::MergesReader;
use reporting::outcomes::OutcomesReader;
use reporting::overview::OverviewReader;
use reporting::paths::PathsReader;
use reporting::proposals::ProposalsReader;
use reporting::quality::coverage::CoverageReader;
use reporting::quality::dangling::CreditedAdsReader;
use reporting::quality::standing::StandingReader;
use reporting::recomputes::RecomputesReader;
use reporting::restatements::RestatementsReader;
use reporting::setup::SetupReader;
use reporting::timeseries::TimeSeriesReader;
use reporting::views::ViewsReader;
use tokio::sync::Notify;

use crate::access::{AccessPorts, WorkspacePorts};
use crate::addresses::Addresses;
use crate::collect_limits::CollectLimits;
use crate::console::Console;
use crate::exports::ExportPorts;
use crate::metrics::Metrics;
use crate::platform_connections::ConnectionPorts;
use crate::removals::Removals;
use crate::sign_in::SignInPorts;
use crate::tool_server::ToolServer;
use crate::webhooks::WebhookPorts;

/// The ports behind the handlers, put together by the binary's composition root (or by a test).
#[derive(Clone)]
pub struct AppState {
    /// Where the service is reached from outside.
    pub addresses: Arc<Addresses>,
    /// Who is let in and how often.
    pub access: AccessPorts,
    /// Who signs in, and which applications act for them.
    pub sign_in: SignInPorts,
    /// Workspaces, profiles in them, checkouts.
    pub workspaces: WorkspacePorts,
    /// How far a profile is set up.
    pub setups: Arc<dyn SetupReader>,
    /// API keys by the SHA-256 of their secret.
    pub api_keys: Arc<dyn ApiKeyStore>,
    /// What the tool server for agents needs besides.
    pub tool_server: ToolServer,
    /// Whether the service can do its work now.
    pub readiness: Arc<dyn Readiness>,
    /// The present instant.
    pub clock: Arc<dyn Clock>,
    /// New ids, also for requests.
    pub ids: Arc<dyn IdSource>,
    /// Bytes that nobody can guess.
    pub randomness: Arc<dyn Randomness>,
    /// Profiles and their settings.
    pub profiles: Arc<dyn ProfileStore>,
    /// Transactions over everything that is written.
    pub units: Arc<dyn UnitsOfWork>,
    /// Takes browser events.
    pub intake: Arc<dyn Intake>,
    /// Takes pictures that were loaded.
    pub views: Arc<dyn ViewIntake>,
    /// How much browsers may send, and what is counted of it.
    pub collecting: CollectLimits,
    /// Takes outcome events.
    pub outcome_intake: Arc<dyn OutcomeIntake>,
    /// Keys that identifiers are looked up by.
    pub keys: Arc<dyn ValueKeys>,
    /// Encryption of small secrets at rest.
    pub sealing: Arc<dyn Sealing>,
    /// Public keys of browser trackers.
    pub tracking_keys: Arc<dyn TrackingKeyStore>,
    /// Reads user agents.
    pub client_parser: Arc<ClientParser>,
    /// Lower-case name of the header in which a trusted proxy tells the sender's country.
    pub country_header: Option<String>,
    /// What is wrong with links.
    pub quality: Arc<dyn QualityReader>,
    /// What is credited to advertisements.
    pub credited_ads: Arc<dyn CreditedAdsReader>,
    /// How many outcomes are credited to touches.
    pub coverage: Arc<dyn CoverageReader>,
    /// Answers what people were shown.
    pub viewed: Arc<dyn ViewsReader>,
    /// How results stand beside what they are made of.
    pub standing: Arc<dyn StandingReader>,
    /// The overview.
    pub overviews: Arc<dyn OverviewReader>,
    /// Breakdowns.
    pub breakdowns: Arc<dyn BreakdownReader>,
    /// Time series.
    pub time_series: Arc<dyn TimeSeriesReader>,
    /// Touch paths.
    pub paths: Arc<dyn PathsReader>,
    /// The customer list.
    pub customers: Arc<dyn CustomersReader>,
    /// Looks for customers.
    pub customer_finder: Arc<dyn CustomerFinder>,
    /// What people decided of customers.
    pub merges: Arc<dyn MergesReader>,
    /// Which customers may be one.
    pub proposals: Arc<dyn ProposalsReader>,
    /// Journeys.
    pub journeys: Arc<dyn JourneyReader>,
    /// Why a conversion is credited as it is.
    pub explainer: Arc<dyn ConversionExplainer>,
    /// Conversion and outcome definitions.
    pub catalogues: Arc<dyn CataloguesReader>,
    /// Outcome events as they were received.
    pub outcomes: Arc<dyn OutcomesReader>,
    /// When deprecated operations go away.
    pub removals: Removals,
    /// How far the results are behind.
    pub freshness: Arc<dyn FreshnessReader>,
    /// Full replays.
    pub recomputes: Arc<dyn RecomputesReader>,
    /// The ledger of reported figures.
    pub restatements: Arc<dyn RestatementsReader>,
    /// What is told to the outside.
    pub webhooks: WebhookPorts,
    /// Accounts at ad platforms.
    pub connections: ConnectionPorts,
    /// What conversions are sent to.
    pub exports: ExportPorts,
    /// What the console's pages need beyond that.
    pub console: Console,
    /// What requests count.
    pub metrics: Arc<Metrics>,
    /// How long a request may take, after its body has come; then it is answered with 503.
    pub request_deadline: Duration,
    /// Wakes the worker of this process; notified after every successful write.
    pub wake: Arc<Notify>,
}

impl AppState {
    /// What use cases are given from outside.
    pub fn context(&self) -> Context<'_> {
        Context {
            clock: &*self.clock,
            ids: &*self.ids,
            keys: &*self.keys,
            sealing: &*self.sealing,
        }
    }

    /// Runs a use case in a transaction of its own, again when another was faster, and wakes the worker
    /// when it has written something.
    pub async fn write<I, T, E>(
        &self,
        input: &I,
        run: impl for<'a> Fn(&'a mut dyn UnitOfWork, &'a Context<'a>, &'a I) -> Running<'a, T, E> + Sync,
    ) -> Result<T, E>
    where
        I: Sync + ?Sized,
        E: From<StoreError> + Contended,
    {
        let written = self.read(input, run).await?;
        self.wake.notify_one();
        self.webhooks.wake.notify_one();
        Ok(written)
    }

    /// Runs a use case that reads what stands at one moment.
    pub async fn read<I, T, E>(
        &self,
        input: &I,
        run: impl for<'a> Fn(&'a mut dyn UnitOfWork, &'a Context<'a>, &'a I) -> Running<'a, T, E> + Sync,
    ) -> Result<T, E>
    where
        I: Sync + ?Sized,
        E: From<StoreError> + Contended,
    {
        let input = (self, input, run);
        transact(&*self.units, &input, |work, (state, input, run)| {
            Box::pin(async move {
                let context = state.context();
                run(work, &context, input).await
            })
        })
        .await
    }

    /// Where workspaces are paid for.
    pub fn checkout(&self) -> CheckoutPorts<'_> {
        CheckoutPorts {
            provider: &*self.workspaces.payments,
            base_url: self.addresses.base(),
        }
    }
}

/// Tells whether requests can be served.
#[async_trait]
pub trait Readiness: Send + Sync {
    /// `Ok` when the database answers and its migrations are done; otherwise what is missing.
    async fn check(&self) -> Result<(), NotReady>;
}

/// Why the service cannot serve yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotReady {
    /// No connection, or no answer in time.
    #[error("the database does not answer")]
    DatabaseUnreachable,
    /// It answers, and takes nothing: it follows another server, or is set to be read only.
    #[error("the database is read-only")]
    ReadOnly,
    /// It answers, and has no room.
    #[error("the database has no room left")]
    Full,
    /// The schema is older than this program.
    #[error("the database migrations are not done")]
    MigrationsPending,
}

/// A cryptographic random source.
pub trait Randomness: Send + Sync {
    /// 32 bytes that nobody can guess.
    fn bytes32(&self) -> [u8; 32];
}
