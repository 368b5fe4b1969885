//! What the `OpenAPI` document says of more than one operation: parameters and refusals, to be named in the
//! `params` and `responses` of an operation; what is [deprecated] and which members are always there
//! ([required]), which is said of the whole document at once.

pub mod deprecated;
pub mod required;

use std::collections::BTreeMap;

use utoipa::openapi::path::{Parameter, ParameterBuilder, ParameterIn};
use utoipa::openapi::response::{Response, ResponseBuilder};
use utoipa::openapi::schema::{KnownFormat, ObjectBuilder, SchemaFormat, Type};
use utoipa::openapi::{RefOr, Required};
use utoipa::{IntoParams, IntoResponses};

/// What is said of `model`, without an end: some operations say more of it.
pub const MODEL: &str = "The attribution model: last_touch (the default), first_touch, linear, \
    time_decay, last_non_direct or position_based";

/// A parameter of the query string, as text, that may be left out.
pub fn in_query(name: &str, description: &str) -> ParameterBuilder {
    ParameterBuilder::new()
        .name(name)
        .parameter_in(ParameterIn::Query)
        .required(Required::False)
        .description(Some(description))
        .schema(Some(ObjectBuilder::new().schema_type(Type::String)))
}

/// `date_from` and `date_to`, both required.
#[derive(Debug)]
pub enum PeriodParameters {}

impl IntoParams for PeriodParameters {
    fn into_params(_: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        let day = |name, description| day(name, description).required(Required::True).build();
        vec![
            day("date_from", "First day, YYYY-MM-DD."),
            day("date_to", "Last day, YYYY-MM-DD; at most 366 days in all."),
        ]
    }
}

/// `date_from` and `date_to`, both or neither: thirty days and today.
#[derive(Debug)]
pub enum OptionalPeriod {}

impl IntoParams for OptionalPeriod {
    fn into_params(_: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        let from = "First day, YYYY-MM-DD; with `date_to`. Without both, today and the thirty days \
            before it.";
        let to = "Last day, YYYY-MM-DD, with `date_from`; at most 366 days in all.";
        vec![day("date_from", from).build(), day("date_to", to).build()]
    }
}

/// A parameter that is a day.
fn day(name: &str, description: &str) -> ParameterBuilder {
    let format = Some(SchemaFormat::KnownFormat(KnownFormat::Date));
    let text = ObjectBuilder::new().schema_type(Type::String);
    in_query(name, description).schema(Some(text.format(format)))
}

/// `model`.
#[derive(Debug)]
pub enum ModelParameter {}

impl IntoParams for ModelParameter {
    fn into_params(_: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        vec![in_query("model", &format!("{MODEL}.")).build()]
    }
}

/// `limit` of a list that shows `DEFAULT` rows a page, and at most `MOST`.
#[derive(Debug)]
pub enum RowLimit<const DEFAULT: u32, const MOST: u32 = 100> {}

impl<const DEFAULT: u32, const MOST: u32> IntoParams for RowLimit<DEFAULT, MOST> {
    fn into_params(_: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        let number = ObjectBuilder::new()
            .schema_type(Type::Integer)
            .format(Some(SchemaFormat::KnownFormat(KnownFormat::Int32)))
            .default(Some(DEFAULT.into()))
            .minimum(Some(1))
            .maximum(Some(MOST));
        let description = format!("Rows a page, {DEFAULT} by default.");
        vec![in_query("limit", &description).schema(Some(number)).build()]
    }
}

/// `cursor` of a list that says of each page where the next one begins.
#[derive(Debug)]
pub enum PageCursor {}

impl IntoParams for PageCursor {
    fn into_params(_: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        let description = "`pagination.cursor` of the page before.";
        vec![in_query("cursor", description).build()]
    }
}

/// The refusal of a write that would have to wait too long.
#[derive(Debug)]
pub enum TooManyWrites {}

impl IntoResponses for TooManyWrites {
    fn responses() -> BTreeMap<String, RefOr<Response>> {
        let response = ResponseBuilder::new()
            .description("Too many writes at once; send the same again.")
            .build();
        BTreeMap::from([("503".to_owned(), RefOr::T(response))])
    }
}
