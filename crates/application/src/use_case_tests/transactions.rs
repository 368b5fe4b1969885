//! How a use case is run.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use async_trait::async_trait;
use identity_graph::IdentifierError;
use kernel::{ProfileId, StoreError};

use crate::keys::issue::IssueKeyError;
use crate::mocks::MockWork;
use crate::mocks::given::is_run_again_after_a_race;
use crate::outcome_events::record::RecordError;
use crate::ports::{Cut, FullReplay, ReplayOrder, SessionCut};
use crate::tracking::collect::CollectError;
use crate::tracking::exclude::AddError;
use crate::transaction::{TRIES, transact};
use crate::unit_of_work::{UnitOfWork, UnitsOfWork};

/// Transactions that are counted.
#[derive(Default)]
struct Counted {
    begun: AtomicUsize,
    is_committed: Arc<AtomicBool>,
}

#[async_trait]
impl UnitsOfWork for Counted {
    async fn begin(&self) -> Result<Box<dyn UnitOfWork>, StoreError> {
        self.begun.fetch_add(1, Ordering::Relaxed);
        Ok(Box::new(MockWork {
            is_committed: Arc::clone(&self.is_committed),
            ..MockWork::default()
        }))
    }

    async fn replay_all(&self, _: ReplayOrder) -> Result<Box<dyn FullReplay>, StoreError> {
        Err(StoreError::Inconsistent("not asked for".to_owned()))
    }

    async fn cut_all(&self, _: ProfileId, _: Cut) -> Result<Box<dyn SessionCut>, StoreError> {
        Err(StoreError::Inconsistent("not asked for".to_owned()))
    }
}

/// Runs what loses so many races before it ends so.
async fn run(races: usize, end: Result<u8, StoreError>) -> (Result<u8, StoreError>, usize, bool) {
    let units = Counted::default();
    let input = (AtomicUsize::new(0), races, end);
    let outcome = transact(&units, &input, |_, (tries, races, end)| {
        Box::pin(async move {
            if tries.fetch_add(1, Ordering::Relaxed) < *races {
                return Err(StoreError::Conflict);
            }
            end.clone()
        })
    });
    let outcome = outcome.await;
    let begun = units.begun.load(Ordering::Relaxed);
    (outcome, begun, units.is_committed.load(Ordering::Relaxed))
}

#[tokio::test]
async fn a_lost_race_is_run_again_and_nothing_else_is() {
    assert!(matches!(run(0, Ok(7)).await, (Ok(7), 1, true)));
    assert!(matches!(run(3, Ok(7)).await, (Ok(7), 4, true)));
    let away = || Err(StoreError::Unavailable("away".to_owned()));
    let (outcome, begun, committed) = run(0, away()).await;
    assert!(matches!(outcome, Err(StoreError::Unavailable(_))));
    assert_eq!((begun, committed), (1, false));
}

#[tokio::test]
async fn whoever_loses_again_and_again_is_told() {
    let (outcome, begun, committed) = run(usize::MAX, Ok(7)).await;
    assert!(matches!(outcome, Err(StoreError::Conflict)));
    assert_eq!((begun, committed), (TRIES, false));
    assert!(matches!(run(TRIES - 1, Ok(7)).await, (Ok(7), TRIES, true)));
}

#[test]
fn every_use_case_is_run_again_after_a_lost_race_and_no_refusal_is() {
    let malformed = CollectError::Identifier {
        position: 0,
        error: IdentifierError {
            field: "email",
            reason: "is no address",
        },
    };
    let all = [
        is_run_again_after_a_race(&StoreError::inconsistent("a row")),
        is_run_again_after_a_race(&IssueKeyError::TooMany),
        is_run_again_after_a_race(&RecordError::KeyReused),
        is_run_again_after_a_race(&malformed),
        is_run_again_after_a_race(&AddError::TooMany),
    ];
    assert_eq!(all, [true; 5]);
}
