//! `restatements`

use kernel::Scope;
use rest_api::restatements::list::RestatementsParameters;
use serde_json::value::RawValue;

use super::arguments::{Argument, Kind, cursor, limit};
use super::{ProfileCall, Subject, Tool, json_schema, written};
use http_kit::envelope::{CursorPagination, ProfileMeta};
use http_kit::problem::Problem;
use rest_api::restatements::body::RestatementBody;
use rest_api::restatements::list::restatements;

pub(super) fn tool() -> Tool {
    Tool {
        name: "restatements",
        title: "Restatements",
        description: "Every change of a figure that was reported before, latest first: when, why, by \
            whom, which days, and what cash, conversions and spend changed by. Use it when a number \
            differs from one that was seen earlier.",
        arguments: vec![
            Argument::optional(
                "cause",
                Kind::Text(1024),
                "Only restatements with one of these causes, separated by commas, for example \
                 windows_changed,late_event.",
            ),
            limit("Rows a page; 20 when absent."),
            cursor(),
        ],
        units: 1,
        subject: Subject::Profile {
            scope: Scope::AnalyticsRead,
            run: |call| Box::pin(run(call)),
        },
        output: json_schema::page::<RestatementBody, ProfileMeta, CursorPagination>(),
    }
}

async fn run(call: ProfileCall<'_>) -> Result<Box<RawValue>, Problem> {
    let query = call.arguments.read::<RestatementsParameters>()?;
    written(&restatements(call.state, call.access, &query).await?)
}
