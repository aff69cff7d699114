//! The list prices of well-known hosted models, which come with the program: of a model at its provider's own address,
//! or at a reseller's that asks the same. At any other address the same name may cost anything.

use std::sync::OnceLock;

use serde::Deserialize;

use super::{Price, Rates};
use crate::openai::BaseUrl;

/// The list as it comes with the program.
const LIST: &str = include_str!("prices.toml");
/// What stands between a vendor and the name of a model at a reseller.
const OF_VENDOR: char = '/';

/// What stands between the name of a model and a variant of it at a reseller, and the variant that costs nothing.
const VARIANT: char = ':';
const FREE: &str = "free";

/// The list prices.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PriceList {
    /// The day on which the prices were these, as `YYYY-MM-DD`.
    pub as_of: String,
    /// The hosts that sell models of these providers at the same prices.
    resellers: Vec<String>,
    providers: Vec<Seller>,
}

/// A provider with its models.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Seller {
    /// The hosts of its addresses.
    hosts: Vec<String>,
    /// The name before its models' at resellers, where they sell them.
    vendor: Option<String>,
    /// The models.
    models: Vec<Listed>,
}

/// The price of models, in dollars for a million tokens.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Listed {
    /// The name, without a date.
    name: String,
    /// Tokens that are read.
    read: f64,
    /// Tokens that are read from a cache, where that costs less.
    cached: Option<f64>,
    /// Tokens that are written.
    written: f64,
}

impl PriceList {
    /// The list that comes with the program.
    pub fn built_in() -> &'static Self {
        static READ: OnceLock<PriceList> = OnceLock::new();
        // A test reads it: a list that could not be read would know no price.
        READ.get_or_init(|| toml::from_str(LIST).unwrap_or_default())
    }

    /// The price of a model at an address; unknown where it is not on the list.
    pub fn price(&self, base_url: &BaseUrl, model: &str) -> Price {
        let Some(host) = base_url.host() else {
            return Price::Unknown;
        };
        // A reseller's variants have prices of their own: one costs nothing, another searches the web for more.
        let is_resold = self.resellers.contains(&host);
        if is_resold && let Some((_, variant)) = model.rsplit_once(VARIANT) {
            return if variant == FREE {
                Price::Free
            } else {
                Price::Unknown
            };
        }
        let found = if is_resold {
            let sold = model.split_once(OF_VENDOR);
            sold.and_then(|(vendor, name)| {
                let is_of = |one: &&Seller| one.vendor.as_deref() == Some(vendor);
                self.providers.iter().find(is_of)?.listed(name)
            })
        } else {
            let seller = self.providers.iter().find(|one| one.hosts.contains(&host));
            seller.and_then(|seller| seller.listed(model))
        };
        found.map_or(Price::Unknown, |listed| {
            Price::Listed(Rates {
                input: listed.read,
                cached_input: listed.cached.unwrap_or(listed.read),
                output: listed.written,
            })
        })
    }

    /// Whether prices are known of models at an address.
    pub fn knows(&self, base_url: &BaseUrl) -> bool {
        let Some(host) = base_url.host() else {
            return false;
        };
        self.resellers.contains(&host) || self.providers.iter().any(|one| one.hosts.contains(&host))
    }
}

impl Seller {
    fn listed(&self, model: &str) -> Option<&Listed> {
        // Google's own addresses give names as `models/gemini-…`.
        let model = model.strip_prefix("models/").unwrap_or(model);
        let find = |name: &str| {
            let mut models = self.models.iter();
            models.find(|one| one.name.eq_ignore_ascii_case(name))
        };
        find(model).or_else(|| find(undated(model)?))
    }
}

