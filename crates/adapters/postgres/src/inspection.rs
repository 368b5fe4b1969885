//! What a server and its database tell about their health.

use std::time::Duration;

use diesel::migration::MigrationSource;
use diesel::pg::Pg;
use diesel::prelude::*;
use diesel::sql_query;
use diesel::sql_types::{BigInt, Bool, Integer, Nullable, Text, Timestamptz};
use diesel_async::{AsyncPgConnection, RunQueryDsl, SimpleAsyncConnection};
use doctor::{
    Constraint, Exports, Inspection, Outbox, Partitions, Queue, Server, Spend, Table, Transactions,
};
use kernel::{Clock, StoreError, Timestamp};
use postgres_schema::MIGRATIONS;
use time::OffsetDateTime;

use crate::readiness::writing;
use crate::unproven::{self, Unproven};
use postgres_kit::error::store;
use postgres_kit::months::month_of;
use postgres_kit::pool::establish;
use postgres_kit::queue_state;

#[derive(QueryableByName)]
#[expect(clippy::struct_excessive_bools, reason = "one a setting of the server")]
struct ServerRow {
    #[diesel(sql_type = Timestamptz)]
    now: OffsetDateTime,
    #[diesel(sql_type = Integer)]
    version: i32,
    #[diesel(sql_type = Bool)]
    fsync: bool,
    #[diesel(sql_type = Bool)]
    synchronous_commit: bool,
    #[diesel(sql_type = Bool)]
    full_page_writes: bool,
    #[diesel(sql_type = Bool)]
    autovacuum: bool,
    #[diesel(sql_type = BigInt)]
    shared_buffers: i64,
    #[diesel(sql_type = BigInt)]
    database_size: i64,
    #[diesel(sql_type = Integer)]
    connections_allowed: i32,
    #[diesel(sql_type = BigInt)]
    transaction_age: i64,
    #[diesel(sql_type = Bool)]
    is_standby: bool,
    #[diesel(sql_type = Bool)]
    finds_contained: bool,
    #[diesel(sql_type = BigInt)]
    transaction_micros: i64,
    #[diesel(sql_type = Integer)]
    transaction_process: i32,
    #[diesel(sql_type = Bool)]
    is_migrated: bool,
}

#[derive(QueryableByName)]
struct NameRow {
    #[diesel(sql_type = Text)]
    name: String,
}

#[derive(QueryableByName)]
struct TableRow {
    #[diesel(sql_type = Text)]
    name: String,
    #[diesel(sql_type = BigInt)]
    live: i64,
    #[diesel(sql_type = BigInt)]
    dead: i64,
    #[diesel(sql_type = Nullable<Timestamptz>)]
    vacuumed_at: Option<OffsetDateTime>,
}

#[derive(QueryableByName)]
struct CountRow {
    #[diesel(sql_type = BigInt)]
    count: i64,
}

#[derive(QueryableByName)]
struct FoundRow {
    #[diesel(sql_type = Bool)]
    found: bool,
}

/// How long the whole look takes at most: a server that is silent gives up nothing by itself.
const PATIENCE: Duration = Duration::from_mins(1);

/// Looks at the database, over a connection of its own, and changes nothing in it; a table that only
/// this connection sees is written to. Every statement gives up after ten seconds.
pub async fn inspect(url: &str, clock: &dyn Clock) -> Result<Inspection, StoreError> {
    let looked = tokio::time::timeout(PATIENCE, look(url, clock)).await;
    looked.unwrap_or_else(|_| {
        let told = format!("it was silent for {} s", PATIENCE.as_secs());
        Err(StoreError::Unavailable(told))
    })
}

