//! What the program does with names that are of no regular file: pipes, devices, links.
#![cfg(unix)]

use std::{
    os::unix::fs::{FileTypeExt as _, symlink},
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use super::common::debater::{Debater, Home, short};

/// Nothing that is refused takes longer, on however busy a machine.
const AT_ONCE: Duration = Duration::from_secs(60);

/// A named pipe that nobody writes into, and a device that never ends.
fn never_ending(home: &Home) -> [(PathBuf, &'static str); 2] {
    let pipe = home.path().join("pipe.txt");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status();
    assert!(made.unwrap().success());
    let zero = home.path().join("zero.txt");
    symlink("/dev/zero", &zero).unwrap();
    [(pipe, "a named pipe"), (zero, "a device")]
}

#[test]
fn what_is_no_regular_file_is_refused_at_once_by_whatever_reads() {
    let home = Home::new();
    for (path, what) in never_ending(&home) {
        let path = path.to_str().unwrap();
        let table: [&[&str]; 8] = [
            &[
                "corpus",
                "add",
                "mill",
                path,
                "--no-embeddings",
                "--no-style",
            ],
            &["import", path],
            &["divide", path, "--base-url", "http://127.0.0.1:9/v1"],
            &["compare", path, path, "--base-url", "http://127.0.0.1:9/v1"],
            &["batch", path],
            &["run", "tea", "--headless", "--interventions", path],
            &["model", "import", path],
            &["merge", path],
        ];
        for args in table {
            let began = Instant::now();
            let done = home.run(args);
            assert!(began.elapsed() < AT_ONCE, "{args:?}");
            done.ended(2);
            let is_told = [what, "regular file"];
            let said = format!("{}{}", done.stdout, done.stderr);
            assert!(
                is_told.iter().any(|word| said.contains(word)),
                "{args:?}: {said}"
            );
        }
        // Why a journal was not taken in is no output.
        let done = home.run(&["merge", path]);
        assert!(!done.stdout.contains("regular file"), "{}", done.stdout);
        // A debate that is known has evidence handed in from a file.
        let text = format!(
            "[[interventions]]\nafter = \"prop.1\"\ndo = \"evidence\"\nfile = \"{path}\"\n"
        );
        let script = home.write("script.toml", &text);
        let script = script.to_str().unwrap();
        let done = home.run(&["run", "tea", "--headless", "--interventions", script]);
        assert!(done.ended(2).stderr.contains(what), "{}", done.stderr);
    }
}

#[test]
fn a_pipe_in_a_folder_of_books_is_named_and_skipped() {
    let home = Home::new();
    home.write(
        "books/mill.txt",
        "The worth of a state is that of its people.",
    );
    let pipe = home.path().join("books/pipe.txt");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status();
    assert!(made.unwrap().success());
    let books = home.path().join("books");
    let done = home.run(&[
        "corpus",
        "add",
        "mill",
        books.to_str().unwrap(),
        "--no-embeddings",
        "--no-style",
    ]);
    let said = format!("{}{}", done.ended(0).stdout, done.stderr);
    assert!(said.contains("pipe.txt: this is a named pipe"), "{said}");
}

#[test]
fn in_a_folder_of_books_links_to_files_are_followed_and_links_to_folders_are_named() {
    let home = Home::new();
    let elsewhere = home.write(
        "elsewhere/mill.txt",
        "The worth of a state is that of its people.",
    );
    let books = home.path().join("books");
    std::fs::create_dir(&books).unwrap();
    symlink(&elsewhere, books.join("mill.txt")).unwrap();
    symlink("..", books.join("back")).unwrap();
    symlink("nowhere", books.join("gone.txt")).unwrap();
    let add = ["corpus", "add", "mill", books.to_str().unwrap()];
    let done = home.run(&[&add[..], &["--no-embeddings", "--no-style"]].concat());
    let said = format!("{}{}", done.ended(0).stdout, done.stderr);
    for words in [
        "back: this is a link to a folder",
        "gone.txt: there is no such file",
    ] {
        assert!(said.contains(words), "{words}: {said}");
    }
    let found = home.run(&["corpus", "search", "worth of a state"]);
    assert!(
        found.ended(0).stdout.contains("of its people"),
        "{}",
        found.stdout
    );
}

#[cfg(target_os = "linux")]
#[test]
fn a_file_of_the_system_is_no_full_disk() {
    let home = Home::new();
    let done = home.run(&["merge", "/proc/self/mem"]);
    let said = done.ended(2).stdout.clone() + &done.stderr;
    assert!(!said.contains("full"), "{said}");
    assert!(said.contains("/proc/self/mem"), "{said}");
}

#[test]
fn nothing_in_the_configuration_folder_is_waited_for() {
    for place in [
        "config.toml",
        "profiles.toml",
        "models.toml",
        "motions/mine.toml",
        "personas/mine.toml",
        "personas/audience/mine.toml",
        "formats/mine.toml",
        "themes/mine.toml",
        "styles/mill.toml",
        "prompts/house.md",
    ] {
        let home = Home::new();
        for (path, what) in never_ending(&home) {
            let at = home.path().join("config").join(place);
            std::fs::create_dir_all(at.parent().unwrap()).unwrap();
            // Every home of a test has a configuration.
            let _ = std::fs::remove_file(&at);
            symlink(&path, &at).unwrap();
            let began = Instant::now();
            let done = home.run(&["check"]);
            assert!(began.elapsed() < AT_ONCE, "{place}");
            let said = format!("{}{}", done.ended(2).stdout, done.stderr);
            assert!(
                said.contains(what) && said.contains(place),
                "{place}: {said}"
            );
            std::fs::remove_file(at).unwrap();
        }
    }
}

#[test]
fn nothing_in_the_folder_of_models_is_waited_for() {
    let home = Home::new();
    for (path, _) in never_ending(&home) {
        let folder = home.path().join("data/models/mine");
        std::fs::create_dir_all(&folder).unwrap();
        symlink(&path, folder.join("about.toml")).unwrap();
        let began = Instant::now();
        let done = home.run(&["model", "list"]);
        assert!(began.elapsed() < AT_ONCE, "{path:?}");
        assert!(!done.ended(0).stdout.contains("mine"), "{}", done.stdout);
        std::fs::remove_file(folder.join("about.toml")).unwrap();
    }
}

#[test]
fn a_database_that_is_no_regular_file_is_no_broken_disk() {
    let home = Home::new();
    for (path, what) in never_ending(&home) {
        for (name, doors) in [
            ("journal.db", [["list", ""].as_slice(), &["show", "last"]]),
            (
                "corpora.db",
                [&["corpus", "list"], &["corpus", "search", "a point"]],
            ),
        ] {
            let place = home.path().join("data").join(name);
            std::fs::create_dir_all(place.parent().unwrap()).unwrap();
            let _ = std::fs::remove_file(&place);
            symlink(&path, &place).unwrap();
            for door in doors {
                let door: Vec<&str> = door.iter().copied().filter(|arg| !arg.is_empty()).collect();
                let began = Instant::now();
                let done = home.run(&door);
                assert!(began.elapsed() < AT_ONCE, "{door:?}");
                let told = &done.ended(1).stderr;
                for word in [name, what, "regular file"] {
                    assert!(told.contains(word), "{door:?}: {word}: {told}");
                }
            }
            std::fs::remove_file(place).unwrap();
        }
    }
}

#[test]
fn a_link_to_a_file_is_as_good_as_the_file() {
    let home = Home::new();
    let text = include_str!("../samples/real/bridge.txt");
    home.write("bridge.txt", text);
    let link = home.path().join("link.txt");
    symlink("bridge.txt", &link).unwrap();
    home.run(&["import", link.to_str().unwrap()]).ended(0);
    let motions = home.path().join("config/motions");
    std::fs::create_dir_all(&motions).unwrap();
    let tea = std::fs::canonicalize("motions/tea-over-coffee.toml").unwrap();
    symlink(tea, motions.join("mine.toml")).unwrap();
    home.run(&["motions", "show", "mine"]).ended(0);
}

#[test]
fn a_document_is_written_through_what_is_no_regular_file() {
    let home = Home::new();
    let text = home.write("bridge.txt", include_str!("../samples/real/bridge.txt"));
    home.run(&["import", text.to_str().unwrap()]).ended(0);
    let expected = home.run(&["export"]).ended(0).stdout.clone();
    let export = |to: &Path, more: &[&str]| {
        let args = [&["export", "--out", to.to_str().unwrap()], more].concat();
        home.run(&args)
    };
    let pipe = home.path().join("pipe");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status();
    assert!(made.unwrap().success());
    for more in [&[][..], &["--force"]] {
        let from = pipe.clone();
        let reader = std::thread::spawn(move || std::fs::read_to_string(from).unwrap());
        export(&pipe, more).ended(0);
        assert_eq!(reader.join().unwrap(), expected);
        assert!(std::fs::metadata(&pipe).unwrap().file_type().is_fifo());
    }

    let link = home.path().join("link.md");
    symlink("real.md", &link).unwrap();
    export(&link, &[]).ended(0);
    assert!(link.symlink_metadata().unwrap().is_symlink());
    assert_eq!(
        std::fs::read_to_string(home.path().join("real.md")).unwrap(),
        expected
    );
    let refused = export(&link, &[]);
    assert!(
        refused.ended(2).stderr.contains("--force"),
        "{}",
        refused.stderr
    );
    export(&link, &["--force"]).ended(0);
    assert!(link.symlink_metadata().unwrap().is_symlink());

    let folder = export(home.path(), &["--force"]);
    assert!(
        folder.ended(2).stderr.contains("is a folder"),
        "{}",
        folder.stderr
    );
    #[cfg(target_os = "linux")]
    {
        let full = Path::new("/dev/full");
        let refused = export(full, &["--force"]);
        assert!(
            refused.ended(1).stderr.contains("the disk is full"),
            "{}",
            refused.stderr
        );
        assert!(
            std::fs::metadata(full)
                .unwrap()
                .file_type()
                .is_char_device()
        );
    }
}

#[test]
#[cfg(target_os = "linux")]
fn standard_output_is_written_on_in_where_it_is_a_file() {
    use std::io::Write as _;
    let home = Home::new();
    let text = home.write("bridge.txt", include_str!("../samples/real/bridge.txt"));
    home.run(&["import", text.to_str().unwrap()]).ended(0);
    let document = home.run(&["export"]).ended(0).stdout.clone();
    for more in [&[][..], &["--force"]] {
        let path = home.path().join("group.txt");
        // `{ echo before; hustings export --out /dev/stdout; echo after; } > group.txt`
        let mut group = std::fs::File::create(&path).unwrap();
        group.write_all(b"before\n").unwrap();
        let done = home
            .command(&[&["export", "--out", "/dev/stdout"], more].concat())
            .stdout(group.try_clone().unwrap())
            .status();
        assert!(done.unwrap().success());
        group.write_all(b"after\n").unwrap();
        let written = std::fs::read_to_string(path).unwrap();
        assert!(
            written.starts_with(&format!("before\n{document}")),
            "{written}"
        );
        assert!(written.ends_with("after\n"), "{written}");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn what_tells_of_the_program_says_so_where_it_cannot_be_written() {
    for asked in ["--help", "--version", "help"] {
        let full = std::fs::File::create("/dev/full").unwrap();
        let done = std::process::Command::new(env!("CARGO_BIN_EXE_hustings"))
            .arg(asked)
            .stdout(full)
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&done.stderr);
        assert_eq!(done.status.code(), Some(1), "{asked}: {said}");
        assert!(said.contains("standard output cannot be written"), "{said}");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn a_debate_that_cannot_be_written_out_is_named_and_can_be_gone_on_with() {
    let (debater, home) = (Debater::good(), Home::new());
    let url = debater.server.url();
    for output in ["jsonl", "text"] {
        let mut args = short(&url);
        let at = args.iter().position(|one| *one == "jsonl").unwrap();
        args[at] = output;
        let full = std::fs::File::create("/dev/full").unwrap();
        let done = home.command(&args).stdout(full).output().unwrap();
        let said = String::from_utf8_lossy(&done.stderr);
        assert_eq!(done.status.code(), Some(1), "{said}");
        let (_, rest) = said.split_once("hustings resume ").expect(&said);
        let id = rest.split_whitespace().next().unwrap();
        home.run(&["resume", id, "--headless"]).ended(0);
        // The beginning of what is shown of an id does as well.
        home.run(&["show", &id[..6]]).ended(0);
    }
}
