//! Reports. The SQL of each stands beside its module.
//!
//! Every report reads inside one read-only snapshot, so that a new generation that is published
//! meanwhile is seen as a whole or not at all. Overview, breakdown and time series ask [`engine`],
//! which adds all of them up in the same way: the same question gives the same number.

mod as_of;
mod asked;
mod breakdown;
mod coverage;
mod credited_ads;
mod customer_search;
mod customers;
mod engine;
mod freshness;
mod goals;
mod journey;
mod labels;
mod merges;
mod outcomes;
mod overview;
mod paths;
mod predicate;
mod proposals;
mod recomputes;
mod restatements;
mod setup;
mod spend;
mod standing;
mod timeseries;
mod views;
mod visits_as_of;

use std::collections::BTreeSet;

use diesel::QueryableByName;
use diesel::sql_types::{BigInt, Bool, Integer, Text, Uuid as SqlUuid};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use kernel::{Currency, ProfileAccess, ProfileId, StoreError, TimeZone};

use labels::LabelCache;

use postgres_kit::error::{Failed, store};
use postgres_kit::pool::PgPool;
use postgres_kit::rollups::cache::RollupMemory;
use postgres_kit::statement::prepared;

pub use breakdown::PgBreakdownReader;
pub use coverage::PgCoverageReader;
pub use credited_ads::PgCreditedAdsReader;
pub use customer_search::PgCustomerFinder;
pub use customers::PgCustomersReader;
pub use freshness::PgFreshnessReader;
pub use journey::PgJourneyReader;
pub use merges::PgMergesReader;
pub use outcomes::PgOutcomesReader;
pub use overview::PgOverviewReader;
pub use paths::PgPathsReader;
pub use proposals::PgProposalsReader;
pub use recomputes::PgRecomputesReader;
pub use restatements::PgRestatementsReader;
pub use setup::PgSetupReader;
pub use standing::PgStandingReader;
pub use timeseries::PgTimeSeriesReader;
pub use views::PgViewsReader;

/// Where reports read: a pool, and what they remember of what they have read. Readers of one process share
/// it.
#[derive(Clone)]
pub struct Reports {
    pool: PgPool,
    memory: Memory,
}

impl From<PgPool> for Reports {
    fn from(pool: PgPool) -> Self {
        Self {
            pool,
            memory: Memory::default(),
        }
    }
}

/// What reports remember of what they read. Their answers are the same without it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Memory {
    labels: LabelCache,
    rollups: RollupMemory,
}

/// A question that is answered inside one snapshot.
trait Report: Sync {
    /// What it is answered with.
    type Answer: Send;

    /// Reads the answer.
    fn read(
        &self,
        connection: &mut AsyncPgConnection,
        profile_id: ProfileId,
        memory: &Memory,
    ) -> impl Future<Output = Result<Self::Answer, StoreError>> + Send;
}

/// Answers inside one read-only snapshot.
async fn snapshot<R: Report>(
    reports: &Reports,
    access: &ProfileAccess,
    report: &R,
) -> Result<R::Answer, StoreError> {
    let mut connection = reports.pool.connection().await?;
    connection
        .build_transaction()
        .read_only()
        .repeatable_read()
        .run(async |connection| {
            report
                .read(connection, access.profile_id, &reports.memory)
                .await
                .map_err(Failed)
        })
        .await
        .map_err(|Failed(error)| error)
}

#[derive(QueryableByName)]
struct SeenRow {
    #[diesel(sql_type = BigInt)]
    generation: i64,
    #[diesel(sql_type = Integer)]
    numbered: i32,
    #[diesel(sql_type = BigInt)]
    relabelled: i64,
    #[diesel(sql_type = Text)]
    currency: String,
    #[diesel(sql_type = Text)]
    timezone: String,
    #[diesel(sql_type = Bool)]
    replay_pending: bool,
    #[diesel(sql_type = Bool)]
    counts_anonymous: bool,
    #[diesel(sql_type = Bool)]
    reads_spend: bool,
}

/// What readers of a profile see; nothing, in no currency, for a profile that does not exist.
#[derive(Clone, Debug)]
struct Seen {
    /// The generation of results.
    generation: i64,
    /// How many browsers have a number.
    visitors: u32,
    /// How often signatures were relabelled.
    relabelled: i64,
    /// In which their amounts are.
    currency: Currency,
    /// Where their days begin.
    timezone: TimeZone,
    /// Whether a full replay waits or runs: results may be those of earlier settings.
    replay_pending: bool,
    /// Whether the profile has page views without an id.
    counts_anonymous: bool,
    /// Whether spend of some account is read by itself.
    reads_spend: bool,
}

impl Seen {
    fn nothing() -> Self {
        Self {
            generation: 0,
            visitors: 0,
            relabelled: 0,
            currency: Currency::NONE,
            timezone: TimeZone::utc(),
            replay_pending: false,
            counts_anonymous: false,
            reads_spend: false,
        }
    }

    /// What there is to say of any figure.
    fn warnings(&self) -> BTreeSet<String> {
        let pending = self.replay_pending.then(|| "replay_pending".to_owned());
        pending.into_iter().collect()
    }
}

async fn seen(
    connection: &mut AsyncPgConnection,
    profile_id: ProfileId,
) -> Result<Seen, StoreError> {
    let rows: Vec<SeenRow> = prepared(include_str!("seen.sql"))
        .bind::<SqlUuid, _>(profile_id.uuid())
        .load(connection)
        .await
        .map_err(store)?;
    let seen = |row: SeenRow| {
        Ok(Seen {
            generation: row.generation,
            visitors: u32::try_from(row.numbered).unwrap_or_default(),
            relabelled: row.relabelled,
            currency: currency(&row.currency)?,
            timezone: zone(&row.timezone)?,
            replay_pending: row.replay_pending,
            counts_anonymous: row.counts_anonymous,
            reads_spend: row.reads_spend,
        })
    };
    let found = rows.into_iter().next();
    found.map_or_else(|| Ok(Seen::nothing()), seen)
}

/// A stored time zone.
fn zone(name: &str) -> Result<TimeZone, StoreError> {
    let unknown = || StoreError::inconsistent(format!("the time zone {name} is unknown"));
    TimeZone::named(name).ok_or_else(unknown)
}

/// A stored currency.
fn currency(code: &str) -> Result<Currency, StoreError> {
    Currency::parse(code).ok_or_else(|| StoreError::inconsistent(format!("{code} is no currency")))
}
