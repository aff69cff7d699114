//! The settings of the debate: its rows, what keys change in them, who sits where.

use super::{
    LOOKING, Lobby, LobbyChoice, ModelSearch, MotionChoice, Screen, Setup, Step,
    lineup::LineUp,
    parts::ModelPart,
    row::{EnterAction, Row},
};
use crate::{
    catalog::{Format, Phase, Side, Stance, Task, TurnOrder},
    debate::opening::Polls,
    setup::ChosenSettings,
};

/// Said of the address of a server in the place of a model's name.
const AN_ADDRESS: &str = "That is the address of a server, and no model. ctrl-k enters a server.";

impl Lobby {
    pub(super) fn chosen_format(&self) -> Option<&Format> {
        self.data.formats.get(self.format).map(|(_, format)| format)
    }

    /// The sides of the format.
    pub(super) fn sides(&self) -> &[Side] {
        self.chosen_format().map_or(&[], |format| &format.sides)
    }

    /// The rounds of the phase that leaves them open: the usual number, and the most.
    pub(super) fn open_rounds(&self) -> Option<(u32, u32)> {
        let mut phases = self.chosen_format()?.phases.iter();
        let open = |phase: &Phase| Some((phase.rounds.unwrap_or(1), phase.most_rounds?));
        phases.find_map(open)
    }

    /// The order that the format has in the rounds in which it leaves it open.
    pub(super) fn usual_order(&self) -> Option<TurnOrder> {
        let mut phases = self.chosen_format()?.phases.iter();
        let open = phases.find(|phase| phase.is_open_in_order())?;
        Some(open.order)
    }

    /// The orders that make a difference in the format: a seat of each side in turn takes several sides, and a choice a
    /// judge.
    pub(super) fn orders(&self) -> Vec<TurnOrder> {
        let has_judges = self.chosen_format().is_some_and(|format| format.judges > 0);
        let makes_sense = |order: &TurnOrder| match order {
            TurnOrder::Fixed | TurnOrder::Rotating => true,
            TurnOrder::Alternate => self.sides().len() > 1,
            TurnOrder::JudgeSelected => has_judges,
        };
        TurnOrder::ALL.into_iter().filter(makes_sense).collect()
    }

    /// Seats whom the format has where nobody is named.
    pub(super) fn seat(&mut self) {
        let personas = &self.data.personas;
        let known = |id: &str| personas.iter().position(|one| one.id == id);
        if let Some((_, format)) = self.data.formats.get(self.format) {
            self.lineup.take_seats(format, known);
        }
        self.set.rounds = None;
        self.set.order = None;
    }

    pub(super) fn rows(&self) -> Vec<Row> {
        let mut rows = vec![Row::Open, Row::Motion, Row::Format];
        let mut seats = 0;
        for (at, side) in self.sides().iter().enumerate() {
            let range = side.seats_range();
            if range.start() < range.end() {
                rows.push(Row::Seats(at));
            }
            let count = self.lineup.of_side(at);
            rows.extend((seats..seats + count).map(Row::Seat));
            seats += count;
        }
        rows.extend([Row::OwnSeat, Row::Model]);
        if self.open_rounds().is_some() {
            rows.push(Row::Rounds);
        }
        if self.usual_order().is_some() {
            rows.push(Row::Order);
        }
        rows.extend([Row::Scale, Row::Pace, Row::Corpora, Row::Seed]);
        rows.extend(self.rows_of_house());
        rows.extend([
            Row::MaxCost,
            Row::MaxTokens,
            Row::OtherModels,
            Row::Server,
            Row::Theme,
        ]);
        rows
    }

    /// The rows of the audience, the judges and the referee, as far as the format has use for them.
    fn rows_of_house(&self) -> Vec<Row> {
        let Some(format) = self.chosen_format() else {
            return Vec::new();
        };
        let has = |is: fn(&Task) -> bool| {
            let mut turns = format.phases.iter().flat_map(|phase| &phase.turns);
            turns.any(|turn| is(&turn.task))
        };
        let polls = format.phases.iter().any(|phase| phase.polls);
        let each_speech = self.set.polls.unwrap_or_default() == Polls::EachSpeech;
        let rows = [
            (format.needs_audience(), Row::Audience),
            (polls, Row::Polls),
            (polls && each_speech, Row::PolledTogether),
            (format.has_floor_speeches(), Row::Floor),
            (format.judges > 0, Row::Judges),
            (
                has(|task| matches!(task, Task::Verdict | Task::Judgement)),
                Row::JudgePasses,
            ),
            (true, Row::Referee),
        ];
        let rows = rows.into_iter().filter(|(is_used, _)| *is_used);
        rows.map(|(_, row)| row).collect()
    }

    pub(super) fn current(&self) -> Row {
        self.rows().get(self.row).copied().unwrap_or(Row::Open)
    }

