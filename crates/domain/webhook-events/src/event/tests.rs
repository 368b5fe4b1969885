use std::collections::{BTreeMap, BTreeSet};

use kernel::{Currency, Exact, Id, Model, RevenueType};
use rust_decimal::Decimal;
use serde_json::Value;
use time::macros::date;
use uuid::Uuid;

use super::*;
use crate::data::{
    AlertLevel, AlertValue, Change, ConnectionData, ConversionChangeData, ConversionData,
    ExportData, FirstAttributionData, FreshnessData, HandoffData, HandoffOutcome, QualityData,
    RecomputeData, ReconnectData, RestatementData, StopReason,
};

fn id<K>(number: u128) -> Id<K> {
    Uuid::from_u128(number).into()
}

fn head() -> EventHead {
    EventHead {
        id: id(1),
        profile_id: id(2),
        at: Timestamp::from_micros(1_614_265_330_000_001),
    }
}

fn conversion(channel: Option<String>) -> EventData {
    EventData::ConversionRecorded(ConversionData {
        conversion_id: id(3),
        outcome_event_id: id(4),
        conversion_definition_id: id(5),
        revenue_type: RevenueType::Cash,
        converted_at: Timestamp::from_micros(0),
        value: Some(Decimal::new(-1_234_500, 4)),
        currency: Currency::parse("CLP").unwrap(),
        model: Model::LastTouch,
        channel,
    })
}

fn one_of_each() -> Vec<EventData> {
    let at = Timestamp::from_micros(0);
    let connection = ConnectionData {
        provider: Provider::new("search_ads").unwrap(),
        connection_id: id(3),
    };
    let export = ExportData {
        provider: Provider::new("social_capi").unwrap(),
        run_id: id(3),
        counts: BTreeMap::from([("sent".to_owned(), 7), ("no_consent".to_owned(), 0)]),
    };
    vec![
        EventData::ConnectionConnected(connection.clone()),
        EventData::ConnectionReconnectRequired(ReconnectData {
            provider: connection.provider.clone(),
            connection_id: connection.connection_id,
            reason: StopReason::FailingForDays,
        }),
        EventData::ConnectionRevoked(connection),
        EventData::HandoffCompleted(HandoffData {
            handoff_id: id(3),
            status: HandoffOutcome::Declined,
        }),
        EventData::RecomputeCompleted(RecomputeData {
            recompute_id: id(3),
            finished_at: at,
        }),
        EventData::ConversionAttributed(FirstAttributionData {
            conversion_definition_id: id(3),
            conversion_id: id(4),
        }),
        conversion(None),
        EventData::ConversionChanged(ConversionChangeData {
            conversion_id: id(3),
            conversion_definition_id: id(4),
            restatement_id: Some(id(5)),
            model: Model::Linear,
            credited: Change {
                before: None,
                after: Some(Decimal::new(100, 1)),
            },
            currency: Currency::parse("EUR").unwrap(),
            channel: Change {
                before: Some("Direct".to_owned()),
                after: Some("E-mail \"spring\"".to_owned()),
            },
        }),
        EventData::ReportRestated(RestatementData {
            restatement_id: None,
            conversions: 1_001,
        }),
        EventData::ExportCompleted(export.clone()),
        EventData::ExportFailed(export),
        EventData::ProfileFreshnessChanged(FreshnessData { fresh_until: at }),
        EventData::QualityAlert(QualityData {
            code: "tracker_silent".to_owned(),
            level: AlertLevel::Warning,
            previous_level: AlertLevel::Ok,
            value: Some(AlertValue::Number(Exact::whole(2))),
            threshold: Some(Exact::whole(1)),
            since: Some(date!(2026 - 02 - 03)),
            recommendation_code: Some("check_tracker".to_owned()),
        }),
    ]
}

fn text(event: &Event) -> &str {
    std::str::from_utf8(event.body().bytes()).unwrap()
}

/// The keys of `data` in the order in which they are written.
fn keys_in_order(event: &Event) -> Vec<String> {
    let read: Value = serde_json::from_slice(event.body().bytes()).unwrap();
    let mut keys: Vec<_> = read["data"].as_object().unwrap().keys().cloned().collect();
    let body = text(event);
    let data = body.find("\"data\":").unwrap();
    keys.sort_by_key(|key| body[data..].find(&format!("\"{key}\":")).unwrap());
    keys
}

