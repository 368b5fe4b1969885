//! Full replays: from events, as at the command line, and from sessions and touches, as after a
//! change of a window. Beside the floor, and beside DuckDB doing the same.

use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

use tributary_bench::samples::Samples;
use tributary_bench::table::{Row, Target};

use crate::duck::Duck;
use crate::floor::Floor;
use crate::http::Client;
use crate::process;
use crate::service::Service;
use crate::world::World;

/// A replay takes long: three rounds show its range.
const ROUNDS: usize = 3;

/// Seconds after which one round has to do.
const LONG: f64 = 60.0;

pub(crate) async fn measure(world: &mut World, duck: &mut Option<Duck>) {
    let floor = Floor::prepare(world).await;
    let (mut ours, mut least, mut ducks) =
        (Samples::default(), Samples::default(), Samples::default());
    let mut peaks = Samples::default();
    for _ in 0..ROUNDS {
        let (seconds, peak) = from_events(world);
        ours.add(seconds);
        peaks.add(peak);
        least.add(floor.of_events(world).await);
        if let Some(duck) = duck {
            ducks.add(duck.ask(include_str!("sql/duck_replay.sql")).milliseconds / 1_000.0);
        }
        if seconds > LONG {
            break;
        }
    }
    let row = Row::new("full replay from events", "s", ours.clone()).beside("floor", least);
    world.add(row.with_target(Target::RatioAtLeast(0.5)));
    if let Some(duck) = duck {
        let name = format!("DuckDB (peak {:.0} MiB)", duck.peak());
        let row = Row::new("full replay from events", "s", ours).beside(name, ducks);
        world.add(row.with_target(Target::RatioAtLeast(1.0)));
        same_pairs(world, duck).await;
    }
    let row = Row::new("full replay: peak resident", "MiB", peaks);
    world.add(row.with_target(Target::AtMost(512.0)));
    from_touches(world, &floor).await;
    floor.forget(world).await;
}

/// Seconds and peak memory of the command.
fn from_events(world: &World) -> (f64, f64) {
    let arguments = ["replay", "--profile", &world.account.profile];
    let begin = Instant::now();
    let mut command = world.binary.command(&arguments);
    let child = command.stderr(Stdio::null()).spawn().unwrap();
    let peak = watch(child);
    (begin.elapsed().as_secs_f64(), peak)
}

/// Waits for a process to end well; the most memory it was seen to have.
fn watch(mut child: Child) -> f64 {
    let mut peak: f64 = 0.0;
    loop {
        if let Some(status) = child.try_wait().unwrap() {
            assert!(status.success(), "the replay failed");
            return peak;
        }
        peak = peak.max(process::peak(child.id()));
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// A changed window, replayed by the worker of a running service: from the start of the replay to
/// its end, by the service's own record.
async fn from_touches(world: &mut World, floor: &Floor) {
    let service = Service::start(&world.binary, true);
    let mut client = Client::of(&service, &world.account.key).await;
    let (mut ours, mut least, mut peaks) =
        (Samples::default(), Samples::default(), Samples::default());
    for round in 0..ROUNDS {
        process::forget_peak(service.pid());
        let days = [31, 29, 30][round];
        let body = format!(r#"{{"click_window_days":{days}}}"#);
        let path = "/api/v1/profile/attribution-settings";
        let changed = client.send("PATCH", path, "", &body).await;
        assert_eq!(changed.status, 200, "{}", changed.body);
        let seconds = finished(world).await;
        ours.add(seconds);
        peaks.add(process::peak(service.pid()));
        least.add(floor.of_touches(world).await);
        if seconds > LONG {
            break;
        }
    }
    let row = Row::new("full replay after a changed window", "s", ours).beside("floor", least);
    world.add(row.with_target(Target::RatioAtLeast(0.5)));
    let row = Row::new("… peak resident of the service", "MiB", peaks);
    world.add(row.with_target(Target::AtMost(512.0)));
}

/// Seconds of the latest replay, once it is done.
async fn finished(world: &World) -> f64 {
    let statement = format!(
        "SELECT bool_and(status = 'completed'), \
         extract(epoch FROM max(finished_at) - max(started_at))::float8 \
         FROM recomputes WHERE profile_id = '{}'",
        world.account.profile
    );
    loop {
        tokio::time::sleep(Duration::from_millis(200)).await;
        let row = world.db.query_one(&statement, &[]).await.unwrap();
        if row.get(0) {
            return row.get(1);
        }
    }
}

/// DuckDB's replay finds the same pairs of conversions and touches, but for synthetic touches.
async fn same_pairs(world: &mut World, duck: &mut Duck) {
    let theirs = duck.ask("SELECT count(*) FROM credited").rows[0][0].clone();
    let statement = format!(
        "SELECT count(*)::text FROM credits JOIN attribution_state USING (profile_id, generation) \
         WHERE profile_id = '{}' AND touch_kind <> 'synthetic'",
        world.account.profile
    );
    let ours: String = world.db.query_one(&statement, &[]).await.unwrap().get(0);
    let note = format!("{ours} pairs of conversions and touches, {theirs} in DuckDB's replay");
    world.notes.push(note);
}
