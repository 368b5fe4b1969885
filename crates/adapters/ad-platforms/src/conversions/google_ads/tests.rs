use serde_json::{Value, json};

use super::*;

const HOURS: i64 = 3_600_000_000;

fn answer(status: u16, body: &Value) -> Attempt {
    let answered = Answered {
        status,
        wait: Some(9),
        body: body.to_string().into_bytes(),
    };
    read(&answered, 3, [0; 32])
}

fn error(kind: &str, word: &str, place: Option<usize>) -> Value {
    let path = match place {
        Some(place) => {
            json!([{"fieldName": "conversions", "index": place}, {"fieldName": "gclid"}])
        }
        None => json!([]),
    };
    json!({
        "errorCode": {kind: word},
        "message": "of jane@mail.example",
        "location": {"fieldPathElements": path},
    })
}

fn partial(errors: &[Value]) -> Attempt {
    let details = json!([{"errors": errors, "requestId": "rq-1"}]);
    let failure = json!({"code": 3, "message": "m", "details": details});
    answer(
        200,
        &json!({"partialFailureError": failure, "results": [{}, {}, {}]}),
    )
}

#[test]
fn the_table_of_errors_is_the_published_one() {
    let of = |word: &str| {
        let attempt = partial(&[error("conversionUploadError", word, Some(1))]);
        assert_eq!(attempt.answer_of(0), Answer::Confirmed, "{word}");
        let of = attempt.of_event(1).unwrap();
        (of.platform_code, of.answer)
    };
    let later = Answer::Transient {
        wait: Some(6 * HOURS),
    };
    for (word, code, answer) in [
        ("TOO_RECENT_EVENT", 44, later),
        ("TOO_RECENT_CONVERSION_ACTION", 10, later),
        ("CLICK_CONVERSION_ALREADY_EXISTS", 23, Answer::Confirmed),
        ("ORDER_ID_ALREADY_IN_USE", 15, Answer::Confirmed),
        ("DUPLICATE_ORDER_ID", 16, Answer::Confirmed),
        (
            "DUPLICATE_CLICK_CONVERSION_IN_REQUEST",
            25,
            Answer::Confirmed,
        ),
        ("CLICK_NOT_FOUND", 33, Answer::Rejected),
        ("EVENT_NOT_FOUND", 45, Answer::Rejected),
        ("EXPIRED_EVENT", 43, Answer::Stale),
        ("CONVERSION_PRECEDES_EVENT", 42, Answer::Rejected),
        (
            "CUSTOMER_DATA_POLICY_PROHIBITS_ENHANCED_CONVERSIONS",
            47,
            Answer::Configuration,
        ),
        (
            "CUSTOMER_NOT_ACCEPTED_CUSTOMER_DATA_TERMS",
            48,
            Answer::Configuration,
        ),
        (
            "CUSTOMER_NOT_ENABLED_ENHANCED_CONVERSIONS_FOR_LEADS",
            50,
            Answer::Configuration,
        ),
        ("NO_CONVERSION_ACTION_FOUND", 53, Answer::Configuration),
        ("INVALID_CONVERSION_ACTION_TYPE", 54, Answer::Configuration),
        ("UNPARSEABLE_GCLID", 3, Answer::Invalid),
        ("CUSTOM_VARIABLE_VALUE_CONTAINS_PII", 29, Answer::Invalid),
        ("INVALID_USER_IDENTIFIER", 34, Answer::Invalid),
        ("ORDER_ID_CONTAINS_PII", 49, Answer::Invalid),
    ] {
        assert_eq!(of(word), (Some(code), answer), "{word}");
    }
    assert_eq!(of("UNPARSEABLE_WBRAID"), (None, Answer::Invalid));
}

#[test]
fn each_event_has_its_own_answer_and_nothing_of_a_person() {
    let attempt = partial(&[
        error("conversionUploadError", "CLICK_NOT_FOUND", Some(2)),
        error("conversionUploadError", "EXPIRED_EVENT", Some(0)),
        error("internalError", "INTERNAL_ERROR", Some(0)),
    ]);
    let answers: Vec<_> = (0..3).map(|place| attempt.answer_of(place)).collect();
    assert_eq!(
        answers,
        [Answer::Stale, Answer::Confirmed, Answer::Rejected]
    );
    assert_eq!(attempt.trace_id.as_deref(), Some("rq-1"));
    assert_eq!(
        attempt.of_event(0).unwrap().excerpt.as_deref(),
        Some("EXPIRED_EVENT of …")
    );
}

#[test]
fn what_is_wrong_with_all_events_is_wrong_with_the_destination() {
    let word = "NO_CONVERSION_ACTION_FOUND";
    let all = (0..3).map(|place| error("conversionUploadError", word, Some(place)));
    let attempt = partial(&all.collect::<Vec<_>>());
    assert_eq!(
        (attempt.answer, attempt.platform_code),
        (Answer::Configuration, Some(53))
    );
    assert_eq!(attempt.of_events, []);
}

#[test]
fn an_error_that_names_no_event_leaves_open_what_was_taken() {
    for place in [None, Some(3)] {
        let attempt = partial(&[error("conversionUploadError", "EXPIRED_EVENT", place)]);
        assert_eq!(attempt.answer, Answer::Ambiguous, "{place:?}");
    }
    assert_eq!(partial(&[]).answer, Answer::Ambiguous);
}

#[test]
fn refusals_of_the_whole_request_mean_what_the_platform_says() {
    let of = |status: u16, word: &str, errors: &[Value]| {
        let details = json!([{"errors": errors}]);
        let error = json!({"code": status, "status": word, "message": "m", "details": details});
        answer(status, &json!({ "error": error })).answer
    };
    let wait = Some(9);
    let denied = "PERMISSION_DENIED";
    assert_eq!(of(401, "UNAUTHENTICATED", &[]), Answer::Auth);
    let person = error("authorizationError", "USER_PERMISSION_DENIED", None);
    assert_eq!(of(403, denied, &[person]), Answer::Auth);
    for (kind, word) in [
        ("authorizationError", "DEVELOPER_TOKEN_NOT_APPROVED"),
        ("authenticationError", "ORGANIZATION_NOT_RECOGNIZED"),
        (
            "authorizationError",
            "CLOUD_PROJECT_NOT_APPROVED_FOR_PRODUCTION",
        ),
        (
            "authorizationError",
            "CUSTOMER_NOT_ALLOWLISTED_FOR_THIS_FEATURE",
        ),
        (
            "notAllowlistedError",
            "CUSTOMER_NOT_ALLOWLISTED_FOR_THIS_FEATURE",
        ),
    ] {
        let refused = of(403, denied, &[error(kind, word, None)]);
        assert_eq!(refused, Answer::Configuration, "{kind} {word}");
    }
    let quota = error("quotaError", "RESOURCE_EXHAUSTED", None);
    assert_eq!(
        of(429, "RESOURCE_EXHAUSTED", &[quota]),
        Answer::Throttled { wait }
    );
    assert_eq!(of(400, "INVALID_ARGUMENT", &[]), Answer::Invalid);
    assert_eq!(of(404, "NOT_FOUND", &[]), Answer::Configuration);
    assert_eq!(of(500, "INTERNAL", &[]), Answer::Transient { wait });
    assert_eq!(
        answer(502, &json!("<html>")).answer,
        Answer::Transient { wait }
    );
    assert_eq!(answer(200, &json!("what")).answer, Answer::Ambiguous);
}
