//! The form of a subscription: what it says, and what is wrong with it, told at the field.

use http_kit::problem::{Code, FieldError, Problem};
use webhook_events::{EventType, Provider, Subscription};
use webhooks_api::subscription::{ChangeBody, NewBody};

use crate::error::PageError;
use crate::form::Form;

/// What somebody wrote, or what there is.
pub(super) struct Written {
    url: String,
    events: Vec<String>,
    providers: Vec<String>,
}

impl Written {
    /// A new one: of this service's own events.
    pub(super) fn empty() -> Self {
        Self {
            url: String::new(),
            events: Vec::new(),
            providers: vec![Provider::platform().to_string()],
        }
    }

    /// As a form has it. Providers are separated by spaces or commas.
    pub(super) fn read(form: &Form) -> Self {
        let providers = form.one("providers").unwrap_or_default();
        let providers = providers.split(|c: char| c == ',' || c.is_whitespace());
        Self {
            url: form.one("url").unwrap_or_default().to_owned(),
            events: form.all("events").map(str::to_owned).collect(),
            providers: providers
                .filter(|word| !word.is_empty())
                .map(str::to_owned)
                .collect(),
        }
    }

    /// What the interface would have got.
    pub(super) fn new_body(&self) -> NewBody {
        NewBody::of(
            self.url.clone(),
            self.events.clone(),
            self.providers.clone(),
        )
    }

    /// The same for a change.
    pub(super) fn change_body(&self) -> ChangeBody {
        ChangeBody::of(
            self.url.clone(),
            self.events.clone(),
            self.providers.clone(),
        )
    }

    /// The form with what was written and what is wrong with it; any other refusal is a page of its own.
    pub(super) fn refused(&self, problem: Problem) -> Result<Fields, PageError> {
        if problem.code() != Code::InvalidRequest {
            return Err(super::refused(problem));
        }
        let mut fields = Fields::from(self);
        for error in problem.errors() {
            fields.note(self, error);
        }
        Ok(fields)
    }
}

impl From<&Subscription> for Written {
    fn from(it: &Subscription) -> Self {
        Self {
            url: it.url.as_str().to_owned(),
            events: it.events.iter().map(ToString::to_string).collect(),
            providers: it.providers.iter().map(ToString::to_string).collect(),
        }
    }
}

/// The form as it is shown.
pub(super) struct Fields {
    pub url: String,
    pub url_wrong: Vec<String>,
    pub events: Vec<EventChoice>,
    pub events_wrong: Vec<String>,
    pub providers: String,
    pub providers_wrong: Vec<String>,
}

/// A type of event that may be chosen.
pub(super) struct EventChoice {
    pub name: &'static str,
    pub meaning: &'static str,
    pub chosen: bool,
    /// Whether nothing sends it yet.
    pub idle: bool,
}

impl From<&Written> for Fields {
    fn from(written: &Written) -> Self {
        let choice = |event: EventType| EventChoice {
            name: event.as_str(),
            meaning: event.meaning(),
            chosen: written.events.iter().any(|name| name == event.as_str()),
            idle: event.fields().is_empty(),
        };
        Self {
            url: written.url.clone(),
            url_wrong: Vec::new(),
            events: EventType::ALL.into_iter().map(choice).collect(),
            events_wrong: Vec::new(),
            providers: written.providers.join(" "),
            providers_wrong: Vec::new(),
        }
    }
}

impl Fields {
    /// Puts what is wrong to its field: `/url`, `/events`, `/events/3`.
    fn note(&mut self, written: &Written, error: &FieldError) {
        let pointer = error.pointer.as_deref().unwrap_or_default();
        let mut parts = pointer.trim_start_matches('/').split('/');
        let (field, position) = (parts.next().unwrap_or_default(), parts.next());
        let position = position.and_then(|text| text.parse::<usize>().ok());
        let (name, items, wrong) = match field {
            "events" => ("The list", &written.events[..], &mut self.events_wrong),
            "providers" => (
                "The list",
                &written.providers[..],
                &mut self.providers_wrong,
            ),
            _ => ("The address", &[][..], &mut self.url_wrong),
        };
        let item = position.and_then(|position| items.get(position));
        wrong.push(match item {
            Some(item) => format!("“{item}” {}.", error.detail),
            None => format!("{name} {}.", error.detail),
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use webhook_events::AddressJudge;

    #[test]
    fn what_is_wrong_is_told_at_its_field() {
        let written = Written {
            url: "https://localhost/".to_owned(),
            events: vec!["recompute.completed".to_owned(), "typo".to_owned()],
            providers: Vec::new(),
        };
        let problem = written.new_body().read(&AddressJudge::default());
        let fields = written.refused(problem.unwrap_err()).unwrap();
        assert!(
            fields.url_wrong[0].starts_with("The address "),
            "{:?}",
            fields.url_wrong
        );
        assert_eq!(
            fields.events_wrong,
            ["“typo” is in no catalogue of events."]
        );
        assert_eq!(
            fields.providers_wrong,
            ["The list must have 1 to 100 items."]
        );
        let chosen: Vec<_> = fields.events.iter().filter(|it| it.chosen).collect();
        assert_eq!(chosen.len(), 1);
        assert_eq!(fields.url, "https://localhost/");
    }

    #[test]
    fn what_is_no_fault_of_a_field_is_a_page_of_its_own() {
        let problem = Problem::conflict("the profile has 100", Vec::new());
        match Written::empty().refused(problem) {
            Err(PageError::Invalid(said)) => assert_eq!(said, ["The profile has 100."]),
            _ => panic!("no such page"),
        }
    }
}
