//! Changes what a profile has decided for all of its exports.

use application::{Contended, Context, UnitOfWork};
use export_rules::{Compliance, ComplianceDraft, ComplianceFault};
use kernel::{ProfileAccess, StoreError};

use super::{Decider, Loosens, seen, write};

/// Why nothing was changed.
#[derive(Debug, thiserror::Error)]
pub enum ChangeComplianceError {
    /// Fields that are wrong.
    #[error("the settings are wrong")]
    Invalid(Vec<ComplianceFault>),
    /// It is not what the caller saw any more.
    #[error("somebody changed these settings meanwhile")]
    Meanwhile,
    /// It is not for the caller to decide.
    #[error(transparent)]
    Loosens(#[from] Loosens),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl Contended for ChangeComplianceError {
    fn is_contended(&self) -> bool {
        matches!(self, Self::Store(StoreError::Conflict))
    }
}

/// What is to change.
#[derive(Clone, Debug)]
pub struct ComplianceChange {
    /// The fields that were sent.
    pub draft: ComplianceDraft,
    /// Who decides.
    pub decider: Decider,
    /// What they saw, as [`seen`] says it: nothing changes when it is something else by now. `None` is whatever it is.
    pub seen: Option<String>,
}

/// Changes the fields that were sent.
pub async fn change(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    access: &ProfileAccess,
    wanted: &ComplianceChange,
) -> Result<Compliance, ChangeComplianceError> {
    let ComplianceChange { draft, decider, .. } = wanted;
    let before = work.export_compliance().hold(access.profile_id).await?;
    if wanted
        .seen
        .as_ref()
        .is_some_and(|saw| *saw != seen(&before))
    {
        return Err(ChangeComplianceError::Meanwhile);
    }
    let after = before
        .patched(draft)
        .map_err(ChangeComplianceError::Invalid)?;
    decider.allows(&before, &after)?;
    write(work, context, access, (&before, &after)).await?;
    Ok(after)
}
