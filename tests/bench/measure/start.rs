//! How soon the service is ready once the database is up, and what it weighs when nobody calls.

use std::time::Duration;

use tributary_bench::samples::Samples;
use tributary_bench::table::{Row, Target};

use crate::collect::float;
use crate::http::Client;
use crate::process;
use crate::service::Service;
use crate::world::World;

pub(crate) async fn measure(world: &mut World) {
    let (mut ready, mut resident) = (Samples::default(), Samples::default());
    for _ in 0..world.settings.rounds {
        let service = Service::start(&world.binary, true);
        Client::new(&service.address, "")
            .await
            .get_ok("/readyz")
            .await;
        ready.add(service.ready.as_secs_f64() * 1_000.0);
        tokio::time::sleep(Duration::from_secs(3)).await;
        resident.add(process::resident(service.pid()));
    }
    let kibibytes =
        usize::try_from(std::fs::metadata(&world.binary.path).unwrap().len() / 1_024).unwrap();
    let size = (float(kibibytes) / 1_024.0).into();
    world.add(Row::new("start to ready", "ms", ready).with_target(Target::AtMost(1_000.0)));
    world.add(Row::new("resident when idle", "MiB", resident).with_target(Target::AtMost(60.0)));
    world.add(Row::new("release binary", "MiB", size));
}
