//! The page of exports: what is connected, told and decided, and who decides it.

use access_control::Role;
use conversion_export::rules::create::create;
use export_rules::{NewRule, RuleDraft, Sent};
use kernel::{Actor, ProfileAccess, Scope};
use platform_connections::{ConnectionState, PlatformProvider};
use serde_json::json;

use super::site::{Browser, Site, between};
use crate::support::{Answer, database};

pub(super) const PAGE: &str = "/settings/developer/exports";

pub(super) async fn connect(site: &Site, provider: PlatformProvider) -> String {
    let state = ConnectionState::Connected;
    let id = database::connect_account(&*site.state.units, site.profile, (provider, state)).await;
    id.to_string()
}

/// Sends a form of the page.
pub(super) async fn send(
    site: &Site,
    browser: &Browser,
    form: &str,
    fields: &[(&str, &str)],
) -> Answer {
    let page = site.profile_path(PAGE);
    let token = site.token(browser, &page).await;
    let path = format!("{page}/{form}");
    site.post(browser, &path, fields, &token).await
}

/// Decides what may leave as the page shows it.
pub(super) async fn decide(site: &Site, browser: &Browser, fields: &[(&str, &str)]) -> Answer {
    let shown = site.get(browser, &site.profile_path(PAGE)).await.text;
    let seen = between(&shown, "name=\"seen\" value=\"", "\"").replace("&#34;", "\"");
    let fields = [&[("seen", seen.as_str())], fields].concat();
    send(site, browser, "compliance", &fields).await
}

pub(super) async fn add(site: &Site, browser: &Browser, connection: &str, target: &str) -> Answer {
    let fields = [("connection_id", connection), ("target", target)];
    send(site, browser, "destinations", &fields).await
}

/// A data set that is told through an account of its own; the path of its page.
pub(super) async fn data_set(site: &Site, browser: &Browser) -> String {
    let connection = connect(site, PlatformProvider::SocialAds).await;
    let added = add(site, browser, &connection, "5551").await;
    assert_eq!(added.status, 303, "{}", added.text);
    let page = site.profile_path(PAGE);
    let shown = site.get(browser, &page).await.text;
    let path = format!("{page}/destinations/");
    let id = between(&shown, &format!("href=\"{path}"), "\"").to_owned();
    format!("{path}{id}")
}

/// The id at the end of a path.
pub(super) fn last<K>(path: &str) -> kernel::Id<K> {
    let id = path.rsplit('/').next().unwrap();
    id.parse::<uuid::Uuid>().unwrap().into()
}

/// Makes a rule by its form; the path of its page.
pub(super) async fn rule(site: &Site, browser: &Browser, fields: &[(&str, &str)]) -> String {
    let made = send(site, browser, "rules", fields).await;
    assert_eq!(made.status, 303, "{}", made.text);
    made.header("location").unwrap().to_owned()
}

/// The fields of a rule that tells Meta of moves into a stage.
pub(super) const WON: [(&str, &str); 9] = [
    ("name", "Won deals"),
    ("trigger_mode", "stage_entered"),
    ("to_stage", "won"),
    ("destinations", "social_capi"),
    ("value_mode", "fixed_value"),
    ("fixed_value", "10.50"),
    ("fixed_currency", "EUR"),
    ("recurring_payment_mode", "skip"),
    ("priority", "7"),
];

/// Somebody with scopes of the profile who is neither owner nor admin.
pub(super) async fn member(site: &Site, scopes: &[Scope]) -> Browser {
    let browser = site.member("Mia", Role::Member).await;
    site.assign(&browser, scopes).await;
    browser
}

#[actix_web::test]
async fn a_destination_is_added_switched_off_and_provisioned() {
    let site = Site::new().await;
    let owner = site.member("Olga", Role::Owner).await;
    let page = site.profile_path(PAGE);
    let developer = site.profile_path("/settings/developer");
    let developer = site.get(&owner, &developer).await;
    assert!(developer.text.contains(&format!("href=\"{page}\"")));
    let empty = site.get(&owner, &page).await.text;
    for words in [
        "No account is connected",
        "Nobody is told anything yet",
        "There is no rule yet",
    ] {
        assert!(empty.contains(words), "{words}: {empty}");
    }
    assert!(!empty.contains("<script"), "{empty}");

    let connection = connect(&site, PlatformProvider::SocialAds).await;
    let odd = add(&site, &owner, &connection, "a/b").await;
    assert_eq!(odd.status, 400, "{}", odd.text);
    let added = add(&site, &owner, &connection, "5551").await;
    assert_eq!(added.status, 303, "{}", added.text);
    assert_eq!(added.header("location"), Some(page.as_str()));
    let shown = site.get(&owner, &page).await.text;
    for words in [
        "Meta 5551",
        "Ships on the next run, as long as its account is connected.",
        "Connected",
        "Nothing yet",
    ] {
        assert!(shown.contains(words), "{words}: {shown}");
    }
    let id = between(&shown, &format!("{page}/destinations/"), "\"").to_owned();
    let provision = format!("destinations/{id}/provision");
    let clean = [("clean_dataset_id", "9990")];
    let done = send(&site, &owner, &provision, &clean).await;
    assert_eq!(done.status, 303, "{}", done.text);
    let off = format!("destinations/{id}/enabled");
    let done = send(&site, &owner, &off, &[("enabled", "false")]).await;
    assert_eq!(done.status, 303, "{}", done.text);
    let shown = site.get(&owner, &page).await.text;
    for words in [
        "Clean data set 9990",
        "Does not ship",
        "value=\"platform_safe\" checked",
    ] {
        assert!(shown.contains(words), "{words}: {shown}");
    }
}

