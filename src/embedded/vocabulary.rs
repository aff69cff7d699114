//! The tokens of a model: text to tokens and back, read from the model's own file.

use std::{collections::HashMap, sync::Arc};

use candle_core::quantized::{gguf_file::Value, tokenizer::TokenizerFromGguf};
use hustings_transformer::GgufFile;
use llguidance::toktrie::{ApproximateTokEnv, TokEnv, TokRxInfo, TokTrie};
use tokenizers::{
    Tokenizer,
    normalizers::NormalizerWrapper,
    pre_tokenizers::{
        PreTokenizerWrapper, byte_level::ByteLevel, digits::Digits, sequence::Sequence,
        split::Split, split::SplitPattern,
    },
    tokenizer::SplitDelimiterBehavior,
};

use super::embedded_error::EmbeddedError;

/// The pattern of llama 3, by which text is cut before its pieces are merged.
const LLAMA_3: &str = r"(?:'[sS]|'[tT]|'[rR][eE]|'[vV][eE]|'[mM]|'[lL][lL]|'[dD])|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+";
/// The pattern of qwen 2, which takes digits one by one.
const QWEN_2: &str = r"(?:'[sS]|'[tT]|'[rR][eE]|'[vV][eE]|'[mM]|'[lL][lL]|'[dD])|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+";

/// Kinds of tokens, in the numbers of the format.
const CONTROL: i64 = 3;
const USER_DEFINED: i64 = 4;
const UNUSED: i64 = 5;

/// The vocabulary of a model: its tokens, and how text is taken apart into them.
pub(super) struct Vocabulary {
    tokenizer: Tokenizer,
    /// The bytes that each token stands for; nothing for those that are no text.
    bytes: Vec<Vec<u8>>,
    /// The tokens that are no text, by their spelling.
    control: HashMap<String, u32>,
    is_control: Vec<bool>,
    first: Option<u32>,
    last: u32,
    adds_first: bool,
    grammar: TokEnv,
}

impl Vocabulary {
    /// Reads the tokens of a file.
    /// `count` is how many the network knows.
    pub(super) fn load(file: &GgufFile, count: Option<usize>) -> Result<Self, EmbeddedError> {
        let spelt = spellings(file)?;
        let count = count.unwrap_or(spelt.len());
        if spelt.len() > count {
            return Err(file
                .damaged(format!(
                    "it has {} tokens and vectors for {count}",
                    spelt.len()
                ))
                .into());
        }
        let kinds = kinds(file, spelt.len());
        let is_control: Vec<bool> = kinds
            .iter()
            .map(|kind| matches!(*kind, CONTROL | UNUSED))
            .collect();
        let map = byte_map();
        let mut bytes = Vec::with_capacity(spelt.len());
        for ((text, kind), control) in spelt.iter().zip(&kinds).zip(&is_control) {
            bytes.push(match (*control, *kind) {
                (true, _) => Vec::new(),
                (false, USER_DEFINED) => text.as_bytes().to_vec(),
                (false, _) => text.chars().filter_map(|c| map.get(&c).copied()).collect(),
            });
        }
        let control = spelt
            .iter()
            .zip(&is_control)
            .zip(0_u32..)
            .filter(|((_, control), _)| **control)
            .map(|((text, _), id)| (text.clone(), id))
            .collect();
        let id = |key: &str| {
            file.count(key)
                .filter(|&id| id < spelt.len())
                .and_then(|id| u32::try_from(id).ok())
        };
        let last = id("tokenizer.ggml.eos_token_id")
            .ok_or_else(|| file.damaged("it does not say which token ends an answer"))?;
        let grammar = grammar_env(&spelt, &bytes, last, count);
        Ok(Self {
            tokenizer: tokenizer(file)?,
            bytes,
            control,
            is_control,
            first: id("tokenizer.ggml.bos_token_id"),
            last,
            adds_first: matches!(
                file.header().metadata.get("tokenizer.ggml.add_bos_token"),
                Some(Value::Bool(true))
            ),
            grammar,
        })
    }

    /// The tokens of a prompt. The spellings of control tokens count as such: see [`Self::defused`].
    pub(super) fn encode(&self, text: &str) -> Result<Vec<u32>, EmbeddedError> {
        let mut tokens = self.plain(text)?;
        if let Some(first) = self.first.filter(|_| self.adds_first)
            && tokens.first() != Some(&first)
        {
            tokens.insert(0, first);
        }
        Ok(tokens)
    }

    /// From now on the spelling of a control token is text like any other.
    pub(super) fn take_literally(&mut self) {
        self.tokenizer.set_encode_special_tokens(true);
    }

    /// The tokens of a text, with nothing put before it.
    pub(super) fn plain(&self, text: &str) -> Result<Vec<u32>, EmbeddedError> {
        self.tokenizer
            .encode(text, false)
            .map(|encoding| encoding.get_ids().to_vec())
            .map_err(|error| EmbeddedError::Template(error.to_string()))
    }

    /// A text in which nothing is the spelling of a control token, so that what somebody wrote can neither end
    /// its message nor begin another.
    pub(super) fn defused(&self, text: &str) -> String {
        let mut text = text.to_owned();
        if !text.contains('<') && !text.contains('[') {
            return text;
        }
        for spelling in self.control.keys() {
            let mut letters = spelling.chars();
            if let Some(letter) = letters.next()
                && text.contains(spelling.as_str())
            {
                text = text.replace(spelling.as_str(), &format!("{letter} {}", letters.as_str()));
            }
        }
        text
    }

