//! A simulated world for the rules: it answers what is asked, in any order, late, wrong or not at all.
//! No clock, no network, no runtime.

use std::collections::BTreeMap;

use super::{answers::answer, opening_in};

use hustings::{
    by_hand,
    catalog::{Profile, Steps, Task},
    debate::{
        DebateState,
        answer::{Argued, SideVerdict},
        ask::{Ask, Purpose},
        command::Command,
        decide::{Answer, Effect, Input, Unspoken, decide},
        event::{CallFailure, CallReport, Event, Record, Usage},
        ids::{CallId, CommandId, Seat},
        opening::{OnFailure, Opening, Options},
        state::DebateStatus,
    },
};

/// A source of choices that shrinks well: the bytes that proptest made.
pub struct Choices {
    pub bytes: Vec<u8>,
    pub at: usize,
}

impl Choices {
    pub fn next(&mut self, below: usize) -> usize {
        let byte = self
            .bytes
            .get(self.at % self.bytes.len().max(1))
            .copied()
            .unwrap_or(0);
        self.at += 1;
        (usize::from(byte) + self.at / 97) % below.max(1)
    }
}

/// Choices of no matter, where every answer will do.
pub fn choices() -> Choices {
    Choices {
        bytes: vec![3, 1, 4, 1, 5, 9, 2, 6],
        at: 0,
    }
}

/// The options of a debate that is a fifth as long as usual, and goes on after failures.
pub fn short() -> Options {
    Options {
        scale: 0.2,
        on_failure: OnFailure::GoOn,
        ..Options::default()
    }
}

pub struct World {
    pub state: DebateState,
    pub journal: Vec<Record>,
    /// Calls under way; for a speech, the sentences that are still to be released.
    pub calls: BTreeMap<CallId, (Ask, Vec<String>)>,
    pub clock: u64,
    pub commands: u64,
    /// The referee finds every speech arguing against the motion.
    pub contrary: bool,
    /// So many steps of speeches end with the wish that the hall vote for the other side.
    pub slips: usize,
    /// Answers of the test's own, and speeches, each said in one; where there is none, the world has one.
    pub answers: Option<Box<dyn FnMut(&DebateState, &Ask) -> Option<Answer>>>,
    /// Called with what is asked, at the moment when it is.
    pub on_ask: Option<Box<dyn FnMut(&DebateState, &Ask)>>,
    /// Whether the index of what is due is held against all that it is made of, now and then.
    pub checks_agenda: bool,
    /// So many things may follow from one another before the rules count as restless.
    pub restless: usize,
}

/// The journal of a debate of a format that is a fifth as long as usual, with three listeners and failures that it goes
/// on after. With no choices everything is well; the others cause trouble.
pub fn short_debate(format: &str, choices: Vec<u8>) -> Vec<Record> {
    let mut world = World::short(format, &Profile::default());
    let trouble = usize::from(!choices.is_empty());
    let mut choices = Choices {
        bytes: choices,
        at: 0,
    };
    world.run(&mut choices, trouble);
    world.journal
}

/// A debate is taken up by another process, which knows nothing of what was under way.
pub fn taken_up(on_failure: Option<OnFailure>) -> Input {
    Input::Reconvene {
        on_failure,
        pace: None,
        polled_together: 20,
        launch: None,
        models: BTreeMap::new(),
        lost: BTreeMap::new(),
        waits: false,
        limits: <_>::default(),
        changes: Vec::new(),
    }
}

impl World {
    pub fn new() -> Self {
        Self {
            state: DebateState::default(),
            journal: vec![],
            calls: BTreeMap::new(),
            clock: 0,
            commands: 0,
            contrary: false,
            slips: 0,
            answers: None,
            on_ask: None,
            checks_agenda: true,
            restless: 500,
        }
    }

    /// A world in which the debate has been opened.
    pub fn opened(opening: Opening) -> Self {
        let mut world = Self::new();
        world.feed(Input::Open(opening.into()));
        world
    }

    /// A world in which a short debate has been opened, before three listeners.
    pub fn short(format: &str, profile: &Profile) -> Self {
        Self::opened(opening_in(format, 3, short(), profile))
    }

    /// What `of` makes of the asks that were put, in order, with the seats from which they were.
    pub fn asked<T>(&self, of: impl Fn(&Ask, Option<&Seat>) -> Option<T>) -> Vec<T> {
        let events = self.journal.iter().map(|record| &record.event);
        let asked = events.filter_map(|event| match event {
            Event::CallBegan { ask, seat, .. } => of(ask, seat.as_ref()),
            _ => None,
        });
        asked.collect()
    }

