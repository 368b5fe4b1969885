//! A client gives its tokens up.

use application::UnitOfWork;
use application::context::Context;
use application::keys::create::sha256;
use kernel::StoreError;

/// Ends the family of an access or a refresh token of this client. A token that is unknown or
/// another client's is left alone, and nobody learns which.
pub async fn revoke(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    client_id: &str,
    token: &str,
) -> Result<(), StoreError> {
    let hash = sha256(token.as_bytes());
    let tokens = work.tokens();
    if let Some(family) = tokens.find_family(&hash).await?
        && family.client_id.as_deref() == Some(client_id)
    {
        tokens.burn(family.id, context.clock.now()).await?;
    }
    Ok(())
}
