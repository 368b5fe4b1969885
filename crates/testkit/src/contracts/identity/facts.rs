//! What is promised of identifications.

use identity_graph::{Identification, IdentityStore, visitor_id};
use kernel::{StoreError, VisitorId};

use super::Given;

/// Tries what a graph says of facts that are stored: that these, and no others, identified people on a
/// browser of the first profile.
///
/// # Panics
/// With the promise that the store broke.
pub async fn identifications(
    store: &mut dyn IdentityStore,
    given: &Given,
    (visitor, facts): (VisitorId, &[Identification]),
) -> Result<(), StoreError> {
    let (own, foreign) = (given.own.profile, given.foreign.profile);
    let mut found = store.identifications(own, visitor, Vec::new()).await?;
    let mut expected = facts.to_vec();
    for list in [&mut found, &mut expected] {
        list.sort_by_key(|fact| (fact.at, fact.subject.clone(), fact.customer));
        list.dedup();
    }
    assert_eq!(
        found, expected,
        "everybody who was identified on a browser is told, by whom and when"
    );
    for fact in facts {
        let unstored = Identification {
            at: given.after(100),
            ..fact.clone()
        };
        let told = vec![unstored.clone()];
        let told = store.identifications(own, visitor, told).await?;
        assert!(
            told.contains(&unstored) && facts.iter().all(|fact| told.contains(fact)),
            "what is not stored yet is told beside what is"
        );
    }
    for (profile, visitor) in [(foreign, visitor), (own, visitor_id(own, "never seen"))] {
        assert_eq!(
            store.identifications(profile, visitor, Vec::new()).await?,
            [],
            "nobody was identified on a browser of another profile, or on one that was never seen"
        );
    }
    Ok(())
}
