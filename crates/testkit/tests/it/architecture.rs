//! Who may use whom: the layers of `docs/architecture.md`, checked against the manifests.
//!
//! A new crate fails the test until it has a line in [`MAY_USE`]; so does a dependency between our
//! crates that no line allows.

mod layers;

use std::collections::BTreeSet;

use serde_json::{Value, json};

use self::layers::{DOMAIN, MAY_USE};
use crate::workspace::{cargo, list, metadata, root, text};

/// What would tie a domain crate to a runtime, a database, a protocol or chance, however many crates lie
/// between. A star ends a prefix.
const NOT_IN_DOMAIN: [&str; 14] = [
    "getrandom",
    "mio",
    "rand",
    "ring",
    "socket2",
    "tokio",
    "tokio-*",
    "diesel*",
    "deadpool*",
    "actix*",
    "reqwest",
    "hyper*",
    "rustls*",
    "utoipa*",
];

fn is_domain(name: &str) -> bool {
    name == "tributary-kernel" || DOMAIN.contains(&name)
}

/// The crates that this one may use; `None` when nobody has said.
fn allowed(name: &str) -> Option<BTreeSet<&'static str>> {
    if DOMAIN.contains(&name) {
        return Some(BTreeSet::from(["tributary-kernel"]));
    }
    let (_, uses) = MAY_USE.iter().find(|(listed, _)| *listed == name)?;
    let expand = |used: &&'static str| match *used {
        "domain" => [&DOMAIN[..], &["tributary-kernel"]].concat(),
        other => vec![other],
    };
    Some(uses.iter().flat_map(expand).collect())
}

fn matches(pattern: &str, name: &str) -> bool {
    pattern
        .strip_suffix('*')
        .map_or(pattern == name, |prefix| name.starts_with(prefix))
}

/// Every breach of the rules, as a sentence.
fn breaches(metadata: &Value) -> Vec<String> {
    let packages = list(metadata, "packages");
    let ours: BTreeSet<_> = packages
        .iter()
        .map(|package| text(package, "name"))
        .collect();
    let mut found = Vec::new();
    for package in packages {
        let name = text(package, "name");
        let Some(allowed) = allowed(name) else {
            found.push(format!(
                "{name} has no line in MAY_USE: say which crates it may use"
            ));
            continue;
        };
        for dependency in list(package, "dependencies") {
            let used = text(dependency, "name");
            if text(dependency, "kind") == "dev" {
                continue;
            }
            if ours.contains(used) && !allowed.contains(used) {
                found.push(format!("{name} must not use {used}"));
            }
            if is_domain(name) && NOT_IN_DOMAIN.iter().any(|pattern| matches(pattern, used)) {
                found.push(format!("{name} is a domain crate and must not use {used}"));
            }
        }
    }
    found
}

#[test]
fn crates_use_only_the_layers_below_them() {
    let found = breaches(&metadata(&["--no-deps"]));
    assert!(found.is_empty(), "\n{}", found.join("\n"));
}

/// What a crate that embeds this one would have to compile besides, with the features that it asks for and
/// no others: the whole workspace asks for more.
fn compiled(name: &str) -> BTreeSet<String> {
    let tree = ["tree", "--locked", "--edges", "normal", "--prefix", "none"];
    let tree = cargo(&[&tree[..], &["--format", "{p}", "--package", name]].concat());
    let names = tree.lines().filter_map(|line| line.split(' ').next());
    names
        .filter(|found| *found != name)
        .map(str::to_owned)
        .collect()
}

#[test]
fn no_domain_crate_drags_in_a_runtime_a_database_or_chance() {
    for name in DOMAIN.into_iter().chain(["tributary-kernel"]) {
        let compiled = compiled(name);
        assert!(compiled.contains("uuid"), "{name}: {compiled:?}");
        let dragged_in: Vec<_> = compiled
            .iter()
            .filter(|used| NOT_IN_DOMAIN.iter().any(|pattern| matches(pattern, used)))
            .collect();
        assert!(dragged_in.is_empty(), "{name} drags in {dragged_in:?}");
    }
}

