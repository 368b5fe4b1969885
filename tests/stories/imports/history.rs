//! What people did on a site, the same in every run, and files of it as other programs export them.

use std::io::Write;

use flate2::Compression;
use flate2::write::GzEncoder;
use serde_json::{Value, json};

use crate::dice::Dice;

/// 2026-01-01T00:00:00Z.
const BEGIN: u64 = 1_767_225_600;
const DAYS: u64 = 60;

const PAGES: [&str; 5] = [
    "/",
    "/shop",
    "/?utm_source=google&utm_medium=cpc&utm_campaign=brand",
    "/?utm_source=news&utm_medium=email",
    "/cart?step=1",
];
const BEFORE: [&str; 4] = ["", "", "https://www.google.com/", "https://news.example/a"];

/// Something that happened.
pub(super) struct Happening {
    pub(super) number: usize,
    person: usize,
    /// Seconds since 1970.
    at: u64,
    pub(super) what: What,
}

/// What it was.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum What {
    View {
        page: &'static str,
        before: &'static str,
    },
    /// Cents.
    Purchase(usize),
    Identify,
    Scroll,
}

/// About so many happenings: the page views first, as they are most of a file.
pub(super) fn of(about: usize) -> Vec<Happening> {
    let mut dice = Dice::of(21);
    let people = about.div_ceil(10);
    let mut all: Vec<Happening> = (0..about)
        .map(|number| Happening {
            number,
            person: dice.roll(people),
            at: BEGIN + u64::try_from(dice.roll(usize::try_from(DAYS * 86_400).unwrap())).unwrap(),
            what: match dice.roll(20) {
                0 => What::Purchase(100 + dice.roll(100_000)),
                1 => What::Identify,
                2 => What::Scroll,
                _ => What::View {
                    page: PAGES[dice.roll(PAGES.len())],
                    before: BEFORE[dice.roll(BEFORE.len())],
                },
            },
        })
        .collect();
    all.sort_by_key(|one| (!matches!(one.what, What::View { .. }), one.number));
    all
}

impl Happening {
    pub(super) fn person(&self) -> usize {
        self.person
    }

    fn browser(&self) -> String {
        format!("browser-{}", self.person)
    }

    fn user(&self) -> String {
        format!("user-{}", self.person)
    }

    fn url(page: &str) -> String {
        format!("https://shop.example{page}")
    }

    /// `YYYY-MM-DD HH:MM:SS` in UTC.
    fn text(&self) -> String {
        let at = time::OffsetDateTime::from_unix_timestamp(i64::try_from(self.at).unwrap());
        let at = at.unwrap();
        let (hour, minute, second) = at.to_hms();
        format!("{} {hour:02}:{minute:02}:{second:02}", at.date())
    }
}

fn amount(cents: usize) -> String {
    format!("{}.{:02}", cents / 100, cents % 100)
}

fn parameters(of: &[(&str, &str)]) -> Value {
    let of = of.iter().filter(|(_, value)| !value.is_empty());
    let parameter = |(key, value): &(&str, &str)| json!({ "key": key, "value": { "string_value": value, "int_value": null } });
    of.map(parameter).collect()
}

/// As `BigQuery` exports the tables of GA4: JSON lines, 64-bit numbers as text.
pub(super) fn ga4(history: &[Happening]) -> Vec<u8> {
    let mut lines = Vec::new();
    for one in history {
        let mut row = json!({
            "event_timestamp": format!("{}000000", one.at),
            "user_pseudo_id": one.browser(),
            "batch_ordering_id": one.number.to_string(),
            "platform": "WEB",
        });
        match one.what {
            What::View { page, before } => {
                row["event_name"] = json!("page_view");
                let url = Happening::url(page);
                row["event_params"] =
                    parameters(&[("page_location", &url), ("page_referrer", before)]);
            }
            What::Purchase(cents) => {
                row["event_name"] = json!("purchase");
                row["user_id"] = json!(one.user());
                row["event_params"] = parameters(&[("currency", "EUR")]);
                let revenue: Value = serde_json::from_str(&amount(cents)).unwrap();
                row["ecommerce"] = json!({ "transaction_id": format!("T{}", one.number), "purchase_revenue": revenue });
                row["session_traffic_source_last_click"] = json!({
                    "cross_channel_campaign": { "default_channel_group": "Direct" }
                });
            }
            What::Identify => {
                row["event_name"] = json!("login");
                row["user_id"] = json!(one.user());
            }
            What::Scroll => row["event_name"] = json!("scroll"),
        }
        writeln!(lines, "{row}").unwrap();
    }
    lines
}

