//! The arguments for running a debate and for showing it.

use std::{collections::BTreeMap, path::PathBuf, time::Duration};

use clap::{Args, ValueEnum};

use super::super::out;
use crate::{
    bounds,
    catalog::TurnOrder,
    debate::{
        command::Pace,
        opening::{OnFailure, Polls, Referee},
    },
    error::Failure,
    host::{
        patience::{Patience, Watched},
        setup::{CardUse, ChosenSettings},
    },
    unattended::{PersonLines, Wait},
};

/// Whether a debate is shown as lines, and as which.
#[derive(Debug, Clone, Copy, Args)]
pub(in crate::cli) struct LinesArgs {
    /// No screen: write what happens to standard output.
    #[arg(long)]
    pub(in crate::cli) headless: bool,
    /// What is written without a screen.
    #[arg(long, value_enum, default_value_t = Output::Text, requires = "headless")]
    pub(in crate::cli) output: Output,
}

/// How a debate is shown.
#[derive(Debug, Args)]
pub(in crate::cli) struct OutputArgs {
    #[command(flatten)]
    pub(in crate::cli) lines: LinesArgs,
    /// A TOML file of interventions: what a viewer would do, and when.
    #[arg(long, value_name = "FILE", requires = "headless")]
    pub(in crate::cli) interventions: Option<PathBuf>,
}

/// What is done without a screen where a model cannot be had.
#[derive(Debug, Clone, Copy, Default, Args)]
pub(in crate::cli) struct FailureArgs {
    /// What to do when a model cannot be reached. `stop` leaves the debate, to be resumed, if a server is gone for everybody, and
    /// goes on without a single speaker who cannot be reached while others can; `pause` leaves it for that one, too;
    /// `go-on` goes on without anyone who cannot be reached. The default is `stop`, or `pause` with --wait; on the screen
    /// the debate pauses.
    #[arg(long, value_enum, value_name = "HOW")]
    pub(in crate::cli) on_failure: Option<OnFailureArg>,
    /// Wait up to this many minutes for a model that cannot be reached before the debate is left. 10080 (a week) at most.
    #[arg(long, value_name = "MINUTES", allow_negative_numbers = true, value_parser = bounds::WAIT_MINUTES.number())]
    pub(in crate::cli) wait: Option<f64>,
}

impl FailureArgs {
    /// Refuses what would do nothing.
    ///
    /// # Errors
    /// The flags are for a debate without a screen, or contradict each other.
    pub(in crate::cli) fn check(self, headless: bool) -> Result<(), Failure> {
        let given = [
            ("--on-failure", self.on_failure.is_some()),
            ("--wait", self.wait.is_some()),
        ];
        if let Some((flag, _)) = given.into_iter().find(|(_, given)| *given && !headless) {
            return Err(Failure::input(format!(
                "{flag} is for debates without a screen: on the screen the debate pauses, and space goes on with it"
            ))
            .hint(format!("add --headless, or leave {flag} out")));
        }
        if self.on_failure == Some(OnFailureArg::GoOn) && self.wait.is_some() {
            return Err(Failure::input(
                "--wait waits for a model that --on-failure go-on goes on without",
            )
            .hint("leave one of them out"));
        }
        Ok(())
    }

    /// The watcher of the debate, as these flags have it.
    pub(in crate::cli) fn watched(self, headless: bool) -> Watched {
        if headless {
            // Whoever says how long to wait means the server of a single speaker, too.
            let waits = self.wait.map(|_| OnFailure::Pause);
            Watched::by_nobody(self.on_failure.map(Into::into).or(waits))
        } else {
            Watched::ByViewer
        }
    }

    /// The patience with models that these flags ask for.
    pub(in crate::cli) fn patience(self, headless: bool) -> Patience {
        Patience::of(self.watched(headless), self.wait())
    }

    /// The flags that are given again where a debate is gone on with, each behind a space: what is left in a debate
    /// without a screen is chosen anew there. Empty where nothing was chosen.
    pub(in crate::cli) fn again(self) -> String {
        let how = self.on_failure.and_then(|how| how.to_possible_value());
        let how = how.map(|how| format!(" --on-failure {}", how.get_name()));
        let wait = self.wait.map(|minutes| format!(" --wait {minutes}"));
        match (how, wait) {
            (None, None) => String::new(),
            (how, wait) => [" --headless".to_owned()]
                .into_iter()
                .chain(how)
                .chain(wait)
                .collect(),
        }
    }

