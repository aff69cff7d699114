//! The flags for models and looks, which several commands share: which command takes which. They belong behind their
//! command, and may stand before it, too.

use std::ffi::OsString;

use clap::{
    Arg, ArgAction, ArgMatches, Args, Command, CommandFactory as _, FromArgMatches as _,
    error::{ContextKind, ContextValue, ErrorKind},
    parser::ValueSource,
};

use super::{
    Cli, Command as Asked,
    values::{Threads, pair, role, threads},
};
use crate::debate::ask::Role;

/// The flags for models and looks.
#[derive(Debug, Clone, Default, Args)]
pub(in crate::cli) struct SharedArgs {
    /// The theme of the screen (`hustings themes` lists them).
    #[arg(long, value_name = "ID")]
    pub(in crate::cli) theme: Option<String>,
    #[command(flatten)]
    pub(in crate::cli) models: ModelArgs,
}

/// Which models are asked.
#[derive(Debug, Clone, Default, Args)]
#[command(next_help_heading = "Models")]
pub(in crate::cli) struct ModelArgs {
    /// The model: a name on the server, `PROVIDER:NAME` as in the configuration, or `embedded:NAME` for one that
    /// runs in the program (`hustings model list`).
    #[arg(long, value_name = "MODEL")]
    pub(in crate::cli) model: Option<String>,
    /// The OpenAI-compatible server, up to and with `/v1`.
    #[arg(long, value_name = "URL")]
    pub(in crate::cli) base_url: Option<String>,
    /// The environment variable that holds the key for --base-url.
    #[arg(long, value_name = "VARIABLE")]
    pub(in crate::cli) key_env: Option<String>,
    /// Another model for a role (speaker, poi, audience, judge, moderator, referee, clerk).
    #[arg(id = "role", long = "role", value_name = "ROLE=MODEL", value_parser = role)]
    pub(in crate::cli) roles: Vec<(Role, String)>,
    /// Another model for one seat, such as prop.2=MODEL.
    #[arg(id = "seat", long = "seat", value_name = "SEAT=MODEL", value_parser = pair)]
    pub(in crate::cli) seats: Vec<(String, String)>,
    /// The model that tells how near texts are in meaning: `PROVIDER:NAME`, `embedded:minilm`, or `off`; with
    /// --base-url, a name on that server.
    #[arg(long, value_name = "MODEL")]
    pub(in crate::cli) embeddings: Option<String>,
    /// How many threads a model in the program works with; without it as many as HUSTINGS_THREADS says, or as there
    /// are cores.
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = threads)]
    pub(in crate::cli) threads: Option<Threads>,
}

/// The variable with the number of threads, where no flag has it.
const THREADS: &str = "HUSTINGS_THREADS";
/// The flags for who is asked, and where.
const ASKED: &[&str] = &["model", "role", "seat"];
/// The flags for a server.
const SERVER: &[&str] = &["base_url", "key_env"];
/// The flag for the model that embeds.
const MEANING: &[&str] = &["embeddings"];
/// The flag for a model in the process.
const PROCESS: &[&str] = &["threads"];
/// The flag for the screen, and for pictures of it.
const LOOKS: &[&str] = &["theme"];
/// All of them.
const ALL: &[&[&str]] = &[LOOKS, ASKED, SERVER, MEANING, PROCESS];
/// All for models.
const MODELS: &[&[&str]] = &[ASKED, SERVER, MEANING, PROCESS];

/// What each command takes of them; one that is not here takes none. Without a command, in the lobby, all are taken.
const TAKEN: &[(&[&str], &[&[&str]])] = &[
    (&["run"], ALL),
    (&["resume"], ALL),
    (&["branch"], ALL),
    // After a debate the screen offers to hold it again, and out of a replay a branch.
    (&["watch"], ALL),
    (&["replay"], ALL),
    (&["library"], ALL),
    (&["ask"], MODELS),
    #[cfg(feature = "mcp")]
    (&["mcp"], MODELS),
    (&["refine"], ALL),
    (&["batch"], MODELS),
    (&["study"], MODELS),
    (&["ensemble"], ALL),
    (&["judge"], &[ASKED, SERVER, PROCESS]),
    (&["eval"], MODELS),
    (&["import"], &[ASKED, SERVER, PROCESS]),
    (&["divide"], &[ASKED, SERVER, PROCESS]),
    (&["compare"], MODELS),
    (&["rerun"], ALL),
    (&["export"], &[LOOKS]),
    (&["check"], &[LOOKS, ASKED, SERVER, MEANING]),
    (&["doctor"], &[LOOKS, ASKED, SERVER, MEANING]),
    (&["config", "show"], ALL),
    (&["models"], MODELS),
    (&["model", "bench"], &[&["model"], SERVER, PROCESS]),
    (&["model", "trial"], MODELS),
    (&["corpus", "add"], MODELS),
    (&["corpus", "pull"], MODELS),
    (&["personas", "make"], MODELS),
    (&["corpus", "search"], &[SERVER, MEANING, PROCESS]),
    (&["corpus", "embed"], &[SERVER, MEANING, PROCESS]),
    (&["corpus", "style"], &[ASKED, SERVER, PROCESS]),
];

