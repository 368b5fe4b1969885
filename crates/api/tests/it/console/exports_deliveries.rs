//! What ad platforms were told and what not: listed, shown, and explained of a conversion.

use access_control::Role;
use actix_web::test::TestRequest;
use conversion_export::runs::plan::plan;
use export_rules::{
    ActionSource, LedgerLine, LineKind, LineSource, LineTold, LineTried, SkipReason,
    SourceFingerprint, SourceKind, Status,
};
use kernel::Scope;
use kernel::timestamp::MICROS_PER_DAY;
use platform_connections::PlatformProvider;
use serde_json::json;

use super::exports::{PAGE, WON, data_set, last, member, rule};
use super::site::{Browser, Site, between, plain};

/// A line that was skipped, the number of which tells it from others.
fn skipped(site: &Site, (destination, rule): (&str, &str), number: u8) -> LedgerLine {
    let now = site.state.clock.now().plus_micros(i64::from(number));
    LedgerLine {
        id: site.state.ids.new_id().into(),
        run_id: Some(site.state.ids.new_id().into()),
        rule_id: Some(last(rule)),
        destination_id: last(destination),
        kind: LineKind::Real,
        source: LineSource {
            fingerprint: SourceFingerprint::from_bytes([number; 32]),
            kind: SourceKind::PipelineStageTransition,
            event: site.state.ids.new_id().into(),
            conversion: None,
            occurred_at: now,
        },
        told: LineTold {
            event_name: Some(format!("Deal<{number}>")),
            ..LineTold::default()
        },
        status: Status::Skipped,
        skip_reason: Some(SkipReason::NoMatchKey),
        tried: LineTried::default(),
        next_attempt_at: None,
        fresh_until: now.plus_micros(MICROS_PER_DAY),
        created_at: now,
    }
}

/// A line that a platform refused.
fn refused(site: &Site, place: (&str, &str), number: u8) -> LedgerLine {
    let line = skipped(site, place, number);
    LedgerLine {
        told: LineTold {
            event_id: Some("event-of-the-platform".to_owned()),
            action_source: Some(ActionSource::SystemGenerated),
            match_keys: vec![export_rules::MatchKey::Em, export_rules::MatchKey::Fbc],
            filters: [export_rules::Filter::UrlDropped].into_iter().collect(),
            ..line.told
        },
        status: Status::Failed,
        skip_reason: None,
        tried: LineTried {
            count: 3,
            http_status: Some(400),
            platform_code: Some(100),
            subcode: Some(2_804_008),
            trace_id: Some("<trace>".to_owned()),
            request_sha256: Some([7; 32]),
            ..LineTried::default()
        },
        ..line
    }
}

async fn write(site: &Site, lines: &[LedgerLine]) {
    let mut work = site.state.units.begin().await.unwrap();
    let written = work.export_ledger().add(site.profile, lines).await;
    assert_eq!(usize::try_from(written.unwrap()), Ok(lines.len()));
    work.commit().await.unwrap();
}

fn rows(page: &str) -> usize {
    page.matches("class=\"person\"").count()
}

#[actix_web::test]
async fn deliveries_are_listed_by_what_they_have_in_common_and_page_by_page() {
    let site = Site::new().await;
    let owner = site.member("Olga", Role::Owner).await;
    let destination = data_set(&site, &owner).await;
    let won = rule(&site, &owner, &WON).await;
    let all = format!("{}/deliveries", site.profile_path(PAGE));
    let empty = site.get(&owner, &all).await.text;
    assert!(empty.contains("Nothing that a rule tells has happened yet"));
    let place = (destination.as_str(), won.as_str());
    let mut lines: Vec<_> = (1..=21)
        .map(|number| skipped(&site, place, number))
        .collect();
    lines.push(refused(&site, place, 22));
    write(&site, &lines).await;

    let page = site.get(&owner, &all).await.text;
    assert_eq!(rows(&page), 20, "{page}");
    assert!(page.contains("Deal&#60;22&#62;") && !page.contains("Deal&#60;2&#62;"));
    let text = plain(&page);
    let reason = SkipReason::NoMatchKey;
    for words in [
        "Meta 5551",
        "Won deals",
        "Given up",
        "Not told",
        reason.meaning(),
        reason.remedy(),
    ] {
        assert!(text.contains(words), "{words}: {text}");
    }
    let earlier = between(&page, "href=\"", "\" rel=\"next\"");
    let earlier = earlier.rsplit("href=\"").next().unwrap();
    let rest = site.get(&owner, &earlier.replace("&#38;", "&")).await.text;
    assert_eq!(rows(&rest), 2, "{rest}");
    assert!(rest.contains(">Latest</a>"), "{rest}");

    let asked = async |query: &str| site.get(&owner, &format!("{all}?{query}")).await;
    let failed = asked("status=failed&skip_reason=&destination_id=&rule_id=").await;
    assert_eq!(rows(&failed.text), 1, "{}", failed.text);
    assert!(failed.text.contains("value=\"failed\" selected"));
    let of_reason = asked("skip_reason=no_match_key&status=skipped").await;
    assert_eq!(rows(&of_reason.text), 20, "{}", of_reason.text);
    let next = between(&of_reason.text, "href=\"", "\" rel=\"next\"");
    let next = next.rsplit("href=\"").next().unwrap();
    let next = site.get(&owner, &next.replace("&#38;", "&")).await.text;
    assert_eq!(rows(&next), 1, "{next}");
    let id = won.rsplit('/').next().unwrap();
    let of_rule = asked(&format!("rule_id={id}&status=failed")).await;
    assert_eq!(rows(&of_rule.text), 1);
    assert!(of_rule.text.contains(&format!("value=\"{id}\" selected")));
    let id = destination.rsplit('/').next().unwrap();
    let of_destination = asked(&format!("destination_id={id}&status=unknown")).await;
    assert!(of_destination.text.contains("None is like this"));
    for odd in ["status=lost", "skip_reason=x", "rule_id=1", "cursor=x"] {
        assert_eq!(asked(odd).await.status, 400, "{odd}");
    }
}

