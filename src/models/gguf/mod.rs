//! Whether a file can be run: what is in a GGUF file, read with care, and judged.

mod error;
mod kinds;
mod looks;
mod walk;

use std::{collections::BTreeSet, path::Path};

pub use error::FileError;
pub(super) use kinds::{Kind, Q8_0};
use walk::{Header, Metadata, SPLIT_COUNT, Value, Wrong};
pub(super) use walk::{Layout, Tensor};

use crate::{
    files::{self, NotRead},
    text::first_words,
};

/// The families that are run.
pub const FAMILIES: [&str; 9] = [
    "llama", "qwen2", "qwen3", "gemma2", "gemma3", "phi3", "smollm3", "granite", "olmo2",
];
/// The kinds of tokenizers that are run: byte pairs, and pieces with scores.
const TOKENIZERS: [&str; 2] = [BYTE_PAIRS, "llama"];
const BYTE_PAIRS: &str = "gpt2";
/// The ways to cut a text before byte pairs are merged that are known.
pub const CUTS: [&str; 23] = [
    "default",
    "gpt-2",
    "phi-2",
    "olmo",
    "mpt",
    "smollm",
    "starcoder",
    "refact",
    "command-r",
    "codeshell",
    "exaone",
    "llama-bpe",
    "llama3",
    "llama-v3",
    "falcon3",
    "pixtral",
    "dbrx",
    "smaug-bpe",
    "qwen2",
    "deepseek-r1-qwen",
    "stablelm2",
    "tekken",
    "gpt-4o",
];

/// The facts about a model that its file states.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Facts {
    /// The family, such as `qwen2`.
    pub architecture: String,
    /// The name that its maker gave it.
    pub name: Option<String>,
    /// The tokens that it was made for.
    pub context: Option<u32>,
    /// The number of layers.
    pub layers: Option<u32>,
    /// The size of the file.
    pub file_bytes: u64,
    /// The number of tensors.
    pub tensors: usize,
    /// The number of numbers in all tensors.
    pub parameters: u64,
    /// The kinds that the tensors are kept as.
    pub quantisations: BTreeSet<&'static str>,
    /// Whether there is a vocabulary.
    pub has_tokenizer: bool,
    /// The kind of tokenizer.
    pub tokenizer_model: Option<String>,
    /// The way in which the tokenizer cuts a text before it looks for words.
    pub tokenizer_pre: Option<String>,
    /// Whether it says how a conversation is written down.
    pub has_template: bool,
}

impl Facts {
    /// The memory that the model needs when it runs, in bytes, as far as it can be known before.
    pub fn memory(&self) -> u64 {
        super::memory::memory_needed(self.file_bytes)
    }

    /// Whether the way is known in which its tokenizer cuts a text.
    fn is_cut_as_known(&self) -> bool {
        let cut = self.tokenizer_pre.as_deref();
        cut.is_none_or(|cut| CUTS.contains(&cut))
    }

    fn count(&mut self, layout: &Layout) {
        for tensor in &layout.tensors {
            self.tensors += 1;
            self.parameters = self.parameters.saturating_add(tensor.numbers);
            self.quantisations.insert(tensor.kind.name);
        }
    }
}

/// The facts about a model that its file states, if the file is one that can be run here.
///
/// # Errors
/// Why it cannot be run, each with what to do next.
pub fn check(path: &Path) -> Result<Facts, FileError> {
    let (header, file_bytes) = header(path)?;
    let mut facts = facts(&header.metadata, file_bytes, path)?;
    judge_family(&header.metadata, &facts, path)?;
    let layout = header.placed().map_err(|wrong| said(wrong, path))?;
    facts.count(&layout);
    judge(&facts, path)?;
    Ok(facts)
}

/// Whether there is enough memory for a model, where the memory is known.
///
/// # Errors
/// There is not.
pub(crate) fn check_memory(path: &Path, facts: &Facts, free: Option<u64>) -> Result<(), FileError> {
    match free {
        Some(free) if free < facts.memory() => Err(FileError::Memory {
            path: path.to_owned(),
            needed: facts.memory(),
            free,
        }),
        _ => Ok(()),
    }
}

