//! The clients know every operation of the document by its id.

use std::collections::BTreeMap;
use std::fs::read_to_string;

use serde_json::Value;

use crate::workspace::root;

/// Method and path of each operation.
type Operations = BTreeMap<String, (String, String)>;

fn of_document() -> Operations {
    let text = read_to_string(root().join("docs/openapi.json")).unwrap();
    let document: Value = serde_json::from_str(&text).unwrap();
    let paths = document.get("paths").and_then(Value::as_object).unwrap();
    let items = paths.iter().flat_map(|(path, item)| {
        let operations = item.as_object().unwrap().iter();
        operations.filter_map(move |(method, operation)| {
            let id = operation.get("operationId")?.as_str()?;
            Some((id.to_owned(), (method.to_uppercase(), path.clone())))
        })
    });
    items.collect()
}

/// Reads `id: [method, path` and the like, whatever the quotes and brackets are.
fn of_client(file: &str, indent: &str) -> Operations {
    let text = read_to_string(root().join(file)).unwrap();
    let rows = text.lines().filter_map(|line| line.strip_prefix(indent));
    let operations = rows.map(|row| {
        let (id, rest) = row.split_once(':').unwrap();
        let mut texts = rest.split('"').skip(1).step_by(2);
        let (method, path) = (texts.next().unwrap(), texts.next().unwrap());
        (
            id.trim_matches('"').to_owned(),
            (method.to_owned(), path.to_owned()),
        )
    });
    operations.collect()
}

#[test]
fn clients_know_every_operation() {
    let document = of_document();
    assert!(document.contains_key("createEvent"));
    for (file, indent) in [
        ("clients/python/tributary/operations.py", "    "),
        ("clients/typescript/src/operations.ts", "  "),
    ] {
        assert_eq!(
            of_client(file, indent),
            document,
            "run `just clients-generate`"
        );
    }
}
