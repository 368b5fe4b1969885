use super::*;
use crate::presets;
use crate::source::Source;

fn asked() -> Asked {
    Asked {
        profile_id: Uuid::from_u128(7).into(),
        now: Timestamp::parse("2026-11-25T10:00:00Z").unwrap(),
        from: None,
        until: None,
    }
}

fn row(text: &str) -> Row {
    Row {
        line: 1,
        value: Value::parse(text).unwrap(),
    }
}

/// What the rows become, all looked at first.
fn read(mapping: &Mapping, rows: &[&str]) -> Vec<Result<Verdict, BadRow>> {
    let mut reader = Reader::new(mapping, asked());
    for text in rows {
        reader.look(row(text));
    }
    let mut survey = Survey::new(mapping, kernel::TimeZone::named("UTC").unwrap());
    let verdicts = rows
        .iter()
        .flat_map(|text| reader.read(row(text), &mut survey));
    verdicts.collect()
}

fn shown(verdicts: &[Result<Verdict, BadRow>]) -> Vec<String> {
    let fact = |fact: &Fact| match fact {
        Fact::Browser(fact) => match &fact.event.kind {
            TrackerEventKind::PageView { url, referrer, .. } => {
                format!("{} views {url} from {referrer:?}", fact.anonymous_id)
            }
            TrackerEventKind::Identify { person } => format!(
                "{} is {}",
                fact.anonymous_id,
                person.crm_contact_id.as_deref().unwrap_or("?")
            ),
            other => format!("{} does {other:?}", fact.anonymous_id),
        },
        Fact::Outcome(fact) => {
            let event = &fact.event;
            let money = event.value.map(|money| {
                let code = money
                    .currency
                    .map_or("-".to_owned(), |it| it.code().to_owned());
                format!("{} {code}", money.amount)
            });
            format!(
                "{} {} key {} of {} {}",
                event.event_type.as_str(),
                money.unwrap_or_default(),
                fact.key.as_str().split(':').next().unwrap(),
                event.person.anonymous_id.as_deref().unwrap_or("-"),
                event.person.crm_contact_id.as_deref().unwrap_or("-"),
            )
        }
    };
    let verdict = |verdict: &Result<Verdict, BadRow>| match verdict {
        Ok(Verdict::Facts(facts)) => facts.iter().map(fact).collect::<Vec<_>>().join(", "),
        Ok(Verdict::Nothing(why)) => format!("nothing: {why:?}"),
        Err(bad) => format!("bad: {}", bad.reason),
    };
    verdicts.iter().map(verdict).collect()
}

fn preset(name: &str) -> Mapping {
    presets::named(name).unwrap().unwrap()
}

const GA4_VIEW: &str = r#"{"event_timestamp":"1767323045500000","event_name":"page_view",
  "user_pseudo_id":"1.2","event_params":[
    {"key":"page_location","value":{"string_value":"https://shop.example/?a=1","int_value":null}},
    {"key":"page_referrer","value":{"string_value":"https://news.example/"}}],
  "collected_traffic_source":{"manual_source":"google","manual_medium":"(not set)","gclid":"G-1"}}"#;

#[test]
fn ga4_has_its_traps_behind_it() {
    let verdicts = read(
        &preset("ga4"),
        &[
            GA4_VIEW,
            r#"{"event_timestamp":"1767323046500000","event_name":"purchase","user_pseudo_id":"1.2",
               "user_id":"u-9","event_params":[{"key":"currency","value":{"string_value":"eur"}}],
               "ecommerce":{"transaction_id":"T1","purchase_revenue":19.990000000000002}}"#,
            r#"{"event_timestamp":"1767323047500000","event_name":"purchase","user_pseudo_id":null,
               "ecommerce":{"transaction_id":"T2","purchase_revenue":5}}"#,
            r#"{"event_timestamp":"1767323047500000","event_name":"page_view","user_pseudo_id":null,
               "event_params":[{"key":"page_location","value":{"string_value":"https://shop.example/"}}]}"#,
            r#"{"event_timestamp":"1767323048500000","event_name":"refund","user_pseudo_id":"1.2",
               "ecommerce":{"transaction_id":"T1","refund_value":"3.5"}}"#,
            r#"{"event_timestamp":"1767323048500000","event_name":"scroll","user_pseudo_id":"1.2"}"#,
        ],
    );
    assert_eq!(
        shown(&verdicts),
        [
            "1.2 views https://shop.example/?a=1&utm_source=google&gclid=G-1 from \
             Present(\"https://news.example/\")",
            "payment_received 19.99 EUR key T1 of 1.2 u-9",
            "payment_received 5 - key T2 of - -",
            "nothing: NoBrowser",
            "payment_received -3.5 - key refund of 1.2 -",
            "nothing: Kind",
        ]
    );
    let at = verdicts.first().unwrap().as_ref().unwrap();
    let Verdict::Facts(facts) = at else {
        panic!("no facts")
    };
    assert_eq!(
        facts.first().unwrap().at().to_string(),
        "2026-01-02T03:04:05.500000Z"
    );
}

