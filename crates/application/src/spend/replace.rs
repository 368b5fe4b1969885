//! Writes days of ad spend in place of all that is there: what a platform took back goes.

use kernel::{Actor, Date};

use super::put::{PutError, SpendDay, SpendWritten};
use super::write::{Change, change};
use crate::context::Context;
use crate::ports::Profile;
use crate::unit_of_work::UnitOfWork;

/// Days of one account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AccountDays {
    /// The platform.
    pub platform: String,
    /// The account; empty for what no account is named of.
    pub account_id: String,
    /// The days, each once.
    pub dates: Vec<Date>,
}

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
