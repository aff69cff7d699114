//! The coaching of each side: what of its lines stood, what fell and by which answer, what nobody has ever answered, and
//! what of the other side's nobody has. By count; no model has a word in it.

use std::collections::BTreeMap;

use super::landscape::{ArgumentTheme, Landscape};
use crate::debate::variation::{CoachedLine, Coaching};

/// The most lines of each kind.
const LINES: usize = 3;

/// The coaching of each of these sides, by their ids, from the landscape of so many runs. A side of which there is nothing
/// to say is not here.
pub fn coaching(landscape: &Landscape, sides: &[&str], runs: usize) -> BTreeMap<String, Coaching> {
    let of = |side: &&str| {
        let themes = || landscape.themes.iter();
        let own = || themes().filter(|theme| theme.side == *side);
        let stands = |theme: &&ArgumentTheme| theme.stood.len() * 2 > theme.runs.len();
        let tested = || own().filter(|theme| !theme.answered.is_empty());
        let unanswered = own().filter(|theme| theme.is_unanswered());
        let owed = themes().filter(|theme| theme.side != *side && theme.is_unanswered());
        let coaching = Coaching {
            runs: u32::try_from(runs).unwrap_or(u32::MAX),
            stood: lines(tested().filter(stands), |theme| theme.stood.len()),
            fell: lines(tested().filter(|theme| !stands(theme)), |theme| {
                theme.runs.len() - theme.stood.len()
            }),
            unanswered: lines(unanswered, |theme| theme.runs.len()),
            owed: lines(owed, |theme| theme.runs.len()),
        };
        let Coaching {
            runs: _,
            stood,
            fell,
            unanswered,
            owed,
        } = &coaching;
        let is_empty = [stood, fell, unanswered, owed]
            .iter()
            .all(|all| all.is_empty());
        (!is_empty).then(|| ((*side).to_owned(), coaching))
    };
    sides.iter().filter_map(of).collect()
}

/// The lines that went so in most runs.
fn lines<'a>(
    themes: impl Iterator<Item = &'a ArgumentTheme>,
    times: impl Fn(&ArgumentTheme) -> usize,
) -> Vec<CoachedLine> {
    let mut themes: Vec<(usize, &ArgumentTheme)> =
        themes.map(|theme| (times(theme), theme)).collect();
    themes.sort_by_key(|(times, _)| std::cmp::Reverse(*times));
    let number = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
    let line = |(times, theme): (usize, &ArgumentTheme)| CoachedLine {
        claim: theme.central.clone(),
        times: number(times),
        of: number(theme.runs.len()),
        answer: theme
            .answers
            .first()
            .map_or_else(String::new, |one| one.text.clone()),
    };
    themes.into_iter().take(LINES).map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ensemble::landscape::tests::runs, likeness::Likeness};

    #[test]
    fn a_side_is_told_what_stood_what_fell_and_what_was_never_answered() {
        let motion = ("This House would build a bridge", &["prop", "opp"][..]);
        let landscape = Landscape::of(&runs(), &Likeness::default(), motion, 1);
        let found = coaching(&landscape, &["prop", "opp", "nobody"], 3);
        assert_eq!(found.len(), 3);
        let (prop, opp) = (&found["prop"], &found["opp"]);
        assert!(prop.unanswered[0].claim.contains("families") && prop.runs == 3);
        assert!(prop.stood.is_empty() && prop.fell.is_empty() && prop.owed.is_empty());
        assert_eq!(opp.owed, prop.unanswered);
        let fell = &opp.fell[0];
        assert!(fell.claim.starts_with("Ferries") && fell.answer.contains("storms"));
        assert_eq!((fell.times, fell.of), (2, 3));
        assert!(opp.stood[0].claim.contains("rebate"));
        assert!(coaching(&Landscape::default(), &["prop"], 0).is_empty());
    }
}
