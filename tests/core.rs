//! The rules, run through with no clock, no network and no runtime: a simulated world answers what is asked,
//! in any order, late, wrong or not at all, and somebody presses keys at random.

mod common;

use std::collections::BTreeMap;

use hustings::{
    catalog::{Profile, SideCheck, Steps},
    debate::{
        DebateState,
        answer::{
            ArguedSide, ArgumentPoint, Ballot, DirectVerdict, PoiDecision, PoiOffer, SideVerdict,
            SpeechArguments, StrawVote, Vote,
        },
        ask::{Ask, When},
        command::{Command, Halt, Pace},
        decide::{Answer, Effect, Input, Rest, decide},
        event::{CallReport, Event, Failure, Record, Usage},
        ids::{CallId, CommandId, Seat},
        opening::{OnFailure, Options, Polls},
        state::{PoiStatus, Progress, Status, Turn, TurnStatus},
    },
};
use proptest::prelude::*;

/// A source of choices that shrinks well: the bytes that proptest made.
struct Choices {
    bytes: Vec<u8>,
    at: usize,
}

impl Choices {
    fn next(&mut self, below: usize) -> usize {
        let byte = self
            .bytes
            .get(self.at % self.bytes.len().max(1))
            .copied()
            .unwrap_or(0);
        self.at += 1;
        (usize::from(byte) + self.at / 97) % below.max(1)
    }
}

struct World {
    state: DebateState,
    journal: Vec<Record>,
    /// Calls under way; for a speech, the sentences that are still to be released.
    calls: BTreeMap<CallId, (Ask, Vec<String>)>,
    clock: u64,
    commands: u64,
    /// The referee finds every speech arguing against the motion.
    contrary: bool,
}

impl World {
    fn new() -> Self {
        Self {
            state: DebateState::default(),
            journal: vec![],
            calls: BTreeMap::new(),
            clock: 0,
            commands: 0,
            contrary: false,
        }
    }

    fn feed(&mut self, input: Input) {
        self.once(input);
        for round in 0.. {
            assert!(
                round < 500,
                "the rules never come to rest: {:?}",
                self.journal.iter().rev().take(4).collect::<Vec<_>>()
            );
            if !self.once(Input::Advance) {
                break;
            }
        }
    }

    fn once(&mut self, input: Input) -> bool {
        let decision = decide(&self.state, input);
        let moved = !decision.is_empty();
        self.clock += 10;
        for event in decision.events {
            assert!(
                !self.state.is_closed(),
                "an event after the close: {event:?}"
            );
            let record = Record {
                seq: self.state.next_seq,
                at_ms: self.clock,
                event,
            };
            self.state.apply(&record);
            self.journal.push(record);
        }
        for effect in decision.effects {
            match effect {
                Effect::Begin { call, ask } => {
                    let text = sentences(&self.state, &ask);
                    self.calls.insert(call, (ask, text));
                }
                Effect::Cut { call } => {
                    self.calls.remove(&call);
                    self.once(Input::Cut {
                        call,
                        report: report(),
                    });
                }
            }
        }
        moved
    }

    fn command(&mut self, command: Command) -> CommandId {
        self.commands += 1;
        let id = CommandId(self.commands);
        self.feed(Input::Command(id, command));
        id
    }

