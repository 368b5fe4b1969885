use kernel::{Currency, OutcomeEventId, Timestamp};
use proptest::prelude::*;
use uuid::Uuid;

use super::*;

fn noon() -> Timestamp {
    Timestamp::parse("2026-05-22T12:00:00Z").unwrap()
}

fn text(text: &str) -> Said {
    Said::Text(text.to_owned())
}

fn number(digits: &str) -> Said {
    Said::Number(digits.to_owned())
}

/// What `commit` answers of an order that was paid, as Transbank's reference shows it.
fn commit() -> WebpayDraft {
    WebpayDraft {
        vci: Some(text("TSY")),
        amount: Some(number("10000")),
        status: Some(text("AUTHORIZED")),
        buy_order: Some(text("ordenCompra12345678")),
        session_id: Some(text("sesion1234557545")),
        card_number: Some(text("6623")),
        accounting_date: Some(text("0522")),
        transaction_date: Some(text("2026-05-22T11:41:21.063Z")),
        authorization_code: Some(text("1213")),
        payment_type_code: Some(text("VN")),
        response_code: Some(number("0")),
        installments_number: Some(number("0")),
        ..WebpayDraft::default()
    }
}

fn read(draft: WebpayDraft) -> WebpayReport {
    WebpayReport::parse(draft, noon()).unwrap()
}

fn wrong(draft: WebpayDraft) -> Vec<&'static str> {
    let problems = WebpayReport::parse(draft, noon()).unwrap_err();
    problems.into_iter().map(|problem| problem.field).collect()
}

fn paid(draft: WebpayDraft) -> NewOutcomeEvent {
    match read(draft).says {
        Says::Paid(event) => *event,
        says => panic!("{says:?}"),
    }
}

#[test]
fn what_was_paid_is_a_payment_of_its_own_moment() {
    let event = paid(commit());
    assert_eq!(event.event_type.as_str(), "payment_received");
    assert_eq!(event.event_name.as_deref(), Some("webpay"));
    let at = Timestamp::parse("2026-05-22T11:41:21.063Z");
    assert_eq!(event.event_time, at);
    let value = event.value.unwrap();
    assert_eq!(value.amount.to_string(), "10000");
    assert_eq!(value.currency, Currency::parse("CLP"));
    assert_eq!(
        event.properties.unwrap().as_str(),
        r#"{"accounting_date":"0522","authorization_code":"1213","card_last_four":"6623","installments_number":0,"payment_type_code":"VN","session_id":"sesion1234557545","transaction_date":"2026-05-22T11:41:21.063000Z","vci":"TSY"}"#
    );
}

#[test]
fn each_status_means_what_it_says() {
    let said = |status: &str, code: &str, balance: Option<&str>| {
        let draft = WebpayDraft {
            status: Some(text(status)),
            response_code: Some(number(code)),
            balance: balance.map(number),
            ..commit()
        };
        match read(draft).says {
            Says::Paid(_) => "paid".to_owned(),
            Says::Nothing(why) => why.as_str().to_owned(),
            Says::Returned(amount) => amount.to_string(),
        }
    };
    for (status, code, balance, meaning) in [
        ("AUTHORIZED", "0", None, "paid"),
        ("CAPTURED", "0", None, "paid"),
        ("AUTHORIZED", "-1", None, "not_authorised"),
        ("CAPTURED", "-5", None, "not_authorised"),
        ("FAILED", "-1", None, "not_authorised"),
        ("FAILED", "0", None, "not_authorised"),
        ("INITIALIZED", "0", None, "not_finished"),
        ("REVERSED", "0", None, "10000"),
        ("NULLIFIED", "0", Some("0"), "10000"),
        ("NULLIFIED", "0", None, "10000"),
        ("PARTIALLY_NULLIFIED", "0", Some("7000"), "3000"),
        ("PARTIALLY_NULLIFIED", "0", Some("0"), "10000"),
    ] {
        assert_eq!(said(status, code, balance), meaning, "{status} {code}");
    }
    let deferred = WebpayDraft {
        capture_expiration_date: Some(text("2026-06-21T11:41:21.063Z")),
        ..commit()
    };
    let says = read(deferred.clone()).says;
    assert_eq!(says, Says::Nothing(NotRecorded::AwaitingCapture));
    let captured = WebpayDraft {
        status: Some(text("CAPTURED")),
        ..deferred
    };
    assert_eq!(paid(captured), paid(commit()));
}

