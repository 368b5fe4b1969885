use super::*;
use serde_json::json;

use crate::test_signer::{ALGORITHMS, Signer, changed, hmac, unsigned};

const NOW: i64 = 1_800_000_000;

fn signer() -> Signer {
    Signer::new("ES256", "k")
}

fn key_of(signer: &Signer) -> VerifyingKey {
    VerifyingKey::from_jwk(&signer.jwk()).unwrap()
}

fn claims() -> Value {
    json!({"iss": "https://t.example/auth", "aud": "https://t.example", "sub": "s",
        "iat": NOW, "exp": NOW + 3_600})
}

fn verdict(signer: &Signer, token: &str) -> Option<Claims> {
    let rules = Rules {
        issuer: "https://t.example/auth".to_owned(),
        audience: "https://t.example".to_owned(),
    };
    let now = Timestamp::from_micros(NOW * 1_000_000);
    judge(token, &rules, now, |kid| {
        (kid == "k").then(|| key_of(signer))
    })
}

#[test]
fn a_good_token_counts_with_clocks_a_minute_apart() {
    let signer = signer();
    for good in [
        claims(),
        changed(claims(), "aud", json!(["x", "https://t.example"])),
        changed(claims(), "iat", json!(null)),
        changed(claims(), "nbf", json!(NOW + 59)),
        changed(claims(), "exp", json!(NOW - 59)),
        changed(claims(), "exp", json!(NOW + 86_400)),
        changed(claims(), "exp", json!(1_800_003_600.5)),
    ] {
        let token = signer.sign(&signer.header(), &good);
        assert!(verdict(&signer, &token).is_some(), "{good}");
    }
    for typ in [json!(null), json!("at+jwt"), json!("jwt")] {
        let token = signer.sign(&changed(signer.header(), "typ", typ), &claims());
        assert!(verdict(&signer, &token).is_some());
    }
}

#[test]
fn confused_headers_are_refused() {
    let signer = signer();
    for (name, value) in [
        ("alg", json!("none")),
        ("alg", json!("None")),
        ("alg", json!("HS256")),
        ("alg", json!("RS256")),
        ("alg", json!("PS256")),
        ("alg", json!("EdDSA")),
        ("alg", json!("ES384")),
        ("alg", json!("es256")),
        ("alg", json!(["ES256"])),
        ("alg", json!(null)),
        ("typ", json!("JWE")),
        ("typ", json!("secevent+jwt")),
        ("typ", json!(1)),
        ("kid", json!("other")),
        ("kid", json!(null)),
        ("kid", json!("")),
        ("kid", json!(["k"])),
        ("crit", json!(["exp"])),
        ("crit", json!([])),
    ] {
        let token = signer.sign(&changed(signer.header(), name, value.clone()), &claims());
        assert_eq!(verdict(&signer, &token), None, "{name} {value}");
    }
}

#[test]
fn a_token_does_not_bring_its_own_key() {
    let (signer, stranger) = (signer(), signer());
    let jwk = stranger.jwk();
    for (name, value) in [
        ("jwk", jwk),
        ("jku", json!("https://evil.example/jwks.json")),
        ("x5u", json!("https://evil.example/cert")),
    ] {
        let token = stranger.sign(&changed(signer.header(), name, value), &claims());
        assert_eq!(verdict(&signer, &token), None, "{name}");
    }
}

#[test]
fn claims_of_others_and_of_other_times_are_refused() {
    let signer = signer();
    for (name, value) in [
        ("iss", json!("https://t.example/auth/")),
        ("iss", json!("https://t.example")),
        ("iss", json!(null)),
        ("aud", json!("https://t.example/")),
        ("aud", json!(["x"])),
        ("aud", json!([])),
        ("aud", json!(null)),
        ("sub", json!("")),
        ("sub", json!(7)),
        ("sub", json!(null)),
        ("sub", json!("a\u{0}b")),
        ("sub", json!("x".repeat(256))),
        ("nbf", json!(1.5e300)),
        ("exp", json!(NOW - 60)),
        ("exp", json!("1900000000")),
        ("exp", json!(null)),
        ("exp", json!(NOW + 86_401)),
        ("exp", json!(1e300)),
        ("nbf", json!(NOW + 61)),
        ("nbf", json!("soon")),
        ("iat", json!(NOW + 61)),
        ("iat", json!(NOW - 90_000)),
        ("iat", json!("then")),
    ] {
        let token = signer.sign(&signer.header(), &changed(claims(), name, value.clone()));
        assert_eq!(verdict(&signer, &token), None, "{name} {value}");
    }
}

