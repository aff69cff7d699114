//! What names of files say of how the weights in them are kept.

/// The quantisations that are run, the one that is taken when nobody names one first: small, and hardly worse than the
/// weights as they were made.
pub(super) const RUN: [&str; 23] = [
    "Q4_K_M", "Q4_K_S", "Q5_K_M", "Q5_K_S", "Q4_0", "IQ4_NL", "IQ4_XS", "Q6_K", "Q5_0", "Q4_1",
    "Q5_1", "Q8_0", "Q4_K_L", "Q5_K_L", "Q6_K_L", "Q3_K_L", "Q3_K_M", "Q3_K_S", "Q2_K", "Q2_K_L",
    "F16", "BF16", "F32",
];
/// Beginnings of the names of those that are not.
const NOT_RUN: [&str; 7] = ["IQ1_", "IQ2_", "IQ3_", "TQ1_", "TQ2_", "MXFP4", "Q4_0_"];

/// A quantisation, as the name of a file says it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Label<'a> {
    /// One that is run.
    Run(&'static str),
    /// One that is not.
    NotRun(&'a str),
    /// The name says nothing.
    Unsaid,
}

/// The quantisation that the name of a file says, without its ending.
pub(super) fn label(stem: &str) -> Label<'_> {
    let mut words = stem.split(['-', '.', '/', ' ']);
    let read = |word: &'_ str| {
        let upper = word.to_ascii_uppercase();
        RUN.into_iter().find(|known| *known == upper)
    };
    let not_run = |word: &str| {
        let upper = word.to_ascii_uppercase();
        NOT_RUN.iter().any(|known| upper.starts_with(known))
    };
    while let Some(word) = words.next_back() {
        if let Some(known) = read(word) {
            return Label::Run(known);
        }
        if not_run(word) {
            return Label::NotRun(word);
        }
    }
    Label::Unsaid
}

/// The number of a part, and of how many, where the name of a file says that it is one: `…-00001-of-00003`; and the name
/// without that.
pub(super) fn part(stem: &str) -> Option<(u32, u32, &str)> {
    let (rest, all) = stem.rsplit_once("-of-")?;
    let (name, number) = rest.rsplit_once('-')?;
    let of = |digits: &str| {
        let is_number = digits.len() == 5 && digits.bytes().all(|byte| byte.is_ascii_digit());
        is_number.then(|| digits.parse().ok()).flatten()
    };
    Some((of(number)?, of(all)?, name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_files_say_how_weights_are_kept() {
        for (stem, expected) in [
            ("qwen2.5-7b-instruct-q4_k_m", Label::Run("Q4_K_M")),
            ("Model.Q8_0", Label::Run("Q8_0")),
            ("BF16/model-BF16", Label::Run("BF16")),
            ("model-IQ2_XXS", Label::NotRun("IQ2_XXS")),
            ("model-IQ4_XS", Label::Run("IQ4_XS")),
            ("model-f16-q4_0_4_4", Label::NotRun("q4_0_4_4")),
            ("model", Label::Unsaid),
        ] {
            assert_eq!(label(stem), expected, "{stem}");
        }
        assert_eq!(part("m-Q8_0-00002-of-00003"), Some((2, 3, "m-Q8_0")));
        assert_eq!(part("m-2-of-3"), None);
        assert_eq!(part("m-of-course"), None);
    }
}
