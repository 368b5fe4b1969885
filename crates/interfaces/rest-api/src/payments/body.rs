//! The body of `POST /api/v1/payments/webpay`.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;

use event_intake::{RawPerson, Said, WebpayDraft};
use serde::de::{Error as _, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::value::RawValue;
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{ObjectBuilder, Schema, SchemaType, Type};
use utoipa::{PartialSchema, ToSchema};

use http_kit::decimal::DecimalNumber;
use http_kit::problem::{FieldCode, FieldError};

/// What Webpay Plus answered a `commit` or a `status` call with, as it is, with whose the order is. Members that are
/// not listed are ignored, and `meta.warnings` says `unknown_fields_ignored`; `token_ws` is not stored. An order of a mall
/// has `details`, which is 400: report each of them.
#[derive(ToSchema)]
#[expect(
    dead_code,
    reason = "describes in the document what `WebpayObject` reads"
)]
pub(super) struct WebpayBody {
    /// The order. It is the payment's idempotency key.
    #[schema(min_length = 1, max_length = 26)]
    buy_order: String,
    /// What was authorised: whole pesos, or dollars and cents. A string has digits, and a point in dollars alone.
    amount: WebpayAmount,
    /// Where the order is.
    status: WebpayStatus,
    /// What the bank said, 0 if it approved; needed with `AUTHORIZED` and `CAPTURED`.
    response_code: Option<i32>,
    /// What is left of the amount after a nullification; needed with `PARTIALLY_NULLIFIED`.
    balance: Option<WebpayAmount>,
    /// When the buyer paid, RFC 3339; absent is now.
    #[schema(format = DateTime)]
    transaction_date: Option<String>,
    /// Until when an authorisation can be captured: while it is not `CAPTURED`, it is no payment yet.
    #[schema(max_length = 64)]
    capture_expiration_date: Option<String>,
    /// The bank's code of the authorisation.
    #[schema(max_length = 6)]
    authorization_code: Option<String>,
    /// Kind of card and instalments: `VD`, `VN`, `VC`, `SI`, `S2`, `NC`, `VP`.
    #[schema(max_length = 16)]
    payment_type_code: Option<String>,
    /// Number of instalments.
    installments_number: Option<i32>,
    /// Amount of an instalment.
    installments_amount: Option<DecimalNumber>,
    /// Accounting day, `MMDD`.
    #[schema(max_length = 16)]
    accounting_date: Option<String>,
    /// The shop's id of the purchase.
    #[schema(max_length = 61)]
    session_id: Option<String>,
    /// How the buyer was authenticated. It is kept and says nothing of whether the order was paid.
    #[schema(max_length = 64)]
    vci: Option<String>,
    /// The card.
    card_detail: Option<WebpayCard>,
    /// `CLP` when absent, or `USD`; not the profile's.
    #[schema(pattern = "^(CLP|USD)$")]
    currency: Option<String>,
    /// The browser's anonymous id, as the tracker made it.
    #[schema(max_length = 256)]
    anonymous_id: Option<String>,
    /// E-mail address.
    #[schema(max_length = 254)]
    email: Option<String>,
    /// Telephone number.
    #[schema(max_length = 256)]
    phone: Option<String>,
    /// Contact id in the caller's CRM.
    #[schema(max_length = 256)]
    crm_contact_id: Option<String>,
    /// Government identity document number.
    #[schema(max_length = 256)]
    national_id: Option<String>,
    /// The caller's own customer id; never enough alone.
    #[schema(max_length = 256)]
    external_id: Option<String>,
    /// Given name.
    #[schema(max_length = 256)]
    first_name: Option<String>,
    /// Family name.
    #[schema(max_length = 256)]
    last_name: Option<String>,
}

