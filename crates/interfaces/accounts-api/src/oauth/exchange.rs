//! What both token endpoints do for a client that is known: exchange what it shows for tokens.

use access_control::oauth::tokens::ACCESS_TOKEN_SECONDS;
use access_control::oauth::{Client, ErrorCode, OAuthError, Parameters, TokenRequest};
use accounts::oauth::exchange::{Exchange, exchange};
use accounts::oauth::refresh::{Refresh, refresh};
use accounts::oauth::{Issued, Outcome};
use actix_web::{HttpResponse, web};
use serde::Serialize;
use utoipa::ToSchema;

use super::flat::{Failure, unkept};
use http_kit::detached::detached;
use http_kit::problem::Problem;
use http_kit::state::AppState;

/// A code or a refresh token, to be exchanged.
#[derive(ToSchema)]
#[schema(as = TokenRequest)]
#[expect(dead_code, reason = "documents the form")]
pub(super) struct TokenForm {
    /// `authorization_code` or `refresh_token`.
    grant_type: String,
    /// The client.
    client_id: Option<String>,
    /// The secret of a client that has one and does not send it in the header.
    client_secret: Option<String>,
    /// The code.
    code: Option<String>,
    /// Where the code was sent to.
    redirect_uri: Option<String>,
    /// What the code challenge was made of.
    code_verifier: Option<String>,
    /// The refresh token.
    refresh_token: Option<String>,
    /// Fewer scopes for the new access token.
    scope: Option<String>,
    /// The tool server's address.
    resource: Option<String>,
}

/// Tokens.
#[derive(Serialize, ToSchema)]
#[schema(as = TokenResponse)]
pub(super) struct TokenBody {
    /// `svc_user_…`.
    access_token: String,
    /// `Bearer`.
    token_type: &'static str,
    /// Seconds.
    expires_in: i64,
    /// `svc_rt_…`; it can be exchanged once.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    refresh_token: Option<String>,
    /// What the access token allows, separated by spaces.
    scope: String,
}

impl From<Issued> for TokenBody {
    fn from(issued: Issued) -> Self {
        let scope: Vec<_> = issued.grants.iter().map(|grant| grant.as_str()).collect();
        Self {
            access_token: issued.access.reveal().to_owned(),
            token_type: "Bearer",
            expires_in: ACCESS_TOKEN_SECONDS,
            refresh_token: issued.refresh.map(|token| token.reveal().to_owned()),
            scope: scope.join(" "),
        }
    }
}

/// Exchanges the form's code or refresh token.
pub(super) async fn tokens(
    state: &web::Data<AppState>,
    client: Client,
    form: &Parameters,
) -> Result<HttpResponse, Failure> {
    let asked = TokenRequest::read(form, state.addresses.mcp())?;
    let units = state.access.user_token_units.ok_or_else(|| {
        let description = "the operator has not set how many units tokens have";
        OAuthError::new(ErrorCode::TemporarilyUnavailable, description)
    })?;
    let state = state.clone();
    // A client that hangs up must not undo half of an exchange.
    let outcome = detached(async move { exchanged(&state, &client, &asked, units).await }).await?;
    match outcome {
        Outcome::Issued(issued) => {
            Ok(unkept(&mut HttpResponse::Ok()).json(TokenBody::from(issued)))
        }
        Outcome::Refused => Err(OAuthError::grant().into()),
        Outcome::TooWide => {
            let description = "more was asked for than was approved";
            Err(OAuthError::new(ErrorCode::InvalidScope, description).into())
        }
    }
}

async fn exchanged(
    state: &AppState,
    client: &Client,
    asked: &TokenRequest,
    units_per_minute: u32,
) -> Result<Outcome, Problem> {
    let random = [state.randomness.bytes32(), state.randomness.bytes32()];
    let input = (client, asked, units_per_minute, random);
    let outcome = state.write(&input, |work, context, (client, asked, units, random)| {
        Box::pin(async move {
            match asked {
                TokenRequest::Code {
                    code,
                    redirect_uri,
                    verifier,
                } => {
                    let shown = Exchange {
                        client,
                        code,
                        redirect_uri,
                        verifier,
                        units_per_minute: *units,
                        random: *random,
                    };
                    exchange(work, context, shown).await
                }
                TokenRequest::Refresh { token, grants } => {
                    let shown = Refresh {
                        client,
                        token,
                        grants: grants.as_ref(),
                        random: *random,
                    };
                    refresh(work, context, shown).await
                }
            }
        })
    });
    Ok(outcome.await?)
}
