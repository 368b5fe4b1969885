use serde_json::{Value, json};

use super::*;

/// Kinds of values, as exports have them.
const TYPES: [&str; 7] = [
    "TEMPLATE",
    "BOOLEAN",
    "INTEGER",
    "LIST",
    "MAP",
    "TRIGGER_REFERENCE",
    "TAG_REFERENCE",
];
const CONTEXTS: [&str; 4] = ["WEB", "ANDROID", "IOS", "AMP"];
const FIRING: [&str; 3] = ["UNLIMITED", "ONCE_PER_EVENT", "ONCE_PER_LOAD"];
const CONSENT: [&str; 3] = ["NOT_SET", "NOT_NEEDED", "NEEDED"];

const SITE: Site<'_> = Site {
    address: "https://t.example",
    key: "trk_live_x",
};
const NOW: Timestamp = Timestamp::from_micros(1_767_225_600_123_456);

fn made(consent: Consent) -> Value {
    serde_json::to_value(container(SITE, consent, NOW)).unwrap()
}

/// What an import would refuse, or a page not run, of a container with tags of markup.
fn faults(container: &Value) -> Vec<String> {
    let mut found = Vec::new();
    walk(container, "", &mut found);
    expect_members(
        container,
        "",
        &["exportFormatVersion", "exportTime", "containerVersion"],
        &mut found,
    );
    let version = &container["containerVersion"];
    let members = [
        "path",
        "accountId",
        "containerId",
        "containerVersionId",
        "container",
        "tag",
        "fingerprint",
    ];
    expect_members(version, "/containerVersion", &members, &mut found);
    let members = [
        "path",
        "accountId",
        "containerId",
        "name",
        "publicId",
        "usageContext",
    ];
    let place = "/containerVersion/container";
    expect_members(&version["container"], place, &members, &mut found);
    let tags = version["tag"].as_array().map_or(&[][..], Vec::as_slice);
    if tags.is_empty() {
        found.push("there is no tag".to_owned());
    }
    for tag in tags {
        judge_tag(tag, &mut found);
    }
    found
}

/// What holds of every member by its name, wherever it stands.
fn walk(value: &Value, place: &str, found: &mut Vec<String>) {
    let mut fault = |why: &str| found.push(format!("{place}: {why}"));
    match value {
        Value::Object(members) => {
            for (name, member) in members {
                walk(member, &format!("{place}/{name}"), found);
            }
        }
        Value::Array(items) => {
            for item in items {
                walk(item, &format!("{place}/0"), found);
            }
        }
        Value::String(text) => judge_text(place, text, &mut fault),
        number => {
            if (place, number) != ("/exportFormatVersion", &json!(2)) {
                fault("is no text");
            }
        }
    }
}

fn judge_text(place: &str, text: &str, fault: &mut impl FnMut(&str)) {
    let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let name = place.trim_end_matches("/0").rsplit('/').next().unwrap();
    let fits = match name {
        "name" => !text.is_empty() && !text.contains([':', '<', '>', '&', '"', '\'']),
        "accountId" | "containerId" | "containerVersionId" | "tagId" | "fingerprint"
        | "firingTriggerId" => is_number,
        "exportFormatVersion" => false,
        "usageContext" => CONTEXTS.contains(&text),
        "tagFiringOption" => FIRING.contains(&text),
        "consentStatus" => CONSENT.contains(&text),
        "type" if place == "/containerVersion/tag/0/type" => text == "html",
        "type" => TYPES.contains(&text),
        "value" => !text.contains("{{"),
        "exportTime" => {
            let shape = text.replace(|character: char| character.is_ascii_digit(), "0");
            shape == "0000-00-00 00:00:00"
        }
        _ => true,
    };
    if !fits {
        fault(text);
    }
}

fn expect_members(value: &Value, place: &str, names: &[&str], found: &mut Vec<String>) {
    let object = value.as_object().cloned().unwrap_or_default();
    let missing = names.iter().filter(|name| !object.contains_key(**name));
    found.extend(missing.map(|name| format!("{place}/{name}: is missing")));
    let more = object.keys().filter(|name| !names.contains(&name.as_str()));
    found.extend(more.map(|name| format!("{place}/{name}: is unknown")));
}

