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
    let oldest = match speeches {
        1 => "the oldest speech is given to it in summary".to_owned(),
        several => format!("the oldest {several} speeches are given to it in summary"),
    };
    format!("The transcript has outgrown the model's context of {context} tokens: {oldest}.")
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
