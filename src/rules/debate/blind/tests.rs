//! Names go out of texts and come back, wherever and however somebody is called by them.

use std::collections::BTreeMap;

use super::*;
use crate::{
    catalog::{Profile, Task},
    debate::{
        answer::{Answer, DirectVerdict, Vote},
        event::Event,
        ids::{PoiId, Seat, TurnId},
        scores::{Flag, Judgement, Marks},
        state::Poi,
        turn::TurnStatus,
        written::ResponseType,
    },
    setup::fixture::{choice, house, resolved},
};

/// The people of an exhibition: Gandhi, Wollstonecraft and Mill against Alexander, Smith and Lovelace, before two
/// members.
const PEOPLE: [&str; 8] = [
    "gandhi",
    "wollstonecraft",
    "mill",
    "alexander",
    "adam-smith",
    "lovelace",
    "darwin",
    "napoleon",
];

fn opening(format: &str) -> Opening {
    let mut opening = resolved(choice(format, &PEOPLE), "acme:large", &Profile::default());
    opening.audience = house(2, &["poet", "bus-driver"]);
    opening
}

fn labels(format: &str, order: TeamOrder) -> BlindLabels {
    let arguments = [("pro", "PRO-1"), ("pro", "PRO-2"), ("con", "CON-1")];
    BlindLabels::new(&opening(format), arguments.into_iter(), order)
}

#[test]
fn names_are_hidden_as_people_are_called_by_them() {
    let labels = labels("exhibition", TeamOrder::AsSeated);
    for (said, read) in [
        ("Adam Smith is wrong.", "Speaker E is wrong."),
        ("Mr Smith’s pin factory", "Speaker E’s pin factory"),
        (
            "Dr. Lovelace, and Mrs Wollstonecraft",
            "Speaker F, and Speaker B",
        ),
        (
            "I thank you, Adam. Ada counts.",
            "I thank you, Speaker E. Speaker F counts.",
        ),
        (
            "**John\nStuart Mill** and Mill",
            "**Speaker C** and Speaker C",
        ),
        (
            "Mohandas Gandhi, and Gandhi-like",
            "Speaker A, and Speaker A-like",
        ),
        ("Alexander the Great was great.", "Speaker D was great."),
        // What is no name, or not theirs.
        (
            "Great cities, and a mill by the river",
            "Great cities, and a mill by the river",
        ),
        (
            "Smithfield, Millian, Adamant",
            "Smithfield, Millian, Adamant",
        ),
        ("the smith at his forge", "the smith at his forge"),
        ("a Mr Jones, and Dr", "a Mr Jones, and Dr"),
        // Sides, as they are addressed.
        ("The Proposition says so.", "Team 1 says so."),
        ("the opposition has no answer", "Team 2 has no answer"),
        (
            "Opposition speakers, Proposition’s case",
            "Team 2 speakers, Team 1’s case",
        ),
        ("THE PROPOSITION", "Team 1"),
        (
            "the proposition that all are equal",
            "the proposition that all are equal",
        ),
        (
            "the opposition to the plan, in opposition",
            "the opposition to the plan, in opposition",
        ),
        ("propositional, Oppositions", "propositional, Oppositions"),
        ("", ""),
        ("Ümläute — 中文 Mill。", "Ümläute — 中文 Speaker C。"),
    ] {
        assert_eq!(labels.hide(said), read, "{said}");
    }
}

