//! `paths`

use kernel::Scope;
use rest_api::paths::list::PathsParameters;
use serde_json::value::RawValue;

use super::arguments::{Argument, Kind, cursor, filters, goal, limit, period};
use super::{ProfileCall, Subject, Tool, json_schema, written};
use http_kit::problem::Problem;
use rest_api::breakdowns::RankedPagination;
use rest_api::paths::list::{PathsMeta, TouchPath, paths};

pub(super) fn tool() -> Tool {
    let mut arguments = period();
    arguments.extend([
        Argument::optional(
            "converting",
            Kind::Flag,
            "true (the default): paths that end in a conversion. false: paths of people without any.",
        ),
        goal("Conversion keys that count, one or several separated by commas; every key when absent."),
        filters(
            "Only paths with a touch that fits. Filters by dimension, all of which must hold of one and \
             the same touch, for example {\"channel\": \"is:Paid Search|Paid Social\"}.",
        ),
        limit("Rows a page; 20 when absent."),
        cursor(),
    ]);
    Tool {
        name: "paths",
        title: "Touch paths",
        description: "The most frequent sequences of channels that led to conversions, with \
            conversions, cash, people and touches of each; or those of people who have not converted.",
        arguments,
        units: 1,
        subject: Subject::Profile {
            scope: Scope::AnalyticsRead,
            run: |call| Box::pin(run(call)),
        },
        output: json_schema::page::<TouchPath, PathsMeta, RankedPagination>(),
    }
}

async fn run(call: ProfileCall<'_>) -> Result<Box<RawValue>, Problem> {
    let query = call.arguments.read::<PathsParameters>()?;
    written(&paths(call.state, call.access, query).await?)
}
