//! What is promised of channels beside the default taxonomy.

use channel_classifier::ports::{AddedChannel, ChannelRuleStore, NewChannel};
use kernel::StoreError;

use super::Given;

pub(super) async fn channels(
    store: &mut dyn ChannelRuleStore,
    given: &Given,
) -> Result<(), StoreError> {
    assert_eq!(
        store.channels(given.own.profile).await?,
        [""; 0],
        "a workspace that added no channels has none beside the default ones"
    );
    adds_as_many_as_may_be(store, given).await?;
    shares_them_in_the_workspace(store, given).await
}

fn channel(given: &Given, name: &str) -> NewChannel {
    NewChannel {
        name: name.to_owned(),
        key: name.to_lowercase(),
        at: given.at,
    }
}

async fn adds_as_many_as_may_be(
    store: &mut dyn ChannelRuleStore,
    given: &Given,
) -> Result<(), StoreError> {
    let profile = given.own.profile;
    let known = AddedChannel::Known("Radio".to_owned());
    for (name, most, expected) in [
        ("Radio", 0, AddedChannel::Full),
        ("Radio", 2, AddedChannel::Created),
        ("RADIO", 2, known.clone()),
        ("billboards", 2, AddedChannel::Created),
        ("Posters", 2, AddedChannel::Full),
        // What is there is told also where there is no room.
        ("radio", 1, known),
        ("Posters", 3, AddedChannel::Created),
    ] {
        let added = store
            .add_channel(profile, &channel(given, name), most)
            .await?;
        assert_eq!(
            added, expected,
            "a channel is new, or known in the spelling that was first, or one too many: {name} of {most}"
        );
    }
    assert_eq!(
        store.channels(profile).await?,
        ["billboards", "Posters", "Radio"],
        "channels are listed as they were spelt first, by name"
    );
    Ok(())
}

async fn shares_them_in_the_workspace(
    store: &mut dyn ChannelRuleStore,
    given: &Given,
) -> Result<(), StoreError> {
    let (own, foreign) = (given.own.profile, given.foreign.profile);
    let theirs = store
        .add_channel(foreign, &channel(given, "radio"), 1)
        .await?;
    assert_eq!(
        theirs,
        AddedChannel::Created,
        "channels of another workspace are not known, and count for nothing"
    );
    let of_sibling = store
        .add_channel(given.sibling, &channel(given, "Buses"), 4)
        .await?;
    assert_eq!(
        of_sibling,
        AddedChannel::Created,
        "any profile of a workspace adds channels to it"
    );
    for profile in [own, given.sibling] {
        assert_eq!(
            store.channels(profile).await?,
            ["billboards", "Buses", "Posters", "Radio"],
            "all profiles of a workspace have its channels"
        );
    }
    assert_eq!(
        store.channels(foreign).await?,
        ["radio"],
        "a workspace has its own channels alone"
    );
    Ok(())
}
