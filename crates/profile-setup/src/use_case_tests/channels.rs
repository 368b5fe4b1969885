//! Channels of a workspace's own.

use channel_classifier::ports::AddedChannel;
use kernel::Scope;

use crate::channel_rules::RuleError;
use crate::channel_rules::add_channel::add_channel;
use application::mocks::MockWork;
use application::mocks::given::{access, expect_deed_of_profile, noon, outside, profile};

#[tokio::test]
async fn a_channel_is_added_once_however_it_is_spelt() {
    let (outside, access) = (outside(), access(&[Scope::AttributionWrite]));
    let mut work = MockWork::default();
    work.channel_rules
        .expect_add_channel()
        .times(1)
        .withf(|id, new, _| {
            *id == profile()
                && new.name == "Podcast  Ads"
                && new.key == "podcast ads"
                && new.at == noon()
        })
        .returning(|_, _, _| Ok(AddedChannel::Created));
    expect_deed_of_profile(&mut work, "channel.created");
    let context = outside.context();
    let added = add_channel(&mut work, &context, &access, " Podcast  Ads ")
        .await
        .unwrap();
    assert!(added.created);
    let mut work = MockWork::default();
    work.channel_rules
        .expect_add_channel()
        .returning(|_, _, _| Ok(AddedChannel::Known("Podcast  Ads".to_owned())));
    let known = add_channel(&mut work, &context, &access, "podcast ads")
        .await
        .unwrap();
    assert_eq!(
        (known.name.as_str(), known.created),
        ("Podcast  Ads", false)
    );
    // One of the shipped ones is there without being stored.
    let shipped = add_channel(&mut MockWork::default(), &context, &access, "dIRECT").await;
    assert!(!shipped.unwrap().created);
}

#[tokio::test]
async fn names_that_cannot_be_and_one_too_many_are_refused() {
    let (outside, access) = (outside(), access(&[Scope::AttributionWrite]));
    let context = outside.context();
    for name in ["", "  ", "a|b", "a\nb", &"x".repeat(1_000)] {
        let refused = add_channel(&mut MockWork::default(), &context, &access, name).await;
        assert!(matches!(refused, Err(RuleError::ChannelName)), "{name:?}");
    }
    let mut work = MockWork::default();
    work.channel_rules
        .expect_add_channel()
        .returning(|_, _, _| Ok(AddedChannel::Full));
    let refused = add_channel(&mut work, &context, &access, "One more").await;
    assert!(matches!(refused, Err(RuleError::TooManyChannels(_))));
}
