//! What reports say, without what two services name differently: ids, and how long somebody took to
//! convert, since the age of a browser event is off by as long as it was under way.

use serde_json::Value;

use super::facts;
use crate::service::Service;

const MODELS: [&str; 6] = [
    "last_touch",
    "first_touch",
    "linear",
    "time_decay",
    "last_non_direct",
    "position_based",
];
const DIMENSIONS: [&str; 6] = [
    "channel",
    "source",
    "campaign",
    "ad",
    "referrer_host",
    "landing_path",
];

/// Questions and their answers.
pub(super) struct Figures(Vec<(String, Value)>);

impl Figures {
    pub(super) fn of(service: &Service, key: &str) -> Self {
        let day = |ago: u64| {
            let second = facts::now().as_secs() - ago * 86_400;
            facts::instant(second).split('T').next().unwrap().to_owned()
        };
        let period = format!("date_from={}&date_to={}", day(6), day(0));
        let mut paths = Vec::new();
        for model in MODELS {
            paths.push(format!("/api/v1/overview?{period}&model={model}"));
            paths.push(format!(
                "/api/v1/overview?{period}&model={model}&filter%5Bchannel%5D=is:Paid%20Search"
            ));
        }
        for dimension in DIMENSIONS {
            paths.push(format!(
                "/api/v1beta/breakdowns/{dimension}?{period}&model=linear&limit=100"
            ));
        }
        paths.push(format!(
            "/api/v1beta/timeseries?{period}&interval=day&model=linear"
        ));
        paths.push(format!("/api/v1beta/paths?{period}"));
        let ask = |path: String| {
            let answer = service.client(key).get(&path).unwrap();
            assert_eq!(answer.status, 200, "{path}: {answer:?}");
            let mut data = answer.body["data"].clone();
            nameless(&mut data);
            (path, data)
        };
        let mut all: Vec<_> = paths.into_iter().map(ask).collect();
        for goal in ["payment_received", "lead_created"] {
            all.push((
                format!("customers, {goal}"),
                customers(service, key, &period, goal),
            ));
        }
        Self(all)
    }

    pub(super) fn assert_equal(&self, other: &Self) {
        for ((question, ours), (_, theirs)) in self.0.iter().zip(&other.0) {
            assert_eq!(ours, theirs, "{question}");
        }
    }
}

/// Every row of the list, in an order that does not hang on ids.
fn customers(service: &Service, key: &str, period: &str, goal: &str) -> Value {
    let mut rows = Vec::new();
    let mut cursor = String::new();
    loop {
        let path = format!("/api/v1/customers?{period}&goal={goal}&limit=100{cursor}");
        let answer = service.client(key).get(&path).unwrap();
        assert_eq!(answer.status, 200, "{path}: {answer:?}");
        let mut page = answer.body["data"].clone();
        nameless(&mut page);
        rows.extend(page.as_array().unwrap().iter().map(Value::to_string));
        let pagination = &answer.body["pagination"];
        if pagination["has_next"] != true {
            break;
        }
        let text = pagination["cursor"].as_str().unwrap();
        let (time, id) = text.split_once('|').unwrap();
        cursor = format!("&cursor_time={time}&cursor_id={id}");
    }
    rows.sort();
    rows.into()
}

fn nameless(value: &mut Value) {
    match value {
        Value::Object(members) => {
            for name in [
                "conversion_id",
                "customer_profile_id",
                "time_to_complete_seconds",
            ] {
                members.remove(name);
            }
            members.values_mut().for_each(nameless);
        }
        Value::Array(items) => items.iter_mut().for_each(nameless),
        _ => {}
    }
}
