//! What is wrong with an installation, in words for the person who runs it.
//!
//! Decides: from which figure on something is a problem, what that means, and how it is mended.
//! Deliberately does not know: how the figures are read (that is the adapter's) or shown.
//!
//! Reading order: [`Inspection`] (what is looked at), [`examine`] (what follows from it),
//! [`server`], [`room`], [`work`], [`outbox`], [`exports`], [`spend`] (the rules).

mod exports;
mod outbox;
mod room;
mod server;
mod spend;
mod work;

use std::time::Duration;

use kernel::{Currency, Date, Timestamp};
use rust_decimal::Decimal;

/// How bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// Something does not work, will stop working, or may lose data.
    Problem,
    /// It works, and could work better.
    Advice,
}

/// One thing that was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// Names the kind of finding for programs; never changes.
    pub code: &'static str,
    /// How bad it is.
    pub severity: Severity,
    /// What is the case.
    pub what: String,
    /// What that means.
    pub why: &'static str,
    /// The command or the setting that mends it.
    pub mend: String,
}

/// What a database server tells about itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Inspection {
    /// The instant by the service's clock at which the database was asked, halfway between question
    /// and answer.
    pub asked_at: Timestamp,
    /// The same instant by the database's clock.
    pub database_at: Timestamp,
    /// How long question and answer took; clocks cannot be compared more exactly.
    pub round_trip: Duration,
    /// The server.
    pub server: Server,
    /// Whether anything can be written.
    pub writing: Writing,
    /// Migrations that the program has and the database lacks.
    pub pending_migrations: Vec<String>,
    /// Partitions of the browser events.
    pub partitions: Partitions,
    /// Tables with many dead rows, at most a hundred.
    pub tables: Vec<Table>,
    /// Indexes that no query may use, at most a hundred.
    pub invalid_indexes: Vec<String>,
    /// Constraints that were not proven for every row, at most a hundred.
    pub unproven_constraints: Vec<Constraint>,
    /// Tables of profiles whose stored addresses have not been gone through.
    pub unredacted: u64,
    /// What deriving people anew would come to, while there are profiles of earlier releases.
    pub rederivation: Option<Rederivation>,
    /// Transactions that have been open for a while.
    pub transactions: Transactions,
    /// The queue.
    pub queue: Queue,
    /// What waits to be told to the outside.
    pub outbox: Outbox,
    /// What is to be told to ad platforms.
    pub exports: Exports,
    /// What comes in of what ads cost.
    pub spend: Spend,
}

/// What deriving people anew would come to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rederivation {
    /// Profiles whose people will be derived anew.
    pub profiles: usize,
    /// Outcome events that were looked at, the newest of each profile.
    pub events: usize,
    /// Whether there are more of them.
    pub is_part: bool,
    /// Who has one of them now.
    pub people_before: usize,
    /// Who will have one.
    pub people_after: usize,
    /// How many of them will be somebody else's.
    pub events_moved: usize,
    /// On how many days (UTC) they happened.
    pub days: usize,
    /// The day and the currency of which most money moves, and how much.
    pub most: Option<(Date, Currency, Decimal)>,
}

/// A constraint by its table and its name, as SQL writes them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Constraint {
    /// The table.
    pub table: String,
    /// The constraint.
    pub name: String,
}

/// What becomes of a row that is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Writing {
    /// It is taken.
    #[default]
    Works,
    /// It is refused: the database is set to be read only, or follows another one.
    ReadOnly,
    /// It is refused: there is no room for it.
    NoRoom,
}

/// Settings and measures of the server.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "one a setting of the server")]
pub struct Server {
    /// For example 150004 for version 15.4.
    pub version: i32,
    /// Whether committed data survives a crash of the machine.
    pub fsync: bool,
    /// Whether a commit waits for the disk; any value but `off`.
    pub synchronous_commit: bool,
    /// Whether torn pages can be mended after a crash.
    pub full_page_writes: bool,
    /// Whether dead rows are removed by themselves.
    pub autovacuum: bool,
    /// Bytes.
    pub shared_buffers: i64,
    /// Bytes of this database.
    pub database_size: i64,
    /// Connections that ordinary users may open.
    pub connections_allowed: i32,
    /// Transactions until the identifiers of the oldest must not be used again; it stops at 2^31.
    pub transaction_age: i64,
    /// Whether it only follows another server.
    pub is_standby: bool,
    /// Whether customers can be found by any part of what is known of them.
    pub finds_contained: bool,
}

/// The partitions of the browser events.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Partitions {
    /// The first days of the months that have one, in order.
    pub months: Vec<Date>,
    /// Whether there is a default partition with rows in it.
    pub has_stray_rows: bool,
}

/// A table with dead rows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    /// Its name.
    pub name: String,
    /// Rows, estimated.
    pub live: i64,
    /// Rows that nobody sees and that still take room, estimated.
    pub dead: i64,
    /// When it was last vacuumed, by hand or by itself.
    pub vacuumed_at: Option<Timestamp>,
}

/// Open transactions of this database other than the inspection's own.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Transactions {
    /// How long the oldest has been open; zero when there is none.
    pub oldest: Duration,
    /// The process of the server that has it.
    pub process: i32,
}

/// The queue of replays.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Queue {
    /// Marks that wait, at most a million.
    pub marks: u64,
    /// Since when the oldest waits.
    pub oldest_mark: Duration,
    /// Since when the oldest full replay waits for a worker.
    pub oldest_full_queued: Duration,
    /// Full replays under way.
    pub full_running: u64,
    /// Full replays whose worker has not reported in time.
    pub leases_expired: u64,
    /// Full replays that were begun more than twice and are not finished.
    pub begun_again: u64,
}

/// What waits to be told to the outside.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Outbox {
    /// Events that are no deliveries yet, at most a million.
    pub events: u64,
    /// Since when the oldest of them has waited.
    pub oldest_event: Duration,
    /// Deliveries that wait for an attempt, at most a million.
    pub pending: u64,
    /// How long the most belated of them has been due, of receivers that answer.
    pub overdue: Duration,
    /// Subscriptions that are disabled because of their receivers.
    pub given_up: u64,
}

/// What is to be told to ad platforms.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Exports {
    /// Events that are to be looked at, at most a million.
    pub marks: u64,
    /// Since when the oldest of them has waited.
    pub oldest_mark: Duration,
    /// Deliveries that wait, at most a million.
    pub waiting: u64,
    /// How long the most belated destination has been due that is connected and not held back by its platform.
    pub overdue: Duration,
    /// Destinations with something to do whose account has to be connected anew.
    pub disconnected: u64,
}

/// What comes in of what ads cost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Spend {
    /// How long the most belated account or batch has been due.
    pub overdue: Duration,
    /// Accounts whose platform does not answer the version of its interface any more.
    pub outdated: u64,
    /// Other accounts that could not be read for a day.
    pub failing: u64,
    /// Since when the oldest change at a platform has waited to be found out.
    pub oldest_change: Duration,
}

/// What the service was told that concerns the server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The most connections that this process opens.
    pub connections: usize,
}

/// Everything that is wrong, problems first.
pub fn examine(inspection: &Inspection, plan: Plan) -> Vec<Finding> {
    let mut findings = Vec::new();
    server::examine(inspection, plan, &mut findings);
    room::examine(inspection, &mut findings);
    work::examine(inspection, &mut findings);
    outbox::examine(inspection, &mut findings);
    exports::examine(inspection, &mut findings);
    spend::examine(inspection, &mut findings);
    findings.sort_by_key(|finding| finding.severity);
    findings
}

#[cfg(test)]
mod tests;
