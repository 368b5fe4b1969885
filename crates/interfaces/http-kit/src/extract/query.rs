//! Query parameters, read one by one. Every wrong one is named; unknown ones are ignored; a
//! parameter that is read and was sent twice is wrong.

use std::borrow::Cow;

use actix_web::HttpRequest;
use actix_web::dev::Payload;
use kernel::{Date, Model, Period};
use percent_encoding::percent_decode_str;
use time::format_description::well_known::Iso8601;

use super::Input;
use crate::problem::{FieldCode, FieldError, Problem};

/// What the query parameters `T` ask for.
#[derive(Debug)]
pub struct ApiQuery<T: FromQuery>(pub T::Query);

/// A set of query parameters that can be read.
pub trait FromQuery {
    /// What they ask for; often the query of a report.
    type Query;

    /// Reads each parameter through the reader, which keeps what is wrong. Read all of them
    /// before using `?` on any, so that one answer names all errors.
    fn from_query(query: &mut QueryReader) -> Result<Self::Query, Invalid>;
}

impl<T: FromQuery> Input for ApiQuery<T> {
    async fn read(request: &HttpRequest, _: &mut Payload) -> Result<Self, Problem> {
        QueryReader::of(request).read::<T>().map(Self)
    }
}

/// Proof that a [`QueryReader`] has recorded an error; nothing else can make one.
#[derive(Clone, Copy, Debug)]
pub struct Invalid(());