#[actix_web::test]
async fn a_delivery_says_what_left_and_what_the_platform_answered() {
    let site = Site::new().await;
    let owner = site.member("Olga", Role::Owner).await;
    let destination = data_set(&site, &owner).await;
    let won = rule(&site, &owner, &WON).await;
    let place = (destination.as_str(), won.as_str());
    let lines = [refused(&site, place, 1), skipped(&site, place, 2)];
    write(&site, &lines).await;
    let path = |line: &LedgerLine| format!("{}/deliveries/{}", site.profile_path(PAGE), line.id);
    let reader = member(&site, &[Scope::ExportsRead]).await;

    let shown = site.get(&reader, &path(&lines[0])).await;
    assert_eq!(shown.status, 200, "{}", shown.text);
    for words in [
        "Deal&#60;1&#62;",
        "Given up",
        "In a system",
        "event-of-the-platform",
        "<code>em</code>",
        "<code>fbc</code>",
        "<code>url_dropped</code>",
        ">400<",
        "100, 2804008",
        "&#60;trace&#62;",
    ] {
        assert!(shown.text.contains(words), "{words}: {}", shown.text);
    }
    for linked in [&destination, &won] {
        assert!(shown.text.contains(&format!("href=\"{linked}\"")));
        assert_eq!(site.get(&reader, linked).await.status, 200);
    }
    let skipped = site.get(&reader, &path(&lines[1])).await.text;
    let reason = SkipReason::NoMatchKey;
    for words in [
        reason.meaning(),
        reason.remedy(),
        "no_match_key",
        "Nothing was sent",
        "None: a move in a pipeline",
    ] {
        assert!(skipped.contains(words), "{words}: {skipped}");
    }

    let other = Site::new().await;
    let stranger = other.member("Eve", Role::Owner).await;
    let elsewhere = format!("{}/deliveries/{}", other.profile_path(PAGE), lines[0].id);
    assert_eq!(other.get(&stranger, &elsewhere).await.status, 404);
    let nobody = member(&site, &[Scope::AnalyticsRead]).await;
    assert_eq!(site.get(&nobody, &path(&lines[0])).await.status, 403);
}

/// A customer who paid an hour ago.
async fn payment(site: &Site) {
    let key = site.key(&[Scope::EventsWrite]).await;
    let at = site.state.clock.now().plus_micros(-MICROS_PER_DAY / 24);
    let request = TestRequest::post()
        .uri("/api/v1/events")
        .insert_header(("authorization", key))
        .set_json(json!({
            "event_type": "payment_received", "event_time": at.to_string(), "value_amount": "49.90",
            "currency": "EUR", "email": "ana@shop.example",
        }));
    let sent = site.send(request).await;
    assert_eq!(sent.status, 201, "{}", sent.text);
    site.catch_up().await;
}

/// The first link of a page of conversions that leads to what platforms hear of them.
async fn journey(site: &Site, browser: &Browser) -> String {
    let list = site.get(browser, &site.profile_path("/customers")).await;
    let path = between(&list.text, "class=\"person\" href=\"", "\"").to_owned();
    site.get(browser, &path).await.text
}

