//! The contract of channel rules, and of the channels that they may name.

mod channels;

use channel_classifier::ports::{ChannelRuleStore, StoredRule};
use channel_classifier::{RawCondition, RawRule, Rule, RuleField, RuleOperator, classify};
use kernel::{ChannelRuleId, ProfileId, StoreError};

use super::Given;
use super::signatures::from_source;

/// Tries a store of channel rules. The profiles begin without rules, and their workspaces without channels
/// of their own.
///
/// # Panics
/// With the promise that the store broke.
pub async fn channel_rules(
    store: &mut dyn ChannelRuleStore,
    given: &Given,
) -> Result<(), StoreError> {
    begins_with_the_built_in_rules(store, given).await?;
    raises_the_version_of_one_profile(store, given).await?;
    let [first, second] = [(1, "One"), (2, "Two")]
        .map(|(priority, channel)| rule(given, given.id(), priority, channel));
    puts_rules_by_priority(store, given, [&first, &second]).await?;
    let swapped = swaps_priorities(store, given, [first, second]).await?;
    keeps_profiles_apart(store, given, &swapped).await?;
    removes_one(store, given, swapped).await?;
    channels::channels(store, given).await
}

/// A rule that catches the source `ads`.
fn rule(given: &Given, id: ChannelRuleId, priority: i64, channel: &str) -> StoredRule {
    let ads = RawCondition::new(RuleField::UtmSource, RuleOperator::Is, &["ads", "x"]);
    let raw = RawRule {
        priority,
        ..RawRule::all_of("A rule", channel, vec![ads])
    };
    StoredRule {
        rule: Rule::parse(id, true, raw).unwrap_or_else(|problems| panic!("{problems:?}")),
        created_at: given.at,
        updated_at: given.at,
    }
}

/// The channel of the source `ads` by the rules in force.
async fn channel_of_ads(
    store: &mut dyn ChannelRuleStore,
    profile: ProfileId,
) -> Result<String, StoreError> {
    let classifier = store.classifier(profile).await?;
    Ok(classifier.classify(&from_source("ads")).channel.to_owned())
}

async fn begins_with_the_built_in_rules(
    store: &mut dyn ChannelRuleStore,
    given: &Given,
) -> Result<(), StoreError> {
    let profile = given.own.profile;
    assert_eq!(
        store.rules(profile).await?,
        [],
        "a profile that made no rules has none"
    );
    assert_eq!(
        channel_of_ads(store, profile).await?,
        classify(&from_source("ads")).channel,
        "without rules of its own a profile has the built-in ones"
    );
    Ok(())
}

async fn raises_the_version_of_one_profile(
    store: &mut dyn ChannelRuleStore,
    given: &Given,
) -> Result<(), StoreError> {
    let (own, foreign) = (given.own.profile, given.foreign.profile);
    let before = [store.version(own).await?, store.version(foreign).await?];
    let [first, theirs] = before;
    for step in 1..=2 {
        assert_eq!(
            store.raise_version(own, given.after(step)).await?,
            first + step,
            "raising the version tells the next one"
        );
    }
    let after = [store.version(own).await?, store.version(foreign).await?];
    assert_eq!(
        after,
        [first + 2, theirs],
        "the version that was begun last is in force, for its profile alone"
    );
    Ok(())
}

async fn puts_rules_by_priority(
    store: &mut dyn ChannelRuleStore,
    given: &Given,
    [first, second]: [&StoredRule; 2],
) -> Result<(), StoreError> {
    let profile = given.own.profile;
    store.raise_version(profile, given.after(10)).await?;
    store.put(profile, &[]).await?;
    store.put(profile, &[second.clone(), first.clone()]).await?;
    assert_eq!(
        store.rules(profile).await?,
        [first.clone(), second.clone()],
        "rules are read as they were written, by priority"
    );
    assert_eq!(
        channel_of_ads(store, profile).await?,
        "One",
        "the rules in force are those of the version that was begun, the first one first"
    );
    Ok(())
}

/// In one call; both get other channels, and the one that comes second is switched off.
async fn swaps_priorities(
    store: &mut dyn ChannelRuleStore,
    given: &Given,
    [first, second]: [StoredRule; 2],
) -> Result<[StoredRule; 2], StoreError> {
    let profile = given.own.profile;
    let moved = |old: &StoredRule, priority, channel| StoredRule {
        created_at: given.after(999),
        updated_at: given.after(20),
        ..rule(given, old.rule.id, priority, channel)
    };
    let (mut last, now_first) = (moved(&first, 2, "Last"), moved(&second, 1, "First"));
    last.rule.enabled = false;
    store.raise_version(profile, given.after(20)).await?;
    store
        .put(profile, &[last.clone(), now_first.clone()])
        .await?;
    let expected = [now_first, last].map(|one| StoredRule {
        created_at: given.at,
        ..one
    });
    assert_eq!(
        store.rules(profile).await?,
        expected,
        "rules of known ids are changed, also such that swap places, and keep when they were made"
    );
    assert_eq!(
        channel_of_ads(store, profile).await?,
        "First",
        "the first of the changed rules is in force"
    );
    Ok(expected)
}

async fn keeps_profiles_apart(
    store: &mut dyn ChannelRuleStore,
    given: &Given,
    rules: &[StoredRule; 2],
) -> Result<(), StoreError> {
    let own = given.own.profile;
    for other in [given.sibling, given.foreign.profile] {
        assert_eq!(
            store.rules(other).await?,
            [],
            "a profile's rules are no other profile's, of the same workspace or another"
        );
        assert_eq!(
            channel_of_ads(store, other).await?,
            classify(&from_source("ads")).channel,
            "a profile's rules are in force for no other"
        );
        for one in rules {
            store.remove(other, one.rule.id).await?;
        }
        let [one, _] = rules;
        store
            .put(other, &[rule(given, one.rule.id, 9, "Theirs")])
            .await?;
    }
    assert_eq!(
        store.rules(own).await?,
        *rules,
        "a rule is not changed or removed under another profile"
    );
    Ok(())
}

async fn removes_one(
    store: &mut dyn ChannelRuleStore,
    given: &Given,
    [first, second]: [StoredRule; 2],
) -> Result<(), StoreError> {
    let profile = given.own.profile;
    store.raise_version(profile, given.after(30)).await?;
    store.remove(profile, first.rule.id).await?;
    store.remove(profile, given.id()).await?;
    assert_eq!(
        store.rules(profile).await?,
        [second],
        "a rule that is removed is gone, and no other is"
    );
    assert_eq!(
        channel_of_ads(store, profile).await?,
        classify(&from_source("ads")).channel,
        "a rule that is switched off, or removed, gives nothing its channel"
    );
    Ok(())
}
