//! A debate for tests and benchmarks of the screen: made from a list of events, with no engine.

#![allow(
    unreachable_pub,
    clippy::unwrap_used,
    reason = "the files are our own, and nobody but tests and benchmarks reads them here"
)]

use std::sync::Arc;

use hustings_rules::{
    catalog::{Profile, Task},
    debate::{
        DebateState,
        answer::{ArgumentPoint, SpeakerAssessment, SpeechArguments, Vote},
        ask::{Ask, When},
        command::Halt,
        division::{DivisionResult, Margin, PanelVote, Tally},
        event::{CallReport, Event, PausedBy, Record, Truncation, Usage},
        ids::{CallId, CommandId, InterventionId, PoiId, Seat, TurnId},
        opening::Opening,
    },
    setup::fixture,
};

const SEATS: [&str; 6] = ["prop.1", "prop.2", "prop.3", "opp.1", "opp.2", "opp.3"];

const MEMBERS: [&str; 13] = [
    "bus-driver",
    "poet",
    "shop-owner",
    "rail-engineer",
    "hospital-doctor",
    "law-student",
    "history-student",
    "science-phd",
    "ppe-student",
    "philosophy-fellow",
    "retired-headteacher",
    "sceptical-journalist",
    "international-student",
];

const SPEECH: &str = "Mrs Wollstonecraft tells us that habit is not reason. I **agree**; but neither \
is a prohibition. Consider the baker's van, the midwife's car, the lorry at four in the morning.\n\n\
> A road is a promise that the state has made.\n\nSo I ask three things:\n\n1. Who pays?\n2. Who walks?\n\
3. Who is asked at all? 日本の町 has an answer of its own 🚗, and it is *not* a ban.\n\n";

/// A debate that takes in events.
#[derive(Debug, Default)]
pub struct DebateFixture {
    pub state: DebateState,
    /// All that it took in.
    pub log: Vec<Record>,
    turns: u32,
    calls: u32,
}

impl DebateFixture {
    fn opened() -> Self {
        let choice = fixture::choice("exhibition", &fixture::PEOPLE);
        let opening = Opening {
            audience: fixture::house(13, &["bus-driver"]),
            ..fixture::resolved(choice, "qwen2.5-1.5b", &Profile::default())
        };
        let mut debate = Self::default();
        debate.add(Event::Opened(Arc::new(opening)));
        debate.add(Event::PhaseBegan { phase: 0 });
        debate
    }

    /// A debate of six people in preparation.
    pub fn preparing() -> Self {
        let mut debate = Self::opened();
        for number in 1..=4 {
            debate.add(Event::BallotCast {
                member: Seat::audience(number),
                when: When::Before,
                vote: if number % 3 == 0 { Vote::No } else { Vote::Aye },
                reason: "A first thought.".to_owned(),
            });
        }
        let turn = debate.begin("prop.1", 0, Task::Prepare);
        debate.call(Ask::Prepare { turn });
        debate
    }

    /// A debate that nobody of the audience could vote on before it.
    pub fn unheard() -> Self {
        let mut debate = Self::opened();
        for number in 1..=13 {
            debate.add(Event::BallotSpoiled {
                member: Seat::audience(number),
                when: When::Before,
                reason: "the account is refused (402)".to_owned(),
            });
        }
        debate.add(Event::PhaseEnded { phase: 0 });
        debate.add(Event::PhaseBegan { phase: 1 });
        debate
    }

