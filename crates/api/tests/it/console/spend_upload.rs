//! Files of spend: what they would write is shown before anything is.

use access_control::Role;
use actix_web::test::TestRequest;
use kernel::Scope;
use testkit::TestDatabase;

use super::site::{Browser, Site, between, plain, token_in};
use crate::support::Answer;

const PAGE: &str = "/settings/developer/spend";
const FILE: &str = "date,platform,account_id,campaign_id,campaign_name,spend,currency\r\n\
    2026-01-01,meta_ads,7,c1,\"Spring\nsale\",10.000001,EUR\r\n\
    2026-01-02,meta_ads,7,c1,,2.5,EUR\r\n";

/// Sends a form with a file in it.
async fn send(site: &Site, browser: &Browser, form: &str, parts: &[(&str, &str)]) -> Answer {
    send_from(site, browser, form, (parts, "https://t.example")).await
}

async fn send_from(
    site: &Site,
    browser: &Browser,
    form: &str,
    (parts, origin): (&[(&str, &str)], &str),
) -> Answer {
    let part = |(name, value): &(&str, &str)| {
        let file = if *name == "file" {
            "; filename=\"spend.csv\""
        } else {
            ""
        };
        let head = format!("Content-Disposition: form-data; name=\"{name}\"{file}");
        ["--x7\r\n", &head, "\r\n\r\n", value, "\r\n"].concat()
    };
    let parts: String = parts.iter().map(part).collect();
    let body = format!("{parts}--x7--\r\n");
    let request = TestRequest::post()
        .uri(&site.profile_path(&format!("{PAGE}/{form}")))
        .insert_header(("cookie", browser.cookie()))
        .insert_header(("origin", origin))
        .insert_header(("content-type", "multipart/form-data; boundary=x7"));
    site.send(request.set_payload(body)).await
}

/// The preview of a file.
async fn preview(site: &Site, browser: &Browser, file: &str, more: &[(&str, &str)]) -> Answer {
    let token = site.token(browser, &site.profile_path(PAGE)).await;
    let own = [("form_token", token.as_str()), ("file", file)];
    send(site, browser, "upload", &[&own, more].concat()).await
}

/// Writes what a page previews.
async fn write(site: &Site, browser: &Browser, previewed: &Answer) -> Answer {
    assert_eq!(previewed.status, 200, "{}", previewed.text);
    let value = |name: &str| {
        let before = format!("type=\"hidden\" name=\"{name}\" value=\"");
        between(&previewed.text, &before, "\"").to_owned()
    };
    let (token, content, preset) = (token_in(&previewed.text), value("content"), value("preset"));
    let mut parts = vec![
        ("form_token", token.as_str()),
        ("content", content.as_str()),
        ("preset", preset.as_str()),
    ];
    if previewed.text.contains("type=\"hidden\" name=\"replace\"") {
        parts.push(("replace", "true"));
    }
    send(site, browser, "upload/written", &parts).await
}

/// What is there, in words.
fn stored(site: &Site) -> String {
    let sql = format!(
        "SELECT string_agg(concat_ws(' ', date, campaign_id, amount, currency), ', ' \
         ORDER BY date, campaign_id) FROM ad_spend_daily WHERE profile_id = '{}'",
        site.profile
    );
    TestDatabase::shared().execute(&sql).unwrap()
}