#[test]
fn altered_and_broken_tokens_are_refused() {
    let signer = signer();
    let token = signer.sign(&signer.header(), &claims());
    let parts: Vec<_> = token.split('.').collect();
    let forged = URL_SAFE_NO_PAD.encode(changed(claims(), "sub", json!("other")).to_string());
    for odd in [
        format!("{}.{}.", parts[0], parts[1]),
        format!("{}.{}", parts[0], parts[1]),
        format!("{}.{forged}.{}", parts[0], parts[2]),
        format!("{token}A"),
        format!("{token}="),
        format!("{token}.{}", parts[2]),
        String::new(),
        "..".to_owned(),
        format!("{}.{}.{}", parts[0], parts[1], "A".repeat(9_000)),
    ] {
        assert_eq!(verdict(&signer, &odd), None, "{odd}");
    }
}

#[test]
fn keys_for_other_uses_are_no_keys() {
    let jwk = json!({"kty": "OKP", "crv": "Ed25519", "x": "AAAA", "use": "enc"});
    assert_eq!(VerifyingKey::from_jwk(&jwk), None);
    let oct = json!({"kty": "oct", "k": "AAAA"});
    assert_eq!(VerifyingKey::from_jwk(&oct), None);
}

#[test]
fn each_algorithm_counts_with_its_own_keys_alone() {
    for algorithm in ALGORITHMS {
        let signer = Signer::new(algorithm, "k");
        for claimed in ALGORITHMS {
            let header = changed(signer.header(), "alg", json!(claimed));
            let token = signer.sign(&header, &claims());
            let counts = verdict(&signer, &token).is_some();
            assert_eq!(counts, algorithm == claimed, "{algorithm} as {claimed}");
        }
    }
}

#[test]
fn a_public_key_is_no_secret_and_no_signature_is_none() {
    for algorithm in ALGORITHMS {
        let signer = Signer::new(algorithm, "k");
        let public = [
            signer.public_bytes(),
            signer.jwk().to_string().into_bytes(),
            Vec::new(),
        ];
        for claimed in ["HS256", algorithm] {
            let header = changed(signer.header(), "alg", json!(claimed));
            for secret in &public {
                let token = hmac(&header, &claims(), secret);
                assert_eq!(verdict(&signer, &token), None, "{algorithm} as {claimed}");
            }
        }
        for claimed in ["none", "None", "nOnE", "", algorithm] {
            let header = changed(signer.header(), "alg", json!(claimed));
            let token = unsigned(&header, &claims());
            assert_eq!(verdict(&signer, &token), None, "{algorithm} as {claimed}");
        }
    }
}

#[test]
fn no_key_is_looked_for_when_the_rest_does_not_count() {
    let signer = signer();
    let rules = Rules {
        issuer: "https://t.example/auth".to_owned(),
        audience: "https://t.example".to_owned(),
    };
    let now = Timestamp::from_micros(NOW * 1_000_000);
    for (name, value) in [
        ("iss", json!("https://evil.example")),
        ("aud", json!("https://evil.example")),
        ("exp", json!(NOW - 60)),
    ] {
        let token = signer.sign(&signer.header(), &changed(claims(), name, value));
        let judged = judge(&token, &rules, now, |_| panic!("{name}"));
        assert_eq!(judged, None);
    }
}

#[test]
fn a_token_for_several_says_to_whom_it_was_issued() {
    let signer = signer();
    let several = || {
        changed(
            claims(),
            "aud",
            json!(["https://t.example", "https://o.example"]),
        )
    };
    for (said, is_issued) in [
        (claims(), true),
        (changed(claims(), "azp", json!("us")), true),
        (changed(claims(), "azp", json!("other")), false),
        (changed(claims(), "azp", json!(7)), false),
        (several(), false),
        (changed(several(), "azp", json!("us")), true),
        (changed(several(), "azp", json!("other")), false),
    ] {
        let judged = verdict(&signer, &signer.sign(&signer.header(), &said)).unwrap();
        assert_eq!(judged.is_issued_to("us"), is_issued, "{said}");
        assert_eq!(format!("{judged:?}"), "Claims(hidden)");
    }
}
