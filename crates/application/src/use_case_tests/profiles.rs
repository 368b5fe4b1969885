//! Profiles: founded, shown, changed, and what people did with them.

use std::sync::atomic::Ordering;

use kernel::{Currency, Scope, TimeZone};
use reporting::causes::Cause;
use reporting::masking::PiiMode;
use serde_json::json;
use uuid::Uuid;

use crate::mocks::given::{
    access, expect_replay, expect_told_deed, noon, outside, profile, workspace,
};
use crate::mocks::stored::{locked, settings, state};
use crate::mocks::{MockUnits, MockWork};
use crate::ports::{MockProfileFounder, MockProfileStore, ProfileSettings};
use crate::profiles::audit::{AuditDetail, Interaction, UiAction, stamp};
use crate::profiles::create::{CreateProfile, CreateProfileError, SAME_FOR, create, create_once};
use crate::profiles::show::show;
use crate::profiles::update::{ProfileChange, ProfileName, update};

fn command(name: &str) -> CreateProfile {
    CreateProfile {
        name: name.to_owned(),
        workspace_id: Some(workspace()),
        currency: settings().currency,
        timezone: TimeZone::utc(),
        own_domains: vec!["shop.example".to_owned()],
    }
}

#[tokio::test]
async fn a_profile_begins_with_the_seed_definitions_and_takes_its_own_pages_alone() {
    let outside = outside();
    let mut store = MockProfileStore::new();
    store.expect_create().times(1).returning(|new| {
        let keys: Vec<_> = new
            .definitions
            .iter()
            .map(|definition| definition.conversion_key.as_str())
            .collect();
        let seeds = [
            "payment_received",
            "lead_created",
            "appointment_booked",
            "closed_won",
        ];
        assert_eq!(keys, seeds);
        assert_eq!(
            (new.workspace_name.as_str(), new.created_at),
            ("Shop", noon())
        );
        assert!(new.profile.only_own_domains);
        Ok(())
    });
    let made = create(&store, &outside.context(), command("  Shop "))
        .await
        .unwrap();
    assert_eq!(
        (made.name.as_str(), made.workspace_id),
        ("Shop", workspace())
    );
    // Without a workspace it gets one of its own.
    let mut store = MockProfileStore::new();
    store.expect_create().times(1).returning(|_| Ok(()));
    let alone = CreateProfile {
        workspace_id: None,
        ..command("Shop")
    };
    let made = create(&store, &outside.context(), alone).await.unwrap();
    assert_ne!(made.workspace_id, workspace());
}

#[tokio::test]
async fn a_profile_without_a_fitting_name_is_not_made() {
    let outside = outside();
    for name in ["", "  ", "a\0b", "a\nb", &"é".repeat(ProfileName::MAX + 1)] {
        let refused = create(&MockProfileStore::new(), &outside.context(), command(name)).await;
        assert!(matches!(refused, Err(CreateProfileError::Name)), "{name:?}");
        let founder = MockProfileFounder::new();
        let refused = create_once(&founder, &outside.context(), command(name)).await;
        assert!(matches!(refused, Err(CreateProfileError::Name)), "{name:?}");
    }
}

#[tokio::test]
async fn the_same_profile_asked_for_again_is_the_one_that_there_is() {
    let outside = outside();
    let mut founder = MockProfileFounder::new();
    founder
        .expect_create_once()
        .times(1)
        .withf(|new, since| new.profile.name == "Shop" && *since == noon().plus_micros(-SAME_FOR))
        .returning(|_, _| Ok((profile(), false)));
    let found = create_once(&founder, &outside.context(), command("Shop")).await;
    assert_eq!(found.unwrap(), (profile(), false));
}

/// The profile as it is, in a transaction that holds its results.
fn known() -> MockWork {
    let mut work = locked(Some(state()));
    work.settings
        .expect_read()
        .returning(|_| Ok(Some(settings())));
    work
}