/// The facts of a file, as they are shown and with their ids.
fn of_file(name: &str) -> (Vec<String>, Vec<String>) {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/import/ga4");
    let open = || {
        let file = std::fs::File::open(format!("{folder}/{name}")).unwrap();
        Source::open(file).unwrap().map(Result::unwrap)
    };
    let mapping = preset("ga4");
    let mut reader = Reader::new(&mapping, asked());
    open().for_each(|row| reader.look(row));
    let mut survey = Survey::new(&mapping, kernel::TimeZone::named("UTC").unwrap());
    let verdicts: Vec<_> = open()
        .flat_map(|row| reader.read(row, &mut survey))
        .collect();
    let facts = verdicts.iter().flat_map(|verdict| match verdict {
        Ok(Verdict::Facts(facts)) => facts.iter().map(id_of).collect::<Vec<_>>(),
        _ => Vec::new(),
    });
    (shown(&verdicts), facts.collect())
}

fn id_of(fact: &Fact) -> String {
    match fact {
        Fact::Browser(fact) => fact.event.id.to_string(),
        Fact::Outcome(fact) => fact.key.as_str().to_owned(),
    }
}

#[test]
fn nested_columns_are_the_events_of_json_lines() {
    let json = of_file("events.json");
    assert_eq!(
        json.0,
        [
            "1.2 views https://shop.example/?a=1&utm_source=google&gclid=G-1 from \
             Present(\"https://news.example/\")",
            "payment_received 19.99 EUR key T1 of 1.2 u-9",
            "payment_received -3.5 - key refund of 1.2 -",
        ]
    );
    assert_eq!(json.1.len(), 3);
    assert_eq!(of_file("events_element.parquet"), json);
    assert_eq!(of_file("events_item.parquet"), json);
}

#[test]
fn an_event_has_one_id_in_every_import_and_no_other_has_it() {
    let id = |text: &str, mapping: &Mapping| {
        let verdicts = read(mapping, &[text]);
        match verdicts.first().unwrap() {
            Ok(Verdict::Facts(facts)) => match facts.first().unwrap() {
                Fact::Browser(fact) => fact.event.id,
                Fact::Outcome(_) => panic!("an outcome"),
            },
            other => panic!("{other:?}"),
        }
    };
    let ga4 = preset("ga4");
    let first = id(GA4_VIEW, &ga4);
    assert_eq!(first, id(&GA4_VIEW.replace("\n  ", " "), &ga4));
    assert_ne!(first, id(&GA4_VIEW.replace("a=1", "a=2"), &ga4));
    let other = Mapping {
        source: "other".to_owned(),
        ..ga4
    };
    assert_ne!(first, id(GA4_VIEW, &other));
}

