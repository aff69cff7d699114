//! A debate held in no time by people who say as little as the rules allow: to see that it comes to its end, and what
//! is asked on the way. No model, no clock, no chance but the seed.

mod drawn_out;

pub use super::decide::rehearsed_marks as marks;

use std::{
    collections::{BTreeMap, BTreeSet},
    ops::ControlFlow,
    sync::Arc,
};

use super::{
    DebateState,
    ask::Ask,
    command::{Command, Halt},
    decide::{Answer, Effect, Input, Unspoken, asks, decide},
    event::{CallReport, Record},
    ids::{CallId, CommandId, Seat},
    opening::Opening,
    scores::Finding,
    state::DebateStatus,
};
use crate::catalog::{Steps, Task};

/// The rules come to rest before so many decisions that nothing outside has caused.
const MOST_DECISIONS: usize = 5_000;
/// Nothing takes more answers than this.
const MOST_STEPS: usize = 200_000;

/// The reason why a debate does not come to its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Stuck {
    /// The rules go on deciding and nothing happens.
    #[error("the rules never come to rest")]
    Restless,
    /// Nothing is asked any more, and it is not over.
    #[error("nobody is asked for anything, and it is not over")]
    Silent,
    /// A debate that goes on and on.
    #[error("it goes on and on")]
    Endless,
    /// Whoever heard what is asked has left.
    #[error("nobody listens any more")]
    Left,
}

/// Holds a debate to its end, with what a gallery may bring in, and turns that are struck. `asked` hears of everything
/// that is asked, at the moment when it is.
///
/// # Errors
/// Why there is no end.
pub fn hold(opening: Arc<Opening>, asked: &mut dyn FnMut(&DebateState, &Ask)) -> Result<(), Stuck> {
    held(opening, Manner::Disturbed, &mut |state, ask| {
        asked(state, ask);
        ControlFlow::Continue(())
    })
}

/// The same, of a debate in which nobody is disturbed: speeches and what is handed in are as long as they are asked
/// for, everything else is short.
///
/// # Errors
/// Why there is no end.
pub fn hold_alone(
    opening: Arc<Opening>,
    asked: &mut dyn FnMut(&DebateState, &Ask),
) -> Result<(), Stuck> {
    held(opening, Manner::Alone, &mut |state, ask| {
        asked(state, ask);
        ControlFlow::Continue(())
    })
}

/// The same, with notes, answers, reasons and what is taken down of speeches at their full length, too.
///
/// # Errors
/// Why there is no end.
pub fn hold_at_length(
    opening: Arc<Opening>,
    asked: &mut dyn FnMut(&DebateState, &Ask),
) -> Result<(), Stuck> {
    hold_at_length_while(opening, &mut |state, ask| {
        asked(state, ask);
        ControlFlow::Continue(())
    })
}

/// The same, for as long as `asked` goes on with it.
///
/// # Errors
/// Why there is no end: `asked` has broken off, too.
pub fn hold_at_length_while(
    opening: Arc<Opening>,
    asked: &mut dyn FnMut(&DebateState, &Ask) -> ControlFlow<()>,
) -> Result<(), Stuck> {
    held(opening, Manner::AtLength, asked)
}

/// The same, of a debate in which as many points of information are put as are usual: every other time that it is asked who
/// rises, somebody does.
///
/// # Errors
/// Why there is no end: `asked` has broken off, too.
pub fn hold_as_usual_while(
    opening: Arc<Opening>,
    asked: &mut dyn FnMut(&DebateState, &Ask) -> ControlFlow<()>,
) -> Result<(), Stuck> {
    held(opening, Manner::AsUsual, asked)
}

/// The manner in which a debate is rehearsed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Manner {
    /// A debate as short as the rules allow, with what a gallery may bring in.
    Disturbed,
    /// Nobody is disturbed.
    Alone,
    /// Nobody is disturbed, and all is drawn out.
    AtLength,
    /// The same, with as many points of information as are usual.
    AsUsual,
}

fn held(
    opening: Arc<Opening>,
    manner: Manner,
    asked: &mut dyn FnMut(&DebateState, &Ask) -> ControlFlow<()>,
) -> Result<(), Stuck> {
    let is_disturbed = manner == Manner::Disturbed;
    let mut rehearsal = Rehearsal {
        state: DebateState::default(),
        calls: BTreeMap::new(),
        clock: 0,
        struck: is_disturbed.then(BTreeSet::new),
        manner,
        offers: 0,
        asked,
        heard: ControlFlow::Continue(()),
    };
    rehearsal.feed(Input::Open(opening))?;
    let (mut handed_in, mut interrupted) = (!is_disturbed, !is_disturbed);
    for _ in 0..MOST_STEPS {
        if rehearsal.heard.is_break() {
            return Err(Stuck::Left);
        }
        if rehearsal.state.is_closed() {
            return if is_disturbed {
                rehearsal.follow_ups()
            } else {
                Ok(())
            };
        }
        if let DebateStatus::Paused(_) = rehearsal.state.status {
            rehearsal.feed(Input::Command(CommandId(1), Command::Resume))?;
        }
        if !handed_in && rehearsal.state.speeches().any(super::state::Turn::is_ended) {
            handed_in = true;
            rehearsal.gallery()?;
        }
        if handed_in && !interrupted && rehearsal.state.floor().is_some_and(|turn| turn.words > 0) {
            interrupted = true;
            rehearsal.interruption()?;
        }
        rehearsal.step()?;
    }
    Err(Stuck::Endless)
}

