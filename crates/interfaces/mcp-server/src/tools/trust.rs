//! `trust`

use kernel::Scope;
use serde_json::value::RawValue;

use super::arguments::Nothing;
use super::{ProfileCall, Subject, Tool, json_schema, written};
use http_kit::problem::Problem;
use quality_api::score::QualityScoreMeta;
use quality_api::trust::{Trust, trust};

pub(super) fn tool() -> Tool {
    Tool {
        name: "trust",
        title: "Signals of trust",
        description: "What to know before believing today's figures: replays, feeds that fell silent, unusual \
            days, money without a rate, low coverage, faulty links. Mention every signal that is not ok \
            when you report figures.",
        arguments: Vec::new(),
        units: 1,
        subject: Subject::Profile {
            scope: Scope::AnalyticsRead,
            run: |call| Box::pin(run(call)),
        },
        output: json_schema::envelope::<Trust, QualityScoreMeta>(),
    }
}

async fn run(call: ProfileCall<'_>) -> Result<Box<RawValue>, Problem> {
    call.arguments.read::<Nothing>()?;
    written(&trust(call.state, call.access).await?)
}
