//! What the sample is written with.

use hustings::debate::{
    annotation::{AnnotatedClaim, AnnotatedRebuttal, Annotation, SideAnnotation},
    answer::{
        ArgumentPoint, ClaimKind, DefinedTerm, DirectVerdict, ListedClaim, ListedRebuttal,
        SpeakerAssessment, SpeechArguments, Vote,
    },
    ask::Ask,
    definitions::{Contested, DefinedPart, Definitions},
    event::{CallReport, Event, Record, Usage},
    ids::{CallId, Seat, TurnId},
};

/// How a call went.
pub fn report(duration_ms: u64) -> CallReport {
    CallReport {
        model: "local/small".into(),
        usage: Usage {
            prompt_tokens: 1000,
            cached_tokens: 850,
            completion_tokens: 90,
            estimated: false,
            repeated_tokens: 900,
        },
        first_token_ms: Some(180),
        duration_ms,
        tries: 1,
        cost: Some(0.001),
        ..CallReport::default()
    }
}

pub(super) fn arguments() -> SpeechArguments {
    SpeechArguments {
        opening: "A child in the road.".into(),
        arguments: vec![ArgumentPoint {
            claim: "Cars take the street".into(),
            reasoning: "Space is finite".into(),
            evidence: Some("Lane widths".into()),
            is_rebuttal: true,
            rebuts_speaker: Some("Adam Smith".into()),
        }],
        closing: "Give it back.".into(),
        tone: "earnest".into(),
        key_rhetorical_moves: vec!["anecdote".into()],
        shifts: None,
    }
}

/// Definitions; whose they contest, nobody has given, which a journal from elsewhere may say.
pub(super) fn definitions() -> Definitions {
    Definitions {
        terms: vec![DefinedTerm {
            term: "private car".into(),
            words: "a car".into(),
            meaning: "A car that carries who owns it.".into(),
        }],
        scope: "Streets within the walls.".into(),
        left_out: vec!["Ambulances.".into()],
        contested: vec![Contested {
            side: "opp".into(),
            part: DefinedPart::Scope,
            how: "A suburb is no city.".into(),
        }],
    }
}

/// Claims and rebuttals of two speeches, of which the first answers nothing.
pub(super) fn annotation(first: TurnId, second: TurnId) -> Annotation {
    let claim = |turn, words: &str, kind, specific| AnnotatedClaim {
        turn,
        listed: ListedClaim {
            words: words.into(),
            kind,
            specific,
        },
    };
    let side = |id: &str, claims, rebuttals| SideAnnotation {
        side: id.into(),
        claims,
        rebuttals,
    };
    let rebuttal = AnnotatedRebuttal {
        turn: second,
        answered_turn: first,
        listed: ListedRebuttal {
            answers: "A car is a room".into(),
            words: "A road is a promise".into(),
            meets_logic: true,
            new: true,
            undermines: false,
        },
    };
    Annotation {
        sides: vec![
            side(
                "prop",
                vec![
                    claim(
                        first,
                        "A car is a room that one man carries about.",
                        ClaimKind::Principle,
                        true,
                    ),
                    claim(first, "The bus is a parlour.", ClaimKind::Assertion, false),
                ],
                vec![],
            ),
            side(
                "opp",
                vec![claim(
                    second,
                    "A road is a promise.",
                    ClaimKind::Assertion,
                    true,
                )],
                vec![rebuttal],
            ),
        ],
        left_out: 1,
    }
}

pub(super) fn verdict() -> DirectVerdict {
    DirectVerdict {
        core_tensions: vec!["liberty or air".into()],
        strongest_argument_prop: "the street is shared".into(),
        strongest_argument_opp: "the midwife's car".into(),
        most_damaging_rebuttals: vec!["who pays".into()],
        unchallenged: vec!["that nobody walks".into()],
        decisive_moments: vec!["the point taken".into()],
        most_compelling_speaker: "Adam Smith".into(),
        weakest_link: "Napoleon Bonaparte".into(),
        analysis: "The house preferred prices.".into(),
        vote: Vote::No,
    }
}

/// What the judge found with the teams exchanged: another winner.
pub(super) fn verdict_again() -> DirectVerdict {
    DirectVerdict {
        analysis: "The house preferred air.".into(),
        vote: Vote::Aye,
        ..verdict()
    }
}

pub(super) fn assessment() -> SpeakerAssessment {
    SpeakerAssessment {
        speaker_name: "Adam Smith".into(),
        key_contribution: "prices".into(),
        missed_opportunity: Some("buses".into()),
        effectiveness: 7.3,
        persona_fidelity: 8.1,
        feedback: vec!["Be brief.".into()],
    }
}

/// Numbers events and gives them times.
#[derive(Default)]
pub struct Script {
    pub records: Vec<Record>,
    calls: u32,
    at_ms: u64,
}

impl Script {
    pub fn push(&mut self, event: Event) -> &mut Self {
        self.records.push(Record {
            seq: self.records.len() as u64,
            at_ms: self.at_ms,
            event,
        });
        self
    }

    pub fn wait(&mut self, ms: u64) -> &mut Self {
        self.at_ms += ms;
        self
    }

    pub fn begin(&mut self, ask: Ask, seat: Option<&str>) -> CallId {
        let call = CallId(self.calls);
        self.calls += 1;
        self.push(Event::CallBegan {
            call,
            ask,
            seat: seat.map(Seat::named),
        });
        call
    }

    pub fn called(&mut self, call: CallId, duration_ms: u64) -> &mut Self {
        self.push(Event::ModelCalled {
            call,
            report: report(duration_ms),
        })
    }
}