    /// The wait for a server that is gone, as `--wait` has it.
    pub(in crate::cli) fn wait(self) -> Wait {
        Wait {
            most: Duration::from_secs_f64(self.wait.unwrap_or_default() * 60.0),
            tell: out::say,
            listen: || PersonLines::of(out::typed_lines()),
        }
    }
}

/// What is done where a model cannot be had, as it is typed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum OnFailureArg {
    /// Leave the debate, to be resumed, for anybody who cannot be reached.
    Pause,
    /// Go on without anyone who cannot be reached.
    GoOn,
    /// Leave it if a server is gone for everybody; go on without one who cannot be reached while others can.
    Stop,
}

impl From<OnFailureArg> for OnFailure {
    fn from(on_failure: OnFailureArg) -> Self {
        match on_failure {
            OnFailureArg::Pause => Self::Pause,
            OnFailureArg::GoOn => Self::GoOn,
            OnFailureArg::Stop => Self::Stop,
        }
    }
}

impl RunArgs {
    /// The settings that the flags make.
    pub(in crate::cli) fn settings(&self) -> ChosenSettings {
        ChosenSettings {
            format: self.format.clone(),
            rounds: self.rounds,
            order: self.order.map(Into::into),
            scale: self.scale,
            seed: self.seed,
            no_corpora: self.no_corpora,
            no_points: self.no_points,
            cards: self.cards.map(Into::into),
            audience: self.audience,
            polls: self.polls.map(Into::into),
            polled_together: self.polled_together,
            floor_speeches: self.floor_speeches,
            judges: self.judges.map(usize::from),
            judge_passes: self.judge_passes,
            referee: self.referee.map(Into::into),
            max_cost: self.max_cost,
            max_tokens: self.max_tokens,
            pace: self.pace.map(Into::into),
            prop_model: self.prop_model.clone(),
            opp_model: self.opp_model.clone(),
            // These are flags of every command.
            theme: None,
            model: None,
            roles: BTreeMap::new(),
            seats: BTreeMap::new(),
        }
    }
}

