use super::*;

fn answer(status: u16, body: &str) -> Attempt {
    let answered = Answered {
        status,
        wait: None,
        body: body.as_bytes().to_vec(),
    };
    read(&answered, false, [0; 32])
}

fn said(http: u16, body: &str) -> RequestStatus {
    status(&Answered {
        status: http,
        wait: Some(9),
        body: body.as_bytes().to_vec(),
    })
}

#[test]
fn statuses_mean_what_the_platform_says() {
    let of = |http: u16, status: &str| {
        let body = format!(r#"{{"error":{{"code":{http},"status":"{status}","message":"m"}}}}"#);
        answer(http, &body).answer
    };
    assert_eq!(of(400, "INVALID_ARGUMENT"), Answer::Invalid);
    assert_eq!(of(401, "UNAUTHENTICATED"), Answer::Auth);
    assert_eq!(of(403, "PERMISSION_DENIED"), Answer::Auth);
    assert_eq!(of(404, "NOT_FOUND"), Answer::Configuration);
    assert_eq!(
        of(429, "RESOURCE_EXHAUSTED"),
        Answer::Throttled { wait: None }
    );
    assert_eq!(of(500, "INTERNAL"), Answer::Transient { wait: None });
    assert_eq!(of(503, "UNAVAILABLE"), Answer::Transient { wait: None });
}

#[test]
fn what_was_taken_has_a_request_id() {
    let attempt = answer(200, r#"{"requestId":"r-1"}"#);
    assert_eq!(
        (attempt.answer, attempt.trace_id.as_deref()),
        (Answer::Accepted, Some("r-1"))
    );
    assert_eq!(answer(200, "{}").answer, Answer::Ambiguous);
    assert_eq!(
        answer(502, "<html>").answer,
        Answer::Transient { wait: None }
    );
}

#[test]
fn what_was_only_checked_has_no_request_id() {
    let answered = Answered {
        status: 200,
        wait: None,
        body: b"{}".to_vec(),
    };
    let attempt = read(&answered, true, [0; 32]);
    assert_eq!((attempt.answer, attempt.trace_id), (Answer::Accepted, None));
}

#[test]
fn what_became_of_a_request_is_read_with_the_records_that_failed() {
    let of = |rest: &str| {
        said(
            200,
            &format!(r#"{{"requestStatusPerDestination":[{rest}]}}"#),
        )
    };
    assert_eq!(of(r#"{"requestStatus":"SUCCESS"}"#), RequestStatus::Success);
    for word in ["PROCESSING", "REQUEST_STATUS_UNKNOWN", "SOMETHING_NEW"] {
        let status = of(&format!(r#"{{"requestStatus":"{word}"}}"#));
        assert_eq!(status, RequestStatus::Processing, "{word}");
    }
    let partly = of(
        r#"{"requestStatus":"PARTIAL_SUCCESS","errorInfo":{"errorCounts":[
        {"reason":"R","recordCount":"3","recordIndices":[1,"4"]}]}}"#,
    );
    let errors = vec![RecordErrors {
        reason: "R".to_owned(),
        count: 3,
        places: vec![1, 4],
    }];
    assert_eq!(partly, RequestStatus::PartialSuccess(errors));
    for word in ["FAILED", "FAILURE"] {
        let status = of(&format!(r#"{{"requestStatus":"{word}"}}"#));
        assert_eq!(status, RequestStatus::Failure(Vec::new()), "{word}");
    }
    assert_eq!(of(""), RequestStatus::NoAnswer { wait: Some(9) });
}

#[test]
fn a_request_that_cannot_be_asked_for_is_told_from_one_that_is_not_known() {
    let of = |http: u16, word: &str| {
        said(
            http,
            &format!(r#"{{"error":{{"code":{http},"status":"{word}"}}}}"#),
        )
    };
    assert_eq!(of(404, "NOT_FOUND"), RequestStatus::Unknown);
    assert_eq!(of(401, "UNAUTHENTICATED"), RequestStatus::Auth);
    let later = RequestStatus::NoAnswer { wait: Some(9) };
    assert_eq!(of(503, "UNAVAILABLE"), later);
    assert_eq!(said(502, "<html>"), later);
}
