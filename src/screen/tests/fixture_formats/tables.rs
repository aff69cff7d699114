//! Tables of several: a panel, a round table, four teams.

use std::collections::BTreeMap;

use super::{super::fixture::DebateFixture, PEOPLE, marks, opened, opened_with, verdict};
use crate::{
    catalog::{Display, StopRule, Task},
    debate::{
        answer::{PositionShift, SpeechArguments},
        event::{CloseReason, Event},
        ids::{Seat, TurnId},
        scores::{Assessment, Closeness, Judgement, Observations, Scores},
    },
    setup::fixture,
};

impl DebateFixture {
    /// A panel whose members open at the same time.
    pub fn at_once() -> Self {
        let mut debate = opened_with(fixture::choice("panel", &PEOPLE), 1, |opening| {
            opening.format.phases[0].display = Display::Streaming;
        });
        for (number, text) in (1..=4).zip([
            "A street is a room without a roof. Whoever lives in it should say who may come in, and how fast.",
            "I ask what it costs, and who is to pay.",
            "The simplest way is on foot, and it is open to almost everybody.",
            "",
        ]) {
            let turn = debate.takes(&format!("debater.{number}"), Task::Speech);
            if !text.is_empty() {
                debate.say(turn, text);
            }
        }
        debate.end(TurnId(1), None);
        debate
    }

    /// A panel whose members are heard one after the other once all have written: one is ready.
    pub fn together() -> Self {
        let mut debate = opened_with(fixture::choice("panel", &PEOPLE), 1, |_| {});
        for number in 1..=4 {
            debate.takes(&format!("debater.{number}"), Task::Speech);
        }
        debate.add(Event::SpeechReady { turn: TurnId(1) });
        debate
    }

    /// A panel in the first round of its rebuttals.
    pub fn rebutting() -> Self {
        let mut debate = Self::at_once();
        for turn in [0, 2, 3] {
            debate.end(TurnId(turn), None);
        }
        debate.next_phase();
        let turn = debate.takes("debater.1", Task::Speech);
        debate.say(turn, "I have heard you all, and I begin with the last");
        debate
    }

    /// A table of so many, in the middle of its rounds.
    pub fn table(seats: usize) -> Self {
        let mut choice = fixture::choice("roundtable", &PEOPLE);
        choice.speakers = PEOPLE[..seats].iter().map(|id| (*id).to_owned()).collect();
        let mut debate = opened_with(choice, 0, |_| {});
        let side = debate.state.opening.as_ref().unwrap().format.sides[0]
            .id
            .clone();
        for number in 1..=seats {
            debate.speaks(
                &format!("{side}.{number}"),
                Task::Speech,
                "A street is a room without a roof, and whoever lives in it should say who may come in.",
            );
        }
        debate.next_phase();
        let turn = debate.takes(&format!("{side}.1"), Task::Speech);
        debate.say(turn, "I have heard you all, and I begin with the last");
        debate
    }

    /// The round table at its end: one has changed their mind, one has granted a point, one has done neither.
    pub fn summed_up() -> Self {
        let mut debate = Self::table(3);
        let open = TurnId(debate.state.turns.len() as u32 - 1);
        debate.say(open, ".");
        debate.end(open, None);
        for _ in 0..2 {
            debate.next_phase();
        }
        let shift = |about: &str, words: &str, is_concession: bool| PositionShift {
            about: about.to_owned(),
            words: words.to_owned(),
            is_concession,
            toward: Some("Adam Smith".to_owned()),
        };
        let said = [
            (
                "I said that whoever lives in a street says who may come in. I would now ask the baker, too.",
                vec![shift(
                    "who says who may come in",
                    "I would now ask the baker, too",
                    false,
                )],
            ),
            ("I have heard nothing that moves me, and I stay.", vec![]),
            (
                "It is true that a street without a shop is a corridor. I still would close it.",
                vec![shift(
                    "what a street is without shops",
                    "It is true that a street without a shop is a corridor",
                    true,
                )],
            ),
        ];
        for (number, (text, shifts)) in (1..).zip(said) {
            let seat = Seat::new("seat", number);
            let mut slots = debate.state.plan.slots.iter();
            let last = slots.rfind(|slot| slot.seat == seat);
            let slot = last.map(|slot| slot.index).unwrap();
            let turn = debate.begin(seat.as_str(), slot, Task::Speech);
            debate.say(turn, text);
            debate.end(turn, None);
            debate.is_read(turn, Some(shifts));
        }
        for turn in 0..=open.0 {
            debate.is_read(TurnId(turn), None);
        }
        debate.next_phase();
        let turn = debate.takes("moderator", Task::Summary);
        debate.say(turn, "They began with a room and end with a door.");
        debate.end(turn, None);
        debate.add(Event::PhaseEnded { phase: 4 });
        debate.add(Event::Closed {
            reason: CloseReason::Completed,
        });
        debate
    }

