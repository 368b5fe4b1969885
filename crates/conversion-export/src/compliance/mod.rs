//! What a profile decides for all of its exports: its privacy, and whether each kind of platform is told at all.
//!
//! [`change`](mod@change) is what people do; making and provisioning destinations changes some of it, too.

pub mod change;

use application::{Context, UnitOfWork};
use export_rules::Compliance;
use kernel::{ProfileAccess, StoreError};
use serde_json::{Value, json};

use crate::trail::{self, stamp};

/// By whose decision something changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decider {
    /// An owner or admin of the workspace, who is signed in in a browser and may let more leave.
    InBrowser,
    /// A key, an application, or somebody else: they may only close.
    Remote,
}

/// More of people's data would leave, and whoever asks cannot decide that.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("more of people's data would leave, which an owner or admin decides in a browser")]
pub struct Loosens;

impl Decider {
    /// Whether it may make one of the other.
    pub(crate) fn allows(self, before: &Compliance, after: &Compliance) -> Result<(), Loosens> {
        match self {
            Self::Remote if before.is_loosened_by(after) => Err(Loosens),
            Self::InBrowser | Self::Remote => Ok(()),
        }
    }
}

/// Writes what was decided, when it is something new.
pub(crate) async fn write(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    access: &ProfileAccess,
    (before, after): (&Compliance, &Compliance),
) -> Result<(), StoreError> {
    if before == after {
        return Ok(());
    }
    let profile_id = access.profile_id;
    let now = context.clock.now();
    work.export_compliance().put(profile_id, after, now).await?;
    if before.keeps_match_evidence() && !after.keeps_match_evidence() {
        work.match_evidence().forget_all(profile_id).await?;
    }
    let detail = trail::change(&fields(before), &fields(after));
    let deed = ("export_compliance.updated", profile_id.uuid(), detail);
    stamp(work, context, (profile_id, access.actor), deed).await
}

/// What somebody saw who changes it, in words that differ when anything of it does.
pub fn seen(compliance: &Compliance) -> String {
    fields(compliance).to_string()
}

fn fields(compliance: &Compliance) -> Value {
    json!({
        "privacy_mode": compliance.privacy.mode.to_string(),
        "privacy_config": compliance.privacy.config.to_json(),
        "export_social_enabled": compliance.switches.social,
        "export_search_enabled": compliance.switches.search,
    })
}
