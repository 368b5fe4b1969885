//! `destination_config`: an object of the caller's, in which some keys are read.

use serde_json::{Map, Value};

use crate::destination::MessagingAccount;
use crate::policy::{self, LimitedDataUse};
use crate::words::{DataSourceKind, MessagingChannel, MinMatch, Word, words};

/// The most bytes that a config may have, written without white space.
pub const MAX_CONFIG_BYTES: usize = 16_384;

/// The longest id of an account, in characters.
const MAX_ACCOUNT_ID: usize = 64;

/// Where events of a search destination happen, in the platform's words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EventPlace {
    /// On a page.
    Web,
    /// In an app.
    App,
    /// In a shop.
    InStore,
    /// On the phone.
    Phone,
    /// Elsewhere.
    Other,
}

words! {
    EventPlace { Web => "WEB", App => "APP", InStore => "IN_STORE", Phone => "PHONE", Other => "OTHER" }
}

/// By which of a search engine's interfaces it is told.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SearchWire {
    /// The Data Manager.
    #[default]
    DataManager,
    /// The Google Ads API, which takes conversions from accounts alone that sent some before it was closed.
    GoogleAds,
}

words! {
    SearchWire { DataManager => "data_manager", GoogleAds => "google_ads" }
}

/// A config whose known keys were read. Unknown ones are kept as they came.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DestinationConfig {
    object: Map<String, Value>,
    data_source_kind: Option<DataSourceKind>,
    min_match: Option<MinMatch>,
    accounts: [Option<String>; 3],
    limited_data_use: Option<LimitedDataUse>,
    event_place: Option<EventPlace>,
    login_customer: Option<String>,
    wire: Option<SearchWire>,
}

/// What is wrong with a config, to be read after `destination_config`.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ConfigFault {
    /// It is no object.
    #[error("must be an object")]
    NotAnObject,
    /// It is too large.
    #[error("must have at most {MAX_CONFIG_BYTES} bytes")]
    TooLarge,
    /// A key has a value that it cannot have.
    #[error("must have in {key} {expected}")]
    Key {
        /// The key; one inside another after a point.
        key: &'static str,
        /// What it may have.
        expected: String,
    },
}

/// The key that names the account of each conversation.
const ACCOUNTS: [(MessagingChannel, &str); 3] = [
    (MessagingChannel::Whatsapp, "whatsapp_business_account_id"),
    (MessagingChannel::Messenger, "page_id"),
    (MessagingChannel::Instagram, "instagram_business_account_id"),
];

impl DestinationConfig {
    /// Reads a config.
    pub fn parse(value: Value) -> Result<Self, ConfigFault> {
        let Value::Object(object) = value else {
            return Err(ConfigFault::NotAnObject);
        };
        if Value::Object(object.clone()).to_string().len() > MAX_CONFIG_BYTES {
            return Err(ConfigFault::TooLarge);
        }
        let mut accounts = [None, None, None];
        for (account, (_, key)) in accounts.iter_mut().zip(ACCOUNTS) {
            *account = account_id(&object, key)?;
        }
        Ok(Self {
            data_source_kind: word(object.get("data_source_kind"), "data_source_kind")?,
            min_match: signal_quality(&object)?,
            accounts,
            limited_data_use: limited(&object)?,
            event_place: word(object.get("event_source"), "event_source")?,
            login_customer: login_customer(&object)?,
            wire: word(object.get("wire"), "wire")?,
            object,
        })
    }

    /// The object as it is stored and shown.
    pub const fn object(&self) -> &Map<String, Value> {
        &self.object
    }

    /// Where events of a social destination happen; pages when nothing is said.
    pub fn data_source_kind(&self) -> DataSourceKind {
        self.data_source_kind.unwrap_or(DataSourceKind::Website)
    }

    /// How well somebody must be named; identified when nothing is said.
    pub fn min_match(&self) -> MinMatch {
        self.min_match.unwrap_or(MinMatch::Identified)
    }

