//! How a form changes something: in one transaction, which a reader who goes away does not cut.

use actix_web::web;
use application::transaction::Running;
use application::{Contended, Context, UnitOfWork};
use kernel::StoreError;
use tracing::Instrument;

use super::error::PageError;
use http_kit::state::AppState;

/// Runs the use case with its input in a transaction of its own, and commits when it succeeds.
pub async fn write<I, T, E, F>(
    state: &web::Data<AppState>,
    input: I,
    run: F,
) -> Result<T, PageError>
where
    I: Send + Sync + 'static,
    T: Send + 'static,
    E: From<StoreError> + Contended + Into<PageError> + Send + 'static,
    F: for<'a> Fn(&'a mut dyn UnitOfWork, &'a Context<'a>, &'a I) -> Running<'a, T, E>
        + Send
        + Sync
        + 'static,
{
    let state = state.clone().into_inner();
    let work = async move { state.write(&input, run).await };
    let task = tokio::spawn(work.in_current_span());
    match task.await {
        Ok(outcome) => outcome.map_err(E::into),
        Err(failure) => Err(PageError::internal(&failure)),
    }
}
