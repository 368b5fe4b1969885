//! Signing up, in and out, and changing a password.

use actix_web::http::header::SET_COOKIE;
use actix_web::test::TestRequest;
use serde_json::json;

use super::site::{Person, Site, form_token, pair};
use crate::support::Answer;

const PASSWORD: &str = "correct horse battery";

/// The cookie that an answer sets, as a browser sends it.
#[track_caller]
fn cookie_of(answer: &Answer) -> String {
    let cookie = answer.headers.get(SET_COOKIE).unwrap().to_str().unwrap();
    for attribute in ["; Path=/", "; HttpOnly", "; SameSite=Lax", "; Secure"] {
        assert!(cookie.contains(attribute), "{cookie}");
    }
    assert!(cookie.starts_with("__Host-tributary_"), "{cookie}");
    cookie.split(';').next().unwrap().to_owned()
}

/// Opens a page as a stranger and sends its form.
async fn fill(site: &Site, path: &str, fields: &[(&str, &str)]) -> Answer {
    let page = site.get(path, "").await;
    assert_eq!(page.status.as_u16(), 200, "{}", page.text);
    let (cookie, token) = (cookie_of(&page), form_token(&page.text));
    let mut fields = fields.to_vec();
    fields.push(("form_token", &token));
    site.post(path, &cookie, &fields).await
}

fn email(site: &Site) -> String {
    format!("Ada.{}@people.example", site.state.ids.new_id().simple())
}

/// Makes an account; its session's cookie.
async fn signed_up(site: &Site, email: &str) -> String {
    let fields = [
        ("name", "Ada"),
        ("email", email),
        ("password", PASSWORD),
        ("next", "/p/1?x=2"),
    ];
    let answer = fill(site, "/auth/sign-up", &fields).await;
    assert_eq!(answer.status.as_u16(), 303, "{}", answer.text);
    assert_eq!(answer.header("location"), Some("/p/1?x=2"));
    cookie_of(&answer)
}

#[actix_web::test]
async fn an_account_is_made_left_and_entered_again() {
    let site = Site::new().await;
    let email = email(&site);
    let cookie = signed_up(&site, &email).await;
    let page = site.get("/auth/sign-out", &cookie).await;
    let token = form_token(&page.text);
    let out = site
        .post("/auth/sign-out", &cookie, &[("form_token", &token)])
        .await;
    assert_eq!(out.status, 303);
    assert!(cookie_of(&out).ends_with('='));
    // The old cookie is dead on our side too.
    let answer = site.get("/auth/sign-out", &cookie).await;
    assert!(
        answer
            .header("location")
            .unwrap()
            .starts_with("/auth/sign-in")
    );
    let lower = email.to_lowercase();
    let fields = [
        ("email", lower.as_str()),
        ("password", PASSWORD),
        ("next", "/"),
    ];
    let back = fill(&site, "/auth/sign-in", &fields).await;
    assert_eq!(back.status, 303, "{}", back.text);
    assert_ne!(cookie_of(&back), cookie);
    // The password alone also gives a session token.
    let request = TestRequest::post()
        .uri("/auth/session-token")
        .set_json(json!({"email": email, "password": PASSWORD}));
    assert_eq!(site.send(request).await.status, 200);
}

#[actix_web::test]
async fn wrong_address_and_wrong_password_are_the_same_answer() {
    let site = Site::new().await;
    let email = email(&site);
    signed_up(&site, &email).await;
    let mut pages = Vec::new();
    for (address, password) in [
        (email.as_str(), "another password"),
        ("nobody@people.example", PASSWORD),
        (email.as_str(), "short"),
    ] {
        let fields = [("email", address), ("password", password)];
        let answer = fill(&site, "/auth/sign-in", &fields).await;
        assert_eq!(answer.status.as_u16(), 400);
        let token = form_token(&answer.text);
        pages.push(answer.text.replace(address, "…").replace(&token, "…"));
    }
    assert_eq!(pages[0], pages[1]);
    assert_eq!(pages[0], pages[2]);
}

