//! What comes in, as the page of data quality draws it.

use access_control::Role;
use testkit::TestDatabase;

use super::site::{Site, between, plain};

const PAGE: &str = "/quality";

/// Five leads a day for three months, and none since four days.
fn leads(site: &Site) {
    let events = format!(
        "INSERT INTO outcome_events (profile_id, id, content_hash, received_at, occurred_at, event_type, \
         identifiers) SELECT '{}', gen_random_uuid(), '', now(), \
         date_trunc('day', now(), 'UTC') - day * interval '1 day' + interval '12 hours', 'lead<b>', '{{}}' \
         FROM generate_series(4, 90) AS day CROSS JOIN generate_series(1, 5)",
        site.profile
    );
    TestDatabase::shared().execute(&events).unwrap();
}

#[actix_web::test]
async fn each_feed_is_drawn_with_what_was_expected_and_its_unusual_days() {
    let site = Site::new().await;
    let owner = site.member("Olga", Role::Owner).await;
    let path = site.profile_path(PAGE);
    let before = site.get(&owner, &path).await.text;
    assert!(!before.contains("What comes in"), "{before}");
    leads(&site);
    let token = site.token(&owner, &path).await;
    let looked = site
        .post(&owner, &format!("{path}/look"), &[], &token)
        .await;
    assert_eq!(looked.status, 303, "{}", looked.text);
    let page = site.get(&owner, &path).await.text;
    let drawing = between(&page, "<svg class=\"spark feed\"", "</svg>");
    for part in [
        "role=\"img\"",
        "aria-labelledby=\"feed-1-title\"",
        "<title id=\"feed-1-title\">Outcomes: lead&#60;b&#62;",
        "<desc id=\"feed-1-words\">90 complete days, 5 at most. 5 a day are expected.",
        "<rect class=\"unusual\"",
        "<path class=\"expected\"",
        "<path class=\"counted\"",
        "too few, 0 where 15 were expected",
    ] {
        assert!(drawing.contains(part), "{part}: {drawing}");
    }
    assert!(!page.contains("lead<b>"), "{page}");
    let text = plain(&page);
    for words in ["Fell silent", "(goes on)", "Outcomes fell silent"] {
        assert!(text.contains(words), "{words}: {text}");
    }
    // A look of a release that kept no days has its feeds and no drawing.
    let forget = format!(
        "UPDATE quality_scans SET series = jsonb_set(series, '{{feeds,0}}', (series #> '{{feeds,0}}') - 'counts') \
         WHERE profile_id = '{}'",
        site.profile
    );
    TestDatabase::shared().execute(&forget).unwrap();
    let page = site.get(&owner, &path).await.text;
    assert!(!page.contains("spark feed"), "{page}");
    assert!(plain(&page).contains("Fell silent"), "{page}");
}
