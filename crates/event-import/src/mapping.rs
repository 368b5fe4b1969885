//! Which field of a file is which of an event.

use std::collections::BTreeMap;

use serde::Deserialize;

/// How a file is read: fields are named, never counted, because whoever makes the file adds some.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Mapping {
    /// A name for whoever made the file; ids are made with it, so that two sources never meet in one.
    pub(crate) source: String,
    #[serde(default)]
    pub(crate) form: Form,
    /// A list in each row, of which each item is an event; what the row says beside it holds for all.
    pub(crate) each: Option<String>,
    /// Lists of `key` and `value` that are read as members.
    #[serde(default)]
    pub(crate) pairs: Vec<String>,
    /// Words that stand for nothing.
    #[serde(default)]
    pub(crate) absent: Vec<String>,
    /// What tells an event from all others of the source.
    pub(crate) id: Vec<String>,
    pub(crate) time: Time,
    pub(crate) event: Option<Events>,
    pub(crate) anonymous_id: Option<Fields>,
    #[serde(default)]
    pub(crate) identifiers: BTreeMap<Identifier, Fields>,
    #[serde(default)]
    pub(crate) page: Page,
    /// Parameters that a page's address does not have itself.
    #[serde(default)]
    pub(crate) campaign: BTreeMap<Parameter, Fields>,
    pub(crate) value: Option<Money>,
    /// The source's own word for the channel of an outcome.
    #[serde(default)]
    pub(crate) channel: Fields,
    pub(crate) user_agent: Option<Fields>,
    pub(crate) country: Option<Fields>,
    #[serde(default)]
    pub(crate) skip: Vec<Condition>,
    #[serde(default)]
    pub(crate) constants: BTreeMap<Constant, String>,
    /// What whoever imports such a file should know.
    pub(crate) note: Option<String>,
}

/// How whoever is meant is found in a row.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Form {
    /// By the fields that are named.
    #[default]
    Table,
    /// By `distinct_id`, which is a browser's or a person's, and events that say which.
    Posthog,
}

/// One field, or several of which the first counts that is filled in.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(from = "OneOrMore")]
pub(crate) struct Fields(pub(crate) Vec<String>);

#[derive(Deserialize)]
#[serde(untagged)]
enum OneOrMore {
    One(String),
    More(Vec<String>),
}

impl From<OneOrMore> for Fields {
    fn from(fields: OneOrMore) -> Self {
        match fields {
            OneOrMore::One(field) => Self(vec![field]),
            OneOrMore::More(fields) => Self(fields),
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Time {
    pub(crate) field: Fields,
    #[serde(default)]
    pub(crate) unit: Unit,
}

/// How instants are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Unit {
    /// RFC 3339, or `2026-11-25 10:00:00` in UTC.
    #[default]
    Text,
    /// Since 1970.
    Seconds,
    /// Since 1970.
    Milliseconds,
    /// Since 1970.
    Microseconds,
}

/// What events are called, and what becomes of them.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Events {
    pub(crate) field: Fields,
    /// What the event is called, where `field` tells its kind alone.
    #[serde(default)]
    pub(crate) name: Fields,
    pub(crate) map: BTreeMap<String, Action>,
    #[serde(default)]
    pub(crate) other: Action,
}

/// What becomes of an event.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Action {
    /// Nothing.
    #[default]
    Skip,
    /// A page was opened.
    PageView,
    /// The browser's user said who it is.
    Identify,
    /// Something happened in a browser, of the event's own name.
    Custom,
    /// Something that may count as a conversion, of this type.
    Outcome(String),
    /// Money that went back, of this type.
    Refund(String),
}

/// What a person is recognised by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Identifier {
    CrmContactId,
    Email,
    Phone,
    ExternalId,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct Page {
    /// The address as a whole, or its parts.
    pub(crate) url: Fields,
    pub(crate) host: Fields,
    pub(crate) path: Fields,
    pub(crate) query: Fields,
    pub(crate) title: Fields,
    /// The page before as a whole, or its parts.
    pub(crate) referrer: Fields,
    pub(crate) referrer_host: Fields,
    pub(crate) referrer_path: Fields,
}

/// A parameter of a landing page's address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Parameter {
    UtmSource,
    UtmMedium,
    UtmCampaign,
    UtmTerm,
    UtmContent,
    Gclid,
    Dclid,
    Gbraid,
    Wbraid,
    Fbclid,
    Msclkid,
}

impl Parameter {
    /// Its name in an address.
    pub(crate) const fn as_str(self) -> &'static str {
        match self {
            Self::UtmSource => "utm_source",
            Self::UtmMedium => "utm_medium",
            Self::UtmCampaign => "utm_campaign",
            Self::UtmTerm => "utm_term",
            Self::UtmContent => "utm_content",
            Self::Gclid => "gclid",
            Self::Dclid => "dclid",
            Self::Gbraid => "gbraid",
            Self::Wbraid => "wbraid",
            Self::Fbclid => "fbclid",
            Self::Msclkid => "msclkid",
        }
    }
}

