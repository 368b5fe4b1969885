//! The stores in PostgreSQL keep the contracts of their ports, each inside a transaction that is rolled
//! back, or on the pool where the port stands outside any.

use std::collections::BTreeMap;
use std::sync::Arc;

use access_control::oauth::{Client, ClientMetadata, Registration};
use access_control::ports::{HandoffStore, WorkspaceStore};
use access_control::users::{User, UserStore};
use application::UnitOfWork;
use application::profiles::create::{CreateProfile, create};
use event_intake::ports::{Heard, HostKey, MOST_HOSTS, TrackerHosts};
use identity_graph::{Identification, IdentifierKind, Subject, ValueKey, visitor_id};
use kernel::{ConnectionId, Currency, IdSource, ProfileId, StoreError, TimeZone, UserId};
use platform_connections::ports::{ConnectionStore, ConnectionTokenStore};
use platform_connections::{Account, Connection, ConnectionState, PlatformProvider};
use testkit::contracts::{self, ConnectionStores, Given, Tenant, WebhookStores, WorkspaceStores};
use tributary_postgres::{
    PgApiKeys, PgIntakeDays, PgProfiles, PgSenderKeys, PgTrackerHosts, PgTrackingKeys, PgUsers,
};
use tributary_system::TimeOrderedIds;
use webhook_events::ports::{DeliveryStore, Outbox, SubscriptionStore};

use crate::world::{RUNTIME, World, identify, instant, payment};

fn tenant(world: &World) -> Tenant {
    Tenant {
        workspace: world.profile.workspace_id,
        profile: world.profile.id,
    }
}

async fn user(world: &World) -> UserId {
    let id = TimeOrderedIds.new_id();
    let user = User {
        id: id.into(),
        issuer: "contracts".to_owned(),
        subject: id.to_string(),
        name: "Ada".to_owned(),
        email: None,
        is_vouched: false,
        created_at: Given::long_ago(),
    };
    let users = PgUsers::new(world.pool.clone());
    assert!(users.insert(&user, None).await.unwrap());
    user.id
}

/// Another profile in the workspace of the world's.
async fn sibling(world: &World) -> kernel::ProfileId {
    let command = CreateProfile {
        name: "sibling".to_owned(),
        workspace_id: Some(world.profile.workspace_id),
        currency: Currency::parse("EUR").unwrap(),
        timezone: TimeZone::named("UTC").unwrap(),
        own_domains: Vec::new(),
    };
    let profiles = PgProfiles::new(world.pool.clone());
    let profile = create(&profiles, &world.context(), command).await.unwrap();
    profile.id
}

async fn given(own: &World) -> Given {
    let foreign = World::new().await;
    Given {
        own: tenant(own),
        sibling: sibling(own).await,
        foreign: tenant(&foreign),
        user: user(own).await,
        other_user: user(own).await,
        client_id: TimeOrderedIds.new_id().to_string(),
        at: Given::long_ago(),
        ids: Arc::new(TimeOrderedIds),
    }
}

/// The application that codes and tokens are issued to.
fn client(given: &Given) -> Client {
    let metadata = ClientMetadata {
        redirect_uris: vec!["https://app.example/cb".to_owned()],
        ..ClientMetadata::default()
    };
    let registration = Registration::try_from(metadata).unwrap();
    Client {
        authorised_at: Some(given.at),
        ..Client::public(given.client_id.clone(), registration, given.at)
    }
}

/// Tries a contract in a transaction, which is rolled back.
fn holds(contract: impl AsyncFnOnce(&mut dyn UnitOfWork, &Given) -> Result<(), StoreError>) {
    RUNTIME.block_on(async {
        let world = World::new().await;
        let given = given(&world).await;
        let mut work = world.begin().await;
        contract(&mut *work, &given).await.unwrap();
        work.rollback().await.unwrap();
    });
}

#[test]
fn conversion_definitions() {
    holds(async |work, given| contracts::definitions(work.definitions(), given).await);
}

#[test]
fn outcome_definitions() {
    holds(async |work, given| {
        contracts::outcome_definitions(work.outcome_definitions(), given).await
    });
}

#[test]
fn export_compliance() {
    holds(async |work, given| contracts::export_compliance(work.export_compliance(), given).await);
}

