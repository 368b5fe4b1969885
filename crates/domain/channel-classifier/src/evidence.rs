//! The normal form of what a caller saw.

use std::collections::BTreeSet;

use crate::address::without_person;
use crate::clicks::{ClickRole, click_parameter};
use crate::facts::is_paid;
use crate::hash::FieldHash;
use crate::hosts::{WebAddress, parse_address};
use crate::placeholders::holds_macro;
use crate::query::parameters;
use crate::raw::{RawEvidence, RawUtm};
use crate::referrer::{RawReferrer, Referrer, ReferrerClass};
use crate::signature::{ReferrerState, Signature};
use crate::site::Site;
use crate::text::{cut, normal_text, one_line, verbatim};

/// Parameters of the landing URL that hold the id of an advertisement and nothing else: those of `HubSpot`, Triple Whale and
/// Northbeam, and those by which people have Meta, Google and `TikTok` tell it.
pub const AD_PARAMETERS: [&str; 6] = ["hsa_ad", "tw_adid", "nb_adtid", "fbadid", "gadid", "ttadid"];

/// Parameters that people put the id of an advertisement into, and sites of classified ads the id of a page.
pub const AMBIGUOUS_AD_PARAMETERS: [&str; 2] = ["ad_id", "adid"];

/// Parameters of the landing URL that hold the id of a campaign.
const CAMPAIGN_PARAMETERS: [&str; 3] = ["hsa_cam", "gad_campaignid", "utm_id"];

/// UTM values as they arrived (encoded, in their case, at most 512 bytes), for the UTM audit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WrittenUtm {
    /// `utm_source`.
    pub source: Option<String>,
    /// `utm_medium`.
    pub medium: Option<String>,
    /// `utm_campaign`.
    pub campaign: Option<String>,
    /// `utm_term`.
    pub term: Option<String>,
    /// `utm_content`.
    pub content: Option<String>,
}

/// The normal form of one piece of evidence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Evidence {
    /// The page before.
    pub referrer: Referrer,
    /// What the page before is worth.
    pub referrer_class: ReferrerClass,
    /// Normal form of `utm_source`.
    pub utm_source: Option<String>,
    /// Normal form of `utm_medium`.
    pub utm_medium: Option<String>,
    /// Normal form of `utm_campaign`.
    pub utm_campaign: Option<String>,
    /// Normal form of `utm_term`.
    pub utm_term: Option<String>,
    /// Normal form of `utm_content`.
    pub utm_content: Option<String>,
    /// The UTM values that the normal forms were made of.
    pub written_utm: WrittenUtm,
    /// Which click parameters count as evidence, by [`crate::clicks::ClickParameter::kind`].
    /// Linkers never do; `li_fat_id` only from the landing URL.
    pub click_kinds: BTreeSet<&'static str>,
    /// Every recognised click id but linkers, as (kind, value), values in their case.
    pub click_ids: Vec<(String, String)>,
    /// The advertisement: given, or of one of [`AD_PARAMETERS`], or, where something else says that somebody paid, of
    /// [`AMBIGUOUS_AD_PARAMETERS`].
    pub ad_id: Option<String>,
    /// The campaign's id: given, or `hsa_cam`, `gad_campaignid`, `utm_id`.
    pub campaign_id: Option<String>,
    /// Which of the parameters of both ids hold a placeholder that the ad platform failed to fill.
    pub unfilled: BTreeSet<&'static str>,
    /// Host of the landing page.
    pub landing_host: Option<String>,
    /// Whole path of the landing page, percent-encoded, at most 512 bytes.
    pub landing_path: Option<String>,
}

/// The parameters of the landing URL, by lower-case name, values still encoded.
type Parameters<'a> = [(String, &'a str)];

impl WrittenUtm {
    fn read(given: &RawUtm<'_>, query: &Parameters<'_>) -> Self {
        let written = |given: Option<&str>, name: &str| written_value(given, name, query);
        Self {
            source: written(given.source, "utm_source").filter(|text| !is_direct_word(text)),
            medium: written(given.medium, "utm_medium"),
            campaign: written(given.campaign, "utm_campaign"),
            term: written(given.term, "utm_term"),
            content: written(given.content, "utm_content"),
        }
    }
}

