//! Words for events that only have to be told, not acted on.

use super::event::Event;

/// What is said of a transcript that was condensed.
pub(super) fn condensed(event: &Event) -> String {
    let Event::TranscriptCondensed {
        speeches, context, ..
    } = event
    else {
        return String::new();
    };
    format!(
        "The transcript has outgrown the model's context of {context} tokens: \
         the oldest {speeches} speeches are given to it in short."
    )
}

/// What is said of rounds that end early.
pub(super) fn stopped(event: &Event) -> String {
    let Event::StoppedEarly {
        round, criterion, ..
    } = event
    else {
        return String::new();
    };
    format!(
        "The rounds end after round {round}: the judges find that {}.",
        criterion.told()
    )
}