    /// A debate in its third speech: a point answered, one waved down, evidence, a bell, a poll.
    pub fn speaking() -> Self {
        let mut debate = Self::preparing();
        for number in 5..=13 {
            debate.add(Event::BallotCast {
                member: Seat::audience(number),
                when: When::Before,
                vote: [Vote::Aye, Vote::No, Vote::Undecided][number % 3],
                reason: "A first thought.".to_owned(),
            });
        }
        debate.end(TurnId(0), None);
        debate.answered();
        debate.add(Event::PhaseEnded { phase: 0 });
        debate.add(Event::PhaseBegan { phase: 1 });
        let mut polled = Vec::new();
        for (seat, slot) in [("prop.1", 19), ("opp.1", 20)] {
            let turn = debate.begin(seat, slot, Task::Speech);
            debate.say(turn, SPEECH);
            debate.add(Event::BellRang {
                turn,
                words_left: 200,
                interrupts: false,
            });
            debate.say(turn, "I say no more, and I thank the House.");
            let cut = (slot == 20).then_some(Truncation::TimeLimit);
            debate.end(turn, cut);
            polled.push(turn);
        }
        let turn = debate.begin("prop.2", 21, Task::Speech);
        // The house is polled beside the next speech.
        for after in polled {
            for number in 1..=13 {
                debate.add(Event::StrawVoteCast {
                    member: Seat::audience(number),
                    after,
                    vote: Some([Vote::Aye, Vote::No, Vote::Aye, Vote::Undecided][number % 4]),
                });
            }
            debate.add(Event::PollTaken { after });
        }
        debate.call(Ask::Speech {
            turn,
            cue: hustings_rules::debate::ask::Cue::Begin,
        });
        debate.say(turn, SPEECH);
        debate.point(
            0,
            turn,
            "opp.2",
            "Who pays for the space your price leaves empty?",
        );
        debate.add(Event::PoiTaken {
            poi: PoiId(0),
            reason: "worth it".to_owned(),
            answer: None,
        });
        debate.add(Event::PoiAccepted { poi: PoiId(0) });
        debate.add(Event::PoiAnswered {
            poi: PoiId(0),
            text: "The same purse that pays for yours.".to_owned(),
        });
        debate.say(turn, "And that is my answer to Mr Smith. ");
        debate.point(1, turn, "opp.3", "Has anybody counted them?");
        debate.add(Event::PoiDeclined {
            poi: PoiId(1),
            gesture: "raises a hand without looking up".to_owned(),
            reason: "no time".to_owned(),
        });
        debate.add(Event::EvidenceAdmitted {
            item: InterventionId(0),
            command: CommandId(1),
            text: (1..=12)
                .map(|n| format!("Line {n} of the report"))
                .collect::<Vec<_>>()
                .join("\n"),
            source: "City audit, 2024".to_owned(),
            places: Vec::new(),
            during: Some(turn),
        });
        debate.say(turn, "Let me turn to what the House has just been given");
        debate
    }

    /// The same, halted by a question.
    pub fn paused() -> Self {
        let mut debate = Self::speaking();
        debate.add(Event::QuestionAsked {
            item: InterventionId(1),
            command: CommandId(2),
            seat: Seat::named("prop.2"),
            text: "Would you ban the midwife's car?".to_owned(),
            halt: Halt::Halting,
            during: Some(TurnId(3)),
        });
        debate.add(Event::Paused {
            command: CommandId(2),
            by: PausedBy::Question {
                item: InterventionId(1),
            },
        });
        debate
    }

    /// The end: one turn struck, and the house has divided.
    pub fn divided() -> Self {
        Self::declared(result())
    }

    /// The house has divided, and the judge who looked twice named another winner the second time.
    pub fn contested() -> Self {
        Self::declared(DivisionResult {
            direct_vote: None,
            direct_looks: vec![Vote::Aye, Vote::No],
            ..result()
        })
    }

    fn declared(result: DivisionResult) -> Self {
        let mut debate = Self::speaking();
        debate.answered();
        debate.add(Event::TurnStruck {
            turn: TurnId(3),
            rule: "side".to_owned(),
            reason: "it argues for the other side".to_owned(),
        });
        debate.add(Event::DivisionDeclared(Box::new(result)));
        debate.add(Event::Closed {
            reason: hustings_rules::debate::event::CloseReason::Completed,
        });
        debate
    }

    /// A debate of so many speeches, the last one under way.
    pub fn long(speeches: u32) -> Self {
        let mut debate = Self::preparing();
        debate.add(Event::PhaseBegan { phase: 1 });
        for number in 0..speeches {
            let seat = SEATS[number as usize % SEATS.len()];
            let turn = debate.begin(seat, 19, Task::Speech);
            for _ in 0..6 {
                debate.say(turn, SPEECH);
            }
            if number + 1 < speeches {
                debate.end(turn, None);
            }
        }
        debate
    }

