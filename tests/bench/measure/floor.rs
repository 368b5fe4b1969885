//! The least a full replay can cost: the facts that it reads come out by COPY, and what it derives
//! goes in by COPY, into tables of the same shape with the same indexes. Nothing is computed.

use std::path::PathBuf;
use std::time::Instant;

use crate::copy;
use crate::world::World;

/// What a replay reads: the columns that it needs.
const FACTS: [&str; 6] = [
    "SELECT id, visitor_id, occurred_at, kind, engaged_ms, signature_id, source_key, \
     names_a_source, exclusion, referrer, path, country, device, browser, os, ad_id, campaign_id, \
     click_ids, bot_reason FROM tracker_events WHERE profile_id = :profile",
    "SELECT id, idempotency_key, event_type, occurred_at, value_amount, currency, subject_kind, \
     subject_key, visitor_id, is_first_payment, refund_of, signature_id, ad_id, campaign_id, \
     click_ids FROM outcome_events WHERE profile_id = :profile",
    "SELECT id, customer_id, is_shared FROM visitors WHERE profile_id = :profile",
    "SELECT visitor_id, from_at, customer_id FROM visitor_segments WHERE profile_id = :profile",
    "SELECT kind, value_key, customer_id FROM identifiers WHERE profile_id = :profile",
    "SELECT signature_id, is_direct FROM signature_channels WHERE profile_id = :profile",
];

/// What it derives when it begins with events.
pub(crate) const ALL_RESULTS: [&str; 4] = ["sessions", "touches", "conversions", "credits"];

/// What it reads when it begins with sessions and touches: after a change of a window or a rule.
const TOUCHES: [&str; 2] = [
    "SELECT id, visitor_id, session_id, occurred_at, signature_id, landing_path, ad_id, \
     campaign_id, click_ids FROM touches WHERE profile_id = :profile",
    "SELECT id, country, device, browser, os, referrer_host FROM sessions \
     WHERE profile_id = :profile",
];

/// What it derives then.
const LATER_RESULTS: [&str; 2] = ["conversions", "credits"];

/// Rows that are ready to go in.
pub(crate) struct Floor {
    folder: PathBuf,
    profile: String,
}

impl Floor {
    /// Saves the results of the generation that readers see, and makes the tables for them.
    pub(crate) async fn prepare(world: &World) -> Self {
        let folder = world.settings.dir.join("floor");
        std::fs::create_dir_all(&folder).unwrap();
        let profile = format!("'{}'", world.account.profile);
        for table in ALL_RESULTS {
            let create = format!(
                "CREATE TABLE floor_{table} (LIKE {table} INCLUDING DEFAULTS \
                 INCLUDING CONSTRAINTS INCLUDING INDEXES)"
            );
            world.db.batch_execute(&create).await.unwrap();
            let generation = if LATER_RESULTS.contains(&table) {
                format!(
                    " AND generation = \
                     (SELECT generation FROM attribution_state WHERE profile_id = {profile})"
                )
            } else {
                String::new()
            };
            let statement = format!(
                "COPY (SELECT * FROM {table} WHERE profile_id = {profile}{generation}) \
                 TO STDOUT (FORMAT binary)"
            );
            copy::save(&world.db, &statement, &folder.join(table)).await;
        }
        Self { folder, profile }
    }

    /// Seconds of a replay that begins with events.
    pub(crate) async fn of_events(&self, world: &World) -> f64 {
        self.run(world, &FACTS, &ALL_RESULTS).await
    }

    /// Seconds of one that begins with sessions and touches.
    pub(crate) async fn of_touches(&self, world: &World) -> f64 {
        let facts: Vec<&str> = TOUCHES
            .into_iter()
            .chain(FACTS.into_iter().skip(1))
            .collect();
        self.run(world, &facts, &LATER_RESULTS).await
    }

    async fn run(&self, world: &World, facts: &[&str], results: &[&str]) -> f64 {
        let begin = Instant::now();
        for fact in facts {
            let rows = fact.replace(":profile", &self.profile);
            let statement = format!("COPY ({rows}) TO STDOUT (FORMAT binary)");
            copy::read_out(&world.db, &statement).await;
        }
        for table in results {
            let statement = format!("COPY floor_{table} FROM STDIN (FORMAT binary)");
            copy::send_file(&world.db, &statement, &self.folder.join(table)).await;
        }
        let elapsed = begin.elapsed().as_secs_f64();
        for table in ALL_RESULTS {
            let empty = format!("TRUNCATE floor_{table}");
            world.db.batch_execute(&empty).await.unwrap();
        }
        elapsed
    }

    pub(crate) async fn forget(self, world: &World) {
        for table in ALL_RESULTS {
            let drop = format!("DROP TABLE floor_{table}");
            world.db.batch_execute(&drop).await.unwrap();
        }
        std::fs::remove_dir_all(self.folder).unwrap();
    }
}
