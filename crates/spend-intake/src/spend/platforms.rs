//! Which traffic platforms buy: the built-in table, and what a profile says otherwise.

use std::collections::BTreeMap;

use channel_classifier::{
    Evidence, PlatformTraffic, RawEvidence, RawReferrer, RawUtm, listed_platforms,
    traffic_of_platform,
};
use kernel::{ProfileAccess, StoreError};
use serde_json::{Value, json};

use application::context::Context;
use application::evidence;
use application::ports::{AuditEvent, Profile, SpendPlatform};
use application::unit_of_work::UnitOfWork;

/// A platform as the profile sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnownPlatform {
    /// What it buys.
    pub traffic: SpendPlatform,
    /// The channel that the profile's rules give to it.
    pub channel: String,
    /// Whether the profile said so.
    pub is_own: bool,
}

/// What a profile says of platforms, to be asked row by row.
#[derive(Clone, Debug)]
pub struct Platforms(BTreeMap<String, SpendPlatform>);

impl Platforms {
    /// The profile's.
    pub async fn load(work: &mut dyn UnitOfWork, profile: &Profile) -> Result<Self, StoreError> {
        let own = work.spend().platforms(profile.id).await?;
        let by_name = |own: SpendPlatform| (own.platform.clone(), own);
        Ok(Self(own.into_iter().map(by_name).collect()))
    }

    /// The traffic of a platform: as the profile says, else as the built-in table does.
    pub fn traffic<'a>(&'a self, platform: &'a str) -> PlatformTraffic<'a> {
        match self.0.get(&platform.to_lowercase()) {
            Some(own) => PlatformTraffic {
                source: &own.utm_source,
                medium: &own.utm_medium,
            },
            None => traffic_of_platform(platform),
        }
    }
}

/// The evidence of traffic that is bought.
pub(super) fn evidence_of(
    profile: &Profile,
    traffic: PlatformTraffic<'_>,
    campaign: Option<&str>,
) -> Evidence {
    let raw = RawEvidence {
        landing_url: None,
        referrer: RawReferrer::Unknown,
        utm: RawUtm {
            source: Some(traffic.source),
            medium: Some(traffic.medium),
            campaign,
            term: None,
            content: None,
        },
        click_ids: &[],
        ad_id: None,
        campaign_id: None,
    };
    evidence::read(profile, &raw)
}

/// The built-in table and the profile's own platforms, by name, with their channels.
pub async fn list(
    work: &mut dyn UnitOfWork,
    profile: &Profile,
) -> Result<Vec<KnownPlatform>, StoreError> {
    let built_in = listed_platforms().map(|(platform, traffic)| SpendPlatform {
        platform: platform.to_owned(),
        utm_source: traffic.source.to_owned(),
        utm_medium: traffic.medium.to_owned(),
    });
    let mut all: BTreeMap<String, (SpendPlatform, bool)> = built_in
        .map(|traffic| (traffic.platform.clone(), (traffic, false)))
        .collect();
    for own in work.spend().platforms(profile.id).await? {
        all.insert(own.platform.clone(), (own, true));
    }
    let classifier = work.channel_rules().classifier(profile.id).await?;
    let known = |(traffic, is_own): (SpendPlatform, bool)| {
        let bought = PlatformTraffic {
            source: &traffic.utm_source,
            medium: &traffic.utm_medium,
        };
        let signature = evidence_of(profile, bought, None).signature();
        KnownPlatform {
            channel: classifier.classify(&signature).channel.to_owned(),
            traffic,
            is_own,
        }
    };
    Ok(all.into_values().map(known).collect())
}

/// Replaces all that the profile says of platforms. Rows of spend that come later follow it.
pub async fn replace(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    access: &ProfileAccess,
    platforms: &[SpendPlatform],
) -> Result<(), StoreError> {
    let profile_id = access.profile_id;
    // One after the other, so that the audit record tells what was there.
    if work.attribution().lock(profile_id).await?.is_none() {
        return Ok(());
    }
    let before = work.spend().platforms(profile_id).await?;
    work.spend()
        .replace_platforms(profile_id, platforms)
        .await?;
    let event = AuditEvent {
        id: context.ids.new_id(),
        at: context.clock.now(),
        action: "spend_platforms.replaced".to_owned(),
        actor: access.actor,
        subject: None,
        detail: json!({"before": told(&before), "after": told(platforms)}),
    };
    work.audit().stamp(profile_id, &event).await
}

fn told(platforms: &[SpendPlatform]) -> Vec<Value> {
    let one = |platform: &SpendPlatform| {
        json!({
            "platform": platform.platform,
            "utm_source": platform.utm_source,
            "utm_medium": platform.utm_medium,
        })
    };
    platforms.iter().map(one).collect()
}
