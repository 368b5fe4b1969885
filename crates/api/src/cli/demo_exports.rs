//! What the demonstration tells ad platforms. Only stand-ins on this machine are told: nothing of it leaves.

use std::collections::BTreeSet;

use application::ports::Profile;
use application::{Context, UnitOfWork};
use conversion_export::connections::ask::{AskForConnection, ask};
use conversion_export::connections::choose::Chosen;
use conversion_export::connections::connect::connect;
use conversion_export::{destinations, rules};
use export_rules::{DestinationDraft, NewDestination, NewRule, RuleDraft};
use kernel::timestamp::MICROS_PER_DAY;
use kernel::{Actor, Clock, ConnectionId, ProfileAccess, Sent, StoreError, Timestamp, UserId};
use platform_connections::ports::Ways;
use platform_connections::{AccessToken, Account, AccountDraft, Grant, PlatformProvider, Tokens};
use serde_json::json;

use super::{Failure, say};
use crate::composition::Environment;
use crate::config::AdPlatforms;

/// Destinations and rules are as old as this: what happened since is told when the data is made. A social network
/// takes nothing that is older than a week.
const AGE: i64 = 6 * MICROS_PER_DAY;

/// The token that the stand-ins know, and that means nothing anywhere else.
const TOKEN: &str = "EAAsystemuser";

/// A clock that stood still when the demonstration's rules were made.
struct Past(Timestamp);

impl Clock for Past {
    fn now(&self) -> Timestamp {
        self.0
    }
}

/// Connects an account at each stand-in, and has leads and payments told there. Does nothing when the profile has a
/// destination, or when a platform would be asked at its own address.
pub(super) async fn set_up(
    environment: &Environment,
    (profile, person): (&Profile, UserId),
    platforms: &AdPlatforms,
) -> Result<(), Failure> {
    if !platforms.are_stand_ins() {
        return Ok(());
    }
    let input = (profile, person);
    let made = environment.write(&input, |work, context, (profile, person)| {
        Box::pin(make(work, context, profile, *person))
    });
    if made.await? {
        say("leads and payments are told to the stand-ins for the ad platforms");
    }
    Ok(())
}

async fn make(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    profile: &Profile,
    person: UserId,
) -> Result<bool, StoreError> {
    if !work.destinations().all(profile.id).await?.is_empty() {
        return Ok(false);
    }
    let access = ProfileAccess {
        profile_id: profile.id,
        scopes: BTreeSet::new(),
        actor: Actor::Operator,
    };
    let past = Past(context.clock.now().plus_micros(-AGE));
    let before = Context {
        clock: &past,
        ..*context
    };
    for provider in [PlatformProvider::SocialAds, PlatformProvider::SearchAds] {
        let connection = connected(work, context, (&access, profile, person), provider).await?;
        let new = NewDestination::parse(destination(provider, connection)).map_err(broken)?;
        let made = destinations::create::create(work, &before, &access, &new).await;
        made.map_err(broken)?;
    }
    let stored = work.definitions().list(profile.id).await?;
    for (key, name) in [("lead_created", "Leads"), ("payment_received", "Payments")] {
        let mut all = stored.iter().map(|stored| &stored.definition);
        let found = all.find(|it| it.conversion_key.as_str() == key);
        let Some(definition) = found else { continue };
        let draft = RuleDraft {
            name: Sent::Value(name.to_owned()),
            source_kind: Sent::Value("conversion_definition".to_owned()),
            source_ref_id: Sent::Value(definition.id),
            destinations: Sent::Value(json!({
                "social_capi": {"enabled": true},
                "search_ads": {"enabled": true},
            })),
            ..RuleDraft::default()
        };
        let new = NewRule::parse(draft).map_err(broken)?;
        let made = rules::create::create(work, &before, &access, &new).await;
        made.map_err(broken)?;
    }
    Ok(true)
}

/// As a person would do it in a browser.
async fn connected(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    (access, profile, person): (&ProfileAccess, &Profile, UserId),
    provider: PlatformProvider,
) -> Result<ConnectionId, StoreError> {
    let command = AskForConnection {
        provider,
        ways: Ways {
            authorize: false,
            paste: true,
        },
        workspace_id: profile.workspace_id,
    };
    let asked = ask(work, context, access, command).await.map_err(broken)?;
    let (id, name) = match provider {
        PlatformProvider::SocialAds => ("1001", "Shop <one>"),
        PlatformProvider::SearchAds => ("2001", "Search one"),
    };
    let account = Account::parse(&AccountDraft {
        id: id.to_owned(),
        name: Some(name.to_owned()),
        currency: Some("EUR".to_owned()),
        timezone: Some("Europe/Madrid".to_owned()),
    });
    let token = AccessToken::parse(TOKEN);
    let (account, access) = account.zip(token).ok_or_else(|| broken("no account"))?;
    let grant = Grant {
        access,
        refresh: None,
        lifetime: None,
    };
    let chosen = Chosen {
        handoff_id: asked.id,
        account,
        tokens: Tokens::obtained(grant, context.clock.now()),
    };
    let connection = connect(work, context, person, &chosen).await;
    Ok(connection.map_err(broken)?.id)
}

fn destination(provider: PlatformProvider, connection: ConnectionId) -> DestinationDraft {
    let (kind, pixel, action) = match provider {
        PlatformProvider::SocialAds => (
            "social_capi",
            Sent::Value("100000000000001".to_owned()),
            Sent::Absent,
        ),
        PlatformProvider::SearchAds => (
            "search_ads",
            Sent::Absent,
            Sent::Value("customers/2000000001/conversionActions/1".to_owned()),
        ),
    };
    DestinationDraft {
        destination: Sent::Value(kind.to_owned()),
        connection_id: Sent::Value(connection),
        social_pixel_id: pixel,
        search_conversion_action: action,
        ..DestinationDraft::default()
    }
}

/// Nothing of it can be refused: what is made is always the same, and made into an empty profile.
fn broken(why: impl std::fmt::Debug) -> StoreError {
    StoreError::inconsistent(format!("the demonstration's exports: {why:?}"))
}
