//! What definitions would capture, told before anybody makes them.

use async_trait::async_trait;
use conversion_definitions::ports::{Catalogues, MockCataloguesReader, StoredDefinition};
use conversion_definitions::{Definition, DefinitionEdit, DefinitionText};
use kernel::{Currency, DefinitionId, Period, ProfileAccess, RevenueType, Scope, StoreError};
use reporting::outcomes::{
    Bounded, CaptureQuery, Captured, OutcomeCount, OutcomesReader, UnclaimedType, Window,
};
use uuid::Uuid;

use crate::definitions::diff::{DiffQuery, diff};
use crate::definitions::preview::{PreviewError, PreviewPorts, PreviewQuery, preview};
use application::mocks::given::{access, noon, profile};
use application::mocks::stored::{march, site};

/// Every event type happened as often as it has letters.
struct Letters;

#[async_trait]
impl OutcomesReader for Letters {
    async fn captured(
        &self,
        access: &ProfileAccess,
        window: Window,
        own: Currency,
        queries: &[CaptureQuery],
    ) -> Result<Vec<Captured>, StoreError> {
        assert_eq!((access.profile_id, own.code()), (profile(), "EUR"));
        assert_eq!(window, Window::of(period(), &site().timezone));
        let count = |query: &CaptureQuery| Captured {
            event_count: i64::try_from(query.names.concat().len()).unwrap(),
            // What others have is taken from them.
            distinct_people: i64::try_from(query.names_of_others.len()).unwrap(),
            ..Captured::default()
        };
        Ok(queries.iter().map(count).collect())
    }

    async fn unclaimed(
        &self,
        _: &ProfileAccess,
        _: Window,
        _: Currency,
        _: u32,
    ) -> Result<Bounded<UnclaimedType>, StoreError> {
        Err(StoreError::inconsistent("no use case asks for that"))
    }

    async fn counts(
        &self,
        _: &ProfileAccess,
        _: Window,
        _: u32,
    ) -> Result<Bounded<OutcomeCount>, StoreError> {
        Err(StoreError::inconsistent("no use case asks for that"))
    }
}

fn text(text: &str) -> DefinitionText {
    DefinitionText::new(text).unwrap()
}

fn period() -> Period {
    Period::new(march(1), march(3)).unwrap()
}

fn id(number: u128) -> DefinitionId {
    Uuid::from_u128(number).into()
}

fn definition(number: u128, key: &str) -> Definition {
    Definition {
        id: id(number),
        conversion_key: text(key),
        display_name: text(key),
        source_event_names: vec![text(key)],
        revenue_type: RevenueType::Cash,
        attribution_eligible: true,
    }
}

/// A catalogue of sales and leads.
fn catalogues() -> MockCataloguesReader {
    let mut reader = MockCataloguesReader::new();
    reader.expect_catalogues().returning(|_| {
        let stored = |definition| StoredDefinition {
            definition,
            created_at: noon(),
            updated_at: noon(),
        };
        let definitions = [definition(1, "sale"), definition(2, "lead")];
        Ok(Catalogues {
            conversion_definitions: definitions.map(stored).to_vec(),
            outcome_definitions: Vec::new(),
        })
    });
    reader
}

#[tokio::test]
async fn a_definition_foretells_its_events_and_whose_they_are_now() {
    let (access, catalogues) = (access(&[Scope::GoalsWrite]), catalogues());
    let ports = PreviewPorts {
        catalogues: &catalogues,
        outcomes: &Letters,
    };
    let query = PreviewQuery {
        conversion_key: Some(text("lead")),
        source_event_names: vec![text("sale"), text("trial")],
        period: period(),
    };
    let told = preview(ports, &access, &site(), &query).await.unwrap();
    assert_eq!(
        (told.captured.event_count, told.captured.distinct_people),
        (9, 2)
    );
    let conflicts: Vec<_> = told
        .conflicts
        .iter()
        .map(|conflict| (conflict.id, conflict.takes_key, conflict.event_names.len()))
        .collect();
    assert_eq!(conflicts, [(id(1), false, 1), (id(2), true, 0)]);
}

#[tokio::test]
async fn an_edit_is_compared_with_what_is_captured_now() {
    let (access, catalogues) = (access(&[Scope::GoalsWrite]), catalogues());
    let ports = PreviewPorts {
        catalogues: &catalogues,
        outcomes: &Letters,
    };
    let query = |definition_id| DiffQuery {
        definition_id,
        edit: DefinitionEdit {
            source_event_names: Some(vec![text("trial"), text("lead")]),
            ..DefinitionEdit::default()
        },
        period: period(),
    };
    let told = diff(ports, &access, &site(), query(id(1))).await.unwrap();
    assert_eq!(
        (told.current.event_count, told.proposed.event_count),
        (4, 9)
    );
    // Only the other definition's type is somebody else's.
    assert_eq!(told.proposed.distinct_people, 1);
    assert_eq!(told.added(), [&text("trial"), &text("lead")]);
    assert_eq!(told.removed(), [&text("sale")]);
    assert_eq!((told.conflicts.len(), told.conflicts[0].id), (1, id(2)));
    let refused = diff(ports, &access, &site(), query(id(3))).await;
    assert!(matches!(refused, Err(PreviewError::NotFound)));
}

#[tokio::test]
async fn a_catalogue_that_contradicts_itself_is_not_previewed() {
    let access = access(&[Scope::GoalsWrite]);
    let mut catalogues = MockCataloguesReader::new();
    catalogues.expect_catalogues().returning(|_| {
        let twice = [definition(1, "sale"), definition(2, "sale")];
        let stored = |definition| StoredDefinition {
            definition,
            created_at: noon(),
            updated_at: noon(),
        };
        Ok(Catalogues {
            conversion_definitions: twice.map(stored).to_vec(),
            outcome_definitions: Vec::new(),
        })
    });
    let ports = PreviewPorts {
        catalogues: &catalogues,
        outcomes: &Letters,
    };
    let query = PreviewQuery {
        conversion_key: None,
        source_event_names: vec![text("trial")],
        period: period(),
    };
    let refused = preview(ports, &access, &site(), &query).await;
    assert!(matches!(
        refused,
        Err(PreviewError::Store(StoreError::Inconsistent(_)))
    ));
}