    /// Something happens in the world.
    fn step(&mut self, choices: &mut Choices, trouble: usize) {
        let ids: Vec<CallId> = self.calls.keys().copied().collect();
        let Some(&id) = ids.get(choices.next(ids.len())) else {
            return;
        };
        let (ask, rest) = self.calls.get_mut(&id).expect("listed");
        let fails = trouble > 0 && choices.next(100) < trouble;
        if fails {
            let failure = if choices.next(2) == 0 {
                Failure::Broke
            } else {
                Failure::Unavailable
            };
            if let Ask::Speech { .. } = ask
                && !rest.is_empty()
                && choices.next(2) == 0
            {
                // The line breaks in the middle of a sentence that was being heard.
                let half: String = rest.remove(0).chars().take(9).collect();
                self.feed(Input::Said {
                    call: id,
                    text: half,
                    rest: Rest::Unfinished,
                });
            }
            if self.calls.remove(&id).is_some() {
                self.feed(Input::Failed {
                    call: id,
                    reason: "the line broke".into(),
                    failure,
                    report: report(),
                });
            }
        } else if let Ask::Speech { .. } = ask {
            if self.state.is_running() {
                if rest.is_empty() {
                    self.calls.remove(&id);
                    self.feed(Input::Drained {
                        call: id,
                        report: report(),
                    });
                } else {
                    let text = rest.remove(0);
                    let left = if choices.next(2) == 0 {
                        Rest::Unfinished
                    } else {
                        Rest::Written(
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
                Ask::SideCheck { .. } if self.contrary => Answer::Side(SideVerdict {
                    words: "cars for all".into(),
                    argues: ArguedSide::Against,
                }),
                ask => answer(&self.state, ask, choices),
            };
            self.calls.remove(&id);
            self.feed(Input::Answered {
                call: id,
                answer,
                report: report(),
            });
        }
    }

    fn run(&mut self, choices: &mut Choices, trouble: usize) {
        for round in 0.. {
            if self.state.is_closed() {
                return;
            }
            assert!(
                round < 60_000,
                "the debate does not end: {:?}",
                self.state.status
            );
            if let Status::Paused(_) = self.state.status {
                self.command(Command::Resume);
            }
            self.step(choices, trouble);
        }
    }
}

fn report() -> CallReport {
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
    let words = if state
        .speaker(&turn.seat)
        .is_some_and(|s| s.profile.steps == Steps::OneAtATime)
    {
        turn.target_words / 4
    } else {
        turn.target_words.saturating_sub(turn.words)
    };
    (0..words.div_ceil(10) + 1)
        .map(|i| {
            let end = if i % 4 == 3 { "\n\n" } else { " " };
            format!(
                "Sentence {i} of {} says what it has to say.{end}",
                turn.seat
            )
        })
        .collect()
}

fn answer(state: &DebateState, ask: &Ask, choices: &mut Choices) -> Answer {
    let vote = |n| [Vote::Aye, Vote::No, Vote::Undecided][n];
    match ask {
        Ask::Speech { .. } => unreachable!("speeches are released"),
        Ask::Prepare { .. } => Answer::Text("Three notes.".into()),
        Ask::PoiOffer { turn } => {
            let floor = &state.turn(*turn).expect("turn").seat;
            let opening = state.opening.as_ref().expect("opened");
            let other = opening
                .speakers
                .iter()
                .find(|s| s.seat.group() != floor.group())
                .expect("other side");
            Answer::Offer(PoiOffer {
                weakness: "all of it".into(),
                rises: choices.next(3) > 0,
                speaker: other.card.name.clone(),
                point: "And who pays?".into(),
            })
        }
        Ask::PoiAccept { .. } => Answer::Decision(PoiDecision {
            reason: "why not".into(),
            accept: choices.next(2) == 0,
            gesture: String::new(),
        }),
        Ask::PoiAnswer { .. } => Answer::Text("You do.".into()),
        Ask::SideCheck { .. } => Answer::Side(SideVerdict {
            words: "hm".into(),
            argues: [ArguedSide::For, ArguedSide::Against, ArguedSide::Unclear][choices.next(3)],
        }),
        Ask::Extract { .. } => Answer::Arguments(SpeechArguments {
            opening: "o".into(),
            arguments: vec![ArgumentPoint {
                claim: "c".into(),
                reasoning: "r".into(),
                evidence: None,
                is_rebuttal: false,
                rebuts_speaker: None,
            }],
            closing: "c".into(),
            tone: "t".into(),
            key_rhetorical_moves: vec![],
        }),
        Ask::Poll { .. } => Answer::Straw(StrawVote {
            vote: vote(choices.next(3)),
        }),
        Ask::Ballot {
            when: When::Before, ..
        } => Answer::Ballot(Ballot {
            reason: "so far".into(),
            vote: vote(choices.next(3)),
        }),
        Ask::Ballot {
            when: When::After, ..
        } => Answer::Ballot(Ballot {
            reason: "in the end".into(),
            vote: vote(choices.next(2)),
        }),
        Ask::Verdict => Answer::Verdict(Box::new(DirectVerdict {
            core_tensions: vec!["a".into()],
            strongest_argument_prop: "p".into(),
            strongest_argument_opp: "o".into(),
            most_damaging_rebuttals: vec![],
            decisive_moments: vec![],
            speaker_performances: vec![],
            most_compelling_speaker: "Napoleon Bonaparte".into(),
            weakest_link: "Adam Smith".into(),
            analysis: "well".into(),
            vote: vote(choices.next(2)),
        })),
        Ask::Question { .. } => Answer::Text("I meant what I said.".into()),
    }
}

fn press(world: &mut World, choices: &mut Choices) -> Option<CommandId> {
    let seats = ["prop.1", "opp.2", "prop.9"];
    let seat = Seat::named(seats[choices.next(3)]);
    let command = match choices.next(9) {
        0 => Command::Pause,
        1 => Command::Resume,
        2 => Command::Evidence {
            text: "A report.".into(),
            source: "the town hall".into(),
        },
        3 => Command::Ask {
            seat,
            text: "Why?".into(),
            halt: Halt::Halting,
        },
        4 => Command::Ask {
            seat,
            text: "How?".into(),
            halt: Halt::Beside,
        },
        5 => Command::Clarify {
            seat: None,
            text: "What is a car?".into(),
        },
        6 => Command::GalleryPoint {
            text: "And the buses?".into(),
        },
        7 => Command::SetPace {
            pace: Pace::Instant,
        },
        _ => Command::Evidence {
            text: "  ".into(),
            source: String::new(),
        },
    };
    if world.state.is_closed() {
        return None;
    }
    Some(world.command(command))
}

fn profile(steps: Steps, side_check: SideCheck) -> Profile {
    Profile {
        steps,
        side_check,
        ..Profile::default()
    }
}

/// Everything that must be so at the end of any debate.
fn check_finished(world: &World) {
    let state = &world.state;
    assert_eq!(
        &DebateState::fold(&world.journal),
        state,
        "the journal folds to the live state"
    );
    for (seq, record) in world.journal.iter().enumerate() {
        assert_eq!(record.seq, seq as u64, "numbered without gaps");
    }
    let speeches: Vec<&str> = state
        .speeches()
        .filter(|t| t.task == hustings::catalog::Task::Speech)
        .map(|t| t.seat.as_str())
        .collect();
    assert_eq!(
        speeches,
        ["prop.1", "opp.1", "prop.2", "opp.2", "prop.3", "opp.3"]
    );
    assert!(
        state
            .turns
            .iter()
            .all(|turn| turn.is_ended() || turn.is_struck())
    );
    assert!(state.points.iter().all(|point| matches!(
        point.status,
        PoiStatus::Answered { .. } | PoiStatus::Declined { .. }
    )));
    assert!(state.calls.is_empty(), "nothing is under way any more");
    assert!(state.division.is_some(), "the house has divided");
    for turn in &state.turns {
        let accepted = turn
            .points
            .iter()
            .filter(|id| {
                matches!(
                    state.point(**id).unwrap().status,
                    PoiStatus::Answered { .. }
                )
            })
            .count();
        assert!(
            accepted <= 2,
            "no speaker takes more points than the format allows"
        );
        let limit = f64::from(turn.target_words) * 1.2 * 1.3 + 20.0;
        assert!(
            f64::from(turn.words) <= limit,
            "{} words of {}",
            turn.words,
            turn.target_words
        );
    }
    for item in &state.interventions {
        assert!(!item.text.trim().is_empty());
        let settled = !matches!(item.progress, Progress::Put);
        assert!(
            settled,
            "whatever a viewer put was answered or given up: {item:?}"
        );
    }
}

#[test]
fn an_exhibition_runs_from_the_first_note_to_the_division() {
    let opening = common::opening(
        13,
        Options {
            scale: 0.3,
            ..Options::default()
        },
        &Profile::default(),
    );
    let mut world = World::new();
    let mut choices = Choices {
        bytes: vec![3, 1, 4, 1, 5, 9, 2, 6],
        at: 0,
    };
    world.feed(Input::Open(opening));
    assert_eq!(
        world
            .calls
            .values()
            .filter(|(ask, _)| matches!(ask, Ask::Prepare { .. }))
            .count(),
        6,
        "all prepare at once"
    );
    world.run(&mut choices, 0);
    check_finished(&world);
    let state = &world.state;
    assert_eq!(state.polls.len(), 5, "a poll between speeches");
    assert!(
        state
            .polls
            .iter()
            .all(|poll| poll.taken && poll.votes.len() == 13)
    );
    assert!(
        state
            .turns
            .iter()
            .filter(|t| t.task.is_spoken())
            .all(|turn| turn.bell.is_some()),
        "the bell rings for all"
    );
    assert!(!state.points.is_empty());
    let division = state.division.as_ref().unwrap();
    assert_eq!(division.ayes + division.noes, 13);
    assert_eq!(state.leads().len(), 7);
}

#[test]
fn floor_speeches_come_after_the_sixth_and_only_when_asked_for() {
    for (count, floor) in [(0, 0), (2, 2)] {
        let options = Options {
            scale: 0.2,
            floor_speeches: count,
            polls: Polls::Off,
            ..Options::default()
        };
        let mut world = World::new();
        world.feed(Input::Open(common::opening(
            5,
            options,
            &Profile::default(),
        )));
        world.run(
            &mut Choices {
                bytes: vec![9, 8, 7, 1],
                at: 0,
            },
            0,
        );
        let spoken: Vec<&Turn> = world.state.speeches().collect();
        assert_eq!(spoken.len(), 6 + floor);
        assert!(spoken.iter().skip(6).all(|turn| turn.seat.is_audience()));
        assert!(world.state.polls.is_empty());
    }
}

#[test]
fn a_small_model_speaks_in_steps_and_hears_points_between_them() {
    let profile = profile(Steps::OneAtATime, SideCheck::Off);
    let mut world = World::new();
    world.feed(Input::Open(common::opening(
        5,
        Options {
            scale: 0.3,
            ..Options::default()
        },
        &profile,
    )));
    world.run(
        &mut Choices {
            bytes: vec![2, 7, 1, 8, 2, 8],
            at: 0,
        },
        0,
    );
    check_finished(&world);
    assert!(world.state.speeches().all(|turn| turn.steps >= 1));
    assert!(
        !world
            .journal
            .iter()
            .any(|record| matches!(record.event, Event::SpeechCut { .. })),
        "no step is cut short"
    );
    assert!(
        world
            .state
            .points
            .iter()
            .any(|point| matches!(point.status, PoiStatus::Answered { .. }))
    );
}

#[test]
fn a_speech_for_the_wrong_side_is_struck_twice_at_most() {
    let profile = profile(Steps::Together, SideCheck::EachSpeech);
    let mut world = World {
        contrary: true,
        ..World::new()
    };
    world.feed(Input::Open(common::opening(
        5,
        Options {
            scale: 0.2,
            ..Options::default()
        },
        &profile,
    )));
    world.run(
        &mut Choices {
            bytes: (0..251).collect(),
            at: 0,
        },
        0,
    );
    check_finished(&world);
    let struck = |side: &str| {
        world
            .state
            .turns
            .iter()
            .filter(|t| t.is_struck() && t.seat.group() == side)
            .count()
    };
    assert_eq!(
        (struck("prop"), struck("opp")),
        (6, 0),
        "each of three speakers twice, and nobody who keeps to the side"
    );
    let flagged = |turn: &&Turn| {
        matches!(
            &turn.status,
            TurnStatus::Ended {
                flagged: Some(_),
                ..
            }
        )
    };
    assert_eq!(
        world.state.speeches().filter(flagged).count(),
        3,
        "the third attempt stands, flagged"
    );
}

#[test]
fn evidence_interrupts_at_the_end_of_the_sentence_and_stands_in_the_transcript() {
    let mut world = World::new();
    world.feed(Input::Open(common::opening(
        0,
        Options {
            scale: 0.3,
            polls: Polls::Off,
            ..Options::default()
        },
        &Profile::default(),
    )));
    let mut choices = Choices {
        bytes: vec![1, 2, 3],
        at: 0,
    };
    while world.state.floor().is_none_or(|turn| turn.words < 30) {
        world.step(&mut choices, 0);
    }
    let call = *world
        .calls
        .iter()
        .find(|(_, (ask, _))| matches!(ask, Ask::Speech { .. }))
        .unwrap()
        .0;
    world.feed(Input::Said {
        call,
        text: "Half a".into(),
        rest: Rest::Unfinished,
    });
    let id = world.command(Command::Evidence {
        text: "A table of tolls.".into(),
        source: "the archive".into(),
    });
    assert!(
        world.calls.contains_key(&call),
        "not in the middle of a sentence"
    );
    world.feed(Input::Said {
        call,
        text: " sentence. ".into(),
        rest: Rest::Unfinished,
    });
    assert!(!world.calls.contains_key(&call), "but at its end");
    assert!(world.calls.values().any(|(ask, _)| matches!(
        ask,
        Ask::Speech {
            cue: hustings::debate::ask::Cue::Evidence { .. },
            ..
        }
    )));
    assert!(
        world
            .journal
            .iter()
            .any(|r| matches!(&r.event, Event::EvidenceAdmitted { command, .. } if *command == id))
    );
    world.run(&mut choices, 0);
    check_finished(&world);
}

#[test]
fn a_halting_question_halts_and_a_limit_pauses_again_and_again() {
    let mut world = World::new();
    let options = Options {
        scale: 0.2,
        max_tokens: Some(2_000),
        ..Options::default()
    };
    world.feed(Input::Open(common::opening(
        5,
        options,
        &Profile::default(),
    )));
    world.command(Command::Ask {
        seat: Seat::new("prop", 1),
        text: "Why?".into(),
        halt: Halt::Halting,
    });
    assert!(matches!(world.state.status, Status::Paused(_)));
    assert!(
        world
            .calls
            .values()
            .any(|(ask, _)| matches!(ask, Ask::Question { .. })),
        "it is put all the same"
    );
    world.run(
        &mut Choices {
            bytes: vec![5, 3, 1],
            at: 0,
        },
        0,
    );
    assert!(world.state.limits_passed >= 2);
    assert!(matches!(
        world.state.interventions[0].progress,
        Progress::Done { answer: Some(_) }
    ));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    /// Whatever goes wrong and whatever is pressed: the debate ends, the journal folds to the live state, and
    /// every command was answered.
    #[test]
    fn any_evening_comes_to_its_end(
        bytes in proptest::collection::vec(any::<u8>(), 40..200),
        trouble in prop_oneof![Just(0usize), Just(5), Just(30)],
        stepwise in any::<bool>(),
        checked in any::<bool>(),
        presses in 0usize..30,
    ) {
        let profile = profile(
            if stepwise { Steps::OneAtATime } else { Steps::Together },
            if checked { SideCheck::EachSpeech } else { SideCheck::Off },
        );
        let options = Options { scale: 0.15, on_failure: if checked { OnFailure::Pause } else { OnFailure::GoOn }, ..Options::default() };
        let mut choices = Choices { bytes, at: 0 };
        let mut world = World::new();
        world.feed(Input::Open(common::opening(5, options, &profile)));
        let mut sent = vec![];
        for _ in 0..presses {
            for _ in 0..choices.next(40) {
                world.step(&mut choices, trouble);
            }
            sent.extend(press(&mut world, &mut choices));
        }
        world.run(&mut choices, trouble);
        check_finished(&world);
        for id in sent {
            let answered = serde_json::to_string(&world.journal).unwrap().contains(&format!("\"command\":{}", id.0));
            prop_assert!(answered, "command {} was answered", id.0);
        }
    }

    /// Any prefix folds, and a debate taken up from it comes to the same end with nothing lost or doubled.
    #[test]
    fn any_prefix_can_be_gone_on_from(bytes in proptest::collection::vec(any::<u8>(), 40..120), cut in 0.0f64..1.0, stepwise in any::<bool>()) {
        let profile = profile(if stepwise { Steps::OneAtATime } else { Steps::Together }, SideCheck::EachSpeech);
        let mut choices = Choices { bytes, at: 0 };
        let mut world = World::new();
        world.feed(Input::Open(common::opening(5, Options { scale: 0.15, ..Options::default() }, &profile)));
        for _ in 0..6 {
            for _ in 0..choices.next(60) { world.step(&mut choices, 5); }
            press(&mut world, &mut choices);
        }
        world.run(&mut choices, 5);
        let keep = ((world.journal.len() - 1) as f64 * cut) as usize + 1;
        let mut second = World::new();
        second.journal = world.journal[..keep].to_vec();
        second.state = DebateState::fold(&second.journal);
        second.clock = second.state.at_ms;
        let ended: Vec<(u32, String)> = second.state.speeches().map(|t| (t.id.0, t.text.clone())).collect();
        if !second.state.is_closed() {
            second.feed(Input::Reconvene);
            second.run(&mut choices, 0);
        }
        check_finished(&second);
        for (id, text) in ended {
            prop_assert_eq!(&second.state.turns[id as usize].text, &text, "what was finished stays");
        }
    }

    /// The fold takes anything: records in any order, doubled or missing, change something or nothing, and never panic.
    #[test]
    fn the_fold_never_fails(bytes in proptest::collection::vec(any::<u8>(), 40..80), order in proptest::collection::vec(any::<prop::sample::Index>(), 0..300)) {
        let mut choices = Choices { bytes, at: 0 };
        let mut world = World::new();
        world.feed(Input::Open(common::opening(3, Options { scale: 0.15, ..Options::default() }, &Profile::default())));
        world.run(&mut choices, 10);
        let mut state = DebateState::default();
        for index in order {
            state.apply(&world.journal[index.index(world.journal.len())]);
        }
    }
}
