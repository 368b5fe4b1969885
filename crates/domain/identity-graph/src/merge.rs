//! Somebody decides that two customers are one, and may take it back.
//!
//! The decision is kept as a [`Link`] between a value of each, and settled like facts are: nothing is moved by it that
//! the rule of [`pairs`](crate::pairs) would not move, so taking it back brings what the rule says without it.

use kernel::{Actor, CustomerId, MergeId, Personal, Timestamp};

use crate::erased::is_erased;
use crate::identifiers::Subject;
use crate::kinds::IdentifierKind;
use crate::known::ValueState;
use crate::pairs::Link;
use crate::settlement::{HeldCustomer, HeldValue};

/// A decision that two customers are one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Merge {
    /// Its id.
    pub id: MergeId,
    /// When it was decided.
    pub decided_at: Timestamp,
    /// By whom.
    pub actor: Actor,
    /// Who goes on under their id.
    pub survivor: CustomerId,
    /// Whose id becomes an alias.
    pub merged: CustomerId,
    /// The value of the survivor by which the decision is remembered.
    pub survivor_value: Subject,
    /// And that of the other.
    pub merged_value: Subject,
    /// When it was taken back, and by whom.
    pub undone: Option<(Timestamp, Actor)>,
}

impl Merge {
    /// What settling reads of it.
    pub fn link(&self) -> Link {
        Link::new(
            self.id.uuid(),
            self.survivor_value.clone(),
            self.merged_value.clone(),
        )
    }

    /// Both values, which are to be looked at when the decision is made and when it is taken back.
    pub fn values(&self) -> Vec<Subject> {
        vec![self.survivor_value.clone(), self.merged_value.clone()]
    }
}

/// What readers are shown of a customer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShownCustomer {
    /// Who.
    pub id: CustomerId,
    /// First name.
    pub first_name: Option<Personal>,
    /// Family name.
    pub last_name: Option<Personal>,
    /// The e-mail address that is shown.
    pub primary_email: Option<Personal>,
    /// The phone number that is shown.
    pub primary_phone: Option<Personal>,
}

/// What of a customer was empty and is filled in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Filled {
    /// Which: `first_name`, `last_name`, `primary_email` or `primary_phone`.
    pub field: &'static str,
    /// With what.
    pub value: Personal,
}

impl ShownCustomer {
    /// What is there and was not before.
    pub fn filled_since(&self, before: &Self) -> Vec<Filled> {
        let fields = [
            ("first_name", &before.first_name, &self.first_name),
            ("last_name", &before.last_name, &self.last_name),
            ("primary_email", &before.primary_email, &self.primary_email),
            ("primary_phone", &before.primary_phone, &self.primary_phone),
        ];
        let filled = fields.into_iter().filter(|(_, before, _)| before.is_none());
        filled
            .filter_map(|(field, _, after)| {
                let value = after.clone()?;
                Some(Filled { field, value })
            })
            .collect()
    }
}

/// Why two customers cannot be made one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotMergeable {
    /// They are one already.
    #[error("both are the same customer")]
    Same,
    /// One of them is not known.
    #[error("there is no such customer")]
    Unknown,
    /// One of them is an alias of another customer.
    #[error("one of them was merged into another customer")]
    Alias,
    /// One of them holds nothing that names a person, or was forgotten.
    #[error("one of them has no identifier that names a person")]
    Nameless,
    /// Each has a national id.
    #[error("each has a national id of their own")]
    TwoNationalIds,
}

/// Who of two customers goes on, who becomes an alias, and by which of the values that they hold it is remembered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MergePlan {
    /// Who goes on: who was seen first, and of two of the same moment the one with the smaller id.
    pub survivor: CustomerId,
    /// Who becomes an alias.
    pub merged: CustomerId,
    /// The survivor's most trusted value.
    pub survivor_value: Subject,
    /// The other's.
    pub merged_value: Subject,
}

