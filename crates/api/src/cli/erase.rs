//! `tributary erase` and `tributary erasures`.

use std::collections::BTreeSet;
use std::path::Path;

use application::ports::ProfileStore as _;
use kernel::{Actor, CustomerId, ProfileAccess, ProfileId};
use personal_data::erasure::{EraseError, Erased, erase};

use super::{Failure, print, profiles};
use crate::composition::Environment;
use crate::config::Erase;

/// Who was forgotten is read so many at a time.
const PAGE: u32 = 1_000;

/// Forgets a customer, or all of a list, for good.
pub(super) async fn run(environment: &Environment, asked: &Erase) -> Result<(), Failure> {
    if let Some(list) = &asked.list {
        return all(environment, list, &asked.confirm).await;
    }
    let (profile, customer) = (asked.profile.as_deref(), asked.customer.as_deref());
    let profile = profiles::find(environment, profile.unwrap_or_default()).await?;
    let customer = customer.unwrap_or_default();
    let id: CustomerId = customer
        .parse()
        .map_err(|_| Failure::usage(format!("--customer {customer}: is no customer's id")))?;
    if asked.confirm != customer {
        let words = "--confirm: must be the customer's id once more";
        return Err(Failure::usage(words));
    }
    let erased = one(environment, profile.id, id).await.map_err(failure)?;
    print(&format!("forgotten at {}: {}", erased.at, told(&erased)));
    Ok(())
}

async fn one(
    environment: &Environment,
    profile_id: ProfileId,
    id: CustomerId,
) -> Result<Erased, EraseError> {
    let access = ProfileAccess {
        profile_id,
        scopes: [].into(),
        actor: Actor::Operator,
    };
    let input = (access, id);
    let erased = environment.write(&input, |work, context, (access, id)| {
        Box::pin(erase(work, context, access, *id))
    });
    let erased = erased.await?;
    for id in erased.ids() {
        tracing::info!(profile.id = %profile_id, customer.id = %id, "a customer was forgotten");
    }
    Ok(erased)
}

fn told(erased: &Erased) -> String {
    format!(
        "{} identifiers, {} browsers, {} outcome events, {} events of browsers",
        erased.identifiers, erased.browsers, erased.outcome_events, erased.tracker_events
    )
}

/// Forgets everybody of a list; the whole of it is read before.
async fn all(environment: &Environment, list: &Path, confirm: &str) -> Result<(), Failure> {
    let shown = list.display();
    let text = std::fs::read_to_string(list);
    let text = text.map_err(Failure::io(format!("cannot read {shown}")))?;
    let lines = text.lines().enumerate();
    let lines = lines.filter(|(_, line)| !line.trim().is_empty());
    let wanted = lines.map(|(place, line)| {
        let wrong = || {
            Failure::usage(format!(
                "{shown}, line {}: is no profile and customer",
                place + 1
            ))
        };
        read(line).ok_or_else(wrong)
    });
    let wanted: Vec<(ProfileId, CustomerId)> = wanted.collect::<Result<_, _>>()?;
    if confirm != wanted.len().to_string() {
        let words = format!("--confirm: {shown} has {} customers; say so", wanted.len());
        return Err(Failure::usage(words));
    }
    let mut total = Total::default();
    let all: BTreeSet<_> = wanted.iter().copied().collect();
    for (profile_id, id) in wanted {
        let outcome = of_list(environment, profile_id, id, &all).await;
        total.add(profile_id, id, outcome.map_err(failure)?);
    }
    total.tell()
}

/// What became of somebody who is on a list.
#[derive(Clone, Copy)]
enum Outcome {
    Done,
    Before,
    Unknown,
    /// The id leads to somebody who is not on the list: in a backup of before two may be one who were parted since.
    LeadsTo(CustomerId),
    Busy,
}