    /// Goes on to the end of the debate, in which no answer to such asks can be had.
    pub fn run_without(&mut self, is_lost: impl Fn(&Ask) -> bool) {
        while !self.state.is_closed() {
            let mut calls = self.calls.iter();
            let lost = calls.find_map(|(call, (ask, _))| is_lost(ask).then_some(*call));
            match lost {
                Some(call) => self.fail(
                    call,
                    CallFailure::Unavailable,
                    ["it is not what was asked for", "{"],
                    CallReport::default(),
                ),
                None => self.step(&mut choices(), 0),
            }
        }
    }

    /// A world that does nothing beside the debate, for measuring what the debate costs.
    pub fn unchecked() -> Self {
        Self {
            checks_agenda: false,
            restless: usize::MAX,
            ..Self::new()
        }
    }

    pub fn feed(&mut self, input: Input) {
        self.once(input);
        for round in 0.. {
            assert!(
                round < self.restless,
                "the rules never come to rest: {:?}",
                self.journal.iter().rev().take(4).collect::<Vec<_>>()
            );
            if !self.once(Input::Advance) {
                break;
            }
        }
        // What is written is read out at once, a sentence at a time.
        if let Some((turn, words)) = self.state.to_be_read() {
            self.feed(Input::Delivered { turn, words });
        }
    }

    fn once(&mut self, input: Input) -> bool {
        let decision = decide(&self.state, input);
        let moved = !decision.is_empty();
        for call in &decision.cut_before {
            self.cut(*call);
        }
        self.clock += 10;
        for event in decision.events {
            assert!(
                !self.state.is_closed() || is_afterwards(&event),
                "an event after the close: {event:?}"
            );
            let record = Record {
                seq: self.state.next_seq,
                at_ms: self.clock,
                event,
            };
            self.state.apply(&record);
            self.journal.push(record);
            // Looking at everything is slow; what is kept wrongly stays wrong until it is looked at.
            let looks = self.journal.len().is_multiple_of(11) || self.state.is_closed();
            if looks && self.checks_agenda {
                assert_eq!(
                    self.state.agenda(),
                    &self.state.whole_agenda(),
                    "what is kept event by event is what is found by looking at everything"
                );
            }
        }
        for effect in decision.effects {
            match effect {
                Effect::Begin { call, ask } => {
                    if let Some(on_ask) = &mut self.on_ask {
                        on_ask(&self.state, &ask);
                    }
                    let own = self
                        .answers
                        .as_mut()
                        .filter(|_| ask.purpose() == Purpose::Speech);
                    let mut text = match own.and_then(|own| own(&self.state, &ask)) {
                        Some(Answer::Text(own)) => vec![own],
                        _ => sentences(&self.state, &ask),
                    };
                    if self.slips > 0 && !text.is_empty() {
                        self.slips -= 1;
                        text.push(other_vote(&self.state, &ask).to_owned());
                    }
                    self.calls.insert(call, (ask, text));
                }
                Effect::Cut { call } => self.cut(call),
            }
        }
        moved
    }

    fn cut(&mut self, call: CallId) {
        self.calls.remove(&call);
        let report = report();
        self.once(Input::Cut { call, report });
    }

    pub fn command(&mut self, command: Command) -> CommandId {
        self.commands += 1;
        let id = CommandId(self.commands);
        self.feed(by_hand::input(&self.state, id, command));
        id
    }

    /// Something happens in the world.
    pub fn step(&mut self, choices: &mut Choices, trouble: usize) {
        let ids: Vec<CallId> = self.calls.keys().copied().collect();
        if let Some(&id) = ids.get(choices.next(ids.len())) {
            self.happen(id, choices, trouble);
        }
    }

    /// The debate goes on to its end, each call being answered in its turn, and nothing goes wrong.
    pub fn run_in_order(&mut self) {
        let mut choices = Choices {
            bytes: vec![1],
            at: 0,
        };
        while !self.state.is_closed() {
            if let DebateStatus::Paused(_) = self.state.status {
                self.command(Command::Resume);
            }
            let Some((&id, _)) = self.calls.first_key_value() else {
                return;
            };
            self.happen(id, &mut choices, 0);
        }
    }

    /// A call comes to nothing, for this reason and with this answer.
    pub fn fail(
        &mut self,
        call: CallId,
        failure: CallFailure,
        [reason, raw]: [&str; 2],
        report: CallReport,
    ) {
        self.calls.remove(&call);
        self.feed(Input::Failed {
            call,
            reason: reason.into(),
            failure,
            raw: raw.into(),
            report,
        });
    }

