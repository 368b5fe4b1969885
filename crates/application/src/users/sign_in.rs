//! Somebody proves who they are.

use access_control::people::{Attempts, BUILT_IN_ISSUER, EmailAddress, Password, User};

use super::{AccountError, Accounts, bucket, take};

/// Who it is; `None` when address or password is wrong, which takes as long. Tries are counted
/// before the password is looked at, by sender and by account, and given back when it was right; so
/// that many at once are no more than one after the other.
pub async fn sign_in(
    accounts: &Accounts<'_>,
    email: &EmailAddress,
    password: Password,
    sender: &str,
) -> Result<Option<User>, AccountError> {
    let buckets = [
        bucket("sign_in", sender),
        bucket("sign_in_account", email.key()),
    ];
    for bucket in &buckets {
        take(accounts, bucket).await?;
    }
    let found = accounts.users.find_by_email(BUILT_IN_ISSUER, email).await?;
    let (user, hash) = match found {
        Some((user, hash)) => (Some(user), hash),
        None => (None, None),
    };
    if !accounts.passwords.verify(password, hash).await? {
        return Ok(None);
    }
    for bucket in &buckets {
        accounts
            .attempts
            .give_back(bucket, Attempts::SIGN_IN)
            .await?;
    }
    Ok(user)
}