#[test]
fn what_is_wrong_is_told_at_once() {
    assert_eq!(
        wrong(WebpayDraft::default()),
        ["buy_order", "amount", "status"]
    );
    let draft = WebpayDraft {
        buy_order: Some(text("a\u{7}")),
        amount: Some(Said::Other),
        status: Some(text("PAID")),
        transaction_date: Some(text("05221141")),
        authorization_code: Some(number("1213")),
        card_number: Some(number("6623")),
        installments_number: Some(text("3")),
        details: Some(Said::Other),
        currency: Some(text("EUR")),
        person: RawPerson {
            email: Some("a\u{0}".to_owned()),
            ..RawPerson::default()
        },
        ..commit()
    };
    assert_eq!(
        wrong(draft),
        [
            "buy_order",
            "currency",
            "amount",
            "status",
            "transaction_date",
            "authorization_code",
            "card_detail.card_number",
            "installments_number",
            "details",
            "email"
        ]
    );
}

#[test]
fn what_a_status_needs_and_numbers_that_are_none_are_told() {
    for (status, field) in [
        ("AUTHORIZED", "response_code"),
        ("CAPTURED", "response_code"),
        ("PARTIALLY_NULLIFIED", "balance"),
    ] {
        let draft = WebpayDraft {
            status: Some(text(status)),
            response_code: None,
            ..commit()
        };
        assert_eq!(wrong(draft), [field]);
    }
    for balance in ["10000", "10001", "-1"] {
        let draft = WebpayDraft {
            status: Some(text("PARTIALLY_NULLIFIED")),
            balance: Some(number(balance)),
            ..commit()
        };
        assert_eq!(wrong(draft), ["balance"], "{balance}");
    }
    for code in ["0.5", "1e3", "99999999999"] {
        let draft = WebpayDraft {
            response_code: Some(number(code)),
            ..commit()
        };
        assert_eq!(wrong(draft), ["response_code"], "{code}");
    }
    for number_of in ["1.5", "1e3", "99999999999"] {
        let draft = WebpayDraft {
            installments_number: Some(number(number_of)),
            ..commit()
        };
        assert_eq!(wrong(draft), ["installments_number"], "{number_of}");
    }
    let endless = WebpayDraft {
        installments_amount: Some(number(&"3".repeat(33))),
        status: Some(text("FAILED")),
        ..commit()
    };
    assert_eq!(wrong(endless), ["installments_amount"]);
    for order in ["", "123456789012345678901234567"] {
        let draft = WebpayDraft {
            buy_order: Some(text(order)),
            ..commit()
        };
        assert_eq!(wrong(draft), ["buy_order"], "{order}");
    }
}

#[test]
fn money_is_whole_pesos_or_dollars_and_cents() {
    let amount = |said: Option<Said>, currency: Option<&str>| {
        let draft = WebpayDraft {
            amount: said,
            currency: currency.map(text),
            ..commit()
        };
        let report = WebpayReport::parse(draft, noon());
        report.map(|report| report.amount.to_string()).ok()
    };
    for (said, currency, expected) in [
        (Some(number("1500")), None, Some("1500")),
        (Some(number("1500.0")), None, Some("1500")),
        (Some(number("1500.00")), Some("CLP"), Some("1500")),
        (Some(text("1500")), None, Some("1500")),
        // A thousand and a half to whoever wrote it, and one and a half to whoever reads it.
        (Some(text("1.500")), None, None),
        (Some(text("1.000")), None, None),
        (Some(number("1.000")), None, None),
        (Some(number("1500.5")), None, None),
        (Some(number("0")), None, None),
        (Some(number("-1")), None, None),
        (Some(number("1e3")), None, Some("1000")),
        (Some(number("2.499E7")), None, Some("24990000")),
        (Some(number("1.525e1")), Some("USD"), Some("15.25")),
        (Some(number("1.5e-1")), None, None),
        (Some(number("1e400")), None, None),
        (Some(text("1e3")), None, None),
        (Some(text("1 500")), None, None),
        (Some(text("$1500")), None, None),
        (Some(number("15.25")), Some("USD"), Some("15.25")),
        (Some(text("15.25")), Some("USD"), Some("15.25")),
        (Some(number("15.255")), Some("USD"), None),
        (
            Some(number("123456789012345")),
            None,
            Some("123456789012345"),
        ),
        (Some(number("1234567890123456")), None, None),
    ] {
        let read = amount(said.clone(), currency);
        assert_eq!(read.as_deref(), expected, "{said:?} {currency:?}");
    }
}

#[test]
fn four_digits_of_a_card_are_kept_and_nothing_tells_more() {
    for (card, kept) in [
        ("6623", Some("6623")),
        ("4051885600446623", Some("6623")),
        ("XXXXXXXXXXXX6623", Some("6623")),
        ("XXXX", None),
        ("623", None),
        ("", None),
        ("ñ623", None),
    ] {
        let draft = WebpayDraft {
            card_number: Some(text(card)),
            ..commit()
        };
        assert!(!format!("{draft:?}").contains("6623"));
        let event = paid(draft);
        let properties = event.properties.as_ref().unwrap();
        let last = properties.text("card_last_four");
        assert_eq!(last.as_deref(), kept, "{card}");
        assert!(!format!("{event:?}").contains("40518856"), "{card}");
    }
}

