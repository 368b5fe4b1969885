//! Rows of spend as text, however they came in, and what they mean: every wrong cell is named by its row and column.

use std::collections::{BTreeMap, HashMap};

use kernel::{Currency, Date, Timestamp};
use time::format_description::well_known::Iso8601;

use crate::cost::{Cost, CostError};
use crate::day::{AdRow, SpendDay};

/// A column of a spend row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Column {
    /// The day of the cost.
    Date,
    /// The platform.
    Platform,
    /// The account's id.
    AccountId,
    /// The campaign's id.
    CampaignId,
    /// The ad set's or ad group's id.
    AdSetId,
    /// The ad's id.
    AdId,
    /// The account's name.
    AccountName,
    /// The campaign's name.
    CampaignName,
    /// The ad set's name.
    AdSetName,
    /// The ad's name.
    AdName,
    /// The cost.
    Spend,
    /// In what it is counted.
    Currency,
    /// Times shown.
    Impressions,
    /// Times clicked.
    Clicks,
    /// Of the traffic that it buys.
    UtmSource,
    /// The same.
    UtmMedium,
}

impl Column {
    /// Every column with its name.
    pub const ALL: [(Self, &'static str); 16] = [
        (Self::Date, "date"),
        (Self::Platform, "platform"),
        (Self::AccountId, "account_id"),
        (Self::CampaignId, "campaign_id"),
        (Self::AdSetId, "ad_set_id"),
        (Self::AdId, "ad_id"),
        (Self::AccountName, "account_name"),
        (Self::CampaignName, "campaign_name"),
        (Self::AdSetName, "ad_set_name"),
        (Self::AdName, "ad_name"),
        (Self::Spend, "spend"),
        (Self::Currency, "currency"),
        (Self::Impressions, "impressions"),
        (Self::Clicks, "clicks"),
        (Self::UtmSource, "utm_source"),
        (Self::UtmMedium, "utm_medium"),
    ];

    /// The column of a name.
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find_map(|(column, known)| (known == name).then_some(column))
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        Self::ALL
            .into_iter()
            .find_map(|(column, name)| (column == self).then_some(name))
            .unwrap_or("")
    }
}

/// One row as it came in: the text of every column that is there and not empty.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RowText(pub BTreeMap<Column, String>);

/// What is wrong with a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CellCode {
    /// It has to be there.
    Missing,
    /// It cannot be read.
    Malformed,
    /// It is more or less than may be.
    OutOfRange,
    /// The row was there before.
    Repeated,
}

/// A cell that is wrong, or a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrongCell {
    /// The row's place, from 0.
    pub row: usize,
    /// Its column; `None` for the row.
    pub column: Option<Column>,
    /// What is wrong.
    pub code: CellCode,
    /// The same in words, to follow the column's name.
    pub words: String,
}

