//! What is wrong with one signature.

use std::collections::HashSet;

use super::category::UtmCategory;
use super::mediums::{KnownMediums, is_channel_medium};
use super::placements::is_placement;
use crate::custom::RuleSet;
use crate::facts::Facts;
use crate::placeholders::holds_macro;
use crate::signature::{OTHER, Signature};

/// Kinds of click parameters that name the campaign.
const CAMPAIGN_KINDS: [&str; 2] = ["gad_campaignid", "hsa_cam"];

/// How many digits ids of ads have.
const DIGITS_OF_AD_IDS: std::ops::RangeInclusive<usize> = 8..=25;

/// What an audit knows beside the signatures. Made once for many of them.
#[derive(Debug, Clone)]
pub struct AuditContext<'a> {
    known_ads: &'a HashSet<String>,
    pub(super) rules: &'a RuleSet,
    mediums: KnownMediums,
}

impl<'a> AuditContext<'a> {
    /// `known_ads` are ids of the advertisements that the profile has in its catalogue, in lower case. `rules` are its own
    /// channel rules: a medium that one of them looks for is no fault.
    pub fn new(known_ads: &'a HashSet<String>, rules: &'a RuleSet) -> Self {
        Self {
            known_ads,
            rules,
            mediums: KnownMediums::of(rules),
        }
    }
}

/// What is wrong with a signature, and what it counts towards.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SignatureFaults {
    /// Whether a UTM value is there.
    pub is_tagged: bool,
    /// Whether something says that somebody paid.
    pub is_paid: bool,
    /// Fields that hold a placeholder: `utm_…`, or the names of parameters of ids.
    pub macros: Vec<String>,
    /// The faults, in their order, each once.
    pub categories: Vec<UtmCategory>,
}

impl SignatureFaults {
    /// What is wrong with a signature. Only [`UtmCategory::InconsistentSourceVocab`] is never found here: it is about
    /// several.
    pub fn of(signature: &Signature, context: &AuditContext<'_>) -> Self {
        let facts = Facts::of(signature);
        let macros = unfilled_fields(signature);
        let has_macro = |field: &str| macros.iter().any(|found| found == field);
        let is_paid = facts.paid.is_some();
        let nothing_said = facts.says_no_campaign();
        let source = signature.utm_source.as_deref();
        let medium = signature.utm_medium.as_deref();
        let is_bad_source = source.is_some_and(|source| {
            source != OTHER
                && !has_macro("utm_source")
                && is_placement(source, medium.is_some() && medium_is_paid(&facts))
        });
        let is_bad_medium = medium.is_some_and(|medium| {
            medium != OTHER
                && !has_macro("utm_medium")
                && !is_channel_medium(medium)
                && !context.mediums.has(medium)
        });
        let found = [
            (UtmCategory::UnsubstitutedMacro, !macros.is_empty()),
            (UtmCategory::PlacementInSource, is_bad_source),
            (UtmCategory::MissingUtmsOnPaid, nothing_said),
            (
                UtmCategory::MissingAdIdentifier,
                is_paid && !nothing_said && !names_an_ad(signature, context.known_ads),
            ),
            (UtmCategory::NonChannelMedium, is_bad_medium),
        ];
        Self {
            is_tagged: signature.has_utm(),
            is_paid,
            categories: found
                .into_iter()
                .filter_map(|(category, holds)| holds.then_some(category))
                .collect(),
            macros,
        }
    }

    /// Whether a touch with it is looked at: it says something of where it came from, or that somebody paid.
    pub fn is_scanned(&self) -> bool {
        self.is_tagged || self.is_paid || !self.macros.is_empty()
    }
}

impl Facts<'_> {
    /// Whether a paid click comes without anything that says for which campaign.
    fn says_no_campaign(&self) -> bool {
        self.clicks.iter().any(|click| click.role.is_paid())
            && self.source.is_empty()
            && self.medium.is_empty()
            && self.campaign.is_empty()
            && !self
                .clicks
                .iter()
                .any(|click| CAMPAIGN_KINDS.contains(&click.kind))
    }
}

fn medium_is_paid(facts: &Facts<'_>) -> bool {
    crate::facts::is_bought_medium(facts.medium)
}

/// The five UTM fields with their values.
pub(crate) fn utm_fields(signature: &Signature) -> [(&'static str, Option<&str>); 5] {
    [
        ("utm_source", signature.utm_source.as_deref()),
        ("utm_medium", signature.utm_medium.as_deref()),
        ("utm_campaign", signature.utm_campaign.as_deref()),
        ("utm_term", signature.utm_term.as_deref()),
        ("utm_content", signature.utm_content.as_deref()),
    ]
}

/// Fields that hold a placeholder.
fn unfilled_fields(signature: &Signature) -> Vec<String> {
    let in_utm = utm_fields(signature)
        .into_iter()
        .filter(|(_, value)| value.is_some_and(holds_macro))
        .map(|(field, _)| field.to_owned());
    in_utm.chain(signature.unfilled.iter().cloned()).collect()
}

/// Whether the ad's id stands anywhere: in a parameter of its own, or among the UTM values.
fn names_an_ad(signature: &Signature, known_ads: &HashSet<String>) -> bool {
    let values = [
        &signature.utm_content,
        &signature.utm_term,
        &signature.utm_campaign,
    ];
    signature.has_ad_id
        || values
            .into_iter()
            .flatten()
            .any(|value| known_ads.contains(value) || is_long_number(value))
}

fn is_long_number(value: &str) -> bool {
    DIGITS_OF_AD_IDS.contains(&value.len()) && value.bytes().all(|byte| byte.is_ascii_digit())
}
