//! Changes what a profile is called and how it reports.
//!
//! Another currency or time zone changes every reported figure, so it queues one full replay.
//! Readers keep the old ones until that replay is published.

use kernel::{Currency, ProfileAccess, RecomputeId, StoreError, TimeZone};
use reporting::causes::Cause;
use reporting::masking::PiiMode;
use serde_json::{Map, Value, json};

use crate::attribution::recomputes::{self, ReplayRequest};
use crate::context::Context;
use crate::ports::{AuditEvent, ProfileSettings};
use crate::unit_of_work::UnitOfWork;

/// A name of 1 to 160 characters without control characters, trimmed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProfileName(String);

impl ProfileName {
    /// The most characters.
    pub const MAX: usize = 160;

    /// `None` when it is empty, too long or holds a control character.
    pub fn parse(text: &str) -> Option<Self> {
        let name = text.trim();
        let fits = (1..=Self::MAX).contains(&name.chars().count());
        (fits && !name.contains(char::is_control)).then(|| Self(name.to_owned()))
    }

    /// The name.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// What is to change; `None` stays as it is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ProfileChange {
    /// Another name.
    pub name: Option<ProfileName>,
    /// Another reporting currency.
    pub currency: Option<Currency>,
    /// Another time zone.
    pub timezone: Option<TimeZone>,
    /// Whether names and addresses are shown.
    pub pii_mode: Option<PiiMode>,
    /// Whether the setup wizard was finished.
    pub onboarding_completed: Option<bool>,
}

/// What came of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProfileUpdated {
    /// The settings from now on.
    pub settings: ProfileSettings,
    /// The replay that brings the change to readers, when one is needed.
    pub recompute: Option<RecomputeId>,
    /// Whether the currency is new and some amounts cannot be converted into it. They are kept, and
    /// count again when rates are imported.
    pub rates_missing: bool,
}

/// Changes the profile in one transaction with its audit row and the replay that it causes. `None`
/// when there is no such profile. Nothing is written when nothing differs.
pub async fn update(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    access: &ProfileAccess,
    change: &ProfileChange,
) -> Result<Option<ProfileUpdated>, StoreError> {
    let profile_id = access.profile_id;
    if work.attribution().lock(profile_id).await?.is_none() {
        return Ok(None);
    }
    let Some(before) = work.settings().read(profile_id).await? else {
        return Ok(None);
    };
    let after = changed(&before, change);
    if after == before {
        return Ok(Some(ProfileUpdated {
            settings: before,
            recompute: None,
            rates_missing: false,
        }));
    }
    let (recompute, rates_missing) = write(work, context, access, [&before, &after]).await?;
    Ok(Some(ProfileUpdated {
        settings: ProfileSettings {
            replay_pending: before.replay_pending || recompute.is_some(),
            ..after
        },
        recompute,
        rates_missing,
    }))
}

/// Writes the settings, the replay that they need and the audit row. Tells the replay, and whether
/// the currency is new and lacks rates.
async fn write(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    access: &ProfileAccess,
    [before, after]: [&ProfileSettings; 2],
) -> Result<(Option<RecomputeId>, bool), StoreError> {
    work.settings().write(after).await?;
    let recompute = replay(work, context, access, [before, after]).await?;
    let new_currency = after.currency != before.currency;
    let rates_missing = new_currency
        && work
            .settings()
            .lacks_rates(after.id, after.currency)
            .await?;
    let event = AuditEvent {
        id: context.ids.new_id(),
        at: context.clock.now(),
        action: "profile.updated".to_owned(),
        actor: access.actor,
        subject: Some(after.id.uuid()),
        detail: detail([before, after], recompute),
    };
    work.audit().stamp(after.id, &event).await?;
    Ok((recompute, rates_missing))
}

