//! What of a record may leave: the parts that are open in each privacy mode, what a profile opens by itself,
//! and what a rule closes on top.

use serde_json::Value;

use crate::words::{PrivacyMode, Word, words};

/// A part of a record that is open or closed as a whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Part {
    /// Who somebody is, hashed: e-mail, phone, names, place, external ids; ids of them in conversations.
    Identity,
    /// The IP address.
    Ip,
    /// The browser's user agent, wherever the event happened.
    UserAgent,
    /// The user agent of an event that is told as one of a page.
    UserAgentOnPages,
    /// The platform's own ids of a click.
    ClickIds,
    /// The platform's own ids of a browser.
    BrowserIds,
    /// The origin of the page: scheme and host.
    PageOrigin,
    /// The page's path, and of its query what names campaigns.
    Page,
    /// Where the visitor came from.
    Referrer,
    /// What the event was worth.
    Value,
    /// The value that the rule sets for every event.
    FixedValue,
    /// What was bought.
    Contents,
    /// The caller's own properties.
    CustomData,
    /// Names of events that say what they were about.
    EventName,
    /// E-mail and phone as a search engine takes them, hashed.
    UserIdentifiers,
}

words! {
    Part {
        Identity => "identity",
        Ip => "ip",
        UserAgent => "user_agent",
        UserAgentOnPages => "user_agent_on_pages",
        ClickIds => "click_ids",
        BrowserIds => "browser_ids",
        PageOrigin => "page_origin",
        Page => "page",
        Referrer => "referrer",
        Value => "value",
        FixedValue => "fixed_value",
        Contents => "contents",
        CustomData => "custom_data",
        EventName => "event_name",
        UserIdentifiers => "user_identifiers",
    }
}

impl Part {
    const fn bit(self) -> u16 {
        match self {
            Self::Identity => 1,
            Self::Ip => 1 << 1,
            Self::UserAgent => 1 << 2,
            Self::UserAgentOnPages => 1 << 3,
            Self::ClickIds => 1 << 4,
            Self::BrowserIds => 1 << 5,
            Self::PageOrigin => 1 << 6,
            Self::Page => 1 << 7,
            Self::Referrer => 1 << 8,
            Self::Value => 1 << 9,
            Self::FixedValue => 1 << 10,
            Self::Contents => 1 << 11,
            Self::CustomData => 1 << 12,
            Self::EventName => 1 << 13,
            Self::UserIdentifiers => 1 << 14,
        }
    }

    /// What is closed with a part: nothing wider stays open than what was closed.
    const fn wider(self) -> &'static [Self] {
        match self {
            Self::UserAgentOnPages => &[Self::UserAgent],
            Self::PageOrigin => &[Self::Page],
            Self::FixedValue => &[Self::Value],
            _ => &[],
        }
    }

    /// What is open with a part: whoever may tell the page may tell its origin.
    const fn narrower(self) -> &'static [Self] {
        match self {
            Self::UserAgent => &[Self::UserAgentOnPages],
            Self::Page => &[Self::PageOrigin],
            Self::Value => &[Self::FixedValue],
            _ => &[],
        }
    }
}

/// A set of open parts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Parts(u16);

impl Parts {
    /// None.
    pub const NONE: Self = Self(0);

    /// Whether a part is open.
    pub const fn allow(self, part: Part) -> bool {
        self.0 & part.bit() != 0
    }

    /// With a part, and with what is narrower than it.
    #[must_use]
    pub fn opened(self, part: Part) -> Self {
        let narrower = part
            .narrower()
            .iter()
            .fold(0, |bits, part| bits | part.bit());
        Self(self.0 | part.bit() | narrower)
    }

    /// Without a part, and without what is wider than it.
    #[must_use]
    pub fn closed(self, part: Part) -> Self {
        let wider = part.wider().iter().fold(0, |bits, part| bits | part.bit());
        Self(self.0 & !(part.bit() | wider))
    }

