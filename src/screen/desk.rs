//! The desk: the field below the transcript in which a person in a seat speaks and answers. What is asked of them opens it;
//! the transcript stays in sight and scrolls. Nothing that was typed is lost when the desk is left or somebody interrupts.

mod drafts;
mod hints;
mod view;

use crossterm::event::{Event, KeyCode, KeyEvent, KeyModifiers};

use super::overlay::editor::{Editor, Shape};
use crate::{
    by_hand::{AnswerForm, AskedByHand, asked, line_of},
    debate::{
        DebateState,
        answer::Vote,
        ask::Ask,
        command::Command,
        ids::{CallId, CommandId, DebateId, PoiId, Seat, TurnId},
        person::PersonAnswer,
    },
};
pub use drafts::{DeskDrafts, KeptDraft};
pub(super) use view::{DeskView, render};

/// Whether a key interrupts the program: whoever presses it means it, whatever stands on the screen.
pub(super) fn is_interrupt(input: &Event) -> bool {
    input.as_key_event().is_some_and(|key| {
        key.code == KeyCode::Char('c') && key.modifiers.contains(KeyModifiers::CONTROL)
    })
}

/// What follows from a key at the desk.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum DeskOutcome {
    /// Nothing more.
    Stay,
    /// The key is for the chamber.
    Pass,
    /// There is nothing yet that could be handed in.
    Nothing,
    /// No vote is chosen yet that could be cast.
    NoVote,
    /// These commands are sent.
    Send(Vec<Command>),
    /// The text is to be edited in `$EDITOR`.
    Edit(String),
    /// It is to be asked for how long the seat is handed over.
    HandOver,
}

/// What is asked of the person now.
#[derive(Debug, Clone)]
struct AskedNow {
    call: CallId,
    ask: Ask,
    seat: Seat,
    /// The turn that is spoken, where one is.
    turn: Option<TurnId>,
    /// Since when, in milliseconds of the debate.
    since_ms: u64,
    words: AskedByHand,
}

/// A point that is put to the person while they have the floor.
#[derive(Debug, Clone)]
struct PointPut {
    call: CallId,
    poi: PoiId,
    about: String,
}

/// The desk.
#[derive(Debug)]
pub struct Desk {
    /// The seat that was taken at this terminal, in a debate that runs elsewhere.
    own: Option<Seat>,
    asked: Option<AskedNow>,
    point: Option<PointPut>,
    /// The words of a speech that are not handed in yet: they stay through points and pauses.
    speech: Editor,
    /// The words of any other answer.
    text: Editor,
    /// The vote that is marked, by its place; none before one was chosen, so that a stray key casts nothing.
    vote: Option<usize>,
    /// Whether the keys go to the desk.
    is_typed_at: bool,
    /// What was sent and not yet taken, with the words of each.
    sent: Vec<(CommandId, String)>,
    /// Whether something new is asked of which the terminal has not rung yet.
    rings: bool,
    /// Whether the desk has taken the keys by itself, and the person cannot have seen it yet.
    has_opened: bool,
    /// What was typed and is not handed in, for whoever comes back to the debate.
    drafts: DeskDrafts,
    /// What was handed in last, and under which title: it is there again where it is struck.
    handed: Option<(String, String)>,
}

impl Default for Desk {
    fn default() -> Self {
        Self {
            own: None,
            asked: None,
            point: None,
            speech: Editor::new(Shape::Prose, "What do you say?"),
            text: Editor::new(Shape::Prose, "Your answer"),
            vote: None,
            is_typed_at: false,
            sent: Vec::new(),
            rings: false,
            has_opened: false,
            drafts: DeskDrafts::default(),
            handed: None,
        }
    }
}

