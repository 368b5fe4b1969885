//! Writes exchange rates, which change what spend and conversions in other currencies are worth.

use kernel::{Actor, ProfileId, StoreError};
use reporting::causes::{Cause, ChangeCause};

use application::attribution::ledger::{self, Occasion};
use application::attribution::recomputes::{self, Queued, ReplayRequest};
use application::context::Context;
use application::ports::{FigureScope, FxRate};
use application::unit_of_work::UnitOfWork;

/// Writes all rates or none, and queues the replay that every conversion in another currency needs.
/// Spend is converted anew with the rates, so it changes at once; the ledger says so. `None` for an
/// unknown profile.
pub async fn import_rates(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    profile_id: ProfileId,
    rates: &[FxRate],
    actor: Actor,
) -> Result<Option<Queued>, StoreError> {
    let Some(state) = work.attribution().lock(profile_id).await? else {
        return Ok(None);
    };
    let all = FigureScope::Spend(None);
    let generation = state.generation;
    let before = work.ledger().figures(profile_id, generation, all).await?;
    work.spend().upsert_rates(profile_id, rates).await?;
    let after = work.ledger().figures(profile_id, generation, all).await?;
    let cause = Cause::RatesImported;
    let causes = vec![ChangeCause {
        cause,
        subject: None,
        actor,
        at: context.clock.now(),
        count: 1,
    }];
    let occasion = Occasion::of(&state, causes);
    ledger::restate(work, context, profile_id, (&before, &after), occasion).await?;
    let request = ReplayRequest {
        cause,
        subject: None,
        actor,
    };
    let queued = recomputes::request(work, context, profile_id, request).await?;
    Ok(Some(queued))
}
