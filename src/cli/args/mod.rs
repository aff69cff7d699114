//! The command line as clap's types, and nothing else. The commands are listed here; the arguments of a family of
//! commands have a file of their own.

mod ask;
mod config;
mod corpus;
mod ensemble;
mod eval;
mod many;
#[cfg(feature = "mcp")]
mod mcp;
mod real;
mod refine;
mod run;
mod shared;
mod values;
mod what_if;

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};

use crate::{bounds, export::Form, journal::Tag};

pub(super) use ask::AskArgs;
pub(super) use config::{ConfigCommand, KeptPath};
pub(super) use corpus::{
    AddArgs, CorpusCommand, CorpusSearchArgs, LabelArgs, MakeArgs, PersonasCommand, PullArgs,
    WishArgs,
};
pub(super) use ensemble::EnsembleArgs;
pub(super) use eval::EvalArgs;
pub(super) use many::{BatchArgs, LimitArgs, ListDebatesArgs, MergeArgs, SearchArgs, StudyArgs};
#[cfg(feature = "mcp")]
pub(super) use mcp::McpArgs;
pub(super) use real::{CompareArgs, DivideArgs, ImportArgs, RerunArgs};
pub(super) use refine::RefineArgs;
pub(super) use run::{FailureArgs, LinesArgs, Output, OutputArgs, PaceArg, PollsArg, RunArgs};
pub(in crate::cli) use shared::{SharedArgs, command};
use values::size;
pub(in crate::cli) use values::{BranchPlace, PARENT, ShownCalls};
pub(super) use what_if::{PointArg, WhatIfArgs};

/// Debates between language models, live in a terminal.
#[derive(Debug, Parser)]
#[command(
    name = "hustings",
    // Not what it was called as: that is anybody's text.
    bin_name = "hustings",
    version,
    about,
    after_help = "Without a command the lobby opens: choose a motion and who speaks, then watch.\n\n\
                  Exit codes: 0 done, 1 internal error or the disk, 2 bad input, 3 no model, 4 something is missing, \
                  5 interrupted (resume with `hustings resume last`)."
)]
pub struct Cli {
    #[command(subcommand)]
    pub(super) command: Option<Command>,
    #[command(flatten)]
    pub(super) shared: SharedArgs,
}

