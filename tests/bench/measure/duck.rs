//! DuckDB over the same rows as Parquet: from PyPI into a virtual environment beside the data, only
//! for the benchmark, and left out with a word where that does not work.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use serde_json::{Value, json};

use crate::copy;
use crate::world::World;

/// A table: its name in DuckDB, its columns with their types there, and the rows in PostgreSQL.
/// Instants are microseconds, money whole cents.
type Table = (&'static str, &'static str, &'static str);

const TABLES: [Table; 10] = [
    (
        "events",
        "visitor_id UUID, micros BIGINT, id UUID, kind VARCHAR, signature_id BIGINT, \
         source_key BIGINT, names_a_source BOOLEAN, excluded BOOLEAN",
        "SELECT visitor_id, (extract(epoch FROM occurred_at) * 1000000)::bigint, id, kind, \
         signature_id, source_key, names_a_source::text, (exclusion IS NOT NULL)::text \
         FROM tracker_events WHERE profile_id = :profile AND bot_reason IS NULL",
    ),
    (
        "outcomes",
        "id UUID, key VARCHAR, micros BIGINT, event_type VARCHAR, value BIGINT, email VARCHAR, \
         refund_of VARCHAR",
        "SELECT id, idempotency_key, (extract(epoch FROM occurred_at) * 1000000)::bigint, \
         event_type, (value_amount * 100)::bigint, subject_key, refund_of \
         FROM outcome_events WHERE profile_id = :profile",
    ),
    (
        "visitors",
        "id UUID, customer_id UUID, is_shared BOOLEAN",
        "SELECT id, customer_id, is_shared::text FROM visitors WHERE profile_id = :profile",
    ),
    (
        "segments",
        "visitor_id UUID, from_at BIGINT, customer_id UUID",
        "SELECT visitor_id, CASE WHEN from_at = '-infinity' THEN 0 \
         ELSE (extract(epoch FROM from_at) * 1000000)::bigint END, customer_id \
         FROM visitor_segments WHERE profile_id = :profile",
    ),
    (
        "identifiers",
        "email VARCHAR, customer_id UUID",
        "SELECT value_key, customer_id FROM identifiers WHERE profile_id = :profile \
         AND kind = 'email'",
    ),
    (
        "channels",
        "signature_id BIGINT, channel VARCHAR, is_direct BOOLEAN",
        "SELECT signature_id, channel, is_direct::text FROM signature_channels \
         WHERE profile_id = :profile",
    ),
    (
        "sessions",
        "visitor_id UUID, local_date DATE, signature_id BIGINT, page_views INTEGER, \
         engaged_ms BIGINT",
        "SELECT visitor_id, local_date, signature_id, page_views, engaged_ms FROM sessions \
         WHERE profile_id = :profile AND NOT is_bot",
    ),
    (
        "conversions",
        "local_date DATE, revenue_type VARCHAR, value BIGINT, is_refund BOOLEAN",
        "SELECT local_date, revenue_type, (value_reporting * 100)::bigint, is_refund::text \
         FROM conversions JOIN attribution_state USING (profile_id, generation) \
         WHERE profile_id = :profile",
    ),
    (
        "credits",
        "local_date DATE, signature_id BIGINT, revenue_type VARCHAR, value BIGINT, \
         is_refund BOOLEAN, last_touch BIGINT, first_touch BIGINT, linear BIGINT, \
         time_decay BIGINT, last_non_direct BIGINT, position_based BIGINT",
        "SELECT local_date, signature_id, revenue_type, (value_reporting * 100)::bigint, \
         is_refund::text, last_touch, first_touch, linear, time_decay, last_non_direct, \
         position_based FROM credits JOIN attribution_state USING (profile_id, generation) \
         WHERE profile_id = :profile",
    ),
    (
        "spend",
        "date DATE, signature_id BIGINT, amount DOUBLE",
        "SELECT a.date, a.signature_id, a.amount * coalesce(f.rate, 1) FROM ad_spend_daily a \
         LEFT JOIN fx_rates f ON f.profile_id = a.profile_id AND f.from_currency = a.currency \
         AND f.date = a.date WHERE a.profile_id = :profile",
    ),
];

/// A process that answers.
pub(crate) struct Duck {
    process: Child,
    questions: ChildStdin,
    answers: BufReader<ChildStdout>,
}

/// What it said, and how long it took by its own clock.
pub(crate) struct Said {
    pub(crate) milliseconds: f64,
    pub(crate) rows: Vec<Vec<String>>,
}

impl Duck {
    /// Exports the rows and starts it.
    pub(crate) async fn start(world: &mut World) -> Option<Self> {
        let folder = world.settings.dir.join("duck");
        std::fs::create_dir_all(&folder).unwrap();
        let Some(python) = python(&world.settings.dir.join("venv")) else {
            world
                .notes
                .push("DuckDB could not be installed from PyPI: left out".to_owned());
            return None;
        };
        let mut tables = serde_json::Map::new();
        for (name, columns, rows) in TABLES {
            let rows = rows.replace(":profile", &format!("'{}'", world.account.profile));
            let statement = format!("COPY ({rows}) TO STDOUT (FORMAT csv)");
            copy::save(&world.db, &statement, &folder.join(format!("{name}.csv"))).await;
            let columns: Vec<_> = columns
                .split(", ")
                .map(|column| json!(column.split_once(' ').unwrap()))
                .collect();
            tables.insert(name.to_owned(), json!(columns));
        }
        let mut process = Command::new(python)
            .arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("measure/duck.py"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut duck = Self {
            questions: process.stdin.take().unwrap(),
            answers: BufReader::new(process.stdout.take().unwrap()),
            process,
        };
        let hello = duck.exchange(&json!({"folder": folder, "tables": tables}));
        world.notes.push(format!(
            "DuckDB {} with two threads over Parquet",
            hello["version"].as_str().unwrap()
        ));
        Some(duck)
    }

    pub(crate) fn ask(&mut self, sql: &str) -> Said {
        let said = self.exchange(&json!({"sql": sql}));
        Said {
            milliseconds: said["ms"].as_f64().unwrap(),
            rows: serde_json::from_value(said["rows"].clone()).unwrap(),
        }
    }

    fn exchange(&mut self, question: &Value) -> Value {
        writeln!(self.questions, "{question}").unwrap();
        self.questions.flush().unwrap();
        let mut line = String::new();
        self.answers.read_line(&mut line).unwrap();
        serde_json::from_str(&line).expect("DuckDB failed; what it said is above")
    }

    /// The most memory it has had, in MiB.
    pub(crate) fn peak(&self) -> f64 {
        crate::process::peak(self.process.id())
    }
}

impl Drop for Duck {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// A Python that has DuckDB.
fn python(venv: &Path) -> Option<std::path::PathBuf> {
    let run = |program: &Path, arguments: &[&str]| {
        let status = Command::new(program)
            .args(arguments)
            .stdout(Stdio::null())
            .status();
        status.is_ok_and(|status| status.success()).then_some(())
    };
    let python = venv.join("bin/python");
    run(Path::new("python3"), &["-m", "venv", venv.to_str()?])?;
    run(&python, &["-m", "pip", "install", "--quiet", "duckdb"])?;
    run(&python, &["-c", "import duckdb"])?;
    Some(python)
}
