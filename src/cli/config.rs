//! `hustings config`: where the configuration is, a first one, what is in force, and an editor for it.

use std::{
    io,
    num::NonZeroUsize,
    path::{Path, PathBuf},
};

use clap::ValueEnum;
use serde_json::{Map, Value, json};

use super::{
    Host,
    args::{ConfigCommand, KeptPath},
    check,
    layout::Sheet,
    logging, out,
    signals::until_interrupt,
};
use crate::{
    catalog::{Paint, Problem},
    config::{Dirs, Env, FILE, KEYS, presets::Presets},
    corpus,
    error::{Exit, Failure},
    files::NotWritten,
    host::{
        self, editor,
        in_force::{SettingInForce, SettingOrigin, in_force},
        own_files::{self, OwnFiles},
    },
    journal,
    models::Store,
    text::{
        counted,
        shown::{self, for_people},
    },
};

/// The variable that names the folder for everything.
const HOME: &str = "HUSTINGS_HOME";
/// The variable that sets the threads of a model in the program.
const THREADS: &str = "HUSTINGS_THREADS";

/// `hustings config …`. `host` loads the settings, for what needs them: whatever is wrong with them keeps nobody from the
/// rest. `threads` are those that a flag or a variable asks for.
pub(super) async fn run(
    what: ConfigCommand,
    host: impl FnOnce() -> Result<Host, Failure>,
    threads: Option<u16>,
) -> Result<Exit, Failure> {
    let dirs = || Dirs::find(&Env::of_process());
    match what {
        ConfigCommand::Path { of, json } => path(&dirs()?, of, json),
        ConfigCommand::Init => init(&dirs()?),
        ConfigCommand::Edit => edit(dirs()?).await,
        ConfigCommand::Show { json } => show(&host()?, threads, json),
    }
}

impl KeptPath {
    fn of(self, dirs: &Dirs) -> PathBuf {
        match self {
            Self::File => dirs.config.join(FILE),
            Self::Keys => dirs.config.join(KEYS),
            Self::Presets => Presets::of(dirs).folder().to_owned(),
            Self::Catalog => dirs.config.clone(),
            Self::Data => dirs.data.clone(),
            Self::Journal => dirs.data.join(journal::FILE),
            Self::Corpora => dirs.data.join(corpus::FILE),
            Self::Models => Store::new(dirs).folder().to_owned(),
            Self::Log => dirs.state.clone(),
        }
    }

    /// The word for it on the command line.
    fn word(self) -> String {
        let value = self.to_possible_value();
        value.map_or_else(String::new, |value| value.get_name().to_owned())
    }
}

fn path(dirs: &Dirs, of: Option<KeptPath>, json: bool) -> Result<Exit, Failure> {
    let wanted = match of {
        Some(one) => vec![one],
        None => KeptPath::value_variants().to_vec(),
    };
    if json {
        let all: Map<String, Value> = wanted
            .into_iter()
            .map(|one| {
                let path = one.of(dirs);
                let exists = path.exists();
                let path = path.to_string_lossy();
                (one.word(), json!({ "path": path, "exists": exists }))
            })
            .collect();
        return out::print(|out| writeln!(out, "{:#}", Value::Object(all)));
    }
    if let [one] = wanted.as_slice() {
        // As it is, for a shell.
        let path = one.of(dirs);
        return out::print(|out| writeln!(out, "{}", path.display()));
    }
    let width = wanted.iter().map(|one| one.word().len()).max();
    let width = width.unwrap_or_default();
    out::print(|out| {
        wanted.iter().try_for_each(|one| {
            let path = one.of(dirs);
            let absent = if path.exists() {
                ""
            } else {
                " (not there yet)"
            };
            // What lies there is said, too.
            let note = if *one == KeptPath::Keys && absent.is_empty() {
                " (plain text that only you can read)"
            } else {
                absent
            };
            let (word, path) = (one.word(), shown::path(&path));
            writeln!(out, "{word:width$}  {path}{note}")
        })
    })
}

fn init(dirs: &Dirs) -> Result<Exit, Failure> {
    let path = dirs.config.join(FILE);
    own_files::write_template(dirs).map_err(|error| match error {
        NotWritten::IsThere => Failure::input(format!("{} is there already", shown::path(&path)))
            .hint(
                "`hustings config edit` opens it, and `hustings config show` says what is in force",
            )
            .hint("move it away to have a new one written"),
        NotWritten::Folder | NotWritten::NoFolder(_) | NotWritten::NoSpace | NotWritten::Io(_) => {
            not_written(&error, &path)
        }
    })?;
    out::print(|out| {
        let path = shown::path(&path);
        writeln!(
            out,
            "{path} was written; every setting is explained in it, and none is in force yet."
        )?;
        writeln!(out, "`hustings config edit` opens it.")
    })
}

/// The failure where there is no first configuration. Nobody has named the file, so nobody can name another one.
fn not_written(error: &NotWritten, path: &Path) -> Failure {
    let mut failure = error.failure(path);
    if let NotWritten::Folder = error {
        failure.hints = vec!["move it away to have a file written in its place".to_owned()];
    }
    failure
}

async fn edit(dirs: Dirs) -> Result<Exit, Failure> {
    editor::has_its_terminal(out::is_terminal())?;
    let path = dirs.config.join(FILE);
    match own_files::write_template(&dirs) {
        Ok(()) | Err(NotWritten::IsThere) => {}
        Err(error) => return Err(not_written(&error, &path)),
    }
    // While the editor has the terminal, Ctrl-C is the editor's.
    until_interrupt(async |_| editor::edit(&path).await).await?;
    let own = OwnFiles::read(dirs, Env::of_process(), check::keys);
    let problems = own.of_settings;
    let path = shown::path(&path);
    if problems.is_empty() {
        return out::print(|out| writeln!(out, "{path}: nothing is wrong with it"));
    }
    let count = counted(problems.len() as u64, "problem", "problems");
    print_problems(
        &problems,
        &format!("{count} in {path}, which is as you left it"),
    )?;
    Ok(Exit::BadInput)
}