/// What the program can be asked to do.
#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// Run a debate: on the screen, or with --headless as lines.
    Run(Box<RunArgs>),
    /// Resume an unfinished debate.
    Resume {
        /// The debate: `last`, its id, or a part of it that only it has.
        #[arg(default_value = "last")]
        id: String,
        #[command(flatten)]
        failure: FailureArgs,
        /// How fast text is released from now on; by default, as before.
        #[arg(long, value_enum)]
        pace: Option<PaceArg>,
        /// Pause (headless: stop) when the debate has cost this much more; by default, as much again as its limit.
        #[arg(long, value_name = "AMOUNT", allow_negative_numbers = true, value_parser = bounds::COST.number())]
        max_cost: Option<f64>,
        /// Pause (headless: stop) when this many more tokens have been used; by default, as many again as its limit.
        #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = bounds::TOKENS.whole::<u64>())]
        max_tokens: Option<u64>,
        #[command(flatten)]
        output: OutputArgs,
    },
    /// Ask anybody who took part in a debate that is over: speakers, judges, members of the audience, the moderator.
    Ask(AskArgs),
    /// Let a debate go on differently from some point, as a debate of its own; on the screen it waits there.
    Branch {
        /// The debate: `last`, its id, or a part of it that only it has.
        id: String,
        /// The place: a time as a replay shows it (12:30), or the `seq` of the last line of --output jsonl that both have.
        #[arg(long, value_name = "TIME|SEQ", value_parser = values::place)]
        at: BranchPlace,
        #[command(flatten)]
        what_if: WhatIfArgs,
        #[command(flatten)]
        failure: FailureArgs,
        /// How fast text is released from there on; by default, as before.
        #[arg(long, value_enum)]
        pace: Option<PaceArg>,
        #[command(flatten)]
        output: OutputArgs,
    },
    /// Watch a debate that another process is running, as it happens, or take a seat in it; it is steered where it runs.
    Watch {
        /// The debate: `last`, its id, or a part of it that only it has. By default, the one that is running now, or else the
        /// newest that is not over.
        id: Option<String>,
        /// The seat that you take in it, from this terminal: prop.1, opp.2, audience.3, moderator, judge.1, or house where it
        /// gives the verdict. You type what is said from it, or fill in what its judge is asked; without a screen the lines
        /// of standard input are your words.
        #[arg(long, value_name = "SEAT")]
        me: Option<String>,
        /// The name under which you speak; by default, "The Guest".
        #[arg(long = "as", value_name = "NAME", requires = "me")]
        name: Option<String>,
        #[command(flatten)]
        lines: LinesArgs,
    },
    /// Watch a debate again, at a speed of your choice.
    Replay {
        /// The id of the debate, or a part of it that only it has; `last` is the newest.
        #[arg(default_value = "last")]
        id: String,
        /// How fast: 0.5x, 1x, 2x, 4x, 8x, 16x, 32x, 64x or max; on the screen 1x by default, and keys change it.
        /// Without a screen everything comes at once, unless --speed or --rhythm is given.
        #[arg(long)]
        speed: Option<String>,
        /// In which rhythm: `held`, as the debate was held, or `reading`, at the pace of a reader. By default, the latter
        /// if the debate was held faster than anybody reads.
        #[arg(long)]
        rhythm: Option<String>,
        #[command(flatten)]
        lines: LinesArgs,
    },
    /// Hold many debates: motions × formats × line-ups × seeds × repeats, from a file.
    Batch(BatchArgs),
    /// Compare many debates pair by pair: every motion and seed held in each arm of a file, which differ in a setting.
    Study(StudyArgs),
    /// Hold one debate many times with what may vary, and see which outcome is likely and which arguments hold.
    Ensemble(Box<EnsembleArgs>),
    /// List the debates in the journal.
    List(ListDebatesArgs),
    /// Find words in everything that was said, in the motions and among the speakers.
    Search(SearchArgs),
    /// Tag a debate, or take tags away; without any, print the tags that it has.
    Tag {
        /// The debate: `last`, its id, or a part of it that only it has.
        id: String,
        /// The tags, a word each.
        #[arg(value_name = "TAG", value_parser = values::tag)]
        tags: Vec<Tag>,
        /// Take this tag away; can be given again.
        #[arg(long, value_name = "TAG", value_parser = values::tag)]
        remove: Vec<Tag>,
    },
    /// Put a note to a debate, replacing the one that it has; without a text, print the note.
    Note {
        /// The debate: `last`, its id, or a part of it that only it has.
        id: String,
        /// The note.
        text: Vec<String>,
        /// Take the note away.
        #[arg(long, conflicts_with = "text")]
        clear: bool,
    },
    /// The debates of the journal on a page: look through them, search all that was said, tag, compare, export, delete.
    Library,
    /// Import debates from other journals.
    Merge(MergeArgs),
    /// Show a debate as text.
    Show {
        /// The id of the debate, or a part of it that only it has; `last` is the newest.
        #[arg(default_value = "last")]
        id: String,
        /// Show every call to a model instead, with tokens, times and cost; or, with the number of one, its prompt as
        /// it was sent, private notes and all.
        #[arg(
            long,
            value_name = "N",
            num_args = 0..=1,
            require_equals = true,
            default_missing_value = values::ALL_CALLS,
            value_parser = values::shown_calls
        )]
        calls: Option<ShownCalls>,
        /// Show the argument map instead: what was claimed, what answers what, and what has become of it.
        #[arg(long, conflicts_with = "calls")]
        map: bool,
        /// With the speakers' private notes.
        #[arg(long, conflicts_with_all = ["calls", "map"])]
        notes: bool,
        /// Show the house instead: its counts over the debate, what moved it, and each member's votes and reasons.
        #[arg(long, conflicts_with_all = ["calls", "notes", "map"])]
        house: bool,
        /// Show a branch beside the debate that it parts from, or beside another branch of that, and what it changed.
        #[arg(
            long,
            value_name = "DEBATE",
            num_args = 0..=1,
            require_equals = true,
            default_missing_value = values::PARENT,
            conflicts_with_all = ["calls", "map", "notes", "house"]
        )]
        beside: Option<String>,
    },
    /// Have a debate that is over judged, by several judges at once, and see how far they agree.
    Judge {
        /// The id of the debate, or a part of it that only it has; `last` is the newest.
        #[arg(default_value = "last")]
        id: String,
        /// How many judges; --seat judge.2=MODEL gives one of them a model of its own.
        #[arg(long, default_value_t = 3, value_name = "N", allow_negative_numbers = true, value_parser = bounds::JUDGES_WANTED.whole::<u16>())]
        judges: u16,
        /// How often each is asked; from 2 on, you are told how far each judge agrees with itself.
        #[arg(long, default_value_t = 1, value_name = "N", allow_negative_numbers = true, value_parser = bounds::JUDGINGS.whole::<u16>())]
        repeat: u16,
        /// As JSON, with everything that the judges said.
        #[arg(long)]
        json: bool,
    },
    /// Measure debates that are over: grounding, style, positions, differences, adaptation, points, the arc, the votes.
    Eval(EvalArgs),
    /// Take debates that people held into the journal.
    Import(Box<ImportArgs>),
    /// Have a simulated house vote on debates that are over, and compare it with the real votes if they are known.
    Divide(Box<DivideArgs>),
    /// Compare a simulated debate with one that people held: what each was about, what was argued, the vote.
    Compare(Box<CompareArgs>),
    /// Hold a debate that people held again, with whoever spoke then as they are known from elsewhere, and compare the two.
    Rerun(Box<RerunArgs>),
    /// Hold a debate that is over again, each speaker taught by its verdict, and set the iterations side by side.
    Refine(RefineArgs),
    /// Write a debate as a document.
    Export(ExportArgs),
    /// Delete a debate from the journal; for thirty days it can be restored.
    Delete {
        /// The id of the debate, or a part of it that only it has; `last` is the newest.
        id: String,
        /// Delete it for good at once: nothing restores it.
        #[arg(long)]
        for_good: bool,
        /// Do not ask.
        #[arg(long)]
        yes: bool,
    },
    /// Restore a debate that was deleted.
    Restore {
        /// The id of the debate, or a part of it (`hustings list --deleted`).
        id: String,
    },
    /// List the motions, or show one.
    Motions(ListArgs),
    /// List the personas, show one, or have one written from a corpus.
    Personas(PersonasArgs),
    /// List the formats, show one, or print the schema of their files.
    Formats(FormatsArgs),
    /// List the themes, or show one.
    Themes(ListArgs),
    /// Check every file of the catalog, yours included, and the configuration.
    Check,
    /// Find out what is in order and what is not: terminal, configuration, servers, models, journal, disk.
    Doctor {
        /// Print JSON.
        #[arg(long)]
        json: bool,
    },
    /// Show, write and edit the configuration.
    Config {
        #[command(subcommand)]
        what: ConfigCommand,
    },
    /// Say which model would play which part, and where it was found.
    Models,
    /// Serve an assistant over standard input and output: it opens debates, follows them and reads their briefings.
    #[cfg(feature = "mcp")]
    Mcp(McpArgs),
    /// Fetch, import and remove models that the program runs by itself.
    Model {
        #[command(subcommand)]
        what: ModelCommand,
    },
    /// What personas wrote and said: read it in, search it, forget it.
    Corpus {
        #[command(subcommand)]
        what: CorpusCommand,
    },
    /// Print a schema: of the lines of --output jsonl, or of a kind of file.
    Schema {
        /// What the schema describes.
        #[arg(value_enum)]
        of: SchemaOf,
    },
    /// Write the manual pages into a folder.
    Man {
        /// The folder; without one, the page of the program itself goes to standard output.
        #[arg(value_name = "FOLDER")]
        folder: Option<PathBuf>,
    },
    /// Print completions for a shell.
    Completions {
        /// The shell that completes.
        #[arg(value_enum)]
        shell: clap_complete::Shell,
    },
}

