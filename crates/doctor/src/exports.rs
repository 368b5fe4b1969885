//! What is to be told to ad platforms.

use std::time::Duration;

use crate::{Finding, Inspection, Severity};

/// An event that is marked is looked at within seconds.
const LONG_MARKED: Duration = Duration::from_mins(5);

/// What is due is sent within seconds; a lane whose holder vanished is taken up after a minute.
const LONG_OVERDUE: Duration = Duration::from_mins(15);

pub(super) fn examine(inspection: &Inspection, findings: &mut Vec<Finding>) {
    let exports = &inspection.exports;
    if exports.oldest_mark > LONG_MARKED || exports.overdue > LONG_OVERDUE {
        findings.push(Finding {
            code: "exports_behind",
            severity: Severity::Problem,
            what: format!(
                "{} events are to be looked at for ad platforms and {} deliveries wait, the oldest for {} minutes",
                exports.marks,
                exports.waiting,
                exports.oldest_mark.max(exports.overdue).as_secs() / 60
            ),
            why: "ad platforms do not hear of conversions, and take none that are too old",
            mend: "keep a worker running (tributary work, or serve without --no-worker) and look \
                   for 'exports could not go on' and 'a lane of exports' in its log"
                .to_owned(),
        });
    }
    if exports.disconnected > 0 {
        findings.push(Finding {
            code: "exports_disconnected",
            severity: Severity::Advice,
            what: format!(
                "{} export destinations wait for their account to be connected anew",
                exports.disconnected
            ),
            why: "their conversions wait, and a social network takes none older than a week",
            mend:
                "an owner or admin of the workspace connects the account on the console's page for \
                   connections"
                    .to_owned(),
        });
    }
}
