//! The figures of a debate that arms can be compared by: those of the table of a batch, and the measures.

use hustings_rules::catalog::nearest::nearest;

use crate::{
    batch::{Measures, Number},
    debate::{DebateState, answer::Vote, division::DivisionResult, looks},
    eval::{DEFINITIONS, Measure},
    real::divided::{Divided, DivisionBallots},
};

/// The figures where a file names none.
pub(super) const USUAL: [&str; 3] = [SWING, AYE_SHARE, HOUSE_AGREES];

const SWING: &str = "swing";
const AYE_SHARE: &str = "aye_share";
const FIRST_SIDE_WINS: &str = "first_side_wins";
const HOUSE_AGREES: &str = "house_agrees";
const LEAD_AFTER: &str = "lead_after";
const AYES: &str = "ayes";
const NOES: &str = "noes";
/// The beginning of the marks of a side, which its id follows.
const SCORE: &str = "score_";

/// A figure of the record: its id, its name, and whether it is true or not of a debate (1 or 0).
type OfRecord = (&'static str, &'static str, bool);

/// What the record itself tells.
const OF_RECORD: [OfRecord; 25] = [
    (FIRST_SIDE_WINS, "won by the first side", true),
    (SWING, "swing to the ayes, in votes", false),
    (AYE_SHARE, "ayes among the votes cast", false),
    ("lead_before", "lead of the ayes before", false),
    (LEAD_AFTER, "lead of the ayes after", false),
    (AYES, "ayes", false),
    (NOES, "noes", false),
    ("abstentions", "abstentions", false),
    ("verdict_lead", "direct verdict (1 for, -1 against)", false),
    ("contested", "verdict contested", true),
    (HOUSE_AGREES, "house with the verdict", true),
    ("with_verdict", "votes with the verdict", false),
    ("score_gap", "gap of the marks", false),
    ("turns", "speeches", false),
    ("struck", "struck", false),
    ("words", "words", false),
    ("points_offered", "points offered", false),
    ("points_taken", "points taken", false),
    ("calls", "calls", false),
    ("calls_failed", "calls that failed", false),
    ("prompt_tokens", "tokens read", false),
    ("completion_tokens", "tokens written", false),
    ("tokens", "tokens", false),
    ("cost", "cost", false),
    ("seconds", "seconds", false),
];

/// Nothing has a name: what may have been meant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct UnknownFigure(pub(super) Vec<&'static str>);

/// A figure that arms are compared by.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Figure {
    /// The name of its column in the table of a batch.
    pub id: String,
    /// The name for people.
    pub name: String,
    /// Whether it is 1 or 0 of each debate.
    pub is_share: bool,
    /// The measure that a judge's model has to read the debate for, where one has to.
    pub read: Option<Measure>,
}

impl Figure {
    /// The figure of that id.
    ///
    /// # Errors
    /// There is none.
    pub(super) fn of(id: &str) -> Result<Self, UnknownFigure> {
        if let Some((_, name, is_share)) = OF_RECORD.iter().find(|(known, ..)| *known == id) {
            return Ok(Self {
                id: id.to_owned(),
                name: (*name).to_owned(),
                is_share: *is_share,
                read: None,
            });
        }
        if let Some(measure) = DEFINITIONS.iter().find(|one| one.id == id) {
            return Ok(Self {
                id: id.to_owned(),
                name: measure.name.to_owned(),
                is_share: false,
                read: measure.needs_judge().then_some(measure.measure),
            });
        }
        match id.strip_prefix(SCORE) {
            Some(side) if !side.is_empty() => Ok(Self {
                id: id.to_owned(),
                name: format!("marks of {side}"),
                is_share: false,
                read: None,
            }),
            Some(_) | None => Err(UnknownFigure(nearest(id, known()))),
        }
    }
}

/// The ids of all figures, but for the marks of sides.
fn known() -> impl Iterator<Item = &'static str> {
    let of_record = || OF_RECORD.iter().map(|(id, ..)| *id);
    let measured = DEFINITIONS.iter().map(|one| one.id);
    of_record().chain(measured.filter(move |id| !of_record().any(|one| one == *id)))
}

/// The figures of a debate that a batch has no column for: who won, and the share of the ayes.
#[derive(Debug, Clone, Copy, Default)]
pub struct StudyFigures;

impl Measures for StudyFigures {
    fn of(&self, state: &DebateState) -> Vec<Number> {
        let division = state.division.as_ref();
        let share = |one: &DivisionResult| aye_share(f64::from(one.ayes), f64::from(one.noes));
        vec![
            Number::table_only(FIRST_SIDE_WINS, first_side_wins(state)),
            Number::table_only(AYE_SHARE, division.and_then(share)),
        ]
    }
}

