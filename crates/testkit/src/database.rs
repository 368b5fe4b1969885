//! A migrated database for one test, or one that many tests share.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};
use std::thread;

use diesel_async::{AsyncConnection, AsyncMigrationHarness, AsyncPgConnection};
use diesel_migrations::MigrationHarness;
use local_postgres::Cluster;

use crate::cluster::TestCluster;
use crate::error::Error;

/// The database that every other one is a copy of.
const TEMPLATE: &str = "migrated_template";

/// A database with every migration applied and no rows, on this process's own server. Dropping
/// it drops it, connections and all.
#[derive(Debug)]
pub struct TestDatabase {
    name: String,
    url: String,
}

impl TestDatabase {
    /// A database of the caller's own: for tests of queues, migrations, administration and global
    /// uniqueness. Some 40 ms, after some seconds for the first of a process. Blocks, which a test
    /// may do, in any runtime or none.
    ///
    /// # Panics
    /// When there is no PostgreSQL on this machine, or a migration fails.
    pub fn create() -> Self {
        Self::try_create().unwrap_or_else(|error| panic!("no test database: {error}"))
    }

    /// One database for all tests of the process, never dropped before its end: for tests that
    /// make a workspace and a profile of their own and so prove the isolation of tenants as well.
    ///
    /// # Panics
    /// As [`TestDatabase::create`].
    pub fn shared() -> &'static Self {
        static SHARED: OnceLock<TestDatabase> = OnceLock::new();
        SHARED.get_or_init(Self::create)
    }

    /// The URL to connect with, which names the unix socket's folder.
    pub fn url(&self) -> &str {
        &self.url
    }

    /// Runs SQL as the owner of everything and answers what `psql` prints.
    pub fn execute(&self, sql: &str) -> Result<String, Error> {
        Ok(TestCluster::of_this_process()?.execute(&self.name, sql)?)
    }

    fn try_create() -> Result<Self, Error> {
        static COUNT: AtomicU64 = AtomicU64::new(1);
        let cluster = TestCluster::of_this_process()?;
        make_template(cluster)?;
        let name = format!("test_{}", COUNT.fetch_add(1, Ordering::Relaxed));
        cluster.execute("postgres", &copy_statement(&name, cluster.major_version()))?;
        Ok(Self {
            url: cluster.url(&name),
            name,
        })
    }
}

impl Drop for TestDatabase {
    fn drop(&mut self) {
        if let Ok(cluster) = TestCluster::of_this_process() {
            let statement = format!("DROP DATABASE {} WITH (FORCE)", self.name);
            // The whole server goes with the process in any case.
            let _ = cluster.execute("postgres", &statement);
        }
    }
}

/// Copying files is several times faster here than logging each page; the choice, and with it the
/// keyword, came with version 15, and the older versions always copy.
fn copy_statement(name: &str, major_version: u32) -> String {
    let strategy = if major_version >= 15 {
        " STRATEGY FILE_COPY"
    } else {
        ""
    };
    format!("CREATE DATABASE {name} TEMPLATE {TEMPLATE}{strategy}")
}

/// What the service does after its migrations, beside the index of contained text: constraints that they added
/// without looking at the rows are proven.
const PROVE: &str = "DO $$ DECLARE unproven record; BEGIN \
    FOR unproven IN SELECT conrelid::regclass AS owner, conname FROM pg_constraint \
        WHERE contype = 'c' AND NOT convalidated \
    LOOP EXECUTE format('ALTER TABLE %s VALIDATE CONSTRAINT %I', unproven.owner, unproven.conname); \
    END LOOP; END $$";

/// Makes the template once per process.
fn make_template(cluster: &Cluster) -> Result<(), Error> {
    static IS_MADE: Mutex<bool> = Mutex::new(false);
    let mut is_made = IS_MADE.lock().unwrap_or_else(PoisonError::into_inner);
    if !*is_made {
        cluster.ensure_database(TEMPLATE)?;
        migrate(cluster.url(TEMPLATE))?;
        cluster.execute(TEMPLATE, PROVE)?;
        cluster.execute(TEMPLATE, postgres_schema::CONTAINED_TEXT)?;
        *is_made = true;
    }
    Ok(())
}

/// Migrates in a thread of its own, because the caller may be inside a runtime that cannot wait
/// for another.
fn migrate(url: String) -> Result<(), Error> {
    let migration = thread::spawn(move || {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(1)
            .enable_all()
            .build()
            .map_err(Error::System)?;
        runtime.block_on(apply(&url))
    });
    migration
        .join()
        .unwrap_or_else(|_| Err(Error::Migration("it panicked".to_owned())))
}

async fn apply(url: &str) -> Result<(), Error> {
    let connection = AsyncPgConnection::establish(url)
        .await
        .map_err(|error| Error::Migration(error.to_string()))?;
    AsyncMigrationHarness::new(connection)
        .run_pending_migrations(postgres_schema::MIGRATIONS)
        .map(|_| ())
        .map_err(|error| Error::Migration(error.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_without_the_keyword_are_not_given_it() {
        assert!(!copy_statement("a", 14).contains("STRATEGY"));
        assert!(copy_statement("a", 15).ends_with(" STRATEGY FILE_COPY"));
    }
}
