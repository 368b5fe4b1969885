//! Recognises texts that name somebody where nobody asked for a name: in addresses of pages and in the caller's
//! own properties.
//!
//! It errs on the side of silence: a number of nine digits might be a telephone.

use std::borrow::Cow;

use percent_encoding::percent_decode_str;

use crate::record::Person;

/// So many digits in one text could be a telephone number or an id of a person.
const PHONE_DIGITS: usize = 9;

/// Names and ids shorter than this stand in too many words to be looked for.
const SHORTEST: usize = 3;

/// Names of properties that are personal whatever they hold, in the spelling of [`folded`].
const PERSONAL_KEYS: [&str; 37] = [
    "address",
    "birthday",
    "birthdate",
    "city",
    "dateofbirth",
    "diagnosis",
    "dob",
    "document",
    "dni",
    "email",
    "emailaddress",
    "externalid",
    "firstname",
    "fullname",
    "gender",
    "ip",
    "ipaddress",
    "lastname",
    "mail",
    "mobile",
    "name",
    "nationalid",
    "passport",
    "phone",
    "phonenumber",
    "postalcode",
    "postcode",
    "rut",
    "ssn",
    "street",
    "surname",
    "taxid",
    "telephone",
    "userid",
    "username",
    "zip",
    "zipcode",
];

/// What is known of somebody, prepared to be found in texts.
pub(crate) struct PersonalTexts {
    /// In lower case.
    texts: Vec<String>,
}

impl PersonalTexts {
    pub(crate) fn of(person: &Person) -> Self {
        let texts = person
            .texts()
            .map(|text| text.as_str().trim().to_lowercase())
            .filter(|text| text.chars().count() >= SHORTEST)
            .collect();
        Self { texts }
    }

    /// Whether a text names the person, or looks as if it named anybody.
    pub(crate) fn name(&self, text: &str) -> bool {
        let decoded = percent_decode_str(text).decode_utf8_lossy();
        let lower = match decoded {
            Cow::Borrowed(text) => text.to_lowercase(),
            Cow::Owned(text) => text.to_lowercase(),
        };
        lower.contains('@')
            || digits(&lower) >= PHONE_DIGITS
            || self.texts.iter().any(|known| lower.contains(known))
    }

    /// Whether a text has one of the person's own texts in it, digits of a telephone however they are written.
    pub(crate) fn hold(&self, text: &str) -> bool {
        let lower = text.to_lowercase();
        let own_digits = only_digits(&lower);
        self.texts.iter().any(|known| {
            let known_digits = only_digits(known);
            lower.contains(known)
                || (known_digits.len() >= PHONE_DIGITS && own_digits.contains(&known_digits))
        })
    }
}

/// Whether a property is personal by its name.
pub(crate) fn is_personal_key(key: &str) -> bool {
    let key = folded(key);
    PERSONAL_KEYS.iter().any(|personal| {
        key == *personal
            || key
                .strip_prefix("customer")
                .is_some_and(|key| key == *personal)
            || key.strip_prefix("user").is_some_and(|key| key == *personal)
            || key
                .strip_prefix("contact")
                .is_some_and(|key| key == *personal)
            || key
                .strip_prefix("billing")
                .is_some_and(|key| key == *personal)
            || key
                .strip_prefix("shipping")
                .is_some_and(|key| key == *personal)
    })
}

/// Letters and digits alone, in lower case: `E-Mail_Address` is `emailaddress`.
fn folded(key: &str) -> String {
    let kept = key.chars().filter(|letter| letter.is_alphanumeric());
    kept.collect::<String>().to_lowercase()
}

fn only_digits(text: &str) -> String {
    text.chars().filter(char::is_ascii_digit).collect()
}

fn digits(text: &str) -> usize {
    text.bytes().filter(u8::is_ascii_digit).count()
}

#[cfg(test)]
mod tests {
    use kernel::Personal;

    use super::*;

    #[test]
    fn names_are_found_however_they_are_spelt() {
        let person = Person {
            first_name: Some(Personal::new("José")),
            external_ids: vec![Personal::new("K-77"), Personal::new("x")],
            ..Person::default()
        };
        let texts = PersonalTexts::of(&person);
        for text in [
            "/u/JOSÉ",
            "/u/jos%C3%A9/edit",
            "see k-77",
            "a%40b",
            "+49 30 1234 567",
        ] {
            assert!(texts.name(text), "{text}");
        }
        for text in ["/u/jo", "x", "order 12345678", ""] {
            assert!(!texts.name(text), "{text}");
        }
    }

    #[test]
    fn personal_keys_are_known_in_every_spelling() {
        for key in [
            "Email",
            "e-mail",
            "customer_email",
            "shipping.zip",
            "firstName",
            "IP",
        ] {
            assert!(is_personal_key(key), "{key}");
        }
        for key in ["plan", "email_campaign", "zipper", "names", "customer"] {
            assert!(!is_personal_key(key), "{key}");
        }
    }
}
