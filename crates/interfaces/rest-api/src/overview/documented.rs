//! The parameters of a question, as the document tells them of every report that takes one.

use serde_json::Value;
use utoipa::IntoParams;
use utoipa::openapi::extensions::{Extensions, ExtensionsBuilder};
use utoipa::openapi::path::{Parameter, ParameterBuilder, ParameterIn};
use utoipa::openapi::schema::{KnownFormat, ObjectBuilder, SchemaFormat, Type};

use super::OverviewParameters;
use http_kit::documented::{MODEL, ModelParameter, PeriodParameters, in_query};

const ACCOUNTING: &str = "The day on which credit counts: conversion_date (the default)";

/// What every report of figures takes beside its own parameters.
#[derive(Debug)]
pub enum QuestionParameters {}

impl IntoParams for QuestionParameters {
    fn into_params(provider: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        let accounting = format!("{ACCOUNTING} or touch_date.");
        let mut all = PeriodParameters::into_params(&provider);
        all.extend(ModelParameter::into_params(&provider));
        all.extend([
            in_query("accounting", &accounting).build(),
            filter().build(),
            goal("").build(),
        ]);
        all
    }
}

/// The overview, which the others point to, says more of some of them, and takes `as_of`.
impl IntoParams for OverviewParameters {
    fn into_params(provider: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        let model = format!(
            "{MODEL} (40 % to the first touch, 40 % to the last, 20 % between: our addition, G28)."
        );
        let accounting = format!(
            "{ACCOUNTING}, that of the conversion, or touch_date, that of the credited touch. A \
             conversion without credit has no touch, so it counts on its own day in outcomes, \
             cash_revenue and cash_payments either way."
        );
        let as_of = "The figures as they were reported at this instant, in the currency and on the \
            days of then. Only `filter[channel]` can be combined with it, and only accounting by \
            conversion_date; visits are then told apart by the channels of now, and a warning says \
            so.";
        let instant = ObjectBuilder::new()
            .schema_type(Type::String)
            .format(Some(SchemaFormat::KnownFormat(KnownFormat::DateTime)));
        let mut all = PeriodParameters::into_params(provider);
        all.extend([
            in_query("model", &model).build(),
            in_query("accounting", &accounting)
                .example(Some(Value::from("touch_date")))
                .extensions(Some(gap("G28")))
                .build(),
            in_query("as_of", as_of)
                .schema(Some(instant))
                .extensions(Some(gap("G28")))
                .build(),
            filter().extensions(Some(gap("G21"))).build(),
            goal(" Not with `as_of`.").build(),
        ]);
        all
    }
}

fn filter() -> ParameterBuilder {
    let description = "`is:`, `is_not:` or `contains:` and one or more values separated by `|`. The \
        same for source, medium, campaign, country, device, browser, os, referrer_host and \
        landing_path in place of channel; several filters must all hold.";
    in_query("filter[channel]", description).example(Some(Value::from("is:Paid Search")))
}

fn goal(exception: &str) -> ParameterBuilder {
    let description = format!(
        "Conversion keys that count, one or several separated by commas; every key by default. \
         Conversions, revenue and what follows from them are of these keys; visits and spend are of \
         all, and `meta.warnings` says `spend_of_all_goals`.{exception}"
    );
    let text = ObjectBuilder::new()
        .schema_type(Type::String)
        .min_length(Some(1));
    in_query("goal", &description)
        .schema(Some(text))
        .example(Some(Value::from("payment_received")))
        .extensions(Some(gap("G130")))
}

fn gap(row: &str) -> Extensions {
    ExtensionsBuilder::new().add("x-spec-gap", row).build()
}
