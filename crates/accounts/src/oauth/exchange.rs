//! A code for tokens, once.

use access_control::oauth::{AuthorizationCode, Client};
use access_control::{TokenFamily, scopes_of};
use kernel::StoreError;

use super::issue::{Issue, Outcome, issue};
use application::UnitOfWork;
use application::context::Context;
use application::keys::create::sha256;

/// What a client shows.
#[derive(Clone)]
pub struct Exchange<'a> {
    /// The client, which has proven who it is if it has a secret.
    pub client: &'a Client,
    /// The code.
    pub code: &'a str,
    /// Where it was sent to.
    pub redirect_uri: &'a str,
    /// What the challenge was made of.
    pub verifier: &'a str,
    /// Rate units a minute of the tokens.
    pub units_per_minute: u32,
    /// Twice 32 bytes that nobody can guess.
    pub random: [[u8; 32]; 2],
}

/// Spends the code, whatever comes of it: a wrong verifier has no second try. A code that was
/// spent before ends what it led to.
pub async fn exchange(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    shown: Exchange<'_>,
) -> Result<Outcome, StoreError> {
    let now = context.clock.now();
    let hash = sha256(shown.code.as_bytes());
    let tokens = work.tokens();
    let Some(code) = tokens.spend_code(&hash, &shown.client.id, now).await? else {
        let spent = tokens.find_code(&hash, &shown.client.id).await?;
        if let Some(family) = spent.and_then(|code| code.family_id) {
            tokens.burn(family, now).await?;
        }
        return Ok(Outcome::Refused);
    };
    if !code.admits(now, shown.redirect_uri, &sha256(shown.verifier.as_bytes())) {
        return Ok(Outcome::Refused);
    }
    let family = family(context, &shown, code);
    tokens.insert_family(&family).await?;
    tokens.link_code(&hash, family.id).await?;
    let issued = issue(
        work,
        context,
        Issue {
            family: &family,
            grants: &family.grants,
            refreshes: shown.client.refreshes,
            random: shown.random,
        },
    )
    .await?;
    Ok(Outcome::Issued(issued))
}

fn family(context: &Context<'_>, shown: &Exchange<'_>, code: AuthorizationCode) -> TokenFamily {
    TokenFamily {
        id: context.ids.new_id().into(),
        user_id: code.user_id,
        client_id: Some(code.client_id),
        name: shown.client.name.clone(),
        scopes: scopes_of(&code.grants),
        grants: code.grants,
        resource: code.resource,
        units_per_minute: shown.units_per_minute,
        created_at: context.clock.now(),
        revoked_at: None,
    }
}
