//! What OAuth 2.0 is at every platform.

use std::time::Duration;

use oauth2::basic::{BasicClient, BasicErrorResponse, BasicErrorResponseType, BasicTokenResponse};
use oauth2::{
    AuthType, AuthUrl, ClientId, ClientSecret, CsrfToken, EndpointNotSet, EndpointSet,
    PkceCodeChallenge, PkceCodeVerifier, RedirectUrl, RequestTokenError, Scope, TokenResponse,
    TokenUrl,
};
use platform_connections::ports::{AuthorizationFailure, RefreshFailure};
use platform_connections::{
    AccessToken, AuthorizationCode, AuthorizationSecrets, Grant, ReconnectReason, RefreshToken,
};
use url::Url;

use super::http::{Http, Unreachable};
use super::settings::ClientCredentials;
use crate::platform::BadSetting;

type Ready = BasicClient<EndpointSet, EndpointNotSet, EndpointNotSet, EndpointNotSet, EndpointSet>;

/// What went wrong with a request for a token.
pub(super) type TokenError = RequestTokenError<Unreachable, BasicErrorResponse>;

/// The operator's client at a platform.
pub(super) struct OAuthClient {
    credentials: ClientCredentials,
    page: AuthUrl,
    token: TokenUrl,
    redirect: RedirectUrl,
}

impl OAuthClient {
    pub(super) fn new(
        credentials: ClientCredentials,
        (page, token): (Url, Url),
        redirect: &str,
    ) -> Result<Self, BadSetting> {
        let redirect = RedirectUrl::new(redirect.to_owned());
        Ok(Self {
            credentials,
            page: AuthUrl::from_url(page),
            token: TokenUrl::from_url(token),
            redirect: redirect.map_err(|_| BadSetting::RedirectUri)?,
        })
    }

    pub(super) fn credentials(&self) -> &ClientCredentials {
        &self.credentials
    }

    fn ready(&self) -> Ready {
        BasicClient::new(ClientId::new(self.credentials.id.clone()))
            .set_client_secret(ClientSecret::new(self.credentials.secret.clone()))
            .set_auth_type(AuthType::RequestBody)
            .set_auth_uri(self.page.clone())
            .set_token_uri(self.token.clone())
            .set_redirect_uri(self.redirect.clone())
    }

    /// The page on which a person allows access.
    pub(super) fn page(
        &self,
        secrets: &AuthorizationSecrets,
        scopes: &[&str],
        extra: &[(&str, &str)],
    ) -> String {
        let verifier = PkceCodeVerifier::new(secrets.verifier.clone());
        let state = secrets.state.clone();
        let client = self.ready();
        let mut request = client
            .authorize_url(|| CsrfToken::new(state))
            .add_scopes(scopes.iter().map(|scope| Scope::new((*scope).to_owned())))
            .set_pkce_challenge(PkceCodeChallenge::from_code_verifier_sha256(&verifier));
        for (name, value) in extra {
            request = request.add_extra_param((*name).to_owned(), (*value).to_owned());
        }
        request.url().0.into()
    }

    /// What is given for a code.
    pub(super) async fn exchange(
        &self,
        http: &Http,
        code: &AuthorizationCode,
        secrets: &AuthorizationSecrets,
    ) -> Result<Grant, TokenError> {
        let given = self
            .ready()
            .exchange_code(oauth2::AuthorizationCode::new(code.reveal().to_owned()))
            .set_pkce_verifier(PkceCodeVerifier::new(secrets.verifier.clone()))
            .request_async(http)
            .await?;
        grant(&given)
    }

    /// What is given for a refresh token.
    pub(super) async fn refresh(
        &self,
        http: &Http,
        token: &RefreshToken,
    ) -> Result<Grant, TokenError> {
        let given = self
            .ready()
            .exchange_refresh_token(&oauth2::RefreshToken::new(token.reveal().to_owned()))
            .request_async(http)
            .await?;
        grant(&given)
    }
}

fn grant(given: &BasicTokenResponse) -> Result<Grant, TokenError> {
    let access = AccessToken::parse(given.access_token().secret());
    let refresh = given.refresh_token().map(oauth2::RefreshToken::secret);
    Ok(Grant {
        access: access.ok_or_else(|| TokenError::Other("its token is none".to_owned()))?,
        refresh: refresh.and_then(|token| RefreshToken::parse(token)),
        lifetime: given.expires_in().filter(|lasts| *lasts > Duration::ZERO),
    })
}

/// Why a code was worth nothing. What the platform says may be about somebody: only its error code is repeated.
pub(super) fn refused(error: TokenError) -> AuthorizationFailure {
    match error {
        RequestTokenError::ServerResponse(error) => {
            AuthorizationFailure::Refused(plain(error.error().as_ref()).to_owned())
        }
        RequestTokenError::Request(error) => AuthorizationFailure::Unreachable(error.to_string()),
        RequestTokenError::Parse(..) | RequestTokenError::Other(_) => {
            AuthorizationFailure::Unreachable("its tokens cannot be read".to_owned())
        }
    }
}

/// Why a refresh token gave nothing. `invalid_grant` is for ever (RFC 6749, section 5.2); everything else may be the
/// operator's or the platform's fault, and pass.
pub(super) fn not_refreshed(error: TokenError) -> RefreshFailure {
    match error {
        RequestTokenError::ServerResponse(error) => match error.error() {
            BasicErrorResponseType::InvalidGrant => {
                RefreshFailure::Stopped(ReconnectReason::TokenExpired)
            }
            other => later(plain(other.as_ref())),
        },
        RequestTokenError::Request(error) => RefreshFailure::TryLater {
            why: error.why,
            after: error.after,
        },
        RequestTokenError::Parse(..) | RequestTokenError::Other(_) => {
            later("its tokens cannot be read")
        }
    }
}

/// Another time, nobody knows when.
pub(super) fn later(why: &str) -> RefreshFailure {
    RefreshFailure::TryLater {
        why: why.to_owned(),
        after: None,
    }
}

/// Error codes are short words; what else is sent is not repeated.
pub(super) fn plain(text: &str) -> &str {
    let inside = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    if (1..=64).contains(&text.len()) && text.bytes().all(inside) {
        text
    } else {
        "an error without a name"
    }
}

impl From<Unreachable> for AuthorizationFailure {
    fn from(error: Unreachable) -> Self {
        Self::Unreachable(error.why)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_codes_of_errors_are_repeated() {
        assert_eq!(plain("invalid_grant"), "invalid_grant");
        for odd in ["", "Ada <b>", "ada@people.example", &"x".repeat(65)] {
            assert_eq!(plain(odd), "an error without a name");
        }
    }
}
