//! The estimate of the debate as it is set up: what it would ask of models, and what is said while that is not known.

use std::borrow::Cow;

use super::{
    super::{widgets, wrapping},
    Lobby, ModelSearch, Screen, Setup,
};
use crate::{
    engine::Estimate,
    labels,
    text::shown::{amount, given},
};

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
            Screen::Settings
            | Screen::Personas { .. }
            | Screen::Card
            | Screen::Parts
            | Screen::Models { .. }
            | Screen::Presets
                if self.has_model() =>
            {
                self.as_set()
            }
            Screen::Motions
            | Screen::Motion
            | Screen::Settings
            | Screen::Personas { .. }
            | Screen::Parts
            | Screen::Models { .. }
            | Screen::Server
            | Screen::Making
            | Screen::Presets
            | Screen::Card => None,
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
        let minutes = estimate.minutes(self.pace());
        let time = minutes.map_or_else(String::new, |minutes| format!(", {minutes} min"));
        let price = price(estimate);
        let (above, mark) = match self.limits_passed(estimate) {
            limits if limits.is_empty() => ("", ""),
            _ => (" Above your limit.", " > limit"),
        };
        vec![
            format!("About {calls} calls, {tokens} tokens{time}; {price}.{above}"),
            format!("About {calls} calls, {tokens} tokens{time}.{above}"),
            format!("≈ {calls} calls, {tokens} tok{time}{mark}"),
            format!("≈ {calls} calls, {tokens} tok{mark}"),
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
            SetupEstimate::Known(estimate) => return self.figures(estimate),
            SetupEstimate::Failed(reason) => {
                format!("This debate cannot start as it is set up: {reason}")
            }
        };
        vec![told]
    }

    fn figures(&self, estimate: &Estimate) -> Vec<String> {
        let total = estimate.total();
        let calls = labels::count(total.calls.into());
        let read = labels::count(total.usage.prompt_tokens);
        let written = labels::count(total.usage.completion_tokens);
        let pace = self.pace().word();
        let time = match estimate.minutes(self.pace()) {
            Some(1) => format!("A minute at {pace} pace"),
            Some(minutes) => format!("{minutes} minutes at {pace} pace"),
            None => "Time depends on the models".to_owned(),
        };
        let price = price(estimate);
        let mut figures = vec![
            format!("About {calls} calls: {read} tokens read, {written} written."),
            format!("{time}; {price}."),
        ];
        figures.extend(self.limits_passed(estimate));
        figures
    }

    /// Whether the figures pass a limit at which the debate pauses.
    pub(super) fn is_above_a_limit(&self) -> bool {
        match &self.estimate {
            SetupEstimate::Known(estimate) => !self.limits_passed(estimate).is_empty(),
            SetupEstimate::Absent | SetupEstimate::Pending | SetupEstimate::Failed(_) => false,
        }
    }

    /// The limits that the figures pass, in sentences.
    fn limits_passed(&self, estimate: &Estimate) -> Vec<String> {
        let total = estimate.total();
        let (max_cost, max_tokens) = self.data.limits;
        let max_cost = self.set.max_cost.or(max_cost);
        let max_tokens = self.set.max_tokens.or(max_tokens);
        let tokens = total.usage.prompt_tokens + total.usage.completion_tokens;
        let mut passed = Vec::new();
        if let Some(most) = max_tokens.filter(|most| tokens > *most) {
            let most = labels::count(most);
            passed.push(format!(
                "That is above your limit of {most} tokens, where it pauses."
            ));
        }
        if let Some(most) = max_cost.filter(|most| total.costs.known > *most) {
            let most = amount(most);
            passed.push(format!(
                "That is above your limit of ${most}, where it pauses."
            ));
        }
        passed
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
            "The figures are an estimate, not a limit, by a rehearsal to the last round: with more points of information, or \
             longer answers, a debate takes more, with fewer rounds less.",
        );
        if let Some(told) = estimate.about_prices() {
            about.push(' ');
            about.push_str(&told);
        }
        about
    }
}

/// What it costs, in words; of models without a price one is named.
fn price(estimate: &Estimate) -> String {
    let costs = estimate.total().costs;
    if let Some(total) = costs.total() {
        return if total == 0.0 {
            "free".to_owned()
        } else {
            format!("${}", amount(total))
        };
    }
    let mut unpriced = estimate.unpriced.iter().map(|label| given(label));
    let of = match (unpriced.next(), unpriced.count()) {
        (Some(one), 0) => format!("price not known of {one}"),
        (Some(one), more) => format!("price not known of {one} and {more} more"),
        (None, _) => "price not known".to_owned(),
    };
    if costs.known > 0.0 {
        format!("${}, {of}", amount(costs.known))
    } else {
        of
    }
}
