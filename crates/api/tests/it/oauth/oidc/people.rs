//! Who somebody of the issuer is here.

use access_control::users::{EmailAddress, User};
use kernel::UserId;
use serde_json::{Value, json};

use super::world::{World, new_subject};
use crate::oauth::site::Person;

fn email(person: &Person) -> String {
    format!("{}@people.example", person.user.uuid().simple())
}

/// Whom a session token speaks for.
async fn user_of(world: &World, claims: &Value) -> UserId {
    let verifier = &world.site.state.access.session_tokens;
    let token = world.signed(claims);
    verifier.verify(&token).await.unwrap().unwrap()
}

async fn found(world: &World, id: UserId) -> User {
    let users = &world.site.state.sign_in.users;
    users.find(id).await.unwrap().unwrap()
}

#[actix_web::test]
async fn first_sight_makes_a_person_without_memberships() {
    let world = World::new().await;
    let subject = new_subject();
    let answer = world.workspaces(&world.token(&subject)).await;
    assert_eq!(answer.assert_ok(200)["data"], json!([]));
    let id = user_of(&world, &world.claims(&subject)).await;
    let user = found(&world, id).await;
    assert_eq!(user.issuer, world.issuer.url());
    assert_eq!(user.subject, subject);
    assert_eq!(user.email, None);
    // Another subject is somebody else; in a browser it is the same person.
    let other = user_of(&world, &world.claims(&new_subject())).await;
    assert_ne!(id, other);
    let cookie = world.sign_in(&subject, &[]).await;
    let (_, secret) = cookie.split_once('=').unwrap();
    let hash = application::keys::create::sha256(secret.as_bytes());
    let state = &world.site.state;
    let signed_in = state
        .console
        .web_sessions
        .signed_in(&hash, state.clock.now());
    let signed_in = signed_in.await.unwrap().unwrap();
    assert_eq!(signed_in.user_id, id);
    assert!(!signed_in.has_password);
}

#[actix_web::test]
async fn many_first_sights_at_once_are_one_person() {
    let world = World::new().await;
    let claims = world.claims(&new_subject());
    let sights = (0..8).map(|_| user_of(&world, &claims));
    let ids = futures_util::future::join_all(sights).await;
    assert!(ids.iter().all(|id| *id == ids[0]), "{ids:?}");
}

#[actix_web::test]
async fn only_a_verified_address_is_taken() {
    let world = World::new().await;
    let name = new_subject().replace('|', ".");
    let address = format!("{name}@people.example");
    for (verified, taken) in [
        (json!(true), true),
        (json!(false), false),
        (json!("true"), false),
        (json!(null), false),
    ] {
        let mut claims = world.claims(&new_subject());
        claims["email"] = json!(address);
        claims["email_verified"] = verified.clone();
        let id = user_of(&world, &claims).await;
        let user = found(&world, id).await;
        let expected = EmailAddress::parse(&address).filter(|_| taken);
        assert_eq!(user.email, expected, "{verified}");
    }
    // Once it is verified it is theirs, with the name that the issuer tells.
    let mut claims = world.claims(&new_subject());
    let id = user_of(&world, &claims).await;
    claims["name"] = json!("Grace");
    claims["email"] = json!(format!("later.{address}"));
    claims["email_verified"] = json!(true);
    assert_eq!(user_of(&world, &claims).await, id);
    let user = found(&world, id).await;
    assert_eq!(user.name, "Grace");
    assert_eq!(user.email.unwrap().as_str(), format!("later.{address}"));
    // An address that somebody has is not taken from them.
    claims["email"] = json!(address);
    assert_eq!(user_of(&world, &claims).await, id);
    let user = found(&world, id).await;
    assert_eq!(user.email.unwrap().as_str(), format!("later.{address}"));
    // Somebody else with the same address is somebody else, without it.
    let mut claims = world.claims(&new_subject());
    claims["email"] = json!(address);
    claims["email_verified"] = json!(true);
    let id = user_of(&world, &claims).await;
    assert_eq!(found(&world, id).await.email, None);
    assert_eq!(user_of(&world, &claims).await, id);
}

#[actix_web::test]
async fn a_verified_address_links_once() {
    let world = World::linking().await;
    let person = world.site.person().await;
    let address = email(&person).to_uppercase();
    let claims = |verified: Value| {
        let mut claims = world.claims(&new_subject());
        claims["email"] = json!(address);
        claims["email_verified"] = verified;
        claims
    };
    for unverified in [json!(false), json!("true"), json!(null)] {
        let other = user_of(&world, &claims(unverified)).await;
        assert_ne!(other, person.user);
    }
    let linked = claims(json!(true));
    assert_eq!(user_of(&world, &linked).await, person.user);
    // Whoever had a browser open there is signed out.
    let page = world.site.get("/auth/sign-out", &person.cookie).await;
    assert_eq!(page.status, 303);
    // Another subject with the same address is somebody else.
    let second = user_of(&world, &claims(json!(true))).await;
    assert_ne!(second, person.user);
    // From now on issuer and subject alone say who it is.
    let mut moved = linked.clone();
    moved["email"] = json!("another@people.example");
    moved["email_verified"] = json!(false);
    assert_eq!(user_of(&world, &moved).await, person.user);
    let subject = linked["sub"].as_str().unwrap();
    let cookie = world.sign_in(subject, &[]).await;
    let page = world.site.get("/auth/sign-out", &cookie).await;
    assert!(page.text.contains("Ada &#60;b&#62;"), "{}", page.text);
}

#[actix_web::test]
async fn nobody_is_linked_unless_the_operator_wants_it() {
    let world = World::new().await;
    let person = world.site.person().await;
    let mut claims = world.claims(&new_subject());
    claims["email"] = json!(email(&person));
    claims["email_verified"] = json!(true);
    assert_ne!(user_of(&world, &claims).await, person.user);
}