    /// A house of so many members before a word is said: of each three one is an Aye, one a No, one undecided.
    pub fn seated(members: usize) -> Self {
        let choice = fixture::choice("exhibition", &fixture::PEOPLE);
        let opening = Opening {
            audience: fixture::house(members, &MEMBERS),
            ..fixture::resolved(choice, "qwen2.5-1.5b", &Profile::default())
        };
        let mut debate = Self::default();
        debate.add(Event::Opened(Arc::new(opening)));
        debate.ballots(When::Before, "I came to be persuaded.", |nth| {
            [Vote::Aye, Vote::No, Vote::Undecided][nth % 3]
        });
        debate.add(Event::PhaseBegan { phase: 1 });
        debate
    }

    /// The same after four speeches, each with its poll.
    pub fn housed(members: usize) -> Self {
        use Vote::{Aye, No, Undecided};
        let mut debate = Self::seated(members);
        debate.polled("prop.1", |nth| [Aye, Aye, Undecided][nth % 3]);
        debate.polled("opp.1", |nth| [Aye, No, Undecided, No][nth % 4]);
        debate.polled("prop.2", |nth| [Aye, No, Aye, No][nth % 4]);
        debate.polled("opp.2", |nth| [Aye, No, No, No][nth % 4]);
        debate
    }

    /// Every member casts a ballot.
    pub fn ballots(&mut self, when: When, reason: &str, vote: impl Fn(usize) -> Vote) {
        for nth in 0..self.state.audience().len() {
            self.add(Event::BallotCast {
                member: Seat::audience(nth + 1),
                when,
                vote: vote(nth),
                reason: reason.to_owned(),
            });
        }
    }

    /// A speech, and the poll that follows it.
    pub fn polled(&mut self, seat: &str, vote: impl Fn(usize) -> Vote) {
        let slots = self.state.plan.slots.iter();
        let mut speeches = slots.filter(|slot| slot.task == Task::Speech);
        let slot = speeches.nth(self.turns as usize).unwrap().index;
        let after = self.begin(seat, slot, Task::Speech);
        self.say(after, "A road is a promise that the state has made.");
        self.end(after, None);
        for nth in 0..self.state.audience().len() {
            self.add(Event::StrawVoteCast {
                member: Seat::audience(nth + 1),
                after,
                vote: Some(vote(nth)),
            });
        }
        self.add(Event::PollTaken { after });
    }

    /// A debate of so many speeches, each read by the clerk, who takes down four claims of it. Every other claim answers one
    /// of the speaker before.
    pub fn argued(speeches: u32) -> Self {
        let mut debate = Self::preparing();
        debate.add(Event::PhaseBegan { phase: 1 });
        for number in 0..speeches {
            let seat = SEATS[(number % 2 * 3 + number / 2 % 3) as usize];
            let turn = debate.begin(seat, 19, Task::Speech);
            debate.say(turn, SPEECH);
            debate.end(turn, None);
            let before = turn
                .0
                .checked_sub(1)
                .and_then(|at| debate.state.turn(TurnId(at)));
            let before = before.map(|before| debate.state.name(&before.seat));
            let claim = |at: u32| {
                let about = u32::midpoint(number, at / 2);
                let claim = format!(
                    "Whoever closes street number{about} to the baker's van raises the price of bread in ward{about}"
                );
                (claim, before.clone().filter(|_| at % 2 == 1))
            };
            debate.takes_down(turn, &[0, 1, 2, 3].map(claim));
        }
        debate
    }

    /// The clerk takes these claims of a speech down, each with whom it answers.
    pub fn takes_down(&mut self, turn: TurnId, claims: &[(String, Option<String>)]) {
        let point = |(claim, whom): &(String, Option<String>)| ArgumentPoint {
            claim: claim.clone(),
            reasoning: "Flour is heavy, and nobody carries it a mile.".to_owned(),
            evidence: None,
            is_rebuttal: whom.is_some(),
            rebuts_speaker: whom.clone(),
        };
        self.add(Event::ArgumentsExtracted {
            turn,
            arguments: SpeechArguments {
                opening: String::new(),
                arguments: claims.iter().map(point).collect(),
                closing: String::new(),
                tone: String::new(),
                key_rhetorical_moves: Vec::new(),
                shifts: None,
            },
        });
    }

    /// Takes one event in.
    pub fn add(&mut self, event: Event) {
        let record = Record {
            seq: self.state.next_seq,
            at_ms: self.state.at_ms + 500,
            event,
        };
        self.state.apply(&record);
        self.log.push(record);
    }

