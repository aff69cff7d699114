//! The rows of the settings in words: what each is called, its value with what is usual, and what it means.

use super::{super::style::StyleRole, Lobby, ModelSearch, MotionChoice, row::Row};
use crate::{
    catalog::TurnOrder,
    debate::opening::{Polls, Referee},
    labels,
    text::{listed, shown::amount},
};

/// A value that is set, or what is usual where none is.
fn or_usual<T: ToString>(set: Option<T>, usual: &str, whose: &str) -> String {
    set.map_or_else(|| format!("{usual} ({whose})"), |set| set.to_string())
}

const OF_FORMAT: &str = "as in this format";

impl Lobby {
    /// The name of a row, its value, and the role in which the name is drawn.
    pub(super) fn setting(&self, row: Row) -> (String, String, StyleRole) {
        let plain = |name: &str, value: String| (name.to_owned(), value, StyleRole::Dim);
        let chosen = &self.set;
        match row {
            Row::Open => (
                "Start the debate".to_owned(),
                String::new(),
                StyleRole::Live,
            ),
            Row::Motion => plain("Motion", self.motion_text()),
            Row::Format => {
                let format = self.data.formats.get(self.format);
                plain(
                    "Format",
                    format.map_or_else(String::new, |(_, format)| {
                        format!("{}: {}", format.name, format.summary)
                    }),
                )
            }
            Row::Seat(seat) => {
                let persona = self
                    .lineup
                    .get(seat)
                    .and_then(|at| self.data.personas.get(at));
                let value = persona.map_or_else(
                    || "drawn by lot".to_owned(),
                    |one| {
                        let corpus = if one.passages > 0 { " [corpus]" } else { "" };
                        format!("{}{corpus}, {}", one.name, one.role)
                    },
                );
                let own = self.own_seat();
                let value = if own.is_some() && own == self.seat_at(seat) {
                    format!("you; in your place {value}")
                } else {
                    value
                };
                let (side, number) = self.lineup.place(seat);
                let side = self.sides().get(side);
                let role = side.map_or(StyleRole::House, |side| {
                    labels::stance_role(side.stance_of(number))
                });
                (self.seat_name(seat), value, role)
            }
            Row::OwnSeat => plain("Your seat", self.own_seat_told()),
            Row::Seats(side) => {
                let name = self.sides().get(side).map_or("", |side| side.name.as_str());
                plain(name, format!("{} speakers", self.lineup.of_side(side)))
            }
            Row::Rounds => {
                let usual = self.open_rounds().map_or(1, |(usual, _)| usual);
                plain(
                    "Rounds",
                    or_usual(chosen.rounds, &usual.to_string(), OF_FORMAT),
                )
            }
            Row::Order => {
                let order = chosen.order.map_or_else(
                    || {
                        let usual = self.usual_order().map_or("", TurnOrder::word);
                        format!("{usual} ({OF_FORMAT})")
                    },
                    |order| order.word().to_owned(),
                );
                plain("Order", order)
            }
            Row::Scale => {
                let told = chosen
                    .scale
                    .map_or_else(|| "full (×1)".to_owned(), |scale| format!("×{scale}"));
                plain("Length", told)
            }
            Row::Corpora => {
                let told = if chosen.no_corpora {
                    "left out"
                } else {
                    "used"
                };
                plain("Own writings", told.to_owned())
            }
            Row::Seed => plain(
                "Seed",
                or_usual(chosen.seed, "new each time", "by the clock"),
            ),
            Row::Audience => {
                let usual = self.usual_audience();
                plain(
                    "Audience",
                    or_usual(chosen.audience, &usual.to_string(), OF_FORMAT),
                )
            }
            Row::Polls => {
                let polls = match chosen.polls.unwrap_or_default() {
                    Polls::EachSpeech => "after each speech",
                    Polls::Ends => "before and after the debate",
                    Polls::Off => "off",
                };
                plain("Polls", polls.to_owned())
            }
            Row::PolledTogether => {
                let usual = "as suits the model";
                plain(
                    "Polled at once",
                    or_usual(chosen.polled_together, usual, "20 or 1"),
                )
            }
            Row::Floor => plain(
                "Floor speeches",
                chosen.floor_speeches.unwrap_or(0).to_string(),
            ),
            Row::Judges => {
                let usual = self.usual_judges();
                plain(
                    "Judges",
                    or_usual(chosen.judges, &usual.to_string(), OF_FORMAT),
                )
            }
            Row::JudgePasses => {
                let told = match chosen.judge_passes {
                    None => "as suits the model (2 or 1)",
                    Some(1) => "once",
                    Some(_) => "twice, with the teams exchanged",
                };
                plain("Verdict asked", told.to_owned())
            }
            Row::Referee => {
                let told = match chosen.referee.unwrap_or_default() {
                    Referee::Usual => "as suits the model",
                    Referee::Off => "off",
                    Referee::Code => "what code can decide",
                    Referee::Full => "everything",
                };
                plain("Referee", told.to_owned())
            }
            Row::MaxCost => {
                let told = match (chosen.max_cost, self.data.limits.0) {
                    (Some(set), _) => format!("${}", amount(set)),
                    (None, Some(set)) => format!("${} (config.toml)", amount(set)),
                    (None, None) => "none".to_owned(),
                };
                plain("Highest cost", told)
            }
            Row::MaxTokens => {
                let told = match (chosen.max_tokens, self.data.limits.1) {
                    (Some(set), _) => labels::count(set),
                    (None, Some(set)) => format!("{} (config.toml)", labels::count(set)),
                    (None, None) => "none".to_owned(),
                };
                plain("Most tokens", told)
            }
            Row::Model => plain("Model", self.model_told()),
            Row::OtherModels => plain("Other models", self.other_models_told()),
            Row::Server => plain("Server or key", "enter one …".to_owned()),
            Row::Pace => plain("Pace", self.pace().word().to_owned()),
            Row::Theme => {
                let id = chosen.theme.as_deref();
                let theme = id.and_then(|id| self.data.themes.iter().find(|(one, _)| one == id));
                let told = theme.map_or_else(
                    || "as usual (for this terminal)".to_owned(),
                    |(_, name)| name.clone(),
                );
                plain("Theme", told)
            }
        }
    }

