//! From text to spend rows: every wrong cell is named by its row and column.

use std::collections::HashMap;

use ad_spend::{AdRow, Cost, CostError, SpendDay};
use kernel::{Currency, Date, Timestamp};

use super::columns::{Column, RowText};
use http_kit::extract::{Fault, read_date};
use http_kit::problem::{FieldCode, FieldError};

/// Errors that one answer names at most.
pub(super) const MAX_ERRORS: usize = 100;
pub(super) const MAX_NAME: usize = 256;
pub(super) const MAX_PLATFORM: usize = 64;

/// The days that spend can be of.
#[derive(Clone, Copy, Debug)]
pub(super) struct Calendar {
    last: Date,
}

impl Calendar {
    /// No platform sold ads before.
    const FIRST_YEAR: i32 = 2000;

    /// Up to tomorrow: an account's day may begin before that of UTC.
    pub(super) fn at(now: Timestamp) -> Self {
        let today = now.to_utc().date();
        Self {
            last: today.next_day().unwrap_or(today),
        }
    }

    pub(super) fn read(self, text: &str) -> Result<Date, Fault> {
        let date = read_date(text)?;
        if date.year() < Self::FIRST_YEAR {
            return Err((FieldCode::OutOfRange, "is before 2000-01-01"));
        }
        if date > self.last {
            return Err((FieldCode::OutOfRange, "is after tomorrow (UTC)"));
        }
        Ok(date)
    }
}

/// Reads every row, or names up to 100 cells that are wrong.
pub(super) fn read_rows(
    rows: &[RowText],
    calendar: Calendar,
) -> Result<Vec<SpendDay>, Vec<FieldError>> {
    let mut errors = Vec::new();
    let mut read = Vec::with_capacity(rows.len());
    let mut seen: HashMap<(Date, [String; 5]), usize> = HashMap::with_capacity(rows.len());
    for (index, row) in rows.iter().enumerate() {
        let mut reader = RowReader {
            index,
            row,
            calendar,
            errors: &mut errors,
        };
        if let Ok(day) = reader.read() {
            let key = (day.date, ids(&day.ad));
            if let Some(earlier) = seen.insert(key, index) {
                let words = format!("is for the same day and ids as /rows/{earlier}");
                let at = format!("/rows/{index}");
                errors.push(FieldError::pointer(at, FieldCode::Repeated, words));
            }
            read.push(day);
        }
        if errors.len() >= MAX_ERRORS {
            errors.truncate(MAX_ERRORS);
            break;
        }
    }
    if errors.is_empty() {
        Ok(read)
    } else {
        Err(errors)
    }
}

fn ids(ad: &AdRow) -> [String; 5] {
    [
        &ad.platform,
        &ad.account_id,
        &ad.campaign_id,
        &ad.ad_set_id,
        &ad.ad_id,
    ]
    .map(String::clone)
}

/// A cell is wrong, and noted.
struct Wrong;

struct RowReader<'a> {
    index: usize,
    row: &'a RowText,
    calendar: Calendar,
    errors: &'a mut Vec<FieldError>,
}

impl RowReader<'_> {
    /// Reads all cells before it gives up, so that each wrong one is named.
    fn read(&mut self) -> Result<SpendDay, Wrong> {
        let calendar = self.calendar;
        let date = self.required(Column::Date, |text| calendar.read(text));
        let platform = self.required(Column::Platform, |text| read_text(text, MAX_PLATFORM));
        let [account_id, campaign_id, ad_set_id, ad_id] = [
            Column::AccountId,
            Column::CampaignId,
            Column::AdSetId,
            Column::AdId,
        ]
        .map(|column| self.optional(column, read_name));
        let [account, campaign, ad_set, ad_name] = [
            Column::AccountName,
            Column::CampaignName,
            Column::AdSetName,
            Column::AdName,
        ]
        .map(|column| self.optional(column, read_name));
        let amount = self.required(Column::Spend, read_amount);
        let currency = self.optional(Column::Currency, read_currency);
        let [impressions, clicks] =
            [Column::Impressions, Column::Clicks].map(|column| self.optional(column, read_count));
        let [utm_source, utm_medium] =
            [Column::UtmSource, Column::UtmMedium].map(|column| self.optional(column, read_name));
        let ad = AdRow {
            platform: platform?,
            account_id: account_id?.unwrap_or_default(),
            campaign_id: campaign_id?.unwrap_or_default(),
            ad_set_id: ad_set_id?.unwrap_or_default(),
            ad_id: ad_id?.unwrap_or_default(),
            account_name: account?,
            campaign_name: campaign?,
            ad_set_name: ad_set?,
            ad_name: ad_name?,
        };
        let (date, amount, currency) = (date?, amount?, currency?);
        let (impressions, clicks) = (impressions?, clicks?);
        let (utm_source, utm_medium) = (utm_source?, utm_medium?);
        Ok(SpendDay {
            date,
            ad,
            amount,
            currency,
            impressions,
            clicks,
            utm_source,
            utm_medium,
        })
    }

    /// `None` when the cell is absent.
    fn optional<T>(
        &mut self,
        column: Column,
        read: impl FnOnce(&str) -> Result<T, Fault>,
    ) -> Result<Option<T>, Wrong> {
        let Some(text) = self.row.0.get(&column) else {
            return Ok(None);
        };
        let checked = if text.contains('\0') {
            Err((FieldCode::Malformed, "contains the character U+0000"))
        } else {
            read(text)
        };
        checked
            .map(Some)
            .map_err(|(code, words)| self.wrong(column, code, words))
    }

    fn required<T>(
        &mut self,
        column: Column,
        read: impl FnOnce(&str) -> Result<T, Fault>,
    ) -> Result<T, Wrong> {
        self.optional(column, read)?
            .ok_or_else(|| self.wrong(column, FieldCode::Missing, "is required"))
    }

    fn wrong(&mut self, column: Column, code: FieldCode, words: &str) -> Wrong {
        let at = format!("/rows/{}/{}", self.index, column.name());
        self.errors.push(FieldError::pointer(at, code, words));
        Wrong
    }
}

