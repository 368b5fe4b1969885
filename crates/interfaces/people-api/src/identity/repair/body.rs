//! Scans and repairs on the wire.

use identity_graph::Subject;
use identity_graph::repair::{Audit, Backfill, Primary, SharedValue};
use kernel::Personal;
use reporting::masking::PiiMode;
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::identity::body::{FilledField, told};

/// A value that was looked at.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = RepairIdentifier)]
pub struct IdentifierBody {
    /// `national_id`, `crm_contact_id`, `email` or `phone`.
    pub kind: &'static str,
    /// The value; null for a national id, of which only a keyed hash is looked at.
    pub value: Option<String>,
}

/// An address or number that several customers hold or were named with.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = RepairDuplicate)]
pub struct DuplicateBody {
    /// The value.
    pub identifier: IdentifierBody,
    /// Who else, at most twenty.
    pub customer_profile_ids: Vec<Uuid>,
}

/// What was found of one customer.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = RepairFinding)]
pub struct FindingBody {
    /// Names the customer.
    pub customer_profile_id: Uuid,
    /// How many things were found: fields that are missing, values that others have, too, and bridges. 0 of whom nothing
    /// is to be said.
    pub score: usize,
    /// Which of `primary_email` and `primary_phone` there is not.
    pub missing: Vec<&'static str>,
    /// What a repair would fill in: the most trusted value that is theirs alone, of equals the one that was named last.
    pub backfill: Vec<FilledField>,
    /// Addresses and numbers that others hold or were named with, too; at most twenty.
    pub duplicates: Vec<DuplicateBody>,
    /// Values that alone join two groups of others: what a wrong join looks like.
    pub bridges: Vec<IdentifierBody>,
}

impl FindingBody {
    /// With as much of personal values as the profile shows.
    pub fn new(audit: &Audit, mode: PiiMode) -> Self {
        let duplicates = audit.shared.iter();
        let bridges = audit.bridges.iter();
        Self {
            customer_profile_id: audit.customer_id.uuid(),
            score: audit.score(),
            missing: audit.missing.iter().map(|it| it.as_str()).collect(),
            backfill: filled(&audit.backfills, mode),
            duplicates: duplicates.map(|it| duplicate(it, mode)).collect(),
            bridges: bridges.map(|it| identifier(it, mode)).collect(),
        }
    }
}

/// What is filled in, with as much of it as the profile shows.
pub fn filled(backfills: &[Backfill], mode: PiiMode) -> Vec<FilledField> {
    let field = |field: Primary, value: &Personal| FilledField {
        field: field.as_str(),
        value: told(field.kind().as_str(), value, mode),
    };
    let backfills = backfills.iter();
    backfills.map(|it| field(it.field, &it.value)).collect()
}

fn duplicate(shared: &SharedValue, mode: PiiMode) -> DuplicateBody {
    DuplicateBody {
        identifier: identifier(&shared.value, mode),
        customer_profile_ids: shared.with.iter().map(|id| id.uuid()).collect(),
    }
}

fn identifier(value: &Subject, mode: PiiMode) -> IdentifierBody {
    let kind = value.kind.as_str();
    // Of a national id there is a hash.
    let shown = (kind != "national_id").then(|| Personal::new(value.value_key.as_str()));
    IdentifierBody {
        kind,
        value: shown.map(|shown| told(kind, &shown, mode)),
    }
}