/// A debate to be run.
#[derive(Debug, Args)]
#[expect(clippy::struct_excessive_bools, reason = "flags that are given or not")]
pub(in crate::cli) struct RunArgs {
    /// The id of a motion, the beginning of one, or a motion of your own in quotes; by default, what the format asks.
    pub(in crate::cli) motion: Option<String>,
    /// The name of a preset: settings of a debate, as the lobby saves them. Flags override it; without a screen its pace
    /// and its theme are ignored.
    #[arg(long, value_name = "NAME")]
    pub(in crate::cli) preset: Option<String>,
    /// The id of the format; by default, that of the preset, or else `exhibition`.
    #[arg(long, value_name = "ID")]
    pub(in crate::cli) format: Option<String>,
    /// Who speaks for the motion, in order; by default, drawn by lot.
    #[arg(long, value_delimiter = ',', value_name = "A,B,C")]
    pub(in crate::cli) prop: Vec<String>,
    /// Who speaks against it.
    #[arg(long, value_delimiter = ',', value_name = "D,E,F")]
    pub(in crate::cli) opp: Vec<String>,
    /// Who speaks, in the order of the format's seats, whatever its sides are called; `auto` has a model invent people
    /// for the motion, and takes those who differ most.
    #[arg(long, value_delimiter = ',', value_name = "A,B,C", conflicts_with_all = ["prop", "opp"])]
    pub(in crate::cli) speakers: Vec<String>,
    /// With --speakers auto: keep the people as files in your folder of personas.
    #[arg(long, requires = "speakers")]
    pub(in crate::cli) save_speakers: bool,
    /// The seat that you take yourself: prop.1, opp.2, audience.3, moderator, judge.1, or house where it gives the verdict; one
    /// that the format has not is refused, and those that it has are named. You type what is said from it, or fill in what
    /// its judge is asked; its persona speaks, or its model judges, if you hand it over. Without a screen the lines of
    /// standard input are your words.
    #[arg(long, value_name = "SEAT")]
    pub(in crate::cli) me: Option<String>,
    /// The name under which you speak; by default, "The Guest".
    #[arg(long = "as", value_name = "NAME", requires = "me")]
    pub(in crate::cli) name: Option<String>,
    /// The model of all seats that speak for the motion, or of the first side; --seat prop.2=MODEL overrides it.
    #[arg(long, value_name = "MODEL")]
    pub(in crate::cli) prop_model: Option<String>,
    /// The model of all seats that speak against it, or of the second side.
    #[arg(long, value_name = "MODEL")]
    pub(in crate::cli) opp_model: Option<String>,
    /// Run the debate a second time with the models on each other's side, and compare: how much is the side, and how
    /// much the model.
    #[arg(long)]
    pub(in crate::cli) swap_sides: bool,
    /// The seed of every random choice.
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = bounds::SEED.whole::<u64>())]
    pub(in crate::cli) seed: Option<u64>,
    /// How fast text is released, on the screen and without one. By default, as config.toml says (`pace`), or else
    /// reading on the screen, and instant without one.
    #[arg(long, value_enum)]
    pub(in crate::cli) pace: Option<PaceArg>,
    /// The length of speeches, as a multiple of what the format says; by default, 1.
    #[arg(long, value_name = "F", allow_negative_numbers = true, value_parser = bounds::SCALE.number())]
    pub(in crate::cli) scale: Option<f64>,
    /// When the audience is polled; by default, between speeches.
    #[arg(long, value_enum)]
    pub(in crate::cli) polls: Option<PollsArg>,
    /// How many members of the audience are asked for their straw votes in one call; 1 asks each by themselves. By
    /// default, 20, or 1 for a small model.
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = bounds::TOGETHER.whole::<u32>())]
    pub(in crate::cli) polled_together: Option<u32>,
    /// How many members of the audience speak from the floor; by default, none.
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = bounds::FLOOR_SPEECHES.whole::<u32>())]
    pub(in crate::cli) floor_speeches: Option<u32>,
    /// How many sit in the audience.
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = bounds::AUDIENCE.whole::<usize>())]
    pub(in crate::cli) audience: Option<usize>,
    /// How many judges there are, where the format has judges.
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = bounds::JUDGES_WANTED.whole::<u16>())]
    pub(in crate::cli) judges: Option<u16>,
    /// How often the direct verdict of a division, or the report of each judge, is asked for: 2 looks a second time with
    /// the teams exchanged, and calls it contested if another side wins. By default, 2, or 1 for a small model.
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = bounds::JUDGE_PASSES.whole::<u32>())]
    pub(in crate::cli) judge_passes: Option<u32>,
    /// How many rounds there are, where the format lets the viewer choose.
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = bounds::ROUNDS.whole::<u32>())]
    pub(in crate::cli) rounds: Option<u32>,
    /// The order in which turns are taken in rounds; by default, the format's.
    #[arg(long, value_enum, value_name = "ORDER")]
    pub(in crate::cli) order: Option<OrderArg>,
    /// How much is checked before a turn counts: nothing, what code can decide, or everything. By default, everything
    /// but what a small model would have to judge.
    #[arg(long, value_enum, value_name = "HOW MUCH")]
    pub(in crate::cli) referee: Option<RefereeArg>,
    /// Let the speakers do without their corpora, to see what difference they make.
    #[arg(long)]
    pub(in crate::cli) no_corpora: bool,
    /// Let nobody rise to a point of information, to see what difference they make.
    #[arg(long)]
    pub(in crate::cli) no_points: bool,
    /// What of their cards the speakers get, to see what difference it makes; by default, their own.
    #[arg(long, value_enum, value_name = "WHICH")]
    pub(in crate::cli) cards: Option<CardsArg>,
    /// Pause (headless: stop) when the cost reaches this. The price of every model must be known (`[[prices]]`).
    #[arg(long, value_name = "AMOUNT", allow_negative_numbers = true, value_parser = bounds::COST.number())]
    pub(in crate::cli) max_cost: Option<f64>,
    /// Pause (headless: stop) when this many tokens have been used.
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = bounds::TOKENS.whole::<u64>())]
    pub(in crate::cli) max_tokens: Option<u64>,
    /// Say what the debate would ask of the models (calls, tokens, cost), and begin nothing.
    #[arg(long)]
    pub(in crate::cli) dry_run: bool,
    #[command(flatten)]
    pub(in crate::cli) failure: FailureArgs,
    #[command(flatten)]
    pub(in crate::cli) output: OutputArgs,
}

