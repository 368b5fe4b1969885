//! Codes and tokens of the authorization server in memory.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use access_control::TokenFamily;
use access_control::oauth::tokens::REFRESH_TOKEN_MICROS;
use access_control::oauth::{AuthorizationCode, RefreshToken};
use access_control::ports::{NewAccessToken, NewRefreshToken, SecretHash, TokenStore};
use access_control::user_token::MOST_FAMILIES;
use async_trait::async_trait;
use kernel::{StoreError, Timestamp, TokenFamilyId};

/// Codes, families and tokens; the secrets by their hashes.
#[derive(Clone, Debug, Default)]
pub struct MemoryTokens {
    /// With whether they were spent.
    codes: BTreeMap<SecretHash, (AuthorizationCode, bool)>,
    families: BTreeMap<TokenFamilyId, TokenFamily>,
    access: BTreeMap<SecretHash, NewAccessToken>,
    /// With when they were spent.
    refresh: BTreeMap<SecretHash, (NewRefreshToken, Option<Timestamp>)>,
}

impl MemoryTokens {
    fn code(
        &mut self,
        hash: &SecretHash,
        client_id: &str,
    ) -> Option<&mut (AuthorizationCode, bool)> {
        let found = self.codes.get_mut(hash);
        found.filter(|(code, _)| code.client_id == client_id)
    }

    /// Beyond so many approvals of a person, the oldest end.
    fn end_oldest(&mut self, newest: &TokenFamily) {
        let is_theirs =
            |one: &&mut TokenFamily| one.user_id == newest.user_id && one.revoked_at.is_none();
        let mut theirs: Vec<_> = self.families.values_mut().filter(is_theirs).collect();
        theirs.sort_by_key(|one| Reverse((one.created_at, one.id)));
        for family in theirs.into_iter().skip(MOST_FAMILIES) {
            family.revoked_at = Some(newest.created_at);
        }
    }
}

#[async_trait]
impl TokenStore for MemoryTokens {
    async fn insert_code(
        &mut self,
        hash: &SecretHash,
        code: &AuthorizationCode,
    ) -> Result<(), StoreError> {
        self.codes.insert(*hash, (code.clone(), false));
        Ok(())
    }

    async fn spend_code(
        &mut self,
        hash: &SecretHash,
        client_id: &str,
        _: Timestamp,
    ) -> Result<Option<AuthorizationCode>, StoreError> {
        let unspent = self
            .code(hash, client_id)
            .filter(|(_, is_spent)| !*is_spent);
        Ok(unspent.map(|(code, is_spent)| {
            *is_spent = true;
            code.clone()
        }))
    }

    async fn find_code(
        &mut self,
        hash: &SecretHash,
        client_id: &str,
    ) -> Result<Option<AuthorizationCode>, StoreError> {
        Ok(self.code(hash, client_id).map(|(code, _)| code.clone()))
    }

    async fn link_code(
        &mut self,
        hash: &SecretHash,
        family: TokenFamilyId,
    ) -> Result<(), StoreError> {
        if let Some((code, _)) = self.codes.get_mut(hash) {
            code.family_id = Some(family);
        }
        Ok(())
    }

    async fn insert_family(&mut self, family: &TokenFamily) -> Result<(), StoreError> {
        self.families.insert(family.id, family.clone());
        self.end_oldest(family);
        Ok(())
    }

    async fn insert_access(&mut self, token: &NewAccessToken) -> Result<(), StoreError> {
        self.access.insert(token.secret_hash, token.clone());
        Ok(())
    }

    async fn insert_refresh(&mut self, token: &NewRefreshToken) -> Result<(), StoreError> {
        self.refresh
            .insert(token.secret_hash, (token.clone(), None));
        Ok(())
    }

    async fn find_refresh(
        &mut self,
        hash: &SecretHash,
    ) -> Result<Option<RefreshToken>, StoreError> {
        let found = self.refresh.get(hash);
        Ok(found.and_then(|(token, used_at)| {
            Some(RefreshToken {
                family: self.families.get(&token.family_id)?.clone(),
                expires_at: token.expires_at,
                used_at: *used_at,
            })
        }))
    }

    async fn spend_refresh(
        &mut self,
        hash: &SecretHash,
        at: Timestamp,
    ) -> Result<bool, StoreError> {
        let found = self.refresh.get_mut(hash);
        let unspent = found.filter(|(_, used_at)| used_at.is_none());
        Ok(unspent.map(|(_, used_at)| *used_at = Some(at)).is_some())
    }

    async fn find_family(&mut self, hash: &SecretHash) -> Result<Option<TokenFamily>, StoreError> {
        let of_access = self.access.get(hash).map(|token| token.family_id);
        let of_refresh = self.refresh.get(hash).map(|(token, _)| token.family_id);
        let family = of_access.or(of_refresh);
        Ok(family.and_then(|id| self.families.get(&id).cloned()))
    }

    async fn burn(&mut self, family: TokenFamilyId, at: Timestamp) -> Result<(), StoreError> {
        if let Some(family) = self.families.get_mut(&family) {
            family.revoked_at.get_or_insert(at);
        }
        Ok(())
    }

    async fn forget_expired(&mut self, before: Timestamp) -> Result<(), StoreError> {
        self.access.retain(|_, token| token.expires_at >= before);
        self.refresh
            .retain(|_, (token, _)| token.expires_at >= before);
        let codes_before = before.plus_micros(-REFRESH_TOKEN_MICROS);
        self.codes
            .retain(|_, (code, _)| code.expires_at >= codes_before);
        Ok(())
    }
}
