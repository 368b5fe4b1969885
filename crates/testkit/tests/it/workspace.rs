//! What `cargo metadata` says about the workspace.

use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

/// The repository's root.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../..")
        .canonicalize()
        .unwrap()
}

/// Runs `cargo metadata` with these arguments; needs no network once the workspace was built.
pub(crate) fn metadata(arguments: &[&str]) -> Value {
    let output = cargo(
        &[
            &["metadata", "--format-version", "1", "--locked"],
            arguments,
        ]
        .concat(),
    );
    serde_json::from_str(&output).unwrap()
}

/// Runs cargo at the root and answers what it prints.
pub(crate) fn cargo(arguments: &[&str]) -> String {
    let output = Command::new(env!("CARGO"))
        .args(arguments)
        .current_dir(root())
        .output()
        .unwrap();
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    String::from_utf8(output.stdout).unwrap()
}

/// A text of a JSON object; empty when it is missing.
pub(crate) fn text<'a>(value: &'a Value, name: &str) -> &'a str {
    value.get(name).and_then(Value::as_str).unwrap_or_default()
}

/// A list of a JSON object; empty when it is missing.
pub(crate) fn list<'a>(value: &'a Value, name: &str) -> &'a [Value] {
    value
        .get(name)
        .and_then(Value::as_array)
        .map_or(&[], Vec::as_slice)
}
