//! Links that are judged before they go live, and one that is put together.

use access_control::Role;
use actix_web::test::TestRequest;

use super::site::{Browser, Site, between, plain, token_in};
use crate::support::Answer;

const PAGE: &str = "/quality/links";
const GOOD: &str = "https://shop.example/?utm_source=newsletter&utm_medium=email&utm_campaign=may";
const FAULTY: &str =
    "https://shop.example/?utm_source=instagram_stories&utm_medium=paid_social&fbadid=9";
const TEMPLATE: &str = "https://shop.example/?utm_source={{site_source_name}}\
    &utm_medium=paid_social&utm_campaign={{campaign.name}}&fbadid={{ad.id}}";

async fn send(site: &Site, browser: &Browser, form: &str, parts: &[(&str, &str)]) -> Answer {
    let part = |(name, value): &(&str, &str)| {
        let head = format!("Content-Disposition: form-data; name=\"{name}\"");
        ["--x7\r\n", &head, "\r\n\r\n", value, "\r\n"].concat()
    };
    let parts: String = parts.iter().map(part).collect();
    let request = TestRequest::post()
        .uri(&site.profile_path(&format!("{PAGE}{form}")))
        .insert_header(("cookie", browser.cookie()))
        .insert_header(("origin", "https://t.example"))
        .insert_header(("content-type", "multipart/form-data; boundary=x7"));
    site.send(request.set_payload(format!("{parts}--x7--\r\n")))
        .await
}

async fn check(site: &Site, browser: &Browser, urls: &str, more: &[(&str, &str)]) -> Answer {
    let token = site.token(browser, &site.profile_path(PAGE)).await;
    let own = [("form_token", token.as_str()), ("urls", urls)];
    send(site, browser, "", &[&own, more].concat()).await
}

async fn download(site: &Site, browser: &Browser, urls: &str) -> Answer {
    let token = site.token(browser, &site.profile_path(PAGE)).await;
    let parts = [("form_token", token.as_str()), ("urls", urls)];
    send(site, browser, "/csv", &parts).await
}

#[actix_web::test]
async fn links_are_judged_one_a_line() {
    let site = Site::new().await;
    let owner = site.member("Olga", Role::Owner).await;
    let home = site.get(&owner, &site.profile_path("/quality")).await.text;
    assert!(home.contains("/quality/links\""), "{home}");
    let urls = format!("{GOOD}\r\n\r\n {FAULTY} \r\n<script>alert(1)</script>");
    let checked = check(&site, &owner, &urls, &[]).await;
    assert_eq!(checked.status, 200, "{}", checked.text);
    let text = plain(&checked.text);
    for words in [
        "1 of 3 are good",
        "Good",
        "Email",
        "Faulty",
        "A place on the screen as the source",
        "Name the platform in utm_source",
        "No address",
        "Meta Ads: URL parameters of the ad, under Tracking",
    ] {
        assert!(text.contains(words), "{words}: {text}");
    }
    assert!(!checked.text.contains("<script>"), "{}", checked.text);
    assert!(checked.text.contains("&#60;script&#62;alert(1)"));
    let policy = checked.header("content-security-policy").unwrap();
    assert!(policy.contains("; script-src https://t.example/assets/copy-"));

    // Each form counts once.
    let token = token_in(&checked.text);
    let parts = [("form_token", token.as_str()), ("urls", GOOD)];
    assert_eq!(send(&site, &owner, "", &parts).await.status, 200);
    assert_eq!(send(&site, &owner, "", &parts).await.status, 403);
    let good = check(&site, &owner, GOOD, &[]).await;
    assert!(
        plain(&good.text).contains("Nothing is wrong"),
        "{}",
        good.text
    );
}

#[actix_web::test]
async fn placeholders_are_to_be_in_templates() {
    let site = Site::new().await;
    let owner = site.member("Olga", Role::Owner).await;
    let live = check(&site, &owner, TEMPLATE, &[]).await;
    let text = plain(&live.text);
    assert!(
        text.contains("A placeholder that nobody filled in"),
        "{text}"
    );
    let template = check(&site, &owner, TEMPLATE, &[("templates", "true")]).await;
    let text = plain(&template.text);
    assert!(text.contains("Nothing is wrong"), "{text}");
    assert!(
        template
            .text
            .contains("name=\"templates\" value=\"true\" checked"),
        "{}",
        template.text
    );
}

