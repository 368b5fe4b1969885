//! Opens a workspace's checkout, and looks how far it is.

use access_control::ports::{
    CheckoutOrder, CheckoutState, PaymentFailure, PaymentProvider, StoredHandoff, Workspace,
};
use access_control::{Handoff, HandoffStatus};
use kernel::{StoreError, UserId, WorkspaceId};
use serde_json::{Value, json};

use application::context::Context;
use application::unit_of_work::{UnitOfWork, UnitsOfWork, settle};

/// A hand-off waits this long for its human, unless the provider says otherwise: a day.
const PATIENCE: i64 = 86_400_000_000;

/// Where it is paid.
#[derive(Clone, Copy)]
pub struct CheckoutPorts<'a> {
    /// The provider.
    pub provider: &'a dyn PaymentProvider,
    /// Address of the service as people see it, to which they come back.
    pub base_url: &'a str,
}

/// Why no checkout was opened.
#[derive(Debug, thiserror::Error)]
pub enum CheckoutError {
    /// There is no such workspace.
    #[error("there is no such workspace")]
    NotFound,
    /// Its plan costs nothing.
    #[error("the workspace's plan costs nothing")]
    Free,
    /// It is paid already.
    #[error("the workspace has a subscription already")]
    Paid,
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// What a workspace has to pay, by its latest checkout.
pub(super) enum Due {
    /// Nothing: it is paid.
    Paid,
    /// A hand-off waits for its human.
    Waits(Handoff),
    /// The time of one that could be paid is over, and the provider has not said yet whether it was.
    Unknown,
}

/// Opens the checkout of a workspace, or finds the one that waits. `None` when the provider cannot.
///
/// The provider is asked for the latest one first: whoever paid may never have come back, and is sold nothing twice.
/// Nor is another one opened while it does not say how that one ended.
pub async fn retry(
    units: &dyn UnitsOfWork,
    till: CheckoutPorts<'_>,
    context: &Context<'_>,
    (workspace, user): (WorkspaceId, UserId),
) -> Result<(Workspace, Option<Handoff>), CheckoutError> {
    let mut work = units.begin().await?;
    let latest = work.workspaces().checkout(workspace).await;
    if let Some(latest) = settle(work, latest).await? {
        look(units, till.provider, context, latest).await?;
    }
    let mut work = units.begin().await?;
    let outcome = claim(&mut *work, context, (workspace, user)).await;
    let (workspace, handoff) = settle(work, outcome).await?;
    let opened = match handoff {
        Some(handoff) => open(units, till, context, (&workspace, handoff)).await?,
        None => None,
    };
    Ok((workspace, opened))
}

async fn claim(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    (workspace, user): (WorkspaceId, UserId),
) -> Result<(Workspace, Option<Handoff>), CheckoutError> {
    let found = work.workspaces().lock(workspace).await?;
    let workspace = found.ok_or(CheckoutError::NotFound)?;
    if !workspace.plan.is_paid() {
        return Err(CheckoutError::Free);
    }
    match due(work, context, (&workspace, user)).await? {
        Due::Paid => Err(CheckoutError::Paid),
        Due::Waits(handoff) => Ok((workspace, Some(handoff))),
        Due::Unknown => Ok((workspace, None)),
    }
}

/// What is to be paid. The hand-off is made now if none waits and the last one is known to be over.
pub(super) async fn due(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    (workspace, user): (&Workspace, UserId),
) -> Result<Due, StoreError> {
    let now = context.clock.now();
    let latest = work.workspaces().checkout(workspace.id).await?;
    if let Some(latest) = latest {
        // The clock alone ends no checkout that had a page: it may have been paid before, and nobody would ask about it
        // once another one is the latest.
        let is_unsettled = reference(&latest).is_some();
        match latest.handoff.status_at(now) {
            HandoffStatus::Completed => return Ok(Due::Paid),
            HandoffStatus::Pending => return Ok(Due::Waits(latest.handoff)),
            HandoffStatus::Expired if is_unsettled => return Ok(Due::Unknown),
            HandoffStatus::Declined | HandoffStatus::Expired => {}
        }
    }
    let handoff = Handoff {
        id: context.ids.new_id().into(),
        workspace_id: workspace.id,
        profile_id: None,
        kind: Handoff::CHECKOUT.to_owned(),
        status: HandoffStatus::Pending,
        url: None,
        created_by: Some(user),
        created_at: now,
        expires_at: now.plus_micros(PATIENCE),
        completed_at: None,
    };
    let stored = StoredHandoff {
        handoff,
        detail: json!({"plan": workspace.plan.as_str()}),
        result: None,
    };
    work.handoffs().insert(&stored).await?;
    Ok(Due::Waits(stored.handoff))
}

/// What the provider calls a checkout that was opened, until it has said how that ended.
fn reference(stored: &StoredHandoff) -> Option<&str> {
    let waits =
        stored.handoff.kind == Handoff::CHECKOUT && stored.handoff.status == HandoffStatus::Pending;
    let named = stored.detail.get("reference").and_then(Value::as_str);
    named.filter(|_| waits)
}

/// Opens the checkout of a hand-off that has no address yet. One that the provider refuses is over,
/// so that the next try begins anew.
pub(super) async fn open(
    units: &dyn UnitsOfWork,
    till: CheckoutPorts<'_>,
    context: &Context<'_>,
    (workspace, mut handoff): (&Workspace, Handoff),
) -> Result<Option<Handoff>, StoreError> {
    if handoff.url.is_some() {
        return Ok(Some(handoff));
    }
    let order = CheckoutOrder {
        handoff_id: handoff.id,
        workspace_id: workspace.id,
        plan: workspace.plan,
        return_url: format!("{}/h/{}", till.base_url, handoff.id),
    };
    match till.provider.open(&order).await {
        Ok(session) => {
            let mut work = units.begin().await?;
            let outcome = work.workspaces().opened(handoff.id, &session).await;
            settle(work, outcome).await?;
            handoff.url = Some(session.url);
            handoff.expires_at = session.expires_at;
            Ok(Some(handoff))
        }
        Err(failure) => {
            tell(&failure);
            // Without an answer there may be a checkout all the same: the next try asks for the
            // same one, by the same id.
            if !matches!(failure, PaymentFailure::Unreachable(_)) {
                end(units, context, &handoff, (HandoffStatus::Expired, None)).await?;
            }
            Ok(None)
        }
    }
}

/// The hand-off as it is now: of a checkout that waits, the provider is asked. Whoever does not answer changes nothing.
pub async fn look(
    units: &dyn UnitsOfWork,
    provider: &dyn PaymentProvider,
    context: &Context<'_>,
    mut stored: StoredHandoff,
) -> Result<StoredHandoff, StoreError> {
    let Some(reference) = reference(&stored) else {
        return Ok(stored);
    };
    let is_waiting = stored.handoff.status_at(context.clock.now()) == HandoffStatus::Pending;
    let ended = match provider.state(reference).await {
        Ok(CheckoutState::Open) => return Ok(stored),
        // Nobody pays there to whoever asks now. Its time is left to it: the key may be put right.
        Ok(CheckoutState::Unknown) if is_waiting => return Ok(stored),
        Ok(CheckoutState::Expired | CheckoutState::Unknown) => (HandoffStatus::Expired, None),
        Ok(CheckoutState::Completed { subscription }) => {
            let result = json!({"subscription": subscription});
            (HandoffStatus::Completed, Some(result))
        }
        Err(failure) => {
            tell(&failure);
            return Ok(stored);
        }
    };
    end(units, context, &stored.handoff, ended.clone()).await?;
    stored.handoff.status = ended.0;
    stored.handoff.completed_at = Some(context.clock.now());
    stored.result = ended.1;
    Ok(stored)
}

async fn end(
    units: &dyn UnitsOfWork,
    context: &Context<'_>,
    handoff: &Handoff,
    ended: (HandoffStatus, Option<Value>),
) -> Result<(), StoreError> {
    let mut work = units.begin().await?;
    let now = context.clock.now();
    let outcome = work.workspaces().settled(handoff.id, ended, now).await;
    settle(work, outcome).await
}

fn tell(failure: &PaymentFailure) {
    tracing::warn!(error = %failure, "no checkout: {failure}");
}
