//! Tests of the lessons that each kind of verdict teaches.

use super::{super::fixture, *};
use crate::debate::{
    correction::{Correction, CorrectionLevel},
    guidance::{Challenge, Guidance},
    ids::DebateId,
    scores::{Flag, Marks, Standing},
    written::{Argument, Synthesis, Work},
};
use fixture::{assessment, division, finished, opening};

const ORDER: [(&str, &[(&str, &str)]); 6] = [
    ("prop.1", &[]),
    ("opp.1", &[]),
    ("prop.2", &[]),
    ("opp.2", &[]),
    ("prop.3", &[]),
    ("opp.3", &[]),
];

fn seat(name: &str) -> Seat {
    Seat::named(name)
}

fn of<'a>(all: &'a BTreeMap<Seat, SeatGuidance>, name: &str) -> &'a SeatGuidance {
    all.get(&seat(name))
        .unwrap_or_else(|| panic!("{name} is given nothing"))
}

#[test]
fn a_debate_without_a_verdict_teaches_nothing() {
    let state = finished(opening("exhibition"), &ORDER);
    assert_eq!(seats(&state), BTreeMap::new());
    assert_eq!(seats(&DebateState::default()), BTreeMap::new());
    // The house has voted, and neither the verdict nor any assessment could be had.
    let mut state = state;
    state.division = Some(division("Proposition", 3, 2));
    state.assessments = [(seat("prop.1"), None)].into();
    assert_eq!(seats(&state), BTreeMap::new());
}

#[test]
fn a_division_teaches_what_was_missed_answered_and_lost() {
    let mut state = finished(opening("exhibition"), &ORDER);
    let mut result = division("Opposition", 4, 9);
    result.strongest_argument_prop = "Wollstonecraft's street belongs to the child.".to_owned();
    result.strongest_argument_opp = "Smith: a price asks everybody, a ban asks nobody.".to_owned();
    result.most_damaging_rebuttals = vec!["Lovelace on Mill's arithmetic".to_owned()];
    result.decisive_moments = vec!["A silence that nobody broke".to_owned()];
    result.weakest_link = "Mohandas Gandhi".to_owned();
    state.division = Some(result);
    state.assessments = [
        (
            seat("prop.1"),
            Some(assessment(
                "He should have counted the buses.",
                8.0,
                &["Begin with a case."],
            )),
        ),
        (
            seat("prop.3"),
            Some(assessment(
                "Never asked Adam Smith who collects the price.",
                5.5,
                &[],
            )),
        ),
        (
            seat("opp.1"),
            Some(assessment(
                "",
                9.0,
                &["Sounded like a leaflet: the voice was not his."],
            )),
        ),
        (seat("opp.2"), None),
        (
            seat("opp.3"),
            Some(assessment("None.", 6.0, &["Slow down."])),
        ),
    ]
    .into();
    let all = seats(&state);

    let first = of(&all, "prop.1");
    assert_eq!(first.missed, ["He should have counted the buses."]);
    assert_eq!(first.notes, ["Begin with a case."]);
    assert_eq!(
        first.queries,
        ["He should have counted the buses.", "Begin with a case."],
        "whoever fell short searches for what the notes say, too"
    );
    assert_eq!(
        first.answer,
        Vec::<String>::new(),
        "who opens has nobody to answer"
    );
    assert!(!first.reinforce);

    let third = of(&all, "prop.3");
    assert!(third.reinforce, "5.5 of 10 is under 6");
    assert_eq!(
        third.answer,
        [
            "Smith: a price asks everybody, a ban asks nobody.",
            "Lovelace on Mill's arithmetic"
        ]
    );
    assert!(third.queries.contains(&third.answer[0]));
    let challenge = |against: &str, about: &str| Challenge {
        against: seat(against),
        about: about.to_owned(),
    };
    assert_eq!(
        third.challenges,
        [challenge(
            "opp.2",
            "Never asked Adam Smith who collects the price."
        )]
    );
    // Nobody's point was taken while the strongest arguments were made: the first who never rose could have.
    let smith = "Smith: a price asks everybody, a ban asks nobody.";
    assert_eq!(first.challenges, [challenge("opp.2", smith)]);
    let street = "Wollstonecraft's street belongs to the child.";
    let opposed = of(&all, "opp.1");
    assert_eq!(opposed.challenges, [challenge("prop.2", street)]);
    assert_eq!(opposed.answer, [street]);
    assert!(opposed.reinforce, "a note is about the voice");
    assert_eq!(of(&all, "opp.2").answer, [street], "without an assessment");
    let last = of(&all, "opp.3");
    assert!(last.missed.is_empty() && !last.reinforce, "{last:?}");
}

