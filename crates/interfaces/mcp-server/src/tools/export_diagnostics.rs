//! `export_diagnostics`

use exports_api::diagnostics::{DiagnosticsBody, diagnostics};
use kernel::Scope;
use serde_json::value::RawValue;

use super::arguments::Nothing;
use super::{ProfileCall, Subject, Tool, json_schema, written};
use http_kit::envelope::{Envelope, ProfileMeta};
use http_kit::problem::Problem;

pub(super) fn tool() -> Tool {
    Tool {
        name: "export_diagnostics",
        title: "Export diagnostics",
        description: "Why conversions do or do not reach each ad platform: whether the destination ships \
            and what that means, how its account stands, how many deliveries wait since when, and what \
            helps. Begin here when a platform hears nothing. Needs the grant mcp:write.",
        arguments: Vec::new(),
        units: 1,
        subject: Subject::Profile {
            scope: Scope::ExportsRead,
            run: |call| Box::pin(run(call)),
        },
        output: json_schema::envelope::<DiagnosticsBody, ProfileMeta>(),
    }
}

async fn run(call: ProfileCall<'_>) -> Result<Box<RawValue>, Problem> {
    call.arguments.read::<Nothing>()?;
    written(&Envelope {
        data: diagnostics(call.state, call.access).await?,
        meta: ProfileMeta::from(call.access.profile_id),
    })
}
