//! Completions: the script for a shell, which asks the program itself, and what is answered to it. So motions, personas and
//! debates are completed, which no script could know.

use std::{
    collections::BTreeSet,
    ffi::{OsStr, OsString},
    io,
};

use clap::{Arg, Command};
use clap_complete::{
    Shell,
    engine::{ArgValueCompleter, CompletionCandidate, PathCompleter, ValueCompleter as _},
    env::Shells,
};

use super::{Host, args::command, out};
use crate::{
    config::{Env, Overrides, presets::Presets},
    debate::ask::Role,
    error::{Exit, Failure},
    journal,
    llm::EMBEDDED,
    text::shown,
};

/// The variable by which a script asks for completions; its value is the shell.
const ASKS: &str = "HUSTINGS_COMPLETE";
/// The name of the program, which a script finds on the path.
const PROGRAM: &str = "hustings";
/// The end of the script for zsh. A file in its `$fpath` is run when a word is completed for the first time, which would be
/// lost: it would only be made known who completes the next one.
const WHEN_AUTOLOADED: &str = "
if [ \"$funcstack[1]\" = _hustings ]; then
    _clap_dynamic_completer_hustings \"$@\"
fi
";
/// The seats that are offered: those of most formats. Who speaks in others is known once a format is chosen.
const SEATS: [&str; 12] = [
    "prop.1",
    "prop.2",
    "prop.3",
    "opp.1",
    "opp.2",
    "opp.3",
    "judge.1",
    "judge.2",
    "judge.3",
    "moderator",
    "audience.1",
    "audience.2",
];
/// The signs by which bash does something else than to hand a word on.
const RUN_BY_BASH: [char; 16] = [
    '$', '`', ';', '&', '|', '<', '>', '(', ')', '"', '\'', '\\', '!', '*', '?', '\r',
];
/// The number of debates that are offered, the newest first.
const DEBATES: usize = 50;

/// Prints the script by which a shell completes what is typed.
pub(super) fn script(shell: Shell) -> Result<Exit, Failure> {
    let name = shell.to_string();
    let mut script = Vec::new();
    let written = match Shells::builtins().completer(&name) {
        Some(shell) => shell.write_registration(ASKS, PROGRAM, PROGRAM, PROGRAM, &mut script),
        None => Err(io::Error::other("no such shell")),
    };
    written.map_err(|error| Failure::internal(format!("completions for {name}: {error}")))?;
    if shell == Shell::Zsh {
        script.extend(WHEN_AUTOLOADED.as_bytes());
    }
    out::print(|out| out.write_all(&script))
}

/// Answers a script that asks for completions; `None` where none does. What cannot be completed is answered with nothing: a
/// shell would print a complaint into the line that is typed.
pub(super) fn answered() -> Option<Exit> {
    let shell = std::env::var(ASKS).ok().filter(|shell| !shell.is_empty())?;
    let words = std::env::args_os().skip_while(|word| word != "--").skip(1);
    let found = candidates(&shell, words.collect()).unwrap_or_default();
    let printed = out::paint(|out| out.write_all(found.as_bytes()));
    Some(printed.unwrap_or(Exit::Done))
}

/// The candidates for the last of these words, as the shell reads them.
fn candidates(shell: &str, words: Vec<OsString>) -> io::Result<String> {
    let shells = Shells::builtins();
    let (Some(shell), false) = (shells.completer(shell), words.is_empty()) else {
        return Ok(String::new());
    };
    let mut found = Vec::new();
    let here = std::env::current_dir().ok();
    shell.write_complete(
        &mut completed(command()),
        words,
        here.as_deref(),
        &mut found,
    )?;
    let is_bash = shell.name() == "bash";
    Ok(offered(&String::from_utf8_lossy(&found), is_bash))
}

/// The candidates that may be put into the line that somebody types. Names of files may have anything in them: what a
/// terminal would obey, what nobody would see, and what bash, which takes candidates as they are, would run.
fn offered(found: &str, is_bash: bool) -> String {
    // Bash has its candidates apart by a vertical tab.
    let pieces = found.split_inclusive(['\n', '\u{b}']);
    let is_harmless = |piece: &&str| {
        let bare = piece.trim_end_matches(['\n', '\u{b}']);
        shown::visible(bare) == bare && !(is_bash && bare.contains(RUN_BY_BASH))
    };
    pieces.filter(is_harmless).collect()
}

/// Something that a value names.
#[derive(Debug, Clone, Copy)]
enum Named {
    Motion,
    Persona,
    Format,
    Theme,
    Debate,
    /// A debate of the journal, or a file with one.
    DebateOrFile,
    /// A debate that was deleted.
    DeletedDebate,
    Preset,
    /// A model by its name alone.
    Installed,
    /// A model as `--model` takes it.
    Model,
    /// A role with a model, and a seat with one.
    RoleModel,
    SeatModel,
    /// A tag that some debate has.
    Tag,
}

/// What the value of an argument names, by the command (with the one that it belongs to) and the argument.
fn named(parent: &str, command: &str, arg: &str) -> Option<Named> {
    Some(match (parent, command, arg) {
        (_, _, "theme") | ("themes", "show", "id") => Named::Theme,
        (_, "run" | "ensemble", "motion") | ("motions", "show", "id") => Named::Motion,
        (_, "run" | "ensemble" | "list" | "import", "format") | ("formats", "show", "id") => {
            Named::Format
        }
        (_, "run" | "ensemble", "prop" | "opp" | "speakers")
        | ("personas", "show" | "make", "id")
        | ("corpus", _, "persona" | "personas") => Named::Persona,
        ("model", "show" | "bench" | "remove", "name") => Named::Installed,
        (_, _, "model" | "prop_model" | "opp_model") => Named::Model,
        (_, "divide", "debates")
        | (_, "compare", "simulated" | "real")
        | (_, "rerun", "debate") => Named::DebateOrFile,
        (_, "run", "preset") => Named::Preset,
        (_, _, "role") => Named::RoleModel,
        (_, _, "seat") => Named::SeatModel,
        (_, _, "tags") | (_, "tag", "remove") => Named::Tag,
        (_, "restore", _) => Named::DeletedDebate,
        (_, _, "id") | (_, "eval", "ids") => Named::Debate,
        _ => return None,
    })
}

/// The command line with all that the values of its arguments may name.
fn completed(command: Command) -> Command {
    fn within(parent: &str, command: Command) -> Command {
        let name = command.get_name().to_owned();
        let command = command.mut_args(|arg| match named(parent, &name, arg.get_id().as_str()) {
            Some(named) => with_values(arg, named),
            None => arg,
        });
        command.mut_subcommands(|sub| within(&name, sub))
    }
    within("", command)
}

fn with_values(arg: Arg, named: Named) -> Arg {
    arg.add(ArgValueCompleter::new(move |typed: &OsStr| {
        let mut found = values(named);
        found.retain(|(value, _)| typed.to_str().is_some_and(|typed| value.starts_with(typed)));
        let candidates = found.into_iter().map(|(value, told)| {
            CompletionCandidate::new(value).help((!told.is_empty()).then(|| told.into()))
        });
        let mut candidates: Vec<CompletionCandidate> = candidates.collect();
        if matches!(named, Named::DebateOrFile) {
            candidates.extend(PathCompleter::any().complete(typed));
        }
        candidates
    }))
}

/// All that can be named, each with a few words on it. Nothing where the settings make no sense: that is for others to say.
fn values(named: Named) -> Vec<(String, String)> {
    let Ok(host) = Host::load(Env::of_process(), Overrides::default()) else {
        return Vec::new();
    };
    let catalog = &host.catalog;
    let both = |id: &str, told: &str| (id.to_owned(), told.to_owned());
    match named {
        Named::Motion => {
            let motions = catalog.motions();
            motions
                .map(|one| both(&one.id, &one.value.motion))
                .collect()
        }
        Named::Persona => {
            let personas = catalog.personas();
            personas.map(|one| both(&one.id, &one.value.name)).collect()
        }
        Named::Format => {
            let formats = catalog.formats();
            formats.map(|one| both(&one.id, &one.value.name)).collect()
        }
        Named::Theme => {
            let themes = catalog.themes();
            themes.map(|one| both(&one.id, &one.value.name)).collect()
        }
        Named::Debate | Named::DebateOrFile => debates(&host),
        Named::DeletedDebate => deleted(&host),
        Named::Preset => {
            let presets = Presets::of(&host.dirs).list().0.into_iter();
            presets.map(|(name, _)| (name, String::new())).collect()
        }
        Named::Installed => installed(&host, ""),
        Named::Model => installed(&host, &format!("{EMBEDDED}:")),
        Named::RoleModel => {
            let roles = Role::ALL.into_iter().map(Role::word);
            with_models(&host, roles)
        }
        Named::SeatModel => with_models(&host, SEATS),
        Named::Tag => tags(&host),
    }
}

/// Each of these, and each with a model that the program can run.
fn with_models<'a>(host: &Host, all: impl IntoIterator<Item = &'a str>) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for one in all {
        found.push((format!("{one}="), String::new()));
        found.extend(installed(host, &format!("{one}={EMBEDDED}:")));
    }
    found
}

