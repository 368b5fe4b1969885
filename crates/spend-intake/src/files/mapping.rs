//! Which column of a file is which of a spend row.

use std::collections::BTreeMap;

use ad_spend::rows::Column;
use kernel::Date;
use rust_decimal::Decimal;
use serde::Deserialize;
use time::format_description::StaticFormatDescription;
use time::macros::format_description;

/// A mapping: columns are named, never counted, because whoever makes the file adds some.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Mapping {
    /// For each of our columns the names that it may have in the file.
    columns: BTreeMap<Column, Vec<String>>,
    constants: BTreeMap<Column, String>,
    optional: Vec<Column>,
    /// How many digits the point of amounts moves to the left: 6 for micros.
    spend_scale: u32,
    date_format: DateFormat,
    /// Lines before the header.
    pub(super) header_after: usize,
    skip: Vec<Condition>,
    /// Whether a column of the file that nobody named is an error.
    pub(super) is_strict: bool,
}

/// How days are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
enum DateFormat {
    /// `2026-11-25`, also with midnight behind it.
    #[default]
    Iso,
    /// `11/25/2026`
    MonthFirst,
    /// `25/11/2026` or `25.11.2026`
    DayFirst,
    /// `20261125`
    Compact,
}

/// Which rows are no rows.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
struct Condition {
    column: String,
    is: Option<String>,
    begins_with: Option<String>,
}

/// What is wrong with a mapping.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct BadMapping(String);

#[derive(Deserialize)]
#[serde(untagged)]
enum Names {
    One(String),
    Any(Vec<String>),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    columns: BTreeMap<String, Names>,
    #[serde(default)]
    constants: BTreeMap<String, String>,
    #[serde(default)]
    optional: Vec<String>,
    #[serde(default)]
    spend_scale: u32,
    #[serde(default)]
    date_format: DateFormat,
    #[serde(default)]
    header_after: usize,
    #[serde(default)]
    skip: Vec<Condition>,
}

fn column(name: &str) -> Result<Column, BadMapping> {
    let unknown = || BadMapping(format!("{name:?} is no column of spend"));
    Column::parse(name).ok_or_else(unknown)
}

impl Mapping {
    /// Our own columns under their own names, and no others.
    pub fn own() -> Self {
        let columns = Column::ALL.map(|(column, name)| (column, vec![name.to_owned()]));
        let needed = [Column::Date, Column::Platform, Column::Spend];
        let all = Column::ALL.map(|(column, _)| column);
        Self {
            columns: columns.into(),
            optional: all.into_iter().filter(|it| !needed.contains(it)).collect(),
            is_strict: true,
            ..Self::default()
        }
    }

    /// A mapping as it is written in JSON.
    pub fn parse(text: &str) -> Result<Self, BadMapping> {
        let written: Written =
            serde_json::from_str(text).map_err(|error| BadMapping(error.to_string()))?;
        let mut columns = BTreeMap::new();
        for (name, names) in written.columns {
            let names = match names {
                Names::One(name) => vec![name],
                Names::Any(names) => names,
            };
            columns.insert(column(&name)?, names);
        }
        let mut constants = BTreeMap::new();
        for (name, value) in written.constants {
            let key = column(&name)?;
            if columns.contains_key(&key) {
                let words = format!("{name:?} is a column of the file and a constant");
                return Err(BadMapping(words));
            }
            constants.insert(key, value);
        }
        for needed in [Column::Date, Column::Platform, Column::Spend] {
            if !columns.contains_key(&needed) && !constants.contains_key(&needed) {
                let name = needed.name();
                let words = format!("columns: {name:?} is missing, and no constant");
                return Err(BadMapping(words));
            }
        }
        if written.spend_scale > 6 {
            return Err(BadMapping("spend_scale: must be 0 to 6".to_owned()));
        }
        if written
            .skip
            .iter()
            .any(|it| it.is.is_some() == it.begins_with.is_some())
        {
            let words = "skip: each has a column and either is or begins_with";
            return Err(BadMapping(words.to_owned()));
        }
        let optional: Result<Vec<Column>, BadMapping> =
            written.optional.iter().map(|name| column(name)).collect();
        Ok(Self {
            columns,
            constants,
            optional: optional?,
            spend_scale: written.spend_scale,
            date_format: written.date_format,
            header_after: written.header_after,
            skip: written.skip,
            is_strict: false,
        })
    }

    /// Where each of our columns is in a file with this header; which of its columns nobody reads; or what is wrong.
    pub(super) fn places(&self, header: &[&str]) -> Result<Places, String> {
        let mut found = Vec::new();
        let mut used = vec![false; header.len()];
        for (column, names) in &self.columns {
            let is_it = |cell: &&str| names.iter().any(|name| name == *cell);
            let mut at = header.iter().enumerate().filter(|(_, cell)| is_it(cell));
            match (at.next(), at.next()) {
                (Some((place, _)), None) => {
                    if let Some(used) = used.get_mut(place) {
                        *used = true;
                    }
                    found.push((*column, place));
                }
                (None, _) if self.optional.contains(column) => {}
                (None, _) => {
                    let names = names.join("\" or \"");
                    return Err(format!("has no column \"{names}\""));
                }
                (Some(_), Some((_, name))) => return Err(format!("has a column {name:?} twice")),
            }
        }
        let mut conditions = Vec::new();
        for condition in &self.skip {
            if let Some(place) = header.iter().position(|cell| *cell == condition.column) {
                conditions.push((place, condition.clone()));
            }
        }
        let names = header.iter().zip(used);
        let unread: Vec<String> = names
            .filter(|(name, used)| !used && !name.is_empty())
            .map(|(name, _)| (*name).to_owned())
            .collect();
        match unread.first() {
            Some(name) if self.is_strict => {
                Err(format!("has a column {name:?} that rows do not have"))
            }
            _ => Ok(Places {
                found,
                conditions,
                unread,
            }),
        }
    }

