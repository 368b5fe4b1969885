//! A program or library whose tests or examples of documentation are not built has none: building a harness for nothing
//! costs as much as building the library, and a test in one that is not built would never run.

use std::fs;
use std::path::{Path, PathBuf};

use regex::Regex;
use serde_json::Value;

use crate::workspace::{list, metadata, root, text};

/// The files of a target: its first one, and those of the modules that it names.
fn files(file: PathBuf, module: &Regex, found: &mut Vec<PathBuf>) {
    let text = fs::read_to_string(&file).unwrap();
    let folder = file.parent().unwrap();
    let name = file.file_stem().unwrap();
    let is_root =
        ["lib", "main", "mod"].iter().any(|root| name == *root) || folder.ends_with("bin");
    let inner = if is_root {
        folder.to_owned()
    } else {
        folder.join(name)
    };
    for named in module.captures_iter(&text) {
        let elsewhere = named.get(1).map(|path| folder.join(path.as_str()));
        let own = inner.join(format!("{}.rs", &named[2]));
        let in_folder = inner.join(&named[2]).join("mod.rs");
        let mut places = elsewhere.into_iter().chain([own, in_folder]);
        let next = places.find(|place| Path::is_file(place));
        files(
            next.unwrap_or_else(|| panic!("{}: {}", file.display(), &named[2])),
            module,
            found,
        );
    }
    found.push(file);
}

/// Whether any file of a target has a line that is meant.
fn says(target: &Value, module: &Regex, is_meant: fn(&str) -> bool) -> bool {
    let mut found = Vec::new();
    files(PathBuf::from(text(target, "src_path")), module, &mut found);
    let mut texts = found.iter().map(|file| fs::read_to_string(file).unwrap());
    texts.any(|text| text.lines().any(|line| is_meant(line.trim())))
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

/// Packages that are tested with mocks of others: what their tests build is not what the service is built of.
#[test]
fn whoever_is_tested_with_mocks_is_tested_apart() {
    let workspace = metadata(&["--no-deps"]);
    let with_mocks = |dependency: &Value| list(dependency, "features").contains(&"mocks".into());
    let packages = list(&workspace, "packages").iter();
    let tested = packages.filter(|package| list(package, "dependencies").iter().any(with_mocks));
    let mut names: Vec<&str> = tested.map(|package| text(package, "name")).collect();
    names.sort_unstable();
    let dev = fs::read_to_string(root().join("dev")).unwrap();
    let line = format!("for name in {}; do", names.join(" "));
    assert!(dev.contains(&line), "`dev` lacks: {line}");
}

#[test]
fn what_is_not_built_for_tests_has_none_and_what_is_has_some() {
    let module = r#"(?m)^\s*(?:#\[path = "([^"]+)"\]\s*)?(?:pub(?:\([a-z ]+\))? )?mod (\w+);"#;
    let module = Regex::new(module).unwrap();
    let workspace = metadata(&["--no-deps"]);
    let targets = list(&workspace, "packages").iter();
    let targets = targets.flat_map(|package| list(package, "targets"));
    let mut wrong = Vec::new();
    let (mut untested, mut tested) = (0, 0);
    for target in targets {
        let kind = list(target, "kind");
        let is_library = kind == [Value::from("lib")];
        if !is_library && kind != [Value::from("bin")] {
            continue;
        }
        let name = text(target, "name");
        let (off, some) = (is_off(target, "test"), says(target, &module, is_test));
        if off == some {
            wrong.push(format!(
                "{name}: tests are built: {}, there are some: {some}",
                !off
            ));
        }
        untested += usize::from(off);
        tested += usize::from(!off);
        let (off, some) = (is_off(target, "doctest"), says(target, &module, is_example));
        if is_library && off == some {
            wrong.push(format!(
                "{name}: examples are built: {}, there are some: {some}",
                !off
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(untested > 5 && tested > 20, "{untested} {tested}");
}
