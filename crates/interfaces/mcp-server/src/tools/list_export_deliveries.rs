//! `list_export_deliveries`

use export_rules::{LineKind, SkipReason, Status, Word};
use exports_api::deliveries::list::{ExportDeliveriesParameters, listed_deliveries};
use exports_api::deliveries::record::ExportDeliveryBody;
use kernel::Scope;
use serde_json::value::RawValue;

use super::arguments::{Argument, Kind, cursor, limit};
use super::{ProfileCall, Subject, Tool, json_schema, written};
use http_kit::envelope::{CursorPagination, ProfileMeta};
use http_kit::problem::Problem;

pub(super) fn tool() -> Tool {
    Tool {
        name: "list_export_deliveries",
        title: "Export deliveries",
        description: "What ad platforms were told, what waits, and what was not told with the reason and \
            what helps, the latest first. Names of fields that left are here, never what was in them. \
            Needs the grant mcp:write.",
        arguments: vec![
            Argument::optional("status", words::<Status>(), "Only those that stand so."),
            Argument::optional(
                "skip_reason",
                words::<SkipReason>(),
                "Only those that are not told for this reason.",
            ),
            Argument::optional(
                "destination_id",
                Kind::Id,
                "Only those of this destination, as list_export_destinations names it.",
            ),
            Argument::optional(
                "rule_id",
                Kind::Id,
                "Only those under this rule, as list_export_rules names it.",
            ),
            Argument::optional(
                "conversion_id",
                Kind::Id,
                "Only those that tell of this conversion.",
            ),
            Argument::optional(
                "kind",
                words::<LineKind>(),
                "Only those that are real, or tests that somebody made up.",
            ),
            limit("Rows a page; 20 when absent."),
            cursor(),
        ],
        units: 1,
        subject: Subject::Profile {
            scope: Scope::ExportsRead,
            run: |call| Box::pin(run(call)),
        },
        output: json_schema::page::<ExportDeliveryBody, ProfileMeta, CursorPagination>(),
    }
}

fn words<W: Word>() -> Kind {
    Kind::Word(W::ALL.iter().copied().map(W::as_str).collect())
}

async fn run(call: ProfileCall<'_>) -> Result<Box<RawValue>, Problem> {
    let query = call.arguments.read::<ExportDeliveriesParameters>()?;
    written(&listed_deliveries(call.state, call.access, query).await?)
}
