//! Sign-in by the authorization code flow with PKCE, state and nonce (`OpenID` Connect Core, 3.1).

use std::fmt;

use access_control::users::{
    ExternalSignIn, ExternalSignInFailure, IssuerAnswer, SignInSecrets, User,
};
use async_trait::async_trait;
use oauth2::basic::{
    BasicErrorResponse, BasicRevocationErrorResponse, BasicTokenIntrospectionResponse,
    BasicTokenType,
};
use oauth2::{
    AuthType, AuthUrl, AuthorizationCode, ClientId, ClientSecret, CsrfToken, EndpointNotSet,
    EndpointSet, ExtraTokenFields, PkceCodeChallenge, PkceCodeVerifier, RedirectUrl,
    RequestTokenError, Scope, StandardRevocableToken, StandardTokenResponse, TokenUrl,
};
use serde::{Deserialize, Serialize};

use super::cache::NothingKnown;
use super::discovery::Metadata;
use super::http::Unreachable;
use super::{BadIssuer, ExternalProvider};
use crate::judge::{Claims, Rules};

/// What is asked for: who it is, how they are called and their address.
const SCOPES: [&str; 3] = ["openid", "profile", "email"];
/// No code of the issuer is longer.
const MOST_CODE_BYTES: usize = 4 * 1024;

/// The ID token beside the access token, which is not used. `Debug` does not print it.
#[derive(Serialize, Deserialize)]
struct IdTokenField {
    id_token: Option<String>,
}

impl fmt::Debug for IdTokenField {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("IdTokenField(hidden)")
    }
}

impl ExtraTokenFields for IdTokenField {}

type Tokens = StandardTokenResponse<IdTokenField, BasicTokenType>;

type Ready = oauth2::Client<
    BasicErrorResponse,
    Tokens,
    BasicTokenIntrospectionResponse,
    StandardRevocableToken,
    BasicRevocationErrorResponse,
    EndpointSet,
    EndpointNotSet,
    EndpointNotSet,
    EndpointNotSet,
    EndpointSet,
>;

/// This service, as the issuer knows it.
pub(super) struct Client {
    id: ClientId,
    secret: ClientSecret,
    redirect_uri: RedirectUrl,
}

impl Client {
    pub(super) fn new(id: String, secret: String, redirect_uri: String) -> Result<Self, BadIssuer> {
        Ok(Self {
            id: ClientId::new(id),
            secret: ClientSecret::new(secret),
            redirect_uri: RedirectUrl::new(redirect_uri).map_err(|_| BadIssuer::RedirectUri)?,
        })
    }

    fn at(&self, metadata: &Metadata) -> Ready {
        oauth2::Client::new(self.id.clone())
            .set_client_secret(self.secret.clone())
            .set_auth_type(AuthType::BasicAuth)
            .set_auth_uri(AuthUrl::from_url(metadata.authorization_endpoint.clone()))
            .set_token_uri(TokenUrl::from_url(metadata.token_endpoint.clone()))
            .set_redirect_uri(self.redirect_uri.clone())
    }
}

impl From<NothingKnown> for ExternalSignInFailure {
    fn from(error: NothingKnown) -> Self {
        Self::Unreachable(error.to_string())
    }
}

fn refused(words: impl Into<String>) -> ExternalSignInFailure {
    ExternalSignInFailure::Refused(words.into())
}

impl ExternalProvider {
    /// Whether the answer is the issuer's own, before anything else of it counts (RFC 9207).
    fn check_sender(
        &self,
        answer: &IssuerAnswer,
        metadata: &Metadata,
    ) -> Result<(), ExternalSignInFailure> {
        match answer.issuer.as_deref() {
            Some(issuer) if issuer != self.address.as_str() => {
                Err(refused("it is another issuer's"))
            }
            None if metadata.answers_name_issuer => Err(refused("it does not name its issuer")),
            _ => Ok(()),
        }
    }

