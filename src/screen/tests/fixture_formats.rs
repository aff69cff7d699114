//! Debates of other formats for tests of the screen: made from lists of events, with no engine.

use std::{collections::BTreeMap, sync::Arc};

mod tables;

use super::fixture::DebateFixture;
use crate::{
    catalog::{Profile, Task},
    debate::{
        command::Halt,
        event::{Event, PausedBy},
        ids::{CommandId, InterventionId, Seat, TurnId},
        opening::Opening,
        report_looks::ReportLooks,
        score_looks::ScoreLooks,
        scores::{Flag, Judgement, Marks, Scores, Standing},
        written::{
            Argument, ClosingStatement, Confidence, Detail, EvidenceType, Framing, Response,
            ResponseType, Shift, Synthesis, Work,
        },
    },
    setup::{DebateChoice, fixture},
};

const PEOPLE: [&str; 8] = [
    "wollstonecraft",
    "adam-smith",
    "gandhi",
    "napoleon",
    "mill",
    "lovelace",
    "alexander",
    "confucius",
];

fn opened(id: &str, judges: usize) -> DebateFixture {
    opened_with(fixture::choice(id, &PEOPLE), judges, |_| {})
}

fn opened_with(
    mut choice: DebateChoice,
    judges: usize,
    change: impl FnOnce(&mut Opening),
) -> DebateFixture {
    choice.judges = Some(judges);
    let mut opening = fixture::resolved(choice, "qwen2.5-1.5b", &Profile::default());
    for seated in opening.judges.iter_mut().chain(&mut opening.moderator) {
        "qwen2.5-7b".clone_into(&mut seated.model);
    }
    change(&mut opening);
    let mut debate = DebateFixture::default();
    debate.add(Event::Opened(Arc::new(opening)));
    debate.add(Event::PhaseBegan { phase: 0 });
    debate
}

fn argument(id: &str, claim: &str) -> Argument {
    Argument {
        id: id.to_owned(),
        category: None,
        claim: claim.to_owned(),
        reasoning: "Space that nobody drives on can be given to those who live beside it, and they use it at once."
            .to_owned(),
        evidence: "After the closure of 2019 footfall rose by a third within a year.".to_owned(),
        own_claims: Vec::new(),
        detail: None,
    }
}

fn detailed(id: &str, claim: &str) -> Argument {
    Argument {
        category: Some("economic or technical".to_owned()),
        detail: Some(Detail {
            evidence_type: EvidenceType::Fact,
            confidence: Confidence::Medium,
            assumptions: vec!["Shops depend on those who walk past them.".to_owned()],
            uncertainties: vec!["Whether it holds in smaller towns.".to_owned()],
        }),
        ..argument(id, claim)
    }
}

fn response(kind: ResponseType) -> Response {
    Response {
        response_type: kind,
        reasoning: "One street in one year is no city.".to_owned(),
        follow_up_question: "Which other cities were counted, and by whom?".to_owned(),
    }
}

fn marks(scores: &[(&str, f64)], standing: Option<Standing>) -> Marks {
    Marks {
        scores: scores
            .iter()
            .map(|(id, value)| ((*id).to_owned(), *value))
            .collect(),
        standing,
        reason: "The evidence was specific and was not shaken.".to_owned(),
        ..Marks::default()
    }
}

/// The judgement of a judge of the structured protocol, with marks for logic that are higher by so much.
fn verdict(by: f64) -> Judgement {
    let all = |logic, evidence, standing| {
        marks(
            &[
                ("logic", logic + by),
                ("evidence", evidence),
                ("responsiveness", 6.0),
                ("honesty", 8.0),
            ],
            Some(standing),
        )
    };
    let mut given = BTreeMap::from([
        ("PRO-1".to_owned(), all(8.0, 9.0, Standing::Upheld)),
        ("PRO-2".to_owned(), all(6.0, 5.0, Standing::PartiallyUpheld)),
        ("CON-1".to_owned(), all(5.0, 4.0, Standing::Refuted)),
        ("CON-2".to_owned(), all(7.0, 6.0, Standing::Uncertain)),
    ]);
    if let Some(marks) = given.get_mut("CON-1") {
        marks.fallacies.push(Flag {
            fallacy: "Straw man".to_owned(),
            words: "they would have nobody move at all".to_owned(),
        });
    }
    Judgement {
        marks: given,
        key_insight: "Both sides agree on the cost and part on who should bear it.".to_owned(),
        unresolved_questions: vec![
            "Who pays for deliveries at night?".to_owned(),
            "Does it hold in smaller towns?".to_owned(),
        ],
        recommendation: "Begin with one district, and count.".to_owned(),
    }
}