/// What is wrong with a value: a code, and words to follow the parameter's name.
pub type Fault = (FieldCode, &'static str);

/// Reads parameters and collects what is wrong with them.
#[derive(Debug)]
pub struct QueryReader {
    pairs: Vec<(Vec<u8>, Vec<u8>)>,
    errors: Vec<FieldError>,
}

impl QueryReader {
    /// Over the query string of the request.
    pub fn of(request: &HttpRequest) -> Self {
        Self::new(request.query_string())
    }

    /// Over parameters that came in another way than as a query string.
    pub fn over(pairs: impl IntoIterator<Item = (String, String)>) -> Self {
        let bytes = |(name, value): (String, String)| (name.into_bytes(), value.into_bytes());
        Self {
            pairs: pairs.into_iter().map(bytes).collect(),
            errors: Vec::new(),
        }
    }

    /// All of a set, or a 400 that names everything that is wrong.
    pub fn read<T: FromQuery>(mut self) -> Result<T::Query, Problem> {
        match T::from_query(&mut self) {
            Ok(value) if self.errors.is_empty() => Ok(value),
            _ => Err(Problem::invalid(self.errors)),
        }
    }

    fn new(query: &str) -> Self {
        let pair = |pair: &str| {
            let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
            (decode(name), decode(value))
        };
        let pairs = query
            .split('&')
            .filter(|part| !part.is_empty())
            .map(pair)
            .collect();
        Self {
            pairs,
            errors: Vec::new(),
        }
    }

    /// A parameter that may be absent. `read` makes a value of its text or says what is wrong.
    pub fn optional<T, W: Into<Cow<'static, str>>>(
        &mut self,
        name: &str,
        read: impl FnOnce(&str) -> Result<T, (FieldCode, W)>,
    ) -> Result<Option<T>, Invalid> {
        let text = match self.text(name) {
            Ok(None) => return Ok(None),
            Ok(Some(text)) => text,
            Err((code, words)) => return Err(self.wrong(name, code, words)),
        };
        read(&text)
            .map(Some)
            .map_err(|(code, words)| self.wrong(name, code, words))
    }

    /// A parameter that must be there.
    pub fn required<T, W: Into<Cow<'static, str>>>(
        &mut self,
        name: &str,
        read: impl FnOnce(&str) -> Result<T, (FieldCode, W)>,
    ) -> Result<T, Invalid> {
        self.optional(name, read)?
            .ok_or_else(|| self.wrong(name, FieldCode::Missing, "is required"))
    }

    /// What these parameters are when none of them was sent.
    pub fn fill(&mut self, defaults: &[(&str, String)]) {
        let sent = |name: &str| self.pairs.iter().any(|(key, _)| key == name.as_bytes());
        if !defaults.iter().any(|(name, _)| sent(name)) {
            let bytes = |text: &str| text.as_bytes().to_vec();
            let filled = defaults
                .iter()
                .map(|(name, value)| (bytes(name), bytes(value)));
            self.pairs.extend(filled.collect::<Vec<_>>());
        }
    }

    /// Takes a parameter that says nothing for absent, as a form sends a field that is left empty.
    pub fn drop_empty(&mut self, name: &str) {
        let is_empty = |key: &[u8], value: &[u8]| key == name.as_bytes() && value.is_empty();
        self.pairs.retain(|(key, value)| !is_empty(key, value));
    }

    /// Records that a parameter is wrong, for example in its relation to another.
    pub fn wrong(
        &mut self,
        name: &str,
        code: FieldCode,
        words: impl Into<Cow<'static, str>>,
    ) -> Invalid {
        self.errors
            .push(FieldError::parameter(name, code, words.into()));
        Invalid(())
    }

    /// The distinct names of the form `family[member]`, as `(full name, member)`, for example
    /// `("filter[channel]", "channel")`.
    pub fn members(&self, family: &str) -> Vec<(String, String)> {
        let mut found: Vec<(String, String)> = Vec::new();
        for name in self
            .pairs
            .iter()
            .filter_map(|(name, _)| std::str::from_utf8(name).ok())
        {
            let member = name
                .strip_prefix(family)
                .and_then(|rest| rest.strip_prefix('['))
                .and_then(|rest| rest.strip_suffix(']'));
            if let Some(member) = member
                && !found.iter().any(|(full, _)| full == name)
            {
                found.push((name.to_owned(), member.to_owned()));
            }
        }
        found
    }

    /// What was wrong so far.
    pub fn into_errors(self) -> Vec<FieldError> {
        self.errors
    }

    fn text(&self, name: &str) -> Result<Option<String>, Fault> {
        let mut values = self
            .pairs
            .iter()
            .filter(|(key, _)| key == name.as_bytes())
            .map(|(_, value)| value);
        let Some(value) = values.next() else {
            return Ok(None);
        };
        if values.next().is_some() {
            return Err((FieldCode::Repeated, "was sent more than once"));
        }
        let text =
            std::str::from_utf8(value).map_err(|_| (FieldCode::Malformed, "is not valid UTF-8"))?;
        if text.contains('\0') {
            return Err((FieldCode::Malformed, "contains the character U+0000"));
        }
        Ok(Some(text.to_owned()))
    }
}

fn decode(text: &str) -> Vec<u8> {
    percent_decode_str(&text.replace('+', " ")).collect()
}

/// `date_from` and `date_to`, both named when both are wrong.
pub fn read_period(query: &mut QueryReader) -> Result<Period, Invalid> {
    let from = query.required("date_from", read_date);
    let to = query.required("date_to", read_date);
    let (from, to) = (from?, to?);
    Period::new(from, to)
        .map_err(|error| query.wrong("date_to", FieldCode::OutOfRange, error.to_string()))
}

/// `date_from` and `date_to`, both or neither.
pub fn read_optional_period(query: &mut QueryReader) -> Result<Option<Period>, Invalid> {
    let from = query.optional("date_from", read_date);
    let to = query.optional("date_to", read_date);
    let alone = "is required where the other day is sent";
    match (from?, to?) {
        (None, None) => Ok(None),
        (Some(from), Some(to)) => Period::new(from, to)
            .map(Some)
            .map_err(|error| query.wrong("date_to", FieldCode::OutOfRange, error.to_string())),
        (Some(_), None) => Err(query.wrong("date_to", FieldCode::Missing, alone)),
        (None, Some(_)) => Err(query.wrong("date_from", FieldCode::Missing, alone)),
    }
}

