//! What comes in of what ads cost.

use std::time::Duration;

use crate::{Finding, Inspection, Severity};

/// A platform that does not answer is asked again within minutes at first.
const LONG_UNKNOWN: Duration = Duration::from_hours(1);

/// What is due is begun within seconds; an account whose reader vanished is taken up after its lease.
const LONG_OVERDUE: Duration = Duration::from_mins(30);

pub(super) fn examine(inspection: &Inspection, findings: &mut Vec<Finding>) {
    let spend = &inspection.spend;
    if spend.overdue > LONG_OVERDUE {
        findings.push(Finding {
            code: "spend_behind",
            severity: Severity::Problem,
            what: format!(
                "an ad account, or a batch that a loader left, has waited for {} minutes to be read",
                spend.overdue.as_secs() / 60
            ),
            why: "reports show less spend than there was, and a better return",
            mend: "keep a worker running (tributary work, or serve without --no-worker) and look \
                   for 'spend could not be read' and 'a batch of spend waits' in its log"
                .to_owned(),
        });
    }
    if spend.outdated > 0 {
        findings.push(Finding {
            code: "spend_outdated",
            severity: Severity::Problem,
            what: format!(
                "{} ad accounts are not read, because their platform does not answer this version of its interface any more",
                spend.outdated
            ),
            why: "their days stay as they are, and connecting them anew does not help",
            mend: "set TRIBUTARY_SEARCH_ADS_API_VERSION or TRIBUTARY_SOCIAL_ADS_API_VERSION to one that the platform \
                   answers, or upgrade"
                .to_owned(),
        });
    }
    if spend.failing > 0 {
        findings.push(Finding {
            code: "spend_failing",
            severity: Severity::Advice,
            what: format!(
                "{} ad accounts could not be read for a day or longer",
                spend.failing
            ),
            why: "after three days somebody has to connect them anew",
            mend: "last_sync of GET /api/v1beta/connections/{id} and the console's page of spend say why"
                .to_owned(),
        });
    }
    if spend.oldest_change > LONG_UNKNOWN {
        findings.push(Finding {
            code: "platform_change_unknown",
            severity: Severity::Problem,
            what: format!(
                "it has not been known for {} minutes what came of a change at an ad platform",
                spend.oldest_change.as_secs() / 60
            ),
            why: "an ad may go on, or a budget be the old one, against what was decided",
            mend: "keep a worker running with TRIBUTARY_PLATFORM_WRITES=on, and look for 'a change was not made' in \
                   its log"
                .to_owned(),
        });
    }
}
