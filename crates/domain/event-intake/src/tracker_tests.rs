use super::*;

const ID: &str = "01890a5d-ac96-774b-bcce-b302099a8057";

fn received_at() -> Timestamp {
    Timestamp::parse("2026-03-10T00:00:00Z").unwrap()
}

#[expect(clippy::unnecessary_wraps, reason = "shorter where it is used")]
fn text(value: &str) -> Option<String> {
    Some(value.to_owned())
}

fn event(kind: &str) -> TrackerEventDraft {
    TrackerEventDraft {
        kind: text(kind),
        id: text(ID),
        url: text("https://example.com/a"),
        ms: Some(5),
        name: text("signup"),
        person: Some(RawPerson::default()),
        ..TrackerEventDraft::default()
    }
}

fn batch(events: Vec<TrackerEventDraft>) -> TrackerBatchDraft {
    TrackerBatchDraft {
        key: text("trk_live_x"),
        version: Some(1),
        anonymous_id: text("a1"),
        events,
        cookies: None,
    }
}

fn one(draft: TrackerEventDraft) -> TrackerEvent {
    TrackerBatch::parse(batch(vec![draft]), received_at())
        .unwrap()
        .events
        .remove(0)
}

fn pointers(draft: TrackerBatchDraft) -> Vec<String> {
    let errors = TrackerBatch::parse(draft, received_at()).unwrap_err();
    errors.into_iter().map(|error| error.pointer).collect()
}

#[test]
fn every_kind_is_read() {
    let events = ["pv", "eng", "id", "ev"].map(event).to_vec();
    let parsed = TrackerBatch::parse(batch(events), received_at()).unwrap();
    assert_eq!(
        (parsed.key.as_str(), parsed.anonymous_id.as_deref()),
        ("trk_live_x", Some("a1"))
    );
    let url = "https://example.com/a".to_owned();
    let kinds: Vec<_> = parsed.events.into_iter().map(|event| event.kind).collect();
    let expected = [
        TrackerEventKind::PageView {
            url: url.clone(),
            referrer: PageReferrer::KnownAbsent,
            title: None,
        },
        TrackerEventKind::Engagement {
            url: Some(url.clone()),
            ms: 5,
        },
        TrackerEventKind::Identify {
            person: RawPerson::default(),
        },
        TrackerEventKind::Custom {
            name: "signup".into(),
            url: Some(url),
            properties: None,
        },
    ];
    assert_eq!(kinds, expected);
}

#[test]
fn time_is_receipt_less_age() {
    let at = |age_ms| {
        one(TrackerEventDraft {
            age_ms,
            ..event("ev")
        })
        .occurred_at
        .to_string()
    };
    assert_eq!(at(None), "2026-03-10T00:00:00.000000Z");
    assert_eq!(at(Some(-5)), "2026-03-10T00:00:00.000000Z");
    assert_eq!(at(Some(i64::MIN)), "2026-03-10T00:00:00.000000Z");
    assert_eq!(at(Some(1_500)), "2026-03-09T23:59:58.500000Z");
    assert_eq!(at(Some(604_800_000)), "2026-03-03T00:00:00.000000Z");
    for age in [604_800_001, i64::MAX] {
        let draft = TrackerEventDraft {
            age_ms: Some(age),
            ..event("ev")
        };
        assert_eq!(pointers(batch(vec![event("pv"), draft])), ["/e/1/ts"]);
    }
}

#[test]
fn a_page_view_tells_its_referrer_and_a_clean_title() {
    let draft = TrackerEventDraft {
        referrer: text("android-app://com.slack/"),
        title: Some(format!("\n{}\u{0}", "ñ".repeat(600))),
        ..event("pv")
    };
    let TrackerEventKind::PageView {
        referrer, title, ..
    } = one(draft).kind
    else {
        panic!("is a page view")
    };
    assert_eq!(
        referrer,
        PageReferrer::Present("android-app://com.slack/".into())
    );
    assert_eq!(title, Some("ñ".repeat(512)));
    let draft = TrackerEventDraft {
        referrer: text(""),
        title: text("\n"),
        ..event("pv")
    };
    let TrackerEventKind::PageView {
        referrer, title, ..
    } = one(draft).kind
    else {
        panic!("is a page view")
    };
    assert_eq!((referrer, title), (PageReferrer::KnownAbsent, None));
}

