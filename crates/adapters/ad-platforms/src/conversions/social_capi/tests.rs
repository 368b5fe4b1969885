use super::*;
use kernel::AccessToken;

fn answer(status: u16, body: &str) -> Attempt {
    let answered = Answered {
        status,
        wait: Some(9),
        body: body.as_bytes().to_vec(),
    };
    read(&answered, 2, [0; 32])
}

#[test]
fn codes_mean_what_the_platform_says() {
    let of = |code: i64| answer(400, &format!(r#"{{"error":{{"code":{code}}}}}"#)).answer;
    for code in [100, 3, 105] {
        assert_eq!(of(code), Answer::Invalid, "{code}");
    }
    for code in [190, 200] {
        assert_eq!(of(code), Answer::Auth, "{code}");
    }
    for code in [4, 17, 32, 613, 80_003, 80_004] {
        assert_eq!(of(code), Answer::Throttled { wait: Some(9) }, "{code}");
    }
    for code in [1, 2, 341, 368, 5_000, 21_009, 77] {
        assert_eq!(of(code), Answer::Transient { wait: Some(9) }, "{code}");
    }
}

#[test]
fn the_platforms_own_word_on_what_goes_away_counts() {
    let body = r#"{"error":{"code":100,"is_transient":true}}"#;
    assert_eq!(
        answer(400, body).answer,
        Answer::Transient { wait: Some(9) }
    );
    let body = r#"{"error":{"code":190,"is_transient":true}}"#;
    assert_eq!(answer(400, body).answer, Answer::Auth);
    let body = r#"{"error":{"code":100}}"#;
    assert_eq!(
        answer(503, body).answer,
        Answer::Transient { wait: Some(9) }
    );
}

#[test]
fn what_cannot_be_read_is_nothing_to_rely_on() {
    assert_eq!(
        answer(502, "<html>").answer,
        Answer::Transient { wait: Some(9) }
    );
    assert_eq!(
        answer(400, "<html>").answer,
        Answer::Transient { wait: Some(9) }
    );
    assert_eq!(answer(429, "").answer, Answer::Throttled { wait: Some(9) });
    assert_eq!(answer(200, "<html>").answer, Answer::Ambiguous);
    assert_eq!(answer(200, r#"{"events_received":2}"#).answer, Answer::Sent);
    assert_eq!(
        answer(200, r#"{"events_received":1}"#).answer,
        Answer::Ambiguous
    );
}

#[test]
fn what_is_kept_of_an_error_names_nobody() {
    let body = r#"{"error":{"code":100,"error_subcode":2804003,"message":"bad jane@mail.example","fbtrace_id":"AbC"}}"#;
    let attempt = answer(400, body);
    assert_eq!(
        (attempt.platform_code, attempt.subcode),
        (Some(100), Some(2_804_003))
    );
    assert_eq!(attempt.trace_id.as_deref(), Some("AbC"));
    assert_eq!(attempt.excerpt.as_deref(), Some("bad …"));
}

#[test]
fn only_versions_are_versions() {
    let settings = PlatformSettings {
        base_url: BASE_URL.to_owned(),
        extra_root_ca: None,
    };
    for bad in ["", "25.0", "v25", "v25.x", "v1/2.0", "v.0"] {
        let made = SocialCapiSender::new(&settings, bad, None);
        assert_eq!(made.err(), Some(BadSetting::Version("version")), "{bad}");
    }
    let sender = SocialCapiSender::new(&settings, VERSION, Some("secret")).unwrap();
    // HMAC-SHA256 of "token" under "secret", by openssl.
    let proof = sender
        .graph
        .proof(&AccessToken::parse("token").unwrap())
        .unwrap();
    assert_eq!(
        proof,
        "e941110e3d2bfe82621f0e3e1434730d7305d106c5f68c87165d0b27a4611a4a"
    );
}
