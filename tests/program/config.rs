//! `hustings config` and `hustings doctor`, as somebody types them.

use super::common::debater::{Debater, Home};

#[test]
fn a_first_configuration_is_written_once_and_edited_and_checked() {
    let home = Home::new();
    let file = home.path().join("config/config.toml");
    std::fs::remove_file(&file).unwrap();
    let told = home
        .run(&["config", "path", "file"])
        .ended(0)
        .stdout
        .clone();
    assert_eq!(told.trim_end(), file.to_str().unwrap());
    home.run(&["config", "init"]).ended(0);
    let written = std::fs::read_to_string(&file).unwrap();
    assert!(written.contains("#pace = \"reading\""), "{written}");
    let done = home.run(&["config", "init"]);
    let said = &done.ended(2).stderr;
    assert!(said.contains("is there already"), "{said}");
    assert_eq!(std::fs::read_to_string(&file).unwrap(), written);
    // An editor of several words, which leaves a fault behind.
    let edited = |editor: &str| {
        let mut command = home.command(&["config", "edit"]);
        command.env("VISUAL", editor).env("EDITOR", "false");
        super::common::debater::end(super::common::debater::start(&mut command))
    };
    let done = edited("sed -i 's/#pace.*/pace = \"brisk\"/'");
    let said = &done.ended(2).stdout;
    assert!(said.contains("`brisk` is not known here"), "{said}");
    assert!(said.contains("config.toml:"), "{said}");
    assert!(std::fs::read_to_string(&file).unwrap().contains("brisk"));
    let done = edited("sed -i 's/^pace.*/pace = \"live\"/'");
    assert!(
        done.ended(0).stdout.contains("nothing is wrong"),
        "{}",
        done.stdout
    );
    let shown = home
        .run(&["config", "show", "--json"])
        .ended(0)
        .stdout
        .clone();
    let shown: serde_json::Value = serde_json::from_str(&shown).unwrap();
    let mut rows = shown.as_array().unwrap().iter();
    let pace = rows.find(|row| row["setting"] == "pace").unwrap();
    assert_eq!(pace["value"], "live");
    assert_eq!(pace["origin"]["from"], "file");
}

#[test]
fn a_doctor_finds_the_fault_and_writes_nothing() {
    let debater = Debater::good();
    let home = Home::new();
    let config = format!(
        "look_nearby = false\n[providers.near]\nbase_url = \"{}\"\n",
        debater.server.url()
    );
    home.write("config/config.toml", &config);
    let before = home.bytes();
    let well = home.run(&["doctor"]);
    let said = &well.ended(0).stdout;
    for words in [
        "ok     near at http://127.0.0.1:",
        "everything: near:",
        "no debates yet",
    ] {
        assert!(said.contains(words), "{words}: {said}");
    }
    let done = home.run(&["doctor", "--json", "--base-url", "http://127.0.0.1:9/v1"]);
    let found: serde_json::Value = serde_json::from_str(&done.ended(3).stdout).unwrap();
    let all = found["found"].as_array().unwrap();
    let fault = all.iter().find(|one| one["health"] == "fault").unwrap();
    assert_eq!(fault["area"], "servers", "{fault}");
    assert!(
        fault["advice"][0]
            .as_str()
            .unwrap()
            .contains("http://127.0.0.1:9/v1"),
        "{fault}"
    );
    home.write("config/config.toml", &format!("{config}parallel = 0\n"));
    assert!(
        home.run(&["doctor"])
            .ended(2)
            .stdout
            .contains("config.toml:4:")
    );
    home.write("config/config.toml", &config);
    assert_eq!(home.bytes(), before);
}
