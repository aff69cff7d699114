//! Whether a corpus has what a speaker said in a debate: every passage of it is held against every turn, by the runs of
//! words that they share.

use std::{
    collections::{HashMap, HashSet, hash_map::DefaultHasher},
    hash::{Hash, Hasher},
};

use crate::{
    corpus::Library,
    debate::{DebateState, opening::Speaker},
    error::Failure,
    text::content::{content_words, stems},
};

/// The words in a row that are looked for. A transcript has a slip every so many words: the fewer, the more survive.
const RUN: usize = 5;
/// The words of a run that must say something, beside those of the motion: the others are in everybody's mouth.
const TELLING: usize = 2;
/// A passage has a turn if it shares so many runs with it (ten words in a row, or more in pieces), or of a shorter turn one
/// in so many.
const SHARED: usize = 6;
const PART: usize = 3;
/// Passages may be as short as sentences: all of them together have a turn from so many shared runs on, if these are one
/// in [`PART`] of its runs.
const SHARED_IN_ALL: usize = 12;
/// A turn with fewer runs may be what everybody says ("Will my honourable friend give way to me?"): so many such turns
/// make a debate, or all that there are.
const SHORT: usize = 6;
const SHORT_TURNS: usize = 3;

/// Refuses a corpus that has what a speaker said in the debate itself.
///
/// # Errors
/// It has, or the library cannot be read.
pub(super) fn check(
    library: &Library,
    persona: &str,
    speaker: &Speaker,
    state: &DebateState,
) -> Result<(), Failure> {
    let turns = state.speeches().filter(|turn| turn.seat == speaker.seat);
    let points = state.points.iter().filter_map(|point| {
        if point.from == speaker.seat {
            Some(point.text.as_str())
        } else if point.to == speaker.seat {
            point.answer()
        } else {
            None
        }
    });
    let said = turns.map(|turn| turn.text.as_str()).chain(points);
    let motion = state.opening.as_ref().map(|opening| &opening.motion.motion);
    let motion = motion.map_or("", String::as_str);
    let mut heard = Heard::new(said, motion);
    if heard.is_empty() {
        return Ok(());
    }
    let mut found = None;
    library.each_passage(persona, &mut |source, text| {
        if heard.is_in(text) {
            found = Some(source.to_owned());
        }
        found.is_none()
    })?;
    found.map_or(Ok(()), |source| {
        Err(Failure::input(format!(
            "the corpus of {persona} holds what {} said in this debate ({source})",
            speaker.card.name,
        ))
        .hint(format!(
            "leave corpora out (--no-corpora), or take that source away: hustings corpus remove {persona}"
        )))
    })
}

/// What somebody said, by its telling runs.
struct Heard {
    /// The turns in which a run stands.
    turns_of: HashMap<u64, Vec<usize>>,
    /// The number of runs of each turn that has any.
    runs: Vec<usize>,
    /// The runs of each turn that any passage so far had.
    shared: Vec<HashSet<u64>>,
    /// The short turns that a passage had.
    short: HashSet<usize>,
}

