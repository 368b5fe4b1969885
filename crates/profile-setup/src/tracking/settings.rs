//! Changes what of the addresses of pages is stored, and which hosts are the profile's own or say
//! nothing as the page before. What of addresses is stored already stays as it is; what the hosts of
//! referrers say is read anew for all page views, in one full replay.

use std::collections::BTreeSet;

use channel_classifier::{ListedHost, shipped_exclusions};
use kernel::{ProfileAccess, RecomputeId, StoreError};
use reporting::causes::Cause;
use serde_json::{Value, json};

use application::attribution::recomputes::{ReplayRequest, request};
use application::context::Context;
use application::ports::{AuditEvent, KeptAddresses, SiteHosts, TrackingSettings, UrlQuery};
use application::unit_of_work::UnitOfWork;

/// Names of parameters that a profile may keep.
pub const MOST_PARAMETERS: usize = 100;

/// The name of a parameter: 1 to 64 characters, in lower case, none of which ends a name in an address.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ParameterName(String);

impl ParameterName {
    /// The most characters.
    pub const MAX: usize = 64;

    /// `None` for anything else; surrounding spaces and capitals do not count.
    pub fn parse(text: &str) -> Option<Self> {
        let name = text.trim().to_ascii_lowercase();
        let ends = |c: char| c.is_control() || c.is_whitespace() || "=&#?%+".contains(c);
        let fits = (1..=Self::MAX).contains(&name.chars().count());
        (fits && !name.contains(ends)).then_some(Self(name))
    }
}

/// Hosts that a profile may name in one list.
pub const MOST_HOSTS: usize = 100;

/// A host of the shipped lists, as it is listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ShippedHost(&'static str);

impl ShippedHost {
    /// `None` for a host that is in none of the lists.
    pub fn parse(text: &str) -> Option<Self> {
        let name = text.trim().to_ascii_lowercase();
        let mut all = shipped_exclusions();
        all.find(|(host, _)| *host == name)
            .map(|(host, _)| Self(host))
    }
}

/// What is to change; `None` stays as it is. Lists are given whole.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TrackingChange {
    /// How much of the query.
    pub url_query: Option<UrlQuery>,
    /// Which parameters are kept besides.
    pub kept_parameters: Option<BTreeSet<ParameterName>>,
    /// Domains of the profile.
    pub own_domains: Option<BTreeSet<ListedHost>>,
    /// Whether pages of other hosts are refused.
    pub only_own_domains: Option<bool>,
    /// Further hosts that say nothing as the page before.
    pub excluded_referrers: Option<BTreeSet<ListedHost>>,
    /// Hosts of the shipped lists that say something all the same.
    pub allowed_referrers: Option<BTreeSet<ShippedHost>>,
}

/// What came of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TrackingChanged {
    /// What is in force.
    pub settings: TrackingSettings,
    /// The full replay that shows it, when hosts changed.
    pub recompute: Option<RecomputeId>,
}

impl TrackingChange {
    fn of(self, before: &TrackingSettings) -> TrackingSettings {
        let names = |names: BTreeSet<ParameterName>| names.into_iter().map(|name| name.0).collect();
        let hosts = |hosts: Option<BTreeSet<ListedHost>>, before: &[String]| {
            let listed = |hosts: BTreeSet<ListedHost>| {
                hosts.into_iter().map(ListedHost::into_string).collect()
            };
            hosts.map_or_else(|| before.to_vec(), listed)
        };
        let allowed = |hosts: BTreeSet<ShippedHost>| {
            hosts.into_iter().map(|host| host.0.to_owned()).collect()
        };
        let was = &before.hosts;
        TrackingSettings {
            addresses: KeptAddresses {
                url_query: self.url_query.unwrap_or(before.addresses.url_query),
                kept_parameters: self
                    .kept_parameters
                    .map_or_else(|| before.addresses.kept_parameters.clone(), names),
            },
            hosts: SiteHosts {
                own_domains: hosts(self.own_domains, &was.own_domains),
                only_own_domains: self.only_own_domains.unwrap_or(was.only_own_domains),
                excluded_referrers: hosts(self.excluded_referrers, &was.excluded_referrers),
                allowed_referrers: self
                    .allowed_referrers
                    .map_or_else(|| was.allowed_referrers.clone(), allowed),
            },
        }
    }
}

/// Whether the two say different things of a referrer.
fn reads_otherwise(one: &SiteHosts, other: &SiteHosts) -> bool {
    one.own_domains != other.own_domains
        || one.excluded_referrers != other.excluded_referrers
        || one.allowed_referrers != other.allowed_referrers
}

/// Changes it in one transaction with its audit row and, when hosts change, a full replay before which
/// all referrers are read anew. `None` when there is no such profile. Nothing is written when nothing
/// differs.
pub async fn update(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    access: &ProfileAccess,
    change: TrackingChange,
) -> Result<Option<TrackingChanged>, StoreError> {
    let profile_id = access.profile_id;
    if work.attribution().lock(profile_id).await?.is_none() {
        return Ok(None);
    }
    let Some(before) = work.settings().tracking(profile_id).await? else {
        return Ok(None);
    };
    let settings = change.of(&before);
    let mut recompute = None;
    if settings == before {
        return Ok(Some(TrackingChanged {
            settings,
            recompute,
        }));
    }
    work.settings()
        .write_tracking(profile_id, &settings)
        .await?;
    if reads_otherwise(&before.hosts, &settings.hosts) {
        work.rereadings().queue(profile_id).await?;
        let why = ReplayRequest {
            cause: Cause::TrackingSettingsChanged,
            subject: None,
            actor: access.actor,
        };
        recompute = Some(request(work, context, profile_id, why).await?.id);
    }
    let event = AuditEvent {
        id: context.ids.new_id(),
        at: context.clock.now(),
        action: "tracking.settings_updated".to_owned(),
        actor: access.actor,
        subject: Some(profile_id.uuid()),
        detail: json!({
            "before": told(&before),
            "after": told(&settings),
            "recompute_id": recompute.map(RecomputeId::uuid),
        }),
    };
    work.audit().stamp(profile_id, &event).await?;
    Ok(Some(TrackingChanged {
        settings,
        recompute,
    }))
}

fn told(TrackingSettings { addresses, hosts }: &TrackingSettings) -> Value {
    json!({
        "url_query": addresses.url_query.as_str(),
        "kept_parameters": addresses.kept_parameters,
        "own_domains": hosts.own_domains,
        "only_own_domains": hosts.only_own_domains,
        "excluded_referrers": hosts.excluded_referrers,
        "allowed_referrers": hosts.allowed_referrers,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_what_stands_before_the_equals_sign() {
        assert_eq!(ParameterName::parse(" Size ").unwrap().0, "size");
        for odd in ["", " ", "a=b", "a&b", "a b", "a%20b", "x#", "q?", "a\u{0}"] {
            assert_eq!(ParameterName::parse(odd), None, "{odd:?}");
        }
        assert!(ParameterName::parse(&"a".repeat(64)).is_some());
        assert!(ParameterName::parse(&"a".repeat(65)).is_none());
    }
}
