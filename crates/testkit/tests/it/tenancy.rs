//! The rules that let tenants be spread over several servers, held by the machine: every table is a tenant's
//! or the installation's, keys of tenants begin with the profile, and every statement names the profile on
//! every table of tenants or stands here with its reason.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use postgres_schema::tables::{GLOBAL, TENANT};
use regex::Regex;
use testkit::TestDatabase;

use crate::workspace::root;

/// Statements that look at all tenants: which file, which table, and why that has to be. None of them is
/// part of a request of a tenant.
const OVER_ALL: [(&str, &[&str], &str); 38] = [
    (
        "looked_at.sql",
        &[
            "ad_spend_daily",
            "attribution_state",
            "channel_rule_sets",
            "conversion_days",
            "quality_scans",
            "visitors",
        ],
        "a worker looks for profiles whose links are to be looked at",
    ),
    (
        "due_passes.sql",
        &["customers", "proposal_scans", "proposal_waiting"],
        "a worker looks for customers that nobody compared",
    ),
    (
        "due_syncs.sql",
        &["connections", "spend_syncs"],
        "a worker looks for accounts that are to be read",
    ),
    (
        "due_writes.sql",
        &["platform_writes"],
        "a worker looks for changes that somebody left",
    ),
    (
        "writes_state.sql",
        &["platform_writes"],
        "measures of all that waits",
    ),
    (
        "take_batch.sql",
        &["spend_batches"],
        "a worker looks for batches that loaders left",
    ),
    (
        "remove_landed_rows.sql",
        &["spend_landing"],
        "what is not kept goes, by age",
    ),
    (
        "remove_batches.sql",
        &["spend_batches"],
        "what is not kept goes, by age",
    ),
    (
        "spend_state.sql",
        &["connections", "spend_batches", "spend_syncs"],
        "measures of all that waits",
    ),
    (
        "abandon_tests.sql",
        &["export_ledger"],
        "what nobody finishes ends, by age",
    ),
    (
        "remove_export_answers.sql",
        &["export_ledger"],
        "what is not kept goes, by age",
    ),
    (
        "remove_exports.sql",
        &["export_ledger"],
        "what is not kept goes, by age",
    ),
    (
        "waiting_exports.sql",
        &["export_marks"],
        "a worker looks for profiles with something to tell",
    ),
    (
        "take_lanes.sql",
        &["export_lanes"],
        "a worker looks for destinations with something to be done",
    ),
    (
        "waiting_outboxes.sql",
        &["outbox"],
        "a worker looks for profiles with something to tell",
    ),
    (
        "claim_deliveries.sql",
        &["deliveries", "webhook_subscriptions"],
        "a worker looks for deliveries that are due",
    ),
    (
        "/receivers.sql",
        &["webhook_subscriptions"],
        "what is sent at once is several profiles'; each row is found by its whole key",
    ),
    (
        "lock_receivers.sql",
        &["webhook_subscriptions"],
        "what is sent at once is several profiles'; each row is found by its whole key",
    ),
    (
        "settle_receivers.sql",
        &["webhook_subscriptions"],
        "what is sent at once is several profiles'; each row is found by its whole key",
    ),
    (
        "settle_deliveries.sql",
        &["deliveries"],
        "what is sent at once is several profiles'; each row is found by its whole key",
    ),
    (
        "fresher_profiles.sql",
        &["attribution_state", "replay_marks", "webhook_subscriptions"],
        "a worker looks for profiles of which something is to be told",
    ),
    (
        "postgres-webhooks/src/queue.rs",
        &["deliveries", "webhook_subscriptions"],
        "a worker looks for subscriptions whose deliveries are to go, and gives up what it claimed",
    ),
    (
        "remove_deliveries.sql",
        &["deliveries", "delivery_attempts"],
        "what is not kept goes, by age",
    ),
    (
        "outbox_state.sql",
        &["deliveries", "outbox", "webhook_subscriptions"],
        "measures of all that waits",
    ),
    (
        "exports_state.sql",
        &["export_lanes", "export_ledger", "export_marks"],
        "measures of all that waits",
    ),
    (
        "remove_evidence.sql",
        &["match_evidence"],
        "what is not kept goes, by age",
    ),
    (
        "remove_payloads.sql",
        &["deliveries"],
        "what is not kept goes, by age",
    ),
    (
        "attribution/state.rs",
        &["attribution_state"],
        "a worker looks for profiles that an earlier release derived",
    ),
    (
        "rederivation_preview.rs",
        &["identifiers", "identity_rederivations"],
        "the operator asks what an upgrade will change, in every profile",
    ),
    (
        "inspection.rs",
        &["recomputes"],
        "the doctor counts what failed again and again",
    ),
    (
        "rederivation.rs",
        &["identity_rederivations"],
        "a worker looks for a profile that is left",
    ),
    (
        "rederive/next.sql",
        &["identity_rederivations"],
        "a worker looks for a profile that is left",
    ),
    (
        "retention.rs",
        &["forgotten_browsers"],
        "a worker looks for a profile with something to forget",
    ),
    (
        "queue_state.sql",
        &["attribution_state", "recomputes", "replay_marks"],
        "measures of the whole queue",
    ),
    (
        "waiting_profiles.sql",
        &[
            "evidence_rereadings",
            "exclusion_passes",
            "identifier_pairs",
            "identifiers",
            "replay_marks",
        ],
        "a worker looks for profiles that wait",
    ),
    (
        "remove_audit.sql",
        &["audit_events"],
        "what the operator does not keep goes, by age",
    ),
    (
        "remove_recomputes.sql",
        &["recomputes", "restatements"],
        "what the operator does not keep goes, by age",
    ),
    (
        "rollups/build.rs",
        &["attribution_state"],
        "an upgrade looks for a profile whose rollups are missing",
    ),
];