    /// Does what the row that is marked says.
    pub(super) fn choose_row(&mut self) -> Option<LobbyChoice> {
        let row = self.current();
        match row.on_enter() {
            EnterAction::Open => return self.open(),
            EnterAction::Motions => self.go_to_motion(),
            EnterAction::Personas { seat } => self.go_to_personas(seat),
            EnterAction::Model if self.names_model => {
                self.row = 0;
                self.names_model = false;
            }
            EnterAction::Model => {
                self.part_at = None;
                self.go_to_models(ModelPart::Everything);
            }
            EnterAction::Parts => {
                self.part_at = Some(0);
                self.go(Screen::Parts);
            }
            EnterAction::Server => self.go_to_form(None),
            EnterAction::Change if self.number.is_some() => self.end_number(),
            EnterAction::Change => self.change(row, Step::On),
        }
        None
    }

    pub(super) fn swap(&mut self) {
        if self.lineup.is_drawn_later() {
            self.say("Speakers are picked when the debate starts; press l to pick now.");
        } else {
            self.lineup.swap();
        }
    }

    pub(super) fn draw(&mut self) {
        if self.drawn {
            self.seed = self.seed.wrapping_add(1);
        }
        self.lineup.draw(self.at_hand(), self.seed);
        self.drawn = !self.lineup.has_empty_seats();
        if !self.drawn {
            self.say_too_few();
        }
    }

    fn say_too_few(&mut self) {
        let seats = self.lineup.len();
        self.say(format!(
            "There are fewer than {seats} personas to draw from."
        ));
    }

    /// The line-up that is to speak, and whether lots were drawn; nobody where all of it is left to the debate. How
    /// many speakers there are, where that was changed, is only known of a line-up that is named.
    fn settled(&self) -> Option<(LineUp, bool)> {
        let usual = || self.sides().iter().map(|side| side.seats);
        let is_open =
            self.lineup.is_drawn_later() && usual().eq(self.lineup.sizes().iter().copied());
        if is_open || !self.lineup.has_empty_seats() {
            return Some((self.lineup.clone(), self.drawn));
        }
        let whole = self.lineup.completed(self.at_hand(), self.seed)?;
        Some((whole, true))
    }

    pub(super) fn change(&mut self, row: Row, step: Step) {
        match row {
            Row::Format => {
                self.format = step.around(self.format, self.data.formats.len());
                self.seat();
                if let Some(own) = self.usual_motion() {
                    self.message = Some(format!("“{own}”: ← → at Motion to choose it."));
                }
            }
            Row::Motion => self.change_motion(),
            Row::Seats(at) => {
                let held = self.lineup.of_side(at);
                let count = match step {
                    Step::On => held + 1,
                    Step::Back => held.saturating_sub(1),
                };
                if let Some(side) = self.sides().get(at).cloned() {
                    self.lineup.resize(at, &side, count);
                }
            }
            Row::Order => {
                let orders = self.orders();
                let held = self.set.order.or(self.usual_order());
                let at = orders.iter().position(|order| Some(*order) == held);
                let next = step.around(at.unwrap_or(0), orders.len());
                let next = orders.get(next).copied();
                // The format's own is not asked for.
                self.set.order = next.filter(|order| Some(*order) != self.usual_order());
            }
            Row::Model => {
                let at = self
                    .data
                    .models
                    .iter()
                    .position(|model| *model == self.model);
                let next = at.map_or(0, |at| step.around(at, self.data.models.len()));
                if let Some(model) = self.data.models.get(next) {
                    self.model.clone_from(model);
                    self.names_model = false;
                }
            }
            Row::Pace => {
                self.set.pace = Some(match step {
                    Step::On => self.pace().faster(),
                    Step::Back => self.pace().slower(),
                });
            }
            Row::OwnSeat => self.step_own_seat(step),
            Row::Open | Row::Seat(_) => {}
            Row::Rounds
            | Row::Scale
            | Row::Corpora
            | Row::Seed
            | Row::Audience
            | Row::Polls
            | Row::PolledTogether
            | Row::Floor
            | Row::Judges
            | Row::JudgePasses
            | Row::Referee
            | Row::MaxCost
            | Row::MaxTokens
            | Row::OtherModels
            | Row::Server
            | Row::Theme => {
                self.number = None;
                self.step_value(row, step);
            }
        }
    }

    /// The motion that the format has where nobody names one.
    pub(super) fn usual_motion(&self) -> Option<String> {
        self.chosen_format()?.motion.clone()
    }

    /// From what was chosen to what the format has where nobody names a motion, and back.
    fn change_motion(&mut self) {
        let Some(own) = self.usual_motion().map(MotionChoice::Own) else {
            self.message = Some("enter goes back to the motions.".to_owned());
            return;
        };
        if self.motion.as_ref() == Some(&own) {
            self.motion = self.before.take().or(Some(own));
        } else {
            self.before = self.motion.replace(own);
        }
    }

    pub(super) fn choose_persona(&mut self, seat: usize) {
        let Some(persona) = self.listed().get(self.at).copied() else {
            return;
        };
        let moved = self.lineup.set(seat, persona);
        self.go(Screen::Settings);
        let name = |at: usize| {
            let one = self.data.personas.get(at);
            one.map_or("", |one| one.name.as_str()).to_owned()
        };
        if let Some((left, Some(other))) = moved {
            let place = self.seat_name(left);
            let (name, other) = (name(persona), name(other));
            self.say(format!(
                "{name} and {other} changed places: {other} speaks as {place}."
            ));
        }
    }

