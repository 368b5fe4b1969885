//! What of the addresses of pages is stored and which hosts count, as the Developer page shows and
//! changes it.

use std::collections::BTreeSet;

use application::ports::UrlQuery;
use channel_classifier::{ListedHost, ListedHostError, ShippedKind, shipped_exclusions};
use profile_setup::tracking::settings::{
    MOST_HOSTS, MOST_PARAMETERS, ParameterName, ShippedHost, TrackingChange,
};

use tracking_api::tracking::settings::in_force;

use super::error::PageError;
use super::form::Form;
use super::viewer::AtProfile;

/// What the form shows.
pub(super) struct Addresses {
    /// Whether the whole query is stored.
    pub all: bool,
    /// Names of parameters that are kept besides, separated by spaces.
    pub kept: String,
    /// The profile's domains, one a line.
    pub own: String,
    /// Whether pages of other domains are refused.
    pub only_own: bool,
    /// Further hosts that say nothing as the page before, one a line.
    pub excluded: String,
    /// The shipped lists.
    pub shipped: Vec<ShippedList>,
}

/// A list that every profile has.
pub(super) struct ShippedList {
    /// What it is called.
    pub title: &'static str,
    /// What is in it.
    pub hosts: Vec<Shipped>,
}

/// A host of the shipped lists.
pub(super) struct Shipped {
    /// As it is listed.
    pub host: &'static str,
    /// Whether returns from it are no touches.
    pub excluded: bool,
}

/// What is in force.
pub(super) async fn stored(at: &AtProfile) -> Result<Addresses, PageError> {
    let found = in_force(&at.viewer.state, at.access.profile_id).await?;
    let allowed = &found.hosts.allowed_referrers;
    let shipped = |title: &'static str, of: ShippedKind| ShippedList {
        title,
        hosts: shipped_exclusions()
            .filter(|(_, kind)| *kind == of)
            .map(|(host, _)| Shipped {
                host,
                excluded: !allowed.iter().any(|it| it == host),
            })
            .collect(),
    };
    Ok(Addresses {
        shipped: vec![
            shipped("Returns from sign-ins", ShippedKind::SignIn),
            shipped("Returns from payments", ShippedKind::Payment),
        ],
        all: found.addresses.url_query == UrlQuery::All,
        kept: found.addresses.kept_parameters.join(" "),
        own: found.hosts.own_domains.join("\n"),
        only_own: found.hosts.only_own_domains,
        excluded: found.hosts.excluded_referrers.join("\n"),
    })
}

/// What the form says.
pub(super) fn read(form: &Form) -> Result<TrackingChange, PageError> {
    let url_query = form.one("url_query").and_then(UrlQuery::parse);
    let Some(url_query) = url_query else {
        return Err(PageError::Form);
    };
    let mut kept = BTreeSet::new();
    for text in words(form, "kept_parameters") {
        let wrong = || format!("“{text}” is no name of a parameter.");
        let name = ParameterName::parse(text);
        kept.insert(name.ok_or_else(|| PageError::Invalid(vec![wrong()]))?);
    }
    if kept.len() > MOST_PARAMETERS {
        let words = format!("At most {MOST_PARAMETERS} parameters can be kept by name.");
        return Err(PageError::Invalid(vec![words]));
    }
    let change = TrackingChange {
        url_query: Some(url_query),
        kept_parameters: Some(kept),
        ..TrackingChange::default()
    };
    // A form that showed no hosts says nothing of them.
    if form.one("hosts").is_none() {
        return Ok(change);
    }
    let excluded: BTreeSet<&str> = form.all("excluded").collect();
    let allowed = shipped_exclusions().filter(|(host, _)| !excluded.contains(host));
    let allowed = allowed.filter_map(|(host, _)| ShippedHost::parse(host));
    Ok(TrackingChange {
        own_domains: Some(hosts(form, "own_domains", ListedHost::domain)?),
        only_own_domains: Some(form.one("only_own_domains").is_some()),
        excluded_referrers: Some(hosts(form, "excluded_referrers", ListedHost::with_path)?),
        allowed_referrers: Some(allowed.collect()),
        ..change
    })
}

fn words<'f>(form: &'f Form, field: &str) -> impl Iterator<Item = &'f str> {
    let text = form.one(field).unwrap_or_default();
    text.split([' ', ',', ';', '\n', '\r', '\t'])
        .filter(|text| !text.is_empty())
}

fn hosts(
    form: &Form,
    field: &str,
    read: fn(&str) -> Result<ListedHost, ListedHostError>,
) -> Result<BTreeSet<ListedHost>, PageError> {
    let mut hosts = BTreeSet::new();
    for text in words(form, field) {
        let host = read(text).map_err(|error| {
            let words = format!("“{text}” {error}.");
            PageError::Invalid(vec![words])
        });
        hosts.insert(host?);
    }
    if hosts.len() > MOST_HOSTS {
        let words = format!("At most {MOST_HOSTS} hosts fit into one list.");
        return Err(PageError::Invalid(vec![words]));
    }
    Ok(hosts)
}