#[test]
fn the_body_is_written_in_one_order_and_money_exactly() {
    let event = Event::new(head(), &conversion(Some("Search".to_owned()))).unwrap();
    assert_eq!(
        text(&event),
        concat!(
            r#"{"id":"00000000-0000-0000-0000-000000000001","type":"conversion.recorded","#,
            r#""timestamp":"2021-02-25T15:02:10.000001Z","#,
            r#""profile_id":"00000000-0000-0000-0000-000000000002","#,
            r#""data":{"conversion_id":"00000000-0000-0000-0000-000000000003","#,
            r#""outcome_event_id":"00000000-0000-0000-0000-000000000004","#,
            r#""conversion_definition_id":"00000000-0000-0000-0000-000000000005","#,
            r#""revenue_type":"cash","converted_at":"1970-01-01T00:00:00.000000Z","#,
            r#""value":"-123.45","currency":"CLP","model":"last_touch","channel":"Search"}}"#,
        )
    );
    assert_eq!(event.provider(), &Provider::platform());
}

#[test]
fn what_was_measured_is_a_word_or_a_number_with_its_digits() {
    let alert = |value| QualityData {
        code: "results_replaying".to_owned(),
        level: AlertLevel::Ok,
        previous_level: AlertLevel::Notice,
        value,
        threshold: None,
        since: None,
        recommendation_code: None,
    };
    let number = AlertValue::Number("12.5".parse().unwrap());
    for (value, written) in [
        (Some(AlertValue::Word("current".to_owned())), "\"current\""),
        (Some(number), "12.5"),
        (None, "null"),
    ] {
        let event = Event::new(head(), &EventData::QualityAlert(alert(value))).unwrap();
        let expected = format!(
            r#""data":{{"code":"results_replaying","level":"ok","previous_level":"notice","value":{written},"threshold":null,"since":null,"recommendation_code":null}}}}"#
        );
        assert!(text(&event).ends_with(&expected), "{}", text(&event));
    }
}

#[test]
fn every_type_has_exactly_the_fields_that_are_documented() {
    let mut seen = BTreeSet::new();
    for data in one_of_each() {
        let event = Event::new(head(), &data).unwrap();
        let documented: Vec<_> = event
            .event_type()
            .fields()
            .iter()
            .map(|it| it.name)
            .collect();
        assert_eq!(keys_in_order(&event), documented, "{}", event.event_type());
        assert!(event.event_type().is_platform());
        seen.insert(event.event_type());
    }
    for kind in EventType::ALL {
        assert_eq!(seen.contains(&kind), kind.is_platform(), "{kind}");
        assert_eq!(kind.fields().is_empty(), !kind.is_platform(), "{kind}");
    }
}

#[test]
fn null_stands_where_the_fields_say_so_and_nowhere_else() {
    for data in one_of_each() {
        let event = Event::new(head(), &data).unwrap();
        let read: Value = serde_json::from_slice(event.body().bytes()).unwrap();
        for field in event.event_type().fields() {
            let is_null = read["data"][field.name].is_null();
            assert!(
                !is_null || field.nullable,
                "{} {}",
                event.event_type(),
                field.name
            );
            assert!(field.meaning.ends_with('.'), "{}", field.name);
        }
    }
}

#[test]
fn a_test_event_has_the_shape_of_a_real_one() {
    let provider = Provider::new("photo_app").unwrap();
    for kind in EventType::ALL {
        let event = Event::test(head(), kind, provider.clone()).unwrap();
        let read: Value = serde_json::from_slice(event.body().bytes()).unwrap();
        assert_eq!(read["data"]["test"], true, "{kind}");
        assert_eq!(read["type"], kind.as_str());
        let mut expected = vec!["test"];
        expected.extend(kind.fields().iter().map(|field| field.name));
        assert_eq!(keys_in_order(&event), expected);
        assert_eq!(event.provider(), &provider);
    }
}

#[test]
fn a_body_that_is_too_long_is_no_event() {
    let of_length = |chars: usize| Event::new(head(), &conversion(Some("c".repeat(chars))));
    let bytes_beside = of_length(0).unwrap().body().bytes().len();
    let fits = of_length(BODY_BYTES - 1 - bytes_beside).unwrap();
    assert_eq!(fits.body().bytes().len(), BODY_BYTES - 1);
    assert_eq!(
        of_length(BODY_BYTES - bytes_beside).unwrap_err(),
        EventTooLarge {
            event_type: EventType::ConversionRecorded,
            bytes: BODY_BYTES,
        }
    );
}

#[test]
fn debug_shows_no_body() {
    let event = Event::new(head(), &conversion(Some("Search".to_owned()))).unwrap();
    let shown = format!("{event:?}");
    assert!(
        !shown.contains("Search") && shown.contains("bytes)"),
        "{shown}"
    );
}