    /// The account of a conversation.
    pub fn account(&self, channel: MessagingChannel) -> Option<MessagingAccount> {
        let [whatsapp, messenger, instagram] = self.accounts.clone();
        match channel {
            MessagingChannel::Whatsapp => whatsapp.map(MessagingAccount::Whatsapp),
            MessagingChannel::Messenger => messenger.map(MessagingAccount::Messenger),
            MessagingChannel::Instagram => instagram.map(MessagingAccount::Instagram),
        }
    }

    /// Whether the platform is told to use this destination's data in a limited way.
    pub const fn limited_data_use(&self) -> Option<LimitedDataUse> {
        self.limited_data_use
    }

    /// Where events of a search destination happen; on pages when nothing is said.
    pub fn event_place(&self) -> EventPlace {
        self.event_place.unwrap_or(EventPlace::Web)
    }

    /// The manager account through which a search engine is asked: ten digits.
    pub fn login_customer(&self) -> Option<&str> {
        self.login_customer.as_deref()
    }

    /// By which interface a search engine is told; its Data Manager when nothing is said.
    pub fn wire(&self) -> SearchWire {
        self.wire.unwrap_or_default()
    }

    /// What a conversation lacks to be told of: the key of the account.
    pub fn missing_account(&self) -> Option<&'static str> {
        let channel = self.data_source_kind().messaging()?;
        let (_, key) = ACCOUNTS.into_iter().find(|(of, _)| *of == channel)?;
        self.account(channel).is_none().then_some(key)
    }
}

/// A config over another, by RFC 7396: objects are merged key by key, null takes a key away, everything else
/// takes the place of what was there.
pub fn merged(stored: &Map<String, Value>, patch: Map<String, Value>) -> Map<String, Value> {
    let mut merged = stored.clone();
    for (key, value) in patch {
        match value {
            Value::Null => {
                merged.remove(&key);
            }
            Value::Object(patch) => {
                let inner = merged.get(&key).and_then(Value::as_object);
                let inner = self::merged(&inner.cloned().unwrap_or_default(), patch);
                merged.insert(key, Value::Object(inner));
            }
            other => {
                merged.insert(key, other);
            }
        }
    }
    merged
}

fn word<W: Word>(value: Option<&Value>, key: &'static str) -> Result<Option<W>, ConfigFault> {
    let Some(value) = value else { return Ok(None) };
    let word = value.as_str().and_then(W::parse);
    word.map(Some).ok_or_else(|| ConfigFault::Key {
        key,
        expected: format!("one of {}", W::listed()),
    })
}

fn signal_quality(object: &Map<String, Value>) -> Result<Option<MinMatch>, ConfigFault> {
    let Some(value) = object.get("signal_quality") else {
        return Ok(None);
    };
    let Some(quality) = value.as_object() else {
        return Err(ConfigFault::Key {
            key: "signal_quality",
            expected: "an object".to_owned(),
        });
    };
    word(quality.get("min_match"), "signal_quality.min_match")
}

fn account_id(
    object: &Map<String, Value>,
    key: &'static str,
) -> Result<Option<String>, ConfigFault> {
    let Some(value) = object.get(key) else {
        return Ok(None);
    };
    let is_id = |text: &&str| {
        (1..=MAX_ACCOUNT_ID).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit())
    };
    let id = value.as_str().filter(is_id);
    id.map(|id| Some(id.to_owned())).ok_or(ConfigFault::Key {
        key,
        expected: format!("a text of 1 to {MAX_ACCOUNT_ID} digits"),
    })
}

fn limited(object: &Map<String, Value>) -> Result<Option<LimitedDataUse>, ConfigFault> {
    let Some(value) = object.get("limited_data_use") else {
        return Ok(None);
    };
    policy::limited_data_use(value).map_err(|_| ConfigFault::Key {
        key: "limited_data_use",
        expected: "null or an object with country and state, each 0 to 65535".to_owned(),
    })
}

fn login_customer(object: &Map<String, Value>) -> Result<Option<String>, ConfigFault> {
    const KEY: &str = "login_customer_id";
    match account_id(object, KEY)? {
        Some(id) if id.len() != 10 => Err(ConfigFault::Key {
            key: KEY,
            expected: "a text of 10 digits".to_owned(),
        }),
        id => Ok(id),
    }
}
