//! JSON objects, and nothing else that could be read as one.

use std::fmt;
use std::marker::PhantomData;

use serde::de::value::MapAccessDeserializer;
use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer};

/// A struct that was sent as a JSON object. Without this, serde would also read it from an array,
/// whose items it takes for the fields in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ObjectOf<T>(pub T);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for ObjectOf<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer
            .deserialize_map(ObjectVisitor(PhantomData))
            .map(Self)
    }
}

struct ObjectVisitor<T>(PhantomData<fn() -> T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for ObjectVisitor<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON object")
    }

    fn visit_map<A: MapAccess<'de>>(self, members: A) -> Result<T, A::Error> {
        T::deserialize(MapAccessDeserializer::new(members))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, Deserialize, PartialEq, Eq)]
    struct Pair {
        a: Option<String>,
        b: Option<i64>,
    }

    #[test]
    fn only_an_object_is_an_object() {
        let pair: ObjectOf<Pair> = serde_json::from_str(r#"{"b":1}"#).unwrap();
        assert_eq!(
            pair.0,
            Pair {
                a: None,
                b: Some(1)
            }
        );
        for json in [r#"["x",1]"#, "[]", "null", "1", r#""x""#] {
            let error = serde_json::from_str::<ObjectOf<Pair>>(json).unwrap_err();
            assert!(
                error.to_string().contains("a JSON object"),
                "{json}: {error}"
            );
        }
    }
}