#[test]
fn labels_become_names_again() {
    let labels = labels("exhibition", TeamOrder::AsSeated);
    for (told, read) in [
        ("Speaker E met it.", "Adam Smith met it."),
        (
            "It fell to speaker E’s point",
            "It fell to Adam Smith’s point",
        ),
        ("Team 2 won.", "The Opposition won."),
        (
            "So team 1 lost to Team 2",
            "So the Proposition lost to the Opposition",
        ),
        ("They breathe team 2 in", "They breathe the Opposition in"),
        (
            "The Team 1 case: Team 2",
            "The Proposition case: The Opposition",
        ),
        (
            "Teams 1 and 2 agree",
            "The Proposition and the Opposition agree",
        ),
        (
            "Speakers A, B and E agree",
            "Mohandas Gandhi, Mary Wollstonecraft and Adam Smith agree",
        ),
        // Nobody's labels.
        ("Speaker Z, a speaker a day", "Speaker Z, a speaker a day"),
        (
            "Team 9, Teams of two, Speakers all",
            "Team 9, Teams of two, Speakers all",
        ),
        ("teams 1st, Speakers ", "teams 1st, Speakers "),
        ("a speaker", "a speaker"),
        ("", ""),
    ] {
        assert_eq!(labels.reveal(told), read, "{told}");
    }
    let listener = opening("exhibition").audience[0].card.name.clone();
    assert_eq!(labels.hide(&listener), "Listener 1");
    assert_eq!(
        labels.reveal("Listener 1 asked"),
        format!("{listener} asked")
    );
}

#[test]
fn teams_are_exchanged_with_all_that_belongs_to_them() {
    let exchanged = labels("exhibition", TeamOrder::Exchanged);
    assert_eq!(
        exchanged.hide("Gandhi of the Proposition against Alexander of the Opposition"),
        "Speaker D of Team 2 against Speaker A of Team 1"
    );
    assert_eq!(
        exchanged.reveal("Team 1: Speaker A"),
        "The Opposition: Alexander the Great"
    );
    let arguments = "PRO-1, PRO-2 and CON-1; PRO-9";
    let (as_seated, exchanged) = (
        labels("structured", TeamOrder::AsSeated),
        labels("structured", TeamOrder::Exchanged),
    );
    // "Pro" is a side as it is written, and with an article.
    assert_eq!(as_seated.hide(arguments), "X1, X2 and Y1; PRO-9");
    assert_eq!(exchanged.hide(arguments), "Y1, Y2 and X1; PRO-9");
    assert_eq!(exchanged.reveal("Y2 met X1"), "PRO-2 met CON-1");
    assert_eq!(
        as_seated.hide("Pro, the pro side, a pro, pros and cons"),
        "Team 1, Team 1 side, a pro, pros and cons"
    );
    // At one table there are no teams, and the last is the first.
    let table = labels("panel", TeamOrder::Exchanged);
    assert_eq!(
        table.hide("The panel heard Alexander and Gandhi"),
        "The panel heard Speaker A and Speaker D"
    );
}

#[test]
fn what_two_are_called_hides_neither_and_a_description_has_no_parts() {
    let mut opening = opening("exhibition");
    for (speaker, name) in opening.speakers.iter_mut().zip([
        "John Locke",
        "John Milton",
        "The Economist of Bread",
        "Will May",
        "Sir Humphry Davy",
        "Li Po",
    ]) {
        speaker.card.name = name.to_owned();
        speaker.card.short = name.to_owned();
    }
    let labels = BlindLabels::new(&opening, std::iter::empty(), TeamOrder::AsSeated);
    for (said, read) in [
        ("John, Locke and Milton", "John, Speaker A and Speaker B"),
        (
            "Bread for the Economist of Bread",
            "Bread for the Economist of Bread",
        ),
        ("The Economist of Bread", "Speaker C"),
        (
            "Will it? May it? Will May knows.",
            "Will it? May it? Speaker D knows.",
        ),
        ("Sir Humphry Davy, Mr Davy", "Speaker E, Speaker E"),
        ("Li Po, Po", "Speaker F, Po"),
    ] {
        assert_eq!(labels.hide(said), read, "{said}");
    }
}

/// A debate in which everything that can be said says everybody's name.
fn told(format: &str) -> DebateState {
    let opening = opening(format);
    let names = "Smith and Alexander of the Opposition";
    let mut state = DebateState::default();
    let seats: Vec<Seat> = opening
        .speakers
        .iter()
        .map(|one| one.seat.clone())
        .collect();
    state.opening = Some(Arc::new(opening));
    for (number, seat) in (0..).zip(seats) {
        let mut turn = Turn::begun(TurnId(number), seat, Task::Speech, 0);
        turn.text = format!("{names}. Done.");
        turn.status = TurnStatus::Ended {
            truncated: None,
            flagged: None,
        };
        state.turns.push(turn);
    }
    let text = || names.to_owned();
    state.points.push(Poi {
        id: PoiId(0),
        turn: TurnId(0),
        from: Seat::new("opp", 2),
        raised_as: None,
        to: Seat::new("prop", 1),
        text: text(),
        status: PoiStatus::Answered { text: text() },
        at: u32::try_from(format!("{names}.").len()).unwrap(),
        offered_at: 0,
        reason: text(),
        prepared_answer: None,
        offered_ms: 0,
    });
    state
}

