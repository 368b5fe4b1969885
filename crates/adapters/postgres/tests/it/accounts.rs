//! What a person reaches, as it is shown to those who act for them.

use std::collections::BTreeSet;

use access_control::{Account, AccountReader, Role};
use diesel_async::RunQueryDsl;
use kernel::{Scope, UserId};
use tributary_postgres::PgAccountReader;
use uuid::Uuid;

use crate::world::{RUNTIME, World, new_id};

async fn run(world: &World, sql: &str) {
    let mut connection = world.pool.connection().await.unwrap();
    let query = diesel::sql_query(sql);
    query.execute(&mut connection).await.unwrap();
}

async fn person(world: &World) -> UserId {
    let user = new_id::<Uuid>();
    let sql = format!(
        "INSERT INTO users (id, issuer, subject, name, created_at)
         VALUES ('{user}', 'builtin', '{user}', 'Ada', now())"
    );
    run(world, &sql).await;
    user.into()
}

async fn join(world: &World, user: UserId, role: &str) {
    let workspace = world.profile.workspace_id;
    let sql = format!(
        "INSERT INTO memberships (workspace_id, user_id, role, created_at)
         VALUES ('{workspace}', '{user}', '{role}', now())"
    );
    run(world, &sql).await;
}

async fn account(world: &World, user: UserId, limit: u32) -> Account {
    let reader = PgAccountReader::new(world.pool.clone());
    reader.account(user, limit).await.unwrap().unwrap()
}

#[test]
fn a_person_sees_their_workspaces_with_what_they_reach_there() {
    RUNTIME.block_on(async {
        let (own, other) = (World::new().await, World::new().await);
        let user = person(&own).await;
        let none = account(&own, user, 10).await;
        assert_eq!((none.name.as_str(), none.workspaces.len()), ("Ada", 0));
        join(&own, user, "admin").await;
        join(&other, user, "member").await;
        let found = account(&own, user, 10).await;
        assert!(!found.is_truncated);
        let of = |world: &World| {
            let id = world.profile.workspace_id;
            let mut workspaces = found.workspaces.iter();
            workspaces.find(|workspace| workspace.id == id).unwrap()
        };
        assert_eq!(of(&own).role, Role::Admin);
        assert_eq!(of(&own).profiles.len(), 1);
        assert_eq!(of(&own).profiles[0].id, own.profile.id);
        assert_eq!(of(&own).profiles[0].currency, "EUR");
        assert_eq!(of(&other).role, Role::Member);
        assert_eq!(of(&other).profiles, []);
    });
}

#[test]
fn a_member_sees_assigned_profiles_with_what_was_assigned() {
    RUNTIME.block_on(async {
        let world = World::new().await;
        let user = person(&world).await;
        join(&world, user, "member").await;
        let (profile, workspace) = (world.profile.id, world.profile.workspace_id);
        let sql = format!(
            "INSERT INTO profile_assignments (profile_id, user_id, workspace_id, scopes)
             VALUES ('{profile}', '{user}', '{workspace}', '{{analytics:read,of:tomorrow}}')"
        );
        run(&world, &sql).await;
        let found = account(&world, user, 10).await;
        let [workspace] = &found.workspaces[..] else {
            panic!("{found:?}")
        };
        let [profile] = &workspace.profiles[..] else {
            panic!("{found:?}")
        };
        let expected = BTreeSet::from([Scope::AnalyticsRead]);
        assert_eq!(profile.reach.assigned, expected);
    });
}

#[test]
fn a_long_list_is_cut_and_says_so_and_nobody_is_nobody() {
    RUNTIME.block_on(async {
        let (one, two) = (World::new().await, World::new().await);
        let user = person(&one).await;
        join(&one, user, "owner").await;
        join(&two, user, "owner").await;
        let found = account(&one, user, 1).await;
        assert_eq!((found.workspaces.len(), found.is_truncated), (1, true));
        assert!(!account(&one, user, 2).await.is_truncated);
        let reader = PgAccountReader::new(one.pool.clone());
        assert_eq!(
            reader.account(new_id::<Uuid>().into(), 10).await.unwrap(),
            None
        );
    });
}
