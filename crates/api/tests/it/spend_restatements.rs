//! `GET /api/v1beta/spend/restatements`

use actix_web::test::TestRequest;
use kernel::Scope;
use serde_json::{Value, json};
use testkit::TestDatabase;

use crate::support::TestApi;

const YEAR: &str = "/api/v1beta/spend/restatements?date_from=2026-01-01&date_to=2026-12-31";

/// A restatement with its sequence, instant and cause, of one figure of spend on a day of a channel.
struct Line<'a> {
    sequence: u32,
    at: &'a str,
    cause: &'a str,
    currency: &'a str,
    day: &'a str,
    channel: &'a str,
    change: (&'a str, &'a str),
}

const LINE: Line<'_> = Line {
    sequence: 0,
    at: "2026-03-10T12:00:00Z",
    cause: "spend",
    currency: "EUR",
    day: "2026-03-10",
    channel: "Paid Search",
    change: ("0", "0"),
};

fn tell(api: &TestApi, line: &Line<'_>) {
    let Line {
        sequence,
        at,
        cause,
        currency,
        day,
        channel,
        change: (before, after),
    } = line;
    let profile = api.profile;
    let sql = format!(
        "INSERT INTO restatements (profile_id, id, sequence, restated_at, cause, causes, currency_before, \
         currency_after, timezone_before, timezone_after) VALUES ('{profile}', gen_random_uuid(), {sequence}, '{at}', \
         '{cause}', '[]', '{currency}', '{currency}', 'America/Santiago', 'America/Santiago'); \
         INSERT INTO restatement_lines (profile_id, local_date, channel, model, sequence, cash_before, cash_after, \
         conversions_before, conversions_after, payments_before, payments_after, spend_before, spend_after) \
         VALUES ('{profile}', '{day}', '{channel}', '', {sequence}, 0, 0, 0, 0, 0, 0, {before}, {after})"
    );
    TestDatabase::shared().execute(&sql).unwrap();
}

async fn answer(api: &TestApi, uri: &str) -> Value {
    let key = api.key(&[Scope::AnalyticsRead]);
    api.get(uri, &key).await.assert_ok(200)
}

/// What changed of a channel, by the first age in days, without ages at which nothing did.
fn changed(answer: &Value, channel: &str) -> Value {
    let channels = answer["data"]["channels"].as_array().unwrap();
    let of = channels.iter().find(|it| it["channel"] == channel).unwrap();
    let ages = of["ages"].as_array().unwrap();
    assert_eq!(ages.len(), 8);
    let moved = ages.iter().filter(|age| age["days"] != 0);
    let told = |age: &Value| json!([age["days_from"], age["days"], age["changed"], age["share"]]);
    Value::Array(moved.map(told).collect())
}

