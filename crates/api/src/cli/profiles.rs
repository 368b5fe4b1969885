//! `tributary profiles`.

use std::collections::BTreeSet;

use application::ports::{DeletionTarget, Profile, ProfileStore};
use application::profiles::create::{CreateProfile, CreateProfileError, create};
use channel_classifier::ListedHost;
use kernel::{Currency, ProfileId, TimeZone, WorkspaceId};
use personal_data::retention::change::RetentionChange;
use serde_json::json;

use super::deletion::{delete, keep};
use super::retention::{days, decide};
use super::{Failure, print};
use crate::composition::Environment;
use crate::config::Profiles;

/// Lists show at most this many.
const LIST: u32 = 1_000;

/// Runs the command.
pub(super) async fn run(environment: &Environment, command: Profiles) -> Result<(), Failure> {
    match command {
        Profiles::List => {
            for profile in environment.profiles.list(LIST).await? {
                print(&line(&profile));
            }
            Ok(())
        }
        Profiles::Delete { profile, confirm } => {
            let profile = find(environment, &profile).await?;
            delete(environment, place(&profile), &confirm).await
        }
        Profiles::Retention {
            profile,
            tracker_days,
            personal_days,
        } => {
            let profile = find(environment, &profile).await?;
            let wanted = RetentionChange {
                tracker_days: days("--tracker-days", tracker_days.as_deref())?,
                personal_days: days("--personal-days", personal_days.as_deref())?,
            };
            decide(environment, profile.id, wanted).await
        }
        Profiles::Keep { profile } => {
            let profile = find(environment, &profile).await?;
            keep(environment, place(&profile)).await
        }
        Profiles::Create(new) => {
            let currency = Currency::parse(&new.currency).ok_or_else(|| {
                Failure::usage(format!(
                    "--currency {}: ISO 4217 has no such code",
                    new.currency
                ))
            })?;
            let timezone = TimeZone::named(&new.timezone).ok_or_else(|| {
                Failure::usage(format!("--timezone {}: is no IANA time zone", new.timezone))
            })?;
            let workspace_id = new.workspace.as_deref().map(str::parse).transpose();
            let command = CreateProfile {
                name: new.name,
                workspace_id: workspace_id
                    .map_err(|_| Failure::usage("--workspace is no workspace id"))?,
                currency,
                timezone,
                own_domains: domains(new.domains)?,
            };
            let profile = create(&*environment.profiles, &environment.context(), command)
                .await
                .map_err(|error| match error {
                    CreateProfileError::Name => Failure::usage(error.to_string()),
                    CreateProfileError::Store(error) => error.into(),
                })?;
            if new.json {
                let body = json!({
                    "profile_id": profile.id.to_string(),
                    "workspace_id": profile.workspace_id.to_string(),
                    "name": profile.name,
                    "currency": profile.currency.code(),
                    "timezone": profile.timezone.name(),
                });
                print(&body.to_string());
            } else {
                print(&line(&profile));
            }
            Ok(())
        }
    }
}

fn place(profile: &Profile) -> (WorkspaceId, DeletionTarget) {
    (profile.workspace_id, DeletionTarget::Profile(profile.id))
}

fn line(profile: &Profile) -> String {
    format!(
        "{}  {}  {}  {}",
        profile.id,
        profile.currency,
        profile.timezone.name(),
        profile.name
    )
}

/// The profile that an option names.
pub(super) async fn find(environment: &Environment, text: &str) -> Result<Profile, Failure> {
    let id: ProfileId = text
        .parse()
        .map_err(|_| Failure::usage(format!("--profile {text}: is no profile id")))?;
    let found = environment.profiles.find(id).await?;
    found.ok_or_else(|| Failure::usage(format!("--profile {text}: there is no such profile")))
}

/// Domains in the form in which they are stored.
fn domains(texts: Vec<String>) -> Result<Vec<String>, Failure> {
    let domain = |text: String| {
        ListedHost::domain(&text)
            .map(ListedHost::into_string)
            .map_err(|error| Failure::usage(format!("--domain {text}: {error}")))
    };
    let domains: Result<BTreeSet<String>, Failure> = texts.into_iter().map(domain).collect();
    Ok(domains?.into_iter().collect())
}