/// What can be done with models that the program runs by itself.
#[derive(Debug, Subcommand)]
pub(super) enum ModelCommand {
    /// List the models: those that can be fetched and those that are there.
    List {
        /// Print JSON.
        #[arg(long)]
        json: bool,
    },
    /// Show one model.
    Show {
        /// The name of the model.
        name: String,
        /// Print JSON.
        #[arg(long)]
        json: bool,
    },
    /// Fetch a model; the same command goes on where it was stopped.
    Pull {
        /// The name of the model, from the list or `hf:OWNER/REPO[:Q4_K_M]` on a hub; by default, the one that the program offers.
        name: Option<String>,
        /// Do not ask.
        #[arg(long)]
        yes: bool,
    },
    /// Look for models on a hub.
    Search {
        /// Words of their names.
        #[arg(required = true)]
        words: Vec<String>,
        /// Print JSON.
        #[arg(long)]
        json: bool,
    },
    /// List models for debates by the memory that this machine has.
    Recommend {
        /// Print JSON.
        #[arg(long)]
        json: bool,
    },
    /// Take a GGUF file into the store.
    Import {
        /// The path of the GGUF file.
        file: PathBuf,
        /// What to call the model; by default, a name made from the file's.
        #[arg(long)]
        name: Option<String>,
    },
    /// Measure how fast a model reads and writes; about a minute.
    Bench {
        /// The name of the model; by default, the usual one.
        name: Option<String>,
        /// Measure a server that runs the same model, too, and compare: its URL, up to and with `/v1`.
        #[arg(long, value_name = "URL")]
        against: Option<String>,
        /// The process of that server, to read its memory.
        #[arg(long, value_name = "PID", requires = "against", allow_negative_numbers = true, value_parser = bounds::PROCESS.whole::<u32>())]
        server_pid: Option<u32>,
    },
    /// Put a model on trial: hold 24 short debates with it, and say what of them is worth listening to.
    #[command(
        long_about = "Put a model on trial: hold 24 short debates with it, and say what of them is worth listening to: \
                  speeches for the wrong side, paragraphs on something else, sentences said before, answers that \
                  answer, invented evidence and more, counted by code. The same command goes on with a trial that was \
                  stopped."
    )]
    Trial(TrialArgs),
    /// Remove a model, or what has come of one that was stopped.
    Remove {
        /// The name of the model.
        name: String,
    },
}

