//! Points of information: whether they are short, sharp, on what was just said and on a claim, well timed, and answered.
//! What each point is by itself is found in [`super::point_figures`].

use std::collections::BTreeMap;

use super::{
    by::By,
    definition::Measure,
    materials::{Answers, Judge},
    measured::{MeasureResult, Measured},
    point_figures::{PointFigures, most_words},
    read::{self, Things},
    said::{self, SpokenClaim, Voice},
};
use crate::{
    debate::{
        DebateState,
        ids::{PoiId, Seat},
        state::{Poi, PoiStatus, Turn},
    },
    likeness::Vectors,
    similarity::{ABOUT, containment},
    text::{content::content_words, count_words, floor_char_boundary},
};

/// A point aims at one of so many last paragraphs.
const LAST: usize = 2;

const NONE: &str = "no point of information was offered";

/// The points that speakers offered in turns that count. Those of the gallery are a person's.
pub(super) fn offered(state: &DebateState) -> Vec<(&Poi, &Turn)> {
    state
        .points
        .iter()
        .filter(|point| !point.from.is_gallery())
        .filter_map(|point| Some((point, state.turn(point.turn)?)))
        .filter(|(_, turn)| turn.is_ended())
        .collect()
}

/// The paragraphs that had been said when a point was offered or put.
pub(super) fn so_far<'a>(point: &Poi, turn: &'a Turn) -> Vec<&'a str> {
    let upto = floor_char_boundary(&turn.text, point.at as usize);
    said::paragraphs(turn.text.get(..upto).unwrap_or_default())
}

