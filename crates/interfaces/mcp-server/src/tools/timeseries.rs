//! `timeseries`

use kernel::Scope;
use rest_api::timeseries::get::TimeSeriesParameters;
use serde_json::value::RawValue;

use super::arguments::{Argument, Kind, question};
use super::{ProfileCall, Subject, Tool, json_schema, written};
use http_kit::problem::Problem;
use rest_api::breakdowns::FiguresMeta;
use rest_api::timeseries::get::{TimeSeriesData, time_series};

pub(super) fn tool() -> Tool {
    let mut arguments = vec![Argument::optional(
        "interval",
        Kind::Word(vec!["day", "week", "month"]),
        "day when absent; weeks begin on Monday.",
    )];
    arguments.extend(question());
    Tool {
        name: "timeseries",
        title: "Time series",
        description: "The figures of a breakdown for each day, week or month of a period, also those \
            in which nothing happened. Use it for trends and for finding when something changed.",
        arguments,
        units: 1,
        subject: Subject::Profile {
            scope: Scope::AnalyticsRead,
            run: |call| Box::pin(run(call)),
        },
        output: json_schema::envelope::<TimeSeriesData, FiguresMeta>(),
    }
}

async fn run(call: ProfileCall<'_>) -> Result<Box<RawValue>, Problem> {
    let query = call.arguments.read::<TimeSeriesParameters>()?;
    written(&time_series(call.state, call.access, &query).await?)
}
