//! Opens debates, resumes them, runs many, refines them: the application, for whatever program holds debates. It is not
//! about arguments of a command line, nor about a screen.
//!
//! A [`Host`] has the settings, the catalog and the folders. A person's choice ([`setup::DebateChoice`]) becomes the opening of a
//! debate with the models of a roster ([`Host::opening`]); [`Host::open`] begins it, keeps every event in the journal and
//! gives a handle: its `updates` are the events as they happen, its `orders` are what a viewer does, its `stop` leaves the
//! debate. [`Host::take_up`] goes on with one that was left, [`Host::branch`] with one from any place of its record.
//!
//! ```ignore
#![doc = include_str!("example.rs")]
//! ```
//!
//! The test of that file runs it. Instead of a scripted model, [`Host::roster_waited`] finds the models that the settings
//! name; [`unattended::run`] follows a debate that nobody watches, answers what waits for a
//! key, and waits for servers that are gone.
//!
//! | for | see |
//! | --- | --- |
//! | which settings are in force, and where each comes from | [`in_force`] |
//! | what can be chosen, and whether it makes sense | [`setup`] |
//! | what of the settings would stop a start; of all files of the user's | [`check`]; [`own_files`] |
//! | which debates of the journal are meant, and whether there are such | [`filter`] |
//! | which model does what | [`find`], [`embeddings`], [`patience`] |
//! | a debate from a request to its end; once more with the models on each other's side | [`hold`]; [`sides`], [`mirrored`] |
//! | what is well and what is not, wherever a debate needs it | [`doctor`] |
//! | what a debate would ask of models, worked out beside something else | [`estimate`] |
//! | many debates from one file | [`batch`] |
//! | paired experiments over many debates | [`study`] |
//! | one debate many times, with what may vary | [`ensemble`] |
//! | the same debate again; taught by its verdict | [`again`]; [`refine`] |
//! | debates that are over: judged again, voted on, compared, measured | [`finished`] |
//! | questions to whoever took part, once it is over | [`follow_ups`] |
//! | debates that people held, taken in | [`import`] |
//! | a debate that people held, held again by models | [`rerun`] |
//! | people whom a model invents | [`people`] |
//! | files read into a corpus, and works that are fetched for it; a style drawn from it | [`corpora`], [`works`]; [`style`] |
//! | a card that is written from a corpus | [`making`] |
//! | measures that look at corpora | [`library`] |
//! | limits on cost | [`limits`] |
//! | several debates that run in this process, steered and watched from time to time | [`running`] |
//! | a debate that another process holds, watched | [`watch`] |
//! | what the end of a run means | [`conclusion`] |
//! | how far long work is | [`progress`] |
//! | whether formats and prompts are sound | [`rehearsal`] |

#![deny(clippy::wildcard_enum_match_arm)]

#[cfg(test)]
extern crate self as hustings_host;

use hustings_base::{bounds, error, files, similarity, text};
use hustings_config as config;
use hustings_live::{engine, own_seat, prompt, unattended};
use hustings_llm as llm;
use hustings_models as models;
use hustings_real as real;
use hustings_rules::{catalog, debate};
use hustings_store::{corpus, database, journal};
use hustings_study::{assign, eval, likeness, real_comparison, split};

pub mod again;
pub mod batch;
pub mod branch;
pub mod check;
mod chosen;
pub mod clock;
pub mod conclusion;
pub mod corpora;
pub mod corpus_kinds;
mod corpus_question;
pub mod doctor;
pub mod editor;
pub mod embeddings;
pub mod ensemble;
pub mod estimate;
#[cfg(test)]
mod example;
mod fetched;
pub mod filter;
pub mod find;
pub mod finished;
pub mod follow_ups;
pub mod hold;
pub mod host;
pub mod import;
pub mod in_force;
mod launch;
pub mod library;
pub mod limits;
pub mod making;
pub mod mirrored;
mod open;
pub mod own_files;
mod passages;
pub mod patience;
pub mod people;
pub mod planted_sides;
mod presets;
pub mod progress;
mod recorder;
pub mod refine;
pub mod rehearsal;
pub mod rerun;
mod resume;
pub mod running;
pub mod seats;
mod sent_prompt;
pub mod server;
pub mod sides;
pub mod study;
pub mod style;
pub mod trial;
pub mod watch;
pub mod works;

pub use host::Host;
pub use hustings_rules::setup;

#[cfg(test)]
mod tests {
    use crate::{conclusion::lacking, debate::DebateState, journal::Journal};

    #[tokio::test]
    async fn the_example_of_the_first_page_holds_a_debate_in_under_thirty_lines() {
        let lines = include_str!("example.rs").lines();
        let code = lines.filter(|line| !line.is_empty() && !line.trim_start().starts_with("//"));
        assert!(code.count() < 30);
        let folder = tempfile::tempdir().unwrap();
        let held = super::example::debate(folder.path());
        let held = tokio::time::timeout(std::time::Duration::from_secs(60), held).await;
        let seen = held.unwrap().unwrap();
        let journal = Journal::open(&crate::config::Dirs::under(folder.path()).data).unwrap();
        let debate = journal.list().unwrap().remove(0).debate;
        let kept = journal.load(&debate).unwrap();
        assert_eq!(kept.len(), seen.len());
        let state = DebateState::fold(&kept);
        assert!(state.is_closed() && state.speeches().count() > 5);
        assert_eq!(lacking(&journal, &debate).unwrap(), None);
    }
}
