//! What is in a file, and what is wrong with it.

use std::collections::BTreeMap;

use ad_spend::rows::{SpendableDays, WrongCell, read_row};
use ad_spend::{Currency, Date, Exact, SpendDay, Timestamp};

pub use super::reader::SpendFile;
use crate::seen::{Objection, Seen};

/// Wrong things that are named.
const NAMED: usize = 100;

/// Rows that are kept to be shown.
const SHOWN: usize = 10;

/// A platform and an account there.
pub type Account = (String, String);

/// What is in a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Survey {
    /// Rows.
    pub rows: usize,
    /// Rows that are none, such as totals.
    pub skipped: usize,
    /// How many rows each day of each account has.
    pub days: BTreeMap<Account, BTreeMap<Date, usize>>,
    /// What was spent by currency; of rows without one under an empty word.
    pub totals: BTreeMap<String, Exact>,
    /// Columns that nobody reads.
    pub unread: Vec<String>,
    /// The first rows as they would be written.
    pub first: Vec<SpendDay>,
}

/// Goes through a file once. The first hundred things that are wrong with it are named by their lines.
pub fn survey(file: SpendFile<'_>, now: Timestamp) -> Result<Survey, Vec<String>> {
    let mut rows = file
        .rows()
        .map_err(|words| vec![format!("the file {words}")])?;
    let mut found = Survey {
        unread: rows.unread(),
        ..Survey::default()
    };
    let mut seen = Seen::new();
    let mut wrong = Vec::new();
    while let Some(row) = rows.next_row() {
        let row = match row {
            Ok(row) => row,
            // What comes after cannot be told apart.
            Err(words) => {
                wrong.push(format!("the file {words}"));
                break;
            }
        };
        match read_row(&row.text, (0, SpendableDays::at(now))) {
            Ok(day) => {
                wrong.extend(
                    seen.objection(&day, row.line)
                        .map(|it| it.in_lines(row.line)),
                );
                found.add(day);
            }
            Err(cells) => wrong.extend(cells.iter().map(|cell| named(row.line, cell))),
        }
        if wrong.len() >= NAMED {
            wrong.truncate(NAMED);
            break;
        }
    }
    found.skipped = rows.skipped;
    if wrong.is_empty() {
        Ok(found)
    } else {
        Err(wrong)
    }
}

impl Objection {
    fn in_lines(self, line: u64) -> String {
        match self {
            Self::Repeated(earlier) => {
                format!("line {line} is for the same day and ids as line {earlier}")
            }
            Self::Currency(first) => format!(
                "line {line}: currency is another than in line {first} of the same account and day"
            ),
        }
    }
}

fn named(line: u64, cell: &WrongCell) -> String {
    let column = cell
        .column
        .map(ad_spend::rows::Column::name)
        .unwrap_or_default();
    format!("line {line}: {column} {}", cell.words)
}

impl Survey {
    /// How many days of accounts there are.
    pub fn account_days(&self) -> usize {
        self.days.values().map(BTreeMap::len).sum()
    }

