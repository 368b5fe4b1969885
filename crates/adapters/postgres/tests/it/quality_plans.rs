//! Which tables the statements of a look at a profile read, as they were run: never those with a row a touch.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use application::settle;
use serde_json::Value;
use site_quality::refresh::refresh;
use testkit::TestDatabase;
use tributary_postgres::{PgPool, PgUnitsOfWork};

use crate::instrumentation_shop::{clean, plant};
use crate::world::{RUNTIME, World};
use crate::young_plans::{Prepared, plans, prepared};
use reporting::quality::checks::CheckCode;

/// The table with a row a touch.
const TOUCHES: &str = "touches";

/// Statements of the folder that no look runs, and who does.
const BESIDE: [(&str, &str); 4] = [
    ("claim_look.sql", "the worker, so that one process looks"),
    ("looked_at.sql", "the worker, to find whom to look at"),
    ("signatures.sql", "readers of what was found"),
    ("keep_signals.sql", "the worker, when a signal changed"),
];

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files(&path, found);
        } else if path.extension().is_some_and(|it| it == "sql") {
            found.push(path);
        }
    }
}

/// The tables of a plan, whichever way they are read or written.
fn tables(node: &Value, found: &mut BTreeSet<String>) {
    let table = node["Relation Name"].as_str();
    found.extend(table.map(str::to_owned));
    for child in node["Plans"].as_array().into_iter().flatten() {
        tables(child, found);
    }
}

/// The world over connections that have run nothing yet.
fn anew(world: World, database: &TestDatabase) -> World {
    let pool = PgPool::new(database.url(), 4).unwrap();
    let keys = Arc::new(world.keys.clone());
    World {
        units: Arc::new(PgUnitsOfWork::new(pool.clone(), keys)),
        pool,
        ..world
    }
}

/// A statement for any parameters, whose types the server finds.
fn unprepared(database: &TestDatabase, statement: &str) -> Value {
    let most = (1..20).filter(|number| statement.contains(&format!("${number}")));
    let nulls = vec!["NULL"; most.count()].join(", ");
    let script = format!(
        "SET jit = off; SET plan_cache_mode = force_generic_plan; PREPARE beside AS {statement}\n; \
         EXPLAIN (FORMAT JSON) EXECUTE beside({nulls})"
    );
    serde_json::from_str(&database.execute(&script).unwrap()).unwrap()
}

#[test]
fn no_statement_of_a_look_reads_touches() {
    RUNTIME.block_on(async {
        let database = TestDatabase::create();
        let world = World::alone_in(&database).await;
        clean(&world).await;
        plant(&world, CheckCode::AdsWithoutSpend).await;
        world.drain().await;
        let world = anew(world, &database);
        let mut work = world.begin().await;
        let looked = refresh(&mut *work, &world.context(), world.profile.id).await;
        assert!(settle(work, looked).await.unwrap().is_new);
        let run: Vec<Prepared> = prepared(&world).await;
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../postgres-quality/src");
        let mut all = Vec::new();
        files(&folder, &mut all);
        assert!(all.len() > 20, "{all:?}");
        let mut read = BTreeSet::new();
        for path in &all {
            let text = fs::read_to_string(path).unwrap();
            let name = path.file_name().unwrap().to_str().unwrap();
            if BESIDE.iter().any(|(beside, _)| *beside == name) {
                tables(&unprepared(&database, &text)[0]["Plan"], &mut read);
            } else {
                let ran = run.iter().any(|it| it.statement.contains(text.trim_end()));
                assert!(ran, "no look runs {name}");
            }
        }
        for plan in plans(&database, &run) {
            tables(&plan[0]["Plan"], &mut read);
        }
        assert!(!read.contains(TOUCHES), "{read:?}");
        // What it reads in the place of touches, and facts of single days: the plans are of the look.
        for table in [
            "rollup_days",
            "quality_scans",
            "tracker_events",
            "ad_spend_daily",
        ] {
            let is_read = read.iter().any(|it| it.starts_with(table));
            assert!(is_read, "{table} is not in {read:?}");
        }
        // A plan that does read touches is seen.
        let mut seen = BTreeSet::new();
        let counts = "SELECT count(*) FROM touches t WHERE t.profile_id = $1";
        tables(&unprepared(&database, counts)[0]["Plan"], &mut seen);
        assert!(seen.contains(TOUCHES), "{seen:?}");
    });
}