#[actix_web::test]
async fn what_moved_is_told_by_the_age_of_its_day() {
    let api = TestApi::over_database().await;
    let currency = "UPDATE attribution_state SET currency = 'EUR' WHERE profile_id =";
    TestDatabase::shared()
        .execute(&format!("{currency} '{}'", api.profile))
        .unwrap();
    let lines = [
        // What is told first is no change, however late.
        Line {
            change: ("0", "100"),
            at: "2026-06-10T12:00:00Z",
            ..LINE
        },
        // In Santiago the day is not over at midnight of Greenwich.
        Line {
            change: ("100", "90.000001"),
            at: "2026-03-11T02:00:00Z",
            ..LINE
        },
        Line {
            change: ("90.000001", "95"),
            at: "2026-03-12T12:00:00Z",
            ..LINE
        },
        Line {
            change: ("95", "90"),
            at: "2026-03-12T13:00:00Z",
            ..LINE
        },
        Line {
            day: "2026-03-09",
            change: ("0", "100"),
            ..LINE
        },
        Line {
            day: "2026-03-09",
            change: ("100", "110"),
            at: "2026-03-16T12:00:00Z",
            ..LINE
        },
        Line {
            change: ("90", "100"),
            at: "2026-04-10T12:00:00Z",
            ..LINE
        },
        // Channel rules move figures as well; they are no spend that moved.
        Line {
            change: ("100", "50"),
            cause: "channel_rules_changed",
            at: "2026-04-11T12:00:00Z",
            ..LINE
        },
        Line {
            change: ("50", "100"),
            cause: "channel_rules_changed",
            at: "2026-04-12T12:00:00Z",
            ..LINE
        },
        Line {
            change: ("100", "40"),
            currency: "USD",
            at: "2026-04-13T12:00:00Z",
            ..LINE
        },
        Line {
            change: ("40", "100"),
            cause: "currency_changed",
            at: "2026-04-14T12:00:00Z",
            ..LINE
        },
        // Of tomorrow, where the account's days begin earlier.
        Line {
            channel: "Paid Social",
            day: "2026-03-11",
            change: ("7", "0"),
            ..LINE
        },
        Line {
            day: "2027-01-01",
            change: ("1", "2"),
            ..LINE
        },
    ];
    for (line, sequence) in lines.into_iter().zip(1..) {
        tell(&api, &Line { sequence, ..line });
    }
    let found = answer(&api, YEAR).await;
    assert_eq!(
        found["meta"],
        json!({"date_from": "2026-01-01", "date_to": "2026-12-31", "profile_id": api.profile,
               "reporting_currency": "EUR"})
    );
    let spend: Vec<&Value> = found["data"]["channels"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| &it["spend"])
        .collect();
    assert_eq!(json!(spend), json!([210, 0]));
    assert_eq!(
        changed(&found, "Paid Search").to_string(),
        "[[0,1,9.999999,0.04761904],[2,1,9.999999,0.04761904],[4,1,10,0.04761905],[31,1,10,0.04761905]]"
    );
    assert_eq!(changed(&found, "Paid Social"), json!([[0, 1, 7, null]]));
    let day = "/api/v1beta/spend/restatements?date_from=2026-03-09&date_to=2026-03-09";
    let of_day = answer(&api, day).await;
    assert_eq!(
        changed(&of_day, "Paid Search").to_string(),
        "[[4,1,10,0.09090909]]"
    );
}

#[actix_web::test]
async fn writing_spend_again_moves_it_and_the_same_rows_do_not() {
    let api = TestApi::over_database().await;
    let put = |spend: &'static str| {
        let rows =
            json!({"rows": [{"date": "2026-01-01", "platform": "google_ads", "spend": spend}]});
        let key = api.key(&[Scope::AttributionWrite]);
        let request = TestRequest::put()
            .uri("/api/v1beta/spend")
            .insert_header(("authorization", key))
            .set_json(rows);
        api.send(request)
    };
    assert_eq!(answer(&api, YEAR).await["data"], json!({"channels": []}));
    put("10").await.assert_ok(200);
    put("10").await.assert_ok(200);
    let found = answer(&api, YEAR).await;
    assert_eq!(changed(&found, "Paid Search"), json!([]));
    put("12.5").await.assert_ok(200);
    let found = answer(&api, YEAR).await;
    assert_eq!(
        changed(&found, "Paid Search").to_string(),
        "[[31,1,2.5,0.2]]"
    );
    let other = TestApi::over_database().await;
    assert_eq!(answer(&other, YEAR).await["data"], json!({"channels": []}));
}

#[actix_web::test]
async fn days_are_asked_for_as_of_every_report() {
    let api = TestApi::new();
    let key = api.key(&[Scope::AnalyticsRead]);
    let path = "/api/v1beta/spend/restatements";
    api.get(path, &key)
        .await
        .assert_names(&["date_from", "date_to"]);
    let long = format!("{path}?date_from=2025-01-01&date_to=2026-01-02");
    api.get(&long, &key).await.assert_names(&["date_to"]);
    let writer = api.key(&[Scope::AttributionWrite]);
    api.get(YEAR, &writer)
        .await
        .assert_problem(403, "insufficient_scope");
}
