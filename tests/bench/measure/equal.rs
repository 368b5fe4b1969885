//! Every figure of a report is what plain SQL over sessions, credits, conversions and spend gives:
//! exact numbers, compared to the last digit. A difference ends the benchmark.

use std::collections::BTreeMap;

use kernel::timestamp::MICROS_PER_DAY;
use kernel::{Exact, Timestamp};
use tokio_postgres::SimpleQueryMessage;

use crate::http::{Client, Members, members_of};
use crate::service::Service;
use crate::world::World;

pub(crate) const MODELS: [&str; 6] = [
    "last_touch",
    "first_touch",
    "linear",
    "time_decay",
    "last_non_direct",
    "position_based",
];

/// What figures are narrowed to: as the service is asked, and as conditions on visits and credits
/// (`s`), and on spend.
#[derive(Clone, Copy)]
pub(crate) struct Narrowed {
    pub(crate) name: &'static str,
    query: &'static str,
    rows: &'static str,
    spend: &'static str,
}

pub(crate) const EVERYTHING: Narrowed = Narrowed {
    name: "no filter",
    query: "",
    rows: "true",
    spend: "true",
};
pub(crate) const OF_CHANNEL: Narrowed = Narrowed {
    name: "channel filter",
    query: "&filter[channel]=is:Paid%20Search",
    rows: "n.channel = 'Paid Search'",
    spend: "n.channel = 'Paid Search'",
};
const OTHERS: [Narrowed; 4] = [
    Narrowed {
        name: "country filter",
        query: "&filter[country]=is:DE%7CES",
        rows: "s.country IN ('DE', 'ES')",
        spend: "false",
    },
    Narrowed {
        name: "campaign filter",
        query: "&filter[campaign]=contains:spring",
        rows: "g.utm_campaign LIKE '%spring%'",
        spend: "g.utm_campaign LIKE '%spring%'",
    },
    Narrowed {
        name: "channel is not",
        query: "&filter[channel]=is_not:Direct%7CEmail",
        rows: "coalesce(n.channel, '') NOT IN ('Direct', 'Email')",
        spend: "coalesce(n.channel, '') NOT IN ('Direct', 'Email')",
    },
    Narrowed {
        name: "device and source",
        query: "&filter[device]=is:mobile&filter[source]=is:google",
        rows: "s.device = 'mobile' AND n.source = 'google'",
        spend: "false",
    },
];

/// What rows are made by: its name, the column, and the column of spend.
const KEYS: [(&str, &str, &str); 4] = [
    ("channel", "n.channel", "coalesce(n.channel, '')"),
    ("campaign", "g.utm_campaign", "coalesce(g.utm_campaign, '')"),
    ("country", "s.country", "NULL::text"),
    ("source", "n.source", "coalesce(n.source, '')"),
];

/// Days, both included.
pub(crate) type Days = (String, String);

/// A row of an answer: numbers and keys as they were written.
type Figures = BTreeMap<String, String>;

pub(crate) fn overview_path(days: &Days, model: &str, narrowed: Narrowed) -> String {
    let query = narrowed.query.replace('[', "%5B").replace(']', "%5D");
    format!(
        "/api/v1/overview?date_from={}&date_to={}&model={model}{query}",
        days.0, days.1
    )
}

pub(crate) fn overview_sql(world: &World, days: &Days, model: &str, narrowed: Narrowed) -> String {
    with(include_str!("sql/overview.sql"), world, days, model)
        .replace(":visits", narrowed.rows)
        .replace(
            ":credits",
            &format!("s.{model} IS NOT NULL AND {}", narrowed.rows),
        )
        .replace(":spend", narrowed.spend)
        .replace(
            ":filtered",
            if narrowed.query.is_empty() {
                "false"
            } else {
                "true"
            },
        )
}

pub(crate) fn breakdown_path(days: &Days, by: &str, model: &str) -> String {
    format!(
        "/api/v1beta/breakdowns/{by}?date_from={}&date_to={}&model={model}&limit=100",
        days.0, days.1
    )
}

pub(crate) fn breakdown_sql(world: &World, days: &Days, by: &str, model: &str) -> String {
    let (_, column, of_spend) = KEYS.iter().find(|(name, ..)| *name == by).unwrap();
    with(include_str!("sql/breakdown.sql"), world, days, model)
        .replace(":key", column)
        .replace(":spent_key", of_spend)
}

fn with(text: &str, world: &World, days: &Days, model: &str) -> String {
    text.replace(":profile", &format!("'{}'", world.account.profile))
        .replace(":from", &format!("'{}'", days.0))
        .replace(":to", &format!("'{}'", days.1))
        .replace(":model", model)
}

/// Compares every model over all days, and two of them by every filter and key and over half of the
/// days, where the period before has figures, too; how many figures were compared.
pub(crate) async fn check(world: &World, service: &Service) -> usize {
    let mut client = Client::of(service, &world.account.key).await;
    let all = world.days();
    let half = later(&all, 45);
    let mut figures = 0;
    for model in MODELS {
        for narrowed in [EVERYTHING, OF_CHANNEL] {
            figures += overview(world, &mut client, (&all, model, narrowed)).await;
        }
        figures += breakdown(world, &mut client, (&all, "channel", model)).await;
    }
    for model in ["linear", "last_non_direct"] {
        for narrowed in OTHERS {
            figures += overview(world, &mut client, (&all, model, narrowed)).await;
        }
        for narrowed in [EVERYTHING, OF_CHANNEL].into_iter().chain(OTHERS) {
            figures += overview(world, &mut client, (&half, model, narrowed)).await;
        }
        for (by, ..) in KEYS {
            figures += breakdown(world, &mut client, (&half, by, model)).await;
        }
    }
    figures
}

