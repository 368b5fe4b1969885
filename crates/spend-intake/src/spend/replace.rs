//! Writes days of ad spend in place of all that is there: what a platform took back goes.

use ad_spend::{AccountDays, SpendDay};
use kernel::Actor;

use super::put::{PutError, SpendWritten};
use super::write::{Change, change};
use application::context::Context;
use application::ports::Profile;
use application::unit_of_work::UnitOfWork;

/// Leaves the account's days with these rows and no others, or everything as it is. All rows are of
/// the account. The same rows again change nothing.
pub async fn replace(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    profile: &Profile,
    (replaced, days): (&AccountDays, &[SpendDay]),
    actor: Actor,
) -> Result<SpendWritten, PutError> {
    let whole = Change {
        days,
        replaced: Some(replaced),
        actor,
    };
    change(work, context, profile, whole).await
}
