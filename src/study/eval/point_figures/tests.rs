//! What points of information are by their figures.

use super::*;
use crate::eval::{Materials, Measure, Measured, Report, by::By, tests::sample};

fn seat(name: &str) -> Seat {
    Seat::named(name)
}

/// So many words that no point has anything in common with.
fn filler(words: usize) -> String {
    format!("{}so. ", "and so it went ".repeat(words / 4))
}

/// Gandhi speaks of bread, of roads and of trees, a minute and more each; Napoleon and Smith rise.
fn spoken() -> Report {
    let mut debate = sample::SampleDebate::new();
    let first = debate.open(
        "prop.2",
        "A market without rivers starves its own farmers. ",
    );
    debate.close(first);
    debate.argued(
        first,
        &[("Markets need rivers", "Farmers starve without boats")],
    );
    let turn = debate.open(
        "prop.1",
        "Hungry children wait for bread in every village. ",
    );
    // In the first minute, however sharp.
    debate.point(turn, "opp.1", "Who bakes bread for those children?", None);
    debate.say(turn, &filler(240));
    debate.say(
        turn,
        "A paved road carries soldiers before it carries grain. ",
    );
    // The words of the speaker, and a question.
    let sharp = "A road carries soldiers before it carries grain? Whose grain?";
    debate.point(turn, "opp.1", sharp, Some("Ours."));
    // About what was said a minute and more ago.
    debate.point(
        turn,
        "opp.1",
        "And the hungry children in the village?",
        None,
    );
    // No question; of what nobody has spoken of; longer than it may be.
    debate.point(turn, "opp.2", "A paved road carries merchants.", None);
    debate.point(turn, "opp.2", "Whose moon is it?", None);
    let long = format!("Which soldiers carry grain? {}", "Really. ".repeat(80));
    debate.point(turn, "opp.2", &long, None);
    // A colleague of the speaker is named.
    let named = "Mill told us of rivers and boats. Which rivers?";
    debate.point(turn, "opp.2", named, None);
    debate.say(turn, &filler(240));
    debate.close(turn);
    let claims = [
        ("Soldiers use a paved road first", "Grain comes behind them"),
        (
            "Trees shade merchants",
            "They are planted by roads that carry merchants",
        ),
    ];
    debate.argued(turn, &claims);
    Report::of(&debate.state, &Materials::default())
}

#[test]
fn a_sharp_point_is_brief_and_asks_about_the_words_just_spoken() {
    let report = spoken();
    let sharp: Vec<bool> = report
        .points
        .iter()
        .map(|one| one.sharpness.is_sharp)
        .collect();
    assert_eq!(sharp, [true, true, false, false, false, false, false]);
    let quoting = &report.points[1].sharpness;
    let words = "road carries soldiers before it carries grain";
    assert_eq!(quoting.quoted.as_deref(), Some(words));
    assert_eq!((quoting.words, quoting.sentences), (10, 2));
    let late = &report.points[2].sharpness;
    assert!(late.is_question && !late.meets, "{late:?}");
    let told = &report.points[3].sharpness;
    assert!(told.meets && !told.is_question, "{told:?}");
    let long = &report.points[5].sharpness;
    assert!(long.meets && long.words > long.most_words, "{long:?}");
    let reading = report.reading(Measure::PointSharp);
    let counted = |value, of| Measured::Is {
        value,
        of,
        by: By::Words,
    };
    assert_eq!(reading.total, counted(2.0 / 7.0, 7));
    assert_eq!(reading.speakers[&seat("opp.1")], counted(2.0 / 3.0, 3));
    assert_eq!(
        reading.speakers[&seat("prop.1")],
        Measured::not("Gandhi offered no point")
    );
}