#[actix_web::test]
async fn a_file_is_shown_first_and_written_as_it_was_shown() {
    let site = Site::new().await;
    let owner = site.member("Olga", Role::Owner).await;
    let shown = preview(&site, &owner, FILE, &[("preset", "tributary")]).await;
    assert_eq!(shown.status, 200, "{}", shown.text);
    let text = plain(&shown.text);
    for words in [
        "Nothing is written yet",
        "€12.50",
        "1 – 2 Jan 2026",
        "1 Jan 2026",
        "Spring\nsale",
        "meta_ads",
        "€10.00",
    ] {
        assert!(text.contains(words), "{words}: {text}");
    }
    assert!(
        shown.text.contains("title=\"€10.000001\""),
        "{}",
        shown.text
    );
    assert!(!stored(&site).contains("c1"));

    let written = write(&site, &owner, &shown).await;
    assert_eq!(written.status, 200, "{}", written.text);
    let text = plain(&written.text);
    assert!(text.contains("Rows written2"), "{text}");
    let rows = stored(&site);
    assert!(
        rows.contains("2026-01-01 c1 10.000001 EUR, 2026-01-02 c1 2.5 EUR"),
        "{rows}"
    );
    // What stands in the file came through the browser byte by byte.
    let sql = format!(
        "SELECT DISTINCT campaign_name FROM ads WHERE profile_id = '{}'",
        site.profile
    );
    let name = TestDatabase::shared().execute(&sql).unwrap();
    assert!(name.contains("Spring\nsale"), "{name}");
    // The ledger says who did it.
    let ledger = format!(
        "SELECT causes -> 0 ->> 'actor_id', causes FROM restatements WHERE profile_id = '{}'",
        site.profile
    );
    let told = TestDatabase::shared().execute(&ledger).unwrap();
    assert!(told.contains(&owner.user.to_string()), "{told}");
    let again = write(&site, &owner, &shown).await;
    assert_eq!(again.status, 403, "a form counts once: {}", again.text);
}

#[actix_web::test]
async fn days_are_replaced_when_the_box_says_so() {
    let site = Site::new().await;
    let owner = site.member("Olga", Role::Owner).await;
    let first = preview(&site, &owner, FILE, &[("preset", "tributary")]).await;
    assert_eq!(write(&site, &owner, &first).await.status, 200);
    let other = FILE.replace(",c1,", ",c2,");
    let both = [("preset", "tributary"), ("replace", "true")];
    let second = preview(&site, &owner, &other, &both).await;
    let written = write(&site, &owner, &second).await;
    assert!(
        plain(&written.text).contains("Rows removed2"),
        "{}",
        written.text
    );
    let rows = stored(&site);
    assert!(rows.contains("c2") && !rows.contains("c1"), "{rows}");
}

#[actix_web::test]
async fn files_of_others_are_read_by_their_preset() {
    let site = Site::new().await;
    let owner = site.member("Olga", Role::Owner).await;
    let file = "segments.date,customer.id,campaign.id,ad_group.id,ad_group_ad.ad.id,\
        metrics.cost_micros,customer.currency_code,metrics.conversions\n\
        2026-01-01,12,1,2,3,1234567,EUR,9\n";
    let preset = "airbyte_google_ads_ad_group_ad";
    let shown = preview(&site, &owner, file, &[("preset", preset)]).await;
    let text = plain(&shown.text);
    assert!(text.contains("metrics.conversions"), "{text}");
    assert!(shown.text.contains("title=\"€1.234567\""), "{}", shown.text);
    let written = write(&site, &owner, &shown).await;
    assert_eq!(written.status, 200, "{}", written.text);
    let rows = stored(&site);
    assert!(rows.contains("2026-01-01 1 1.234567 EUR"), "{rows}");
}

#[actix_web::test]
async fn what_is_wrong_is_named_by_its_line_and_nothing_is_written() {
    let site = Site::new().await;
    let owner = site.member("Olga", Role::Owner).await;
    let wrong = FILE
        .replace("2.5", "2,5")
        .replace("\"Spring\nsale\"", "<b>");
    let own = [("preset", "tributary")];
    let refused = preview(&site, &owner, &wrong, &own).await;
    assert_eq!(refused.status, 400, "{}", refused.text);
    assert!(
        refused.text.contains("8 cells in line 3"),
        "{}",
        refused.text
    );
    let dotted = wrong.replace("2,5", "2.5.0");
    let refused = preview(&site, &owner, &dotted, &own).await;
    assert_eq!(refused.status, 400, "{}", refused.text);
    assert!(
        refused.text.contains("Line 3: spend is not a decimal"),
        "{}",
        refused.text
    );
    // It can be sent again from there.
    let token = token_in(&refused.text);
    let fixed = [("form_token", token.as_str()), ("file", FILE), own[0]];
    let shown = send(&site, &owner, "upload", &fixed).await;
    assert_eq!(shown.status, 200, "{}", shown.text);

    // Whoever writes something else than was shown writes nothing wrong either.
    let token = token_in(&shown.text);
    let other = base64(&dotted);
    let forged = [("form_token", token.as_str()), ("content", &other), own[0]];
    let refused = send(&site, &owner, "upload/written", &forged).await;
    assert_eq!(refused.status, 400, "{}", refused.text);
    assert!(
        refused.text.contains("Nothing was written"),
        "{}",
        refused.text
    );
    for empty in ["", "date,platform,spend\n"] {
        let refused = preview(&site, &owner, empty, &own).await;
        assert_eq!(refused.status, 400, "{}", refused.text);
    }
    assert!(!stored(&site).contains("c1"));
}