/// A trial of a model.
#[derive(Debug, Args)]
pub(super) struct TrialArgs {
    /// How many debates are held.
    #[arg(long, value_name = "N", default_value_t = bounds::TRIAL.most, allow_negative_numbers = true, value_parser = bounds::TRIAL.whole::<u64>())]
    pub(super) debates: u64,
    /// How many debates are held at a time.
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = bounds::AT_ONCE.whole::<u32>())]
    pub(super) parallel: Option<u32>,
    /// The name under which the debates are kept; by default, one made from the model's. Under another name all are
    /// held anew.
    #[arg(long, value_name = "NAME")]
    pub(super) name: Option<String>,
    /// Set the report beside that of an earlier trial: a file that --json has printed.
    #[arg(long, value_name = "FILE", conflicts_with = "json")]
    pub(super) against: Option<PathBuf>,
    /// Say what the debates will take, and begin none.
    #[arg(long)]
    pub(super) dry_run: bool,
    /// Hold no debate: have the model read 20 short speeches, each as though it came from its own side and from the other
    /// one, and count how often it tells when one argues for the wrong side.
    #[arg(long, conflicts_with_all = ["debates", "parallel", "name", "against", "dry_run"])]
    pub(super) sides: bool,
    /// Print JSON, with some of the words that each measure counts.
    #[arg(long)]
    pub(super) json: bool,
}

/// A debate as a document.
#[derive(Debug, Args)]
pub(super) struct ExportArgs {
    /// The id of the debate, or a part of it that only it has; `last` is the newest.
    #[arg(default_value = "last")]
    pub(super) id: String,
    /// In which form.
    #[arg(long, default_value_t = Form::Markdown, value_parser = values::form())]
    pub(super) to: Form,
    /// The file; by default, standard output.
    #[arg(long, value_name = "FILE")]
    pub(super) out: Option<PathBuf>,
    /// Overwrite the file.
    #[arg(long)]
    pub(super) force: bool,
    /// For a document in Markdown or HTML: with the speakers' private notes.
    #[arg(long)]
    pub(super) notes: bool,
    /// For a picture: the moment, as a share of the debate from 0 to 1; by default, its end.
    #[arg(long, value_name = "SHARE", allow_negative_numbers = true, value_parser = bounds::MOMENT.number())]
    pub(super) at: Option<f64>,
    /// For a recording: half a minute around the decisive moment, and the result.
    #[arg(long)]
    pub(super) moment: bool,
    /// Columns and rows; by default, 120x40 for a picture, and 100x30 for a moving picture or a recording.
    #[arg(long, value_name = "COLSxROWS", value_parser = size)]
    pub(super) size: Option<(u16, u16)>,
}

/// List, or show one.
#[derive(Debug, Args)]
pub(super) struct ListArgs {
    #[command(subcommand)]
    pub(super) show: Option<ShowOne>,
    /// Print JSON.
    #[arg(long, global = true)]
    pub(super) json: bool,
}

/// List, show one, or write one from a corpus.
#[derive(Debug, Args)]
pub(super) struct PersonasArgs {
    #[command(subcommand)]
    pub(super) what: Option<PersonasCommand>,
    /// Print JSON.
    #[arg(long, global = true)]
    pub(super) json: bool,
}

/// List, show one, or print what a file may say.
#[derive(Debug, Args)]
pub(super) struct FormatsArgs {
    #[command(subcommand)]
    pub(super) what: Option<FormatsCommand>,
    /// Print JSON.
    #[arg(long, global = true)]
    pub(super) json: bool,
}

