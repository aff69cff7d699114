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

    /// The matrix that does this one first, then `outer`.
    pub(super) fn then(self, outer: Self) -> Self {
        // A step is turned and stretched; a point is moved, too.
        let step = |right: f64, up: f64| {
            let [a, b, c, d, ..] = outer.0;
            (right * a + up * c, right * b + up * d)
        };
        let [right, up, point] = self.columns().map(|(x, y)| step(x, y));
        let shift = outer.origin();
        Self([
            right.0,
            right.1,
            up.0,
            up.1,
            point.0 + shift.0,
            point.1 + shift.1,
        ])
    }

    /// A step to the right, a step upwards, and the origin.
    fn columns(self) -> [(f64, f64); 3] {
        let [right, right_up, up_right, up, ..] = self.0;
        [(right, right_up), (up_right, up), self.origin()]
    }

    /// The place of the origin.
    pub(super) fn origin(self) -> (f64, f64) {
        let [.., x, y] = self.0;
        (x, y)
    }

    /// The lengths of a step of one to the right and of one upwards.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn transformations_follow_each_other() {
        let doubled = Matrix([2.0, 0.0, 0.0, 2.0, 0.0, 0.0]);
        let upside_down = Matrix([1.0, 0.0, 0.0, -1.0, 0.0, 800.0]);
        let both = Matrix::shift(10.0, 20.0).then(doubled).then(upside_down);
        assert_eq!(both.origin(), (20.0, 760.0));
        assert_eq!(both.scale(), (2.0, 2.0));
        assert_eq!(
            Matrix::shift(3.0, 4.0).then(Matrix::IDENTITY),
            Matrix::shift(3.0, 4.0)
        );
    }
}
