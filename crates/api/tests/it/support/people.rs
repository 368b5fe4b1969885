//! People without a database: their tokens, and what they reach.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use access_control::{
    Account, AccountProfile, AccountReader, AccountWorkspace, Grant, Reach, ReachReader, Role,
    StoreFailure, TokenFamily, UserToken, UserTokenSecret, UserTokenStore, scopes_of,
};
use async_trait::async_trait;
use kernel::{ProfileId, Scope, Timestamp, UserId, WorkspaceId};
use ring::digest::{SHA256, digest};
use tributary_api::AppState;
use uuid::Uuid;

/// One person with one workspace and one profile.
#[derive(Default)]
pub(crate) struct FakePeople {
    tokens: Mutex<Vec<([u8; 32], UserToken)>>,
    /// The profile that the person reaches, and how.
    pub(crate) reach: Mutex<Option<(ProfileId, Reach)>>,
    pub(crate) look_ups: AtomicUsize,
}

impl FakePeople {
    /// Everybody's id.
    pub(crate) fn user() -> UserId {
        Uuid::from_u128(0xAD_A0).into()
    }

    pub(crate) fn workspace() -> WorkspaceId {
        Uuid::from_u128(0x30).into()
    }

    /// Changes what the person reaches.
    pub(crate) fn make(&self, profile: Uuid, role: Role, assigned: &[Scope]) {
        let reach = Reach {
            workspace_id: Self::workspace(),
            role,
            assigned: assigned.iter().copied().collect(),
        };
        *self.reach.lock().unwrap() = Some((profile.into(), reach));
    }

    /// A token of a new family for the resource of the test's addresses, after `change`.
    pub(crate) fn token(&self, grants: &[Grant], change: impl FnOnce(&mut UserToken)) -> String {
        let mut tokens = self.tokens.lock().unwrap();
        let number = u8::try_from(tokens.len()).unwrap();
        let secret = UserTokenSecret::from_random([number; 32]);
        let grants: BTreeSet<_> = grants.iter().copied().collect();
        let mut token = UserToken {
            family: TokenFamily {
                id: Uuid::from_u128(0xFA00 + u128::from(number)).into(),
                user_id: Self::user(),
                client_id: Some("client".to_owned()),
                name: "Test".to_owned(),
                grants: grants.clone(),
                scopes: scopes_of(&grants),
                resource: "https://t.example/mcp".to_owned(),
                units_per_minute: 60,
                created_at: Timestamp::from_micros(0),
                revoked_at: None,
            },
            scopes: scopes_of(&grants),
            grants,
            // A minute after the test's now.
            expires_at: Timestamp::from_micros(1_767_225_660_000_000),
        };
        change(&mut token);
        let mut hash = [0; 32];
        hash.copy_from_slice(digest(&SHA256, secret.reveal().as_bytes()).as_ref());
        tokens.push((hash, token));
        format!("Bearer {}", secret.reveal())
    }
}

#[async_trait]
impl UserTokenStore for FakePeople {
    async fn find_by_hash(&self, sha256: &[u8; 32]) -> Result<Option<UserToken>, StoreFailure> {
        self.look_ups.fetch_add(1, Ordering::SeqCst);
        let tokens = self.tokens.lock().unwrap();
        let found = tokens.iter().find(|(hash, _)| hash == sha256);
        Ok(found.map(|(_, token)| token.clone()))
    }
}

#[async_trait]
impl ReachReader for FakePeople {
    async fn to_profile(
        &self,
        user: UserId,
        profile: ProfileId,
    ) -> Result<Option<Reach>, StoreFailure> {
        let reach = self.reach.lock().unwrap().clone();
        let found = reach.filter(|(id, _)| *id == profile && user == Self::user());
        Ok(found.map(|(_, reach)| reach))
    }

    async fn to_workspace(&self, _: UserId, _: WorkspaceId) -> Result<Option<Reach>, StoreFailure> {
        Ok(None)
    }
}

#[async_trait]
impl AccountReader for FakePeople {
    async fn account(&self, user: UserId, _: u32) -> Result<Option<Account>, StoreFailure> {
        let reach = self.reach.lock().unwrap().clone();
        let workspaces = reach.into_iter().map(|(id, reach)| AccountWorkspace {
            id: reach.workspace_id,
            name: "Shop".to_owned(),
            role: reach.role,
            profiles: vec![AccountProfile {
                id,
                name: "Web".to_owned(),
                currency: "EUR".to_owned(),
                timezone: "Europe/Berlin".to_owned(),
                reach,
            }],
        });
        Ok((user == Self::user()).then(|| Account {
            user_id: user,
            name: "Ada".to_owned(),
            workspaces: workspaces.collect(),
            is_truncated: false,
        }))
    }
}

impl FakePeople {
    /// Behind every port that is about people.
    pub(crate) fn put_into(self: Arc<Self>, state: &mut AppState) {
        state.user_tokens = self.clone();
        state.reach = self.clone();
        state.tool_server.accounts = self;
    }
}
