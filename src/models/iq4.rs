//! Weights of the kinds IQ4_NL and IQ4_XS, which no library here reads: each is one of sixteen values, not evenly far apart,
//! times a scale. The values are whole numbers from -127 to 113, so that blocks of Q8_0 say the same.

use half::f16;

/// The sixteen values (llama.cpp, "IQ4_NL").
const VALUES: [i8; 16] = [
    -127, -104, -83, -65, -49, -35, -22, -10, 1, 13, 25, 38, 53, 69, 89, 113,
];
/// Numbers that a scale of Q8_0 is for, and their bytes here.
const BLOCK: usize = 32;
const HALF: usize = BLOCK / 2;

/// Blocks of Q8_0 of blocks of IQ4_NL: two bytes of scale, and the places of the values in fours of bits.
pub(super) fn of_nl(raw: &[u8]) -> Vec<u8> {
    let mut blocks = Vec::with_capacity(raw.len() * 2);
    for block in raw.chunks_exact(2 + HALF) {
        if let Some((scale, places)) = block.split_at_checked(2) {
            blocks.extend_from_slice(scale);
            blocks.extend(values(places));
        }
    }
    blocks
}

/// Blocks of Q8_0 of blocks of IQ4_XS: eight of the same with one scale, which each has a share of, from -32 to 31: its
/// four lower bits in one list, its two upper ones in another.
pub(super) fn of_xs(raw: &[u8]) -> Vec<u8> {
    const WHOLE: usize = 8 + 8 * HALF;
    let mut blocks = Vec::with_capacity(raw.len() * 2);
    for block in raw.chunks_exact(WHOLE) {
        let &[d0, d1, high0, high1, ref rest @ ..] = block else {
            continue;
        };
        let Some((low, places)) = rest.split_at_checked(4) else {
            continue;
        };
        let scale = f16::from_le_bytes([d0, d1]).to_f32();
        let high = u16::from_le_bytes([high0, high1]);
        let low = low.iter().flat_map(|both| [both & 15, both >> 4]);
        for ((places, low), at) in places.chunks_exact(HALF).zip(low).zip(0_u32..) {
            let share = i16::from(low) | ((high >> (2 * at) & 3) << 4).cast_signed();
            let own = f16::from_f32(scale * f32::from(share - 32));
            blocks.extend(own.to_le_bytes());
            blocks.extend(values(places));
        }
    }
    blocks
}

/// The values at these places: the lower halves of all bytes first.
fn values(places: &[u8]) -> impl Iterator<Item = u8> {
    let lower = places.iter().map(|both| both & 15);
    let upper = places.iter().map(|both| both >> 4);
    let value = |place: u8| VALUES.get(usize::from(place)).copied().unwrap_or_default();
    lower
        .chain(upper)
        .map(move |place| value(place).cast_unsigned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_and_scales_are_where_the_format_has_them() {
        let two = f16::from_f32(2.0).to_le_bytes();
        let places: Vec<u8> = (0..16).map(|at| at | (15 - at) << 4).collect();
        let nl = of_nl(&[&two[..], &places].concat());
        assert_eq!(nl.len(), 34);
        assert_eq!(nl[..2], two);
        assert_eq!((nl[2].cast_signed(), nl[17].cast_signed()), (-127, 113));
        assert_eq!((nl[18].cast_signed(), nl[33].cast_signed()), (113, -127));

        // The second of eight has the share 33 - 32, the last 0 - 32, the others -32, too.
        let mut xs = [&two[..], &[2 << 2, 0], &[1 << 4, 0, 0, 0]].concat();
        xs.extend(places.repeat(8));
        let all = of_xs(&xs);
        assert_eq!(all.len(), 8 * 34);
        let scale = |at: usize| f16::from_le_bytes([all[at * 34], all[at * 34 + 1]]).to_f32();
        let scales = [scale(0), scale(1), scale(7)].map(|scale| scale as i32);
        assert_eq!(scales, [-64, 2, -64]);
        assert_eq!(all[34 + 2..2 * 34], nl[2..]);
    }
}
