//! Names as models are shown them, and as they spell them.

use crate::text::quote;

/// Whether a sign says the contrary of what stands behind it.
fn is_negated(said: &str) -> bool {
    said.trim_start().starts_with(['!', '~']) || said.contains(['¬', '≠', '❌', '✗', '✘'])
}

/// Texts as they stand between the quotation marks that [`quote::quoted`] puts, each told from those before it.
pub(super) fn shown<'a>(texts: impl IntoIterator<Item = &'a str>) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    for text in texts {
        let bare = quote::between_marks(text);
        let mut one = bare.clone();
        let mut number = 1;
        while all.contains(&one) {
            number += 1;
            one = format!("{bare} ({number})");
        }
        all.push(one);
    }
    all
}

/// Names as a model may spell them. Made once for all that is read by it: how they are shown takes each to be held against
/// the others.
pub(super) struct Spelled<'a> {
    names: Vec<&'a str>,
    /// The names as `shape::quoted` shows them.
    shown: Vec<String>,
}

impl<'a> Spelled<'a> {
    pub(super) fn of(names: Vec<&'a str>) -> Self {
        let shown = shown(names.iter().copied());
        Self { names, shown }
    }

    /// The names.
    pub(super) fn names(&self) -> &[&'a str] {
        &self.names
    }

    /// The name that is meant by what was said: that for which `shape::quoted` shows it, or itself, or the only one that looks
    /// the same.
    pub(super) fn meant(&self, said: &str) -> Option<&'a str> {
        let of = |said: &str| self.shown.iter().position(|one| one == said);
        let itself = || self.names.iter().position(|name| *name == said);
        let meant = of(said)
            .or_else(itself)
            .or_else(|| of(&quote::between_marks(said)))
            // A sign of negation is not overlooked as other signs are.
            .or_else(|| {
                if is_negated(said) {
                    return None;
                }
                let said = plain(said);
                let alike = |(at, name): (usize, &&str)| (plain(name) == said).then_some(at);
                let mut alike = self.names.iter().enumerate().filter_map(alike);
                alike.next().filter(|_| alike.next().is_none())
            })?;
        self.names.get(meant).copied()
    }
}

/// A name without its capitals and what joins its words: `keyinsight` of "Key Insight", `key-insight` and `keyInsight`. All
/// of a name in which there is neither a letter nor a digit.
pub(super) fn plain(name: &str) -> String {
    let name = name.trim().to_lowercase();
    let plain: String = name.chars().filter(|c| c.is_alphanumeric()).collect();
    if plain.is_empty() { name } else { plain }
}
