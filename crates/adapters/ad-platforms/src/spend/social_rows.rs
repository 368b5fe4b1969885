//! What rows and errors of Meta's Graph API mean.

use ad_spend::{CatalogueAd, Cost, Named, SourceFailure, Standing, ToldDay, ToldLevel};
use serde::Deserialize;

use super::words::{Scalar, count, date, named, unreadable};
use super::{later, wait};
use crate::client::Answered;

/// A page of a list.
#[derive(Deserialize)]
pub(super) struct Page<T> {
    pub(super) data: Vec<T>,
    pub(super) paging: Option<Paging>,
}

/// Where a page ends.
#[derive(Deserialize)]
pub(super) struct Paging {
    cursors: Option<Cursors>,
    /// There is another page; its address is not followed.
    next: Option<serde::de::IgnoredAny>,
}

#[derive(Deserialize)]
struct Cursors {
    after: Option<String>,
}

impl Paging {
    /// By what the next page is asked for, if there is one.
    pub(super) fn next(self) -> Option<String> {
        self.next?;
        self.cursors?.after
    }
}

/// What a campaign or an ad cost on a day.
#[derive(Deserialize)]
pub(super) struct Insight {
    campaign_id: Option<Scalar>,
    campaign_name: Option<String>,
    adset_id: Option<Scalar>,
    adset_name: Option<String>,
    ad_id: Option<Scalar>,
    ad_name: Option<String>,
    spend: Option<Scalar>,
    impressions: Option<Scalar>,
    clicks: Option<Scalar>,
    date_start: String,
    date_stop: String,
}

impl Insight {
    /// What it is about, on its day.
    pub(super) fn key(&self) -> [String; 3] {
        [&self.campaign_id, &self.adset_id, &self.ad_id]
            .map(|id| id.as_ref().map(Scalar::text).unwrap_or_default())
    }

    fn campaign(&self) -> Result<Named, SourceFailure> {
        named(self.campaign_id.as_ref(), self.campaign_name.as_deref())
    }

    fn day(&self, level: ToldLevel) -> Result<ToldDay, SourceFailure> {
        if self.date_start != self.date_stop {
            return Err(unreadable("the day"));
        }
        let cost = self.spend.as_ref().map(Scalar::text);
        let cost: Result<Cost, _> = cost.as_deref().unwrap_or("0").parse();
        Ok(ToldDay {
            date: date(&self.date_start)?,
            level,
            cost: cost.map_err(|_| unreadable("the cost"))?,
            impressions: Some(count(self.impressions.as_ref(), "the impressions")?),
            clicks: Some(count(self.clicks.as_ref(), "the clicks")?),
        })
    }

    /// A day of a campaign.
    pub(super) fn campaign_day(&self) -> Result<ToldDay, SourceFailure> {
        self.day(ToldLevel::Campaign(self.campaign()?))
    }

    /// A day of an ad.
    pub(super) fn ad_day(&self) -> Result<ToldDay, SourceFailure> {
        self.day(ToldLevel::Ad {
            campaign: self.campaign()?,
            ad_set: named(self.adset_id.as_ref(), self.adset_name.as_deref())?,
            ad: named(self.ad_id.as_ref(), self.ad_name.as_deref())?,
        })
    }
}

/// A campaign, or what an ad set and an ad have in common with it.
#[derive(Deserialize)]
pub(super) struct Listed {
    pub(super) id: Scalar,
    name: Option<String>,
    effective_status: Option<String>,
}

/// An ad set.
#[derive(Deserialize)]
pub(super) struct AdSet {
    #[serde(flatten)]
    pub(super) listed: Listed,
    pub(super) campaign_id: Scalar,
}

/// An ad.
#[derive(Deserialize)]
pub(super) struct Ad {
    #[serde(flatten)]
    pub(super) listed: Listed,
    pub(super) campaign_id: Scalar,
    pub(super) adset_id: Scalar,
    creative: Option<Creative>,
}

#[derive(Deserialize)]
struct Creative {
    id: Option<Scalar>,
    name: Option<String>,
}

type Stands = (Named, Standing);

impl Listed {
    fn stands(&self) -> Result<Stands, SourceFailure> {
        let standing = match self.effective_status.as_deref() {
            Some("ACTIVE") => Standing::Active,
            Some("PAUSED" | "CAMPAIGN_PAUSED" | "ADSET_PAUSED") => Standing::Paused,
            Some("ARCHIVED" | "COMPLETED") => Standing::Ended,
            Some("DELETED") => Standing::Removed,
            _ => Standing::Other,
        };
        Ok((named(Some(&self.id), self.name.as_deref())?, standing))
    }

    /// A campaign without ad sets.
    pub(super) fn catalogued(&self) -> Result<CatalogueAd, SourceFailure> {
        Ok(CatalogueAd {
            campaign: self.stands()?,
            ad_set: None,
            ad: None,
            creative: None,
        })
    }
}

/// What something belongs to; of one that is not on its list, the id.
fn owner(found: Option<&Listed>, id: &Scalar) -> Result<Stands, SourceFailure> {
    match found {
        Some(found) => found.stands(),
        None => Ok((named(Some(id), None)?, Standing::Other)),
    }
}

