//! `tributary clients`.

use access_control::oauth::{ClientMetadata, Registration};
use accounts::oauth::register::create_confidential;
use serde_json::json;

use super::{Failure, print, say};
use crate::composition::Environment;
use crate::config::users::Clients;

/// Runs the command.
pub(super) async fn run(environment: &Environment, command: Clients) -> Result<(), Failure> {
    let Clients::Create {
        name,
        redirect_uris,
        scope,
        json,
    } = command;
    let metadata = ClientMetadata {
        name: Some(name),
        redirect_uris,
        scope: Some(scope),
        ..ClientMetadata::default()
    };
    let registration = Registration::try_from(metadata)
        .map_err(|error| Failure::usage(error.description.into_owned()))?;
    let random = Environment::random32()?;
    let input = (registration, random);
    let made = environment.write(&input, |work, context, (registration, random)| {
        Box::pin(create_confidential(
            work,
            context,
            registration.clone(),
            *random,
        ))
    });
    let (client, secret) = made.await?;
    if json {
        let body = json!({ "client_id": client.id, "client_secret": secret.reveal() });
        print(&body.to_string());
    } else {
        print(&client.id);
        say("the secret, shown only this once:");
        print(secret.reveal());
    }
    Ok(())
}