/// Whether a figure of the record rests on what judges gave: their verdict, their marks, and where no house has divided, who
/// won.
pub fn rests_on_judges(id: &str, state: &DebateState) -> bool {
    match id {
        "verdict_lead" | "contested" | HOUSE_AGREES | "with_verdict" | "score_gap" => true,
        FIRST_SIDE_WINS => state.division.is_none(),
        _ => id.starts_with(SCORE),
    }
}

/// Whether the first side won, 1 or 0; `None` where nobody did.
fn first_side_wins(state: &DebateState) -> Option<f64> {
    let opening = state.opening.as_deref()?;
    let first = &opening.format.contenders().first()?.name;
    let won = if let Some(division) = &state.division {
        division.outcome().ok()?.0
    } else {
        let scores = state.scores.as_ref().filter(|one| one.sides.len() > 1)?;
        &scores.leader()?.name
    };
    Some(f64::from(u8::from(won == first)))
}

fn aye_share(ayes: f64, noes: f64) -> Option<f64> {
    let cast = ayes + noes;
    (cast > 0.0).then(|| ayes / cast)
}

/// The figures of the divisions of a house on a debate that is over: of several the mean of their counts.
pub fn ballots(state: &DebateState, divisions: &[DivisionBallots]) -> Vec<Number> {
    let Some(divided) = Divided::of(divisions, None) else {
        return Vec::new();
    };
    let (before, after) = (divided.mean.before, divided.mean.after);
    let lead = after.ayes - after.noes;
    let verdict = looks::agreed(&state.verdict_votes()).and_then(|vote| match vote {
        Vote::Aye => Some(1.0),
        Vote::No => Some(-1.0),
        Vote::Undecided => None,
    });
    let agrees = verdict
        .filter(|_| lead != 0.0)
        .map(|verdict| f64::from(u8::from((verdict > 0.0) == (lead > 0.0))));
    vec![
        Number::table_only(FIRST_SIDE_WINS, f64::from(u8::from(divided.mean.carried))),
        Number::table_only(SWING, lead - (before.ayes - before.noes)),
        Number::table_only(AYE_SHARE, aye_share(after.ayes, after.noes)),
        Number::table_only("lead_before", before.ayes - before.noes),
        Number::table_only(LEAD_AFTER, lead),
        Number::table_only(AYES, after.ayes),
        Number::table_only(NOES, after.noes),
        Number::table_only("abstentions", after.undecided),
        Number::table_only(HOUSE_AGREES, agrees),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{debate::ids::Seat, real::divided::Cast};

    #[test]
    fn every_figure_has_a_name_and_a_slip_of_the_pen_is_told() {
        for id in known().chain(USUAL).chain(["score_prop"]) {
            assert!(!Figure::of(id).unwrap().name.is_empty(), "{id}");
        }
        assert_eq!(
            Figure::of("swin").unwrap_err(),
            UnknownFigure(vec!["swing", "swing_turn"])
        );
        let read = |id: &str| Figure::of(id).unwrap().read;
        assert_eq!(read("style_judge"), Some(Measure::StyleJudge));
        assert_eq!((read("style_surface"), read("swing")), (None, None));
        assert!(Figure::of("score_").is_err());
        assert!(Figure::of("house_agrees").unwrap().is_share);
        assert!(Figure::of("novelty_of_nothing").is_err());
    }

    #[test]
    fn a_house_has_the_figures_of_its_counts() {
        let cast = |before, after| Cast {
            before: Some(before),
            after: Some(after),
        };
        let votes = [
            cast(Vote::No, Vote::Aye),
            cast(Vote::No, Vote::Aye),
            cast(Vote::Aye, Vote::Aye),
            cast(Vote::No, Vote::No),
        ];
        let ballots_of: DivisionBallots = votes
            .into_iter()
            .enumerate()
            .map(|(at, cast)| (Seat::audience(at + 1), cast))
            .collect();
        let numbers = ballots(&DebateState::default(), &[ballots_of]);
        let of = |name: &str| numbers.iter().find(|one| one.name == name).unwrap().value;
        assert_eq!(of(AYE_SHARE), Some(0.75));
        assert_eq!((of(SWING), of(LEAD_AFTER)), (Some(4.0), Some(2.0)));
        assert_eq!((of(FIRST_SIDE_WINS), of(HOUSE_AGREES)), (Some(1.0), None));
        assert!(ballots(&DebateState::default(), &[]).is_empty());
    }
}
