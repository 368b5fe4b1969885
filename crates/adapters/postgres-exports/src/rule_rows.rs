//! Rules as rows, and what rows say.

use diesel::prelude::*;
use export_rules::{
    Currency, Decimal, PerKind, PrivacyOverride, RecurringPaymentMode, Rule, RuleSettings,
    RuleSource, RuleValue, Since, SourceKind, StageFilter, TriggerMode, ValueMode, Word, Worth,
};
use kernel::{ProfileId, StoreError};
use postgres_schema::schema::export_rules as table;
use serde_json::Value;
use time::OffsetDateTime;
use uuid::Uuid;

use postgres_kit::rows::utc;

#[derive(Queryable, Selectable, Insertable, AsChangeset)]
#[diesel(
    table_name = table,
    primary_key(profile_id, id),
    treat_none_as_null = true,
    check_for_backend(diesel::pg::Pg)
)]
pub(crate) struct RuleRow {
    profile_id: Uuid,
    id: Uuid,
    name: String,
    enabled: bool,
    archived_at: Option<OffsetDateTime>,
    priority: i16,
    source_kind: String,
    source_ref_id: Option<Uuid>,
    trigger_mode: String,
    to_stage: Option<String>,
    from_stage: Option<String>,
    external_source: Option<String>,
    tells_social: bool,
    tells_search: bool,
    social_event_name: Option<String>,
    search_event_name: Option<String>,
    social_custom_event_type: Option<String>,
    value_mode: String,
    fixed_value: Option<Decimal>,
    fixed_currency: Option<String>,
    recurring_payment_mode: String,
    privacy_override: Option<Value>,
    since_social: Option<OffsetDateTime>,
    since_search: Option<OffsetDateTime>,
    created_at: OffsetDateTime,
    updated_at: OffsetDateTime,
}

/// Kind and trigger have to belong together.
fn source(row: &RuleRow) -> Option<RuleSource> {
    let stages = || StageFilter {
        to_stage: row.to_stage.clone(),
        from_stage: row.from_stage.clone(),
        external_source: row.external_source.clone(),
    };
    let kind = SourceKind::parse(&row.source_kind)?;
    match (kind, TriggerMode::parse(&row.trigger_mode)?) {
        (SourceKind::ConversionDefinition, TriggerMode::EventRecorded) => {
            Some(RuleSource::Definition(row.source_ref_id?.into()))
        }
        (SourceKind::PipelineStageTransition, TriggerMode::StageEntered) => {
            Some(RuleSource::StageEntered(stages()))
        }
        (SourceKind::PipelineStageTransition, TriggerMode::StageExited) => {
            Some(RuleSource::StageExited(stages()))
        }
        _ => None,
    }
}

fn value(row: &RuleRow) -> Option<RuleValue> {
    match ValueMode::parse(&row.value_mode)? {
        ValueMode::EventValue => Some(RuleValue::Event),
        ValueMode::None => Some(RuleValue::None),
        ValueMode::FixedValue => Some(RuleValue::Fixed(Worth {
            amount: row.fixed_value?,
            currency: Currency::parse(row.fixed_currency.as_deref()?)?,
        })),
    }
}

pub(crate) fn rule(row: RuleRow) -> Result<Rule, StoreError> {
    let id = row.id;
    let broken =
        |what: &str| StoreError::inconsistent(format!("export_rules: {what} of {id} is broken"));
    let source = source(&row).ok_or_else(|| broken("the source"))?;
    let value = value(&row).ok_or_else(|| broken("the value"))?;
    let recurring = RecurringPaymentMode::parse(&row.recurring_payment_mode);
    let privacy_override = row.privacy_override.as_ref().map(PrivacyOverride::parse);
    Ok(Rule {
        id: id.into(),
        settings: RuleSettings {
            name: row.name,
            enabled: row.enabled,
            archived_at: row.archived_at.map(Into::into),
            priority: u16::try_from(row.priority).map_err(|_| broken("the priority"))?,
            source,
            destinations: PerKind {
                social: row.tells_social,
                search: row.tells_search,
            },
            event_names: PerKind {
                social: row.social_event_name,
                search: row.search_event_name,
            },
            social_custom_event_type: row.social_custom_event_type,
            value,
            recurring_payment_mode: recurring.ok_or_else(|| broken("the recurring mode"))?,
            privacy_override: privacy_override
                .transpose()
                .map_err(|_| broken("the privacy override"))?,
        },
        since: Since {
            social: row.since_social.map(Into::into),
            search: row.since_search.map(Into::into),
        },
        created_at: row.created_at.into(),
        updated_at: row.updated_at.into(),
    })
}

pub(crate) fn row(profile_id: ProfileId, rule: &Rule) -> Result<RuleRow, StoreError> {
    let settings = &rule.settings;
    let stages = settings.source.stages().cloned().unwrap_or_default();
    let fixed = match settings.value {
        RuleValue::Fixed(worth) => Some(worth),
        RuleValue::Event | RuleValue::None => None,
    };
    Ok(RuleRow {
        profile_id: profile_id.uuid(),
        id: rule.id.uuid(),
        name: settings.name.clone(),
        enabled: settings.enabled,
        archived_at: settings.archived_at.map(utc),
        priority: i16::try_from(settings.priority).map_err(StoreError::inconsistent)?,
        source_kind: settings.source.kind().as_str().to_owned(),
        source_ref_id: settings.source.definition().map(kernel::Id::uuid),
        trigger_mode: settings.source.trigger().as_str().to_owned(),
        to_stage: stages.to_stage,
        from_stage: stages.from_stage,
        external_source: stages.external_source,
        tells_social: settings.destinations.social,
        tells_search: settings.destinations.search,
        social_event_name: settings.event_names.social.clone(),
        search_event_name: settings.event_names.search.clone(),
        social_custom_event_type: settings.social_custom_event_type.clone(),
        value_mode: settings.value.mode().as_str().to_owned(),
        fixed_value: fixed.map(|worth| worth.amount),
        fixed_currency: fixed.map(|worth| worth.currency.code().to_owned()),
        recurring_payment_mode: settings.recurring_payment_mode.as_str().to_owned(),
        privacy_override: settings.privacy_override.map(|it| it.to_json()),
        since_social: rule.since.social.map(utc),
        since_search: rule.since.search.map(utc),
        created_at: utc(rule.created_at),
        updated_at: utc(rule.updated_at),
    })
}