#[tokio::test]
async fn another_currency_and_time_zone_ask_for_one_replay_and_missing_rates_are_told() {
    let (outside, access) = (outside(), access(&[Scope::ProfilesWrite]));
    let change = ProfileChange {
        currency: Currency::parse("USD"),
        timezone: TimeZone::named("Europe/Berlin"),
        ..ProfileChange::default()
    };
    let recompute = Uuid::from_u128(0x77);
    let mut work = known();
    work.settings
        .expect_write()
        .times(1)
        .withf(|after| after.currency.code() == "USD" && after.timezone.name() == "Europe/Berlin")
        .returning(|_| Ok(()));
    for (cause, created) in [
        (Cause::CurrencyChanged, true),
        (Cause::TimezoneChanged, false),
    ] {
        work.recomputes
            .expect_queue()
            .times(1)
            .withf(move |_, _, why| why.cause == cause)
            .returning(move |_, _, _| Ok((recompute.into(), created)));
    }
    work.settings
        .expect_lacks_rates()
        .times(1)
        .withf(|_, to| to.code() == "USD")
        .returning(|_, _| Ok(true));
    let detail = json!({
        "before": {"currency": "EUR", "timezone": "UTC"},
        "after": {"currency": "USD", "timezone": "Europe/Berlin"},
        "recompute_id": recompute,
    });
    expect_told_deed(&mut work, "profile.updated", detail);
    let updated = update(&mut work, &outside.context(), &access, &change)
        .await
        .unwrap()
        .unwrap();
    assert_eq!(updated.recompute, Some(recompute.into()));
    assert!(updated.rates_missing && updated.settings.replay_pending);
}

#[tokio::test]
async fn what_changes_no_figure_is_written_without_a_replay() {
    let (outside, access) = (outside(), access(&[Scope::ProfilesWrite]));
    let change = ProfileChange {
        name: ProfileName::parse("Ours"),
        pii_mode: Some(PiiMode::Masked),
        ..ProfileChange::default()
    };
    let mut work = known();
    work.settings
        .expect_write()
        .times(1)
        .withf(|after| after.name == "Ours" && after.pii_mode == PiiMode::Masked)
        .returning(|_| Ok(()));
    let detail = json!({
        "before": {"name": "Mine", "pii_mode": "visible"},
        "after": {"name": "Ours", "pii_mode": "masked"},
    });
    expect_told_deed(&mut work, "profile.updated", detail);
    let updated = update(&mut work, &outside.context(), &access, &change)
        .await
        .unwrap()
        .unwrap();
    assert_eq!((updated.recompute, updated.rates_missing), (None, false));
    assert!(work.marks.0.is_empty());
    // What is so already is not even written.
    let same = ProfileChange {
        name: ProfileName::parse("Mine"),
        ..ProfileChange::default()
    };
    let updated = update(&mut known(), &outside.context(), &access, &same).await;
    assert_eq!(updated.unwrap().unwrap().settings, settings());
}

#[tokio::test]
async fn a_profile_that_is_gone_is_neither_changed_nor_shown() {
    let (outside, access) = (outside(), access(&[Scope::ProfilesWrite]));
    let change = ProfileChange::default();
    let mut half_gone = locked(Some(state()));
    half_gone.settings.expect_read().returning(|_| Ok(None));
    for mut work in [locked(None), half_gone] {
        let updated = update(&mut work, &outside.context(), &access, &change).await;
        assert_eq!(updated.unwrap(), None);
    }
    for found in [Some(settings()), None] {
        let mut work = MockWork::default();
        let (is_committed, shown) = (work.is_committed.clone(), found.clone());
        work.settings
            .expect_read()
            .times(1)
            .returning(move |_| Ok(shown.clone()));
        let told: Option<ProfileSettings> = show(&MockUnits::of([work]), profile()).await.unwrap();
        assert_eq!(told, found);
        assert!(is_committed.load(Ordering::Relaxed));
    }
}

#[tokio::test]
async fn what_somebody_looks_at_is_in_the_trail() {
    let (outside, access) = (outside(), access(&[Scope::AnalyticsRead]));
    let members = json!({"report": "overview", "days": 30});
    let mut work = MockWork::default();
    expect_told_deed(&mut work, "report.exported", members.clone());
    let interaction = Interaction {
        action: UiAction::ReportExported,
        subject: Some(profile().uuid()),
        detail: AuditDetail::parse(members.as_object().unwrap().clone()).unwrap(),
    };
    let stamped = stamp(&mut work, &outside.context(), &access, interaction).await;
    assert_eq!(stamped.unwrap().at, noon());
}

#[tokio::test]
async fn rates_are_asked_for_only_when_the_currency_is_new() {
    let (outside, access) = (outside(), access(&[Scope::ProfilesWrite]));
    let change = ProfileChange {
        timezone: TimeZone::named("Europe/Berlin"),
        ..ProfileChange::default()
    };
    let mut work = known();
    work.settings.expect_write().times(1).returning(|_| Ok(()));
    expect_replay(&mut work, Cause::TimezoneChanged);
    work.audit.expect_stamp().times(1).returning(|_, _| Ok(()));
    let updated = update(&mut work, &outside.context(), &access, &change).await;
    assert!(!updated.unwrap().unwrap().rates_missing);
}
