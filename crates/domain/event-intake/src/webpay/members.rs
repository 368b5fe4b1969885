//! Members of the object, each read by itself and noted when it is wrong.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;

use kernel::{Amount, Currency, Timestamp};
use rust_decimal::Decimal;
use serde_json::value::RawValue;

use super::{Kept, Status, WebpayDraft};
use crate::json_object::JsonObject;
use crate::outcome_event::problems::instant;
use crate::outcome_event::{FieldError, IdempotencyKey};
use crate::text::{check, check_filled};

/// Longest name of an order.
const MAX_ORDER: usize = 26;
/// Longest number that is kept and not read.
const MOST_DIGITS: usize = 32;
/// Digits of a card that are kept.
const CARD_DIGITS: usize = 4;

/// A member as it was sent. One of another type than it should have is a problem of its own, beside all others.
#[derive(Clone, PartialEq, Eq)]
pub enum Said {
    /// A text.
    Text(String),
    /// A number, digit by digit.
    Number(String),
    /// Anything else that is not null.
    Other,
}

/// Tells nothing of what it holds, which may be the number of a card.
impl fmt::Debug for Said {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Text(_) => "Text",
            Self::Number(_) => "Number",
            Self::Other => "Other",
        })
    }
}

/// Collects what is wrong.
#[derive(Default)]
pub(super) struct Members {
    pub(super) problems: Vec<FieldError>,
}

impl Members {
    pub(super) fn refuse(&mut self, field: &'static str, reason: impl Into<String>) {
        let reason = reason.into();
        self.problems.push(FieldError { field, reason });
    }

