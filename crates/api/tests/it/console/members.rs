//! Who belongs to a workspace.

use access_control::Role;
use kernel::Scope;

use super::site::{Browser, Site, between, token_in};

async fn change(
    site: &Site,
    actor: &Browser,
    (target, what): (&Browser, &str),
    fields: &[(&str, &str)],
) -> u16 {
    let page = site.workspace_path("/members");
    let token = site.token(actor, &page).await;
    let path = format!("{page}/{}/{what}", target.user);
    site.post(actor, &path, fields, &token)
        .await
        .status
        .as_u16()
}

#[actix_web::test]
async fn who_is_removed_sees_nothing_from_the_next_request_on() {
    let site = Site::new().await;
    let owner = site.member("Olga", Role::Owner).await;
    let member = site.member("Milo", Role::Member).await;
    site.assign(&member, &[Scope::AnalyticsRead]).await;
    let overview = site.profile_path("");
    assert_eq!(site.get(&member, &overview).await.status, 200);
    assert_eq!(change(&site, &owner, (&member, "remove"), &[]).await, 303);
    assert_eq!(site.get(&member, &overview).await.status, 404);
    assert_eq!(
        site.get(&member, &site.workspace_path("/members"))
            .await
            .status,
        404
    );
    let home = site.get(&member, "/").await;
    assert!(home.text.contains("You belong to no workspace yet"));
}

#[actix_web::test]
async fn owners_are_safe_from_admins_and_one_stays() {
    let site = Site::new().await;
    let owner = site.member("Olga", Role::Owner).await;
    let admin = site.member("Ada", Role::Admin).await;
    let member = site.member("Milo", Role::Member).await;
    assert_eq!(change(&site, &admin, (&owner, "remove"), &[]).await, 403);
    let admin_role = [("role", "admin")];
    assert_eq!(
        change(&site, &admin, (&owner, "role"), &admin_role).await,
        403
    );
    assert_eq!(
        change(&site, &admin, (&admin, "role"), &[("role", "owner")]).await,
        403
    );
    assert_eq!(change(&site, &owner, (&owner, "remove"), &[]).await, 409);
    assert_eq!(change(&site, &member, (&admin, "remove"), &[]).await, 403);
    assert_eq!(
        change(&site, &admin, (&member, "role"), &admin_role).await,
        303
    );
    assert_eq!(
        change(&site, &owner, (&admin, "role"), &[("role", "owner")]).await,
        303
    );
    assert_eq!(change(&site, &owner, (&owner, "remove"), &[]).await, 303);
    assert_eq!(site.get(&owner, &site.workspace_path("")).await.status, 404);
}

#[actix_web::test]
async fn a_member_may_do_what_was_given_on_a_profile() {
    let site = Site::new().await;
    let owner = site.member("Olga", Role::Owner).await;
    let member = site.member("Milo", Role::Member).await;
    let overview = site.profile_path("");
    assert_eq!(site.get(&member, &overview).await.status, 404);
    let profile = site.profile.to_string();
    let given = [
        ("profile_id", profile.as_str()),
        ("scope", "analytics:read"),
    ];
    assert_eq!(
        change(&site, &owner, (&member, "access"), &given).await,
        303
    );
    let shown = site.get(&member, &overview).await;
    assert_eq!(shown.status, 200);
    assert!(!shown.text.contains(&site.profile_path("/customers")));
    let customers = site.get(&member, &site.profile_path("/customers")).await;
    assert_eq!(customers.status, 403);
    assert!(customers.text.contains("customers:read"));
    let more = [
        ("profile_id", profile.as_str()),
        ("scope", "profiles:write"),
    ];
    assert_eq!(change(&site, &owner, (&member, "access"), &more).await, 400);

    let elsewhere = Site::new().await;
    let foreign = elsewhere.profile.to_string();
    let given = [
        ("profile_id", foreign.as_str()),
        ("scope", "analytics:read"),
    ];
    assert_eq!(
        change(&site, &owner, (&member, "access"), &given).await,
        404
    );
    let none = [("profile_id", profile.as_str())];
    assert_eq!(change(&site, &owner, (&member, "access"), &none).await, 303);
    assert_eq!(site.get(&member, &overview).await.status, 404);
}

