//! What is said of the data: how many outcomes are credited, the score and the signals of trust, each beside one
//! statement that counts the credited outcomes of the same days one by one; and the look at links that they read.

use std::time::Instant;

use tokio_postgres::SimpleQueryMessage;
use tributary_bench::samples::Samples;
use tributary_bench::table::{Row, Target};

use crate::http::Client;
use crate::service::Service;
use crate::world::World;

/// How often the service is asked a round: it answers soonest.
const TIMES: usize = 4;
const REFRESH: &str = "/api/v1/quality/utm/refresh";
const ATTRIBUTION: &str = "/api/v1/quality/attribution";

pub(crate) async fn measure(world: &mut World) {
    let service = Service::start(&world.binary, false);
    let mut client = Client::of(&service, &world.account.key).await;
    let look = look(world, &mut client).await;
    world.add(look.with_target(Target::AtMost(500.0)));
    let (from, to) = checked(world, &mut client).await;
    for (name, path) in [
        ("/quality/attribution", ATTRIBUTION.to_owned()),
        (
            "/quality/attribution, 90 days",
            format!(
                "{ATTRIBUTION}?date_from={}&date_to={}",
                world.days().0,
                world.days().1
            ),
        ),
        ("/quality", "/api/v1/quality".to_owned()),
        ("/trust", "/api/v1/trust".to_owned()),
    ] {
        let (mut ours, mut plain) = (Samples::default(), Samples::default());
        for _ in 0..world.settings.rounds {
            for _ in 0..TIMES {
                let begin = Instant::now();
                client.get_ok(&path).await;
                ours.add(begin.elapsed().as_secs_f64() * 1_000.0);
            }
            let begin = Instant::now();
            one_by_one(world, (&from, &to)).await;
            plain.add(begin.elapsed().as_secs_f64() * 1_000.0);
        }
        let row = Row::new(name, "ms", ours).beside("counting coverage one by one", plain);
        world.add(row.with_target(Target::AtMost(20.0)));
    }
}

/// The days that are meant without any; what is told of them is what is counted one by one.
async fn checked(world: &World, client: &mut Client) -> (String, String) {
    let told = client.get_ok(ATTRIBUTION).await.json();
    let day = |name: &str| told["meta"][name].as_str().unwrap().to_owned();
    let (from, to) = (day("date_from"), day("date_to"));
    let figure = |name: &str| told["data"][name].to_string();
    let own = (figure("outcomes"), figure("attributed_outcomes"));
    assert_eq!(own, one_by_one(world, (&from, &to)).await);
    (from, to)
}

/// Outcomes and credited ones.
async fn one_by_one(world: &World, (from, to): (&str, &str)) -> (String, String) {
    let statement = include_str!("sql/plain_coverage.sql")
        .replace(":profile", &world.account.profile)
        .replace(":from", from)
        .replace(":to", to);
    let answer = world.db.simple_query(&statement).await.unwrap();
    let row = answer.iter().find_map(|message| match message {
        SimpleQueryMessage::Row(row) => Some(row),
        _ => None,
    });
    let count = |place| row.unwrap().get(place).unwrap().to_owned();
    (count(0), count(1))
}

/// Looks at the links of the last thirty days, anew each time.
async fn look(world: &World, client: &mut Client) -> Row {
    let mut samples = Samples::default();
    for _ in 0..world.settings.rounds {
        let again = "DELETE FROM counted_calls; \
            UPDATE quality_scans SET scanned_at = scanned_at - interval '1 hour'";
        world.db.batch_execute(again).await.unwrap();
        let begin = Instant::now();
        let answer = client.post(REFRESH, "{}").await;
        samples.add(begin.elapsed().as_secs_f64() * 1_000.0);
        assert_eq!(answer.status, 200, "{}", answer.body);
        assert_eq!(answer.json()["data"]["refreshed"], true, "{}", answer.body);
    }
    Row::new("look at links and how the site is measured", "ms", samples)
}