impl Evidence {
    /// Normalises what arrived, without what names somebody: evidence is kept once for all who have it.
    /// Never fails: what cannot be read counts as absent.
    pub fn from_raw(raw: &RawEvidence<'_>, site: &Site<'_>) -> Self {
        let landing_url = raw.landing_url.map(without_person);
        let landing_url = landing_url.as_deref();
        let landing = landing_url.and_then(parse_address);
        let (landing_host, landing_path) = match landing {
            Some(WebAddress { host, path }) => (Some(host), Some(path)),
            None => (None, None),
        };
        let query = landing_url.map(parameters).unwrap_or_default();
        let written_utm = WrittenUtm::read(&raw.utm.without_person(), &query);
        let address = match raw.referrer {
            RawReferrer::Url(url) => Some(without_person(url)),
            RawReferrer::KnownAbsent | RawReferrer::Unknown => None,
        };
        let before = address.as_deref().map_or(raw.referrer, RawReferrer::Url);
        let referrer = Referrer::from_raw(before);
        let (click_kinds, click_ids) = clicks(raw.click_ids, &query);
        let mut evidence = Self {
            referrer_class: referrer.class(landing_host.as_deref(), site),
            referrer,
            utm_source: normal(written_utm.source.as_deref()),
            utm_medium: normal(written_utm.medium.as_deref()),
            utm_campaign: normal(written_utm.campaign.as_deref()),
            utm_term: normal(written_utm.term.as_deref()),
            utm_content: normal(written_utm.content.as_deref()),
            written_utm,
            click_kinds,
            click_ids,
            ad_id: advertising_id(raw.ad_id, &AD_PARAMETERS, &query),
            campaign_id: advertising_id(raw.campaign_id, &CAMPAIGN_PARAMETERS, &query),
            unfilled: unfilled(raw, &query),
            landing_host,
            landing_path,
        };
        if evidence.ad_id.is_none() {
            let found = advertising_id(None, &AMBIGUOUS_AD_PARAMETERS, &query);
            evidence.ad_id = found.filter(|_| is_paid(&evidence.signature()));
        }
        evidence
    }

    /// What is stored once per distinct evidence and decides about the channel.
    pub fn signature(&self) -> Signature {
        Signature {
            referrer_state: ReferrerState::of(self.referrer_class),
            referrer_host: self.external_host().map(str::to_owned),
            utm_source: self.utm_source.clone(),
            utm_medium: self.utm_medium.clone(),
            utm_campaign: self.utm_campaign.clone(),
            utm_term: self.utm_term.clone(),
            utm_content: self.utm_content.clone(),
            click_kinds: self.click_kinds.iter().map(ToString::to_string).collect(),
            has_ad_id: self.ad_id.is_some(),
            unfilled: self.unfilled.iter().map(ToString::to_string).collect(),
            landing_host: self.landing_host.clone(),
            landing_path: self.landing_path.as_deref().map(two_segments),
        }
    }

    /// Tells whether two pieces of evidence name the same source: a stable hash of the external
    /// referrer's host, the UTM values, the click kinds, the ad id and the campaign id. Landing
    /// page, referrer path and click id values are left out: every click on one post carries
    /// another value, and it is still the same source.
    pub fn source_key(&self) -> i64 {
        FieldHash::new("source/1")
            .optional(self.external_host())
            .optional(self.utm_source.as_deref())
            .optional(self.utm_medium.as_deref())
            .optional(self.utm_campaign.as_deref())
            .optional(self.utm_term.as_deref())
            .optional(self.utm_content.as_deref())
            .list(self.click_kinds.iter().copied())
            .optional(self.ad_id.as_deref())
            .optional(self.campaign_id.as_deref())
            .finish()
    }

    /// Whether anything says where the visitor came from: a UTM value, a click id, an ad id or an
    /// external referrer. Evidence that names no source is no new touch inside a session.
    pub fn names_a_source(&self) -> bool {
        let utm = [
            &self.utm_source,
            &self.utm_medium,
            &self.utm_campaign,
            &self.utm_term,
            &self.utm_content,
        ];
        utm.into_iter().any(Option::is_some)
            || !self.click_kinds.is_empty()
            || self.ad_id.is_some()
            || self.referrer_class == ReferrerClass::External
    }

