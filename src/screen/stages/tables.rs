//! Tables of several: a panel, a round table, four teams.

use std::collections::BTreeMap;

use super::{marks, opened, opened_in, verdict};
use crate::{
    catalog::{Format, StopRule, Task},
    debate::{
        event::Event,
        ids::{Seat, TurnId},
        scores::{Assessment, Closeness, Judgement, Observations, Scores},
    },
    stage::Stage,
};

impl Stage {
    /// A panel whose members open at the same time.
    pub fn at_once() -> Self {
        Self::opening_at_once(include_str!("../../../formats/panel.toml"))
    }

    /// The same, shown when all are done.
    pub fn together() -> Self {
        let at_once = "coordination = \"simultaneous\"";
        let together = format!("{at_once}\ndisplay = \"together\"");
        let format = include_str!("../../../formats/panel.toml").replacen(at_once, &together, 1);
        Self::opening_at_once(&format)
    }

    fn opening_at_once(format: &str) -> Self {
        let mut stage = opened("panel", format, 1);
        for (number, text) in (1..=4).zip([
            "A street is a room without a roof. Whoever lives in it should say who may come in, and how fast.",
            "I ask what it costs, and who is to pay.",
            "The simplest way is on foot, and it is open to almost everybody.",
            "",
        ]) {
            let turn = stage.takes(&format!("debater.{number}"), Task::Speech);
            if !text.is_empty() {
                stage.say(turn, text);
            }
        }
        stage.end(TurnId(1), None);
        stage
    }

    /// A table of so many, in the middle of its rounds.
    pub fn table(seats: usize) -> Self {
        let mut format: Format =
            toml::from_str(include_str!("../../../formats/roundtable.toml")).unwrap();
        format.sides[0].seats = seats;
        let side = format.sides[0].id.clone();
        let mut stage = opened_in("roundtable", format, 0);
        for number in 1..=seats {
            stage.speaks(
                &format!("{side}.{number}"),
                Task::Speech,
                "A street is a room without a roof, and whoever lives in it should say who may come in.",
            );
        }
        stage.next_phase();
        let turn = stage.takes(&format!("{side}.1"), Task::Speech);
        stage.say(turn, "I have heard you all, and I begin with the last");
        stage
    }

    /// British Parliamentary: four teams of two, with the third team's first member on the floor.
    pub fn british() -> Self {
        let format = include_str!("../../../formats/british-parliamentary.toml");
        let mut stage = opened("british-parliamentary", format, 1);
        stage.next_phase();
        for seat in ["og.1", "oo.1", "og.2", "oo.2"] {
            stage.speaks(
                seat,
                Task::Speech,
                "We do not ask whether people may move; we ask what they move in, and over whom.",
            );
        }
        stage.next_phase();
        let turn = stage.takes("cg.1", Task::Speech);
        stage.say(
            turn,
            "Nobody on my bench has yet said the word noise. I shall begin with it",
        );
        stage
    }

    /// A panel that was judged between rounds, stopped early, and judged at the end.
    pub fn panel() -> Self {
        let mut stage = Self::at_once();
        for turn in [0, 2, 3] {
            stage.say(TurnId(turn), " And that is where I stand.");
            stage.end(TurnId(turn), None);
        }
        stage.next_phase();
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
            stage.add(Event::SpeakerChosen {
                phase: 1,
                round,
                seat: Seat::named("debater.2"),
                reason: "Nobody has answered what it costs.".to_owned(),
            });
            stage.speaks(
                "debater.2",
                Task::Speech,
                "I said what it costs; nobody has said who pays.",
            );
            stage.add(Event::RoundEnded { phase: 1, round });
            if round % 2 == 0 {
                stage.add(Event::AssessmentMade {
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
        stage.add(Event::StoppedEarly {
            phase: 1,
            round: 4,
            criterion: StopRule::Repetition,
        });
        stage.next_phase();
        stage.next_phase();
        let given = totals(9);
        stage.add(Event::JudgementGiven {
            judge: Seat::judge(1),
            judgement: Box::new(Judgement {
                marks: given.clone(),
                ..verdict(0.0)
            }),
        });
        let opening = stage.state.opening.clone().unwrap();
        let items = opening.speakers.iter().map(|one| {
            let seat = one.seat.as_str().to_owned();
            (seat.clone(), seat, one.card.name.clone())
        });
        let rubric = opening.format.rubric.as_ref().unwrap();
        let scores = Scores::of(rubric, &items.collect(), &[&given]).unwrap();
        assert_ne!(scores.closeness, Closeness::Significant);
        stage.add(Event::ScoresGiven(Box::new(scores)));
        stage
    }
}
