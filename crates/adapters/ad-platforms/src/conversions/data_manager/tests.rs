use super::*;

fn answer(status: u16, body: &str) -> Attempt {
    let answered = Answered {
        status,
        wait: None,
        body: body.as_bytes().to_vec(),
    };
    read(&answered, [0; 32])
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
