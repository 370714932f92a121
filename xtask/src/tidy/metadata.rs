//! The packages of the workspace, as cargo knows them.

use crate::cargo::cargo;
use serde_json::Value;

/// A member of the workspace.
#[derive(Clone, Default, Debug)]
pub(super) struct Package {
    pub(super) name: String,
    pub(super) dependencies: Vec<Dependency>,
}

/// What a manifest asks for.
#[derive(Clone, Debug)]
pub(super) struct Dependency {
    pub(super) name: String,
    /// Another member of the workspace.
    pub(super) is_member: bool,
    /// Needed by tests only.
    pub(super) is_dev: bool,
}

/// All members, in the order of their names.
pub(super) fn packages() -> Result<Vec<Package>, String> {
    let output = cargo(&["metadata", "--no-deps", "--format-version", "1"])
        .output()
        .map_err(|error| format!("cargo cannot be started: {error}"))?;
    if !output.status.success() {
        return Err(format!("`cargo metadata` failed:\n{}", String::from_utf8_lossy(&output.stderr)));
    }
    let metadata: Value = serde_json::from_slice(&output.stdout)
        .map_err(|error| format!("`cargo metadata` did not print JSON: {error}"))?;
    let mut packages: Vec<Package> = list(&metadata, "packages").iter().map(package).collect();
    packages.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(packages)
}

fn package(value: &Value) -> Package {
    Package {
        name: text(value, "name"),
        dependencies: list(value, "dependencies").iter().map(dependency).collect(),
    }
}

fn dependency(value: &Value) -> Dependency {
    Dependency {
        name: text(value, "name"),
        // Only members are named by path here.
        is_member: value.get("path").is_some_and(Value::is_string),
        is_dev: value.get("kind").and_then(Value::as_str) == Some("dev"),
    }
}

fn list<'v>(value: &'v Value, key: &str) -> &'v [Value] {
    value.get(key).and_then(Value::as_array).map_or(&[], Vec::as_slice)
}

fn text(value: &Value, key: &str) -> String {
    value.get(key).and_then(Value::as_str).unwrap_or_default().to_owned()
}
