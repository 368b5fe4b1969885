use std::time::Duration;

use time::macros::date;

use super::*;

const NOW: i64 = 1_797_854_400_000_000;

/// A server with nothing wrong, in December 2026.
fn healthy() -> Inspection {
    Inspection {
        asked_at: Timestamp::from_micros(NOW),
        database_at: Timestamp::from_micros(NOW + 1_000_000),
        round_trip: Duration::from_millis(1),
        server: Server {
            version: 150_004,
            fsync: true,
            synchronous_commit: true,
            full_page_writes: true,
            autovacuum: true,
            shared_buffers: 128 * 1_024 * 1_024,
            database_size: 1_024 * 1_024 * 1_024,
            connections_allowed: 97,
            transaction_age: 1_000,
            is_standby: false,
            finds_contained: true,
        },
        writing: Writing::Works,
        pending_migrations: Vec::new(),
        partitions: Partitions {
            months: vec![
                date!(2026 - 12 - 01),
                date!(2027 - 01 - 01),
                date!(2027 - 02 - 01),
            ],
            has_stray_rows: false,
        },
        tables: Vec::new(),
        invalid_indexes: Vec::new(),
        unproven_constraints: Vec::new(),
        unredacted: 0,
        rederivation: None,
        transactions: Transactions::default(),
        queue: Queue::default(),
        outbox: Outbox::default(),
        exports: Exports::default(),
        spend: Spend::default(),
    }
}

fn codes(change: impl FnOnce(&mut Inspection)) -> Vec<&'static str> {
    let mut inspection = healthy();
    change(&mut inspection);
    let findings = examine(&inspection, Plan { connections: 16 });
    findings.iter().map(|finding| finding.code).collect()
}

#[test]
fn nothing_is_wrong_with_a_healthy_server() {
    assert_eq!(codes(|_| {}), [""; 0]);
}

#[test]
fn a_database_that_takes_nothing_is_a_problem() {
    let read_only = |it: &mut Inspection| it.writing = Writing::ReadOnly;
    assert_eq!(codes(read_only), ["database_read_only"]);
    let full = codes(|it| it.writing = Writing::NoRoom);
    assert_eq!(full, ["database_full"]);
    // A standby is told of once.
    let standby = |it: &mut Inspection| {
        it.writing = Writing::ReadOnly;
        it.server.is_standby = true;
    };
    assert_eq!(codes(standby), ["server_is_standby"]);
}

#[test]
fn every_setting_of_the_server_that_loses_data_is_a_problem() {
    assert_eq!(codes(|it| it.server.fsync = false), ["fsync_off"]);
    let one = codes(|it| it.server.synchronous_commit = false);
    assert_eq!(one, ["synchronous_commit_off"]);
    let one = codes(|it| it.server.full_page_writes = false);
    assert_eq!(one, ["full_page_writes_off"]);
    assert_eq!(codes(|it| it.server.autovacuum = false), ["autovacuum_off"]);
    assert_eq!(
        codes(|it| it.server.is_standby = true),
        ["server_is_standby"]
    );
    assert_eq!(codes(|it| it.server.version = 130_012), ["server_too_old"]);
}

#[test]
fn limits_of_the_server_are_compared_with_what_is_needed() {
    let one = codes(|it| it.server.connections_allowed = 15);
    assert_eq!(one, ["too_few_connections"]);
    let one = codes(|it| it.server.database_size *= 3);
    assert_eq!(one, ["shared_buffers_small"]);
    let bigger = codes(|it| {
        it.server.database_size *= 3;
        it.server.shared_buffers += 1;
    });
    assert_eq!(bigger, [""; 0]);
    let one = codes(|it| it.server.transaction_age = 1_500_000_000);
    assert_eq!(one, ["transaction_ids_old"]);
}

#[test]
fn a_change_that_nobody_knows_of_is_told_after_an_hour() {
    let after = |minutes| codes(|it| it.spend.oldest_change = Duration::from_mins(minutes));
    assert_eq!(after(60), [""; 0]);
    assert_eq!(after(61), ["platform_change_unknown"]);
}

#[test]
fn parts_of_names_are_found_where_the_database_can() {
    let one = codes(|it| it.server.finds_contained = false);
    assert_eq!(one, ["contained_text_not_searched"]);
    // What is not migrated has no such index, either.
    let pending = codes(|it| {
        it.server.finds_contained = false;
        it.pending_migrations = vec!["m".to_owned()];
    });
    assert_eq!(pending, ["migrations_pending"]);
}

#[test]
fn clocks_may_differ_by_two_seconds_and_the_time_of_the_question() {
    let skewed = |micros: i64, round_trip: u64| {
        codes(|it| {
            it.database_at = Timestamp::from_micros(NOW - micros);
            it.round_trip = Duration::from_secs(round_trip);
        })
    };
    assert_eq!(skewed(1_900_000, 0), [""; 0]);
    assert_eq!(skewed(2_100_000, 0), ["clock_skew"]);
    assert_eq!(skewed(2_100_000, 1), [""; 0]);
    assert_eq!(skewed(-2_100_000, 0), ["clock_skew"]);
}