/// The days without so many at the beginning.
fn later(days: &Days, by: i64) -> Days {
    let begin = Timestamp::parse(&format!("{}T00:00:00Z", days.0)).unwrap();
    let begin = begin.plus_micros(by * MICROS_PER_DAY).to_utc().date();
    (begin.to_string(), days.1.clone())
}

/// The period of 45 days before a period of 45 days.
fn before(days: &Days) -> Days {
    let begin = Timestamp::parse(&format!("{}T00:00:00Z", days.0)).unwrap();
    let day = |by: i64| {
        begin
            .plus_micros(by * MICROS_PER_DAY)
            .to_utc()
            .date()
            .to_string()
    };
    (day(-45), day(-1))
}

async fn overview(
    world: &World,
    client: &mut Client,
    (days, model, narrowed): (&Days, &str, Narrowed),
) -> usize {
    let path = overview_path(days, model, narrowed);
    let answer = client.get_ok(&path).await;
    let mut compared = 0;
    let mut periods = vec![("current", days.clone())];
    if *days != world.days() {
        periods.push(("previous", before(days)));
    }
    for (name, days) in periods {
        let ours = texts(&answer.members(&["data", name]));
        let theirs = ask(world, &overview_sql(world, &days, model, narrowed)).await;
        compared += compare(&format!("{path} {name}"), &ours, &theirs[0]);
    }
    compared
}

async fn breakdown(
    world: &World,
    client: &mut Client,
    (days, by, model): (&Days, &str, &str),
) -> usize {
    let path = breakdown_path(days, by, model);
    let mut ours = Vec::new();
    let mut page = path.clone();
    let total = loop {
        let answer = client.get_ok(&page).await;
        let data = answer.members(&["data"]);
        let rows: Vec<Box<serde_json::value::RawValue>> =
            serde_json::from_str(data["rows"].get()).unwrap();
        ours.extend(rows.iter().map(|row| texts(&members_of(row))));
        let next = answer.json()["pagination"]["cursor"].as_str().map(encoded);
        match next {
            Some(cursor) => page = format!("{path}&cursor={cursor}"),
            None => break texts(&members_of(&data["total"])),
        }
    };
    let theirs = ask(world, &breakdown_sql(world, days, by, model)).await;
    assert_eq!(ours.len() + 1, theirs.len(), "{path}: rows");
    let mut compared = compare(&path, &total, &theirs[0]);
    for theirs in &theirs[1..] {
        let own = ours.iter().find(|row| row["key"] == theirs["key"]);
        let own = own.unwrap_or_else(|| panic!("{path}: no row {}", theirs["key"]));
        compared += compare(&format!("{path} {}", theirs["key"]), own, theirs);
    }
    compared
}

/// For a query string.
fn encoded(text: &str) -> String {
    let byte = |byte: u8| [format!("%{byte:02X}")];
    text.bytes().flat_map(byte).collect()
}

/// Members as texts: strings without quotes, null as nothing.
fn texts(members: &Members) -> Figures {
    let text = |raw: &str| match serde_json::from_str::<Option<String>>(raw) {
        Ok(text) => text.unwrap_or_default(),
        Err(_) => raw.to_owned(),
    };
    members
        .iter()
        .map(|(name, value)| (name.clone(), text(value.get())))
        .collect()
}

pub(crate) async fn ask(world: &World, statement: &str) -> Vec<Figures> {
    let answer = world.db.simple_query(statement).await.unwrap();
    answer
        .iter()
        .filter_map(|message| match message {
            SimpleQueryMessage::Row(row) => Some(row),
            _ => None,
        })
        .map(|row| {
            let names = row.columns().iter().enumerate();
            names
                .map(|(place, column)| {
                    let value = row.get(place).unwrap_or_default();
                    (column.name().to_owned(), value.to_owned())
                })
                .collect()
        })
        .collect()
}

/// Compares every figure that both have.
fn compare(what: &str, ours: &Figures, theirs: &Figures) -> usize {
    let mut compared = 0;
    for (name, ours) in ours {
        let Some(theirs) = theirs.get(name).filter(|_| name != "key") else {
            continue;
        };
        let exact = |text: &str| {
            let significant = text.trim_end_matches('0').trim_end_matches('.');
            let text = if text.contains('.') {
                significant
            } else {
                text
            };
            text.parse::<Exact>()
                .unwrap_or_else(|_| panic!("{what}: {name} is {text}"))
        };
        assert_eq!(
            exact(ours),
            exact(theirs),
            "{what}: {name} is {ours}, and plain SQL says {theirs}"
        );
        compared += 1;
    }
    assert!(compared > 0, "{what}: nothing to compare");
    compared
}
