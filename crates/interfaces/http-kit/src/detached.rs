//! Work that a client which hangs up must not cut.

use kernel::StoreError;
use tracing::Instrument;

use super::problem::Problem;

/// Runs the work as a task of its own and waits for it. When the caller goes away, the waiting
/// ends and the work does not.
pub async fn detached<T: Send + 'static>(
    work: impl Future<Output = Result<T, Problem>> + Send + 'static,
) -> Result<T, Problem> {
    let task = tokio::spawn(work.in_current_span());
    task.await
        .unwrap_or_else(|failure| Err(Problem::internal(&failure)))
}

/// A race that was lost again and again, and a database that cannot be used now, are worth another try
/// by the caller; everything else that a store says is a failure of ours.
impl From<StoreError> for Problem {
    fn from(error: StoreError) -> Self {
        Self::internal(&error)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, Ordering};

    use super::*;
    use crate::problem::Code;

    #[actix_web::test]
    async fn work_goes_on_when_nobody_waits() {
        let done = Arc::new(AtomicBool::new(false));
        let (go, started) = tokio::sync::oneshot::channel::<()>();
        let (finished, end) = tokio::sync::oneshot::channel::<()>();
        let flag = done.clone();
        let work = detached(async move {
            started.await.unwrap();
            flag.store(true, Ordering::SeqCst);
            finished.send(()).unwrap();
            Ok(())
        });
        {
            let mut work = std::pin::pin!(work);
            assert!(futures_util::poll!(&mut work).is_pending());
        }
        go.send(()).unwrap();
        end.await.unwrap();
        assert!(done.load(Ordering::SeqCst));
    }

    #[actix_web::test]
    async fn a_panic_in_the_work_is_a_500() {
        let outcome: Result<(), _> = detached(async { panic!("inside") }).await;
        assert_eq!(outcome.unwrap_err().code(), Code::InternalError);
    }
}
