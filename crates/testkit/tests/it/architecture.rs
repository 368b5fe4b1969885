//! Who may use whom: the layers of `docs/architecture.md`, checked against the manifests.
//!
//! A new crate fails the test until it has a line in [`MAY_USE`]; so does a dependency between our
//! crates that no line allows.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::workspace::{cargo, list, metadata, text};

/// The pure crates, each of which can be embedded in another service alone.
const DOMAIN: [&str; 12] = [
    "tributary-access-control",
    "tributary-ad-changes",
    "tributary-ad-spend",
    "attribution-models",
    "channel-classifier",
    "conversion-definitions",
    "tributary-event-intake",
    "export-rules",
    "identity-graph",
    "tributary-platform-connections",
    "tributary-reporting",
    "tributary-webhook-events",
];

/// A crate, and ours that its non-test code may use. `domain` stands for every crate of [`DOMAIN`]
/// with `kernel`. Domain crates use `kernel` alone.
const MAY_USE: [(&str, &[&str]); 43] = [
    ("tributary-kernel", &[]),
    ("tributary-application", &["domain"]),
    // Use cases as well, beside those of `application`, whose unit of work they run in.
    (
        "tributary-conversion-export",
        &["domain", "tributary-application"],
    ),
    ("tributary-accounts", &["domain", "tributary-application"]),
    (
        "tributary-customer-decisions",
        &["domain", "tributary-application"],
    ),
    (
        "tributary-site-quality",
        &["domain", "tributary-application"],
    ),
    // And those of spend, which is read with the tokens of connections.
    (
        "tributary-spend-intake",
        &[
            "domain",
            "tributary-application",
            "tributary-conversion-export",
        ],
    ),
    // And those of changes at platforms.
    (
        "tributary-platform-changes",
        &[
            "domain",
            "tributary-application",
            "tributary-conversion-export",
        ],
    ),
    // And those of files of events, with what such files are.
    (
        "tributary-event-import",
        &["domain", "tributary-application"],
    ),
    ("tributary-postgres-schema", &[]),
    (
        "tributary-postgres-kit",
        &[
            "domain",
            "tributary-application",
            "tributary-postgres-schema",
            "tributary-rollups",
        ],
    ),
    (
        "tributary-postgres-reporting",
        &[
            "domain",
            "tributary-application",
            "tributary-postgres-kit",
            "tributary-postgres-schema",
            "tributary-rollups",
        ],
    ),
    (
        "tributary-postgres-people",
        &[
            "domain",
            "tributary-application",
            "tributary-doctor",
            "tributary-postgres-kit",
        ],
    ),
    (
        "tributary-postgres-full-replay",
        &["domain", "tributary-application", "tributary-postgres-kit"],
    ),
    (
        "tributary-postgres",
        &[
            "domain",
            "tributary-application",
            "tributary-postgres-full-replay",
            "tributary-postgres-exports",
            "tributary-postgres-kit",
            "tributary-postgres-people",
            "tributary-postgres-reporting",
            "tributary-postgres-schema",
            "tributary-postgres-spend",
            "tributary-postgres-users",
            "tributary-postgres-webhooks",
            "tributary-doctor",
            "tributary-rollups",
        ],
    ),
    (
        "tributary-postgres-users",
        &[
            "domain",
            "tributary-postgres-kit",
            "tributary-postgres-schema",
        ],
    ),
    (
        "tributary-postgres-webhooks",
        &[
            "domain",
            "tributary-application",
            "tributary-postgres-kit",
            "tributary-postgres-schema",
        ],
    ),
    (
        "tributary-postgres-exports",
        &[
            "domain",
            "tributary-application",
            "tributary-postgres-kit",
            "tributary-postgres-schema",
        ],
    ),
    (
        "tributary-postgres-spend",
        &[
            "domain",
            "tributary-application",
            "tributary-postgres-kit",
            "tributary-postgres-schema",
        ],
    ),
    ("tributary-doctor", &["domain"]),
    // Pure, but about bytes: what is counted and what it means is the domain's.
    ("tributary-rollups", &["domain"]),
    ("tributary-system", &["domain", "tributary-application"]),
    (
        "tributary-identity-provider",
        &["domain", "tributary-accounts", "tributary-application"],
    ),
    ("tributary-payments", &["domain", "tributary-application"]),
    ("tributary-webhooks", &["domain"]),
    ("tributary-ad-platforms", &["domain"]),
    ("tributary-local-postgres", &[]),
    (
        "tributary-group-commit",
        &["domain", "tributary-application"],
    ),
    (
        "tributary-worker",
        &[
            "domain",
            "tributary-application",
            "tributary-conversion-export",
            "tributary-customer-decisions",
            "tributary-platform-changes",
            "tributary-site-quality",
            "tributary-spend-intake",
        ],
    ),
    (
        "tributary-http-kit",
        &["domain", "tributary-accounts", "tributary-application"],
    ),
    (
        "tributary-accounts-api",
        &[
            "domain",
            "tributary-accounts",
            "tributary-application",
            "tributary-http-kit",
        ],
    ),
    (
        "tributary-webhooks-api",
        &["domain", "tributary-application", "tributary-http-kit"],
    ),
    (
        "tributary-exports-api",
        &[
            "domain",
            "tributary-application",
            "tributary-conversion-export",
            "tributary-http-kit",
            "tributary-spend-intake",
        ],
    ),
    (
        "tributary-spend-api",
        &[
            "domain",
            "tributary-application",
            "tributary-http-kit",
            "tributary-spend-intake",
        ],
    ),
    (
        "tributary-people-api",
        &[
            "domain",
            "tributary-application",
            "tributary-customer-decisions",
            "tributary-http-kit",
        ],
    ),
    (
        "tributary-tracking-api",
        &["domain", "tributary-application", "tributary-http-kit"],
    ),
    (
        "tributary-rest-api",
        &[
            "domain",
            "tributary-accounts-api",
            "tributary-application",
            "tributary-exports-api",
            "tributary-http-kit",
            "tributary-people-api",
            "tributary-site-quality",
            "tributary-spend-api",
            "tributary-spend-intake",
            "tributary-tracking-api",
            "tributary-webhooks-api",
        ],
    ),
    (
        "tributary-console-kit",
        &[
            "domain",
            "tributary-accounts",
            "tributary-application",
            "tributary-conversion-export",
            "tributary-http-kit",
            "tributary-spend-intake",
        ],
    ),
    (
        "tributary-console",
        &[
            "domain",
            "tributary-accounts",
            "tributary-accounts-api",
            "tributary-application",
            "tributary-console-kit",
            "tributary-conversion-export",
            "tributary-customer-decisions",
            "tributary-exports-api",
            "tributary-http-kit",
            "tributary-people-api",
            "tributary-rest-api",
            "tributary-site-quality",
            "tributary-spend-api",
            "tributary-spend-intake",
            "tributary-tracking-api",
            "tributary-webhooks-api",
        ],
    ),
    (
        "tributary-mcp-server",
        &[
            "domain",
            "tributary-application",
            "tributary-exports-api",
            "tributary-http-kit",
            "tributary-people-api",
            "tributary-rest-api",
            "tributary-spend-api",
        ],
    ),
    // The library half uses less; `sources.rs` sees to that.
    (
        "tributary-api",
        &[
            "domain",
            "tributary-accounts",
            "tributary-application",
            "tributary-console",
            "tributary-conversion-export",
            "tributary-doctor",
            "tributary-event-import",
            "tributary-http-kit",
            "tributary-mcp-server",
            "tributary-rest-api",
            "tributary-spend-intake",
            "tributary-group-commit",
            "tributary-worker",
            "tributary-ad-platforms",
            "tributary-payments",
            "tributary-postgres",
            "tributary-webhooks",
            "tributary-system",
            "tributary-identity-provider",
            "tributary-local-postgres",
        ],
    ),
    // What stores promise, and nothing of who uses them: so it can test every adapter.
    (
        "tributary-testkit",
        &[
            "domain",
            "tributary-postgres-schema",
            "tributary-local-postgres",
        ],
    ),
    // What it measures it runs as a process.
    (
        "tributary-bench",
        &[
            "domain",
            "tributary-application",
            "tributary-local-postgres",
            "tributary-system",
        ],
    ),
];

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
