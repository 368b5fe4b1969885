//! Platforms whose tokens last: whoever signs in or renews them has gone astray.

use async_trait::async_trait;
use platform_connections::ports::{
    AuthorizationFailure, PlatformAuthorization, RefreshFailure, Ways,
};
use platform_connections::{
    AccessToken, Account, AuthorizationCode, AuthorizationSecrets, Grant, PlatformProvider, Tokens,
};

pub(crate) struct LastingTokens;

#[async_trait]
impl PlatformAuthorization for LastingTokens {
    fn ways(&self, provider: PlatformProvider) -> Ways {
        unreachable!("nobody connects {provider:?}")
    }

    fn page(
        &self,
        provider: PlatformProvider,
        _: &AuthorizationSecrets,
    ) -> Result<String, AuthorizationFailure> {
        unreachable!("nobody connects {provider:?}")
    }

    async fn exchange(
        &self,
        provider: PlatformProvider,
        _: &AuthorizationCode,
        _: &AuthorizationSecrets,
    ) -> Result<Grant, AuthorizationFailure> {
        unreachable!("nobody connects {provider:?}")
    }

    async fn refresh(
        &self,
        provider: PlatformProvider,
        _: &Tokens,
    ) -> Result<Grant, RefreshFailure> {
        unreachable!("tokens of {provider:?} last")
    }

    async fn accounts(
        &self,
        provider: PlatformProvider,
        _: &AccessToken,
    ) -> Result<Vec<Account>, AuthorizationFailure> {
        unreachable!("nobody chooses an account of {provider:?}")
    }

    async fn revoke(
        &self,
        provider: PlatformProvider,
        _: &Tokens,
    ) -> Result<(), AuthorizationFailure> {
        unreachable!("nobody disconnects {provider:?}")
    }
}
