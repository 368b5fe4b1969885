//! Rules of exports: made with a form, foretold, and tried on what happened.

use access_control::Role;
use actix_web::test::TestRequest;
use kernel::Scope;
use serde_json::json;

use super::exports::{PAGE, WON, data_set, member, rule, send};
use super::site::{Site, plain, token_in};

/// A deal that was won so many days ago.
async fn deal(site: &Site, days: i64) {
    let key = site.key(&[Scope::EventsWrite]).await;
    let hours = days * 24 + 1;
    let at = site.state.clock.now().plus_micros(-hours * 3_600_000_000);
    let request = TestRequest::post()
        .uri("/api/v1/events")
        .insert_header(("authorization", key))
        .set_json(json!({
            "event_type": "closed_won", "email": format!("deal{days}@example.com"),
            "event_time": at.to_string(), "pipeline": {"to_stage": "won"},
        }));
    let sent = site.send(request).await;
    assert_eq!(sent.status, 201, "{}", sent.text);
}

/// The same fields with another value of one of them.
fn with<'a>(name: &'a str, value: &'a str) -> Vec<(&'a str, &'a str)> {
    let others = WON.into_iter().filter(|(known, _)| *known != name);
    others.chain([(name, value)]).collect()
}

#[actix_web::test]
async fn a_rule_is_foretold_before_it_is_made_and_tried_afterwards() {
    let site = Site::new().await;
    let owner = site.member("Olga", Role::Owner).await;
    let destination = data_set(&site, &owner).await;
    let id = destination.rsplit('/').next().unwrap();
    deal(&site, 0).await;
    deal(&site, 40).await;

    let tried = with("destination_id", id);
    let preview = send(&site, &owner, "rules/preview", &tried).await;
    assert_eq!(preview.status, 200, "{}", preview.text);
    let text = plain(&preview.text);
    for words in ["At most 1", "won", "Purchase", "The last 30 days"] {
        assert!(text.contains(words), "{words}: {text}");
    }
    assert!(told(&preview.text, "Would have been told", 1), "{text}");
    // What was written stays, and nothing was made.
    assert!(preview.text.contains("value=\"Won deals\""));
    assert!(preview.text.contains("value=\"stage_entered\" checked"));
    assert!(preview.text.contains("value=\"social_capi\" checked"));
    let page = site.profile_path(PAGE);
    let none = site.get(&owner, &page).await.text;
    assert!(none.contains("There is no rule yet"), "{none}");

    // The token of the answer is good for the next form.
    let token = token_in(&preview.text);
    let made = site
        .post(&owner, &format!("{page}/rules"), &WON, &token)
        .await;
    assert_eq!(made.status, 303, "{}", made.text);
    let path = made.header("location").unwrap().to_owned();
    let reader = member(&site, &[Scope::ExportsRead]).await;
    let shown = plain(&site.get(&reader, &path).await.text);
    for words in ["Won deals", "Moves into won", "Meta", "€10.50", "7"] {
        assert!(shown.contains(words), "{words}: {shown}");
    }
    let trial = site
        .get(&reader, &format!("{path}?destination_id={id}"))
        .await;
    assert_eq!(trial.status, 200, "{}", trial.text);
    assert!(
        told(&trial.text, "Would have been told", 1),
        "{}",
        trial.text
    );
    let now = site.state.clock.now();
    let day = |days: i64| {
        let at = now.plus_micros(-days * 86_400_000_000).to_string();
        at.split_once('T').unwrap().0.to_owned()
    };
    let span = |days| {
        let (from, to) = (day(days), day(0));
        format!("{path}?destination_id={id}&date_from={from}&date_to={to}")
    };
    let longer = site.get(&reader, &span(45)).await.text;
    assert!(told(&longer, "Events looked at", 2), "{longer}");
    // One of them came in when it was too old already.
    assert!(told(&longer, "Would have been told", 1), "{longer}");
    let reason = export_rules::SkipReason::Stale;
    assert!(longer.contains(reason.meaning()), "{longer}");
    let long = site.get(&reader, &span(95)).await;
    assert_eq!(long.status, 400);
    assert!(
        long.text.contains("At most 90 days up to now"),
        "{}",
        long.text
    );
    for odd in ["destination_id=x", "date_from=x"] {
        let refused = site.get(&reader, &format!("{path}?{odd}")).await;
        assert_eq!(refused.status, 400, "{odd}");
    }
}

