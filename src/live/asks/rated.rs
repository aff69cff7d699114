//! Tasks whose answer is a number: how much likelier a model is to give one of two answers than the other. Put to models
//! that tell likelihoods, with what there is to choose from in either order: small models like one of the places better
//! than the other, and what is liked for its place alone cancels out.

use minijinja::Value;

use super::{Filling, view::view};
use crate::{catalog::Claims, debate::decide::Answer, fence::Sentence};

/// The template of the question for which of two claims a text argues.
const SIDE: &str = "side_rated.md";

/// Such a task.
#[derive(Debug)]
pub(crate) struct Rated {
    /// The role that the model is told to have, in the word of `stage.md`.
    pub(crate) role: &'static str,
    /// The question, and the same with what there is to choose from the other way round. Both stand behind practice.
    pub(crate) orders: [Filling; 2],
    /// The two answers, of one word each.
    pub(crate) answers: [&'static str; 2],
    /// What an answer's lead comes to: by how much likelier the first answer is to the first question than the second, in
    /// natural logarithms, less the same of the other question.
    pub(crate) read: fn(f64) -> Answer,
}

/// For which of the two claims of a motion a text argues: above zero for the motion.
pub(crate) fn side(claims: &Claims, text: &str) -> Rated {
    let ask = |first: &str, second: &str| -> Filling {
        let claims: Value = view! { first => Sentence(first), second => Sentence(second) };
        (SIDE, view! { speech => text, claims => claims })
    };
    Rated {
        role: "referee",
        orders: [
            ask(&claims.prop, &claims.opp),
            ask(&claims.opp, &claims.prop),
        ],
        answers: ["First", "Second"],
        read: Answer::SideLead,
    }
}
