//! Which days a request replaces as a whole.

use ad_spend::{AccountDays, AdRow, SpendDay};
use kernel::Date;

use ad_spend::rows::{MAX_NAME, MAX_PLATFORM};
use http_kit::extract::{Fault, FromQuery, Invalid, QueryReader, read_date};
use http_kit::problem::{FieldCode, FieldError, Problem};

/// Days that one request replaces at most.
const MAX_DAYS: i64 = 366;

/// The parameters, before anybody knows the rows.
#[derive(Debug)]
pub(super) struct ReplaceQuery {
    is_replacing: bool,
    days: Option<(Date, Date)>,
    platform: Option<String>,
    account_id: Option<String>,
}

impl FromQuery for ReplaceQuery {
    type Query = Self;

    fn from_query(query: &mut QueryReader) -> Result<Self, Invalid> {
        let replace = query.optional("replace", |text| match text {
            "account_days" => Ok(true),
            _ => Err((FieldCode::UnknownValue, "is not account_days")),
        });
        let [from, to] = ["date_from", "date_to"].map(|name| query.optional(name, read_date));
        let platform = query.optional("platform", |text| read_id(text, MAX_PLATFORM));
        let account_id = query.optional("account_id", |text| read_id(text, MAX_NAME));
        let (from, to) = (from?, to?);
        let (platform, account_id) = (platform?, account_id?);
        let is_replacing = replace?.unwrap_or(false);
        let days = match (from, to) {
            (None, None) => None,
            (Some(from), Some(to)) => Some((from, to)),
            (Some(_), None) => return Err(missing(query, "date_to")),
            (None, Some(_)) => return Err(missing(query, "date_from")),
        };
        if days.is_some_and(|(from, to)| to < from) {
            return Err(query.wrong("date_to", FieldCode::OutOfRange, "is before date_from"));
        }
        if days.is_some_and(|(from, to)| (to - from).whole_days() >= MAX_DAYS) {
            let words = "is more than 366 days after date_from";
            return Err(query.wrong("date_to", FieldCode::OutOfRange, words));
        }
        let named = [
            ("date_from", from.is_some()),
            ("platform", platform.is_some()),
            ("account_id", account_id.is_some()),
        ];
        if let Some((name, _)) = named
            .into_iter()
            .find(|(_, is_there)| *is_there && !is_replacing)
        {
            let words = "goes with replace=account_days alone";
            return Err(query.wrong(name, FieldCode::OutOfRange, words));
        }
        Ok(Self {
            is_replacing,
            days,
            platform,
            account_id,
        })
    }
}

fn missing(query: &mut QueryReader, name: &str) -> Invalid {
    query.wrong(name, FieldCode::Missing, "is required with the other date")
}

fn read_id(text: &str, limit: usize) -> Result<String, Fault> {
    let text = text.trim();
    if text.chars().count() > limit {
        return Err((FieldCode::OutOfRange, "is too long"));
    }
    Ok(text.to_owned())
}

impl ReplaceQuery {
    /// Whether rows may be absent: everything is to go that the query names.
    pub(super) fn stands_alone(&self) -> bool {
        self.days.is_some() && self.platform.is_some()
    }

    /// What is replaced by these rows; `None` when nothing is but the rows themselves.
    pub(super) fn scope(self, rows: &[SpendDay]) -> Result<Option<AccountDays>, Problem> {
        if !self.is_replacing {
            return Ok(None);
        }
        let first = rows.first().map(|day| &day.ad);
        let of_first = |id: fn(&AdRow) -> &String| first.map(id).cloned();
        let platform = self.platform.or_else(|| of_first(|ad| &ad.platform));
        let account_id = self.account_id.or_else(|| of_first(|ad| &ad.account_id));
        let mut dates: Vec<Date> = match self.days {
            Some((from, to)) => std::iter::successors(Some(from), |day| day.next_day())
                .take_while(|day| *day <= to)
                .collect(),
            None => rows.iter().map(|day| day.date).collect(),
        };
        dates.sort_unstable();
        dates.dedup();
        let scope = AccountDays {
            platform: platform.unwrap_or_default(),
            account_id: account_id.unwrap_or_default(),
            dates,
        };
        let strange = rows.iter().enumerate();
        let errors: Vec<FieldError> = strange
            .filter_map(|(index, day)| outside(&scope, index, day))
            .take(ad_spend::rows::MAX_ERRORS)
            .collect();
        if errors.is_empty() {
            Ok(Some(scope))
        } else {
            Err(Problem::invalid(errors))
        }
    }
}

/// A row that is not of what is replaced.
fn outside(scope: &AccountDays, index: usize, day: &SpendDay) -> Option<FieldError> {
    let (column, words) = if day.ad.platform != scope.platform {
        ("platform", "is not the platform whose days are replaced")
    } else if day.ad.account_id != scope.account_id {
        ("account_id", "is not the account whose days are replaced")
    } else if scope.dates.binary_search(&day.date).is_err() {
        ("date", "is not among the days that are replaced")
    } else {
        return None;
    };
    let at = format!("/rows/{index}/{column}");
    Some(FieldError::pointer(at, FieldCode::OutOfRange, words))
}