/// The tags of the debates, each once.
fn tags(host: &Host) -> Vec<(String, String)> {
    if !host.dirs.data.join(journal::FILE).exists() {
        return Vec::new();
    }
    let kept = host.journal().ok().and_then(|journal| journal.list().ok());
    let tags = kept
        .unwrap_or_default()
        .into_iter()
        .flat_map(|one| one.tags);
    let each: BTreeSet<String> = tags.collect();
    each.into_iter().map(|tag| (tag, String::new())).collect()
}

fn installed(host: &Host, before: &str) -> Vec<(String, String)> {
    let models = host.store().installed().into_iter();
    models
        .map(|model| (format!("{before}{}", model.name), String::new()))
        .collect()
}

/// The newest debates, and the word for the last one. A journal that is not there is not begun by a key press.
fn debates(host: &Host) -> Vec<(String, String)> {
    if !host.dirs.data.join(journal::FILE).exists() {
        return Vec::new();
    }
    let kept = host.journal().ok().and_then(|journal| journal.list().ok());
    let kept = kept.unwrap_or_default();
    let last = kept
        .first()
        .map(|newest| ("last".to_owned(), newest.motion.clone()));
    let newest = kept.iter().take(DEBATES);
    let newest = newest.map(|one| (one.debate.short().to_owned(), one.motion.clone()));
    last.into_iter().chain(newest).collect()
}

