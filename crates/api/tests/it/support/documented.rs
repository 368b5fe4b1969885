//! What the document says of an answer: whatever a test asks for, its answer has to be of a status
//! and a form that is written there.

use std::cell::RefCell;
use std::collections::HashMap;

use actix_web::http::Method;
use boon::{Compiler, SchemaIndex, Schemas};
use serde_json::Value;

use super::Answer;

const DOCUMENT: &str = "mem:///openapi.json";

/// The document, and what was compiled of it.
struct Document {
    value: Value,
    compiler: Compiler,
    schemas: Schemas,
    known: HashMap<String, SchemaIndex>,
}

thread_local! {
    static READ: RefCell<Document> = RefCell::new(Document::read());
}

impl Document {
    fn read() -> Self {
        let value: Value = serde_json::from_str(&rest_api::openapi_json()).unwrap();
        let mut compiler = Compiler::new();
        compiler.add_resource(DOCUMENT, value.clone()).unwrap();
        Self {
            value,
            compiler,
            schemas: Schemas::new(),
            known: HashMap::new(),
        }
    }

    /// The template of a path; literal ones before those with a place for an id.
    fn template(&self, path: &str) -> Option<String> {
        let fits = |template: &&String| {
            let (wanted, has) = (template.split('/'), path.split('/'));
            wanted.clone().count() == has.clone().count()
                && wanted
                    .zip(has)
                    .all(|(wanted, has)| wanted == has || wanted.starts_with('{'))
        };
        let paths = self.value["paths"].as_object().unwrap();
        let found = paths.keys().filter(fits);
        found
            .min_by_key(|template| template.matches('{').count())
            .cloned()
    }

    /// Where the form of a JSON answer is written.
    fn place(&self, operation: &str, answer: &Answer) -> Option<String> {
        let status = answer.status.as_u16();
        let mut place = format!("{operation}/responses/{status}");
        let response = self.value.pointer(&place);
        let response =
            response.unwrap_or_else(|| panic!("{place} is not documented: {}", answer.text));
        if let Some(shared) = response.get("$ref").and_then(Value::as_str) {
            shared.strip_prefix('#').unwrap().clone_into(&mut place);
        }
        let media_type = answer.header("content-type")?;
        let media_type = media_type.split(';').next()?;
        if !media_type.ends_with("json") {
            return None;
        }
        place += "/content/";
        place += &media_type.replace('/', "~1");
        place += "/schema";
        let has = self.value.pointer(&place).is_some();
        assert!(has, "{place} is not documented: {}", answer.text);
        Some(place)
    }

    fn check(&mut self, operation: &str, answer: &Answer) {
        let Some(place) = self.place(operation, answer) else {
            return;
        };
        let known = self.known.get(&place).copied();
        let index = known.unwrap_or_else(|| {
            let address = format!("{DOCUMENT}#{place}");
            let compiled = self.compiler.compile(&address, &mut self.schemas);
            compiled.unwrap_or_else(|error| panic!("{place}: {error:#}"))
        });
        self.known.insert(place.clone(), index);
        let body: Value = serde_json::from_str(&answer.text).unwrap();
        if let Err(error) = self.schemas.validate(&body, index) {
            panic!("{place}: {error:#}\n{body}");
        }
    }
}

/// Asserts that the document has such an answer. What it has no operation for is not looked at.
pub(super) fn assert_documented(method: &Method, path: &str, answer: &Answer) {
    READ.with_borrow_mut(|document| {
        let Some(template) = document.template(path) else {
            return;
        };
        let template = template.replace('~', "~0").replace('/', "~1");
        let method = method.as_str().to_lowercase();
        let operation = format!("/paths/{template}/{method}");
        if document.value.pointer(&operation).is_some() {
            document.check(&operation, answer);
        }
    });
}
