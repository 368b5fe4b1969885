//! A person mints a token for a program of their own, without a browser's detour.

use std::collections::BTreeSet;

use access_control::oauth::{Client, ClientKind};
use access_control::{Grant, TokenFamily, scopes_of};
use kernel::{StoreError, UserId};

use super::issue::{Issue, Issued, issue};
use application::UnitOfWork;
use application::context::Context;

/// What is minted.
#[derive(Clone, Debug)]
pub struct Mint {
    /// Who mints it, and whom it acts for.
    pub user_id: UserId,
    /// What the person calls it.
    pub name: String,
    /// What it allows; not empty.
    pub grants: BTreeSet<Grant>,
    /// The tool server's address, for which alone it counts.
    pub resource: String,
    /// Rate units a minute.
    pub units_per_minute: u32,
    /// Twice 32 bytes that nobody can guess.
    pub random: [[u8; 32]; 2],
}

/// Keeps a family with a public client of its own, under whose id it refreshes like any other, and
/// issues its first tokens.
pub async fn mint(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    mint: Mint,
) -> Result<(TokenFamily, Issued), StoreError> {
    let now = context.clock.now();
    let client = Client {
        id: context.ids.new_id().to_string(),
        name: mint.name.clone(),
        kind: ClientKind::Public,
        secret_hash: None,
        // Nothing is ever answered there, so it can ask for no approval.
        redirect_uris: Vec::new(),
        grants: mint.grants.clone(),
        refreshes: true,
        created_at: now,
        authorised_at: Some(now),
    };
    work.clients().insert(&client).await?;
    let family = TokenFamily {
        id: context.ids.new_id().into(),
        user_id: mint.user_id,
        client_id: Some(client.id),
        name: mint.name,
        scopes: scopes_of(&mint.grants),
        grants: mint.grants,
        resource: mint.resource,
        units_per_minute: mint.units_per_minute,
        created_at: now,
        revoked_at: None,
    };
    work.tokens().insert_family(&family).await?;
    let issued = issue(
        work,
        context,
        Issue {
            family: &family,
            grants: &family.grants,
            refreshes: true,
            random: mint.random,
        },
    )
    .await?;
    Ok((family, issued))
}
