//! `breakdown`

use kernel::Scope;
use reporting::breakdown::{BreakdownBy, BreakdownQuery, Metric};
use serde_json::value::RawValue;

use super::arguments::{Argument, Kind, cursor, limit, question};
use super::{ProfileCall, Subject, Tool, json_schema, written};
use http_kit::extract::{FromQuery, Invalid, QueryReader};
use http_kit::problem::Problem;
use rest_api::breakdowns::get::breakdown;
use rest_api::breakdowns::wire::BreakdownAnswer;
use rest_api::breakdowns::{Asked, PathDimension};

pub(super) fn tool() -> Tool {
    let dimensions = BreakdownBy::ALL.map(|(_, name)| name).to_vec();
    let metrics = Metric::ALL.map(|(_, name)| name).to_vec();
    let mut arguments = vec![Argument::required(
        "dimension",
        Kind::Word(dimensions),
        "What to break the figures down by. Spend is known by channel, source, medium, campaign, \
         campaign_id (the platform's), ad_set and ad alone.",
    )];
    arguments.extend(question());
    arguments.extend([
        Argument::optional(
            "sort",
            Kind::Word(metrics),
            "The figure that rows are sorted by; revenue when absent.",
        ),
        Argument::optional(
            "order",
            Kind::Word(vec!["desc", "asc"]),
            "desc when absent.",
        ),
        limit("Rows a page; 20 when absent."),
        cursor(),
    ]);
    Tool {
        name: "breakdown",
        title: "Breakdown",
        description: "Spend, credited revenue, ROAS, credited conversions and web traffic by channel, \
            campaign, ad, landing page, country or another dimension, with the total over all rows. \
            A row whose key is null is what is not known.",
        arguments,
        units: 1,
        subject: Subject::Profile {
            scope: Scope::AnalyticsRead,
            run: |call| Box::pin(run(call)),
        },
        output: json_schema::of::<BreakdownAnswer>(),
    }
}

struct Arguments(BreakdownQuery);

impl FromQuery for Arguments {
    type Query = Self;

    fn from_query(query: &mut QueryReader) -> Result<Self, Invalid> {
        let dimension = query.required("dimension", PathDimension::parse);
        let asked = Asked::from_query(query);
        Ok(Self(asked?.by(dimension?)))
    }
}

async fn run(call: ProfileCall<'_>) -> Result<Box<RawValue>, Problem> {
    let Arguments(query) = call.arguments.read::<Arguments>()?;
    written(&breakdown(call.state, call.access, &query).await?)
}