/// The layout of a file.
pub(super) fn layout(path: &Path) -> Result<Layout, FileError> {
    let (header, _) = header(path)?;
    header.placed().map_err(|wrong| said(wrong, path))
}

fn header(path: &Path) -> Result<(Header, u64), FileError> {
    let unreadable = |error| FileError::Unreadable {
        path: path.to_owned(),
        error,
    };
    let (file, length) = files::open(path).map_err(|error| {
        if let NotRead::Folder | NotRead::Special(_) = error {
            FileError::NotGguf {
                path: path.to_owned(),
                looks: "it is not even a regular file",
            }
        } else {
            unreadable(error.into_io())
        }
    })?;
    let header = walk::walk(file, length).map_err(|wrong| said(wrong, path))?;
    Ok((header, length))
}

fn said(wrong: Wrong, path: &Path) -> FileError {
    let path = path.to_owned();
    match wrong {
        Wrong::NotGguf(head) => FileError::NotGguf {
            path,
            looks: looks::of(&head),
        },
        Wrong::Version(why) => FileError::Version { path, why },
        Wrong::CutOff(missing) => FileError::CutOff { path, missing },
        Wrong::Damaged(why) => FileError::Damaged { path, why },
        Wrong::TensorType { tensor, kind } => FileError::TensorType { path, tensor, kind },
        Wrong::Unreadable(error) => FileError::Unreadable { path, error },
    }
}

fn facts(metadata: &Metadata, file_bytes: u64, path: &Path) -> Result<Facts, FileError> {
    let text = |key: &str| match metadata.get(key) {
        Some(Value::Text(text)) if !text.is_empty() => Some(text.clone()),
        _ => None,
    };
    let Some(architecture) = text("general.architecture") else {
        return Err(FileError::Damaged {
            path: path.to_owned(),
            why: "it does not say which family its model is of".to_owned(),
        });
    };
    let number = |key: &str| match metadata.get(&format!("{architecture}.{key}")) {
        Some(Value::Number(number)) => u32::try_from(*number).ok(),
        _ => None,
    };
    let list = |key: &str| matches!(metadata.get(key), Some(Value::List(count)) if *count > 0);
    Ok(Facts {
        name: text("general.name"),
        context: number("context_length"),
        layers: number("block_count"),
        file_bytes,
        tensors: 0,
        parameters: 0,
        quantisations: BTreeSet::new(),
        has_tokenizer: list("tokenizer.ggml.tokens"),
        tokenizer_model: text("tokenizer.ggml.model"),
        tokenizer_pre: text("tokenizer.ggml.pre"),
        has_template: text("tokenizer.chat_template").is_some(),
        architecture,
    })
}

/// Refuses a file for what is wrong whatever its tensors are like.
fn judge_family(metadata: &Metadata, facts: &Facts, path: &Path) -> Result<(), FileError> {
    let path = path.to_owned();
    if let Some(Value::Number(parts @ 2..)) = metadata.get(SPLIT_COUNT) {
        return Err(FileError::Split {
            path,
            parts: *parts,
        });
    }
    if !FAMILIES.contains(&facts.architecture.as_str()) {
        let family = first_words(&facts.architecture, 4);
        return Err(FileError::Family { path, family });
    }
    Ok(())
}

fn judge(facts: &Facts, path: &Path) -> Result<(), FileError> {
    let path = path.to_owned();
    if facts.tensors == 0 {
        return Err(FileError::NoWeights { path });
    }
    match &facts.tokenizer_model {
        Some(kind) if !TOKENIZERS.contains(&kind.as_str()) => Err(FileError::Tokenizer {
            path,
            kind: first_words(kind, 4),
        }),
        Some(kind) if kind == BYTE_PAIRS && !facts.is_cut_as_known() => Err(FileError::Cut {
            path,
            cut: first_words(facts.tokenizer_pre.as_deref().unwrap_or_default(), 4),
        }),
        Some(_) if facts.has_tokenizer => {
            if facts.has_template {
                Ok(())
            } else {
                Err(FileError::NoTemplate { path })
            }
        }
        _ => Err(FileError::NoTokenizer { path }),
    }
}

#[cfg(test)]
mod tests;