#[actix_web::test]
async fn tries_are_few() {
    let site = Site::new().await;
    let fields = [("email", "nobody@limit.example"), ("password", PASSWORD)];
    // A slow machine gets some tries back meanwhile.
    for number in 0..40 {
        let answer = fill(&site, "/auth/sign-in", &fields).await;
        if answer.status == 429 {
            let seconds: u32 = answer.header("retry-after").unwrap().parse().unwrap();
            assert!((1..=45).contains(&seconds), "{seconds}");
            assert!(number >= 20, "{number}");
            return;
        }
        assert_eq!(answer.status.as_u16(), 400);
    }
    panic!("nobody was stopped");
}

#[actix_web::test]
async fn a_form_that_somebody_else_put_there_signs_nobody_in() {
    let site = Site::new().await;
    let page = site.get("/auth/sign-in", "").await;
    let (cookie, token) = (cookie_of(&page), form_token(&page.text));
    let other = cookie_of(&site.get("/auth/sign-in", "").await);
    let fields = [
        ("form_token", token.as_str()),
        ("email", "a@b.example"),
        ("password", PASSWORD),
    ];
    for stranger in ["", other.as_str(), "other=1"] {
        let answer = site.post("/auth/sign-in", stranger, &fields).await;
        assert_eq!(answer.status.as_u16(), 403, "{stranger}");
    }
    // A form of another page is not this one's.
    let answer = site.post("/auth/sign-up", &cookie, &fields).await;
    assert_eq!(answer.status.as_u16(), 403);
    assert_eq!(
        site.post("/auth/sign-in", &cookie, &fields).await.status,
        400
    );
    assert_eq!(
        site.post("/auth/sign-in", &cookie, &fields).await.status,
        403
    );
}

#[actix_web::test]
async fn nobody_is_sent_elsewhere_after_signing_in() {
    let site = Site::new().await;
    let email = email(&site);
    signed_up(&site, &email).await;
    for next in [
        "https://evil.example",
        "//evil.example",
        "/\\evil.example",
        "/%2F/evil.example",
        "",
    ] {
        let fields = [
            ("email", email.as_str()),
            ("password", PASSWORD),
            ("next", next),
        ];
        let answer = fill(&site, "/auth/sign-in", &fields).await;
        assert_eq!(answer.header("location"), Some("/"), "{next}");
    }
}

#[actix_web::test]
async fn an_account_is_made_once_and_only_where_anybody_may() {
    let site = Site::new().await;
    let email = email(&site);
    signed_up(&site, &email).await;
    let fields = [
        ("name", "Eve"),
        ("email", email.as_str()),
        ("password", PASSWORD),
    ];
    let again = fill(&site, "/auth/sign-up", &fields).await;
    assert_eq!(again.status.as_u16(), 400);
    let fields = [("name", "<b>"), ("email", "x"), ("password", "short")];
    let wrong = fill(&site, "/auth/sign-up", &fields).await;
    assert_eq!(wrong.status.as_u16(), 400);
    for words in ["e-mail address", "12 to 256", "&#60;b&#62;"] {
        assert!(wrong.text.contains(words), "{words}");
    }
    assert!(!wrong.text.contains("short"));
    let closed = Site::with(|state| state.sign_in.sign_up_open = false).await;
    assert_eq!(closed.get("/auth/sign-up", "").await.status, 404);
    assert!(
        !closed
            .get("/auth/sign-in", "")
            .await
            .text
            .contains("sign-up")
    );
}

