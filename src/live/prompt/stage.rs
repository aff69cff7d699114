//! The floor for models that are asked for one thing at a time. Such a model copies what it is shown and loses its
//! side in a long text, so it is shown neither the record nor the house's rules: a few rounds of practice, the
//! same for every task of its kind, and then its own task, in the same words.

use minijinja::Value;

use super::{Prompts, Rest, message, view};
use crate::{
    catalog::{HandsIn, Scored, Steps, Task},
    debate::{
        DebateState,
        ask::{Ask, Cue},
        decide::items,
        ids::{PoiId, TurnId},
        referee::LEAST_ARGUMENTS,
        state::Turn,
        work::Synthesis,
    },
    llm::{From, Message},
};

/// A prompt that begins with practice.
pub(super) enum Practised {
    /// For the whole answer.
    Whole(Vec<Message>),
    /// One for each part of it.
    Parts(Vec<Vec<Message>>),
}

/// A task that is put after practice.
enum Staged {
    Step(TurnId, Cue),
    Short(TurnId, Cue),
    Offer(TurnId),
    Check(TurnId),
    Answer(PoiId),
    Written(TurnId, HandsIn),
    Judge,
    Round(u32, u32),
    Summary,
}

impl Staged {
    /// A task whose model is asked for one thing at a time: on the floor, or of what is handed in and judged.
    fn of(state: &DebateState, ask: &Ask) -> Option<Self> {
        let (turn, staged) = match ask {
            Ask::Write { turn } => return Self::written(state, *turn),
            Ask::Judge { judge } => return state.is_asked_stepwise(judge).then_some(Self::Judge),
            Ask::Round {
                phase,
                round,
                judge,
            } => {
                return state
                    .is_asked_stepwise(judge)
                    .then_some(Self::Round(*phase, *round));
            }
            Ask::Speech { turn, .. } if sums_up(state, *turn) => return Some(Self::Summary),
            Ask::Speech { turn, cue } if is_short(state, *turn) => {
                (*turn, Self::Short(*turn, *cue))
            }
            Ask::Speech { turn, cue } => (*turn, Self::Step(*turn, *cue)),
            Ask::PoiOffer { turn } => (*turn, Self::Offer(*turn)),
            Ask::SideCheck { turn } => (*turn, Self::Check(*turn)),
            Ask::PoiAnswer { poi } => (state.point(*poi)?.turn, Self::Answer(*poi)),
            Ask::Prepare { .. }
            | Ask::PoiAccept { .. }
            | Ask::Extract { .. }
            | Ask::Draw { .. }
            | Ask::Probe { .. }
            | Ask::Sources { .. }
            | Ask::Poll { .. }
            | Ask::Ballot { .. }
            | Ask::Verdict
            | Ask::Assess { .. }
            | Ask::Referee { .. }
            | Ask::Choose { .. }
            | Ask::Question { .. } => return None,
        };
        let is_staged = is_stepwise(state, turn) || is_short(state, turn);
        is_staged.then_some(staged)
    }

    fn written(state: &DebateState, id: TurnId) -> Option<Self> {
        let turn = state.turn(id)?;
        let what = turn.task.hands_in()?;
        state
            .is_asked_stepwise(&turn.seat)
            .then_some(Self::Written(id, what))
    }

    /// The questions that are put, each with its template: one, or where the answer has several parts, one for each.
    fn questions(&self, state: &DebateState) -> Vec<(&'static str, Value)> {
        match self {
            Self::Step(turn, cue) => vec![(
                "speech_step.md",
                state
                    .turn(*turn)
                    .map_or(Value::UNDEFINED, |turn| view::step(state, turn, *cue)),
            )],
            Self::Short(turn, cue) => vec![(
                "turn_step.md",
                state
                    .turn(*turn)
                    .map_or(Value::UNDEFINED, |turn| view::short(state, turn, *cue)),
            )],
            Self::Offer(turn) => vec![("poi_offer_step.md", view::offer(state, *turn))],
            Self::Check(turn) => vec![("side_check.md", view::checked(state, *turn))],
            Self::Answer(poi) => vec![("poi_answer_step.md", view::point(state, *poi))],
            Self::Written(turn, what) => state
                .turn(*turn)
                .map_or_else(Vec::new, |turn| Self::written_questions(state, turn, *what)),
            Self::Judge => {
                let whole = view::judged(state);
                let of = view::scored(state);
                let template = match of {
                    Scored::Arguments => "judge_step.md",
                    Scored::Speakers | Scored::Sides => "judge_speaker_step.md",
                };
                let mut questions = each(template, judged(state, of), &whole);
                questions.push(("judge_report_step.md", whole));
                questions
            }
            Self::Summary => vec![("summary_step.md", view::summary(state))],
            Self::Round(phase, round) => {
                let whole = view::round(state, *phase, *round);
                let speakers = judged(state, Scored::Speakers);
                let mut questions = each("judge_speaker_step.md", speakers, &whole);
                questions.push(("round_step.md", whole));
                questions
            }
        }
    }