#[test]
fn judges_of_speakers_teach_weaknesses_strengths_and_what_was_left_open() {
    let mut format = opening("world-schools");
    format.format.rubric = Some(crate::catalog::Rubric {
        of: crate::catalog::Scored::Speakers,
        ..crate::catalog::Rubric::usual().unwrap()
    });
    let mut state = finished(format, &ORDER);
    let marks = |score: f64, strengths: &[&str], weaknesses: &[&str]| {
        let rubric = crate::catalog::Rubric::usual().unwrap();
        Marks {
            scores: rubric
                .dimensions
                .iter()
                .map(|one| (one.id.clone(), score))
                .collect(),
            strengths: strengths.iter().map(|one| (*one).to_owned()).collect(),
            weaknesses: weaknesses.iter().map(|one| (*one).to_owned()).collect(),
            ..Marks::default()
        }
    };
    fixture::judge(
        &mut state,
        vec![
            ("prop.1", marks(2.0, &["Warm."], &["Gave no case."])),
            (
                "opp.1",
                marks(
                    3.0,
                    &["Counted the vans."],
                    &["The tone was that of anybody."],
                ),
            ),
            ("opp.2", marks(4.0, &["Priced the road."], &[])),
        ],
        &["Who pays in the end?"],
    );
    let all = seats(&state);
    let one = of(&all, "prop.1");
    assert_eq!(one.missed, ["Gave no case.", "Who pays in the end?"]);
    assert_eq!(one.queries, one.missed);
    let drifted = of(&all, "opp.1");
    assert!(drifted.reinforce && drifted.notes.len() == 1, "{drifted:?}");
    assert_eq!(drifted.missed, ["Who pays in the end?"]);
    assert_eq!(
        of(&all, "prop.2").answer,
        ["Priced the road."],
        "the best opponent's strength"
    );
    assert_eq!(one.answer, Vec::<String>::new());
}

#[test]
fn judges_of_arguments_teach_what_fell_and_what_stands() {
    let mut state = finished(opening("structured"), &[("pro.1", &[]), ("con.1", &[])]);
    let argument = |id: &str, claim: &str| Argument {
        id: id.to_owned(),
        category: None,
        claim: claim.to_owned(),
        reasoning: "It follows.".to_owned(),
        evidence: "A case.".to_owned(),
        own_claims: Vec::new(),
        detail: None,
    };
    let sides: Vec<Seat> = state.turns.iter().map(|turn| turn.seat.clone()).collect();
    let works = [("PRO-1", "Streets heal."), ("CON-1", "Vans must pass.")];
    for (turn, (id, claim)) in state.turns.iter_mut().zip(works) {
        turn.work = Some(Work::Arguments(vec![argument(id, claim)]));
    }
    let marks = |standing, reason: &str| Marks {
        standing: Some(standing),
        reason: reason.to_owned(),
        ..Marks::default()
    };
    let mut fell = marks(Standing::Refuted, "No street was named.");
    fell.fallacies = vec![Flag {
        fallacy: "slippery slope".to_owned(),
        words: "and then all streets".to_owned(),
    }];
    fixture::judge(
        &mut state,
        vec![
            ("PRO-1", fell),
            ("CON-1", marks(Standing::Upheld, "It was met by nothing.")),
        ],
        &[],
    );
    let all = seats(&state);
    let (pro, con) = (&sides[0], &sides[1]);
    assert_eq!(all[pro].missed, ["Streets heal: No street was named."]);
    assert_eq!(all[pro].notes, ["slippery slope: and then all streets"]);
    assert_eq!(all[pro].answer, Vec::<String>::new(), "the first to speak");
    assert_eq!(
        all.get(con),
        None,
        "what stands is nothing to be done better"
    );
}

