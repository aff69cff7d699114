//! The meaning of a failed call: whether to try again, and what a person can do about it.

use std::time::Duration;

use super::ModelError;
use crate::{catalog::nearest, debate::event::CallFailure};

/// The most models of a long list that are named.
const NAMED: usize = 8;

/// The model that was probably meant, or what there is to choose from.
fn offered(model: &str, offers: &[String]) -> String {
    let named = |names: &[&str]| {
        let names: Vec<String> = names.iter().map(|name| format!("\"{name}\"")).collect();
        names.join(", ")
    };
    let near = nearest::nearest(model, offers.iter().map(String::as_str));
    if !near.is_empty() {
        return format!("Did you mean {}?", named(&near));
    }
    let all: Vec<&str> = offers.iter().take(NAMED).map(String::as_str).collect();
    match offers.len().saturating_sub(NAMED) {
        0 => format!("It has {}.", named(&all)),
        more => format!("It has {} and {more} others.", named(&all)),
    }
}

impl ModelError {
    /// Whether the same request may go better a little later.
    pub fn retryable(&self) -> bool {
        match self {
            Self::Unreachable { .. }
            | Self::Busy { .. }
            | Self::Server { .. }
            | Self::TimedOut { .. }
            | Self::Broke { .. }
            | Self::Empty { .. }
            | Self::Withheld { .. }
            | Self::Flood { .. } => true,
            Self::Key { .. }
            | Self::NoSuchModel { .. }
            | Self::Unusable { .. }
            | Self::TooLong { .. }
            | Self::Refused { .. }
            | Self::Later { .. }
            | Self::Overdue { .. }
            | Self::Patience { .. }
            | Self::Limit { .. }
            | Self::Vectors { .. }
            | Self::Internal { .. }
            | Self::Shape { .. } => false,
        }
    }

    /// Whether it passes by itself: the server is not to be had now, for whatever is asked of it. One that has answered
    /// nothing of use, or without end, is there.
    pub(crate) fn is_outage(&self) -> bool {
        self.failure() == CallFailure::Outage
            && !matches!(self, Self::Empty { .. } | Self::Flood { .. })
    }

    /// The kind of failure that a call with this error counts as after all tries. What may be the server's answer to
    /// everybody, and not to what was asked, puts the server in doubt: a plain question tells.
    pub fn failure(&self) -> CallFailure {
        match self {
            Self::Unreachable { .. }
            | Self::Busy { .. }
            | Self::Server { .. }
            | Self::TimedOut { .. }
            | Self::Later { .. }
            | Self::Broke { .. }
            | Self::Empty { .. }
            | Self::Flood { .. } => CallFailure::Outage,
            Self::Key { .. } | Self::Refused { .. } | Self::Withheld { .. } => CallFailure::Refused,
            Self::Patience { .. } => CallFailure::Late,
            Self::Overdue { .. } => CallFailure::Overdue,
            Self::NoSuchModel { .. }
            | Self::Unusable { .. }
            | Self::TooLong { .. }
            | Self::Vectors { .. }
            | Self::Limit { .. }
            | Self::Internal { .. }
            | Self::Shape { .. } => CallFailure::Unavailable,
        }
    }

    /// An answer without words, of which nobody knows what it took.
    pub const EMPTY: Self = Self::Empty { spent: None };

    /// Whether the server has read the prompt, and asks money for that, though the answer was of no use.
    pub(crate) fn was_read(&self) -> bool {
        self.had_text() || matches!(self, Self::Empty { .. } | Self::Withheld { .. })
    }

    /// Whether part of the answer had been passed on before it failed.
    pub fn had_text(&self) -> bool {
        match self {
            Self::Broke { .. } | Self::Flood { .. } => true,
            Self::TimedOut { what, .. } => *what == FURTHER,
            Self::Overdue { spoke, .. } | Self::Withheld { spoke } => *spoke,
            Self::Unreachable { .. }
            | Self::Key { .. }
            | Self::NoSuchModel { .. }
            | Self::Unusable { .. }
            | Self::TooLong { .. }
            | Self::Busy { .. }
            | Self::Server { .. }
            | Self::Refused { .. }
            | Self::Empty { .. }
            | Self::Later { .. }
            | Self::Patience { .. }
            | Self::Limit { .. }
            | Self::Vectors { .. }
            | Self::Internal { .. }
            | Self::Shape { .. } => false,
        }
    }

