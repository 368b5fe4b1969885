//! What is under way: replays and transactions.

use std::time::Duration;

use crate::{Finding, Inspection, Severity};

/// A mark is served within a second or two; whoever waits this long waits for nobody.
const LONG_MARK: Duration = Duration::from_mins(5);

/// A full replay begins when its profile is free.
const LONG_QUEUED: Duration = Duration::from_mins(15);

/// No transaction of ours takes as long.
const LONG_TRANSACTION: Duration = Duration::from_mins(10);

pub(super) fn examine(inspection: &Inspection, findings: &mut Vec<Finding>) {
    marks(inspection, findings);
    full_replays(inspection, findings);
    transactions(inspection, findings);
}

fn marks(inspection: &Inspection, findings: &mut Vec<Finding>) {
    let queue = &inspection.queue;
    // While a full replay runs, the marks of its profile wait for it.
    if queue.oldest_mark > LONG_MARK && queue.full_running == 0 {
        findings.push(Finding {
            code: "replays_behind",
            severity: Severity::Problem,
            what: format!(
                "{} changes wait to be replayed, the oldest for {}",
                queue.marks,
                words(queue.oldest_mark)
            ),
            why: "reports do not show what has come in since",
            mend: "keep a worker running (tributary work, or serve without --no-worker) and look \
                   for 'a worker round failed' in its log"
                .to_owned(),
        });
    }
}

fn full_replays(inspection: &Inspection, findings: &mut Vec<Finding>) {
    let queue = &inspection.queue;
    if queue.leases_expired > 0 {
        findings.push(Finding {
            code: "replay_stalled",
            severity: Severity::Problem,
            what: format!(
                "{} full replays are under way whose worker does not report any more",
                queue.leases_expired
            ),
            why: "their results are not shown; a worker that runs takes them up again",
            mend: "keep a worker running: tributary work".to_owned(),
        });
    }
    if queue.begun_again > 0 {
        findings.push(Finding {
            code: "replay_fails",
            severity: Severity::Problem,
            what: format!(
                "{} full replays have been begun more than twice and are not finished",
                queue.begun_again
            ),
            why: "something ends their worker each time, memory perhaps; the old results are shown",
            mend: "run it where it can be watched: tributary replay --profile <id>".to_owned(),
        });
    }
    if queue.oldest_full_queued > LONG_QUEUED && queue.full_running == 0 {
        findings.push(Finding {
            code: "replay_waits",
            severity: Severity::Problem,
            what: format!(
                "a full replay has waited for {} and none is running",
                words(queue.oldest_full_queued)
            ),
            why: "a changed definition, window, currency or time zone does not show",
            mend: "keep a worker running: tributary work".to_owned(),
        });
    }
}

fn transactions(inspection: &Inspection, findings: &mut Vec<Finding>) {
    let transactions = &inspection.transactions;
    if transactions.oldest > LONG_TRANSACTION {
        findings.push(Finding {
            code: "transaction_open_long",
            severity: Severity::Problem,
            what: format!(
                "a transaction has been open for {}",
                words(transactions.oldest)
            ),
            why: "no dead row can be removed meanwhile, so everything becomes slower",
            mend: format!(
                "see who it is: SELECT * FROM pg_stat_activity WHERE pid = {pid}; end it: SELECT \
                 pg_terminate_backend({pid});",
                pid = transactions.process
            ),
        });
    }
}

/// A time that is long, roughly.
fn words(time: Duration) -> String {
    let minutes = time.as_secs() / 60;
    if minutes < 120 {
        format!("{minutes} minutes")
    } else {
        format!("{} hours", minutes / 60)
    }
}
