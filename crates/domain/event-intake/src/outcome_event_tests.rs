use super::*;

fn now() -> Timestamp {
    Timestamp::parse("2026-03-01T12:00:00Z").unwrap()
}

fn draft() -> OutcomeEventDraft {
    OutcomeEventDraft {
        event_type: Some("payment".into()),
        ..OutcomeEventDraft::default()
    }
}

#[expect(clippy::unnecessary_wraps, reason = "shorter where it is used")]
fn text(value: &str) -> Option<String> {
    Some(value.to_owned())
}

fn problems(draft: OutcomeEventDraft) -> Vec<(&'static str, String)> {
    let errors = NewOutcomeEvent::parse(draft, now()).unwrap_err();
    errors
        .into_iter()
        .map(|error| (error.field, error.reason))
        .collect()
}

fn fields(draft: OutcomeEventDraft) -> Vec<&'static str> {
    problems(draft)
        .into_iter()
        .map(|(field, _)| field)
        .collect()
}

#[test]
fn an_event_needs_a_type_and_nothing_else() {
    let event = NewOutcomeEvent::parse(draft(), now()).unwrap();
    assert_eq!(event.event_type.as_str(), "payment");
    assert_eq!((event.event_time, event.value), (None, None));
    assert_eq!(
        problems(OutcomeEventDraft::default()),
        [("event_type", "is required".to_owned())]
    );
}

#[test]
fn types_are_trimmed_and_limited() {
    assert_eq!(EventType::parse("  a b ").unwrap().as_str(), "a b");
    assert!(EventType::parse(&"x".repeat(128)).is_ok());
    for bad in ["", "  ", "a\nb", "a\u{0}", &"x".repeat(129)] {
        assert!(EventType::parse(bad).is_err(), "{bad:?}");
    }
}

#[test]
fn keys_are_taken_as_they_are() {
    assert_eq!(IdempotencyKey::parse(" k ").unwrap().as_str(), " k ");
    assert!(IdempotencyKey::parse(&"k".repeat(256)).is_ok());
    for bad in ["", "k\n", &"k".repeat(257)] {
        assert!(IdempotencyKey::parse(bad).is_err(), "{bad:?}");
    }
}

