//! Brings a database up to date.

use application::ports::Surveyed;
use diesel::sql_types::{Array, Text};
use diesel_async::{AsyncMigrationHarness, AsyncPgConnection, RunQueryDsl, SimpleAsyncConnection};
use diesel_migrations::MigrationHarness;
use kernel::StoreError;
use postgres_schema::MIGRATIONS;

use postgres_kit::pool::establish;
use postgres_kit::rollups::build_missing;
use postgres_kit::rows::IsRow;
use postgres_kit::statistics;

use crate::{contained_text, unproven};

/// Any number that no other program uses as an advisory lock in the same database.
const LOCK: i64 = 7_411_052_006_118_532;

/// Applies what is missing, builds what it leaves to build, and returns the names of the migrations
/// that were applied. Several
/// processes may call it at once: an advisory lock lets one work while the others wait.
///
/// Needs a multi-threaded tokio runtime, because the migration harness blocks in place.
pub async fn migrate(url: &str) -> Result<Vec<String>, StoreError> {
    let mut connection = establish(url)
        .await
        .map_err(|error| StoreError::Unavailable(error.to_string()))?;
    lock(&mut connection).await?;
    let mut applied = Vec::new();
    // The harness writes even where nothing is missing, and a database that takes no writes still answers.
    if !is_current(&mut connection).await? {
        let mut harness = AsyncMigrationHarness::new(connection);
        applied = tokio::task::block_in_place(|| {
            harness
                .run_pending_migrations(MIGRATIONS)
                .map(|versions| versions.iter().map(ToString::to_string).collect::<Vec<_>>())
                .map_err(StoreError::inconsistent)
        })?;
        connection = harness.into_inner();
    }
    build_missing(&mut connection).await?;
    contained_text::index(&mut connection).await?;
    if !applied.is_empty() {
        unproven::prove(&mut connection).await?;
        statistics::survey(&mut connection, Surveyed::Changed).await?;
    }
    // Closing the connection gives the lock back.
    Ok(applied)
}

/// Whether every migration of this binary has been applied.
pub async fn is_current(connection: &mut AsyncPgConnection) -> Result<bool, StoreError> {
    let there: IsRow =
        diesel::sql_query("SELECT to_regclass('__diesel_schema_migrations') IS NOT NULL AS is")
            .get_result(connection)
            .await
            .map_err(postgres_kit::error::store)?;
    if !there.is {
        return Ok(false);
    }
    let versions = embedded_versions()?;
    let all: IsRow = diesel::sql_query(
        "SELECT NOT EXISTS (SELECT FROM unnest($1) AS v(version) WHERE NOT EXISTS ( \
         SELECT FROM __diesel_schema_migrations m WHERE m.version = v.version)) AS is",
    )
    .bind::<Array<Text>, _>(versions)
    .get_result(connection)
    .await
    .map_err(postgres_kit::error::store)?;
    Ok(all.is)
}

fn embedded_versions() -> Result<Vec<String>, StoreError> {
    use diesel::migration::MigrationSource;
    let embedded = MigrationSource::<diesel::pg::Pg>::migrations(&MIGRATIONS)
        .map_err(StoreError::inconsistent)?;
    let versions = embedded.iter().map(|it| it.name().version().to_string());
    Ok(versions.collect())
}

async fn lock(connection: &mut AsyncPgConnection) -> Result<(), StoreError> {
    connection
        .batch_execute(&format!("SELECT pg_advisory_lock({LOCK})"))
        .await
        .map_err(postgres_kit::error::store)
}
