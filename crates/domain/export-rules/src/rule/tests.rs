use kernel::{Currency, Sent};
use serde_json::{Value, json};
use uuid::Uuid;

use super::*;

fn at(micros: i64) -> Timestamp {
    Timestamp::from_micros(micros)
}

fn draft() -> RuleDraft {
    RuleDraft {
        name: Sent::Value("Deals".to_owned()),
        source_kind: Sent::Value("conversion_definition".to_owned()),
        source_ref_id: Sent::Value(Uuid::from_u128(5).into()),
        ..RuleDraft::default()
    }
}

fn pipeline(config: Value) -> RuleDraft {
    RuleDraft {
        source_kind: Sent::Value("pipeline_stage_transition".to_owned()),
        source_ref_id: Sent::Absent,
        source_config: Sent::Value(config),
        ..draft()
    }
}

fn made(draft: RuleDraft) -> Rule {
    NewRule::parse(draft)
        .unwrap()
        .with_id(Uuid::from_u128(1).into(), at(1))
}

fn texts(faults: &[RuleFault]) -> Vec<String> {
    faults.iter().map(ToString::to_string).collect()
}

fn faults(draft: RuleDraft) -> Vec<String> {
    texts(&NewRule::parse(draft).unwrap_err())
}

fn patched(
    rule: &Rule,
    change: impl FnOnce(&mut RuleDraft),
    now: i64,
) -> Result<Rule, Vec<String>> {
    let mut draft = RuleDraft::default();
    change(&mut draft);
    RulePatch::new(draft)
        .apply(rule, at(now))
        .map_err(|faults| texts(&faults))
}

#[test]
fn what_is_not_said_has_its_default() {
    let rule = made(draft());
    let settings = &rule.settings;
    assert!(settings.enabled && settings.archived_at.is_none());
    assert_eq!(settings.priority, 100);
    assert_eq!(settings.source.trigger(), TriggerMode::EventRecorded);
    assert_eq!(settings.recurring_payment_mode, RecurringPaymentMode::Skip);
    assert_eq!(settings.value, RuleValue::Event);
    assert!(
        !settings.tells(DestinationKind::SocialCapi),
        "no destination is on"
    );
    let entered = made(pipeline(json!({"to_stage": "won"})));
    assert_eq!(entered.settings.source.trigger(), TriggerMode::StageEntered);
}

#[test]
fn every_fault_is_named_at_once() {
    assert_eq!(
        faults(RuleDraft::default()),
        ["source_kind is required", "name is required"]
    );
    let odd = RuleDraft {
        name: Sent::Value("x".repeat(161)),
        priority: Sent::Value(1000),
        enabled: Sent::Null,
        trigger_mode: Sent::Value("stage_entered".to_owned()),
        destinations: Sent::Value(json!({"fax": {"enabled": true}})),
        platform_event_name_overrides: Sent::Value(json!({"social_capi": ""})),
        recurring_payment_mode: Sent::Value("always".to_owned()),
        privacy_override: Sent::Value(json!({"open": ["ip"]})),
        source_config: Sent::Value(json!({"to_stage": "won"})),
        ..draft()
    };
    assert_eq!(
        faults(odd),
        [
            "name must have 1 to 160 characters, no control characters among them",
            "source_config has the unknown key \"to_stage\"; the keys are fixed_value, fixed_currency",
            "trigger_mode cannot be stage_entered on a conversion_definition rule",
            "enabled must not be null",
            "priority must be 1 to 999",
            "destinations has the unknown key \"fax\"; the keys are social_capi, search_ads",
            "platform_event_name_overrides must have in social_capi null or a name of 1 to 50 characters",
            "recurring_payment_mode is none of skip, custom_event, purchase",
            "privacy_override has the unknown key \"open\"; the keys are close, limited_data_use",
        ]
    );
}

#[test]
fn objects_name_the_key_that_is_wrong() {
    let fault = |change: &dyn Fn(&mut RuleDraft)| {
        let mut draft = draft();
        change(&mut draft);
        faults(draft).join("; ")
    };
    assert_eq!(
        fault(&|draft| draft.destinations = Sent::Value(json!({"fax": {"enabled": true}}))),
        "destinations has the unknown key \"fax\"; the keys are social_capi, search_ads"
    );
    assert_eq!(
        fault(&|draft| draft.destinations = Sent::Value(json!({"search_ads": {"enabled": 1}}))),
        "destinations must have in search_ads an object with enabled, true or false, alone"
    );
    assert_eq!(
        fault(
            &|draft| draft.platform_event_name_overrides = Sent::Value(json!({"social_capi": " "}))
        ),
        "platform_event_name_overrides must have in social_capi null or a name of 1 to 50 characters"
    );
    assert_eq!(
        fault(&|draft| draft.priority = Sent::Value(0)),
        "priority must be 1 to 999"
    );
    assert_eq!(
        fault(&|draft| draft.privacy_override = Sent::Value(json!({"open": ["ip"]}))),
        "privacy_override has the unknown key \"open\"; the keys are close, limited_data_use"
    );
}

#[test]
fn sources_have_what_their_trigger_needs() {
    assert_eq!(
        faults(RuleDraft {
            source_ref_id: Sent::Absent,
            ..draft()
        }),
        ["source_ref_id is required"]
    );
    assert_eq!(
        faults(pipeline(json!({}))),
        ["source_config must have in to_stage a stage, because trigger_mode is stage_entered"]
    );
    let exited = RuleDraft {
        trigger_mode: Sent::Value("stage_exited".to_owned()),
        ..pipeline(json!({"to_stage": "won"}))
    };
    assert_eq!(
        faults(exited),
        ["source_config must have in from_stage a stage, because trigger_mode is stage_exited"]
    );
    let both = RuleDraft {
        source_ref_id: Sent::Value(Uuid::from_u128(5).into()),
        ..pipeline(json!({"to_stage": "won"}))
    };
    assert_eq!(
        faults(both),
        ["source_ref_id must be null on a pipeline_stage_transition rule"]
    );
    let recorded = RuleDraft {
        trigger_mode: Sent::Value("event_recorded".to_owned()),
        ..pipeline(json!({"to_stage": "won"}))
    };
    assert_eq!(
        faults(recorded),
        ["trigger_mode cannot be event_recorded on a pipeline_stage_transition rule"]
    );
}

