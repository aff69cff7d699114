//! What is sent to the house, and what the viewer is told of its answers.

use super::{
    super::{
        overlay::{self, DraftOf},
        style::Role,
        ui::{Ui, Waiting},
    },
    Cmd,
};
use crate::{
    corpus::Handed,
    debate::{
        command::Command,
        event::{Event, Record},
    },
    engine::Order,
};

pub(super) fn send(ui: &mut Ui, command: Command, draft: Option<overlay::Draft>) -> Vec<Cmd> {
    put(ui, command, draft, None)
}

fn put(
    ui: &mut Ui,
    command: Command,
    draft: Option<overlay::Draft>,
    remark: Option<String>,
) -> Vec<Cmd> {
    let id = ui.next_id();
    ui.waiting.push(Waiting { id, draft, remark });
    vec![Cmd::Send(Order { id, command })]
}

/// A file that was read is handed in, unless the viewer has thought better of it meanwhile.
pub(super) fn on_read(
    ui: &mut Ui,
    path: &str,
    source: String,
    read: Result<Box<Handed>, String>,
) -> Vec<Cmd> {
    let draft = ui.overlay.as_ref().and_then(|overlay| overlay.draft());
    let Some(draft) = draft.filter(|draft| draft.of == DraftOf::Evidence && draft.file == path)
    else {
        return Vec::new();
    };
    let handed = match read {
        Ok(handed) => handed,
        Err(why) => {
            ui.say(why, Role::Error);
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

pub(super) fn on_record(ui: &mut Ui, record: &Record) {
    let Some(id) = record.event.answers() else {
        return;
    };
    let Some(at) = ui.waiting.iter().position(|waiting| waiting.id == id) else {
        return;
    };
    let waiting = ui.waiting.remove(at);
    match said(&record.event) {
        Said::Nothing => {}
        Said::Done(text) => {
            let remark = waiting
                .remark
                .map_or_else(String::new, |remark| format!("; {remark}"));
            ui.say(text + &remark, Role::Notice);
        }
        Said::Refused(reason) => {
            let kept = if waiting.draft.is_some() {
                " (what you typed is kept)"
            } else {
                ""
            };
            ui.drafts.keep(waiting.draft);
            ui.say(format!("{reason}{kept}"), Role::Warning);
        }
    }
}

enum Said {
    Nothing,
    Done(String),
    Refused(String),
}

/// What the viewer is told of the answer to a command.
fn said(event: &Event) -> Said {
    let done = |text: &str| Said::Done(text.to_owned());
    match event {
        Event::EvidenceAdmitted { .. } => done("the evidence is in both sides' hands"),
        Event::QuestionAsked { .. } => done("the question is put"),
        Event::ClarificationQueued { .. } => done("it will be asked at the next break"),
        Event::GalleryPointQueued { .. } => done("the gallery waits for its moment"),
        Event::PoiOffered { .. } => done("the gallery is on its feet"),
        Event::PaceChanged { pace, .. } => Said::Done(format!("pace: {}", pace.word())),
        Event::CommandRefused { reason, .. } => Said::Refused(reason.clone()),
        _ => Said::Nothing,
    }
}
