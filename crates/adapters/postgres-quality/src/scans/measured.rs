//! What a look found of how a site is measured, as it is kept. Names in it stay: the last look of an earlier release is
//! read, too.

use kernel::{Date, StoreError, Timestamp};
use reporting::quality::checks::{CheckCode, Measure, check};
use reporting::quality::feeds::{Feed, FeedSeries};
use reporting::quality::instrumentation::Instrumentation;
use reporting::quality::measured::{FoundCheck, Sample};
use reporting::quality::surveillance::{Anomaly, Direction, FeedStatus};
use serde_json::{Value, json};

use super::json::{DAY, number, text};

/// What was measured for checks; nothing where nobody measured.
pub(super) fn checks(found: Option<&Instrumentation>) -> Value {
    let checks = found.iter().flat_map(|found| &found.checks);
    checks.map(one_check).collect()
}

fn one_check(found: &FoundCheck) -> Value {
    let sample = |it: &Sample| json!({"value": it.value, "count": it.count});
    json!({
        "code": found.check.code.as_str(),
        "count": found.check.count,
        "of": found.check.of,
        "samples": found.samples.iter().map(sample).collect::<Value>(),
    })
}

/// Feeds and their unusual days.
pub(super) fn series(found: Option<&Instrumentation>) -> Value {
    let feeds = found.iter().flat_map(|found| &found.feeds);
    json!({"feeds": feeds.map(feed).collect::<Value>()})
}

fn feed(feed: &Feed) -> Value {
    json!({
        "feed": feed.name,
        "last_at": feed.last_at.map(|at| at.to_string()),
        "last_date": feed.last_date.map(day),
        "days": feed.days,
        "status": feed.status.as_str(),
        "expected_daily": feed.expected_daily,
        "observed_daily": feed.observed_daily,
        "anomalies": feed.anomalies.iter().map(anomaly).collect::<Value>(),
        "first_date": feed.series.as_ref().map(|it| day(it.first)),
        "counts": feed.series.as_ref().map(|it| &it.counts),
    })
}

fn anomaly(anomaly: &Anomaly) -> Value {
    json!({
        "from": day(anomaly.from),
        "to": day(anomaly.to),
        "expected": anomaly.expected,
        "observed": anomaly.observed,
        "direction": anomaly.direction.as_str(),
        "p": anomaly.p,
        "open": anomaly.open,
    })
}

fn day(date: Date) -> String {
    date.format(DAY).unwrap_or_default()
}

/// Reads them; `None` of a look that measured nothing. How a check comes out is worked out anew, so that it is by the
/// limits of this release; checks that it does not know are left out, and those that the look did not know had no data.
pub(super) fn read(checks: &Value, series: &Value) -> Result<Option<Instrumentation>, StoreError> {
    let stored: Vec<&Value> = checks.as_array().into_iter().flatten().collect();
    if stored.is_empty() {
        return Ok(None);
    }
    let of_code = |code: CheckCode| {
        let mut stored = stored.iter();
        stored.find(|value| text(value, "code") == code.as_str())
    };
    let checks = CheckCode::ALL
        .into_iter()
        .map(|code| read_check(code, of_code(code).copied()));
    let feeds = series["feeds"].as_array().into_iter().flatten();
    Ok(Some(Instrumentation {
        checks: checks.collect(),
        feeds: feeds
            .filter_map(|feed| read_feed(feed).transpose())
            .collect::<Result<_, _>>()?,
    }))
}

fn read_check(code: CheckCode, value: Option<&Value>) -> FoundCheck {
    let measure = value.map(|value| Measure {
        count: number(value, "count"),
        of: number(value, "of"),
    });
    let samples = value.and_then(|value| value["samples"].as_array());
    let samples = samples.into_iter().flatten();
    FoundCheck {
        check: check(code, measure),
        samples: samples
            .map(|sample| Sample {
                value: text(sample, "value").to_owned(),
                count: number(sample, "count"),
            })
            .collect(),
    }
}

/// None of a status that another release knows.
fn read_feed(value: &Value) -> Result<Option<Feed>, StoreError> {
    let status = text(value, "status");
    let mut known = FeedStatus::ALL.into_iter();
    let Some(status) = known.find(|it| it.as_str() == status) else {
        return Ok(None);
    };
    let last_date = value["last_date"].as_str().map(read_day).transpose()?;
    let anomalies = value["anomalies"].as_array().into_iter().flatten();
    Ok(Some(Feed {
        name: text(value, "feed").to_owned(),
        last_at: value["last_at"].as_str().and_then(Timestamp::parse),
        last_date,
        days: u32::try_from(number(value, "days")).unwrap_or(u32::MAX),
        status,
        expected_daily: value["expected_daily"].as_f64(),
        observed_daily: value["observed_daily"].as_f64().unwrap_or_default(),
        anomalies: anomalies
            .filter_map(|anomaly| read_anomaly(anomaly).transpose())
            .collect::<Result<_, _>>()?,
        series: read_series(value)?,
    }))
}

/// None of a look of a release that did not keep days.
fn read_series(feed: &Value) -> Result<Option<FeedSeries>, StoreError> {
    let (Some(first), Some(counts)) = (feed["first_date"].as_str(), feed["counts"].as_array())
    else {
        return Ok(None);
    };
    Ok(Some(FeedSeries {
        first: read_day(first)?,
        counts: counts
            .iter()
            .map(|count| count.as_u64().unwrap_or_default())
            .collect(),
    }))
}

/// None of a direction that another release knows.
fn read_anomaly(value: &Value) -> Result<Option<Anomaly>, StoreError> {
    let direction = text(value, "direction");
    let mut known = Direction::ALL.into_iter();
    let Some(direction) = known.find(|it| it.as_str() == direction) else {
        return Ok(None);
    };
    Ok(Some(Anomaly {
        from: read_day(text(value, "from"))?,
        to: read_day(text(value, "to"))?,
        expected: value["expected"].as_f64().unwrap_or_default(),
        observed: number(value, "observed"),
        direction,
        p: value["p"].as_f64().unwrap_or_default(),
        open: value["open"].as_bool().unwrap_or_default(),
    }))
}

fn read_day(text: &str) -> Result<Date, StoreError> {
    Date::parse(text, DAY).map_err(StoreError::inconsistent)
}