    /// What a row has beside its cells.
    pub(super) fn constants(&self) -> impl Iterator<Item = (Column, &String)> {
        self.constants
            .iter()
            .map(|(column, value)| (*column, value))
    }

    /// A cell as our rows have it; what cannot be read stays as it is, and is told as wrong.
    pub(super) fn cell(&self, column: Column, text: &str) -> String {
        let own = match column {
            Column::Date => self.date(text),
            Column::Spend if self.spend_scale > 0 => scaled(text, self.spend_scale),
            _ => None,
        };
        own.unwrap_or_else(|| text.to_owned())
    }

    fn date(&self, text: &str) -> Option<String> {
        let forms: &[StaticFormatDescription] = match self.date_format {
            DateFormat::Iso => return at_midnight(text),
            DateFormat::MonthFirst => &[format_description!(
                "[month padding:none]/[day padding:none]/[year]"
            )],
            DateFormat::DayFirst => &[
                format_description!("[day padding:none]/[month padding:none]/[year]"),
                format_description!("[day padding:none].[month padding:none].[year]"),
            ],
            DateFormat::Compact => &[format_description!("[year][month][day]")],
        };
        let mut forms = forms.iter();
        let date = forms.find_map(|form| Date::parse(text, form).ok());
        date.map(|date| date.to_string())
    }
}

/// The day of an instant that says nothing but the day.
fn at_midnight(text: &str) -> Option<String> {
    let (day, time) = text.split_once(['T', ' '])?;
    let time = time.trim_end_matches('Z').trim_end_matches("+00:00");
    let (clock, fraction) = time.split_once('.').unwrap_or((time, "0"));
    let is_midnight = clock == "00:00:00" && fraction.bytes().all(|digit| digit == b'0');
    is_midnight.then(|| day.to_owned())
}

/// An amount with its point moved; exact.
fn scaled(text: &str, scale: u32) -> Option<String> {
    let mut value = Decimal::from_str_exact(text).ok()?;
    value.set_scale(value.scale() + scale).ok()?;
    Some(value.normalize().to_string())
}

/// Where columns are.
pub(super) struct Places {
    pub(super) found: Vec<(Column, usize)>,
    conditions: Vec<(usize, Condition)>,
    /// Columns of the file that nobody reads.
    pub(super) unread: Vec<String>,
}

impl Places {
    /// Whether cells are those of no row.
    pub(super) fn skips(&self, cells: &csv::StringRecord) -> bool {
        self.conditions.iter().any(|(place, condition)| {
            let cell = cells.get(*place).unwrap_or_default();
            let begins = condition.begins_with.as_deref();
            condition.is.as_deref() == Some(cell) || begins.is_some_and(|it| cell.starts_with(it))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(text: &str) -> String {
        Mapping::parse(text).unwrap_err().to_string()
    }

    #[test]
    fn what_is_no_mapping_is_told() {
        for (text, words) in [
            ("{", "EOF"),
            (r#"{"columns":{"cost":"x"}}"#, "\"cost\" is no column"),
            (
                r#"{"columns":{"date":"d","spend":"s"}}"#,
                "\"platform\" is missing",
            ),
            (
                r#"{"columns":{"date":"d","spend":"s","platform":"p"},"constants":{"platform":"x"}}"#,
                "a column of the file and a constant",
            ),
            (
                r#"{"columns":{"date":"d","spend":"s","platform":"p"},"spend_scale":7}"#,
                "spend_scale",
            ),
            (
                r#"{"columns":{"date":"d","spend":"s","platform":"p"},"skip":[{"column":"d"}]}"#,
                "skip",
            ),
            (r#"{"columns":{},"colums":{}}"#, "unknown field"),
        ] {
            assert!(refused(text).contains(words), "{text}: {}", refused(text));
        }
    }

    #[test]
    fn points_move_exactly_and_what_is_no_number_stays() {
        assert_eq!(scaled("1234567", 6).as_deref(), Some("1.234567"));
        assert_eq!(scaled("1234567.0", 6).as_deref(), Some("1.234567"));
        assert_eq!(
            scaled("999999999999999999999", 6).as_deref(),
            Some("999999999999999.999999")
        );
        assert_eq!(scaled("-1", 6).as_deref(), Some("-0.000001"));
        for odd in ["1,5", "--", "", "1e6"] {
            assert_eq!(scaled(odd, 6), None, "{odd}");
        }
    }

    #[test]
    fn days_are_read_as_the_mapping_says() {
        let of = |format: &str, text: &str| {
            let mapping = Mapping {
                date_format: serde_json::from_str(&format!("{format:?}")).unwrap(),
                ..Mapping::own()
            };
            mapping.cell(Column::Date, text)
        };
        assert_eq!(of("iso", "2026-11-25"), "2026-11-25");
        assert_eq!(of("iso", "2026-11-25T00:00:00.000Z"), "2026-11-25");
        assert_eq!(of("iso", "2026-11-25 00:00:00"), "2026-11-25");
        assert_eq!(of("iso", "2026-11-25 07:00:00"), "2026-11-25 07:00:00");
        assert_eq!(of("month_first", "11/25/2026"), "2026-11-25");
        assert_eq!(of("month_first", "25/11/2026"), "25/11/2026");
        assert_eq!(of("day_first", "25.11.2026"), "2026-11-25");
        assert_eq!(of("compact", "20261125"), "2026-11-25");
    }
}
