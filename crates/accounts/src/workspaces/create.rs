//! Makes a workspace, once.

use access_control::ports::Workspace;
use access_control::{Handoff, Plan, Role};
use kernel::{StoreError, UserId, WorkspaceId};

use super::checkout::{self, CheckoutError, CheckoutPorts, Due};
use application::context::Context;
use application::unit_of_work::{UnitOfWork, UnitsOfWork, settle};

/// The same person asking for the same name again within ten minutes means the same workspace.
pub const SAME_FOR: i64 = 10 * 60 * 1_000_000;
/// Microseconds of a day.
const DAY: i64 = 86_400_000_000;

/// What a new workspace is.
#[derive(Clone, Debug)]
pub struct CreateWorkspace {
    /// Who makes it, and owns it.
    pub user_id: UserId,
    /// Its name, 1 to 160 characters, without spaces around it.
    pub name: String,
    /// What it is on.
    pub plan: Plan,
    /// How long a trial is, in days, where the operator has said so.
    pub trial_days: Option<u32>,
}

/// What became of it.
#[derive(Clone, Debug)]
pub struct CreatedWorkspace {
    /// The workspace.
    pub workspace: Workspace,
    /// What its maker is in it.
    pub role: Role,
    /// Whether it is new.
    pub created: bool,
    /// Where it is paid for; `None` where nothing is to be paid and where nothing can be.
    pub checkout: Option<Handoff>,
    /// Whether it is paid already.
    pub is_paid: bool,
}

impl CreatedWorkspace {
    /// Whether there should be a checkout and is none.
    pub fn lacks_checkout(&self) -> bool {
        self.workspace.plan.is_paid() && self.checkout.is_none() && !self.is_paid
    }
}

/// Makes the workspace, unless it was made a moment ago, and opens its checkout. A checkout that
/// cannot be opened does not undo the workspace.
pub async fn create(
    units: &dyn UnitsOfWork,
    till: CheckoutPorts<'_>,
    context: &Context<'_>,
    command: CreateWorkspace,
) -> Result<CreatedWorkspace, StoreError> {
    let mut work = units.begin().await?;
    let outcome = write(&mut *work, context, &command).await;
    let (workspace, created, waiting) = settle(work, outcome).await?;
    let (checkout, is_paid) = if let Some(handoff) = waiting {
        let opened = checkout::open(units, till, context, (&workspace, handoff)).await?;
        (opened, false)
    } else if created {
        (None, false)
    } else {
        known(units, till, context, (workspace.id, command.user_id)).await?
    };
    Ok(CreatedWorkspace {
        workspace,
        role: Role::Owner,
        created,
        checkout,
        is_paid,
    })
}

/// The checkout of a workspace that was made before, and whether it is paid already.
async fn known(
    units: &dyn UnitsOfWork,
    till: CheckoutPorts<'_>,
    context: &Context<'_>,
    whose: (WorkspaceId, UserId),
) -> Result<(Option<Handoff>, bool), StoreError> {
    match checkout::retry(units, till, context, whose).await {
        Ok((_, checkout)) => Ok((checkout, false)),
        Err(CheckoutError::Paid) => Ok((None, true)),
        Err(CheckoutError::Free | CheckoutError::NotFound) => Ok((None, false)),
        Err(CheckoutError::Store(error)) => Err(error),
    }
}

async fn write(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    command: &CreateWorkspace,
) -> Result<(Workspace, bool, Option<Handoff>), StoreError> {
    let (user, now) = (command.user_id, context.clock.now());
    let since = now.plus_micros(-SAME_FOR);
    let known = work.workspaces().claim(user, &command.name, since).await?;
    if let Some(workspace) = known {
        return Ok((workspace, false, None));
    }
    let workspace = made(work, context, command).await?;
    if workspace.plan.is_paid()
        && let Due::Waits(handoff) = checkout::due(work, context, (&workspace, user)).await?
    {
        return Ok((workspace, true, Some(handoff)));
    }
    Ok((workspace, true, None))
}

async fn made(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    command: &CreateWorkspace,
) -> Result<Workspace, StoreError> {
    let now = context.clock.now();
    let trial = command.trial_days.filter(|_| command.plan.is_paid());
    let workspace = Workspace {
        id: WorkspaceId::new(context.ids.new_id()),
        name: command.name.clone(),
        plan: command.plan,
        trial_ends_at: trial.map(|days| now.plus_micros(i64::from(days) * DAY)),
        created_at: now,
    };
    work.workspaces()
        .insert(&workspace, command.user_id)
        .await?;
    Ok(workspace)
}
