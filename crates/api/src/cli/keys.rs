//! `tributary keys`.

use std::collections::BTreeSet;

use access_control::ApiKeyStore;
use application::keys::create::{CreateKey, create};
use kernel::Scope;

use super::{Failure, print, profiles, say};
use crate::composition::Environment;
use crate::config::Keys;

/// Runs the command.
pub(super) async fn run(environment: &Environment, command: Keys) -> Result<(), Failure> {
    match command {
        Keys::Create {
            profile,
            name,
            scopes,
        } => {
            let profile = profiles::find(environment, &profile).await?;
            let command = CreateKey {
                profile_id: profile.id,
                name,
                scopes: scopes_of(&scopes)?,
                random: Environment::random32()?,
            };
            let (_, secret) =
                create(&*environment.api_keys, &environment.context(), command).await?;
            say("the key, shown only this once:");
            print(secret.reveal());
        }
        Keys::List { profile } => {
            let profile = profiles::find(environment, &profile).await?;
            for key in environment.api_keys.list(profile.id).await? {
                let scopes: Vec<_> = key.scopes.iter().map(|scope| scope.as_str()).collect();
                let state = if key.revoked_at.is_some() {
                    "revoked"
                } else {
                    "active"
                };
                print(&format!(
                    "{}…{}  {state}  {}  {}  {}",
                    key.prefix,
                    key.last4,
                    key.created_at,
                    key.name,
                    scopes.join(",")
                ));
            }
        }
        Keys::Revoke { profile, name } => {
            let profile = profiles::find(environment, &profile).await?;
            let now = environment.context().clock.now();
            let revoked = environment
                .api_keys
                .revoke_by_name(profile.id, &name, now)
                .await?;
            say(&format!("revoked {revoked} keys"));
        }
    }
    Ok(())
}

fn scopes_of(names: &[String]) -> Result<BTreeSet<Scope>, Failure> {
    names
        .iter()
        .map(|name| {
            Scope::parse(name)
                .ok_or_else(|| Failure::usage(format!("--scopes {name}: there is no such scope")))
        })
        .collect()
}
