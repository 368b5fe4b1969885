//! Who is one because somebody says so: looked for, shown what it does, done and undone by people.

use access_control::Role;
use actix_web::test::TestRequest;
use kernel::Scope;
use serde_json::{Value, json};
use testkit::TestDatabase;

use super::site::{Browser, Site, between, plain, token_in};

/// Ann, who is written to, and somebody called Lee who pays 12.50: their ids.
async fn two(site: &Site) -> [String; 2] {
    let key = site.key(&[Scope::EventsWrite, Scope::CustomersRead]).await;
    let day = site.state.clock.now().plus_micros(-86_400_000_000);
    for (number, event) in [
        json!({"event_type": "lead_created", "email": "ann@mail.example", "first_name": "Ann"}),
        json!({"event_type": "payment_received", "phone": "+56987654321", "last_name": "Lee",
            "value_amount": "12.50", "currency": "EUR"}),
    ]
    .into_iter()
    .enumerate()
    {
        let mut event = event;
        let number = i64::try_from(number).unwrap();
        event["event_time"] = json!(day.plus_micros(number).to_string());
        event["idempotency_key"] = json!(number.to_string());
        let request = TestRequest::post()
            .uri("/api/v1/events")
            .insert_header(("authorization", key.as_str()))
            .set_json(event);
        assert_eq!(site.send(request).await.status, 201);
    }
    site.catch_up().await;
    let mut ids = Vec::new();
    for text in ["ann%40mail.example", "%2B56987654321"] {
        let request = TestRequest::get()
            .uri(&format!("/api/v1/customers/search?q={text}"))
            .insert_header(("authorization", key.as_str()));
        let found: Value = site.send(request).await.json();
        let id = found["data"][0]["customer_profile_id"].as_str();
        ids.push(id.unwrap().to_owned());
    }
    ids.try_into().unwrap()
}

/// Sends a form whose page had this token.
async fn send(
    (site, browser): (&Site, &Browser),
    path: &str,
    fields: &[(&str, &str)],
    token: &str,
) -> u16 {
    let path = site.profile_path(path);
    let answer = site.post(browser, &path, fields, token).await;
    answer.status.as_u16()
}

#[actix_web::test]
async fn somebody_is_found_compared_merged_and_parted_again() {
    let site = Site::new().await;
    let owner = site.member("Olga", Role::Owner).await;
    let [ann, lee] = two(&site).await;
    let see = async |path: &str| {
        let answer = site.get(&owner, &site.profile_path(path)).await;
        assert_eq!(answer.status, 200, "{}", answer.text);
        answer.text
    };
    let person = see(&format!("/customers/{ann}")).await;
    let find = format!("/merges/find?one={ann}");
    assert!(person.contains(&site.profile_path(&find)), "{person}");
    assert!(plain(&see(&find).await).contains("Who is the same person?"));
    let found = see(&format!("{find}&search=lee")).await;
    assert!(plain(&found).contains("+56987654321"), "{found}");
    assert!(!plain(&found).contains("ann@mail.example"), "{found}");
    let compare = format!("/merges/preview?one={ann}&amp;other={lee}");
    assert!(
        found.contains(&compare) || found.contains(&compare.replace("&amp;", "&#38;")),
        "{found}"
    );

    let shown = see(&format!("/merges/preview?one={ann}&other={lee}")).await;
    let words = plain(&shown);
    for part in [
        "Nothing is changed yet",
        "ann@mail.example",
        "+56987654321",
        "Lee",
        "€12.50",
        "Last touch",
    ] {
        assert!(words.contains(part), "{part}: {words}");
    }
    let hidden = |name: &str| {
        let before = format!("name=\"{name}\" value=\"");
        between(&shown, &before, "\"").to_owned()
    };
    let (one, other, hash) = (hidden("one"), hidden("other"), hidden("preview_hash"));
    let token = token_in(&shown);
    let (at, fields) = (
        (&site, &owner),
        [("one", &*one), ("other", &other), ("preview_hash", &hash)],
    );
    assert_eq!(send(at, "/merges", &fields, &token).await, 303);
    assert_eq!(send(at, "/merges", &fields, &token).await, 403, "once");
    let merged_into = format!("SELECT merged_into FROM customers WHERE id = '{lee}'");
    let asked = TestDatabase::shared().execute(&merged_into).unwrap();
    assert_eq!(asked.trim(), ann);

    let history = see("/merges").await;
    for words in ["by you", "Ann", "Lee"] {
        assert!(plain(&history).contains(words), "{words}: {history}");
    }
    let until_id = between(&history, "/merges/", "/undo");
    let id = until_id.rsplit('/').next().unwrap().to_owned();
    let token = token_in(&history);
    let undo = format!("/merges/{id}/undo");
    assert_eq!(send(at, &undo, &[], &token).await, 303);
    assert_eq!(
        TestDatabase::shared().execute(&merged_into).unwrap().trim(),
        ""
    );
    assert!(!see("/merges").await.contains("/undo"));
}

#[actix_web::test]
async fn whoever_may_only_read_sees_what_it_does_and_no_button() {
    let site = Site::new().await;
    let member = site.member("Mia", Role::Member).await;
    site.assign(&member, &[Scope::CustomersRead]).await;
    let [ann, lee] = two(&site).await;
    let preview = format!("/merges/preview?one={ann}&other={lee}");
    let shown = site.get(&member, &site.profile_path(&preview)).await.text;
    assert!(plain(&shown).contains("ann@mail.example"), "{shown}");
    assert!(!shown.contains("Merge them"), "{shown}");
    let fields = [("one", &*ann), ("other", &lee), ("preview_hash", "x")];
    assert_eq!(send((&site, &member), "/merges", &fields, "x").await, 403);
    let same = format!("/merges/preview?one={ann}&other={ann}");
    let answer = site.get(&member, &site.profile_path(&same)).await;
    assert_eq!(answer.status, 400);
    assert!(
        plain(&answer.text).contains("same customer"),
        "{}",
        answer.text
    );
}

#[actix_web::test]
async fn whoever_is_on_a_list_or_has_a_number_alone_has_a_page() {
    let site = Site::new().await;
    let owner = site.member("Olga", Role::Owner).await;
    let [_, lee] = two(&site).await;
    let key = site.key(&[Scope::AttributionWrite]).await;
    let request = TestRequest::post()
        .uri("/api/v1/customers")
        .insert_header(("authorization", key.as_str()))
        .set_json(json!({"rows": [{"phone": "+56911112222"}]}));
    let listed: Value = site.send(request).await.json();
    let listed = listed["data"]["results"][0]["customer_profile_id"]
        .as_str()
        .unwrap();
    for (id, words) in [
        (lee.as_str(), "payment received"),
        (listed, "Nothing happened yet"),
    ] {
        let path = site.profile_path(&format!("/customers/{id}"));
        let shown = site.get(&owner, &path).await;
        assert_eq!(shown.status, 200, "{}", shown.text);
        for part in [words, "Known by", "Same person as", "Forget this customer"] {
            assert!(plain(&shown.text).contains(part), "{part}: {}", shown.text);
        }
    }
    let path = site.profile_path(&format!("/customers/{listed}"));
    let shown = site.get(&owner, &path).await.text;
    assert!(shown.contains("<h1>+56911112222</h1>"), "{shown}");
    let token = token_in(&shown);
    let typed = [("typed", "forget")];
    let forget = format!("/customers/{listed}/forget");
    assert_eq!(send((&site, &owner), &forget, &typed, &token).await, 303);
    assert_eq!(site.get(&owner, &path).await.status, 404);
}