/// Constraints that are looked at when a transaction ends. What they forbid is refused before that, by the
/// use cases; an engine that loses their SQLSTATE at the end loses nothing by it.
const DEFERRED: [&str; 2] = ["channel_rules_priority", "outcome_definitions_key"];

/// The last migration of before the rule that each has one statement.
const LAST_WITH_MANY: &str = "2026-11-23-008100_bound_browsers";

fn ask(sql: &str) -> BTreeSet<String> {
    let answer = TestDatabase::create().execute(sql).unwrap();
    let lines = answer.lines().map(str::trim);
    lines
        .filter(|line| !line.is_empty())
        .map(str::to_owned)
        .collect()
}

fn named(tables: &[&str]) -> String {
    let quoted: Vec<String> = tables.iter().map(|table| format!("'{table}'")).collect();
    quoted.join(", ")
}

#[test]
fn every_table_is_a_tenants_or_the_installations() {
    let tables = ask(
        "SELECT c.relname FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace \
         AND c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relname NOT LIKE '\\_\\_%'",
    );
    let listed = TENANT.iter().chain(&GLOBAL).map(ToString::to_string);
    assert_eq!(tables, listed.collect());
}

#[test]
fn keys_of_tenants_begin_with_the_profile() {
    let others = ask(&format!(
        "SELECT c.relname || ' ' || k.relname FROM pg_index i \
         JOIN pg_class c ON c.oid = i.indrelid JOIN pg_class k ON k.oid = i.indexrelid \
         JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = i.indkey[0] \
         WHERE i.indisunique AND a.attname <> 'profile_id' AND c.relname IN ({})",
        named(&TENANT)
    ));
    assert_eq!(others, BTreeSet::new());
}

