//! The number of tokens in a text, when no server says it. An estimate, and marked as one where it is kept.

use super::Message;
use crate::debate::event::Usage;

/// The tokens that the frame around one message takes in most chat templates.
const PER_MESSAGE: u64 = 4;

/// The letters of a text that comes piece by piece.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Letters {
    narrow: u64,
    wide: u64,
}

impl Letters {
    pub(super) fn add(&mut self, text: &str) {
        for c in text.chars() {
            if is_wide(c) {
                self.wide += 1;
            } else {
                self.narrow += 1;
            }
        }
    }

    /// About how many tokens they are.
    pub(super) fn tokens(self) -> u64 {
        self.wide + self.narrow.div_ceil(4)
    }
}

/// About how many tokens a text has: four characters each, but one for each ideograph, kana or hangul.
pub fn estimate(text: &str) -> u64 {
    let mut letters = Letters::default();
    letters.add(text);
    letters.tokens()
}

/// About how many tokens a prompt has.
pub fn estimate_prompt(messages: &[Message]) -> u64 {
    messages
        .iter()
        .map(|message| estimate(&message.text) + PER_MESSAGE)
        .sum()
}

/// Our count, for want of the server's.
pub(super) fn estimated(messages: &[Message], written: &str) -> Usage {
    Usage {
        prompt_tokens: estimate_prompt(messages),
        cached_tokens: 0,
        completion_tokens: estimate(written),
        estimated: true,
        ..Usage::default()
    }
}

/// The server's count, with ours in the place of all that it leaves out: what is not counted would be free, and would
/// reach no limit.
pub(super) fn counted(by_server: Option<Usage>, by_us: Usage) -> Usage {
    let Some(said) = by_server else {
        return by_us;
    };
    let or_ours = |said: u64, ours: u64| if said == 0 { ours } else { said };
    let prompt_tokens = or_ours(said.prompt_tokens, by_us.prompt_tokens);
    let completion_tokens = or_ours(said.completion_tokens, by_us.completion_tokens);
    Usage {
        prompt_tokens,
        completion_tokens,
        estimated: said.estimated
            || (prompt_tokens, completion_tokens) != (said.prompt_tokens, said.completion_tokens),
        ..said
    }
}

fn is_wide(c: char) -> bool {
    matches!(c, '\u{1100}'..='\u{11ff}' | '\u{2e80}'..='\u{9fff}' | '\u{ac00}'..='\u{d7af}'
        | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3ffff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_server_leaves_out_of_its_count_is_estimated() {
        let usage = |prompt_tokens, completion_tokens, estimated| Usage {
            prompt_tokens,
            completion_tokens,
            estimated,
            ..Usage::default()
        };
        let ours = usage(30, 7, true);
        for (said, expected) in [
            (None, ours),
            (Some(usage(40, 9, false)), usage(40, 9, false)),
            (Some(usage(40, 0, false)), usage(40, 7, true)),
            (Some(usage(0, 9, false)), usage(30, 9, true)),
        ] {
            assert_eq!(counted(said, ours), expected);
        }
        // Nothing was written.
        let said = usage(40, 0, false);
        assert_eq!(counted(Some(said), usage(30, 0, true)), said);
    }

    #[test]
    fn narrow_letters_share_a_token_and_wide_ones_do_not() {
        assert_eq!(estimate(""), 0);
        assert_eq!(estimate("abcde"), 2);
        assert_eq!(estimate("辩论赛"), 3);
        assert_eq!(estimate("토론 abcd"), 4);
    }
}