/// The name of a model without the date at its end (`2025-08-07`, `20250805`), where it has one. What else stands behind a
/// name may be another model.
fn undated(model: &str) -> Option<&str> {
    let is_number = |text: &str, digits: usize| {
        text.len() == digits && text.bytes().all(|byte| byte.is_ascii_digit())
    };
    let (name, last) = model.rsplit_once('-')?;
    if is_number(last, 8) {
        return Some(name);
    }
    let (name, month) = name.rsplit_once('-')?;
    let (name, year) = name.rsplit_once('-')?;
    (is_number(last, 2) && is_number(month, 2) && is_number(year, 4)).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn price(base_url: &str, model: &str) -> Option<(f64, f64, f64)> {
        match PriceList::built_in().price(&BaseUrl::from(base_url), model) {
            Price::Listed(rates) => Some((rates.input, rates.cached_input, rates.output)),
            Price::PerMillion(_) | Price::Unknown | Price::Free => None,
        }
    }

    #[test]
    fn a_model_has_its_list_price_at_its_providers_address_and_nowhere_else() {
        let openai = "https://api.openai.com/v1";
        let table = [
            (openai, "gpt-4.1-mini", Some((0.4, 0.1, 1.6))),
            (openai, "gpt-4.1-mini-2025-04-14", Some((0.4, 0.1, 1.6))),
            (openai, "GPT-4.1", Some((2.0, 0.5, 8.0))),
            (openai, "gpt-5", Some((1.25, 0.125, 10.0))),
            (openai, "gpt-5-2025-08-07", Some((1.25, 0.125, 10.0))),
            (openai, "gpt-5.2-pro", Some((21.0, 21.0, 168.0))),
            // A model that came later, and one that is no model of theirs.
            (openai, "gpt-6", None),
            (openai, "gpt-5.9-mini", None),
            (openai, "gpt-5.2-nano", None),
            (openai, "gpt-4o-transcribe", None),
            (openai, "gpt-4.1-2025", None),
            (openai, "claude-opus-5", None),
            (
                "https://api.anthropic.com/v1",
                "claude-opus-4-1-20250805",
                Some((15.0, 1.5, 75.0)),
            ),
            (
                "https://api.anthropic.com/v1",
                "claude-opus-4-5",
                Some((5.0, 0.5, 25.0)),
            ),
            (
                "https://generativelanguage.googleapis.com/v1beta/openai",
                "models/gemini-2.5-flash",
                Some((0.3, 0.03, 2.5)),
            ),
            (
                "https://openrouter.ai/api/v1",
                "openai/gpt-4.1",
                Some((2.0, 0.5, 8.0)),
            ),
            (
                "https://openrouter.ai/api/v1",
                "anthropic/claude-sonnet-4.5",
                Some((3.0, 0.3, 15.0)),
            ),
            ("https://openrouter.ai/api/v1", "gpt-4.1", None),
            (
                "https://openrouter.ai/api/v1",
                "openai/gpt-4.1:online",
                None,
            ),
            ("https://openrouter.ai/api/v1", "somebody/gpt-4.1", None),
            // Nobody knows what another server asks for a model of the same name.
            ("http://127.0.0.1:8080/v1", "gpt-4.1", None),
            ("https://api.openai.com.example.org/v1", "gpt-4.1", None),
            ("no address", "gpt-4.1", None),
        ];
        for (base_url, model, expected) in table {
            assert_eq!(price(base_url, model), expected, "{model} at {base_url}");
        }
    }

    #[test]
    fn every_line_of_the_list_stands_once_and_makes_sense() {
        let list = PriceList::built_in();
        let numbers: Vec<&str> = list.as_of.split('-').collect();
        assert!(matches!(numbers.as_slice(), [_, _, _]), "{}", list.as_of);
        assert!(list.providers.len() > 5);
        let mut names = std::collections::BTreeSet::new();
        for seller in &list.providers {
            for listed in &seller.models {
                let name = &listed.name;
                assert!(names.insert((&seller.hosts, name)), "{name} stands twice");
                let cached = listed.cached.unwrap_or(listed.read);
                assert!(
                    cached <= listed.read && listed.read <= listed.written,
                    "{name}"
                );
                assert!(cached > 0.0 && listed.written <= 600.0, "{name}");
            }
        }
    }
}
