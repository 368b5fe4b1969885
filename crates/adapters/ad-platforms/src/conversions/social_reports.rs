//! What Meta's Graph API says of data sets and audiences. Of its answers numbers, words and names are read, and none of
//! its sentences.

use async_trait::async_trait;
use export_rules::ports::{
    AudiencePage, CustomAudienceReader, DatasetQualityReader, PlatformCursor, ReportFailure,
};
use export_rules::{
    CustomAudience, DatasetQuality, Decimal, DedupeKey, EventQuality, KeyCoverage, PixelId,
    Timestamp,
};
use kernel::AccessToken;
use serde_json::Value;

use super::social_capi::SocialCapiSender;
use crate::client::Answered;

/// What is asked of a data set. Its path and the names of its fields are those of the published description, and have
/// not been seen on a real data set.
const QUALITY: &str = "web{event_name,event_match_quality{composite_score,match_key_feedback{identifier,\
    coverage{percentage}}},event_coverage{percentage,goal_percentage},dedupe_key_feedback{dedupe_key,\
    browser_events_with_dedupe_key{percentage},server_events_with_dedupe_key{percentage},\
    overall_browser_coverage_from_dedupe_key{percentage}},data_freshness{upload_frequency},acr{percentage}}";
/// What is asked of audiences.
const AUDIENCES: &str =
    "id,name,subtype,approximate_count_lower_bound,approximate_count_upper_bound,time_updated";

/// So many events of a data set are read, and keys of an event.
const MOST_EVENTS: usize = 200;
const MOST_KEYS: usize = 50;
/// The longest name, and the longest word of the platform.
const LONGEST_NAME: usize = 200;
const LONGEST_WORD: usize = 64;

#[async_trait]
impl DatasetQualityReader for SocialCapiSender {
    async fn quality(
        &self,
        access: &AccessToken,
        dataset: &PixelId,
    ) -> Result<DatasetQuality, ReportFailure> {
        let query = [("dataset_id", dataset.as_str()), ("fields", QUALITY)];
        let answer = self.asked("dataset_quality", &query, access).await?;
        // A data set of which nothing is known yet has no list.
        let events = list(&answer, "web").iter().filter_map(event);
        Ok(DatasetQuality {
            events: events.take(MOST_EVENTS).collect(),
        })
    }
}

#[async_trait]
impl CustomAudienceReader for SocialCapiSender {
    async fn audiences(
        &self,
        access: &AccessToken,
        account_id: &str,
        after: Option<PlatformCursor>,
        most: u32,
    ) -> Result<AudiencePage, ReportFailure> {
        let is_id = !account_id.is_empty() && account_id.bytes().all(|it| it.is_ascii_digit());
        if !is_id {
            return Err(ReportFailure::Refused(None));
        }
        let limit = most.to_string();
        let mut query = vec![("fields", AUDIENCES), ("limit", limit.as_str())];
        query.extend(after.as_ref().map(|after| ("after", after.as_str())));
        let path = format!("act_{account_id}/customaudiences");
        let answer = self.asked(&path, &query, access).await?;
        let has_more = answer.pointer("/paging/next").is_some();
        let last = answer.pointer("/paging/cursors/after");
        let last = last.and_then(Value::as_str).and_then(PlatformCursor::parse);
        let rows = list(&answer, "data").iter().filter_map(audience);
        Ok(AudiencePage {
            audiences: rows
                .take(usize::try_from(most).unwrap_or_default())
                .collect(),
            next: last.filter(|_| has_more),
        })
    }
}

/// What a report says, or why there is none.
pub(super) fn report(answered: &Answered) -> Result<Value, ReportFailure> {
    let body = serde_json::from_slice::<Value>(&answered.body).ok();
    if answered.is_success() {
        return body.ok_or(ReportFailure::NoAnswer);
    }
    let code = body.and_then(|body| body.pointer("/error/code")?.as_i64());
    let wait = answered.wait;
    Err(match (code, answered.status) {
        (Some(190 | 102), _) => ReportFailure::Access,
        (Some(10 | 200..=299), _) => ReportFailure::Permission,
        (Some(4 | 17 | 32 | 613 | 80_000..=80_014), _) | (_, 429) => {
            ReportFailure::Throttled { wait }
        }
        (Some(1 | 2) | None, _) | (_, 500..) => ReportFailure::NoAnswer,
        (Some(code), _) => ReportFailure::Refused(Some(code)),
    })
}

fn list<'a>(value: &'a Value, name: &str) -> &'a [Value] {
    let list = value.get(name).and_then(Value::as_array);
    list.map_or(&[], Vec::as_slice)
}

/// A name that people gave there, without what cannot be seen.
fn name(value: &Value, key: &str) -> Option<String> {
    let text = value.get(key)?.as_str()?;
    let seen = text.chars().filter(|letter| !letter.is_control());
    let name: String = seen.take(LONGEST_NAME).collect();
    (!name.is_empty()).then_some(name)
}

/// A word of the platform; `None` for what is a sentence.
fn word(value: &Value, key: &str) -> Option<String> {
    let text = value.get(key)?.as_str()?;
    let is_word = (1..=LONGEST_WORD).contains(&text.len())
        && text
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    is_word.then(|| text.to_owned())
}