#[actix_web::test]
async fn an_invitation_is_accepted_once_by_whom_it_is_for() {
    let site = Site::new().await;
    let owner = site.member("Olga", Role::Owner).await;
    let guest = site.person("<script>alert(1)</script>").await;
    let page = site.workspace_path("/members");
    let token = site.token(&owner, &page).await;
    let (email, profile) = (guest.email(), site.profile.to_string());
    let fields = [
        ("email", email.as_str()),
        ("role", "member"),
        ("profile_id", profile.as_str()),
        ("scope", "analytics:read"),
    ];
    let invite = site.workspace_path("/invitations");
    let made = site.post(&owner, &invite, &fields, &token).await;
    assert_eq!(made.status, 200, "{}", made.text);
    let link = between(&made.text, "https://t.example/invitations/", "<").to_owned();
    let path = format!("/invitations/{link}");
    let listed = site.get(&owner, &page).await.text;
    assert!(listed.contains(&email) && !listed.contains(&link));

    let other = site.person("Eve").await;
    let seen = site.get(&other, &path).await;
    assert!(seen.text.contains("signed in with another address"));
    let refused = site.post(&other, &path, &[], "none").await;
    assert_eq!(refused.status, 403);

    let token = site.token(&guest, &path).await;
    let joined = site.post(&guest, &path, &[], &token).await;
    assert_eq!(joined.status, 303, "{}", joined.text);
    assert_eq!(
        joined.header("location"),
        Some(site.workspace_path("").as_str())
    );
    assert_eq!(site.get(&guest, &site.profile_path("")).await.status, 200);
    assert_eq!(site.get(&guest, &path).await.status, 404);
    let members = site.get(&owner, &page).await.text;
    assert!(members.contains("&#60;script&#62;alert(1)"), "{members}");
    assert!(!members.contains("<script>"));
}

#[actix_web::test]
async fn a_revoked_invitation_leads_nowhere() {
    let site = Site::new().await;
    let owner = site.member("Olga", Role::Owner).await;
    let page = site.workspace_path("/members");
    let fields = [("email", "new@people.example"), ("role", "admin")];
    let invite = site.workspace_path("/invitations");
    let token = site.token(&owner, &page).await;
    let made = site.post(&owner, &invite, &fields, &token).await.text;
    let link = between(&made, "https://t.example/invitations/", "<").to_owned();
    let id = between(&made, "/invitations/", "/revoke")
        .rsplit('/')
        .next()
        .unwrap();
    let revoke = format!("{invite}/{id}/revoke");
    let gone = site.post(&owner, &revoke, &[], &token_in(&made)).await;
    assert_eq!(gone.status, 303, "{}", gone.text);
    let guest = site.person("Gil").await;
    assert_eq!(
        site.get(&guest, &format!("/invitations/{link}"))
            .await
            .status,
        404
    );
    for fields in [
        [("email", "nobody"), ("role", "admin")],
        [("email", "a@b.example"), ("role", "owner")],
    ] {
        let token = site.token(&owner, &page).await;
        assert_eq!(
            site.post(&owner, &invite, &fields, &token).await.status,
            400
        );
    }
}

#[actix_web::test]
async fn an_invitation_ends_with_the_right_of_whoever_sent_it() {
    let site = Site::new().await;
    let owner = site.member("Olga", Role::Owner).await;
    let admin = site.member("Anna", Role::Admin).await;
    let guest = site.person("Gus").await;
    let page = site.workspace_path("/members");
    let token = site.token(&admin, &page).await;
    let email = guest.email();
    let fields = [("email", email.as_str()), ("role", "admin")];
    let invite = site.workspace_path("/invitations");
    let made = site.post(&admin, &invite, &fields, &token).await;
    assert_eq!(made.status, 200, "{}", made.text);
    let link = between(&made.text, "https://t.example/invitations/", "<");
    let path = format!("/invitations/{link}");
    let token = site.token(&guest, &path).await;
    assert_eq!(change(&site, &owner, (&admin, "remove"), &[]).await, 303);
    let refused = site.post(&guest, &path, &[], &token).await;
    assert_eq!(refused.status, 404, "{}", refused.text);
    assert_eq!(site.get(&guest, &site.workspace_path("")).await.status, 404);
}

#[actix_web::test]
async fn pages_spend_the_units_of_the_person() {
    let site = Site::new().await;
    let owner = site.member("Olga", Role::Owner).await;
    let page = site.workspace_path("");
    for _ in 0..120 {
        assert_eq!(site.get(&owner, &page).await.status, 200);
    }
    let refused = site.get(&owner, &page).await;
    assert_eq!(refused.status, 429);
    assert_eq!(refused.header("retry-after"), Some("1"));
    let other = site.member("Anna", Role::Admin).await;
    assert_eq!(site.get(&other, &page).await.status, 200);
}

#[actix_web::test]
async fn who_reaches_no_profile_sees_no_address_but_their_own() {
    let site = Site::new().await;
    let owner = site.member("Olga", Role::Owner).await;
    let member = site.member("Milo", Role::Member).await;
    let members = site.workspace_path("/members");
    let addresses = |text: &str| text.matches('@').count();
    let all = addresses(&site.get(&owner, &members).await.text);
    let nothing = addresses(&site.get(&member, &members).await.text);
    site.assign(&member, &[Scope::AnalyticsRead]).await;
    let with_profile = addresses(&site.get(&member, &members).await.text);
    assert!(
        nothing < with_profile && with_profile <= all,
        "{nothing} {with_profile} {all}"
    );
}
