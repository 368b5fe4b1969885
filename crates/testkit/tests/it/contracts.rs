//! The stores in memory keep the contracts of their ports.

use identity_graph::{
    Identification, IdentifierKind, Occasion, Origin, RawIdentifiers, ValueKeys, normalise,
    resolve, visitor_id,
};
use testkit::contracts::{self, Given};
use testkit::memory::{
    MemoryApiKeys, MemoryChanges, MemoryChannelRules, MemoryClients, MemoryConnections,
    MemoryDefinitions, MemoryDestinations, MemoryExclusions, MemoryExportCompliance,
    MemoryExportRules, MemoryHandoffs, MemoryIdentities, MemoryIntakeDays, MemoryInvitations,
    MemoryKeyLookup, MemoryMemberships, MemoryOutcomeDefinitions, MemorySenderKeys,
    MemorySignatures, MemoryTokens, MemoryTrackerHosts, MemoryTrackingKeys, MemoryWebhooks,
    MemoryWorkspaces,
};

#[tokio::test]
async fn conversion_definitions() {
    let mut store = MemoryDefinitions::default();
    contracts::definitions(&mut store, &Given::imagined())
        .await
        .unwrap();
}

#[tokio::test]
async fn outcome_definitions() {
    let mut store = MemoryOutcomeDefinitions::default();
    contracts::outcome_definitions(&mut store, &Given::imagined())
        .await
        .unwrap();
}

#[tokio::test]
async fn export_settings() {
    let given = Given::imagined();
    let mut store = MemoryExportCompliance::default();
    contracts::export_compliance(&mut store, &given)
        .await
        .unwrap();
    let mut store = MemoryDestinations::default();
    let connections = [given.id(), given.id()];
    contracts::destinations(&mut store, &given, connections)
        .await
        .unwrap();
    let mut store = MemoryExportRules::default();
    contracts::export_rules(&mut store, &given).await.unwrap();
}

#[tokio::test]
async fn handoffs() {
    let mut store = MemoryHandoffs::default();
    contracts::handoffs(&mut store, &Given::imagined())
        .await
        .unwrap();
}

#[tokio::test]
async fn invitations() {
    let mut store = MemoryInvitations::default();
    contracts::invitations(&mut store, &Given::imagined())
        .await
        .unwrap();
}

#[tokio::test]
async fn memberships() {
    let given = Given::imagined();
    let mut store = MemoryMemberships::new(given.places());
    contracts::memberships(&mut store, &given).await.unwrap();
}

#[tokio::test]
async fn api_keys() {
    let mut store = MemoryApiKeys::default();
    contracts::api_keys(&mut store, &Given::imagined())
        .await
        .unwrap();
}

#[tokio::test]
async fn key_lookup() {
    let store = MemoryKeyLookup::default();
    contracts::key_lookup(&store, &Given::imagined())
        .await
        .unwrap();
}

#[tokio::test]
async fn workspaces() {
    let mut stores = MemoryWorkspaces::default();
    contracts::workspaces(&mut stores, &Given::imagined())
        .await
        .unwrap();
}

#[tokio::test]
async fn exclusions() {
    let mut store = MemoryExclusions::default();
    contracts::exclusions(&mut store, &Given::imagined())
        .await
        .unwrap();
}

#[tokio::test]
async fn webhooks() {
    let mut stores = MemoryWebhooks::default();
    contracts::webhooks(&mut stores, &Given::imagined())
        .await
        .unwrap();
}

#[tokio::test]
async fn changes() {
    let mut store = MemoryChanges::default();
    contracts::changes(&mut store, &Given::imagined())
        .await
        .unwrap();
}

#[tokio::test]
async fn connections() {
    let mut stores = MemoryConnections::default();
    contracts::connections(&mut stores, &Given::imagined())
        .await
        .unwrap();
}

#[tokio::test]
async fn clients() {
    let mut store = MemoryClients::default();
    contracts::clients(&mut store, &Given::imagined())
        .await
        .unwrap();
}

