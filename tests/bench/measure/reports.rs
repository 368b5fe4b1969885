//! Overview and breakdown, each beside the same question in plain SQL and to DuckDB.

use std::time::Instant;

use tributary_bench::samples::Samples;
use tributary_bench::table::{Row, Target};

use crate::duck::Duck;
use crate::equal::{
    self, EVERYTHING, MODELS, Narrowed, OF_CHANNEL, breakdown_path, breakdown_sql, overview_path,
    overview_sql,
};
use crate::http::Client;
use crate::service::Service;
use crate::world::World;

/// One question, asked in three ways.
struct Question {
    name: String,
    path: String,
    sql: String,
    duck: String,
    most: f64,
}

/// How often the service is asked a round: it answers soonest.
const TIMES: usize = 4;

pub(crate) async fn measure(world: &mut World, duck: &mut Option<Duck>) {
    let service = Service::start(&world.binary, false);
    let figures = equal::check(world, &service).await;
    let note = format!("{figures} figures of reports are equal to what plain SQL gives");
    println!("{note}");
    world.notes.push(note);
    // Ten times the events may take three times as long.
    let allowed = if world.settings.events > 1_000_000 {
        3.0
    } else {
        1.0
    };
    let overviews = [(EVERYTHING, 15.0 * allowed), (OF_CHANNEL, 25.0 * allowed)];
    let mut questions: Vec<Question> = overviews
        .into_iter()
        .map(|(narrowed, most)| overview(world, narrowed, most))
        .collect();
    questions.extend(MODELS.map(|model| breakdown(world, model)));
    let mut client = Client::of(&service, &world.account.key).await;
    for (number, question) in questions.into_iter().enumerate() {
        // One model is enough to see what a breakdown costs that nothing is remembered of.
        let is_first_too = number < 3;
        let path = question.path.clone();
        ask(world, &mut client, duck, question).await;
        if is_first_too {
            ask_first(world, &path).await;
        }
    }
    if let Some(duck) = duck {
        beside_facts(world, &mut client, duck).await;
    }
}

fn overview(world: &World, narrowed: Narrowed, most: f64) -> Question {
    let (days, model) = (world.days(), "last_touch");
    let channel = if narrowed.name == EVERYTHING.name {
        "true"
    } else {
        "channel = 'Paid Search'"
    };
    Question {
        name: format!("overview, 90 days, {}", narrowed.name),
        path: overview_path(&days, model, narrowed),
        sql: overview_sql(world, &days, model, narrowed),
        duck: include_str!("sql/duck_overview.sql").replace(":where", channel),
        most,
    }
}

fn breakdown(world: &World, model: &str) -> Question {
    let days = world.days();
    Question {
        name: format!("breakdown by channel, 90 days, {model}"),
        path: breakdown_path(&days, "channel", model),
        sql: breakdown_sql(world, &days, "channel", model),
        duck: include_str!("sql/duck_breakdown.sql").replace(":model", model),
        most: 30.0,
    }
}

async fn ask(world: &mut World, client: &mut Client, duck: &mut Option<Duck>, question: Question) {
    let (mut ours, mut plain, mut ducks) =
        (Samples::default(), Samples::default(), Samples::default());
    for _ in 0..world.settings.rounds {
        for _ in 0..TIMES {
            ours.add(timed(client, &question.path).await);
        }
        let begin = Instant::now();
        equal::ask(world, &question.sql).await;
        plain.add(begin.elapsed().as_secs_f64() * 1_000.0);
        if let Some(duck) = duck {
            ducks.add(duck.ask(&question.duck).milliseconds);
        }
    }
    let row = Row::new(&question.name, "ms", ours.clone()).beside("plain SQL", plain);
    world.add(row.with_target(Target::AtMost(question.most)));
    world.add(Row::new("…", "ms", ours).beside("DuckDB on sessions and credits", ducks));
}

/// The question as the first one after a start, when the process remembers nothing.
async fn ask_first(world: &mut World, path: &str) {
    let mut samples = Samples::default();
    for _ in 0..world.settings.rounds {
        let service = Service::start(&world.binary, false);
        let mut client = Client::of(&service, &world.account.key).await;
        samples.add(timed(&mut client, path).await);
    }
    world.add(Row::new("… as the first after a start", "ms", samples));
}

async fn timed(client: &mut Client, path: &str) -> f64 {
    let begin = Instant::now();
    client.get_ok(path).await;
    begin.elapsed().as_secs_f64() * 1_000.0
}

/// A breakdown beside DuckDB that has the facts alone.
async fn beside_facts(world: &mut World, client: &mut Client, duck: &mut Duck) {
    let path = breakdown_path(&world.days(), "channel", "last_touch");
    let (mut ours, mut ducks) = (Samples::default(), Samples::default());
    for _ in 0..3 {
        ours.add(timed(client, &path).await);
        let replay = duck.ask(include_str!("sql/duck_replay.sql")).milliseconds;
        let group = "SELECT channel, sum(value * last_touch), sum(last_touch), count(*) \
            FROM credited GROUP BY channel";
        ducks.add(replay + duck.ask(group).milliseconds);
    }
    let row = Row::new("breakdown by channel, 90 days, last_touch", "ms", ours);
    let row = row.beside("DuckDB on the facts", ducks);
    world.add(row.with_target(Target::RatioAtLeast(5.0)));
}