    /// Whether what it says names the model or the server.
    pub fn names_its_place(&self) -> bool {
        match self {
            Self::Unreachable { .. }
            | Self::Key { .. }
            | Self::NoSuchModel { .. }
            | Self::Unusable { .. }
            | Self::TooLong { .. }
            | Self::Vectors { .. } => true,
            Self::Busy { .. }
            | Self::Server { .. }
            | Self::Refused { .. }
            | Self::TimedOut { .. }
            | Self::Broke { .. }
            | Self::Empty { .. }
            | Self::Withheld { .. }
            | Self::Shape { .. }
            | Self::Later { .. }
            | Self::Overdue { .. }
            | Self::Patience { .. }
            | Self::Limit { .. }
            | Self::Internal { .. }
            | Self::Flood { .. } => false,
        }
    }

    /// The time for which the server asks to be left alone.
    pub fn retry_after(&self) -> Option<Duration> {
        match self {
            Self::Busy { retry_after, .. } | Self::Server { retry_after, .. } => *retry_after,
            Self::Unreachable { .. }
            | Self::Key { .. }
            | Self::NoSuchModel { .. }
            | Self::Unusable { .. }
            | Self::TooLong { .. }
            | Self::Refused { .. }
            | Self::TimedOut { .. }
            | Self::Broke { .. }
            | Self::Empty { .. }
            | Self::Withheld { .. }
            | Self::Shape { .. }
            | Self::Later { .. }
            | Self::Overdue { .. }
            | Self::Patience { .. }
            | Self::Limit { .. }
            | Self::Vectors { .. }
            | Self::Internal { .. }
            | Self::Flood { .. } => None,
        }
    }

    /// The reason: what went wrong and what to do about it, in one sentence without a full stop, for where a reason is
    /// given.
    pub fn reason(&self) -> String {
        let Some(hint) = self.hint() else {
            return self.to_string();
        };
        let mut letters = hint.trim_end_matches('.').chars();
        let first = letters.next().map(|first| first.to_ascii_lowercase());
        let hint: String = first.into_iter().chain(letters).collect();
        let said = self.to_string();
        format!("{}; {hint}", said.trim_end_matches('.'))
    }

    /// The next step for a person, where there is one.
    pub fn hint(&self) -> Option<String> {
        let hint = match self {
            // Nobody starts the server of a provider.
            Self::Unreachable { url, .. } if url.starts_with("https://") => {
                "Look whether there is a network, or name another server with --base-url."
                    .to_owned()
            }
            Self::Unreachable { url, .. } => {
                format!("Start the server at {url}, or name another one with --base-url.")
            }
            Self::Key {
                status: 403,
                sent: true,
                ..
            } => "Ask the provider what this key may do, or choose another model.".to_owned(),
            Self::Key {
                url,
                sent: false,
                variable: Some(variable),
                ..
            } => format!(
                "Set {variable} to the key for {url}, or name the variable that holds it with --key-env NAME, or \
                 with `key_env` of the provider in config.toml."
            ),
            Self::Key {
                url,
                variable: Some(variable),
                ..
            } => format!(
                "Check the key in {variable}, which was sent to {url}; another variable is named with --key-env NAME, \
                 or with `key_env` of the provider in config.toml."
            ),
            Self::Key { sent: false, .. } => {
                "Say where its key is: --key-env NAME, or `key_env` of \
                 the provider in config.toml, names the environment variable that holds it; or enter it with ctrl-k in \
                 the lobby."
                    .to_owned()
            }
            Self::Key { url, .. } => format!(
                "Check the key for {url}, which stands in keys.toml or config.toml: ctrl-k in the lobby enters another \
                 one, and --key-env NAME names an environment variable that holds one."
            ),
            Self::NoSuchModel { model, offers, .. } if !offers.is_empty() => offered(model, offers),
            Self::NoSuchModel { url, .. } => format!(
                "Choose one of the models that {url}/models lists, with --model, or with --seat or --role where \
                 one of these has a model of its own; if it lists none, check that the base URL is right (most end in /v1)."
            ),
            Self::Unusable { .. } => "Fetch it anew with `hustings model pull`, or choose another \
                 with --model (`hustings model list`)."
                .to_owned(),
            Self::TooLong { .. } => {
                "Choose a model with a longer context, or correct its profile's \
                 context so that older speeches are condensed in time."
                    .to_owned()
            }
            Self::Busy { .. } => {
                "Wait a little, or lower the provider's `parallel` in config.toml.".to_owned()
            }
            Self::Server { .. } => "Look at the server's log, or choose another model.".to_owned(),
            Self::Refused {
                status: 402 | 429, ..
            } => "The account behind the key has nothing left: check its billing.".to_owned(),
            Self::Refused {
                status: 300..400, ..
            } => "Nothing is sent to an address that you have not named; if you trust this one, put it into the \
                 provider's `base_url` in config.toml, without its last part (`/models`, `/chat/completions`)."
                .to_owned(),
            Self::Refused { .. } => {
                "The server does not take this kind of request: choose another model or server."
                    .to_owned()
            }
            Self::TimedOut { what: LIST, .. } => "See whether the server is busy or stuck: that list is all \
                 that it is asked for before a debate begins."
                .to_owned(),
            Self::TimedOut { .. } => "A slow server needs more time: raise the provider's \
                 `first_byte_s` or `between_bytes_s` in config.toml."
                .to_owned(),
            Self::Later { .. } => "Try again then, or raise `retry_after_s` under [limits] in \
                 config.toml."
                .to_owned(),
            Self::Overdue { .. } => {
                "A quicker model or server does this in time; a shorter debate (--scale) asks for \
                 less."
                    .to_owned()
            }
            Self::Shape { .. } => {
                "A larger model does this better: choose one with --model.".to_owned()
            }
            // Whatever writes without end is no question of size.
            Self::Empty { .. } | Self::Flood { .. } => {
                "Look at the server's log, or choose another model with --model.".to_owned()
            }
            Self::Withheld { .. } => {
                "Choose another model with --model, or put the motion in other words.".to_owned()
            }
            Self::Vectors { .. } => {
                "Check that it is a model that makes embeddings, or choose another one with \
                 --embeddings."
                    .to_owned()
            }
            Self::Broke { .. }
            | Self::Patience { .. }
            | Self::Limit { .. }
            | Self::Internal { .. } => return None,
        };
        Some(hint)
    }
}