impl DebateFixture {
    /// A turn of that seat that nobody has taken yet begins.
    fn takes(&mut self, seat: &str, task: Task) -> TurnId {
        let free = self.state.plan.slots.iter().find(|slot| {
            slot.seat.as_str() == seat
                && slot.task == task
                && self.state.turns.iter().all(|turn| turn.slot != slot.index)
        });
        let slot = free.map(|slot| slot.index).unwrap();
        self.begin(seat, slot, task)
    }

    fn hands_in(&mut self, seat: &str, task: Task, work: Work) -> TurnId {
        let turn = self.takes(seat, task);
        self.submits(turn, work);
        self.end(turn, None);
        turn
    }

    fn submits(&mut self, turn: TurnId, work: Work) {
        self.add(Event::Submitted {
            left_out: None,
            turn,
            work: Box::new(work),
        });
    }

    fn speaks(&mut self, seat: &str, task: Task, text: &str) -> TurnId {
        let turn = self.takes(seat, task);
        self.say(turn, text);
        self.end(turn, None);
        turn
    }

    fn next_phase(&mut self) {
        let phase = self.state.phase.unwrap_or(0);
        self.add(Event::PhaseEnded { phase });
        self.add(Event::PhaseBegan { phase: phase + 1 });
    }

    /// The structured protocol in its first round: one side has handed in, the other still writes.
    pub fn tabled(judges: usize) -> Self {
        let mut debate = opened("structured", judges);
        let pro = debate.takes("pro.1", Task::Arguments);
        debate.takes("con.1", Task::Arguments);
        let arguments = vec![
            argument(
                "PRO-1",
                "Streets without cars bring more people to the shops.",
            ),
            argument("PRO-2", "Fewer cars save more lives than safer cars do."),
        ];
        debate.submits(pro, Work::Arguments(arguments));
        debate.end(pro, None);
        debate
    }

    /// The structured protocol in its first round: both sides have written, the first is read out, and a question was put
    /// and answered meanwhile.
    pub fn asked_beside_work() -> Self {
        let mut debate = opened("structured", 1);
        let claims = |side: &str| {
            let one = |number| {
                argument(
                    &format!("{side}-{number}"),
                    "Streets without cars sell more.",
                )
            };
            Box::new(Work::Arguments((1..=3).map(one).collect()))
        };
        let turns = [("pro.1", "PRO"), ("con.1", "CON")].map(|(seat, side)| {
            let turn = debate.takes(seat, Task::Arguments);
            (turn, claims(side))
        });
        let first = turns[0].0;
        for (turn, work) in turns {
            debate.add(Event::Drafted {
                checked: None,
                turn,
                work,
                is_whole: true,
                withheld: None,
            });
        }
        debate.add(Event::Delivered {
            turn: first,
            words: 20,
        });
        let item = InterventionId::next(debate.state.interventions.len());
        debate.add(Event::QuestionAsked {
            item,
            command: CommandId(1),
            seat: Seat::named("pro.1"),
            text: "What of the buses at night?".to_owned(),
            halt: Halt::Beside,
            during: None,
        });
        debate.add(Event::QuestionAnswered {
            item,
            text: "They run until one. ".repeat(30),
        });
        debate
    }

    /// The structured protocol at its closings.
    pub fn structured(judges: usize) -> Self {
        let mut debate = Self::tabled(judges);
        let con = TurnId(1);
        debate.submits(
            con,
            Work::Arguments(vec![
                argument(
                    "CON-1",
                    "A ban falls on those who cannot choose where they live.",
                ),
                argument("CON-2", "Deliveries at night cannot be made on foot."),
            ]),
        );
        debate.end(con, None);
        debate.next_phase();
        let met = |pairs: [(&str, ResponseType); 2]| {
            Work::CrossExamination(
                pairs
                    .map(|(id, kind)| (id.to_owned(), response(kind)))
                    .into(),
            )
        };
        debate.hands_in(
            "pro.1",
            Task::CrossExamine,
            met([
                ("CON-1", ResponseType::Refute),
                ("CON-2", ResponseType::Partial),
            ]),
        );
        debate.hands_in(
            "con.1",
            Task::CrossExamine,
            met([
                ("PRO-1", ResponseType::Challenge),
                ("PRO-2", ResponseType::Concede),
            ]),
        );
        debate.next_phase();
        let answers = |ids: [&str; 2]| {
            let answer = "Eleven cities were counted, by their own offices.";
            Work::Replies(ids.map(|id| (id.to_owned(), answer.to_owned())).into())
        };
        debate.hands_in("pro.1", Task::Reply, answers(["PRO-1", "PRO-2"]));
        debate.hands_in("con.1", Task::Reply, answers(["CON-1", "CON-2"]));
        debate.next_phase();
        for seat in ["pro.1", "con.1"] {
            debate.hands_in(
                seat,
                Task::Closing,
                Work::Closing(ClosingStatement {
                    concessions: vec!["CON-2: some deliveries need a van.".to_owned()],
                    not_rebutted: vec!["PRO-1: the shops were counted.".to_owned()],
                    shift: Shift::Adjusted,
                    final_position: "A ban with a door in it for those who deliver.".to_owned(),
                }),
            );
        }
        debate
    }

