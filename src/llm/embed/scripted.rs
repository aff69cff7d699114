//! An embedder with no model behind it: what texts have in words is what they have in common. For tests.

use std::hash::{Hash, Hasher};

use unicode_segmentation::UnicodeSegmentation;

use super::Embedder;
use crate::{BoxFuture, ModelError, similarity::normalised};

/// Counts words into a fixed number of places.
#[derive(Debug, Clone)]
pub struct Words {
    label: String,
    size: usize,
}

impl Words {
    /// With vectors of that size.
    pub fn new(size: usize) -> Self {
        Self {
            label: format!("words-{size}"),
            size: size.max(1),
        }
    }

    fn vector(&self, text: &str) -> Vec<f32> {
        let mut counts = vec![0.0_f32; self.size];
        for word in text.unicode_words() {
            // The standard hasher with its fixed keys: the same in every process.
            let mut hasher = std::hash::DefaultHasher::new();
            word.to_lowercase().hash(&mut hasher);
            let place = hasher.finish() as usize % self.size;
            if let Some(count) = counts.get_mut(place) {
                *count += 1.0;
            }
        }
        normalised(counts).unwrap_or_else(|| {
            let mut nothing = vec![0.0; self.size];
            if let Some(first) = nothing.first_mut() {
                *first = 1.0;
            }
            nothing
        })
    }
}

impl Embedder for Words {
    fn label(&self) -> &str {
        &self.label
    }

    fn embed<'a>(
        &'a self,
        texts: &'a [String],
    ) -> BoxFuture<'a, Result<Vec<Vec<f32>>, ModelError>> {
        Box::pin(async move { Ok(texts.iter().map(|text| self.vector(text)).collect()) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::similarity::cosine;

    #[tokio::test]
    async fn texts_with_the_same_words_are_near_each_other() {
        let texts = [
            "free trade feeds the poor",
            "the poor are fed by free trade",
            "a moonlit night",
        ];
        let texts: Vec<String> = texts.map(str::to_owned).to_vec();
        let vectors = Words::new(256).embed(&texts).await.unwrap();
        assert!(cosine(&vectors[0], &vectors[1]) > cosine(&vectors[0], &vectors[2]));
    }
}
