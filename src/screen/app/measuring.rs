//! Measuring the debate on the screen: the measures that need no model, beside the screen.

use std::time::Instant;

use super::App;
use crate::{
    eval::{CorpusQueries, Report},
    update::{Msg, ScreenEffect},
};

impl App {
    /// Measures the debate beside the screen: what needs no model.
    pub(super) fn measure(&mut self) {
        if self.measuring.is_some() {
            return;
        }
        let (state, corpora) = (self.source.state().clone(), self.corpora.clone());
        self.measuring = Some(tokio::task::spawn_blocking(move || {
            let corpora = corpora.as_deref().map(|one| one as &dyn CorpusQueries);
            Report::counted(&state, corpora)
        }));
    }

    /// Shows what was measured.
    pub(super) fn measured(&mut self, report: Option<Report>) -> Vec<ScreenEffect> {
        self.frames.request(Instant::now());
        self.update(Msg::Measured(report.map(Box::new)))
    }
}

#[cfg(test)]
mod tests {
    use super::{super::*, *};
    use crate::keymap::Keymap;

    #[test]
    fn what_was_measured_is_drawn_at_once() {
        let player = Box::new(Player::new(Vec::new()));
        let since = Instant::now();
        let source = Source::Replay { player, since };
        let mut app = App {
            ui: Ui::new(source.mode(), Keymap::default(), Vec::new()),
            source,
            frames: Limiter::default(),
            is_still: false,
            corpora: None,
            write_down: None,
            beside: None,
            left_open: None,
            measuring: None,
            background: None,
            look_up: None,
            looking: None,
            notice: None,
            has_told_of_panic: false,
            desk_drawn: None,
        };
        let report = Report::counted(app.source.state(), None);
        app.measured(Some(report));
        assert!(app.ui.overlay.is_some());
        assert!(app.frames.deadline().is_some(), "a frame is due");
    }
}
