//! What reaches people, by every door: no character that a terminal would obey or that nobody would see, and no key.

#[path = "shown/keys.rs"]
mod keys;
#[path = "shown/lines.rs"]
mod lines;

use super::common::debater::Debater;
use super::common::process::{Done, Home, end, short, start};

/// Sequences, C1, marks that reorder, hide or break lines, fillers, tags: one of every kind in `HIDDEN` that can stand in
/// an argument and in the name of a file.
const ATTACK: &str = "ev\u{1b}[2J\u{1b}]0;t\u{7}\u{9b}1m\u{202e}il\u{200b}\u{2066}\u{ad}\u{3164}\u{2028}\u{7f}\u{e0041}\
                      \u{180e}x\u{34f}\u{61c}\u{115f}\u{17b4}\u{fe0f}\u{feff}\u{ffa0}\u{fff9}\u{1bca0}\u{1d173}\u{fdd1}\u{ffff}\u{10ffff}y";

/// What nobody sees as it is, from one character to another: what Unicode calls controls and default ignorable
/// (`DerivedCoreProperties.txt`), what breaks lines or annotates them, and some of what is no character.
const HIDDEN: [(u32, u32); 24] = [
    (0x00, 0x08),
    (0x0b, 0x1f),
    (0x7f, 0x9f),
    (0xad, 0xad),
    (0x34f, 0x34f),
    (0x61c, 0x61c),
    (0x115f, 0x1160),
    (0x17b4, 0x17b5),
    (0x180b, 0x180f),
    (0x200b, 0x200f),
    (0x2028, 0x2029),
    (0x202a, 0x202e),
    (0x2060, 0x206f),
    (0x3164, 0x3164),
    (0xfdd0, 0xfdef),
    (0xfe00, 0xfe0f),
    (0xfeff, 0xfeff),
    (0xffa0, 0xffa0),
    (0xfff0, 0xfffb),
    (0xfffe, 0xffff),
    (0x1_bca0, 0x1_bca3),
    (0x1_d173, 0x1_d17a),
    (0xe_0000, 0xe_0fff),
    (0x10_fffe, 0x10_ffff),
];

/// Whether somebody would see this character as it is.
fn is_hidden(c: char) -> bool {
    let is_in = |(from, to): &(u32, u32)| (*from..=*to).contains(&u32::from(c));
    HIDDEN.iter().any(is_in)
}

#[test]
fn every_kind_of_hidden_character_is_tried() {
    let hidden: Vec<u32> = ATTACK.chars().map(u32::from).collect();
    for (from, to) in HIDDEN {
        assert!(
            hidden.iter().any(|c| (from..=to).contains(c)),
            "nothing from U+{from:04X} to U+{to:04X}"
        );
    }
    assert!(ATTACK.chars().filter(|c| is_hidden(*c)).count() >= 24);
    assert!(!"é日 a\n\tZ😀".chars().any(is_hidden));
}

fn holds_nothing_hidden(done: &Done, door: &str) {
    for said in [&done.stdout, &done.stderr] {
        let hidden: Vec<char> = said.chars().filter(|c| is_hidden(*c)).collect();
        assert!(hidden.is_empty(), "{door}: {hidden:?} in {said:?}");
    }
}

/// What was said, wherever.
fn said(done: &Done) -> String {
    format!("{}{}", done.stdout, done.stderr)
}

/// A server where nobody listens.
const NEAR: [&str; 2] = ["--base-url", "http://127.0.0.1:9/v1"];

/// Has the configuration read by everything that reads it, and looks at what each says.
fn read_by_all(config: &str, look: impl Fn(&Done, &str)) -> Home {
    let home = Home::new();
    home.write("config/config.toml", config);
    for door in [
        vec!["models"],
        vec!["check"],
        vec!["run", "m", "--headless"],
        vec!["run", "m", "--headless", NEAR[0], NEAR[1]],
    ] {
        let mut command = home.command(&door);
        let done = end(start(command.env("HUSTINGS_LOG", "trace")));
        look(&done, &format!("{config}\n{door:?}"));
    }
    home
}