/// The share of points that are short enough.
pub(super) fn length(
    state: &DebateState,
    voices: &[Voice<'_>],
    points: &[(&Poi, &Turn)],
) -> MeasureResult {
    let is_short =
        |(point, turn): &(&Poi, &Turn)| count_words(&point.text) <= most_words(state, turn);
    let all = points.iter().map(|one| (&one.0.from, is_short(one)));
    share(Measure::PointLength, &By::Count, voices, all)
}

/// The share of points that are sharp.
pub(super) fn sharp(voices: &[Voice<'_>], points: &[PointFigures]) -> MeasureResult {
    let all = points.iter();
    let all = all.map(|one| (&one.from, one.sharpness.is_sharp));
    share(Measure::PointSharp, &By::Words, voices, all)
}

/// The share of points that aim at a claim, of those in speeches of which claims were taken down.
pub(super) fn on_claim(
    voices: &[Voice<'_>],
    points: &[PointFigures],
    claims: &[SpokenClaim<'_>],
) -> MeasureResult {
    let has_claims = |one: &&PointFigures| claims.iter().any(|claim| claim.turn.id == one.turn);
    let aims = |one: &PointFigures| one.target.claim.is_some();
    let known = points.iter().filter(has_claims);
    let all: Vec<(&Seat, bool)> = known.map(|one| (&one.from, aims(one))).collect();
    let nothing = all.is_empty() && !points.is_empty();
    let mut reading = share(Measure::PointOnClaim, &By::Words, voices, all.into_iter());
    if nothing {
        reading.total = Measured::not(super::NO_CLAIMS);
    }
    reading
}

/// The share of points that come at a good moment.
pub(super) fn timely(voices: &[Voice<'_>], points: &[PointFigures]) -> MeasureResult {
    let all = points.iter();
    let all = all.map(|one| (&one.from, one.timing.is_timely));
    share(Measure::PointTimely, &By::Words, voices, all)
}

/// The seconds between what points aim at and the points.
pub(super) fn delay(voices: &[Voice<'_>], points: &[PointFigures]) -> MeasureResult {
    let none = "no point has a word in common with the speech before it";
    let value = |one: &PointFigures| one.timing.seconds_after;
    mean(
        Measure::PointDelay,
        &By::Words,
        voices,
        points,
        (value, none),
    )
}

/// The share of a speech that is over when a point comes.
pub(super) fn moment(voices: &[Voice<'_>], points: &[PointFigures]) -> MeasureResult {
    let value = |one: &PointFigures| Some(one.timing.share);
    mean(
        Measure::PointMoment,
        &By::Count,
        voices,
        points,
        (value, NONE),
    )
}

/// The mean of a number of each point, over those that have it.
fn mean(
    measure: Measure,
    by: &By,
    voices: &[Voice<'_>],
    points: &[PointFigures],
    (value, none): (impl Fn(&PointFigures) -> Option<f64>, &str),
) -> MeasureResult {
    let values = |seat: Option<&Seat>| -> Vec<f64> {
        let own = points.iter();
        let own = own.filter(|one| seat.is_none_or(|seat| seat == &one.from));
        own.filter_map(&value).collect()
    };
    let of_voice = |voice: &Voice<'_>| {
        let has_risen = points.iter().any(|one| &one.from == voice.seat());
        let why = if has_risen {
            none.to_owned()
        } else {
            offered_none(voice)
        };
        let own = Measured::mean(&values(Some(voice.seat())), by.clone(), &why);
        (voice.seat().clone(), own)
    };
    let why = if points.is_empty() { NONE } else { none };
    MeasureResult {
        measure,
        total: Measured::mean(&values(None), by.clone(), why),
        speakers: voices.iter().map(of_voice).collect(),
    }
}

fn offered_none(voice: &Voice<'_>) -> String {
    format!("{} offered no point", voice.speaker.card.short)
}

/// The share of points that aim at what was just said.
pub(super) fn target(
    voices: &[Voice<'_>],
    points: &[(&Poi, &Turn)],
    vectors: Option<&Vectors>,
) -> MeasureResult {
    let has_vectors = |vectors: &&Vectors| {
        points.iter().all(|(point, turn)| {
            let said = so_far(point, turn);
            vectors.of(&point.text).is_some() && said.iter().all(|one| vectors.of(one).is_some())
        })
    };
    let vectors = vectors.filter(has_vectors);
    let by = By::vectors(vectors);
    let aims = |(point, turn): &(&Poi, &Turn)| {
        let paragraphs = so_far(point, turn);
        let near: Vec<f64> = if let Some(vectors) = vectors {
            paragraphs
                .iter()
                .map(|one| vectors.between(&point.text, one).unwrap_or(0.0))
                .map(|near| if near >= ABOUT.meaning { near } else { 0.0 })
                .collect()
        } else {
            let about = content_words([point.text.as_str()]);
            paragraphs
                .iter()
                .map(|one| containment(&about, &content_words([*one])))
                .collect()
        };
        is_among_the_last(&near)
    };
    let all = points.iter().map(|one| (&one.0.from, aims(one)));
    share(Measure::PointTarget, &by, voices, all)
}

/// Whether the greatest of some numbers, of equals the later one, is more than nothing and one of the last.
fn is_among_the_last(near: &[f64]) -> bool {
    let greatest = near
        .iter()
        .enumerate()
        .max_by(|(_, one), (_, other)| one.total_cmp(other));
    greatest.is_some_and(|(at, near_to)| *near_to > 0.0 && at + LAST >= near.len())
}

/// The share of points for which something holds, each with the seat of whoever offered it.
fn share<'a>(
    measure: Measure,
    by: &By,
    voices: &[Voice<'_>],
    points: impl Iterator<Item = (&'a Seat, bool)>,
) -> MeasureResult {
    let mut counts: BTreeMap<&Seat, (usize, usize)> = BTreeMap::new();
    for (from, holds) in points {
        let (some, of) = counts.entry(from).or_default();
        *some += usize::from(holds);
        *of += 1;
    }
    let of_voice = |voice: &Voice<'_>| {
        let count = counts.get(voice.seat()).copied();
        let count = count.ok_or_else(|| offered_none(voice));
        (voice.seat().clone(), count)
    };
    let mut reading =
        MeasureResult::shares(measure, by, voices.iter().map(of_voice).collect(), NONE);
    if counts.is_empty() {
        reading.total = Measured::not(NONE);
    }
    reading
}

/// The degree to which answers meet the points that were taken.
pub(super) fn answered(
    voices: &[Voice<'_>],
    points: &[(&Poi, &Turn)],
    judge: &Judge,
) -> MeasureResult {
    let taken = points.iter().map(|(point, _)| *point);
    let taken = taken.filter(|point| is_answered(point));
    let things = Things {
        all: taken.map(|point| (&point.to, point.id)).collect(),
        none: "no point was taken and answered",
        own_none: &|voice| format!("{} took no point", voice.speaker.card.short),
    };
    let met = |answers: &Answers, point: PoiId| {
        let met = answers.points.get(&point)?.as_ref();
        Some(met.map(|met| met.worth()).map_err(Clone::clone))
    };
    read::mean(Measure::PointAnswered, voices, judge, &things, met)
}

/// Whether points are sharp and come at a good moment.
pub(super) fn read(
    voices: &[Voice<'_>],
    offered: &[(&Poi, &Turn)],
    judge: &Judge,
) -> [MeasureResult; 2] {
    let things = Things {
        all: offered
            .iter()
            .take(read::MOST_READ)
            .map(|(point, _)| (&point.from, point.id))
            .collect(),
        none: NONE,
        own_none: &offered_none,
    };
    let of = |answers: &Answers, point: PoiId| answers.offered.get(&point).cloned();
    let sharp = |answers: &Answers, point| Some(of(answers, point)?.map(|one| one.sharp.worth()));
    let timely = |answers: &Answers, point| Some(of(answers, point)?.map(|one| one.moment.worth()));
    [
        read::mean(Measure::PointSharpJudge, voices, judge, &things, sharp),
        read::mean(Measure::PointTimelyJudge, voices, judge, &things, timely),
    ]
}

/// Whether a point was taken and something was said to it: where the speaker's model failed there is nothing to judge.
pub(super) fn is_answered(point: &Poi) -> bool {
    matches!(&point.status, PoiStatus::Answered { text } if !text.trim().is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::{AnswerRelevance, Materials, Report, tests::sample};

    fn is(value: f64, of: usize, by: By) -> Measured {
        Measured::Is { value, of, by }
    }

    const SPEECH: &str = "Bread feeds children.\n\nRoads carry soldiers.\n\nTrees shade markets.\n\nRivers need bridges.\n\n";

    #[test]
    fn points_are_short_and_aim_at_the_last_paragraphs_or_not() {
        let mut debate = sample::SampleDebate::new();
        let turn = debate.open("prop.1", SPEECH);
        debate.point(turn, "opp.1", "Who builds bridges?", Some("All of us."));
        debate.point(turn, "opp.1", "Who shades a market and a river?", None);
        // The first paragraph; none at all; and far too long.
        debate.point(turn, "opp.2", "And who bakes the bread?", None);
        debate.point(turn, "opp.2", "What of the moon?", None);
        let long = format!("{} bridges?", "and ".repeat(80));
        debate.point(turn, "opp.2", &long, None);
        debate.point(turn, "gallery", "Bread!", None);
        debate.close(turn);
        let report = Report::of(&debate.state, &Materials::default());
        let length = report.reading(Measure::PointLength);
        assert_eq!(
            length.total,
            is(0.8, 5, By::Count),
            "the gallery's is not counted"
        );
        let target = report.reading(Measure::PointTarget);
        assert_eq!(target.total, is(0.6, 5, By::Words));
        assert_eq!(target.speakers[&Seat::new("opp", 1)], is(1.0, 2, By::Words));
        assert_eq!(
            target.speakers[&Seat::new("opp", 2)],
            is(1.0 / 3.0, 3, By::Words)
        );
        assert_eq!(
            target.speakers[&Seat::new("prop", 1)],
            Measured::not("Gandhi offered no point")
        );
    }

    #[test]
    fn the_nearest_must_be_near_and_late() {
        for (near, expected) in [
            (&[][..], false),
            (&[0.0, 0.0], false),
            (&[0.5], true),
            (&[0.9, 0.1, 0.2], false),
            (&[0.1, 0.2, 0.1], true),
            // Of equals the later one.
            (&[0.5, 0.0, 0.5], true),
        ] {
            assert_eq!(is_among_the_last(near), expected, "{near:?}");
        }
    }

    #[test]
    fn answers_are_worth_what_the_judge_says() {
        let mut debate = sample::SampleDebate::new();
        let turn = debate.open("prop.1", SPEECH);
        for text in ["One?", "Two?", "Three?"] {
            debate.point(turn, "opp.1", text, Some("So."));
        }
        // No answer could be had: there is nothing to judge.
        debate.point(turn, "opp.1", "Four?", Some(" "));
        debate.close(turn);
        let mut materials = Materials::default();
        let total = |materials: &Materials| {
            let report = Report::of(&debate.state, materials);
            report.reading(Measure::PointAnswered).total.clone()
        };
        assert_eq!(total(&materials), Measured::not("no model was asked"));
        let points = [
            (PoiId(0), Ok(AnswerRelevance::Wholly)),
            (PoiId(1), Ok(AnswerRelevance::Partly)),
            (PoiId(2), Err("no JSON".to_owned())),
        ];
        materials.judge = Judge::Asked(Answers {
            model: "wise".to_owned(),
            points: points.into(),
            ..Answers::default()
        });
        let by = By::Judge("wise".to_owned());
        assert_eq!(
            total(&materials),
            is(0.75, 2, by),
            "the failed one is left out"
        );
    }
}
