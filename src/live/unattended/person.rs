//! A person in a seat of a debate without a screen: what is asked of them is told, and the lines that they type are
//! their words.

use std::{
    collections::{BTreeMap, VecDeque},
    time::Duration,
};

use tokio::{sync::mpsc, time::timeout};

use crate::{
    by_hand::{AnswerForm, asked},
    debate::{
        DebateState,
        answer::Vote,
        ask::Ask,
        command::Command,
        ids::{CallId, Seat},
        person::{HandoverSpan, PersonAnswer},
        state::Pending,
    },
    text::{counted, sanitize::sanitize_line, shown::named},
};

/// The line that ends a speech, or a text of several lines.
const END: &str = ".";

/// The time in which lines that have been typed come here once the debate is over.
const REST: Duration = Duration::from_millis(50);

/// What was given last, until it is answered.
#[derive(Debug)]
struct Given {
    /// The call that it is for; none for a point of information.
    call: Option<CallId>,
    /// The lines that it came from.
    lines: Vec<String>,
    /// Whether nothing more is due for the call once it is taken.
    closes: bool,
}

/// The lines of whoever sits in a seat, as they come; none where nobody types any.
#[derive(Debug, Default)]
pub struct PersonLines {
    /// The seat that was taken from this terminal; none where the debate runs.
    own: Option<Seat>,
    lines: Option<mpsc::Receiver<String>>,
    /// What has come and is not yet given.
    read: VecDeque<String>,
    /// Points that wait until the person may rise.
    risers: VecDeque<String>,
    /// The call that was told last.
    told: Option<CallId>,
    /// What was typed so far of the texts that are asked for.
    texts: BTreeMap<CallId, Vec<String>>,
    given: Option<Given>,
    /// The call that was answered last. It is open until the records that close it have come.
    done: Option<CallId>,
    /// The call that refused the last line although it is open: it is given again to the next.
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

    /// The same, at a terminal that has taken a seat of a debate which runs elsewhere.
    #[must_use]
    pub fn in_seat(mut self, own: Seat) -> Self {
        self.own = Some(own);
        self
    }

    /// Waits for the next line, where one is to be read: one waits at the most, so that what is typed later is not read
    /// before its time. Nothing is lost where the wait is given up.
    pub async fn read(person: &mut Option<Self>) {
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

    /// The words for the lines that nobody asked for any more, where there are any.
    pub async fn left(mut self) -> Option<String> {
        let given = self.given.map_or(0, |given| given.lines.len());
        let texts = self.texts.values().map(Vec::len).sum::<usize>();
        let mut left = self.read.len() + self.risers.len() + texts + given;
        if let Some(lines) = &mut self.lines {
            while let Ok(Some(_)) = timeout(REST, lines.recv()).await {
                left += 1;
            }
        }
        let were = if left == 1 { "was" } else { "were" };
        (left > 0).then(|| {
            let lines = counted(u32::try_from(left).unwrap_or(u32::MAX), "line", "lines");
            format!("{lines} of what you typed {were} not used: nothing more was asked of you.")
        })
    }

    /// The command that is due of a person now, where one is; `tell` is told what is asked, and what no answer is. Whoever
    /// types no lines has their seat handed to its persona.
    pub fn due(&mut self, state: &DebateState, tell: fn(&str)) -> Option<Command> {
        self.take_back_texts(state);
        loop {
            if let Some(told) = self.told(state) {
                tell(&told);
            }
            let left = self.read.len();
            let command = self.next(state, tell);
            // A line of a longer text is no command yet, and another may have come.
            if command.is_some() || self.read.len() == left {
                return command;
            }
        }
    }

    /// What was typed for a call that is gone is there for the next.
    fn take_back_texts(&mut self, state: &DebateState) {
        let own = self.own.as_ref();
        let is_gone = |call: &CallId| !state.asked_at(own).any(|(open, _)| open == *call);
        let gone: Vec<CallId> = self.texts.keys().copied().filter(is_gone).collect();
        for call in gone {
            for line in self.texts.remove(&call).into_iter().flatten().rev() {
                self.read.push_front(line);
            }
        }
    }

    /// What is asked now, but for what was answered.
    fn open<'a>(&self, state: &'a DebateState) -> Option<(CallId, &'a Pending)> {
        let own = self.own.as_ref();
        let first = state.asked_at(own).next();
        first.filter(|(id, _)| self.done != Some(*id))
    }

