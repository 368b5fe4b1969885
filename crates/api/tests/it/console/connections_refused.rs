//! What does not connect anything: other browsers, old answers, people who say no, and people who may not.

use access_control::Role;
use kernel::Scope;
use serde_json::{Value, json};
use testkit::TestDatabase;

use super::connections::{CONNECTIONS, World};
use super::site::{between, token_in};

/// Where the browser comes back to, after a person has answered at the platform.
async fn callback(world: &World, path: &str) -> String {
    let left = world.answer(path, "authorize", &[]).await;
    assert_eq!(left.status, 303, "{}", left.text);
    let back = world.platform.visit(left.header("location").unwrap());
    back.strip_prefix("https://t.example").unwrap().to_owned()
}

async fn nothing_is_connected(world: &World) {
    let list = world.read(CONNECTIONS).await;
    assert_eq!(list["data"], json!([]));
}

#[actix_web::test]
async fn an_answer_counts_once_and_in_its_own_browser_alone() {
    let world = World::new(true).await;
    let path = world.asked("search_ads").await;
    let back = callback(&world, &path).await;
    let exchanges = || world.platform.count("POST /token");

    // Somebody else's browser, even an admin's, gets nothing for it.
    let other = world.site.member("Eve", Role::Owner).await;
    let refused = world.site.get(&other, &back).await;
    assert_eq!(refused.status, 400, "{}", refused.text);
    // Another state, none, and one that is there twice.
    let state = back.split("state=").nth(1).unwrap();
    for odd in [
        back.replace(state, "another"),
        back.split("&state").next().unwrap().to_owned(),
        format!("{back}&state={state}"),
    ] {
        let refused = world.site.get(&world.admin, &odd).await;
        assert_eq!(refused.status, 400, "{odd}: {}", refused.text);
    }
    assert_eq!(exchanges(), 0);
    // Nobody who is not signed in is sent anywhere with the code.
    let stranger = actix_web::test::TestRequest::get().uri(&back);
    let stranger = world.site.send(stranger).await;
    assert_eq!(stranger.status, 303);
    assert_eq!(stranger.header("location"), Some("/auth/sign-in?next=/"));

    assert_eq!(world.site.get(&world.admin, &back).await.status, 200);
    let again = world.site.get(&world.admin, &back).await;
    assert_eq!(again.status, 400, "{}", again.text);
    assert_eq!(exchanges(), 1);
    nothing_is_connected(&world).await;
}

#[actix_web::test]
async fn an_answer_that_took_too_long_counts_no_more() {
    let world = World::new(true).await;
    let path = world.asked("search_ads").await;
    let back = callback(&world, &path).await;
    let offered_path = world.asked("search_ads").await;
    let offered = world.away_and_back(&offered_path).await;
    let own = format!(
        "handoff_id IN (SELECT id FROM handoffs WHERE profile_id = '{}')",
        world.site.profile
    );
    let late = "UPDATE pending_authorizations SET expires_at = now() - interval '1 second'";
    let database = TestDatabase::shared();
    database.execute(&format!("{late} WHERE {own}")).unwrap();
    let refused = world.site.get(&world.admin, &back).await;
    assert_eq!(refused.status, 400, "{}", refused.text);
    let refused = world.pick(&offered_path, &offered, "2001").await;
    assert_eq!(refused.status, 400, "{}", refused.text);
    nothing_is_connected(&world).await;
    // The next one who leaves sweeps up.
    callback(&world, &path).await;
    let left = "SELECT count(*) FROM pending_authorizations WHERE expires_at < now()";
    let left = database.execute(&format!("{left} AND {own}")).unwrap();
    assert_eq!(left.trim(), "0");
}

#[actix_web::test]
async fn somebody_who_does_not_allow_it_may_think_again() {
    let world = World::new(true).await;
    for provider in ["social_ads", "search_ads"] {
        let path = world.asked(provider).await;
        world.platform.behave(|it| it.denies = true);
        let denied = world.away_and_back(&path).await;
        assert_eq!(denied.status, 400, "{}", denied.text);
        assert!(denied.text.contains("not allowed"), "{}", denied.text);
        assert!(denied.text.contains(&format!("href=\"{path}\"")));
        nothing_is_connected(&world).await;
        world.platform.behave(|it| it.denies = false);
        assert_eq!(world.away_and_back(&path).await.status, 200);
    }
    assert!(world.told().is_empty());
    // Or decline.
    let path = world.asked("social_ads").await;
    let declined = world.answer(&path, "decline", &[]).await;
    assert_eq!(declined.status, 303, "{}", declined.text);
    let polled = world
        .read(&format!("/api/v1/handoffs/{}", &path[3..]))
        .await;
    assert_eq!(polled["data"]["status"], "declined");
    assert_eq!(world.told(), ["handoff.completed"]);
}

#[actix_web::test]
async fn a_platform_that_is_away_costs_nothing_but_time() {
    let world = World::new(true).await;
    let path = world.asked("search_ads").await;
    world.platform.behave(|it| it.outage = Some((503, None)));
    let away = world.away_and_back(&path).await;
    assert_eq!(away.status, 503, "{}", away.text);
    world.platform.behave(|it| it.outage = None);
    assert_eq!(world.away_and_back(&path).await.status, 200);
}