    /// The text of a token.
    pub(super) fn bytes(&self, token: u32) -> &[u8] {
        self.bytes.get(token as usize).map_or(&[], Vec::as_slice)
    }

    /// Whether a token is no text but ends the answer.
    pub(super) fn ends(&self, token: u32) -> bool {
        token == self.last || self.is_control.get(token as usize).copied().unwrap_or(true)
    }

    /// The spelling of the tokens that stand at the beginning and the end, for templates.
    pub(super) fn edges(&self) -> (String, String) {
        let spelt = |id: Option<u32>| {
            id.and_then(|id| self.control.iter().find(|&(_, &one)| one == id))
                .map_or_else(String::new, |(text, _)| text.clone())
        };
        (spelt(self.first), spelt(Some(self.last)))
    }

    /// The tokens as grammars need them.
    pub(super) fn grammar(&self) -> &TokEnv {
        &self.grammar
    }
}

fn spellings(file: &GgufFile) -> Result<Vec<String>, EmbeddedError> {
    let missing = || EmbeddedError::from(file.damaged("it has no tokenizer"));
    let list = file
        .header()
        .metadata
        .get("tokenizer.ggml.tokens")
        .ok_or_else(missing)?;
    list.to_vec()
        .map_err(|_| missing())?
        .iter()
        .map(|one| {
            let Value::String(text) = one else {
                return Err(missing());
            };
            Ok(text.clone())
        })
        .collect()
}

fn kinds(file: &GgufFile, count: usize) -> Vec<i64> {
    let mut kinds: Vec<i64> = match file.header().metadata.get("tokenizer.ggml.token_type") {
        Some(Value::Array(list)) => list
            .iter()
            .map(|one| {
                if let Value::I32(kind) = *one {
                    i64::from(kind)
                } else if let Value::U32(kind) = *one {
                    i64::from(kind)
                } else {
                    1
                }
            })
            .collect(),
        _ => Vec::new(),
    };
    kinds.resize(count, 1);
    kinds
}

/// The library's tokenizer, with the way to cut text that the file names. The library falls back to another one
/// for names that it does not know, and brings text into a normal form that models of this kind were not
/// given: both would give other tokens than the model has learnt.
fn tokenizer(file: &GgufFile) -> Result<Tokenizer, EmbeddedError> {
    let mut tokenizer = Tokenizer::from_gguf(file.header())
        .map_err(|error| file.damaged(EmbeddedError::from(error).to_string()))?;
    let bytes = || ByteLevel::new(false, true, false);
    let patterned = |pattern: &str| {
        let split = Split::new(
            SplitPattern::Regex(pattern.to_owned()),
            SplitDelimiterBehavior::Isolated,
            false,
        );
        let split = split.map_err(|error| file.damaged(error.to_string()))?;
        let bytes = ByteLevel::new(false, true, false);
        Ok::<_, EmbeddedError>(Sequence::new(vec![split.into(), bytes.into()]).into())
    };
    let cut: PreTokenizerWrapper = match file.text("tokenizer.ggml.pre").unwrap_or("default") {
        "qwen2" | "deepseek-r1-qwen" => patterned(QWEN_2)?,
        "llama-bpe" | "llama3" | "llama-v3" | "smaug-bpe" => patterned(LLAMA_3)?,
        "smollm" | "starcoder" | "refact" | "command-r" | "codeshell" => {
            let gpt2 = ByteLevel::new(false, true, true);
            Sequence::new(vec![Digits::new(true).into(), gpt2.into()]).into()
        }
        "default" | "gpt-2" | "phi-2" => ByteLevel::new(false, true, true).into(),
        other => {
            return Err(file
                .damaged(format!(
                    "its tokenizer cuts text as \"{other}\" does, which is not known here"
                ))
                .into());
        }
    };
    tokenizer.with_pre_tokenizer(Some(cut));
    tokenizer
        .with_normalizer(None::<NormalizerWrapper>)
        .map_err(|error| file.damaged(error.to_string()))?;
    tokenizer.with_post_processor(Some(bytes()));
    Ok(tokenizer)
}

/// Byte-pair tokens are spelt in letters that stand for bytes; this says which for which. (Radford et al.'s
/// `bytes_to_unicode`: printable bytes stand for themselves, the others follow from 256 on.)
fn byte_map() -> HashMap<char, u8> {
    let mut next = 256_u32;
    let mut map = HashMap::new();
    for byte in 0..=u8::MAX {
        let itself = matches!(byte, b'!'..=b'~' | 0xa1..=0xac | 0xae..=0xff);
        let letter = if itself {
            u32::from(byte)
        } else {
            next += 1;
            next - 1
        };
        map.extend(char::from_u32(letter).map(|letter| (letter, byte)));
    }
    map
}

/// The trie over all tokens that grammars are matched with. Control tokens are marked as such by a first byte
/// that no text has.
fn grammar_env(spelt: &[String], bytes: &[Vec<u8>], last: u32, count: usize) -> TokEnv {
    let mut words: Vec<Vec<u8>> = spelt
        .iter()
        .zip(bytes)
        .map(|(text, bytes)| {
            if bytes.is_empty() {
                let mut word = vec![TokTrie::SPECIAL_TOKEN_MARKER];
                word.extend_from_slice(text.as_bytes());
                word
            } else {
                bytes.clone()
            }
        })
        .collect();
    words.resize(count, vec![TokTrie::SPECIAL_TOKEN_MARKER, b'-']);
    let info = TokRxInfo::new(words.len() as u32, last);
    Arc::new(ApproximateTokEnv::new(TokTrie::from(&info, &words)))
}
