//! What happened: visits with page views and engaged time, payments, leads, refunds and spend. The
//! same seed gives the same facts.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use serde_json::{Value, json};

use crate::dice::Dice;

const MINUTE: u64 = 60;
const HOUR: u64 = 60 * MINUTE;
const DAY: u64 = 24 * HOUR;

/// Addresses that visits begin at, and what the browser says of where it came from.
const LANDINGS: [(&str, &str); 6] = [
    ("/?utm_source=google&utm_medium=cpc&utm_campaign=brand", ""),
    (
        "/lamps?utm_source=news&utm_medium=email&utm_campaign=may",
        "",
    ),
    ("/lamps", "https://www.bing.com/"),
    ("/chairs?fbclid=IwAR0x", "https://www.facebook.com/"),
    ("/chairs", "https://partner.example/list"),
    ("/", ""),
];

/// One request.
#[derive(Clone, Debug)]
pub(super) enum Fact {
    /// A browser event, with the second of the epoch at which it happened. What it says of its age
    /// follows when it is sent, so that it happened at the same instant whenever that is.
    Browser {
        browser: String,
        at: u64,
        event: Value,
    },
    /// An outcome event under its idempotency key.
    Outcome { key: String, body: Value },
    /// A row of spend.
    Spend(Value),
}

impl Fact {
    /// How many browser events, outcome events and rows of spend these are.
    pub(super) fn counts(of: &[Self]) -> [usize; 3] {
        let count = |is: fn(&Self) -> bool| of.iter().filter(|fact| is(fact)).count();
        [
            count(|fact| matches!(fact, Self::Browser { .. })),
            count(|fact| matches!(fact, Self::Outcome { .. })),
            count(|fact| matches!(fact, Self::Spend(_))),
        ]
    }
}

/// The first second of a day, so many days ago.
fn day(ago: u64) -> u64 {
    let now = now().as_secs();
    now - now % DAY - ago * DAY
}

#[expect(
    clippy::disallowed_methods,
    reason = "what is sent to the service happened a moment ago"
)]
pub(super) fn now() -> Duration {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap()
}

/// RFC 3339, of the first five days back, which is as far as the facts go.
pub(super) fn instant(second: u64) -> String {
    let at = time::OffsetDateTime::from_unix_timestamp(i64::try_from(second).unwrap()).unwrap();
    at.format(&time::format_description::well_known::Rfc3339)
        .unwrap()
}

/// About so many facts.
pub(super) fn of(dice: &mut Dice, about: usize) -> Vec<Fact> {
    let mut facts = Vec::new();
    let mut sales = Vec::new();
    let mut person = 0;
    while facts.len() < about {
        person += 1;
        visits(dice, person, &mut facts, &mut sales);
        elsewhere(dice, person, &mut facts, &mut sales);
    }
    refunds(dice, &sales, &mut facts);
    spend(dice, &mut facts);
    facts
}

/// Visits of a browser on days of their own, some of which end in a payment or a lead.
fn visits(dice: &mut Dice, person: usize, facts: &mut Vec<Fact>, sales: &mut Vec<(String, u64)>) {
    let browser = format!("browser-{person}");
    for ago in 1..=5 {
        if dice.roll(2) == 0 {
            continue;
        }
        // In the middle of the day, so that no age that is off by seconds moves a visit to another.
        let begin = day(ago) + 9 * HOUR + u64::try_from(dice.roll(300)).unwrap() * MINUTE;
        let (landing, referrer) = *dice.pick(&LANDINGS);
        let mut page = |number: u64, url: &str, referrer: &str| {
            let id = id(person, ago * 10 + number);
            let event = json!({ "t": "pv", "i": id, "u": format!("https://shop.example{url}"), "r": referrer });
            facts.push(Fact::Browser {
                browser: browser.clone(),
                at: begin + number * 3 * MINUTE,
                event,
            });
        };
        page(0, landing, referrer);
        page(1, "/cart", "https://shop.example/");
        let engaged = json!({ "t": "eng", "i": id(person, ago * 10 + 5), "ms": 1_000 * (1 + dice.roll(90)), "u": "https://shop.example/cart" });
        facts.push(Fact::Browser {
            browser: browser.clone(),
            at: begin + 5 * MINUTE,
            event: engaged,
        });
        if dice.roll(3) == 0 {
            let at = begin + 20 * MINUTE;
            let identifier = ("anonymous_id", browser.as_str());
            facts.push(outcome(
                dice,
                &format!("{person}-{ago}"),
                identifier,
                at,
                sales,
            ));
        }
    }
}

/// Payments that only an address names.
fn elsewhere(
    dice: &mut Dice,
    person: usize,
    facts: &mut Vec<Fact>,
    sales: &mut Vec<(String, u64)>,
) {
    let address = format!("person{person}@example.com");
    for ago in 1..=dice.roll(3) {
        let at = day(u64::try_from(ago).unwrap()) + 12 * HOUR;
        let name = format!("{person}-elsewhere-{ago}");
        facts.push(outcome(dice, &name, ("email", &address), at, sales));
    }
}

fn outcome(
    dice: &mut Dice,
    name: &str,
    (kind, identifier): (&str, &str),
    at: u64,
    sales: &mut Vec<(String, u64)>,
) -> Fact {
    let is_sale = dice.roll(4) != 0;
    let event_type = if is_sale {
        "payment_received"
    } else {
        "lead_created"
    };
    if is_sale {
        sales.push((format!("sale-{name}"), at));
    }
    let amount = format!("{}.{:02}", 1 + dice.roll(900), dice.roll(100));
    Fact::Outcome {
        key: format!("sale-{name}"),
        body: json!({ "event_type": event_type, "event_time": instant(at), "value_amount": amount, kind: identifier }),
    }
}

/// Some sales are given back in part; what names a sale is its key.
fn refunds(dice: &mut Dice, sales: &[(String, u64)], facts: &mut Vec<Fact>) {
    for (sale, at) in sales {
        if dice.roll(8) == 0 {
            let body = json!({
                "event_type": "payment_received", "event_time": instant(at + 30 * MINUTE),
                "value_amount": "0.50", "refund_of": sale,
            });
            let key = format!("refund-of-{sale}");
            facts.push(Fact::Outcome { key, body });
        }
    }
}

fn spend(dice: &mut Dice, facts: &mut Vec<Fact>) {
    for ago in 1..=5 {
        for campaign in ["brand", "generic"] {
            let date = instant(day(ago)).split('T').next().unwrap().to_owned();
            facts.push(Fact::Spend(json!({
                "date": date, "platform": "google_ads", "account_id": "1", "campaign_id": campaign,
                "ad_set_id": "s", "ad_id": format!("{campaign}-1"),
                "spend": format!("{}.25", dice.roll(400)), "currency": "EUR",
            })));
        }
    }
}

/// The id of a browser event.
fn id(person: usize, number: u64) -> String {
    format!("00000000-0000-4000-8000-{person:06x}{number:06x}")
}