#[actix_web::test]
async fn another_currency_than_is_there_is_refused() {
    let site = Site::new().await;
    let owner = site.member("Olga", Role::Owner).await;
    let own = [("preset", "tributary")];
    let first = preview(&site, &owner, FILE, &own).await;
    assert_eq!(write(&site, &owner, &first).await.status, 200);
    let before = stored(&site);
    let other = FILE.replace("EUR", "USD").replace(",c1,", ",c2,");
    let shown = preview(&site, &owner, &other, &own).await;
    let refused = write(&site, &owner, &shown).await;
    assert_eq!(refused.status, 400, "{}", refused.text);
    assert!(
        refused.text.contains("one currency a day"),
        "{}",
        refused.text
    );
    assert_eq!(stored(&site), before);
}

#[actix_web::test]
async fn larger_files_are_for_the_command_line() {
    let site = Site::new().await;
    let owner = site.member("Olga", Role::Owner).await;
    let own = [("preset", "tributary")];
    for bytes in [1024 * 1024 + 1, 3 * 1024 * 1024] {
        let long = format!("{FILE}{}", "x".repeat(bytes - FILE.len()));
        let refused = preview(&site, &owner, &long, &own).await;
        assert_eq!(refused.status, 400, "{bytes}");
        assert!(
            refused.text.contains("tributary import spend"),
            "{}",
            refused.text
        );
    }
    let rows = (0..4_500).map(|n| format!("2026-01-01,meta_ads,7,{n:0>200},,1,EUR\n"));
    let head = FILE.lines().next().unwrap();
    let large = format!("{head}\n{}", rows.collect::<String>());
    assert!(large.len() > 1_000_000 && large.len() < 1024 * 1024);
    let shown = preview(&site, &owner, &large, &own).await;
    assert!(plain(&shown.text).contains("€4,500.00"), "{}", shown.status);
    let written = write(&site, &owner, &shown).await;
    assert!(
        plain(&written.text).contains("Rows written4,500"),
        "{}",
        written.text
    );
}

#[actix_web::test]
async fn whoever_may_not_write_spend_uploads_nothing() {
    let site = Site::new().await;
    let owner = site.member("Olga", Role::Owner).await;
    let reader = site.member("Rita", Role::Member).await;
    site.assign(&reader, &[Scope::ExportsRead, Scope::AnalyticsRead])
        .await;
    let page = site.get(&reader, &site.profile_path(PAGE)).await;
    assert_eq!(page.status, 200, "{}", page.text);
    assert!(!page.text.contains("Upload a file"), "{}", page.text);
    let upload = site.profile_path(&format!("{PAGE}/upload"));
    assert_eq!(site.get(&reader, &upload).await.status, 403);
    let own = site.get(&owner, &upload).await;
    assert_eq!(own.status, 200, "{}", own.text);
    let token = token_in(&own.text);
    let content = base64(FILE);
    let parts = [
        ("form_token", token.as_str()),
        ("file", FILE),
        ("content", &content),
        ("preset", "tributary"),
    ];
    for form in ["upload", "upload/written"] {
        assert_eq!(send(&site, &reader, form, &parts).await.status, 403);
        let elsewhere = (&parts[..], "https://elsewhere.example");
        let foreign = send_from(&site, &owner, form, elsewhere).await;
        assert_eq!(foreign.status, 403, "{}", foreign.text);
        let unsigned = send(&site, &owner, form, &parts[1..]).await;
        assert_eq!(unsigned.status, 403, "{}", unsigned.text);
    }
    let odd = [parts[0], parts[1], ("preset", "other")];
    let refused = send(&site, &owner, "upload", &odd).await;
    assert_eq!(refused.status, 403, "{}", refused.text);
    assert!(!stored(&site).contains("c1"));
}

fn base64(text: &str) -> String {
    use base64::Engine;
    base64::engine::general_purpose::STANDARD.encode(text)
}