    fn model_told(&self) -> String {
        if self.names_model {
            return format!("{}▌", self.model);
        }
        if !self.model.is_empty() {
            return self.model.clone();
        }
        match self.data.search {
            ModelSearch::On => "looking for one …".to_owned(),
            ModelSearch::Nothing => "none yet (you are asked when you start)".to_owned(),
            ModelSearch::Done => "type its name".to_owned(),
        }
    }

    pub(super) fn motion_text(&self) -> String {
        match &self.motion {
            Some(MotionChoice::Own(text)) => text.clone(),
            Some(MotionChoice::Id(id)) => {
                let motion = self.data.motions.iter().find(|(known, ..)| known == id);
                motion.map_or_else(|| id.clone(), |(_, text, ..)| text.clone())
            }
            None => String::new(),
        }
    }

    /// What a row is for, in a sentence or two.
    pub(super) fn meaning(&self, row: Row) -> String {
        let says = match row {
            Row::Open => "The debate begins, as the rows below have it.",
            Row::Motion => "What is debated. Enter goes back to the motions; e edits the words.",
            Row::Format => "The rules: who speaks when, and how it ends.",
            Row::Seats(_) => "How many speak for a side.",
            Row::Seat(_) => {
                "Who speaks there; drawn by lot as the house opens, where nobody is named. Who is named stays while you \
                 look at other formats."
            }
            Row::OwnSeat => {
                "Whether you watch, or speak, judge, vote or moderate yourself. While the debate runs you can hand your \
                 seat to whoever would have had it."
            }
            Row::Rounds => "How many rounds there are.",
            Row::Order => {
                let told = self.orders().into_iter();
                let told = told.map(|order| format!("{} ({})", order.word(), order.describe()));
                let told = listed(&told.collect::<Vec<_>>());
                return format!("Who follows whom in the rounds: {told}.");
            }
            Row::Scale => "How long speeches are, beside what the format says.",
            Row::Corpora => {
                "Whether speakers are given passages of what they wrote and said, if they have a corpus."
            }
            Row::Seed => {
                "Every choice by lot comes from this number: the same seed draws the same people and the same house."
            }
            Row::Audience => "How many sit in the audience.",
            Row::Polls => "When the audience is polled.",
            Row::PolledTogether => {
                "How many members are asked for their straw votes in one call; 1 asks each alone, which costs more calls."
            }
            Row::Floor => "How many of the audience speak from the floor.",
            Row::Judges => "How many judges there are.",
            Row::JudgePasses => {
                "How often the verdict is asked for. A second time the teams are exchanged; where another one wins then, it \
                 is called contested."
            }
            Row::Referee => {
                "How much is checked before a turn counts: nothing, what code can decide, or everything. What suits the model \
                 is everything but what a small one would have to judge."
            }
            Row::MaxCost => {
                "The debate pauses when it has cost so much. The price of every model must be known for that."
            }
            Row::MaxTokens => "The debate pauses when so many tokens were read and written.",
            Row::Model => {
                "Which model speaks: type its name, step through those that were found, or choose one of a list with enter."
            }
            Row::OtherModels => {
                "Models of their own for a side, a role or a seat; all others have the one above. Enter lists them, and \
                 backspace takes all of them away."
            }
            Row::Server => {
                "Enter the address of a server and a key: they are tried out, and kept for the next time."
            }
            Row::Pace => {
                "How fast text is released: instant, reading (about 300 words a minute) or live (about 160)."
            }
            Row::Theme => "The colours of the screen, from now on and in this debate.",
        };
        says.to_owned()
    }
}