#[test]
fn a_judge_reads_nobodys_name_and_points_stay_where_they_were_put() {
    let state = told("exhibition");
    for order in [TeamOrder::AsSeated, TeamOrder::Exchanged] {
        let seen = BlindDebate::of(&state, order).state;
        let text = &seen.turns[0].text;
        assert_eq!(text.get(seen.points[0].at as usize..), Some(" Done."));
        // Events of any kind aside, the whole state says nobody's name.
        let all = format!("{seen:?}");
        let opening = seen.opening.as_deref().unwrap();
        for name in [
            "Smith",
            "Alexander",
            "Gandhi",
            "Mill\"",
            "Lovelace",
            "Wollstonecraft",
            "acme",
            "adam-smith",
        ] {
            assert!(!all.contains(name), "{name}: {all}");
        }
        let sides: Vec<&str> = opening
            .format
            .sides
            .iter()
            .map(|one| one.name.as_str())
            .collect();
        assert_eq!(sides, ["Team 1", "Team 2"]);
        let first = &opening.speakers[0];
        assert_eq!(first.card.name, "Speaker A");
        let group = match order {
            TeamOrder::AsSeated => "prop",
            TeamOrder::Exchanged => "opp",
        };
        assert_eq!(first.seat.group(), group);
        assert_eq!(opening.motion, state.opening.as_deref().unwrap().motion);
    }
}

#[test]
fn works_are_hidden_with_the_ids_that_they_are_filed_under() {
    let mut state = DebateState {
        opening: Some(Arc::new(opening("structured"))),
        ..DebateState::default()
    };
    let id = || "PRO-1".to_owned();
    let text = || "Gandhi’s PRO-1 for the Pro".to_owned();
    let read = "Speaker A’s X1 for Team 1";
    let works = [
        Work::Arguments(vec![Argument {
            id: id(),
            category: None,
            claim: text(),
            reasoning: text(),
            evidence: text(),
            own_claims: Vec::new(),
            detail: None,
        }]),
        Work::CrossExamination(BTreeMap::from([(
            id(),
            Response {
                reasoning: text(),
                response_type: ResponseType::Concede,
                follow_up_question: text(),
            },
        )])),
        Work::Replies(BTreeMap::from([(id(), text())])),
    ];
    for (number, work) in (0..).zip(works) {
        let seat = Seat::new(if number == 1 { "con" } else { "pro" }, 1);
        let mut turn = Turn::begun(TurnId(number), seat, Task::Arguments, 0);
        turn.submit(work);
        turn.status = TurnStatus::Ended {
            truncated: None,
            flagged: None,
        };
        state.turns.push(turn);
    }
    state.taken_up.insert(id(), vec![Seat::new("con", 1)]);
    let seen = BlindDebate::of(&state, TeamOrder::AsSeated).state;
    let trace = seen.trace();
    let [row] = trace.as_slice() else {
        panic!("{trace:?}")
    };
    assert_eq!(
        (row.argument.id.as_str(), row.argument.claim.as_str()),
        ("X1", read)
    );
    assert_eq!(
        row.met.first().map(|met| met.response.reasoning.as_str()),
        Some(read)
    );
    assert_eq!((row.reply, row.taken_up.len()), (Some(read), 1));
    for turn in &seen.turns {
        assert!(
            !turn.text.contains("PRO") && !turn.text.contains("Gandhi"),
            "{}",
            turn.text
        );
    }
}

