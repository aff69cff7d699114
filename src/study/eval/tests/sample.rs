//! Small debates made by hand, for tests of the measures.

use std::sync::Arc;

use hustings_rules::setup::fixture;

use crate::{
    catalog::{Persona, Position, Profile, Style, Task},
    debate::{
        DebateState,
        answer::{ArgumentPoint, SpeechArguments, Vote},
        ask::When,
        event::{Event, Record},
        ids::{PoiId, Seat, TurnId},
        opening::{Opening, Speaker},
    },
};

/// A speaker with a card.
pub(crate) fn speaker(seat: &str, name: &str, short: &str) -> Speaker {
    let position = |topic: &str| Position {
        topic: topic.to_owned(),
        position: format!("{short} holds that {topic} matters."),
        work: "A Work".to_owned(),
        place: "I".to_owned(),
        ..Position::default()
    };
    let card = Persona {
        name: name.to_owned(),
        short: short.to_owned(),
        lived: String::new(),
        icon: String::new(),
        role: "a thinker".to_owned(),
        biography: "Wrote.".to_owned(),
        approach: "asking".to_owned(),
        never: vec![],
        style: Style {
            register: "plain".to_owned(),
            openings: "a case".to_owned(),
            devices: vec!["examples".to_owned()],
            disagreement: "courteous".to_owned(),
            phrases: vec!["mark this".to_owned()],
            closings: "a maxim".to_owned(),
        },
        positions: vec![position("trade"), position("streets")],
        samples: Vec::new(),
        ..Persona::default()
    };
    Speaker {
        seat: Seat::named(seat),
        persona: short.to_lowercase(),
        card,
        model: "small".to_owned(),
        profile: Profile::default(),
        stance: None,
        passages: 0,
    }
}

/// A debate that takes in events.
pub(crate) struct SampleDebate {
    /// The debate so far.
    pub state: DebateState,
    turns: u32,
    points: u32,
    last: TurnId,
}

impl SampleDebate {
    /// Gandhi and Mill against Napoleon and Smith, before a word is said.
    pub(crate) fn new() -> Self {
        let mut choice = fixture::choice("exhibition", &fixture::PEOPLE);
        choice.motion = "This House would ban cars".to_owned();
        let opening = Opening {
            speakers: vec![
                speaker("prop.1", "Mohandas Gandhi", "Gandhi"),
                speaker("prop.2", "John Stuart Mill", "Mill"),
                speaker("opp.1", "Napoleon Bonaparte", "Napoleon"),
                speaker("opp.2", "Adam Smith", "Smith"),
            ],
            audience: fixture::house(1, &["bus-driver"]),
            ..fixture::resolved(choice, "small", &Profile::default())
        };
        let mut debate = Self {
            state: DebateState::default(),
            turns: 0,
            points: 0,
            last: TurnId(0),
        };
        debate.add(Event::Opened(Arc::new(opening)));
        debate
    }

    pub(crate) fn add(&mut self, event: Event) {
        let record = Record {
            seq: self.state.next_seq,
            at_ms: 0,
            event,
        };
        self.state.apply(&record);
    }

    fn turn(&mut self, seat: &str, task: Task, text: &str) -> TurnId {
        let turn = TurnId(self.turns);
        self.turns += 1;
        let mut slots = self.state.plan.slots.iter();
        let slot = slots.find(|slot| slot.seat.as_str() == seat && slot.task == task);
        let (slot, phase) = slot.map(|slot| (slot.index, slot.phase)).unwrap();
        if self.state.phase != Some(phase) {
            self.add(Event::PhaseBegan { phase });
        }
        self.add(Event::TurnBegan {
            turn,
            slot,
            seat: Seat::named(seat),
            task,
            attempt: 1,
            target_words: 900,
        });
        self.add(Event::Said {
            turn,
            text: text.to_owned(),
        });
        self.last = turn;
        turn
    }

    /// A speech that goes on.
    pub(crate) fn open(&mut self, seat: &str, text: &str) -> TurnId {
        self.turn(seat, Task::Speech, text)
    }