/// The debates that can be restored.
fn deleted(host: &Host) -> Vec<(String, String)> {
    if !host.dirs.data.join(journal::FILE).exists() {
        return Vec::new();
    }
    let journal = host.journal().ok();
    let kept = journal.and_then(|journal| journal.deleted().ok());
    let kept = kept.unwrap_or_default().into_iter();
    kept.map(|one| (one.debate.short().to_owned(), one.motion))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What fish is answered: a line for each candidate, with what is told of it behind a tab.
    fn asked(words: &[&str]) -> Vec<String> {
        let words = words.iter().map(OsString::from).collect();
        let answer = candidates("fish", words).unwrap();
        answer.lines().map(str::to_owned).collect()
    }

    #[test]
    fn what_a_terminal_or_bash_would_obey_is_not_offered() {
        let found = "a.txt\u{b}b c.txt\u{b}$(touch x)\u{b}a;b\u{b}\u{202e}txt.a\u{b}e\u{301}.md\u{b}\u{1b}[2J\u{b}~/d/";
        assert_eq!(
            offered(found, true),
            "a.txt\u{b}b c.txt\u{b}e\u{301}.md\u{b}~/d/"
        );
        let found = "a.txt\ta file\n$5\tfive (or so)\na\u{200b}b\tc\n";
        assert_eq!(offered(found, false), "a.txt\ta file\n$5\tfive (or so)\n");
    }

    #[test]
    fn what_is_in_the_catalog_is_completed() {
        for (words, expected) in [
            (
                &["hustings", "run", "ban-private"][..],
                "ban-private-cars\t",
            ),
            (&["hustings", "run", "--format", "oxf"], "oxford\t"),
            (
                &["hustings", "run", "x", "--prop", "gandhi,mil"],
                "gandhi,mill\t",
            ),
            (&["hustings", "export", "--theme", "dayl"], "daylight\t"),
            (&["hustings", "--theme=dayl"], "--theme=daylight\t"),
            (
                &["hustings", "personas", "show", "wollst"],
                "wollstonecraft\t",
            ),
            (&["hustings", "corpus", "add", "adam"], "adam-smith\t"),
            (&["hustings", "exp"], "export\t"),
            (&["hustings", "run", "--on-fail"], "--on-failure\t"),
            (&["hustings", "run", "x", "--seat", "prop.2="], "prop.2="),
            (&["hustings", "run", "x", "--role", "audi"], "audience="),
        ] {
            let found = asked(words);
            assert!(
                found.iter().any(|one| one.starts_with(expected)),
                "{words:?}: {found:?}"
            );
            assert_eq!(found.len(), 1, "{words:?}: {found:?}");
        }
        // What a command does not take is not offered for it.
        assert_eq!(asked(&["hustings", "list", "--mod"]), Vec::<String>::new());
        assert_eq!(candidates("no-shell", vec!["hustings".into()]).unwrap(), "");
    }

    #[test]
    fn every_shell_has_a_script_that_asks_the_program() {
        for shell in <Shell as clap::ValueEnum>::value_variants() {
            let shells = Shells::builtins();
            let known = shells.completer(&shell.to_string()).unwrap();
            let mut script = Vec::new();
            known
                .write_registration(ASKS, PROGRAM, PROGRAM, PROGRAM, &mut script)
                .unwrap();
            let script = String::from_utf8(script).unwrap();
            assert!(
                script.contains(ASKS) && script.contains("hustings"),
                "{shell}: {script}"
            );
        }
    }
}
