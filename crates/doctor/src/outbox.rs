//! What waits to be told to the outside.

use std::time::Duration;

use crate::{Finding, Inspection, Severity};

/// An event is a delivery within a second.
const LONG_EVENT: Duration = Duration::from_mins(5);

/// What is due is sent within a second; a claim that was lost is taken up after a minute.
const LONG_OVERDUE: Duration = Duration::from_mins(15);

pub(super) fn examine(inspection: &Inspection, findings: &mut Vec<Finding>) {
    let outbox = &inspection.outbox;
    if outbox.oldest_event > LONG_EVENT || outbox.overdue > LONG_OVERDUE {
        findings.push(Finding {
            code: "webhooks_behind",
            severity: Severity::Problem,
            what: format!(
                "{} events and {} deliveries of webhooks wait, the oldest for {} minutes",
                outbox.events,
                outbox.pending,
                outbox.oldest_event.max(outbox.overdue).as_secs() / 60
            ),
            why: "systems that are told of what happens do not hear of it",
            mend: "keep a worker running (tributary work, or serve without --no-worker) and look \
                   for 'webhooks could not go on' in its log"
                .to_owned(),
        });
    }
    if outbox.given_up > 0 {
        findings.push(Finding {
            code: "webhooks_given_up",
            severity: Severity::Advice,
            what: format!(
                "{} webhook subscriptions are disabled, because every request failed for days or the \
                 receiver wanted nothing more",
                outbox.given_up
            ),
            why: "nothing is sent to them until somebody enables them again",
            mend: "look at their deliveries on the console's page for webhooks; mend the receiver, send a \
                   test, and enable or delete the subscription"
                .to_owned(),
        });
    }
}
