//! What calls cost, who is told, and who is stopped.

use std::sync::Arc;

use access_control::{Allowance, Charge, Grant, Role};
use actix_web::test::TestRequest;
use kernel::Scope;
use testkit::FixedClock;
use tributary_system::MemoryRateLimiter;
use uuid::Uuid;

use crate::auth::{call, every_locked};
use crate::support::TestApi;

/// An application over buckets that refill when the test says so.
fn timed() -> (TestApi, FixedClock) {
    let clock = FixedClock::at(kernel::Timestamp::from_micros(1_767_225_600_000_000));
    let limiter = MemoryRateLimiter::new(Arc::new(clock.clone()));
    let api = TestApi::with(|state| state.access.rate_limiter = Arc::new(limiter));
    (api, clock)
}

fn number(answer: &crate::support::Answer, header: &str) -> u32 {
    let text = answer.header(header);
    text.unwrap_or_else(|| panic!("no {header}: {}", answer.text))
        .parse()
        .unwrap()
}

#[actix_web::test]
async fn every_operation_costs_what_the_document_says_whatever_comes_of_it() {
    let api = TestApi::new();
    for locked in every_locked() {
        let key = api.key(&[]);
        let answer = call(&api, &locked.method, &locked.path, Some(&key)).await;
        let units = locked.operation["x-rate-units"].as_u64().unwrap();
        let hourly = locked.operation.get("x-rate-hourly").is_some();
        if hourly {
            assert_eq!(units, 0, "{}", locked.name());
            continue;
        }
        assert_eq!(number(&answer, "x-ratelimit-limit"), 10_000);
        let left = u64::from(number(&answer, "x-ratelimit-remaining"));
        assert_eq!(10_000 - left, units, "{}", locked.name());
    }
}

#[actix_web::test]
async fn a_key_has_60_units_a_minute_and_learns_when_the_same_call_would_pass() {
    let (api, clock) = timed();
    let secret = api.secret(&[Scope::CustomersRead, Scope::TrackingWrite], |key| {
        key.units_per_minute = None;
    });
    let key = format!("Bearer {}", secret.reveal());
    let heavy = "/api/v1/customers/nobody/journey";
    for left in (0..20).rev() {
        let answer = api.get(heavy, &key).await;
        answer.assert_ok(200);
        assert_eq!(number(&answer, "x-ratelimit-remaining"), left * 3);
        assert_eq!(number(&answer, "x-ratelimit-limit"), 60);
    }
    let refused = api.get(heavy, &key).await;
    refused.assert_problem(429, "rate_limited");
    assert_eq!(refused.header("retry-after"), Some("3"));
    assert_eq!(number(&refused, "x-ratelimit-remaining"), 0);
    clock.advance_micros(1_500_000);
    let refused = api.get(heavy, &key).await;
    assert_eq!(refused.header("retry-after"), Some("2"));
    assert_eq!(number(&refused, "x-ratelimit-remaining"), 1);
    // Light calls go on; nothing was spent on the refused ones.
    api.get("/api/v1/tracking/keys", &key).await.assert_ok(200);
    clock.advance_micros(2_500_000);
    api.get(heavy, &key).await.assert_ok(200);
    // Another key has its own bucket.
    let other = api.key(&[Scope::CustomersRead]);
    api.get(heavy, &other).await.assert_ok(200);
}

#[actix_web::test]
async fn refusals_come_before_everything_but_the_credential() {
    let (api, _) = timed();
    let secret = api.secret(&[], |key| key.units_per_minute = Some(3));
    let key = format!("Bearer {}", secret.reveal());
    for _ in 0..3 {
        api.get("/api/v1/tracking/keys", &key)
            .await
            .assert_problem(403, "insufficient_scope");
    }
    for uri in [
        "/api/v1/tracking/keys",
        "/api/v1/tracking/keys?profile_id=x",
        "/api/v1/workspaces",
    ] {
        let answer = api.get(uri, &key).await;
        answer.assert_problem(429, "rate_limited");
        assert_eq!(answer.header("retry-after"), Some("20"), "{uri}");
    }
}

#[actix_web::test]
async fn a_person_has_120_units_and_an_application_its_own() {
    let (api, _) = timed();
    let user = Uuid::from_u128(1).into();
    api.people.join(user, api.profile, Role::Owner, &[]);
    let uri = format!("/api/v1/tracking/keys?profile_id={}", api.profile);
    let session = api.people.session(user);
    let answer = api.get(&uri, &session).await;
    assert_eq!(number(&answer, "x-ratelimit-limit"), 120);
    assert_eq!(number(&answer, "x-ratelimit-remaining"), 119);
    let family = Uuid::from_u128(50);
    let token = || {
        api.people.token(user, &[Grant::Write], |token| {
            token.family.id = family.into();
            token.family.units_per_minute = 40;
        })
    };
    // What a refresh brings draws on the same bucket.
    for (token, left) in [(token(), 39), (token(), 38)] {
        let answer = api.get(&uri, &token).await;
        assert_eq!(number(&answer, "x-ratelimit-limit"), 40);
        assert_eq!(number(&answer, "x-ratelimit-remaining"), left);
    }
    let answer = api.get(&uri, &session).await;
    assert_eq!(number(&answer, "x-ratelimit-remaining"), 118);
}

#[actix_web::test]
async fn an_address_that_guesses_is_stopped_and_its_neighbours_are_not() {
    let clock = FixedClock::at(kernel::Timestamp::from_micros(1));
    let limiter = Arc::new(MemoryRateLimiter::new(Arc::new(clock)));
    let addresses = limiter.clone();
    let api = TestApi::with(|state| state.access.addresses = addresses);
    let guess = |address: &str| {
        TestRequest::get()
            .uri("/api/v1/tracking/keys")
            .peer_addr(address.parse().unwrap())
            .insert_header(("authorization", "Bearer guess"))
    };
    api.send(guess("192.0.2.1:1000"))
        .await
        .assert_problem(401, "invalid_token");
    let guesses = Allowance {
        bucket: "failed:192.0.2.1".to_owned(),
        units_per_minute: 1_000,
    };
    let spent = limiter.charge_now(&guesses, 999).unwrap();
    assert_eq!(spent, Charge::Passed { remaining: 0 });
    let stopped = api.send(guess("192.0.2.1:1001")).await;
    stopped.assert_problem(429, "rate_limited");
    assert_eq!(stopped.header("retry-after"), Some("1"));
    api.send(guess("192.0.2.2:1000"))
        .await
        .assert_problem(401, "invalid_token");
    // Who has a key is let in from there all the same.
    let key = api.key(&[Scope::TrackingWrite]);
    let known = TestRequest::get()
        .uri("/api/v1/tracking/keys")
        .peer_addr("192.0.2.1:1002".parse().unwrap())
        .insert_header(("authorization", key));
    api.send(known).await.assert_ok(200);
}
