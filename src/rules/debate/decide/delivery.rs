//! Delivery: a written turn is read out as its author would. What is written of it comes in part by part, the bell
//! rings at the end of a sentence, and what runs over its time is cut there. Where no pace is kept, it is handed in at
//! once.

use crate::debate::{
    ask::Ask,
    delivery::WorkDraft,
    event::{Event, Truncation},
    ids::{CallId, TurnId},
    state::{DebateState, Turn, TurnStatus},
    ungiven::{GivenWords, own_claims},
    written::Work,
};

use super::{
    Decision,
    limits::{Limits, SHORT},
    referee,
};

/// Takes in more of the work of a call, the items of which are finished as far as they go.
pub(super) fn drafted(state: &DebateState, call: CallId, work: Work) -> Decision {
    let Some(turn) = written_by(state, call) else {
        return Decision::none();
    };
    // A form in which nothing is said is none of anybody's work: it is asked for again once it is whole.
    if !work.has_words() {
        return Decision::none();
    }
    let work = numbered(state, turn, work);
    let (work, _) = referee::unheard(state, turn, work);
    let known = |draft: &WorkDraft| draft.work == work;
    let is_known = turn.draft.as_ref().is_some_and(known);
    if is_known || !is_read_out(state, turn) || referee::is_checked_unread(state, turn) {
        return Decision::none();
    }
    Decision::event(Event::Drafted {
        turn: turn.id,
        work: Box::new(work),
        is_whole: false,
        withheld: None,
        checked: None,
    })
}

/// The answer from which a turn was read out cannot be used: all that was said of it is taken back.
pub(super) fn refused(state: &DebateState, call: CallId) -> Decision {
    let turn = written_by(state, call);
    let draft = turn.and_then(|turn| Some((turn, turn.draft.as_ref()?)));
    let Some((turn, draft)) = draft.filter(|(_, draft)| !draft.is_whole) else {
        return Decision::none();
    };
    Decision::event(taken_back(turn, draft))
}

/// The draft of a turn, with nothing of it left.
pub(super) fn taken_back(turn: &Turn, draft: &WorkDraft) -> Event {
    Event::Drafted {
        turn: turn.id,
        work: Box::new(draft.work.up_to(0)),
        is_whole: false,
        withheld: None,
        checked: None,
    }
}

/// The open turn that a call writes.
fn written_by(state: &DebateState, call: CallId) -> Option<&Turn> {
    let pending = state.calls.get(&call).filter(|pending| !pending.cut)?;
    let Ask::Write { turn } = pending.ask else {
        return None;
    };
    state.turn(turn).filter(|turn| turn.is_open())
}

/// All of a turn's work is written.
pub(super) fn written(state: &DebateState, turn: &Turn, work: Work) -> Vec<Event> {
    let work = numbered(state, turn, work);
    let (work, withheld) = referee::unheard(state, turn, work);
    let draft = WorkDraft::of(work, true);
    let is_withheld = withheld.is_some();
    let drafted = Event::Drafted {
        turn: turn.id,
        work: Box::new(draft.work.clone()),
        is_whole: true,
        withheld,
        checked: None,
    };
    if referee::is_checked_unread(state, turn) {
        return vec![drafted];
    }
    if !is_read_out(state, turn) {
        let drafted = is_withheld.then_some(drafted);
        let handed_in = handed_in(state, turn, &draft);
        return drafted.into_iter().chain(handed_in).collect();
    }
    let mut events = vec![drafted];
    // Of those who write at once nobody is struck while another is read out.
    if turn.words > 0 {
        events.extend(struck_unread(state, turn, &draft));
    }
    events
}

/// Words of a draft were released. They never reach across the end of a sentence.
pub(super) fn delivered(state: &DebateState, id: TurnId, words: u32) -> Decision {
    let Some((turn, draft)) = being_read(state, id) else {
        return Decision::none();
    };
    if referee::is_checked_unread(state, turn) {
        return Decision::none();
    }
    // What breaks a rule is not read to its end before it is struck.
    if turn.words == 0 && draft.is_whole {
        let struck = struck_unread(state, turn, draft);
        if !struck.is_empty() {
            return Decision::events(struck);
        }
    }
    let limits = timed(state, turn);
    let most = limits.as_ref().map_or(u32::MAX, |limits| limits.most);
    let said = turn.words.saturating_add(words);
    let readable = limits
        .as_ref()
        .map_or(u32::MAX, |limits| draft.readable(limits.cut, limits.most));
    let said = said
        .min(draft.sentence_end(turn.words))
        .min(most)
        .min(readable);
    if said <= turn.words {
        return Decision::none();
    }
    let mut events = vec![Event::Delivered {
        turn: id,
        words: said,
    }];
    let is_over = draft.is_whole && said == draft.words();
    let Some(limits) = limits.filter(|_| !is_over) else {
        return Decision::events(events);
    };
    if is_time_over(&limits, draft, said) {
        // What was written is known to be an answer once it is whole: until then nothing more is said.
        if !draft.is_whole {
            return Decision::events(events);
        }
        events.extend(submitted(
            state,
            turn,
            (draft.work.up_to(said), draft),
            Some(Truncation::TimeLimit),
        ));
        return Decision::events(events);
    }
    let ends = draft.ends_at(said);
    if turn.bell.is_none() && ends && turn.target_words > SHORT && said >= limits.bell {
        events.push(Event::BellRang {
            turn: id,
            words_left: turn.target_words.saturating_sub(said),
            interrupts: false,
        });
    }
    Decision::events(events)
}