    fn add(&mut self, day: SpendDay) {
        self.rows += 1;
        let account = (day.ad.platform.clone(), day.ad.account_id.clone());
        let dates = self.days.entry(account).or_default();
        *dates.entry(day.date).or_default() += 1;
        let currency = day
            .currency
            .as_ref()
            .map(Currency::code)
            .unwrap_or_default();
        let sum = self
            .totals
            .entry(currency.to_owned())
            .or_insert(Exact::ZERO);
        *sum = *sum + day.amount.exact();
        if self.first.len() < SHOWN {
            self.first.push(day);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::mapping::Mapping;
    use super::super::presets;
    use super::*;

    fn of(text: &str, mapping: &Mapping) -> Result<Survey, Vec<String>> {
        let now = Timestamp::parse("2026-11-25T12:00:00Z").unwrap();
        let bytes = text.as_bytes();
        survey(SpendFile { bytes, mapping }, now)
    }

    fn own(text: &str) -> Result<Survey, Vec<String>> {
        of(text, &Mapping::own())
    }

    fn preset(name: &str, text: &str) -> Survey {
        of(text, &presets::named(name).unwrap().unwrap()).unwrap()
    }

    const HEAD: &str = "date,platform,campaign_id,spend,currency\n";

    #[test]
    fn what_is_there_is_counted_by_account_and_day() {
        let text = format!(
            "\u{feff}{HEAD}2026-11-01,meta,c1,1.5,EUR\n2026-11-01,meta,c2,0.000001,EUR\n2026-11-02, meta ,c1,1,\n"
        );
        let found = own(&text).unwrap();
        assert_eq!((found.rows, found.skipped), (3, 0));
        let days = &found.days[&("meta".to_owned(), String::new())];
        assert_eq!(days.values().copied().collect::<Vec<_>>(), [2, 1]);
        assert_eq!(found.totals["EUR"].to_string(), "1.500001");
        assert_eq!(found.totals[""].to_string(), "1");
        assert_eq!(found.account_days(), 2);
    }

    #[test]
    fn the_first_rows_are_kept_as_they_would_be_written() {
        let row = |day: u8| format!("2026-11-{day:02},meta,c{day},{day},\n");
        let rows: String = (1..=12).map(row).collect();
        let found = own(&format!("{HEAD}{rows}")).unwrap();
        let ids = found.first.iter().map(|day| day.ad.campaign_id.as_str());
        let expected: Vec<String> = (1..=10).map(|day| format!("c{day}")).collect();
        assert_eq!(ids.collect::<Vec<_>>(), expected);
        assert_eq!(found.first[1].amount.to_string(), "2");
    }

    #[test]
    fn what_is_wrong_is_named_by_its_line() {
        for (rows, words) in [
            (
                "2026-11-01,meta,c,1,\n2026-11-01,meta,c,2,\n",
                "line 3 is for the same day and ids as line 2",
            ),
            ("1600-01-01,meta,c,1,\n", "line 2: date is before"),
            ("2026-11-27,meta,c,1,\n", "line 2: date is after"),
            (
                "2026-11-01,meta,c,\"1,234.5\",\n",
                "line 2: spend is not a decimal",
            ),
            ("2026-11-01,meta,c,--,\n", "line 2: spend is not a decimal"),
            ("2026-11-01,meta,c\n", "the file has 3 cells in line 2"),
            (
                "2026-11-01,meta,a,1,EUR\n2026-11-01,meta,b,1,USD\n",
                "line 3: currency is another than in line 2",
            ),
        ] {
            let errors = own(&format!("{HEAD}{rows}")).unwrap_err();
            assert!(errors[0].starts_with(words), "{errors:?}");
        }
        let errors = own("date,platform,spend,cost\n").unwrap_err();
        assert_eq!(
            errors,
            ["the file has a column \"cost\" that rows do not have"]
        );
        let errors = own("date,spend\n").unwrap_err();
        assert_eq!(errors, ["the file has no column \"platform\""]);
        let many = format!("{HEAD}{}", "x,,c,,\n".repeat(1_000));
        assert_eq!(own(&many).unwrap_err().len(), 100);
    }

    #[test]
    fn lines_are_those_of_the_file_however_they_end() {
        let good = "2026-11-01,meta,a,1,";
        for (end, rows, line) in [
            ("\n", vec![good, "x,meta,c,1,"], 3),
            ("\r\n", vec![good, "x,meta,c,1,"], 3),
            ("\r\n", vec!["", good, "", "", "x,meta,c,1,"], 6),
            ("\n", vec!["2026-11-01,meta,\"a\nb\",1,", "x,meta,c,1,"], 4),
            ("\r\n", vec![good, "x,meta,c"], 3),
            ("\n", vec!["", good, "", "x,meta,c"], 5),
        ] {
            let text = format!("{}{end}{}", HEAD.trim_end(), rows.join(end));
            let errors = own(&text).unwrap_err();
            assert!(
                errors[0].contains(&format!("line {line}")),
                "{errors:?} {text:?}"
            );
        }
    }

    #[test]
    fn warehouses_and_downloads_are_read_by_their_own_names() {
        let dbt = preset(
            "dbt_ad_reporting",
            "source_relation,date_day,platform,account_id,campaign_id,ad_group_id,ad_id,spend,conversions\n\
             x,2026-11-01 00:00:00,facebook_ads,1,c,s,a,1.25,9\n",
        );
        assert_eq!(dbt.totals[""].to_string(), "1.25");
        assert_eq!(dbt.unread, ["source_relation", "conversions"]);
        let google = preset(
            "airbyte_google_ads_ad_group_ad",
            "segments.date,customer.id,campaign.id,ad_group.id,ad_group_ad.ad.id,metrics.cost_micros,customer.currency_code\n\
             2026-11-01,12,1,2,3,1234567,EUR\n",
        );
        assert_eq!(google.totals["EUR"].to_string(), "1.234567");
        let meta = preset(
            "airbyte_facebook_ads_insights",
            "date_start,account_id,campaign_id,adset_id,ad_id,spend\n2026-11-01,12,1,2,3,0.10\n",
        );
        assert!(
            meta.days
                .contains_key(&("meta".to_owned(), "12".to_owned()))
        );
        let download = preset(
            "google_ads_download",
            "Ad report\n\"November 1, 2026 - November 2, 2026\"\nDay,Campaign,Campaign ID,Cost,Currency code\n\
             2026-11-01,Shoes,1,1.50,EUR\nTotal: Account,--,--,1.50,EUR\n",
        );
        assert_eq!((download.rows, download.skipped), (1, 1));
    }
}
