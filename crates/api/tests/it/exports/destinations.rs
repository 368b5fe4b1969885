//! Destinations: made, shown, changed and provisioned.

use platform_connections::PlatformProvider;
use serde_json::{Value, json};

use testkit::TestDatabase;

use super::{COMPLIANCE, Client, DESTINATIONS, RULES, of, search, social, text};

#[actix_web::test]
async fn a_destination_is_made_and_shown_with_its_account_and_whether_it_ships() {
    let client = Client::new().await;
    let nothing = client.get(DESTINATIONS).await;
    let expected = json!({
        "privacy_mode": "standard", "export_social_enabled": false,
        "export_search_enabled": false, "destinations": [],
    });
    assert_eq!(nothing["data"], expected);

    let connection = client.connected(PlatformProvider::SocialAds).await;
    let made = client.made(DESTINATIONS, &social(&connection)).await;
    let id = text(&made["id"]);
    let expected = json!({
        "id": id, "destination": "social_capi", "enabled": true, "routing": "active",
        "social_pixel_id": "5551", "data_source_kind": "website", "clean_dataset_id": null,
        "search_conversion_action": null,
        "connection": {
            "id": connection, "provider": "social_ads", "status": "connected",
            "external_account_id": made["connection"]["external_account_id"],
            "external_account_name": "Shop",
        },
        "last_delivery": null, "destination_config": {},
        "created_at": made["created_at"], "updated_at": made["created_at"],
    });
    assert_eq!(made, expected);
    let shown = client.get(&of(DESTINATIONS, &made)).await;
    assert_eq!(shown["data"], made);

    let searched = client.search().await;
    assert_eq!(searched["data_source_kind"], Value::Null);
    assert_eq!(searched["social_pixel_id"], Value::Null);
    assert_eq!(
        searched["search_conversion_action"],
        "customers/1234567890/conversionActions/42"
    );
    let list = client.get(DESTINATIONS).await;
    assert_eq!(list["data"]["destinations"], json!([made, searched]));
    assert_eq!(list["data"]["export_social_enabled"], true);
    assert_eq!(list["data"]["export_search_enabled"], true);
    let deeds = client.deeds("export_destination.created");
    assert_eq!(deeds.len(), 2);
    assert_eq!(deeds[0]["before"], json!({}));
    assert_eq!(deeds[0]["after"]["social_pixel_id"], "5551");
}

#[actix_web::test]
async fn the_first_destination_of_a_kind_turns_its_switch_on_and_no_later_one_does() {
    let client = Client::new().await;
    client.social().await;
    let decided = client.get(COMPLIANCE).await;
    assert_eq!(decided["data"]["export_social_enabled"], true);
    assert_eq!(decided["data"]["export_search_enabled"], false);
    let off = json!({"export_social_enabled": false});
    client.patch(COMPLIANCE, &off).await.assert_ok(200);
    let second = client.social().await;
    assert_eq!(second["routing"], "disabled");
    let decided = client.get(COMPLIANCE).await;
    assert_eq!(decided["data"]["export_social_enabled"], false);
    let deeds = client.deeds("export_compliance.updated");
    let switched: Vec<_> = deeds
        .iter()
        .map(|deed| &deed["after"]["export_social_enabled"])
        .collect();
    assert_eq!(switched, [&json!(true), &json!(false)]);
}

#[actix_web::test]
async fn a_change_merges_its_config_and_what_does_not_change_is_no_change() {
    let client = Client::new().await;
    let made = client.social().await;
    let one = of(DESTINATIONS, &made);
    let config = json!({
        "relay_automatic_events": true, "signal_quality": {"min_match": "any", "mine": 1},
        "data_source_kind": "chat", "whatsapp_business_account_id": "111",
    });
    let change = json!({"destination_config": config});
    let changed = client.patch(&one, &change).await.assert_ok(200);
    assert_eq!(changed["data"]["destination_config"], config);
    assert_eq!(changed["data"]["data_source_kind"], "chat");
    let change = json!({"destination_config": {
        "signal_quality": {"min_match": null}, "relay_automatic_events": null, "new": [1],
    }});
    let changed = client.patch(&one, &change).await.assert_ok(200);
    let expected = json!({
        "signal_quality": {"mine": 1}, "data_source_kind": "chat",
        "whatsapp_business_account_id": "111", "new": [1],
    });
    assert_eq!(changed["data"]["destination_config"], expected);

    // What was read can be sent back, and is no change.
    let mut back = changed["data"].clone();
    let shown = [
        "id",
        "routing",
        "data_source_kind",
        "clean_dataset_id",
        "connection",
        "last_delivery",
        "created_at",
        "updated_at",
    ];
    for field in shown {
        back.as_object_mut().unwrap().remove(field);
    }
    let same = client.patch(&one, &back).await.assert_ok(200);
    assert_eq!(same["data"], changed["data"]);
    assert_eq!(client.deeds("export_destination.updated").len(), 2);

    let off = client.patch(&one, &json!({"enabled": false})).await;
    let off = off.assert_ok(200);
    assert_eq!(off["data"]["routing"], "disabled");
    let deeds = client.deeds("export_destination.updated");
    assert_eq!(
        deeds.last().unwrap(),
        &json!({"before": {"enabled": true}, "after": {"enabled": false}})
    );
}