/// Every command, with this where a name, a file or a value is wanted.
fn doors(a: &str) -> Vec<Vec<String>> {
    let near = NEAR;
    let option = format!("--{a}");
    let valued = format!("--{a}=m");
    let pair = format!("{a}=m");
    let seat = format!("prop.1={a}");
    let path = format!("/nonexistent/{a}.txt");
    let url = format!("http://{a}/v1");
    let doors: Vec<Vec<&str>> = vec![
        vec![a],
        vec![&option],
        vec!["run", "m", &option],
        vec!["run", a, "--format", a, "--headless"],
        vec!["run", "m", "--speakers", a, "--headless", near[0], near[1]],
        vec!["run", "m", "--scale", a],
        vec!["run", "m", "--pace", a],
        vec![
            "run",
            "m",
            "--headless",
            "--interventions",
            &path,
            near[0],
            near[1],
        ],
        vec!["run", "m", "--headless", "--model", a],
        vec!["run", "m", "--headless", "--role", &pair],
        vec!["run", "m", "--headless", "--seat", &seat],
        vec!["run", "m", "--headless", "--base-url", &url],
        vec!["run", "m", "--headless", "--base-url", a],
        vec!["run", "m", "--headless", "--key-env", a, near[0], near[1]],
        vec!["run", "m", "--headless", "--embeddings", a],
        vec!["run", "m", "--theme", a],
        vec!["resume", a],
        vec!["replay", a],
        vec!["watch", a],
        vec!["batch", &path],
        vec!["list", "--since", a],
        vec!["list", a],
        vec!["search", a],
        vec!["merge", &path],
        vec!["show", a],
        vec!["judge", a],
        vec!["eval", a],
        vec!["import", &path],
        vec!["divide", a],
        vec!["compare", a, a],
        vec!["refine", a],
        vec!["export", a],
        vec!["export", "last", "--out", &path],
        vec!["delete", a],
        vec!["motions", "show", a],
        vec!["personas", "show", a],
        vec!["formats", "show", a],
        vec!["themes", "show", a],
        vec!["models", "--model", a],
        vec!["model", "show", a],
        vec!["model", "pull", a],
        vec!["model", "remove", a],
        vec!["model", "import", &path],
        vec!["corpus", "add", a, &path],
        vec!["corpus", "list", a],
        vec!["corpus", "search", a, a],
        vec!["corpus", "remove", a, "--yes"],
        vec!["completions", a],
        vec!["schema", a],
        vec!["run", "m", &valued],
        vec!["run", "m", "--headless", "--seat", a],
        vec!["run", "m", "--headless", "--seat", &pair],
        vec![
            "run",
            "m",
            "--headless",
            "--prop-model",
            a,
            near[0],
            near[1],
        ],
        vec!["run", "m", "--prop", a, "--headless", near[0], near[1]],
        vec!["replay", "last", "--speed", a],
        vec!["list", "--batch", a],
        vec!["list", "--format", a],
        vec!["import", &path, "--format", a],
        vec!["divide", &path],
        vec!["compare", &path, &path],
        vec!["export", "last", "--to", a],
        vec!["delete", a, "--yes"],
        vec!["corpus", "style", a],
        vec!["corpus", "embed", a],
        vec!["--threads", a],
    ];
    let owned = |door: Vec<&str>| door.into_iter().map(str::to_owned).collect();
    doors.into_iter().map(owned).collect()
}

#[test]
fn arguments_cannot_hide_anything() {
    let home = Home::new();
    for door in doors(ATTACK) {
        let door: Vec<&str> = door.iter().map(String::as_str).collect();
        let done = home.run(&door);
        holds_nothing_hidden(&done, &format!("{door:?}"));
        assert!(!said(&done).is_empty(), "{door:?} says nothing");
    }
}