/// `model`, last touch when absent.
pub fn read_model(query: &mut QueryReader) -> Result<Model, Invalid> {
    let model = query.optional("model", |text| {
        Model::parse(text).ok_or((
            FieldCode::UnknownValue,
            "is none of last_touch, first_touch, linear, time_decay, last_non_direct, position_based",
        ))
    });
    Ok(model?.unwrap_or_default())
}

/// A day, `YYYY-MM-DD`, of the years 0001 to 9998: a day before and a day after exist.
pub fn read_date(text: &str) -> Result<Date, Fault> {
    let shaped = text.len() == 10 && text.bytes().enumerate().all(day_shape);
    let day = shaped
        .then(|| Date::parse(text, &Iso8601::DATE).ok())
        .flatten();
    day.filter(|day| (1..=9998).contains(&day.year()))
        .ok_or((FieldCode::Malformed, "is not a day in the form YYYY-MM-DD"))
}

fn day_shape((at, byte): (usize, u8)) -> bool {
    if at == 4 || at == 7 {
        byte == b'-'
    } else {
        byte.is_ascii_digit()
    }
}

/// A whole number without sign, at most `u32::MAX`.
pub fn read_u32(text: &str) -> Result<u32, Fault> {
    if text.is_empty() || !text.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err((FieldCode::Malformed, "is not a whole number"));
    }
    text.parse()
        .map_err(|_| (FieldCode::OutOfRange, "is too large"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[expect(
        clippy::unnecessary_wraps,
        reason = "readers may fail; this one happens not to"
    )]
    fn plain(text: &str) -> Result<String, Fault> {
        Ok(text.to_owned())
    }

    #[test]
    fn values_are_decoded_once() {
        let mut query = QueryReader::new("a=x%2By+z&b&c=%E2%82%AC");
        assert_eq!(query.required("a", plain).unwrap(), "x+y z");
        assert_eq!(query.required("b", plain).unwrap(), "");
        assert_eq!(query.optional("c", plain).unwrap().as_deref(), Some("€"));
        assert_eq!(query.optional("d", plain).unwrap(), None);
        assert!(query.into_errors().is_empty());
    }

    #[test]
    fn every_wrong_parameter_is_named() {
        let mut query = QueryReader::new("a=1&a=2&b=%FF&c=%00&d=2026-02-30");
        for name in ["a", "b", "c"] {
            query.optional(name, plain).unwrap_err();
        }
        query.required("d", read_date).unwrap_err();
        query.required("e", read_date).unwrap_err();
        let errors = query.into_errors();
        let named: Vec<_> = errors
            .iter()
            .map(|error| (error.parameter.as_deref().unwrap(), error.code))
            .collect();
        assert_eq!(
            named,
            [
                ("a", FieldCode::Repeated),
                ("b", FieldCode::Malformed),
                ("c", FieldCode::Malformed),
                ("d", FieldCode::Malformed),
                ("e", FieldCode::Missing),
            ]
        );
    }

    #[test]
    fn members_of_a_family_are_found_encoded_or_not() {
        let query =
            QueryReader::new("filter[channel]=is:x&filter%5Bsource%5D=y&filter=z&other[a]=1");
        let members: Vec<_> = query
            .members("filter")
            .into_iter()
            .map(|(_, name)| name)
            .collect();
        assert_eq!(members, ["channel", "source"]);
    }

    #[test]
    fn dates_and_numbers_have_one_form() {
        assert!(read_date("2024-02-29").is_ok());
        for text in [
            "",
            "2024-2-29",
            "20240229",
            "2023-02-29",
            "2024-02-29T00:00:00Z",
            "0000-01-01",
        ] {
            assert!(read_date(text).is_err(), "{text}");
        }
        assert_eq!(read_u32("050").unwrap(), 50);
        for text in ["", "-1", "+1", "1.0", "1e2", "4294967296"] {
            assert!(read_u32(text).is_err(), "{text}");
        }
    }
}