/// The command that takes `--model` several times: the first is the usual one, and each is asked the same.
const SEVERAL_MODELS: &str = "eval";

/// The commands that take them for what is offered on the screen alone: without one, nobody is asked for anything.
const ON_SCREEN: [&str; 2] = ["watch", "replay"];

/// The command line as it is parsed, completed and told in manuals.
pub(in crate::cli) fn command() -> Command {
    let root = Cli::command();
    let shared: Vec<Arg> = root.get_arguments().cloned().collect();
    let root = TAKEN.iter().fold(root, |root, (path, groups)| {
        let taken = shared.iter().filter(|arg| {
            groups
                .iter()
                .any(|ids| ids.contains(&arg.get_id().as_str()))
        });
        with(root, path, &taken.cloned().collect::<Vec<_>>())
    });
    root.mut_subcommand(SEVERAL_MODELS, |sub| {
        sub.mut_arg("model", |arg| arg.action(ArgAction::Append))
    })
}

/// A command whose subcommand at the path has these arguments, too.
fn with(command: Command, path: &[&str], args: &[Arg]) -> Command {
    match path {
        [] => command.args(args),
        [first, rest @ ..] => command.mut_subcommand(first, |sub| with(sub, rest, args)),
    }
}

impl Cli {
    /// Parses what was typed.
    ///
    /// # Errors
    /// It makes no sense, or asks for help.
    pub(in crate::cli) fn of(
        typed: impl IntoIterator<Item = OsString>,
    ) -> Result<Self, clap::Error> {
        let typed: Vec<OsString> = typed.into_iter().collect();
        let mut command = command();
        let matches = command
            .try_get_matches_from_mut(&typed)
            .map_err(|error| plainer(error, &typed))?;
        let mut cli =
            Self::from_arg_matches(&matches).map_err(|error| error.format(&mut command))?;
        cli.shared.lay_over(&matches, &command)?;
        if let (Some(Asked::Eval(args)), Some((_, behind))) =
            (&mut cli.command, matches.subcommand())
        {
            args.others = all(behind, "model").into_iter().skip(1).collect();
        }
        if takes_threads(&matches, &command) {
            cli.shared.models.threads_of(std::env::var_os(THREADS))?;
        }
        Ok(cli)
    }
}

impl SharedArgs {
    /// Lays the flags that stand behind the command over those before it, and refuses those that it does not take.
    fn lay_over(&mut self, matches: &ArgMatches, command: &Command) -> Result<(), clap::Error> {
        let before = typed_ids(matches);
        let (mut path, mut command, mut behind) = (Vec::new(), command, matches);
        while let Some((name, sub)) = behind.subcommand() {
            path.push(name);
            behind = sub;
            if let Some(found) = command.find_subcommand(name) {
                command = found;
            }
        }
        if path.is_empty() {
            return Ok(());
        }
        let takes = |id: &str| command.get_arguments().any(|arg| arg.get_id() == id);
        if let Some(id) = before.iter().find(|id| !takes(id)) {
            return Err(not_taken(&path, id));
        }
        let typed = typed_ids(behind);
        if let ([shown], Some(id)) = (path.as_slice(), before.iter().chain(&typed).next())
            && ON_SCREEN.contains(shown)
            && behind.get_flag("headless")
        {
            return Err(for_the_screen(shown, id));
        }
        for id in typed {
            match id {
                "theme" => self.theme = one(behind, id),
                "model" => self.models.model = one(behind, id),
                "base_url" => self.models.base_url = one(behind, id),
                "key_env" => self.models.key_env = one(behind, id),
                "embeddings" => self.models.embeddings = one(behind, id),
                "threads" => self.models.threads = one(behind, id),
                "role" => self.models.roles.extend(all(behind, id)),
                "seat" => self.models.seats.extend(all(behind, id)),
                _ => {}
            }
        }
        Ok(())
    }
}

