//! What an event's free properties say that a platform could be told.
//!
//! Some names mean something: `event_id` is what the caller's own pixel told, `order_id` the number of the order,
//! `contents` what was bought, `person` what is known of somebody beyond who they are. Everything else is a property
//! of the caller's own, unless it is a list, an object or nothing.

use std::collections::BTreeMap;

use export_rules::{Content, Person, Property, PropertyValue};
use kernel::{Date, Personal};
use serde_json::value::RawValue;

/// At most so many products of one event.
const MOST_CONTENTS: usize = 200;
/// At most so many characters of a value that means something.
const LONGEST: usize = 256;

/// What was read.
#[derive(Debug, Default)]
pub(super) struct Told {
    pub(super) own_event_id: Option<String>,
    pub(super) order_id: Option<String>,
    pub(super) contents: Vec<Content>,
    pub(super) properties: Vec<Property>,
}

type Members<'a> = BTreeMap<String, &'a RawValue>;

/// Reads properties as they are stored, and adds to what is known of the person.
pub(super) fn read(text: &str, person: &mut Person) -> Told {
    let mut told = Told::default();
    let members: Members<'_> = serde_json::from_str(text).unwrap_or_default();
    for (key, value) in members {
        match key.as_str() {
            "event_id" => told.own_event_id = id(value),
            "order_id" => told.order_id = id(value),
            "contents" => told.contents = contents(value),
            "person" => add(person, value),
            _ => told.properties.extend(property(key, value)),
        }
    }
    told
}

fn scalar(value: &RawValue) -> Option<PropertyValue> {
    let text = value.get();
    match text.as_bytes().first()? {
        b'"' => serde_json::from_str(text).ok().map(PropertyValue::Text),
        b'-' | b'0'..=b'9' => Some(PropertyValue::Number(text.to_owned())),
        b't' => Some(PropertyValue::Flag(true)),
        b'f' => Some(PropertyValue::Flag(false)),
        _ => None,
    }
}

fn property(key: String, value: &RawValue) -> Option<Property> {
    let value = scalar(value)?;
    Some(Property { key, value })
}

/// A name for something: a text, or a number as it is written.
fn id(value: &RawValue) -> Option<String> {
    let text = match scalar(value)? {
        PropertyValue::Text(text) => text.trim().to_owned(),
        PropertyValue::Number(text) => text,
        PropertyValue::Flag(_) => return None,
    };
    let is_short = !text.is_empty() && text.chars().count() <= LONGEST;
    is_short.then_some(text)
}

/// Products with an id; what else is wrong with one is left out.
fn contents(value: &RawValue) -> Vec<Content> {
    let items: Vec<&RawValue> = serde_json::from_str(value.get()).unwrap_or_default();
    let read = |raw: &RawValue| {
        let item: Members<'_> = serde_json::from_str(raw.get()).ok()?;
        let written = |key: &str| item.get(key).and_then(|raw| id(raw));
        Some(Content {
            id: written("id")?,
            quantity: written("quantity").and_then(|text| text.parse().ok()),
            item_price: written("item_price").and_then(|text| text.parse().ok()),
        })
    };
    items
        .into_iter()
        .filter_map(read)
        .take(MOST_CONTENTS)
        .collect()
}

fn add(person: &mut Person, value: &RawValue) {
    let members: Members<'_> = serde_json::from_str(value.get()).unwrap_or_default();
    for (key, value) in members {
        let place = match key.as_str() {
            "gender" => &mut person.gender,
            "city" => &mut person.city,
            "region" => &mut person.region,
            "postcode" => &mut person.postcode,
            "country" => &mut person.country,
            "lead_id" => &mut person.lead_id,
            "page_scoped_user_id" => &mut person.page_scoped_user_id,
            "ig_sid" => &mut person.ig_sid,
            "born" => {
                person.born = id(value).as_deref().and_then(date);
                continue;
            }
            _ => continue,
        };
        *place = id(value).map(Personal::new);
    }
}

/// A day as `2001-02-03`.
fn date(text: &str) -> Option<Date> {
    let mut parts = text.splitn(3, '-');
    let mut next = || parts.next();
    let (year, month, day) = (next()?, next()?, next()?);
    let month: u8 = month.parse().ok()?;
    let month = time::Month::try_from(month).ok()?;
    Date::from_calendar_date(year.parse().ok()?, month, day.parse().ok()?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_mean_something_are_read_and_the_rest_is_the_callers() {
        let text = r#"{
            "event_id": "pixel-1", "order_id": 1007, "plan": "gold", "seats": 3.50, "renewal": true,
            "tags": ["a"], "nested": {"email": "ana@example.com"}, "nothing": null,
            "contents": [{"id": "sku-1", "quantity": 2, "item_price": 9.90}, {"quantity": 1}, {"id": 7}, "x"],
            "person": {"born": "1990-02-03", "gender": "f", "city": "Valparaíso", "region": "VS", "postcode": 2340000,
                "country": "CL", "lead_id": "77", "page_scoped_user_id": "p", "ig_sid": "i", "shoe_size": 40}
        }"#;
        let mut person = Person::default();
        let told = read(text, &mut person);
        assert_eq!(told.own_event_id.as_deref(), Some("pixel-1"));
        assert_eq!(told.order_id.as_deref(), Some("1007"));
        let content = |id: &str, quantity, price: Option<&str>| Content {
            id: id.to_owned(),
            quantity,
            item_price: price.map(|price| price.parse().unwrap()),
        };
        let bought = [
            content("sku-1", Some(2), Some("9.90")),
            content("7", None, None),
        ];
        assert_eq!(told.contents, bought);
        let own = |key: &str, value| Property {
            key: key.to_owned(),
            value,
        };
        let properties = [
            own("plan", PropertyValue::Text("gold".to_owned())),
            own("renewal", PropertyValue::Flag(true)),
            own("seats", PropertyValue::Number("3.50".to_owned())),
        ];
        assert_eq!(told.properties, properties);
        let known = [
            &person.gender,
            &person.city,
            &person.region,
            &person.postcode,
            &person.country,
            &person.lead_id,
            &person.page_scoped_user_id,
            &person.ig_sid,
        ];
        let known = known.map(|value| value.as_ref().map(Personal::as_str));
        let said = ["f", "Valparaíso", "VS", "2340000", "CL", "77", "p", "i"];
        assert_eq!(known, said.map(Some));
        assert_eq!(person.born.unwrap().to_string(), "1990-02-03");
    }

    #[test]
    fn what_cannot_be_read_says_nothing() {
        let mut person = Person::default();
        let text =
            r#"{"event_id": {}, "order_id": "", "contents": {"id": 1}, "person": [1], "x": []}"#;
        let told = read(text, &mut person);
        assert_eq!(told.own_event_id, None);
        assert_eq!(told.order_id, None);
        assert!(told.contents.is_empty() && told.properties.is_empty());
        assert!(person.city.is_none());
        let many = format!(r#"{{"contents": [{}]}}"#, [r#"{"id":1}"#; 300].join(","));
        assert_eq!(read(&many, &mut person).contents.len(), MOST_CONTENTS);
    }

    #[test]
    fn days_are_days() {
        assert_eq!(date("1990-02-03").unwrap().to_string(), "1990-02-03");
        for text in ["", "1990", "1990-13-01", "1990-02-30", "03-02-1990x"] {
            assert_eq!(date(text), None, "{text}");
        }
    }
}
