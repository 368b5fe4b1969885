//! Rule sets by chance: rules of every kind, the destinations that they tell, and what the profile decides.

use export_rules::{
    Compliance, ConversionAction, DestinationConfig, NewRule, PixelId, PrivacyConfig, PrivacyMode,
    RecurringPaymentMode, RuleDraft, Switches, Target, Word,
};
use kernel::{DefinitionId, Sent};
use proptest::bool::weighted;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use proptest::strategy::ValueTree;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use serde_json::{Value, json};

/// What is kept at once.
#[derive(Clone, Debug)]
pub(crate) struct RuleSet {
    pub(crate) rules: Vec<DrawnRule>,
    pub(crate) places: Vec<Place>,
    pub(crate) compliance: Compliance,
}

/// A rule, which reads conversions of the definition with this key, or moves in a pipeline.
#[derive(Clone, Debug)]
pub(crate) struct DrawnRule {
    definition: Option<&'static str>,
    draft: RuleDraft,
}

/// A destination without its id.
#[derive(Clone, Debug)]
pub(crate) struct Place {
    pub(crate) target: Target,
    pub(crate) config: DestinationConfig,
    pub(crate) enabled: bool,
}

/// So many rule sets, the same each time.
pub(crate) fn rule_sets(count: usize) -> Vec<RuleSet> {
    let rng = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
    let mut runner = TestRunner::new_with_rng(Config::default(), rng);
    let sets = rule_set();
    let drawn = (0..count).map(|_| sets.new_tree(&mut runner).unwrap().current());
    drawn.collect()
}

fn rule_set() -> impl Strategy<Value = RuleSet> {
    let parts = (vec(rule(), 1..6), vec(place(), 1..4), compliance());
    parts.prop_map(|(rules, drawn, compliance)| {
        let numbered = (1..).zip(drawn);
        RuleSet {
            rules,
            places: numbered
                .map(|(number, parts)| Place::of(number, parts))
                .collect(),
            compliance,
        }
    })
}

/// A definition's key, when the rule fires, and which moves it reads.
type SourceWords = (Option<&'static str>, &'static str, &'static str);

const SOURCES: [SourceWords; 7] = [
    (Some("payment_received"), "event_recorded", "{}"),
    (Some("payment_received"), "event_recorded", "{}"),
    (Some("lead_created"), "event_recorded", "{}"),
    (Some("closed_won"), "event_recorded", "{}"),
    (None, "stage_entered", r#"{"to_stage": "won"}"#),
    (
        None,
        "stage_entered",
        r#"{"to_stage": "won", "external_source": "crm"}"#,
    ),
    (None, "stage_exited", r#"{"from_stage": "offer"}"#),
];

fn rule() -> impl Strategy<Value = DrawnRule> {
    let names = [
        None,
        None,
        Some("Lead"),
        Some("Purchase"),
        Some("ShoesBought"),
    ];
    let closed = [
        json!(null),
        json!(null),
        json!({"close": ["identity", "user_identifiers"]}),
        json!({"close": ["value"]}),
        json!({"close": ["fixed_value", "event_name"]}),
        json!({"close": ["click_ids", "browser_ids"]}),
    ];
    let drawn = (
        select(&SOURCES[..]),
        1_i64..4,
        select(names.to_vec()),
        select(vec!["event_value", "event_value", "fixed_value", "none"]),
        select(RecurringPaymentMode::ALL),
        select(closed.to_vec()),
        (weighted(0.8), weighted(0.8)),
        (weighted(0.92), weighted(0.04)),
    );
    drawn.prop_map(
        |(source, priority, name, value, recurring, closed, tells, (enabled, archived))| {
            let (definition, trigger, config) = source;
            let mut config: Value = serde_json::from_str(config).unwrap();
            if value == "fixed_value" {
                config["fixed_value"] = json!("5");
                config["fixed_currency"] = json!("EUR");
            }
            let kind = match definition {
                Some(_) => "conversion_definition",
                None => "pipeline_stage_transition",
            };
            let (social, search) = tells;
            let archived_at = crate::world::instant("2026-06-01T00:00:00Z");
            let text = |text: &str| Sent::Value(text.to_owned());
            let draft = RuleDraft {
                name: text("drawn"),
                enabled: Sent::Value(enabled),
                archived_at: if archived {
                    Sent::Value(archived_at)
                } else {
                    Sent::Null
                },
                priority: Sent::Value(priority),
                source_kind: text(kind),
                source_config: Sent::Value(config),
                trigger_mode: text(trigger),
                destinations: Sent::Value(json!({
                    "social_capi": {"enabled": social}, "search_ads": {"enabled": search},
                })),
                platform_event_name_overrides: Sent::Value(json!({ "social_capi": name })),
                value_mode: text(value),
                recurring_payment_mode: text(recurring.as_str()),
                privacy_override: match closed {
                    Value::Null => Sent::Null,
                    closed => Sent::Value(closed),
                },
                ..RuleDraft::default()
            };
            DrawnRule { definition, draft }
        },
    )
}

impl DrawnRule {
    /// The rule, once the ids of definitions are known.
    pub(crate) fn new_rule(&self, definition: impl Fn(&str) -> DefinitionId) -> NewRule {
        let mut draft = self.draft.clone();
        if let Some(key) = self.definition {
            draft.source_ref_id = Sent::Value(definition(key));
        }
        NewRule::parse(draft).unwrap()
    }
}

/// Whether it is a social network's, its config there, whether it has a clean data set, whether it is on.
type PlaceParts = (bool, Value, bool, bool);

fn place() -> impl Strategy<Value = PlaceParts> {
    let configs = [
        json!({}),
        json!({"signal_quality": {"min_match": "any"}}),
        json!({"limited_data_use": {"country": 0, "state": 0}}),
        json!({"data_source_kind": "chat", "whatsapp_business_account_id": "111"}),
        json!({"data_source_kind": "messenger", "page_id": "222"}),
        json!({"data_source_kind": "photo", "instagram_business_account_id": "333"}),
    ];
    let config = select(configs.to_vec());
    (weighted(0.6), config, weighted(0.6), weighted(0.92))
}

impl Place {
    fn of(number: u32, (is_social, config, is_clean, enabled): PlaceParts) -> Self {
        let config = if is_social { config } else { json!({}) };
        Self {
            target: target(number, is_social, is_clean),
            config: DestinationConfig::parse(config).unwrap(),
            enabled,
        }
    }
}

fn target(number: u32, is_social: bool, is_clean: bool) -> Target {
    if !is_social {
        let action = format!("customers/1234567890/conversionActions/{number}");
        let action = ConversionAction::parse(&action).unwrap();
        return Target::Search { action };
    }
    let clean = PixelId::parse(&format!("999{number}"));
    Target::Social {
        pixel_id: PixelId::parse(&format!("555{number}")).unwrap(),
        clean_dataset_id: clean.filter(|_| is_clean),
    }
}

fn compliance() -> impl Strategy<Value = Compliance> {
    let opened = [
        json!({}),
        json!({"open": ["ip", "user_agent"]}),
        json!({"open": ["identity", "value", "event_name"]}),
        json!({"open": ["user_identifiers", "custom_data"]}),
    ];
    let drawn = (
        select(PrivacyMode::ALL),
        select(opened.to_vec()),
        weighted(0.95),
        weighted(0.95),
    );
    drawn.prop_map(|(mode, config, social, search)| Compliance {
        privacy: PrivacyConfig::parse(&config).unwrap().in_mode(mode),
        switches: Switches { social, search },
    })
}