#[test]
fn posthog_names_people_once() {
    let event = |id: &str, kind: &str, distinct: &str, properties: &str| {
        format!(
            r#"{{"uuid":"{id}","event":"{kind}","distinct_id":"{distinct}",
               "timestamp":"2026-01-02 03:04:05.5","properties":{properties}}}"#
        )
    };
    let view = r#"{"$current_url":"https://a.example/","$referrer":"$direct"}"#;
    let later = r#"{"$current_url":"https://a.example/x","$device_id":"anon"}"#;
    // As a file without nesting has it.
    let text = Value::parse(&event("6", "purchase", "ann", "{}")).unwrap();
    assert!(text.at("properties").is_some());
    let rows = [
        event("1", "$pageview", "anon", view),
        event("2", "$identify", "ann", r#"{"$anon_distinct_id":"anon"}"#),
        event("3", "$pageview", "ann", later),
        event("4", "$pageleave", "ann", later),
        event("5", "purchase", "ann", r#"{"revenue":9.5,"order_id":"O1"}"#),
        event(
            "6",
            "purchase",
            "ann",
            r#""{\"revenue\": 1, \"$device_id\": \"anon\"}""#,
        ),
        event("7", "$pageview", "ann", view),
        event("8", "$pageview", "bob", later),
        event("9", "$pageview", "ann", later),
    ];
    let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
    assert_eq!(
        shown(&read(&preset("posthog"), &rows)),
        [
            "anon views https://a.example/ from KnownAbsent",
            "anon is ann",
            "anon views https://a.example/x from KnownAbsent",
            "nothing: Kind",
            "payment_received 9.5 - key O1 of - ann",
            "payment_received 1 - key import of anon ann",
            "ann is ann, ann views https://a.example/ from KnownAbsent",
            "anon is bob, anon views https://a.example/x from KnownAbsent",
            "anon is ann, anon views https://a.example/x from KnownAbsent",
        ]
    );
}

#[test]
fn the_other_presets_read_what_their_programs_write() {
    assert_eq!(
        shown(&read(
            &preset("snowplow"),
            &[
                r#"{"event_id":"a","event":"page_view","collector_tstamp":"2026-01-02 03:04:05.123",
                   "domain_userid":"d","user_id":"u","page_url":"https://a.example/?x=1",
                   "page_referrer":"https://b.example/","mkt_source":"mail"}"#,
                r#"{"event_id":"b","event":"transaction","collector_tstamp":"2026-01-02 03:04:05.123",
                   "domain_userid":"d","tr_orderid":"7","tr_total":"12.5","tr_currency":"USD"}"#,
                r#"{"event_id":"c","event":"page_ping","domain_userid":"d"}"#,
            ]
        )),
        [
            "d is u, d views https://a.example/?x=1&utm_source=mail from Present(\"https://b.example/\")",
            "payment_received 12.5 USD key 7 of d -",
            "nothing: Kind",
        ]
    );
    assert_eq!(
        shown(&read(
            &preset("umami"),
            &[
                r#"{"event_id":"a","event_type":"1","created_at":"2026-01-02 03:04:05","session_id":"s",
                   "hostname":"a.example","url_path":"/x","url_query":"utm_source=mail",
                   "referrer_domain":"b.example","referrer_path":"/y"}"#,
                r#"{"event_id":"b","event_type":"2","event_name":"sign-up","session_id":"s",
                   "created_at":"2026-01-02 03:04:05","hostname":"a.example","url_path":"/x"}"#,
            ]
        ))
        .first()
        .unwrap(),
        "s views https://a.example/x?utm_source=mail from Present(\"https://b.example/y\")",
    );
    let visit = r#"{"idVisit":"5","visitorId":"v","userId":null,"referrerUrl":"https://b.example/",
        "actionDetails":[
          {"type":"action","timestamp":1767323045,"url":"https://a.example/","pageIdAction":"1"},
          {"type":"ecommerceOrder","timestamp":1767323046,"orderId":"O","revenue":"3"},
          {"type":"outlink","timestamp":1767323047,"url":"https://c.example/"}]}"#;
    assert_eq!(
        shown(&read(&preset("matomo"), &[visit])),
        [
            "v views https://a.example/ from Present(\"https://b.example/\")",
            "payment_received 3 - key O of v -",
            "nothing: Kind",
        ]
    );
}

fn plain(extra: &str) -> Mapping {
    Mapping::parse(&format!(
        r#"{{"source":"s","id":["i"],"time":{{"field":"t"}},"anonymous_id":"a","page":{{"url":"u"}}{extra}}}"#
    ))
    .unwrap()
}

#[test]
fn a_row_that_cannot_be_an_event_says_why() {
    let mapping = plain("");
    for (text, reason) in [
        (
            r#"{"i":1,"a":"b","u":"https://a.example/"}"#,
            "time is missing",
        ),
        (
            r#"{"i":1,"t":"x","a":"b","u":"/"}"#,
            "time is neither RFC 3339",
        ),
        (
            r#"{"t":"2026-01-02T03:04:05Z","a":"b","u":"/"}"#,
            "id is missing",
        ),
        (
            r#"{"i":1,"t":"2026-01-02T03:04:05Z","a":"b"}"#,
            "page.url is missing",
        ),
        (
            r#"{"i":1,"t":"2026-01-02T03:04:05Z","a":"b","u":"app://x"}"#,
            "page.url is not an absolute http or https URL",
        ),
    ] {
        let shown = shown(&read(&mapping, &[text])).remove(0);
        assert!(
            shown.starts_with(&format!("bad: {reason}")),
            "{text}: {shown}"
        );
    }
}

#[test]
fn conditions_and_days_leave_rows_out() {
    let mapping = plain(
        r#","skip":[{"field":"bot","is":"true"},{"field":"u","begins_with":"https://test."}]"#,
    );
    let rows = [
        r#"{"i":1,"t":"2026-01-02T03:04:05Z","a":"b","u":"https://a.example/","bot":true}"#,
        r#"{"i":1,"t":"2026-01-02T03:04:05Z","a":"b","u":"https://test.example/"}"#,
        r#"{"i":1,"t":"2026-01-02T03:04:05Z","a":"b","u":"https://a.example/"}"#,
    ];
    let verdicts = shown(&read(&mapping, &rows));
    assert_eq!(verdicts.first().unwrap(), "nothing: Condition");
    assert_eq!(verdicts.get(1).unwrap(), "nothing: Condition");
    // Nobody asked the browser.
    assert!(verdicts.get(2).unwrap().ends_with("from Unknown"));
    let later = Asked {
        from: Timestamp::parse("2026-01-03T00:00:00Z"),
        ..asked()
    };
    let mut reader = Reader::new(&mapping, later);
    let mut survey = Survey::new(&mapping, kernel::TimeZone::named("UTC").unwrap());
    let verdicts = reader.read(row(rows.last().unwrap()), &mut survey);
    assert_eq!(shown(&verdicts), ["nothing: Day"]);
    assert_eq!(survey.unread.len(), 0);
}
