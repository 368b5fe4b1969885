//! What rows and errors of the Google Ads API mean.

use ad_spend::{CatalogueAd, Cost, Named, SourceFailure, Standing, ToldDay, ToldLevel};
use serde::Deserialize;

use super::words::{Scalar, count, date, named, unreadable};
use super::{later, wait};
use crate::client::Answered;
use crate::conversions::google_ads::{Failure, Refused};
use crate::conversions::google_ads_errors::{AdsError, is_of_operator};

/// A part of the stream.
#[derive(Deserialize)]
struct Batch {
    #[serde(default)]
    results: Vec<Row>,
    /// What went wrong after it had begun.
    error: Option<Failure>,
}

/// A row; which parts it has depends on the query.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Row {
    campaign: Part,
    ad_group: Option<Part>,
    ad_group_ad: Option<AdPart>,
    #[serde(default)]
    metrics: Metrics,
    segments: Option<Segments>,
}

#[derive(Deserialize)]
struct Part {
    id: Option<Scalar>,
    name: Option<String>,
    status: Option<String>,
}

#[derive(Deserialize)]
struct AdPart {
    ad: Part,
    status: Option<String>,
}

/// What is zero may be left out.
#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Metrics {
    cost_micros: Option<Scalar>,
    impressions: Option<Scalar>,
    clicks: Option<Scalar>,
}

#[derive(Deserialize)]
struct Segments {
    date: String,
}

impl Part {
    fn named(&self) -> Result<Named, SourceFailure> {
        named(self.id.as_ref(), self.name.as_deref())
    }
}

fn standing(status: Option<&str>) -> Standing {
    match status {
        Some("ENABLED") => Standing::Active,
        Some("PAUSED") => Standing::Paused,
        Some("REMOVED") => Standing::Removed,
        _ => Standing::Other,
    }
}

impl Row {
    fn day(&self, level: ToldLevel) -> Result<ToldDay, SourceFailure> {
        let segments = self.segments.as_ref();
        let day = segments.ok_or_else(|| unreadable("the day"))?;
        let micros = count(self.metrics.cost_micros.as_ref(), "the cost")?;
        let metrics = &self.metrics;
        Ok(ToldDay {
            date: date(&day.date)?,
            level,
            cost: Cost::from_micros(micros).ok_or_else(|| unreadable("the cost"))?,
            impressions: Some(count(metrics.impressions.as_ref(), "the impressions")?),
            clicks: Some(count(metrics.clicks.as_ref(), "the clicks")?),
        })
    }

    /// A day of a campaign.
    pub(super) fn campaign_day(&self) -> Result<ToldDay, SourceFailure> {
        self.day(ToldLevel::Campaign(self.campaign.named()?))
    }

    /// A day of an ad.
    pub(super) fn ad_day(&self) -> Result<ToldDay, SourceFailure> {
        let (Some(group), Some(ad)) = (&self.ad_group, &self.ad_group_ad) else {
            return Err(unreadable("the ad"));
        };
        self.day(ToldLevel::Ad {
            campaign: self.campaign.named()?,
            ad_set: group.named()?,
            ad: ad.ad.named()?,
        })
    }

    /// What the account has.
    pub(super) fn catalogued(&self) -> Result<CatalogueAd, SourceFailure> {
        let of = |part: &Part, status: &Option<String>| {
            Ok::<_, SourceFailure>((part.named()?, standing(status.as_deref())))
        };
        let group = self.ad_group.as_ref();
        let ad = self.ad_group_ad.as_ref();
        Ok(CatalogueAd {
            campaign: of(&self.campaign, &self.campaign.status)?,
            ad_set: group.map(|group| of(group, &group.status)).transpose()?,
            ad: ad.map(|ad| of(&ad.ad, &ad.status)).transpose()?,
            creative: None,
        })
    }
}

/// All rows of an answer that says that it worked; one that ends in the middle has none.
pub(super) fn rows(answered: &Answered, version: &str) -> Result<Vec<Row>, SourceFailure> {
    let batches: Vec<Batch> = serde_json::from_slice(&answered.body)
        .map_err(|_| later("its answer cannot be read", None))?;
    let mut rows = Vec::new();
    for batch in batches {
        if let Some(error) = batch.error {
            return Err(meaning(&error, (answered, version)));
        }
        rows.extend(batch.results);
    }
    Ok(rows)
}

/// Why there are no rows; `None` when the answer does not say it as the API does.
pub(crate) fn failure(answered: &Answered, version: &str) -> Option<SourceFailure> {
    let body = &answered.body;
    // As a list first: of a list, what is one alone would be read, too, by the places of its fields.
    let refused = match serde_json::from_slice::<Vec<Refused>>(body) {
        Ok(many) => many.into_iter().next(),
        Err(_) => serde_json::from_slice::<Refused>(body).ok(),
    };
    match refused {
        Some(refused) => Some(meaning(&refused.error, (answered, version))),
        // Where no version of the API is any more there is a page that says so.
        None if answered.status == 404 => Some(SourceFailure::Outdated {
            version: version.to_owned(),
        }),
        None => None,
    }
}

