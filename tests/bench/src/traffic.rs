//! Where visits come from: landing pages with their evidence, read by the service's own rules.

mod landings;

use std::collections::BTreeMap;

use channel_classifier::{
    Classifier, Evidence, RawEvidence, RawReferrer, RawUtm, ReferrerClass, RuleSet, Signature, Site,
};

use self::landings::{PAGES, newsletter, page, search_ads, social_ads};
use crate::dice::Dice;

/// The site that is visited.
pub const SITE: &str = "https://shop.example";

/// Stands in a landing page's address where each visit has a click id of its own.
pub const CLICK: &str = "CLICK";

const SEARCH_ENGINES: [&str; 5] = [
    "https://www.google.com/",
    "https://www.bing.com/",
    "https://duckduckgo.com/",
    "https://search.yahoo.com/",
    "https://yandex.com/",
];

const NETWORKS: [&str; 5] = [
    "https://www.facebook.com/",
    "https://www.instagram.com/",
    "https://t.co/x",
    "https://www.linkedin.com/feed/",
    "https://www.reddit.com/r/all/",
];

/// What of a page view's evidence a fact keeps.
#[derive(Clone, Debug)]
pub struct Landing {
    /// Address, with [`CLICK`] in the place of a click id.
    pub url: String,
    /// Referrer; known to be absent without one.
    pub referrer: Option<String>,
    /// As the service read it.
    pub evidence: Evidence,
    /// The signature's id.
    pub signature: i64,
}

impl Landing {
    /// A page that was opened from another, or from none.
    pub(crate) fn new(url: String, referrer: Option<String>) -> Self {
        let raw = RawEvidence::of_visit(
            Some(&url),
            referrer
                .as_deref()
                .map_or(RawReferrer::KnownAbsent, RawReferrer::Url),
        );
        let evidence = read(&raw);
        Self {
            signature: evidence.signature().id(),
            evidence,
            url,
            referrer,
        }
    }

    /// Why it can be no touch, as facts say it.
    pub fn exclusion(&self) -> Option<&'static str> {
        match self.evidence.referrer_class {
            ReferrerClass::SelfReferral => Some("self_referral"),
            ReferrerClass::PaymentGateway => Some("payment_gateway"),
            _ => None,
        }
    }
}

/// Evidence on a site without other domains, as profiles are when they are new.
pub fn read(raw: &RawEvidence<'_>) -> Evidence {
    let site = Site {
        own_domains: &[],
        excluded_referrers: &[],
        allowed_referrers: &[],
    };
    Evidence::from_raw(raw, &site)
}

/// The evidence that spend buys: a platform's source, paid by click, one campaign.
pub fn of_spend(source: &str, campaign: &str) -> Evidence {
    read(&RawEvidence {
        landing_url: None,
        referrer: RawReferrer::Unknown,
        utm: RawUtm {
            source: Some(source),
            medium: Some("cpc"),
            campaign: Some(campaign),
            ..RawUtm::NONE
        },
        click_ids: &[],
        ad_id: None,
        campaign_id: None,
    })
}

/// The evidence of a lead from a form inside a network, which saw no page.
pub fn of_lead(ad: &str, campaign: &str) -> Evidence {
    read(&RawEvidence {
        landing_url: None,
        referrer: RawReferrer::Unknown,
        utm: RawUtm {
            source: Some("facebook"),
            medium: Some("paid_social"),
            ..RawUtm::NONE
        },
        click_ids: &[],
        ad_id: Some(ad),
        campaign_id: Some(campaign),
    })
}

/// The name of a campaign; every fourth one is a spring campaign.
pub fn campaign(rank: u32) -> String {
    let theme = ["spring", "summer", "brand", "launch"];
    let theme = usize::try_from(rank % 4).ok().and_then(|at| theme.get(at));
    format!("{}-{rank}", theme.unwrap_or(&"brand"))
}

/// A channel's landing pages: the more popular a group, the earlier it stands.
type Groups = Vec<Vec<Landing>>;

/// Every landing page, and how often each is landed on.
#[derive(Clone, Debug)]
pub struct Traffic {
    /// Groups with how many of a hundred visits they get.
    channels: Vec<(u32, Groups)>,
    inner: Vec<Landing>,
    campaigns: u32,
}