/// The decision once all of a turn's work is written: the work is handed in when the last word is said.
pub(super) fn advance(state: &DebateState, turn: &Turn, draft: &WorkDraft) -> Decision {
    if referee::is_checked_unread(state, turn) {
        let ask = Ask::Referee { turn: turn.id };
        if state.is_asked(&ask) {
            return Decision::none();
        }
        return Decision::ask(state, ask, None);
    }
    let is_said = turn.words >= draft.words() || is_read_as_far_as_can_be(state, turn, draft);
    if !is_said && is_read_out(state, turn) {
        return Decision::none();
    }
    Decision::events(handed_in(state, turn, draft))
}

/// Whether nothing more can be read out of a draft as it is: as much was as the time allows, or the next argument is not
/// known to be ended in it.
pub(in crate::debate) fn is_read_as_far_as_can_be(
    state: &DebateState,
    turn: &Turn,
    draft: &WorkDraft,
) -> bool {
    let is_over = timed(state, turn).is_some_and(|limits| {
        turn.words >= draft.readable(limits.cut, limits.most)
            || is_time_over(&limits, draft, turn.words)
    });
    is_over || referee::is_checked_unread(state, turn)
}

/// Whether the time is over after so many words of a draft: at the end of a sentence, or where it is whole and would be cut.
fn is_time_over(limits: &Limits, draft: &WorkDraft, words: u32) -> bool {
    words >= limits.most
        || (words >= limits.cut && draft.ends_at(words))
        || (draft.is_whole && draft.cut_at(limits.cut, limits.most) == Some(words))
}

fn being_read(state: &DebateState, id: TurnId) -> Option<(&Turn, &WorkDraft)> {
    let turn = state.turn(id).filter(|turn| turn.is_open())?;
    Some((turn, turn.draft.as_ref()?))
}

/// Whether a turn is read out, and not handed in at once.
fn is_read_out(state: &DebateState, turn: &Turn) -> bool {
    state.pace.words_per_minute().is_some() && !state.is_private(turn)
}

/// All of a draft, or as much of it as the time allows.
fn handed_in(state: &DebateState, turn: &Turn, draft: &WorkDraft) -> Vec<Event> {
    let (work, truncated) = in_time(state, turn, draft);
    submitted(state, turn, (work, draft), truncated)
}

fn in_time(state: &DebateState, turn: &Turn, draft: &WorkDraft) -> (Work, Option<Truncation>) {
    let cut = timed(state, turn).and_then(|limits| draft.cut_at(limits.cut, limits.most));
    match cut {
        Some(words) => (draft.work.up_to(words), Some(Truncation::TimeLimit)),
        None => (draft.work.clone(), None),
    }
}

/// The strike of a turn that is still to be read out, where all of it is written and breaks a rule of code. What is
/// struck stands in the record as a whole, as it does where no pace is kept.
fn struck_unread(state: &DebateState, turn: &Turn, draft: &WorkDraft) -> Vec<Event> {
    let (work, truncated) = in_time(state, turn, draft);
    let mut handed_in = turn.clone();
    handed_in.submit(work.clone());
    handed_in.status = TurnStatus::Heard { truncated };
    let Some(struck) = referee::struck_by_code(state, &handed_in) else {
        return Vec::new();
    };
    vec![hand_in(turn, draft, work), struck]
}

/// The work is handed in, as much of the draft as it is.
fn hand_in(turn: &Turn, draft: &WorkDraft, work: Work) -> Event {
    Event::Submitted {
        turn: turn.id,
        left_out: draft.left_out_of(&work),
        work: Box::new(work),
    }
}

fn submitted(
    state: &DebateState,
    turn: &Turn,
    (work, draft): (Work, &WorkDraft),
    truncated: Option<Truncation>,
) -> Vec<Event> {
    // What it is held to hangs on all that is handed in.
    let mut all = turn.clone();
    all.submit(work.clone());
    vec![
        hand_in(turn, draft, work),
        referee::finish(state, &all, truncated),
    ]
}

/// Arguments get their numbers and the category of their round.
fn numbered(state: &DebateState, turn: &Turn, mut work: Work) -> Work {
    if let Work::Arguments(arguments) = &mut work {
        let side = state
            .opening
            .as_deref()
            .and_then(|opening| opening.format.side(turn.seat.group()));
        let mark = side.map(crate::catalog::Side::mark).unwrap_or_default();
        let category = state.spec_of(turn).and_then(|spec| spec.category.clone());
        let before = state.arguments_of(turn.seat.group());
        // A small model invents what it needs: the house says of what that holds.
        let invents = state.is_asked_stepwise(&turn.seat) && !state.is_held_by_person(&turn.seat);
        let given = invents.then(|| GivenWords::to(state, turn));
        for (number, argument) in (before + 1..).zip(arguments) {
            argument.id = format!("{mark}-{number}");
            argument.category.clone_from(&category);
            if let Some(given) = &given {
                argument.own_claims = own_claims(state, given, &argument.evidence);
            }
        }
    }
    work
}

/// The limits of the time that a speaker may read. Whoever presides is not held to a time.
fn timed(state: &DebateState, turn: &Turn) -> Option<Limits> {
    let is_timed = turn.target_words > 0 && turn.task.is_a_speakers();
    is_timed.then(|| Limits::of(state, turn))
}
