//! `freshness`

use kernel::Scope;
use serde_json::value::RawValue;

use super::arguments::Nothing;
use super::{ProfileCall, Subject, Tool, json_schema, written};
use http_kit::envelope::ProfileMeta;
use http_kit::problem::Problem;
use rest_api::profile::freshness::{FreshnessBody, freshness};

pub(super) fn tool() -> Tool {
    Tool {
        name: "freshness",
        title: "Freshness",
        description: "How far the figures are behind what was received, whether a full replay runs, \
            and the currency and time zone that reports show.",
        arguments: Vec::new(),
        units: 1,
        subject: Subject::Profile {
            scope: Scope::AnalyticsRead,
            run: |call| Box::pin(run(call)),
        },
        output: json_schema::envelope::<FreshnessBody, ProfileMeta>(),
    }
}

async fn run(call: ProfileCall<'_>) -> Result<Box<RawValue>, Problem> {
    call.arguments.read::<Nothing>()?;
    written(&freshness(call.state, call.access).await?)
}
