//! `explain_conversion_exports`

use exports_api::deliveries::explain::{ConversionExportsBody, conversion_exports};
use kernel::{ConversionId, Scope};
use serde_json::value::RawValue;

use super::arguments::{Argument, Kind};
use super::{ProfileCall, Subject, Tool, json_schema, written};
use http_kit::envelope::{Envelope, ProfileMeta};
use http_kit::extract::{FromQuery, Invalid, QueryReader, parse_uuid};
use http_kit::problem::{FieldCode, Problem};

pub(super) fn tool() -> Tool {
    Tool {
        name: "explain_conversion_exports",
        title: "Explain what platforms were told of a conversion",
        description: "For each destination and each rule that reads one conversion: what was told, what \
            was withheld and by which rule, filter or reason, and which fields would leave now, by \
            their names and never with what is in them. Needs the grant mcp:write.",
        arguments: vec![Argument::required(
            "conversion_id",
            Kind::Id,
            "The conversion, as customers or list_export_deliveries names it.",
        )],
        units: 1,
        subject: Subject::Profile {
            scope: Scope::ExportsRead,
            run: |call| Box::pin(run(call)),
        },
        output: json_schema::envelope::<ConversionExportsBody, ProfileMeta>(),
    }
}

struct Arguments(ConversionId);

impl FromQuery for Arguments {
    type Query = Self;

    fn from_query(query: &mut QueryReader) -> Result<Self, Invalid> {
        let id = query.required("conversion_id", |text| {
            parse_uuid(text).ok_or((FieldCode::Malformed, "is not a UUID"))
        });
        Ok(Self(ConversionId::new(id?)))
    }
}

async fn run(call: ProfileCall<'_>) -> Result<Box<RawValue>, Problem> {
    let Arguments(id) = call.arguments.read::<Arguments>()?;
    written(&Envelope {
        data: conversion_exports(call.state, call.access, id).await?,
        meta: ProfileMeta::from(call.access.profile_id),
    })
}
