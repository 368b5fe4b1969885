//! API keys.

use access_control::ports::MockApiKeyStore;
use kernel::Scope;
use uuid::Uuid;

use crate::keys::create::{CreateKey, create, create_with_units, sha256};
use crate::keys::issue::{IssueKeyError, MOST_ACTIVE, issue};
use crate::keys::revoke::revoke;
use crate::mocks::MockWork;
use crate::mocks::given::{access, expect_deed_of_profile, noon, outside, profile};

fn command(scopes: &[Scope]) -> CreateKey {
    CreateKey {
        profile_id: profile(),
        name: "a key".to_owned(),
        scopes: scopes.iter().copied().collect(),
        random: [3; 32],
    }
}

#[tokio::test]
async fn nobody_gives_a_key_more_than_they_have() {
    let outside = outside();
    let access = access(&[Scope::AnalyticsRead]);
    let mut work = MockWork::default();
    let wanted = command(&[Scope::AnalyticsRead, Scope::EventsWrite]);
    let refused = issue(&mut work, &outside.context(), &access, wanted).await;
    assert!(matches!(refused, Err(IssueKeyError::BeyondMaker)));
    let mut work = MockWork::default();
    work.api_keys
        .expect_count_active()
        .returning(|_| Ok(MOST_ACTIVE));
    let refused = issue(&mut work, &outside.context(), &access, command(&[])).await;
    assert!(matches!(refused, Err(IssueKeyError::TooMany)));
}

#[tokio::test]
async fn of_a_new_key_the_hash_is_kept() {
    let outside = outside();
    let access = access(&[Scope::AnalyticsRead]);
    let mut work = MockWork::default();
    work.api_keys.expect_count_active().returning(|_| Ok(0));
    work.api_keys
        .expect_insert()
        .times(1)
        .withf(|key, hash| {
            let secret = access_control::ApiKeySecret::from_random([3; 32]);
            key.profile_id == profile() && *hash == sha256(secret.reveal().as_bytes())
        })
        .returning(|_, _| Ok(()));
    expect_deed_of_profile(&mut work, "api_key.created");
    let wanted = command(&[Scope::AnalyticsRead]);
    let (key, _) = issue(&mut work, &outside.context(), &access, wanted)
        .await
        .unwrap();
    let mut work = MockWork::default();
    work.api_keys
        .expect_revoke()
        .times(1)
        .returning(|_, _, _| Ok(true));
    expect_deed_of_profile(&mut work, "api_key.revoked");
    assert!(
        revoke(&mut work, &outside.context(), &access, key.id)
            .await
            .unwrap()
    );
    let mut work = MockWork::default();
    work.api_keys
        .expect_revoke()
        .times(1)
        .returning(|_, _, _| Ok(false));
    assert!(
        !revoke(&mut work, &outside.context(), &access, key.id)
            .await
            .unwrap()
    );
}

#[tokio::test]
async fn nobody_makes_keys_of_a_profile_that_they_did_not_ask_for() {
    let outside = outside();
    let access = access(&[Scope::AnalyticsRead]);
    let elsewhere = CreateKey {
        profile_id: Uuid::from_u128(0xbad).into(),
        ..command(&[Scope::AnalyticsRead])
    };
    let mut work = MockWork::default();
    let refused = issue(&mut work, &outside.context(), &access, elsewhere).await;
    assert!(matches!(refused, Err(IssueKeyError::BeyondMaker)));
}

#[tokio::test]
async fn the_operator_makes_keys_with_a_rate_of_their_own() {
    let outside = outside();
    for units in [None, Some(600)] {
        let mut store = MockApiKeyStore::new();
        store
            .expect_insert()
            .times(1)
            .withf(move |key, hash| {
                let secret = access_control::ApiKeySecret::from_random([3; 32]);
                *hash == sha256(secret.reveal().as_bytes()) && key.units_per_minute == units
            })
            .returning(|_, _| Ok(()));
        let (context, wanted) = (outside.context(), command(&[Scope::EventsWrite]));
        let made = match units {
            None => create(&store, &context, wanted).await,
            units => create_with_units(&store, &context, wanted, units).await,
        };
        let (key, _) = made.unwrap();
        assert_eq!((key.name.as_str(), key.created_at), ("a key", noon()));
        assert_eq!(key.scopes, [Scope::EventsWrite].into());
    }
}
