//! What is answered in a rehearsal: rightly, in the shape that the rules take, and always the same.

use std::collections::BTreeMap;

use crate::{
    catalog::{Scored, Task},
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

/// A right answer.
pub fn answer(state: &DebateState, ask: &Ask) -> Answer {
    match ask {
        Ask::Draw { .. } => {
            let passage = |text: &str| Passage {
                text: text.to_owned(),
                source: "A book of carts".to_owned(),
                evidence: None,
            };
            let drawn = ["It has to say what it says.", "It says it again."].map(passage);
            Answer::Passages(drawn.to_vec(), None)
        }
        Ask::Sources { turn } => {
            let cited = state.turn(*turn).map(|turn| asked_sources(state, turn));
            let held = |number| {
                let held = Held {
                    reason: text("It says so"),
                    words: String::new(),
                    held: true,
                };
                (number, held)
            };
            let cited = cited.unwrap_or_default().into_iter();
            Answer::Held(cited.map(|(number, _)| held(number)).collect())
        }
        Ask::Speech { .. }
        | Ask::Probe { .. }
        | Ask::Prepare { .. }
        | Ask::PoiAnswer { .. }
        | Ask::Question { .. } => Answer::Text(text("I say what I have to say")),
        Ask::PoiOffer { turn } => Answer::Offer(offer(state, *turn)),
        Ask::PoiAccept { poi } => Answer::Decision(PoiDecision {
            reason: text("Why not"),
            accept: poi.index() % 2 == 0,
            gesture: String::new(),
        }),
        Ask::SideCheck { .. } => Answer::Side(SideVerdict {
            words: String::new(),
            argues: Argued::Neither,
        }),
        Ask::Extract { .. } => Answer::Arguments(SpeechArguments {
            opening: text("It began"),
            arguments: vec![ArgumentPoint {
                claim: text("Carts take room"),
                reasoning: text("They are wide"),
                evidence: None,
                is_rebuttal: false,
                rebuts_speaker: None,
            }],
            closing: text("It ended"),
            tone: text("Calm"),
            key_rhetorical_moves: vec![text("A list")],
        }),
        Ask::Poll { .. } => Answer::Straw(StrawVote {
            vote: Vote::Undecided,
        }),
        Ask::Ballot { when, .. } => Answer::Ballot(Ballot {
            reason: text("So it seems"),
            vote: match when {
                When::Before => Vote::Undecided,
                When::After => Vote::Aye,
            },
        }),
        Ask::Verdict => Answer::Verdict(Box::new(DirectVerdict {
            core_tensions: vec![text("Room against speed")],
            strongest_argument_prop: text("Room"),
            strongest_argument_opp: text("Speed"),
            most_damaging_rebuttals: vec![text("Nobody counted")],
            decisive_moments: vec![text("The count")],
            most_compelling_speaker: a_speaker(state),
            weakest_link: a_speaker(state),
            analysis: text("It was close"),
            vote: Vote::Aye,
        })),
        Ask::Assess { .. } => Answer::Assessment(SpeakerAssessment {
            speaker_name: String::new(),
            key_contribution: text("The count"),
            missed_opportunity: Some(text("The night")),
            effectiveness: 5.0,
            persona_fidelity: 5.0,
            feedback: vec![text("Be brief")],
        }),
        Ask::Write { turn } => Answer::Work(Box::new(work(state, *turn))),
        Ask::Referee { turn } => {
            let rules = state.turn(*turn).map(|turn| asked_rules(state, turn));
            let kept = |word: &str| {
                let finding = Finding {
                    words: String::new(),
                    reason: String::new(),
                    broken: false,
                };
                (word.to_owned(), finding)
            };
            let rules = rules.unwrap_or_default().into_iter();
            Answer::Findings(rules.map(|rule| kept(rule.word())).collect())
        }
        Ask::Choose { phase, round, .. } => {
            let next = candidates(state, *phase, *round);
            Answer::Next(NextSpeaker {
                reason: text("Most to answer"),
                speaker: next
                    .first()
                    .map_or_else(String::new, |seat| state.name(seat)),
            })
        }
        Ask::Round { .. } => Answer::Round(Box::new(Assessment {
            marks: marks(state, Some(Scored::Speakers)),
            observations: Observations::default(),
            overall_quality: 6.0,
            recommendation: text("Go on"),
            should_continue: true,
        })),
        Ask::Judge { .. } => Answer::Judgement(Box::new(Judgement {
            marks: marks(state, None),
            key_insight: text("It depends"),
            unresolved_questions: vec![text("On what")],
            recommendation: text("Wait"),
        })),
    }
}

fn text(words: &str) -> String {
    format!("{words}.")
}

fn a_speaker(state: &DebateState) -> String {
    let opening = state.opening.as_deref();
    let first = opening.and_then(|opening| opening.speakers.first());
    first.map_or_else(String::new, |speaker| speaker.card.name.clone())
}

/// Somebody of another side rises.
fn offer(state: &DebateState, turn: TurnId) -> PoiOffer {
    let floor = state.turn(turn).map(|turn| turn.seat.group());
    let speakers = state.opening.iter().flat_map(|opening| &opening.speakers);
    let mut others = speakers.filter(|speaker| Some(speaker.seat.group()) != floor);
    let other = others.next().map(|speaker| speaker.card.name.clone());
    PoiOffer {
        weakness: text("All of it"),
        rises: other.is_some(),
        speaker: other.unwrap_or_default(),
        point: "And who pays?".to_owned(),
    }
}

/// Marks for everything that a judge is asked about, after a round or, where no subject is given, in the end.
pub fn marks(state: &DebateState, subject: Option<Scored>) -> BTreeMap<String, Marks> {
    let Some(opening) = state.opening.as_deref() else {
        return BTreeMap::new();
    };
    let Some(rubric) = opening.format.rubric.as_ref() else {
        return BTreeMap::new();
    };
    let subject = subject.unwrap_or(rubric.of);
    let scores = rubric.dimensions.iter();
    let scores: BTreeMap<String, f64> = scores.map(|one| (one.id.clone(), rubric.lowest)).collect();
    items(state, opening, subject)
        .into_iter()
        .map(|(id, ..)| {
            let marks = Marks {
                scores: scores.clone(),
                standing: (subject == Scored::Arguments).then_some(Standing::ALL[0]),
                reason: text("So it went"),
                ..Marks::default()
            };
            (id, marks)
        })
        .collect()
}

/// What is handed in by somebody who keeps every rule.
fn work(state: &DebateState, turn: TurnId) -> Work {
    let spec = state.turn(turn).and_then(|turn| state.spec_of(turn));
    let Some((turn, spec)) = state.turn(turn).zip(spec) else {
        return Work::Arguments(Vec::new());
    };
    match turn.task {
        Task::CrossExamine => {
            let respond = |id: &String| {
                let response = Response {
                    response_type: ResponseType::Challenge,
                    reasoning: text("Too little"),
                    follow_up_question: "Says who?".to_owned(),
                };
                (id.clone(), response)
            };
            let against = state.arguments_against(&turn.seat).into_iter();
            Work::CrossExamination(against.map(|(_, one)| respond(&one.id)).collect())
        }
        Task::Reply => {
            let asked = state.questions_to(&turn.seat).into_iter();
            Work::Replies(
                asked
                    .map(|(one, ..)| (one.id.clone(), text("I do")))
                    .collect(),
            )
        }
        Task::Closing => Work::Closing(Closing {
            concessions: vec![text("In part")],
            not_rebutted: vec![text("The count stands")],
            shift: Shift::Adjusted,
            final_position: "word ".repeat(spec.least_words.unwrap_or(10) as usize + 10),
        }),
        Task::Frame => Work::Framing(Framing {
            question: "Should carts be banned?".to_owned(),
        }),
        Task::Synthesis => Work::Synthesis(Synthesis {
            areas_of_agreement: vec![text("Streets are full")],
            core_disagreements: vec![text("Whether habits change")],
            evidence_gaps: vec![text("Counts before and after")],
            decision_hinges: vec![text("The decision hinges on whether boats come")],
        }),
        Task::Prepare
        | Task::Speech
        | Task::FloorSpeech
        | Task::Arguments
        | Task::Examine
        | Task::Question
        | Task::Answer
        | Task::Summary
        | Task::Judgement
        | Task::BallotBefore
        | Task::BallotAfter
        | Task::Verdict => {
            let detail = spec.detailed.then(|| Detail {
                evidence_type: EvidenceType::Fact,
                confidence: Confidence::Medium,
                assumptions: vec![text("That it is so")],
                uncertainties: vec![text("How much")],
            });
            let one = |number| Argument {
                id: String::new(),
                category: None,
                claim: format!("Claim {number} of {}.", turn.seat),
                reasoning: text("Because one thing leads to another"),
                evidence: text("A count"),
                detail: detail.clone(),
            };
            Work::Arguments((1..=spec.least_arguments.unwrap_or(3)).map(one).collect())
        }
    }
}
