//! Tells everything that is stored of a customer: what the person it is about may ask for.

use kernel::{CustomerId, ProfileId};

use super::EraseError;
use crate::context::Context;
use crate::ports::{ErasedBrowser, HeldData};
use crate::unit_of_work::UnitOfWork;

/// Events of each kind that are told at once.
pub const MOST: u32 = 10_000;

/// Everything that is stored of somebody.
#[derive(Clone, Debug, PartialEq)]
pub struct Exported {
    /// Whose everything is.
    pub customer_id: CustomerId,
    /// Their national ids, as they can be read.
    pub national_ids: Vec<String>,
    /// Their browsers, and when those were theirs.
    pub browsers: Vec<ErasedBrowser>,
    /// The rest, as it is stored.
    pub held: HeldData,
    /// Of which of the lists of events the rest is left out.
    pub left_out: Vec<&'static str>,
}

/// Everything of whoever has what is a customer's.
pub async fn export(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    profile_id: ProfileId,
    id: CustomerId,
) -> Result<Exported, EraseError> {
    let found = work.joins().customers(profile_id, &[id]).await?;
    let found = found.first().ok_or(EraseError::NotFound)?;
    let id = found.merged_into.unwrap_or(found.id);
    let person = work.erasures().person(profile_id, id).await?;
    let person = person.ok_or(EraseError::NotFound)?;
    let outcomes = work.erasures().outcomes(profile_id, &person).await?;
    let views = work.erasures().views(profile_id, &person).await?;
    let events = (outcomes.as_slice(), views.as_slice());
    let limit = MOST.saturating_add(1);
    let held = work.erasures().held(profile_id, id, events, limit);
    let mut held = held.await?;
    let most = usize::try_from(MOST).unwrap_or(usize::MAX);
    let mut left_out = Vec::new();
    for (name, events) in [
        ("outcome_events", &mut held.outcome_events),
        ("tracker_events", &mut held.tracker_events),
        ("view_recipients", &mut held.view_recipients),
        ("views", &mut held.views),
    ] {
        if events.len() > most {
            events.truncate(most);
            left_out.push(name);
        }
    }
    let ids = person.sealed.iter().filter_map(|(key, sealed)| {
        let plain = context
            .sealing
            .open(sealed, &format!("identifiers/{key}"))?;
        String::from_utf8(plain).ok()
    });
    Ok(Exported {
        customer_id: id,
        national_ids: ids.collect(),
        browsers: person.browsers.clone(),
        held,
        left_out,
    })
}