    /// Opens the personas for a seat, at whoever sits there.
    pub(super) fn go_to_personas(&mut self, seat: usize) {
        self.go(Screen::Personas { seat });
        self.at = self.lineup.get(seat).unwrap_or(0);
    }

    fn open(&mut self) -> Option<LobbyChoice> {
        let again = self.look_again();
        if again.is_some() {
            return again;
        }
        self.setup().map(LobbyChoice::Open)
    }

    /// Looks for a model again where none was found.
    pub(super) fn look_again(&mut self) -> Option<LobbyChoice> {
        if !self.found_no_model() {
            return None;
        }
        self.data.search = ModelSearch::On;
        self.data.notice = None;
        self.message = Some(LOOKING.to_owned());
        Some(LobbyChoice::Look)
    }

    /// Whether none was named, and none could be had when it was looked for: it may be there by now.
    pub(super) fn found_no_model(&self) -> bool {
        self.model.trim().is_empty() && self.data.models.is_empty() && self.data.notice.is_some()
    }

    /// The setup that was chosen, as far as a debate can be begun with it; what is missing is said.
    pub(super) fn setup(&mut self) -> Option<Setup> {
        if self.data.formats.get(self.format).is_none() {
            self.message = Some("There is no format to debate in.".to_owned());
            return None;
        }
        if self.model.contains("://") {
            self.message = Some(AN_ADDRESS.to_owned());
            return None;
        }
        if self.model.trim().is_empty() && self.data.search == ModelSearch::On {
            self.message = Some("Still looking for a model: one moment.".to_owned());
            return None;
        }
        if self.found_no_model() {
            self.message =
                Some("No model was found: type its name at Model, or see above.".to_owned());
            return None;
        }
        if self.settled().is_none() {
            self.say_too_few();
            return None;
        }
        self.as_set()
    }

    /// The setup as it stands, where somebody could speak in it; which model speaks may be open.
    pub(super) fn as_set(&self) -> Option<Setup> {
        self.chosen_format()?;
        let (lineup, drawn) = self.settled()?;
        let id = |at: usize| Some(self.data.personas.get(at)?.id.clone());
        let of_side = |side: Vec<usize>| side.into_iter().filter_map(id).collect();
        Some(Setup {
            motion: self.motion.clone()?,
            sides: lineup.by_side().into_iter().map(of_side).collect(),
            cast: self.seated_cast(),
            own_seat: self.own_seat(),
            settings: self.settings_as_set(),
            seed: self.set.seed.or(drawn.then_some(self.seed)),
        })
    }

    /// The settings as they stand, without what the format has no use for.
    pub(super) fn settings_as_set(&self) -> ChosenSettings {
        let format = self.data.formats.get(self.format).map(|(id, _)| id.clone());
        let rows = self.rows();
        let has = |row: Row| rows.contains(&row);
        let set = self.set.clone();
        let parts = self.parts();
        let two_sides = parts.contains(&ModelPart::Proposition);
        let model = self.model.trim();
        let roles = set.roles.into_iter();
        let seats = set.seats.into_iter();
        ChosenSettings {
            format,
            rounds: set.rounds.filter(|_| has(Row::Rounds)),
            order: set.order.filter(|_| has(Row::Order)),
            audience: set.audience.filter(|_| has(Row::Audience)),
            polls: set.polls.filter(|_| has(Row::Polls)),
            polled_together: set.polled_together.filter(|_| has(Row::PolledTogether)),
            floor_speeches: set.floor_speeches.filter(|_| has(Row::Floor)),
            judges: set.judges.filter(|_| has(Row::Judges)),
            judge_passes: set.judge_passes.filter(|_| has(Row::JudgePasses)),
            pace: Some(self.pace()),
            model: (!model.is_empty()).then(|| model.to_owned()),
            prop_model: set.prop_model.filter(|_| two_sides),
            opp_model: set.opp_model.filter(|_| two_sides),
            roles: roles
                .filter(|(role, _)| parts.contains(&ModelPart::Role(*role)))
                .collect(),
            seats: seats
                .filter(|(seat, _)| parts.contains(&ModelPart::Seat(seat.clone())))
                .collect(),
            ..set
        }
    }

    /// The name of a seat: its side, and its number where the side has several. At one table it is what the seat argues,
    /// where the format says so.
    pub(super) fn seat_name(&self, seat: usize) -> String {
        let (at, number) = self.lineup.place(seat);
        match self.sides().get(at) {
            Some(side) if self.lineup.of_side(at) == 1 => side.name.clone(),
            Some(side) if self.sides().len() > 1 => format!("{} {number}", side.name),
            Some(side) if side.stances.is_empty() => format!("Speaker {number}"),
            Some(side) => match side.stance_of(number) {
                Stance::For => format!("Speaker {number}, for"),
                Stance::Against => format!("Speaker {number}, against"),
                Stance::Nuanced => format!("Speaker {number}, in between"),
                Stance::Own => format!("Speaker {number}"),
            },
            None => String::new(),
        }
    }
}
