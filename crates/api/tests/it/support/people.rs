//! People, their tokens and their memberships, in memory.

use std::collections::{BTreeSet, HashMap};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use access_control::{
    Account, AccountProfile, AccountReader, AccountWorkspace, CallCounter, Counted, Grant, Reach,
    ReachReader, Role, SessionTokenFailure, SessionTokenVerifier, TokenFamily, UserToken,
    UserTokenSecret, UserTokenStore, scopes_of,
};
use async_trait::async_trait;
use kernel::{ProfileId, Scope, StoreError, Timestamp, UserId, WorkspaceId};
use ring::digest::{SHA256, digest};
use uuid::Uuid;

/// Everything about people that an extractor asks for.
#[derive(Default)]
pub(crate) struct FakePeople {
    tokens: Mutex<HashMap<Vec<u8>, UserToken>>,
    sessions: Mutex<HashMap<String, UserId>>,
    profiles: Mutex<HashMap<(UserId, ProfileId), Reach>>,
    workspaces: Mutex<HashMap<(UserId, WorkspaceId), Reach>>,
    calls: Mutex<HashMap<String, u32>>,
    /// How often a token was looked up or judged.
    pub(crate) look_ups: AtomicUsize,
}

impl FakePeople {
    /// Puts somebody into a workspace and on its profile.
    pub(crate) fn join(&self, user: UserId, profile: Uuid, role: Role, assigned: &[Scope]) {
        let reach = Reach {
            workspace_id: workspace_of(profile),
            role,
            assigned: assigned.iter().copied().collect(),
        };
        let key = (user, reach.workspace_id);
        self.workspaces.lock().unwrap().insert(key, reach.clone());
        let key = (user, profile.into());
        self.profiles.lock().unwrap().insert(key, reach);
    }

    /// Takes somebody out of everything.
    pub(crate) fn leave(&self, user: UserId) {
        let mut profiles = self.profiles.lock().unwrap();
        profiles.retain(|(member, _), _| *member != user);
        let mut workspaces = self.workspaces.lock().unwrap();
        workspaces.retain(|(member, _), _| *member != user);
    }

    /// An `Authorization` value of a session of this person.
    pub(crate) fn session(&self, user: UserId) -> String {
        let token = format!("eyJh.{}.c2ln", user.uuid().simple());
        self.sessions.lock().unwrap().insert(token.clone(), user);
        format!("Bearer {token}")
    }

    /// An `Authorization` value of an application with these grants, after `change`.
    pub(crate) fn token(
        &self,
        user: UserId,
        grants: &[Grant],
        change: impl FnOnce(&mut UserToken),
    ) -> String {
        let mut tokens = self.tokens.lock().unwrap();
        let number = u128::try_from(tokens.len()).unwrap() + 1;
        let grants: BTreeSet<_> = grants.iter().copied().collect();
        let mut token = UserToken {
            family: TokenFamily {
                id: Uuid::from_u128(number).into(),
                user_id: user,
                client_id: None,
                name: "Agent".to_owned(),
                grants: grants.clone(),
                scopes: scopes_of(&grants),
                resource: "https://t.example/mcp".to_owned(),
                units_per_minute: 10_000,
                created_at: Timestamp::from_micros(0),
                revoked_at: None,
            },
            scopes: scopes_of(&grants),
            grants,
            expires_at: Timestamp::from_micros(i64::MAX),
        };
        change(&mut token);
        let mut bytes = [0; 32];
        bytes[16..].copy_from_slice(&number.to_be_bytes());
        let secret = UserTokenSecret::from_random(bytes);
        let hash = digest(&SHA256, secret.reveal().as_bytes());
        tokens.insert(hash.as_ref().to_vec(), token);
        format!("Bearer {}", secret.reveal())
    }
}

/// The workspace of a profile of these tests.
pub(crate) fn workspace_of(profile: Uuid) -> WorkspaceId {
    Uuid::from_u128(profile.as_u128() ^ 0xFFFF_0000).into()
}

#[async_trait]
impl UserTokenStore for FakePeople {
    async fn find_by_hash(&self, sha256: &[u8; 32]) -> Result<Option<UserToken>, StoreError> {
        self.look_ups.fetch_add(1, Ordering::SeqCst);
        let tokens = self.tokens.lock().unwrap();
        Ok(tokens.get(sha256.as_slice()).cloned())
    }
}

#[async_trait]
impl SessionTokenVerifier for FakePeople {
    async fn verify(&self, token: &str) -> Result<Option<UserId>, SessionTokenFailure> {
        self.look_ups.fetch_add(1, Ordering::SeqCst);
        Ok(self.sessions.lock().unwrap().get(token).copied())
    }
}

#[async_trait]
impl ReachReader for FakePeople {
    async fn to_profile(
        &self,
        user: UserId,
        profile: ProfileId,
    ) -> Result<Option<Reach>, StoreError> {
        let profiles = self.profiles.lock().unwrap();
        Ok(profiles.get(&(user, profile)).cloned())
    }

    async fn to_workspace(
        &self,
        user: UserId,
        workspace: WorkspaceId,
    ) -> Result<Option<Reach>, StoreError> {
        let workspaces = self.workspaces.lock().unwrap();
        Ok(workspaces.get(&(user, workspace)).cloned())
    }
}

/// Nothing is ever forgotten.
#[async_trait]
impl CallCounter for FakePeople {
    async fn count(&self, bucket: &str, limit: u32) -> Result<Counted, StoreError> {
        let mut calls = self.calls.lock().unwrap();
        let calls = calls.entry(bucket.to_owned()).or_default();
        if *calls >= limit {
            return Ok(Counted::Refused {
                retry_after: 1_500_000,
            });
        }
        *calls += 1;
        Ok(Counted::Passed {
            remaining: limit - *calls,
        })
    }
}

/// Everybody is called Ada, every workspace Shop and every profile Web.
#[async_trait]
impl AccountReader for FakePeople {
    async fn account(&self, user: UserId, _: u32) -> Result<Option<Account>, StoreError> {
        let profiles = self.profiles.lock().unwrap().clone();
        let of_user = profiles
            .into_iter()
            .filter(|((member, _), _)| *member == user);
        let workspaces = of_user.map(|((_, id), reach)| AccountWorkspace {
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
        Ok(Some(Account {
            user_id: user,
            name: "Ada".to_owned(),
            workspaces: workspaces.collect(),
            is_truncated: false,
        }))
    }
}
