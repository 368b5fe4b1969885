//! The overview's query string.

use kernel::{Accounting, Timestamp};
use reporting::filter::{Dimension, Filter};
use reporting::overview::OverviewQuery;
use reporting::question::Question;

use super::goals::read_goals;
use http_kit::extract::{FromQuery, Invalid, QueryReader, read_model, read_period};
use http_kit::problem::FieldCode;

/// The parameters of the overview.
#[derive(Debug)]
pub enum OverviewParameters {}

impl FromQuery for OverviewParameters {
    type Query = OverviewQuery;

    fn from_query(query: &mut QueryReader) -> Result<OverviewQuery, Invalid> {
        let question = read_question(query);
        let as_of = query.optional("as_of", |text| {
            Timestamp::parse(text).ok_or((FieldCode::Malformed, "is not an RFC 3339 instant"))
        });
        let (question, as_of) = (question?, as_of?);
        if as_of.is_some() {
            check_as_of(query, &question)?;
        }
        Ok(OverviewQuery { question, as_of })
    }
}

/// Only the overview can be asked for the figures of an earlier instant; dropping the wish would be
/// answering with other figures than were asked for.
pub fn refuse_as_of(query: &mut QueryReader) -> Result<(), Invalid> {
    let words = "is answered by GET /api/v1/overview alone";
    let refused = query.optional("as_of", |_| Err::<(), _>((FieldCode::OutOfRange, words)));
    refused.map(|_| ())
}

/// The ledger knows conversions by their day and channel, and by nothing else.
fn check_as_of(query: &mut QueryReader, question: &Question) -> Result<(), Invalid> {
    let words = "cannot be combined with as_of";
    let mut checked = Ok(());
    if question.accounting != Accounting::ConversionDate {
        checked = Err(query.wrong("accounting", FieldCode::OutOfRange, words));
    }
    if !question.goals.is_empty() {
        checked = Err(query.wrong("goal", FieldCode::OutOfRange, words));
    }
    for filter in &question.filters {
        if filter.dimension != Dimension::Channel {
            let name = format!("filter[{}]", filter.dimension.as_str());
            checked = Err(query.wrong(&name, FieldCode::OutOfRange, words));
        }
    }
    checked
}

/// What every report of figures takes: period, model, accounting, filters and goals.
pub fn read_question(query: &mut QueryReader) -> Result<Question, Invalid> {
    let period = read_period(query);
    let model = read_model(query);
    let accounting = query.optional("accounting", |text| {
        Accounting::parse(text).ok_or((
            FieldCode::UnknownValue,
            "is neither conversion_date nor touch_date",
        ))
    });
    let filters = read_filters(query);
    let goals = read_goals(query);
    Ok(Question {
        period: period?,
        model: model?,
        accounting: accounting?.unwrap_or_default(),
        filters: filters?,
        goals: goals?,
    })
}

/// Every `filter[dimension]`.
pub fn read_filters(query: &mut QueryReader) -> Result<Vec<Filter>, Invalid> {
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
