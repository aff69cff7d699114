//! General models that can be recommended, by the memory that there is. Sizes are those of their usual files, as their pages
//! give them.

use serde::Serialize;

use super::{memory::memory_needed, store::Store};

/// A model that can be recommended.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Recommended {
    /// The name by which it is fetched.
    pub name: &'static str,
    /// The number of its weights, in thousands of millions.
    pub billions: f32,
    /// The size of its file, in bytes, to two figures or so.
    pub bytes: u64,
    /// The licence, as whoever made it publishes it.
    pub licence: &'static str,
    /// Whether whole debates have been held with it here.
    pub is_tried: bool,
}

const fn one(
    name: &'static str,
    billions: f32,
    megabytes: u64,
    licence: &'static str,
) -> Recommended {
    Recommended {
        name,
        billions,
        bytes: megabytes * 1_000_000,
        licence,
        is_tried: false,
    }
}

/// From the smallest to the largest.
pub const RECOMMENDED: [Recommended; 11] = [
    one(
        "hf:Qwen/Qwen2.5-0.5B-Instruct-GGUF:Q4_K_M",
        0.5,
        490,
        "Apache-2.0",
    ),
    one(
        "hf:bartowski/Llama-3.2-1B-Instruct-GGUF:Q4_K_M",
        1.2,
        810,
        "Llama 3.2",
    ),
    Recommended {
        is_tried: true,
        ..one("qwen2.5-coder-1.5b", 1.5, 1_120, "Apache-2.0")
    },
    one(
        "hf:Qwen/Qwen2.5-1.5B-Instruct-GGUF:Q4_K_M",
        1.5,
        1_120,
        "Apache-2.0",
    ),
    one(
        "hf:ggml-org/SmolLM3-3B-GGUF:Q4_K_M",
        3.1,
        1_920,
        "Apache-2.0",
    ),
    one(
        "hf:bartowski/Llama-3.2-3B-Instruct-GGUF:Q4_K_M",
        3.2,
        2_020,
        "Llama 3.2",
    ),
    one(
        "hf:bartowski/google_gemma-3-4b-it-GGUF:Q4_K_M",
        3.9,
        2_490,
        "Gemma",
    ),
    one("hf:Qwen/Qwen3-4B-GGUF:Q4_K_M", 4.0, 2_500, "Apache-2.0"),
    one(
        "hf:bartowski/Mistral-7B-Instruct-v0.3-GGUF:Q4_K_M",
        7.2,
        4_370,
        "Apache-2.0",
    ),
    one(
        "hf:bartowski/Qwen2.5-7B-Instruct-GGUF:Q4_K_M",
        7.6,
        4_680,
        "Apache-2.0",
    ),
    one("hf:Qwen/Qwen3-8B-GGUF:Q4_K_M", 8.2, 5_030, "Apache-2.0"),
];

/// How a model suits the memory of a machine.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum MemoryFit {
    /// It can be run now.
    Now,
    /// It could be run if other programs gave memory back.
    Later,
    /// It is too large.
    Never,
    /// What memory there is is not known.
    Unknown,
}

impl Recommended {
    /// The memory that it needs when it runs, in bytes.
    pub fn memory(&self) -> u64 {
        memory_needed(self.bytes)
    }

    /// How it suits the memory of this machine.
    pub fn fit(&self, store: &Store) -> MemoryFit {
        match (store.memory(), store.free_memory()) {
            (_, Some(free)) if self.memory() <= free => MemoryFit::Now,
            (Some(all), _) if self.memory() > all => MemoryFit::Never,
            (Some(_), Some(_)) => MemoryFit::Later,
            (None, _) | (_, None) => MemoryFit::Unknown,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::{Catalogue, HubReference, config::Dirs};

    #[test]
    fn each_can_be_asked_for_and_what_is_too_large_is_known() {
        let dirs = Dirs::under(Path::new("/nonexistent"));
        let list = Catalogue::load(&dirs).unwrap();
        for one in RECOMMENDED {
            let on_hub = HubReference::of(one.name).is_some_and(|name| name.is_ok());
            assert!(on_hub || list.find(one.name).is_ok(), "{}", one.name);
        }
        assert!(RECOMMENDED.is_sorted_by_key(|one| one.bytes));
        let store = Store::new(&dirs).with_memory(4_000_000_000);
        let fits = RECOMMENDED
            .iter()
            .filter(|one| one.fit(&store) == MemoryFit::Now);
        assert_eq!(fits.count(), 6);
        let largest = RECOMMENDED.last().unwrap();
        assert_eq!(largest.fit(&store), MemoryFit::Never);
    }
}
