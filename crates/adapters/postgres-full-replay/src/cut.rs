//! The browser events of everybody as sessions and touches, a batch of browsers at a time.
//!
//! The server puts the events of one browser beside each other, on its disk when they are many, so
//! that only some batches are in memory here. One thread reads, another derives, and the caller
//! writes.

use std::sync::Arc;

use application::ports::{Cut, CutStep, CutVisitors, SessionCut, VisitorHit, VisitorRange};
use async_trait::async_trait;
use futures_util::TryStreamExt;
use kernel::{ProfileId, StoreError, VisitorId};
use tokio::sync::{Semaphore, mpsc};
use tokio::task::JoinHandle;

use super::copy_out::{Fields, rows, some};
use super::snapshot::{SETTINGS, failed};
use super::{PATIENCE, Watch};
use postgres_kit::pool::{Direct, Lifeline, PgPool};
use postgres_kit::rows::utc;
use postgres_kit::visitor_hits::HitRow;

/// Events in a batch, more when the last browser has more: some ten megabytes.
const BATCH: usize = 25_000;

/// Batches that wait for the next thread.
const WAITING: usize = 1;

/// All events of a profile are read where they lie and sorted, by several processes of the server.
/// It would rather follow an index to each of them, which takes four times as long even when the
/// pages are in memory.
const WITHOUT_INDEX: &str = "SET LOCAL enable_indexscan = off";

type Step = Result<CutStep, StoreError>;

/// A derivation in tasks of its own.
pub(crate) struct PgSessionCut {
    steps: mpsc::Receiver<Step>,
    watch: Watch,
    task: JoinHandle<()>,
}

impl Drop for PgSessionCut {
    fn drop(&mut self) {
        self.task.abort();
    }
}

#[async_trait]
impl SessionCut for PgSessionCut {
    async fn step(&mut self) -> Step {
        match tokio::time::timeout(PATIENCE, self.steps.recv()).await {
            Err(_) => self.watch.look().map(|()| CutStep::Underway),
            Ok(Some(step)) => step,
            Ok(None) => Err(ended_early()),
        }
    }
}

fn ended_early() -> StoreError {
    StoreError::inconsistent("the derivation of sessions ended early")
}

/// Begins as soon as the replay before it has ended.
pub(super) fn begin(
    pool: PgPool,
    profile_id: ProfileId,
    cut: Cut,
    turn: Arc<Semaphore>,
) -> PgSessionCut {
    let (sender, steps) = mpsc::channel(WAITING);
    let watch = Watch::new(&pool);
    let lifeline = Arc::clone(&watch.lifeline);
    let task = tokio::spawn(async move {
        let job = Job {
            profile_id,
            cut,
            lifeline,
        };
        let ended = run(&pool, job, &turn, &sender).await;
        // Nobody listens to a derivation that was dropped.
        let _ = sender.send(ended.map(|()| CutStep::Done)).await;
    });
    PgSessionCut { steps, watch, task }
}

/// Whose sessions are derived, how, and what is watched meanwhile.
struct Job {
    profile_id: ProfileId,
    cut: Cut,
    lifeline: Arc<Lifeline>,
}

async fn run(
    pool: &PgPool,
    job: Job,
    turn: &Semaphore,
    steps: &mpsc::Sender<Step>,
) -> Result<(), StoreError> {
    let Job {
        profile_id,
        cut,
        lifeline,
    } = job;
    let turn = turn.acquire().await;
    let _turn = turn.map_err(StoreError::inconsistent)?;
    let direct = pool.direct(lifeline).await?;
    let (batches, mut read) = mpsc::channel::<Batch>(WAITING);
    let steps = steps.clone();
    let deriving = tokio::task::spawn_blocking(move || {
        while let Some(batch) = read.blocking_recv() {
            let (sessions, touches) = cut(batch.hits);
            let cut = CutVisitors {
                visitors: batch.visitors,
                sessions,
                touches,
            };
            if steps.blocking_send(Ok(CutStep::Cut(cut))).is_err() {
                break;
            }
        }
    });
    stream(&direct, profile_id, &batches).await?;
    // The thread sees the end when there is no sender left.
    drop(batches);
    deriving
        .await
        .map_err(|error| StoreError::inconsistent(format!("a replay thread died: {error}")))
}

