//! An exclusion on the wire.

use std::collections::BTreeSet;

use application::customers;
use application::tracking::exclude::MOST_BROWSERS;
use channel_classifier::{ListedHost, normal_value};
use event_intake::ports::StoredExclusion;
use event_intake::{Conditions, ConditionsDraft, ConditionsError, RawPerson, Received};
use kernel::{ProfileId, Timestamp, VisitorId};
use percent_encoding::{CONTROLS, utf8_percent_encode};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::collect::country;
use http_kit::problem::{FieldCode, FieldError, Problem};
use http_kit::state::AppState;

/// The most characters of a path or a UTM value.
const MOST_CHARACTERS: usize = 512;

/// What events of browsers have in common that count for nothing: all that is sent, and at least one
/// condition besides the time.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = TrackingExclusionDraft)]
pub struct ExclusionDraftBody {
    /// Events that came in from here on; absent is from the first one on. RFC 3339.
    #[schema(format = DateTime)]
    pub received_from: Option<String>,
    /// Events that came in before this; absent is without end. RFC 3339.
    #[schema(format = DateTime)]
    pub received_until: Option<String>,
    /// The host of the page with which they came, or one above it.
    #[schema(example = "copied-shop.example")]
    pub landing_host: Option<String>,
    /// How the path of that page begins.
    #[schema(example = "/wp-admin")]
    pub path_prefix: Option<String>,
    /// The host of the page before that page, or one above it.
    #[schema(example = "spam.example")]
    pub referrer_host: Option<String>,
    /// The page's `utm_source`, in any case of letters.
    pub utm_source: Option<String>,
    /// The page's `utm_medium`, in any case of letters.
    pub utm_medium: Option<String>,
    /// The page's `utm_campaign`, in any case of letters.
    pub utm_campaign: Option<String>,
    /// The page's `utm_term`, in any case of letters.
    pub utm_term: Option<String>,
    /// The page's `utm_content`, in any case of letters.
    pub utm_content: Option<String>,
    /// Where the sender was, ISO 3166-1 alpha-2.
    #[schema(example = "CL")]
    pub country: Option<String>,
    /// Browsers by their anonymous ids, 1 to 1,000.
    pub anonymous_ids: Option<Vec<String>>,
    /// Senders, 1 to 1,000, as a preview names them: each is an address on one day.
    #[schema(example = json!(["8f0c2d6be1a94573"]))]
    pub senders: Option<Vec<String>>,
}

/// Conditions as they were read.
pub struct Read {
    /// In normal form.
    pub conditions: Conditions,
    /// The browsers, as events name them.
    pub anonymous_ids: Vec<String>,
}

impl ExclusionDraftBody {
    /// Reads it; all mistakes at once.
    pub fn read(self, state: &AppState, profile_id: ProfileId) -> Result<Read, Problem> {
        let mut reader = Reader::default();
        let received = Received {
            from: reader.instant("/received_from", self.received_from),
            until: reader.instant("/received_until", self.received_until),
        };
        let (anonymous_ids, visitors) = reader.browsers(state, profile_id, self.anonymous_ids);
        let draft = ConditionsDraft {
            received,
            landing_host: reader.host("/landing_host", self.landing_host),
            path_prefix: reader.path(self.path_prefix),
            referrer_host: reader.host("/referrer_host", self.referrer_host),
            utm: [
                reader.utm("/utm_source", self.utm_source),
                reader.utm("/utm_medium", self.utm_medium),
                reader.utm("/utm_campaign", self.utm_campaign),
                reader.utm("/utm_term", self.utm_term),
                reader.utm("/utm_content", self.utm_content),
            ],
            country: reader.country(self.country),
            visitors,
            senders: reader.senders(self.senders),
        };
        if !reader.errors.is_empty() {
            return Err(Problem::invalid(reader.errors));
        }
        let conditions = Conditions::new(draft).map_err(|error| {
            let (at, code) = match error {
                ConditionsError::Nothing => ("", FieldCode::Missing),
                ConditionsError::EmptyTime => ("/received_until", FieldCode::OutOfRange),
            };
            Problem::invalid_field(FieldError::pointer(at, code, error.to_string()))
        })?;
        Ok(Read {
            conditions,
            anonymous_ids,
        })
    }
}

/// Collects mistakes.
#[derive(Default)]
struct Reader {
    errors: Vec<FieldError>,
}

impl Reader {
    fn wrong(&mut self, at: impl Into<String>, why: impl Into<String>) {
        let error = FieldError::pointer(at, FieldCode::Malformed, why);
        self.errors.push(error);
    }

    fn instant(&mut self, at: &str, text: Option<String>) -> Option<Timestamp> {
        let text = text?;
        let instant = Timestamp::parse(&text);
        if instant.is_none() {
            self.wrong(at, "is no date-time of RFC 3339");
        }
        instant
    }

    fn host(&mut self, at: &str, text: Option<String>) -> Option<String> {
        match ListedHost::domain(&text?) {
            Ok(host) => Some(host.into_string()),
            Err(error) => {
                self.wrong(at, error.to_string());
                None
            }
        }
    }

    fn path(&mut self, text: Option<String>) -> Option<String> {
        let text = text?;
        let fits = text.starts_with('/') && text.chars().count() <= MOST_CHARACTERS;
        if !fits || text.contains(|c: char| c.is_whitespace() || c.is_control() || "?#".contains(c))
        {
            let why = format!(
                "must begin with / and have at most {MOST_CHARACTERS} characters, none of them a space, ? or #"
            );
            self.wrong("/path_prefix", why);
        }
        // As events keep it: letters beyond ASCII are encoded.
        Some(utf8_percent_encode(&text, CONTROLS).to_string())
    }