impl Desk {
    /// Takes in what is asked of people as the debate stands.
    pub(super) fn follow(&mut self, state: &DebateState) {
        let own = self.own.clone();
        let point = state.asked_at(own.as_ref()).find_map(|(call, pending)| {
            let Ask::PoiAccept { poi } = pending.ask else {
                return None;
            };
            let about = asked(state, pending).about;
            Some(PointPut { call, poi, about })
        });
        let is_new_point =
            point.as_ref().map(|one| one.poi) != self.point.as_ref().map(|one| one.poi);
        self.rings |= is_new_point && point.is_some();
        self.point = point;
        let now = state.asked_at(own.as_ref()).find_map(|(call, pending)| {
            if let Ask::PoiAccept { .. } = pending.ask {
                return None;
            }
            Some(AskedNow {
                call,
                ask: pending.ask.work(),
                seat: pending.seat.clone()?,
                turn: pending.ask.speaks(),
                since_ms: pending.since_ms,
                words: asked(state, pending),
            })
        });
        self.forget_typed(state, now.as_ref());
        let before = self.asked.as_ref().map(|one| &one.ask);
        if let Some(now) = now.as_ref().filter(|now| before != Some(&now.ask)) {
            self.rings = true;
            self.has_opened |= !self.is_typed_at;
            self.is_typed_at = true;
            self.vote = None;
            if now.words.form != AnswerForm::Speech {
                let shape = if now.words.form == AnswerForm::Work {
                    Shape::Prose
                } else {
                    Shape::Line
                };
                self.text = Editor::new(shape, placeholder(now.words.form));
                self.text.set_form(&now.words.blank);
            }
            self.open_with(state, now);
        }
        // While a point is answered the speech waits, and goes on where it was.
        if now.is_none() && self.point.is_none() {
            self.is_typed_at = false;
        }
        self.asked = now;
    }

    /// The desk is that of a seat which was taken at this terminal, or is one no more.
    pub(super) fn sit_in(&mut self, own: Option<Seat>) {
        self.own = own;
        self.asked = None;
        self.point = None;
        self.is_typed_at = false;
    }

    /// The seat that was taken at this terminal.
    pub(super) fn own(&self) -> Option<&Seat> {
        self.own.as_ref()
    }

    /// The desk finds again what was typed there before.
    pub(super) fn find(&mut self, drafts: DeskDrafts) {
        self.drafts = drafts;
    }

    /// What was typed for this before: left in the field, or handed in and struck.
    fn open_with(&mut self, state: &DebateState, now: &AskedNow) {
        let left = key(state, now).and_then(|key| self.drafts.take(&key));
        let is_work = now.words.form == AnswerForm::Work;
        let handed = self.handed.take().filter(|_| is_work);
        let struck = handed.filter(|(title, _)| *title == now.words.title);
        if let Some(text) = left.or(struck.map(|(_, text)| text)) {
            if now.words.form == AnswerForm::Speech {
                if self.speech.is_blank() {
                    self.speech.set_text(&text);
                }
            } else if now.words.blank.is_empty() {
                self.text.set_text(&text);
            } else {
                self.text.set_form(&text);
            }
        }
    }

    /// Whether what is asked is a form of fields.
    fn has_form(&self) -> bool {
        let blank = self.asked.as_ref().map(|asked| asked.words.blank.as_str());
        blank.is_some_and(|blank| !blank.is_empty())
    }

    /// The desk is left: what was typed stays for whoever comes back.
    pub(super) fn leave(&mut self, state: &DebateState) {
        let Some(now) = self.asked.clone() else {
            return;
        };
        // Words that are on their way have not been heard.
        let sent: Vec<String> = self.sent.drain(..).map(|(_, words)| words).collect();
        let mut typed = self.editor().text();
        if now.words.form == AnswerForm::Speech {
            typed = [sent, vec![typed]].concat().join("\n");
        }
        if let Some(key) = key(state, &now).filter(|_| typed.trim() != now.words.blank.trim()) {
            self.drafts.keep(key, typed);
        }
    }

    /// Notes what stands in the field, so that whoever keeps the drafts meanwhile has it, however the program ends.
    pub(super) fn keep_typed(&mut self, state: &DebateState) {
        let Some(now) = self.asked.clone() else {
            return;
        };
        let typed = self.editor().text();
        let Some(key) = key(state, &now) else {
            return;
        };
        if typed.trim() == now.words.blank.trim() {
            self.drafts.take(&key);
        } else {
            self.drafts.keep(key, typed);
        }
    }

    /// What was handed in, or is asked no more, is no draft.
    fn forget_typed(&self, state: &DebateState, now: Option<&AskedNow>) {
        let before = self.asked.as_ref();
        let is_over = before.filter(|before| {
            let is_same = now.is_some_and(|now| now.ask == before.ask);
            // A speech goes on behind what interrupts it.
            !is_same && before.words.form != AnswerForm::Speech
        });
        if let Some(key) = is_over.and_then(|before| key(state, before)) {
            self.drafts.take(&key);
        }
    }

    /// Whether something is asked of a person.
    pub(super) fn is_open(&self) -> bool {
        self.asked.is_some() || self.point.is_some()
    }

    /// Whether the keys go to the desk.
    pub(super) fn takes_keys(&self) -> bool {
        self.is_typed_at && self.is_open()
    }

