//! The tracker is asked for cookies of a social network while it is told something, and they are kept sealed.

use actix_web::test::TestRequest;
use kernel::{IdSource, Scope};
use serde_json::{Value, json};
use testkit::TestDatabase;
use tributary_system::TimeOrderedIds;

use super::{COMPLIANCE, Client, DESTINATIONS, of};

const FIREFOX: &str = "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0";

const COOKIES: &str = "_fbp=fb.1.1767225600000.12345;_fbc=fb.1.1767225600000.click";

/// A browser of the profile.
struct Browser<'a> {
    client: &'a Client,
    key: String,
}

impl<'a> Browser<'a> {
    async fn of(client: &'a Client) -> Self {
        let credential = client.api.key(&[Scope::TrackingWrite]);
        let made = client
            .api
            .send_json(("POST", "/api/v1/tracking/keys"), &credential, &json!({}))
            .await
            .assert_ok(201);
        let key = made["data"]["public_key"].as_str().unwrap().to_owned();
        Self { client, key }
    }

    /// Opens a page, and says which cookies it has; whether they are asked for, as it is answered.
    async fn visits(&self, anonymous_id: Option<&str>, cookies: Option<&str>) -> Value {
        let event =
            json!({"t": "pv", "i": TimeOrderedIds.new_id(), "u": "https://shop.example/", "r": ""});
        let mut body = json!({"k": self.key, "v": 1, "e": [event]});
        for (name, value) in [("a", anonymous_id), ("c", cookies)] {
            if let Some(value) = value {
                body[name] = json!(value);
            }
        }
        let request = TestRequest::post()
            .uri("/api/v1beta/collect")
            .insert_header(("content-type", "text/plain"))
            .insert_header(("user-agent", FIREFOX))
            .set_payload(body.to_string());
        let answer = self.client.api.send(request).await.assert_ok(202);
        assert_eq!(answer["data"]["accepted"], 1);
        answer["data"]["wants_cookies"].clone()
    }

    /// How many browsers something is kept of, and whether it can be read in the database.
    fn kept(&self) -> (usize, bool) {
        let profile = self.client.api.profile;
        let statement = format!(
            "SELECT count(*) || ' ' || coalesce(bool_or(position('12345'::bytea IN sealed) > 0), false) \
             FROM match_evidence WHERE profile_id = '{profile}' AND kind = 'visitor'"
        );
        let row = TestDatabase::shared().execute(&statement).unwrap();
        let (count, is_readable) = row.trim().split_once(' ').unwrap();
        (count.parse().unwrap(), is_readable == "true")
    }
}

#[actix_web::test]
async fn cookies_are_asked_for_and_kept_while_a_social_network_is_told() {
    let client = Client::new().await;
    client.search().await;
    let destination = client.social().await;
    let browser = Browser::of(&client).await;
    assert_eq!(browser.visits(Some("one"), None).await, json!(true));
    assert_eq!(browser.kept(), (0, false));
    browser.visits(Some("one"), Some(COOKIES)).await;
    browser.visits(Some("one"), Some("_fbp=fb.1.2.3")).await;
    assert_eq!(
        browser.kept(),
        (1, false),
        "of a browser the latest alone, and sealed"
    );
    browser.visits(Some("two"), Some("_fbp=nonsense")).await;
    browser.visits(None, Some(COOKIES)).await;
    assert_eq!(
        browser.kept().0,
        1,
        "of who is not recognised nothing is kept"
    );

    let off = json!({"enabled": false});
    let uri = of(DESTINATIONS, &destination);
    client.patch(&uri, &off).await.assert_ok(200);
    browser.visits(Some("three"), Some(COOKIES)).await;
    assert_eq!(browser.kept().0, 1, "nobody is told");
    let on = json!({"enabled": true});
    client.patch(&uri, &on).await.assert_ok(200);
    browser.visits(Some("three"), Some(COOKIES)).await;
    assert_eq!(browser.kept().0, 2);
    let mode = json!({"privacy_mode": "hipaa"});
    client.patch(COMPLIANCE, &mode).await.assert_ok(200);
    assert_eq!(browser.kept().0, 0, "the mode deletes what was kept");
    browser.visits(Some("three"), Some(COOKIES)).await;
    assert_eq!(browser.kept().0, 0);
}

#[actix_web::test]
async fn who_tells_no_social_network_is_asked_for_nothing() {
    let client = Client::new().await;
    client.search().await;
    let browser = Browser::of(&client).await;
    let wanted = browser.visits(Some("one"), Some(COOKIES)).await;
    assert_eq!(wanted, Value::Null);
    assert_eq!(browser.kept().0, 0);
}
