//! A client registers itself, or is made by the operator.

use access_control::oauth::tokens::UNUSED_CLIENT_MICROS;
use access_control::oauth::{Client, ClientKind, Registration, Secret};
use kernel::StoreError;

use application::UnitOfWork;
use application::context::Context;
use application::keys::create::sha256;

/// Keeps a public client, and forgets old ones that nobody approved.
pub async fn register(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    registration: Registration,
) -> Result<Client, StoreError> {
    let now = context.clock.now();
    let clients = work.clients();
    clients
        .forget_unused(now.plus_micros(-UNUSED_CLIENT_MICROS))
        .await?;
    let client = Client::public(context.ids.new_id().to_string(), registration, now);
    clients.insert(&client).await?;
    Ok(client)
}

/// Keeps a client with a secret. It counts as approved, so that it is never forgotten.
pub async fn create_confidential(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    registration: Registration,
    random: [u8; 32],
) -> Result<(Client, Secret), StoreError> {
    let now = context.clock.now();
    let secret = Secret::plain(random);
    let client = Client {
        kind: ClientKind::Confidential,
        secret_hash: Some(sha256(secret.reveal().as_bytes())),
        authorised_at: Some(now),
        ..Client::public(context.ids.new_id().to_string(), registration, now)
    };
    work.clients().insert(&client).await?;
    Ok((client, secret))
}
