//! `restatement`

use kernel::{RestatementId, Scope};
use reporting::restatements::LinesQuery;
use rest_api::restatements::show::LinesParameters;
use serde_json::value::RawValue;

use super::arguments::{Argument, Kind, cursor, model};
use super::{ProfileCall, Subject, Tool, json_schema, written};
use http_kit::extract::{FromQuery, Invalid, QueryReader, parse_uuid};
use http_kit::problem::{FieldCode, Problem};
use rest_api::restatements::show::{RestatementPage, restatement};

pub(super) fn tool() -> Tool {
    Tool {
        name: "restatement",
        title: "Lines of a restatement",
        description: "What one restatement changed, day by day and channel by channel, before and \
            after.",
        arguments: vec![
            Argument::required(
                "restatement_id",
                Kind::Id,
                "The restatement, as restatements names it.",
            ),
            model(),
            Argument::optional(
                "limit",
                Kind::Whole(1, 500),
                "Lines a page; 100 when absent.",
            ),
            cursor(),
        ],
        units: 1,
        subject: Subject::Profile {
            scope: Scope::AnalyticsRead,
            run: |call| Box::pin(run(call)),
        },
        output: json_schema::of::<RestatementPage>(),
    }
}

struct Arguments {
    id: RestatementId,
    lines: LinesQuery,
}

impl FromQuery for Arguments {
    type Query = Self;

    fn from_query(query: &mut QueryReader) -> Result<Self, Invalid> {
        let id = query.required("restatement_id", |text| {
            parse_uuid(text).ok_or((FieldCode::Malformed, "is not a UUID"))
        });
        let lines = LinesParameters::from_query(query);
        Ok(Self {
            id: RestatementId::new(id?),
            lines: lines?,
        })
    }
}

async fn run(call: ProfileCall<'_>) -> Result<Box<RawValue>, Problem> {
    let Arguments { id, lines } = call.arguments.read::<Arguments>()?;
    written(&restatement(call.state, call.access, id, &lines).await?)
}
