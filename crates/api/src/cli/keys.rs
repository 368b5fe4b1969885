//! `tributary keys`.

use std::collections::BTreeSet;

use access_control::ApiKeyStore;
use application::keys::create::{CreateKey, create_with_units};
use kernel::Scope;
use serde_json::json;

use super::{Failure, print, profiles, say};
use crate::composition::Environment;
use crate::config::{CreateKey as NewKey, Keys};

/// Runs the command.
pub(super) async fn run(environment: &Environment, command: Keys) -> Result<(), Failure> {
    match command {
        Keys::Create(new) => make(environment, new).await?,
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

async fn make(environment: &Environment, new: NewKey) -> Result<(), Failure> {
    let profile = profiles::find(environment, &new.profile).await?;
    let command = CreateKey {
        profile_id: profile.id,
        name: new.name,
        scopes: scopes_of(&new.scopes)?,
        random: Environment::random32()?,
    };
    let (key, secret) = create_with_units(
        &*environment.api_keys,
        &environment.context(),
        command,
        new.units_per_minute,
    )
    .await?;
    if new.json {
        let scopes: Vec<_> = key.scopes.iter().map(|scope| scope.as_str()).collect();
        let body = json!({
            "id": key.id.to_string(),
            "name": key.name,
            "profile_id": key.profile_id.to_string(),
            "scopes": scopes,
            "units_per_minute": key.units_per_minute,
            "key": secret.reveal(),
        });
        print(&body.to_string());
    } else {
        say("the key, shown only this once:");
        print(secret.reveal());
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