    fn written_questions(
        state: &DebateState,
        turn: &Turn,
        what: HandsIn,
    ) -> Vec<(&'static str, Value)> {
        let whole = view::written(state, turn);
        match what {
            HandsIn::Arguments => {
                let spec = state.spec_of(turn);
                let least = spec.and_then(|spec| spec.least_arguments);
                let template = if spec.is_some_and(|spec| spec.detailed) {
                    "arguments_detailed_step.md"
                } else {
                    "arguments_step.md"
                };
                each(template, least.unwrap_or(LEAST_ARGUMENTS) as usize, &whole)
            }
            HandsIn::Responses => {
                let against = state.arguments_against(&turn.seat).len();
                each("responses_step.md", against, &whole)
            }
            HandsIn::Replies => each(
                "replies_step.md",
                state.asked_arguments(&turn.seat).len(),
                &whole,
            ),
            HandsIn::Closing => {
                let own = state.arguments().filter(|(seat, _)| *seat == &turn.seat);
                let mut questions = each("closing_step.md", own.count(), &whole);
                questions.push(("position_step.md", whole));
                questions
            }
            HandsIn::Framing => vec![("write_framing.md", whole)],
            HandsIn::Synthesis => each("synthesis_step.md", Synthesis::PARTS.len(), &whole),
        }
    }

    /// Who the model is told to be.
    fn kind(&self) -> &'static str {
        match self {
            Self::Check(_) => "referee",
            Self::Judge | Self::Round(..) => "judge",
            Self::Summary => "summary",
            Self::Written(_, HandsIn::Framing) => "chair",
            Self::Written(_, HandsIn::Synthesis) => "moderator",
            Self::Written(..) => "written",
            Self::Step(..) | Self::Short(..) | Self::Offer(_) | Self::Answer(_) => "floor",
        }
    }
}

/// How many there are to be given marks.
fn judged(state: &DebateState, of: Scored) -> usize {
    let opening = state.opening.as_deref();
    opening.map_or(0, |opening| items(state, opening, of).len())
}

/// The same question about one after the other of so many.
fn each(template: &'static str, count: usize, whole: &Value) -> Vec<(&'static str, Value)> {
    let of = |at: usize| (template, minijinja::context! { at, ..whole.clone() });
    (0..count).map(of).collect()
}

fn is_stepwise(state: &DebateState, turn: TurnId) -> bool {
    let turn = state.turn(turn);
    turn.is_some_and(|turn| state.steps_of(turn) == Steps::OneAtATime)
}

/// Whether a turn is so short that a speaker whose model is asked for one thing at a time makes it in one.
fn is_short(state: &DebateState, turn: TurnId) -> bool {
    state.turn(turn).is_some_and(|turn| {
        let speaks = matches!(turn.task, Task::Speech | Task::Question | Task::Answer);
        let small = state.speaker(&turn.seat).is_some() && state.is_asked_stepwise(&turn.seat);
        speaks && small && state.steps_of(turn) == Steps::Together
    })
}

/// Whether a turn sums up, and is made by a model that is asked for one thing at a time.
fn sums_up(state: &DebateState, turn: TurnId) -> bool {
    let turn = state.turn(turn);
    turn.is_some_and(|turn| turn.task == Task::Summary && state.is_asked_stepwise(&turn.seat))
}

/// Whether a task is put without the record, after practice.
pub fn is_staged(state: &DebateState, ask: &Ask) -> bool {
    Staged::of(state, ask).is_some()
}

impl Prompts {
    /// The passage that the words asked for rest on, where they are asked for with one.
    pub fn rests_on(&self, state: &DebateState, ask: &Ask) -> Option<Rest> {
        match Staged::of(state, ask)? {
            Staged::Step(turn, cue) => view::sources::of_step(state, state.turn(turn)?, cue),
            Staged::Short(turn, _) => view::sources::of_short(state, state.turn(turn)?),
            _ => None,
        }
    }

    /// The whole prompts for a task that is put after practice, one for each part of its answer.
    pub(super) fn staged(
        &self,
        state: &DebateState,
        ask: &Ask,
    ) -> Result<Option<Practised>, String> {
        let Some(staged) = Staged::of(state, ask) else {
            return Ok(None);
        };
        let kind = staged.kind();
        let house = self.fill("stage.md", minijinja::context! { kind })?;
        let questions = staged.questions(state).into_iter();
        // What cannot be had but from practice is asked for without.
        let practises = !matches!(ask, Ask::Speech { turn, .. }
            if state.turn(*turn).is_some_and(|turn| turn.failures > 0));
        let prompts = questions.map(|(template, view)| {
            if practises {
                return self.rehearsed(&house, template, view);
            }
            let system = message(From::System, house.clone());
            Ok(vec![
                system,
                message(From::User, self.fill(template, view)?),
            ])
        });
        let mut prompts = prompts.collect::<Result<Vec<_>, _>>()?;
        Ok(Some(match staged {
            Staged::Written(..) | Staged::Judge | Staged::Round(..) => Practised::Parts(prompts),
            _ => Practised::Whole(prompts.pop().unwrap_or_default()),
        }))
    }

    /// A task behind the rounds of practice that are put in the same words.
    fn rehearsed(&self, house: &str, template: &str, view: Value) -> Result<Vec<Message>, String> {
        let mut messages = vec![message(From::System, house.to_owned())];
        for round in self.practice.of(template, &view) {
            let asked = self.fill(template, round.filled())?;
            messages.push(message(From::User, asked));
            messages.push(message(From::Assistant, round.spoken.clone()));
        }
        messages.push(message(From::User, self.fill(template, view)?));
        Ok(messages)
    }
}