impl Traffic {
    /// Traffic of a history with so many events: more of them name more campaigns.
    pub fn of(events: u32) -> Self {
        let campaigns = 100 + events / 5_000;
        let pages = || (0..PAGES).map(page);
        let alone = |url: String| vec![Landing::new(url, None)];
        let from = |host: &str| {
            pages()
                .map(|url| Landing::new(url, Some(host.to_owned())))
                .collect()
        };
        let blogs = (0..60).map(|blog| from(&format!("https://blog-{blog}.example/post")));
        Self {
            channels: vec![
                (25, pages().map(alone).collect()),
                (20, SEARCH_ENGINES.iter().map(|host| from(host)).collect()),
                (10, blogs.collect()),
                (10, NETWORKS.iter().map(|host| from(host)).collect()),
                (8, (0..campaigns / 4).map(newsletter).collect()),
                (15, (0..campaigns / 2).map(search_ads).collect()),
                (12, (0..campaigns / 2).map(social_ads).collect()),
            ],
            inner: pages()
                .map(|url| Landing::new(url, Some(format!("{SITE}/"))))
                .collect(),
            campaigns,
        }
    }

    /// Campaigns that are advertised on each of two platforms.
    pub fn advertised(&self) -> u32 {
        self.campaigns / 2
    }

    /// Where a visit begins.
    pub fn land(&self, dice: &mut Dice) -> Option<&Landing> {
        let mut rolled = dice.roll(100);
        for (share, groups) in &self.channels {
            if let Some(rest) = rolled.checked_sub(*share) {
                rolled = rest;
                continue;
            }
            let rank = dice.zipf(u32::try_from(groups.len()).ok()?);
            return dice.pick(groups.get(usize::try_from(rank).ok()?)?);
        }
        None
    }

    /// Where it goes on.
    pub fn go_on(&self, dice: &mut Dice) -> Option<&Landing> {
        dice.pick(&self.inner)
    }

    /// Every distinct signature, by id: of visits, of spend and of leads.
    pub fn signatures(&self) -> BTreeMap<i64, Signature> {
        let groups = self.channels.iter().flat_map(|(_, groups)| groups);
        let landings = groups.flatten().chain(&self.inner);
        let campaigns = (0..self.advertised()).flat_map(|rank| {
            [
                of_spend("google", &campaign(rank)),
                of_spend("meta", &campaign(rank)),
                of_lead("m0-0", "m0"),
            ]
        });
        landings
            .map(|landing| landing.evidence.signature())
            .chain(campaigns.map(|evidence| evidence.signature()))
            .map(|signature| (signature.id(), signature))
            .collect()
    }
}

/// The rules of a profile that has none of its own.
pub fn classifier() -> Classifier {
    Classifier::new(&RuleSet::empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_million_events_have_a_few_thousand_signatures_in_every_big_channel() {
        let traffic = Traffic::of(1_000_000);
        let signatures = traffic.signatures();
        assert!(
            (2_000..6_000).contains(&signatures.len()),
            "{}",
            signatures.len()
        );
        let classifier = classifier();
        let mut channels = BTreeMap::<String, u32>::new();
        let mut dice = Dice::of(&[1]);
        for _ in 0..10_000 {
            let landing = traffic.land(&mut dice).unwrap();
            let signature = landing.evidence.signature();
            let channel = classifier.classify(&signature).channel.to_owned();
            *channels.entry(channel).or_default() += 1;
        }
        for channel in [
            "Direct",
            "Organic Search",
            "Paid Search",
            "Email",
            "Paid Social",
        ] {
            assert!(
                channels.get(channel) > Some(&500),
                "{channel}: {channels:?}"
            );
        }
    }

    #[test]
    fn every_page_that_can_be_landed_on_is_in_the_dictionary() {
        let traffic = Traffic::of(10_000);
        let signatures = traffic.signatures();
        let mut dice = Dice::of(&[2]);
        for _ in 0..2_000 {
            let landing = traffic.land(&mut dice).unwrap();
            assert!(
                signatures.contains_key(&landing.signature),
                "{}",
                landing.url
            );
            assert_eq!(landing.exclusion(), None, "{}", landing.url);
        }
        let inner = traffic.go_on(&mut dice).unwrap();
        assert_eq!(inner.exclusion(), Some("self_referral"));
        assert!(signatures.contains_key(&inner.signature));
    }
}
