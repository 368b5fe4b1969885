//! Whose an event is, where a source names browsers and people by one field.

use std::collections::{HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};

use crate::value::Value;

const DISTINCT_ID: &str = "distinct_id";
const DEVICE_ID: &str = "properties.$device_id";
const ANON_DISTINCT_ID: &str = "properties.$anon_distinct_id";
const ALIAS: &str = "properties.alias";

/// Fields that are read for it.
pub(crate) const FIELDS: [&str; 4] = [DISTINCT_ID, DEVICE_ID, ANON_DISTINCT_ID, ALIAS];

/// Names are kept by their hashes, so that millions of them take little.
pub(crate) fn short(text: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    hasher.finish()
}

/// Which of the ids are people's, as all events of the files say.
#[derive(Debug, Default)]
pub(crate) struct People {
    named: HashSet<u64>,
    /// Other names of people who have one already.
    aliases: HashMap<u64, String>,
}

/// What an id of an event says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Whose {
    pub(crate) browser: Option<String>,
    pub(crate) person: Option<String>,
}

impl People {
    /// Notes what an event says of who is who, before any event is read.
    pub(crate) fn look(&mut self, event: &Value, kind: Option<&str>) {
        let text = |field: &str| event.at(field).and_then(Value::text);
        let Some(id) = text(DISTINCT_ID) else { return };
        match (kind, text(DEVICE_ID), text(ALIAS)) {
            (Some("$identify"), ..) => {
                self.named.insert(short(id));
            }
            (Some("$create_alias" | "$merge_dangerously"), _, Some(alias)) if alias != id => {
                self.alias(id, alias);
            }
            (_, Some(device), _) if device != id => {
                self.named.insert(short(id));
            }
            _ => {}
        }
    }

    fn alias(&mut self, id: &str, alias: &str) {
        let is_named = |name: &str| self.named.contains(&short(name));
        match (is_named(id), is_named(alias)) {
            (true, true) => {
                let first = self.first_name(id);
                // The other way round there would be a circle.
                if first != self.first_name(alias) {
                    let other = self.first_name(alias);
                    self.aliases.insert(short(&other), first);
                }
            }
            (true, false) => {}
            // A browser is given a name.
            (false, _) => {
                self.named.insert(short(alias));
            }
        }
    }

    /// Of several names of one person, the one that all are called by.
    fn first_name(&self, name: &str) -> String {
        let mut name = name;
        while let Some(first) = self.aliases.get(&short(name)) {
            name = first;
        }
        name.to_owned()
    }

    /// Whose an event is.
    pub(crate) fn whose(&self, event: &Value, kind: Option<&str>) -> Whose {
        let text = |field: &str| event.at(field).and_then(Value::text);
        let Some(id) = text(DISTINCT_ID) else {
            return Whose::default();
        };
        let is_named = |name: &str| self.named.contains(&short(name));
        let person = |name: &str| Some(self.first_name(name));
        let browser = |name: Option<&str>| name.map(str::to_owned);
        match (kind, text(ALIAS)) {
            (Some("$identify"), _) => {
                let before = text(ANON_DISTINCT_ID).or_else(|| text(DEVICE_ID));
                Whose {
                    browser: browser(before.filter(|before| *before != id)),
                    person: person(id),
                }
            }
            (Some("$create_alias" | "$merge_dangerously"), Some(alias)) => {
                match (is_named(id), is_named(alias)) {
                    (true, false) => Whose {
                        browser: browser(Some(alias)),
                        person: person(id),
                    },
                    (false, true) => Whose {
                        browser: browser(Some(id)),
                        person: person(alias),
                    },
                    _ => Whose::default(),
                }
            }
            _ if is_named(id) => Whose {
                browser: browser(text(DEVICE_ID)),
                person: person(id),
            },
            _ => Whose {
                browser: browser(text(DEVICE_ID).or(Some(id))),
                person: None,
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn event(id: &str, properties: &str) -> Value {
        Value::parse(&format!(
            r#"{{"distinct_id":"{id}","properties":{{{properties}}}}}"#
        ))
        .unwrap()
    }

    fn whose(browser: Option<&str>, person: Option<&str>) -> Whose {
        Whose {
            browser: browser.map(str::to_owned),
            person: person.map(str::to_owned),
        }
    }

    #[test]
    fn an_id_is_a_persons_once_any_event_says_so() {
        let mut people = People::default();
        let before = event("anon", "");
        let identified = event("ann", r#""$anon_distinct_id":"anon""#);
        let server = event("ann", "");
        let after = event("bob", r#""$device_id":"other""#);
        people.look(&before, Some("$pageview"));
        people.look(&identified, Some("$identify"));
        people.look(&after, Some("$pageview"));
        let of = |event, kind| people.whose(event, Some(kind));
        assert_eq!(of(&before, "$pageview"), whose(Some("anon"), None));
        assert_eq!(
            of(&identified, "$identify"),
            whose(Some("anon"), Some("ann"))
        );
        assert_eq!(of(&server, "paid"), whose(None, Some("ann")));
        assert_eq!(of(&after, "$pageview"), whose(Some("other"), Some("bob")));
        assert_eq!(of(&event("bob", ""), "paid"), whose(None, Some("bob")));
    }

    #[test]
    fn an_alias_names_a_browser_or_is_another_name() {
        let mut people = People::default();
        let front = event("front", r#""alias":"back""#);
        people.look(&front, Some("$create_alias"));
        assert_eq!(
            people.whose(&front, Some("$create_alias")),
            whose(Some("front"), Some("back"))
        );
        for name in ["ann", "anna"] {
            people.look(&event(name, ""), Some("$identify"));
        }
        let merged = event("ann", r#""alias":"anna""#);
        people.look(&merged, Some("$merge_dangerously"));
        people.look(&event("anna", r#""alias":"ann""#), Some("$create_alias"));
        assert_eq!(
            people.whose(&event("anna", ""), None).person,
            Some("ann".to_owned())
        );
        assert_eq!(
            people.whose(&event("ann", ""), None).person,
            Some("ann".to_owned())
        );
        let old = event("ann", r#""alias":"older""#);
        people.look(&old, Some("$create_alias"));
        assert_eq!(
            people.whose(&old, Some("$create_alias")),
            whose(Some("older"), Some("ann"))
        );
    }
}