    /// The clerk has read a speech, and found these shifts.
    fn is_read(&mut self, turn: TurnId, shifts: Option<Vec<PositionShift>>) {
        self.add(Event::ArgumentsExtracted {
            turn,
            arguments: SpeechArguments {
                opening: String::new(),
                arguments: Vec::new(),
                closing: String::new(),
                tone: String::new(),
                key_rhetorical_moves: Vec::new(),
                shifts,
            },
        });
    }

    /// British Parliamentary: four teams of two, with the third team's first member on the floor.
    pub fn british() -> Self {
        let mut debate = opened("british-parliamentary", 1);
        debate.next_phase();
        for seat in ["og.1", "oo.1", "og.2", "oo.2"] {
            debate.speaks(
                seat,
                Task::Speech,
                "We do not ask whether people may move; we ask what they move in, and over whom.",
            );
        }
        debate.next_phase();
        let turn = debate.takes("cg.1", Task::Speech);
        debate.say(
            turn,
            "Nobody on my bench has yet said the word noise. I shall begin with it",
        );
        debate
    }

    /// A panel that was judged between rounds, stopped early, and judged at the end.
    pub fn panel() -> Self {
        let mut debate = Self::at_once();
        for turn in [0, 2, 3] {
            debate.say(TurnId(turn), " And that is where I stand.");
            debate.end(TurnId(turn), None);
        }
        debate.next_phase();
        let totals = |round: u32| {
            let of = |number: u32| {
                let base = 5.0 + f64::from((number * 7 + round * number) % 5);
                let mut one = marks(
                    &[
                        ("logic", base),
                        ("evidence", base - 1.0),
                        ("engagement", base),
                        ("novelty", 6.0),
                        ("persuasiveness", base),
                        ("relevance", 8.0),
                    ],
                    None,
                );
                one.reason = String::new();
                one.strengths = vec!["answers the others by name".to_owned()];
                one.weaknesses = vec!["says little that is new".to_owned()];
                (format!("debater.{number}"), one)
            };
            (1..=4).map(of).collect::<BTreeMap<_, _>>()
        };
        for round in 1..=4 {
            debate.add(Event::SpeakerChosen {
                phase: 1,
                round,
                seat: Seat::named("debater.2"),
                reason: "Nobody has answered what it costs.".to_owned(),
            });
            debate.speaks(
                "debater.2",
                Task::Speech,
                "I said what it costs; nobody has said who pays.",
            );
            debate.add(Event::RoundEnded { phase: 1, round });
            if round % 2 == 0 {
                debate.add(Event::AssessmentMade {
                    phase: 1,
                    round,
                    judge: Seat::judge(1),
                    assessment: Box::new(Assessment {
                        marks: totals(round),
                        observations: Observations {
                            repetition_detected: round == 4,
                            diminishing_returns: round == 4,
                            ..Observations::default()
                        },
                        overall_quality: 6.5,
                        recommendation: "Somebody should answer the question of who pays."
                            .to_owned(),
                        should_continue: round < 4,
                    }),
                });
            }
        }
        debate.add(Event::StoppedEarly {
            phase: 1,
            round: 4,
            criterion: StopRule::Repetition,
        });
        debate.next_phase();
        debate.next_phase();
        let given = totals(9);
        for again in [false, true] {
            debate.add(Event::JudgementGiven {
                judge: Seat::judge(1),
                again,
                judgement: Box::new(Judgement {
                    marks: given.clone(),
                    ..verdict(0.0)
                }),
            });
        }
        let opening = debate.state.opening.clone().unwrap();
        let items = opening.speakers.iter().map(|one| {
            let seat = one.seat.as_str().to_owned();
            (seat.clone(), seat, one.card.name.clone())
        });
        let rubric = opening.format.rubric.as_ref().unwrap();
        let scores = Scores::of(rubric, &items.collect(), &[&given]).unwrap();
        assert_ne!(scores.closeness, Closeness::Significant);
        debate.add(Event::ScoresGiven(Box::new(scores)));
        debate
    }
}
