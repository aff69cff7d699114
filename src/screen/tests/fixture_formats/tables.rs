//! Tables of several: a panel, a round table, four teams.

use std::collections::BTreeMap;

use super::{super::fixture::DebateFixture, PEOPLE, marks, opened, opened_with, verdict};
use crate::{
    catalog::{Display, StopRule, Task},
    debate::{
        event::Event,
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
