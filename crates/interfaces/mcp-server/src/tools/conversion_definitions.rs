//! `conversion_definitions`

use kernel::Scope;
use serde_json::value::RawValue;

use super::arguments::Nothing;
use super::{ProfileCall, Subject, Tool, json_schema, written};
use http_kit::envelope::ProfileMeta;
use http_kit::problem::Problem;
use rest_api::goals::catalogue::{DefinitionCatalogues, definitions};

pub(super) fn tool() -> Tool {
    Tool {
        name: "conversion_definitions",
        title: "Conversion definitions",
        description: "Which outcome events are conversions, under which keys and with which kind of \
            revenue, and what pipeline stages are called. Needs the grant mcp:write, as the same \
            list does in the REST interface.",
        arguments: Vec::new(),
        units: 1,
        subject: Subject::Profile {
            scope: Scope::GoalsWrite,
            run: |call| Box::pin(run(call)),
        },
        output: json_schema::envelope::<DefinitionCatalogues, ProfileMeta>(),
    }
}

async fn run(call: ProfileCall<'_>) -> Result<Box<RawValue>, Problem> {
    call.arguments.read::<Nothing>()?;
    written(&definitions(call.state, call.access).await?)
}
