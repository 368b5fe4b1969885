use application::mocks::{MockWork, Outside};
use export_rules::{
    Compliance, DestinationDraft, DestinationPatch, NewDestination, PixelId, PrivacyMode,
    PrivacySettings, Switches, Timestamp, Uuid,
};
use kernel::{Actor, ProfileId, Sent};
use platform_connections::{Account, AccountDraft, Connection, PlatformProvider};

use super::create::create;
use super::provision::{Provision, provision};
use super::update::update;
use super::*;
use crate::compliance::Decider;

fn noon() -> Timestamp {
    Timestamp::parse("2026-03-01T12:00:00Z").unwrap()
}

fn profile() -> ProfileId {
    Uuid::from_u128(0xb).into()
}

fn access() -> ProfileAccess {
    ProfileAccess {
        profile_id: profile(),
        scopes: std::collections::BTreeSet::new(),
        actor: Actor::Operator,
    }
}

fn account() -> ConnectionId {
    Uuid::from_u128(0xc).into()
}

/// The profile's account at Meta.
fn connection(state: ConnectionState) -> Connection {
    let draft = AccountDraft {
        id: "1001".to_owned(),
        ..AccountDraft::default()
    };
    let account_of = Account::parse(&draft).unwrap();
    let new = Connection::new(account(), (PlatformProvider::SocialAds, account_of), noon());
    Connection { state, ..new }
}

fn data_set(number: u128) -> Destination {
    let target = Target::social(PixelId::parse("5551").unwrap());
    Destination::new(Uuid::from_u128(number).into(), account(), target, noon())
}

fn new(kind: &str) -> NewDestination {
    let value = |text: &str| Sent::Value(text.to_owned());
    let (pixel, action) = if kind == "social_capi" {
        (value("5551"), Sent::Absent)
    } else {
        (
            Sent::Absent,
            value("customers/1234567890/conversionActions/7"),
        )
    };
    let draft = DestinationDraft {
        destination: value(kind),
        connection_id: Sent::Value(account()),
        social_pixel_id: pixel,
        search_conversion_action: action,
        ..DestinationDraft::default()
    };
    NewDestination::parse(draft).unwrap()
}

/// A profile with an account at Meta in a state, and destinations.
fn with(state: Option<ConnectionState>, destinations: Vec<Destination>) -> MockWork {
    let mut work = MockWork::default();
    work.connections
        .expect_lock()
        .withf(|id, connection| *id == profile() && *connection == account())
        .returning(move |_, _| Ok(state.map(connection)));
    work.export_compliance
        .expect_hold()
        .returning(|_| Ok(Compliance::default()));
    work.destinations
        .expect_all()
        .returning(move |_| Ok(destinations.clone()));
    work
}

/// One destination is written, under this deed.
fn expect_written(work: &mut MockWork, deed: &'static str) {
    work.destinations
        .expect_put()
        .times(1)
        .returning(|_, _| Ok(()));
    work.audit
        .expect_stamp()
        .times(1)
        .withf(move |_, event| event.action == deed)
        .returning(|_, _| Ok(()));
}

/// The profile's decision is written, as this.
fn expect_decided(work: &mut MockWork, decided: Compliance) {
    work.export_compliance
        .expect_put()
        .times(1)
        .withf(move |_, written, at| *written == decided && *at == noon())
        .returning(|_, _, _| Ok(()));
    work.audit
        .expect_stamp()
        .times(1)
        .withf(|_, event| event.action == "export_compliance.updated")
        .returning(|_, _| Ok(()));
}

#[tokio::test]
async fn the_first_one_of_a_kind_turns_its_switch_on_and_the_next_one_does_not() {
    let outside = Outside::at(noon());
    let mut work = with(Some(ConnectionState::Connected), Vec::new());
    expect_written(&mut work, "export_destination.created");
    let switches = Switches {
        social: true,
        ..Switches::default()
    };
    expect_decided(
        &mut work,
        Compliance {
            switches,
            ..Compliance::default()
        },
    );
    let made = create(
        &mut work,
        &outside.context(),
        &access(),
        &new("social_capi"),
    )
    .await
    .unwrap();
    assert_eq!((made.created_at, made.enabled), (noon(), true));

    let mut work = with(Some(ConnectionState::Connected), vec![data_set(1)]);
    expect_written(&mut work, "export_destination.created");
    create(
        &mut work,
        &outside.context(),
        &access(),
        &new("social_capi"),
    )
    .await
    .unwrap();
}

