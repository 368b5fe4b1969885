//! The contract of the dictionary of traffic evidence.

use channel_classifier::ports::{ClassifiedSignature, SignatureStore};
use channel_classifier::{ReferrerState, Signature};
use kernel::{ProfileId, StoreError};

use super::Given;

/// Tries a dictionary. The profiles begin without signatures.
///
/// # Panics
/// With the promise that the store broke.
pub async fn signatures(store: &mut dyn SignatureStore, given: &Given) -> Result<(), StoreError> {
    knows_nothing_at_first(store, given).await?;
    adds_what_is_new(store, given).await?;
    leaves_known_ones_as_they_are(store, given).await?;
    keeps_profiles_apart(store, given).await
}

/// What came from a source.
pub(super) fn from_source(source: &str) -> Signature {
    Signature {
        referrer_state: ReferrerState::External,
        referrer_host: Some("news.example".to_owned()),
        utm_source: Some(source.to_owned()),
        utm_medium: Some("cpc".to_owned()),
        utm_campaign: Some("spring".to_owned()),
        utm_term: None,
        utm_content: None,
        click_kinds: vec!["gclid".to_owned(), "msclkid".to_owned()],
        has_ad_id: true,
        unfilled: vec!["hsa_cam".to_owned()],
        landing_host: Some("shop.example".to_owned()),
        landing_path: Some("/shoes/red".to_owned()),
    }
}

fn labelled(source: &str) -> ClassifiedSignature {
    ClassifiedSignature {
        signature: from_source(source),
        channel: "Paid Search".to_owned(),
        rule: "a rule".to_owned(),
        source: source.to_owned(),
        medium: "cpc".to_owned(),
        is_direct: false,
    }
}

fn id(source: &str) -> i64 {
    from_source(source).id()
}

/// Which of the sources are in the profile's dictionary.
async fn known(
    store: &mut dyn SignatureStore,
    profile: ProfileId,
    sources: &[&'static str],
) -> Result<Vec<&'static str>, StoreError> {
    let ids: Vec<_> = sources.iter().map(|source| id(source)).collect();
    let mut found = store.known(profile, &ids).await?;
    found.sort_unstable();
    let mut expected: Vec<_> = sources.iter().map(|source| (id(source), *source)).collect();
    expected.retain(|(id, _)| found.contains(id));
    let mut told: Vec<_> = expected.iter().map(|(id, _)| *id).collect();
    told.sort_unstable();
    told.dedup();
    assert_eq!(found, told, "each id that was asked for is told once");
    Ok(expected.into_iter().map(|(_, source)| source).collect())
}

async fn knows_nothing_at_first(
    store: &mut dyn SignatureStore,
    given: &Given,
) -> Result<(), StoreError> {
    let profile = given.own.profile;
    store.add(profile, &[], given.at).await?;
    assert_eq!(
        known(store, profile, &["a", "b"]).await?,
        [""; 0],
        "nothing is known in an empty dictionary"
    );
    assert_eq!(
        store.added_since(profile, given.at).await?,
        0,
        "nothing was added to an empty dictionary"
    );
    Ok(())
}

async fn adds_what_is_new(store: &mut dyn SignatureStore, given: &Given) -> Result<(), StoreError> {
    let profile = given.own.profile;
    // In one call, and one of them twice.
    let batch = ["b", "a", "b"].map(labelled);
    store.add(profile, &batch, given.after(10)).await?;
    assert_eq!(
        known(store, profile, &["a", "b", "c"]).await?,
        ["a", "b"],
        "those that were added are known, and no others"
    );
    assert_eq!(
        known(store, profile, &["b", "b"]).await?,
        ["b", "b"],
        "what is asked for twice is known"
    );
    for (since, added) in [(9, 2), (10, 2), (11, 0)] {
        assert_eq!(
            store.added_since(profile, given.after(since)).await?,
            added,
            "signatures that were added at the instant or later are counted, each once"
        );
    }
    Ok(())
}

async fn leaves_known_ones_as_they_are(
    store: &mut dyn SignatureStore,
    given: &Given,
) -> Result<(), StoreError> {
    let profile = given.own.profile;
    let batch = ["a", "c"].map(labelled);
    store.add(profile, &batch, given.after(20)).await?;
    assert_eq!(
        known(store, profile, &["a", "b", "c"]).await?,
        ["a", "b", "c"],
        "new ones are added beside known ones"
    );
    for (since, added) in [(10, 3), (11, 1), (20, 1)] {
        assert_eq!(
            store.added_since(profile, given.after(since)).await?,
            added,
            "a known signature stays as it is, added when it first was"
        );
    }
    Ok(())
}

async fn keeps_profiles_apart(
    store: &mut dyn SignatureStore,
    given: &Given,
) -> Result<(), StoreError> {
    let (own, foreign) = (given.own.profile, given.foreign.profile);
    store
        .add(foreign, &[labelled("b"), labelled("d")], given.after(30))
        .await?;
    assert_eq!(
        known(store, foreign, &["a", "b", "c", "d"]).await?,
        ["b", "d"],
        "a profile knows its own signatures alone"
    );
    assert_eq!(
        known(store, own, &["d"]).await?,
        [""; 0],
        "what is added for one profile is not known to another"
    );
    let added = [
        store.added_since(own, given.at).await?,
        store.added_since(foreign, given.at).await?,
    ];
    assert_eq!(added, [3, 2], "a profile's own signatures are counted");
    Ok(())
}
