//! `outcome_counts`

use kernel::Scope;
use serde_json::value::RawValue;

use super::arguments::{Argument, Kind};
use super::{ProfileCall, Subject, Tool, json_schema, written};
use http_kit::problem::Problem;
use rest_api::goals::days::{BoundedDaysMeta, Days};
use rest_api::goals::outcome_counts::{OutcomeTypeCount, outcome_counts};

pub(super) fn tool() -> Tool {
    Tool {
        name: "outcome_counts",
        title: "Outcome counts",
        description: "How often outcome events of each type happened in a period, what each type is \
            called, and which conversion definition claims it.",
        arguments: vec![
            Argument::optional(
                "date_from",
                Kind::Day,
                "First day, YYYY-MM-DD; 30 days in all when absent.",
            ),
            Argument::optional(
                "date_to",
                Kind::Day,
                "Last day, YYYY-MM-DD; today when absent. At most 366 days in all.",
            ),
        ],
        units: 1,
        subject: Subject::Profile {
            scope: Scope::ConversionsRead,
            run: |call| Box::pin(run(call)),
        },
        output: json_schema::list::<OutcomeTypeCount, BoundedDaysMeta>(),
    }
}

async fn run(call: ProfileCall<'_>) -> Result<Box<RawValue>, Problem> {
    let days = call.arguments.read::<Days>()?;
    written(&outcome_counts(call.state, call.access, days).await?)
}
