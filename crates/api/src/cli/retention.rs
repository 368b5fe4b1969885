//! `tributary profiles retention`.

use application::ports::{Keep, RetentionDays};
use kernel::{Actor, ProfileId};
use personal_data::retention::change::{RetentionChange, RetentionError, change};

use super::{Failure, print};
use crate::composition::Environment;

/// Changes what is named and shows what is decided.
pub(super) async fn decide(
    environment: &Environment,
    profile_id: ProfileId,
    wanted: RetentionChange,
) -> Result<(), Failure> {
    let input = (profile_id, wanted);
    let changed = environment.write(&input, |work, context, (profile_id, wanted)| {
        Box::pin(change(work, context, *profile_id, Actor::Operator, *wanted))
    });
    let settings = changed.await.map_err(|error| match error {
        RetentionError::NotFound => Failure::usage("--profile: there is no such profile"),
        RetentionError::WithinWindow(_) => Failure::usage(format!("--tracker-days {error}")),
        RetentionError::Store(error) => error.into(),
    })?;
    print(&line("browser events", settings.tracker_days));
    print(&line(
        "outcome events and customers",
        settings.personal_days,
    ));
    Ok(())
}

fn line(what: &str, days: Option<RetentionDays>) -> String {
    match days {
        Some(days) => format!("{what} lose what is personal after {} days", days.get()),
        None => format!("{what} keep everything for ever"),
    }
}

/// What an option says; `None` when it is not given.
pub(super) fn days(option: &str, text: Option<&str>) -> Result<Option<Keep>, Failure> {
    let read = |text: &str| match text {
        "never" => Ok(Keep::ForEver),
        text => {
            let days = text.parse().ok().and_then(RetentionDays::new);
            let wrong = || Failure::usage(format!("{option} {text}: must be 30 to 3650, or never"));
            days.map(Keep::Days).ok_or_else(wrong)
        }
    };
    text.map(read).transpose()
}
