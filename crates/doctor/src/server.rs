//! The server's version, settings and clock.

use std::time::Duration;

use crate::{Finding, Inspection, Plan, Severity, Writing};

/// The oldest major version that the statements are written for.
const OLDEST_VERSION: i32 = 14;

/// Clocks that differ by more make late events early and sessions long.
const MOST_SKEW: Duration = Duration::from_secs(2);

/// What a server has that nobody has configured: 128 MiB.
const DEFAULT_BUFFERS: i64 = 128 * 1_024 * 1_024;

/// Data that outgrows the default by this makes every report read the disk.
const BUFFERS_RATIO: i64 = 16;

/// Half of the two thousand million after which the server refuses to write.
const OLD_TRANSACTIONS: i64 = 1_000_000_000;

pub(super) fn examine(inspection: &Inspection, plan: Plan, findings: &mut Vec<Finding>) {
    version(inspection, findings);
    writing(inspection, findings);
    safety(inspection, findings);
    clock(inspection, findings);
    memory(inspection, findings);
    connections(inspection, plan, findings);
    age(inspection, findings);
    extensions(inspection, findings);
}

fn version(inspection: &Inspection, findings: &mut Vec<Finding>) {
    let major = inspection.server.version / 10_000;
    if major < OLDEST_VERSION {
        findings.push(Finding {
            code: "server_too_old",
            severity: Severity::Problem,
            what: format!("the server is PostgreSQL {major}"),
            why: "statements may fail, or be slow: the oldest version that is tested is 14",
            mend: "upgrade the server to PostgreSQL 15 or later (pg_upgrade)".to_owned(),
        });
    }
    if inspection.server.is_standby {
        findings.push(Finding {
            code: "server_is_standby",
            severity: Severity::Problem,
            what: "the server is a standby, which only follows another one".to_owned(),
            why: "nothing can be written there: every event is refused",
            mend: "point DATABASE_URL at the primary, or promote this one: \
                   SELECT pg_promote()"
                .to_owned(),
        });
    }
}

fn writing(inspection: &Inspection, findings: &mut Vec<Finding>) {
    let (code, what, mend) = match inspection.writing {
        Writing::ReadOnly if !inspection.server.is_standby => (
            "database_read_only",
            "the database is read-only",
            "find out who set it so (SHOW default_transaction_read_only), and take it back: \
             ALTER DATABASE name RESET default_transaction_read_only",
        ),
        Writing::NoRoom => (
            "database_full",
            "the disk of the database is full",
            "make room on it or enlarge it; the service goes on by itself",
        ),
        Writing::Works | Writing::ReadOnly => return,
    };
    findings.push(Finding {
        code,
        severity: Severity::Problem,
        what: what.to_owned(),
        why: "every event is refused",
        mend: mend.to_owned(),
    });
}

fn safety(inspection: &Inspection, findings: &mut Vec<Finding>) {
    let server = &inspection.server;
    let settings = [
        (
            server.fsync,
            "fsync_off",
            "fsync",
            "a crash of the machine can destroy the whole database",
        ),
        (
            server.full_page_writes,
            "full_page_writes_off",
            "full_page_writes",
            "a crash in the middle of a write can leave torn pages that cannot be mended",
        ),
        (
            server.synchronous_commit,
            "synchronous_commit_off",
            "synchronous_commit",
            "events that were acknowledged are lost when the server crashes",
        ),
        (
            server.autovacuum,
            "autovacuum_off",
            "autovacuum",
            "dead rows pile up, everything becomes slower, and at last the server stops writing",
        ),
    ];
    for (is_on, code, name, why) in settings {
        if !is_on {
            findings.push(Finding {
                code,
                severity: Severity::Problem,
                what: format!("{name} is off"),
                why,
                mend: format!("ALTER SYSTEM SET {name} = on; SELECT pg_reload_conf();"),
            });
        }
    }
}

fn clock(inspection: &Inspection, findings: &mut Vec<Finding>) {
    let micros = inspection
        .asked_at
        .micros()
        .abs_diff(inspection.database_at.micros());
    let skew = Duration::from_micros(micros);
    if skew > MOST_SKEW + inspection.round_trip {
        findings.push(Finding {
            code: "clock_skew",
            severity: Severity::Problem,
            what: format!(
                "the clocks of service and database differ by {} s",
                skew.as_secs()
            ),
            why: "credentials live too long or too short, and events get wrong times",
            mend: "synchronise both machines with the same time source, and check it: timedatectl"
                .to_owned(),
        });
    }
}

fn memory(inspection: &Inspection, findings: &mut Vec<Finding>) {
    let (buffers, size) = (
        inspection.server.shared_buffers,
        inspection.server.database_size,
    );
    if buffers <= DEFAULT_BUFFERS && size / BUFFERS_RATIO > buffers {
        findings.push(Finding {
            code: "shared_buffers_small",
            severity: Severity::Advice,
            what: format!(
                "shared_buffers is {} MiB for {} MiB of data",
                mebibytes(buffers),
                mebibytes(size)
            ),
            why: "reports and replays read again and again what memory could have kept",
            mend:
                "ALTER SYSTEM SET shared_buffers = '1GB' (a quarter of the machine's memory is a \
                   good start), then restart the server"
                    .to_owned(),
        });
    }
}

fn mebibytes(bytes: i64) -> i64 {
    bytes / (1_024 * 1_024)
}

fn connections(inspection: &Inspection, plan: Plan, findings: &mut Vec<Finding>) {
    let allowed = inspection.server.connections_allowed;
    let wanted = i32::try_from(plan.connections).unwrap_or(i32::MAX);
    if wanted > allowed {
        findings.push(Finding {
            code: "too_few_connections",
            severity: Severity::Problem,
            what: format!("the pool may open {wanted} connections and the server allows {allowed}"),
            why: "requests fail as soon as the service is busy",
            mend: format!(
                "start with --db-connections {}, or ALTER SYSTEM SET max_connections = {} and \
                 restart the server",
                (allowed / 2).max(2),
                wanted.saturating_mul(2).saturating_add(10)
            ),
        });
    }
}

fn age(inspection: &Inspection, findings: &mut Vec<Finding>) {
    let age = inspection.server.transaction_age;
    if age > OLD_TRANSACTIONS {
        findings.push(Finding {
            code: "transaction_ids_old",
            severity: Severity::Problem,
            what: format!("the oldest rows were written {age} transactions ago and not frozen"),
            why: "at two thousand million the server refuses to write",
            mend: "vacuumdb --all --freeze --jobs 2, and find what keeps autovacuum from it"
                .to_owned(),
        });
    }
}

fn extensions(inspection: &Inspection, findings: &mut Vec<Finding>) {
    // Whatever is migrated has it, or could not have it.
    if !inspection.server.finds_contained && inspection.pending_migrations.is_empty() {
        findings.push(Finding {
            code: "contained_text_not_searched",
            severity: Severity::Advice,
            what: "the extensions pg_trgm and btree_gin are missing, and the service may not create them"
                .to_owned(),
            why: "customers are found by what their names begin with, and not by a part of them",
            mend: "as an administrator: CREATE EXTENSION pg_trgm; CREATE EXTENSION btree_gin; then \
                   start the service anew"
                .to_owned(),
        });
    }
}