#[test]
fn files_and_the_environment_cannot_hide_anything() {
    let near = NEAR;
    // U+0000 to U+001F cannot stand in TOML; the rest can.
    let printed: String = ATTACK.chars().filter(|c| !c.is_control()).collect();
    let configs = [
        format!("\"{printed}\" = 1"),
        format!("model = \"{printed}\""),
        format!("theme = \"{printed}\""),
        format!("[providers.\"{printed}\"]\nbase_url = 3"),
        format!("[providers.a]\nbase_url = \"{printed}\""),
        format!(
            "[providers.a]\nbase_url = \"http://127.0.0.1:9/v1\"\nkey_env = \"{printed}\"\nx = 1"
        ),
        format!("[roles]\n\"{printed}\" = \"m\""),
        format!("[keys]\n\"{printed}\" = \"{printed}\""),
        format!("# {ATTACK}\nmodel = ["),
        format!("embeddings.model = \"{printed}\""),
    ];
    for config in configs {
        read_by_all(&config, holds_nothing_hidden);
    }
    let home = Home::new();
    home.write(&format!("config/motions/{ATTACK}.toml"), "text = 1");
    home.write(
        &format!("config/personas/{printed}.toml"),
        &format!("name = \"{printed}\""),
    );
    home.write(
        "config/formats/mine.toml",
        &format!("name = \"{printed}\"\nphases = \"{ATTACK}\""),
    );
    home.write("config/prompts/house.md", &format!("{{{{ {printed} }}}}"));
    let motion = format!("motion = \"This House Believes {printed}\"\n");
    home.write("config/motions/mine.toml", &motion);
    let text = home.write(&format!("{ATTACK}.txt"), "Some words of a book, and more.");
    let text = text.to_string_lossy().into_owned();
    let json = home.write("hostile.json", &format!("{{\"{printed}\": \"{printed}\"}}"));
    let json = json.to_string_lossy().into_owned();
    let toml = home.write("hostile.toml", &format!("\"{printed}\" = \"{printed}\""));
    let toml = toml.to_string_lossy().into_owned();
    for door in [
        vec!["check"],
        vec!["motions"],
        vec!["motions", "--json"],
        vec!["personas", "--json"],
        vec!["formats"],
        vec!["corpus", "add", "adam-smith", &text],
        vec!["corpus", "list", "adam-smith"],
        vec!["corpus", "list", "--json"],
        vec!["import", &json],
        vec!["import", &text],
        vec!["merge", &text],
        vec!["batch", &toml],
        vec!["run", "m", "--headless", near[0], near[1]],
        vec![
            "run",
            "m",
            "--headless",
            "--interventions",
            &toml,
            near[0],
            near[1],
        ],
    ] {
        let done = home.run(&door);
        holds_nothing_hidden(&done, &format!("{door:?}"));
        assert!(!said(&done).is_empty(), "{door:?} says nothing");
    }
    for (name, value) in [
        ("OPENAI_BASE_URL", ATTACK),
        ("OPENAI_API_KEY", ATTACK),
        ("HUSTINGS_THREADS", ATTACK),
        ("HUSTINGS_HOME", "/dev/null/\u{1b}[2J\u{202e}"),
    ] {
        let mut command = home.command(&["run", "m", "--headless"]);
        let done = end(start(command.env(name, value)));
        holds_nothing_hidden(&done, name);
    }
}