/// The wording for what is missing when a stream stalls before its first word.
pub(super) const ANSWER: &str = "answer";
/// The wording for what is waited for: the names of a server's models.
pub(super) const LIST: &str = "list of models";
/// The wording for what is missing when a stream stalls later.
pub(super) const FURTHER: &str = "further word";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reason_is_one_sentence_that_can_stand_in_another() {
        let key = |sent| ModelError::Key {
            url: "http://h/v1".into(),
            status: 401,
            sent,
            variable: None,
            detail: String::new(),
        };
        let known = |sent| ModelError::Key {
            url: "http://h/v1".into(),
            status: 401,
            sent,
            variable: Some("OPENAI_API_KEY".into()),
            detail: String::new(),
        };
        let reason = known(false).reason();
        assert!(
            reason.contains("; set OPENAI_API_KEY to the key for http://h/v1"),
            "{reason}"
        );
        let reason = known(true).reason();
        assert!(
            reason.contains("; check the key in OPENAI_API_KEY"),
            "{reason}"
        );
        let busy = |detail: &str| ModelError::Busy {
            retry_after: None,
            detail: detail.into(),
        };
        let refused = |detail: &str| ModelError::Refused {
            status: 400,
            detail: detail.into(),
        };
        let unreachable = ModelError::Unreachable {
            url: "http://h/v1".into(),
            detail: "Connection refused".into(),
        };
        assert_eq!(
            unreachable.reason(),
            "no connection to http://h/v1: Connection refused; start the server at http://h/v1, or name another \
             one with --base-url"
        );
        assert!(key(false).reason().starts_with(
            "http://h/v1 asks for a key, and none was sent (401); say where its key is: --key-env NAME"
        ));
        assert!(
            key(true)
                .reason()
                .contains("does not accept the key (401); check the key for")
        );
        assert_eq!(busy("").to_string(), "the server asks to wait");
        for error in [
            unreachable,
            key(true),
            key(false),
            busy("Slow down."),
            refused("No."),
            refused(""),
        ] {
            let said = format!("({}).", error.reason());
            for odd in ["..", ".)", ":;", ".;", "; ;", ": ;", "  "] {
                assert!(!said.contains(odd), "{odd}: {said}");
            }
        }
    }
}
