//! A storm over real processes: while facts come in, the service, the database's parent process and
//! the connections between them are killed, stopped or silenced at random. When it is over, every
//! figure is that of a fresh service that was given the same facts in another order, and no fact is
//! lost or doubled.
//!
//! Short in the test suite; `TRIBUTARY_STORM_SECONDS` makes it longer and `TRIBUTARY_STORM_SEED`
//! another one. A fact has one identifier: what several of them on one fact mean in another order is
//! a matter of people.

mod facts;
mod figures;
mod load;
mod server;
mod weather;

use std::time::Duration;

use crate::dice::Dice;
use facts::Fact;
use figures::Figures;
use load::Load;
use server::Server;
use weather::{EVERY_EVENT, Weather};

use crate::service::{Service, eventually, new_key, new_profile};

/// A number that somebody exported, or what is usual.
fn number(name: &str, usual: u64) -> u64 {
    let given = std::env::var_os(name);
    given.map_or(usual, |text| text.to_str().unwrap().parse().unwrap())
}

/// A profile on a database, and who may speak for it.
struct Shop {
    url: String,
    key: String,
    tracking_key: String,
}

impl Shop {
    fn open(server: &Server, name: &str) -> Self {
        let url = server.new_database(name);
        let profile = new_profile(&url);
        let key = new_key(&url, &profile);
        let service = Service::without_worker(&url);
        let path = "/api/v1/tracking/keys";
        let issued = service.client(&key).post(path, &serde_json::json!({}));
        let issued = issued.unwrap();
        let tracking_key = issued.body["data"]["public_key"].as_str().unwrap();
        Self {
            tracking_key: tracking_key.to_owned(),
            url,
            key,
        }
    }

    /// Until everything is in the results.
    fn settle(&self, service: &Service) {
        eventually("the end of the replay", || {
            let mut client = service.client(&self.key);
            let answer = client.get("/api/v1/profile/freshness").ok()?;
            (answer.body["data"]["status"] == "current").then_some(())
        });
    }
}

#[test]
fn a_storm_loses_nothing_doubles_nothing_and_changes_no_figure() {
    let seed = number("TRIBUTARY_STORM_SEED", 20);
    let seconds = number("TRIBUTARY_STORM_SECONDS", 0);
    println!("seed {seed}");
    let mut dice = Dice::of(seed);
    let server = Server::start();
    let stormy = Shop::open(&server, "stormy");
    let calm = Shop::open(&server, "calm");
    // A short storm has every kind of event once, in an order of its own.
    let events = if seconds == 0 {
        dice.shuffled(EVERY_EVENT.to_vec())
    } else {
        let often = usize::try_from(seconds / 3).unwrap();
        (0..often).map(|_| *dice.pick(&EVERY_EVENT)).collect()
    };
    let lasting = Duration::from_secs(3) * u32::try_from(events.len()).unwrap();
    let facts = facts::of(&mut dice, events.len() * 60);

    let weather = Weather::begin(server, &stormy.url);
    let load = Load::new(&stormy, dice.shuffled(facts.clone()), lasting);
    std::thread::scope(|scope| {
        scope.spawn(|| load.send(&|| weather.address()));
        weather.storm(&events, &mut dice);
    });
    let (server, service) = weather.end();
    stormy.settle(&service);
    let after = Figures::of(&service, &stormy.key);
    assert_eq!(server.facts("stormy"), Fact::counts(&facts));

    let fresh = Service::start(&calm.url);
    let address = fresh.address.clone();
    let load = Load::new(&calm, dice.shuffled(facts), Duration::ZERO);
    load.send(&|| Some(address.clone()));
    calm.settle(&fresh);
    after.assert_equal(&Figures::of(&fresh, &calm.key));
}
