//! Commands that are sent to the house, and what the viewer is told of the answers.

use super::{
    super::{
        overlay::{self, DraftOf},
        style::StyleRole,
        ui::{PendingCommand, Ui},
    },
    ScreenEffect,
};
use crate::{
    corpus::Handed,
    debate::{
        DebateState,
        command::Command,
        event::{Event, Record},
    },
    engine::Order,
};

pub(super) fn send(
    ui: &mut Ui,
    command: Command,
    draft: Option<overlay::Draft>,
) -> Vec<ScreenEffect> {
    put(ui, command, draft, None)
}

fn put(
    ui: &mut Ui,
    command: Command,
    draft: Option<overlay::Draft>,
    remark: Option<String>,
) -> Vec<ScreenEffect> {
    let id = ui.next_id();
    let done = done(&command);
    ui.desk.sends(id, &command);
    ui.waiting.push(PendingCommand {
        id,
        draft,
        done,
        remark,
    });
    vec![ScreenEffect::Send(Order { id, command })]
}

/// A file that was read is handed in, unless the viewer has thought better of it meanwhile.
pub(super) fn on_read(
    ui: &mut Ui,
    path: &str,
    source: String,
    read: Result<Box<Handed>, String>,
) -> Vec<ScreenEffect> {
    let draft = ui.overlay.as_ref().and_then(|overlay| overlay.draft());
    let Some(draft) = draft.filter(|draft| draft.of == DraftOf::Evidence && draft.file == path)
    else {
        return Vec::new();
    };
    let handed = match read {
        Ok(handed) => handed,
        Err(why) => {
            ui.say(why, StyleRole::Error);
            return Vec::new();
        }
    };
    ui.message = None;
    let remark = match handed.skipped {
        0 => None,
        1 => Some("1 part of the file could not be read".to_owned()),
        many => Some(format!("{many} parts of the file could not be read")),
    };
    put(ui, handed.evidence(source), Some(draft), remark)
}

pub(super) fn on_record(ui: &mut Ui, state: &DebateState, record: &Record) {
    // A point may have waited for long, and be put to somebody else than it was meant for.
    if let Event::PoiOffered { from, to, .. } = &record.event
        && from.is_gallery()
        && ui.mode.is_live()
    {
        let text = format!("your point is put to {}", state.name(to));
        ui.say(text, StyleRole::Notice);
    }
    // What was handed in to a process that has gone is answered by nobody.
    if matches!(record.event, Event::Reconvened { .. }) && ui.desk.own().is_some() {
        for waiting in std::mem::take(&mut ui.waiting) {
            ui.desk.is_answered(waiting.id, true);
            ui.drafts.keep(waiting.draft);
        }
    }
    let Some(id) = record.event.answers() else {
        return;
    };
    let Some(at) = ui.waiting.iter().position(|waiting| waiting.id == id) else {
        return;
    };
    let waiting = ui.waiting.remove(at);
    let is_refused = matches!(record.event, Event::CommandRefused { .. });
    ui.desk.is_answered(id, is_refused);
    if let Event::CommandRefused { reason, .. } = &record.event {
        ui.desk.is_refused(reason);
        let kept = if waiting.draft.is_some() {
            " (what you typed is kept)"
        } else {
            ""
        };
        ui.drafts.keep(waiting.draft);
        ui.say(format!("{reason}{kept}"), StyleRole::Warning);
        return;
    }
    // Whoever has typed something looks for what becomes of it, which stands at the end.
    if waiting.draft.is_some() {
        ui.transcript.follow();
    }
    if let Some(mut done) = waiting.done {
        if matches!(record.event, Event::GalleryPointQueued { .. }) && !is_heard_now(state) {
            done += " and waits for the next speaker who takes points";
        }
        if matches!(record.event, Event::QuestionAsked { .. }) && state.is_at_a_stop() {
            "your question is asked when the debate resumes".clone_into(&mut done);
        }
        let remark = waiting
            .remark
            .map_or_else(String::new, |remark| format!("; {remark}"));
        ui.say(done + &remark, StyleRole::Notice);
    }
}

/// Whether a point that is handed in can be put in the speech that is on.
fn is_heard_now(state: &DebateState) -> bool {
    let floor = state.floor();
    floor.is_some_and(|turn| state.are_points_left(turn))
}

/// The words to the viewer when a command is done.
fn done(command: &Command) -> Option<String> {
    let done = match command {
        Command::Evidence { .. } => "all speakers have the evidence",
        Command::Ask { .. } => "the question is put",
        Command::Clarify { .. } => "it will be asked at the next break",
        Command::GalleryPoint { .. } => "the point is handed in",
        Command::GoOnWithout => "the debate goes on without anyone who cannot be reached",
        Command::Rise { .. } => "you rise",
        Command::HandOver { .. } => "the model of your seat answers for you",
        Command::TakeBack { .. } => "the seat is yours again, from what is asked next",
        Command::SetPace { pace } => return Some(format!("pace: {}", pace.word())),
        Command::Pause
        | Command::Resume
        | Command::Adjourn
        | Command::Say { .. }
        | Command::TakeSeat { .. }
        | Command::LeaveSeat { .. }
        | Command::EndSpeech { .. }
        | Command::Reply { .. } => return None,
    };
    Some(done.to_owned())
}