/// An account at a platform that destinations may be told through.
async fn connected(work: &mut dyn UnitOfWork, given: &Given, profile: ProfileId) -> ConnectionId {
    let connection = Connection {
        id: given.id(),
        provider: PlatformProvider::SocialAds,
        state: ConnectionState::Connected,
        account: Account {
            id: given.ids.new_id().to_string(),
            name: None,
            currency: None,
            timezone: None,
        },
        created_at: given.at,
        updated_at: given.at,
    };
    work.connections()
        .insert(profile, &connection)
        .await
        .unwrap();
    connection.id
}

#[test]
fn destinations() {
    holds(async |work, given| {
        let connections = [
            connected(work, given, given.own.profile).await,
            connected(work, given, given.foreign.profile).await,
        ];
        contracts::destinations(work.destinations(), given, connections).await
    });
}

#[test]
fn export_rules() {
    holds(async |work, given| contracts::export_rules(work.export_rules(), given).await);
}

#[test]
fn handoffs() {
    holds(async |work, given| contracts::handoffs(work.handoffs(), given).await);
}

#[test]
fn invitations() {
    holds(async |work, given| contracts::invitations(work.invitations(), given).await);
}

#[test]
fn memberships() {
    holds(async |work, given| contracts::memberships(work.memberships(), given).await);
}

#[test]
fn tokens() {
    holds(async |work, given| {
        work.clients().insert(&client(given)).await?;
        contracts::tokens(work.tokens(), given).await
    });
}

#[test]
fn clients() {
    holds(async |work, given| contracts::clients(work.clients(), given).await);
}

#[test]
fn api_keys() {
    holds(async |work, given| contracts::api_keys(work.api_keys(), given).await);
}

/// The stores of a transaction, as contracts of several speak of them.
struct StoresOf<'a>(&'a mut dyn UnitOfWork);

impl WorkspaceStores for StoresOf<'_> {
    fn workspaces(&mut self) -> &mut dyn WorkspaceStore {
        self.0.workspaces()
    }

    fn handoffs(&mut self) -> &mut dyn HandoffStore {
        self.0.handoffs()
    }
}

impl WebhookStores for StoresOf<'_> {
    fn subscriptions(&mut self) -> &mut dyn SubscriptionStore {
        self.0.subscriptions()
    }

    fn outbox(&mut self) -> &mut dyn Outbox {
        self.0.outbox()
    }

    fn deliveries(&mut self) -> &mut dyn DeliveryStore {
        self.0.deliveries()
    }
}

impl ConnectionStores for StoresOf<'_> {
    fn connections(&mut self) -> &mut dyn ConnectionStore {
        self.0.connections()
    }

    fn tokens(&mut self) -> &mut dyn ConnectionTokenStore {
        self.0.connection_tokens()
    }
}

#[test]
fn connections() {
    holds(async |work, given| contracts::connections(&mut StoresOf(work), given).await);
}

#[test]
fn changes() {
    holds(async |work, given| contracts::changes(work.ad_changes(), given).await);
}

#[test]
fn workspaces() {
    holds(async |work, given| contracts::workspaces(&mut StoresOf(work), given).await);
}

#[test]
fn webhooks() {
    holds(async |work, given| contracts::webhooks(&mut StoresOf(work), given).await);
}

#[test]
fn exclusions() {
    holds(async |work, given| contracts::exclusions(work.exclusions(), given).await);
}

#[test]
fn signatures() {
    holds(async |work, given| contracts::signatures(work.signatures(), given).await);
}

#[test]
fn channel_rules() {
    holds(async |work, given| contracts::channel_rules(work.channel_rules(), given).await);
}

#[test]
fn identity() {
    holds(async |work, given| contracts::identity(work.identity(), given).await);
}

#[test]
fn identity_race_for_a_browser() {
    holds(async |work, given| contracts::identity_race_for_a_browser(work.identity(), given).await);
}

#[test]
fn identity_race_for_a_value() {
    holds(async |work, given| contracts::identity_race_for_a_value(work.identity(), given).await);
}

#[test]
fn identity_race_of_several() {
    holds(async |work, given| contracts::identity_race_of_several(work.identity(), given).await);
}

#[test]
fn identity_race_with_a_settlement() {
    holds(async |work, given| {
        contracts::identity_race_with_a_settlement(work.identity(), given).await
    });
}