#[test]
fn the_schema_has_nothing_that_a_distributed_engine_has_not() {
    let triggers = ask("SELECT tgname FROM pg_trigger WHERE NOT tgisinternal");
    assert_eq!(triggers, BTreeSet::new());
    let sequences = ask("SELECT relname FROM pg_class WHERE relkind = 'S'");
    assert_eq!(sequences, BTreeSet::new());
    let generated = ask(
        "SELECT attrelid::regclass || '.' || attname FROM pg_attribute \
         WHERE attgenerated <> '' OR attidentity <> ''",
    );
    assert_eq!(generated, BTreeSet::new());
    // What an extension brings is on every node that has the extension.
    let functions = ask(
        "SELECT proname FROM pg_proc p WHERE pronamespace = 'public'::regnamespace AND NOT EXISTS ( \
         SELECT FROM pg_depend d WHERE d.classid = 'pg_proc'::regclass AND d.objid = p.oid AND d.deptype = 'e')",
    );
    assert_eq!(functions, BTreeSet::new());
    let across = ask(&format!(
        "SELECT conname FROM pg_constraint WHERE contype = 'f' \
         AND (conrelid::regclass::text IN ({tenant})) <> (confrelid::regclass::text IN ({tenant}))",
        tenant = named(&TENANT)
    ));
    assert_eq!(across, BTreeSet::new());
    let deferred = ask("SELECT conname FROM pg_constraint WHERE condeferrable AND contype <> 't'");
    assert_eq!(deferred, DEFERRED.map(str::to_owned).into());
}

/// Every file below a folder.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path());
    entries
        .flat_map(|path| {
            if path.is_dir() {
                files(&path)
            } else {
                vec![path]
            }
        })
        .collect()
}