#[test]
fn a_synthesis_teaches_gaps_and_hinges() {
    let mut state = finished(opening("clearside"), &[("pro.1", &[]), ("con.1", &[])]);
    let list = |text: &str| vec![text.to_owned()];
    state.turns[1].work = Some(Work::Synthesis(Synthesis {
        areas_of_agreement: list("Air matters."),
        core_disagreements: list("Who decides."),
        evidence_gaps: list("Nobody counted the vans."),
        decision_hinges: list("Whether trams come first."),
    }));
    let all = seats(&state);
    let speakers = state.opening.as_deref().unwrap().speakers.len();
    assert_eq!(all.len(), speakers);
    for given in all.values() {
        assert_eq!(
            given.missed,
            ["Nobody counted the vans.", "Whether trams come first."]
        );
        assert_eq!(given.queries, given.missed);
    }
}

#[test]
fn where_nobody_judges_claims_that_nobody_rebutted_are_put_to_opponents() {
    let format = opening("roundtable");
    let names: Vec<String> = format
        .speakers
        .iter()
        .map(|one| one.card.name.clone())
        .collect();
    let chairs: Vec<String> = format
        .speakers
        .iter()
        .map(|one| one.seat.to_string())
        .collect();
    let first = [("The street is a room.", "")];
    let second = [
        ("A room has a door.", ""),
        ("It is none.", names[0].as_str()),
    ];
    let state = finished(
        format,
        &[
            (&chairs[0], &first),
            (&chairs[1], &second),
            (&chairs[0], &[]),
        ],
    );
    let all = seats(&state);
    assert_eq!(of(&all, &chairs[0]).answer, ["A room has a door."]);
    assert_eq!(all.get(&seat(&chairs[1])), None, "the first was rebutted");
}

#[test]
fn who_is_named_is_found_by_any_of_their_names() {
    let opening = opening("exhibition");
    let all = |_: &Seat| true;
    for (text, who) in [
        ("Adam Smith on the price", Some("opp.2")),
        ("What Smith's purse holds", Some("opp.2")),
        ("MILL, and then Smith", Some("prop.3")),
        ("a blacksmith at the mills", None),
        ("", None),
    ] {
        let found = named::first_named(&opening, text, all);
        assert_eq!(found.map(Seat::as_str), who, "{text}");
    }
    let not_smith = |seat: &Seat| seat.as_str() != "opp.2";
    assert_eq!(named::first_named(&opening, "Smith", not_smith), None);
}

/// A debate after which a speaker is told to have been nobody in particular, or not; `before` is what they had been
/// given.
fn drifted(before: Option<SeatGuidance>, fidelity: f64) -> Option<SeatGuidance> {
    let mut opening = opening("exhibition");
    opening.guidance = before.map(|before| Guidance {
        of: DebateId("first".to_owned()),
        after: DebateId("first".to_owned()),
        iteration: 2,
        seats: [(seat("prop.3"), before)].into(),
    });
    let mut state = finished(opening, &ORDER);
    state.division = Some(division("Opposition", 4, 9));
    state.assessments = [(seat("prop.3"), Some(assessment("", fidelity, &[])))].into();
    seats(&state).remove(&seat("prop.3"))
}