#[actix_web::test]
async fn a_new_password_signs_other_browsers_out() {
    let site = Site::new().await;
    let email = email(&site);
    let here = signed_up(&site, &email).await;
    let fields = [("email", email.as_str()), ("password", PASSWORD)];
    let there = cookie_of(&fill(&site, "/auth/sign-in", &fields).await);
    let change = async |current: &str, new: &str| {
        let token = form_token(&site.get("/auth/password", &here).await.text);
        let fields = [
            ("form_token", token.as_str()),
            ("password", current),
            ("new_password", new),
        ];
        site.post("/auth/password", &here, &fields).await
    };
    assert_eq!(
        change("not the password", "a new password").await.status,
        400
    );
    assert_eq!(change(PASSWORD, "short").await.status, 400);
    let client = site.client().await;
    // Whom the cookie is about is all that is asked here.
    let person = Person {
        user: uuid::Uuid::nil().into(),
        cookie: here.clone(),
    };
    let code = site.code(&client, &person, "mcp:read").await;
    let (access, refresh) = pair(&site.exchange(&client, &code).await);
    assert!(site.is_alive(&access).await);
    let done = change(PASSWORD, "a new password").await;
    // What was approved may have been approved by somebody who should not have been there.
    assert!(!site.is_alive(&access).await);
    assert_eq!(site.refresh(&client, &refresh).await.status, 400);
    assert!(done.text.contains("is changed"), "{}", done.text);
    assert_eq!(site.get("/auth/password", &here).await.status, 200);
    assert_eq!(site.get("/auth/password", &there).await.status, 303);
    let old = fill(&site, "/auth/sign-in", &fields).await;
    assert_eq!(old.status, 400);
}

#[actix_web::test]
async fn a_browser_stays_known_and_the_owner_learns_of_failed_tries() {
    let site = Site::new().await;
    let email = email(&site);
    let fields = [
        ("name", "Ada"),
        ("email", email.as_str()),
        ("password", PASSWORD),
    ];
    let made = fill(&site, "/auth/sign-up", &fields).await;
    let known = known_of(&made);
    let here = cookie_of(&made);
    let home = site.get("/", &here).await;
    assert!(!home.text.contains("wrong password"), "{}", home.text);
    let wrong = [("email", email.as_str()), ("password", "another password")];
    for _ in 0..2 {
        assert_eq!(fill(&site, "/auth/sign-in", &wrong).await.status, 400);
    }
    let home = site.get("/", &here).await;
    assert!(
        home.text.contains("wrong password, 2 times"),
        "{}",
        home.text
    );
    let page = site.get("/auth/password", &here).await;
    assert!(
        page.text.contains("2 times a wrong password"),
        "{}",
        page.text
    );
    let token = form_token(&page.text);
    let seen = [("form_token", token.as_str()), ("seen", "yes")];
    assert_eq!(site.post("/auth/password", &here, &seen).await.status, 303);
    let page = site.get("/auth/password", &here).await;
    assert!(!page.text.contains("a wrong password was"), "{}", page.text);
    // Others use up what the account has, however much of it comes back meanwhile.
    let mut is_used_up = false;
    for _ in 0..60 {
        let elsewhere = Site::new().await;
        let refused = fill(&elsewhere, "/auth/sign-in", &wrong).await;
        is_used_up = refused.status == 429;
        if is_used_up {
            break;
        }
    }
    assert!(is_used_up, "nobody is ever refused");
    let elsewhere = Site::new().await;
    let right = [("email", email.as_str()), ("password", PASSWORD)];
    let strange = fill(&elsewhere, "/auth/sign-in", &right).await;
    assert_eq!(strange.status, 429);
    let form = elsewhere.get("/auth/sign-in", &known).await;
    let (browser, token) = (cookie_of(&form), form_token(&form.text));
    let mut fields = right.to_vec();
    fields.push(("form_token", &token));
    let cookies = format!("{browser}; {known}");
    let back = elsewhere.post("/auth/sign-in", &cookies, &fields).await;
    assert_eq!(back.status, 303, "{}", back.text);
    assert_ne!(known_of(&back), known);
}

/// The cookie by which a browser is known later.
fn known_of(answer: &Answer) -> String {
    let cookies = answer.headers.get_all("set-cookie");
    let cookies = cookies.map(|cookie| cookie.to_str().unwrap());
    let known = cookies
        .filter_map(|cookie| cookie.split(';').next())
        .find(|cookie| cookie.starts_with("__Host-tributary_known="));
    known.unwrap().to_owned()
}