/// The statements of a file: all of it, or what stands between quotes.
fn statements(path: &Path) -> Vec<String> {
    let text = fs::read_to_string(path).unwrap();
    if path.extension().is_some_and(|kind| kind == "sql") {
        let lines = text
            .lines()
            .map(|line| line.split("--").next().unwrap_or_default());
        return vec![lines.collect::<Vec<_>>().join("\n")];
    }
    let code = text.split("#[cfg(test)]\nmod tests").next().unwrap();
    let quoted = Regex::new(r#"(?s)"((?:[^"\\]|\\.)*)""#).unwrap();
    let wrapped = Regex::new(r"\\\n\s*").unwrap();
    let begins =
        Regex::new(r"^\s*(SELECT|INSERT|UPDATE|DELETE|WITH|LOCK|TRUNCATE|COPY)\b").unwrap();
    let found = quoted.captures_iter(code).map(|it| it[1].to_owned());
    found
        .map(|text| wrapped.replace_all(&text, "").into_owned())
        .filter(|text| begins.is_match(text))
        .collect()
}

/// Tables of tenants that a statement reads or writes without naming the profile.
fn without_profile(statement: &str) -> BTreeSet<String> {
    let reference = Regex::new(
        r"\b(FROM|JOIN|UPDATE|INTO|USING)\s+(?:ONLY\s+)?(\w+)(?:\s+(?:AS\s+)?([a-z]\w*)\b)?",
    )
    .unwrap();
    let names = |name: &str, text: &str| {
        let named = format!(r"\b{name}\.profile_id\s*=\s*(\$\d|ANY)");
        Regex::new(&named).unwrap().is_match(text)
    };
    let alone = Regex::new(r"(^|[^.\w])profile_id\s*=\s*(\$\d|\{)").unwrap();
    // What a WITH calls like a table is none.
    let called = |name: &str| {
        let own = Regex::new(&format!(r"\b{name} AS (NOT )?(MATERIALIZED )?\(")).unwrap();
        own.is_match(statement)
    };
    let mut found = BTreeSet::new();
    for reference in reference.captures_iter(statement) {
        let (verb, table) = (&reference[1], &reference[2]);
        if !TENANT.contains(&table) || called(table) {
            continue;
        }
        let alias = reference.get(3).map(|alias| alias.as_str());
        let rest = &statement[reference.get(2).unwrap().end()..];
        let columns = rest.split(')').next().unwrap_or_default();
        let is_named = match alias {
            _ if verb == "INTO" => columns.contains("profile_id"),
            Some(alias) => names(alias, statement),
            None => alone.is_match(statement) || names(table, statement),
        };
        if !is_named {
            found.insert(table.to_owned());
        }
    }
    found
}

/// Tables of tenants that are read or written through the query builder without naming the profile.
fn built_without_profile(code: &str) -> BTreeSet<String> {
    let imports = Regex::new(r"use postgres_schema::schema::(\{[^}]*\}|[\w ]+);").unwrap();
    let named = Regex::new(r"profile_id\s*\.eq\(|\.find\(\(|\.values\(").unwrap();
    let words = Regex::new(r"(\w+)(?: as (\w+))?").unwrap();
    let mut found = BTreeSet::new();
    for import in imports.captures_iter(code) {
        for word in words.captures_iter(import[1].trim_matches(['{', '}'])) {
            let name = word.get(2).map_or(&word[1], |alias| alias.as_str());
            if !TENANT.contains(&&word[1]) {
                continue;
            }
            let used = Regex::new(&format!(r"\b{name}::table\b")).unwrap();
            let without = used.find_iter(code).any(|place| {
                let rest = &code[place.end()..];
                let statement = rest.split(".await").next().unwrap_or_default();
                !named.is_match(statement.split(";\n").next().unwrap_or_default())
            });
            found.extend(without.then(|| word[1].to_owned()));
        }
    }
    found
}

#[test]
fn every_statement_names_the_profile_on_every_table_of_tenants() {
    // Every adapter of the database, but the one that has the schema itself.
    let adapters = fs::read_dir(root().join("crates/adapters")).unwrap();
    let adapters = adapters.map(|entry| entry.unwrap().path());
    let sources: Vec<_> = adapters
        .filter(|path| {
            let name = path.file_name().unwrap().to_str().unwrap();
            name.starts_with("postgres") && name != "postgres-schema"
        })
        .map(|path| path.join("src"))
        .collect();
    assert!(sources.len() > 8, "{sources:?}");
    let mut count = 0;
    let mut used = BTreeSet::new();
    for path in sources.iter().flat_map(|source| files(source)) {
        let place = path.to_str().unwrap().to_owned();
        let code = fs::read_to_string(&path).unwrap();
        let built = [(
            built_without_profile(&code),
            "a statement that is built".to_owned(),
        )];
        let written = statements(&path);
        count += written.len();
        let written = written
            .into_iter()
            .map(|statement| (without_profile(&statement), statement));
        for (tables, statement) in built.into_iter().chain(written) {
            for table in tables {
                let listed = OVER_ALL.iter().position(|(file, tables, _)| {
                    place.ends_with(file) && tables.contains(&&*table)
                });
                assert!(
                    listed.is_some(),
                    "{place} reads {table} of all profiles:\n{statement}"
                );
                used.extend(listed.map(|at| (at, table)));
            }
        }
    }
    assert!(count > 250, "{count}");
    let listed = OVER_ALL.iter().enumerate();
    let listed =
        listed.flat_map(|(at, (_, tables, _))| tables.iter().map(move |it| (at, (*it).to_owned())));
    assert_eq!(used, listed.collect(), "listed and not there any more");
}

#[test]
fn a_statement_without_the_profile_is_found() {
    let without = |statement: &str| without_profile(statement).into_iter().collect::<Vec<_>>();
    assert_eq!(
        without("SELECT 1 FROM visitors v WHERE v.id = $1"),
        ["visitors"]
    );
    assert_eq!(
        without("UPDATE sessions SET a = 1 WHERE id = $1"),
        ["sessions"]
    );
    assert_eq!(
        without(
            "SELECT 1 FROM visitors v JOIN sessions s ON s.profile_id = v.profile_id WHERE v.profile_id = $1"
        ),
        ["sessions"]
    );
    assert!(without("SELECT 1 FROM visitors WHERE profile_id = $1").is_empty());
    assert!(without("SELECT 1 FROM users WHERE id = $1").is_empty());
}

#[test]
fn migrations_have_one_statement_each_from_here_on() {
    let dollars = Regex::new(r"(?s)\$\$.*?\$\$|'[^']*'|--[^\n]*").unwrap();
    let mut folders = files(&root().join("migrations"));
    folders.retain(|path| {
        let folder = path.parent().and_then(Path::file_name).unwrap();
        path.extension().is_some_and(|kind| kind == "sql")
            && folder.to_str().unwrap() > LAST_WITH_MANY
    });
    assert!(!folders.is_empty());
    for path in folders {
        let text = fs::read_to_string(&path).unwrap();
        let bare = dollars.replace_all(&text, "");
        let parts = bare.split(';').filter(|part| !part.trim().is_empty());
        assert_eq!(parts.count(), 1, "{}", path.display());
    }
}
