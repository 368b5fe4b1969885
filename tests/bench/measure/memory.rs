//! Resident memory over ten minutes of everything at once: page views, outcomes and reports.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use tributary_bench::samples::slope;
use tributary_bench::table::Row;

use crate::collect::Load;
use crate::equal::{EVERYTHING, breakdown_path, overview_path};
use crate::http::Client;
use crate::incremental::{Pace, senders};
use crate::process;
use crate::service::Service;
use crate::world::World;

/// A busy hour of a shop. At the pace of the incremental measure, ten minutes would put five times
/// the conversions of the whole history into one day, and what is held of that day would grow.
const PACE: Pace = Pace {
    outcomes: 20,
    page_views: 400,
};

/// How often two reports are asked for.
const EVERY: Duration = Duration::from_secs(1);

pub(crate) async fn measure(world: &mut World) {
    let service = Service::start(&world.binary, true);
    let load = Load {
        key: world.ingest.tracking_key(&service).await,
        batch: 5,
        round: 200,
        traffic: Arc::clone(&world.traffic),
        duration: world.settings.memory.unwrap(),
    };
    let begin = Instant::now();
    let (outcomes, views) = (Arc::new(AtomicU64::new(0)), Arc::new(AtomicU64::new(0)));
    let tasks = senders(world, &service, (&load, PACE), (&outcomes, &views), begin).await;
    let mut points = watch(world, &service, begin).await;
    for task in tasks {
        task.await.unwrap();
    }
    let taken = |count: &AtomicU64| count.load(Ordering::Relaxed);
    world.notes.push(format!(
        "{} outcomes and {} page views in {} s",
        taken(&outcomes),
        taken(&views),
        begin.elapsed().as_secs()
    ));
    // The first third fills caches and pools.
    let settled = points.split_off(points.len() / 3);
    let rise = slope(&settled).into();
    let resident = points
        .iter()
        .chain(&settled)
        .map(|(_, resident)| *resident)
        .collect();
    world.add(Row::new("resident under mixed load", "MiB", resident));
    world.add(Row::new(
        "… rise over the last two thirds",
        "MiB a minute",
        rise,
    ));
}

/// Resident memory by minutes since the beginning, while reports are asked for.
async fn watch(world: &World, service: &Service, begin: Instant) -> Vec<(f64, f64)> {
    let mut points = Vec::new();
    while begin.elapsed() < world.settings.memory.unwrap() {
        let round = Instant::now();
        let mut client = Client::of(service, &world.account.key).await;
        let overview = overview_path(&world.days(), "linear", EVERYTHING);
        client.get_ok(&overview).await;
        let breakdown = breakdown_path(&world.days(), "channel", "time_decay");
        client.get_ok(&breakdown).await;
        let minutes = begin.elapsed().as_secs_f64() / 60.0;
        points.push((minutes, process::resident(service.pid())));
        tokio::time::sleep(EVERY.saturating_sub(round.elapsed())).await;
    }
    points
}
