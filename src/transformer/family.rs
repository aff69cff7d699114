//! The families of models that are run, and what tells one from another. What they share is in `layer` and in
//! the network; a family is the row of a table. (What each says of itself: Touvron et al., "LLaMA", 2023; Yang et al.,
//! "Qwen2" and "Qwen3 Technical Report", 2024 and 2025; Gemma Team, "Gemma 2" and "Gemma 3 Technical Report", 2024 and
//! 2025; Abdin et al., "Phi-3 Technical Report", 2024; OLMo Team, "2 OLMo 2 Furious", 2024; the models' own pages.)

/// The numbers of a head that are turned together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Pairs {
    /// Each with its neighbour.
    Neighbours,
    /// Each with the one half of what is turned away.
    Halves,
}

/// The place of a layer's norms.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum NormPlace {
    /// Before attention and before the feed-forward part.
    Before,
    /// Before and after each of them.
    Around,
    /// Only after each of them.
    After,
}

/// What of questions and keys is brought to the same length before it is turned.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum HeadNorm {
    /// Nothing.
    None,
    /// Each head by itself.
    EachHead,
    /// All heads of a row together.
    WholeRow,
}

/// The function of the gates in the feed-forward part.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Gate {
    /// Times the sigmoid of itself.
    Silu,
    /// Times the normal distribution's share below itself, by the hyperbolic tangent.
    Gelu,
}

/// The layers that see only the latest tokens.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Windows {
    /// None of them, whatever the file says.
    None,
    /// All but every nth, where the file has a window; `base` is the base of their turns, unless it is that of the
    /// others, and where `plain`, they are not scaled.
    AllBut {
        every: usize,
        usual: Option<usize>,
        base: Option<f64>,
        plain: bool,
    },
}

/// What tells a family from the others.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Family {
    /// What files call it, in `general.architecture`.
    pub(crate) name: &'static str,
    pub(crate) pairs: Pairs,
    pub(crate) norms: NormPlace,
    pub(crate) head_norm: HeadNorm,
    pub(crate) gate: Gate,
    pub(crate) windows: Windows,
    /// Every nth layer does not know positions.
    pub(crate) unturned: Option<usize>,
    /// Whether questions, keys and values are one matrix, and gates with what they let through another.
    pub(crate) fused: bool,
    /// Whether vectors of tokens are multiplied by the root of their length.
    pub(crate) scaled_embedding: bool,
    /// Whether the file has multipliers of its own for vectors, sums, attention and scores.
    pub(crate) multipliers: bool,
    /// The bound of attention where the file states none; without one there is no bound.
    pub(crate) cap: Option<f64>,
    /// The bound of the scores of tokens where the file states none.
    pub(crate) score_cap: Option<f64>,
    /// The number of layers of the one member whose attention is scaled by the width of the network instead of a head's.
    pub(crate) scaled_by_network: Option<usize>,
}

const LLAMA: Family = Family {
    name: "llama",
    pairs: Pairs::Neighbours,
    norms: NormPlace::Before,
    head_norm: HeadNorm::None,
    gate: Gate::Silu,
    windows: Windows::None,
    unturned: None,
    fused: false,
    scaled_embedding: false,
    multipliers: false,
    cap: None,
    score_cap: None,
    scaled_by_network: None,
};

const GEMMA_2: Family = Family {
    name: "gemma2",
    pairs: Pairs::Halves,
    norms: NormPlace::Around,
    gate: Gate::Gelu,
    windows: Windows::AllBut {
        every: 2,
        usual: Some(4096),
        base: None,
        plain: false,
    },
    scaled_embedding: true,
    cap: Some(50.0),
    score_cap: Some(30.0),
    scaled_by_network: Some(46),
    ..LLAMA
};

/// All families, in the order in which they are told.
const FAMILIES: [Family; 9] = [
    LLAMA,
    Family {
        name: "qwen2",
        pairs: Pairs::Halves,
        ..LLAMA
    },
    Family {
        name: "qwen3",
        pairs: Pairs::Halves,
        head_norm: HeadNorm::EachHead,
        ..LLAMA
    },
    GEMMA_2,
    Family {
        name: "gemma3",
        head_norm: HeadNorm::EachHead,
        windows: Windows::AllBut {
            every: 6,
            usual: None,
            base: Some(10_000.0),
            plain: true,
        },
        cap: None,
        score_cap: None,
        scaled_by_network: Some(62),
        ..GEMMA_2
    },
    Family {
        name: "phi3",
        pairs: Pairs::Halves,
        fused: true,
        ..LLAMA
    },
    Family {
        name: "smollm3",
        unturned: Some(4),
        ..LLAMA
    },
    Family {
        name: "granite",
        multipliers: true,
        ..LLAMA
    },
    Family {
        name: "olmo2",
        pairs: Pairs::Halves,
        norms: NormPlace::After,
        head_norm: HeadNorm::WholeRow,
        windows: Windows::AllBut {
            every: 4,
            usual: None,
            base: None,
            plain: true,
        },
        ..LLAMA
    },
];

impl Family {
    /// The family of that name, if it is run.
    pub(crate) fn of(name: &str) -> Option<&'static Self> {
        FAMILIES.iter().find(|family| family.name == name)
    }
}

/// The names of the families that are run, as files have them. Mistral's models are of the family llama.
pub fn families() -> impl Iterator<Item = &'static str> {
    FAMILIES.iter().map(|family| family.name)
}