impl ModelArgs {
    /// Takes the number of threads from the environment, where none was typed.
    fn threads_of(&mut self, variable: Option<OsString>) -> Result<(), clap::Error> {
        if let (None, Some(value)) = (&self.threads, variable) {
            let number = threads(&value.to_string_lossy());
            let number = number.map_err(|why| {
                clap::Error::raw(
                    ErrorKind::ValueValidation,
                    format!("{THREADS}: {why}\n  hint: set it to a number, or unset it\n"),
                )
            })?;
            self.threads = Some(number);
        }
        Ok(())
    }
}

/// Whether what is asked for is done with threads of a model: the lobby, and the commands that take their number.
fn takes_threads(matches: &ArgMatches, command: &Command) -> bool {
    let (mut command, mut level) = (Some(command), matches);
    while let Some((name, sub)) = level.subcommand() {
        command = command.and_then(|one| one.find_subcommand(name));
        level = sub;
    }
    command.is_some_and(|one| one.get_arguments().any(|arg| arg.get_id() == "threads"))
}

/// The shared flags that were typed at a level, in the order of [`ALL`].
fn typed_ids(level: &ArgMatches) -> Vec<&'static str> {
    let is_typed = |id: &str| {
        level.ids().any(|found| found == id)
            && level.value_source(id) == Some(ValueSource::CommandLine)
    };
    let shared = ALL.iter().copied().flatten().copied();
    shared.filter(|id| is_typed(id)).collect()
}

fn one<T: Clone + Send + Sync + 'static>(level: &ArgMatches, id: &str) -> Option<T> {
    level.get_one::<T>(id).cloned()
}

fn all<T: Clone + Send + Sync + 'static>(level: &ArgMatches, id: &str) -> Vec<T> {
    let values = level.get_many::<T>(id);
    values.map_or_else(Vec::new, |values| values.cloned().collect())
}

/// The complaint about a flag that a command does not take, in the place of the parser's, which would propose another
/// flag that looks like it.
fn plainer(error: clap::Error, typed: &[OsString]) -> clap::Error {
    let flag = match (error.kind(), error.get(ContextKind::InvalidArg)) {
        (ErrorKind::UnknownArgument, Some(ContextValue::String(flag))) => flag.clone(),
        _ => return error,
    };
    let shared = ALL.iter().copied().flatten().copied();
    let Some(id) = { shared }.find(|id| flag_of(id) == flag) else {
        return error;
    };
    let Ok(matches) = command().ignore_errors(true).try_get_matches_from(typed) else {
        return error;
    };
    let (mut path, mut level) = (Vec::new(), &matches);
    while let Some((name, sub)) = level.subcommand() {
        path.push(name);
        level = sub;
    }
    if path.is_empty() {
        return error;
    }
    not_taken(&path, id)
}

fn flag_of(id: &str) -> String {
    format!("--{}", id.replace('_', "-"))
}

fn not_taken(path: &[&str], id: &str) -> clap::Error {
    let takers = TAKEN
        .iter()
        .filter(|(_, groups)| groups.iter().any(|ids| ids.contains(&id)));
    let takers: Vec<String> = takers.map(|(path, _)| path.join(" ")).collect();
    let flag = flag_of(id);
    clap::Error::raw(
        ErrorKind::UnknownArgument,
        format!(
            "{flag} would do nothing: `hustings {}` does not take it\n  \
             hint: leave {flag} out; it is for the lobby (no command) and for {}",
            path.join(" "),
            takers.join(", ")
        ),
    )
}

/// The complaint about a flag for the screen where there is none.
fn for_the_screen(command: &str, id: &str) -> clap::Error {
    let flag = flag_of(id);
    let what_for = if LOOKS.contains(&id) {
        "the screen, and there is none with --headless"
    } else {
        "what the screen offers after a debate, and with --headless no model is asked"
    };
    clap::Error::raw(
        ErrorKind::ArgumentConflict,
        format!(
            "{flag} would do nothing: it is for {what_for}\n  \
             hint: leave out {flag}, or --headless: hustings {command}"
        ),
    )
}

#[cfg(test)]
mod tests {
    use super::{super::Command as Asked, *};

    fn read(line: &str) -> Result<Cli, String> {
        let typed = line.split_whitespace().map(OsString::from);
        Cli::of(typed).map_err(|error| error.to_string())
    }

    fn shared(line: &str) -> SharedArgs {
        read(line)
            .unwrap_or_else(|said| panic!("{line}: {said}"))
            .shared
    }

    #[test]
    fn a_flag_counts_before_the_command_and_behind_it() {
        for line in [
            "hustings --model x",
            "hustings --model x run tea",
            "hustings run tea --model x",
            "hustings --model y run tea --model x",
            "hustings --model x model bench",
        ] {
            assert_eq!(shared(line).models.model.as_deref(), Some("x"), "{line}");
        }
        let both = shared("hustings --role judge=a --threads 2 --theme t run tea --role clerk=b");
        let roles = [(Role::Judge, "a".to_owned()), (Role::Clerk, "b".to_owned())];
        assert_eq!(both.models.roles, roles);
        assert_eq!(both.models.threads.and_then(|threads| threads.0), Some(2));
        assert_eq!(both.theme.as_deref(), Some("t"));
    }

