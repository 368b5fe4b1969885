//! Tokens of connections, kept fresh by several processes at once.

use std::sync::Arc;
use std::time::Duration;

use conversion_export::connections::token::{FreshToken, TokenError, TokenPorts, token};
use futures_util::future::join_all;
use kernel::ConnectionId;
use platform_connections::ConnectionState;
use serde_json::Value;
use testkit::TestDatabase;
use tributary_postgres::{PgPool, PgUnitsOfWork};

use super::connections::{CONNECTIONS, World};

fn id_of(connection: &Value) -> ConnectionId {
    let id: uuid::Uuid = connection["id"].as_str().unwrap().parse().unwrap();
    id.into()
}

/// The token ends so many seconds from now.
fn ends_in(world: &World, connection: &Value, seconds: i64) {
    let statement = format!(
        "UPDATE connections SET token_expires_at = now() + interval '{seconds} seconds', \
         refresh_retry_at = NULL WHERE profile_id = '{}' AND id = '{}'",
        world.site.profile,
        id_of(connection)
    );
    TestDatabase::shared().execute(&statement).unwrap();
}

/// What several processes get that ask at once, each over connections of its own.
async fn at_once(
    world: &World,
    connection: &Value,
    replicas: usize,
) -> Vec<Result<FreshToken, TokenError>> {
    let state = &world.site.state;
    let units = |_| {
        let pool = PgPool::new(TestDatabase::shared().url(), 1).unwrap();
        PgUnitsOfWork::new(pool, Arc::clone(&state.sealing))
    };
    let units: Vec<_> = (0..replicas).map(units).collect();
    let context = state.context();
    let place = (world.site.profile, id_of(connection));
    let asked = units.iter().map(|units| {
        let ports = TokenPorts {
            units,
            authorization: &*state.connections.authorization,
        };
        token(ports, &context, place)
    });
    join_all(asked).await
}

fn access(fresh: Result<FreshToken, TokenError>) -> String {
    let fresh = fresh.map_err(|error| error.to_string()).unwrap();
    fresh.access.reveal().to_owned()
}

#[actix_web::test]
async fn of_several_processes_one_asks_the_platform_and_all_have_a_token() {
    let world = World::new(true).await;
    world.platform.behave(|it| {
        it.rotates = true;
        it.delay = Duration::from_millis(300);
    });
    let connection = world.connected("search_ads", "2001").await;
    let before = world.platform.count("POST /token");
    let old = world.token(&connection).await.unwrap();
    assert_eq!(world.platform.count("POST /token"), before);
    for round in 1..=3 {
        ends_in(&world, &connection, 120);
        let got = at_once(&world, &connection, 4).await;
        let got: Vec<String> = got.into_iter().map(access).collect();
        assert_eq!(world.platform.count("POST /token"), before + round);
        let new = world.token(&connection).await.unwrap();
        assert_ne!(new, old);
        assert_eq!(got.iter().filter(|it| **it == new).count(), 1, "{got:?}");
    }
}

#[actix_web::test]
async fn whoever_comes_to_an_ended_token_waits_and_does_not_ask_twice() {
    let world = World::new(true).await;
    world
        .platform
        .behave(|it| it.delay = Duration::from_millis(300));
    let connection = world.connected("search_ads", "2001").await;
    let before = world.platform.count("POST /token");
    ends_in(&world, &connection, -60);
    let got = at_once(&world, &connection, 3).await;
    assert_eq!(world.platform.count("POST /token"), before + 1);
    let waits = |it: &&Result<FreshToken, TokenError>| matches!(it, Err(TokenError::TryLater(_)));
    assert_eq!(got.iter().filter(waits).count(), 2);
    assert_eq!(got.iter().filter(|it| it.is_ok()).count(), 1);
}

#[actix_web::test]
async fn an_outage_is_waited_out_with_the_token_that_counts() {
    let world = World::new(true).await;
    let connection = world.connected("search_ads", "2001").await;
    let old = world.token(&connection).await.unwrap();
    world
        .platform
        .behave(|it| it.outage = Some((429, Some(3_600))));
    ends_in(&world, &connection, 120);
    let before = world.platform.count("POST /token");
    for _ in 0..3 {
        assert_eq!(world.token(&connection).await.unwrap(), old);
    }
    // It was asked once, and said when to come back.
    assert_eq!(world.platform.count("POST /token"), before + 1);
    world.platform.behave(|it| it.outage = None);
    assert_eq!(world.token(&connection).await.unwrap(), old);
    ends_in(&world, &connection, 120);
    assert_ne!(world.token(&connection).await.unwrap(), old);
    assert_eq!(world.told(), ["handoff.completed", "connection.connected"]);
}

#[actix_web::test]
async fn several_who_are_refused_at_once_tell_of_it_once() {
    let world = World::new(true).await;
    let connection = world.connected("social_ads", "1001").await;
    world.platform.behave(|it| it.refuses_refresh = true);
    ends_in(&world, &connection, -60);
    for _ in 0..2 {
        for refused in at_once(&world, &connection, 4).await {
            let error = refused.err().unwrap();
            assert!(
                matches!(
                    error,
                    TokenError::TryLater(_)
                        | TokenError::NotConnected(ConnectionState::ReconnectRequired(_))
                ),
                "{error}"
            );
        }
    }
    let told = world.told();
    let stopped = told
        .iter()
        .filter(|it| *it == "connection.reconnect_required");
    assert_eq!(stopped.count(), 1, "{told:?}");
    let shown = world
        .read(&format!("{CONNECTIONS}/{}", id_of(&connection)))
        .await;
    assert_eq!(shown["data"]["reason"], "token_expired");
}
