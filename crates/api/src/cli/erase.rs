//! `tributary erase`.

use application::erasure::{EraseError, erase};
use kernel::{Actor, CustomerId, ProfileAccess};

use super::{Failure, print, profiles};
use crate::composition::Environment;

/// Forgets a customer for good.
pub(super) async fn run(
    environment: &Environment,
    profile: &str,
    customer: &str,
    confirm: &str,
) -> Result<(), Failure> {
    let profile = profiles::find(environment, profile).await?;
    let id: CustomerId = customer
        .parse()
        .map_err(|_| Failure::usage(format!("--customer {customer}: is no customer's id")))?;
    if confirm != customer {
        let words = "--confirm: must be the customer's id once more";
        return Err(Failure::usage(words));
    }
    let access = ProfileAccess {
        profile_id: profile.id,
        scopes: [].into(),
        actor: Actor::Operator,
    };
    let input = (access, id);
    let erased = environment.write(&input, |work, context, (access, id)| {
        Box::pin(erase(work, context, access, *id))
    });
    let erased = erased.await.map_err(failure)?;
    print(&format!(
        "forgotten at {}: {} identifiers, {} browsers, {} outcome events, {} events of browsers",
        erased.at,
        erased.identifiers,
        erased.browsers,
        erased.outcome_events,
        erased.tracker_events
    ));
    Ok(())
}

fn failure(error: EraseError) -> Failure {
    match error {
        EraseError::Store(error) => error.into(),
        EraseError::NotFound | EraseError::Busy => Failure::usage(error.to_string()),
    }
}