    /// More words in a turn.
    pub fn say(&mut self, turn: TurnId, text: &str) {
        self.add(Event::Said {
            turn,
            text: text.to_owned(),
        });
    }

    /// A turn begins.
    pub fn begin(&mut self, seat: &str, slot: u32, task: Task) -> TurnId {
        self.again(seat, slot, task, 1)
    }

    /// A further attempt at a turn begins.
    pub fn again(&mut self, seat: &str, slot: u32, task: Task, attempt: u32) -> TurnId {
        let turn = TurnId(self.turns);
        self.turns += 1;
        self.add(Event::TurnBegan {
            turn,
            slot,
            seat: Seat::named(seat),
            task,
            attempt,
            target_words: 1330,
        });
        turn
    }

    /// A turn ends.
    pub fn end(&mut self, turn: TurnId, truncated: Option<Truncation>) {
        self.add(Event::TurnEnded {
            turn,
            truncated,
            flagged: None,
        });
    }

    pub(crate) fn point(&mut self, poi: u32, turn: TurnId, from: &str, text: &str) {
        self.add(Event::PoiOffered {
            poi: PoiId(poi),
            turn,
            from: Seat::named(from),
            to: Seat::named("prop.2"),
            text: text.to_owned(),
            command: None,
        });
    }

    pub fn call(&mut self, ask: Ask) {
        self.add(Event::CallBegan {
            call: CallId(self.calls),
            ask,
            seat: None,
        });
        self.calls += 1;
    }

    fn answered(&mut self) {
        self.add(Event::ModelCalled {
            call: CallId(self.calls - 1),
            report: CallReport {
                model: "qwen2.5-1.5b".to_owned(),
                usage: Usage {
                    prompt_tokens: 40_000,
                    cached_tokens: 35_200,
                    completion_tokens: 1_200,
                    estimated: false,
                    ..Usage::default()
                },
                cost: Some(0.21),
                tries: 1,
                ..CallReport::default()
            },
        });
    }
}

fn result() -> DivisionResult {
    let assessment = |name: &str, effectiveness| SpeakerAssessment {
        speaker_name: name.to_owned(),
        key_contribution: "Made the House see the road as a promise.".to_owned(),
        missed_opportunity: Some("Never answered the midwife.".to_owned()),
        effectiveness,
        persona_fidelity: 8.5,
        feedback: vec!["Answer before you attack.".to_owned()],
    };
    DivisionResult {
        motion: "This House Believes that cities should ban private cars".to_owned(),
        winner: Some("Proposition".to_owned()),
        ayes: 8,
        noes: 5,
        undecided_before: 3,
        before: Tally {
            ayes: 5,
            noes: 5,
            undecided: 3,
        },
        swing: Some(3),
        margin: Some(Margin::Clear),
        wins_by: hustings_rules::catalog::WinsBy::Votes,
        panel_votes: vec![PanelVote {
            member: "The engineer".to_owned(),
            before: Some(Vote::Undecided),
            after: Some(Vote::Aye),
            reason: "The baker's van was never answered.".to_owned(),
        }],
        abstentions: 0,
        lost: 0,
        direct_vote: Some(Vote::Aye),
        direct_looks: vec![Vote::Aye, Vote::Aye],
        core_tensions: vec!["Freedom of movement against freedom of place".to_owned()],
        decisive_moments: vec!["The point about the purse".to_owned()],
        most_damaging_rebuttals: vec!["Smith on the price of empty space".to_owned()],
        unchallenged: vec!["Napoleon: an emperor widens streets, and owns none of them".to_owned()],
        strongest_argument_prop: "A street is for those who live in it.".to_owned(),
        strongest_argument_opp: "A ban asks nobody.".to_owned(),
        most_compelling_speaker: "Mary Wollstonecraft".to_owned(),
        weakest_link: "Napoleon Bonaparte".to_owned(),
        speaker_performances: vec![
            assessment("Mary Wollstonecraft", 8.0),
            assessment("Napoleon Bonaparte", 4.5),
        ],
        feedback: std::collections::BTreeMap::new(),
        analysis: "The House was moved by **one** answer.".to_owned(),
    }
}