impl Heard {
    fn new<'a>(said: impl Iterator<Item = &'a str>, motion: &str) -> Self {
        let of_motion = content_words([motion]);
        let is_telling = |run: &[String]| {
            let says = |word: &&String| stems(word).any(|stem| !of_motion.contains(&stem));
            run.iter().filter(says).count() >= TELLING
        };
        let (mut turns_of, mut runs) = (HashMap::<u64, Vec<usize>>::new(), Vec::new());
        for text in said {
            let words = words(text);
            let telling = words.windows(RUN).filter(|run| is_telling(run));
            let telling: HashSet<u64> = telling.map(hashed).collect();
            if telling.is_empty() {
                continue;
            }
            for run in &telling {
                turns_of.entry(*run).or_default().push(runs.len());
            }
            runs.push(telling.len());
        }
        Self {
            turns_of,
            shared: vec![HashSet::new(); runs.len()],
            runs,
            short: HashSet::new(),
        }
    }

    fn is_empty(&self) -> bool {
        self.runs.is_empty()
    }

    /// Whether a passage, with those before it, has what was said.
    fn is_in(&mut self, passage: &str) -> bool {
        let words = words(passage);
        let mut here: HashMap<usize, HashSet<u64>> = HashMap::new();
        for run in words.windows(RUN).map(hashed) {
            for turn in self.turns_of.get(&run).into_iter().flatten() {
                here.entry(*turn).or_default().insert(run);
            }
        }
        for (turn, shared) in here {
            let Some((all, so_far)) = self.runs.get(turn).zip(self.shared.get_mut(turn)) else {
                continue;
            };
            let part = all.div_ceil(PART);
            let is_here = shared.len() >= part.min(SHARED);
            so_far.extend(shared);
            if so_far.len() >= part.max(SHARED_IN_ALL) {
                return true;
            }
            if is_here && *all >= SHORT {
                return true;
            }
            if is_here {
                self.short.insert(turn);
            }
        }
        !self.short.is_empty() && self.short.len() >= SHORT_TURNS.min(self.runs.len())
    }
}

/// The words of a text, in small letters and without whatever is no letter and no digit.
fn words(text: &str) -> Vec<String> {
    let words = text.split(|letter: char| !letter.is_alphanumeric());
    words
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .collect()
}

fn hashed(run: &[String]) -> u64 {
    let mut hash = DefaultHasher::new();
    run.hash(&mut hash);
    hash.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    const SAID: &str = "Coin is no wealth, for what a nation eats and wears was never struck at any mint, and no king has \
        coined a loaf in all the years that there were kings and loaves and mints to strike at.";
    const SHORT: &str = "The baker takes copper because the butcher takes copper tomorrow.";

    fn has(said: &[&str], passages: &[&str]) -> bool {
        let mut heard = Heard::new(said.iter().copied(), "This House would close the mint");
        passages.iter().any(|passage| heard.is_in(passage))
    }

    #[test]
    fn slips_repetitions_and_short_turns_hide_nothing() {
        // A slip in the middle, and one in every twelfth word.
        for every in [usize::MAX, 12] {
            let words: Vec<&str> = SAID.split(' ').collect();
            let middle = words.len() / 2;
            let slipped: Vec<&str> = words
                .iter()
                .enumerate()
                .map(|(at, word)| {
                    if at == middle || at % every == 11 {
                        "er"
                    } else {
                        word
                    }
                })
                .collect();
            assert!(has(&[SAID], &[&slipped.join(" ")]), "{every}");
        }
        assert!(has(
            &[SAID, SHORT],
            &[&format!("He said: {SHORT} And sat down.")]
        ));
        assert!(has(
            &[SHORT],
            &[&SHORT.to_uppercase().replace("because", "since")]
        ));
        // Behind much that sounds like it, and in passages of a few words each.
        let mut passages = vec!["Coin is no wealth, as every nation knows that has a mint."; 50];
        passages.push(SAID);
        assert!(has(&[SAID], &passages));
        assert!(!has(&[SAID], &passages[..50]));
        let pieces: Vec<String> = words(SAID).chunks(9).map(|piece| piece.join(" ")).collect();
        let pieces: Vec<&str> = pieces.iter().map(String::as_str).collect();
        assert!(has(&[SAID], &pieces));
    }

    #[test]
    fn the_same_subject_in_other_words_and_stock_phrases_pass() {
        let said = [
            SAID,
            SHORT,
            "Will my honourable friend give way to me?",
            "This House would close the mint, and I would close the mint.",
        ];
        for passage in [
            "Money is only the wheel that carries goods about. The nation's wealth lies in its yearly bread, cloth and tools, \
             and kings who hoard coin find that loaves cannot be struck at a mint, in all the years that there were kings.",
            "Will my honourable friend give way to me? I shall not.",
            "The motion is that this House would close the mint; the house divided on whether it would close the mint.",
            "",
            "Four words, no more.",
        ] {
            assert!(!has(&said, &[passage]), "{passage}");
        }
        assert!(!has(&["", "Hear, hear!"], &["Hear, hear!"]));
    }
}