/// A server told whose the addresses are; then people were identified on a browser.
#[test]
fn identifications() {
    RUNTIME.block_on(async {
        let world = World::new().await;
        let given = given(&world).await;
        let at = instant("2026-06-01T10:00:00Z");
        let [ada, grace] = ["ada@mail.example", "grace@mail.example"];
        let mut holders = BTreeMap::new();
        for email in [ada, grace] {
            let recorded = world.record(email, payment(at, "10", email)).await;
            holders.insert(email, recorded.customer_id.unwrap());
        }
        let mut facts = Vec::new();
        for (second, email) in [(1, ada), (2, grace), (3, ada)] {
            let at = at.plus_micros(second);
            let told = identify(&format!("{}-{second}", world.profile.id), at, email);
            world.track("b1", vec![told]).await;
            facts.push(Identification {
                at,
                subject: Subject {
                    kind: IdentifierKind::Email,
                    value_key: ValueKey::new(email),
                },
                customer: holders[email],
            });
        }
        let stored = (visitor_id(world.profile.id, "b1"), &facts[..]);
        let mut work = world.begin().await;
        contracts::identifications(work.identity(), &given, stored)
            .await
            .unwrap();
        work.rollback().await.unwrap();
    });
}

/// Outside any transaction, so what it writes stays.
#[test]
fn tracking_keys() {
    RUNTIME.block_on(async {
        let world = World::new().await;
        let given = given(&world).await;
        for profile in [given.own.profile, given.foreign.profile] {
            let statement = format!(
                "UPDATE tracking_keys SET revoked_at = created_at \
                 WHERE profile_id = '{profile}' AND $1 IS NOT NULL"
            );
            world.execute(&statement).await;
        }
        let store = PgTrackingKeys::new(world.pool.clone());
        contracts::tracking_keys(&store, &given).await.unwrap();
    });
}

/// Outside any transaction, so what it writes stays.
#[test]
fn key_lookup() {
    RUNTIME.block_on(async {
        let world = World::new().await;
        let store = PgApiKeys::new(world.pool.clone());
        let given = given(&world).await;
        contracts::key_lookup(&store, &given).await.unwrap();
    });
}

/// Outside any transaction, so what it writes stays.
#[test]
fn sender_keys() {
    RUNTIME.block_on(async {
        let world = World::new().await;
        let store = PgSenderKeys::new(world.pool.clone(), Arc::new(world.keys.clone()));
        let given = given(&world).await;
        contracts::sender_keys(&store, &given).await.unwrap();
    });
}

/// Outside any transaction, so what it writes stays.
#[test]
fn intake_days() {
    RUNTIME.block_on(async {
        let world = World::new().await;
        let store = PgIntakeDays::new(world.pool.clone());
        let given = given(&world).await;
        contracts::intake_days(&store, &given).await.unwrap();
    });
}

/// Outside any transaction, so what it writes stays.
#[test]
fn tracker_hosts() {
    RUNTIME.block_on(async {
        let world = World::new().await;
        let store = PgTrackerHosts::new(world.pool.clone());
        let given = given(&world).await;
        contracts::tracker_hosts(&store, &given).await.unwrap();
    });
}

/// Outside any transaction, so what it writes stays.
#[test]
fn hosts_of_own_domains_are_the_last_that_are_forgotten() {
    RUNTIME.block_on(async {
        let world = World::new().await;
        let store = PgTrackerHosts::new(world.pool.clone());
        let at = Given::long_ago();
        let heard = |host: &str, at| {
            let key = HostKey {
                local_date: Given::long_ago().to_utc().date(),
                profile_id: world.profile.id,
                host: host.to_owned(),
                way: None,
            };
            (key, Heard::taken(1, None, at))
        };
        // The world's own domain, and what is below it.
        let own = ["m.shop.example", "shop.example"];
        store.add(&own.map(|host| heard(host, at))).await.unwrap();
        let later = at.plus_micros(1_000_000);
        let others: Vec<_> = (0..MOST_HOSTS)
            .map(|number| heard(&format!("{number:03}shop.example"), later))
            .collect();
        store.add(&others).await.unwrap();
        let found = store.of_profile(world.profile.id).await.unwrap();
        assert_eq!(found.len(), others.len());
        let hosts: Vec<_> = found.iter().map(|it| it.host.as_str()).collect();
        assert!(hosts.ends_with(&own), "{hosts:?}");
        assert!(hosts.contains(&"197shop.example"), "{hosts:?}");
        assert!(!hosts.contains(&"198shop.example"), "{hosts:?}");
    });
}