/// Plans to make one of two customers, as they and the values that both hold are stored.
pub fn plan_merge(
    customers: &[HeldCustomer],
    held: &[HeldValue],
) -> Result<MergePlan, NotMergeable> {
    let [one, other] = customers else {
        return Err(NotMergeable::Unknown);
    };
    if one.id == other.id {
        return Err(NotMergeable::Same);
    }
    if one.merged_into.is_some() || other.merged_into.is_some() {
        return Err(NotMergeable::Alias);
    }
    let has_national_id = |id| {
        let mut held = held.iter().filter(|value| value.holder == id);
        held.any(|value| value.value.kind == IdentifierKind::NationalId)
    };
    if has_national_id(one.id) && has_national_id(other.id) {
        return Err(NotMergeable::TwoNationalIds);
    }
    let is_first = (one.first_seen_at, one.id) < (other.first_seen_at, other.id);
    let (survivor, merged) = if is_first { (one, other) } else { (other, one) };
    let value = |id| anchor(held, id).cloned().ok_or(NotMergeable::Nameless);
    Ok(MergePlan {
        survivor: survivor.id,
        merged: merged.id,
        survivor_value: value(survivor.id)?,
        merged_value: value(merged.id)?,
    })
}

/// The value that stands for a customer: their most trusted one, rather one that is theirs alone, and of equals the
/// smallest.
pub fn anchor(held: &[HeldValue], id: CustomerId) -> Option<&Subject> {
    let of_them = held
        .iter()
        .filter(|value| value.holder == id && value.value.kind.names_a_person());
    let trust = |value: &&HeldValue| {
        (
            value.state == ValueState::Active,
            value.value.kind,
            std::cmp::Reverse(value.value.clone()),
        )
    };
    let of_them =
        of_them.filter(|value| value.state != ValueState::Blocked && !is_erased(&value.value));
    of_them.max_by_key(trust).map(|value| &value.value)
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;
    use crate::value_key::ValueKey;

    fn customer(id: u128, first_seen: i64) -> HeldCustomer {
        HeldCustomer {
            id: CustomerId::new(Uuid::from_u128(id)),
            first_seen_at: Timestamp::from_micros(first_seen),
            merged_into: None,
        }
    }

    fn held(id: u128, kind: IdentifierKind, key: &str, state: ValueState) -> HeldValue {
        HeldValue {
            value: Subject {
                kind,
                value_key: ValueKey::new(key.to_owned()),
            },
            holder: CustomerId::new(Uuid::from_u128(id)),
            home: None,
            state,
        }
    }

    #[test]
    fn who_was_seen_first_goes_on_and_the_most_trusted_values_are_remembered() {
        use IdentifierKind::{CrmContactId, Email, Phone};
        let values = [
            held(1, Email, "b@example.com", ValueState::Active),
            held(1, Email, "a@example.com", ValueState::Active),
            held(1, CrmContactId, "shared", ValueState::Demoted),
            held(2, Phone, "+56 9", ValueState::Active),
            held(2, CrmContactId, "crm|7", ValueState::Active),
        ];
        for customers in [
            [customer(1, 5), customer(2, 4)],
            [customer(2, 4), customer(1, 5)],
        ] {
            let plan = plan_merge(&customers, &values).unwrap();
            assert_eq!(plan.survivor, customer(2, 0).id);
            assert_eq!(plan.survivor_value, values[4].value);
            assert_eq!(plan.merged_value, values[1].value);
        }
        let plan = plan_merge(&[customer(2, 4), customer(1, 4)], &values).unwrap();
        assert_eq!(plan.survivor, customer(1, 0).id);
    }

    #[test]
    fn what_cannot_be_one_person_says_why() {
        use IdentifierKind::{Email, NationalId};
        let refused = |customers: &[HeldCustomer], values: &[HeldValue]| {
            plan_merge(customers, values).unwrap_err()
        };
        let ids = [
            held(1, NationalId, "one", ValueState::Active),
            held(2, NationalId, "other", ValueState::Demoted),
        ];
        let (one, other) = (customer(1, 0), customer(2, 0));
        assert_eq!(refused(&[one, other], &ids), NotMergeable::TwoNationalIds);
        assert_eq!(refused(&[one, one], &ids), NotMergeable::Same);
        assert_eq!(refused(&[one], &ids), NotMergeable::Unknown);
        let alias = HeldCustomer {
            merged_into: Some(one.id),
            ..other
        };
        assert_eq!(refused(&[one, alias], &ids), NotMergeable::Alias);
        let blocked = [
            held(1, Email, "a@example.com", ValueState::Active),
            held(2, Email, "b@example.com", ValueState::Blocked),
        ];
        assert_eq!(refused(&[one, other], &blocked), NotMergeable::Nameless);
        let mut forgotten = blocked.clone();
        forgotten[1].state = ValueState::Active;
        forgotten[1].value = crate::erased(Uuid::from_u128(1));
        assert_eq!(refused(&[one, other], &forgotten), NotMergeable::Nameless);
    }
}
