//! What reports add up, kept beside what it is derived from.
//!
//! Decides: where the columns of `tributary_rollups` are stored, and that whoever replaces sessions
//! or results adds what that changes in the same transaction. Deliberately does not know: what the
//! bytes mean.
//!
//! Every writer holds the profile's `attribution_state` row, so changes have one order.
//!
//! Reading order: [`RollupKey`], [`read`] (what reports load) and [`cache`] (what they remember of it),
//! [`visits`], [`touches`] and [`credits`] with [`reasons`] (what writers add), [`fold`] (changes go into days) and
//! [`put`] (days are written), [`build`] (from the rows, after an upgrade), [`spend`] (which is added up when it is
//! written, and has no changes).

mod build;
pub mod cache;
pub mod credits;
pub mod dims;
mod fold;
mod put;
pub mod read;
mod reasons;
pub mod spend;
pub mod touches;
pub mod visits;
pub mod whole;

use diesel::sql_types::{BigInt, Bytea, Date as SqlDate, Integer, Text, Uuid as SqlUuid};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use kernel::{ProfileId, StoreError};
use tributary_rollups::batch::Measure;
use tributary_rollups::{Batch, recent};

pub use build::{build_missing, build_visits_and_touches};
pub use fold::fold;

use crate::error::store;
use crate::statement::prepared;

/// What is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Population {
    /// Sessions of people.
    Visits,
    /// Touches of people.
    Touches,
    /// Credits on the conversion's day.
    Credits,
    /// Credits on the touch's day.
    TouchCredits,
}

impl Population {
    const fn as_str(self) -> &'static str {
        match self {
            Self::Visits => "visits",
            Self::Touches => "touches",
            Self::Credits => "credits",
            Self::TouchCredits => "touch_credits",
        }
    }
}

/// Whose, of what, and of which generation.
#[derive(Clone, Copy, Debug)]
pub struct RollupKey {
    /// Whose.
    pub profile_id: ProfileId,
    /// Of what.
    pub population: Population,
    /// Of which generation.
    pub generation: i64,
}

impl RollupKey {
    /// Visits, which have no generations.
    pub const fn visits(profile_id: ProfileId) -> Self {
        Self {
            profile_id,
            population: Population::Visits,
            generation: 0,
        }
    }

    /// Touches, which have no generations either. Theirs is later than any, because a release that does not know them takes
    /// away everything but visits of earlier ones.
    pub const fn touches(profile_id: ProfileId) -> Self {
        Self {
            profile_id,
            population: Population::Touches,
            generation: i64::MAX,
        }
    }
}

/// Adds a change, unless it comes to nothing.
async fn append<M: Measure>(
    connection: &mut AsyncPgConnection,
    place: RollupKey,
    mut change: Batch<M>,
) -> Result<(), StoreError> {
    change.settle();
    // Settled rows are in the order of days.
    let ends = change.rows().first().zip(change.rows().last());
    let Some((first, last)) = ends.map(|(first, last)| (first.day, last.day)) else {
        return Ok(());
    };
    let size = i32::try_from(change.rows().len()).unwrap_or(i32::MAX);
    prepared(include_str!("append.sql"))
        .bind::<SqlUuid, _>(place.profile_id.uuid())
        .bind::<Text, _>(place.population.as_str())
        .bind::<BigInt, _>(place.generation)
        .bind::<Integer, _>(size)
        .bind::<Bytea, _>(recent::encode(&change))
        .bind::<SqlDate, _>(first)
        .bind::<SqlDate, _>(last)
        .execute(connection)
        .await
        .map_err(store)?;
    Ok(())
}
