//! The measures, in order.

use std::process::Command;

use tributary_bench::table::markdown;

use crate::duck::Duck;
use crate::settings::{Settings, root};
use crate::world::World;
use crate::{
    against, classify, collect, customers, events, export_runs, exports, incremental, load, memory,
    quality, replay, reports, spend, start, webhooks, worst, young,
};

pub(crate) fn run() {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap();
    let settings = Settings::read();
    let dir = settings.dir.clone();
    runtime.block_on(async {
        tokio::select! {
            () = measure(settings) => {}
            // Dropping what was begun has stopped the service and the server.
            _ = tokio::signal::ctrl_c() => eprintln!("stopped"),
        }
    });
    std::fs::remove_dir_all(dir).unwrap();
}

async fn measure(settings: Settings) {
    let mut world = World::new(settings).await;
    load::load(&mut world).await;
    if let Some(old) = world.settings.against.clone() {
        let text = against::measure(&mut world, old).await;
        println!("\n{text}\nwritten to {}", world.settings.out.display());
        world.cluster.leave(&|_| {}).unwrap();
        return;
    }
    if world.settings.memory.is_some() {
        memory::measure(&mut world).await;
    } else {
        all(&mut world).await;
    }
    println!("\n{}", write(&world).await);
    println!("written to {}", world.settings.out.display());
    world.cluster.leave(&|_| {}).unwrap();
}

/// The table as it stands, which is also written to its file: nothing is lost when a later measure
/// takes too long for somebody's patience.
async fn write(world: &World) -> String {
    let text = markdown(&head(world).await, &world.rows);
    std::fs::create_dir_all(world.settings.out.parent().unwrap()).unwrap();
    std::fs::write(&world.settings.out, &text).unwrap();
    text
}

/// Every measure, those that take long last.
const MEASURES: [&str; 15] = [
    "start",
    "reports",
    "customers",
    "quality",
    "classify",
    "exports",
    "collect",
    "events",
    "spend",
    "incremental",
    "webhooks",
    "export_runs",
    "replay",
    "young",
    "worst",
];

async fn all(world: &mut World) {
    let needs_duck = ["reports", "replay"].map(|measure| world.settings.wants(measure));
    let mut duck = if needs_duck.contains(&true) {
        Duck::start(world).await
    } else {
        None
    };
    for measure in MEASURES {
        if !world.settings.wants(measure) {
            continue;
        }
        match measure {
            "start" => start::measure(world).await,
            "reports" => reports::measure(world, &mut duck).await,
            "customers" => customers::measure(world).await,
            "quality" => quality::measure(world).await,
            "classify" => classify::measure(world),
            "exports" => exports::measure(world),
            "collect" => collect::measure(world).await,
            "events" => events::measure(world).await,
            "spend" => spend::measure(world).await,
            "incremental" => incremental::measure(world).await,
            "webhooks" => webhooks::measure(world).await,
            "export_runs" => export_runs::measure(world).await,
            "young" => young::measure(world).await,
            "worst" => worst::measure(world).await,
            _ => replay::measure(world, &mut duck).await,
        }
        world.settle().await;
        write(world).await;
    }
}

/// Of what and on what machine.
async fn head(world: &World) -> Vec<String> {
    let setting = async |name: &str| {
        let row = world
            .db
            .query_one("SELECT current_setting($1)", &[&name])
            .await;
        row.unwrap().get::<_, String>(0)
    };
    let commit = Command::new("git")
        .args(["rev-parse", "--short=10", "HEAD"])
        .current_dir(root())
        .output()
        .map_or_else(
            |_| String::new(),
            |said| String::from_utf8_lossy(&said.stdout).into_owned(),
        );
    let memory = std::fs::read_to_string("/proc/meminfo").unwrap_or_default();
    let memory = memory
        .split_whitespace()
        .nth(1)
        .map_or(0, |kib| kib.parse::<u64>().unwrap());
    let mut head = vec![
        format!(
            "## {} events, commit {}",
            world.settings.events,
            commit.trim()
        ),
        String::new(),
        format!(
            "{} processors, {} GiB, PostgreSQL {}, fsync {}, synchronous_commit {}, shared_buffers {}.",
            std::thread::available_parallelism().map_or(1, std::num::NonZero::get),
            memory / 1_048_576,
            setting("server_version").await,
            setting("fsync").await,
            setting("synchronous_commit").await,
            setting("shared_buffers").await,
        ),
    ];
    for note in &world.notes {
        head.push(format!("- {note}"));
    }
    head
}
