//! What tools take: one declaration is the schema, and the reading.
//!
//! Values become the texts of query parameters, which are then read by the REST interface's own
//! readers: the same limits, defaults and errors.

use std::borrow::Cow;

use kernel::{Model, ProfileId};
use reporting::filter::Dimension;
use serde_json::{Map, Value, json};

use http_kit::extract::{FromQuery, Invalid, QueryReader, parse_uuid};
use http_kit::problem::{FieldCode, FieldError, Problem};

const PROFILE: &str = "profile_id";
const FILTERS: &str = "filters";

/// One argument.
#[derive(Debug)]
pub(crate) struct Argument {
    name: &'static str,
    kind: Kind,
    is_required: bool,
    words: &'static str,
}

/// What an argument looks like.
#[derive(Clone, Debug)]
pub(crate) enum Kind {
    /// A text with so many characters at most.
    Text(u32),
    /// `YYYY-MM-DD`
    Day,
    /// RFC 3339.
    Instant,
    /// A UUID.
    Id,
    /// A whole number from the first to the second.
    Whole(u32, u32),
    /// True or false.
    Flag,
    /// One of these words.
    Word(Vec<&'static str>),
    /// An object of filters by dimension.
    Filters,
}

impl Argument {
    /// One that must be there.
    pub(crate) fn required(name: &'static str, kind: Kind, words: &'static str) -> Self {
        Self {
            name,
            kind,
            is_required: true,
            words,
        }
    }

    /// One that may be left out.
    pub(crate) fn optional(name: &'static str, kind: Kind, words: &'static str) -> Self {
        Self {
            is_required: false,
            ..Self::required(name, kind, words)
        }
    }

