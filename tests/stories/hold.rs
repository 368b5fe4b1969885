//! A table that nobody may write for a while.

use std::sync::Arc;
use std::thread::{self, JoinHandle};

use testkit::TestDatabase;

use crate::service::eventually;

/// Lets nobody write a table until it is dropped, so that whoever does stops in the middle. Readers do not
/// feel it.
pub(crate) struct Hold {
    database: Arc<TestDatabase>,
    table: &'static str,
    session: Option<JoinHandle<()>>,
}

impl Hold {
    pub(crate) fn new(database: &Arc<TestDatabase>, table: &'static str) -> Self {
        let database = Arc::clone(database);
        let lock = format!("BEGIN; LOCK TABLE {table} IN SHARE MODE; SELECT pg_sleep(600)");
        let session = thread::spawn({
            let database = Arc::clone(&database);
            // It ends with an error: it is terminated.
            move || drop(database.execute(&lock))
        });
        let hold = Self {
            database,
            table,
            session: Some(session),
        };
        eventually("the lock", || {
            (hold.count("mode = 'ShareLock' AND granted") == "1").then_some(())
        });
        hold
    }

    fn locks(&self) -> String {
        format!("FROM pg_locks WHERE relation = '{}'::regclass", self.table)
    }

    fn count(&self, which: &str) -> String {
        let statement = format!("SELECT count(*) {} AND {which}", self.locks());
        let answer = self.database.execute(&statement).unwrap();
        answer.trim().to_owned()
    }

    pub(crate) fn somebody_waits(&self) -> bool {
        self.count("NOT granted") != "0"
    }
}

impl Drop for Hold {
    fn drop(&mut self) {
        let locks = self.locks();
        let end = format!("SELECT pg_terminate_backend(pid) {locks} AND mode = 'ShareLock'");
        let ended = self.database.execute(&end);
        if let (Ok(_), Some(session)) = (ended, self.session.take()) {
            let _ = session.join();
        }
    }
}
