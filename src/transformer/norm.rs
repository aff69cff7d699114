//! Rows brought to the same length.

/// Weights with which each row is multiplied when it has been divided by the root of its mean square (Zhang and Sennrich,
/// "Root Mean Square Layer Normalization", 2019, eq. 4). A row is as long as the weights.
pub(super) struct Norm {
    pub(super) weights: Vec<f32>,
    pub(super) epsilon: f32,
}

impl Norm {
    /// The rows, each by itself.
    pub(super) fn of(&self, rows: &[f32]) -> Vec<f32> {
        let mut normed = rows.to_vec();
        self.apply(&mut normed);
        normed
    }

    /// The same in place.
    pub(super) fn apply(&self, rows: &mut [f32]) {
        let width = self.weights.len().max(1);
        for row in rows.chunks_exact_mut(width) {
            let squares: f32 = row.iter().map(|number| number * number).sum();
            let scale = (squares / width as f32 + self.epsilon).sqrt().recip();
            for (number, weight) in row.iter_mut().zip(&self.weights) {
                *number = *number * scale * weight;
            }
        }
    }
}