/// Where an order is.
#[derive(ToSchema)]
#[schema(rename_all = "SCREAMING_SNAKE_CASE")]
#[expect(
    dead_code,
    reason = "names in the document the words that the domain reads"
)]
enum WebpayStatus {
    Initialized,
    Authorized,
    Captured,
    Failed,
    Reversed,
    Nullified,
    PartiallyNullified,
}

/// The card.
#[derive(ToSchema)]
#[expect(
    dead_code,
    reason = "describes in the document what `WebpayObject` reads"
)]
struct WebpayCard {
    /// Its last four digits. Whoever is sent the whole number may pass it on: the rest is dropped before anything is stored.
    #[schema(max_length = 64)]
    card_number: Option<String>,
}

/// Whole pesos, or dollars and cents.
struct WebpayAmount;

impl PartialSchema for WebpayAmount {
    fn schema() -> RefOr<Schema> {
        ObjectBuilder::new()
            .schema_type(SchemaType::from_iter([Type::String, Type::Number]))
            .pattern(Some(r"^\d{1,15}(\.\d{1,2})?$"))
            .description(Some("Whole pesos, or dollars and cents."))
            .into()
    }
}

impl ToSchema for WebpayAmount {
    fn name() -> Cow<'static, str> {
        Cow::Borrowed("WebpayAmount")
    }
}

/// An object whose members are read one by one, so that everything that is wrong is told at once.
#[derive(Default)]
pub(super) struct WebpayObject(BTreeMap<String, Box<RawValue>>);

impl<'de> Deserialize<'de> for WebpayObject {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(Members)
    }
}

struct Members;

impl<'de> Visitor<'de> for Members {
    type Value = WebpayObject;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<WebpayObject, A::Error> {
        let mut object = WebpayObject::default();
        while let Some((name, value)) = members.next_entry::<String, _>()? {
            if object.0.contains_key(&name) {
                // As serde says it of a struct.
                return Err(A::Error::custom(format_args!("duplicate field `{name}`")));
            }
            object.0.insert(name, value);
        }
        Ok(object)
    }
}

/// What an object says.
pub(super) struct Read {
    pub(super) draft: WebpayDraft,
    /// What cannot be whose the order is.
    pub(super) problems: Vec<FieldError>,
    /// Whether there are members that mean nothing here.
    pub(super) is_partly_ignored: bool,
}

impl WebpayObject {
    pub(super) fn read(mut self) -> Read {
        let card = self.0.remove("card_detail");
        self.0.remove("token_ws");
        let mut problems = Vec::new();
        let mut text = |name: &str| match self.said(name)? {
            Said::Text(text) => Some(text),
            Said::Number(_) | Said::Other => {
                let pointer = format!("/{name}");
                let wrong = FieldError::pointer(pointer, FieldCode::Malformed, "is not a string");
                problems.push(wrong);
                None
            }
        };
        let person = RawPerson {
            anonymous_id: text("anonymous_id"),
            email: text("email"),
            phone: text("phone"),
            crm_contact_id: text("crm_contact_id"),
            crm_source: None,
            national_id: text("national_id"),
            external_id: text("external_id"),
            first_name: text("first_name"),
            last_name: text("last_name"),
        };
        let draft = WebpayDraft {
            buy_order: self.said("buy_order"),
            amount: self.said("amount"),
            status: self.said("status"),
            response_code: self.said("response_code"),
            balance: self.said("balance"),
            transaction_date: self.said("transaction_date"),
            capture_expiration_date: self.said("capture_expiration_date"),
            authorization_code: self.said("authorization_code"),
            payment_type_code: self.said("payment_type_code"),
            installments_number: self.said("installments_number"),
            installments_amount: self.said("installments_amount"),
            accounting_date: self.said("accounting_date"),
            session_id: self.said("session_id"),
            vci: self.said("vci"),
            card_number: card.as_deref().and_then(card_number),
            details: self.said("details"),
            currency: self.said("currency"),
            person,
        };
        Read {
            draft,
            problems,
            is_partly_ignored: !self.0.is_empty(),
        }
    }

