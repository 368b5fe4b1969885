//! `overview`

use kernel::Scope;
use rest_api::overview::OverviewParameters;
use serde_json::value::RawValue;

use super::arguments::{Argument, Kind, question};
use super::{ProfileCall, Subject, Tool, json_schema, written};
use http_kit::problem::Problem;
use rest_api::overview::get::{OverviewData, OverviewMeta, overview};

pub(super) fn tool() -> Tool {
    let mut arguments = question();
    arguments.push(Argument::optional(
        "as_of",
        Kind::Instant,
        "The figures as they were reported at this instant, RFC 3339. Only the filter channel and \
         accounting by conversion_date can be combined with it.",
    ));
    Tool {
        name: "overview",
        title: "Overview",
        description: "Ad spend, attributed cash revenue, ROAS, conversions, coverage and web traffic \
            of a period, beside the period of equal length before it. Start here for \"how are we \
            doing\" questions.",
        arguments,
        units: 1,
        subject: Subject::Profile {
            scope: Scope::AnalyticsRead,
            run: |call| Box::pin(run(call)),
        },
        output: json_schema::envelope::<OverviewData, OverviewMeta>(),
    }
}

async fn run(call: ProfileCall<'_>) -> Result<Box<RawValue>, Problem> {
    let query = call.arguments.read::<OverviewParameters>()?;
    written(&overview(call.state, call.access, &query).await?)
}
