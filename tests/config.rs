//! The configuration that `hustings config init` writes is true: it has every setting that is read, its values are the
//! defaults or make sense, and nothing of it is in force as it is written.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "the helpers of a test are part of it"
)]

use std::collections::{BTreeMap, BTreeSet};

use hustings::{
    config::{Dirs, Env, Overrides, TEMPLATE, read, schema},
    debate::ask::Role,
    host::{
        Host,
        in_force::{SettingInForce, SettingOrigin, in_force},
        own_files::OwnFiles,
    },
};
use serde_json::Value;

/// The file with every setting taken in.
fn taken_in() -> String {
    let lines = TEMPLATE.lines().map(|line| match line.strip_prefix('#') {
        Some(setting) if !setting.is_empty() && !setting.starts_with(' ') => setting,
        _ => line,
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// What the schema lets stand at each place, by the way to it: a table of any names and a list are one step `*`.
fn places(whole: &Value, schema: &Value, at: &str, found: &mut BTreeSet<String>) {
    if let Some(of) = schema["$ref"].as_str() {
        let definition = whole.pointer(of.trim_start_matches('#')).unwrap();
        return places(whole, definition, at, found);
    }
    for (name, inner) in schema["properties"].as_object().into_iter().flatten() {
        let at = format!("{at}/{name}");
        found.insert(at.clone());
        places(whole, inner, &at, found);
    }
    for inner in [&schema["items"], &schema["additionalProperties"]] {
        if inner.is_object() {
            places(whole, inner, &format!("{at}/*"), found);
        }
    }
    for inner in schema["anyOf"].as_array().into_iter().flatten() {
        places(whole, inner, at, found);
    }
}

/// The places of a value that are among those of the schema.
fn told(value: &Value, at: &str, known: &BTreeSet<String>, found: &mut BTreeSet<String>) {
    if known.contains(at) {
        found.insert(at.to_owned());
    }
    match value {
        Value::Object(fields) => {
            for (name, inner) in fields {
                for step in [name.as_str(), "*"] {
                    told(inner, &format!("{at}/{step}"), known, found);
                }
            }
        }
        Value::Array(list) => {
            for inner in list {
                told(inner, &format!("{at}/*"), known, found);
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

#[test]
fn every_setting_that_is_read_stands_in_the_configuration_that_is_written() {
    let schema = schema();
    let mut known = BTreeSet::new();
    places(&schema, &schema, "", &mut known);
    assert!(known.len() > 25, "{known:?}");
    assert!(known.contains("/providers/*/first_byte_s"), "{known:?}");
    let value: Value = toml::from_str(&taken_in()).unwrap();
    let mut found = BTreeSet::new();
    told(&value, "", &known, &mut found);
    let missing: Vec<_> = known.difference(&found).collect();
    assert!(missing.is_empty(), "{missing:?}");
    let roles = value["roles"].as_object().unwrap();
    for role in Role::ALL {
        assert!(roles.contains_key(role.word()), "{}", role.word());
    }
}

#[test]
fn nothing_is_in_force_as_it_is_written_and_all_of_it_can_be_taken_in() {
    let untouched = read("config.toml", &TEMPLATE.into(), &Env::default());
    assert_eq!(untouched.problems, []);
    let rows = settings(TEMPLATE);
    let set: Vec<_> = rows
        .values()
        .filter(|row| row.origin != SettingOrigin::Default)
        .collect();
    assert!(set.is_empty(), "{set:?}");
    // As `hustings check` looks at it: providers, seats, themes, keys, and prices for the limit on cost.
    let home = home(&taken_in());
    let keys = [("EXAMPLE_API_KEY", "k-1")];
    let own = OwnFiles::read(Dirs::under(home.path()), Env::with(keys), |_, _| {});
    assert_eq!(own.of_settings, []);
    // Every line that is explained and left out is one setting.
    let mut before = "";
    for line in TEMPLATE.lines() {
        let is_table = line.starts_with('[') || line.starts_with("#[");
        assert!(
            !is_table || before.is_empty() || before.starts_with("# "),
            "{line}"
        );
        before = line;
    }
}

fn home(config: &str) -> tempfile::TempDir {
    let home = tempfile::tempdir().unwrap();
    let dirs = Dirs::under(home.path());
    std::fs::create_dir_all(&dirs.config).unwrap();
    let path = dirs.config.join("config.toml");
    std::fs::write(&path, config).unwrap();
    // As `config init` writes it: it may have a key in it.
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o600)).unwrap();
    }
    home
}

/// The settings in force with this file.
fn settings(config: &str) -> BTreeMap<String, SettingInForce> {
    let home = home(config);
    let host = Host::in_folder(home.path()).unwrap();
    let all = in_force(&host, &keys()).unwrap();
    all.into_iter()
        .map(|row| (row.setting.clone(), row))
        .collect()
}

#[cfg(feature = "tui")]
fn keys() -> Vec<(&'static str, String)> {
    let rows = hustings::tui::keymap::ROWS.iter();
    rows.map(|row| (row.name, row.keys.join(" "))).collect()
}

#[cfg(not(feature = "tui"))]
fn keys() -> Vec<(&'static str, String)> {
    Vec::new()
}

#[test]
fn the_values_in_the_configuration_that_is_written_are_the_defaults() {
    let written = settings(&taken_in());
    let usual = settings("");
    for (name, default) in &usual {
        let row = &written[name];
        assert_ne!(row.origin, SettingOrigin::Default, "{name} is not in it");
        // What has no default has an example.
        if !default.value.is_null() {
            assert_eq!(row.value, default.value, "{name}");
        }
    }
    // Of a provider, too: the same one with nothing but its address.
    let bare = settings("[providers.local]\nbase_url = \"http://localhost:8080/v1\"");
    for name in ["parallel", "first_byte_s", "between_bytes_s"] {
        let name = format!("providers.local.{name}");
        assert_eq!(written[&name].value, bare[&name].value, "{name}");
    }
    // No key that there is not.
    #[cfg(feature = "tui")]
    {
        let value: Value = toml::from_str(&taken_in()).unwrap();
        let known: BTreeSet<_> = keys()
            .into_iter()
            .map(|(name, _)| name.to_owned())
            .collect();
        let written: BTreeSet<_> = value["keys"].as_object().unwrap().keys().cloned().collect();
        assert_eq!(written, known);
    }
}

#[test]
fn where_each_setting_comes_from_is_told_and_no_key_is() {
    let home = home(
        "pace = \"live\"\n[providers.far]\nbase_url = \"https://api.openai.com/v1\"\n\
         headers = { x-team = \"hunter2-red\" }\n[providers.near]\nbase_url = \"http://127.0.0.1:9/v1\"\n\
         key = \"hunter2-blue\"\n[roles]\njudge = \"far:a\"\npoi = \"far:b\"\n",
    );
    let env = [
        ("HUSTINGS_HOME", home.path().to_str().unwrap()),
        ("OPENAI_API_KEY", "hunter2-green"),
    ];
    let flags = Overrides {
        model: Some("far:big".to_owned()),
        role_models: vec![(Role::Judge, "near:x".to_owned())],
        ..Overrides::default()
    };
    // A flag for everything goes before what the file says of a role.
    let host = Host::load(Env::with(env), flags.clone()).unwrap();
    let rows = in_force(&host, &[]).unwrap();
    let model = rows.iter().find(|row| row.setting == "model").unwrap();
    assert_eq!(model.origin, SettingOrigin::Flag { flag: "--model" });
    assert!(rows.iter().all(|row| row.setting != "roles.poi"));
    let flags = Overrides {
        model: None,
        ..flags
    };
    let host = Host::load(Env::with(env), flags).unwrap();
    let rows = in_force(&host, &[]).unwrap();
    let row = |name: &str| rows.iter().find(|row| row.setting == name).expect(name);
    let line = |name: &str| match &row(name).origin {
        SettingOrigin::File { line, .. } => *line,
        other => panic!("{name}: {other:?}"),
    };
    assert_eq!(line("pace"), Some(1));
    assert_eq!(line("providers.near.base_url"), Some(6));
    assert_eq!(line("providers.near.key"), Some(7));
    assert_eq!(line("providers.far.headers.x-team"), Some(4));
    assert_eq!(line("roles.poi"), Some(10));
    assert_eq!(row("look_nearby").origin, SettingOrigin::Default);
    let judges: Vec<_> = rows
        .iter()
        .filter(|row| row.setting == "roles.judge")
        .collect();
    assert_eq!(judges.len(), 1, "the flag's alone");
    assert_eq!(judges[0].value, "near:x");
    let of_variable = SettingOrigin::Environment {
        variable: "OPENAI_API_KEY".to_owned(),
        dotenv: false,
    };
    assert_eq!(row("providers.far.key").origin, of_variable);
    let told = serde_json::to_string(&rows).unwrap();
    assert!(!told.contains("hunter2"), "{told}");
}
