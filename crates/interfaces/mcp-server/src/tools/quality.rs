//! `quality`

use kernel::Scope;
use serde_json::value::RawValue;

use super::arguments::Nothing;
use super::{ProfileCall, Subject, Tool, json_schema, written};
use http_kit::problem::Problem;
use quality_api::score::{QualityScore, QualityScoreMeta, quality};

pub(super) fn tool() -> Tool {
    Tool {
        name: "quality",
        title: "Data quality",
        description: "A score of how much of what reports rest on is there, over the last thirty days, and \
            where points were lost. It is an index of evidence and no accuracy.",
        arguments: Vec::new(),
        units: 1,
        subject: Subject::Profile {
            scope: Scope::AnalyticsRead,
            run: |call| Box::pin(run(call)),
        },
        output: json_schema::envelope::<QualityScore, QualityScoreMeta>(),
    }
}

async fn run(call: ProfileCall<'_>) -> Result<Box<RawValue>, Problem> {
    call.arguments.read::<Nothing>()?;
    written(&quality(call.state, call.access).await?)
}
