//! Stamps what a person did in a user interface, so that the trail of a profile also tells who
//! looked and who took figures away.

use kernel::{ProfileAccess, StoreError, Timestamp};
use serde_json::{Map, Value};
use uuid::Uuid;

use crate::context::Context;
use crate::ports::AuditEvent;
use crate::unit_of_work::UnitOfWork;

/// An interaction that may be stamped. Everything else in the trail is written by what did it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UiAction {
    /// A report was opened.
    ReportViewed,
    /// Figures were taken away.
    ReportExported,
    /// Somebody's journey was opened.
    JourneyViewed,
    /// A conversion's explanation was opened.
    ExplanationViewed,
    /// A filter was kept for later.
    FilterSaved,
    /// Another model was chosen.
    ModelSwitched,
    /// A step of the setup was shown.
    OnboardingStepViewed,
    /// The tracker's snippet was copied.
    SnippetCopied,
}

impl UiAction {
    /// All of them.
    pub const ALL: [Self; 8] = [
        Self::ReportViewed,
        Self::ReportExported,
        Self::JourneyViewed,
        Self::ExplanationViewed,
        Self::FilterSaved,
        Self::ModelSwitched,
        Self::OnboardingStepViewed,
        Self::SnippetCopied,
    ];

    /// The wire and database word.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::ReportViewed => "report.viewed",
            Self::ReportExported => "report.exported",
            Self::JourneyViewed => "journey.viewed",
            Self::ExplanationViewed => "explanation.viewed",
            Self::FilterSaved => "filter.saved",
            Self::ModelSwitched => "model.switched",
            Self::OnboardingStepViewed => "onboarding.step_viewed",
            Self::SnippetCopied => "snippet.copied",
        }
    }

    /// The inverse of [`UiAction::as_str`].
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|word| word.as_str() == text)
    }
}

/// A flat object with what else is to be kept about an interaction.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct AuditDetail(Map<String, Value>);

/// Why an object is no detail. The text names the member and is to be read after "detail".
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AuditDetailError {
    /// Too many members.
    #[error("has more than 10 members")]
    TooMany,
    /// A member's name is empty or too long.
    #[error("has a member whose name has not 1 to 64 characters")]
    Name,
    /// A value is an object, an array or null.
    #[error("is flat: {0} must be a string, a number or a boolean")]
    NotFlat(String),
    /// A text is too long.
    #[error("is short: {0} has more than 256 characters")]
    TooLong(String),
}

impl AuditDetail {
    /// Takes at most ten members with values of at most 256 characters.
    pub fn parse(members: Map<String, Value>) -> Result<Self, AuditDetailError> {
        if members.len() > 10 {
            return Err(AuditDetailError::TooMany);
        }
        for (name, value) in &members {
            if !(1..=64).contains(&name.chars().count()) {
                return Err(AuditDetailError::Name);
            }
            match value {
                Value::Bool(_) | Value::Number(_) => {}
                Value::String(text) if text.chars().count() <= 256 => {}
                Value::String(_) => return Err(AuditDetailError::TooLong(name.clone())),
                Value::Null | Value::Array(_) | Value::Object(_) => {
                    return Err(AuditDetailError::NotFlat(name.clone()));
                }
            }
        }
        Ok(Self(members))
    }
}

/// One interaction.
#[derive(Clone, Debug, PartialEq)]
pub struct Interaction {
    /// What was done.
    pub action: UiAction,
    /// What it was done to.
    pub subject: Option<Uuid>,
    /// What else is to be kept.
    pub detail: AuditDetail,
}

/// A row of the trail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stamped {
    /// Its id.
    pub id: Uuid,
    /// When it was written.
    pub at: Timestamp,
}

/// Writes one row of the trail.
pub async fn stamp(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    access: &ProfileAccess,
    interaction: Interaction,
) -> Result<Stamped, StoreError> {
    let event = AuditEvent {
        id: context.ids.new_id(),
        at: context.clock.now(),
        action: interaction.action.as_str().to_owned(),
        actor: access.actor,
        subject: interaction.subject,
        detail: Value::Object(interaction.detail.0),
    };
    work.audit().stamp(access.profile_id, &event).await?;
    Ok(Stamped {
        id: event.id,
        at: event.at,
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn parse(value: &Value) -> Result<AuditDetail, AuditDetailError> {
        AuditDetail::parse(value.as_object().unwrap().clone())
    }

    #[test]
    fn detail_is_flat_and_small() {
        assert!(parse(&json!({})).is_ok());
        assert!(parse(&json!({"a": "x".repeat(256), "b": 1.5, "c": false})).is_ok());
        let not_flat = Err(AuditDetailError::NotFlat("a".to_owned()));
        for value in [json!(null), json!([]), json!({})] {
            assert_eq!(parse(&json!({"a": value})), not_flat);
        }
        let long = json!({"a": "é".repeat(257)});
        assert_eq!(parse(&long), Err(AuditDetailError::TooLong("a".to_owned())));
        assert_eq!(parse(&json!({"": 1})), Err(AuditDetailError::Name));
        let many: Map<_, _> = (0..11).map(|n| (n.to_string(), json!(n))).collect();
        assert_eq!(AuditDetail::parse(many), Err(AuditDetailError::TooMany));
    }

    #[test]
    fn words_are_read_back() {
        for action in UiAction::ALL {
            assert_eq!(UiAction::parse(action.as_str()), Some(action));
        }
        assert_eq!(UiAction::parse("profile.updated"), None);
    }
}
