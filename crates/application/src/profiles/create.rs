//! Creates a profile with its first definitions.

use attribution_models::Windows;
use conversion_definitions::{Definition, SEEDS};
use kernel::{Currency, ProfileId, StoreError, TimeZone, WorkspaceId};

use super::update::ProfileName;
use crate::context::Context;
use crate::ports::{KeptAddresses, NewProfile, Profile, ProfileFounder, ProfileStore};

/// What a new profile is.
#[derive(Clone, Debug)]
pub struct CreateProfile {
    /// Its name, 1 to 160 characters.
    pub name: String,
    /// The workspace; `None` makes one of the same name.
    pub workspace_id: Option<WorkspaceId>,
    /// Reporting currency.
    pub currency: Currency,
    /// Where its days begin.
    pub timezone: TimeZone,
    /// Domains whose referrals are its own.
    pub own_domains: Vec<String>,
}

/// Why no profile was created.
#[derive(Debug, thiserror::Error)]
pub enum CreateProfileError {
    /// The name is empty, too long, or holds a control character.
    #[error("name must have 1 to 160 characters, none of them a control character")]
    Name,
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Writes the profile, its seed definitions and its attribution state at once, with the default
/// windows.
pub async fn create(
    store: &dyn ProfileStore,
    context: &Context<'_>,
    command: CreateProfile,
) -> Result<Profile, CreateProfileError> {
    let new = draft(context, command)?;
    store.create(&new).await?;
    Ok(new.profile)
}

/// The same profile asked for again within ten minutes is the one that there is.
pub const SAME_FOR: i64 = 10 * 60 * 1_000_000;

/// Like [`create`], unless the workspace got a profile of this name a moment ago; which one there
/// is then, and whether it is new.
pub async fn create_once(
    founder: &dyn ProfileFounder,
    context: &Context<'_>,
    command: CreateProfile,
) -> Result<(ProfileId, bool), CreateProfileError> {
    let new = draft(context, command)?;
    let since = new.created_at.plus_micros(-SAME_FOR);
    Ok(founder.create_once(&new, since).await?)
}

fn draft(context: &Context<'_>, command: CreateProfile) -> Result<NewProfile, CreateProfileError> {
    let name = ProfileName::parse(&command.name).ok_or(CreateProfileError::Name)?;
    let name = name.as_str().to_owned();
    let profile = Profile {
        id: ProfileId::new(context.ids.new_id()),
        workspace_id: command
            .workspace_id
            .unwrap_or_else(|| WorkspaceId::new(context.ids.new_id())),
        name: name.clone(),
        currency: command.currency,
        timezone: command.timezone,
        windows: Windows::defaults(),
        own_domains: command.own_domains,
        excluded_referrers: Vec::new(),
        allowed_referrers: Vec::new(),
        only_own_domains: true,
        credits_views: false,
        addresses: KeptAddresses::default(),
    };
    Ok(NewProfile {
        profile,
        workspace_name: name,
        definitions: seeds(context)?,
        created_at: context.clock.now(),
    })
}

fn seeds(context: &Context<'_>) -> Result<Vec<Definition>, StoreError> {
    SEEDS
        .iter()
        .map(|seed| seed.with_id(context.ids.new_id().into()))
        .collect::<Result<_, _>>()
        .map_err(StoreError::inconsistent)
}