/// What is not ours is silent in the log at debug level: a crate that is not known there loses its lines.
#[test]
fn the_log_knows_every_crate_that_the_binary_is_made_of() {
    let metadata = metadata(&["--no-deps"]);
    let mut expected = BTreeSet::new();
    for package in list(&metadata, "packages") {
        let is_part =
            !["tributary-testkit", "tributary-fake-platform"].contains(&text(package, "name"));
        let libraries = list(package, "targets").iter();
        let libraries =
            libraries.filter(|target| list(target, "kind").contains(&Value::from("lib")));
        let names = libraries.map(|target| text(target, "name").to_owned());
        expected.extend(names.filter(|name| is_part && !name.starts_with("tributary")));
    }
    let main = std::fs::read_to_string(root().join("crates/api/src/main.rs")).unwrap();
    let (_, listed) = main.split_once("const OURS").unwrap();
    let (_, listed) = listed.split_once("= [").unwrap();
    let (listed, _) = listed.split_once(']').unwrap();
    let listed = listed
        .split(',')
        .map(|name| name.trim().trim_matches('"').to_owned());
    let listed: BTreeSet<_> = listed.filter(|name| !name.is_empty()).collect();
    assert_eq!(listed, expected);
}

#[test]
fn every_rule_speaks_of_a_crate_that_exists() {
    let metadata = metadata(&["--no-deps"]);
    let names: BTreeSet<_> = list(&metadata, "packages")
        .iter()
        .map(|package| text(package, "name"))
        .collect();
    let listed: BTreeSet<_> = MAY_USE
        .iter()
        .map(|(name, _)| *name)
        .chain(DOMAIN.iter().copied())
        .collect();
    assert_eq!(names, listed);
}

/// A workspace of `kernel` and one more crate that uses one thing.
fn forged(name: &str, used: &str, kind: Option<&str>) -> Value {
    json!({ "packages": [
        { "name": "tributary-kernel", "dependencies": [] },
        { "name": "tributary-application", "dependencies": [] },
        { "name": "tributary-reporting", "dependencies": [] },
        { "name": name, "dependencies": [{ "name": used, "kind": kind }] },
    ]})
}

#[test]
fn the_check_finds_what_is_forbidden() {
    for (name, used) in [
        ("tributary-event-intake", "tributary-reporting"),
        ("tributary-kernel", "tributary-reporting"),
        ("tributary-application", "tributary-worker"),
        ("tributary-testkit", "tributary-application"),
        ("identity-graph", "tokio"),
        ("identity-graph", "tokio-postgres"),
        ("identity-graph", "diesel-async"),
        ("tributary-kernel", "actix-web"),
        ("a-new-crate", "tributary-kernel"),
    ] {
        let mut metadata = forged(name, used, None);
        if let Some(packages) = metadata.get_mut("packages").and_then(Value::as_array_mut) {
            packages.push(json!({ "name": "tributary-worker", "dependencies": [] }));
        }
        let found = breaches(&metadata);
        assert_eq!(found.len(), 1, "{name} with {used}: {found:?}");
        assert!(found.concat().contains(name), "{found:?}");
    }
    let built = forged("tributary-event-intake", "tokio", Some("build"));
    assert_eq!(breaches(&built).len(), 1);
}

#[test]
fn the_check_lets_pass_what_is_allowed() {
    for (name, used, kind) in [
        ("tributary-event-intake", "tributary-kernel", None),
        ("tributary-event-intake", "serde", None),
        ("tributary-event-intake", "tokio", Some("dev")),
        ("tributary-event-intake", "tributary-reporting", Some("dev")),
        ("tributary-worker", "tributary-reporting", None),
        ("tributary-worker", "tokio", None),
    ] {
        assert_eq!(
            breaches(&forged(name, used, kind)),
            [""; 0],
            "{name} with {used}"
        );
    }
}
