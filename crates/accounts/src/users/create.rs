//! The operator makes an account, or gives one a new password.

use access_control::users::{BUILT_IN_ISSUER, EmailAddress, Password, PersonName, User};

use super::{AccountError, Accounts};
use application::context::Context;

/// Makes an account, and vouches for its address; `None` when the address has one.
pub async fn create(
    accounts: &Accounts<'_>,
    context: &Context<'_>,
    person: (PersonName, EmailAddress),
    password: Password,
) -> Result<Option<User>, AccountError> {
    make(accounts, context, person, password, true).await
}

/// Makes an account; `None` when the address has one.
pub(super) async fn make(
    accounts: &Accounts<'_>,
    context: &Context<'_>,
    (name, email): (PersonName, EmailAddress),
    password: Password,
    is_vouched: bool,
) -> Result<Option<User>, AccountError> {
    let hash = accounts.passwords.hash(password).await?;
    let id = context.ids.new_id();
    let user = User {
        id: id.into(),
        issuer: BUILT_IN_ISSUER.to_owned(),
        subject: id.to_string(),
        name: name.as_str().to_owned(),
        email: Some(email),
        is_vouched,
        created_at: context.clock.now(),
    };
    let made = accounts.users.insert(&user, Some(hash)).await?;
    Ok(made.then_some(user))
}

/// Sets a password and signs every browser out; `None` when the address has no account.
pub async fn reset_password(
    accounts: &Accounts<'_>,
    context: &Context<'_>,
    email: &EmailAddress,
    password: Password,
) -> Result<Option<User>, AccountError> {
    let found = accounts.users.find_by_email(BUILT_IN_ISSUER, email).await?;
    let Some((user, _)) = found else {
        return Ok(None);
    };
    let hash = accounts.passwords.hash(password).await?;
    accounts
        .users
        .set_password(user.id, &hash, None, context.clock.now())
        .await?;
    Ok(Some(user))
}
