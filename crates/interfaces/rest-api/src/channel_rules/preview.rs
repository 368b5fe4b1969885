//! What all previews of rules take and answer.

use channel_classifier::ports::Usage;
use kernel::{Date, Exact, Model, Period, ProfileId};
use profile_setup::channel_rules::preview::PreviewQuestion;
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use http_kit::decimal::DecimalNumber;
use http_kit::extract::read_date;
use http_kit::problem::{FieldCode, FieldError, Problem};

/// Traffic that changes its channel, or keeps it.
#[derive(Debug, Serialize, ToSchema)]
pub struct RelabelledTraffic {
    /// Sessions with a page view, without bots.
    pub sessions: u64,
    /// Credited conversions: sums of shares; refunds are not counted.
    pub conversions: DecimalNumber,
    /// Credited cash in the reporting currency, refunds subtracted.
    pub credited_cash: DecimalNumber,
}

impl From<Usage> for RelabelledTraffic {
    fn from(usage: Usage) -> Self {
        Self {
            sessions: usage.sessions,
            conversions: conversions(usage.conversions),
            credited_cash: DecimalNumber(usage.cash),
        }
    }
}

/// Billionths as a number of conversions.
pub(super) fn conversions(billionths: i64) -> DecimalNumber {
    DecimalNumber(Exact::from_units(i128::from(billionths) * 100_000_000))
}

/// What a preview is about.
#[derive(Debug, Serialize, ToSchema)]
pub struct RulePreviewMeta {
    /// The profile.
    pub profile_id: Uuid,
    /// First local day.
    #[schema(format = Date)]
    pub date_from: String,
    /// Last local day.
    #[schema(format = Date)]
    pub date_to: String,
    /// The attribution model that conversions and cash are credited under.
    pub model: &'static str,
}

impl RulePreviewMeta {
    /// Of a preview in the profile.
    pub(super) fn new(profile_id: ProfileId, period: Period, model: Model) -> Self {
        Self {
            profile_id: profile_id.uuid(),
            date_from: period.from().to_string(),
            date_to: period.to().to_string(),
            model: model.as_str(),
        }
    }
}

/// Days and model as a body has them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sent<'a> {
    pub(super) date_from: Option<&'a str>,
    pub(super) date_to: Option<&'a str>,
    pub(super) model: Option<&'a str>,
}

impl Sent<'_> {
    /// Reads them; every one that is wrong is named.
    pub(super) fn read(self) -> Result<PreviewQuestion, Problem> {
        let mut wrong = Vec::new();
        let from = day("/date_from", self.date_from, &mut wrong);
        let to = day("/date_to", self.date_to, &mut wrong);
        let model = match self.model {
            None => Some(Model::default()),
            Some(text) => Model::parse(text),
        };
        if model.is_none() {
            let names = Model::ALL.map(Model::as_str).join(", ");
            let words = format!("is none of {names}");
            wrong.push(FieldError::pointer(
                "/model",
                FieldCode::UnknownValue,
                words,
            ));
        }
        if let (true, Some(from), Some(to)) = (wrong.is_empty(), from, to)
            && let Err(error) = Period::new(from, to)
        {
            let words = error.to_string();
            wrong.push(FieldError::pointer(
                "/date_to",
                FieldCode::OutOfRange,
                words,
            ));
        }
        match model {
            Some(model) if wrong.is_empty() => Ok(PreviewQuestion { from, to, model }),
            _ => Err(Problem::invalid(wrong)),
        }
    }
}

fn day(at: &str, text: Option<&str>, wrong: &mut Vec<FieldError>) -> Option<Date> {
    match text.map(read_date)? {
        Ok(day) => Some(day),
        Err((code, words)) => {
            wrong.push(FieldError::pointer(at, code, words));
            None
        }
    }
}