    /// What is open in both.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// Whether everything that is open here is open there.
    pub const fn is_within(self, other: Self) -> bool {
        self.0 & !other.0 == 0
    }

    /// The open parts, in the order of [`Part::ALL`](Word::ALL).
    pub fn iter(self) -> impl Iterator<Item = Part> {
        Part::ALL
            .iter()
            .copied()
            .filter(move |part| self.allow(*part))
    }
}

impl FromIterator<Part> for Parts {
    fn from_iter<I: IntoIterator<Item = Part>>(parts: I) -> Self {
        parts.into_iter().fold(Self::NONE, Self::opened)
    }
}

/// Under which laws of some states of the United States data may be used in a limited way only. 0 and 0 let the
/// platform find out where somebody is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LimitedDataUse {
    /// The platform's number of the country.
    pub country: u16,
    /// The platform's number of the state.
    pub state: u16,
}

/// What a profile has decided for all of its exports.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PrivacySettings {
    /// The mode.
    pub mode: PrivacyMode,
    /// What the profile opens in [`PrivacyMode::Custom`], and whether data is to be used in a limited way.
    pub config: PrivacyConfig,
}

impl Default for PrivacySettings {
    fn default() -> Self {
        Self {
            mode: PrivacyMode::Standard,
            config: PrivacyConfig::default(),
        }
    }
}

/// The profile's own privacy config.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PrivacyConfig {
    /// Parts that [`PrivacyMode::Custom`] opens beyond [`PrivacyMode::Hipaa`]; without effect in other modes.
    pub open: Parts,
    /// Set on every event, in every mode.
    pub limited_data_use: Option<LimitedDataUse>,
}

/// What a rule closes beyond the profile. It cannot open: there is no way to write that down.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PrivacyOverride {
    /// Parts that are closed, each as [`Parts::closed`] closes it.
    pub close: Parts,
    /// Set on the rule's events when the profile sets none.
    pub limited_data_use: Option<LimitedDataUse>,
}

/// What holds for one rule in the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Policy {
    /// What may leave.
    pub open: Parts,
    /// Whether the platform is told to use it in a limited way.
    pub limited_data_use: Option<LimitedDataUse>,
}

impl Policy {
    /// The policy of a profile.
    pub fn of(settings: &PrivacySettings) -> Self {
        let open = match settings.mode {
            PrivacyMode::Standard => Part::ALL.iter().copied().collect(),
            PrivacyMode::Hipaa => hipaa(),
            PrivacyMode::Custom => settings.config.open.iter().fold(hipaa(), Parts::opened),
            PrivacyMode::PlatformSafe => [
                Part::Identity,
                Part::Ip,
                Part::UserAgent,
                Part::ClickIds,
                Part::BrowserIds,
                Part::Value,
                Part::UserIdentifiers,
            ]
            .into_iter()
            .collect(),
        };
        Self {
            open,
            limited_data_use: settings.config.limited_data_use,
        }
    }

    /// The same policy, tightened.
    #[must_use]
    pub fn tightened(self, by: Option<&PrivacyOverride>) -> Self {
        let Some(by) = by else { return self };
        Self {
            open: by.close.iter().fold(self.open, Parts::closed),
            limited_data_use: self.limited_data_use.or(by.limited_data_use),
        }
    }

    /// Whether only names that say nothing of what an event was about may leave.
    pub const fn names_are_neutral(&self) -> bool {
        !self.open.allow(Part::EventName)
    }
}

fn hipaa() -> Parts {
    [
        Part::UserAgentOnPages,
        Part::ClickIds,
        Part::PageOrigin,
        Part::FixedValue,
    ]
    .into_iter()
    .collect()
}