    /// Takes a member.
    fn said(&mut self, name: &str) -> Option<Said> {
        said(&self.0.remove(name)?)
    }
}

/// What a member says; nothing where it is null.
fn said(raw: &RawValue) -> Option<Said> {
    let json = raw.get();
    match json.bytes().next() {
        Some(b'n') => None,
        Some(b'"') => Some(serde_json::from_str(json).map_or(Said::Other, Said::Text)),
        Some(b'-' | b'0'..=b'9') => Some(Said::Number(json.to_owned())),
        _ => Some(Said::Other),
    }
}

/// The number of the card; what is no object has none that could be read.
fn card_number(card: &RawValue) -> Option<Said> {
    #[derive(Deserialize)]
    struct Card {
        card_number: Option<Box<RawValue>>,
    }
    match said(card)? {
        Said::Other if card.get().starts_with('{') => serde_json::from_str::<Card>(card.get())
            .map_or(Some(Said::Other), |card| {
                card.card_number.as_deref().and_then(said)
            }),
        _ => Some(Said::Other),
    }
}

#[cfg(test)]
mod tests {
    use http_kit::extract::parse_json;
    use serde_json::{Value, json};

    use super::*;

    fn read(body: &Value) -> Read {
        let object: WebpayObject = parse_json(body.to_string().as_bytes()).unwrap();
        object.read()
    }

    #[test]
    fn members_are_those_that_are_documented() {
        let schema = serde_json::to_value(WebpayBody::schema()).unwrap();
        let documented = schema["properties"].as_object().unwrap();
        let all: Value = documented
            .keys()
            .map(|name| (name.clone(), json!("x")))
            .collect();
        let all = read(&all);
        assert!(!all.is_partly_ignored);
        assert_eq!(all.draft.person.identifiers(), 6);
        assert_eq!(schema["required"], json!(["buy_order", "amount", "status"]));
        assert!(read(&json!({"amount": 1, "more": 2})).is_partly_ignored);
        assert!(!read(&json!({"amount": 1, "token_ws": "x"})).is_partly_ignored);
    }

    #[test]
    fn members_of_any_type_are_left_to_be_judged() {
        let mut read_one = read(&json!({
            "buy_order": 7, "amount": "1000", "status": true, "balance": null, "email": 1, "first_name": [],
            "card_detail": {"card_number": "6623"}, "details": [{}]
        }));
        let expected = WebpayDraft {
            buy_order: Some(Said::Number("7".to_owned())),
            amount: Some(Said::Text("1000".to_owned())),
            status: Some(Said::Other),
            card_number: Some(Said::Text("6623".to_owned())),
            details: Some(Said::Other),
            ..WebpayDraft::default()
        };
        assert_eq!(read_one.draft, expected);
        let wrong = read_one
            .problems
            .drain(..)
            .map(|wrong| wrong.pointer.unwrap());
        assert_eq!(wrong.collect::<Vec<_>>(), ["/email", "/first_name"]);
        for card in [json!("6623"), json!([]), json!({"card_number": [1]})] {
            let read = read(&json!({"card_detail": card}));
            assert_eq!(read.draft.card_number, Some(Said::Other), "{card}");
        }
        for nothing in [json!(null), json!({}), json!({"card_number": null})] {
            let read = read(&json!({"card_detail": nothing}));
            assert_eq!(read.draft.card_number, None, "{nothing}");
        }
    }

    #[test]
    fn a_member_that_comes_twice_is_refused_by_name() {
        let body = br#"{"amount":1000,"amount":10}"#;
        let Err(problem) = parse_json::<WebpayObject>(body) else {
            panic!("which amount?")
        };
        let wrong = &problem.errors()[0];
        assert_eq!(wrong.pointer.as_deref(), Some("/amount"));
        assert_eq!(wrong.code, FieldCode::Repeated);
    }
}