#[actix_web::test]
async fn provisioning_gives_a_clean_data_set_and_holds_every_other_destination_back() {
    let client = Client::new().await;
    let (other, searched, made) = (
        client.social().await,
        client.search().await,
        client.social().await,
    );
    let provision = format!("{}/provision", of(DESTINATIONS, &made));
    let body = json!({"clean_dataset_id": "9990"});
    let done = client.post(&provision, &body).await.assert_ok(200);
    assert_eq!(done["data"]["clean_dataset_id"], "9990");
    assert_eq!(done["data"]["routing"], "active");
    let list = client.get(DESTINATIONS).await;
    assert_eq!(list["data"]["privacy_mode"], "platform_safe");
    let routing: Vec<_> = list["data"]["destinations"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| (it["id"].clone(), it["routing"].clone()))
        .collect();
    let expected = [
        (other["id"].clone(), json!("suppressed_platform_safe")),
        (searched["id"].clone(), json!("active")),
        (made["id"].clone(), json!("active")),
    ];
    assert_eq!(routing, expected);
    let decided = client.get(COMPLIANCE).await;
    assert_eq!(decided["data"]["destinations_held_back"], 1);
    assert_eq!(client.deeds("export_destination.provisioned").len(), 1);

    // The clean data set is of the data set that it was made for.
    let change = json!({"social_pixel_id": "777"});
    let moved = client.patch(&of(DESTINATIONS, &made), &change).await;
    let moved = moved.assert_ok(200);
    assert_eq!(moved["data"]["clean_dataset_id"], Value::Null);
    assert_eq!(moved["data"]["routing"], "suppressed_platform_safe");

    let searched = format!("{}/provision", of(DESTINATIONS, &searched));
    let refused = client.post(&searched, &body).await;
    refused.assert_names(&["/clean_dataset_id"]);
    let odd = json!({"clean_dataset_id": "a b"});
    let refused = client.post(&provision, &odd).await;
    refused.assert_names(&["/clean_dataset_id"]);
}

#[actix_web::test]
async fn a_profile_has_at_most_fifty_destinations() {
    let client = Client::new().await;
    let connection = client.connected(PlatformProvider::SearchAds).await;
    for _ in 0..50 {
        client.made(DESTINATIONS, &search(&connection)).await;
    }
    let refused = client.post(DESTINATIONS, &search(&connection)).await;
    refused.assert_problem(409, "conflict");
    let list = client.get(DESTINATIONS).await;
    let list = list["data"]["destinations"].as_array().unwrap().len();
    assert_eq!(list, 50);
}

/// A line of the ledger, so many days ago.
pub(super) fn told(
    client: &Client,
    [destination, rule]: [&Value; 2],
    (kind, status): (&str, &str),
    days: u8,
) {
    let (profile, event) = (client.api.profile, uuid::Uuid::from_u128(days.into()));
    let (destination, rule) = (text(&destination["id"]), text(&rule["id"]));
    let reason = if status == "skipped" {
        "'stale'"
    } else {
        "NULL"
    };
    let statement = format!(
        "INSERT INTO export_ledger (profile_id, id, rule_id, destination_id, kind, source_fingerprint, \
         source_kind, source_event_id, event_time, status, skip_reason, filters_applied, match_keys, \
         attempt, fresh_until, created_at, updated_at) \
         VALUES ('{profile}', gen_random_uuid(), '{rule}', '{destination}', '{kind}', \
         sha256('{days}'), 'conversion_definition', '{event}', now(), '{status}', {reason}, '{{}}', \
         '{{}}', 1, now(), now() - interval '{days} days', now())"
    );
    TestDatabase::shared().execute(&statement).unwrap();
}

#[actix_web::test]
async fn what_was_told_last_and_of_late_is_shown_without_tests() {
    let client = Client::new().await;
    let made = [client.social().await, client.search().await];
    let body = json!({
        "name": "Won", "source_kind": "pipeline_stage_transition",
        "source_config": {"to_stage": "won"},
    });
    let rule = client.made(RULES, &body).await;
    told(&client, [&made[0], &rule], ("test", "sent"), 0);
    told(&client, [&made[0], &rule], ("real", "skipped"), 1);
    told(&client, [&made[0], &rule], ("real", "confirmed"), 2);
    told(&client, [&made[0], &rule], ("real", "sent"), 8);
    let list = client.get(DESTINATIONS).await;
    let shown = &list["data"]["destinations"];
    assert_eq!(shown[0]["last_delivery"]["status"], "skipped");
    assert!(shown[0]["last_delivery"]["at"].is_string());
    assert_eq!(shown[1]["last_delivery"], Value::Null);
    let shown = client.get(&of(RULES, &rule)).await;
    let figures = &shown["data"]["delivery_stats_7d"];
    assert_eq!(
        (&figures["total"], &figures["sent"]),
        (&json!(2), &json!(1))
    );
    assert_eq!(
        figures["lastAt"],
        list["data"]["destinations"][0]["last_delivery"]["at"]
    );
    let listed = client.get(RULES).await;
    assert_eq!(listed["data"][0]["delivery_stats_7d"], *figures);
}
