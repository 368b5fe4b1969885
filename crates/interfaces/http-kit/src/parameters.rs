//! Query parameters that an operation does not have: what is misspelt would otherwise be answered as
//! if it had not been asked.
//!
//! Which ones an operation has is read from the document, so that there is one list. Where the path is
//! this service's own choice an unknown parameter is refused; where the interface shows the operation,
//! the answer is the one without it and says so in `meta.warnings`.

use std::collections::HashMap;
use std::fmt;

use actix_web::HttpResponse;
use actix_web::body::{BoxBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::Method;
use percent_encoding::percent_decode_str;
use serde::de::{MapAccess, Visitor};
use serde::ser::SerializeMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::value::{RawValue, to_raw_value};
use utoipa::openapi::path::{Operation, ParameterIn, PathItem};
use utoipa::openapi::{OpenApi, RefOr};

use super::problem::{FieldCode, FieldError, Problem};

/// Paths that are our own choice.
const OWN: &str = "/api/v1beta/";
/// Paths that the interface shows.
const SHOWN: &str = "/api/v1/";
/// What a browser or a mail program sends cannot be mended by whoever looks at the page.
const EXCEPTED: [&str; 2] = ["/api/v1beta/collect", "/api/v1beta/view.gif"];
/// Names that one answer has at most.
const MAX_NAMES: usize = 20;
/// Characters of a name that an answer repeats.
const MAX_LENGTH: usize = 64;

/// The query parameters of each operation.
#[derive(Debug, Default)]
pub struct Declared(HashMap<(Method, String), Vec<String>>);

/// What of a query an operation does not have.
#[derive(Debug)]
pub struct Unknown {
    names: Vec<String>,
    nearest: Vec<Option<String>>,
    is_own: bool,
}

impl Declared {
    /// Those of a document.
    pub fn of(document: &OpenApi) -> Self {
        let mut declared = HashMap::new();
        for (path, item) in &document.paths.paths {
            for (method, operation) in operations(item) {
                declared.insert((method, path.clone()), names_of(operation));
            }
        }
        Self(declared)
    }

    /// What of the request's query its operation does not have; `None` when there is nothing.
    pub fn unknown(&self, request: &ServiceRequest) -> Option<Unknown> {
        let path = request.path();
        let is_own = path.starts_with(OWN);
        if EXCEPTED.contains(&path) || request.query_string().is_empty() {
            return None;
        }
        if !is_own && !path.starts_with(SHOWN) {
            return None;
        }
        let key = |path: &str| (request.method().clone(), path.to_owned());
        let operation = self.0.get(&key(path));
        let declared = operation.or_else(|| self.0.get(&key(&request.match_pattern()?)))?;
        let mut names: Vec<String> = Vec::new();
        for part in request.query_string().split('&').filter(|p| !p.is_empty()) {
            let name = part.split('=').next().unwrap_or_default().replace('+', " ");
            let name = percent_decode_str(&name).decode_utf8_lossy().into_owned();
            if !knows(declared, &name) && !names.contains(&name) && names.len() < MAX_NAMES {
                names.push(name);
            }
        }
        let nearest = names.iter().map(|name| nearest(declared, name)).collect();
        let unknown = Unknown {
            names,
            nearest,
            is_own,
        };
        (!unknown.names.is_empty()).then_some(unknown)
    }
}

impl Unknown {
    /// The refusal, where the operation is our own.
    pub fn refusal(&self) -> Option<Problem> {
        let error = |(name, nearest): (&String, &Option<String>)| {
            let words = nearest.as_ref().map_or_else(
                || "is not a parameter of this operation".to_owned(),
                |nearest| format!("is not a parameter of this operation; {nearest} is one"),
            );
            FieldError::parameter(shown(name), FieldCode::UnknownField, words)
        };
        let errors = self.names.iter().zip(&self.nearest).map(error);
        self.is_own.then(|| Problem::invalid(errors.collect()))
    }

    /// The answer, whose `meta.warnings` name what was ignored. Numbers keep every digit.
    pub fn told(&self, response: ServiceResponse<BoxBody>) -> ServiceResponse<BoxBody> {
        if !response.status().is_success() {
            return response;
        }
        let (request, response) = response.into_parts();
        let (head, body) = response.into_parts();
        let answer = match body.try_into_bytes() {
            Ok(bytes) => {
                let warned = self.warned(&bytes);
                head.set_body(BoxBody::new(warned.map_or(bytes, Into::into)))
            }
            Err(body) => head.set_body(body),
        };
        let answer: HttpResponse<BoxBody> = answer;
        ServiceResponse::new(request, answer)
    }

    /// The text of an envelope with the warnings; `None` of anything else.
    fn warned(&self, body: &[u8]) -> Option<Vec<u8>> {
        let mut envelope: Members = serde_json::from_slice(body).ok()?;
        envelope.get("data")?;
        let mut meta: Members = envelope.get("meta").map_or_else(
            || Some(Members::default()),
            |meta| serde_json::from_str(meta.get()).ok(),
        )?;
        let mut warnings: Vec<String> = meta.get("warnings").map_or_else(
            || Some(Vec::new()),
            |list| serde_json::from_str(list.get()).ok(),
        )?;
        let warning = |name: &String| format!("unknown_parameter:{}", shown(name));
        warnings.extend(self.names.iter().map(warning));
        meta.put("warnings", to_raw_value(&warnings).ok()?);
        envelope.put("meta", to_raw_value(&meta).ok()?);
        serde_json::to_vec(&envelope).ok()
    }
}

fn operations(item: &PathItem) -> impl Iterator<Item = (Method, &Operation)> {
    let all = [
        (Method::GET, &item.get),
        (Method::PUT, &item.put),
        (Method::POST, &item.post),
        (Method::PATCH, &item.patch),
        (Method::DELETE, &item.delete),
    ];
    all.into_iter()
        .filter_map(|(method, operation)| Some((method, operation.as_ref()?)))
}

fn names_of(operation: &Operation) -> Vec<String> {
    let parameters = operation.parameters.iter().flatten();
    parameters
        .filter_map(|parameter| match parameter {
            RefOr::T(parameter) => Some(parameter),
            RefOr::Ref(_) => None,
        })
        .filter(|parameter| matches!(parameter.parameter_in, ParameterIn::Query))
        .map(|parameter| parameter.name.clone())
        .collect()
}

/// A family such as `filter[channel]` is declared by one of its members; what others there are is for
/// the operation to say, and so is why a report cannot be asked for as of an earlier instant.
fn knows(declared: &[String], name: &str) -> bool {
    let is_report = declared.iter().any(|known| known == "filter[channel]");
    if name == "as_of" && is_report {
        return true;
    }
    let family = |name: &str| name.split_once('[').map(|(family, _)| family.to_owned());
    declared
        .iter()
        .any(|known| known == name || (family(known).is_some() && family(known) == family(name)))
}

/// A declared name that one slip makes the name of: a letter too many, too few or wrong, or two that
/// have changed places.
fn nearest(declared: &[String], name: &str) -> Option<String> {
    let found = declared.iter().find(|known| is_one_slip(known, name));
    found.cloned()
}

fn is_one_slip(one: &str, other: &str) -> bool {
    let (one, other): (Vec<char>, Vec<char>) = (one.chars().collect(), other.chars().collect());
    let begin = one.iter().zip(&other).take_while(|(a, b)| a == b).count();
    let rest = |of: &[char]| of.get(begin..).unwrap_or_default().to_vec();
    let (one, other) = (rest(&one), rest(&other));
    let tail = |of: &[char], from: usize| of.get(from..).unwrap_or_default().to_vec();
    let is_swapped = one
        .get(..2)
        .zip(other.get(..2))
        .is_some_and(|(a, b)| a.iter().eq(b.iter().rev()) && tail(&one, 2) == tail(&other, 2));
    tail(&one, 1) == tail(&other, 1)
        || tail(&one, 1) == other
        || one == tail(&other, 1)
        || is_swapped
}

fn shown(name: &str) -> String {
    name.chars().take(MAX_LENGTH).collect()
}

/// The members of an object in their order, each as it was written.
#[derive(Debug, Default)]
struct Members(Vec<(String, Box<RawValue>)>);

impl Members {
    fn get(&self, name: &str) -> Option<&RawValue> {
        let found = self.0.iter().find(|(member, _)| member == name);
        found.map(|(_, value)| &**value)
    }

    fn put(&mut self, name: &str, value: Box<RawValue>) {
        match self.0.iter_mut().find(|(member, _)| member == name) {
            Some((_, old)) => *old = value,
            None => self.0.push((name.to_owned(), value)),
        }
    }
}

impl Serialize for Members {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (name, value) in &self.0 {
            map.serialize_entry(name, value)?;
        }
        map.end()
    }
}

