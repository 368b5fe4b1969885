//! How a form changes something: in one transaction, which a reader who goes away does not cut.

use actix_web::web;
use application::{UnitOfWork, settle};
use futures_util::future::BoxFuture;
use tracing::Instrument;

use super::error::PageError;
use http_kit::state::AppState;

/// Runs the use case in a transaction of its own, and commits when it succeeds.
pub(super) async fn write<T, E, F>(state: &web::Data<AppState>, run: F) -> Result<T, PageError>
where
    T: Send + 'static,
    E: From<kernel::StoreError> + Into<PageError> + Send + 'static,
    F: for<'a> FnOnce(&'a mut dyn UnitOfWork, &'a AppState) -> BoxFuture<'a, Result<T, E>>
        + Send
        + 'static,
{
    let state = state.clone().into_inner();
    let work = async move {
        let mut work = state.units.begin().await?;
        let outcome = run(&mut *work, &state).await;
        settle(work, outcome).await
    };
    let task = tokio::spawn(work.in_current_span());
    match task.await {
        Ok(outcome) => outcome.map_err(E::into),
        Err(failure) => Err(PageError::internal(&failure)),
    }
}
