//! `readiness`

use kernel::Scope;
use serde_json::value::RawValue;

use super::arguments::Nothing;
use super::{ProfileCall, Subject, Tool, json_schema, written};
use http_kit::envelope::ProfileMeta;
use http_kit::problem::Problem;
use rest_api::profile::readiness::{ReadinessBody, readiness};

pub(super) fn tool() -> Tool {
    Tool {
        name: "readiness",
        title: "Readiness",
        description: "How far the profile is set up, judged by what has been received: every step \
            with how to do it, and the one next thing to do. Look here when figures are empty.",
        arguments: Vec::new(),
        units: 1,
        subject: Subject::Profile {
            scope: Scope::AnalyticsRead,
            run: |call| Box::pin(run(call)),
        },
        output: json_schema::envelope::<ReadinessBody, ProfileMeta>(),
    }
}

async fn run(call: ProfileCall<'_>) -> Result<Box<RawValue>, Problem> {
    call.arguments.read::<Nothing>()?;
    written(&readiness(call.state, call.access).await?)
}