    /// Has the keys go to the desk.
    pub(super) fn take_keys(&mut self) {
        self.is_typed_at = self.is_open();
    }

    /// Whether the terminal is to ring, once for all that is new.
    pub(super) fn is_to_ring(&mut self) -> bool {
        std::mem::take(&mut self.rings)
    }

    /// Whether the desk has opened by itself and is not yet drawn.
    pub(super) fn has_just_opened(&self) -> bool {
        self.has_opened
    }

    /// Whether the desk has opened by itself since it was drawn last; it is drawn now.
    pub(super) fn takes_opening(&mut self) -> bool {
        std::mem::take(&mut self.has_opened)
    }

    /// The seat that is asked now.
    pub(super) fn seat(&self) -> Option<&Seat> {
        self.asked.as_ref().map(|asked| &asked.seat)
    }

    fn form(&self) -> AnswerForm {
        self.asked
            .as_ref()
            .map_or(AnswerForm::Speech, |asked| asked.words.form)
    }

    fn editor(&mut self) -> &mut Editor {
        if self.form() == AnswerForm::Speech {
            &mut self.speech
        } else {
            &mut self.text
        }
    }

    /// A key at the desk.
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "keys that mean nothing here"
    )]
    pub(super) fn on_key(&mut self, key: KeyEvent) -> DeskOutcome {
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        match key.code {
            KeyCode::Esc => {
                self.is_typed_at = false;
                return DeskOutcome::Stay;
            }
            KeyCode::PageUp | KeyCode::PageDown | KeyCode::F(_) => return DeskOutcome::Pass,
            KeyCode::Char('c') if control => return DeskOutcome::Pass,
            KeyCode::Char('o') if control => return DeskOutcome::HandOver,
            KeyCode::Char('e') if control => return DeskOutcome::Edit(self.editor().text()),
            KeyCode::Char('y') if control && self.point.is_some() => return self.decides(true),
            KeyCode::Char('x') if control && self.point.is_some() => return self.decides(false),
            _ => {}
        }
        if self.asked.is_none() {
            return DeskOutcome::Stay;
        }
        let ends = control && matches!(key.code, KeyCode::Char('d' | 's'));
        let breaks = key.modifiers.contains(KeyModifiers::ALT);
        match (self.form(), key.code) {
            (AnswerForm::Speech, _) if ends => return self.ends(),
            (AnswerForm::Speech, KeyCode::Enter) if !breaks => return self.says(),
            (AnswerForm::Work | AnswerForm::Text, _) if ends => return self.hands_in(),
            (AnswerForm::Text, KeyCode::Enter) => return self.hands_in(),
            (AnswerForm::Vote { .. }, KeyCode::Enter) => return self.casts(),
            (AnswerForm::Vote { .. }, KeyCode::Up | KeyCode::BackTab) => self.moves(-1),
            (AnswerForm::Vote { .. }, KeyCode::Down | KeyCode::Tab) => self.moves(1),
            (AnswerForm::Vote { .. }, KeyCode::Left) if self.text.is_blank() => self.moves(-1),
            (AnswerForm::Vote { .. }, KeyCode::Right) if self.text.is_blank() => self.moves(1),
            (AnswerForm::Vote { reason: false, .. }, KeyCode::Char(_)) if self.vote.is_none() => {
                return DeskOutcome::NoVote;
            }
            (AnswerForm::Vote { reason: false, .. }, _) => {}
            (AnswerForm::Work, KeyCode::Tab) if self.has_form() => self.text.goes_to_next_field(),
            (AnswerForm::Work, _) if self.has_form() => self.types_in_form(key),
            (AnswerForm::Speech | AnswerForm::Work, KeyCode::Enter) => {
                self.editor()
                    .on_key(KeyEvent::new(KeyCode::Enter, KeyModifiers::NONE));
            }
            (AnswerForm::Vote { .. }, _) => {
                self.editor().on_key(key);
                if self.vote.is_none() && !self.text.is_blank() {
                    return DeskOutcome::NoVote;
                }
            }
            _ => self.editor().on_key(key),
        }
        DeskOutcome::Stay
    }

    fn types_in_form(&mut self, mut key: KeyEvent) {
        if key.code == KeyCode::Enter {
            key.modifiers = KeyModifiers::NONE;
        }
        if let Some(asked) = &self.asked {
            self.text.on_form_key(&asked.words.blank, key);
        }
    }

    /// A text was pasted, or came back from `$EDITOR`.
    pub(super) fn on_paste(&mut self, text: &str) {
        self.editor().paste(text);
    }

    /// The text that came back from `$EDITOR`.
    pub(super) fn set_text(&mut self, text: &str) {
        if self.has_form() {
            self.text.set_form(text);
        } else {
            self.editor().set_text(text);
        }
    }

    fn decides(&mut self, accept: bool) -> DeskOutcome {
        let Some(point) = &self.point else {
            return DeskOutcome::Stay;
        };
        let (call, answer) = (point.call, PersonAnswer::Point(accept));
        DeskOutcome::Send(vec![Command::Reply { call, answer }])
    }

    fn moves(&mut self, by: isize) {
        let all = self.votes().len();
        self.vote = Some(match self.vote {
            Some(vote) => (vote + all).saturating_add_signed(by) % all.max(1),
            None if by < 0 => all.saturating_sub(1),
            None => 0,
        });
    }

    /// The votes that can be cast.
    fn votes(&self) -> &'static [Vote] {
        if let AnswerForm::Vote {
            undecided: false, ..
        } = self.form()
        {
            &[Vote::Aye, Vote::No]
        } else {
            &[Vote::Aye, Vote::No, Vote::Undecided]
        }
    }

    fn says(&mut self) -> DeskOutcome {
        let Some(seat) = self.seat().cloned().filter(|_| !self.speech.is_blank()) else {
            return DeskOutcome::Stay;
        };
        let text = self.speech.text();
        DeskOutcome::Send(vec![Command::Say { seat, text }])
    }

    fn ends(&mut self) -> DeskOutcome {
        let Some(seat) = self.seat().cloned() else {
            return DeskOutcome::Stay;
        };
        let rest = self.speech.text();
        let end = Command::EndSpeech { seat: seat.clone() };
        DeskOutcome::Send(if self.speech.is_blank() {
            vec![end]
        } else {
            vec![Command::Say { seat, text: rest }, end]
        })
    }

    fn hands_in(&mut self) -> DeskOutcome {
        let Some(asked) = self.asked.as_ref().filter(|_| !self.text.is_blank()) else {
            return DeskOutcome::Nothing;
        };
        let text = self.text.text();
        let call = asked.call;
        self.handed = Some((asked.words.title.clone(), text.clone()));
        let answer = PersonAnswer::Text(text);
        DeskOutcome::Send(vec![Command::Reply { call, answer }])
    }

    fn casts(&mut self) -> DeskOutcome {
        let vote = self.vote.and_then(|at| self.votes().get(at)).copied();
        let Some((asked, vote)) = self.asked.as_ref().zip(vote) else {
            return DeskOutcome::NoVote;
        };
        let answer = PersonAnswer::Vote(vote, self.text.text());
        let call = asked.call;
        DeskOutcome::Send(vec![Command::Reply { call, answer }])
    }

    /// What was handed in is refused: the cursor goes to the field that is named, if one is.
    pub(super) fn is_refused(&mut self, why: &str) {
        if self.has_form()
            && let Some(line) = line_of(&self.text.text(), why)
        {
            self.text.goes_to_line(line);
        }
    }

    /// A command is on its way: its words leave the field, and come back where it is refused.
    pub(super) fn sends(&mut self, id: CommandId, command: &Command) {
        if let Command::Say { text, .. } = command {
            self.sent.push((id, text.clone()));
            self.speech.set_text("");
        }
    }

    /// The command of that id was taken, or refused.
    pub(super) fn is_answered(&mut self, id: CommandId, is_refused: bool) {
        let Some(at) = self.sent.iter().position(|(sent, _)| *sent == id) else {
            return;
        };
        let (_, words) = self.sent.remove(at);
        if is_refused {
            let typed = self.speech.text();
            let both = if self.speech.is_blank() {
                words
            } else {
                format!("{words}\n{typed}")
            };
            self.speech.set_text(&both);
        }
    }
}

fn key(state: &DebateState, now: &AskedNow) -> Option<(DebateId, Seat, String)> {
    let debate = state.opening.as_deref()?.debate.clone();
    Some((debate, now.seat.clone(), now.words.title.clone()))
}

fn placeholder(form: AnswerForm) -> &'static str {
    match form {
        AnswerForm::Speech | AnswerForm::Point => "",
        AnswerForm::Work => "What you hand in",
        AnswerForm::Text => "Your answer",
        AnswerForm::Vote { .. } => "Why",
    }
}
