//! Hustings: debates between language models, live in a terminal.
//!
//! | module | owns |
//! | --- | --- |
//! | [`text`] | what a sentence is, what may reach a terminal |
//! | [`bounds`] | what every number of a file or a flag may be |
//! | [`files`] | files that people name: only regular ones are read, so far and no further; what is written is whole |
//! | [`visible`] | a writer that shows people what they would not see |
//! | [`clock`], [`interval`] | the time that a record is stamped with; what estimates are within |
//! | [`error`] | what a command ends with: its message, its hint, its exit code |
//! | [`panics`] | panics that are caught, and what is told of them |
//! | [`similarity`] | whether two texts say the same: the measures, and from which number on |
//! | [`catalog`] | motions, personas, formats, themes, profiles: TOML files as checked types |
//! | [`debate`] | the rules, pure: events, state, commands, decisions |
//! | [`setup`] | from what a person chose to the opening of a debate, pure |
//! | [`prompt`] | the words for the models, in the order that caches like |
//! | [`config`] | the configuration: files, folders, the environment |
//! | [`models`] | models to fetch and run in the process: the list, the store, pulling, checking files |
//! | [`llm`] | models: the trait, the OpenAI-compatible provider, tries, structured answers, prices, embeddings |
//! | [`embedded`] | a model that runs in the program |
//! | [`database`] | the file that journal and corpora are kept in |
//! | [`corpus`] | what personas wrote and said: read, cut into passages, kept, found again |
//! | [`assign`] | people for a motion, proposed by a model, and which of them differ most |
//! | [`real`] | debates that people held: their files, and what a simulated house makes of them |
//! | [`batch`] | many debates of one file: what is to be held, and what they come to |
//! | [`paired`] | many debates in arms that are compared pair by pair |
//! | [`ensemble`] | one debate many times: what varies, the landscape of its arguments, what coaching brings |
//! | [`study_page`] | a page that a study is told on, as plain data |
//! | [`refine`] | the same debate again: what a verdict teaches, when to stop, iterations side by side |
//! | [`likeness`] | texts compared by vectors or by words |
//! | [`real_comparison`] | a simulated debate beside one that people held |
//! | [`journal`] | SQLite: every event of every debate |
//! | [`engine`] | runs a debate: one task, bounded channels |
//! | [`by_hand`] | what is asked of a person in a seat, in words and forms, and how a form is read |
//! | [`own_seat`] | a seat that is taken at this terminal, in a debate of another process |
//! | [`unattended`] | follows a debate that nobody watches |
//! | [`eval`] | measures of a finished debate: pure, and what a judge's model is asked for them |
//! | [`host`] | opens debates, resumes them, runs many, refines them |
//! | [`headless`] | a debate as lines on standard output |
//! | [`blocks`] | the document of a debate: its blocks, with their words |
//! | [`plain`] | that document as text |
//! | [`excerpt`] | pieces of a debate, for whoever reads it bit by bit |
//! | [`shared`] | a debate as it is given to others |
//! | [`export`] | that document as Markdown, JSON, a table of calls |
//! | [`tui`] | the screen |
//! | [`cli`] | arguments, and one file a subcommand or family of subcommands |

#![deny(clippy::wildcard_enum_match_arm)]

pub use hustings_base::{
    bounds, clock, error, files, interval, panics, similarity, study_page, text, visible,
};
pub use hustings_config as config;
pub use hustings_document::{beside, blocks, excerpt, export, headless, plain, reading, shared};
#[cfg(feature = "embedded")]
pub use hustings_embedded as embedded;
pub use hustings_host as host;
pub use hustings_live::{by_hand, engine, own_seat, prompt, unattended};
pub use hustings_llm as llm;
pub use hustings_models as models;
pub use hustings_real as real;
pub use hustings_rules::{catalog, debate, setup};
#[cfg(feature = "tui")]
pub use hustings_screen as tui;
pub use hustings_store::{corpus, database, journal};
pub use hustings_study::{
    assign, batch, ensemble, eval, likeness, paired, real_comparison, refine, trial,
};

pub mod cli;