pub(crate) fn meaning(failure: &Failure, (answered, version): (&Answered, &str)) -> SourceFailure {
    let first = failure.errors().next();
    let (kind, word) = first.map_or(("", ""), AdsError::word);
    let asked = first.and_then(AdsError::retry_delay);
    let wait = asked.or_else(|| wait(answered));
    let outdated = || SourceFailure::Outdated {
        version: version.to_owned(),
    };
    let refused = |word: &str| {
        let is_word = word
            .bytes()
            .all(|it| it.is_ascii_alphanumeric() || it == b'_');
        let word = if is_word { word } else { "an error" };
        SourceFailure::Refused(word.chars().take(80).collect())
    };
    match (kind, word) {
        (_, "UNSUPPORTED_VERSION") => outdated(),
        (_, "CUSTOMER_NOT_ENABLED") => SourceFailure::AccountClosed,
        (_, "USER_PERMISSION_DENIED" | "MISSING_TOS") => SourceFailure::PermissionMissing,
        // What is wrong with the operator's own access is not mended by connecting the account anew.
        (_, word) if is_of_operator(word) => refused(word),
        ("authenticationError", _) => SourceFailure::TokenRefused,
        ("quotaError", _) => later("its quota is used up", Some(wait.unwrap_or_default())),
        ("internalError" | "databaseError", word) => later(word, wait),
        ("", _) => match failure.status.as_str() {
            "UNAUTHENTICATED" => SourceFailure::TokenRefused,
            "PERMISSION_DENIED" => SourceFailure::PermissionMissing,
            "RESOURCE_EXHAUSTED" => later("its quota is used up", Some(wait.unwrap_or_default())),
            // A path that is not known any more.
            "NOT_FOUND" | "UNIMPLEMENTED" => outdated(),
            status if (400..500).contains(&answered.status) => refused(status),
            status => later(format!("it answered {} {status}", answered.status), wait),
        },
        (_, word) => refused(word),
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn answered(status: u16, body: &str) -> Answered {
        Answered {
            status,
            wait: None,
            body: body.as_bytes().to_vec(),
        }
    }

    fn refused(status: u16, kind: &str, word: &str) -> SourceFailure {
        let body = format!(
            r#"[{{"error":{{"code":{status},"status":"X","message":"a sentence","details":[{{"errors":[
                {{"errorCode":{{"{kind}":"{word}"}},"message":"another"}}]}}]}}}}]"#
        );
        failure(&answered(status, &body), "v26").unwrap()
    }

    #[test]
    fn errors_mean_what_the_platform_says() {
        use SourceFailure as F;
        let word = |word: &str| F::Refused(word.to_owned());
        for (status, kind, said, expected) in [
            (
                401,
                "authenticationError",
                "OAUTH_TOKEN_EXPIRED",
                F::TokenRefused,
            ),
            (
                403,
                "authorizationError",
                "USER_PERMISSION_DENIED",
                F::PermissionMissing,
            ),
            (
                403,
                "authorizationError",
                "CUSTOMER_NOT_ENABLED",
                F::AccountClosed,
            ),
            (
                403,
                "authorizationError",
                "DEVELOPER_TOKEN_NOT_APPROVED",
                word("DEVELOPER_TOKEN_NOT_APPROVED"),
            ),
            (
                401,
                "authenticationError",
                "ORGANIZATION_NOT_APPROVED",
                word("ORGANIZATION_NOT_APPROVED"),
            ),
            (
                400,
                "requestError",
                "UNSUPPORTED_VERSION",
                F::Outdated {
                    version: "v26".to_owned(),
                },
            ),
            (
                400,
                "queryError",
                "REQUESTED_METRICS_FOR_MANAGER",
                word("REQUESTED_METRICS_FOR_MANAGER"),
            ),
            (
                500,
                "internalError",
                "INTERNAL_ERROR",
                later("INTERNAL_ERROR", None),
            ),
        ] {
            assert_eq!(refused(status, kind, said), expected, "{said}");
        }
    }

    #[test]
    fn a_quota_says_how_long_to_wait() {
        let body = r#"{"error":{"code":429,"status":"RESOURCE_EXHAUSTED","details":[{"errors":[{
            "errorCode":{"quotaError":"RESOURCE_EXHAUSTED"},
            "details":{"quotaErrorDetails":{"rateScope":"DEVELOPER","retryDelay":"7200s"}}}]}]}}"#;
        let told = failure(&answered(429, body), "v26").unwrap();
        let wait = Some(Duration::from_hours(2));
        assert_eq!(told, later("its quota is used up", wait));
    }

    #[test]
    fn a_version_that_is_gone_is_a_page_or_a_word() {
        let gone = SourceFailure::Outdated {
            version: "v26".to_owned(),
        };
        assert_eq!(failure(&answered(404, "<html>"), "v26"), Some(gone.clone()));
        let word = r#"{"error":{"code":404,"status":"NOT_FOUND"}}"#;
        assert_eq!(failure(&answered(404, word), "v26"), Some(gone));
        assert_eq!(failure(&answered(502, "<html>"), "v26"), None);
    }

    #[test]
    fn what_ends_in_the_middle_has_no_rows() {
        let whole = r#"[{"results":[{"campaign":{"id":"1"},"metrics":{"costMicros":"1500001"},
            "segments":{"date":"2026-11-25"}}]}]"#;
        let read = rows(&answered(200, whole), "v26").unwrap();
        let day = read[0].campaign_day().unwrap();
        assert_eq!(day.cost.decimal().to_string(), "1.500001");
        assert_eq!((day.impressions, day.clicks), (Some(0), Some(0)));
        for end in 0..whole.len() {
            let cut = whole.get(..end).unwrap();
            assert!(rows(&answered(200, cut), "v26").is_err(), "{cut}");
        }
        let late = r#"[{"results":[]},{"error":{"status":"UNAUTHENTICATED"}}]"#;
        let refused = rows(&answered(200, late), "v26").err();
        assert_eq!(refused, Some(SourceFailure::TokenRefused));
    }
}
