//! A debate made by hand in which everything happens that can happen: one of every event at least.

#![allow(dead_code, unreachable_pub, unused_imports, clippy::unwrap_used)]

mod judged;
mod kinds;
mod people;
mod script;

pub use kinds::{KINDS, kind};
pub use people::{opening, persona};
pub use script::{Script, report};

use script::{annotation, arguments, assessment, definitions, verdict, verdict_again};

use std::sync::Arc;

use hustings::{
    catalog::{Task, WinsBy},
    debate::{
        answer::Vote,
        ask::{Ask, Cue, When},
        branch_change::BranchChange,
        command::{Halt, Pace},
        division::{DivisionCount, PanelVote},
        event::{CallFailure, CallReport, CloseReason, Event, PausedBy, Record, Truncation},
        ids::{CommandId, FollowUpId, InterventionId, PoiId, Seat, TurnId},
        looks::TeamOrder,
    },
};

pub const ID: &str = "0190a5e2-7b1c-7def-8abc-0123456789ab";

/// The whole debate.
pub fn debate(id: &str) -> Vec<Record> {
    let mut s = Script::default();
    let prop1 = Seat::named("prop.1");
    let opp1 = Seat::named("opp.1");
    let (notes, first, struck, second) = (TurnId(0), TurnId(1), TurnId(2), TurnId(3));
    let opening = opening(id);
    let claims = opening.motion.claims.clone();
    s.push(Event::Opened(Arc::new(opening)));
    s.push(Event::ClaimsWorded {
        claims: Some(claims),
        reason: String::new(),
    });
    // Preparation.
    s.push(Event::PhaseBegan { phase: 0 });
    s.push(Event::TurnBegan {
        turn: notes,
        slot: 0,
        seat: prop1.clone(),
        task: Task::Prepare,
        attempt: 1,
        target_words: 40,
    });
    let prepare = s.begin(Ask::Prepare { turn: notes }, Some("prop.1"));
    let before = |n| Ask::Ballot {
        member: Seat::audience(n),
        when: When::Before,
    };
    let lean = Ask::Lean {
        judge: Seat::house(),
    };
    let lean = s.begin(lean, Some("house"));
    s.called(lean, 0);
    s.push(Event::LeanTaken {
        seat: Seat::house(),
        vote: Some(Vote::Aye),
    });
    let ballot = s.begin(before(1), Some("audience.1"));
    let spoiled = s.begin(before(2), Some("audience.2"));
    s.wait(400).called(ballot, 400);
    s.push(Event::BallotCast {
        member: Seat::audience(1),
        when: When::Before,
        vote: Vote::Undecided,
        reason: "I came to listen.".into(),
    });
    s.push(Event::CallRetried {
        call: spoiled,
        attempt: 1,
        reason: "the server failed (503): busy".into(),
        wait_ms: 250,
        so_far: None,
    });
    s.wait(300).push(Event::ModelFailed {
        call: spoiled,
        reason: "the answer is not what was asked for: no vote".into(),
        failure: CallFailure::Unavailable,
        report: CallReport {
            first_token_ms: None,
            tries: 3,
            ..report(700)
        },
    });
    s.push(Event::BallotSpoiled {
        member: Seat::audience(2),
        when: When::Before,
        reason: "the answer is not what was asked for: no vote".into(),
    });
    s.wait(300).called(prepare, 1000);
    s.push(Event::Said {
        turn: notes,
        text: "Begin with the salt.".into(),
    });
    s.push(Event::TurnEnded {
        turn: notes,
        truncated: None,
        flagged: None,
    });
    s.push(Event::PhaseEnded { phase: 0 });
    // The first speech: bell, a point declined, one taken, evidence, a pause, a break of the line.
    s.push(Event::PhaseBegan { phase: 1 });
    s.push(Event::TurnBegan {
        turn: first,
        slot: 6,
        seat: prop1.clone(),
        task: Task::Speech,
        attempt: 1,
        target_words: 133,
    });
    let speech = s.begin(
        Ask::Speech {
            turn: first,
            cue: Cue::Begin,
        },
        Some("prop.1"),
    );
    s.wait(200).push(Event::Said {
        turn: first,
        text: "# Friends, the street <b>belongs</b> to the chi".into(),
    });
    s.push(Event::Said {
        turn: first,
        text: "ld.\n\n".into(),
    });
    s.push(Event::PoiConsidered {
        turn: first,
        upto: 52,
    });
    let offer = s.begin(Ask::PoiOffer { turn: first }, None);
    s.wait(100).called(offer, 100);
    s.push(Event::PoiOffered {
        poi: PoiId(0),
        turn: first,
        from: opp1.clone(),
        to: prop1.clone(),
        text: "And who feeds the child?".into(),
        command: None,
    });
    s.push(Event::PoiDeclined {
        poi: PoiId(0),
        gesture: "raises a hand".into(),
        reason: "not yet".into(),
    });
    s.push(Event::Said {
        turn: first,
        text: "A car is a room that one man carries about. ".into(),
    });
    s.push(Event::PoiOffered {
        poi: PoiId(1),
        turn: first,
        from: Seat::named("opp.2"),
        to: prop1.clone(),
        text: "Who pays for the empty road?".into(),
        command: None,
    });
    let accept = s.begin(Ask::PoiAccept { poi: PoiId(1) }, Some("prop.1"));
    s.wait(100).called(accept, 100);
    s.push(Event::PoiTaken {
        poi: PoiId(1),
        reason: "it can be answered".into(),
        answer: None,
    });
    s.push(Event::Said {
        turn: first,
        text: "The bus is a parlour. ".into(),
    });
    s.push(Event::SpeechCut {
        turn: first,
        cue: Cue::AfterPoint { poi: PoiId(1) },
    });
    s.push(Event::CallCut {
        call: speech,
        report: report(400),
    });
    s.push(Event::PoiAccepted { poi: PoiId(1) });
    let answer = s.begin(Ask::PoiAnswer { poi: PoiId(1) }, Some("prop.1"));
    s.wait(300).called(answer, 300);
    s.push(Event::PoiAnswered {
        poi: PoiId(1),
        text: "The same purse that pays for yours.".into(),
    });
    let speech = s.begin(
        Ask::Speech {
            turn: first,
            cue: Cue::AfterPoint { poi: PoiId(1) },
        },
        Some("prop.1"),
    );
    s.push(Event::BellRang {
        turn: first,
        words_left: 27,
        interrupts: false,
    });
    s.push(Event::EvidenceAdmitted {
        item: InterventionId(0),
        command: CommandId(1),
        text: "Deaths fell by a third.".into(),
        source: "City report | 2024".into(),
        during: Some(first),
        places: Vec::new(),
    });
    s.wait(100).push(Event::Said {
        turn: first,
        text: "I close. Half a sen".into(),
    });
    s.push(Event::Paused {
        command: CommandId(2),
        by: PausedBy::Viewer,
    });
    s.wait(5000).push(Event::Resumed {
        command: CommandId(3),
        goes_on_without: false,
    });
    s.push(Event::SpeechRewound {
        turn: first,
        kept: 127,
    });
    s.push(Event::ModelFailed {
        call: speech,
        reason: "the line broke: reset".into(),
        failure: CallFailure::Broke,
        report: report(600),
    });
    s.push(Event::Reconvened {
        on_failure: None,
        polled_together: None,
        launch: Some(hustings::debate::opening::Launch {
            model: Some("local:other".into()),
            ..Default::default()
        }),
        models: [(Seat::new("prop", 1), "local:other".into())].into(),
        limits: <_>::default(),
    });
    s.wait(200).push(Event::Said {
        turn: first,
        text: "Walk home. ".into(),
    });
    s.push(Event::StepEnded {
        turn: first,
        step: 0,
    });
    s.push(Event::Said {
        turn: first,
        text: "Thank you.".into(),
    });
    s.push(Event::SpeechHeard {
        turn: first,
        truncated: Some(Truncation::TimeLimit),
    });
    s.push(Event::TurnEnded {
        turn: first,
        truncated: Some(Truncation::TimeLimit),
        flagged: None,
    });
    // Beside the next turn.
    let extract = s.begin(Ask::Extract { turn: first }, None);
    let poll = |n| Ask::Poll {
        member: Seat::audience(n),
        after: first,
    };
    let one = s.begin(poll(1), Some("audience.1"));
    let two = s.begin(poll(2), Some("audience.2"));
    s.push(Event::TurnBegan {
        turn: struck,
        slot: 7,
        seat: opp1.clone(),
        task: Task::Speech,
        attempt: 1,
        target_words: 133,
    });
    s.push(Event::QuestionAsked {
        item: InterventionId(1),
        command: CommandId(4),
        seat: prop1.clone(),
        text: "What of the old?".into(),
        halt: Halt::Halting,
        during: Some(struck),
    });
    s.push(Event::Paused {
        command: CommandId(4),
        by: PausedBy::Question {
            item: InterventionId(1),
        },
    });
    let question = s.begin(
        Ask::Question {
            item: InterventionId(1),
        },
        Some("prop.1"),
    );
    s.wait(300).called(question, 300);
    // As a moderator's answer would be.
    s.push(Event::AnswerDrafted {
        item: InterventionId(1),
        text: "They are carried first. They win.".into(),
        withheld: None,
    });
    s.push(Event::QuestionAnswered {
        item: InterventionId(1),
        text: "They are carried first.".into(),
    });
    s.push(Event::Resumed {
        command: CommandId(5),
        goes_on_without: false,
    });
    s.called(extract, 300);
    s.push(Event::ArgumentsExtracted {
        turn: first,
        arguments: arguments(),
    });
    let define = s.begin(Ask::Define { turn: first }, None);
    s.called(define, 300);
    s.push(Event::DefinitionsTaken {
        turn: first,
        definitions: definitions(),
    });
    s.called(one, 250);
    s.push(Event::StrawVoteCast {
        member: Seat::audience(1),
        after: first,
        vote: Some(Vote::Aye),
    });
    s.called(two, 250);
    s.push(Event::StrawVoteCast {
        member: Seat::audience(2),
        after: first,
        vote: None,
    });
    s.push(Event::PollTaken { after: first });
    s.wait(200).push(Event::Said {
        turn: struck,
        text: "I too would ban them.".into(),
    });
    s.push(Event::SpeechHeard {
        turn: struck,
        truncated: None,
    });
    s.push(Event::TurnStruck {
        turn: struck,
        rule: "own-side".into(),
        reason: "it argues against Opposition: \"ban them\"".into(),
    });
    s.push(Event::ClarificationQueued {
        item: InterventionId(2),
        command: CommandId(6),
        seat: None,
        text: "Do you mean taxis too?".into(),
    });
    s.push(Event::ClarificationPut {
        item: InterventionId(2),
        seat: prop1,
    });
    s.push(Event::QuestionFailed {
        item: InterventionId(2),
        reason: "no answer within 30 s".into(),
    });
    s.push(Event::GalleryPointQueued {
        item: InterventionId(3),
        command: CommandId(7),
        text: "And bicycles?".into(),
    });
    s.push(Event::HandedIn {
        command: CommandId(12),
    });
    s.push(Event::SeatHeld {
        command: CommandId(13),
        seat: Seat::named("opp.1"),
        by_persona: true,
        until: None,
    });
    s.push(Event::SeatTaken {
        command: CommandId(1 << 32),
        seat: Seat::audience(3),
        name: "Robin Marsh".into(),
    });
    s.push(Event::SeatLeft {
        command: CommandId((1 << 32) + 1),
        seat: Seat::audience(3),
    });
    s.push(Event::PaceChanged {
        command: CommandId(8),
        pace: Pace::Live,
    });
    s.push(Event::CommandRefused {
        command: CommandId(9),
        reason: "The debate is not paused.".into(),
    });
    s.push(Event::TurnBegan {
        turn: second,
        slot: 7,
        seat: opp1.clone(),
        task: Task::Speech,
        attempt: 2,
        target_words: 133,
    });
    let speech = s.begin(
        Ask::Speech {
            turn: second,
            cue: Cue::Begin,
        },
        Some("opp.1"),
    );
    s.push(Event::TranscriptCondensed {
        call: speech,
        speeches: 1,
        context: 4096,
    });
    s.wait(100).push(Event::Said {
        turn: second,
        text: "A road is a promise. ".into(),
    });
    s.push(Event::GalleryPointRaised {
        item: InterventionId(3),
    });
    s.push(Event::PoiOffered {
        poi: PoiId(2),
        turn: second,
        from: Seat::gallery(),
        to: opp1,
        text: "And bicycles?".into(),
        command: Some(CommandId(7)),
    });
    s.wait(700).called(speech, 800);
    s.push(Event::TurnEnded {
        turn: second,
        truncated: Some(Truncation::Unreachable {
            reason: "http://127.0.0.1:1/v1 refuses the connection".into(),
        }),
        flagged: Some("its side could not be checked".into()),
    });
    s.push(Event::ExtractionFailed {
        turn: second,
        reason: "the answer is empty".into(),
    });
    s.push(Event::DefinitionsFailed {
        turn: second,
        reason: "the answer is empty".into(),
    });
    s.push(Event::PhaseEnded { phase: 1 });
    s.push(Event::Notice {
        text: "The house divides.".into(),
    });
    // Division.
    s.push(Event::PhaseBegan { phase: 3 });
    let after = s.begin(
        Ask::Ballot {
            member: Seat::audience(1),
            when: When::After,
        },
        Some("audience.1"),
    );
    let judged = s.begin(
        Ask::Verdict {
            order: TeamOrder::AsSeated,
        },
        Some("house"),
    );
    s.wait(500).called(after, 500);
    s.push(Event::BallotCast {
        member: Seat::audience(1),
        when: When::After,
        vote: Vote::No,
        reason: "The midwife\nneeds her car.".into(),
    });
    s.push(Event::BallotSpoiled {
        member: Seat::audience(2),
        when: When::After,
        reason: "no answer within 30 s".into(),
    });
    s.wait(400).called(judged, 900);
    s.push(Event::VerdictFailed {
        order: TeamOrder::Exchanged,
        reason: "the answer is empty".into(),
    });
    s.push(Event::VerdictGiven {
        order: TeamOrder::AsSeated,
        verdict: Box::new(verdict()),
    });
    s.push(Event::VerdictGiven {
        order: TeamOrder::Exchanged,
        verdict: Box::new(verdict_again()),
    });
    let annotate = s.begin(Ask::Annotate { again: false }, None);
    s.called(annotate, 600);
    s.push(Event::AnnotationTaken {
        again: false,
        annotation: annotation(first, second),
    });
    s.push(Event::AnnotationFailed {
        again: true,
        reason: "the answer is empty".into(),
    });
    s.push(Event::PartMissed {
        turn: TurnId(3),
        rules: vec![hustings::catalog::Rule::AssumptionsStated],
    });
    s.push(Event::SideDoubted {
        turn: TurnId(3),
        words: "ban them".into(),
    });
    let seats = ["opp.2", "prop.1"];
    s.push(Event::RankingGiven {
        judge: Seat::house(),
        ranking: seats.map(str::to_owned).into(),
    });
    s.push(Event::AssessmentFailed {
        seat: Seat::new("prop", 1),
        reason: "the answer is empty".into(),
    });
    s.push(Event::SpeakerAssessed {
        seat: Seat::new("opp", 2),
        assessment: assessment(),
    });
    let result = DivisionCount {
        motion: "This House Believes that cities should ban private cars",
        sides: ("Proposition", "Opposition"),
        panel: vec![
            PanelVote {
                member: "Ines Okafor".into(),
                before: Some(Vote::Undecided),
                after: Some(Vote::No),
                reason: "The midwife\nneeds her car.".into(),
            },
            PanelVote {
                member: "Tom Bell".into(),
                before: None,
                after: None,
                reason: String::new(),
            },
        ],
        wins_by: WinsBy::Votes,
        verdicts: vec![&verdict(), &verdict_again()],
        assessments: vec![(&Seat::new("opp", 2), &assessment())],
    }
    .declare();
    s.push(Event::DivisionDeclared(Box::new(result)));
    judged::events(&mut s);
    s.push(Event::PhaseEnded { phase: 3 });
    s.push(Event::BranchChanged {
        change: BranchChange::Model {
            seat: Some(Seat::new("opp", 1)),
            model: "local:another".into(),
        },
    });
    s.push(Event::Closed {
        reason: CloseReason::Completed,
    });
    follow_ups(&mut s);
    s.records
}

/// What is asked after the end: of a member, who answers, and of a speaker, of whom no answer can be had.
fn follow_ups(s: &mut Script) {
    let asked = [
        (Seat::audience(1), "What moved you?"),
        (Seat::new("opp", 1), "And the midwife?"),
    ];
    for (number, (seat, text)) in (0..).zip(asked) {
        s.wait(1_000).push(Event::FollowUpAsked {
            item: FollowUpId(number),
            command: CommandId(u64::from(number) + 20),
            seat,
            text: text.into(),
        });
    }
    let item = FollowUpId(0);
    let call = s.begin(Ask::FollowUp { item }, Some("audience.1"));
    s.wait(200).push(Event::FollowUpSaid {
        item,
        text: "The midwife. ".into(),
    });
    s.push(Event::FollowUpSaid {
        item,
        text: "She needs her car.".into(),
    });
    s.called(call, 400);
    s.push(Event::FollowUpAnswered {
        item,
        text: "The midwife. She needs her car.".into(),
    });
    s.push(Event::FollowUpFailed {
        item: FollowUpId(1),
        reason: "no answer within 30 s".into(),
    });
}