#[test]
fn answers_come_on_the_record_with_names() {
    let labels = labels("structured", TeamOrder::Exchanged);
    let told = || "Speaker A of Team 1 on X1".to_owned();
    let named = "Mary Wollstonecraft of Con on CON-1";
    let marks = Marks {
        reason: told(),
        fallacies: vec![Flag {
            fallacy: "Straw man".to_owned(),
            words: told(),
        }],
        strengths: vec![told()],
        weaknesses: vec![told()],
        ..Marks::default()
    };
    let answer = Answer::Judgement(Box::new(Judgement {
        marks: BTreeMap::from([("X1".to_owned(), marks)]),
        key_insight: told(),
        unresolved_questions: vec![told()],
        recommendation: told(),
    }));
    let Answer::Judgement(judgement) = labels.revealed(answer) else {
        panic!("another answer")
    };
    let marks = judgement.marks.get("CON-1").unwrap();
    assert_eq!(marks.fallacies[0].words, named);
    for text in [
        &marks.reason,
        &marks.strengths[0],
        &marks.weaknesses[0],
        &judgement.key_insight,
    ] {
        assert_eq!(text, named);
    }
    let verdict = Answer::Verdict(Box::new(DirectVerdict {
        core_tensions: vec![told()],
        strongest_argument_prop: told(),
        strongest_argument_opp: told(),
        most_damaging_rebuttals: vec![told()],
        unchallenged: vec![told()],
        decisive_moments: vec![told()],
        most_compelling_speaker: "Speaker A".to_owned(),
        weakest_link: "Speaker B".to_owned(),
        analysis: told(),
        vote: Vote::No,
    }));
    let Answer::Verdict(verdict) = labels.revealed(verdict) else {
        panic!("another answer")
    };
    assert_eq!(verdict.most_compelling_speaker, "Mary Wollstonecraft");
    let text = format!(
        "{:?}",
        Event::VerdictGiven {
            order: TeamOrder::Exchanged,
            verdict
        }
    );
    assert!(
        !text.contains("Speaker") && !text.contains("Team"),
        "{text}"
    );
}

#[test]
fn what_a_format_says_is_read_with_labels() {
    let mut opening = opening("lincoln-douglas");
    opening.format.house_rules = vec!["The Negative speaks last but one.".to_owned()];
    if let Some(rubric) = &mut opening.format.rubric {
        rubric.dimensions[0].criteria = "Affirmative and Negative weigh.".to_owned();
    }
    let state = DebateState {
        opening: Some(Arc::new(opening)),
        ..DebateState::default()
    };
    let seen = BlindDebate::of(&state, TeamOrder::Exchanged).state;
    let format = &seen.opening.as_deref().unwrap().format;
    assert_eq!(format.house_rules, ["Team 1 speaks last but one."]);
    let rubric = format.rubric.as_ref().unwrap();
    assert_eq!(rubric.dimensions[0].criteria, "Team 2 and Team 1 weigh.");
    let turns = format.phases.iter().flat_map(|phase| &phase.turns);
    let titles: Vec<&str> = turns.map(|turn| turn.title.as_str()).collect();
    assert!(titles.contains(&"Team 1 rebuttal"), "{titles:?}");
    assert!(titles.contains(&"First Team 2 rebuttal"), "{titles:?}");
}

#[test]
fn no_title_tells_which_bench_speaks() {
    for (format, tells, stays) in [
        ("british-parliamentary", "Prime Minister", ""),
        ("british-parliamentary", "Opposition Whip", ""),
        ("oxford", "no such title", "Closing statement"),
        ("clearside", "no such title", "Rebuttal"),
        ("structured", "no such title", "Replies"),
    ] {
        let state = DebateState {
            opening: Some(Arc::new(opening(format))),
            ..DebateState::default()
        };
        let seen = BlindDebate::of(&state, TeamOrder::AsSeated).state;
        let format = &seen.opening.as_deref().unwrap().format;
        let turns = format.phases.iter().flat_map(|phase| &phase.turns);
        let titles: Vec<&str> = turns.map(|turn| turn.title.as_str()).collect();
        assert!(!titles.contains(&tells), "{titles:?}");
        assert!(titles.contains(&stays), "{titles:?}");
    }
}
