//! What is missing of customers, and filling it in.

use access_control::Role;
use actix_web::test::TestRequest;
use kernel::Scope;
use serde_json::json;
use testkit::TestDatabase;

use super::site::{Site, plain, token_in};

#[actix_web::test]
async fn what_is_missing_is_shown_and_filled_in() {
    let site = Site::new().await;
    let owner = site.member("Olga", Role::Owner).await;
    let member = site.member("Mia", Role::Member).await;
    site.assign(&member, &[Scope::CustomersRead]).await;
    let path = site.profile_path("/merges/repair");
    let shown = site.get(&owner, &path).await;
    assert_eq!(shown.status, 200, "{}", shown.text);
    assert!(plain(&shown.text).contains("Nothing is missing"));

    let key = site.key(&[Scope::AttributionWrite]).await;
    let request = TestRequest::post()
        .uri("/api/v1/customers")
        .insert_header(("authorization", key.as_str()))
        .set_json(json!({"rows": [{"email": "ana@x.example", "phone": "+56961111111"}]}));
    assert_eq!(site.send(request).await.status, 200);
    let sql = format!(
        "UPDATE customers SET primary_phone = NULL WHERE profile_id = '{}'",
        site.profile
    );
    TestDatabase::shared().execute(&sql).unwrap();

    let read = site.get(&member, &path).await.text;
    assert!(plain(&read).contains("+56961111111"), "{read}");
    assert!(!read.contains("<button class=\"button main\""), "{read}");
    assert_eq!(site.post(&member, &path, &[], "x").await.status, 403);
    let shown = site.get(&owner, &path).await.text;
    assert!(plain(&shown).contains("1 of 1 customers"), "{shown}");
    let token = token_in(&shown);
    assert_eq!(site.post(&owner, &path, &[], &token).await.status, 303);
    let done = site.get(&owner, &path).await.text;
    assert!(plain(&done).contains("Nothing is missing"), "{done}");
    let merges = site.get(&owner, &site.profile_path("/merges")).await.text;
    assert!(merges.contains("/merges/repair"), "{merges}");
}
