//! Somebody makes an account.

use access_control::users::{EmailAddress, Password, PersonName, User};

use super::create::make;
use super::{AccountError, Accounts, bucket, take};
use application::context::Context;

/// Makes an account, at most 20 in a quarter of an hour from one address; `None` when the e-mail
/// address has one. The password is hashed first, so that both take the same time.
pub async fn sign_up(
    accounts: &Accounts<'_>,
    context: &Context<'_>,
    person: (PersonName, EmailAddress),
    password: Password,
    sender: &str,
) -> Result<Option<User>, AccountError> {
    take(accounts, &bucket("sign_up", sender)).await?;
    make(accounts, context, person, password, false).await
}
