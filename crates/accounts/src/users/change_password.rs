//! Somebody changes their password.

use access_control::users::{EmailAddress, Password};
use kernel::WebSessionId;

use super::sign_in::sign_in;
use super::{AccountError, Accounts, Origin};
use application::context::Context;

/// What is asked for.
#[derive(Clone, Debug)]
pub struct ChangePassword {
    /// Whose.
    pub email: EmailAddress,
    /// The password until now.
    pub current: Password,
    /// The password from now on.
    pub new: Password,
    /// The browser that stays signed in.
    pub keep: WebSessionId,
}

/// Sets the new password and signs the person's other browsers out; `false` when the current one is
/// wrong. Tries count like those of signing in.
pub async fn change_password(
    accounts: &Accounts<'_>,
    context: &Context<'_>,
    command: ChangePassword,
    origin: Origin<'_>,
) -> Result<bool, AccountError> {
    let ChangePassword {
        email,
        current,
        new,
        keep,
    } = command;
    let Some(user) = sign_in(accounts, &email, current, origin).await? else {
        return Ok(false);
    };
    let hash = accounts.passwords.hash(new).await?;
    accounts
        .users
        .set_password(user.id, &hash, Some(keep), context.clock.now())
        .await?;
    Ok(true)
}
