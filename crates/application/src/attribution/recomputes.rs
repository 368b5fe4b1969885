//! Somebody wants everybody replayed.

use kernel::{Actor, ProfileId, RecomputeId, StoreError};
use uuid::Uuid;

use crate::context::Context;
use crate::ports::{Cause, Mark, MarkTarget};
use crate::unit_of_work::UnitOfWork;

/// Why everybody is to be replayed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReplayCause {
    /// A definition is new.
    DefinitionCreated,
    /// A definition says something else.
    DefinitionChanged,
    /// A definition is gone.
    DefinitionDeleted,
    /// The attribution windows were set.
    WindowsChanged,
    /// Days begin elsewhere.
    TimezoneChanged,
    /// The profile reports in another currency.
    CurrencyChanged,
    /// Exchange rates were imported.
    RatesImported,
    /// Channel rules changed what is direct while a replay was running.
    ChannelRulesChanged,
    /// Somebody asked for it; sessions are cut anew as well.
    Requested,
    /// A new release derives otherwise what was derived before; sessions are cut anew as well.
    Upgrade,
    /// Who is one person was derived anew from facts of before.
    IdentityRederived,
    /// Which hosts are the profile's own, or say nothing, changed; sessions are cut anew as well.
    TrackingSettingsChanged,
    /// Which events of browsers count for nothing changed; sessions are cut anew as well.
    ExclusionsChanged,
}

impl ReplayCause {
    /// All of them.
    pub const ALL: [Self; 13] = [
        Self::DefinitionCreated,
        Self::DefinitionChanged,
        Self::DefinitionDeleted,
        Self::WindowsChanged,
        Self::TimezoneChanged,
        Self::CurrencyChanged,
        Self::RatesImported,
        Self::ChannelRulesChanged,
        Self::Requested,
        Self::Upgrade,
        Self::IdentityRederived,
        Self::TrackingSettingsChanged,
        Self::ExclusionsChanged,
    ];

    /// The stable word.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::DefinitionCreated => "definition_created",
            Self::DefinitionChanged => "definition_changed",
            Self::DefinitionDeleted => "definition_deleted",
            Self::WindowsChanged => "windows_changed",
            Self::TimezoneChanged => "timezone_changed",
            Self::CurrencyChanged => "currency_changed",
            Self::RatesImported => "rates_imported",
            Self::ChannelRulesChanged => "channel_rules_changed",
            Self::Requested => "requested",
            Self::Upgrade => "upgrade",
            Self::IdentityRederived => "identity_rederived",
            Self::TrackingSettingsChanged => "tracking_settings_changed",
            Self::ExclusionsChanged => "exclusions_changed",
        }
    }

    /// Whether sessions and touches are derived anew from the events. They depend on nothing that
    /// a profile decides but its hosts and exclusions, so only those, a request for everything, or an
    /// upgrade asks for it.
    pub fn cuts_sessions(word: &str) -> bool {
        let cuts = [
            Self::Requested,
            Self::Upgrade,
            Self::TrackingSettingsChanged,
            Self::ExclusionsChanged,
        ];
        cuts.iter().any(|cause| word == cause.as_str())
    }
}

/// A request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReplayRequest {
    /// Why.
    pub cause: ReplayCause,
    /// The definition, … that changed.
    pub subject: Option<Uuid>,
    /// Who asks.
    pub actor: Actor,
}

/// A request that was taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Queued {
    /// The replay that will serve it.
    pub id: RecomputeId,
    /// Whether it had to be queued; a replay that waits serves any number of requests.
    pub created: bool,
}

/// Queues one full replay, or joins the one that waits. The caller holds the profile's attribution
/// lock (`work.attribution().lock`), so that no incremental replay runs between the change and the
/// request.
pub async fn request(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    profile_id: ProfileId,
    request: ReplayRequest,
) -> Result<Queued, StoreError> {
    let now = context.clock.now();
    let why = request.cause.as_str();
    let cause = Cause {
        word: why.to_owned(),
        subject: request.subject,
        actor: request.actor,
        at: now,
        count: 1,
    };
    let candidate = context.ids.new_id().into();
    let (id, created) = work
        .recomputes()
        .queue(profile_id, candidate, &cause)
        .await?;
    let mark = Mark::new(MarkTarget::Profile, why);
    work.marks()
        .add(profile_id, &[mark], context.ids, now)
        .await?;
    Ok(Queued { id, created })
}