async fn look(url: &str, clock: &dyn Clock) -> Result<Inspection, StoreError> {
    let mut connection = establish(url)
        .await
        .map_err(|error| StoreError::Unavailable(error.to_string()))?;
    connection
        .batch_execute("SET statement_timeout = '10s'")
        .await
        .map_err(store)?;
    let writing = writing(&mut connection).await?;
    connection
        .batch_execute("SET default_transaction_read_only = on")
        .await
        .map_err(store)?;
    // Once for nothing: the first statement of a connection takes longer than the others.
    let _: ServerRow = server(&mut connection).await?;
    let before = clock.now();
    let row = server(&mut connection).await?;
    let took = clock.now().micros_since(before).max(0);
    let pending_migrations = pending(&mut connection, row.is_migrated).await?;
    let is_whole = pending_migrations.is_empty();
    Ok(Inspection {
        asked_at: before.plus_micros(took / 2),
        database_at: row.now.into(),
        round_trip: micros(took),
        transactions: Transactions {
            oldest: micros(row.transaction_micros),
            process: row.transaction_process,
        },
        server: told(&row),
        writing,
        partitions: partitions(&mut connection).await?,
        tables: tables(&mut connection).await?,
        invalid_indexes: invalid_indexes(&mut connection).await?,
        unproven_constraints: unproven_constraints(&mut connection).await?,
        unredacted: if is_whole {
            unredacted(&mut connection).await?
        } else {
            0
        },
        pending_migrations: pending_migrations.clone(),
        rederivation: if row.is_migrated {
            let is_there = !pending_migrations
                .iter()
                .any(|name| name.contains("settle_people"));
            postgres_people::rederivation(&mut connection, is_there).await?
        } else {
            None
        },
        queue: if is_whole {
            queue(&mut connection, before).await?
        } else {
            Queue::default()
        },
        outbox: if is_whole {
            outbox(&mut connection, before).await?
        } else {
            Outbox::default()
        },
        exports: if is_whole {
            exports(&mut connection, before).await?
        } else {
            Exports::default()
        },
        spend: if is_whole {
            spend(&mut connection, before).await?
        } else {
            Spend::default()
        },
    })
}

async fn outbox(connection: &mut AsyncPgConnection, now: Timestamp) -> Result<Outbox, StoreError> {
    let state = postgres_webhooks::state::read(connection, now).await?;
    Ok(Outbox {
        events: state.events,
        oldest_event: state.oldest_event,
        pending: state.pending,
        overdue: state.overdue,
        given_up: state.given_up,
    })
}

async fn exports(
    connection: &mut AsyncPgConnection,
    now: Timestamp,
) -> Result<Exports, StoreError> {
    let state = postgres_exports::state::read(connection, now).await?;
    Ok(Exports {
        marks: state.marks,
        oldest_mark: state.oldest_mark,
        waiting: state.waiting,
        overdue: state.overdue,
        disconnected: state.disconnected,
    })
}

async fn spend(connection: &mut AsyncPgConnection, now: Timestamp) -> Result<Spend, StoreError> {
    let state = postgres_spend::state::read(connection, now).await?;
    let changes = postgres_spend::changes::state(connection, now).await?;
    Ok(Spend {
        oldest_change: changes.oldest,
        overdue: state.overdue,
        outdated: state.outdated,
        failing: state.failing,
    })
}

fn micros(count: i64) -> Duration {
    Duration::from_micros(u64::try_from(count).unwrap_or_default())
}

async fn server(connection: &mut AsyncPgConnection) -> Result<ServerRow, StoreError> {
    sql_query(include_str!("sql/inspect_server.sql"))
        .get_result(connection)
        .await
        .map_err(store)
}

fn told(row: &ServerRow) -> Server {
    Server {
        version: row.version,
        fsync: row.fsync,
        synchronous_commit: row.synchronous_commit,
        full_page_writes: row.full_page_writes,
        autovacuum: row.autovacuum,
        shared_buffers: row.shared_buffers,
        database_size: row.database_size,
        connections_allowed: row.connections_allowed,
        transaction_age: row.transaction_age,
        is_standby: row.is_standby,
        finds_contained: row.finds_contained,
    }
}

/// Migrations of the program that the database does not have, by name.
async fn pending(
    connection: &mut AsyncPgConnection,
    is_migrated: bool,
) -> Result<Vec<String>, StoreError> {
    let unavailable = |error: &dyn std::fmt::Display| StoreError::inconsistent(error);
    let embedded =
        MigrationSource::<Pg>::migrations(&MIGRATIONS).map_err(|error| unavailable(&error))?;
    let applied: Vec<NameRow> = if is_migrated {
        sql_query("SELECT version::text AS name FROM __diesel_schema_migrations")
            .load(connection)
            .await
            .map_err(store)?
    } else {
        Vec::new()
    };
    let is_applied = |version: &str| applied.iter().any(|row| row.name == version);
    let mut missing: Vec<_> = embedded
        .iter()
        .filter(|migration| !is_applied(&migration.name().version().to_string()))
        .map(|migration| migration.name().to_string())
        .collect();
    missing.sort_unstable();
    Ok(missing)
}

