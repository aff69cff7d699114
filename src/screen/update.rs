//! The update of the view by a key, a paste or an answer, and the effects to be done outside because of it. Pure: it
//! sends nothing, draws nothing and reads no clock.

mod after;
mod branch;
mod desk;
mod leaving;
mod map;
mod mouse;
mod pace;
mod pages;
mod sent;

use crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseEvent};

pub use super::effect::{
    BranchStep, FileForm, FollowUpDraft, Meanwhile, NextStep, OtherModel, Play, ScreenEffect,
};
use super::{
    beside_page::OtherDebate,
    house,
    keymap::{Action, Context},
    layout::Pane,
    overlay::{self, Confirm, DraftOf, OverlayOutcome, PaletteChoice, PathCompletion, WaysOut},
    panes::{keys, situation::ChamberMode},
    style::StyleRole,
    transcript::{TextSearch, Typing},
    ui::Ui,
};
use crate::{
    corpus::Handed,
    debate::{
        DebateState,
        command::{Command, Pace},
        event::Record,
        ids::CommandId,
    },
    eval::Report,
    text,
};
use branch::{beside, branch, on_other};
use desk::{at_desk, hand_over};
use leaving::leave;
use map::{argument_map, go_to, write_about};
use pace::{pace, toggle_pause};
use pages::{
    argued, ask, asks_afterwards, copy, definitions, palette, palette_entries, refine, sources,
    write,
};
use sent::{on_read, on_record, send};

