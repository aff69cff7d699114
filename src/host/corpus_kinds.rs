//! The kinds of text that corpora have: what a search is to be kept to has to be somewhere, or a search that finds
//! nothing looks as if nothing fitted.

use std::collections::BTreeSet;

use crate::{
    catalog::nearest,
    corpus::Library,
    error::Failure,
    text::{content::content_words, listed, shown::given},
};

/// Refuses a kind that no source is of: of one persona's corpus, or of all.
///
/// # Errors
/// As said, with the kinds that there are; or the corpora cannot be read.
pub fn check_kind(library: &Library, persona: Option<&str>, kind: &str) -> Result<(), Failure> {
    let personas: Vec<String> = if let Some(persona) = persona {
        vec![persona.to_owned()]
    } else {
        let all = library.summaries()?.into_iter();
        all.map(|one| one.persona).collect()
    };
    let mut kinds: BTreeSet<String> = BTreeSet::new();
    for persona in &personas {
        // Who has no corpus is told of by the search itself.
        if library.passages_of(persona)? > 0 {
            let sources = library.sources(persona)?.into_iter();
            kinds.extend(sources.map(|source| source.source_type));
        }
    }
    if kinds.is_empty() || kinds.iter().any(|known| is_same(known, kind)) {
        return Ok(());
    }
    let near = nearest::nearest(kind, kinds.iter().map(String::as_str));
    let kinds: Vec<String> = kinds.iter().map(|kind| given(kind)).collect();
    let hint = match near.first() {
        Some(near) => format!("did you mean `{}`?", given(near)),
        None => format!("there are {}", listed(&kinds)),
    };
    Err(Failure::input(format!("no text is of the kind `{}`", given(kind))).hint(hint))
}

/// Whether two words name the same kind; neither case nor a plural counts.
fn is_same(one: &str, other: &str) -> bool {
    let (stems, others) = (content_words([one]), content_words([other]));
    one.trim().eq_ignore_ascii_case(other.trim()) || (!stems.is_empty() && stems == others)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neither_case_nor_a_plural_makes_another_kind() {
        assert!(is_same("speech", "Speeches") && is_same("book", " BOOK "));
        assert!(!is_same("speech", "letter") && !is_same("ms", "qt"));
    }
}
