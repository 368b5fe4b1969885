//! Derives the results of people, and copies them into the generation: half of the people on one
//! connection, the others on the other, each with a thread that derives.
//!
//! Blocks of people are in the order of their ids. So the two connections write into different pages
//! of an index, and neither waits for the other's.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use application::ports::ReplayStep;
use attribution_models::ports::Results;
use kernel::StoreError;
use tokio::sync::mpsc;
use tokio_postgres::Client;

use super::Job;
use super::copy_in::{Rows, send};
use super::read::Facts;
use super::rollups::Rollups;
use super::rows;
use super::snapshot::{self, Pair};
use postgres_kit::generation::Target;

/// People whose results are derived and written at once: some megabytes of rows.
const BLOCK: usize = 1_024;

/// Blocks of a connection that wait to be written.
const WAITING: usize = 1;

/// The results of some people, as the server takes them.
struct Block {
    people: u64,
    conversions: Rows,
    credits: Rows,
}

/// Writes the results of everybody in `facts`, and gives them back.
pub(super) async fn write(
    pair: &Pair,
    job: &Job,
    facts: Facts,
    rollups: &Rollups,
) -> Result<Facts, StoreError> {
    let facts = Arc::new(facts);
    let failed = Arc::new(AtomicBool::new(false));
    let (middle, end) = (facts.people() / 2, facts.people());
    let half = |client, places| write_some(client, job, (&facts, places), rollups, &failed);
    // Both are waited for: a thread of this replay must not go on beside the next one.
    let (one, two) = tokio::join!(
        half(&pair.one.client, 0..middle),
        half(&pair.two.client, middle..end),
    );
    one.and(two)?;
    Arc::into_inner(facts).ok_or_else(|| StoreError::inconsistent("a replay thread did not end"))
}

/// Writes the results of the people in some places, as long as nothing has `failed`.
async fn write_some(
    client: &Client,
    job: &Job,
    (facts, mut places): (&Arc<Facts>, Range<usize>),
    rollups: &Rollups,
    failed: &Arc<AtomicBool>,
) -> Result<(), StoreError> {
    let (sender, blocks) = mpsc::channel(WAITING);
    let (order, facts, rollups) = (job.clone(), Arc::clone(facts), rollups.clone());
    let stop = Arc::clone(failed);
    let deriving = tokio::task::spawn_blocking(move || {
        while !stop.load(Ordering::Relaxed) {
            let Some(block) = block(&order, &facts, &rollups, &mut places) else {
                break;
            };
            // Nobody takes any more when writing has failed.
            if sender.blocking_send(block).is_err() {
                break;
            }
        }
    });
    let written = copy(client, job, blocks).await;
    let derived = deriving
        .await
        .map_err(|error| StoreError::inconsistent(format!("a replay thread died: {error}")));
    let ended = written.and(derived);
    if ended.is_err() {
        failed.store(true, Ordering::Relaxed);
    }
    ended
}

/// The results of the next people of the places; `None` after the last of them.
fn block(job: &Job, facts: &Facts, rollups: &Rollups, places: &mut Range<usize>) -> Option<Block> {
    let people: HashMap<_, _> = places
        .by_ref()
        .take(BLOCK)
        .filter_map(|place| facts.person(place))
        .collect();
    if people.is_empty() {
        return None;
    }
    let results = (job.order.derive)(&people);
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
    mut blocks: mpsc::Receiver<Block>,
) -> Result<(), StoreError> {
    let prepare = |statement| client.prepare(statement);
    let conversions = prepare(include_str!("sql/copy_conversions.sql"));
    let conversions = conversions.await.map_err(snapshot::failed)?;
    let credits = prepare(include_str!("sql/copy_credits.sql"));
    let credits = credits.await.map_err(snapshot::failed)?;
    while let Some(block) = blocks.recv().await {
        send(client, &conversions, block.conversions).await?;
        send(client, &credits, block.credits).await?;
        let people = block.people;
        job.tell(ReplayStep::Replayed { people }).await?;
    }
    Ok(())
}