#[test]
fn whoever_drifts_again_is_corrected_further_and_what_was_needed_is_kept() {
    let first = drifted(None, 5.0).unwrap();
    assert_eq!(first.correction.level, CorrectionLevel(1));
    assert_eq!(first.correction.positions.len(), 4);
    assert!(!first.is_empty());
    let second = drifted(Some(first.clone()), 5.0).unwrap();
    assert_eq!(second.correction.level, CorrectionLevel(2));
    assert_eq!(second.correction.positions.len(), 6);
    // A journal of an earlier version has no level.
    let earlier = SeatGuidance {
        reinforce: true,
        ..SeatGuidance::default()
    };
    let after = drifted(Some(earlier), 5.0).unwrap();
    assert_eq!(after.correction.level, CorrectionLevel(2));
    // Corrected with success: it is kept, and is nothing new.
    let kept = drifted(Some(first), 9.0).unwrap();
    assert_eq!(kept.correction.level, CorrectionLevel(1));
    assert!(!kept.reinforce && kept.is_empty(), "{kept:?}");
    assert_eq!(drifted(None, 9.0), None);
}

#[test]
fn a_correction_sets_forth_what_the_speech_did_not_rest_on() {
    let mut state = finished(opening("exhibition"), &ORDER);
    let speaker = seat("prop.3");
    let card = state.speaker(&speaker).unwrap().card.clone();
    let all = correction::of(&state, &speaker, CorrectionLevel(1));
    let (said, phrase) = (&all.positions[0], &card.style.phrases[0]);
    let turn = state.turns.iter_mut().find(|turn| turn.seat == speaker);
    turn.unwrap().text = format!("{} {phrase}, friends.", said.position);
    let found = correction::of(&state, &speaker, CorrectionLevel(1));
    assert_eq!(found.positions.len(), 4);
    assert!(!found.positions.contains(said), "the speech rests on it");
    assert!(!found.unheard.contains(phrase) && !found.unheard.is_empty());
    // Where there is no other left, it comes last.
    let whole = correction::of(&state, &speaker, CorrectionLevel(9));
    assert_eq!(whole.positions.len(), card.positions.len());
    assert_eq!(whole.positions.last(), Some(said));
    assert!(found.samples.is_empty() && !found.is_none());
    assert!(Correction::default().is_none());
}

#[test]
fn what_went_unchallenged_is_given_to_those_who_could_have_risen_and_is_answered() {
    let mut state = finished(opening("exhibition"), &ORDER);
    let mut result = division("Opposition", 4, 9);
    let claims = [
        "Adam Smith: a price finds its own level",
        "Adam Smith: no street was ever widened by a ban",
        "Somebody or other: streets are old",
    ];
    result.unchallenged = claims.map(str::to_owned).to_vec();
    state.division = Some(result);
    let all = seats(&state);
    let challenges = |name: &str| -> Vec<&str> {
        let given = all.get(&seat(name)).map(|one| one.challenges.as_slice());
        let given = given.unwrap_or_default().iter();
        given.map(|one| one.about.as_str()).collect()
    };
    // One each, and nobody is to challenge their own side.
    let put: Vec<Vec<&str>> = ["prop.1", "prop.2", "prop.3"].map(challenges).to_vec();
    assert_eq!(put, [vec![claims[0]], vec![claims[1]], vec![]]);
    assert!(
        ["opp.1", "opp.2", "opp.3"]
            .iter()
            .all(|name| challenges(name).is_empty())
    );
    let first = of(&all, "prop.1");
    assert!(first.queries.contains(&claims[0].to_owned()), "{first:?}");
    assert_eq!(first.challenges[0].against, seat("opp.2"));
    // Whoever speaks after the other side answers it, too.
    assert_eq!(of(&all, "prop.2").answer, claims[..2]);
    assert_eq!(
        first.answer,
        Vec::<String>::new(),
        "nobody had spoken before"
    );
}
