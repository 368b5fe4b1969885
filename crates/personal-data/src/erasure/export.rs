//! Tells everything that is stored of a customer: what the person it is about may ask for.

use event_intake::ports::{EvidenceOf, KeptEvidence};
use kernel::{CustomerId, ProfileId, StoreError};

use super::EraseError;
use application::context::Context;
use application::ports::{ErasedBrowser, ErasedOutcome, ErasedPerson, HeldData, Part};
use application::unit_of_work::UnitOfWork;

/// Rows of each list that are told at once.
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
    /// What browsers said when their events happened, and what their own browsers say.
    pub evidence: Vec<KeptEvidence>,
    /// The rest, as it is stored.
    pub held: HeldData,
    /// Which of the lists go on.
    pub left_out: Vec<&'static str>,
}

/// Everything of whoever has what is a customer's: of each list so many rows after `offset`.
pub async fn export(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    profile_id: ProfileId,
    id: CustomerId,
    offset: u32,
) -> Result<Exported, EraseError> {
    let found = work.joins().customers(profile_id, &[id]).await?;
    let found = found.first().ok_or(EraseError::NotFound)?;
    let id = found.merged_into.unwrap_or(found.id);
    let person = work.erasures().person(profile_id, id).await?;
    let person = person.ok_or(EraseError::NotFound)?;
    let outcomes = work.erasures().outcomes(profile_id, &person).await?;
    let views = work.erasures().views(profile_id, &person).await?;
    let events = (outcomes.as_slice(), views.as_slice());
    // One more tells whether there are more.
    let part = Part {
        limit: MOST.saturating_add(1),
        offset,
    };
    let all = [&person.aliases[..], &[id]].concat();
    let held = work.erasures().held(profile_id, &all, events, part);
    let mut held = held.await?;
    let mut evidence = evidence(work, profile_id, (&person, &outcomes), part).await?;
    let most = usize::try_from(MOST).unwrap_or(usize::MAX);
    let mut left_out = Vec::new();
    for (name, rows) in held.lists() {
        if rows.len() > most {
            rows.truncate(most);
            left_out.push(name);
        }
    }
    if evidence.len() > most {
        evidence.truncate(most);
        left_out.push("match_evidence");
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
        evidence: evidence.into_iter().flatten().collect(),
        held,
        left_out,
    })
}

/// What browsers said: when events happened, and those that are theirs alone of themselves.
async fn evidence(
    work: &mut dyn UnitOfWork,
    profile_id: ProfileId,
    (person, outcomes): (&ErasedPerson, &[ErasedOutcome]),
    part: Part,
) -> Result<Vec<Option<KeptEvidence>>, StoreError> {
    let of_events = outcomes.iter().map(|it| EvidenceOf::Event(it.id.into()));
    let own = person.browsers.iter().filter(|it| it.is_own);
    let of_browsers = own.map(|it| EvidenceOf::Visitor(it.visitor_id));
    let of: Vec<EvidenceOf> = of_events.chain(of_browsers).collect();
    let store = work.match_evidence();
    store.kept(profile_id, &of, (part.limit, part.offset)).await
}
