//! Migrations go up and down, may run at once, and match what diesel is told.

use std::collections::BTreeMap;

use diesel::sql_types::Text;
use diesel::{QueryableByName, sql_query};
use diesel_async::{AsyncConnection, AsyncMigrationHarness, AsyncPgConnection, RunQueryDsl};
use diesel_migrations::MigrationHarness;
use postgres_schema::MIGRATIONS;
use testkit::TestDatabase;
use tributary_postgres::migrate;

use crate::world::RUNTIME;

#[derive(QueryableByName)]
struct Column {
    #[diesel(sql_type = Text)]
    table_name: String,
    #[diesel(sql_type = Text)]
    name: String,
    #[diesel(sql_type = Text)]
    kind: String,
}

async fn columns(connection: &mut AsyncPgConnection) -> Vec<Column> {
    sql_query(
        "SELECT c.table_name::text, c.column_name::text AS name, \
         (c.udt_name || CASE c.is_nullable WHEN 'YES' THEN '?' ELSE '' END)::text AS kind \
         FROM information_schema.columns c \
         JOIN pg_class t ON t.oid = to_regclass(c.table_name) AND NOT t.relispartition \
         WHERE c.table_schema = 'public' AND c.table_name NOT LIKE '\\_\\_%' \
         ORDER BY c.table_name, c.ordinal_position",
    )
    .load(connection)
    .await
    .unwrap()
}

#[test]
fn all_migrations_can_be_undone_and_done_again() {
    RUNTIME.block_on(async {
        let database = TestDatabase::create();
        let connection = AsyncPgConnection::establish(database.url()).await.unwrap();
        let mut harness = AsyncMigrationHarness::new(connection);
        tokio::task::block_in_place(|| {
            harness.revert_all_migrations(MIGRATIONS).unwrap();
        });
        let mut connection = harness.into_inner();
        assert!(columns(&mut connection).await.is_empty());
        assert!(!migrate(database.url()).await.unwrap().is_empty());
        assert!(!columns(&mut connection).await.is_empty());
    });
}

#[test]
fn two_replicas_may_migrate_at_once() {
    RUNTIME.block_on(async {
        let database = TestDatabase::create();
        let connection = AsyncPgConnection::establish(database.url()).await.unwrap();
        let mut harness = AsyncMigrationHarness::new(connection);
        tokio::task::block_in_place(|| {
            harness.revert_all_migrations(MIGRATIONS).unwrap();
        });
        let replicas: Vec<_> = (0..4)
            .map(|_| {
                let url = database.url().to_owned();
                tokio::spawn(async move { migrate(&url).await })
            })
            .collect();
        let mut applied = Vec::new();
        for replica in replicas {
            applied.push(replica.await.unwrap().unwrap().len());
        }
        applied.sort_unstable();
        assert_eq!(applied[..3], [0, 0, 0], "{applied:?}");
        assert!(applied[3] > 0);
    });
}

/// Columns that `schema.rs` names, by table, in PostgreSQL's words.
fn described() -> BTreeMap<String, Vec<(String, String)>> {
    let source = include_str!("../../../postgres-schema/src/schema.rs");
    let mut tables: BTreeMap<String, Vec<(String, String)>> = BTreeMap::new();
    let mut table = String::new();
    for line in source.lines().map(str::trim) {
        if let Some((name, _)) = line
            .strip_suffix(") {")
            .and_then(|line| line.split_once(" ("))
        {
            name.clone_into(&mut table);
        } else if let Some((column, kind)) = line.trim_end_matches(',').split_once(" -> ") {
            let columns = tables.entry(table.clone()).or_default();
            columns.push((column.to_owned(), postgres_kind(kind)));
        }
    }
    tables
}

fn postgres_kind(kind: &str) -> String {
    if let Some(inner) = kind.strip_prefix("Nullable<") {
        return postgres_kind(inner.trim_end_matches('>')) + "?";
    }
    let word = match kind {
        "Uuid" => "uuid",
        "Text" => "text",
        "Timestamptz" => "timestamptz",
        "SmallInt" => "int2",
        "Integer" => "int4",
        "BigInt" => "int8",
        "Bool" => "bool",
        "Bytea" => "bytea",
        "Numeric" => "numeric",
        "Date" => "date",
        "Jsonb" => "jsonb",
        "Array<Text>" | "Array<Text" => "_text",
        "Array<Uuid>" | "Array<Uuid" => "_uuid",
        "Array<Bytea>" => "_bytea",
        "Array<Timestamptz>" => "_timestamptz",
        "Array<BigInt>" => "_int8",
        other => panic!("{other} is not known here"),
    };
    word.to_owned()
}

#[test]
fn the_schema_that_diesel_is_told_is_the_schema_that_migrations_make() {
    RUNTIME.block_on(async {
        let database = TestDatabase::create();
        let mut connection = AsyncPgConnection::establish(database.url()).await.unwrap();
        let mut real: BTreeMap<String, Vec<(String, String)>> = BTreeMap::new();
        for column in columns(&mut connection).await {
            real.entry(column.table_name)
                .or_default()
                .push((column.name, column.kind));
        }
        assert_eq!(described(), real);
    });
}
