//! The transformations of a page: a point (x, y) becomes (ax + cy + e, bx + dy + f), ISO 32000-1, 8.3.

use lopdf::Object;

/// `[a b c d e f]`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Matrix(pub(super) [f64; 6]);

impl Matrix {
    pub(super) const IDENTITY: Self = Self([1.0, 0.0, 0.0, 1.0, 0.0, 0.0]);

    /// Six operands, if they are numbers.
    pub(super) fn of(operands: &[Object]) -> Option<Self> {
        let mut all = [0.0; 6];
        if operands.len() != all.len() {
            return None;
        }
        for (slot, operand) in all.iter_mut().zip(operands) {
            *slot = number(operand)?;
        }
        Some(Self(all))
    }

    pub(super) fn shift(x: f64, y: f64) -> Self {
        Self([1.0, 0.0, 0.0, 1.0, x, y])
    }

    /// This one first, then `outer`.
    pub(super) fn then(self, outer: Self) -> Self {
        let [a, b, c, d, e, f] = self.0;
        let [oa, ob, oc, od, oe, of] = outer.0;
        Self([
            a * oa + b * oc,
            a * ob + b * od,
            c * oa + d * oc,
            c * ob + d * od,
            e * oa + f * oc + oe,
            e * ob + f * od + of,
        ])
    }

    /// Where its origin lies.
    pub(super) fn origin(self) -> (f64, f64) {
        let [.., x, y] = self.0;
        (x, y)
    }

    /// How long a step of one to the right and upwards becomes.
    pub(super) fn scale(self) -> (f64, f64) {
        let [a, b, c, d, ..] = self.0;
        (a.hypot(b), c.hypot(d))
    }
}

/// A finite number.
pub(super) fn number(object: &Object) -> Option<f64> {
    let number = f64::from(object.as_float().ok()?);
    number.is_finite().then_some(number)
}
