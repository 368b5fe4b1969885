//! Which tokens count.
//!
//! What a token says about where its key is (`jku`, `x5u`, `jwk`) is never read, and one that asks
//! for an extension (`crit`) is refused. Everything but the signature is judged first: so no key is
//! looked for on behalf of a token that would not count anyway.

use std::fmt;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use kernel::Timestamp;
use kernel::timestamp::MICROS_PER_SECOND;
use serde_json::{Map, Value};

use crate::keys::{Algorithm, VerifyingKey};

/// Longer tokens are refused unread.
const MAX_BYTES: usize = 8 * 1024;
/// Longer names of people and keys are refused (`OpenID` Connect Core, section 2).
const MAX_NAME_BYTES: usize = 255;
/// Seconds by which clocks may differ.
const LEEWAY: i64 = 60;
/// Seconds that a token may count at most.
const MAX_LIFETIME: i64 = 24 * 3_600;

/// Whose tokens count, and for whom.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rules {
    /// `iss`, byte by byte.
    pub issuer: String,
    /// What `aud` must contain.
    pub audience: String,
}

/// What a token says, once it counts. `Debug` prints nothing of it.
#[derive(Clone, PartialEq, Eq)]
pub struct Claims {
    /// What the issuer calls the person.
    pub subject: String,
    all: Map<String, Value>,
}

impl fmt::Debug for Claims {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Claims(hidden)")
    }
}

impl Claims {
    /// Another claim; `None` when it is no text.
    pub fn text(&self, name: &str) -> Option<&str> {
        self.all.get(name).and_then(Value::as_str)
    }

    /// Whether a claim is `true`, and no text that reads so.
    pub fn is_true(&self, name: &str) -> bool {
        self.all.get(name) == Some(&Value::Bool(true))
    }

    /// Whether the token was issued to this client: a token with several audiences must say so
    /// (`azp`), and one that says so must say this one.
    pub fn is_issued_to(&self, client: &str) -> bool {
        let several = self.all.get("aud").and_then(Value::as_array);
        let several = several.is_some_and(|several| several.len() > 1);
        match self.all.get("azp") {
            None => !several,
            Some(party) => party.as_str() == Some(client),
        }
    }
}

/// A token that counts if its signature does.
pub struct Unproven<'a> {
    /// The id of its key.
    pub key_id: String,
    /// What it says it is signed with; one of our list.
    pub algorithm: Algorithm,
    message: &'a str,
    signature: Vec<u8>,
    claims: Claims,
}

impl Unproven<'_> {
    /// What the token says, if this key signed it and fits the algorithm.
    pub fn proven_by(self, key: &VerifyingKey) -> Option<Claims> {
        key.verifies(self.algorithm, self.message.as_bytes(), &self.signature)
            .then_some(self.claims)
    }
}

/// Everything but the signature; `None` for every token that does not count with any.
pub fn read<'a>(token: &'a str, rules: &Rules, now: Timestamp) -> Option<Unproven<'a>> {
    if token.len() > MAX_BYTES {
        return None;
    }
    let (message, signature) = token.rsplit_once('.')?;
    let (header, payload) = message.split_once('.')?;
    let (algorithm, key_id) = read_header(&object(header)?)?;
    Some(Unproven {
        key_id,
        algorithm,
        message,
        signature: decode(signature)?,
        claims: read_claims(object(payload)?, rules, now)?,
    })
}

/// What the token says; `None` for every token that does not count. `key` finds the key of an id.
pub fn judge(
    token: &str,
    rules: &Rules,
    now: Timestamp,
    key: impl FnOnce(&str) -> Option<VerifyingKey>,
) -> Option<Claims> {
    let unproven = read(token, rules, now)?;
    let key = key(&unproven.key_id)?;
    unproven.proven_by(&key)
}

fn decode(part: &str) -> Option<Vec<u8>> {
    URL_SAFE_NO_PAD.decode(part).ok()
}

fn object(part: &str) -> Option<Map<String, Value>> {
    match serde_json::from_slice(&decode(part)?).ok()? {
        Value::Object(object) => Some(object),
        _ => None,
    }
}

fn read_header(header: &Map<String, Value>) -> Option<(Algorithm, String)> {
    let kind = match header.get("typ") {
        None => None,
        Some(kind) => Some(kind.as_str()?),
    };
    let fine = kind
        .is_none_or(|kind| kind.eq_ignore_ascii_case("jwt") || kind.eq_ignore_ascii_case("at+jwt"));
    if !fine || header.contains_key("crit") {
        return None;
    }
    let algorithm = Algorithm::parse(header.get("alg")?.as_str()?)?;
    let key_id = header.get("kid")?.as_str()?;
    is_name(key_id).then(|| (algorithm, key_id.to_owned()))
}

fn read_claims(claims: Map<String, Value>, rules: &Rules, now: Timestamp) -> Option<Claims> {
    let now = now.micros().div_euclid(MICROS_PER_SECOND);
    let text = |name: &str| claims.get(name).and_then(Value::as_str);
    if text("iss")? != rules.issuer || !is_for(claims.get("aud")?, &rules.audience) {
        return None;
    }
    let expires = seconds(claims.get("exp")?)?;
    let issued = optional(&claims, "iat", now)?;
    let not_before = optional(&claims, "nbf", issued)?;
    let in_time = now < expires.saturating_add(LEEWAY)
        && not_before <= now.saturating_add(LEEWAY)
        && issued <= now.saturating_add(LEEWAY)
        && expires.saturating_sub(issued.min(now)) <= MAX_LIFETIME + LEEWAY
        && expires.saturating_sub(issued) <= MAX_LIFETIME;
    let subject = text("sub").filter(|subject| is_name(subject))?.to_owned();
    in_time.then_some(Claims {
        subject,
        all: claims,
    })
}

/// Names are looked up: something short that a database can hold.
fn is_name(text: &str) -> bool {
    !text.is_empty() && text.len() <= MAX_NAME_BYTES && !text.chars().any(char::is_control)
}

fn is_for(audience: &Value, ours: &str) -> bool {
    match audience {
        Value::String(one) => one == ours,
        Value::Array(several) => several.iter().any(|one| one.as_str() == Some(ours)),
        _ => false,
    }
}

/// `None` when it is there and no number.
fn optional(claims: &Map<String, Value>, name: &str, absent: i64) -> Option<i64> {
    match claims.get(name) {
        None => Some(absent),
        Some(value) => seconds(value),
    }
}

/// Whole seconds; a fraction is cut off. What is too large to be written out is no instant.
fn seconds(value: &Value) -> Option<i64> {
    let text = match value {
        Value::Number(number) => number.to_string(),
        _ => return None,
    };
    if text.contains('e') {
        return None;
    }
    let whole = text.split('.').next().unwrap_or(&text);
    whole.parse().ok()
}

#[cfg(test)]
mod tests;