fn read_name(text: &str) -> Result<String, Fault> {
    read_text(text, MAX_NAME)
}

fn read_text(text: &str, limit: usize) -> Result<String, Fault> {
    if text.chars().count() > limit {
        return Err((FieldCode::OutOfRange, "is too long"));
    }
    Ok(text.to_owned())
}

fn read_amount(text: &str) -> Result<Cost, Fault> {
    text.parse().map_err(|error| match error {
        CostError::Negative => (FieldCode::OutOfRange, "is negative"),
        CostError::Malformed | CostError::TooManyDigits => {
            let words = "is not a decimal with at most 15 digits before and 6 after the point";
            (FieldCode::Malformed, words)
        }
    })
}

fn read_currency(text: &str) -> Result<Currency, Fault> {
    Currency::parse(text).ok_or((FieldCode::Malformed, "is not an ISO 4217 code"))
}

fn read_count(text: &str) -> Result<i64, Fault> {
    if !text.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err((FieldCode::Malformed, "is not a whole number"));
    }
    text.parse()
        .map_err(|_| (FieldCode::OutOfRange, "is too large"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(cells: &[(&str, &str)]) -> RowText {
        let cell = |(name, text): &(&str, &str)| (Column::parse(name).unwrap(), (*text).to_owned());
        RowText(cells.iter().map(cell).collect())
    }

    const GOOD: [(&str, &str); 3] = [
        ("date", "2026-01-01"),
        ("platform", "google_ads"),
        ("spend", "12.3400"),
    ];

    fn read(rows: &[RowText]) -> Result<Vec<SpendDay>, Vec<FieldError>> {
        let now = Timestamp::parse("2026-01-05T12:00:00Z").unwrap();
        read_rows(rows, Calendar::at(now))
    }

    #[test]
    fn days_are_of_this_century_and_not_to_come() {
        let code = |date| {
            let cells = [("date", date), ("platform", "x"), ("spend", "1")];
            read(&[row(&cells)]).err().map(|errors| {
                let at = errors[0].pointer.as_deref();
                assert_eq!(at, Some("/rows/0/date"));
                errors[0].code
            })
        };
        assert_eq!(code("2000-01-01"), None);
        assert_eq!(code("2026-01-06"), None);
        for date in ["1600-01-01", "1999-12-31", "2026-01-07", "2099-01-01"] {
            assert_eq!(code(date), Some(FieldCode::OutOfRange), "{date}");
        }
    }

    #[test]
    fn absent_levels_are_empty_and_absent_names_stay_absent() {
        let days = read(&[row(&GOOD)]).unwrap();
        assert_eq!(days[0].ad.campaign_id, "");
        assert_eq!(days[0].ad.campaign_name, None);
        assert_eq!(days[0].amount.to_string(), "12.34");
        assert_eq!(days[0].currency, None);
    }

    #[test]
    fn amounts_have_six_digits_after_the_point() {
        let of = |amount: &str| read(&[row(&[GOOD[0], GOOD[1], ("spend", amount)])]);
        assert_eq!(of("0.000001").unwrap()[0].amount.to_string(), "0.000001");
        let errors = of("0.0000001").unwrap_err();
        assert_eq!(errors[0].pointer.as_deref(), Some("/rows/0/spend"));
    }

    #[test]
    fn every_wrong_cell_is_named() {
        let wrong = row(&[
            ("date", "01/02/2026"),
            ("spend", "-1"),
            ("currency", "ZZZ"),
            ("clicks", "1.5"),
            ("ad_id", "a\0b"),
        ]);
        let errors = read(&[row(&GOOD), wrong]).unwrap_err();
        let mut named: Vec<_> = errors
            .into_iter()
            .filter_map(|error| error.pointer)
            .collect();
        named.sort();
        let columns = ["ad_id", "clicks", "currency", "date", "platform", "spend"];
        assert_eq!(named, columns.map(|column| format!("/rows/1/{column}")));
    }

    #[test]
    fn a_day_of_an_ad_comes_once() {
        let errors = read(&[row(&GOOD), row(&GOOD)]).unwrap_err();
        assert_eq!(errors[0].pointer.as_deref(), Some("/rows/1"));
        assert_eq!(errors[0].code, FieldCode::Repeated);
    }

    #[test]
    fn an_answer_names_a_hundred_errors_at_most() {
        let errors = read(&vec![RowText::default(); 1_000]).unwrap_err();
        assert_eq!(errors.len(), MAX_ERRORS);
    }
}