/// Lines for programs, or for people.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum Output {
    /// One JSON object a line; `hustings schema jsonl` describes them.
    Jsonl,
    /// A transcript as it happens.
    Text,
}

/// The pace, as it is typed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum PaceArg {
    /// As fast as it comes.
    Instant,
    /// About 300 words a minute.
    Reading,
    /// About 160 words a minute.
    Live,
}

impl From<PaceArg> for Pace {
    fn from(pace: PaceArg) -> Self {
        match pace {
            PaceArg::Instant => Self::Instant,
            PaceArg::Reading => Self::Reading,
            PaceArg::Live => Self::Live,
        }
    }
}

/// The order of turns in rounds, as it is typed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum OrderArg {
    /// Side by side: all of the first side, then all of the next.
    Fixed,
    /// A seat of each side in turn.
    Alternate,
    /// As fixed, but each round begins one seat later.
    Rotating,
    /// A judge chooses who speaks next.
    JudgeSelected,
}

impl From<OrderArg> for TurnOrder {
    fn from(order: OrderArg) -> Self {
        match order {
            OrderArg::Fixed => Self::Fixed,
            OrderArg::Alternate => Self::Alternate,
            OrderArg::Rotating => Self::Rotating,
            OrderArg::JudgeSelected => Self::JudgeSelected,
        }
    }
}

/// What of their cards the speakers get, as it is typed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum CardsArg {
    /// Each has their own.
    Own,
    /// Each has their name, and nothing else.
    NameOnly,
    /// Each has their own name and the rest of the first speaker's card.
    OneVoice,
}

impl From<CardsArg> for CardUse {
    fn from(cards: CardsArg) -> Self {
        match cards {
            CardsArg::Own => Self::Own,
            CardsArg::NameOnly => Self::NameOnly,
            CardsArg::OneVoice => Self::OneVoice,
        }
    }
}

/// How much is checked, as it is typed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum RefereeArg {
    /// Check nothing.
    Off,
    /// What code can decide.
    Code,
    /// Check everything.
    Full,
}

impl From<RefereeArg> for Referee {
    fn from(referee: RefereeArg) -> Self {
        match referee {
            RefereeArg::Off => Self::Off,
            RefereeArg::Code => Self::Code,
            RefereeArg::Full => Self::Full,
        }
    }
}

/// When the audience is polled, as it is typed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum PollsArg {
    /// Poll between speeches.
    EachSpeech,
    /// Before the first word and after the last.
    Ends,
    /// Not between speeches; the ballots before the debate and after it are cast, and no tally is shown until the
    /// division.
    Off,
}

impl From<PollsArg> for Polls {
    fn from(polls: PollsArg) -> Self {
        match polls {
            PollsArg::EachSpeech => Self::EachSpeech,
            PollsArg::Ends => Self::Ends,
            PollsArg::Off => Self::Off,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whoever_says_how_long_to_wait_means_each_speaker() {
        let policy = |on_failure, wait| {
            let failure = FailureArgs { on_failure, wait };
            failure.watched(true).on_failure()
        };
        assert_eq!(policy(None, None), OnFailure::Stop);
        assert_eq!(policy(None, Some(1.0)), OnFailure::Pause);
        assert_eq!(policy(Some(OnFailureArg::Stop), Some(1.0)), OnFailure::Stop);
    }

    #[test]
    fn what_was_chosen_is_given_again() {
        let again = |on_failure, wait| FailureArgs { on_failure, wait }.again();
        assert_eq!(again(None, None), "");
        assert_eq!(
            again(Some(OnFailureArg::GoOn), None),
            " --headless --on-failure go-on"
        );
        assert_eq!(
            again(Some(OnFailureArg::Pause), Some(2.5)),
            " --headless --on-failure pause --wait 2.5"
        );
    }
}