/// A right answer, in the shape that the rules take, and always the same.
pub fn answer(state: &DebateState, ask: &Ask) -> Answer {
    asks::of(ask).rehearsed(state)
}

struct Rehearsal<'a> {
    state: DebateState,
    /// Calls under way; for a speech, the sentences that are still to be released.
    calls: BTreeMap<CallId, (Ask, Vec<String>)>,
    clock: u64,
    /// Tasks of which one turn has been struck, where any is.
    struck: Option<BTreeSet<&'static str>>,
    manner: Manner,
    /// How often it was asked who rises.
    offers: u32,
    asked: &'a mut dyn FnMut(&DebateState, &Ask) -> ControlFlow<()>,
    /// Whether it is to go on.
    heard: ControlFlow<()>,
}

impl Rehearsal<'_> {
    fn feed(&mut self, input: Input) -> Result<(), Stuck> {
        self.once(input);
        for _ in 0..MOST_DECISIONS {
            if !self.once(Input::Advance) {
                return Ok(());
            }
        }
        Err(Stuck::Restless)
    }

    fn once(&mut self, input: Input) -> bool {
        let decision = decide(&self.state, input);
        let moved = !decision.is_empty();
        for call in &decision.cut_before {
            self.cut(*call);
        }
        self.clock += 10;
        for event in decision.events {
            let record = Record {
                seq: self.state.next_seq,
                at_ms: self.clock,
                event,
            };
            self.state.apply(&record);
        }
        for effect in decision.effects {
            match effect {
                Effect::Begin { call, ask } => {
                    if self.heard.is_continue() {
                        self.heard = (self.asked)(&self.state, &ask);
                    }
                    let sentences = sentences(&self.state, &ask);
                    self.calls.insert(call, (ask, sentences));
                }
                Effect::Cut { call } => self.cut(call),
            }
        }
        moved
    }

    fn cut(&mut self, call: CallId) {
        self.calls.remove(&call);
        let report = CallReport::default();
        self.once(Input::Cut { call, report });
    }

    /// Does everything that a viewer may do, once each.
    fn gallery(&mut self) -> Result<(), Stuck> {
        let speaker = self.state.opening.as_deref();
        let seat = speaker.and_then(|opening| opening.speakers.first());
        let Some(seat) = seat.map(|speaker| speaker.seat.clone()) else {
            return Ok(());
        };
        let moderator = speaker.and_then(|opening| opening.moderator.as_ref());
        let moderator = moderator.map(|one| Command::Ask {
            seat: one.seat.clone(),
            text: "What is left to settle?".to_owned(),
            halt: Halt::Beside,
        });
        let member = self.member_asked();
        let commands = [
            Command::Evidence {
                text: "The bridge carries nine hundred carts a day.".to_owned(),
                source: "A count at the gate".to_owned(),
                places: Vec::new(),
            },
            Command::Ask {
                seat: seat.clone(),
                text: "Who pays for it?".to_owned(),
                halt: Halt::Beside,
            },
            Command::Clarify {
                seat: Some(seat),
                text: "What is meant by a cart?".to_owned(),
            },
            Command::GalleryPoint {
                text: "And who counts them?".to_owned(),
            },
        ];
        for (number, command) in (2..).zip(commands.into_iter().chain(moderator).chain(member)) {
            self.feed(Input::Command(CommandId(number), command))?;
        }
        Ok(())
    }

    /// The question to a member of the house, where there is one.
    fn member_asked(&self) -> Option<Command> {
        let member = self.state.opening.as_deref()?.audience.first()?;
        Some(Command::Ask {
            seat: member.seat.clone(),
            text: "What would change your mind?".to_owned(),
            halt: Halt::Beside,
        })
    }

    /// Brings in, while somebody has the floor, more evidence than is told at once, of some of which nobody says where
    /// it is from.
    fn interruption(&mut self) -> Result<(), Stuck> {
        for number in 20..28_u64 {
            let evidence = Command::Evidence {
                text: format!("At night {number} carts cross it."),
                source: if number % 2 == 0 {
                    "A count at night"
                } else {
                    ""
                }
                .to_owned(),
                places: Vec::new(),
            };
            self.feed(Input::Command(CommandId(number), evidence))?;
        }
        // Who has been polled by now.
        if let Some(again) = self.member_asked() {
            self.feed(Input::Command(CommandId(30), again))?;
        }
        Ok(())
    }

    /// Asks somebody of each kind after the end, and one of them once more.
    fn follow_ups(&mut self) -> Result<(), Stuck> {
        // What the end has cut short.
        self.calls.clear();
        let mut seats: Vec<Seat> = Vec::new();
        for seat in self.state.answerable() {
            let is_new = |one: &Seat| {
                let speaks = |seat: &Seat| self.state.speaker(seat).is_some();
                one.group() != seat.group() && !(speaks(one) && speaks(&seat))
            };
            if seats.iter().all(is_new) {
                seats.push(seat);
            }
        }
        seats.extend(seats.first().cloned());
        for (number, seat) in (40..).zip(seats) {
            let ask = Command::Ask {
                seat,
                text: "What would you say differently?".to_owned(),
                halt: Halt::Beside,
            };
            self.feed(Input::Command(CommandId(number), ask))?;
            while let Some((&call, _)) = self.calls.iter().next() {
                self.calls.remove(&call);
                let ask = self.state.calls.get(&call).map(|one| one.ask.clone());
                let Some(ask) = ask else { break };
                self.feed(Input::Answered {
                    call,
                    answer: answer(&self.state, &ask),
                    report: CallReport::default(),
                })?;
            }
        }
        Ok(())
    }

    /// Has the referee find, of one turn of each task, that it breaks a rule.
    fn found(&mut self, ask: &Ask, answer: Answer) -> Answer {
        let (Ask::Referee { turn }, Answer::Findings(mut findings)) = (ask, answer.clone()) else {
            return answer;
        };
        let turn = self.state.turn(*turn);
        if let (Some(turn), Some(finding)) = (turn, findings.values_mut().next())
            && let Some(struck) = &mut self.struck
            && struck.insert(turn.task.word())
        {
            let words: Vec<&str> = turn.text.split_whitespace().take(4).collect();
            *finding = Finding {
                words: words.join(" "),
                reason: "It is out of order.".to_owned(),
                broken: true,
            };
        }
        Answer::Findings(findings)
    }

    /// Has somebody rise every other time.
    fn usually(&mut self, answer: Answer) -> Answer {
        let Answer::Offer(mut offer) = answer else {
            return answer;
        };
        if self.manner == Manner::AsUsual {
            offer.rises &= self.offers.is_multiple_of(2);
            self.offers += 1;
        }
        Answer::Offer(offer)
    }

    /// The next answer comes in.
    fn step(&mut self) -> Result<(), Stuck> {
        if let Some((turn, words)) = self.state.to_be_read() {
            return self.feed(Input::Delivered { turn, words });
        }
        let report = CallReport::default();
        // What runs beside is answered first, as it would be.
        let next = self
            .calls
            .iter()
            .find(|(_, (ask, _))| !matches!(ask, Ask::Speech { .. }))
            .or_else(|| self.calls.iter().next());
        let Some((&call, (ask, _))) = next else {
            return if self.state.is_running() {
                Err(Stuck::Silent)
            } else {
                Ok(())
            };
        };
        if !matches!(ask, Ask::Speech { .. }) {
            let ask = ask.clone();
            let mut answer = answer(&self.state, &ask);
            let is_work = matches!(answer, Answer::Work(_));
            let is_at_length = matches!(self.manner, Manner::AtLength | Manner::AsUsual);
            if is_at_length || self.manner == Manner::Alone && is_work {
                answer = drawn_out::drawn_out(&self.state, &ask, answer);
            }
            let answer = self.found(&ask, answer);
            let answer = self.usually(answer);
            self.calls.remove(&call);
            return self.feed(Input::Answered {
                call,
                answer,
                report,
            });
        }
        let Some((_, sentences)) = self.calls.get_mut(&call) else {
            return Ok(());
        };
        if sentences.is_empty() {
            self.calls.remove(&call);
            return self.feed(Input::Drained {
                call,
                report,
                at_limit: false,
            });
        }
        let text = sentences.remove(0);
        let words = sentences.iter().map(|text| crate::text::count_words(text));
        let rest = Unspoken::Written(words.sum());
        self.feed(Input::Said { call, text, rest })
    }
}

/// Words of a sentence of a rehearsed speech. They do not divide minutes evenly: else the time in which nobody may rise
/// would begin in each speech just after the last minute has ended, and one more would be asked for than ever is.
const SENTENCE: u32 = 12;

/// A speech in sentences, a paragraph every four, as long as the turn still needs and a bit more.
fn sentences(state: &DebateState, ask: &Ask) -> Vec<String> {
    let Ask::Speech { turn, .. } = ask else {
        return Vec::new();
    };
    let Some(turn) = state.turn(*turn) else {
        return Vec::new();
    };
    if turn.task == Task::Question {
        return vec![format!("What does {} make of that?", turn.seat)];
    }
    let steps = state.steps_of(turn) == Steps::OneAtATime;
    let words = if steps {
        turn.target_words / super::plan::STEPS
    } else {
        turn.target_words.saturating_sub(turn.words)
    };
    // However long a format's speeches are: what matters has been asked by then.
    (0..=words.div_ceil(SENTENCE).min(400))
        .map(|number| {
            let end = if number % 4 == 3 { "\n\n" } else { " " };
            let so_far = turn.words;
            format!(
                "Sentence {so_far}.{number} of {} weighs with care what this house has heard.{end}",
                turn.seat
            )
        })
        .collect()
}