#[test]
fn the_schema_has_to_be_whole() {
    let one = codes(|it| it.pending_migrations = vec!["20260101".to_owned()]);
    assert_eq!(one, ["migrations_pending"]);
    let one = codes(|it| it.partitions.months.truncate(2));
    assert_eq!(one, ["partitions_missing"]);
    let one = codes(|it| it.partitions.has_stray_rows = true);
    assert_eq!(one, ["default_partition_used"]);
    let one = codes(|it| it.invalid_indexes = vec!["a".to_owned()]);
    assert_eq!(one, ["index_invalid"]);
    let one = codes(|it| {
        it.unproven_constraints = vec![super::Constraint {
            table: "a".to_owned(),
            name: "b".to_owned(),
        }];
    });
    assert_eq!(one, ["constraint_unproven"]);
    let one = codes(|it| it.unredacted = 2);
    assert_eq!(one, ["addresses_unredacted"]);
    let one = codes(|it| it.rederivation = Some(Rederivation::default()));
    assert_eq!(one, ["identity_rederivation"]);
    // Without tables there is nothing to say about partitions.
    let one = codes(|it| {
        it.pending_migrations = vec!["20260101".to_owned()];
        it.partitions.months.clear();
    });
    assert_eq!(one, ["migrations_pending"]);
}

#[test]
fn dead_rows_count_when_they_are_many_both_ways() {
    let dead = |live, dead| {
        codes(|it| {
            it.tables = vec![Table {
                name: "replay_marks".to_owned(),
                live,
                dead,
                vacuumed_at: None,
            }];
        })
    };
    assert_eq!(dead(0, 10_000), [""; 0]);
    assert_eq!(dead(0, 10_001), ["dead_rows"]);
    assert_eq!(dead(100_000, 40_000), [""; 0]);
    assert_eq!(dead(100_000, 40_001), ["dead_rows"]);
}

#[test]
fn work_that_does_not_move_is_a_problem() {
    let minutes = Duration::from_mins;
    let one = codes(|it| it.queue.oldest_mark = minutes(6));
    assert_eq!(one, ["replays_behind"]);
    let during_a_full_replay = codes(|it| {
        it.queue.oldest_mark = minutes(60);
        it.queue.oldest_full_queued = minutes(60);
        it.queue.full_running = 1;
    });
    assert_eq!(during_a_full_replay, [""; 0]);
    let one = codes(|it| it.queue.oldest_full_queued = minutes(16));
    assert_eq!(one, ["replay_waits"]);
    assert_eq!(codes(|it| it.queue.leases_expired = 1), ["replay_stalled"]);
    assert_eq!(codes(|it| it.queue.begun_again = 1), ["replay_fails"]);
    let one = codes(|it| it.transactions.oldest = minutes(11));
    assert_eq!(one, ["transaction_open_long"]);
}

#[test]
fn problems_come_before_advice() {
    let both = codes(|it| {
        it.server.database_size *= 3;
        it.invalid_indexes = vec!["a".to_owned()];
    });
    assert_eq!(both, ["index_invalid", "shared_buffers_small"]);
}

#[test]
fn what_is_not_told_in_time_is_a_problem_and_a_lost_receiver_is_worth_a_look() {
    let minutes = Duration::from_mins;
    assert_eq!(codes(|it| it.outbox.oldest_event = minutes(5)), [""; 0]);
    assert_eq!(
        codes(|it| it.outbox.oldest_event = minutes(6)),
        ["webhooks_behind"]
    );
    assert_eq!(codes(|it| it.outbox.overdue = minutes(15)), [""; 0]);
    assert_eq!(
        codes(|it| it.outbox.overdue = minutes(16)),
        ["webhooks_behind"]
    );
    assert_eq!(codes(|it| it.outbox.pending = 1_000_000), [""; 0]);
    assert_eq!(codes(|it| it.outbox.given_up = 1), ["webhooks_given_up"]);
}

#[test]
fn what_ad_platforms_do_not_hear_in_time_is_a_problem_and_a_lost_account_worth_a_look() {
    let minutes = Duration::from_mins;
    assert_eq!(codes(|it| it.exports.oldest_mark = minutes(5)), [""; 0]);
    assert_eq!(
        codes(|it| it.exports.oldest_mark = minutes(6)),
        ["exports_behind"]
    );
    assert_eq!(codes(|it| it.exports.overdue = minutes(15)), [""; 0]);
    assert_eq!(
        codes(|it| it.exports.overdue = minutes(16)),
        ["exports_behind"]
    );
    assert_eq!(codes(|it| it.exports.waiting = 1_000_000), [""; 0]);
    assert_eq!(
        codes(|it| it.exports.disconnected = 1),
        ["exports_disconnected"]
    );
}

#[test]
fn spend_that_does_not_come_in_is_a_problem_and_a_failing_account_worth_a_look() {
    let minutes = Duration::from_mins;
    assert_eq!(codes(|it| it.spend.overdue = minutes(30)), [""; 0]);
    assert_eq!(codes(|it| it.spend.overdue = minutes(31)), ["spend_behind"]);
    assert_eq!(codes(|it| it.spend.outdated = 1), ["spend_outdated"]);
    assert_eq!(codes(|it| it.spend.failing = 1), ["spend_failing"]);
}
