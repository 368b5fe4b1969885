//! `list_export_destinations`

use exports_api::destinations::list::{DestinationsBody, listed_destinations};
use kernel::Scope;
use serde_json::value::RawValue;

use super::arguments::Nothing;
use super::{ProfileCall, Subject, Tool, json_schema, written};
use http_kit::envelope::ProfileMeta;
use http_kit::problem::Problem;

pub(super) fn tool() -> Tool {
    Tool {
        name: "list_export_destinations",
        title: "Export destinations",
        description: "Where conversions are told: data sets and conversion actions of ad platforms, \
            whether each ships, the state of its account, and the newest that was decided for it; with \
            the profile's privacy mode and switches. Needs the grant mcp:write.",
        arguments: Vec::new(),
        units: 1,
        subject: Subject::Profile {
            scope: Scope::ExportsRead,
            run: |call| Box::pin(run(call)),
        },
        output: json_schema::envelope::<DestinationsBody, ProfileMeta>(),
    }
}

async fn run(call: ProfileCall<'_>) -> Result<Box<RawValue>, Problem> {
    call.arguments.read::<Nothing>()?;
    written(&listed_destinations(call.state, call.access).await?)
}