    /// What is to be told of what is asked now, once.
    fn told(&mut self, state: &DebateState) -> Option<String> {
        let (id, call) = self.open(state)?;
        if self.told == Some(id) {
            return None;
        }
        self.told = Some(id);
        let wanted = asked(state, call);
        let seat = call.seat.as_ref().map_or("", Seat::as_str);
        let about = format!("{} {}", wanted.about, wanted.length);
        let about = about.trim();
        let stop = if about.is_empty() { "" } else { " " };
        let title = wanted.title.as_str();
        let end = if title.ends_with(['.', '?', '!']) {
            ""
        } else {
            "."
        };
        let how = how(wanted.form);
        let form = if wanted.blank.is_empty() {
            String::new()
        } else {
            format!("\n{}", wanted.blank)
        };
        Some(format!("{seat}: {title}{end}{stop}{about} ({how}){form}"))
    }

    fn next(&mut self, state: &DebateState, tell: fn(&str)) -> Option<Command> {
        let front = self.read.front().map(|line| line.trim().to_owned());
        if let Some(point) = front
            .as_deref()
            .and_then(|line| line.strip_prefix("/rise "))
        {
            self.read.pop_front();
            self.risers.push_back(point.to_owned());
            if state.person_who_may_rise(self.own.as_ref()).is_none() {
                tell("No point can be put now: yours waits until you may rise.");
            }
        }
        if let Some(seat) = state.person_who_may_rise(self.own.as_ref()).cloned()
            && let Some(text) = self.risers.pop_front()
        {
            self.given = Some(Given {
                call: None,
                lines: vec![text.clone()],
                closes: false,
            });
            return Some(Command::Rise { seat, text });
        }
        let (id, call) = self.open(state)?;
        let seat = call.seat.clone()?;
        let asked_in_a_pause = matches!(call.ask, Ask::Question { .. });
        if self.refused_by == Some(id)
            || self.told != Some(id)
            || !state.is_held_by_person(&seat)
            || !(state.is_running() || asked_in_a_pause)
        {
            return None;
        }
        let hands_over = |person: &mut Self, lines, span| {
            person.given = Some(Given {
                call: Some(id),
                lines,
                closes: true,
            });
            let seat = seat.clone();
            Some(Command::HandOver { seat, span })
        };
        let Some(line) = self.read.pop_front() else {
            if self.lines.is_some() {
                return None;
            }
            return hands_over(self, Vec::new(), HandoverSpan::Open);
        };
        let span = match line.trim() {
            "/hand" => Some(HandoverSpan::Turn),
            "/leave" => Some(HandoverSpan::Open),
            _ => None,
        };
        if let Some(span) = span {
            return hands_over(self, vec![line], span);
        }
        self.answer(state, (id, call), seat, &line, tell)
    }

