//! A person in a seat of a debate without a screen: what is asked of them is told, and the lines that they type are
//! their words.

use std::collections::VecDeque;

use tokio::sync::mpsc;

use crate::{
    by_hand::{AnswerForm, asked},
    debate::{
        DebateState,
        answer::Vote,
        command::Command,
        ids::{CallId, Seat},
        person::{HandoverSpan, PersonAnswer},
        state::Pending,
    },
    text::sanitize::sanitize_line,
};

/// The line that ends a speech, or a text of several lines.
const END: &str = ".";

/// The lines of whoever sits in a seat, as they come; none where nobody types any.
#[derive(Debug, Default)]
pub struct PersonLines {
    lines: Option<mpsc::Receiver<String>>,
    /// What has come and is not yet given.
    read: VecDeque<String>,
    /// The call that was told last.
    told: Option<CallId>,
    /// What was typed of a text so far.
    text: Vec<String>,
    /// The line that was given last, should it be refused.
    given: Option<String>,
    /// The call that refused the last line: it is given again to the next.
    refused_by: Option<CallId>,
}

impl PersonLines {
    /// The lines that come here.
    pub fn of(lines: mpsc::Receiver<String>) -> Self {
        Self {
            lines: Some(lines),
            ..Self::default()
        }
    }

    /// Waits for the next line, where one is to be read: one waits at the most, so that what is typed later is not read
    /// before its time. Nothing is lost where the wait is given up.
    pub(super) async fn read(person: &mut Option<Self>) {
        let Some(person) = person else {
            return std::future::pending().await;
        };
        let Some(lines) = person.lines.as_mut().filter(|_| person.read.is_empty()) else {
            return std::future::pending().await;
        };
        match lines.recv().await {
            Some(line) => person.read.push_back(sanitize_line(&line)),
            None => person.lines = None,
        }
    }

    /// What is to be told of what is asked now, once.
    pub(super) fn told(&mut self, state: &DebateState) -> Option<String> {
        let (id, call) = state.asked_of_people().next()?;
        if self.told == Some(id) {
            return None;
        }
        self.told = Some(id);
        self.text.clear();
        let wanted = asked(state, call);
        let how = match wanted.form {
            AnswerForm::Speech => {
                "Each line is heard as you hand it in; a line with a dot alone ends the speech."
            }
            AnswerForm::Text | AnswerForm::Work => "A line with a dot alone hands it in.",
            AnswerForm::Point => "y takes it, n waves it down.",
            AnswerForm::Vote {
                undecided: true, ..
            } => "aye, no or undecided, and why.",
            AnswerForm::Vote {
                undecided: false, ..
            } => "aye or no, and why.",
        };
        let seat = call.seat.as_ref().map_or("", Seat::as_str);
        Some(format!(
            "{seat}: {}. {} ({how})",
            wanted.title, wanted.about
        ))
    }

    /// The command that is due of a person now, where one is. Whoever types no lines has their seat handed to its persona.
    pub(super) fn due(&mut self, state: &DebateState) -> Option<Command> {
        let open = state.asked_of_people().next();
        let riser = self
            .read
            .front()
            .and_then(|line| line.strip_prefix("/rise "));
        if let Some(point) = riser {
            // Where it is the person's own turn, that is said to them.
            let asked = || open.as_ref().and_then(|(_, call)| call.seat.clone());
            let (seat, text) = (
                state.person_who_may_rise().cloned().or_else(asked)?,
                point.to_owned(),
            );
            self.read.pop_front();
            return Some(Command::Rise { seat, text });
        }
        let (id, call) = open?;
        let seat = call.seat.clone()?;
        if self.refused_by == Some(id) || self.told != Some(id) {
            return None;
        }
        let Some(line) = self.read.pop_front() else {
            let span = HandoverSpan::Open;
            let is_over = self.lines.is_none();
            return is_over.then_some(Command::HandOver { seat, span });
        };
        match line.trim() {
            "/hand" => {
                let span = HandoverSpan::Turn;
                return Some(Command::HandOver { seat, span });
            }
            "/leave" => {
                let span = HandoverSpan::Open;
                return Some(Command::HandOver { seat, span });
            }
            _ => {}
        }
        self.answer(state, (id, call), seat, &line)
    }

    fn answer(
        &mut self,
        state: &DebateState,
        (call, pending): (CallId, &Pending),
        seat: Seat,
        line: &str,
    ) -> Option<Command> {
        let reply = |answer| Some(Command::Reply { call, answer });
        let word = line.split_whitespace().next().unwrap_or_default();
        match asked(state, pending).form {
            AnswerForm::Speech if line.trim() == END => Some(Command::EndSpeech { seat }),
            AnswerForm::Speech if line.trim().is_empty() => None,
            AnswerForm::Speech => {
                self.given = Some(line.to_owned());
                let text = line.to_owned();
                Some(Command::Say { seat, text })
            }
            AnswerForm::Text | AnswerForm::Work if line.trim() == END => {
                let text = std::mem::take(&mut self.text).join("\n");
                reply(PersonAnswer::Text(text))
            }
            AnswerForm::Text | AnswerForm::Work => {
                self.text.push(line.to_owned());
                None
            }
            AnswerForm::Point => {
                let takes = matches!(word.to_lowercase().as_str(), "y" | "yes");
                reply(PersonAnswer::Point(takes))
            }
            AnswerForm::Vote { .. } => {
                let vote = match word.to_lowercase().as_str() {
                    "aye" => Vote::Aye,
                    "no" => Vote::No,
                    _ => Vote::Undecided,
                };
                let reason = line.trim().strip_prefix(word).unwrap_or_default().trim();
                reply(PersonAnswer::Vote(vote, reason.to_owned()))
            }
        }
    }

    /// What was given last was answered. The words of a speech that were refused are said when the floor is had again.
    pub(super) fn was_answered(&mut self, is_refused: bool) {
        if let Some(line) = self.given.take().filter(|_| is_refused) {
            self.read.push_front(line);
            self.refused_by = self.told;
        }
    }
}
