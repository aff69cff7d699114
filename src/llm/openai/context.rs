//! The context of a model, in tokens, as servers tell it: in a member of an answer, and in the words of a refusal.

use serde_json::Value;

/// No model has a smaller context: such a number says something else.
const LEAST_CONTEXT: u32 = 256;
/// Phrases that stand before the largest number of tokens that is taken, where another number may stand nearer to the
/// context.
const LIMITS: [&str; 6] = [
    "limit is",
    "limit of",
    "limit:",
    "maximum of",
    "maximum is",
    "tokens >",
];
/// The most characters behind the word within which a server says how large a context is.
const BESIDE: usize = 40;

/// A context in tokens; a number that no model has says something else.
pub(super) fn tokens(value: &Value) -> Option<u32> {
    let told = u32::try_from(value.as_u64()?).ok()?;
    (told >= LEAST_CONTEXT).then_some(told)
}

/// A number that stands directly behind these words.
fn number_behind(said: &str, word: &str) -> Option<u32> {
    let (_, behind) = said.split_once(word)?;
    let number: String = behind
        .trim_start()
        .chars()
        .take_while(|c| c.is_ascii_digit() || matches!(c, ',' | '_'))
        .filter(char::is_ascii_digit)
        .collect();
    number.parse().ok().filter(|told| *told >= LEAST_CONTEXT)
}

/// The size of a server's context, as the server says it: "maximum context length is 8192 tokens", "the context 8192".
pub(super) fn told_context(detail: &str) -> Option<u32> {
    let said = detail.to_lowercase();
    if let Some(limit) = LIMITS.iter().find_map(|word| number_behind(&said, word)) {
        return Some(limit);
    }
    let mut behind = said.match_indices("context").filter_map(|(at, word)| {
        let beside: String = said.get(at + word.len()..)?.chars().take(BESIDE).collect();
        let digits = beside.trim_start_matches(|c: char| !c.is_ascii_digit());
        let before = beside.strip_suffix(digits).unwrap_or_default();
        if before.ends_with('-') {
            return None;
        }
        let is_in_number = |c: &char| c.is_ascii_digit() || *c == ',' || *c == '_';
        let number: String = digits.chars().take_while(is_in_number).collect();
        let number = number.replace([',', '_'], "");
        number.parse().ok().filter(|told| *told >= LEAST_CONTEXT)
    });
    behind.next()
}