/// What can be done with formats.
#[derive(Debug, Subcommand)]
pub(super) enum FormatsCommand {
    /// Show a format, whole.
    Show {
        /// The id of the format, or the beginning of one.
        id: String,
    },
    /// Print the JSON schema of format files, for editors; as `hustings schema format`.
    Schema,
}

/// What can be done with motions, personas or themes.
#[derive(Debug, Subcommand)]
pub(super) enum ShowOne {
    /// Show an entry, whole.
    Show {
        /// The id of the entry, or the beginning of one.
        id: String,
    },
}

/// What a schema can be had of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum SchemaOf {
    /// The lines of `--output jsonl`.
    Jsonl,
    /// A motion file.
    Motion,
    /// A persona file.
    Persona,
    /// A file of an audience member.
    Member,
    /// A format file.
    Format,
    /// A theme file.
    Theme,
    /// A file of a debate that people held.
    Debate,
    /// A batch file.
    Batch,
    /// The file of a study.
    Study,
}

#[cfg(test)]
mod tests {
    use std::{fs, path::Path};

    use super::*;

    #[test]
    fn the_command_line_is_consistent() {
        command().debug_assert();
    }

    fn parsed(typed: &[impl AsRef<str>]) -> Result<Cli, clap::Error> {
        Cli::of(typed.iter().map(|word| word.as_ref().into()))
    }

    /// The commands of a page as somebody would type them, with the first of what can be chosen from.
    fn commands(page: &str) -> Vec<Vec<String>> {
        let mut is_shell = false;
        let mut found = Vec::new();
        for line in page.lines() {
            if let Some(kind) = line.strip_prefix("```") {
                is_shell = matches!(kind, "sh" | "console");
                continue;
            }
            let typed = line.split('#').next().unwrap_or_default();
            let Some((_, typed)) = typed.split_once("hustings ").filter(|_| is_shell) else {
                continue;
            };
            let typed = typed.split(" | ").next().unwrap_or_default();
            let typed = typed.split(" > ").next().unwrap_or_default();
            let typed = typed.replace("$SLURM_ARRAY_TASK_ID", "3");
            let mut words = vec!["hustings".to_owned()];
            for (at, part) in typed.split('"').enumerate() {
                if at % 2 == 1 {
                    words.push(part.to_owned());
                } else {
                    let plain = part.split_whitespace().filter(|word| *word != "…");
                    let first = |word: &str| {
                        let word = word.trim_matches(['[', ']']);
                        word.split('|').next().unwrap_or_default().to_owned()
                    };
                    words.extend(plain.map(first));
                }
            }
            found.push(words);
        }
        found
    }

    #[test]
    fn the_commands_of_the_book_are_understood() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let chapters = fs::read_dir(root.join("docs/src")).unwrap();
        let chapters = chapters.map(|chapter| chapter.unwrap().path());
        let chapters = chapters.filter(|path| path.is_file());
        let pages = [root.join("README.md")].into_iter().chain(chapters);
        let pages = pages.map(|page| fs::read_to_string(page).unwrap());
        let commands: Vec<Vec<String>> = pages.flat_map(|page| commands(&page)).collect();
        assert!(commands.len() > 70, "{} commands", commands.len());
        for typed in commands {
            if let Err(error) = parsed(&typed) {
                panic!("{typed:?}: {error}");
            }
        }
    }

    #[test]
    fn how_much_is_checked_is_what_was_typed() {
        use crate::debate::opening::Referee;
        let typed = |flags: &[&str]| {
            let line = [&["hustings", "run", "tea"], flags].concat();
            let Ok(Some(Command::Run(run))) = parsed(&line).map(|cli| cli.command) else {
                panic!("{flags:?}");
            };
            run.referee.map(Referee::from).unwrap_or_default()
        };
        for (flags, expected) in [
            (&[][..], Referee::Usual),
            (&["--referee", "off"], Referee::Off),
            (&["--referee", "code"], Referee::Code),
            (&["--referee", "full"], Referee::Full),
        ] {
            assert_eq!(typed(flags), expected, "{flags:?}");
        }
    }

    #[test]
    fn whatever_holds_debates_takes_the_flags_for_failures() {
        let commands: [&[&str]; 5] = [
            &["run", "tea"],
            &["resume"],
            &["refine", "last"],
            &["batch", "spring.toml"],
            &["ensemble", "tea"],
        ];
        for command in commands {
            for flag in [["--on-failure", "pause"], ["--wait", "30"]] {
                let typed = [&["hustings"], command, &flag].concat();
                assert!(parsed(&typed).is_ok(), "{typed:?}");
            }
        }
    }
}