    fn external_host(&self) -> Option<&str> {
        match (&self.referrer, self.referrer_class) {
            (Referrer::Present { host, .. }, ReferrerClass::External) => Some(host),
            _ => None,
        }
    }
}

fn normal(written: Option<&str>) -> Option<String> {
    written.and_then(normal_text)
}

/// The value that counts, as written: the given one, else the first in the URL that says something.
fn written_value(given: Option<&str>, name: &str, query: &Parameters<'_>) -> Option<String> {
    given
        .into_iter()
        .chain(values(query, name))
        .find(|value| normal_text(value).is_some())
        .map(|value| cut(&one_line(value)).to_owned())
}

/// What analytics tools write for "no source"; as a medium or campaign it would be a real name.
fn is_direct_word(written: &str) -> bool {
    normal_text(written).as_deref() == Some("(direct)")
}

fn values<'a>(query: &'a Parameters<'a>, name: &'a str) -> impl Iterator<Item = &'a str> {
    query
        .iter()
        .filter(move |(found, _)| found == name)
        .map(|(_, value)| *value)
}

/// Click ids in the URL are percent-decoded; `+` stays, because ids are no prose.
fn decoded_id(value: &str) -> String {
    percent_encoding::percent_decode_str(value)
        .decode_utf8_lossy()
        .into_owned()
}

/// Kinds that are evidence, and all recognised ids, given ones first; one value a kind.
fn clicks(
    given: &[(&str, &str)],
    query: &Parameters<'_>,
) -> (BTreeSet<&'static str>, Vec<(String, String)>) {
    let mut kinds = BTreeSet::new();
    let mut ids: Vec<(String, String)> = Vec::new();
    let given = given
        .iter()
        .map(|(name, value)| (*name, (*value).to_owned(), false));
    let in_url = query
        .iter()
        .map(|(name, value)| (name.as_str(), decoded_id(value), true));
    for (name, value, from_url) in given.chain(in_url) {
        let parameter = click_parameter(name).filter(|known| known.role != ClickRole::Linker);
        let (Some(parameter), Some(value)) = (parameter, verbatim(&value)) else {
            continue;
        };
        if from_url || !parameter.url_only {
            kinds.insert(parameter.kind);
        }
        if ids.iter().all(|(kind, _)| kind != parameter.kind) {
            ids.push((parameter.kind.to_owned(), value));
        }
    }
    (kinds, ids)
}

/// The given id, else the first of these parameters that has one. A placeholder that the ad
/// platform failed to fill is no id.
fn advertising_id(given: Option<&str>, names: &[&str], query: &Parameters<'_>) -> Option<String> {
    let filled = |value: &String| !is_placeholder(value);
    let given = given.and_then(verbatim).filter(filled);
    given.or_else(|| {
        let mut found = names.iter().flat_map(|name| values(query, name));
        found.find_map(|value| verbatim(&decoded_id(value)).filter(filled))
    })
}

/// The parameters of ids that hold a placeholder.
fn unfilled(raw: &RawEvidence<'_>, query: &Parameters<'_>) -> BTreeSet<&'static str> {
    let names = AD_PARAMETERS
        .iter()
        .chain(&AMBIGUOUS_AD_PARAMETERS)
        .chain(&CAMPAIGN_PARAMETERS);
    let in_url = names.copied().filter(|name| {
        values(query, name)
            .filter_map(|value| verbatim(&decoded_id(value)))
            .any(|value| is_placeholder(&value))
    });
    let given = [("ad_id", raw.ad_id), ("campaign_id", raw.campaign_id)];
    let given = given.into_iter().filter_map(|(name, value)| {
        let value = value.and_then(verbatim)?;
        is_placeholder(&value).then_some(name)
    });
    in_url.chain(given).collect()
}

fn is_placeholder(id: &str) -> bool {
    id.contains(['{', '}']) || id.starts_with("__") || holds_macro(&id.to_lowercase())
}

/// The first two segments of a path: enough to tell landing pages apart, few enough to store.
fn two_segments(path: &str) -> String {
    let segments = path.split('/').filter(|segment| !segment.is_empty());
    let kept: Vec<_> = segments.take(2).collect();
    format!("/{}", kept.join("/"))
}

#[cfg(test)]
#[path = "evidence_tests.rs"]
mod tests;
