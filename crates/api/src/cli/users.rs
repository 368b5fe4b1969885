//! `tributary people`.

use std::io::Read;

use access_control::oauth::Secret;
use access_control::users::{EmailAddress, Password, PersonName, User};
use accounts::users::create::{create, reset_password};
use accounts::users::{AccountError, Accounts};
use serde_json::json;
use tributary_postgres::PgAttempts;
use tributary_system::Argon2Passwords;

use super::{Failure, print, say};
use crate::composition::Environment;
use crate::config::users::People;

/// Longer passwords are not read.
const MOST_BYTES: u64 = 4 * 1024;

/// Runs the command.
pub(super) async fn run(environment: &Environment, command: People) -> Result<(), Failure> {
    let (users, attempts): (_, PgAttempts) = (environment.users(), environment.attempts());
    let (passwords, guard) = (Argon2Passwords::new(), environment.guard());
    let accounts = Accounts {
        users: &users,
        passwords: &passwords,
        attempts: &attempts,
        guard: &guard,
    };
    let context = environment.context();
    match command {
        People::Create {
            name,
            email,
            password_stdin,
            json,
        } => {
            let name = PersonName::parse(&name)
                .ok_or_else(|| Failure::usage("--name must have 1 to 120 characters"))?;
            let person = (name, address(&email)?);
            let (password, made) = password(password_stdin)?;
            let user = create(&accounts, &context, person, password).await;
            let user = user.map_err(failed)?.ok_or_else(|| {
                Failure::usage(format!("--email {email}: there is an account already"))
            })?;
            show(&user, made.as_ref(), json);
        }
        People::ResetPassword {
            email,
            password_stdin,
            json,
        } => {
            let (password, made) = password(password_stdin)?;
            let user = reset_password(&accounts, &context, &address(&email)?, password).await;
            let user = user
                .map_err(failed)?
                .ok_or_else(|| Failure::usage(format!("--email {email}: there is no account")))?;
            show(&user, made.as_ref(), json);
        }
    }
    Ok(())
}

#[expect(
    clippy::needless_pass_by_value,
    reason = "it is what `map_err` hands over"
)]
fn failed(error: AccountError) -> Failure {
    Failure::usage(error.to_string())
}

fn address(text: &str) -> Result<EmailAddress, Failure> {
    EmailAddress::parse(text)
        .ok_or_else(|| Failure::usage(format!("--email {text}: is no e-mail address")))
}

/// The password from standard input, or one of our making, which is to be printed.
fn password(from_stdin: bool) -> Result<(Password, Option<Secret>), Failure> {
    let bad = || Failure::usage("a password has 12 to 256 characters");
    if !from_stdin {
        let secret = Secret::plain(Environment::random32()?);
        let password = Password::parse(secret.reveal()).ok_or_else(bad)?;
        return Ok((password, Some(secret)));
    }
    let mut text = String::new();
    std::io::stdin()
        .take(MOST_BYTES)
        .read_to_string(&mut text)
        .map_err(Failure::io("standard input cannot be read"))?;
    let line = text.lines().next().unwrap_or_default();
    Ok((Password::parse(line).ok_or_else(bad)?, None))
}

fn show(user: &User, made: Option<&Secret>, as_json: bool) {
    let id = user.id.to_string();
    if as_json {
        let mut body = json!({ "user_id": id });
        if let (Some(secret), Some(object)) = (made, body.as_object_mut()) {
            object.insert("password".to_owned(), secret.reveal().into());
        }
        return print(&body.to_string());
    }
    print(&id);
    if let Some(secret) = made {
        say("the password, shown only this once:");
        print(secret.reveal());
    }
}
