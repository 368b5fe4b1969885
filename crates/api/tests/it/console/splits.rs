//! Who is two people because somebody says so: looked at, chosen, shown what it does, done and undone by people.

use access_control::Role;
use actix_web::test::TestRequest;
use kernel::Scope;
use serde_json::{Value, json};
use testkit::TestDatabase;

use super::site::{Site, between, plain, token_in};

/// Ann, whose address and a number were named together, and a payment by the number: her id.
async fn ann(site: &Site) -> String {
    let key = site.key(&[Scope::EventsWrite, Scope::CustomersRead]).await;
    let day = site.state.clock.now().plus_micros(-86_400_000_000);
    for (number, event) in [
        json!({"event_type": "lead_created", "email": "ann@mail.example", "phone": "+56987654321"}),
        json!({"event_type": "payment_received", "phone": "+56987654321", "value_amount": "12.50", "currency": "EUR"}),
    ]
    .into_iter()
    .enumerate()
    {
        let mut event = event;
        let number = i64::try_from(number).unwrap();
        event["event_time"] = json!(day.plus_micros(number).to_string());
        event["idempotency_key"] = json!(number.to_string());
        let request = TestRequest::post()
            .uri("/api/v1/events")
            .insert_header(("authorization", key.as_str()))
            .set_json(event);
        assert_eq!(site.send(request).await.status, 201);
    }
    site.catch_up().await;
    let request = TestRequest::get()
        .uri("/api/v1/customers/search?q=ann%40mail.example")
        .insert_header(("authorization", key.as_str()));
    let found: Value = site.send(request).await.json();
    let id = found["data"][0]["customer_profile_id"].as_str();
    id.unwrap().to_owned()
}

#[actix_web::test]
async fn a_customer_is_looked_at_parted_and_made_one_again() {
    let site = Site::new().await;
    let owner = site.member("Olga", Role::Owner).await;
    let ann = ann(&site).await;
    let path = format!("/customers/{ann}/identity");
    let see = async |path: &str| {
        let answer = site.get(&owner, &site.profile_path(path)).await;
        assert_eq!(answer.status, 200, "{}", answer.text);
        answer.text
    };
    let person = see(&format!("/customers/{ann}")).await;
    assert!(person.contains(&site.profile_path(&path)), "{person}");
    let shown = see(&path).await;
    for part in [
        "ann@mail.example",
        "+56987654321",
        "Nobody told on a browser",
    ] {
        assert!(plain(&shown).contains(part), "{part}: {shown}");
    }
    // The address is the more trusted, so the number is the second.
    let number = shown.split("name=\"identifier\" value=\"").nth(2).unwrap();
    let number = number.split('"').next().unwrap().to_owned();
    let target = site.profile_path(&path);
    let none = site.post(&owner, &target, &[], &token_in(&shown)).await;
    assert!(
        plain(&none.text).contains("Choose at least one identifier"),
        "{}",
        none.text
    );
    let chosen = [("identifier", number.as_str())];
    let token = token_in(&see(&path).await);
    let asked = site.post(&owner, &target, &chosen, &token).await;
    let words = plain(&asked.text);
    for part in [
        "Nothing is changed yet",
        "goes away",
        "€12.50",
        "Last touch",
    ] {
        assert!(words.contains(part), "{part}: {words}");
    }
    let parted = "SELECT count(*) FROM customers WHERE merged_into IS NULL AND profile_id = (SELECT profile_id FROM customers WHERE id = '";
    let people = || {
        let asked = TestDatabase::shared().execute(&format!("{parted}{ann}')"));
        asked.unwrap().trim().to_owned()
    };
    assert_eq!(people(), "1");
    let hash = between(&asked.text, "name=\"preview_hash\" value=\"", "\"").to_owned();
    let done = [("identifier", number.as_str()), ("preview_hash", &hash)];
    let made = site
        .post(&owner, &target, &done, &token_in(&asked.text))
        .await;
    assert_eq!(made.status, 303);
    assert_eq!(people(), "2");

    let shown = see(&path).await;
    assert!(plain(&shown).contains("Went to"), "{shown}");
    assert!(!plain(&shown).contains("+56987654321"), "{shown}");
    let until_id = between(&shown, "/identity/", "/undo");
    let undo = site.profile_path(&format!("{path}/{until_id}/undo"));
    assert_eq!(
        site.post(&owner, &undo, &[], &token_in(&shown))
            .await
            .status,
        303
    );
    assert_eq!(people(), "1");
    assert!(!see(&path).await.contains("/undo"));
}

#[actix_web::test]
async fn whoever_may_only_read_sees_what_is_known_and_no_button() {
    let site = Site::new().await;
    let member = site.member("Mia", Role::Member).await;
    site.assign(&member, &[Scope::CustomersRead]).await;
    let ann = ann(&site).await;
    let path = site.profile_path(&format!("/customers/{ann}/identity"));
    let shown = site.get(&member, &path).await.text;
    assert!(plain(&shown).contains("ann@mail.example"), "{shown}");
    assert!(
        !shown.contains("checkbox")
            && !shown.contains("<button class=\"button\" type=\"submit\">What"),
        "{shown}"
    );
    assert_eq!(
        site.post(&member, &path, &[("identifier", "x")], "x")
            .await
            .status,
        403
    );
    let nobody = site.profile_path("/customers/01910000-0000-7000-8000-000000000000/identity");
    assert_eq!(site.get(&member, &nobody).await.status, 404);
}