    /// A text of at most so many characters; an empty one is none.
    pub(super) fn text<'a>(
        &mut self,
        field: &'static str,
        said: Option<&'a Said>,
        max: usize,
    ) -> Option<&'a str> {
        let Said::Text(text) = said? else {
            self.refuse(field, "is not a string");
            return None;
        };
        if let Err(reason) = check(text, max) {
            self.refuse(field, reason);
            return None;
        }
        Some(text)
            .filter(|text| !text.is_empty())
            .map(String::as_str)
    }

    /// The digits of a number.
    fn number<'a>(&mut self, field: &'static str, said: Option<&'a Said>) -> Option<&'a str> {
        match said? {
            Said::Number(digits) => Some(digits),
            Said::Text(_) | Said::Other => {
                self.refuse(field, "is not a number");
                None
            }
        }
    }

    pub(super) fn buy_order(&mut self, said: Option<&Said>) -> Option<IdempotencyKey> {
        let Some(said) = said else {
            self.refuse("buy_order", "is required");
            return None;
        };
        let Said::Text(text) = said else {
            self.refuse("buy_order", "is not a string");
            return None;
        };
        let key = check_filled(text, MAX_ORDER).and_then(|()| IdempotencyKey::parse(text));
        key.map_err(|reason| self.refuse("buy_order", reason)).ok()
    }

    pub(super) fn currency(&mut self, said: Option<&Said>) -> Option<Currency> {
        let text = match said {
            None => "CLP",
            Some(Said::Text(text)) => text,
            Some(Said::Number(_) | Said::Other) => "",
        };
        let known = ["CLP", "USD"].into_iter().find(|code| *code == text);
        if known.is_none() {
            self.refuse("currency", "is neither CLP nor USD");
        }
        known.and_then(Currency::parse)
    }

    pub(super) fn status(&mut self, said: Option<&Said>) -> Option<Status> {
        let status = match said {
            None => {
                self.refuse("status", "is required");
                return None;
            }
            Some(Said::Text(text)) => Status::parse(text),
            Some(Said::Number(_) | Said::Other) => None,
        };
        if status.is_none() {
            let words: Vec<&str> = Status::ALL.into_iter().map(|(_, word)| word).collect();
            self.refuse("status", format!("is none of {}", words.join(", ")));
        }
        status
    }

    /// What the bank said, 0 if it approved: needed where something was authorised.
    pub(super) fn response_code(
        &mut self,
        said: Option<&Said>,
        status: Option<Status>,
    ) -> Option<i32> {
        if said.is_none() && matches!(status, Some(Status::Authorized | Status::Captured)) {
            self.refuse("response_code", "is required with this status");
        }
        let code = self.number("response_code", said)?.parse().ok();
        if code.is_none() {
            self.refuse("response_code", "is not an integer");
        }
        code
    }

    /// An amount above nothing.
    pub(super) fn amount(
        &mut self,
        field: &'static str,
        said: Option<&Said>,
        currency: Option<Currency>,
    ) -> Option<Amount> {
        if said.is_none() {
            self.refuse(field, "is required");
        }
        let amount = self.money(field, said, currency)?;
        if amount.decimal().is_zero() {
            self.refuse(field, "is not above 0");
            return None;
        }
        Some(amount)
    }

    /// What was given back of an amount of which a balance is left.
    pub(super) fn balance(
        &mut self,
        said: Option<&Said>,
        status: Option<Status>,
        (amount, currency): (Option<Amount>, Option<Currency>),
    ) -> Option<Amount> {
        let is_needed = status == Some(Status::PartiallyNullified);
        if said.is_none() && is_needed {
            self.refuse("balance", "is required with this status");
        }
        let balance = self.money("balance", said, currency)?;
        let amount = amount.filter(|_| is_needed)?;
        if balance >= amount {
            self.refuse("balance", "is not below amount");
            return None;
        }
        let returned = amount.decimal() - balance.decimal();
        let returned = returned.to_string().parse();
        returned
            .map_err(|error: kernel::AmountError| self.refuse("balance", error.to_string()))
            .ok()
    }

    /// Whole pesos, or dollars and cents. A text has digits, and in dollars a point: `1.000` would be a thousand to some and one to others,
    /// and is neither here.
    fn money(
        &mut self,
        field: &'static str,
        said: Option<&Said>,
        currency: Option<Currency>,
    ) -> Option<Amount> {
        let (digits, is_text) = match said? {
            Said::Number(digits) => (plain(digits), false),
            Said::Text(digits) => (Cow::Borrowed(digits.as_str()), true),
            Said::Other => {
                self.refuse(field, "is not a number");
                return None;
            }
        };
        let amount = match digits.parse::<Amount>() {
            Ok(amount) if amount.decimal().is_sign_negative() => {
                self.refuse(field, "is below 0");
                return None;
            }
            Ok(amount) => amount,
            Err(error) => {
                self.refuse(field, error.to_string());
                return None;
            }
        };
        let decimals = digits.split_once('.').map_or("", |(_, decimals)| decimals);
        let is_pesos = currency?.code() == "CLP";
        let has_cents = decimals.bytes().any(|digit| digit != b'0');
        if is_pesos && (has_cents || is_text && !decimals.is_empty()) || decimals.len() > 2 {
            let reason = if is_pesos {
                "is not a whole number of pesos"
            } else {
                "has more than 2 decimals"
            };
            self.refuse(field, reason);
            return None;
        }
        Some(amount)
    }

    /// When the buyer paid.
    pub(super) fn moment(&mut self, said: Option<&Said>, now: Timestamp) -> Option<Timestamp> {
        let text = self.text("transaction_date", said, 64)?;
        let read = instant(text, now);
        read.map_err(|reason| self.refuse("transaction_date", reason))
            .ok()
    }

    /// A number of instalments, as it was written.
    fn instalments<'a>(&mut self, said: Option<&'a Said>) -> Option<&'a str> {
        let digits = self.number("installments_number", said)?;
        if digits.parse::<i32>().is_err() {
            self.refuse("installments_number", "is not an integer");
            return None;
        }
        Some(digits)
    }

    /// What is kept beside the payment.
    pub(super) fn kept(&mut self, draft: &WebpayDraft, paid_at: Option<Timestamp>) -> Kept {
        let said = |name, said, max, members: &mut Self| {
            let text = members.text(name, said, max);
            (name, text.map(str::to_owned))
        };
        let authorization_code = said(
            "authorization_code",
            draft.authorization_code.as_ref(),
            6,
            self,
        );
        let card = self.text("card_detail.card_number", draft.card_number.as_ref(), 64);
        let paid_at = paid_at.map(|at| at.to_string());
        let texts = [
            authorization_code.clone(),
            said(
                "payment_type_code",
                draft.payment_type_code.as_ref(),
                16,
                self,
            ),
            said("accounting_date", draft.accounting_date.as_ref(), 16, self),
            said("session_id", draft.session_id.as_ref(), 61, self),
            said("vci", draft.vci.as_ref(), 64, self),
            ("card_last_four", card.and_then(last_four)),
            ("transaction_date", paid_at),
        ];
        let instalments = self.instalments(draft.installments_number.as_ref());
        let amount = self.number("installments_amount", draft.installments_amount.as_ref());
        if amount.is_some_and(|digits| digits.len() > MOST_DIGITS) {
            self.refuse("installments_amount", "has more than 32 digits");
        }
        let numbers = [
            ("installments_number", instalments),
            ("installments_amount", amount),
        ];
        let mut properties = BTreeMap::new();
        for (name, text) in texts {
            let text = text.and_then(|text| serde_json::value::to_raw_value(&text).ok());
            properties.extend(text.map(|text| (name, text)));
        }
        for (name, digits) in numbers {
            let digits = digits.map(str::to_owned);
            let digits = digits.and_then(|digits| RawValue::from_string(digits).ok());
            properties.extend(digits.map(|digits| (name, digits)));
        }
        let text = serde_json::to_string(&properties).ok();
        Kept {
            authorization_code: authorization_code.1,
            properties: text.and_then(|text| JsonObject::parse(&text).ok()),
        }
    }
}

/// A number without its exponent, which some programs write from ten million on; as it is where it has none.
fn plain(digits: &str) -> Cow<'_, str> {
    if digits.contains(['e', 'E'])
        && let Ok(number) = Decimal::from_scientific(digits)
    {
        return Cow::Owned(number.normalize().to_string());
    }
    Cow::Borrowed(digits)
}

/// The last four digits of a card; nothing of one that ends with anything else. Some merchants are sent the whole number.
fn last_four(card: &str) -> Option<String> {
    let begin = card.len().checked_sub(CARD_DIGITS)?;
    let last = card.get(begin..)?;
    last.bytes()
        .all(|digit| digit.is_ascii_digit())
        .then(|| last.to_owned())
}
