//! Tiny vocabularies, of byte pairs and of pieces with scores, in which every way to cut a text shows.

use super::gguf::{flag, floats, integers, number, text, texts};

/// The ways to cut text that are held to llama.cpp; what files call otherwise is one of them.
pub const CUTS: [&str; 9] = [
    "default",
    "gpt-2",
    "refact",
    "llama-bpe",
    "smaug-bpe",
    "dbrx",
    "qwen2",
    "tekken",
    "gpt-4o",
];

const NORMAL: i32 = 1;
const UNKNOWN: i32 = 2;
const CONTROL: i32 = 3;
const USER_DEFINED: i32 = 4;
const BYTE: i32 = 6;

/// A conversation in the words of models that mark the ends of turns, with a word about thinking.
const TEMPLATE: &str = "{%- if messages[0].role == 'system' -%}{{ '<|im_start|>system\n' + messages[0].content | trim + '<|im_end|>\n' }}\
{%- set rest = messages[1:] -%}{%- else -%}{%- set rest = messages -%}{%- endif -%}\
{%- set ns = namespace(last=rest | length - 1) -%}\
{%- for message in rest -%}{%- if message.role not in ['user', 'assistant'] -%}{{ raise_exception('who is this?') }}{%- endif -%}\
{{ '<|im_start|>' + message.role + '\n' + message.content.strip() + '<|im_end|>' }}\
{%- if not loop.last or add_generation_prompt %}{{ '\n' }}{% endif -%}{%- endfor -%}\
{%- if add_generation_prompt -%}{{ '<|im_start|>assistant\n' }}\
{%- if enable_thinking is defined and enable_thinking is false -%}{{ '<think>\n\n</think>\n\n' }}{%- endif -%}{%- endif -%}";

/// A conversation in the words of models that know no system.
const TURNS: &str = "{{ bos_token }}{% if messages[0]['role'] == 'system' %}{{ raise_exception('no system') }}{% endif %}\
{% for message in messages %}{% if (message['role'] == 'user') != (loop.index0 % 2 == 0) %}{{ raise_exception('by turns') }}{% endif %}\
{% if message['role'] == 'assistant' %}{% set role = 'model' %}{% else %}{% set role = message['role'] %}{% endif %}\
{{ '<start_of_turn>' + role + '\n' + message['content'] | trim + '<end_of_turn>\n' }}{% endfor %}\
{% if add_generation_prompt %}{{ '<start_of_turn>model\n' }}{% endif %}";

/// The words that both know, in the order in which they are put together.
const PARTS: [&str; 40] = [
    "th", "the", "in", "he", "er", "an", "ll", "12", "123", "1234", "45", "!!", "...", "House",
    "Ho", "us", "use", "on", "ing", "mo", "ti", "tion", "motion", "'s", "'S", "'ll", "/\n", "\n\n",
    "  ", "    ", "aB", "Bc", "AB", "ABC", "Éa", "éA", "日本", "$1", "<|", "|>",
];

/// A vocabulary with all that a file says of it.
pub struct TinyWords {
    spelt: Vec<String>,
    kinds: Vec<i32>,
    scores: Option<Vec<f32>>,
    merges: Vec<String>,
    rest: Vec<(&'static str, Vec<u8>)>,
}

impl TinyWords {
    fn new() -> Self {
        Self {
            spelt: Vec::new(),
            kinds: Vec::new(),
            scores: None,
            merges: Vec::new(),
            rest: Vec::new(),
        }
    }

    fn put(&mut self, spelt: &str, kind: i32) {
        if !self.spelt.iter().any(|known| known == spelt) {
            self.spelt.push(spelt.to_owned());
            self.kinds.push(kind);
        }
    }

    pub fn count(&self) -> usize {
        self.spelt.len()
    }

    pub fn id(&self, spelt: &str) -> u32 {
        let at = self.spelt.iter().position(|known| known == spelt);
        u32::try_from(at.unwrap()).unwrap()
    }

