//! The tokens of a model: text to tokens and back, read from the model's own file.

use std::{collections::HashMap, sync::Arc};

use hustings_transformer::{GgufFile, Value};
use llguidance::toktrie::{ApproximateTokEnv, TokEnv, TokRxInfo, TokTrie};
use tokenizers::{
    Tokenizer,
    models::bpe::{BPE, Vocab},
};

use super::{
    cuts::{Cut, cuts},
    embedded_error::EmbeddedError,
    pieces::{BLANK, Pieces},
    specials::{Special, Specials, Stretch},
};

/// Kinds of tokens, in the numbers of the format.
const UNKNOWN: i64 = 2;
const CONTROL: i64 = 3;
const USER_DEFINED: i64 = 4;
const UNUSED: i64 = 5;
const BYTE: i64 = 6;

/// The spellings of tokens that end a turn. Some files have one of them among what is text.
const ENDINGS: [&str; 11] = [
    "<|eot_id|>",
    "<|im_end|>",
    "<|end|>",
    "<end_of_turn>",
    "<|endoftext|>",
    "<|end_of_text|>",
    "<|end_of_role|>",
    "<|eom_id|>",
    "<|return|>",
    "<EOT>",
    "_<EOT>",
];

/// The way in which text that is no special token is taken apart.
enum Splitter {
    /// Pairs of bytes are merged in the order of a list.
    BytePairs(Box<Tokenizer>),
    /// Pieces are merged by their scores.
    Pieces(Pieces),
}

/// The vocabulary of a model: its tokens, and how text is taken apart into them.
pub(super) struct Vocabulary {
    splitter: Splitter,
    specials: Specials,
    /// Whether the spelling of a control token is text like any other.
    literally: bool,
    /// The bytes that each token stands for; nothing for those that are no text.
    bytes: Vec<Vec<u8>>,
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
        let spelt = texts(file, "tokenizer.ggml.tokens")
            .ok_or_else(|| file.damaged("it has no tokenizer"))?;
        let count = count.unwrap_or(spelt.len());
        if spelt.len() > count {
            return Err(file
                .damaged(format!(
                    "it has {} tokens and vectors for {count}",
                    spelt.len()
                ))
                .into());
        }
        let kinds = kinds(file, spelt);
        let is_control: Vec<bool> = kinds
            .iter()
            .map(|kind| matches!(*kind, UNKNOWN | CONTROL | UNUSED))
            .collect();
        let is_pieces = file.text("tokenizer.ggml.model") == Some("llama");
        let bytes = if is_pieces {
            spelt.iter().zip(&kinds).map(bytes_of_piece).collect()
        } else {
            let map = byte_map();
            let bytes = |(text, kind): (&String, &i64)| match *kind {
                UNKNOWN | CONTROL | UNUSED => Vec::new(),
                USER_DEFINED => text.as_bytes().to_vec(),
                _ => text.chars().filter_map(|c| map.get(&c).copied()).collect(),
            };
            spelt.iter().zip(&kinds).map(bytes).collect::<Vec<_>>()
        };
        let id = |key: &str| {
            file.count(key)
                .filter(|&id| id < spelt.len())
                .and_then(|id| u32::try_from(id).ok())
        };
        let last = id("tokenizer.ggml.eos_token_id")
            .ok_or_else(|| file.damaged("it does not say which token ends an answer"))?;
        let grammar = grammar_env(spelt, &bytes, last, count);
        let unknown = id("tokenizer.ggml.unknown_token_id");
        let (splitter, adds_first) = splitter(file, spelt, unknown)?;
        Ok(Self {
            splitter,
            specials: specials(file, spelt, &kinds),
            literally: false,
            bytes,
            is_control,
            first: id("tokenizer.ggml.bos_token_id"),
            last,
            adds_first: file
                .flag("tokenizer.ggml.add_bos_token")
                .unwrap_or(adds_first),
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
        self.literally = true;
    }

    /// The tokens of a text, with nothing put before it.
    pub(super) fn plain(&self, text: &str) -> Result<Vec<u32>, EmbeddedError> {
        let mut tokens = Vec::new();
        let mut is_first = true;
        for stretch in self.specials.split(text, self.literally) {
            match stretch {
                Stretch::Token(id) => tokens.push(id),
                Stretch::Text(text) => match &self.splitter {
                    Splitter::Pieces(pieces) => pieces.encode(text, is_first, &mut tokens),
                    Splitter::BytePairs(tokenizer) => {
                        let encoding = tokenizer
                            .encode(text, false)
                            .map_err(|error| EmbeddedError::Template(error.to_string()))?;
                        tokens.extend_from_slice(encoding.get_ids());
                    }
                },
            }
            is_first = matches!(stretch, Stretch::Token(_));
        }
        Ok(tokens)
    }

    /// A text in which nothing is the spelling of a control token, so that what somebody wrote can neither end
    /// its message nor begin another.
    pub(super) fn defused(&self, text: &str) -> String {
        self.specials.defused(text)
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
            id.and_then(|id| self.specials.spelling(id))
                .unwrap_or_default()
                .to_owned()
        };
        (spelt(self.first), spelt(Some(self.last)))
    }

