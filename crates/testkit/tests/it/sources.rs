//! Rules that manifests cannot show: which files may name an adapter, and where tables are defined.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use crate::workspace::{list, metadata, root, text};

/// Every Rust file below a directory.
pub(crate) fn rust_files(dir: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(dir).unwrap().map(Result::unwrap) {
        let path = entry.path();
        if path.is_dir() && entry.file_name() != "target" {
            found.extend(rust_files(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
    found
}

/// The crates that only the binary may name, as they are written in code: the adapters, and those
/// that stand beside the interfaces and not below them.
fn outer_crates() -> BTreeSet<String> {
    let metadata = metadata(&["--no-deps"]);
    let is_outer = |manifest: &str| {
        manifest.contains("/crates/adapters/")
            || manifest.contains("/crates/worker/")
            || manifest.contains("/crates/group-commit/")
    };
    list(&metadata, "packages")
        .iter()
        .filter(|package| is_outer(text(package, "manifest_path")))
        .map(|package| text(package, "name").replace('-', "_"))
        .collect()
}

/// The modules that a crate's root declares.
fn modules(source: &str) -> BTreeSet<&str> {
    let declared = source.lines().filter_map(|line| {
        let words = line
            .trim_start()
            .trim_start_matches("pub ")
            .trim_start_matches("pub(crate) ");
        words.strip_prefix("mod ")?.split([';', ' ', '{']).next()
    });
    declared.collect()
}

/// The module at the top of a path below `src`: `http` of `http/keys/create.rs`.
pub(crate) fn top_module(path: &Path) -> String {
    let first = path
        .components()
        .next()
        .unwrap()
        .as_os_str()
        .to_string_lossy()
        .into_owned();
    first.trim_end_matches(".rs").to_owned()
}

/// Whether a line of code, comments aside, names one of the crates.
fn names_one_of<'a>(source: &str, crates: &'a BTreeSet<String>) -> Option<&'a String> {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let code = source
        .lines()
        .filter(|line| !line.trim_start().starts_with("//"));
    let words: BTreeSet<_> = code
        .flat_map(|line| line.split(|c: char| !is_word(c)))
        .collect();
    crates.iter().find(|name| words.contains(name.as_str()))
}

#[test]
fn only_the_binarys_own_files_name_adapters() {
    let src = root().join("crates/api/src");
    let read = |name: &str| fs::read_to_string(src.join(name)).unwrap_or_default();
    let (library, binary) = (read("lib.rs"), read("main.rs"));
    let outer = outer_crates();
    assert!(outer.contains("tributary_postgres"), "{outer:?}");
    for file in rust_files(&src) {
        let below = file.strip_prefix(&src).unwrap();
        let top = top_module(below);
        let of_binary = top == "main" || modules(&binary).contains(top.as_str());
        if of_binary && !modules(&library).contains(top.as_str()) {
            continue;
        }
        let named = names_one_of(&fs::read_to_string(&file).unwrap(), &outer);
        assert_eq!(
            named,
            None,
            "{} is no file of the binary alone",
            file.display()
        );
    }
}

#[test]
fn tables_are_defined_in_the_schema_crate_alone() {
    let schema = root().join("crates/adapters/postgres-schema");
    for file in rust_files(&root().join("crates")) {
        if file.starts_with(&schema) || file.ends_with("testkit/tests/it/sources.rs") {
            continue;
        }
        assert_ne!(file.file_name().unwrap(), "schema.rs", "{}", file.display());
        let source = fs::read_to_string(&file).unwrap();
        assert!(!source.contains("diesel::table!"), "{}", file.display());
    }
}

#[test]
fn the_checks_see_what_they_look_for() {
    let crates = BTreeSet::from(["tributary_postgres".to_owned()]);
    assert!(names_one_of("use tributary_postgres::Pool;", &crates).is_some());
    assert!(names_one_of("    let pool = tributary_postgres::open();", &crates).is_some());
    assert!(names_one_of("// tributary_postgres is elsewhere", &crates).is_none());
    assert!(names_one_of("use my_tributary_postgres::Pool;", &crates).is_none());
    let declared = modules("//! mod no;\npub mod http;\nmod error;\npub(crate) mod wire {\n");
    assert_eq!(declared, BTreeSet::from(["error", "http", "wire"]));
    assert_eq!(top_module(Path::new("http/keys/create.rs")), "http");
    assert_eq!(top_module(Path::new("composition.rs")), "composition");
}
