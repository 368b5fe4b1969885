//! What a breakdown reads of its request.

use actix_web::HttpRequest;
use actix_web::dev::Payload;
use kernel::Limit;
use reporting::breakdown::{BreakdownBy, BreakdownQuery, Metric, Order, RankKeyset};
use reporting::question::Question;
use utoipa::IntoParams;
use utoipa::openapi::path::{Parameter, ParameterIn};

use crate::overview::{read_question, refuse_as_of};
use http_kit::documented::in_query;
use http_kit::extract::read_limit;
use http_kit::extract::{FromQuery, Input, Invalid, QueryReader};
use http_kit::problem::{FieldCode, FieldError, Problem};

/// The `{dimension}` of the path. One that there is not is 400, with those that there are.
#[derive(Debug)]
pub struct PathDimension(BreakdownBy);

impl Input for PathDimension {
    async fn read(request: &HttpRequest, _: &mut Payload) -> Result<Self, Problem> {
        let text = request.match_info().get("dimension").unwrap_or_default();
        Self::parse(text).map_err(|(code, words)| {
            Problem::invalid_field(FieldError::parameter("dimension", code, words))
        })
    }
}

impl PathDimension {
    /// A dimension by its name.
    pub fn parse(text: &str) -> Result<Self, (FieldCode, String)> {
        BreakdownBy::parse(text).map(Self).ok_or_else(|| {
            let names = BreakdownBy::ALL.map(|(_, name)| name).join(", ");
            let words = format!("is no breakdown; there are {names}");
            (FieldCode::UnknownValue, words)
        })
    }
}

/// The rest of the question.
#[derive(Debug)]
pub struct Asked {
    question: Question,
    sort: Metric,
    order: Order,
    limit: Limit<100>,
    after: Option<RankKeyset>,
}

pub(super) const DEFAULT_LIMIT: u32 = 20;

impl FromQuery for Asked {
    type Query = Self;

    fn from_query(query: &mut QueryReader) -> Result<Self, Invalid> {
        let question = read_question(query);
        let as_of = refuse_as_of(query);
        let sort = query.optional("sort", |text| {
            let names = Metric::ALL.map(|(_, name)| name).join(", ");
            Metric::parse(text)
                .ok_or_else(|| (FieldCode::UnknownValue, format!("is none of {names}")))
        });
        let order = query.optional("order", |text| {
            Order::parse(text).ok_or((FieldCode::UnknownValue, "is neither asc nor desc"))
        });
        let limit = read_limit(query, DEFAULT_LIMIT);
        let after = read_cursor(query);
        Ok(Self {
            question: as_of.and(question)?,
            sort: sort?.unwrap_or_default(),
            order: order?.unwrap_or_default(),
            limit: limit?,
            after: after?,
        })
    }
}

impl Asked {
    /// The whole question, by what is known beforehand.
    pub(crate) fn by_known(self, by: BreakdownBy) -> BreakdownQuery {
        self.by(PathDimension(by))
    }

    /// The whole question.
    pub fn by(self, PathDimension(by): PathDimension) -> BreakdownQuery {
        BreakdownQuery {
            question: self.question,
            by,
            sort: self.sort,
            order: self.order,
            limit: self.limit,
            after: self.after,
        }
    }
}

/// `sort`, as the document tells it.
#[derive(Debug)]
pub(crate) enum SortParameter {}

impl IntoParams for SortParameter {
    fn into_params(_: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        let default = Metric::default();
        let others = Metric::ALL
            .into_iter()
            .filter(|(metric, _)| *metric != default);
        let mut names: Vec<&str> = others.map(|(_, name)| name).collect();
        let last = names.pop().unwrap_or_default();
        let description = format!(
            "The figure that rows are sorted by: {} (the default), {} or {last}.",
            default.as_str(),
            names.join(", ")
        );
        vec![in_query("sort", &description).build()]
    }
}

/// `cursor`, as the page before printed it.
pub fn read_cursor(query: &mut QueryReader) -> Result<Option<RankKeyset>, Invalid> {
    query.optional("cursor", |text| {
        RankKeyset::parse(text).ok_or((FieldCode::Malformed, "is not `value|key`"))
    })
}