fn changed(before: &ProfileSettings, change: &ProfileChange) -> ProfileSettings {
    let mut after = before.clone();
    if let Some(name) = &change.name {
        name.as_str().clone_into(&mut after.name);
    }
    if let Some(timezone) = &change.timezone {
        after.timezone = timezone.clone();
    }
    after.currency = change.currency.unwrap_or(before.currency);
    after.pii_mode = change.pii_mode.unwrap_or(before.pii_mode);
    after.onboarding_completed = change
        .onboarding_completed
        .unwrap_or(before.onboarding_completed);
    after
}

/// One replay for both causes: the second request joins the first.
async fn replay(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    access: &ProfileAccess,
    [before, after]: [&ProfileSettings; 2],
) -> Result<Option<RecomputeId>, StoreError> {
    let causes = [
        (before.currency != after.currency, Cause::CurrencyChanged),
        (before.timezone != after.timezone, Cause::TimezoneChanged),
    ];
    let mut queued = None;
    for (_, cause) in causes.into_iter().filter(|(differs, _)| *differs) {
        let request = ReplayRequest {
            cause,
            subject: None,
            actor: access.actor,
        };
        let replay = recomputes::request(work, context, access.profile_id, request).await?;
        queued = Some(replay.id);
    }
    Ok(queued)
}

/// The fields that differ, before and after.
fn detail([before, after]: [&ProfileSettings; 2], recompute: Option<RecomputeId>) -> Value {
    let (old, new) = (fields(before), fields(after));
    let differing = |values: &[(&'static str, Value)], others: &[(&'static str, Value)]| {
        let differing = values
            .iter()
            .zip(others)
            .filter(|(one, other)| one != other);
        let members = differing.map(|((name, value), _)| ((*name).to_owned(), value.clone()));
        Value::Object(members.collect::<Map<_, _>>())
    };
    let mut detail = json!({"before": differing(&old, &new), "after": differing(&new, &old)});
    if let (Some(id), Some(members)) = (recompute, detail.as_object_mut()) {
        members.insert("recompute_id".to_owned(), json!(id.uuid()));
    }
    detail
}

fn fields(settings: &ProfileSettings) -> [(&'static str, Value); 5] {
    [
        ("name", json!(settings.name)),
        ("currency", json!(settings.currency.code())),
        ("timezone", json!(settings.timezone.name())),
        ("pii_mode", json!(settings.pii_mode.as_str())),
        ("onboarding_completed", json!(settings.onboarding_completed)),
    ]
}

#[cfg(test)]
mod tests {
    use attribution_models::Windows;
    use kernel::Timestamp;
    use uuid::Uuid;

    use super::*;

    fn settings() -> ProfileSettings {
        ProfileSettings {
            id: Uuid::from_u128(1).into(),
            workspace_id: Uuid::from_u128(2).into(),
            name: "Shop".to_owned(),
            currency: Currency::parse("EUR").unwrap(),
            timezone: TimeZone::utc(),
            windows: Windows::defaults(),
            credits_views: false,
            pii_mode: PiiMode::Visible,
            onboarding_completed: false,
            created_at: Timestamp::from_micros(0),
            replay_pending: false,
        }
    }

    #[test]
    fn names_are_trimmed_and_bounded() {
        assert_eq!(ProfileName::parse("  Shop ").unwrap().as_str(), "Shop");
        assert!(ProfileName::parse(&"é".repeat(160)).is_some());
        for wrong in ["", " \t ", "a\u{7}b", &"é".repeat(161)] {
            assert_eq!(ProfileName::parse(wrong), None, "{wrong:?}");
        }
    }

    #[test]
    fn the_audit_row_names_what_differs_and_nothing_else() {
        let before = settings();
        let change = ProfileChange {
            currency: Currency::parse("USD"),
            name: ProfileName::parse("Shop"),
            onboarding_completed: Some(true),
            ..ProfileChange::default()
        };
        let after = changed(&before, &change);
        let id = Uuid::from_u128(3);
        assert_eq!(
            detail([&before, &after], Some(id.into())),
            json!({
                "before": {"currency": "EUR", "onboarding_completed": false},
                "after": {"currency": "USD", "onboarding_completed": true},
                "recompute_id": id,
            })
        );
        assert_eq!(changed(&before, &ProfileChange::default()), before);
    }
}