#[actix_web::test]
async fn owners_open_in_a_browser_and_members_only_close() {
    let site = Site::new().await;
    let owner = site.member("Olga", Role::Owner).await;
    let member = member(&site, &[Scope::ExportsRead, Scope::ExportsWrite]).await;
    let page = site.profile_path(PAGE);
    let chosen = async |mode: &str| {
        let shown = site.get(&owner, &page).await.text;
        shown.contains(&format!("value=\"{mode}\" checked"))
    };
    let closed = decide(&site, &member, &[("privacy_mode", "hipaa")]).await;
    assert_eq!(closed.status, 303, "{}", closed.text);
    assert!(chosen("hipaa").await);
    let open = [
        ("privacy_mode", "custom"),
        ("open", "page"),
        ("social", "true"),
    ];
    let refused = decide(&site, &member, &open).await;
    assert_eq!(refused.status, 403, "{}", refused.text);
    assert!(refused.text.contains("owner or admin"), "{}", refused.text);
    assert!(chosen("hipaa").await);
    let opened = decide(&site, &owner, &open).await;
    assert_eq!(opened.status, 303, "{}", opened.text);
    assert!(chosen("custom").await && chosen("page").await);
    // With the page its origin is open, too.
    assert!(chosen("page_origin").await);
    let odd = decide(&site, &owner, &[("privacy_mode", "all")]).await;
    assert_eq!(odd.status, 400, "{}", odd.text);
}

#[actix_web::test]
async fn an_older_page_undoes_nothing() {
    let site = Site::new().await;
    let owner = site.member("Olga", Role::Owner).await;
    let page = site.profile_path(PAGE);
    let older = site.get(&owner, &page).await.text;
    let seen = between(&older, "name=\"seen\" value=\"", "\"").replace("&#34;", "\"");
    let closed = decide(&site, &owner, &[("privacy_mode", "hipaa")]).await;
    assert_eq!(closed.status, 303, "{}", closed.text);
    let fields = [
        ("seen", seen.as_str()),
        ("privacy_mode", "standard"),
        ("social", "true"),
    ];
    let late = send(&site, &owner, "compliance", &fields).await;
    assert_eq!(late.status, 409, "{}", late.text);
    assert!(
        late.text.contains("changed these settings"),
        "{}",
        late.text
    );
    let without = send(&site, &owner, "compliance", &fields[1..]).await;
    assert_eq!(without.status, 409, "{}", without.text);
    let shown = site.get(&owner, &page).await.text;
    assert!(shown.contains("value=\"hipaa\" checked"), "{shown}");
}

#[actix_web::test]
async fn a_rule_is_shown_switched_off_and_archived() {
    let site = Site::new().await;
    let owner = site.member("Olga", Role::Owner).await;
    let draft = RuleDraft {
        name: Sent::Value("Won <deals>".to_owned()),
        source_kind: Sent::Value("pipeline_stage_transition".to_owned()),
        source_config: Sent::Value(json!({"to_stage": "won"})),
        destinations: Sent::Value(json!({"search_ads": {"enabled": true}})),
        ..RuleDraft::default()
    };
    let input = (
        ProfileAccess {
            profile_id: site.profile,
            scopes: [Scope::ExportsWrite].into(),
            actor: Actor::Operator,
        },
        NewRule::parse(draft).unwrap(),
    );
    let made = site.state.write(&input, |work, context, (access, new)| {
        Box::pin(create(work, context, access, new))
    });
    let id = made.await.unwrap().id;
    let page = site.profile_path(PAGE);
    let shown = site.get(&owner, &page).await.text;
    for words in [
        "Won &#60;deals&#62;",
        "Moves into won",
        "Google Ads",
        "0 of 0 sent",
    ] {
        assert!(shown.contains(words), "{words}: {shown}");
    }
    let off = format!("rules/{id}/enabled");
    let off = send(&site, &owner, &off, &[("enabled", "false")]).await;
    assert_eq!(off.status, 303, "{}", off.text);
    let shown = site.get(&owner, &page).await.text;
    assert!(
        shown.contains("<span class=\"chip off\">Off</span>"),
        "{shown}"
    );
    let archived = send(&site, &owner, &format!("rules/{id}/archive"), &[]).await;
    assert_eq!(archived.status, 303, "{}", archived.text);
    let shown = site.get(&owner, &page).await.text;
    assert!(shown.contains("There is no rule yet"), "{shown}");
}

#[actix_web::test]
async fn readers_see_no_form_that_they_may_not_send_and_others_no_page() {
    let site = Site::new().await;
    let reader = member(&site, &[Scope::ExportsRead]).await;
    let page = site.profile_path(PAGE);
    let shown = site.get(&reader, &page).await;
    assert_eq!(shown.status, 200);
    assert!(
        !shown.text.contains("type=\"submit\">Save"),
        "{}",
        shown.text
    );
    let fields = [("privacy_mode", "hipaa")];
    let path = format!("{page}/compliance");
    let refused = site.post(&reader, &path, &fields, "none").await;
    assert_eq!(refused.status, 403);
    let nobody = member(&site, &[Scope::AnalyticsRead]).await;
    assert_eq!(site.get(&nobody, &page).await.status, 403);
}
