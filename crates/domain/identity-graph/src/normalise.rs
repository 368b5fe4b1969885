//! From what a caller wrote to what identifies.

use crate::identifiers::{Identifier, IdentifierError, Identifiers, RawIdentifiers, ValueKeys};
use crate::kinds::IdentifierKind;
use kernel::Personal;

use crate::value_key::ValueKey;
use crate::{email, phone, plain, rut};

/// Most characters of an anonymous id.
pub const MAX_ANONYMOUS_ID: usize = 128;

const TOO_LONG: &str = "must have at most 256 characters and no control characters";

/// Brings every field into its normal form.
///
/// A field that holds a placeholder is left out and named in [`Identifiers::dropped`]. A field that
/// cannot be what it says is an error, the first one in the order of this function; an import that
/// only ignores unreadable phone numbers asks [`phone::parse`] first.
pub fn normalise(
    raw: &RawIdentifiers,
    keys: &dyn ValueKeys,
) -> Result<Identifiers, IdentifierError> {
    let mut reader = Reader {
        keys,
        dropped: Vec::new(),
    };
    let anonymous_id = reader.anonymous_id(raw.anonymous_id.as_deref())?;
    let values = [
        reader.national_id(raw.national_id.as_deref())?,
        reader.sourced(
            (IdentifierKind::CrmContactId, raw.crm_contact_id.as_deref()),
            ("crm_source", raw.crm_source.as_deref()),
        )?,
        reader.email(raw.email.as_deref())?,
        reader.phone(raw.phone.as_deref())?,
        reader.sourced(
            (IdentifierKind::ExternalId, raw.external_id.as_deref()),
            ("external_source", raw.external_source.as_deref()),
        )?,
    ];
    Ok(Identifiers {
        values: values.into_iter().flatten().collect(),
        anonymous_id,
        first_name: name("first_name", raw.first_name.as_deref())?,
        last_name: name("last_name", raw.last_name.as_deref())?,
        dropped: reader.dropped,
    })
}

/// A value of a field, or why there is none.
type Field<T> = Result<Option<T>, IdentifierError>;

struct Reader<'a> {
    keys: &'a dyn ValueKeys,
    dropped: Vec<&'static str>,
}

impl Reader<'_> {
    fn anonymous_id(&mut self, text: Option<&str>) -> Field<Identifier> {
        let kind = IdentifierKind::AnonymousId;
        let Some(text) = text else { return Ok(None) };
        let reason = "must have 1 to 128 characters and no control characters";
        let id = plain::parse(text, MAX_ANONYMOUS_ID)
            .filter(|id| !id.is_empty())
            .ok_or(IdentifierError {
                field: kind.as_str(),
                reason,
            })?;
        if plain::is_placeholder(id) {
            return Ok(self.drop(kind.as_str()));
        }
        Ok(Some(self.identifier(kind, id, id)))
    }

    fn national_id(&mut self, text: Option<&str>) -> Field<Identifier> {
        let kind = IdentifierKind::NationalId;
        let Some(text) = text.map(str::trim) else {
            return Ok(None);
        };
        if plain::is_placeholder_number(text) {
            return Ok(self.drop(kind.as_str()));
        }
        let reason = "is not a RUT with a correct check digit";
        let rut = rut::parse(text).ok_or(IdentifierError {
            field: kind.as_str(),
            reason,
        })?;
        Ok(Some(self.identifier(kind, &rut, &rut)))
    }

    fn email(&mut self, text: Option<&str>) -> Field<Identifier> {
        let kind = IdentifierKind::Email;
        let Some(text) = text.map(str::trim) else {
            return Ok(None);
        };
        if plain::is_placeholder(text) {
            return Ok(self.drop(kind.as_str()));
        }
        let reason = "is not an e-mail address of at most 254 characters";
        let address = email::parse(text).ok_or(IdentifierError {
            field: kind.as_str(),
            reason,
        })?;
        Ok(Some(self.identifier(kind, &address, &address)))
    }

    fn phone(&mut self, text: Option<&str>) -> Field<Identifier> {
        let kind = IdentifierKind::Phone;
        let Some(text) = text.map(str::trim) else {
            return Ok(None);
        };
        if plain::is_placeholder_number(text) {
            return Ok(self.drop(kind.as_str()));
        }
        let reason = "is not a Chilean phone number nor one with + and a calling code";
        let number = phone::parse(text).ok_or(IdentifierError {
            field: kind.as_str(),
            reason,
        })?;
        Ok(Some(self.identifier(kind, &number, &number)))
    }

    /// An id that is only unique together with where it comes from. The source has no `|`, so that
    /// `source|id` has one reading; an id without a source gets the empty one.
    fn sourced(
        &mut self,
        (kind, text): (IdentifierKind, Option<&str>),
        (source_field, source): (&'static str, Option<&str>),
    ) -> Field<Identifier> {
        let Some(text) = text else { return Ok(None) };
        let reason = "must have at most 256 characters, no control characters and no |";
        let source = plain::parse(source.unwrap_or_default(), plain::MAX_CHARS)
            .filter(|source| !source.contains('|'))
            .ok_or(IdentifierError {
                field: source_field,
                reason,
            })?;
        let id = plain::parse(text, plain::MAX_CHARS).ok_or(IdentifierError {
            field: kind.as_str(),
            reason: TOO_LONG,
        })?;
        if plain::is_placeholder(id) {
            return Ok(self.drop(kind.as_str()));
        }
        Ok(Some(self.identifier(kind, &format!("{source}|{id}"), id)))
    }

    fn identifier(&self, kind: IdentifierKind, canonical: &str, shown: &str) -> Identifier {
        let value_key = ValueKey::new(self.keys.key(kind, canonical));
        Identifier {
            kind,
            value_key,
            value: Personal::new(shown),
        }
    }

    fn drop<T>(&mut self, field: &'static str) -> Option<T> {
        self.dropped.push(field);
        None
    }
}

/// A name, trimmed; an empty one is none.
fn name(field: &'static str, text: Option<&str>) -> Field<Personal> {
    let Some(text) = text else { return Ok(None) };
    let name = plain::parse(text, plain::MAX_CHARS).ok_or(IdentifierError {
        field,
        reason: TOO_LONG,
    })?;
    Ok((!name.is_empty()).then(|| Personal::new(name)))
}

#[cfg(test)]
mod tests;
