//! Judges links before anybody visits them.

use std::collections::HashSet;

use channel_classifier::audit::{AuditContext, CheckedUrl, check_urls};
use channel_classifier::{Evidence, RawEvidence, RawReferrer, Site};
use kernel::{ProfileId, StoreError};

use crate::rule_set;
use application::unit_of_work::UnitOfWork;

/// Links that are judged at once.
pub const MOST: usize = 1_000;

/// Bytes of a link that are read.
pub const LONGEST: usize = 4_096;

/// Links, and whether they are what is pasted into an ad platform.
#[derive(Clone, Debug)]
pub struct Links {
    /// At most [`MOST`].
    pub urls: Vec<String>,
    /// Placeholders are to be in them.
    pub as_templates: bool,
}

/// Judges links under the profile's rules and by its catalogue of advertisements.
pub async fn check(
    work: &mut dyn UnitOfWork,
    profile_id: ProfileId,
    links: &Links,
) -> Result<Vec<CheckedUrl>, StoreError> {
    let rules = rule_set(work, profile_id).await?;
    let known_ads = work
        .quality()
        .known_ads(profile_id, &values(&links.urls))
        .await?;
    let context = AuditContext::new(&known_ads, &rules);
    // Which pages are the profile's own decides about referrers alone, and these visits have none.
    Ok(check_urls(
        &links.urls,
        links.as_templates,
        &context,
        &Site::of(&[]),
    ))
}

/// UTM values that may be ids of advertisements.
fn values(urls: &[String]) -> Vec<String> {
    let mut values = HashSet::new();
    for url in urls {
        let visit = RawEvidence::of_visit(Some(url), RawReferrer::KnownAbsent);
        let evidence = Evidence::from_raw(&visit, &Site::of(&[]));
        let named = [
            evidence.utm_campaign,
            evidence.utm_term,
            evidence.utm_content,
        ];
        values.extend(named.into_iter().flatten());
    }
    values.into_iter().collect()
}