#[actix_web::test]
async fn a_conversion_says_what_platforms_hear_of_it() {
    let mut site = Site::new().await;
    let owner = site.member("Olga", Role::Owner).await;
    payment(&site).await;
    let customers = member(&site, &[Scope::CustomersRead]).await;
    let link = format!("href=\"{}/conversions/", site.profile_path(PAGE));
    assert!(!journey(&site, &customers).await.contains(&link));
    let journey = journey(&site, &owner).await;
    let id = between(&journey, &link, "\"").to_owned();
    let path = format!("{}/conversions/{id}", site.profile_path(PAGE));
    let nobody = site.get(&owner, &path).await.text;
    assert!(nobody.contains("Nobody is told of it"), "{nobody}");

    data_set(&site, &owner).await;
    let form = site.profile_path(&format!("{PAGE}/rules/new"));
    let form = site.get(&owner, &form).await.text;
    let definition = form
        .split("<option value=\"")
        .find(|rest| rest.contains("ayment"));
    let definition = definition.unwrap().split('"').next().unwrap();
    let fields = [
        ("name", "Payments"),
        ("trigger_mode", "event_recorded"),
        ("source_ref_id", definition),
        ("destinations", "social_capi"),
    ];
    let payments = rule(&site, &owner, &fields).await;
    let payments = site.get(&owner, &payments).await.text;
    assert!(payments.contains("<dd>Conversions of "), "{payments}");
    let shown = plain(&site.get(&owner, &path).await.text);
    for words in [
        "Meta 5551",
        "Payments",
        "Nothing was decided",
        "It happened before the rule was made",
    ] {
        assert!(shown.contains(words), "{words}: {shown}");
    }
    assert!(!shown.contains("ana@shop.example"), "{shown}");
    assert!(!shown.contains("fields leave"), "{shown}");
    let unknown = format!("{}/conversions/{}", site.profile_path(PAGE), site.profile);
    assert_eq!(site.get(&owner, &unknown).await.status, 404);

    backdate(&site).await;
    let line = planned(&site).await;
    let shown = site.get(&owner, &path).await.text;
    for words in [
        format!("deliveries/{}", line.id),
        "It would be told as Purchase.".to_owned(),
        "fields leave".to_owned(),
        "Waits".to_owned(),
    ] {
        assert!(shown.contains(&words), "{words}: {shown}");
    }
    let all = format!("{}/deliveries", site.profile_path(PAGE));
    let delivery = site.get(&owner, &format!("{all}/{}", line.id)).await.text;
    assert!(delivery.contains(&format!("href=\"{path}\"")), "{delivery}");
    assert!(delivery.contains("€49.90"), "{delivery}");

    site.ask_elsewhere(&[PlatformProvider::SocialAds]);
    for page in [path, format!("{all}/{}", line.id)] {
        let shown = site.get(&owner, &page).await.text;
        assert!(shown.contains("Meta is asked elsewhere"), "{shown}");
    }
}

/// The destination and the rules of the site are two months old from now on.
async fn backdate(site: &Site) {
    let at = site.state.clock.now().plus_micros(-60 * MICROS_PER_DAY);
    let mut work = site.state.units.begin().await.unwrap();
    for mut destination in work.destinations().all(site.profile).await.unwrap() {
        destination.created_at = at;
        let stored = work.destinations().put(site.profile, &destination);
        stored.await.unwrap();
    }
    for mut rule in work.export_rules().enabled(site.profile).await.unwrap() {
        rule.since.social = Some(at);
        work.export_rules().put(site.profile, &rule).await.unwrap();
    }
    work.commit().await.unwrap();
}

/// Plans what is to be told of everything that happened; the line that came of it.
async fn planned(site: &Site) -> LedgerLine {
    let (now, context) = (site.state.clock.now(), site.state.context());
    let since = now.plus_micros(-MICROS_PER_DAY);
    let mut work = site.state.units.begin().await.unwrap();
    let marks = work.export_marks().add_since(site.profile, since, now);
    assert_eq!(marks.await.unwrap(), 1);
    let sha256 = &*site.state.exports.sha256;
    let planned = plan(&mut *work, &context, sha256, (site.profile, 10)).await;
    assert_eq!(planned.unwrap().lines, 1);
    let destinations = work.destinations().all(site.profile).await.unwrap();
    let (ledger, now) = (work.export_ledger(), site.state.clock.now());
    let due = ledger.due(site.profile, destinations[0].id, now, 10).await;
    work.commit().await.unwrap();
    due.unwrap().remove(0)
}
