//! Surroundings in which a test is the same on every machine: nothing of the tester's environment that the program would
//! heed, and no server that runs there and that nobody has named.

#![allow(
    unreachable_pub,
    clippy::unwrap_used,
    reason = "a part of tests, which may fail where they stand"
)]

use std::path::Path;

/// The variables of the tester's environment that the program would heed.
pub fn of_the_tester() -> Vec<String> {
    let names = std::env::vars_os().map(|(name, _)| name.to_string_lossy().into_owned());
    let is_heeded = |name: &String| {
        let beginnings = ["OPENAI_", "HUSTINGS_"];
        beginnings.iter().any(|begin| name.starts_with(begin))
            || name.to_lowercase().ends_with("_proxy")
            || matches!(name.as_str(), "NO_COLOR" | "VISUAL")
    };
    names.filter(is_heeded).collect()
}

/// A configuration for a home that has none: servers of this machine are not looked for.
pub fn look_nowhere(home: &Path) {
    let path = home.join("config").join("config.toml");
    if !path.exists() {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, "look_nearby = false\n").unwrap();
    }
}
