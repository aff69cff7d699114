//! Limits on spend, held against the prices that are known. A limit on cost that nobody could notice being passed is
//! refused before anything is asked.

use std::collections::BTreeSet;

use crate::{
    error::Failure,
    llm::{
        price::Price,
        roster::{Assigned, Roster},
    },
    text::shown::given,
};

/// Whether a limit on cost can be kept with these models: somebody must have said what each of them costs.
///
/// # Errors
/// Of some nobody has; the hints say what to do.
pub(crate) fn check_cost_limit(max_cost: Option<f64>, roster: &Roster) -> Result<(), Failure> {
    within(max_cost, &roster.unpriced())
}

/// Checks a limit of cost where only these models are asked.
///
/// # Errors
/// As said.
pub(crate) fn check_cost_limit_of<'a>(
    max_cost: Option<f64>,
    asked: impl IntoIterator<Item = &'a Assigned>,
) -> Result<(), Failure> {
    let unpriced = asked.into_iter().filter(|one| one.price == Price::Unknown);
    let labels: BTreeSet<&str> = unpriced.map(|one| one.model.label()).collect();
    within(max_cost, &labels.into_iter().collect::<Vec<_>>())
}

fn within(max_cost: Option<f64>, unpriced: &[&str]) -> Result<(), Failure> {
    if max_cost.is_none() || unpriced.is_empty() {
        return Ok(());
    }
    let quoted: Vec<String> = unpriced
        .iter()
        .map(|label| format!("\"{}\"", given(label)))
        .collect();
    let example = given(unpriced.first().copied().unwrap_or_default());
    // The lobby shows the message alone: it says what to do, too.
    Err(Failure::input(format!(
        "a limit on cost cannot be kept, because the price of {} is not known: add it to [[prices]] in config.toml, or limit the tokens instead",
        quoted.join(", ")
    ))
    .hint(format!(
        "[[prices]] takes match = \"{example}\", with `input` and `output` for a million tokens each, or with `free = true`"
    ))
    .hint("--max-tokens limits the tokens; in a file, `max_tokens`"))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::llm::price::Rates;
    use crate::{
        debate::{ask::Role, ids::Seat},
        llm::{
            SharedModel,
            gate::Gate,
            scripted::{Scripted, ScriptedAnswer},
        },
    };

    fn model(label: &str) -> SharedModel {
        Arc::new(Scripted::new(label, |_| ScriptedAnswer::text("")))
    }

    #[test]
    fn every_model_that_is_asked_must_have_a_price() {
        let known = Price::PerMillion(Rates {
            input: 1.0,
            cached_input: 1.0,
            output: 1.0,
        });
        let at = |label: &str, price| Assigned::new(model(label), price, Gate::new(1));
        let unknown = Roster::of(model("m"));
        assert!(check_cost_limit(None, &unknown).is_ok());
        let refused = check_cost_limit(Some(1.0), &unknown).unwrap_err();
        for word in ["\"m\"", "[[prices]]", "--max-tokens"] {
            assert!(refused.to_string().contains(word), "{refused}");
        }
        // Where every role has a model of its own, the one for everything else is asked nothing.
        let mut roster = unknown;
        for role in Role::ALL {
            roster = roster.with_role(role, at("known", known));
        }
        assert!(check_cost_limit(Some(1.0), &roster).is_ok());
        let here = roster
            .clone()
            .with_seat(Seat::named("opp.2"), at("here", Price::Free));
        assert!(check_cost_limit(Some(1.0), &here).is_ok());
        let one = roster.with_seat(Seat::named("opp.2"), at("other", Price::Unknown));
        let refused = check_cost_limit(Some(1.0), &one).unwrap_err().to_string();
        assert!(
            refused.contains("\"other\"") && !refused.contains("\"known\""),
            "{refused}"
        );
    }
}
