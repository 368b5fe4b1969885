//! Pages with figures: the same as the API's, for those who may see them.

use access_control::Role;
use actix_web::test::TestRequest;
use kernel::Scope;
use serde_json::{Value, json};

use super::site::{Site, plain};

const DAYS: &str = "date_from=2026-11-01&date_to=2026-11-10";

/// A payment with a name of a person that is no name, and spend.
async fn seeded(site: &Site) -> String {
    let key = site
        .key(&[
            Scope::EventsWrite,
            Scope::AttributionWrite,
            Scope::AnalyticsRead,
            Scope::CustomersRead,
        ])
        .await;
    let day = site.state.clock.now().plus_micros(-86_400_000_000);
    let at = |number: u32| day.plus_micros(i64::from(number)).to_string();
    let event = |number: u32, amount: &str, utm: &str| {
        json!({
            "event_type": "payment_received", "event_time": at(number), "value_amount": amount,
            "currency": "EUR", "email": format!("ana{number}@shop.example"),
            "first_name": "<script>alert(1)</script>", "utm_source": utm, "utm_medium": "cpc",
            "ad_id": "ad-1",
        })
    };
    for (number, (amount, utm)) in [("1234.5", "google"), ("99.99", "newsletter")]
        .into_iter()
        .enumerate()
    {
        let number = u32::try_from(number).unwrap();
        let request = TestRequest::post()
            .uri("/api/v1/events")
            .insert_header(("authorization", key.as_str()))
            .insert_header(("idempotency-key", format!("payment-{number}")))
            .set_json(event(number, amount, utm));
        let answer = site.send(request).await;
        assert_eq!(answer.status, 201, "{}", answer.text);
    }
    let spend = json!({"rows": [
        {"date": at(0).split_once('T').unwrap().0, "platform": "google_ads", "campaign_id": "c1",
         "spend": "333.333", "currency": "EUR"}]});
    let request = TestRequest::put()
        .uri("/api/v1beta/spend")
        .insert_header(("authorization", key.as_str()))
        .set_json(spend);
    assert_eq!(site.send(request).await.status, 200);
    site.catch_up().await;
    key
}

async fn api(site: &Site, key: &str, uri: &str) -> Value {
    let request = TestRequest::get()
        .uri(uri)
        .insert_header(("authorization", key));
    let answer = site.send(request).await;
    assert_eq!(answer.status, 200, "{}", answer.text);
    // Numbers as they were written: none goes through a float here.
    serde_json::from_str(&quoted(&answer.text)).unwrap()
}

/// The JSON with its numbers as strings.
fn quoted(json: &str) -> String {
    let mut text = String::new();
    let (mut string, mut number) = (false, false);
    let mut before = ' ';
    for letter in json.chars() {
        let digit = !string && (letter.is_ascii_digit() || "-.".contains(letter));
        if digit != number && !string {
            text.push('"');
            number = digit;
        }
        text.push(letter);
        if letter == '"' && before != '\\' {
            string = !string;
        }
        before = letter;
    }
    text
}

/// As the page prints an amount: to the cent, and exactly in the title where that is more.
fn euros(number: &str) -> String {
    let (whole, decimals) = number.split_once('.').unwrap_or((number, ""));
    let grouped = grouped(whole);
    if decimals.len() <= 2 {
        return format!(">€{grouped}.{decimals:0<2}<");
    }
    let cents = &decimals[..2];
    assert!(decimals.as_bytes()[2] < b'5', "{number} is rounded up");
    format!("<span title=\"€{grouped}.{decimals}\">€{grouped}.{cents}</span>")
}

fn grouped(whole: &str) -> String {
    whole
        .as_bytes()
        .rchunks(3)
        .rev()
        .map(|part| String::from_utf8_lossy(part).into_owned())
        .collect::<Vec<_>>()
        .join(",")
}

#[actix_web::test]
async fn every_figure_of_the_overview_is_the_apis() {
    let site = Site::new().await;
    let owner = site.member("Olga", Role::Owner).await;
    let key = seeded(&site).await;
    for model in ["last_touch", "linear"] {
        let to = site.state.clock.now().to_string();
        let to = to.split_once('T').unwrap().0;
        let query = format!("date_from=2026-01-01&date_to={to}&model={model}");
        let page = site
            .get(&owner, &format!("{}?{query}", site.profile_path("")))
            .await;
        assert_eq!(page.status, 200, "{}", page.text);
        let text = plain(&page.text);
        let answer = api(&site, &key, &format!("/api/v1/overview?{query}")).await;
        let current = &answer["data"]["current"];
        for name in ["cash_revenue", "revenue", "spend"] {
            let number = current[name].as_str().unwrap();
            assert!(
                page.text.contains(&euros(number)),
                "{name} {number}: {text}"
            );
        }
        assert_eq!(current["cash_revenue"], "1334.49");
        let roas = format!("<span title=\"{}×\">", current["roas"].as_str().unwrap());
        assert!(page.text.contains(&roas), "{roas}: {text}");
        assert!(text.contains("today so far"), "{text}");
        let uri = format!("/api/v1beta/breakdowns/channel?{query}&limit=100");
        let rows = api(&site, &key, &uri).await["data"]["rows"].clone();
        assert!(!rows.as_array().unwrap().is_empty());
        for row in rows.as_array().unwrap() {
            let name = row["key"].as_str().unwrap_or("Not known");
            assert!(text.contains(name), "{name}");
            let revenue = euros(row["revenue"].as_str().unwrap());
            assert!(page.text.contains(&revenue), "{revenue}");
        }
    }
}