    fn schema(&self) -> Value {
        let mut schema = match &self.kind {
            Kind::Text(most) => json!({"type": "string", "maxLength": most}),
            Kind::Day => json!({"type": "string", "format": "date"}),
            Kind::Instant => json!({"type": "string", "format": "date-time"}),
            Kind::Id => json!({"type": "string", "format": "uuid"}),
            Kind::Whole(least, most) => {
                json!({"type": "integer", "minimum": least, "maximum": most})
            }
            Kind::Flag => json!({"type": "boolean"}),
            Kind::Word(words) => json!({"type": "string", "enum": words}),
            Kind::Filters => {
                let one =
                    |(_, name): &(Dimension, &str)| ((*name).to_owned(), json!({"type": "string"}));
                let members: Map<String, Value> = Dimension::ALL.iter().map(one).collect();
                json!({"type": "object", "properties": members, "additionalProperties": false})
            }
        };
        if let Some(members) = schema.as_object_mut() {
            members.insert("description".to_owned(), self.words.into());
        }
        schema
    }
}

/// The first and the last day.
pub(crate) fn period() -> Vec<Argument> {
    vec![
        Argument::required("date_from", Kind::Day, "First day, YYYY-MM-DD."),
        Argument::required(
            "date_to",
            Kind::Day,
            "Last day, YYYY-MM-DD; it counts too. At most 366 days in all.",
        ),
    ]
}

/// The attribution model.
pub(crate) fn model() -> Argument {
    let words = Model::ALL.into_iter().map(Model::as_str).collect();
    Argument::optional(
        "model",
        Kind::Word(words),
        "Attribution model; last_touch when absent.",
    )
}

/// Which conversion keys count.
pub(crate) fn goal(words: &'static str) -> Argument {
    Argument::optional("goal", Kind::Text(6_500), words)
}

/// Narrowing by dimension.
pub(crate) fn filters(words: &'static str) -> Argument {
    Argument::optional(FILTERS, Kind::Filters, words)
}

/// Period, model, accounting, filters and goals: what every report of figures takes.
pub(crate) fn question() -> Vec<Argument> {
    let mut arguments = period();
    arguments.push(model());
    arguments.push(Argument::optional(
        "accounting",
        Kind::Word(vec!["conversion_date", "touch_date"]),
        "The day on which credit counts: that of the conversion (the default) or of the touch.",
    ));
    arguments.push(filters(
        "Filters by dimension, all of which must hold. Each is is:, is_not: or contains: and one or \
         more values separated by |, for example {\"channel\": \"is:Paid Search|Paid Social\"}.",
    ));
    arguments.push(goal(
        "Conversion keys that count, one or several separated by commas; every key when absent. Spend \
         and visits are of all keys all the same.",
    ));
    arguments
}

/// How many rows, up to 100.
pub(crate) fn limit(words: &'static str) -> Argument {
    Argument::optional("limit", Kind::Whole(1, 100), words)
}

/// Where to go on.
pub(crate) fn cursor() -> Argument {
    Argument::optional(
        "cursor",
        Kind::Text(1024),
        "pagination.cursor of the page before, with the other arguments unchanged.",
    )
}

/// JSON Schema of a tool's arguments.
pub(crate) fn schema(arguments: &[Argument], is_about_profile: bool) -> Value {
    let (mut properties, mut required) = (Map::new(), Vec::new());
    if is_about_profile {
        let words = "The profile, by an id that whoami lists.";
        let profile = json!({"type": "string", "format": "uuid", "description": words});
        properties.insert(PROFILE.to_owned(), profile);
        required.push(PROFILE);
    }
    for argument in arguments {
        properties.insert(argument.name.to_owned(), argument.schema());
        if argument.is_required {
            required.push(argument.name);
        }
    }
    json!({
        "type": "object",
        "properties": properties,
        "required": required,
        "additionalProperties": false,
    })
}

/// Takes the profile out of the arguments.
pub(crate) fn take_profile(sent: &mut Map<String, Value>) -> Result<ProfileId, Problem> {
    let wrong = |code, words: &str| {
        Problem::invalid_field(FieldError::parameter(PROFILE, code, words.to_owned()))
    };
    match sent.remove(PROFILE) {
        None | Some(Value::Null) => Err(wrong(FieldCode::Missing, "is required")),
        Some(value) => value
            .as_str()
            .and_then(parse_uuid)
            .map(ProfileId::new)
            .ok_or_else(|| wrong(FieldCode::Malformed, "is not a UUID")),
    }
}

/// One of each; every one is looked for among all of them.
const MOST_FILTERS: usize = Dimension::ALL.len();
/// Wrong arguments that are told.
const MOST_TOLD: usize = 64;

/// The arguments as parameters. Those that the tool does not have, or that could not be a
/// parameter, are wrong already. Null is the same as absent.
pub(crate) fn read(declared: &[Argument], sent: Map<String, Value>) -> QueryReader {
    let (mut pairs, mut wrong) = (Vec::new(), Vec::new());
    for (name, value) in sent {
        let argument = declared.iter().find(|argument| argument.name == name);
        match (argument.map(|argument| &argument.kind), value) {
            (_, Value::Null) => {}
            (None, _) => wrong.push((name, FieldCode::UnknownField, "is no argument of this tool")),
            (Some(Kind::Filters), Value::Object(filters)) if filters.len() > MOST_FILTERS => {
                wrong.push((
                    name,
                    FieldCode::OutOfRange,
                    "has more members than there are dimensions",
                ));
            }
            (Some(Kind::Filters), Value::Object(filters)) => {
                for (dimension, value) in filters {
                    let name = format!("filter[{dimension}]");
                    match text(&value) {
                        Some(text) => pairs.push((name, text)),
                        None => wrong.push((name, FieldCode::Malformed, "is not a text")),
                    }
                }
            }
            (Some(Kind::Filters), _) => {
                wrong.push((name, FieldCode::Malformed, "is not an object"));
            }
            (Some(_), value) => match text(&value) {
                Some(text) => pairs.push((name, text)),
                None => wrong.push((name, FieldCode::Malformed, "is not a single value")),
            },
        }
    }
    let mut reader = QueryReader::over(pairs);
    for (name, code, words) in wrong.into_iter().take(MOST_TOLD) {
        reader.wrong(&name, code, words);
    }
    reader
}

/// A value as the text of a parameter.
fn text(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        Value::Bool(flag) => Some(flag.to_string()),
        Value::Null | Value::Array(_) | Value::Object(_) => None,
    }
}