fn print_problems(problems: &[Problem], last: &str) -> Result<Exit, Failure> {
    let told = |out: &mut dyn io::Write, paint| {
        for problem in problems {
            writeln!(out, "{}\n", problem.render(paint))?;
        }
        writeln!(out, "{last}")
    };
    // A problem is cleaned before it is painted.
    if out::is_terminal() {
        out::paint(|out| told(out, Paint::Coloured))
    } else {
        out::print(|out| told(out, Paint::Plain))
    }
}

fn show(host: &Host, threads: Option<u16>, json: bool) -> Result<Exit, Failure> {
    let mut all = of_environment(host, threads);
    all.extend(in_force(host, &keys())?);
    let (_, problems) =
        host::check::settings(&host.dirs, &host.settings.env, &host.catalog, check::keys);
    let exit = if problems.is_empty() {
        Exit::Done
    } else {
        Exit::BadInput
    };
    if json {
        out::json(&json!(all))?;
        for problem in &problems {
            out::say(&problem.render(Paint::Plain));
        }
        return Ok(exit);
    }
    let mut sheet = if out::is_terminal() {
        Sheet::new(out::width())
    } else {
        Sheet::unbroken()
    };
    let path = host.dirs.config.join(FILE);
    let absent = if path.exists() {
        ""
    } else {
        " (not there yet)"
    };
    sheet.heading(&format!("{}{absent}", shown::path(&path)));
    let rows = all.iter();
    sheet.rows(rows.map(|one| (one.setting.as_str(), for_people(&told(one)))));
    out::print(|out| out.write_all(sheet.into_string().as_bytes()))?;
    if !problems.is_empty() {
        let count = counted(problems.len() as u64, "problem", "problems");
        out::print(|out| writeln!(out))?;
        print_problems(&problems, &format!("{count} in {}", shown::path(&path)))?;
    }
    Ok(exit)
}

/// A setting's value, with what is to be said of it and where it comes from.
fn told(setting: &SettingInForce) -> String {
    let origin = match &setting.origin {
        SettingOrigin::Default => "default".to_owned(),
        SettingOrigin::File {
            line: Some(line), ..
        } => format!("{FILE}:{line}"),
        SettingOrigin::File { line: None, .. } => FILE.to_owned(),
        SettingOrigin::Environment {
            variable,
            dotenv: true,
        } => format!("{variable} in .env"),
        SettingOrigin::Environment {
            variable,
            dotenv: false,
        } => variable.clone(),
        SettingOrigin::Flag { flag } => (*flag).to_owned(),
    };
    let note = setting.note.as_deref();
    let value = shown_value(&setting.value);
    match (&setting.value, note) {
        (Value::Null, note) => format!("{} ({origin})", note.unwrap_or("none")),
        (_, Some(note)) => format!("{value} ({origin}; {note})"),
        (_, None) => format!("{value} ({origin})"),
    }
}

/// A value as the file would have it.
fn shown_value(value: &Value) -> String {
    match value {
        Value::Object(fields) => {
            let fields = fields.iter();
            let fields = fields.map(|(name, value)| format!("{name} = {}", shown_value(value)));
            format!("{{ {} }}", fields.collect::<Vec<_>>().join(", "))
        }
        Value::Array(list) => {
            let list: Vec<String> = list.iter().map(shown_value).collect();
            format!("[{}]", list.join(", "))
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => value.to_string(),
    }
}

/// What the environment and the flags set beside the file.
fn of_environment(host: &Host, threads: Option<u16>) -> Vec<SettingInForce> {
    let env = &host.settings.env;
    let of = |variable: &str| SettingOrigin::Environment {
        variable: variable.to_owned(),
        dotenv: false,
    };
    let mut all = Vec::new();
    let mut put = |setting: &str, value: Value, note: Option<&str>, origin| {
        all.push(SettingInForce {
            setting: setting.to_owned(),
            value,
            note: note.map(str::to_owned),
            origin,
        });
    };
    if let Some(home) = env.get(HOME) {
        put("home", json!(home), None, of(HOME));
    }
    match std::env::var(logging::VARIABLE) {
        Ok(filter) if !filter.is_empty() => put("log", json!(filter), None, of(logging::VARIABLE)),
        _ => {
            let note = format!("none is written; {}=debug writes one", logging::VARIABLE);
            put("log", Value::Null, Some(&note), SettingOrigin::Default);
        }
    }
    if let Some(threads) = threads {
        let set = env.get(THREADS).and_then(|set| set.trim().parse().ok());
        let origin = if set == Some(threads) {
            of(THREADS)
        } else {
            SettingOrigin::Flag { flag: "--threads" }
        };
        put("threads", json!(threads), None, origin);
    } else {
        let cores = std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
        put("threads", json!(cores), None, SettingOrigin::Default);
    }
    all
}

/// The actions of the chamber, with the keys that they have by default.
#[cfg(feature = "tui")]
fn keys() -> Vec<(&'static str, String)> {
    let rows = crate::tui::keymap::ROWS.iter();
    rows.map(|row| (row.name, row.keys.join(" "))).collect()
}

/// There is no screen, and so there are no keys.
#[cfg(not(feature = "tui"))]
fn keys() -> Vec<(&'static str, String)> {
    Vec::new()
}
