//! The overview's query string.

use kernel::{Model, Period};
use reporting::filter::{Dimension, Filter};
use reporting::overview::OverviewQuery;

use crate::http::extract::{FromQuery, Invalid, QueryReader, read_date};
use crate::http::problem::FieldCode;

impl FromQuery for OverviewQuery {
    fn from_query(query: &mut QueryReader) -> Result<Self, Invalid> {
        let period = read_period(query);
        let model = read_model(query);
        let filters = read_filters(query);
        Ok(Self {
            period: period?,
            model: model?,
            filters: filters?,
        })
    }
}

/// `date_from` and `date_to`, both named when both are wrong.
pub(in crate::http) fn read_period(query: &mut QueryReader) -> Result<Period, Invalid> {
    let from = query.required("date_from", read_date);
    let to = query.required("date_to", read_date);
    let (from, to) = (from?, to?);
    Period::new(from, to)
        .map_err(|error| query.wrong("date_to", FieldCode::OutOfRange, error.to_string()))
}

/// `model`, last touch when absent.
pub(in crate::http) fn read_model(query: &mut QueryReader) -> Result<Model, Invalid> {
    let model = query.optional("model", |text| {
        Model::parse(text).ok_or((
            FieldCode::UnknownValue,
            "is none of last_touch, first_touch, linear, time_decay, last_non_direct, position_based",
        ))
    });
    Ok(model?.unwrap_or_default())
}

/// Every `filter[dimension]`.
fn read_filters(query: &mut QueryReader) -> Result<Vec<Filter>, Invalid> {
    let mut filters = Vec::new();
    let mut invalid = None;
    for (name, member) in query.members("filter") {
        let Some(dimension) = Dimension::parse(&member) else {
            let names: Vec<_> = Dimension::ALL.iter().map(|(_, name)| *name).collect();
            let words = format!("is no filter; there are {}", names.join(", "));
            invalid = Some(query.wrong(&name, FieldCode::UnknownValue, words));
            continue;
        };
        let read = query.optional(&name, |text| {
            Filter::parse(dimension, text)
                .map_err(|error| (FieldCode::Malformed, error.to_string()))
        });
        match read {
            Ok(filter) => filters.extend(filter),
            Err(error) => invalid = Some(error),
        }
    }
    match invalid {
        Some(invalid) => Err(invalid),
        None => Ok(filters),
    }
}