    /// What a file says.
    pub fn metadata(&self) -> Vec<(String, Vec<u8>)> {
        let spelt: Vec<&str> = self.spelt.iter().map(String::as_str).collect();
        let merges: Vec<&str> = self.merges.iter().map(String::as_str).collect();
        let mut all = vec![
            ("tokenizer.ggml.tokens", texts(&spelt)),
            ("tokenizer.ggml.token_type", integers(&self.kinds)),
        ];
        if let Some(scores) = &self.scores {
            all.push(("tokenizer.ggml.scores", floats(scores)));
        } else {
            all.push(("tokenizer.ggml.merges", texts(&merges)));
        }
        all.extend(self.rest.clone());
        let owned = all.into_iter();
        owned.map(|(key, value)| (key.to_owned(), value)).collect()
    }
}

/// A byte as byte-pair tokens spell it.
fn letter(byte: u8) -> char {
    let plain = |byte: &u8| matches!(byte, b'!'..=b'~' | 0xa1..=0xac | 0xae..=0xff);
    if plain(&byte) {
        return char::from(byte);
    }
    let before = (0..byte).filter(|byte| !plain(byte)).count();
    char::from_u32(256 + u32::try_from(before).unwrap()).unwrap()
}

/// Byte pairs, cut in this way.
pub fn bytes(cut: &'static str) -> TinyWords {
    let mut words = TinyWords::new();
    for byte in 0..=u8::MAX {
        words.put(&letter(byte).to_string(), NORMAL);
    }
    let spelt = |text: &str| text.bytes().map(letter).collect::<String>();
    for part in PARTS {
        for text in [part.to_owned(), format!(" {part}")] {
            // Letter by letter, each with what there is before it.
            let mut known = String::new();
            for letter in spelt(&text).chars() {
                if !known.is_empty() {
                    let merge = format!("{known} {letter}");
                    if !words.merges.contains(&merge) {
                        words.merges.push(merge);
                    }
                }
                known.push(letter);
                words.put(&known, NORMAL);
            }
        }
    }
    for control in ["<|im_start|>", "<|im_end|>", "<|endoftext|>"] {
        words.put(control, CONTROL);
    }
    words.put("<think>", USER_DEFINED);
    words.put("</think>", USER_DEFINED);
    words.rest = vec![
        ("tokenizer.ggml.model", text("gpt2")),
        ("tokenizer.ggml.pre", text(cut)),
        (
            "tokenizer.ggml.eos_token_id",
            number(words.id("<|im_end|>")),
        ),
        (
            "tokenizer.ggml.bos_token_id",
            number(words.id("<|endoftext|>")),
        ),
        ("tokenizer.chat_template", text(TEMPLATE)),
    ];
    words
}

/// Pieces with scores; `spaced` is whether a blank is put before a text.
pub fn pieces(spaced: bool) -> TinyWords {
    let mut words = TinyWords::new();
    words.put("<unk>", UNKNOWN);
    for control in ["<s>", "</s>", "<start_of_turn>", "<end_of_turn>"] {
        words.put(control, CONTROL);
    }
    for byte in 0..=u8::MAX {
        words.put(&format!("<0x{byte:02X}>"), BYTE);
    }
    let mut scores = vec![0.0; words.count()];
    words.put("<b>", USER_DEFINED);
    words.put("\n\n\n", USER_DEFINED);
    let spelt = |text: &str| text.replace(' ', "\u{2581}");
    for part in PARTS {
        for text in [part.to_owned(), format!(" {part}")] {
            let mut known = String::new();
            for letter in spelt(&text).chars() {
                known.push(letter);
                words.put(&known, NORMAL);
            }
        }
    }
    for letter in ('a'..='z').chain('A'..='Z').chain('0'..='9') {
        words.put(&letter.to_string(), NORMAL);
    }
    // The longer, the better; of the same length the one that came first.
    let rest = words.spelt.iter().enumerate().skip(scores.len());
    scores.extend(rest.map(|(at, spelt)| {
        let length = spelt.chars().count();
        if length == 1 {
            -1000.0
        } else {
            length as f32 * 10.0 - at as f32 / 100.0
        }
    }));
    words.scores = Some(scores);
    words.rest = vec![
        ("tokenizer.ggml.model", text("llama")),
        (
            "tokenizer.ggml.eos_token_id",
            number(words.id("<end_of_turn>")),
        ),
        ("tokenizer.ggml.bos_token_id", number(words.id("<s>"))),
        ("tokenizer.ggml.unknown_token_id", number(words.id("<unk>"))),
        ("tokenizer.ggml.add_space_prefix", flag(spaced)),
        ("tokenizer.chat_template", text(TURNS)),
    ];
    words
}