fn judge_tag(tag: &Value, found: &mut Vec<String>) {
    let members = [
        "accountId",
        "containerId",
        "tagId",
        "name",
        "type",
        "parameter",
        "fingerprint",
        "firingTriggerId",
        "tagFiringOption",
        "monitoringMetadata",
        "consentSettings",
    ];
    expect_members(tag, "tag", &members, found);
    let parameters = &tag["parameter"];
    let kinds: Vec<_> = parameters
        .as_array()
        .into_iter()
        .flatten()
        .map(|one| (one["key"].clone(), one["type"].clone()))
        .collect();
    let expected = [
        (json!("html"), json!("TEMPLATE")),
        (json!("supportDocumentWrite"), json!("BOOLEAN")),
    ];
    if kinds != expected {
        found.push(format!("parameter: {kinds:?}"));
    }
    if !["true", "false"]
        .map(Value::from)
        .contains(&parameters[1]["value"])
    {
        found.push("parameter: supportDocumentWrite".to_owned());
    }
    let triggers = tag["firingTriggerId"].as_array();
    if triggers.is_none_or(Vec::is_empty) {
        found.push("firingTriggerId: is no list".to_owned());
    }
    let settings = &tag["consentSettings"];
    let needed = json!({
        "consentStatus": "NEEDED",
        "consentType": {"type": "LIST", "list": [{"type": "TEMPLATE", "value": "analytics_storage"}]},
    });
    if *settings != json!({"consentStatus": "NOT_SET"}) && *settings != needed {
        found.push(format!("consentSettings: {settings}"));
    }
}

#[test]
fn a_container_is_as_imports_want_it() {
    for consent in [Consent::Unasked, Consent::Required] {
        assert_eq!(faults(&made(consent)), Vec::<String>::new());
    }
}

#[test]
fn a_container_has_one_tag_that_fires_on_all_pages() {
    let container = made(Consent::Unasked);
    assert_eq!(container["exportTime"], "2026-01-01 00:00:00");
    let version = &container["containerVersion"];
    assert_eq!(version["fingerprint"], "1767225600123");
    assert_eq!(version["tag"].as_array().unwrap().len(), 1);
    let made_tag = &version["tag"][0];
    assert_eq!(made_tag["firingTriggerId"], json!(["2147479553"]));
    assert_eq!(made_tag["monitoringMetadata"], json!({"type": "MAP"}));
    assert_eq!(
        made_tag["parameter"][0]["value"],
        tag(SITE, Consent::Unasked)
    );
    assert_eq!(made_tag["consentSettings"]["consentStatus"], "NOT_SET");
    let asking = made(Consent::Required);
    let asking = &asking["containerVersion"]["tag"][0];
    assert_eq!(
        asking["parameter"][0]["value"],
        tag(SITE, Consent::Required)
    );
    assert_eq!(asking["consentSettings"]["consentStatus"], "NEEDED");
}

#[test]
fn hostile_values_do_not_change_the_form() {
    let hostile = "\"'><script>{{Page URL}}</script>\\";
    let site = Site {
        address: hostile,
        key: hostile,
    };
    let container = serde_json::to_value(container(site, Consent::Required, NOW)).unwrap();
    assert_eq!(faults(&container), Vec::<String>::new());
}

#[test]
fn the_check_finds_each_slip_that_an_import_was_refused_for() {
    let tag = "/containerVersion/tag/0";
    let at = |place: &str| format!("{tag}{place}");
    let slips = [
        ("/exportFormatVersion".to_owned(), json!("2")),
        ("/exportTime".to_owned(), json!("2026-01-01T00:00:00Z")),
        ("/containerVersion/accountId".to_owned(), json!(0)),
        (
            "/containerVersion/fingerprint".to_owned(),
            json!(1_767_225_600_123_u64),
        ),
        (
            "/containerVersion/container/usageContext/0".to_owned(),
            json!("web"),
        ),
        (
            "/containerVersion/container/name".to_owned(),
            json!("Tom & Jerry"),
        ),
        ("/containerVersion/tag".to_owned(), json!([])),
        (at("/name"), json!("Tributary: tracker")),
        (at("/type"), json!("HTML")),
        (at("/tagId"), json!(1)),
        (at("/tagFiringOption"), json!("oncePerEvent")),
        (at("/monitoringMetadata/type"), json!("map")),
        (at("/parameter/0/type"), json!("template")),
        (
            at("/parameter/0/value"),
            json!("<script>var o = {{a: 1}};</script>"),
        ),
        (at("/parameter/1/value"), json!(false)),
        (at("/parameter/1/value"), json!("no")),
        (at("/firingTriggerId"), json!("2147479553")),
        (at("/firingTriggerId/0"), json!(2_147_479_553_u32)),
        (at("/consentSettings/consentStatus"), json!("notSet")),
        (at("/consentSettings"), json!({"consentStatus": "NEEDED"})),
        (at("/consentSettings"), Value::Null),
    ];
    for (place, slip) in slips {
        let mut container = made(Consent::Unasked);
        *container.pointer_mut(&place).unwrap() = slip.clone();
        assert!(!faults(&container).is_empty(), "{place}: {slip}");
    }
}
