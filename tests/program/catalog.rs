//! What who writes a format asks of the command line.

use super::common::debater::Home;

#[test]
fn the_schema_of_formats_is_printed_and_describes_every_format() {
    let home = Home::new();
    let printed = home.run(&["formats", "schema"]);
    let same = home.run(&["schema", "format"]);
    assert_eq!(printed.ended(0).stdout, same.ended(0).stdout);
    let schema = serde_json::from_str(&printed.stdout).unwrap();
    let validator = jsonschema::validator_for(&schema).unwrap();
    for file in ["formats/panel.toml", "formats/clearside.toml"] {
        let text = std::fs::read_to_string(file).unwrap();
        let value: serde_json::Value = toml::from_str(&text).unwrap();
        assert!(validator.is_valid(&value), "{file}");
    }
    let shown = home.run(&["formats", "show", "panel"]);
    assert!(shown.ended(0).stdout.contains("Panel"), "{}", shown.stdout);
    let list = home.run(&["formats", "--json"]);
    assert!(serde_json::from_str::<serde_json::Value>(&list.ended(0).stdout).is_ok());
}