#[actix_web::test]
async fn too_few_too_many_and_too_long_are_told_and_what_was_written_stays() {
    let site = Site::new().await;
    let owner = site.member("Olga", Role::Owner).await;
    let many = "https://shop.example/\r\n".repeat(1_001);
    let long = format!("{GOOD}\r\nhttps://shop.example/{}", "x".repeat(4_096));
    for (urls, words) in [
        (" \r\n", "Write one address a line, at least one."),
        (many.as_str(), "At most 1000 addresses"),
        (long.as_str(), "Address 2 has more than 4096 bytes."),
    ] {
        for refused in [
            check(&site, &owner, urls, &[]).await,
            download(&site, &owner, urls).await,
        ] {
            assert_eq!(refused.status, 400, "{words}");
            assert!(refused.text.contains(words), "{}", refused.text);
        }
    }
    let kept = check(&site, &owner, &long, &[]).await.text;
    let field = between(&kept, "name=\"urls\" rows=", "</textarea>");
    assert!(field.contains("utm_source=newsletter"), "{field}");
    let large = "x\r\n".repeat(500_000);
    let refused = check(&site, &owner, &large, &[]).await;
    assert_eq!(refused.status, 400, "{}", refused.text);
    assert!(refused.text.contains("more than 1 MiB"), "{}", refused.text);
}

#[actix_web::test]
async fn what_is_said_is_saved_as_a_file_without_formulas() {
    let site = Site::new().await;
    let owner = site.member("Olga", Role::Owner).await;
    let urls = format!("{FAULTY}\r\n=HYPERLINK(\"https://evil.example\")\r\n@x\r\n+1\r\n-1");
    let saved = download(&site, &owner, &urls).await;
    assert_eq!(saved.status, 200, "{}", saved.text);
    let header = |name: &str| saved.header(name).unwrap_or_default();
    assert_eq!(header("content-type"), "text/csv; charset=utf-8");
    let disposition = "attachment; filename=\"tributary-links.csv\"";
    assert_eq!(header("content-disposition"), disposition);
    assert_eq!(header("cache-control"), "no-store");
    let lines: Vec<&str> = saved.text.split("\r\n").collect();
    assert_eq!(lines.len(), 7, "{}", saved.text);
    let faulty = format!("\"{FAULTY}\",\"faulty\",");
    assert!(
        saved
            .text
            .contains("\"placement_in_source\",\"utm_source\",\"Name the platform")
    );
    for (line, begin) in lines.iter().zip([
        "\"url\",\"status\",\"channel\"",
        faulty.as_str(),
        "\"'=HYPERLINK(\"\"https://evil.example\"\")\",\"no_address\"",
        "\"'@x\",\"no_address\"",
        "\"'+1\",\"no_address\"",
        "\"'-1\",\"no_address\"",
        "",
    ]) {
        assert!(line.starts_with(begin), "{begin}: {line}");
    }
}

#[actix_web::test]
async fn a_link_is_put_together_and_judged_at_once() {
    let site = Site::new().await;
    let owner = site.member("Olga", Role::Owner).await;
    let see = async |query: &str| {
        let path = site.profile_path(&format!("{PAGE}?{query}"));
        let shown = site.get(&owner, &path).await;
        assert_eq!(shown.status, 200, "{}", shown.text);
        shown.text
    };
    let page = "base=https%3A%2F%2Fshop.example%2Fsale%3Fsize%3D4%23top";
    let made = see(&format!(
        "{page}&source=newsletter&medium=email&campaign=May+%3Cb%3E&term=&content=&platform="
    ))
    .await;
    let link = between(&made, "aria-label=\"The link\">", "</code>");
    assert_eq!(
        link,
        "https://shop.example/sale?size=4&#38;utm_source=newsletter&#38;utm_medium=email\
         &#38;utm_campaign=May%20%3Cb%3E#top"
    );
    assert!(made.contains("data-copies=\"built-url\""), "{made}");
    assert!(made.contains("value=\"May &#60;b&#62;\""), "{made}");
    assert!(plain(&made).contains("in the channel Email"), "{made}");
    assert!(!made.contains("built-suffix"), "{made}");

    let odd = see(&format!("{page}&source=x&medium=Carrier+Pigeon")).await;
    assert!(plain(&odd).contains("A medium that nobody knows"), "{odd}");

    let ads = see(&format!("{page}&platform=Meta+Ads&campaign=spring")).await;
    let link = between(&ads, "aria-label=\"The link\">", "</code>");
    assert!(link.contains("utm_source={{site_source_name}}"), "{link}");
    assert!(link.contains("utm_campaign=spring"), "{link}");
    assert!(
        ads.contains("<option value=\"Meta Ads\" selected>"),
        "{ads}"
    );
    for words in ["Good", "Its parameters alone", "under Tracking"] {
        assert!(plain(&ads).contains(words), "{words}: {ads}");
    }

    for (query, words) in [
        ("base=shop.example&source=x", "The page is an address"),
        (
            "base=javascript:alert(1)&source=x",
            "The page is an address",
        ),
        ("base=https://shop.example/&medium=email", "Name the source"),
    ] {
        let refused = see(query).await;
        assert!(refused.contains(words), "{words}: {refused}");
        assert!(!refused.contains("built-url"), "{refused}");
    }
}
