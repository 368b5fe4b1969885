//! Tries a rule on what happened already.

use application::{Contended, Context, UnitOfWork};
use export_rules::ports::Span;
use export_rules::{Destination, DestinationId, NewRule, Rule, RuleId, Sha256};
use kernel::{ProfileAccess, StoreError};

use super::{RuleRefusal, defined};
use crate::dry_run::{DryRun, DryRunError, DryRunOutcome, dry_run};

/// Which rule.
#[derive(Clone, Debug)]
pub enum Tried {
    /// One that is kept, as it is.
    Kept(RuleId),
    /// One that is not.
    Drafted(Box<NewRule>),
}

/// What is tried.
#[derive(Clone, Debug)]
pub struct TryOut {
    /// The rule.
    pub rule: Tried,
    /// Where it would be told.
    pub destination: DestinationId,
    /// When it happened.
    pub span: Span,
}

/// Why nothing was tried.
#[derive(Debug, thiserror::Error)]
pub enum TryOutError {
    /// The rule is none.
    #[error(transparent)]
    Rule(#[from] RuleRefusal),
    /// The profile has no destination of this id.
    #[error("there is no such destination")]
    NoDestination,
    /// It cannot be tried so.
    #[error(transparent)]
    Run(#[from] DryRunError),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl Contended for TryOutError {
    fn is_contended(&self) -> bool {
        false
    }
}

/// Counts what the rule would have told the destination. Nothing is written, and nothing told.
pub async fn try_out(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    access: &ProfileAccess,
    (command, sha256): (&TryOut, &dyn Sha256),
) -> Result<DryRunOutcome, TryOutError> {
    let profile = access.profile_id;
    let run = DryRun {
        rule: rule(work, context, access, &command.rule).await?,
        others: work.export_rules().enabled(profile).await?,
        destination: destination(work, access, command.destination).await?,
        compliance: work.export_compliance().find(profile).await?,
        span: command.span,
        now: context.clock.now(),
    };
    Ok(dry_run(work, sha256, profile, run).await?)
}

async fn rule(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    access: &ProfileAccess,
    tried: &Tried,
) -> Result<Rule, RuleRefusal> {
    match tried {
        Tried::Kept(id) => {
            let found = work.export_rules().find(access.profile_id, *id).await?;
            found.ok_or(RuleRefusal::NotFound)
        }
        Tried::Drafted(new) => {
            if let Some(id) = new.definition() {
                defined(work, access.profile_id, id).await?;
            }
            let id = context.ids.new_id().into();
            Ok(NewRule::clone(new).with_id(id, context.clock.now()))
        }
    }
}

async fn destination(
    work: &mut dyn UnitOfWork,
    access: &ProfileAccess,
    id: DestinationId,
) -> Result<Destination, TryOutError> {
    let all = work.destinations().all(access.profile_id).await?;
    let mut all = all.into_iter();
    all.find(|destination| destination.id == id)
        .ok_or(TryOutError::NoDestination)
}