#[test]
fn a_fixed_value_is_a_decimal_with_a_currency_and_used() {
    let fixed = |config: Value, mode: &str| RuleDraft {
        value_mode: Sent::Value(mode.to_owned()),
        source_config: Sent::Value(config),
        ..draft()
    };
    let both = json!({"fixed_value": "49.9", "fixed_currency": "eur"});
    let rule = made(fixed(both.clone(), "fixed_value"));
    let worth = Worth {
        amount: "49.9".parse().unwrap(),
        currency: Currency::parse("EUR").unwrap(),
    };
    assert_eq!(rule.settings.value, RuleValue::Fixed(worth));
    for (config, key) in [
        (json!({}), "fixed_value"),
        (
            json!({"fixed_value": 49.9, "fixed_currency": "EUR"}),
            "fixed_value",
        ),
        (
            json!({"fixed_value": "0", "fixed_currency": "EUR"}),
            "fixed_value",
        ),
        (
            json!({"fixed_value": "-1", "fixed_currency": "EUR"}),
            "fixed_value",
        ),
        (
            json!({"fixed_value": "1", "fixed_currency": "EURO"}),
            "fixed_currency",
        ),
        (json!({"fixed_value": "1"}), "fixed_currency"),
        (json!({"fixed_currency": "EUR"}), "fixed_value"),
    ] {
        let faults = faults(fixed(config, "fixed_value"));
        assert!(
            faults[0].starts_with(&format!("source_config must have in {key} ")),
            "{faults:?}"
        );
    }
    assert_eq!(
        faults(fixed(both, "event_value")),
        ["source_config must have in fixed_value nothing, unless value_mode is fixed_value"]
    );
    let event = patched(
        &rule,
        |draft| draft.value_mode = Sent::Value("event_value".to_owned()),
        2,
    );
    assert_eq!(event.unwrap().settings.value, RuleValue::Event);
}

#[test]
fn a_patch_changes_what_it_names() {
    let rule = made(draft());
    assert_eq!(patched(&rule, |_| {}, 9).unwrap(), rule);
    let named = patched(&rule, |draft| draft.name = Sent::Value("Won".to_owned()), 9).unwrap();
    assert_eq!(
        (named.settings.name.as_str(), named.updated_at),
        ("Won", at(9))
    );
    let kind = |text: &str| {
        patched(
            &rule,
            |draft| draft.source_kind = Sent::Value(text.to_owned()),
            9,
        )
    };
    assert_eq!(
        kind("pipeline_stage_transition"),
        Err(vec!["source_kind cannot be changed".to_owned()])
    );
    assert_eq!(kind("conversion_definition").unwrap(), rule);
    let toggled = patched(
        &rule,
        |draft| draft.platform_event_name_overrides = Sent::Value(json!({"social_capi": "Lead"})),
        9,
    )
    .unwrap();
    assert_eq!(toggled.settings.event_names.social.as_deref(), Some("Lead"));
    let back = patched(
        &toggled,
        |draft| draft.platform_event_name_overrides = Sent::Value(json!({"social_capi": null})),
        10,
    );
    assert_eq!(back.unwrap().settings.event_names.social, None);
}

#[test]
fn a_rule_tells_what_happens_from_when_it_was_last_turned_on() {
    let on = |social: bool| {
        move |draft: &mut RuleDraft| {
            draft.destinations = Sent::Value(json!({"social_capi": {"enabled": social}}));
        }
    };
    let off = made(draft());
    assert_eq!(off.since, Since::default());
    let told = patched(&off, on(true), 10).unwrap();
    assert_eq!(told.since.social, Some(at(10)));
    let named = patched(&told, |draft| draft.name = Sent::Value("x".to_owned()), 20).unwrap();
    assert_eq!(
        named.since.social,
        Some(at(10)),
        "editing a name tells nothing again"
    );
    let archive = |draft: &mut RuleDraft| draft.archived_at = Sent::Value(at(30));
    let archived = patched(&named, archive, 30).unwrap();
    assert_eq!(archived.since.social, None);
    let back = patched(&archived, |draft| draft.archived_at = Sent::Null, 40).unwrap();
    assert_eq!(back.since.social, Some(at(40)));
    let disabled = patched(&back, |draft| draft.enabled = Sent::Value(false), 50).unwrap();
    let enabled = patched(&disabled, |draft| draft.enabled = Sent::Value(true), 60).unwrap();
    assert_eq!(enabled.since.social, Some(at(60)));
}

#[test]
fn rules_have_their_turn_by_priority_then_age_then_id() {
    let rule = |priority, created, id| {
        let mut rule = made(draft());
        rule.settings.priority = priority;
        rule.created_at = at(created);
        rule.id = Uuid::from_u128(id).into();
        rule
    };
    let mut rules = [rule(2, 1, 1), rule(1, 9, 3), rule(1, 9, 2), rule(1, 5, 4)];
    in_turn(&mut rules);
    let ids: Vec<_> = rules.iter().map(|rule| rule.id.uuid().as_u128()).collect();
    assert_eq!(ids, [4, 2, 3, 1]);
}