    async fn exchange(
        &self,
        code: &str,
        secrets: &SignInSecrets,
        metadata: &Metadata,
    ) -> Result<String, ExternalSignInFailure> {
        let client = self.client.at(metadata);
        let tokens = client
            .exchange_code(AuthorizationCode::new(code.to_owned()))
            .set_pkce_verifier(PkceCodeVerifier::new(secrets.verifier.clone()))
            .request_async(&self.http)
            .await
            .map_err(exchange_failure)?;
        let id_token = tokens.extra_fields().id_token.clone();
        id_token.ok_or_else(|| refused("it has no ID token"))
    }

    async fn judge_id_token(
        &self,
        token: &str,
        nonce: &str,
    ) -> Result<Claims, ExternalSignInFailure> {
        let client_id = self.client.id.as_str();
        let rules = Rules {
            issuer: self.address.as_str().to_owned(),
            audience: client_id.to_owned(),
        };
        let claims = self.judge(token, &rules).await?;
        claims
            .filter(|claims| claims.text("nonce") == Some(nonce))
            .filter(|claims| claims.is_issued_to(client_id))
            .ok_or_else(|| refused("its ID token does not count"))
    }
}

/// What the issuer sends may be about somebody: only its error code is repeated.
fn exchange_failure(
    error: RequestTokenError<Unreachable, BasicErrorResponse>,
) -> ExternalSignInFailure {
    match error {
        RequestTokenError::ServerResponse(error) => refused(error_code(error.error().as_ref())),
        RequestTokenError::Request(error) => ExternalSignInFailure::Unreachable(error.to_string()),
        RequestTokenError::Parse(..) | RequestTokenError::Other(_) => {
            ExternalSignInFailure::Unreachable("its tokens cannot be read".to_owned())
        }
    }
}

/// Error codes are short words (RFC 6749, section 4.1.2.1); what else is sent is not repeated.
fn error_code(text: &str) -> &str {
    let plain = |byte: u8| byte.is_ascii_lowercase() || byte == b'_';
    if text.len() <= 64 && text.bytes().all(plain) {
        text
    } else {
        "an error without a name"
    }
}

#[async_trait]
impl ExternalSignIn for ExternalProvider {
    #[tracing::instrument(level = "debug", name = "ExternalSignIn::page", skip_all)]
    async fn page(&self, secrets: &SignInSecrets) -> Result<String, ExternalSignInFailure> {
        let known = self.cache.any().await?;
        let client = self.client.at(&known.metadata);
        let verifier = PkceCodeVerifier::new(secrets.verifier.clone());
        let state = secrets.state.clone();
        let (page, _) = client
            .authorize_url(|| CsrfToken::new(state))
            .add_scopes(SCOPES.map(|scope| Scope::new(scope.to_owned())))
            .add_extra_param("nonce", secrets.nonce.clone())
            .set_pkce_challenge(PkceCodeChallenge::from_code_verifier_sha256(&verifier))
            .url();
        Ok(page.into())
    }

    #[tracing::instrument(level = "debug", name = "ExternalSignIn::identify", skip_all)]
    async fn identify(
        &self,
        answer: &IssuerAnswer,
        secrets: &SignInSecrets,
    ) -> Result<User, ExternalSignInFailure> {
        let known = self.cache.any().await?;
        self.check_sender(answer, &known.metadata)?;
        if let Some(error) = &answer.error {
            return Err(refused(error_code(error)));
        }
        let code = answer.code.as_deref();
        let code = code.filter(|code| code.len() <= MOST_CODE_BYTES);
        let code = code.ok_or_else(|| refused("it has no code"))?;
        let token = self.exchange(code, secrets, &known.metadata).await?;
        let claims = self.judge_id_token(&token, &secrets.nonce).await?;
        Ok(self.recognise(&claims).await?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_codes_of_errors_are_repeated() {
        assert_eq!(error_code("access_denied"), "access_denied");
        for odd in ["Ada <b>", "ada@people.example", &"x".repeat(65)] {
            assert_eq!(error_code(odd), "an error without a name");
        }
    }

    #[test]
    fn what_failed_is_told_without_what_was_sent() {
        let hidden = IdTokenField {
            id_token: Some("eyJh.eyJz.c2ln".to_owned()),
        };
        assert!(!format!("{hidden:?}").contains("eyJ"));
    }
}
