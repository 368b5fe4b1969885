//! Derives the results of people on every core, and copies them into the generation on both
//! connections.

use std::io::Cursor;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use application::StoreError;
use application::attribution::replay::Results;
use application::ports::ReplayStep;
use futures_util::SinkExt;
use tokio::sync::{Mutex, mpsc};
use tokio::task::JoinSet;
use tokio_postgres::{Client, Statement};

use super::Job;
use super::copy_in::Rows;
use super::read::Facts;
use super::rollups::Rollups;
use super::rows;
use super::snapshot::{Pair, failed};
use crate::attribution::Target;

/// People whose results are derived and written at once: some megabytes of rows.
const BLOCK: usize = 1_024;

/// Blocks that wait to be written.
const WAITING: usize = 2;

/// Threads that derive; the server writes at the same time.
const MOST_THREADS: usize = 4;

/// The results of some people, as the server takes them.
struct Block {
    people: u64,
    conversions: Rows,
    credits: Rows,
}

/// Writes the results of everybody in `facts`.
pub(super) async fn write(
    pair: &Pair,
    job: &Job,
    facts: Facts,
    rollups: &Rollups,
) -> Result<(), StoreError> {
    let (sender, receiver) = mpsc::channel(WAITING);
    let mut threads = derive(job, &Arc::new(facts), rollups, &sender);
    // The receiver sees the end when the threads have ended.
    drop(sender);
    let blocks = Mutex::new(receiver);
    let written = tokio::try_join!(
        copy(&pair.one.client, job, &blocks),
        copy(&pair.two.client, job, &blocks),
    );
    // Threads that wait to hand a block over see that nobody takes it.
    drop(blocks);
    while let Some(ended) = threads.join_next().await {
        ended.map_err(|error| StoreError::Unavailable(format!("a replay thread died: {error}")))?;
    }
    written.map(|_| ())
}

fn derive(
    job: &Job,
    facts: &Arc<Facts>,
    rollups: &Rollups,
    blocks: &mpsc::Sender<Block>,
) -> JoinSet<()> {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let next = Arc::new(AtomicUsize::new(0));
    let mut threads = JoinSet::new();
    for _ in 0..cores.min(MOST_THREADS) {
        let (job, facts) = (job.clone(), Arc::clone(facts));
        let (next, blocks) = (Arc::clone(&next), blocks.clone());
        let rollups = rollups.clone();
        threads.spawn_blocking(move || {
            let from = || next.fetch_add(BLOCK, Ordering::Relaxed);
            while let Some(block) = block(&job, &facts, &rollups, from()) {
                if blocks.blocking_send(block).is_err() {
                    break;
                }
            }
        });
    }
    threads
}

/// The results of the people from a number on; `None` after the last of them.
fn block(job: &Job, facts: &Facts, rollups: &Rollups, from: usize) -> Option<Block> {
    let until = facts.people().min(from.saturating_add(BLOCK));
    let numbers = (from..until).filter_map(|number| u32::try_from(number).ok());
    let people = numbers.filter_map(|number| facts.person(number)).collect();
    let results = (from < until).then(|| (job.order.derive)(&people))?;
    rollups.add(&results);
    Some(Block {
        people: u64::try_from(people.len()).unwrap_or_default(),
        conversions: conversions(job.target(), &results),
        credits: credits(job.target(), &results),
    })
}

fn conversions(target: Target, results: &Results) -> Rows {
    let mut rows = Rows::default();
    for row in &results.conversions {
        rows::conversion(&mut rows, target, row);
    }
    rows
}

fn credits(target: Target, results: &Results) -> Rows {
    let mut rows = Rows::default();
    for row in &results.credits {
        let conversion = results.conversions.get(row.conversion);
        let credited = conversion.and_then(|conversion| {
            Some((conversion, conversion.attributed.credits.get(row.credit)?))
        });
        if let Some(credited) = credited {
            rows::credit(&mut rows, target, row, credited);
        }
    }
    rows
}

/// Copies blocks until there are no more.
async fn copy(
    client: &Client,
    job: &Job,
    blocks: &Mutex<mpsc::Receiver<Block>>,
) -> Result<(), StoreError> {
    let prepare = |statement| client.prepare(statement);
    let conversions = prepare(include_str!("sql/copy_conversions.sql"));
    let conversions = conversions.await.map_err(failed)?;
    let credits = prepare(include_str!("sql/copy_credits.sql"));
    let credits = credits.await.map_err(failed)?;
    loop {
        let next = blocks.lock().await.recv().await;
        let Some(block) = next else {
            return Ok(());
        };
        copy_rows(client, &conversions, block.conversions).await?;
        copy_rows(client, &credits, block.credits).await?;
        let people = block.people;
        job.tell(ReplayStep::Replayed { people }).await?;
    }
}

async fn copy_rows(client: &Client, statement: &Statement, rows: Rows) -> Result<(), StoreError> {
    if rows.is_empty() {
        return Ok(());
    }
    let sink = client.copy_in(statement).await.map_err(failed)?;
    let mut sink = std::pin::pin!(sink);
    let bytes = Cursor::new(rows.finish());
    sink.send(bytes).await.map_err(failed)?;
    sink.finish().await.map_err(failed)?;
    Ok(())
}