    fn utm(&mut self, at: &str, text: Option<String>) -> Option<String> {
        let value = normal_value(&text?);
        if value.is_none() {
            self.wrong(at, "is empty, or a word for no value");
        }
        value
    }

    fn country(&mut self, text: Option<String>) -> Option<String> {
        let code = country(&text?);
        if code.is_none() {
            self.wrong("/country", "is no country code of ISO 3166-1 alpha-2");
        }
        code
    }

    fn senders(&mut self, names: Option<Vec<String>>) -> BTreeSet<String> {
        let Some(names) = names else {
            return BTreeSet::new();
        };
        if names.is_empty() || names.len() > MOST_BROWSERS {
            let why = format!("must name 1 to {MOST_BROWSERS} senders");
            let error = FieldError::pointer("/senders", FieldCode::OutOfRange, why);
            self.errors.push(error);
            return BTreeSet::new();
        }
        let is_name =
            |name: &str| name.len() == 16 && name.bytes().all(|byte| byte.is_ascii_hexdigit());
        for (index, name) in names.iter().enumerate() {
            if !is_name(name) {
                self.wrong(
                    format!("/senders/{index}"),
                    "is no name of a sender: 16 hexadecimal digits",
                );
            }
        }
        names
            .into_iter()
            .map(|name| name.to_ascii_lowercase())
            .collect()
    }

    fn browsers(
        &mut self,
        state: &AppState,
        profile_id: ProfileId,
        texts: Option<Vec<String>>,
    ) -> (Vec<String>, BTreeSet<VisitorId>) {
        let Some(texts) = texts else {
            return (Vec::new(), BTreeSet::new());
        };
        if texts.is_empty() || texts.len() > MOST_BROWSERS {
            let why = format!("must name 1 to {MOST_BROWSERS} browsers");
            let error = FieldError::pointer("/anonymous_ids", FieldCode::OutOfRange, why);
            self.errors.push(error);
            return (Vec::new(), BTreeSet::new());
        }
        let (mut ids, mut visitors) = (BTreeSet::new(), BTreeSet::new());
        for (index, text) in texts.into_iter().enumerate() {
            let raw = customers::raw(&RawPerson {
                anonymous_id: Some(text),
                ..RawPerson::default()
            });
            let named = customers::read(&state.context(), &raw).ok();
            let browser = named.as_ref().and_then(|named| {
                let id = named.identifiers.anonymous_id()?;
                let visitor = named.identifiers.visitor_id(profile_id)?;
                Some((id.value_key.as_str().to_owned(), visitor))
            });
            match browser {
                Some((id, visitor)) => {
                    ids.insert(id);
                    visitors.insert(visitor);
                }
                None => self.wrong(format!("/anonymous_ids/{index}"), "is no anonymous id"),
            }
        }
        (ids.into_iter().collect(), visitors)
    }
}

/// An exclusion in force; conditions that do not matter are null.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = TrackingExclusion)]
pub struct ExclusionBody {
    /// Names the exclusion.
    pub id: Uuid,
    /// Since when it is in force.
    #[schema(format = DateTime)]
    pub created_at: String,
    /// Events that came in from here on.
    #[schema(required, format = DateTime)]
    pub received_from: Option<String>,
    /// Events that came in before this.
    #[schema(required, format = DateTime)]
    pub received_until: Option<String>,
    /// The host of the page with which they came, or one above it, in lower-case ASCII.
    #[schema(required)]
    pub landing_host: Option<String>,
    /// How the path of that page begins.
    #[schema(required)]
    pub path_prefix: Option<String>,
    /// The host of the page before that page, or one above it.
    #[schema(required)]
    pub referrer_host: Option<String>,
    /// The page's `utm_source` in normal form.
    #[schema(required)]
    pub utm_source: Option<String>,
    /// The page's `utm_medium` in normal form.
    #[schema(required)]
    pub utm_medium: Option<String>,
    /// The page's `utm_campaign` in normal form.
    #[schema(required)]
    pub utm_campaign: Option<String>,
    /// The page's `utm_term` in normal form.
    #[schema(required)]
    pub utm_term: Option<String>,
    /// The page's `utm_content` in normal form.
    #[schema(required)]
    pub utm_content: Option<String>,
    /// Where the sender was.
    #[schema(required)]
    pub country: Option<String>,
    /// Browsers; empty when they do not matter.
    pub anonymous_ids: Vec<String>,
    /// Senders, each an address on one day; empty when they do not matter.
    pub senders: Vec<String>,
    /// How many events count for nothing because of it, as far as they have been looked at; what
    /// several exclusions mean counts for the oldest of them.
    #[schema(minimum = 0)]
    pub events: u64,
}

impl From<(StoredExclusion, u64)> for ExclusionBody {
    fn from((exclusion, events): (StoredExclusion, u64)) -> Self {
        let said = exclusion.conditions.said().clone();
        let [utm_source, utm_medium, utm_campaign, utm_term, utm_content] = said.utm;
        let told = |at: Option<Timestamp>| at.map(|at| at.to_string());
        Self {
            id: exclusion.id.uuid(),
            created_at: exclusion.created_at.to_string(),
            received_from: told(said.received.from),
            received_until: told(said.received.until),
            landing_host: said.landing_host,
            path_prefix: said.path_prefix,
            referrer_host: said.referrer_host,
            utm_source,
            utm_medium,
            utm_campaign,
            utm_term,
            utm_content,
            country: said.country,
            anonymous_ids: exclusion.anonymous_ids,
            senders: said.senders.into_iter().collect(),
            events,
        }
    }
}
