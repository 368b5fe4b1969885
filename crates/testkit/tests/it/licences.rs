//! Every third-party crate's licence is one we can ship under, and no crate drags in a C library
//! but ring's. `deny.toml` says the same to `cargo deny`; this needs nothing to be installed.

use serde_json::{Value, json};

use crate::workspace::{cargo, list, metadata, text};

/// Licences that ask for no more than to be named.
const ALLOWED: [&str; 13] = [
    "0BSD",
    "Apache-2.0",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "BSL-1.0",
    "CC0-1.0",
    "CDLA-Permissive-2.0",
    "ISC",
    "MIT",
    "MIT-0",
    "Unicode-3.0",
    "Unlicense",
    "Zlib",
];

/// Crates that need a C library, a C++ compiler or a second cryptography beside ring.
const BANNED: [&str; 11] = [
    "aws-lc-rs",
    "aws-lc-sys",
    "brotli",
    "libz-sys",
    "mysqlclient-sys",
    "native-tls",
    "openssl",
    "openssl-sys",
    "pq-sys",
    "sqlx",
    "zstd-sys",
];

/// Whether an SPDX expression can be met with [`ALLOWED`]. The old `A/B` means `A OR B`; an
/// exception (`WITH …`) only ever permits more.
fn is_allowed(expression: &str) -> bool {
    let spaced = expression
        .replace('/', " OR ")
        .replace('(', " ( ")
        .replace(')', " ) ");
    let mut words = spaced.split_whitespace().peekable();
    any_of(&mut words) && words.next().is_none()
}

type Words<'a> = std::iter::Peekable<std::str::SplitWhitespace<'a>>;

fn any_of(words: &mut Words) -> bool {
    let mut is_met = all_of(words);
    while words.next_if_eq(&"OR").is_some() {
        is_met |= all_of(words);
    }
    is_met
}

fn all_of(words: &mut Words) -> bool {
    let mut is_met = one(words);
    while words.next_if_eq(&"AND").is_some() {
        is_met &= one(words);
    }
    is_met
}

fn one(words: &mut Words) -> bool {
    if words.next_if_eq(&"(").is_some() {
        let is_met = any_of(words);
        return words.next() == Some(")") && is_met;
    }
    let is_met = words.next().is_some_and(|word| ALLOWED.contains(&word));
    if words.next_if_eq(&"WITH").is_some() {
        words.next();
    }
    is_met
}

/// Every crate that must not be here, as a sentence.
fn breaches(metadata: &Value) -> Vec<String> {
    let mut found = Vec::new();
    for package in list(metadata, "packages") {
        let (name, licence) = (text(package, "name"), text(package, "license"));
        if BANNED.contains(&name) {
            found.push(format!(
                "{name} is banned: it needs a C library or a second cryptography"
            ));
        }
        if !is_allowed(licence) {
            found.push(format!("{name} is under {licence:?}, which is not allowed"));
        }
    }
    found
}

#[test]
fn third_party_crates_are_permissive_and_need_no_c_library() {
    let version = cargo(&["-vV"]);
    let host = version
        .lines()
        .find_map(|line| line.strip_prefix("host: "))
        .unwrap();
    let metadata = metadata(&["--filter-platform", host]);
    let names: Vec<_> = list(&metadata, "packages")
        .iter()
        .map(|package| text(package, "name"))
        .collect();
    assert!(
        names.contains(&"ring") || names.contains(&"serde_json"),
        "no third-party crates seen"
    );
    let found = breaches(&metadata);
    assert!(found.is_empty(), "\n{}", found.join("\n"));
}

#[test]
fn the_check_finds_what_is_not_allowed() {
    let package = |name: &str, licence: Option<&str>| json!({ "name": name, "license": licence });
    let metadata = json!({ "packages": [
        package("fine", Some("MIT")),
        package("openssl-sys", Some("MIT")),
        package("copyleft", Some("GPL-3.0-only")),
        package("unlicensed", None),
    ]});
    assert_eq!(breaches(&metadata).len(), 3);
}

#[test]
fn licence_expressions_are_read_as_written() {
    for fine in [
        "MIT OR Apache-2.0",
        "MIT/Apache-2.0",
        "GPL-2.0-only OR MIT",
        "(MIT OR GPL-2.0-only) AND Unicode-3.0",
        "Apache-2.0 WITH LLVM-exception OR Apache-2.0 OR MIT",
        "Apache-2.0 AND ISC",
    ] {
        assert!(is_allowed(fine), "{fine}");
    }
    for wrong in [
        "",
        "MPL-2.0",
        "MIT AND MPL-2.0",
        "(MIT OR ISC) AND OpenSSL",
        "MIT MIT",
        "(MIT",
    ] {
        assert!(!is_allowed(wrong), "{wrong}");
    }
}