async fn partitions(connection: &mut AsyncPgConnection) -> Result<Partitions, StoreError> {
    let rows: Vec<NameRow> = sql_query(
        "SELECT c.relname::text AS name FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid \
         WHERE i.inhparent = to_regclass('tracker_events') \
         AND pg_get_expr(c.relpartbound, c.oid) <> 'DEFAULT' ORDER BY 1",
    )
    .load(connection)
    .await
    .map_err(store)?;
    let strays: Vec<NameRow> = sql_query(
        "SELECT c.oid::regclass::text AS name FROM pg_inherits i \
         JOIN pg_class c ON c.oid = i.inhrelid \
         WHERE i.inhparent = to_regclass('tracker_events') \
         AND pg_get_expr(c.relpartbound, c.oid) = 'DEFAULT'",
    )
    .load(connection)
    .await
    .map_err(store)?;
    let mut partitions = Partitions {
        months: rows.iter().filter_map(|row| month_of(&row.name)).collect(),
        has_stray_rows: false,
    };
    for stray in strays {
        let row: FoundRow = sql_query(format!(
            "SELECT EXISTS (SELECT FROM {}) AS found",
            stray.name
        ))
        .get_result(connection)
        .await
        .map_err(store)?;
        partitions.has_stray_rows |= row.found;
    }
    Ok(partitions)
}

async fn tables(connection: &mut AsyncPgConnection) -> Result<Vec<Table>, StoreError> {
    let rows: Vec<TableRow> = sql_query(
        "SELECT relname::text AS name, n_live_tup AS live, n_dead_tup AS dead, \
         greatest(last_vacuum, last_autovacuum) AS vacuumed_at \
         FROM pg_stat_user_tables WHERE schemaname = current_schema() AND n_dead_tup > 0 \
         ORDER BY n_dead_tup DESC LIMIT 100",
    )
    .load(connection)
    .await
    .map_err(store)?;
    let table = |row: TableRow| Table {
        name: row.name,
        live: row.live,
        dead: row.dead,
        vacuumed_at: row.vacuumed_at.map(Into::into),
    };
    Ok(rows.into_iter().map(table).collect())
}

async fn invalid_indexes(connection: &mut AsyncPgConnection) -> Result<Vec<String>, StoreError> {
    let rows: Vec<NameRow> = sql_query(
        "SELECT i.indexrelid::regclass::text AS name FROM pg_index i \
         JOIN pg_class c ON c.oid = i.indexrelid \
         WHERE NOT i.indisvalid AND c.relnamespace = current_schema()::regnamespace \
         ORDER BY 1 LIMIT 100",
    )
    .load(connection)
    .await
    .map_err(store)?;
    Ok(rows.into_iter().map(|row| row.name).collect())
}

async fn unproven_constraints(
    connection: &mut AsyncPgConnection,
) -> Result<Vec<Constraint>, StoreError> {
    let found = unproven::find(connection).await?;
    let constraint = |Unproven { table, name }| Constraint { table, name };
    Ok(found.into_iter().map(constraint).collect())
}

async fn unredacted(connection: &mut AsyncPgConnection) -> Result<u64, StoreError> {
    let waiting: CountRow = sql_query("SELECT count(*) AS count FROM address_redactions")
        .get_result(connection)
        .await
        .map_err(store)?;
    Ok(u64::try_from(waiting.count).unwrap_or_default())
}

async fn queue(connection: &mut AsyncPgConnection, now: Timestamp) -> Result<Queue, StoreError> {
    let state = queue_state::read(connection, now).await?;
    let again: CountRow = sql_query(
        "SELECT count(*) AS count FROM recomputes WHERE status <> 'completed' AND attempts > 2",
    )
    .get_result(connection)
    .await
    .map_err(store)?;
    Ok(Queue {
        marks: state.marks,
        oldest_mark: state.oldest_mark,
        oldest_full_queued: state.oldest_full_queued,
        full_running: state.full_running,
        leases_expired: state.leases_expired,
        begun_again: u64::try_from(again.count).unwrap_or_default(),
    })
}