    /// The tokens as grammars need them.
    pub(super) fn grammar(&self) -> &TokEnv {
        &self.grammar
    }
}

/// A list of texts in the header.
fn texts<'a>(file: &'a GgufFile, key: &str) -> Option<&'a [String]> {
    if let Value::Texts(texts) = file.value(key)? {
        Some(texts)
    } else {
        None
    }
}

/// The kind of each token.
fn kinds(file: &GgufFile, spelt: &[String]) -> Vec<i64> {
    let stated = file.value("tokenizer.ggml.token_type");
    let mut kinds = if let Some(Value::Wholes(kinds)) = stated {
        kinds.clone()
    } else {
        Vec::new()
    };
    kinds.resize(spelt.len(), 1);
    for (kind, spelt) in kinds.iter_mut().zip(spelt) {
        if ENDINGS.contains(&spelt.as_str()) {
            *kind = CONTROL;
        }
    }
    kinds
}

/// The tokens that are found whole.
fn specials(file: &GgufFile, spelt: &[String], kinds: &[i64]) -> Specials {
    let name = file.text("general.name").unwrap_or_default().to_lowercase();
    // In these models' files alone the blanks behind a control token are left out, as they were when they were taught.
    let is_phi = name.contains("phi-3") || name.contains("phi3");
    let keeps_blanks = ["<unk>", "<s>", "<|endoftext|>"];
    let all = spelt.iter().zip(kinds).zip(0..);
    Specials::new(
        all.filter(|((_, kind), _)| matches!(**kind, UNKNOWN | CONTROL | USER_DEFINED))
            .map(|((spelt, kind), id)| Special {
                id,
                is_control: *kind != USER_DEFINED,
                takes_blanks: is_phi && !keeps_blanks.contains(&spelt.as_str()),
                spelt: spelt.clone(),
            }),
    )
}

/// The bytes that a piece stands for.
fn bytes_of_piece((text, kind): (&String, &i64)) -> Vec<u8> {
    let byte = || {
        let digits = text.strip_prefix("<0x")?.strip_suffix('>')?;
        u8::from_str_radix(digits, 16).ok()
    };
    match *kind {
        UNKNOWN | CONTROL | UNUSED => Vec::new(),
        BYTE => byte().into_iter().collect(),
        _ => text.replace(BLANK, " ").into_bytes(),
    }
}

/// The way in which a file takes text apart, and whether a prompt begins with the first token where it does not say.
fn splitter(
    file: &GgufFile,
    spelt: &[String],
    unknown: Option<u32>,
) -> Result<(Splitter, bool), EmbeddedError> {
    let model = file.text("tokenizer.ggml.model").unwrap_or_default();
    match model {
        "llama" => {
            let Some(Value::Numbers(scores)) = file.value("tokenizer.ggml.scores") else {
                return Err(file.damaged("its tokenizer has no scores").into());
            };
            let spaced = file.flag("tokenizer.ggml.add_space_prefix");
            let pieces = Pieces::new(spelt, scores.clone(), unknown, spaced.unwrap_or(true));
            Ok((Splitter::Pieces(pieces), true))
        }
        "gpt2" => {
            let name = file.text("tokenizer.ggml.pre").unwrap_or("default");
            let cut = Cut::of(name).ok_or_else(|| {
                let known: Vec<&str> = cuts().collect();
                file.damaged(format!(
                    "its tokenizer cuts text as \"{name}\" does, which is not known here; these are: {}",
                    known.join(", ")
                ))
            })?;
            let tokenizer = byte_pairs(file, spelt, cut).map_err(|said| file.damaged(said))?;
            Ok((Splitter::BytePairs(Box::new(tokenizer)), cut.is_whole))
        }
        other => Err(file
            .damaged(format!(
                "its tokenizer is of the kind \"{other}\"; \"gpt2\" and \"llama\" are run"
            ))
            .into()),
    }
}

/// The library's tokenizer for byte pairs. What it makes of a file by itself falls back to another way of cutting for names
/// that it does not know, and brings text into a normal form that models of this kind were not given: both would give other
/// tokens than the model has learnt.
fn byte_pairs(file: &GgufFile, spelt: &[String], cut: Cut) -> Result<Tokenizer, String> {
    let merges = texts(file, "tokenizer.ggml.merges").ok_or("its tokenizer has no merges")?;
    let merges = merges.iter().map(|merge| {
        let (left, right) = merge.split_once(' ')?;
        Some((left.to_owned(), right.to_owned()))
    });
    let merges: Option<Vec<(String, String)>> = merges.collect();
    let vocabulary: Vocab = spelt.iter().cloned().zip(0_u32..).collect();
    let pairs = BPE::builder()
        .vocab_and_merges(
            vocabulary,
            merges.ok_or("a merge of its tokenizer is none")?,
        )
        .ignore_merges(cut.is_whole)
        .build()
        .map_err(|error| error.to_string())?;
    let mut tokenizer = Tokenizer::new(pairs);
    tokenizer.with_pre_tokenizer(Some(cut.pre_tokenizer()?));
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