#[actix_web::test]
async fn a_goal_is_chosen_kept_and_said() {
    let site = Site::new().await;
    let owner = site.member("Olga", Role::Owner).await;
    let key = seeded(&site).await;
    let to = site.state.clock.now().to_string();
    let query = format!("?date_from=2026-01-01&date_to={}", &to[..10]);
    let page = async |goal: &str| {
        let path = site.profile_path(&format!("{query}{goal}"));
        site.get(&owner, &path).await
    };
    // A form sends the field empty when every goal is chosen.
    for goal in ["", "&goal="] {
        let all = page(goal).await;
        assert_eq!(all.status, 200, "{}", all.text);
        assert!(all.text.contains("<option value=\"\" selected>All goals"));
        assert!(all.text.contains("<option value=\"lead_created\">"));
        assert!(!plain(&all.text).contains("spend is of all goals"));
        assert!(all.text.contains("€1,334.49"));
    }
    let leads = page("&goal=lead_created").await;
    assert_eq!(leads.status, 200, "{}", leads.text);
    let text = plain(&leads.text);
    assert!(text.contains("only lead created"), "{text}");
    assert!(text.contains("spend is of all goals"), "{text}");
    assert!(
        !text.contains("1,334.49") && text.contains("333.33"),
        "{text}"
    );
    let chosen = "<option value=\"lead_created\" selected>";
    assert!(leads.text.contains(chosen), "{}", leads.text);
    assert!(!leads.text.contains("type=\"hidden\" name=\"goal\""));
    // Other days, models and ways of accounting keep it: five, six and two links.
    let kept = leads.text.matches("&#38;goal=lead%5Fcreated").count();
    assert_eq!(kept, 13, "{}", leads.text);
    let answer = api(
        &site,
        &key,
        &format!("/api/v1/overview{query}&goal=lead_created"),
    )
    .await;
    assert_eq!(answer["meta"]["warnings"], json!(["spend_of_all_goals"]));
    let unknown = page("&goal=nothing").await;
    assert_eq!(unknown.status, 400, "{}", unknown.text);
}

#[actix_web::test]
async fn amounts_stand_in_the_currency_that_they_are_of_until_the_replay_is_through() {
    let site = Site::new().await;
    let owner = site.member("Olga", Role::Owner).await;
    let key = seeded(&site).await;
    let request = TestRequest::patch()
        .uri("/api/v1/profile")
        .insert_header(("authorization", key.as_str()))
        .set_json(json!({"currency": "USD"}));
    assert_eq!(site.send(request).await.status, 200);
    let to = site.state.clock.now().to_string();
    let query = format!("?date_from=2026-01-01&date_to={}", &to[..10]);
    let pending = "figures from before it";
    for path in [query.clone(), format!("/customers{query}")] {
        let page = site.get(&owner, &site.profile_path(&path)).await;
        let text = plain(&page.text);
        assert!(
            text.contains("€1,234.50") || text.contains("€1,334.49"),
            "{text}"
        );
        assert!(!text.contains('$'), "{text}");
        assert!(text.contains(pending), "{text}");
    }
    let answer = api(&site, &key, &format!("/api/v1/overview{query}")).await;
    assert_eq!(answer["meta"]["reporting_currency"], "EUR");
    assert_eq!(answer["meta"]["warnings"], json!(["replay_pending"]));
    site.catch_up().await;
    let page = site.get(&owner, &site.profile_path(&query)).await;
    let text = plain(&page.text);
    assert!(text.contains("$0.00") && !text.contains('€'), "{text}");
    assert!(!text.contains(pending), "{text}");
}

#[actix_web::test]
async fn tiles_tell_the_change_and_what_was_before_it() {
    let site = Site::new().await;
    let owner = site.member("Olga", Role::Owner).await;
    seeded(&site).await;
    let today = site.state.clock.now().to_string();
    let query = format!("?date_from={0}&date_to={0}", &today[..10]);
    let page = site.get(&owner, &site.profile_path(&query)).await;
    let text = plain(&page.text);
    // Everything was yesterday, the day before the only one of the period.
    assert!(text.contains("−100\u{a0}% · €1,334.49 before"), "{text}");
    // Without spend nothing came back for any.
    assert!(
        page.text.contains("<dd class=\"now number\">–</dd>"),
        "{text}"
    );
}

