//! How a use case gets its transaction: begun, settled, and run again when another was faster. Nobody
//! else begins one for a use case, so that the policy is the same everywhere.

use std::pin::Pin;

use kernel::StoreError;

use crate::unit_of_work::{UnitOfWork, UnitsOfWork, settle};

/// How often a transaction that lost a race is run, the first time included.
pub const TRIES: usize = 8;

/// What a use case is while it runs.
pub type Running<'a, T, E> = Pin<Box<dyn Future<Output = Result<T, E>> + Send + 'a>>;

/// An error that may be a lost race: nothing was written, and the same may succeed when it is run again.
pub trait Contended {
    /// Whether it is.
    fn is_contended(&self) -> bool;
}

impl Contended for StoreError {
    fn is_contended(&self) -> bool {
        matches!(self, Self::Conflict)
    }
}

/// Runs the use case with its input in a transaction: commits when it succeeds, rolls back when it does
/// not, and begins anew when it lost a race. The use case is given what it needs as `input`, because it
/// may be run more than once.
pub async fn transact<I, T, E>(
    units: &dyn UnitsOfWork,
    input: &I,
    run: impl for<'a> Fn(&'a mut dyn UnitOfWork, &'a I) -> Running<'a, T, E>,
) -> Result<T, E>
where
    I: Sync + ?Sized,
    E: From<StoreError> + Contended,
{
    let mut tries = 1;
    loop {
        let mut work = units.begin().await?;
        let outcome = run(&mut *work, input).await;
        match settle(work, outcome).await {
            Err(error) if error.is_contended() && tries < TRIES => tries += 1,
            outcome => return outcome,
        }
    }
}
