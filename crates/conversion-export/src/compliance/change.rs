//! Changes what a profile has decided for all of its exports.

use application::{Contended, Context, UnitOfWork};
use export_rules::{Compliance, ComplianceDraft, ComplianceFault};
use kernel::{ProfileAccess, StoreError};

use super::{Decider, Loosens, write};

/// Why nothing was changed.
#[derive(Debug, thiserror::Error)]
pub enum ChangeComplianceError {
    /// Fields that are wrong.
    #[error("the settings are wrong")]
    Invalid(Vec<ComplianceFault>),
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

/// Changes the fields that were sent.
pub async fn change(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    access: &ProfileAccess,
    (draft, decider): (&ComplianceDraft, Decider),
) -> Result<Compliance, ChangeComplianceError> {
    let before = work.export_compliance().hold(access.profile_id).await?;
    let after = before
        .patched(draft)
        .map_err(ChangeComplianceError::Invalid)?;
    decider.allows(&before, &after)?;
    write(work, context, access, (&before, &after)).await?;
    Ok(after)
}
