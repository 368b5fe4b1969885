//! The schema: migrations, partitions, dead rows, indexes.

use kernel::Date;
use time::Month;

use crate::{Constraint, Finding, Inspection, Severity, Table};

/// Months after the present one that must have a partition.
const MONTHS_AHEAD: usize = 2;

/// Fewer dead rows than that are no burden, whatever their share is.
const FEW_DEAD: i64 = 10_000;

/// A table with more dead rows than this share of its live ones is slow to read.
const DEAD_SHARE_PERCENT: i64 = 40;

pub(super) fn examine(inspection: &Inspection, findings: &mut Vec<Finding>) {
    migrations(inspection, findings);
    // Before its migrations a database has no tables of ours.
    if inspection.pending_migrations.is_empty() {
        partitions(inspection, findings);
    }
    for table in &inspection.tables {
        dead_rows(table, findings);
    }
    for index in &inspection.invalid_indexes {
        findings.push(Finding {
            code: "index_invalid",
            severity: Severity::Problem,
            what: format!("the index {index} is invalid"),
            why: "it costs every write and helps no read; its making was broken off",
            mend: format!("REINDEX INDEX CONCURRENTLY {index};"),
        });
    }
    if inspection.unredacted > 0 {
        findings.push(Finding {
            code: "addresses_unredacted",
            severity: Severity::Advice,
            what: format!(
                "{} tables of profiles have not been gone through for addresses of before",
                inspection.unredacted
            ),
            why: "passwords, tokens and e-mail addresses in stored addresses are still there",
            mend:
                "nothing, while a worker runs: it goes through them and goes on where it stopped; \
                   one that does not says why in its log"
                    .to_owned(),
        });
    }
    if let Some(it) = &inspection.rederivation {
        let part = if it.is_part { "the newest " } else { "" };
        let most = it.most.as_ref().map_or_else(String::new, |most| {
            format!(", at most {} {} on {}", most.2, most.1, most.0)
        });
        findings.push(Finding {
            code: "identity_rederivation",
            severity: Severity::Advice,
            what: format!(
                "people of {} profiles are to be derived anew: of {part}{} outcome events {} will be \
                 somebody else's, on {} days{most}; {} people become {}",
                it.profiles, it.events, it.events_moved, it.days, it.people_before, it.people_after
            ),
            why: "earlier releases joined people in the order in which events came, and took those \
                  behind one phone or mailbox for one",
            mend: "nothing, while a worker runs: one full replay with the cause identity_rederived \
                   shows it, and as_of what was reported before"
                .to_owned(),
        });
    }
    for Constraint { table, name } in &inspection.unproven_constraints {
        findings.push(Finding {
            code: "constraint_unproven",
            severity: Severity::Problem,
            what: format!("nobody has proven {name} for every row of {table}"),
            why: "a row that breaks it cannot be read, and what needs it fails; it was written by \
                  something else than this service",
            mend: format!(
                "ALTER TABLE {table} VALIDATE CONSTRAINT {name}; it tells what breaks it: correct \
                 those rows, then do it again"
            ),
        });
    }
}

fn migrations(inspection: &Inspection, findings: &mut Vec<Finding>) {
    let pending = &inspection.pending_migrations;
    if let Some(first) = pending.first() {
        findings.push(Finding {
            code: "migrations_pending",
            severity: Severity::Problem,
            what: format!(
                "{} migrations have not been applied, from {first} on",
                pending.len()
            ),
            why: "this program and the database do not fit: the service is not ready",
            mend: "tributary migrate".to_owned(),
        });
    }
}

fn partitions(inspection: &Inspection, findings: &mut Vec<Finding>) {
    let mut month = first_of_month(inspection.asked_at.to_utc().date());
    let mut missing = Vec::new();
    for _ in 0..=MONTHS_AHEAD {
        if !inspection.partitions.months.contains(&month) {
            missing.push(format!("{}-{:02}", month.year(), u8::from(month.month())));
        }
        month = next_month(month);
    }
    if !missing.is_empty() {
        findings.push(Finding {
            code: "partitions_missing",
            severity: Severity::Problem,
            what: format!(
                "browser events have no partition for {}",
                missing.join(", ")
            ),
            why: "the first event of such a month has to make it; the worker makes partitions ahead, so \
                  it has not run or has failed",
            mend: "tributary migrate, which makes them, and keep a worker running (tributary work)"
                .to_owned(),
        });
    }
    if inspection.partitions.has_stray_rows {
        findings.push(Finding {
            code: "default_partition_used",
            severity: Severity::Problem,
            what: "browser events lie in a default partition".to_owned(),
            why: "the partition of their month cannot be made while they are there, and no plan \
                  leaves them out",
            mend:
                "in one transaction: ALTER TABLE tracker_events DETACH PARTITION <default>, make \
                   the months' partitions, INSERT INTO tracker_events SELECT * FROM <default>"
                    .to_owned(),
        });
    }
}

fn dead_rows(table: &Table, findings: &mut Vec<Finding>) {
    let is_burden =
        table.dead > FEW_DEAD && table.dead > table.live.saturating_mul(DEAD_SHARE_PERCENT) / 100;
    if !is_burden {
        return;
    }
    let vacuumed = match table.vacuumed_at {
        Some(at) => format!("vacuumed last at {at}"),
        None => "never vacuumed".to_owned(),
    };
    let name = &table.name;
    findings.push(Finding {
        code: "dead_rows",
        severity: Severity::Advice,
        what: format!(
            "{name} has {} dead rows beside {} live ones, {vacuumed}",
            table.dead, table.live
        ),
        why: "reads go through the dead rows, too, and the table keeps growing",
        mend: format!(
            "VACUUM (ANALYZE) {name}; if it comes back, ALTER TABLE {name} SET \
             (autovacuum_vacuum_scale_factor = 0.02)"
        ),
    });
}

fn first_of_month(day: Date) -> Date {
    day.replace_day(1).unwrap_or(day)
}

fn next_month(first: Date) -> Date {
    let is_last = first.month() == Month::December;
    let year = first.year() + i32::from(is_last);
    Date::from_calendar_date(year, first.month().next(), 1).unwrap_or(Date::MAX)
}
