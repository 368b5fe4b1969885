//! `journey`

use kernel::Scope;
use reporting::journey::JourneyQuery;
use serde_json::value::RawValue;

use super::arguments::{Argument, Kind, limit};
use super::{ProfileCall, Subject, Tool, json_schema, written};
use http_kit::envelope::ProfileMeta;
use http_kit::extract::{FromQuery, Invalid, QueryReader};
use http_kit::problem::Problem;
use people_api::customers::PathPerson;
use people_api::customers::journey::{JourneyData, Part, journey};

pub(super) fn tool() -> Tool {
    Tool {
        name: "journey",
        title: "Customer journey",
        description: "Everything that one person did, earliest first: page views, identifications \
            and outcomes, with channel and campaign. An unknown person has an empty journey. \
            Personal data: needs the grant mcp:read_pii. Costs 3 units.",
        arguments: vec![
            Argument::required(
                "customer_profile_id",
                Kind::Text(128),
                "The person, as customers names them.",
            ),
            Argument::optional(
                "offset",
                Kind::Whole(0, u32::MAX),
                "Events to leave out; 0 when absent.",
            ),
            limit("Events a page; 50 when absent."),
        ],
        units: 3,
        subject: Subject::Profile {
            scope: Scope::CustomersRead,
            run: |call| Box::pin(run(call)),
        },
        output: json_schema::envelope::<JourneyData, ProfileMeta>(),
    }
}

struct Arguments(JourneyQuery);

impl FromQuery for Arguments {
    type Query = Self;

    fn from_query(query: &mut QueryReader) -> Result<Self, Invalid> {
        let person = query.required("customer_profile_id", PathPerson::parse);
        let part = Part::from_query(query);
        Ok(Self(part?.of(person?)))
    }
}

async fn run(call: ProfileCall<'_>) -> Result<Box<RawValue>, Problem> {
    let Arguments(query) = call.arguments.read::<Arguments>()?;
    written(&journey(call.state, call.access, &query).await?)
}
