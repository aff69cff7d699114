//! The ways in which the numbers of a tensor can be kept: the types of ggml by their number.

/// A way in which the numbers of a tensor are kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Kind {
    /// The number that stands for the kind in a file.
    pub number: u32,
    /// The name of the kind: `Q4_K`.
    pub name: &'static str,
    /// The number of numbers in a block.
    pub block: u64,
    /// The number of bytes in a block.
    pub bytes: u64,
}

impl Kind {
    const fn new(number: u32, name: &'static str, block: u64, bytes: u64) -> Self {
        Self {
            number,
            name,
            block,
            bytes,
        }
    }

    /// The kind of that number, if it is one that is run.
    pub(super) fn of(number: u32) -> Option<Self> {
        RUN.into_iter().find(|kind| kind.number == number)
    }

    /// The bytes of so many numbers; `None` where they do not fill their blocks, or are too many.
    pub(super) fn size(self, numbers: u64) -> Option<u64> {
        numbers
            .is_multiple_of(self.block)
            .then(|| (numbers / self.block).checked_mul(self.bytes))
            .flatten()
    }

    /// Whether it is converted when a model comes: these have no fast code here.
    pub(crate) fn is_slow(self) -> bool {
        matches!(self.number, Q4_1 | Q5_0 | Q5_1 | IQ4_NL | IQ4_XS)
    }
}

/// The numbers of the kinds that are converted.
const Q4_1: u32 = 3;
const Q5_0: u32 = 6;
const Q5_1: u32 = 7;
const IQ4_NL: u32 = 20;
const IQ4_XS: u32 = 23;

/// The kind that slow ones are converted to.
pub(crate) const Q8_0: Kind = Kind::new(8, "Q8_0", 32, 34);

const RUN: [Kind; 15] = [
    Kind::new(0, "F32", 1, 4),
    Kind::new(1, "F16", 1, 2),
    Kind::new(2, "Q4_0", 32, 18),
    Kind::new(Q4_1, "Q4_1", 32, 20),
    Kind::new(Q5_0, "Q5_0", 32, 22),
    Kind::new(Q5_1, "Q5_1", 32, 24),
    Q8_0,
    Kind::new(10, "Q2_K", 256, 84),
    Kind::new(11, "Q3_K", 256, 110),
    Kind::new(12, "Q4_K", 256, 144),
    Kind::new(13, "Q5_K", 256, 176),
    Kind::new(14, "Q6_K", 256, 210),
    Kind::new(IQ4_NL, "IQ4_NL", 32, 18),
    Kind::new(IQ4_XS, "IQ4_XS", 256, 136),
    Kind::new(30, "BF16", 1, 2),
];

/// The names of the kinds that are run.
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    RUN.iter().map(|kind| kind.name)
}

/// The name of a kind that is not run.
pub(super) fn name_of(number: u32) -> String {
    let name = match number {
        9 => "Q8_1",
        15 => "Q8_K",
        16 => "IQ2_XXS",
        17 => "IQ2_XS",
        18 => "IQ3_XXS",
        19 => "IQ1_S",
        21 => "IQ3_S",
        22 => "IQ2_S",
        24 => "I8",
        25 => "I16",
        26 => "I32",
        27 => "I64",
        28 => "F64",
        29 => "IQ1_M",
        34 => "TQ1_0",
        35 => "TQ2_0",
        39 => "MXFP4",
        _ => return format!("type {number}, which is unknown"),
    };
    name.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_are_whole_or_nothing() {
        let q4_k = Kind::of(12).unwrap();
        assert_eq!(q4_k.size(512), Some(288));
        assert_eq!(q4_k.size(500), None);
        assert_eq!(Kind::of(0).unwrap().size(u64::MAX), None);
        assert_eq!(Kind::of(21), None);
        assert_eq!(name_of(21), "IQ3_S");
    }

    #[cfg(feature = "embedded")]
    #[test]
    fn the_sizes_are_those_that_the_network_reads() {
        for number in 0..100 {
            let size =
                |kind: hustings_transformer::WeightKind| (kind.block() as u64, kind.bytes() as u64);
            assert_eq!(
                Kind::of(number).map(|kind| (kind.block, kind.bytes)),
                hustings_transformer::WeightKind::of(number).map(size),
                "{number}"
            );
        }
    }
}