    /// The same, judged by so many.
    pub fn judged(judges: usize) -> Self {
        let mut debate = Self::structured(judges);
        debate.next_phase();
        for number in 1..=judges {
            for again in [false, true] {
                let better = if again { 0.5 } else { 0.0 };
                debate.add(Event::JudgementGiven {
                    judge: Seat::judge(number),
                    again,
                    judgement: Box::new(verdict(number as f64 - 1.0 + better)),
                });
            }
        }
        let opening = debate.state.opening.clone().unwrap();
        let items = ["PRO-1", "PRO-2", "CON-1", "CON-2"].map(|id| {
            let side = if id.starts_with("PRO") { "pro" } else { "con" };
            let name = opening.format.side(side).unwrap().name.clone();
            (id.to_owned(), side.to_owned(), name)
        });
        let rubric = opening.format.rubric.as_ref().unwrap();
        let items = items.into();
        let reports = debate.state.reports().map(|report| &report.marks);
        let looks = debate.state.report_looks.values();
        let looks: Vec<_> = looks.filter_map(ReportLooks::both).collect();
        let scores = Scores {
            looks: ScoreLooks::of(rubric, &items, &looks),
            ..Scores::of(rubric, &items, &reports.collect::<Vec<_>>()).unwrap()
        };
        debate.add(Event::ScoresGiven(Box::new(scores)));
        debate
    }

    /// `ClearSide` in its cross-examination: questions, a struck one, its answer.
    pub fn clearside() -> Self {
        let mut debate = opened("clearside", 0);
        debate.hands_in(
            "chair",
            Task::Frame,
            Work::Framing(Framing {
                question: "Should cities ban private cars from their streets?".to_owned(),
            }),
        );
        debate.speaks(
            "pro.1",
            Task::Speech,
            "I am for it, and I assume that people can walk.",
        );
        debate.speaks(
            "con.1",
            Task::Speech,
            "I am against it, and I assume that not all can.",
        );
        debate.next_phase();
        for (seat, id) in [("pro.1", "PRO-1"), ("con.1", "CON-1")] {
            let claim = "Streets without cars bring more people to the shops.";
            debate.hands_in(
                seat,
                Task::Arguments,
                Work::Arguments(vec![detailed(id, claim)]),
            );
        }
        debate.next_phase();
        let struck = debate.takes("pro.1", Task::Question);
        debate.say(struck, "Is it not absurd to speak of shops at all?");
        debate.add(Event::TurnStruck {
            turn: struck,
            rule: "genuine-question".to_owned(),
            reason: "it does not want an answer".to_owned(),
        });
        let slot = debate.state.turns.last().map(|turn| turn.slot).unwrap();
        let turn = debate.again("pro.1", slot, Task::Question, 2);
        debate.say(
            turn,
            "Which shops do you say would lose, and how were they counted?",
        );
        debate.end(turn, None);
        let answer = debate.takes("con.1", Task::Answer);
        debate.say(
            answer,
            "Those on the ring road; they were not counted, and I do not know",
        );
        debate
    }

    /// The same at its end, while the moderator takes questions.
    pub fn synthesised() -> Self {
        let mut debate = Self::clearside();
        let answer = TurnId(debate.state.turns.len() as u32 - 1);
        debate.say(answer, " by how much.");
        debate.end(answer, None);
        for _ in 0..3 {
            debate.next_phase();
        }
        let item = |text: &str| vec![text.to_owned()];
        debate.hands_in(
            "moderator",
            Task::Synthesis,
            Work::Synthesis(Synthesis {
                areas_of_agreement: item("Both accept that streets are scarce."),
                core_disagreements: item(
                    "Pro assumes that people can walk, and Con that not all can.",
                ),
                evidence_gaps: item("Nobody has counted the shops on the ring road."),
                decision_hinges: item("Whether those who cannot walk have another way."),
            }),
        );
        debate.add(Event::Paused {
            command: CommandId::HOUSE,
            by: PausedBy::Questions,
        });
        debate
    }
}