type Fault = (CellCode, &'static str);

/// Errors that one answer names at most.
pub const MAX_ERRORS: usize = 100;
/// The longest id and name, in characters.
pub const MAX_NAME: usize = 256;
/// The longest word for a platform, in characters.
pub const MAX_PLATFORM: usize = 64;

/// The days that spend can be of.
#[derive(Clone, Copy, Debug)]
pub struct SpendableDays {
    last: Date,
}

impl SpendableDays {
    /// No platform sold ads before.
    const FIRST_YEAR: i32 = 2000;

    /// Up to tomorrow: an account's day may begin before that of UTC.
    pub fn at(now: Timestamp) -> Self {
        let today = now.to_utc().date();
        Self {
            last: today.next_day().unwrap_or(today),
        }
    }

    /// A day of them.
    pub fn read(self, text: &str) -> Result<Date, Fault> {
        let date = read_date(text)?;
        if date.year() < Self::FIRST_YEAR {
            return Err((CellCode::OutOfRange, "is before 2000-01-01"));
        }
        if date > self.last {
            return Err((CellCode::OutOfRange, "is after tomorrow (UTC)"));
        }
        Ok(date)
    }
}

/// Reads every row, or names up to 100 cells that are wrong.
pub fn read_rows(
    rows: &[RowText],
    calendar: SpendableDays,
) -> Result<Vec<SpendDay>, Vec<WrongCell>> {
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
                errors.push(WrongCell {
                    row: index,
                    column: None,
                    code: CellCode::Repeated,
                    words,
                });
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

/// Reads one row, the `index`-th, or names what is wrong with it.
pub fn read_row(
    row: &RowText,
    (index, calendar): (usize, SpendableDays),
) -> Result<SpendDay, Vec<WrongCell>> {
    let mut errors = Vec::new();
    let mut reader = RowReader {
        index,
        row,
        calendar,
        errors: &mut errors,
    };
    reader.read().map_err(|Wrong| errors)
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
    calendar: SpendableDays,
    errors: &'a mut Vec<WrongCell>,
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
            Err((CellCode::Malformed, "contains the character U+0000"))
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
            .ok_or_else(|| self.wrong(column, CellCode::Missing, "is required"))
    }

    fn wrong(&mut self, column: Column, code: CellCode, words: &str) -> Wrong {
        self.errors.push(WrongCell {
            row: self.index,
            column: Some(column),
            code,
            words: words.to_owned(),
        });
        Wrong
    }
}

/// `2026-11-25`, between the years 1 and 9998.
fn read_date(text: &str) -> Result<Date, Fault> {
    let shape = |(at, byte): (usize, u8)| match at {
        4 | 7 => byte == b'-',
        _ => byte.is_ascii_digit(),
    };
    let is_shaped = text.len() == 10 && text.bytes().enumerate().all(shape);
    let day = is_shaped.then(|| Date::parse(text, &Iso8601::DATE).ok());
    day.flatten()
        .filter(|day| (1..=9998).contains(&day.year()))
        .ok_or((CellCode::Malformed, "is not a day in the form YYYY-MM-DD"))
}

fn read_name(text: &str) -> Result<String, Fault> {
    read_text(text, MAX_NAME)
}

fn read_text(text: &str, limit: usize) -> Result<String, Fault> {
    if text.chars().count() > limit {
        return Err((CellCode::OutOfRange, "is too long"));
    }
    Ok(text.to_owned())
}

fn read_amount(text: &str) -> Result<Cost, Fault> {
    text.parse().map_err(|error| match error {
        CostError::Negative => (CellCode::OutOfRange, "is negative"),
        CostError::Malformed | CostError::TooManyDigits => {
            let words = "is not a decimal with at most 15 digits before and 6 after the point";
            (CellCode::Malformed, words)
        }
    })
}

fn read_currency(text: &str) -> Result<Currency, Fault> {
    Currency::parse(text).ok_or((CellCode::Malformed, "is not an ISO 4217 code"))
}

fn read_count(text: &str) -> Result<i64, Fault> {
    if !text.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err((CellCode::Malformed, "is not a whole number"));
    }
    text.parse()
        .map_err(|_| (CellCode::OutOfRange, "is too large"))
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

    fn read(rows: &[RowText]) -> Result<Vec<SpendDay>, Vec<WrongCell>> {
        let now = Timestamp::parse("2026-01-05T12:00:00Z").unwrap();
        read_rows(rows, SpendableDays::at(now))
    }

    #[test]
    fn days_are_of_this_century_and_not_to_come() {
        let code = |date| {
            let cells = [("date", date), ("platform", "x"), ("spend", "1")];
            read(&[row(&cells)]).err().map(|errors| {
                assert_eq!((errors[0].row, errors[0].column), (0, Some(Column::Date)));
                errors[0].code
            })
        };
        assert_eq!(code("2000-01-01"), None);
        assert_eq!(code("2026-01-06"), None);
        for date in ["1600-01-01", "1999-12-31", "2026-01-07", "2099-01-01"] {
            assert_eq!(code(date), Some(CellCode::OutOfRange), "{date}");
        }
    }

    #[test]
    fn absent_levels_are_empty_and_absent_names_stay_absent() {
        let days = read(&[row(&GOOD)]).unwrap();
        assert_eq!(days[0].ad.campaign_id, "");
        assert_eq!(days[0].ad.campaign_name, None);
        assert_eq!(days[0].amount.decimal().to_string(), "12.34");
        assert_eq!(days[0].currency, None);
    }

    #[test]
    fn amounts_have_six_digits_after_the_point() {
        let of = |amount: &str| read(&[row(&[GOOD[0], GOOD[1], ("spend", amount)])]);
        assert_eq!(
            of("0.000001").unwrap()[0].amount.decimal().to_string(),
            "0.000001"
        );
        let errors = of("0.0000001").unwrap_err();
        assert_eq!((errors[0].row, errors[0].column), (0, Some(Column::Spend)));
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
            .map(|error| {
                let column = error.column.unwrap();
                format!("/rows/{}/{}", error.row, column.name())
            })
            .collect();
        named.sort();
        let columns = ["ad_id", "clicks", "currency", "date", "platform", "spend"];
        assert_eq!(named, columns.map(|column| format!("/rows/1/{column}")));
    }

    #[test]
    fn a_day_of_an_ad_comes_once() {
        let errors = read(&[row(&GOOD), row(&GOOD)]).unwrap_err();
        assert_eq!((errors[0].row, errors[0].column), (1, None));
        assert!(errors[0].words.ends_with("/rows/0"));
        assert_eq!(errors[0].code, CellCode::Repeated);
    }

    #[test]
    fn an_answer_names_a_hundred_errors_at_most() {
        let errors = read(&vec![RowText::default(); 1_000]).unwrap_err();
        assert_eq!(errors.len(), MAX_ERRORS);
    }
}