async fn of_list(
    environment: &Environment,
    profile_id: ProfileId,
    id: CustomerId,
    all: &BTreeSet<(ProfileId, CustomerId)>,
) -> Result<Outcome, EraseError> {
    if environment.profiles.find(profile_id).await?.is_none() {
        return Ok(Outcome::Unknown);
    }
    let input = (profile_id, id);
    let found = environment.write(&input, |work, _, (profile_id, id)| {
        Box::pin(async move { work.joins().customers(*profile_id, &[*id]).await })
    });
    let found = found.await.map_err(EraseError::Store)?;
    let leader = found.first().and_then(|it| it.merged_into);
    if let Some(leader) = leader.filter(|leader| !all.contains(&(profile_id, *leader))) {
        return Ok(Outcome::LeadsTo(leader));
    }
    match one(environment, profile_id, id).await {
        Ok(erased) if erased.was_before => Ok(Outcome::Before),
        Ok(_) => Ok(Outcome::Done),
        Err(EraseError::NotFound) => Ok(Outcome::Unknown),
        Err(EraseError::Busy) => Ok(Outcome::Busy),
        Err(error) => Err(error),
    }
}

/// What became of a list.
#[derive(Default)]
struct Total {
    done: u64,
    before: u64,
    unknown: u64,
    left: Vec<String>,
}

impl Total {
    fn add(&mut self, profile_id: ProfileId, id: CustomerId, outcome: Outcome) {
        let left = match outcome {
            Outcome::Done => return self.done += 1,
            Outcome::Before => return self.before += 1,
            Outcome::Unknown => return self.unknown += 1,
            Outcome::LeadsTo(leader) => format!(
                "leads to {leader}, who is not on the list: part them, or forget {leader} as well"
            ),
            Outcome::Busy => "the profile is being replayed; try the list again".to_owned(),
        };
        self.left.push(format!("{profile_id},{id}: {left}"));
    }

    /// Fails where somebody is left.
    fn tell(self) -> Result<(), Failure> {
        let Self {
            done,
            before,
            unknown,
            left,
        } = self;
        print(&format!(
            "{done} forgotten, {before} were before, {unknown} are not known, {} left",
            left.len()
        ));
        if left.is_empty() {
            return Ok(());
        }
        Err(Failure::usage(left.join("\n")))
    }
}

/// A line of a list: what stands behind both ids is for people.
fn read(line: &str) -> Option<(ProfileId, CustomerId)> {
    let mut fields = line.split(',').map(str::trim);
    let profile_id = fields.next()?.parse().ok()?;
    Some((profile_id, fields.next()?.parse().ok()?))
}

/// Prints who was forgotten.
pub(super) async fn list(environment: &Environment, profile: &str) -> Result<(), Failure> {
    let profile = profiles::find(environment, profile).await?;
    let mut after = 0;
    loop {
        let input = (profile.id, after);
        let listed = environment.write(&input, |work, _, (id, after)| {
            Box::pin(async move { work.erasures().listed(*id, *after, PAGE).await })
        });
        let listed: Vec<_> = listed.await?;
        let Some((last, _, _)) = listed.last() else {
            return Ok(());
        };
        after = *last;
        for (_, id, at) in &listed {
            print(&format!("{},{},{at}", profile.id, id.uuid()));
        }
    }
}

fn failure(error: EraseError) -> Failure {
    match error {
        EraseError::Store(error) => error.into(),
        EraseError::NotFound | EraseError::Busy => Failure::usage(error.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_a_profile_and_a_customer_and_whatever_follows() {
        let (one, other) = (uuid::Uuid::from_u128(1), uuid::Uuid::from_u128(2));
        for line in [
            format!("{one},{other}"),
            format!(" {one} , {other},2026-01-02T03:04:05Z"),
        ] {
            let (profile_id, id) = read(&line).unwrap();
            assert_eq!((profile_id.uuid(), id.uuid()), (one, other), "{line}");
        }
        for line in ["", "x,y", &format!("{one}"), &format!("{one};{other}")] {
            assert_eq!(read(line), None, "{line}");
        }
    }
}