#[actix_web::test]
async fn a_choice_counts_once_for_what_was_offered_and_its_own_hand_off() {
    let world = World::new(true).await;
    let (one, two) = (
        world.asked("search_ads").await,
        world.asked("search_ads").await,
    );
    let offered = world.away_and_back(&one).await;
    // An account that was not offered.
    let refused = world.pick(&one, &offered, "9999").await;
    assert_eq!(refused.status, 400, "{}", refused.text);
    // For another hand-off.
    let offered = world.away_and_back(&one).await;
    let choice = between(&offered.text, "name=\"choice\" value=\"", "\"");
    let fields = [("choice", choice), ("account", "2001")];
    let refused = world.answer(&two, "account", &fields).await;
    assert_eq!(refused.status, 400, "{}", refused.text);
    // A state is no choice.
    let left = world.answer(&one, "authorize", &[]).await;
    let page = left.header("location").unwrap().to_owned();
    let state = between(&page, "state=", "&");
    let fields = [("choice", state), ("account", "2001")];
    let refused = world.answer(&one, "account", &fields).await;
    assert_eq!(refused.status, 400, "{}", refused.text);
    nothing_is_connected(&world).await;
    // What was finished is not finished again, nor begun.
    let offered = world.away_and_back(&one).await;
    let later = world.away_and_back(&one).await;
    let token = token_in(&offered.text);
    assert_eq!(world.pick(&one, &offered, "2001").await.status, 303);
    let late = world.pick(&one, &later, "2002").await;
    assert_eq!(late.status, 409, "{}", late.text);
    let action = format!("{one}/authorize");
    let begun = world.site.post(&world.admin, &action, &[], &token).await;
    assert_ne!(begun.status, 303, "{}", begun.text);
    let list = world.read(CONNECTIONS).await;
    assert_eq!(list["data"].as_array().unwrap().len(), 1);
}

#[actix_web::test]
async fn only_owners_and_admins_finish_and_strangers_see_nothing() {
    let world = World::new(true).await;
    let path = world.asked("social_ads").await;
    let member = world.site.member("Bob", Role::Member).await;
    let scopes = [Scope::ExportsRead, Scope::ExportsWrite];
    world.site.assign(&member, &scopes).await;
    let refused = world.site.get(&member, &path).await;
    assert_eq!(refused.status, 403, "{}", refused.text);
    let stranger = world.site.person("Eve").await;
    let hidden = world.site.get(&stranger, &path).await;
    assert_eq!(hidden.status, 404, "{}", hidden.text);
    for way in ["authorize", "token", "account", "decline"] {
        let action = format!("{path}/{way}");
        let refused = world.site.post(&member, &action, &[], "x").await;
        assert_eq!(refused.status, 403, "{way}");
        let hidden = world.site.post(&stranger, &action, &[], "x").await;
        assert_eq!(hidden.status, 404, "{way}");
    }
    // A form of another page, or none of ours.
    let home = world.asked("social_ads").await;
    let token = world.site.token(&world.admin, &home).await;
    let action = format!("{path}/authorize");
    let refused = world.site.post(&world.admin, &action, &[], &token).await;
    assert_eq!(refused.status, 403, "{}", refused.text);
}

#[actix_web::test]
async fn a_connection_of_another_profile_is_one_of_nobody() {
    let (world, other) = (World::new(true).await, World::new(true).await);
    let theirs = other.connected("search_ads", "2001").await;
    let id = theirs["id"].as_str().unwrap();
    let uri = format!("{CONNECTIONS}/{id}");
    for method in ["GET", "DELETE"] {
        let refused = world.send(method, &uri, &Value::Null).await;
        refused.assert_problem(404, "not_found");
    }
    nothing_is_connected(&world).await;
    assert!(world.token(&theirs).await.is_err());
    assert_eq!(other.read(&uri).await["data"]["status"], "connected");
    // The same account can be two profiles'.
    let own = world.connected("search_ads", "2001").await;
    assert_ne!(own["id"], theirs["id"]);
}

#[actix_web::test]
async fn what_was_sealed_for_one_profile_opens_for_no_other() {
    let (world, other) = (World::new(true).await, World::new(true).await);
    let own = world.connected("search_ads", "2001").await;
    let theirs = other.connected("search_ads", "2001").await;
    assert!(world.token(&own).await.is_ok());
    // Somebody who can write to the database puts another profile's tokens into a row of their own.
    let statement = format!(
        "UPDATE connections SET sealed_tokens = (SELECT sealed_tokens FROM connections \
             WHERE profile_id = '{}') WHERE profile_id = '{}'",
        other.site.profile, world.site.profile
    );
    TestDatabase::shared().execute(&statement).unwrap();
    let refused = world.token(&own).await.unwrap_err();
    assert!(refused.contains("broken"), "{refused}");
    assert!(other.token(&theirs).await.is_ok());
}