/// Money of an outcome.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Money {
    pub(crate) field: Fields,
    #[serde(default)]
    pub(crate) currency: Fields,
    /// How many digits the point moves to the left: 2 for cents.
    #[serde(default)]
    pub(crate) scale: u32,
    /// What the sale is called: its idempotency key, by which it counts once.
    #[serde(default)]
    pub(crate) key: Fields,
}

/// Which rows are no events of ours.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Condition {
    pub(crate) field: String,
    pub(crate) is: Option<String>,
    pub(crate) begins_with: Option<String>,
}

/// What is the same in every row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Constant {
    CrmSource,
    Currency,
    Host,
}

/// What is wrong with a mapping.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct BadMapping(String);

/// Digits that the point of an amount can move.
const MAX_SCALE: u32 = 9;

impl Mapping {
    /// A mapping as it is written in JSON.
    pub fn parse(text: &str) -> Result<Self, BadMapping> {
        let mapping: Self =
            serde_json::from_str(text).map_err(|error| BadMapping(error.to_string()))?;
        let refuse = |words: &str| Err(BadMapping(words.to_owned()));
        if mapping.source.is_empty() {
            return refuse("source: must not be empty");
        }
        if mapping.id.is_empty() {
            return refuse("id: must name at least one field");
        }
        if mapping.time.field.0.is_empty() {
            return refuse("time: must name a field");
        }
        if mapping
            .value
            .as_ref()
            .is_some_and(|it| it.scale > MAX_SCALE)
        {
            return refuse("value: scale must be 0 to 9");
        }
        let unclear = |it: &Condition| it.is.is_some() == it.begins_with.is_some();
        if mapping.skip.iter().any(unclear) {
            return refuse("skip: each has a field and either is or begins_with");
        }
        let names_contacts = mapping.identifiers.contains_key(&Identifier::CrmContactId)
            || mapping.form == Form::Posthog;
        if names_contacts && !mapping.constants.contains_key(&Constant::CrmSource) {
            return refuse("constants: crm_source is missing, whose contacts crm_contact_id names");
        }
        Ok(mapping)
    }

    /// What whoever imports such a file should know.
    pub fn note(&self) -> Option<&str> {
        self.note.as_deref()
    }

    /// Whether a file is read twice: first for who is who.
    pub fn looks_first(&self) -> bool {
        self.form == Form::Posthog
    }

    /// All fields that are read.
    pub(crate) fn fields(&self) -> Vec<&str> {
        let page = &self.page;
        let mut all = vec![
            &self.time.field,
            &page.url,
            &page.host,
            &page.path,
            &page.query,
            &page.title,
            &page.referrer,
            &page.referrer_host,
            &page.referrer_path,
            &self.channel,
        ];
        all.extend(&self.anonymous_id);
        all.extend(self.identifiers.values());
        all.extend(self.campaign.values());
        all.extend(&self.user_agent);
        all.extend(&self.country);
        if let Some(events) = &self.event {
            all.extend([&events.field, &events.name]);
        }
        if let Some(value) = &self.value {
            all.extend([&value.field, &value.currency, &value.key]);
        }
        let named = all.into_iter().flat_map(|fields| &fields.0);
        let conditions = self.skip.iter().map(|condition| &condition.field);
        let all = named.chain(&self.id).chain(conditions);
        all.map(String::as_str).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_mapping_is_told() {
        let whole =
            |extra: &str| format!(r#"{{"source":"s","id":["i"],"time":{{"field":"t"}}{extra}}}"#);
        assert!(Mapping::parse(&whole("")).is_ok());
        for (text, words) in [
            ("{".to_owned(), "EOF"),
            (whole(r#","tiem":1"#), "unknown field `tiem`"),
            (whole(r#","skip":[{"field":"a"}]"#), "skip"),
            (whole(r#","value":{"field":"v","scale":10}"#), "scale"),
            (
                whole(r#","identifiers":{"crm_contact_id":"u"}"#),
                "crm_source is missing",
            ),
            (whole(r#","form":"posthog""#), "crm_source is missing"),
            (
                r#"{"source":"s","id":[],"time":{"field":"t"}}"#.to_owned(),
                "id",
            ),
            (
                r#"{"source":"","id":["i"],"time":{"field":"t"}}"#.to_owned(),
                "source",
            ),
        ] {
            let error = Mapping::parse(&text).unwrap_err().to_string();
            assert!(error.contains(words), "{text}: {error}");
        }
    }
}
