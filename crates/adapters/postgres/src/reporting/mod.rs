//! Reports. The SQL of each stands beside its module.
//!
//! Every report reads inside one read-only snapshot, so that a new generation that is published
//! meanwhile is seen as a whole or not at all.

mod customers;
mod freshness;
mod journey;
mod outcomes;
mod overview;
mod predicate;
mod recomputes;
mod restatements;

use application::StoreError;
use reporting::ReadError;

pub use customers::PgCustomersReader;
pub use freshness::PgFreshnessReader;
pub use journey::PgJourneyReader;
pub use outcomes::PgOutcomesReader;
pub use overview::PgOverviewReader;
pub use recomputes::PgRecomputesReader;
pub use restatements::PgRestatementsReader;

/// A store's error as reports tell it.
#[expect(
    clippy::needless_pass_by_value,
    reason = "it is what `map_err` hands over"
)]
fn unavailable(error: StoreError) -> ReadError {
    ReadError::Unavailable(error.to_string())
}

/// A failed statement as reports tell it.
fn failed(error: diesel::result::Error) -> ReadError {
    unavailable(crate::error::store(error))
}

/// Carries a report's error through diesel's transaction.
struct Failed(ReadError);

impl From<diesel::result::Error> for Failed {
    fn from(error: diesel::result::Error) -> Self {
        Self(failed(error))
    }
}

/// An exact decimal as PostgreSQL printed it.
fn exact(text: &str) -> Result<kernel::Exact, ReadError> {
    text.parse()
        .map_err(|error| ReadError::Unavailable(format!("{text}: {error}")))
}
