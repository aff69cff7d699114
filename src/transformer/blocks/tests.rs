//! Weights in blocks, held to numbers kept of the `gguf` package.

use super::*;

/// The quantised kinds, where in a block their scales of 16 bits are, and what the package `gguf` (0.17) makes of
/// [`sample`]: six of its numbers, and the sum of all, the first once, the second twice and so on.
const READ: [(WeightKind, &[usize], [f32; 6], f64); 12] = [
    (
        WeightKind::Q4_0,
        &[0],
        [-0.1875, 0.375, -0.125, 0.0625, 0.25, 0.0],
        -32.375,
    ),
    (
        WeightKind::Q4_1,
        &[0, 2],
        [0.6875, 0.25, -0.25, 0.625, -0.1875, 0.5],
        116.9375,
    ),
    (
        WeightKind::Q5_0,
        &[0],
        [0.5625, -0.875, 0.625, 0.1875, 0.3125, 0.0625],
        7.0,
    ),
    (
        WeightKind::Q5_1,
        &[0, 2],
        [0.9375, 0.5, 0.0, 0.1875, 1.375, 0.0625],
        361.8125,
    ),
    (
        WeightKind::Q8_0,
        &[0],
        [5.3125, 0.875, 3.375, -1.0625, 1.4375, -3.0],
        -505.0,
    ),
    (
        WeightKind::Iq4Nl,
        &[0],
        [-2.1875, 5.5625, -1.375, 0.8125, 3.3125, 0.0625],
        -432.4375,
    ),
    (
        WeightKind::Q2K,
        &[80, 82],
        [2.0625, -0.75, 0.5625, -0.75, -3.0, -0.375],
        -35_416.125,
    ),
    (
        WeightKind::Q3K,
        &[108],
        [5.0625, 8.0, 4.25, 0.5, -1.5625, 2.625],
        11_071.562_5,
    ),
    (
        WeightKind::Q4K,
        &[0, 2],
        [8.5625, -5.0, -10.125, 6.75, 11.0625, -4.625],
        265_178.5,
    ),
    (
        WeightKind::Q5K,
        &[0, 2],
        [39.5625, -5.0, -10.125, 45.75, 11.0625, -0.875],
        793_591.5,
    ),
    (
        WeightKind::Q6K,
        &[208],
        [-89.4375, 28.0, 59.375, 22.75, -189.0625, -3.75],
        49_026.25,
    ),
    (
        WeightKind::Iq4Xs,
        &[0],
        [4.0625, -5.5625, -18.75, 29.8125, 129.375, -1.0],
        -130_695.875,
    ),
];

/// Each quantised kind with a block of it, number `at`.
pub(crate) fn samples(at: usize) -> impl Iterator<Item = (WeightKind, Vec<u8>)> {
    READ.iter().map(move |(kind, scales, ..)| {
        let byte = |place| (place * 37 + at * 101 + 11) as u8;
        let mut bytes: Vec<u8> = (0..kind.bytes()).map(byte).collect();
        let bits = if kind.block() == 32 {
            [0x2c00, 0xb400_u16]
        } else {
            [0x2c00, 0x3400]
        };
        for (place, bits) in scales.iter().zip(bits) {
            bytes[*place..place + 2].copy_from_slice(&(bits + at as u16 % 64).to_le_bytes());
        }
        (*kind, bytes)
    })
}

#[test]
fn blocks_are_the_numbers_that_another_program_reads() {
    for ((kind, bytes), (_, _, some, sum)) in samples(0).zip(READ) {
        let found = numbers(kind, &bytes);
        let places = if kind.block() == 32 {
            [0, 5, 13, 18, 26, 31]
        } else {
            [0, 21, 75, 133, 194, 255]
        };
        assert_eq!(places.map(|place| found[place])[..], some[..], "{kind:?}");
        let weighed = found
            .iter()
            .zip(1..)
            .map(|(number, by)| f64::from(*number) * f64::from(by));
        assert!((weighed.sum::<f64>() - sum).abs() < 1e-9, "{kind:?}");
    }
}

#[test]
fn plain_kinds_are_their_numbers() {
    let floats = [1.5_f32, -0.25];
    let whole = floats.map(f32::to_le_bytes).concat();
    let half = floats
        .map(|number| f16::from_f32(number).to_le_bytes())
        .concat();
    let brain = floats
        .map(|number| bf16::from_f32(number).to_le_bytes())
        .concat();
    assert_eq!(numbers(WeightKind::F32, &whole), floats[..]);
    assert_eq!(numbers(WeightKind::F16, &half), floats[..]);
    assert_eq!(numbers(WeightKind::Bf16, &brain), floats[..]);
    assert!(numbers(WeightKind::Q4K, &[1; 143]).is_empty());
}

#[test]
fn blocks_of_another_kind_say_the_same_in_eight_bits() {
    for (kind, bytes) in samples(3) {
        let (old, eight) = (numbers(kind, &bytes), to_q8_0(kind, &bytes));
        let new = numbers(WeightKind::Q8_0, &eight);
        assert_eq!(old.len(), new.len());
        for (old, new) in old.chunks(SMALL).zip(new.chunks(SMALL)) {
            let most = old
                .iter()
                .fold(0.0_f32, |most, number| most.max(number.abs()));
            for (old, new) in old.iter().zip(new) {
                assert!(
                    (old - new).abs() <= most / 200.0,
                    "{kind:?}: {old} is {new}"
                );
            }
        }
    }
    assert_eq!(quantised(&[0.0; 32]), [0; 34]);
    let wild = quantised(&[f32::NAN; 32]);
    assert_eq!(wild.len(), 34);
}
