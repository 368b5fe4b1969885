//! Workspaces and profiles of one's own.

use access_control::Role;

use super::site::{Site, token_in};

#[actix_web::test]
async fn somebody_new_gets_from_nothing_to_a_profile() {
    let site = Site::new().await;
    let ada = site.person("Ada").await;
    let start = site.get(&ada, "/").await;
    let fields = [("name", " Mill <b> ")];
    let token = token_in(&start.text);
    let made = site.post(&ada, "/workspaces", &fields, &token).await;
    assert_eq!(made.status, 303, "{}", made.text);
    let workspace = made.header("location").unwrap().to_owned();
    let page = site.get(&ada, &workspace).await;
    assert!(page.text.contains("Mill &#60;b&#62;"), "{}", page.text);
    assert!(page.text.contains("You are owner"), "{}", page.text);
    // The form counts once.
    let again = site.post(&ada, "/workspaces", &fields, &token).await;
    assert_eq!(again.status, 403);

    let path = format!("{workspace}/profiles");
    let wrong = [("name", ""), ("currency", "EURO"), ("timezone", "Madrid")];
    let refused = site.post(&ada, &path, &wrong, &token_in(&page.text)).await;
    assert_eq!(refused.status, 400);
    for words in ["The name", "The currency", "The time zone"] {
        assert!(refused.text.contains(words), "{words}: {}", refused.text);
    }
    let page = site.get(&ada, &workspace).await;
    let right = [
        ("name", "Shop"),
        ("currency", "EUR"),
        ("timezone", "Europe/Madrid"),
    ];
    let made = site.post(&ada, &path, &right, &token_in(&page.text)).await;
    assert_eq!(made.status, 303, "{}", made.text);
    let developer = made.header("location").unwrap().to_owned();
    assert!(developer.ends_with("/settings/developer"));
    let overview = developer.trim_end_matches("/settings/developer");
    let shown = site.get(&ada, overview).await;
    assert_eq!(shown.status, 200, "{}", shown.text);
    assert!(shown.text.contains("Europe/Madrid"), "{}", shown.text);
}

#[actix_web::test]
async fn profiles_are_made_by_owners_and_admins_of_the_workspace_alone() {
    let site = Site::new().await;
    let member = site.member("Milo", Role::Member).await;
    let admin = site.member("Anna", Role::Admin).await;
    let stranger = site.person("Sam").await;
    let workspace = format!("/w/{}", site.workspace);
    let path = format!("{workspace}/profiles");
    let fields = [("name", "Shop"), ("currency", "EUR"), ("timezone", "UTC")];
    let page = site.get(&admin, &workspace).await;
    let token = token_in(&page.text);
    for (who, status) in [(&member, 403), (&stranger, 404)] {
        let refused = site.post(who, &path, &fields, &token).await;
        assert_eq!(refused.status, status, "{}", refused.text);
        let page = site.get(who, &workspace).await;
        assert!(!page.text.contains(&path), "{}", page.text);
    }
    let made = site.post(&admin, &path, &fields, &token).await;
    assert_eq!(made.status, 303, "{}", made.text);
}
