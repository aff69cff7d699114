//! The ways in which byte-pair tokenizers cut a text before its pieces are merged, by the names that files give them in
//! `tokenizer.ggml.pre`. What is held to llama.cpp is cut by its patterns.

use tokenizers::{
    pre_tokenizers::{
        PreTokenizerWrapper, byte_level::ByteLevel, sequence::Sequence, split::Split,
        split::SplitPattern,
    },
    tokenizer::SplitDelimiterBehavior,
};

/// English endings, words, numbers, marks and blanks.
const GPT_2: &str = r"'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)";
/// Numbers by three digits, and ends of lines by themselves.
const LLAMA_3: &str = r"(?:'[sS]|'[tT]|'[rR][eE]|'[vV][eE]|'[mM]|'[lL][lL]|'[dD])|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+";
/// The same with digits one by one.
const QWEN_2: &str = r"(?:'[sS]|'[tT]|'[rR][eE]|'[vV][eE]|'[mM]|'[lL][lL]|'[dD])|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+";
/// Words are cut where a capital follows a small letter.
const TEKKEN: &str = r"[^\r\n\p{L}\p{N}]?((?=[\p{L}])([^a-z]))*((?=[\p{L}])([^A-Z]))+|[^\r\n\p{L}\p{N}]?((?=[\p{L}])([^a-z]))+((?=[\p{L}])([^A-Z]))*|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+";
/// The same with English endings at words, and numbers by three digits.
const GPT_4O: &str = r"[^\r\n\p{L}\p{N}]?((?=[\p{L}])([^a-z]))*((?=[\p{L}])([^A-Z]))+(?:'[sS]|'[tT]|'[rR][eE]|'[vV][eE]|'[mM]|'[lL][lL]|'[dD])?|[^\r\n\p{L}\p{N}]?((?=[\p{L}])([^a-z]))+((?=[\p{L}])([^A-Z]))*(?:'[sS]|'[tT]|'[rR][eE]|'[vV][eE]|'[mM]|'[lL][lL]|'[dD])?|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+";

/// A way to cut text.
#[derive(Debug, Clone, Copy)]
pub(super) struct Cut {
    names: &'static [&'static str],
    /// One after the other; what each finds, and what lies between, is a piece for the next.
    patterns: &'static [&'static str],
    /// Whether a piece that is a token is not taken apart first, and a prompt begins with the first token unless the
    /// file says otherwise.
    pub(super) is_whole: bool,
}

const CUTS: [Cut; 8] = [
    Cut {
        names: &["default"],
        patterns: &[r"[\p{P}\$\+<=>\^~\|]+", GPT_2, r"\p{N}+", "[0-9][0-9][0-9]"],
        is_whole: false,
    },
    Cut {
        names: &["gpt-2", "phi-2", "olmo", "mpt"],
        patterns: &[GPT_2],
        is_whole: false,
    },
    Cut {
        names: &[
            "smollm",
            "starcoder",
            "refact",
            "command-r",
            "codeshell",
            "exaone",
        ],
        patterns: &[r"\p{N}", GPT_2],
        is_whole: false,
    },
    Cut {
        names: &["llama-bpe", "llama3", "llama-v3", "falcon3", "pixtral"],
        patterns: &[LLAMA_3],
        is_whole: true,
    },
    Cut {
        names: &["dbrx", "smaug-bpe"],
        patterns: &[LLAMA_3],
        is_whole: false,
    },
    Cut {
        names: &["qwen2", "deepseek-r1-qwen", "stablelm2"],
        patterns: &[QWEN_2],
        is_whole: false,
    },
    Cut {
        names: &["tekken"],
        patterns: &[TEKKEN],
        is_whole: true,
    },
    Cut {
        names: &["gpt-4o"],
        patterns: &[GPT_4O],
        is_whole: false,
    },
];

/// The names of the ways that are known.
pub fn cuts() -> impl Iterator<Item = &'static str> {
    CUTS.iter().flat_map(|cut| cut.names).copied()
}

impl Cut {
    /// The way of that name.
    pub(super) fn of(name: &str) -> Option<Self> {
        CUTS.into_iter().find(|cut| cut.names.contains(&name))
    }

    /// The same for the library.
    ///
    /// # Errors
    /// What the library says of a pattern.
    pub(super) fn pre_tokenizer(self) -> Result<PreTokenizerWrapper, String> {
        let mut steps = Vec::new();
        for pattern in self.patterns {
            let split = Split::new(
                SplitPattern::Regex((*pattern).to_owned()),
                SplitDelimiterBehavior::Isolated,
                false,
            );
            steps.push(split.map_err(|error| error.to_string())?.into());
        }
        steps.push(ByteLevel::new(false, true, false).into());
        Ok(Sequence::new(steps).into())
    }
}