impl AdSet {
    /// An ad set without ads.
    pub(super) fn catalogued(
        &self,
        campaign: Option<&Listed>,
    ) -> Result<CatalogueAd, SourceFailure> {
        Ok(CatalogueAd {
            campaign: owner(campaign, &self.campaign_id)?,
            ad_set: Some(self.listed.stands()?),
            ad: None,
            creative: None,
        })
    }
}

impl Ad {
    /// An ad, with what it belongs to.
    pub(super) fn catalogued(
        &self,
        (campaign, ad_set): (Option<&Listed>, Option<&Listed>),
    ) -> Result<CatalogueAd, SourceFailure> {
        let creative = self.creative.as_ref();
        let creative = creative.and_then(|it| named(it.id.as_ref(), it.name.as_deref()).ok());
        Ok(CatalogueAd {
            campaign: owner(campaign, &self.campaign_id)?,
            ad_set: Some(owner(ad_set, &self.adset_id)?),
            ad: Some(self.listed.stands()?),
            creative,
        })
    }
}

#[derive(Deserialize)]
struct Refused {
    error: PlatformError,
}

#[derive(Deserialize)]
struct PlatformError {
    code: i64,
    #[serde(default)]
    error_subcode: i64,
    #[serde(default)]
    is_transient: bool,
}

/// A budget is below what the platform takes.
const BUDGET_TOO_LOW: i64 = 1_885_272;
/// There is more than is told at once.
const TOO_MUCH: i64 = 1_487_534;

/// Whether an answer says that a budget is too small. The number stands in no public list; without it such a refusal is
/// one like others.
pub(crate) fn budget_too_small(answered: &Answered) -> bool {
    let refused = serde_json::from_slice::<Refused>(&answered.body);
    refused.is_ok_and(|it| it.error.error_subcode == BUDGET_TOO_LOW)
}

/// What an answer means by its code; `None` when it has none.
pub(crate) fn failure(answered: &Answered, version: &str) -> Option<SourceFailure> {
    let refused: Refused = serde_json::from_slice(&answered.body).ok()?;
    let PlatformError {
        code,
        error_subcode,
        is_transient,
    } = refused.error;
    let wait = wait(answered);
    Some(match code {
        190 | 102 => SourceFailure::TokenRefused,
        10 | 200..=299 => SourceFailure::PermissionMissing,
        2_635 => SourceFailure::Outdated {
            version: version.to_owned(),
        },
        1 | 2 | 100 if error_subcode == TOO_MUCH => SourceFailure::TooMuch,
        4 | 17 | 32 | 613 | 80_000..=80_014 => {
            later("its limit is used up", Some(wait.unwrap_or_default()))
        }
        1 | 2 => later(format!("code {code}"), wait),
        _ if is_transient || answered.status >= 500 || answered.status == 429 => {
            later(format!("code {code}"), wait)
        }
        // The account is not there for whoever has the token.
        100 if error_subcode == 33 => SourceFailure::PermissionMissing,
        code => SourceFailure::Refused(format!("code {code}")),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(status: u16, code: i64, subcode: i64) -> SourceFailure {
        let body =
            format!(r#"{{"error":{{"code":{code},"error_subcode":{subcode},"message":"x"}}}}"#);
        let answered = Answered {
            status,
            wait: Some(60_000_000),
            body: body.into_bytes(),
        };
        failure(&answered, "v25.0").unwrap()
    }

    #[test]
    fn codes_mean_what_the_platform_says() {
        let minute = Some(std::time::Duration::from_mins(1));
        assert_eq!(refused(400, 190, 463), SourceFailure::TokenRefused);
        for code in [10, 200, 294] {
            assert_eq!(refused(403, code, 0), SourceFailure::PermissionMissing);
        }
        let gone = SourceFailure::Outdated {
            version: "v25.0".to_owned(),
        };
        assert_eq!(refused(400, 2_635, 0), gone);
        assert_eq!(refused(400, 100, TOO_MUCH), SourceFailure::TooMuch);
        for code in [4, 17, 613, 80_000] {
            assert_eq!(refused(400, code, 0), later("its limit is used up", minute));
        }
        assert_eq!(refused(500, 2, 0), later("code 2", minute));
        let word = SourceFailure::Refused("code 100".to_owned());
        assert_eq!(refused(400, 100, 0), word);
    }

    #[test]
    fn a_row_is_of_one_day_and_keeps_its_digits() {
        let row = |text: &str| serde_json::from_str::<Insight>(text).unwrap();
        let day = row(
            r#"{"campaign_id":"1","spend":"12.345678","date_start":"2026-11-25","date_stop":"2026-11-25"}"#,
        );
        let day = day.campaign_day().unwrap();
        assert_eq!(day.cost.decimal().to_string(), "12.345678");
        for odd in [
            r#"{"campaign_id":"1","spend":"1,5","date_start":"2026-11-25","date_stop":"2026-11-25"}"#,
            r#"{"campaign_id":"1","spend":"-1","date_start":"2026-11-25","date_stop":"2026-11-25"}"#,
            r#"{"campaign_id":"1","spend":"1","date_start":"2026-11-24","date_stop":"2026-11-25"}"#,
            r#"{"spend":"1","date_start":"2026-11-25","date_stop":"2026-11-25"}"#,
        ] {
            assert!(row(odd).campaign_day().is_err(), "{odd}");
        }
    }
}