    /// Something happens to a call.
    pub fn happen(&mut self, id: CallId, choices: &mut Choices, trouble: usize) {
        let (ask, rest) = self.calls.get_mut(&id).expect("listed");
        let fails = trouble > 0 && choices.next(100) < trouble;
        if fails {
            let kinds = [
                CallFailure::Broke,
                CallFailure::Unavailable,
                CallFailure::Outage,
                CallFailure::Late,
                CallFailure::Refused,
            ];
            let failure = kinds[choices.next(kinds.len())];
            if let Ask::Speech { .. } = ask
                && !rest.is_empty()
                && choices.next(2) == 0
            {
                // The line breaks in the middle of a sentence that was being heard.
                let half: String = rest.remove(0).chars().take(9).collect();
                self.feed(Input::Said {
                    call: id,
                    text: half,
                    rest: Unspoken::Unfinished,
                });
            }
            if self.calls.contains_key(&id) {
                self.fail(id, failure, ["the line broke", "what came"], report());
            }
        } else if let Ask::Speech { .. } = ask {
            if self.state.is_running() {
                if rest.is_empty() {
                    self.calls.remove(&id);
                    self.feed(Input::Drained {
                        call: id,
                        report: report(),
                        at_limit: false,
                    });
                } else {
                    let text = rest.remove(0);
                    let left = if choices.next(2) == 0 {
                        Unspoken::Unfinished
                    } else {
                        Unspoken::Written(
                            rest.iter()
                                .map(|s| s.split_whitespace().count() as u32)
                                .sum(),
                        )
                    };
                    self.feed(Input::Said {
                        call: id,
                        text,
                        rest: left,
                    });
                }
            }
        } else {
            let answer = match ask {
                Ask::SideCheck { turn } if self.contrary => Answer::Side(SideVerdict {
                    words: "it has to say".into(),
                    // The claim against the motion comes second, and first when it is asked again.
                    argues: match self
                        .state
                        .turn(*turn)
                        .and_then(|turn| turn.doubted.as_ref())
                    {
                        None => Argued::Second,
                        Some(_) => Argued::First,
                    },
                }),
                ask => match self.answers.as_mut().and_then(|own| own(&self.state, ask)) {
                    Some(own) => own,
                    None => answer(&self.state, ask, choices),
                },
            };
            self.calls.remove(&id);
            self.feed(Input::Answered {
                call: id,
                answer,
                report: report(),
            });
        }
    }

    pub fn run(&mut self, choices: &mut Choices, trouble: usize) {
        for round in 0.. {
            if self.state.is_closed() {
                return;
            }
            assert!(
                round < 60_000,
                "the debate does not end: {:?}",
                self.state.status
            );
            if let DebateStatus::Paused(_) = self.state.status {
                self.command(Command::Resume);
            }
            self.step(choices, trouble);
        }
    }
}

/// Whether an event may come after the close: what is asked then, and the calls for it.
fn is_afterwards(event: &Event) -> bool {
    matches!(
        event,
        Event::FollowUpAsked { .. }
            | Event::FollowUpSaid { .. }
            | Event::FollowUpAnswered { .. }
            | Event::FollowUpFailed { .. }
            | Event::CommandRefused { .. }
            | Event::Reconvened { .. }
            | Event::CallBegan { .. }
            | Event::CallCut { .. }
            | Event::ModelCalled { .. }
            | Event::ModelFailed { .. }
    )
}

pub fn report() -> CallReport {
    let usage = Usage {
        prompt_tokens: 100,
        completion_tokens: 10,
        ..Usage::default()
    };
    CallReport {
        model: "scripted".into(),
        usage,
        tries: 1,
        ..CallReport::default()
    }
}

/// A speech as sentences of ten words, a paragraph every four, as long as the turn still needs and a bit more.
fn sentences(state: &DebateState, ask: &Ask) -> Vec<String> {
    let Ask::Speech { turn, .. } = ask else {
        return vec![];
    };
    let turn = state.turn(*turn).expect("the turn that is spoken");
    if turn.task == Task::Question {
        return vec![format!("What does {} make of that?", turn.seat)];
    }
    let words = if state
        .speaker(&turn.seat)
        .is_some_and(|s| s.profile.steps == Steps::OneAtATime)
    {
        turn.target_words / 4
    } else {
        turn.target_words.saturating_sub(turn.words)
    };
    (0..=words.div_ceil(10))
        .map(|i| {
            let end = if i % 4 == 3 { "\n\n" } else { " " };
            format!(
                "Sentence {i} of {} in {}, it has to say.{end}",
                turn.seat,
                turn.id.index()
            )
        })
        .collect()
}

fn other_vote(state: &DebateState, ask: &Ask) -> &'static str {
    let turn = match ask {
        Ask::Speech { turn, .. } => state.turn(*turn),
        _ => None,
    };
    match turn.expect("a speech").seat.group() {
        "prop" => "And so, vote No.",
        _ => "And so, vote Yes.",
    }
}
