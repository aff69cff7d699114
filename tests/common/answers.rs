//! What the simulated world answers: rightly, and in the shape that the rules take.

use std::collections::BTreeMap;

use hustings::{
    catalog::{Rule, Scored, Task},
    debate::{
        DebateState,
        answer::{
            Argued, ArgumentPoint, Ballot, DirectVerdict, PoiDecision, PoiOffer, SideVerdict,
            SpeakerAssessment, SpeechArguments, StrawVote, Vote,
        },
        ask::{Ask, When},
        decide::{Answer, asked_rules, asked_sources, candidates, items},
        ids::TurnId,
        scores::{
            Assessment, Finding, Held, Judgement, Marks, NextSpeaker, Observations, Standing,
        },
        sources::Passage,
        work::{
            Argument, Closing, Confidence, Detail, EvidenceType, Framing, Response, ResponseType,
            Shift, Synthesis, Work,
        },
    },
};

use super::world::Choices;

/// A right answer, or one by chance where several are right.
pub fn answer(state: &DebateState, ask: &Ask, choices: &mut Choices) -> Answer {
    let vote = |n| [Vote::Aye, Vote::No, Vote::Undecided][n];
    match ask {
        Ask::Speech { .. } => unreachable!("speeches are released"),
        Ask::Probe { .. } => Answer::Text("Yes.".into()),
        Ask::Draw { turn } => {
            let passage = |text: &str| Passage {
                text: text.into(),
                source: format!("A book of {}", state.turn(*turn).expect("turn").seat),
                evidence: None,
            };
            let drawn = ["It has to say what it says.", "It says it again."].map(passage);
            Answer::Passages(drawn.to_vec(), None)
        }
        Ask::Sources { turn } => {
            let turn = state.turn(*turn).expect("turn");
            let held = asked_sources(state, turn).into_iter().map(|(number, _)| {
                let held = choices.next(2) == 0;
                let (reason, words) = ("r".to_owned(), String::new());
                (
                    number,
                    Held {
                        reason,
                        words,
                        held,
                    },
                )
            });
            Answer::Held(held.collect())
        }
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
            words: ["it has to say", "what nobody said"][choices.next(2)].into(),
            argues: [Argued::First, Argued::Second, Argued::Neither][choices.next(3)],
        }),
        Ask::Extract { .. } => Answer::Arguments(SpeechArguments {
            opening: "o".into(),
            arguments: vec![ArgumentPoint {
                claim: "Cars take room".into(),
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
            most_compelling_speaker: "Napoleon Bonaparte".into(),
            weakest_link: "Adam Smith".into(),
            analysis: "well".into(),
            vote: vote(choices.next(2)),
        })),
        Ask::Assess { .. } => Answer::Assessment(SpeakerAssessment {
            speaker_name: String::new(),
            key_contribution: "k".into(),
            missed_opportunity: None,
            effectiveness: 5.0,
            persona_fidelity: 5.0,
            feedback: vec!["f".into()],
        }),
        Ask::Question { .. } => Answer::Text("I meant what I said.".into()),
        Ask::Write { turn } => Answer::Work(Box::new(work(state, *turn))),
        Ask::Referee { turn } => {
            let rules = asked_rules(state, state.turn(*turn).expect("turn"));
            let kept = |rule: Rule| {
                let finding = Finding {
                    words: String::new(),
                    reason: String::new(),
                    broken: false,
                };
                (rule.word().to_owned(), finding)
            };
            Answer::Findings(rules.into_iter().map(kept).collect())
        }
        Ask::Choose { phase, round, .. } => {
            let all = candidates(state, *phase, *round);
            Answer::Next(NextSpeaker {
                reason: "most to answer".into(),
                speaker: state.name(&all[choices.next(all.len())]),
            })
        }
        Ask::Round { .. } => Answer::Round(Box::new(Assessment {
            marks: marks(state, Some(Scored::Speakers), choices),
            observations: Observations::default(),
            overall_quality: 6.0,
            recommendation: "go on".into(),
            should_continue: true,
        })),
        Ask::Judge { .. } => Answer::Judgement(Box::new(Judgement {
            marks: marks(state, None, choices),
            key_insight: "it depends".into(),
            unresolved_questions: vec!["on what?".into()],
            recommendation: "wait".into(),
        })),
    }
}

/// Marks for everything that a judge is asked about.
pub fn marks(
    state: &DebateState,
    subject: Option<Scored>,
    choices: &mut Choices,
) -> BTreeMap<String, Marks> {
    let opening = state.opening.as_ref().expect("opened");
    let rubric = opening.format.rubric.as_ref().expect("a rubric");
    let subject = subject.unwrap_or(rubric.of);
    let span = (rubric.highest - rubric.lowest) as usize + 1;
    items(state, opening, subject)
        .into_iter()
        .map(|(id, ..)| {
            let scores = rubric.dimensions.iter();
            let scores: BTreeMap<String, f64> = scores
                .map(|one| (one.id.clone(), rubric.lowest + choices.next(span) as f64))
                .collect();
            let standing = (subject == Scored::Arguments).then(|| Standing::ALL[choices.next(4)]);
            let marks = Marks {
                scores,
                standing,
                reason: "so it went".into(),
                ..Marks::default()
            };
            (id, marks)
        })
        .collect()
}

/// What is handed in by somebody who keeps every rule.
pub fn work(state: &DebateState, turn: TurnId) -> Work {
    let turn = state.turn(turn).expect("turn");
    let spec = state.spec_of(turn).expect("described");
    match turn.task {
        Task::Arguments => {
            let least = spec.least_arguments.unwrap_or(3);
            let detail = spec.detailed.then(|| Detail {
                evidence_type: EvidenceType::Fact,
                confidence: Confidence::Medium,
                assumptions: vec!["that it is so".into()],
                uncertainties: vec!["how much".into()],
            });
            let one = |number| Argument {
                id: String::new(),
                category: None,
                claim: format!("Claim {number} of {}", turn.seat),
                reasoning: "because one thing leads to another".into(),
                evidence: "a count".into(),
                detail: detail.clone(),
            };
            Work::Arguments((1..=least).map(one).collect())
        }
        Task::CrossExamine => {
            let against = state.arguments_against(&turn.seat).into_iter();
            let respond = |id: &String| {
                let response = Response {
                    response_type: ResponseType::Challenge,
                    reasoning: "too little".into(),
                    follow_up_question: "Says who?".into(),
                };
                (id.clone(), response)
            };
            Work::CrossExamination(against.map(|(_, one)| respond(&one.id)).collect())
        }
        Task::Reply => {
            let asked = state.questions_to(&turn.seat).into_iter();
            Work::Replies(
                asked
                    .map(|(one, ..)| (one.id.clone(), "I do.".into()))
                    .collect(),
            )
        }
        Task::Closing => Work::Closing(Closing {
            concessions: vec!["CON-1, in part".into()],
            not_rebutted: vec!["PRO-2 stands".into()],
            shift: Shift::Adjusted,
            final_position: "word ".repeat(spec.least_words.unwrap_or(10) as usize + 10),
        }),
        Task::Frame => Work::Framing(Framing {
            question: "Should cities ban private cars?".into(),
        }),
        Task::Synthesis => Work::Synthesis(Synthesis {
            areas_of_agreement: vec!["Streets are full.".into()],
            core_disagreements: vec!["Whether habits change.".into()],
            evidence_gaps: vec!["Counts before and after.".into()],
            decision_hinges: vec!["The decision hinges on whether buses come.".into()],
        }),
        other => panic!("{other:?} is not handed in"),
    }
}
