//! The first and the hundredth page of customers, and the journey of somebody with 500 events.

use std::time::Instant;

use tributary_bench::people::BUSIEST;
use tributary_bench::samples::Samples;
use tributary_bench::table::{Row, Target};

use crate::http::Client;
use crate::service::Service;
use crate::world::World;

/// Rows a page: a hundred pages of them are there in a history of a hundred thousand events.
const LIMIT: u32 = 20;

pub(crate) async fn measure(world: &mut World) {
    let service = Service::start(&world.binary, false);
    let mut client = Client::of(&service, &world.account.key).await;
    let (from, to) = world.days();
    let first = format!(
        "/api/v1/customers?date_from={from}&date_to={to}&goal=payment_received&limit={LIMIT}"
    );
    let (hundredth, pages) = page(&mut client, &first, 100).await;
    let browser = world.history.person(BUSIEST).browser(0).anonymous_id();
    let journey = format!("/api/v1/customers/{browser}/journey?limit=100");
    let whole = client.get_ok(&journey).await.json();
    assert_eq!(whole["data"]["total_count"], 500, "the busiest customer");
    let last = format!("{journey}&offset=400");
    for (name, path) in [
        ("customers, first page".to_owned(), &first),
        (format!("customers, page {pages}"), &hundredth),
        ("journey of 500 events, first 100".to_owned(), &journey),
        ("journey of 500 events, last 100".to_owned(), &last),
    ] {
        let mut samples = Samples::default();
        for _ in 0..world.settings.rounds * 4 {
            let begin = Instant::now();
            client.get_ok(path).await;
            samples.add(begin.elapsed().as_secs_f64() * 1_000.0);
        }
        world.add(Row::new(name, "ms", samples).with_target(Target::AtMost(10.0)));
    }
}

/// The address of the page of that number, or of the last one before, and its number.
async fn page(client: &mut Client, first: &str, wanted: u32) -> (String, u32) {
    let mut path = first.to_owned();
    for number in 1..wanted {
        let answer = client.get_ok(&path).await.json();
        let Some(cursor) = answer["pagination"]["cursor"].as_str() else {
            return (path, number);
        };
        let (time, id) = cursor.split_once('|').unwrap();
        path = format!("{first}&cursor_time={time}&cursor_id={id}");
    }
    (path, wanted)
}
