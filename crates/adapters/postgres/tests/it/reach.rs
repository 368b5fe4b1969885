//! Who reaches what, and that it is read anew each time.

use std::collections::BTreeSet;

use access_control::{ReachReader, Role, UserTokenStore};
use diesel_async::RunQueryDsl;
use kernel::{Scope, UserId, WorkspaceId};
use tributary_postgres::{PgReach, PgUserTokens};
use uuid::Uuid;

use crate::world::{RUNTIME, World, new_id};

async fn run(world: &World, sql: &str) {
    let mut connection = world.pool.connection().await.unwrap();
    diesel::sql_query(sql)
        .execute(&mut connection)
        .await
        .unwrap();
}

async fn member(world: &World, workspace: WorkspaceId, role: &str) -> UserId {
    let user = new_id::<Uuid>();
    run(
        world,
        &format!(
            "INSERT INTO users (id, issuer, subject, name, created_at)
             VALUES ('{user}', 'builtin', '{user}', 'Ada', now())"
        ),
    )
    .await;
    run(
        world,
        &format!(
            "INSERT INTO memberships (workspace_id, user_id, role, created_at)
             VALUES ('{workspace}', '{user}', '{role}', now())"
        ),
    )
    .await;
    user.into()
}

#[test]
fn owners_and_admins_reach_every_profile_of_their_workspace_and_no_other() {
    RUNTIME.block_on(async {
        let (own, foreign) = (World::new().await, World::new().await);
        let reader = PgReach::new(own.pool.clone());
        for (name, role) in [("owner", Role::Owner), ("admin", Role::Admin)] {
            let user = member(&own, own.profile.workspace_id, name).await;
            let reach = reader.to_profile(user, own.profile.id).await.unwrap();
            let reach = reach.unwrap();
            assert_eq!(reach.role, role);
            assert_eq!(reach.workspace_id, own.profile.workspace_id);
            let reach = reader.to_workspace(user, own.profile.workspace_id).await;
            assert_eq!(reach.unwrap().unwrap().role, role);
            for id in [foreign.profile.id, new_id::<Uuid>().into()] {
                assert_eq!(reader.to_profile(user, id).await.unwrap(), None);
            }
            for id in [foreign.profile.workspace_id, new_id::<Uuid>().into()] {
                assert_eq!(reader.to_workspace(user, id).await.unwrap(), None);
            }
        }
    });
}

#[test]
fn members_reach_what_was_assigned_until_it_is_taken_back() {
    RUNTIME.block_on(async {
        let world = World::new().await;
        let (profile, workspace) = (world.profile.id, world.profile.workspace_id);
        let reader = PgReach::new(world.pool.clone());
        let user = member(&world, workspace, "member").await;
        assert_eq!(reader.to_profile(user, profile).await.unwrap(), None);
        run(
            &world,
            &format!(
                "INSERT INTO profile_assignments (profile_id, user_id, workspace_id, scopes)
                 VALUES ('{profile}', '{user}', '{workspace}', '{{analytics:read,of:tomorrow}}')"
            ),
        )
        .await;
        let reach = reader.to_profile(user, profile).await.unwrap().unwrap();
        assert_eq!(reach.role, Role::Member);
        assert_eq!(reach.assigned, BTreeSet::from([Scope::AnalyticsRead]));
        run(
            &world,
            &format!("DELETE FROM memberships WHERE user_id = '{user}'"),
        )
        .await;
        assert_eq!(reader.to_profile(user, profile).await.unwrap(), None);
        assert_eq!(reader.to_workspace(user, workspace).await.unwrap(), None);
    });
}

#[test]
fn a_token_is_found_with_its_family() {
    RUNTIME.block_on(async {
        let world = World::new().await;
        let user = member(&world, world.profile.workspace_id, "owner").await;
        let (family, hash) = (new_id::<Uuid>(), new_id::<Uuid>());
        let secret_hash = [hash.as_bytes().as_slice(), hash.as_bytes()].concat();
        run(
            &world,
            &format!(
                "INSERT INTO token_families (id, user_id, name, grants, scopes, resource,
                     units_per_minute, created_at)
                 VALUES ('{family}', '{user}', 'Agent', '{{mcp:read,mcp:write}}',
                     '{{analytics:read,goals:write}}', 'https://t.example/mcp', 90, now())"
            ),
        )
        .await;
        run(
            &world,
            &format!(
                "INSERT INTO access_tokens (secret_hash, family_id, grants, scopes, created_at,
                     expires_at)
                 VALUES (decode(replace('{hash}{hash}', '-', ''), 'hex'), '{family}',
                     '{{mcp:read}}', '{{analytics:read}}', now(), now() + interval '1 hour')"
            ),
        )
        .await;
        let tokens = PgUserTokens::new(world.pool.clone());
        let found = tokens.find_by_hash(&secret_hash.try_into().unwrap()).await;
        let token = found.unwrap().unwrap();
        assert_eq!(token.family.user_id, user);
        assert_eq!(token.family.units_per_minute, 90);
        assert_eq!(token.family.grants.len(), 2);
        assert_eq!(token.scopes, BTreeSet::from([Scope::AnalyticsRead]));
        assert!(token.is_alive(token.family.created_at, "https://t.example/mcp"));
        assert!(!token.is_alive(token.expires_at, "https://t.example/mcp"));
        assert!(!token.is_alive(token.family.created_at, "https://t.example"));
        assert_eq!(tokens.find_by_hash(&[0; 32]).await.unwrap(), None);
    });
}
