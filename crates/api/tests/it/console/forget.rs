//! A customer's page forgets them, for whoever may and types it.

use access_control::Role;
use actix_web::test::TestRequest;
use kernel::Scope;
use serde_json::json;

use super::site::{Site, between, plain, token_in};

#[actix_web::test]
async fn a_customer_is_forgotten_when_somebody_types_it() {
    let site = Site::new().await;
    let owner = site.member("Olga", Role::Owner).await;
    let member = site.member("Mia", Role::Member).await;
    site.assign(&member, &[Scope::CustomersRead]).await;
    let key = site.key(&[Scope::EventsWrite]).await;
    let request = TestRequest::post()
        .uri("/api/v1/events")
        .insert_header(("authorization", key.as_str()))
        .set_json(json!({"event_type": "lead", "email": "ana@x.example", "first_name": "Ana"}));
    assert_eq!(site.send(request).await.status, 201);
    let key = site.key(&[Scope::CustomersRead]).await;
    let request = TestRequest::get()
        .uri("/api/v1/customers/search?q=ana@x.example")
        .insert_header(("authorization", key.as_str()));
    let found = site.send(request).await.text;
    let id = between(&found, "\"customer_profile_id\":\"", "\"");
    let path = site.profile_path(&format!("/customers/{id}"));

    let read = site.get(&member, &path).await;
    assert_eq!(read.status, 200, "{}", read.text);
    assert!(!read.text.contains("/forget\""), "{}", read.text);
    let forget = format!("{path}/forget");
    let typed = [("typed", "forget")];
    assert_eq!(site.post(&member, &forget, &typed, "x").await.status, 403);

    let shown = site.get(&owner, &path).await.text;
    assert!(plain(&shown).contains("Forget this customer"), "{shown}");
    let token = token_in(&shown);
    let wrong = site
        .post(&owner, &forget, &[("typed", "ana")], &token)
        .await;
    assert_eq!(wrong.status, 400, "{}", wrong.text);
    assert!(site.get(&owner, &path).await.text.contains("ana@x.example"));
    let token = token_in(&site.get(&owner, &path).await.text);
    assert_eq!(site.post(&owner, &forget, &typed, &token).await.status, 303);
    let left = site.get(&owner, &path).await.text;
    assert!(!left.contains("ana@x.example"), "{left}");
    let list = site.get(&owner, &site.profile_path("/customers")).await;
    assert!(!list.text.contains("ana@x.example"), "{}", list.text);
}