    fn answer(
        &mut self,
        state: &DebateState,
        (call, pending): (CallId, &Pending),
        seat: Seat,
        line: &str,
        tell: fn(&str),
    ) -> Option<Command> {
        let form = asked(state, pending).form;
        let typed = line.trim();
        let answer = match form {
            AnswerForm::Speech if typed == END => {
                self.gives(call, line, true);
                return Some(Command::EndSpeech { seat });
            }
            AnswerForm::Speech | AnswerForm::Point | AnswerForm::Vote { .. }
                if typed.is_empty() =>
            {
                return None;
            }
            AnswerForm::Speech => {
                self.gives(call, line, false);
                let text = line.to_owned();
                return Some(Command::Say { seat, text });
            }
            AnswerForm::Text | AnswerForm::Work => {
                let text = self.texts.entry(call).or_default();
                if typed != END {
                    text.push(line.to_owned());
                    return None;
                }
                let mut lines = self.texts.remove(&call).unwrap_or_default();
                let text = lines.join("\n");
                lines.push(line.to_owned());
                self.given = Some(Given {
                    call: Some(call),
                    lines,
                    closes: true,
                });
                let answer = PersonAnswer::Text(text);
                return Some(Command::Reply { call, answer });
            }
            AnswerForm::Point => takes(typed).map(PersonAnswer::Point),
            AnswerForm::Vote { undecided, .. } => vote(typed, undecided),
        };
        let Some(answer) = answer else {
            tell(&format!("{} is no answer: {}", named(typed), how(form)));
            return None;
        };
        self.gives(call, line, true);
        Some(Command::Reply { call, answer })
    }

    fn gives(&mut self, call: CallId, line: &str, closes: bool) {
        self.given = Some(Given {
            call: Some(call),
            lines: vec![line.to_owned()],
            closes,
        });
    }

    /// What was given last was answered. What was refused because it came too late, or in a pause, is there for what is
    /// asked next.
    pub fn was_answered(&mut self, state: &DebateState, is_refused: bool) {
        let Some(given) = self.given.take() else {
            return;
        };
        if !is_refused {
            self.done = given.call.filter(|_| given.closes).or(self.done);
            return;
        }
        let Some(call) = given.call else {
            if state.person_who_may_rise(self.own.as_ref()).is_none() {
                self.risers.extend(given.lines);
            }
            return;
        };
        let is_open = state
            .asked_at(self.own.as_ref())
            .any(|(open, _)| open == call);
        let is_said = !given.closes;
        if is_open && state.is_running() {
            if !is_said {
                return;
            }
            self.refused_by = Some(call);
        }
        for line in given.lines.into_iter().rev() {
            self.read.push_front(line);
        }
    }
}

/// The way in which something is answered, in words.
fn how(form: AnswerForm) -> &'static str {
    match form {
        AnswerForm::Speech => {
            "Each line is heard as you hand it in; a line with a dot alone ends the speech."
        }
        AnswerForm::Text | AnswerForm::Work => "A line with a dot alone hands it in.",
        AnswerForm::Point => "y takes it, n waves it down.",
        AnswerForm::Vote {
            undecided: true,
            reason: true,
        } => "aye, no or undecided, and why.",
        AnswerForm::Vote {
            undecided: true,
            reason: false,
        } => "aye, no or undecided.",
        AnswerForm::Vote {
            undecided: false,
            reason: true,
        } => "aye or no, and why.",
        AnswerForm::Vote {
            undecided: false,
            reason: false,
        } => "aye or no.",
    }
}

/// Whether a point is taken; `None` for what is neither.
fn takes(line: &str) -> Option<bool> {
    match line.to_lowercase().as_str() {
        "y" | "yes" => Some(true),
        "n" | "no" => Some(false),
        _ => None,
    }
}

/// A vote with its reason; `None` where the first word is none.
fn vote(line: &str, undecided: bool) -> Option<PersonAnswer> {
    let end = line.find(|letter: char| !letter.is_alphabetic());
    let (word, reason) = line.split_at_checked(end.unwrap_or(line.len()))?;
    let vote = match word.to_lowercase().as_str() {
        "aye" => Vote::Aye,
        "no" => Vote::No,
        "undecided" if undecided => Vote::Undecided,
        _ => return None,
    };
    let reason = reason.trim_start_matches([' ', ',', ':', ';', '.', '-', '–', '—']);
    Some(PersonAnswer::Vote(vote, reason.trim().to_owned()))
}