impl<'de> Deserialize<'de> for Members {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct InOrder;
        impl<'de> Visitor<'de> for InOrder {
            type Value = Members;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Members, A::Error> {
                let mut members = Vec::new();
                while let Some(member) = map.next_entry()? {
                    members.push(member);
                }
                Ok(Members(members))
            }
        }
        deserializer.deserialize_map(InOrder)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn unknown(names: &[&str]) -> Unknown {
        Unknown {
            names: names.iter().map(|name| (*name).to_owned()).collect(),
            nearest: vec![None; names.len()],
            is_own: false,
        }
    }

    #[test]
    fn an_answer_keeps_its_digits_and_order_and_gains_warnings() {
        let body = br#"{"data":{"z":1.10000000000000000001,"a":[1e3]},"meta":{"profile_id":"p","warnings":["x"]},"pagination":{}}"#;
        let warned = unknown(&["modle", "b"]).warned(body).unwrap();
        assert_eq!(
            String::from_utf8(warned).unwrap(),
            r#"{"data":{"z":1.10000000000000000001,"a":[1e3]},"meta":{"profile_id":"p","warnings":["x","unknown_parameter:modle","unknown_parameter:b"]},"pagination":{}}"#
        );
        let without_meta = unknown(&["a"]).warned(br#"{"data":1}"#).unwrap();
        assert_eq!(
            String::from_utf8(without_meta).unwrap(),
            r#"{"data":1,"meta":{"warnings":["unknown_parameter:a"]}}"#
        );
        assert_eq!(unknown(&["a"]).warned(br#"{"openapi":"3.1.0"}"#), None);
        assert_eq!(unknown(&["a"]).warned(b"text"), None);
    }

    #[test]
    fn one_slip_is_recognised() {
        for (known, sent) in [
            ("model", "modle"),
            ("model", "models"),
            ("limit", "limt"),
            ("limit", "linit"),
        ] {
            assert!(is_one_slip(known, sent), "{known} {sent}");
        }
        for (known, sent) in [("model", "goal"), ("date_from", "from"), ("limit", "")] {
            assert!(!is_one_slip(known, sent), "{known} {sent}");
        }
    }

    #[test]
    fn a_family_is_known_by_one_member() {
        let declared = ["filter[channel]".to_owned(), "limit".to_owned()];
        assert!(knows(&declared, "filter[source]"));
        assert!(knows(&declared, "limit"));
        assert!(!knows(&declared, "filter"));
        assert!(!knows(&declared, "filters[source]"));
    }
}
