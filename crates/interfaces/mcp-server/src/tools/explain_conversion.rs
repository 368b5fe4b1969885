//! `explain_conversion`

use kernel::{ConversionId, Model, Scope};
use serde_json::value::RawValue;

use super::arguments::{Argument, Kind, model};
use super::{ProfileCall, Subject, Tool, json_schema, written};
use http_kit::envelope::ProfileMeta;
use http_kit::extract::{FromQuery, Invalid, QueryReader, parse_uuid, read_model};
use http_kit::problem::{FieldCode, Problem};
use rest_api::conversions::explain::explanation;
use rest_api::conversions::explained::ConversionExplanation;

pub(super) fn tool() -> Tool {
    Tool {
        name: "explain_conversion",
        title: "Explain a conversion",
        description: "Why one conversion is credited as it is: every candidate touch with the reason \
            why it counts or not, the rule that named its channel, its share and what it is credited, \
            and the identifiers that joined the person. Needs the grant mcp:read_pii.",
        arguments: vec![
            Argument::required(
                "conversion_id",
                Kind::Id,
                "The conversion, as customers names it.",
            ),
            model(),
        ],
        units: 1,
        subject: Subject::Profile {
            scope: Scope::CustomersRead,
            run: |call| Box::pin(run(call)),
        },
        output: json_schema::envelope::<ConversionExplanation, ProfileMeta>(),
    }
}

struct Arguments {
    id: ConversionId,
    model: Model,
}

impl FromQuery for Arguments {
    type Query = Self;

    fn from_query(query: &mut QueryReader) -> Result<Self, Invalid> {
        let id = query.required("conversion_id", |text| {
            parse_uuid(text).ok_or((FieldCode::Malformed, "is not a UUID"))
        });
        let model = read_model(query);
        Ok(Self {
            id: ConversionId::new(id?),
            model: model?,
        })
    }
}

async fn run(call: ProfileCall<'_>) -> Result<Box<RawValue>, Problem> {
    let Arguments { id, model } = call.arguments.read::<Arguments>()?;
    written(&explanation(call.state, call.access, id, model).await?)
}
