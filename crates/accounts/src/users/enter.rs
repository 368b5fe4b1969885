//! Somebody comes back from an external issuer.

use access_control::users::{
    Attempts, ExternalSignIn, ExternalSignInFailure, IssuerAnswer, SignInSecrets, User,
};

use super::{AccountError, Accounts, bucket, take};

/// Why somebody could not come in.
#[derive(Debug, thiserror::Error)]
pub enum EnterError {
    /// Too many tries, or a failure of ours.
    #[error(transparent)]
    Account(#[from] AccountError),
    /// The issuer.
    #[error(transparent)]
    Issuer(#[from] ExternalSignInFailure),
}

/// Who it is. Tries are counted by sender, like those with a password, and given back when it was
/// somebody, or when the issuer was to blame.
pub async fn enter(
    accounts: &Accounts<'_>,
    issuer: &dyn ExternalSignIn,
    (answer, secrets): (&IssuerAnswer, &SignInSecrets),
    sender: &str,
) -> Result<User, EnterError> {
    let bucket = bucket("sign_in", sender);
    take(accounts, &bucket).await?;
    let identified = issuer.identify(answer, secrets).await;
    if !matches!(identified, Err(ExternalSignInFailure::Refused(_))) {
        accounts
            .attempts
            .give_back(&bucket, Attempts::SIGN_IN)
            .await
            .map_err(AccountError::from)?;
    }
    Ok(identified?)
}
