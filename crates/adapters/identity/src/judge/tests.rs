use super::*;
use ring::rand::SystemRandom;
use ring::signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, KeyPair};
use serde_json::json;

const NOW: i64 = 1_800_000_000;

struct Signer {
    pair: EcdsaKeyPair,
    random: SystemRandom,
}

impl Signer {
    fn new() -> Self {
        let random = SystemRandom::new();
        let document =
            EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &random).unwrap();
        let pair =
            EcdsaKeyPair::from_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, document.as_ref(), &random);
        Self {
            pair: pair.unwrap(),
            random,
        }
    }

    fn key(&self) -> VerifyingKey {
        VerifyingKey::P256(self.pair.public_key().as_ref().to_vec())
    }

    fn sign(&self, header: &Value, claims: &Value) -> String {
        let encode = |value: &Value| URL_SAFE_NO_PAD.encode(value.to_string());
        let message = format!("{}.{}", encode(header), encode(claims));
        let signature = self.pair.sign(&self.random, message.as_bytes()).unwrap();
        format!("{message}.{}", URL_SAFE_NO_PAD.encode(signature))
    }
}

fn header() -> Value {
    json!({"alg": "ES256", "typ": "JWT", "kid": "k"})
}

fn claims() -> Value {
    json!({"iss": "https://t.example/auth", "aud": "https://t.example", "sub": "s",
        "iat": NOW, "exp": NOW + 3_600})
}

fn changed(mut value: Value, name: &str, to: Value) -> Value {
    if to.is_null() {
        value.as_object_mut().unwrap().remove(name);
    } else {
        value[name] = to;
    }
    value
}

fn verdict(signer: &Signer, token: &str) -> Option<Claims> {
    let rules = Rules {
        issuer: "https://t.example/auth".to_owned(),
        audience: "https://t.example".to_owned(),
    };
    let now = Timestamp::from_micros(NOW * 1_000_000);
    judge(token, &rules, now, |kid| (kid == "k").then(|| signer.key()))
}

#[test]
fn a_good_token_counts_with_clocks_a_minute_apart() {
    let signer = Signer::new();
    for good in [
        claims(),
        changed(claims(), "aud", json!(["x", "https://t.example"])),
        changed(claims(), "iat", json!(null)),
        changed(claims(), "nbf", json!(NOW + 59)),
        changed(claims(), "exp", json!(NOW - 59)),
        changed(claims(), "exp", json!(NOW + 86_400)),
        changed(claims(), "exp", json!(1_800_003_600.5)),
    ] {
        let token = signer.sign(&header(), &good);
        assert!(verdict(&signer, &token).is_some(), "{good}");
    }
    for typ in [json!(null), json!("at+jwt"), json!("jwt")] {
        let token = signer.sign(&changed(header(), "typ", typ), &claims());
        assert!(verdict(&signer, &token).is_some());
    }
}

#[test]
fn confused_headers_are_refused() {
    let signer = Signer::new();
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
        ("crit", json!(["exp"])),
        ("crit", json!([])),
    ] {
        let token = signer.sign(&changed(header(), name, value.clone()), &claims());
        assert_eq!(verdict(&signer, &token), None, "{name} {value}");
    }
}

#[test]
fn a_token_does_not_bring_its_own_key() {
    let (signer, stranger) = (Signer::new(), Signer::new());
    let VerifyingKey::P256(point) = stranger.key() else {
        panic!()
    };
    let jwk = json!({"kty": "EC", "crv": "P-256", "kid": "k",
        "x": URL_SAFE_NO_PAD.encode(&point[1..33]),
        "y": URL_SAFE_NO_PAD.encode(&point[33..])});
    assert_eq!(VerifyingKey::from_jwk(&jwk), Some(stranger.key()));
    for (name, value) in [
        ("jwk", jwk),
        ("jku", json!("https://evil.example/jwks.json")),
        ("x5u", json!("https://evil.example/cert")),
    ] {
        let token = stranger.sign(&changed(header(), name, value), &claims());
        assert_eq!(verdict(&signer, &token), None, "{name}");
    }
}

#[test]
fn claims_of_others_and_of_other_times_are_refused() {
    let signer = Signer::new();
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
        let token = signer.sign(&header(), &changed(claims(), name, value.clone()));
        assert_eq!(verdict(&signer, &token), None, "{name} {value}");
    }
}

#[test]
fn altered_and_broken_tokens_are_refused() {
    let signer = Signer::new();
    let token = signer.sign(&header(), &claims());
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
