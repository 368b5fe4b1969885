//! A container that Google Tag Manager can import: one tag that loads the tracker on all pages.
//!
//! There is no published schema. The form is that of its own exports: scalars are texts but for the version of the
//! format, words of lists are in capitals (those of its API are refused), and the types of tags are in small letters.

use kernel::Timestamp;
use serde::Serialize;
use utoipa::ToSchema;

use super::render::{Consent, Site, tag};

/// The trigger "All Pages", which every web container has.
const ALL_PAGES: &str = "2147479553";
/// Stands for any account and any container: an import says where it goes.
const ANY: &str = "0";
/// Names must have none of `: < > & " '`.
const NAME: &str = "Tributary tracker";

/// What can be imported into a container.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TagManagerContainer {
    /// 2.
    pub export_format_version: u8,
    /// When it was made, `YYYY-MM-DD HH:MM:SS` in UTC.
    pub export_time: String,
    /// What is imported.
    pub container_version: TagManagerVersion,
}

/// A version of a container.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TagManagerVersion {
    /// Where it came from, if it had come from somewhere.
    pub path: &'static str,
    /// Any account.
    pub account_id: &'static str,
    /// Any container.
    pub container_id: &'static str,
    /// Any version.
    pub container_version_id: &'static str,
    /// The container.
    pub container: TagManagerContainerHead,
    /// One tag.
    pub tag: Vec<TagManagerTag>,
    /// Changes whenever the container does: milliseconds since 1970.
    pub fingerprint: String,
}

/// Which kind of container it is.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TagManagerContainerHead {
    /// Where it came from.
    pub path: &'static str,
    /// Any account.
    pub account_id: &'static str,
    /// Any container.
    pub container_id: &'static str,
    /// What it is called.
    pub name: &'static str,
    /// No container of anybody's.
    pub public_id: &'static str,
    /// For web pages.
    pub usage_context: Vec<TagManagerContext>,
}

/// Where a container runs.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum TagManagerContext {
    /// On web pages.
    Web,
}

/// A tag.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TagManagerTag {
    /// Any account.
    pub account_id: &'static str,
    /// Any container.
    pub container_id: &'static str,
    /// Names it within the container.
    pub tag_id: &'static str,
    /// What it is called.
    pub name: &'static str,
    /// `html`: markup that is put into the page.
    #[serde(rename = "type")]
    pub kind: &'static str,
    /// The markup, and how it is put in.
    pub parameter: Vec<TagManagerParameter>,
    /// Changes whenever the tag does.
    pub fingerprint: String,
    /// The trigger "All Pages".
    pub firing_trigger_id: Vec<&'static str>,
    /// Once for each event of its trigger.
    pub tag_firing_option: TagManagerFiring,
    /// Nothing is monitored.
    pub monitoring_metadata: TagManagerNothing,
    /// Which consent it needs.
    pub consent_settings: TagManagerConsent,
}

/// How often a tag fires.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum TagManagerFiring {
    /// Once for each event of its trigger.
    OncePerEvent,
}

/// A value with a name.
#[derive(Debug, Serialize, ToSchema)]
pub struct TagManagerParameter {
    /// What kind of value.
    #[serde(rename = "type")]
    pub kind: TagManagerType,
    /// Its name.
    pub key: &'static str,
    /// The value, as a text whatever its kind is.
    pub value: String,
}

/// Kinds of values.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum TagManagerType {
    /// A text in which variables have double braces.
    Template,
    /// `true` or `false`, as a text.
    Boolean,
    /// Values.
    List,
    /// Values with names.
    Map,
}

/// A value without anything in it.
#[derive(Debug, Serialize, ToSchema)]
pub struct TagManagerNothing {
    /// What kind of value.
    #[serde(rename = "type")]
    pub kind: TagManagerType,
}

/// Which consent a tag needs.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TagManagerConsent {
    /// Whether it needs any.
    pub consent_status: TagManagerConsentStatus,
    /// Which; absent where it needs none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub consent_type: Option<TagManagerConsentList>,
}

/// Whether a tag needs consent.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum TagManagerConsentStatus {
    /// Nobody said.
    NotSet,
    /// It fires with this consent alone.
    Needed,
}

/// Kinds of consent.
#[derive(Debug, Serialize, ToSchema)]
pub struct TagManagerConsentList {
    /// A list.
    #[serde(rename = "type")]
    pub kind: TagManagerType,
    /// What is in it.
    pub list: Vec<TagManagerConsentType>,
}

/// A kind of consent.
#[derive(Debug, Serialize, ToSchema)]
pub struct TagManagerConsentType {
    /// A text.
    #[serde(rename = "type")]
    pub kind: TagManagerType,
    /// Its name in Google's consent mode.
    pub value: &'static str,
}

/// The container for a site, made at `now`.
pub fn container(site: Site<'_>, consent: Consent, now: Timestamp) -> TagManagerContainer {
    let fingerprint = now.micros().div_euclid(1_000).to_string();
    let text = now.to_string();
    let seconds = text.get(..19).unwrap_or(&text);
    TagManagerContainer {
        export_format_version: 2,
        export_time: seconds.replace('T', " "),
        container_version: TagManagerVersion {
            path: "accounts/0/containers/0/versions/0",
            account_id: ANY,
            container_id: ANY,
            container_version_id: ANY,
            container: TagManagerContainerHead {
                path: "accounts/0/containers/0",
                account_id: ANY,
                container_id: ANY,
                name: NAME,
                public_id: "GTM-XXXXXXX",
                usage_context: vec![TagManagerContext::Web],
            },
            tag: vec![tracker(site, consent, fingerprint.clone())],
            fingerprint,
        },
    }
}

fn tracker(site: Site<'_>, consent: Consent, fingerprint: String) -> TagManagerTag {
    let parameter = |kind, key, value| TagManagerParameter { kind, key, value };
    TagManagerTag {
        account_id: ANY,
        container_id: ANY,
        tag_id: "1",
        name: NAME,
        kind: "html",
        parameter: vec![
            parameter(TagManagerType::Template, "html", tag(site, consent)),
            parameter(
                TagManagerType::Boolean,
                "supportDocumentWrite",
                false.to_string(),
            ),
        ],
        fingerprint,
        firing_trigger_id: vec![ALL_PAGES],
        tag_firing_option: TagManagerFiring::OncePerEvent,
        monitoring_metadata: TagManagerNothing {
            kind: TagManagerType::Map,
        },
        consent_settings: consent_settings(consent),
    }
}

fn consent_settings(consent: Consent) -> TagManagerConsent {
    match consent {
        Consent::Unasked => TagManagerConsent {
            consent_status: TagManagerConsentStatus::NotSet,
            consent_type: None,
        },
        Consent::Required => TagManagerConsent {
            consent_status: TagManagerConsentStatus::Needed,
            consent_type: Some(TagManagerConsentList {
                kind: TagManagerType::List,
                list: vec![TagManagerConsentType {
                    kind: TagManagerType::Template,
                    value: "analytics_storage",
                }],
            }),
        },
    }
}

#[cfg(test)]
#[path = "container_tests.rs"]
mod tests;