/// Something that has come in.
#[derive(Debug)]
pub enum Msg<'a> {
    /// A key that was pressed.
    Key(KeyEvent),
    /// A button or the wheel of the mouse.
    Mouse(MouseEvent),
    /// A pasted text.
    Paste(&'a str),
    /// The debate has taken in a record.
    Record(&'a Record),
    /// A command was handed to the engine.
    Sent(CommandId),
    /// A command could not be handed to the engine.
    NotSent(CommandId, &'static str),
    /// The text that came back from the editor.
    Edited(&'a str),
    /// A text was copied.
    Copied,
    /// The debate was measured; nothing where that failed.
    Measured(Option<Box<Report>>),
    /// The debate that is seen beside this one, or the reason why it cannot be.
    Beside(Result<OtherDebate, String>),
    /// The completion of a path.
    Completed(PathCompletion),
    /// Whether another model can be had, or why it cannot.
    LookedUp(&'a OtherModel, Result<(), String>),
    /// A file was read to be handed in.
    Read {
        /// The path of the file, as it was typed.
        path: String,
        /// The source of the evidence, as it was typed.
        source: String,
        /// The content of the file, or the reason why it could not be read.
        read: Result<Box<Handed>, String>,
    },
}

/// Takes one thing in.
pub fn update(ui: &mut Ui, state: &DebateState, msg: Msg<'_>) -> Vec<ScreenEffect> {
    match msg {
        Msg::Key(key) => on_key(ui, state, key),
        Msg::Mouse(event) => mouse::on_mouse(ui, state, event),
        Msg::Paste(pasted) => on_paste(ui, state, pasted),
        Msg::Record(record) => {
            on_record(ui, state, record);
            let entries = ui.overlay.as_ref().filter(|one| one.offers());
            let entries = entries.map(|_| palette_entries(ui, state));
            if ui.has_desk() {
                ui.desk.follow(state);
            }
            if let Some(overlay) = &mut ui.overlay {
                overlay.follow(state);
                if let Some(entries) = entries {
                    overlay.offer(entries);
                }
            }
            Vec::new()
        }
        Msg::Sent(id) => {
            // The overlay that the command came from goes; its text waits with the command.
            if let Some(waiting) = ui.waiting.iter().find(|waiting| waiting.id == id)
                && waiting.draft.is_some()
            {
                ui.overlay = None;
                ui.bring_back();
            }
            Vec::new()
        }
        Msg::NotSent(id, why) => {
            ui.waiting.retain(|waiting| waiting.id != id);
            ui.desk.is_answered(id, true);
            ui.say(why, StyleRole::Error);
            Vec::new()
        }
        Msg::Edited(edited) => {
            if let Some(overlay) = &mut ui.overlay {
                overlay.set_text(&text::sanitize::sanitize(edited));
            } else {
                ui.desk.set_text(&text::sanitize::sanitize(edited));
                ui.desk.keep_typed(state);
            }
            vec![ScreenEffect::Redraw]
        }
        Msg::Copied => {
            ui.say("the turn was sent to the clipboard", StyleRole::Notice);
            Vec::new()
        }
        Msg::Measured(Some(report)) => {
            ui.message = None;
            // Whoever has opened something else meanwhile is not disturbed.
            if ui.overlay.is_none() {
                ui.open(overlay::measures(report));
            }
            Vec::new()
        }
        Msg::Measured(None) => {
            ui.say("the debate could not be measured", StyleRole::Error);
            Vec::new()
        }
        Msg::Beside(other) => {
            on_other(ui, state, other);
            Vec::new()
        }
        Msg::Completed(completion) => {
            if let Some(overlay) = &mut ui.overlay {
                overlay.completed(completion);
            }
            Vec::new()
        }
        Msg::LookedUp(model, found) => {
            let outcome = ui.overlay.as_mut().map(|one| one.looked_up(model, found));
            outcome.map_or_else(Vec::new, |outcome| on_outcome(ui, state, outcome))
        }
        Msg::Read { path, source, read } => on_read(ui, &path, source, read),
    }
}

fn on_key(ui: &mut Ui, state: &DebateState, key: KeyEvent) -> Vec<ScreenEffect> {
    if key.kind == KeyEventKind::Release {
        return Vec::new();
    }
    ui.message = None;
    let action = ui.keymap.action(key);
    // These work wherever the keys go.
    match action {
        Some(Action::Suspend) => return vec![ScreenEffect::Suspend],
        Some(Action::Redraw) => return vec![ScreenEffect::Redraw],
        Some(_) | None => {}
    }
    if let Some(overlay) = &mut ui.overlay {
        let outcome = overlay.on_key(key);
        return on_outcome(ui, state, outcome);
    }
    if ui
        .transcript
        .search
        .as_ref()
        .is_some_and(|search| search.typing == Typing::Yes)
    {
        type_search(ui, key);
        return Vec::new();
    }
    if ui.types_at_desk()
        && let Some(effects) = at_desk(ui, state, key)
    {
        return effects;
    }
    action.map_or_else(Vec::new, |action| act(ui, state, action))
}

fn on_paste(ui: &mut Ui, state: &DebateState, pasted: &str) -> Vec<ScreenEffect> {
    let clean = text::sanitize::sanitize(&pasted.replace("\r\n", "\n").replace('\r', "\n"));
    if let Some(overlay) = &mut ui.overlay {
        let outcome = overlay.on_paste(&clean);
        return on_outcome(ui, state, outcome);
    }
    if ui.types_at_desk() {
        ui.desk.on_paste(&clean);
        ui.desk.keep_typed(state);
        return Vec::new();
    }
    let is_live = ui.situation(state).fits(Context::Live);
    match &mut ui.transcript.search {
        Some(search) if search.typing == Typing::Yes => {
            search.query += &text::sanitize::sanitize_line(&clean);
        }
        // A text pasted over the chamber can only be meant for the house.
        Some(_) | None if is_live => {
            write(ui, state, DraftOf::Evidence);
            if let Some(overlay) = &mut ui.overlay {
                overlay.on_paste(&clean);
            }
        }
        Some(_) | None => {}
    }
    Vec::new()
}

fn on_outcome(ui: &mut Ui, state: &DebateState, outcome: OverlayOutcome) -> Vec<ScreenEffect> {
    match outcome {
        OverlayOutcome::Stay => Vec::new(),
        OverlayOutcome::Close => {
            ui.close_keeping();
            ui.bring_back();
            Vec::new()
        }
        OverlayOutcome::GoTo(node) => {
            ui.close_keeping();
            go_to(ui, state, &node);
            Vec::new()
        }
        OverlayOutcome::Write(draft) => write_about(ui, state, draft),
        OverlayOutcome::Send(command) => {
            // Those of questions that have their answer.
            if matches!(
                command,
                Command::Adjourn
                    | Command::Resume
                    | Command::GoOnWithout
                    | Command::HandOver { .. }
                    | Command::TakeBack { .. }
            ) {
                ui.overlay = None;
            }
            let draft = ui.overlay.as_ref().and_then(|overlay| overlay.draft());
            send(ui, command, draft)
        }
        OverlayOutcome::Do(ScreenEffect::Next(NextStep::Ask(_))) => {
            ui.overlay = None;
            act(ui, state, Action::Ask)
        }
        OverlayOutcome::Do(effect) => {
            if let ScreenEffect::Read { path, .. } = &effect {
                ui.say(format!("reading {path} …"), StyleRole::Notice);
            }
            if let ScreenEffect::WriteDown(_) = &effect {
                ui.overlay = None;
            }
            vec![effect]
        }
        OverlayOutcome::Refine => {
            ui.overlay = None;
            refine(ui, state)
        }
        OverlayOutcome::NameOtherModel => {
            ui.overlay = None;
            if let Some(overlay) = overlay::other_model(state) {
                ui.open(overlay);
            }
            Vec::new()
        }
        OverlayOutcome::See(look) => {
            ui.take_look(look);
            Vec::new()
        }
        OverlayOutcome::Choose(PaletteChoice::Look(look)) => {
            ui.overlay = None;
            ui.take_look(look);
            Vec::new()
        }
        OverlayOutcome::Choose(PaletteChoice::Act(action)) => {
            ui.overlay = None;
            act(ui, state, action)
        }
        OverlayOutcome::Act(action) => act(ui, state, action),
        OverlayOutcome::Ask { seat, text } => ask(ui, state, (seat, text)),
    }
}

#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "keys that mean nothing here"
)]
fn type_search(ui: &mut Ui, key: KeyEvent) {
    let Some(search) = &mut ui.transcript.search else {
        return;
    };
    match key.code {
        KeyCode::Esc => ui.transcript.search = None,
        KeyCode::Enter if search.query.trim().is_empty() => ui.transcript.search = None,
        KeyCode::Enter => {
            search.typing = Typing::No;
            // Beside the words in the frame it says where nothing is found.
            ui.transcript.go_to_first_match();
        }
        KeyCode::Backspace => {
            search.query.pop();
        }
        KeyCode::Char('c') if key.modifiers.contains(KeyModifiers::CONTROL) => {
            ui.transcript.search = None;
        }
        KeyCode::Char('u') if key.modifiers.contains(KeyModifiers::CONTROL) => {
            search.query.clear();
        }
        KeyCode::Char('w') if key.modifiers.contains(KeyModifiers::CONTROL) => {
            let words = search.query.trim_end();
            let kept = words.rfind(char::is_whitespace).map_or(0, |at| at + 1);
            search.query.truncate(kept);
        }
        KeyCode::Char(c) if !key.modifiers.contains(KeyModifiers::CONTROL) => {
            search.query.push(c);
        }
        _ => {}
    }
}

fn act(ui: &mut Ui, state: &DebateState, action: Action) -> Vec<ScreenEffect> {
    if let Some((text, role)) = refused(ui, state, action) {
        if action != Action::Cancel {
            ui.say(text, role);
        }
        return Vec::new();
    }
    let transcript = &mut ui.transcript;
    match action {
        Action::Quit => return leave(ui, state),
        Action::TogglePause => return toggle_pause(ui, state),
        Action::Evidence => write(ui, state, DraftOf::Evidence),
        Action::Ask => {
            if let Some(taken_up) = asks_afterwards(ui, state, None) {
                return taken_up;
            }
            write(ui, state, DraftOf::Ask);
        }
        Action::Clarify => write(ui, state, DraftOf::Clarify),
        Action::GalleryPoint => write(ui, state, DraftOf::Point),
        Action::Write => ui.desk.take_keys(),
        Action::HandOver => hand_over(ui, state),
        Action::Adjourn => ui.open(overlay::confirm(Confirm::Adjourn, WaysOut::Shell)),
        Action::Refine => return refine(ui, state),
        Action::Branch => branch(ui, state),
        Action::Beside => return beside(ui),
        Action::Other => return vec![ScreenEffect::Next(NextStep::Other)],
        Action::Help => {
            let rows = keys::help(ui.situation(state), &ui.keymap);
            ui.open(overlay::help(state, &rows));
        }
        Action::Palette => palette(ui, state),
        Action::Measures => {
            ui.say("measuring …", StyleRole::Notice);
            return vec![ScreenEffect::Measure];
        }
        Action::Up => ui.in_focus().scroll_by(-1),
        Action::Down => ui.in_focus().scroll_by(1),
        Action::PageUp => ui.in_focus().page(-1),
        Action::PageDown => ui.in_focus().page(1),
        Action::Top => ui.in_focus().scroll_to_top(),
        Action::Bottom => ui.in_focus().scroll_to_end(),
        Action::Follow => {
            ui.focus = Pane::Transcript;
            transcript.follow();
        }
        Action::NextPane => focus(ui, ui.focus.next()),
        Action::PrevPane => focus(ui, ui.focus.before()),
        Action::Faster => return pace(ui, state, Pace::faster, Play::Faster),
        Action::Slower => return pace(ui, state, Pace::slower, Play::Slower),
        Action::Sources => sources(ui, state),
        Action::Argued => argued(ui, state),
        Action::Definitions => definitions(ui, state),
        Action::House => ui.open(house::house(state)),
        Action::Map => argument_map(ui, state),
        Action::Failures => {
            if let Some(page) = overlay::failures(state, ui.mode.is_live()) {
                ui.open(page);
            }
        }
        Action::Copy => return copy(ui, state),
        Action::Share => {
            ui.say("the page is being written …", StyleRole::Notice);
            return vec![ScreenEffect::WriteDown(FileForm::Page)];
        }
        Action::Theme => ui.next_look(),
        Action::Search => {
            ui.focus = Pane::Transcript;
            transcript.search = Some(TextSearch::default());
        }
        Action::NextMatch | Action::PrevMatch => {
            let direction = if action == Action::NextMatch { 1 } else { -1 };
            ui.focus = Pane::Transcript;
            transcript.go_to_match(direction);
        }
        Action::Cancel => transcript.search = None,
        Action::Ahead => return play(ui, Play::Ahead),
        Action::Back => return play(ui, Play::Back),
        Action::NextPhase => return play(ui, Play::NextPhase),
        Action::PrevPhase => return play(ui, Play::PreviousPhase),
        Action::NextSentence => return play(ui, Play::NextSentence),
        Action::PrevSentence => return play(ui, Play::PreviousSentence),
        Action::Rhythm => return vec![ScreenEffect::Play(Play::Rhythm)],
        Action::NextSpeech if ui.mode.is_replay() => return play(ui, Play::Next),
        Action::PrevSpeech if ui.mode.is_replay() => return play(ui, Play::Previous),
        Action::NextSpeech | Action::PrevSpeech => {
            ui.focus = Pane::Transcript;
            transcript.speech(state, if action == Action::NextSpeech { 1 } else { -1 });
        }
        Action::Redraw => return vec![ScreenEffect::Redraw],
        Action::Suspend => return vec![ScreenEffect::Suspend],
    }
    Vec::new()
}

/// The refusal of an action that makes no sense now; `None` where it is done.
fn refused(ui: &Ui, state: &DebateState, action: Action) -> Option<(String, StyleRole)> {
    let row = super::keymap::ROWS.iter().find(|row| row.action == action);
    let context = row.map_or(Context::Always, |row| row.context);
    let fits = ui.situation(state).fits(context);
    refusal(ui, state, context).filter(|_| !fits)
}

/// The refusal where a key of that context does nothing; `None` where the key does what it can.
fn refusal(ui: &Ui, state: &DebateState, context: Context) -> Option<(String, StyleRole)> {
    if state.is_closed() || context == Context::Asking {
        let refused = after::refusal(ui, state, context);
        if let Some(text) = refused {
            return Some((text, StyleRole::Warning));
        }
    }
    let text = match (context, ui.mode) {
        // The page of the house says what a debate without one has instead.
        (Context::Always | Context::Behind | Context::Housed, _) => return None,
        (Context::Shared, _) => "nothing is written to files from here: hustings export",
        (Context::Searching, _) => {
            let search = ui.keymap.key_of(Action::Search);
            let text = format!("there is no search; {search} begins one");
            return Some((text, StyleRole::Notice));
        }
        (Context::Defined, _) if ui.situation(state).has(context) => {
            "the terms are taken down after the first speech of each side"
        }
        (Context::Defined, _) => "no terms are taken down in such a debate",
        (Context::AskedByHand, _) => "nothing is asked of you now",
        (Context::Seated, _) => "you sit in no seat of this debate: --me prop.1 takes one",
        (Context::Failed, _) => "nothing has failed",
        (Context::Beside, _) => "nothing parts from this debate, and it parts from none",
        (Context::Paired, _) => "no other debate is open; b begins a branch",
        (Context::Over, _) => "the measures come with the verdict",
        (Context::Completed, _) => "available after the verdict",
        (Context::Replay, _) => "only in a replay: hustings replay last",
        (
            Context::Live | Context::Asking | Context::Evidence | Context::Points | Context::Going,
            ChamberMode::Followed(run_by),
        ) if !state.is_closed() => {
            let told = after::only_watched(state, run_by, ui.desk.own());
            return Some((told, StyleRole::Warning));
        }
        (
            Context::Live | Context::Asking | Context::Evidence | Context::Points | Context::Going,
            ChamberMode::Replay(..),
        ) => "not available in a replay",
        (Context::Points | Context::Evidence, ChamberMode::Live) if !state.is_closed() => {
            let ask = ui.keymap.key_of(Action::Ask);
            let why = if context == Context::Evidence {
                "nobody is left to speak to evidence"
            } else if ui.situation(state).has(context) {
                "no speech is left in which points of information are taken"
            } else {
                "no points of information are taken in this format"
            };
            return Some((format!("{why}; {ask} asks a question"), StyleRole::Warning));
        }
        (
            Context::Live | Context::Asking | Context::Evidence | Context::Points | Context::Going,
            ChamberMode::Live | ChamberMode::Followed(_),
        ) => "the debate is over",
    };
    Some((text.to_owned(), StyleRole::Warning))
}

/// Moves a replay; what is said there is looked at.
fn play(ui: &mut Ui, play: Play) -> Vec<ScreenEffect> {
    ui.transcript.follow_from_there();
    vec![ScreenEffect::Play(play)]
}

fn focus(ui: &mut Ui, pane: Pane) {
    ui.focus = pane;
    if pane != Pane::Transcript {
        ui.tab = pane;
    }
}