#[test]
fn a_point_aims_at_a_sentence_and_at_a_claim_of_somebody() {
    let report = spoken();
    let target = |at: usize| &report.points[at].target;
    let road = target(1);
    let sentence = road.sentence.as_ref().unwrap();
    assert_eq!(
        sentence.text,
        "A paved road carries soldiers before it carries grain."
    );
    assert_eq!(sentence.shared, ["carri", "grain", "road", "soldier"]);
    let claim = road.claim.as_ref().unwrap();
    assert_eq!(claim.text, "Soldiers use a paved road first");
    assert_eq!((&claim.by, &road.whom), (&seat("prop.1"), &seat("prop.1")));
    // The claim about merchants was not made: no sentence has its words.
    let merchants = target(3).claim.as_ref().unwrap();
    assert_eq!(merchants.text, "Soldiers use a paved road first");
    assert_eq!(target(4).sentence, None, "nobody spoke of the moon");
    assert_eq!(target(4).whom, seat("prop.1"));
    // Whoever is named, and the claim that is theirs, though the speech has none of its words.
    let named = target(6);
    assert_eq!((&named.sentence, &named.whom), (&None, &seat("prop.2")));
    let claim = named.claim.as_ref().unwrap();
    assert_eq!(claim.text, "Markets need rivers");
    assert_eq!(claim.shared, ["boat", "river"]);
    let share = |value, of| Measured::Is {
        value,
        of,
        by: By::Words,
    };
    let reading = report.reading(Measure::PointOnClaim);
    assert_eq!(reading.total, share(4.0 / 7.0, 7));
}

#[test]
fn a_timely_point_is_outside_protected_time_and_soon_after_what_it_aims_at() {
    let report = spoken();
    let timely: Vec<bool> = report
        .points
        .iter()
        .map(|one| one.timing.is_timely)
        .collect();
    assert_eq!(timely, [false, true, false, true, false, true, false]);
    let early = &report.points[0].timing;
    assert_eq!(early.protected, Some(ProtectedTime::Beginning));
    let late = &report.points[2].timing;
    assert_eq!((late.protected, late.said, late.of), (None, 258, 499));
    assert!((late.share - 258.0 / 499.0).abs() < 1e-9);
    let sentence = report.points[2].target.sentence.as_ref();
    let ago = sentence.unwrap().words_ago;
    assert_eq!(ago, 250, "all but the first sentence");
    assert!(ago > late.window);
    let seconds = late.seconds_after.unwrap();
    assert!(seconds > 60.0, "{seconds}");
    let reading = report.reading(Measure::PointMoment);
    assert!(reading.total.value().is_some_and(|share| share > 0.4));
    let delay = report.reading(Measure::PointDelay);
    let Measured::Is { of, .. } = delay.total else {
        panic!("{delay:?}");
    };
    assert_eq!(of, 5, "of those that aim at a sentence");
}

#[test]
fn the_last_minute_is_protected_and_a_speech_without_claims_has_no_target_among_them() {
    let mut debate = sample::SampleDebate::new();
    let turn = debate.open("prop.1", &filler(400));
    debate.say(turn, "Roads carry soldiers. ");
    debate.point(turn, "opp.1", "Whose soldiers do roads carry?", None);
    debate.close(turn);
    let report = Report::of(&debate.state, &Materials::default());
    let point = &report.points[0];
    assert_eq!(point.timing.protected, Some(ProtectedTime::End));
    assert!(point.sharpness.is_sharp && !point.timing.is_timely);
    assert_eq!(point.target.whom, seat("prop.1"));
    assert_eq!(
        report.reading(Measure::PointOnClaim).total,
        Measured::not("no claim was taken down")
    );
}

#[test]
fn four_words_in_a_row_are_a_quotation_if_one_of_them_says_something() {
    let said = "We build a road to the sea, and it is not that we want to.";
    let cases = [
        (
            "You build a road to the sea?",
            Some("build a road to the sea"),
        ),
        ("And it is not that you want to?", None),
        ("A road?", None),
        ("", None),
    ];
    for (point, run) in cases {
        assert_eq!(longest_run(point, said, 40).as_deref(), run, "{point}");
    }
    assert_eq!(
        longest_run("build a road to", said, 5),
        None,
        "too long ago"
    );
}