/// As `PostHog` exports events in batches: JSON lines in gzip.
pub(super) fn posthog(history: &[Happening]) -> Vec<u8> {
    let mut file = GzEncoder::new(Vec::new(), Compression::fast());
    for one in history {
        let browser = one.browser();
        let (event, id, properties) = match one.what {
            What::View { page, before } => {
                let before = if before.is_empty() { "$direct" } else { before };
                let url = Happening::url(page);
                (
                    "$pageview",
                    browser,
                    json!({ "$current_url": url, "$referrer": before }),
                )
            }
            What::Purchase(cents) => (
                "purchase",
                one.user(),
                json!({ "revenue": amount(cents), "currency": "EUR", "$device_id": browser }),
            ),
            What::Identify => (
                "$identify",
                one.user(),
                json!({ "$anon_distinct_id": browser }),
            ),
            What::Scroll => ("$autocapture", browser, json!({})),
        };
        let row = json!({
            "uuid": format!("0198a5f0-0000-7000-8000-{:012x}", one.number),
            "event": event,
            "distinct_id": id,
            "timestamp": one.text(),
            "properties": properties,
        });
        writeln!(file, "{row}").unwrap();
    }
    file.finish().unwrap()
}

/// As the table `atomic.events` of Snowplow comes out of a warehouse: CSV.
pub(super) fn snowplow(history: &[Happening]) -> Vec<u8> {
    let mut file = csv::Writer::from_writer(Vec::new());
    let header = "event_id,event,collector_tstamp,domain_userid,user_id,page_url,page_referrer,tr_orderid,tr_total,\
                  tr_currency,v_tracker";
    file.write_record(header.split(',')).unwrap();
    for one in history {
        let id = format!("e-{}", one.number);
        let (at, browser) = (one.text(), one.browser());
        let order = format!("O{}", one.number);
        let user = one.user();
        let (event, user, url, before, order, total, currency) = match one.what {
            What::View { page, before } => {
                let url = Happening::url(page);
                ("page_view", "", url, before, "", String::new(), "")
            }
            What::Purchase(cents) => (
                "transaction",
                user.as_str(),
                String::new(),
                "",
                order.as_str(),
                amount(cents),
                "EUR",
            ),
            What::Identify => (
                "struct",
                user.as_str(),
                String::new(),
                "",
                "",
                String::new(),
                "",
            ),
            What::Scroll => ("page_ping", "", String::new(), "", "", String::new(), ""),
        };
        file.write_record([
            id.as_str(),
            event,
            &at,
            &browser,
            user,
            &url,
            before,
            order,
            &total,
            currency,
            "js-3.1",
        ])
        .unwrap();
    }
    file.into_inner().unwrap()
}

/// With a mapping of its own: CSV.
pub(super) fn own(history: &[Happening]) -> (Vec<u8>, Value) {
    let mut file = csv::Writer::from_writer(Vec::new());
    let header = "nr,what,ms,visitor,address,before,cents";
    file.write_record(header.split(',')).unwrap();
    for one in history {
        let number = one.number.to_string();
        let (at, browser) = (format!("{}000", one.at), one.browser());
        let (what, url, before, cents) = match one.what {
            What::View { page, before } => ("seen", page, before, String::new()),
            What::Purchase(cents) => ("sold", "", "", cents.to_string()),
            What::Identify => ("in", "", "", String::new()),
            What::Scroll => ("down", "", "", String::new()),
        };
        file.write_record([&number, what, &at, &browser, url, before, &cents])
            .unwrap();
    }
    let mapping = json!({
        "source": "own",
        "id": ["nr"],
        "time": { "field": "ms", "unit": "milliseconds" },
        "event": { "field": "what", "map": { "seen": "page_view", "sold": { "outcome": "payment_received" } } },
        "anonymous_id": "visitor",
        "page": { "host": "host", "path": "address", "referrer": "before" },
        "value": { "field": "cents", "scale": 2 },
        "constants": { "host": "shop.example", "currency": "EUR" },
    });
    (file.into_inner().unwrap(), mapping)
}