#[tokio::test]
async fn nothing_is_written_for_an_account_that_is_not_there_or_serves_something_else() {
    let outside = Outside::at(noon());
    let mut work = with(None, Vec::new());
    let refused = create(
        &mut work,
        &outside.context(),
        &access(),
        &new("social_capi"),
    )
    .await;
    assert!(matches!(refused, Err(DestinationRefusal::NoConnection)));
    for (state, kind) in [
        (ConnectionState::Revoked, "social_capi"),
        (ConnectionState::Connected, "search_ads"),
    ] {
        let mut work = with(Some(state), Vec::new());
        let refused = create(&mut work, &outside.context(), &access(), &new(kind)).await;
        let Err(DestinationRefusal::Invalid(faults)) = refused else {
            panic!("{kind}: {refused:?}");
        };
        assert!(faults[0].to_string().starts_with("connection_id "));
    }
    let full = (0..MAX_DESTINATIONS).map(|number| data_set(number.try_into().unwrap()));
    let mut work = with(Some(ConnectionState::Connected), full.collect());
    let refused = create(
        &mut work,
        &outside.context(),
        &access(),
        &new("social_capi"),
    )
    .await;
    assert!(matches!(refused, Err(DestinationRefusal::TooMany)));
}

#[tokio::test]
async fn a_change_of_nothing_is_not_written_and_one_of_nothing_known_is_not_found() {
    let outside = Outside::at(noon());
    let patch = |enabled| {
        let draft = DestinationDraft {
            enabled: Sent::Value(enabled),
            ..DestinationDraft::default()
        };
        DestinationPatch::parse(draft).unwrap()
    };
    let id = data_set(1).id;
    let mut work = MockWork::default();
    work.destinations.expect_hold().returning(|_, _| Ok(None));
    let refused = update(
        &mut work,
        &outside.context(),
        &access(),
        (id, &patch(false)),
    )
    .await;
    assert!(matches!(refused, Err(DestinationRefusal::NotFound)));

    let mut work = MockWork::default();
    work.destinations
        .expect_hold()
        .returning(|_, _| Ok(Some(data_set(1))));
    let same = update(&mut work, &outside.context(), &access(), (id, &patch(true))).await;
    assert!(same.unwrap().enabled);
    expect_written(&mut work, "export_destination.updated");
    let off = update(
        &mut work,
        &outside.context(),
        &access(),
        (id, &patch(false)),
    )
    .await;
    assert!(!off.unwrap().enabled);
}

#[tokio::test]
async fn provisioning_writes_the_data_set_and_the_mode_or_neither() {
    let outside = Outside::at(noon());
    let command = |decider| Provision {
        id: data_set(1).id,
        clean_dataset_id: PixelId::parse("9").unwrap(),
        decider,
    };
    // Leaving the strictest mode for this one lets more leave.
    let strict = Compliance {
        privacy: PrivacySettings {
            mode: PrivacyMode::Hipaa,
            ..PrivacySettings::default()
        },
        ..Compliance::default()
    };
    let strict_work = || {
        let mut work = MockWork::default();
        let strict = strict.clone();
        work.export_compliance
            .expect_hold()
            .returning(move |_| Ok(strict.clone()));
        work.destinations
            .expect_hold()
            .returning(|_, _| Ok(Some(data_set(1))));
        work
    };
    let mut work = strict_work();
    let by_key = command(Decider::Remote);
    let refused = provision(&mut work, &outside.context(), &access(), &by_key).await;
    assert!(matches!(refused, Err(DestinationRefusal::Loosens(_))));

    let mut work = strict_work();
    expect_written(&mut work, "export_destination.provisioned");
    let mut safe = strict.clone();
    safe.privacy.mode = PrivacyMode::PlatformSafe;
    expect_decided(&mut work, safe);
    let by_owner = command(Decider::InBrowser);
    let made = provision(&mut work, &outside.context(), &access(), &by_owner).await;
    let Target::Social {
        clean_dataset_id, ..
    } = made.unwrap().target
    else {
        panic!("it is social");
    };
    assert_eq!(clean_dataset_id, PixelId::parse("9"));
}