#[tokio::test]
async fn tokens() {
    let mut store = MemoryTokens::default();
    contracts::tokens(&mut store, &Given::imagined())
        .await
        .unwrap();
}

#[tokio::test]
async fn tracking_keys() {
    let store = MemoryTrackingKeys::default();
    contracts::tracking_keys(&store, &Given::imagined())
        .await
        .unwrap();
}

#[tokio::test]
async fn signatures() {
    let mut store = MemorySignatures::default();
    contracts::signatures(&mut store, &Given::imagined())
        .await
        .unwrap();
}

#[tokio::test]
async fn channel_rules() {
    let given = Given::imagined();
    let mut store = MemoryChannelRules::new(given.places());
    contracts::channel_rules(&mut store, &given).await.unwrap();
}

#[tokio::test]
async fn identity() {
    let mut store = MemoryIdentities::default();
    contracts::identity(&mut store, &Given::imagined())
        .await
        .unwrap();
}

#[tokio::test]
async fn identity_race_for_a_browser() {
    let mut store = MemoryIdentities::default();
    contracts::identity_race_for_a_browser(&mut store, &Given::imagined())
        .await
        .unwrap();
}

#[tokio::test]
async fn identity_race_for_a_value() {
    let mut store = MemoryIdentities::default();
    contracts::identity_race_for_a_value(&mut store, &Given::imagined())
        .await
        .unwrap();
}

#[tokio::test]
async fn identity_race_of_several() {
    let mut store = MemoryIdentities::default();
    contracts::identity_race_of_several(&mut store, &Given::imagined())
        .await
        .unwrap();
}

#[tokio::test]
async fn identity_race_with_a_settlement() {
    let mut store = MemoryIdentities::default();
    contracts::identity_race_with_a_settlement(&mut store, &Given::imagined())
        .await
        .unwrap();
}

#[tokio::test]
async fn sender_keys() {
    let store = MemorySenderKeys::default();
    contracts::sender_keys(&store, &Given::imagined())
        .await
        .unwrap();
}

#[tokio::test]
async fn intake_days() {
    let store = MemoryIntakeDays::default();
    contracts::intake_days(&store, &Given::imagined())
        .await
        .unwrap();
}

#[tokio::test]
async fn tracker_hosts() {
    let store = MemoryTrackerHosts::default();
    contracts::tracker_hosts(&store, &Given::imagined())
        .await
        .unwrap();
}

struct Plain;

impl ValueKeys for Plain {
    fn key(&self, _: IdentifierKind, canonical: &str) -> String {
        canonical.to_owned()
    }
}

#[tokio::test]
async fn identifications() {
    let given = Given::imagined();
    let profile = given.own.profile;
    let mut store = MemoryIdentities::default();
    let mut facts = Vec::new();
    for (second, email) in [(1, "ada"), (2, ""), (3, "grace"), (4, "ada")] {
        let raw = RawIdentifiers {
            anonymous_id: Some("b1".to_owned()),
            email: (!email.is_empty()).then(|| format!("{email}@mail.example")),
            ..RawIdentifiers::default()
        };
        let identifiers = normalise(&raw, &Plain).unwrap();
        let occasion = Occasion {
            at: given.after(second),
            origin: Origin::Server,
            candidate: given.id(),
            fact: given.ids.new_id(),
        };
        let resolved = resolve(&mut store, profile, &identifiers, occasion, &[])
            .await
            .unwrap();
        store.of(profile).keep(&resolved, occasion.at);
        if !email.is_empty() {
            facts.push(Identification {
                at: occasion.at,
                subject: resolved.subject.unwrap(),
                customer: resolved.customer.unwrap(),
            });
        }
    }
    let stored = (visitor_id(profile, "b1"), &facts[..]);
    contracts::identifications(&mut store, &given, stored)
        .await
        .unwrap();
}
