//! `utm_health`

use kernel::Scope;
use serde_json::value::RawValue;

use super::arguments::model;
use super::{ProfileCall, Subject, Tool, json_schema, written};
use http_kit::problem::Problem;
use quality_api::utm::body::QualityMeta;
use quality_api::utm::health::{UtmHealth, UtmHealthParameters, health};

pub(super) fn tool() -> Tool {
    Tool {
        name: "utm_health",
        title: "Health of links",
        description: "How many touches of the last thirty days came by links with faults (missing or \
            unfilled UTM values, no ad id, unknown mediums), when that was looked at last, and which \
            conversions are credited to ads that nobody knows. Ask before trusting channels, campaigns \
            or ads; utm_findings names the links.",
        arguments: vec![model()],
        units: 1,
        subject: Subject::Profile {
            scope: Scope::AnalyticsRead,
            run: |call| Box::pin(run(call)),
        },
        output: json_schema::envelope::<UtmHealth, QualityMeta>(),
    }
}

async fn run(call: ProfileCall<'_>) -> Result<Box<RawValue>, Problem> {
    let model = call.arguments.read::<UtmHealthParameters>()?;
    written(&health(call.state, call.access, model).await?)
}