/// A number at a path, as it was written.
fn decimal(value: &Value, path: &str) -> Option<Decimal> {
    let number = value.pointer(path)?;
    let text = match number {
        Value::String(text) => text.clone(),
        other => other.as_number()?.to_string(),
    };
    Decimal::from_scientific(&text)
        .or_else(|_| text.parse())
        .ok()
}

fn event(row: &Value) -> Option<EventQuality> {
    let matched = row.get("event_match_quality").unwrap_or(&Value::Null);
    let keys = list(matched, "match_key_feedback").iter().take(MOST_KEYS);
    let match_keys = keys.filter_map(|key| {
        Some(KeyCoverage {
            key: word(key, "identifier")?,
            percentage: decimal(key, "/coverage/percentage"),
        })
    });
    let keys = list(row, "dedupe_key_feedback").iter().take(MOST_KEYS);
    let dedupe_keys = keys.filter_map(|key| {
        Some(DedupeKey {
            key: word(key, "dedupe_key")?,
            browser: decimal(key, "/browser_events_with_dedupe_key/percentage"),
            server: decimal(key, "/server_events_with_dedupe_key/percentage"),
            overall: decimal(key, "/overall_browser_coverage_from_dedupe_key/percentage"),
        })
    });
    let freshness = row.get("data_freshness").unwrap_or(&Value::Null);
    Some(EventQuality {
        event_name: name(row, "event_name")?,
        match_score: decimal(matched, "/composite_score"),
        match_keys: match_keys.collect(),
        coverage: decimal(row, "/event_coverage/percentage"),
        coverage_goal: decimal(row, "/event_coverage/goal_percentage"),
        dedupe_keys: dedupe_keys.collect(),
        freshness: word(freshness, "upload_frequency"),
        additional_conversions: decimal(row, "/acr/percentage"),
    })
}

fn audience(row: &Value) -> Option<CustomAudience> {
    let seconds = row.get("time_updated").and_then(Value::as_i64);
    // Where it does not say how many, it says -1.
    let count = |key: &str| row.get(key).and_then(Value::as_u64);
    Some(CustomAudience {
        id: word(row, "id")?,
        name: name(row, "name"),
        kind: word(row, "subtype"),
        at_least: count("approximate_count_lower_bound"),
        at_most: count("approximate_count_upper_bound"),
        updated_at: seconds
            .and_then(|seconds| seconds.checked_mul(1_000_000))
            .map(Timestamp::from_micros),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn failure(status: u16, body: &str) -> ReportFailure {
        let answered = Answered {
            status,
            wait: Some(9),
            body: body.as_bytes().to_vec(),
        };
        report(&answered).unwrap_err()
    }

    #[test]
    fn codes_mean_what_the_platform_says() {
        let of = |code: i64| failure(400, &format!(r#"{{"error":{{"code":{code}}}}}"#));
        assert_eq!(of(190), ReportFailure::Access);
        for code in [10, 200, 294] {
            assert_eq!(of(code), ReportFailure::Permission, "{code}");
        }
        for code in [4, 17, 613, 80_003] {
            assert_eq!(
                of(code),
                ReportFailure::Throttled { wait: Some(9) },
                "{code}"
            );
        }
        assert_eq!(of(100), ReportFailure::Refused(Some(100)));
        assert_eq!(of(2), ReportFailure::NoAnswer);
        assert_eq!(failure(429, ""), ReportFailure::Throttled { wait: Some(9) });
        assert_eq!(failure(502, "<html>"), ReportFailure::NoAnswer);
        assert_eq!(failure(200, "<html>"), ReportFailure::NoAnswer);
    }

    #[test]
    fn numbers_stay_as_they_were_written_and_sentences_are_left_out() {
        let row = serde_json::json!({
            "event_name": "B2B\u{7} Purchase",
            "event_match_quality": {"composite_score": 6.2, "match_key_feedback": [
                {"identifier": "email", "coverage": {"percentage": "99.90"}},
                {"identifier": "a sentence, of theirs", "coverage": {"percentage": 1}},
            ]},
            "data_freshness": {"upload_frequency": "real_time", "description": "A sentence."},
        });
        let read = event(&row).unwrap();
        assert_eq!(read.event_name, "B2B Purchase");
        assert_eq!(read.match_score.unwrap().to_string(), "6.2");
        let [email] = read.match_keys.as_slice() else {
            panic!("{:?}", read.match_keys)
        };
        assert_eq!(email.percentage.unwrap().to_string(), "99.90");
        assert_eq!(read.freshness.as_deref(), Some("real_time"));
        assert_eq!((read.coverage, read.additional_conversions), (None, None));
        assert_eq!(event(&serde_json::json!({"acr": {}})), None);
    }

    #[test]
    fn an_audience_that_is_too_small_to_be_counted_has_no_count() {
        let row = serde_json::json!({"id": "238", "name": "VIP", "subtype": "CUSTOM",
            "approximate_count_lower_bound": -1, "approximate_count_upper_bound": 1_000,
            "time_updated": 1_700_000_000});
        let read = audience(&row).unwrap();
        assert_eq!((read.at_least, read.at_most), (None, Some(1_000)));
        assert_eq!(
            read.updated_at.unwrap().to_string(),
            "2023-11-14T22:13:20.000000Z"
        );
    }
}
