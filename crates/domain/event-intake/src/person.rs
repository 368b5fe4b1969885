//! Who an event is about, as it was told.

use std::fmt;

/// What a caller told about a person, unread: the identity graph decides what it is worth. Empty
/// by default: most events name nobody.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct RawPerson {
    /// The tracker's id of the browser.
    pub anonymous_id: Option<String>,
    /// E-mail address.
    pub email: Option<String>,
    /// Telephone number.
    pub phone: Option<String>,
    /// Id of a contact in a CRM.
    pub crm_contact_id: Option<String>,
    /// Which CRM.
    pub crm_source: Option<String>,
    /// National identity number.
    pub national_id: Option<String>,
    /// The caller's own id of the person.
    pub external_id: Option<String>,
    /// First name.
    pub first_name: Option<String>,
    /// Last name.
    pub last_name: Option<String>,
}

impl RawPerson {
    /// How many fields say who it is; names do not.
    pub fn identifiers(&self) -> usize {
        let given = [
            &self.anonymous_id,
            &self.email,
            &self.phone,
            &self.crm_contact_id,
            &self.national_id,
            &self.external_id,
        ];
        given.into_iter().flatten().count()
    }

    /// Every field with its name and the most characters it may have.
    pub(crate) fn fields(&self) -> [(&'static str, Option<&str>, usize); 9] {
        let Self {
            anonymous_id,
            email,
            phone,
            crm_contact_id,
            crm_source,
            national_id,
            external_id,
            first_name,
            last_name,
        } = self;
        [
            ("anonymous_id", anonymous_id.as_deref(), 256),
            ("email", email.as_deref(), 320),
            ("phone", phone.as_deref(), 256),
            ("crm_contact_id", crm_contact_id.as_deref(), 256),
            ("crm_source", crm_source.as_deref(), 256),
            ("national_id", national_id.as_deref(), 256),
            ("external_id", external_id.as_deref(), 256),
            ("first_name", first_name.as_deref(), 256),
            ("last_name", last_name.as_deref(), 256),
        ]
    }
}

/// Tells which fields are there and nothing of what they hold.
impl fmt::Debug for RawPerson {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let present = self
            .fields()
            .into_iter()
            .filter(|(_, value, _)| value.is_some());
        f.write_str("RawPerson ")?;
        f.debug_set()
            .entries(present.map(|(name, _, _)| name))
            .finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn debug_hides_content() {
        let person = RawPerson {
            email: Some("ana@example.com".into()),
            ..RawPerson::default()
        };
        assert_eq!(format!("{person:?}"), r#"RawPerson {"email"}"#);
    }
}
