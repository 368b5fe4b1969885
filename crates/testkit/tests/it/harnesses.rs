//! A library whose tests or examples of documentation are not built has none: building a harness for nothing costs
//! as much as building the library, and a test in one that is not built would never run.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::workspace::{list, metadata, text};

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|it| it == "rs") {
            found.push(path);
        }
    }
}

/// Whether any file of a target's folder says one of these words.
fn says(target: &Value, is_meant: fn(&str) -> bool) -> bool {
    let root = PathBuf::from(text(target, "src_path"));
    let mut files = Vec::new();
    sources(root.parent().unwrap(), &mut files);
    let mut lines = files.iter().map(|file| fs::read_to_string(file).unwrap());
    lines.any(|text| text.lines().any(|line| is_meant(line.trim())))
}

fn is_test(line: &str) -> bool {
    line == "#[test]" || line.ends_with("::test]") || line == "proptest! {"
}

fn is_example(line: &str) -> bool {
    let documents = line.starts_with("//! ```") || line.starts_with("/// ```");
    documents || line.contains("include_str!(\"../README.md\")")
}

fn is_off(target: &Value, name: &str) -> bool {
    target.get(name).and_then(Value::as_bool) == Some(false)
}

#[test]
fn what_is_not_built_for_tests_has_none_and_what_is_has_some() {
    let found = metadata(&["--no-deps"]);
    let targets = list(&found, "packages").iter();
    let targets = targets.flat_map(|package| list(package, "targets"));
    let libraries = targets.filter(|target| list(target, "kind") == [Value::from("lib")]);
    let mut wrong = Vec::new();
    let (mut untested, mut tested) = (0, 0);
    for library in libraries {
        let name = text(library, "name");
        let (off, tests) = (is_off(library, "test"), says(library, is_test));
        if off == tests {
            wrong.push(format!(
                "{name}: its tests are built: {}, there are some: {tests}",
                !off
            ));
        }
        let (off, examples) = (is_off(library, "doctest"), says(library, is_example));
        if off == examples {
            wrong.push(format!(
                "{name}: its documentation is built: {}, there is an example: {examples}",
                !off
            ));
        }
        untested += usize::from(is_off(library, "test"));
        tested += usize::from(!is_off(library, "test"));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(untested > 5 && tested > 20, "{untested} {tested}");
}
