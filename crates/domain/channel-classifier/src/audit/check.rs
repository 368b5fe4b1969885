//! Links that nobody visited yet, judged by the rules of the audit.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::category::UtmCategory;
use super::faults::{AuditContext, SignatureFaults, utm_fields};
use super::spellings::canonical_source;
use super::template::{UrlTemplate, template_for};
use crate::custom::Classifier;
use crate::evidence::{AD_PARAMETERS, AMBIGUOUS_AD_PARAMETERS, Evidence};
use crate::hosts::host_of;
use crate::raw::RawEvidence;
use crate::referrer::RawReferrer;
use crate::signature::Signature;
use crate::site::Site;

/// Names of placeholders that stand for the ad's id, in lower case.
const AD_NAMES: [&str; 9] = [
    "ad.id",
    "ad_id",
    "adid",
    "creative",
    "creative_id",
    "cid",
    "aid",
    "ad.name",
    "cid_name",
];

/// What a link would bring.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CheckedUrl {
    /// Whether it is an address of the web; nothing else is said of one that is not.
    pub is_address: bool,
    /// Its faults with the field that each is in, the worst first.
    pub faults: Vec<(UtmCategory, String)>,
    /// The channel of a visit that comes by it without a referrer.
    pub channel: String,
    /// What to paste instead, when it has a fault and the platform is known.
    pub template: Option<&'static UrlTemplate>,
}

/// Judges links. With `as_templates` they are what is pasted into an ad platform: placeholders are to be there, and
/// one that stands for the ad's id names the ad. Spellings of a source are compared over all of them.
pub fn check_urls(
    urls: &[String],
    as_templates: bool,
    context: &AuditContext<'_>,
    site: &Site<'_>,
) -> Vec<CheckedUrl> {
    let classifier = Classifier::new(context.rules);
    let read: Vec<Option<Signature>> = urls.iter().map(|url| signature_of(url, site)).collect();
    let rare = rare_spellings(read.iter().flatten());
    read.iter()
        .map(|signature| match signature {
            None => CheckedUrl {
                is_address: false,
                faults: Vec::new(),
                channel: String::new(),
                template: None,
            },
            Some(signature) => {
                let faults = faults(signature, as_templates, context, &rare);
                CheckedUrl {
                    is_address: true,
                    template: template_for(signature).filter(|_| !faults.is_empty()),
                    faults,
                    channel: classifier.classify(signature).channel.to_owned(),
                }
            }
        })
        .collect()
}

fn signature_of(url: &str, site: &Site<'_>) -> Option<Signature> {
    let url = url.trim();
    let scheme = url.split("://").next().unwrap_or_default();
    let is_web = ["http", "https"]
        .iter()
        .any(|known| scheme.eq_ignore_ascii_case(known));
    host_of(url).filter(|_| is_web)?;
    let visit = RawEvidence::of_visit(Some(url), RawReferrer::KnownAbsent);
    Some(Evidence::from_raw(&visit, site).signature())
}

fn faults(
    signature: &Signature,
    as_templates: bool,
    context: &AuditContext<'_>,
    rare: &BTreeSet<&str>,
) -> Vec<(UtmCategory, String)> {
    let found = SignatureFaults::of(signature, context);
    let mut faults = Vec::new();
    for category in found.categories {
        let excused = as_templates
            && match category {
                UtmCategory::UnsubstitutedMacro => true,
                UtmCategory::MissingAdIdentifier => names_an_ad_later(signature),
                _ => false,
            };
        if excused {
            continue;
        }
        let fields = match category {
            UtmCategory::UnsubstitutedMacro => found.macros.clone(),
            UtmCategory::PlacementInSource | UtmCategory::InconsistentSourceVocab => {
                vec!["utm_source".to_owned()]
            }
            UtmCategory::NonChannelMedium => vec!["utm_medium".to_owned()],
            UtmCategory::MissingUtmsOnPaid => vec!["all_utms".to_owned()],
            UtmCategory::MissingAdIdentifier => vec!["any".to_owned()],
        };
        faults.extend(fields.into_iter().map(|field| (category, field)));
    }
    if signature
        .utm_source
        .as_deref()
        .is_some_and(|source| rare.contains(source))
    {
        faults.push((
            UtmCategory::InconsistentSourceVocab,
            "utm_source".to_owned(),
        ));
    }
    faults
}

/// Whether a placeholder will become the ad's id.
fn names_an_ad_later(signature: &Signature) -> bool {
    let in_parameter = signature.unfilled.iter();
    let mut in_parameter = in_parameter.filter(|name| is_ad_parameter(name));
    let in_utm = utm_fields(signature)
        .into_iter()
        .filter_map(|(_, value)| value);
    let mut in_utm = in_utm.filter(|value| {
        let name = value.trim_matches(['{', '}', '_', '$', '%', '[', ']', '*', '|']);
        AD_NAMES.contains(&name)
    });
    in_parameter.next().is_some() || in_utm.next().is_some()
}

fn is_ad_parameter(name: &str) -> bool {
    AD_PARAMETERS.contains(&name) || AMBIGUOUS_AD_PARAMETERS.contains(&name)
}

/// Spellings of sources other than the most frequent one of each.
fn rare_spellings<'a>(signatures: impl Iterator<Item = &'a Signature>) -> BTreeSet<&'a str> {
    let mut by_source: HashMap<String, BTreeMap<&str, usize>> = HashMap::new();
    for signature in signatures {
        let source = signature.utm_source.as_deref();
        let source = source.filter(|source| !crate::placeholders::holds_macro(source));
        if let Some((source, canonical)) = source.and_then(|it| Some((it, canonical_source(it)?))) {
            *by_source
                .entry(canonical)
                .or_default()
                .entry(source)
                .or_default() += 1;
        }
    }
    let mut rare = BTreeSet::new();
    for spellings in by_source.values() {
        let usual = spellings
            .iter()
            .max_by(|one, other| one.1.cmp(other.1).then(other.0.cmp(one.0)));
        let usual = usual.map(|(spelling, _)| *spelling);
        rare.extend(spellings.keys().copied().filter(|it| Some(*it) != usual));
    }
    rare
}