/// Whether a page counts so many under a label.
fn told(page: &str, label: &str, number: u64) -> bool {
    page.contains(&format!(
        "<dt>{label}</dt><dd class=\"number\">{number}</dd>"
    ))
}

#[actix_web::test]
async fn what_is_not_told_is_counted_by_its_reason() {
    let site = Site::new().await;
    let owner = site.member("Olga", Role::Owner).await;
    let destination = data_set(&site, &owner).await;
    let id = destination.rsplit('/').next().unwrap();
    deal(&site, 0).await;
    // A purchase without a value is not told.
    let mut fields = with("value_mode", "event_value");
    fields.retain(|(name, _)| !name.starts_with("fixed_"));
    let path = rule(&site, &owner, &fields).await;
    let trial = format!("{path}?destination_id={id}");
    let shown = site.get(&owner, &trial).await.text;
    assert!(told(&shown, "Would have been told", 0), "{shown}");
    let reason = export_rules::SkipReason::MissingValue;
    assert!(shown.contains(reason.meaning()), "{shown}");
    assert!(shown.contains(reason.remedy()), "{shown}");
    let silent = rule(&site, &owner, &with("destinations", "search_ads")).await;
    let silent = site
        .get(&owner, &format!("{silent}?destination_id={id}"))
        .await;
    assert!(
        silent.text.contains("The rule has nothing to tell there"),
        "{}",
        silent.text
    );
}

#[actix_web::test]
async fn what_is_wrong_with_a_rule_is_told_beside_its_field() {
    let site = Site::new().await;
    let owner = site.member("Olga", Role::Owner).await;
    for form in ["rules", "rules/preview"] {
        let fields = [
            ("name", "Deals"),
            ("trigger_mode", "stage_entered"),
            ("value_mode", "fixed_value"),
            ("fixed_value", "-1"),
            ("fixed_currency", "EUR"),
            ("priority", "1000"),
        ];
        let refused = send(&site, &owner, form, &fields).await;
        assert_eq!(refused.status, 400, "{}", refused.text);
        for words in [
            "id=\"priority-wrong\">The priority must be 1 to 999.",
            "id=\"fixed_value-wrong\">The value must be a decimal above 0",
            "aria-describedby=\"priority-wrong\"",
            "value=\"1000\"",
            "value=\"Deals\"",
        ] {
            assert!(refused.text.contains(words), "{words}: {}", refused.text);
        }
        let stage = send(&site, &owner, form, &with("to_stage", "")).await;
        assert!(
            stage
                .text
                .contains("id=\"to_stage-wrong\">The stage that is entered"),
            "{}",
            stage.text
        );
    }
    let page = site.get(&owner, &site.profile_path(PAGE)).await.text;
    assert!(page.contains("There is no rule yet"), "{page}");
}

#[actix_web::test]
async fn who_may_only_look_makes_and_previews_no_rule() {
    let site = Site::new().await;
    let reader = member(&site, &[Scope::ExportsRead]).await;
    let page = site.profile_path(PAGE);
    let shown = site.get(&reader, &page).await.text;
    assert!(!shown.contains("rules/new"), "{shown}");
    let form = site.get(&reader, &format!("{page}/rules/new")).await;
    assert_eq!(form.status, 403);
    for form in ["rules", "rules/preview"] {
        let path = format!("{page}/{form}");
        let refused = site.post(&reader, &path, &WON, "none").await;
        assert_eq!(refused.status, 403, "{form}");
    }
    let owner = site.member("Olga", Role::Owner).await;
    let unknown = format!("{page}/rules/{}", site.profile);
    assert_eq!(site.get(&owner, &unknown).await.status, 404);
    // A form whose token was not issued for it is refused, whoever sends it.
    let forged = site
        .post(&owner, &format!("{page}/rules"), &WON, "none")
        .await;
    assert_eq!(forged.status, 403);
}