#[test]
fn everything_wrong_is_told_at_once() {
    let found = fields(OutcomeEventDraft {
        event_type: text(""),
        event_name: text("a\u{0}"),
        event_time: text("yesterday"),
        value_amount: text("1e3"),
        currency: text("XYZW"),
        person: RawPerson {
            email: text("a\u{0}@b.c"),
            ..RawPerson::default()
        },
        url: text("/cart"),
        referrer: Some("r".repeat(2_049)),
        utm_source: Some("u".repeat(513)),
        utm_medium: text("\n"),
        utm_campaign: text("\n"),
        utm_term: text("\n"),
        utm_content: text("\n"),
        click_ids: vec![("gclid".into(), "a\u{0}".into())],
        ad_id: Some("a".repeat(257)),
        campaign_id: Some("a".repeat(257)),
        is_first_payment: None,
        refund_of: text(""),
        pipeline: Some(Pipeline {
            external_source: text("\t"),
            from_stage: text("\t"),
            to_stage: text("\t"),
        }),
        consent: Some(ConsentDraft {
            ad_user_data: text("yes"),
            ad_personalization: text("no"),
        }),
        match_evidence: MatchEvidenceDraft {
            fbp: text("\t"),
            ..MatchEvidenceDraft::default()
        },
        properties: JsonObject::parse(r#"{"a":"\u0000"}"#).ok(),
    });
    let expected = [
        "event_type",
        "event_name",
        "event_time",
        "currency",
        "value_amount",
        "email",
        "url",
        "referrer",
        "utm_source",
        "utm_medium",
        "utm_campaign",
        "utm_term",
        "utm_content",
        "click_ids",
        "ad_id",
        "campaign_id",
        "refund_of",
        "pipeline.external_source",
        "pipeline.from_stage",
        "pipeline.to_stage",
        "consent.ad_user_data",
        "consent.ad_personalization",
        "fbp",
        "properties",
    ];
    assert_eq!(found, expected);
}

#[test]
fn times_are_from_2000_to_a_day_ahead() {
    for (time, good) in [
        ("2000-01-01T00:00:00Z", true),
        ("1999-12-31T23:59:59.999999Z", false),
        ("2026-03-02T12:00:00Z", true),
        ("2026-03-02T12:00:00.000001Z", false),
        ("2026-03-02T14:00:00+02:00", true),
    ] {
        let draft = OutcomeEventDraft {
            event_time: text(time),
            ..draft()
        };
        let parsed = NewOutcomeEvent::parse(draft, now());
        assert_eq!(parsed.is_ok(), good, "{time}");
        if let Ok(event) = parsed {
            assert_eq!(event.event_time, Timestamp::parse(time));
        }
    }
}

#[test]
fn money_is_an_amount_with_or_without_currency() {
    let draft_of =
        |amount: Option<&str>, currency: Option<&str>, refund: Option<&str>| OutcomeEventDraft {
            value_amount: amount.map(str::to_owned),
            currency: currency.map(str::to_owned),
            refund_of: refund.map(str::to_owned),
            ..draft()
        };
    let event = NewOutcomeEvent::parse(
        draft_of(text("-12.50").as_deref(), Some("clp"), None),
        now(),
    );
    let value = event.unwrap().value.unwrap();
    assert_eq!(value.amount.to_string(), "-12.5");
    assert_eq!(value.currency.unwrap().code(), "CLP");
    let event = NewOutcomeEvent::parse(draft_of(Some("1"), None, Some("order-1")), now()).unwrap();
    assert_eq!(event.value.unwrap().currency, None);
    assert_eq!(fields(draft_of(None, Some("EUR"), None)), ["currency"]);
    assert_eq!(
        fields(draft_of(None, None, Some("order-1"))),
        ["value_amount"]
    );
    assert_eq!(fields(draft_of(Some("1"), Some("ZZZ"), None)), ["currency"]);
    assert_eq!(
        problems(draft_of(Some("1.00001"), None, None)),
        [("value_amount", kernel::AmountError::TooPrecise.to_string())]
    );
}

#[test]
fn click_ids_are_few_and_short() {
    let with = |click_ids: Vec<(String, String)>| OutcomeEventDraft {
        click_ids,
        ..draft()
    };
    let pair = |name: &str, value: &str| (name.to_owned(), value.to_owned());
    let good = vec![pair(&"n".repeat(64), &"v".repeat(512)); 20];
    assert_eq!(
        NewOutcomeEvent::parse(with(good), now())
            .unwrap()
            .click_ids
            .len(),
        20
    );
    assert_eq!(fields(with(vec![pair("gclid", "x"); 21])), ["click_ids"]);
    for (name, value) in [
        ("", "x"),
        (&*"n".repeat(65), "x"),
        ("gclid", &*"v".repeat(513)),
    ] {
        assert_eq!(fields(with(vec![pair(name, value)])), ["click_ids"]);
    }
}

#[test]
fn an_empty_referrer_is_none_and_consent_is_read_in_any_case() {
    let event = NewOutcomeEvent::parse(
        OutcomeEventDraft {
            referrer: text(""),
            consent: Some(ConsentDraft {
                ad_user_data: text("DENIED"),
                ad_personalization: None,
            }),
            ..draft()
        },
        now(),
    )
    .unwrap();
    assert_eq!(event.referrer, None);
    let consent = event.consent.unwrap();
    assert_eq!(consent.ad_user_data, Some(ConsentChoice::Denied));
    assert_eq!(consent.ad_personalization, None);
}

#[test]
fn properties_end_at_sixteen_kibibytes() {
    let with = |length: usize| OutcomeEventDraft {
        properties: JsonObject::parse(&format!(r#"{{"a":"{}"}}"#, "x".repeat(length - 8))).ok(),
        ..draft()
    };
    assert!(NewOutcomeEvent::parse(with(16_384), now()).is_ok());
    assert_eq!(fields(with(16_385)), ["properties"]);
}

#[test]
fn who_refuses_is_not_looked_for() {
    let said = |choice: &str| {
        let mut draft = draft();
        draft.match_evidence.fbp = text("fb.1.1.a");
        draft.match_evidence.client_ip_address = text("203.0.113.7");
        draft.consent = Some(ConsentDraft {
            ad_user_data: text(choice),
            ..ConsentDraft::default()
        });
        NewOutcomeEvent::parse(draft, now()).unwrap().match_evidence
    };
    assert!(said("denied").is_empty());
    assert!(!said("granted").is_empty());
    let mut wrong = draft();
    wrong.match_evidence.fbc = text("click");
    wrong.match_evidence.client_ip_address = text("here");
    assert_eq!(fields(wrong), ["client_ip_address", "fbc"]);
}
