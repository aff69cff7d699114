//! The estimate of the debate as it is set up: what it would ask of models, and what is said while that is not known.

use std::borrow::Cow;

use super::{
    super::{widgets, wrapping},
    Lobby, ModelSearch, Screen, Setup,
};
use crate::{debate::ledger::Costs, engine::Estimate, labels, text::shown::amount};

/// What is known of the figures of the debate that is being set up.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) enum SetupEstimate {
    /// Nobody works them out: something that they take is not known.
    #[default]
    Absent,
    /// They are being worked out.
    Pending,
    /// The figures.
    Known(Box<Estimate>),
    /// The reason why there are none.
    Failed(String),
}

impl Lobby {
    /// The setup whose figures are to be worked out: the one that is on the screen, once a model is known for it.
    pub fn to_estimate(&self) -> Option<Setup> {
        match self.screen {
            Screen::Settings | Screen::Personas { .. } | Screen::Card if self.has_model() => {
                self.as_set()
            }
            Screen::Motions | Screen::Settings | Screen::Personas { .. } | Screen::Card => None,
        }
    }

    /// Nobody works the figures out.
    pub fn is_not_estimated(&mut self) {
        self.estimate = SetupEstimate::Absent;
    }

    /// The figures are being worked out; those of another setup are gone.
    pub fn is_being_estimated(&mut self) {
        self.estimate = SetupEstimate::Pending;
    }

    /// Takes in the figures, or the reason why there are none.
    pub fn estimated(&mut self, figures: Result<Estimate, String>) {
        self.estimate = match figures {
            Ok(estimate) => SetupEstimate::Known(Box::new(estimate)),
            Err(reason) => SetupEstimate::Failed(reason),
        };
    }

    /// Whether one is named, or the settings lead to one.
    fn has_model(&self) -> bool {
        !self.model.trim().is_empty() || !self.data.models.is_empty()
    }

    /// What the debate takes as it is set up, in as many sentences as have room in so many lines; of the figures there is
    /// a line in any case, as long as the place is wide.
    pub(super) fn takes(&self, cells: usize, lines: usize) -> Vec<String> {
        let all = self.sentences().join(" ");
        if all.is_empty() {
            return Vec::new();
        }
        let wrapped = wrapping::rows(&all, cells).into_iter();
        let wrapped: Vec<String> = wrapped.map(Cow::into_owned).collect();
        if wrapped.len() <= lines {
            return wrapped;
        }
        let short = self.in_a_line().into_iter();
        let mut fitting = short.filter(|line| widgets::width(line) <= cells);
        fitting.next().into_iter().collect()
    }

    /// The same in a line, the longest form first.
    fn in_a_line(&self) -> Vec<String> {
        let SetupEstimate::Known(estimate) = &self.estimate else {
            return match &self.estimate {
                SetupEstimate::Failed(_) => {
                    vec!["This debate cannot start as it is set up.".to_owned()]
                }
                SetupEstimate::Absent | SetupEstimate::Pending | SetupEstimate::Known(_) => {
                    self.sentences()
                }
            };
        };
        let total = estimate.total();
        let calls = labels::count(total.calls.into());
        let tokens = labels::count(total.usage.prompt_tokens + total.usage.completion_tokens);
        let minutes = estimate.minutes(self.pace);
        let time = minutes.map_or_else(String::new, |minutes| format!(", {minutes} min"));
        let price = price(total.costs);
        vec![
            format!("Up to {calls} calls, {tokens} tokens{time}; {price}."),
            format!("Up to {calls} calls, {tokens} tokens{time}."),
            format!("≤ {calls} calls, {tokens} tok{time}"),
        ]
    }

    fn sentences(&self) -> Vec<String> {
        let told = match &self.estimate {
            SetupEstimate::Absent if self.has_model() => return Vec::new(),
            SetupEstimate::Absent if self.data.search == ModelSearch::On => {
                "The estimate comes once a model is found.".to_owned()
            }
            SetupEstimate::Absent => "There is no estimate without a model.".to_owned(),
            SetupEstimate::Pending => "The estimate is being worked out …".to_owned(),
            SetupEstimate::Known(estimate) => return self.figures(estimate).into(),
            SetupEstimate::Failed(reason) => {
                format!("This debate cannot start as it is set up: {reason}")
            }
        };
        vec![told]
    }

    fn figures(&self, estimate: &Estimate) -> [String; 2] {
        let total = estimate.total();
        let calls = labels::count(total.calls.into());
        let read = labels::count(total.usage.prompt_tokens);
        let written = labels::count(total.usage.completion_tokens);
        let pace = self.pace.word();
        let time = match estimate.minutes(self.pace) {
            Some(1) => format!("A minute at {pace} pace"),
            Some(minutes) => format!("{minutes} minutes at {pace} pace"),
            None => "Time depends on the models".to_owned(),
        };
        let price = price(total.costs);
        [
            format!("Up to {calls} calls: {read} tokens read, {written} written."),
            format!("{time}; {price}."),
        ]
    }

    /// What the figures rest on, where they are known; before that, all that is to be said where `told` below the rows says
    /// it in short.
    pub(super) fn about_figures(&self, told: &[String]) -> String {
        let mut about = self.sentences().join(" ");
        if told.join(" ") == about {
            about.clear();
        }
        let SetupEstimate::Known(estimate) = &self.estimate else {
            return about;
        };
        if !about.is_empty() {
            about.push_str("\n\n");
        }
        about.push_str(
            "The figures are an estimate, by a rehearsal in which a point of information is put wherever one may be: \
             with fewer points a debate takes less.",
        );
        if let Some(told) = estimate.about_prices() {
            about.push(' ');
            about.push_str(&told);
        }
        about
    }
}

fn price(costs: Costs) -> String {
    match costs.total() {
        Some(0.0) => "free".to_owned(),
        Some(total) => format!("${}", amount(total)),
        None if costs.known > 0.0 => {
            format!("${} plus models of unknown price", amount(costs.known))
        }
        None => "price unknown".to_owned(),
    }
}
