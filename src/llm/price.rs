//! The cost of a call. Prices are the user's own, from the configuration, and behind those the list prices of well-known
//! models, of a day that is told. A price that nobody has given is unknown, which is not nothing.

mod listed;

pub use listed::PriceList;

use std::fmt;

use crate::debate::event::Usage;

/// The price of a million tokens.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub enum Price {
    /// A price that nobody has given.
    #[default]
    Unknown,
    /// A model that costs nothing, as the configuration says.
    Free,
    /// The user's own, in their currency.
    PerMillion(Rates),
    /// The provider's list price, in dollars.
    Listed(Rates),
}

/// The price of a million tokens of each kind.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Rates {
    /// Tokens that are read.
    pub input: f64,
    /// Tokens that are read from a cache.
    pub cached_input: f64,
    /// Tokens that are written.
    pub output: f64,
}

impl Price {
    /// The cost of a call, where the price is known.
    pub fn cost(self, usage: &Usage) -> Option<f64> {
        match self {
            Self::Unknown => None,
            Self::Free => Some(0.0),
            Self::PerMillion(rates) | Self::Listed(rates) => {
                let Rates {
                    input,
                    cached_input,
                    output,
                } = rates;
                let cached = usage.cached_tokens.min(usage.prompt_tokens);
                let fresh = usage.prompt_tokens - cached;
                let sum = fresh as f64 * input
                    + cached as f64 * cached_input
                    + usage.completion_tokens as f64 * output;
                Some(sum / 1e6)
            }
        }
    }
}

impl fmt::Display for Rates {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            input,
            cached_input,
            output,
        } = self;
        write!(
            out,
            "{input} in, {cached_input} cached, {output} out per million tokens"
        )
    }
}

/// Prices by patterns of model names.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Prices {
    list: Vec<(String, Price)>,
}

impl Prices {
    /// In the order in which they are tried.
    pub fn new(list: Vec<(String, Price)>) -> Self {
        Self { list }
    }

    /// Whether nobody has said any.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// The patterns with their prices, in the order in which they are tried.
    pub fn iter(&self) -> impl Iterator<Item = (&str, Price)> {
        let list = self.list.iter();
        list.map(|(pattern, price)| (pattern.as_str(), *price))
    }

    /// The first price whose pattern fits the model's name, with or without its provider's.
    pub fn of(&self, provider: &str, model: &str) -> Price {
        let whole = format!("{provider}:{model}");
        self.list
            .iter()
            .find(|(pattern, _)| name_matches(pattern, model) || name_matches(pattern, &whole))
            .map_or(Price::Unknown, |(_, price)| *price)
    }
}

/// Whether a name fits a pattern: `*` stands for anything, case does not count.
pub fn name_matches(pattern: &str, name: &str) -> bool {
    let pattern = pattern.to_lowercase();
    let name = name.to_lowercase();
    let mut parts = pattern.split('*');
    let first = parts.next().unwrap_or_default();
    let Some(mut rest) = name.strip_prefix(first) else {
        return false;
    };
    let Some(last) = parts.next_back() else {
        return rest.is_empty();
    };
    for part in parts {
        let Some((_, behind)) = rest.split_once(part) else {
            return false;
        };
        rest = behind;
    }
    rest.ends_with(last)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unknown_is_not_nothing_and_cached_tokens_are_cheaper() {
        let usage = Usage {
            prompt_tokens: 1_000_000,
            cached_tokens: 900_000,
            completion_tokens: 100_000,
            estimated: false,
            ..Usage::default()
        };
        let price = Price::PerMillion(Rates {
            input: 2.0,
            cached_input: 0.5,
            output: 8.0,
        });
        let prices = Prices::new(vec![
            ("big-*".into(), price),
            ("local:*".into(), Price::Free),
        ]);
        let cost = |provider, model| prices.of(provider, model).cost(&usage);
        assert!((cost("p", "BIG-1").unwrap() - (0.2 + 0.45 + 0.8)).abs() < 1e-9);
        assert_eq!(cost("local", "small"), Some(0.0));
        assert_eq!(cost("p", "small"), None);
    }

    #[test]
    fn patterns_fit_whole_names() {
        let table = [
            ("gpt-*", "gpt-4.1-mini", true),
            ("gpt-*", "my-gpt-4", false),
            ("*mini", "gpt-4.1-MINI", true),
            ("*qwen*3b*", "Qwen2.5-3B-Instruct", true),
            ("gpt-4", "gpt-4.1", false),
            ("a*a", "a", false),
            ("*", "", true),
            ("gpt-4", "GPT-4", true),
        ];
        for (pattern, name, fits) in table {
            assert_eq!(name_matches(pattern, name), fits, "{pattern} {name}");
        }
    }
}