/// Sends the events of all browsers.
async fn stream(
    direct: &Direct,
    profile_id: ProfileId,
    batches: &mpsc::Sender<Batch>,
) -> Result<(), StoreError> {
    let client = &direct.client;
    let begin = format!("BEGIN READ ONLY; {SETTINGS}; {WITHOUT_INDEX}");
    client.batch_execute(&begin).await.map_err(failed)?;
    // COPY takes no parameters: the profile is hexadecimal digits and hyphens.
    let profile = format!("'{profile_id}'::uuid");
    let mut select = include_str!("sql/hits.sql");
    let excluded = format!("SELECT FROM excluded_events WHERE profile_id = {profile} LIMIT 1");
    let excluded = client.query_opt(&excluded, &[]).await;
    if excluded.map_err(failed)?.is_none() {
        select = include_str!("sql/all_hits.sql");
    }
    let select = select.replace("$1", &profile);
    let copy = format!("COPY ({select}) TO STDOUT (FORMAT binary)");
    let messages = client.copy_out(&copy).await.map_err(failed)?;
    let mut messages = std::pin::pin!(messages);
    let mut gathered = CoalescedReads::default();
    while let Some(message) = messages.try_next().await.map_err(failed)? {
        let mut full = None;
        rows(&message, &mut |row| {
            full = gathered.add(hit(row)?).or(full.take());
            Ok(())
        })?;
        if let Some(batch) = full {
            send(batches, batch).await?;
        }
    }
    send(batches, gathered.rest()).await
}

async fn send(batches: &mpsc::Sender<Batch>, batch: Batch) -> Result<(), StoreError> {
    batches.send(batch).await.map_err(|_| ended_early())
}

/// The events of some browsers.
struct Batch {
    visitors: VisitorRange,
    hits: Vec<VisitorHit>,
}

/// The events since the last batch.
#[derive(Default)]
struct CoalescedReads {
    after: Option<VisitorId>,
    hits: Vec<VisitorHit>,
}

impl CoalescedReads {
    /// Adds an event; the batch before it when that is full and it is the first of a browser. A
    /// message of the server has one row or few, so there is at most one full batch a message.
    fn add(&mut self, hit: VisitorHit) -> Option<Batch> {
        let last = self.hits.last().map(|last| last.visitor_id);
        let is_first = last != Some(hit.visitor_id);
        let full = (is_first && self.hits.len() >= BATCH).then(|| Batch {
            visitors: VisitorRange {
                after: std::mem::replace(&mut self.after, last),
                until: last,
            },
            hits: std::mem::take(&mut self.hits),
        });
        self.hits.push(hit);
        full
    }

    /// What is left, and all browsers after it.
    fn rest(self) -> Batch {
        Batch {
            visitors: VisitorRange {
                after: self.after,
                until: None,
            },
            hits: self.hits,
        }
    }
}

/// A row of `hits.sql`.
fn hit(row: &mut Fields<'_>) -> Result<VisitorHit, StoreError> {
    let owned = |text: Option<&str>| text.map(str::to_owned);
    let hit = HitRow {
        visitor_id: some(row.uuid()?)?,
        id: some(row.uuid()?)?,
        occurred_at: utc(some(row.instant()?)?),
        kind: some(owned(row.text()?))?,
        engaged_ms: row.integer()?,
        signature_id: row.bigint()?,
        source_key: row.bigint()?,
        names_a_source: row.boolean()?,
        exclusion: owned(row.text()?),
        referrer: owned(row.text()?),
        path: owned(row.text()?),
        country: owned(row.text()?),
        device: owned(row.text()?),
        browser: owned(row.text()?),
        os: owned(row.text()?),
        ad_id: owned(row.text()?),
        campaign_id: owned(row.text()?),
        click_ids: owned(row.text()?),
        is_bot: some(row.boolean()?)?,
    };
    Ok(hit.into())
}

#[cfg(test)]
mod tests {
    use event_intake::{Hit, HitKind};
    use kernel::Timestamp;
    use uuid::Uuid;

    use super::*;

    fn of(visitor: u128) -> VisitorHit {
        VisitorHit {
            visitor_id: Uuid::from_u128(visitor).into(),
            hit: Hit {
                id: Uuid::from_u128(visitor).into(),
                at: Timestamp::from_micros(0),
                bot: false,
                kind: HitKind::Other,
            },
            referrer: None,
            path: None,
            country: None,
            device: None,
            browser: None,
            os: None,
            ad_id: None,
            campaign_id: None,
            click_ids: Vec::new(),
        }
    }

    #[test]
    fn a_batch_ends_with_a_browser_and_ranges_leave_nobody_out() {
        let mut gathered = CoalescedReads::default();
        for _ in 0..=BATCH {
            assert!(gathered.add(of(1)).is_none());
        }
        let first = gathered.add(of(2)).unwrap();
        assert_eq!(first.hits.len(), BATCH + 1);
        let one = Some(Uuid::from_u128(1).into());
        let range = |after, until| VisitorRange { after, until };
        assert_eq!(first.visitors, range(None, one));
        let rest = gathered.rest();
        assert_eq!(rest.hits.len(), 1);
        assert_eq!(rest.visitors, range(one, None));
        assert_eq!(CoalescedReads::default().rest().visitors, range(None, None));
    }
}
