//! Rows that a test of a report writes by hand, past the use cases.

use std::collections::BTreeSet;

use diesel_async::SimpleAsyncConnection;
use kernel::{Limit, Period, ProfileAccess};
use time::macros::date;
use tributary_postgres::migrate;
use uuid::Uuid;

use crate::world::World;

/// The id that a seed calls `:id` and these four digits.
pub(crate) fn id(digits: &str) -> Uuid {
    Uuid::parse_str(&format!("00000000-0000-4000-8000-00000000{digits}")).unwrap()
}

/// Runs statements as [`fill`] does, and builds the rollups of what is stored then.
pub(crate) async fn seed(world: &World, statements: &str) {
    fill(world, statements).await;
    build_rollups(world).await;
}

/// Runs statements in which `:profile` and `:id` with four hexadecimal digits stand for UUIDs.
pub(crate) async fn fill(world: &World, statements: &str) {
    let profile = format!("'{}'", world.profile.id);
    let mut parts = statements.split(":id");
    let mut text = parts.next().unwrap().to_owned();
    for part in parts {
        let (digits, rest) = part.split_at(4);
        text.push_str(&["'", &id(digits).to_string(), "'", rest].concat());
    }
    let mut connection = world.pool.connection().await.unwrap();
    connection
        .batch_execute(&text.replace(":profile", &profile))
        .await
        .unwrap();
}

/// Builds the profile's rollups from its rows, as an upgrade does.
pub(crate) async fn build_rollups(world: &World) {
    let missing = "UPDATE attribution_state SET has_rollups = false WHERE profile_id = $1";
    world.execute(missing).await;
    migrate(&world.url).await.unwrap();
}

/// The authority over the world's profile.
pub(crate) fn access(world: &World) -> ProfileAccess {
    ProfileAccess {
        profile_id: world.profile.id,
        scopes: BTreeSet::new(),
        actor: kernel::Actor::Operator,
    }
}

/// March 2026.
pub(crate) fn march() -> Period {
    Period::new(date!(2026 - 03 - 01), date!(2026 - 03 - 31)).unwrap()
}

/// A page size.
pub(crate) fn limit(rows: u32) -> Limit<100> {
    Limit::new(rows).unwrap()
}
