//! Tokens of a family.

use std::collections::BTreeSet;

use access_control::oauth::Secret;
use access_control::oauth::tokens::{ACCESS_TOKEN_MICROS, REFRESH_TOKEN_MICROS};
use access_control::ports::{NewAccessToken, NewRefreshToken};
use access_control::{Grant, TokenFamily, scopes_of};
use kernel::StoreError;
use kernel::timestamp::MICROS_PER_DAY;

use application::UnitOfWork;
use application::context::Context;
use application::keys::create::sha256;

/// Tokens that were issued; their secrets are not kept anywhere.
#[derive(Clone, Debug)]
pub struct Issued {
    /// The access token.
    pub access: Secret,
    /// The refresh token, for a client that wants one.
    pub refresh: Option<Secret>,
    /// What the access token allows.
    pub grants: BTreeSet<Grant>,
}

/// What comes of showing a code or a refresh token.
#[derive(Clone, Debug)]
pub enum Outcome {
    /// Tokens.
    Issued(Issued),
    /// It does not count. Whatever that brought about is to be committed.
    Refused,
    /// More was asked for than was approved.
    TooWide,
}

/// What is issued.
#[derive(Clone, Copy, Debug)]
pub struct Issue<'a> {
    /// What the tokens belong to.
    pub family: &'a TokenFamily,
    /// The family's grants, or fewer, for the access token.
    pub grants: &'a BTreeSet<Grant>,
    /// Whether a refresh token comes with it.
    pub refreshes: bool,
    /// Twice 32 bytes that nobody can guess.
    pub random: [[u8; 32]; 2],
}

/// Issues an access token for the family, and a refresh token with it. The family must be kept
/// already.
pub async fn issue(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    issue: Issue<'_>,
) -> Result<Issued, StoreError> {
    let now = context.clock.now();
    let [first, second] = issue.random;
    let access = Secret::access_token(first);
    let scopes = scopes_of(issue.grants);
    let tokens = work.tokens();
    // Expired tokens are kept for a day, so that their holders are told the same for a while.
    tokens
        .forget_expired(now.plus_micros(-MICROS_PER_DAY))
        .await?;
    tokens
        .insert_access(&NewAccessToken {
            secret_hash: sha256(access.reveal().as_bytes()),
            family_id: issue.family.id,
            grants: issue.grants.clone(),
            scopes: scopes.intersection(&issue.family.scopes).copied().collect(),
            created_at: now,
            expires_at: now.plus_micros(ACCESS_TOKEN_MICROS),
        })
        .await?;
    let refresh = issue.refreshes.then(|| Secret::refresh_token(second));
    if let Some(refresh) = &refresh {
        tokens
            .insert_refresh(&NewRefreshToken {
                secret_hash: sha256(refresh.reveal().as_bytes()),
                family_id: issue.family.id,
                created_at: now,
                expires_at: now.plus_micros(REFRESH_TOKEN_MICROS),
            })
            .await?;
    }
    Ok(Issued {
        access,
        refresh,
        grants: issue.grants.clone(),
    })
}
