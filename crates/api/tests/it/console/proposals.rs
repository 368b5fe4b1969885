//! Who may be one: the likeliest pair with what speaks for it, and what people say to it.

use access_control::Role;
use actix_web::test::TestRequest;
use kernel::Scope;

use super::site::{Site, between, plain, token_in};
use crate::proposals::twin_rows;

/// Customers who are there twice, compared.
async fn twins(site: &Site, names: &[&str]) {
    let key = site.key(&[Scope::AttributionWrite]).await;
    let request = TestRequest::post()
        .uri("/api/v1/customers")
        .insert_header(("authorization", key.as_str()))
        .set_json(twin_rows(names, "<Soto>"));
    assert_eq!(site.send(request).await.status, 200);
    site.compare_customers().await;
}

#[actix_web::test]
async fn pairs_are_looked_at_and_decided_one_after_the_other() {
    let site = Site::new().await;
    let owner = site.member("Olga", Role::Owner).await;
    let see = async |path: &str| {
        let answer = site.get(&owner, &site.profile_path(path)).await;
        assert_eq!(answer.status, 200, "{}", answer.text);
        answer.text
    };
    let nobody = see("/merges/proposals").await;
    assert!(plain(&nobody).contains("Nobody waits"), "{nobody}");
    let token = token_in(&nobody);
    let scan = site.profile_path("/merges/proposals/scan");
    assert_eq!(site.post(&owner, &scan, &[], &token).await.status, 303);
    twins(&site, &["ana", "eva", "ida"]).await;

    assert!(see("/customers").await.contains("/merges/proposals"));
    assert!(see("/merges").await.contains("/merges/proposals"));
    for (decision, waiting) in [("snooze", 2), ("dismiss", 1), ("merge", 0)] {
        let shown = see("/merges/proposals").await;
        let text = plain(&shown);
        assert!(text.contains("They are almost certainly one"), "{text}");
        assert!(
            text.contains("The same e-mail address up to the @"),
            "{text}"
        );
        assert!(
            text.contains("Phone numbers that differ by one digit"),
            "{text}"
        );
        assert!(!shown.contains("<Soto>"), "escaped");
        let id = between(&shown, "/merges/proposals/", "/decide\"");
        let id = id.rsplit('/').next().unwrap().to_owned();
        let hash = between(&shown, "name=\"preview_hash\" value=\"", "\"").to_owned();
        let path = site.profile_path(&format!("/merges/proposals/{id}/decide"));
        let fields = [("decision", decision), ("preview_hash", &hash)];
        let token = token_in(&shown);
        let answer = site.post(&owner, &path, &fields, &token).await;
        assert_eq!(answer.status, 303, "{}", answer.text);
        let next = plain(&see("/merges/proposals").await);
        assert!(next.contains(&format!("{waiting} waiting")), "{next}");
        // What was decided is not shown again, and decided otherwise only where it may be.
        let chosen = plain(&see(&format!("/merges/proposals?id={id}")).await);
        assert_eq!(
            chosen.contains("almost certainly one"),
            decision == "snooze",
            "{chosen}"
        );
    }
    let done = plain(&see("/merges/proposals").await);
    for words in ["1 merged", "1 dismissed", "1 put off", "Nobody waits"] {
        assert!(done.contains(words), "{done}");
    }
    assert!(
        see("/merges").await.contains("/undo"),
        "it can be taken back"
    );
}

#[actix_web::test]
async fn several_pairs_are_decided_and_taken_back_at_once() {
    let site = Site::new().await;
    let owner = site.member("Olga", Role::Owner).await;
    twins(&site, &["ana", "eva", "ida"]).await;
    let queue = site.profile_path("/merges/proposals");
    let shown = site.get(&owner, &queue).await.text;
    let boxes = shown.split("name=\"id\" value=\"").skip(1);
    let ids = boxes.filter_map(|it| it.split('"').next());
    let ids: Vec<String> = ids.map(str::to_owned).collect();
    assert_eq!(ids.len(), 3, "{shown}");
    let select = format!("{queue}/selection");
    let post = async |path: &str, fields: &[(&str, &str)], page: &str| {
        site.post(&owner, path, fields, &token_in(page)).await
    };
    let nothing = post(&select, &[], &shown).await;
    assert_eq!(nothing.status, 303, "nothing was chosen");
    let shown = site.get(&owner, &queue).await.text;
    let chosen = [("id", ids[0].as_str()), ("id", ids[1].as_str())];
    let told = post(&select, &chosen, &shown).await;
    assert_eq!(told.status, 200, "{}", told.text);
    for words in ["2 pairs", "Make 2 merges", "Nothing is changed yet"] {
        assert!(plain(&told.text).contains(words), "{}", told.text);
    }
    let hash = between(&told.text, "name=\"preview_hash\" value=\"", "\"").to_owned();
    let merge = [("decision", "merge"), ("preview_hash", hash.as_str())];
    let done = post(&select, &[&chosen[..], &merge].concat(), &told.text).await;
    assert_eq!(done.status, 200, "{}", done.text);
    assert!(
        plain(&done.text).contains("2 merges were made"),
        "{}",
        done.text
    );
    let left = plain(&site.get(&owner, &queue).await.text);
    assert!(
        left.contains("1 waiting") && left.contains("2 merged"),
        "{left}"
    );

    let made: Vec<&str> = done.text.split("name=\"merge\" value=\"").skip(1).collect();
    let made = made.iter().filter_map(|it| it.split('"').next());
    let made: Vec<(&str, &str)> = made.map(|id| ("merge", id)).collect();
    assert_eq!(made.len(), 2);
    let undo = site.profile_path("/merges/undo");
    let undone = post(&undo, &made, &done.text).await;
    assert_eq!(undone.status, 303, "{}", undone.text);
    let left = site.get(&owner, &queue).await.text;
    assert!(plain(&left).contains("2 dismissed"), "{left}");
    let rest = [("id", ids[2].as_str()), ("decision", "snooze")];
    assert_eq!(post(&select, &rest, &left).await.status, 303);
    let none = plain(&site.get(&owner, &queue).await.text);
    assert!(none.contains("1 put off"), "{none}");
}

#[actix_web::test]
async fn whoever_may_only_read_decides_nothing() {
    let site = Site::new().await;
    let member = site.member("Mia", Role::Member).await;
    site.assign(&member, &[Scope::CustomersRead]).await;
    twins(&site, &["ana"]).await;
    let path = site.profile_path("/merges/proposals");
    let shown = site.get(&member, &path).await.text;
    assert!(plain(&shown).contains("almost certainly one"), "{shown}");
    assert!(!shown.contains("/decide"), "{shown}");
    assert!(!shown.contains("/scan"), "{shown}");
    assert!(!shown.contains("/selection"), "{shown}");
    let select = format!("{path}/selection");
    assert_eq!(site.post(&member, &select, &[], "x").await.status, 403);
    let scan = format!("{path}/scan");
    assert_eq!(site.post(&member, &scan, &[], "x").await.status, 403);
    let unknown = format!("{path}?id=018f0000-0000-7000-8000-000000000000");
    assert_eq!(site.get(&member, &unknown).await.status, 404);
    let malformed = format!("{path}?id=x");
    assert_eq!(site.get(&member, &malformed).await.status, 400);
}