    /// More words of a speech that goes on.
    pub(crate) fn say(&mut self, turn: TurnId, text: &str) {
        let text = text.to_owned();
        self.add(Event::Said { turn, text });
    }

    /// What a speech argued: claims, each with its reason.
    pub(crate) fn argued(&mut self, turn: TurnId, claims: &[(&str, &str)]) {
        self.extracted(
            turn,
            claims.iter().map(|(claim, reason)| (*claim, *reason, "")),
        );
    }

    /// What a speech argued: claims, each with its reason and with whom it answers, if anybody.
    fn extracted<'a>(
        &mut self,
        turn: TurnId,
        claims: impl Iterator<Item = (&'a str, &'a str, &'a str)>,
    ) {
        let arguments = claims.map(|(claim, reasoning, rebuts)| ArgumentPoint {
            claim: claim.to_owned(),
            reasoning: reasoning.to_owned(),
            evidence: None,
            is_rebuttal: !rebuts.is_empty(),
            rebuts_speaker: (!rebuts.is_empty()).then(|| rebuts.to_owned()),
        });
        let arguments = SpeechArguments {
            opening: "o".to_owned(),
            arguments: arguments.collect(),
            closing: "c".to_owned(),
            tone: "t".to_owned(),
            key_rhetorical_moves: vec![],
            shifts: None,
        };
        self.add(Event::ArgumentsExtracted { turn, arguments });
    }

    /// The end of a turn.
    pub(crate) fn close(&mut self, turn: TurnId) {
        self.add(Event::TurnEnded {
            turn,
            truncated: None,
            flagged: None,
        });
    }

    /// Adds the private notes of a seat.
    pub(crate) fn notes(&mut self, seat: &str, text: &str) {
        let turn = self.turn(seat, Task::Prepare, text);
        self.close(turn);
    }

    /// A whole speech and what it argued: claims, each with whom it answers, if anybody.
    pub(crate) fn speech(&mut self, seat: &str, text: &str, claims: &[(&str, &str)]) {
        let turn = self.open(seat, text);
        self.close(turn);
        let claims = claims.iter();
        self.extracted(
            turn,
            claims.map(|(claim, rebuts)| (*claim, "so it is", *rebuts)),
        );
    }

    /// A point of information, answered or waved down.
    pub(crate) fn point(&mut self, turn: TurnId, from: &str, text: &str, answer: Option<&str>) {
        let poi = PoiId(self.points);
        self.points += 1;
        let to = self.state.turn(turn).unwrap().seat.clone();
        self.add(Event::PoiOffered {
            poi,
            turn,
            from: Seat::named(from),
            to,
            text: text.to_owned(),
            command: None,
        });
        let Some(answer) = answer else {
            let (gesture, reason) = ("waves".to_owned(), "no time".to_owned());
            return self.add(Event::PoiDeclined {
                poi,
                gesture,
                reason,
            });
        };
        let reason = "well".to_owned();
        self.add(Event::PoiTaken {
            poi,
            reason,
            answer: None,
        });
        self.add(Event::PoiAccepted { poi });
        let text = answer.to_owned();
        self.add(Event::PoiAnswered { poi, text });
    }

    /// Ballots of the members in order; `None` for one that could not be had.
    pub(crate) fn ballots(&mut self, when: When, votes: &[Option<Vote>]) {
        for (at, vote) in votes.iter().enumerate() {
            let (member, reason) = (Seat::audience(at + 1), String::new());
            self.add(match *vote {
                Some(vote) => Event::BallotCast {
                    member,
                    when,
                    vote,
                    reason,
                },
                None => Event::BallotSpoiled {
                    member,
                    when,
                    reason,
                },
            });
        }
    }

    /// A poll after the last turn.
    pub(crate) fn poll(&mut self, votes: &[Option<Vote>]) {
        let after = self.last;
        for (at, vote) in votes.iter().enumerate() {
            self.add(Event::StrawVoteCast {
                member: Seat::audience(at + 1),
                after,
                vote: *vote,
            });
        }
        self.add(Event::PollTaken { after });
    }
}
