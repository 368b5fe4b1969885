//! `list_export_rules`

use exports_api::rules::list::listed_rules;
use exports_api::rules::record::RuleBody;
use http_kit::keyset_pages::PageParameters;
use kernel::Scope;
use serde_json::value::RawValue;

use super::arguments::{cursor, limit};
use super::{ProfileCall, Subject, Tool, json_schema, written};
use http_kit::envelope::{CursorPagination, ProfileMeta};
use http_kit::problem::Problem;

pub(super) fn tool() -> Tool {
    Tool {
        name: "list_export_rules",
        title: "Export rules",
        description: "Which conversions ad platforms are told of, under which name and with which value, \
            the latest rule first, and what was decided under each in the last 7 days. Archived rules \
            are left out. Needs the grant mcp:write.",
        arguments: vec![limit("Rows a page; 20 when absent."), cursor()],
        units: 1,
        subject: Subject::Profile {
            scope: Scope::ExportsRead,
            run: |call| Box::pin(run(call)),
        },
        output: json_schema::page::<RuleBody, ProfileMeta, CursorPagination>(),
    }
}

async fn run(call: ProfileCall<'_>) -> Result<Box<RawValue>, Problem> {
    let query = call.arguments.read::<PageParameters>()?;
    written(&listed_rules(call.state, call.access, query).await?)
}
