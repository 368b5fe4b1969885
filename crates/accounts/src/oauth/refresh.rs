//! A refresh token for new tokens, once.

use std::collections::BTreeSet;

use access_control::Grant;
use access_control::oauth::Client;
use access_control::oauth::tokens::RefreshVerdict;
use kernel::StoreError;

use super::issue::{Issue, Outcome, issue};
use application::UnitOfWork;
use application::context::Context;
use application::keys::create::sha256;

/// What a client shows.
#[derive(Clone)]
pub struct Refresh<'a> {
    /// The client, which has proven who it is if it has a secret.
    pub client: &'a Client,
    /// The refresh token.
    pub token: &'a str,
    /// Fewer grants for the access token; `None` keeps all.
    pub grants: Option<&'a BTreeSet<Grant>>,
    /// Twice 32 bytes that nobody can guess.
    pub random: [[u8; 32]; 2],
}

/// Exchanges the token. Whoever shows one that was exchanged before, or loses a race for it, is not
/// its only holder: the family ends.
pub async fn refresh(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    shown: Refresh<'_>,
) -> Result<Outcome, StoreError> {
    let now = context.clock.now();
    let hash = sha256(shown.token.as_bytes());
    let tokens = work.tokens();
    let Some(token) = tokens.find_refresh(&hash).await? else {
        return Ok(Outcome::Refused);
    };
    let family = token.family.clone();
    match token.judge(&shown.client.id, now) {
        RefreshVerdict::Refused => return Ok(Outcome::Refused),
        RefreshVerdict::Replayed => {
            tokens.burn(family.id, now).await?;
            return Ok(Outcome::Refused);
        }
        RefreshVerdict::Good => {}
    }
    let grants = shown.grants.unwrap_or(&family.grants);
    if grants.is_empty() || !grants.is_subset(&family.grants) {
        return Ok(Outcome::TooWide);
    }
    if !tokens.spend_refresh(&hash, now).await? {
        tokens.burn(family.id, now).await?;
        return Ok(Outcome::Refused);
    }
    let issued = issue(
        work,
        context,
        Issue {
            family: &family,
            grants,
            refreshes: true,
            random: shown.random,
        },
    )
    .await?;
    Ok(Outcome::Issued(issued))
}
