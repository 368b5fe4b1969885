//! Spend rows as JSON: the columns are those of CSV, as text.

use std::collections::BTreeMap;
use std::fmt;

use ad_spend::rows::{Column, RowText};
use serde::de::{DeserializeSeed, Error as _, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::value::RawValue;
use utoipa::ToSchema;

use http_kit::decimal::DecimalText;

/// One row as it was sent.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct SentRow(pub(super) RowText);

impl<'de> Deserialize<'de> for SentRow {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(RowVisitor).map(Self)
    }
}

struct RowVisitor;

impl<'de> Visitor<'de> for RowVisitor {
    type Value = RowText;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a row object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<RowText, A::Error> {
        let mut row = BTreeMap::new();
        while let Some(name) = members.next_key::<String>()? {
            let Some(column) = Column::parse(&name) else {
                return members.next_value_seed(Refuse("unknown field"));
            };
            if row.contains_key(&column) {
                return members.next_value_seed(Refuse("was sent more than once"));
            }
            if let Scalar(Some(text)) = members.next_value()? {
                row.insert(column, text);
            }
        }
        Ok(RowText(row))
    }
}

/// Refuses a value, so that the error is placed at its name.
struct Refuse(&'static str);

impl<'de> DeserializeSeed<'de> for Refuse {
    type Value = RowText;

    fn deserialize<D: Deserializer<'de>>(self, _: D) -> Result<RowText, D::Error> {
        Err(D::Error::custom(self.0))
    }
}

/// A string or a number as its text, without blanks around it, as in CSV; `None` for null and for what
/// is blank.
struct Scalar(Option<String>);

impl<'de> Deserialize<'de> for Scalar {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let raw = Box::<RawValue>::deserialize(deserializer)?;
        let text: String = match raw.get().bytes().next() {
            Some(b'"') => serde_json::from_str(raw.get()).map_err(D::Error::custom)?,
            Some(b'-' | b'0'..=b'9') => raw.get().to_owned(),
            Some(b'n') => String::new(),
            _ => return Err(D::Error::custom("is neither text nor a number")),
        };
        let text = text.trim();
        Ok(Self((!text.is_empty()).then(|| text.to_owned())))
    }
}

/// The rows to write.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SpendBody {
    pub(super) rows: Vec<SentRow>,
}

/// What one ad, ad set, campaign or account cost on one day; which of them is said by the last id that
/// is not empty. Such a row is the total of its parts: it counts with what the rows of its parts do not
/// explain. Rows with the same day and the same ids replace each other. All rows of an account and day
/// have one currency. In CSV the same names are the header line.
#[derive(Debug, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = SpendRow)]
#[expect(
    dead_code,
    reason = "documents RowText, which reads JSON and CSV alike"
)]
pub(super) struct SpendRowDocument {
    /// Day of the cost, in the account's own time zone: 2000-01-01 at the earliest, tomorrow (UTC) at
    /// the latest.
    #[schema(format = Date)]
    date: String,
    /// Advertising platform, for example `google_ads`; at most 64 characters.
    #[schema(min_length = 1, max_length = 64)]
    platform: String,
    /// Account; empty when the platform has one only.
    #[schema(max_length = 256)]
    account_id: Option<String>,
    /// Campaign; empty for the total of the account.
    #[schema(max_length = 256)]
    campaign_id: Option<String>,
    /// Ad set, or ad group; empty for the total of what is named before it.
    #[schema(max_length = 256)]
    ad_set_id: Option<String>,
    /// Ad; empty for the total of what is named before it.
    #[schema(max_length = 256)]
    ad_id: Option<String>,
    /// Absent keeps the name that is known.
    #[schema(max_length = 256)]
    account_name: Option<String>,
    /// Absent keeps the name that is known.
    #[schema(max_length = 256)]
    campaign_name: Option<String>,
    /// Absent keeps the name that is known.
    #[schema(max_length = 256)]
    ad_set_name: Option<String>,
    /// Absent keeps the name that is known.
    #[schema(max_length = 256)]
    ad_name: Option<String>,
    /// Cost of the day, not negative.
    spend: DecimalText,
    /// ISO 4217; absent is the profile's currency.
    #[schema(min_length = 3, max_length = 3)]
    currency: Option<String>,
    /// Times shown.
    #[schema(minimum = 0)]
    impressions: Option<i64>,
    /// Times clicked.
    #[schema(minimum = 0)]
    clicks: Option<i64>,
    /// `utm_source` of the traffic that this buys; absent is the platform's name without `_ads`.
    #[schema(max_length = 256)]
    utm_source: Option<String>,
    /// `utm_medium` of the traffic that this buys; absent is `cpc`.
    #[schema(max_length = 256)]
    utm_medium: Option<String>,
}

/// The rows to write.
#[derive(Debug, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = SpendRows)]
#[expect(dead_code, reason = "documents SpendBody")]
pub(super) struct SpendBodyDocument {
    /// 1 to 10,000 rows, no two for the same day and ids. With `replace`, `platform` and the two dates
    /// there may be none.
    #[schema(max_items = 10_000)]
    rows: Vec<SpendRowDocument>,
}