/// What an agent calls the parameter.
pub(crate) fn name_of_parameter(parameter: &str) -> Cow<'_, str> {
    let dimension = parameter
        .strip_prefix("filter[")
        .and_then(|rest| rest.strip_suffix(']'));
    match dimension {
        Some(dimension) => Cow::Owned(format!("{FILTERS}.{dimension}")),
        None => Cow::Borrowed(parameter),
    }
}

/// For tools without arguments: only that none was sent.
#[derive(Debug)]
pub(crate) struct Nothing;

impl FromQuery for Nothing {
    type Query = Self;

    fn from_query(_: &mut QueryReader) -> Result<Self, Invalid> {
        Ok(Self)
    }
}

#[cfg(test)]
mod tests {
    use rest_api::overview::OverviewParameters;

    use super::*;

    fn wrong(sent: Value) -> Vec<(String, FieldCode)> {
        let Value::Object(sent) = sent else {
            panic!("no object")
        };
        let problem = read(&question(), sent)
            .read::<OverviewParameters>()
            .unwrap_err();
        let name = |error: &FieldError| {
            let parameter = error.parameter.clone().unwrap();
            (name_of_parameter(&parameter).into_owned(), error.code)
        };
        problem.errors().iter().map(name).collect()
    }

    #[test]
    fn every_wrong_argument_is_named_as_the_agent_knows_it() {
        let sent = json!({
            "date_from": "2026-13-01",
            "model": ["last_touch"],
            "accounting": "never",
            "filters": {"channel": "Email", "planet": "is:Mars", "source": {}},
            "colour": 1,
        });
        let expected = [
            ("model", FieldCode::Malformed),
            ("filters.source", FieldCode::Malformed),
            ("colour", FieldCode::UnknownField),
            ("date_from", FieldCode::Malformed),
            ("date_to", FieldCode::Missing),
            ("accounting", FieldCode::UnknownValue),
            ("filters.channel", FieldCode::Malformed),
            ("filters.planet", FieldCode::UnknownValue),
        ];
        let found = wrong(sent);
        assert_eq!(found.len(), expected.len(), "{found:?}");
        for (name, code) in expected {
            assert!(
                found.contains(&(name.to_owned(), code)),
                "{name}: {found:?}"
            );
        }
    }

    #[test]
    fn null_is_absent_and_filters_are_an_object() {
        let sent = json!({"date_from": "2026-03-01", "date_to": null, "filters": "is:Email"});
        let expected = [
            ("filters".to_owned(), FieldCode::Malformed),
            ("date_to".to_owned(), FieldCode::Missing),
        ];
        assert_eq!(wrong(sent), expected);
    }

    #[test]
    fn too_many_members_are_one_mistake_each_at_most_so_many() {
        let days = [("date_from", "2026-03-01"), ("date_to", "2026-03-02")];
        let many = |count: usize| {
            let names = (0..count).map(|number| (format!("x{number}"), json!("is:1")));
            Value::Object(names.collect())
        };
        let mut sent = json!({"filters": many(MOST_FILTERS + 1)});
        for (name, day) in days {
            sent[name] = json!(day);
        }
        let expected = [("filters".to_owned(), FieldCode::OutOfRange)];
        assert_eq!(wrong(sent), expected);
        let mut unknown = many(1_000);
        for (name, day) in days {
            unknown[name] = json!(day);
        }
        assert_eq!(wrong(unknown).len(), MOST_TOLD);
    }

    #[test]
    fn the_profile_is_taken_first() {
        let take = |sent: Value| {
            let Value::Object(mut sent) = sent else {
                panic!("no object")
            };
            let taken = take_profile(&mut sent).map_err(|problem| problem.errors()[0].code);
            (taken, sent.len())
        };
        let id = "019aa0c0-0000-7000-8000-00000000000a";
        let taken = take(json!({"profile_id": id, "x": 1}));
        assert_eq!(taken, (Ok(ProfileId::new(id.parse().unwrap())), 1));
        assert_eq!(take(json!({})).0, Err(FieldCode::Missing));
        assert_eq!(take(json!({"profile_id": null})).0, Err(FieldCode::Missing));
        assert_eq!(take(json!({"profile_id": 7})).0, Err(FieldCode::Malformed));
        assert_eq!(
            take(json!({"profile_id": "x"})).0,
            Err(FieldCode::Malformed)
        );
    }
}