    #[test]
    fn a_flag_for_the_screen_is_refused_where_there_is_none() {
        for (line, flag) in [
            ("replay last --headless --model x", "--model"),
            ("--theme x replay --headless", "--theme"),
            ("watch --headless --seat prop.1=x", "--seat"),
        ] {
            let said = read(&format!("hustings {line}")).unwrap_err();
            assert!(
                said.contains(&format!("{flag} would do nothing")) && said.contains("hint:"),
                "{line}: {said}"
            );
        }
        assert!(read("hustings replay last --theme x").is_ok());
        assert!(read("hustings show --map --house").is_err());
    }

    #[test]
    fn a_flag_that_a_command_does_not_use_is_refused_wherever_it_stands() {
        for (line, flag, command) in [
            ("list --model x", "--model", "list"),
            ("--model x list", "--model", "list"),
            ("show last --theme x", "--theme", "show"),
            ("delete last --yes --base-url u", "--base-url", "delete"),
            ("merge j --key-env K", "--key-env", "merge"),
            ("export last --seat prop.1=x", "--seat", "export"),
            ("motions --threads 2", "--threads", "motions"),
            ("motions show tea --theme x", "--theme", "motions show"),
            ("config path --model x", "--model", "config path"),
            ("--theme x config init", "--theme", "config init"),
            ("completions bash --role judge=x", "--role", "completions"),
            (
                "corpus list --embeddings off",
                "--embeddings",
                "corpus list",
            ),
            ("batch b.toml --theme x", "--theme", "batch"),
            ("judge last --embeddings off", "--embeddings", "judge"),
        ] {
            let said = read(&format!("hustings {line}")).unwrap_err();
            let expected =
                format!("{flag} would do nothing: `hustings {command}` does not take it");
            assert!(said.contains(&expected), "{line}: {said}");
            assert!(said.contains("leave"), "{said}");
        }
        // What nobody takes is the parser's to refuse.
        let said = read("hustings list --modle x").unwrap_err();
        assert!(!said.contains("would do nothing"), "{said}");
    }

    #[test]
    fn the_variable_for_threads_counts_where_nothing_is_typed_and_threads_are_used() {
        let of = |line: &str, variable: &str| {
            let mut models = shared(line).models;
            let taken = models.threads_of(Some(variable.into()));
            taken.map(|()| models.threads.and_then(|threads| threads.0))
        };
        assert_eq!(of("hustings run tea", "3").unwrap(), Some(3));
        assert_eq!(of("hustings run tea", " ").unwrap(), None);
        assert_eq!(of("hustings run tea --threads 2", "3").unwrap(), Some(2));
        let said = of("hustings run tea", "many").unwrap_err().to_string();
        assert!(
            said.contains("HUSTINGS_THREADS") && !said.contains("--threads"),
            "{said}"
        );
        let uses = |line: &str| {
            let command = command();
            let typed = line.split_whitespace();
            let matches = command.clone().try_get_matches_from(typed).unwrap();
            takes_threads(&matches, &command)
        };
        assert!(uses("hustings") && uses("hustings run tea") && uses("hustings model bench"));
        assert!(!uses("hustings list") && !uses("hustings doctor") && !uses("hustings model list"));
    }

    #[test]
    fn the_help_of_a_command_has_the_flags_that_it_takes_and_no_others() {
        let mut command = command();
        command.build();
        for &(path, groups) in TAKEN {
            let mut at = &command;
            for name in path {
                at = at
                    .find_subcommand(name)
                    .unwrap_or_else(|| panic!("{path:?}"));
            }
            let taken = ALL
                .iter()
                .copied()
                .flatten()
                .copied()
                .filter(|id| at.get_arguments().any(|arg| arg.get_id() == *id));
            let expected = ALL.iter().copied().flatten().copied();
            let expected = expected.filter(|id| groups.iter().any(|ids| ids.contains(id)));
            assert_eq!(
                taken.collect::<Vec<_>>(),
                expected.collect::<Vec<_>>(),
                "{path:?}"
            );
        }
        let list = command.find_subcommand_mut("list").unwrap();
        let help = list.render_long_help().to_string();
        assert!(
            !help.contains("--model") && !help.contains("--theme"),
            "{help}"
        );
        let cli = read("hustings list").unwrap();
        assert!(matches!(cli.command, Some(Asked::List(_))));
    }
}
