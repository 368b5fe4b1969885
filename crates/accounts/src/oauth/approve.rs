//! A person approves what a client asked for: the client gets a code.

use access_control::oauth::tokens::CODE_MICROS;
use access_control::oauth::{AuthorizationCode, AuthorizationRequest, Secret};
use kernel::{StoreError, UserId};

use application::UnitOfWork;
use application::context::Context;
use application::keys::create::sha256;

/// An approval.
#[derive(Clone, Debug)]
pub struct Approval {
    /// Who approves.
    pub user_id: UserId,
    /// Which client asked.
    pub client_id: String,
    /// What it asked for.
    pub request: AuthorizationRequest,
    /// The tool server's address.
    pub resource: String,
    /// 32 bytes that nobody can guess.
    pub random: [u8; 32],
}

/// Keeps the hash of a new code and answers the code, which is not kept anywhere.
pub async fn approve(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    approval: Approval,
) -> Result<Secret, StoreError> {
    let now = context.clock.now();
    let secret = Secret::plain(approval.random);
    let code = AuthorizationCode {
        client_id: approval.client_id,
        user_id: approval.user_id,
        redirect_uri: approval.request.reply.redirect_uri.as_str().to_owned(),
        challenge: approval.request.challenge,
        grants: approval.request.grants,
        resource: approval.resource,
        created_at: now,
        expires_at: now.plus_micros(CODE_MICROS),
        family_id: None,
    };
    work.clients().authorise(&code.client_id, now).await?;
    work.tokens()
        .insert_code(&sha256(secret.reveal().as_bytes()), &code)
        .await?;
    Ok(secret)
}