#[test]
fn a_batch_has_one_to_ten_events_of_a_known_version() {
    assert_eq!(pointers(batch(Vec::new())), ["/e"]);
    assert_eq!(pointers(batch(vec![event("pv"); 11])), ["/e"]);
    assert!(TrackerBatch::parse(batch(vec![event("pv"); 10]), received_at()).is_ok());
    let events = vec![event("pv")];
    let newer = TrackerBatchDraft {
        version: Some(2),
        ..batch(events.clone())
    };
    assert_eq!(pointers(newer), ["/v"]);
    let without = TrackerBatchDraft {
        version: None,
        ..batch(events.clone())
    };
    assert!(TrackerBatch::parse(without, received_at()).is_ok());
    let keyless = TrackerBatchDraft {
        key: None,
        anonymous_id: text(""),
        ..batch(events.clone())
    };
    assert_eq!(pointers(keyless), ["/k", "/a"]);
    for bad in ["", "a\u{0}", &"a".repeat(129)] {
        let draft = TrackerBatchDraft {
            anonymous_id: text(bad),
            ..batch(events.clone())
        };
        assert_eq!(pointers(draft), ["/a"]);
    }
}

#[test]
fn without_an_anonymous_id_only_page_views_are_read() {
    let nobody = |kinds: &[&str]| TrackerBatchDraft {
        anonymous_id: None,
        ..batch(kinds.iter().copied().map(event).collect())
    };
    let parsed = TrackerBatch::parse(nobody(&["pv", "pv"]), received_at()).unwrap();
    assert_eq!(parsed.anonymous_id, None);
    assert_eq!(
        pointers(nobody(&["pv", "eng", "id", "ev"])),
        ["/e/1/t", "/e/2/t", "/e/3/t"]
    );
}

#[test]
fn cookies_of_who_is_recognised_are_read_and_what_is_none_costs_no_page_view() {
    let evidence = |anonymous_id: Option<&str>, cookies: &str| {
        let draft = TrackerBatchDraft {
            anonymous_id: anonymous_id.map(str::to_owned),
            cookies: text(cookies),
            ..batch(vec![event("pv")])
        };
        let parsed = TrackerBatch::parse(draft, received_at()).unwrap();
        assert_eq!(parsed.events.len(), 1);
        parsed.evidence
    };
    let both = "_fbp=fb.1.1.a;_fbc=fb.1.1.b";
    assert_eq!(evidence(Some("a1"), both), MatchEvidence::of_cookies(both));
    assert!(!evidence(Some("a1"), both).is_empty());
    assert!(evidence(None, both).is_empty());
    assert!(evidence(Some("a1"), "_fbp=\u{0};_fbc").is_empty());
}

#[test]
fn every_problem_is_told_with_its_place() {
    let bad = TrackerEventDraft {
        kind: None,
        id: text("no"),
        age_ms: Some(i64::MAX),
        url: text("/relative"),
        referrer: text("a\u{0}"),
        title: None,
        ms: Some(-1),
        name: text(""),
        person: Some(RawPerson {
            email: text("\n"),
            ..RawPerson::default()
        }),
        properties: JsonObject::parse(r#"{"a":"\u0000"}"#).ok(),
    };
    let of = |kind: &str| TrackerEventDraft {
        kind: text(kind),
        id: text(ID),
        age_ms: None,
        ..bad.clone()
    };
    let found = pointers(batch(vec![
        bad.clone(),
        of("pv"),
        of("eng"),
        of("id"),
        of("ev"),
    ]));
    let expected = [
        "/e/0/i",
        "/e/0/ts",
        "/e/0/t",
        "/e/1/u",
        "/e/1/r",
        "/e/2/u",
        "/e/2/ms",
        "/e/3/p/email",
        "/e/4/n",
        "/e/4/u",
        "/e/4/p",
    ];
    assert_eq!(found, expected);
    let empty = |kind: &str| TrackerEventDraft {
        kind: text(kind),
        id: text(ID),
        ..TrackerEventDraft::default()
    };
    let found = pointers(batch(["pv", "eng", "id", "ev"].map(empty).to_vec()));
    assert_eq!(found, ["/e/0/u", "/e/1/ms", "/e/2/p", "/e/3/n"]);
}

#[test]
fn limits_are_inclusive() {
    let ms = |ms| TrackerEventDraft {
        ms: Some(ms),
        ..event("eng")
    };
    one(ms(0));
    one(ms(86_400_000));
    assert_eq!(pointers(batch(vec![ms(86_400_001)])), ["/e/0/ms"]);
    let name = |length| TrackerEventDraft {
        name: Some("n".repeat(length)),
        ..event("ev")
    };
    one(name(128));
    assert_eq!(pointers(batch(vec![name(129)])), ["/e/0/n"]);
    let properties = |length: usize| TrackerEventDraft {
        properties: JsonObject::parse(&format!(r#"{{"a":"{}"}}"#, "x".repeat(length - 8))).ok(),
        ..event("ev")
    };
    one(properties(8_192));
    assert_eq!(pointers(batch(vec![properties(8_193)])), ["/e/0/p"]);
    let nil = TrackerEventDraft {
        id: text("00000000-0000-0000-0000-000000000000"),
        ..event("pv")
    };
    assert_eq!(pointers(batch(vec![nil])), ["/e/0/i"]);
}