/// What is wrong with a privacy config or an override, to be read after the field's name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PrivacyFault {
    /// It is no object.
    #[error("must be an object")]
    NotAnObject,
    /// A key that nothing is known of.
    #[error("has the unknown key {0:?}; the keys are {1}")]
    UnknownKey(String, &'static str),
    /// The list of parts is none.
    #[error("must have in {0:?} a list of parts, each one of {parts}", parts = Part::listed())]
    Parts(&'static str),
    /// Limited data use is written in another way.
    #[error(
        "must have in limited_data_use null or an object with country and state, each 0 to 65535"
    )]
    LimitedDataUse,
}

impl PrivacyConfig {
    /// The config in a mode.
    pub const fn in_mode(self, mode: PrivacyMode) -> PrivacySettings {
        PrivacySettings { mode, config: self }
    }

    /// Reads `{"open": [part…], "limited_data_use": {"country": 0, "state": 0}}`; each key may be absent.
    pub fn parse(value: &Value) -> Result<Self, PrivacyFault> {
        let (open, limited_data_use) = read(value, "open", "open, limited_data_use")?;
        Ok(Self {
            open: open.into_iter().collect(),
            limited_data_use,
        })
    }

    /// The inverse of [`PrivacyConfig::parse`].
    pub fn to_json(&self) -> Value {
        written("open", self.open, self.limited_data_use)
    }
}

impl PrivacyOverride {
    /// Reads `{"close": [part…], "limited_data_use": {"country": 0, "state": 0}}`; each key may be absent.
    pub fn parse(value: &Value) -> Result<Self, PrivacyFault> {
        let (close, limited_data_use) = read(value, "close", "close, limited_data_use")?;
        let close = close.into_iter().fold(0, |bits, part| bits | part.bit());
        Ok(Self {
            close: Parts(close),
            limited_data_use,
        })
    }

    /// The inverse of [`PrivacyOverride::parse`].
    pub fn to_json(&self) -> Value {
        written("close", self.close, self.limited_data_use)
    }
}

type Read = (Vec<Part>, Option<LimitedDataUse>);

fn read(value: &Value, list: &'static str, keys: &'static str) -> Result<Read, PrivacyFault> {
    let object = value.as_object().ok_or(PrivacyFault::NotAnObject)?;
    let (mut parts, mut limited) = (Vec::new(), None);
    for (key, value) in object {
        if key == list {
            parts = value
                .as_array()
                .and_then(|items| items.iter().map(part).collect())
                .ok_or(PrivacyFault::Parts(list))?;
        } else if key == "limited_data_use" {
            limited = limited_data_use(value)?;
        } else {
            return Err(PrivacyFault::UnknownKey(key.clone(), keys));
        }
    }
    Ok((parts, limited))
}

fn part(value: &Value) -> Option<Part> {
    Part::parse(value.as_str()?)
}

/// Reads limited data use as both configs and destinations write it.
pub(crate) fn limited_data_use(value: &Value) -> Result<Option<LimitedDataUse>, PrivacyFault> {
    if value.is_null() {
        return Ok(None);
    }
    let object = value.as_object().ok_or(PrivacyFault::LimitedDataUse)?;
    let number = |key: &str| match object.get(key) {
        None => Ok(0),
        Some(value) => value
            .as_u64()
            .and_then(|number| u16::try_from(number).ok())
            .ok_or(PrivacyFault::LimitedDataUse),
    };
    if object.keys().any(|key| key != "country" && key != "state") {
        return Err(PrivacyFault::LimitedDataUse);
    }
    Ok(Some(LimitedDataUse {
        country: number("country")?,
        state: number("state")?,
    }))
}

fn written(list: &str, parts: Parts, limited: Option<LimitedDataUse>) -> Value {
    let mut object = serde_json::Map::new();
    let words: Vec<_> = parts
        .iter()
        .map(|part| Value::from(part.as_str()))
        .collect();
    object.insert(list.to_owned(), Value::Array(words));
    if let Some(LimitedDataUse { country, state }) = limited {
        let limited = serde_json::json!({ "country": country, "state": state });
        object.insert("limited_data_use".to_owned(), limited);
    }
    Value::Object(object)
}

#[cfg(test)]
mod tests;