#[test]
fn neither_the_log_nor_the_name_that_was_called_can_hide_anything() {
    use std::os::unix::process::CommandExt;
    let home = Home::new();
    for filter in [
        "\u{202e}evil\u{200b}\u{1b}]0;x\u{7}",
        "sk-hunter2-zzzzzzzzzz==",
        "a=b=c",
    ] {
        let done = end(start(home.command(&["list"]).env("HUSTINGS_LOG", filter)));
        done.ended(0);
        holds_nothing_hidden(&done, filter);
        assert!(
            done.stderr.contains("HUSTINGS_LOG is not a log filter"),
            "{}",
            done.stderr
        );
        assert!(!said(&done).contains("hunter2"));
    }
    for args in [vec!["--help"], vec!["run", "--help"], vec!["--no-such"]] {
        let mut command = home.command(&args);
        let done = end(start(command.arg0(format!("/tmp/{ATTACK}"))));
        holds_nothing_hidden(&done, &format!("{args:?}"));
        assert!(said(&done).contains("Usage: hustings"), "{}", said(&done));
    }
}

#[test]
fn names_are_shown_as_they_are_and_not_cleaned() {
    let home = Home::new();
    let near = ["--base-url", "http://127.0.0.1:9/v1"];
    home.write("config/config.toml", "\"the\u{200b}me\" = \"x\"");
    let checked = said(&home.run(&["check"]));
    assert!(checked.contains("the\\u200bme"), "{checked}");
    home.write("config/config.toml", "");
    let json = home.write("a.json", "{\"mo\u{202e}tion\": \"M\"}");
    let imported = said(&home.run(&["import", json.to_str().unwrap()]));
    assert!(imported.contains("`mo\\u202etion`"), "{imported}");
    let script = home.write(
        "i.toml",
        "[[interventions]]\nafter = \"prop.1\"\ndo = \"e\\u202e\\u001b\"\n",
    );
    let script = script.to_str().unwrap();
    let args = [
        "run",
        "m",
        "--headless",
        "--interventions",
        script,
        near[0],
        near[1],
    ];
    let refused = said(&home.run(&args));
    assert!(
        refused.contains("`e\\u202e\\u001b` is not known here"),
        "{refused}"
    );
    // What is named so is not what is named otherwise.
    let shown = home.run(&["personas", "show", "adam\u{200b}-smith"]);
    shown.ended(2);
    assert!(
        shown.stderr.contains("adam\\u200b-smith"),
        "{}",
        shown.stderr
    );
}

#[test]
fn a_file_of_interventions_opens_what_it_names_as_that_is_written() {
    let home = Home::new();
    home.write("city \u{200b}report.txt ", "Trams.");
    let with = |file: &str| {
        let text =
            format!("[[interventions]]\nafter = \"prop.1\"\ndo = \"evidence\"\nfile = {file}\n");
        let script = home.write("i.toml", &text);
        let script = script.to_str().unwrap();
        let run = ["run", "m", "--headless", "--interventions", script];
        said(&home.run(&[&run as &[&str], &NEAR].concat()))
    };
    let opened = with("\"city \\u200breport.txt \"");
    assert!(opened.contains("no connection to"), "{opened}");
    let absent = with("\"city \\u200breports.txt\"");
    assert!(
        absent.contains("city \\u200breports.txt: there is no such file"),
        "{absent}"
    );
}

#[test]
fn debates_cannot_hide_anything() {
    let debater = Debater::good();
    let home = Home::new();
    let url = debater.server.url();
    let mut args = short(&url);
    let motion = format!("This House Believes {ATTACK} that roads should be free.");
    args[1] = &motion;
    args.extend(["--model", "small"]);
    holds_nothing_hidden(&home.run(&args), "run");
    for door in [
        vec!["list"],
        vec!["list", "--json"],
        vec!["show"],
        vec!["show", "--calls"],
        vec!["search", "roads"],
        vec!["search", "roads", "--json"],
        vec!["export"],
        vec!["export", "--to", "json"],
        vec!["eval"],
        vec!["eval", "--json"],
    ] {
        let done = home.run(&door);
        holds_nothing_hidden(&done, &format!("{door:?}"));
        if door.contains(&"json") || door.contains(&"--json") {
            let whole: Result<serde_json::Value, _> = serde_json::from_str(&done.stdout);
            assert!(whole.is_ok() || done.lines().len() == done.stdout.lines().count());
        }
    }
}