fn stored(draft: WebpayDraft) -> StoredPayment {
    let key = read(draft.clone()).buy_order;
    let event = paid(draft);
    let value = event.value.unwrap();
    StoredPayment {
        id: OutcomeEventId::new(Uuid::from_u128(1)),
        idempotency_key: key.as_str().to_owned(),
        event_type: event.event_type.as_str().to_owned(),
        event_name: event.event_name,
        occurred_at: event.event_time.unwrap_or_else(noon),
        received_at: noon(),
        amount: Some(value.amount),
        currency: value.currency,
        refund_of: None,
        properties: event.properties,
    }
}

#[test]
fn a_payment_is_known_by_what_both_say() {
    let known = stored(commit());
    let is_known = |draft: WebpayDraft| read(draft).is_of(&known);
    // What `status` says is less and other.
    assert!(is_known(WebpayDraft {
        vci: None,
        session_id: None,
        accounting_date: None,
        transaction_date: None,
        authorization_code: None,
        status: Some(text("CAPTURED")),
        amount: Some(number("10000.0")),
        person: RawPerson {
            email: Some("ana@example.com".to_owned()),
            ..RawPerson::default()
        },
        ..commit()
    }));
    for other in [
        WebpayDraft {
            amount: Some(number("10001")),
            ..commit()
        },
        WebpayDraft {
            currency: Some(text("USD")),
            ..commit()
        },
        WebpayDraft {
            authorization_code: Some(text("1214")),
            ..commit()
        },
        WebpayDraft {
            transaction_date: Some(text("2026-05-22T11:41:22.063Z")),
            ..commit()
        },
    ] {
        assert!(!is_known(other));
    }
    let elsewhere = WebpayDraft {
        transaction_date: Some(text("2026-05-22T07:41:21.063-04:00")),
        ..commit()
    };
    assert!(is_known(elsewhere));
    let events = StoredPayment {
        event_name: None,
        ..known.clone()
    };
    assert!(!read(commit()).is_of(&events));
    // Nothing is left beside the amount of somebody who was forgotten.
    let forgotten = StoredPayment {
        properties: None,
        ..known.clone()
    };
    assert!(read(commit()).is_of(&forgotten));
}

#[test]
fn a_refund_names_the_order_and_how_much_was_given_back_in_all() {
    let report = read(WebpayDraft {
        status: Some(text("PARTIALLY_NULLIFIED")),
        balance: Some(number("7000")),
        ..commit()
    });
    let Says::Returned(in_all) = report.says else {
        panic!("{report:?}")
    };
    let key = report.refund_key(in_all).unwrap();
    assert_eq!(key.as_str(), "webpay-refund:ordenCompra12345678:3000");
    let event = report
        .refund("1000".parse().unwrap(), "ordenCompra12345678", noon())
        .unwrap();
    assert_eq!(event.refund_of.as_deref(), Some("ordenCompra12345678"));
    assert_eq!(event.event_type.as_str(), "payment_refunded");
    assert_eq!(event.value.unwrap().amount.to_string(), "1000");
    assert_eq!(event.event_time, None);
}

fn said() -> impl Strategy<Value = Option<Said>> {
    prop_oneof![
        Just(None),
        Just(Some(Said::Other)),
        any::<String>().prop_map(|text| Some(Said::Text(text))),
        "-?[0-9]{1,20}(\\.[0-9]{1,5})?".prop_map(|digits| Some(Said::Number(digits))),
        prop::sample::select(vec!["AUTHORIZED", "CAPTURED", "NULLIFIED", "CLP", "USD"])
            .prop_map(|word| Some(text(word))),
    ]
}

proptest! {
    /// Whatever is sent is read or told wrong, and what is read is above nothing and at most the amount.
    #[test]
    fn whatever_is_sent_is_read_or_refused(
        members in prop::collection::vec(said(), 8),
        is_like_a_payment in any::<bool>(),
    ) {
        let base = if is_like_a_payment { commit() } else { WebpayDraft::default() };
        let mut members = members.into_iter().flatten();
        let draft = WebpayDraft {
            amount: members.next().or(base.amount.clone()),
            status: members.next().or(base.status.clone()),
            balance: members.next(),
            currency: members.next(),
            response_code: members.next().or(base.response_code.clone()),
            buy_order: members.next().or(base.buy_order.clone()),
            vci: members.next(),
            card_number: members.next(),
            ..base
        };
        match WebpayReport::parse(draft, noon()) {
            Ok(report) => {
                prop_assert!(report.amount > "0".parse().unwrap());
                if let Says::Returned(in_all) = report.says {
                    prop_assert!(in_all > "0".parse().unwrap() && in_all <= report.amount);
                }
            }
            Err(problems) => prop_assert!(!problems.is_empty()),
        }
    }
}