#[actix_web::test]
async fn a_journey_names_its_person_and_says_why() {
    let site = Site::new().await;
    let owner = site.member("Olga", Role::Owner).await;
    seeded(&site).await;
    let list = site.get(&owner, &site.profile_path("/customers")).await;
    let path = list.text.split("class=\"person\" href=\"").nth(1).unwrap();
    let path = path.split('"').next().unwrap();
    let journey = site.get(&owner, path).await;
    assert_eq!(journey.status, 200, "{}", journey.text);
    assert!(
        journey.text.contains("<h1>&#60;script&#62;alert(1)"),
        "{}",
        journey.text
    );
    assert!(
        journey.text.contains("ana1@shop.example"),
        "{}",
        journey.text
    );
    let why = journey
        .text
        .split("class=\"small\" href=\"")
        .nth(1)
        .unwrap();
    let why = why.split('"').next().unwrap().replace("&#38;", "&");
    let told = site.get(&owner, why.split('#').next().unwrap()).await;
    assert_eq!(told.status, 200, "{}", told.text);
    let text = plain(&told.text);
    for words in [
        "It names an ad that no visit names",
        "Hide why",
        "100\u{a0}%",
        "€99.99",
    ] {
        assert!(text.contains(words), "{words}: {text}");
    }
    let wrong = site.get(&owner, &format!("{path}?why=x")).await;
    assert_eq!(wrong.status, 400);
}

#[actix_web::test]
async fn names_are_shown_and_never_run() {
    let site = Site::new().await;
    let owner = site.member("Olga", Role::Owner).await;
    seeded(&site).await;
    let list = site.get(&owner, &site.profile_path("/customers")).await;
    assert_eq!(list.status, 200, "{}", list.text);
    assert!(
        list.text.contains("&#60;script&#62;alert(1)"),
        "{}",
        list.text
    );
    assert!(!list.text.contains("<script"));
    let policy = list.header("content-security-policy").unwrap();
    assert!(
        policy.starts_with("default-src 'none'; style-src 'self'"),
        "{policy}"
    );
    for (name, value) in [
        ("cache-control", "no-store"),
        ("referrer-policy", "same-origin"),
        ("x-content-type-options", "nosniff"),
        ("x-frame-options", "DENY"),
    ] {
        assert_eq!(list.header(name), Some(value));
    }
    let journey = list.text.split("class=\"person\" href=\"").nth(1).unwrap();
    let journey = journey.split('"').next().unwrap();
    let journey = site.get(&owner, journey).await;
    assert_eq!(journey.status, 200, "{}", journey.text);
    assert!(plain(&journey.text).contains("€99.99"), "{}", journey.text);
    let search = site.profile_path("/customers?search=%22%3E%3Cscript%3E");
    let none = site.get(&owner, &search).await;
    assert!(none.text.contains("Nobody to show") && !none.text.contains("<script"));
}

#[actix_web::test]
async fn what_is_not_reached_and_what_is_not_there_are_one_page() {
    let site = Site::new().await;
    let owner = site.member("Olga", Role::Owner).await;
    let stranger = site.person("Eve").await;
    let other = Site::new().await;
    let nothing = "/p/01900000-0000-7000-8000-00000000beef";
    let unknown = site.get(&owner, nothing).await;
    assert_eq!(unknown.status, 404);
    let strange = site.get(&stranger, &site.profile_path("")).await;
    let foreign = site.get(&owner, &other.profile_path("")).await;
    for hidden in [&strange, &foreign] {
        assert_eq!(
            (hidden.status, &hidden.text),
            (unknown.status, &unknown.text)
        );
    }
    let pages = ["/customers", "/customers/x", "/settings/developer"];
    for page in pages {
        assert_eq!(
            site.get(&owner, &other.profile_path(page)).await.status,
            404
        );
    }
    for page in ["", "/members"] {
        assert_eq!(
            site.get(&owner, &other.workspace_path(page)).await.status,
            404
        );
    }
}

#[actix_web::test]
async fn who_is_not_signed_in_signs_in_and_comes_back() {
    let site = Site::new().await;
    let path = format!("{}?{DAYS}", site.profile_path(""));
    let answer = site.send(TestRequest::get().uri(&path)).await;
    assert_eq!(answer.status, 303);
    let expected = format!(
        "/auth/sign-in?next=/p/{}%3Fdate_from%3D2026-11-01%26date_to%3D2026-11-10",
        site.profile
    );
    assert_eq!(answer.header("location"), Some(expected.as_str()));
    let style = site
        .send(TestRequest::get().uri("/assets/console-x.css"))
        .await;
    assert_eq!(style.status, 404);
}

#[actix_web::test]
async fn a_wrong_question_is_told_in_words() {
    let site = Site::new().await;
    let owner = site.member("Olga", Role::Owner).await;
    let path = site.profile_path("?date_from=2026-11-31&date_to=x&model=best");
    let answer = site.get(&owner, &path).await;
    assert_eq!(answer.status, 400);
    for name in ["date_from", "date_to", "model"] {
        assert!(answer.text.contains(name), "{}", answer.text);
    }
}
