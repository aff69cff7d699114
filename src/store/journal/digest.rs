//! The digest of a debate, what a list shows of it and a search finds of it, kept beside its records: the fold of what
//! has been appended, and what of it is still to be written down. The digest is written in the transaction of the
//! records that it tells of, so the two cannot part.

use rusqlite::{Connection, OptionalExtension as _, params};

use super::{filtered::RecordFilter, read::Outcome};
use crate::debate::{
    DebateState,
    event::{Event, Record},
    follow_up::FollowUpProgress,
    ids::{DebateId, FollowUpId, InterventionId, Seat, TurnId},
    missing,
    state::{Intervention, InterventionProgress, Matter, Turn},
};

/// A kind of text that a search can find.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Due {
    /// The motion and who speaks to it.
    Motion,
    /// A turn that counts, and the points of information that were put in it.
    Turn(TurnId),
    /// Evidence of the viewer, or a question.
    BroughtIn(InterventionId),
    /// An answer to the viewer.
    Answer(InterventionId),
    /// A question after the end, with its answer.
    FollowUp(FollowUpId),
}

/// The debate so far.
#[derive(Debug, Default)]
pub(super) struct Digest {
    state: DebateState,
    due: Vec<Due>,
    /// Whether anything has happened since it was last written but words being said. These come in many small pieces
    /// and change nothing that is listed except the time of the last record, which is written with what ends them.
    changed: bool,
}

/// A row of what a search finds.
struct Words<'a> {
    what: &'static str,
    number: u32,
    turn: Option<TurnId>,
    speaker: &'a str,
    body: &'a str,
}

impl Digest {
    /// The digest of what is in the journal before record `next`. A row that cannot be read ends it early: a list can
    /// be told so much, and whoever loads the debate is told the rest.
    pub(super) fn of_rows(db: &Connection, debate: &DebateId, next: u64) -> rusqlite::Result<Self> {
        let counted: Option<Option<i64>> = db
            .prepare_cached("SELECT records FROM debate WHERE id = ?1")?
            .query_row([&debate.0], |row| row.get(0))
            .optional()?;
        let mut digest = Self::default();
        let mut filter = RecordFilter::default();
        let mut statement = db.prepare_cached(
            "SELECT seq, at_ms, body FROM event WHERE debate = ?1 AND seq < ?2 ORDER BY seq",
        )?;
        let mut rows = statement.query(params![debate.0, next.cast_signed()])?;
        while let Some(row) = rows.next()? {
            let Ok(event) = filter.event(row.get_ref(2)?.as_str().unwrap_or_default()) else {
                break;
            };
            digest.take(&Record {
                seq: row.get::<_, i64>(0)?.cast_unsigned(),
                at_ms: row.get::<_, i64>(1)?.cast_unsigned(),
                event,
            });
        }
        // What was said since then has brought nothing that is due. To write down twice what is there does no harm.
        if counted.flatten() == Some(digest.state.next_seq.cast_signed()) {
            digest.due.clear();
        }
        digest.changed = false;
        Ok(digest)
    }

    /// Takes in a record that follows.
    pub(super) fn take(&mut self, record: &Record) {
        self.state.apply(record);
        self.changed |= !matches!(
            record.event,
            Event::Said { .. } | Event::FollowUpSaid { .. }
        );
        if let Event::Opened(_) = &record.event {
            self.due.push(Due::Motion);
        } else if let Event::TurnEnded { turn, .. } = &record.event {
            self.due.push(Due::Turn(*turn));
        } else if let Event::EvidenceAdmitted { item, .. }
        | Event::QuestionAsked { item, .. }
        | Event::ClarificationQueued { item, .. } = &record.event
        {
            self.due.push(Due::BroughtIn(*item));
        } else if let Event::QuestionAnswered { item, .. } = &record.event {
            self.due.push(Due::Answer(*item));
        } else if let Event::FollowUpAsked { item, .. } | Event::FollowUpAnswered { item, .. } =
            &record.event
        {
            self.due.push(Due::FollowUp(*item));
        }
    }

    /// Writes down what is new, if anything is that would be seen.
    pub(super) fn write_changed(
        &mut self,
        db: &Connection,
        debate: &DebateId,
    ) -> rusqlite::Result<()> {
        if self.changed {
            return self.write(db, debate);
        }
        Ok(())
    }

    /// Writes down what is new.
    pub(super) fn write(&mut self, db: &Connection, debate: &DebateId) -> rusqlite::Result<()> {
        if self.due.contains(&Due::Motion) {
            self.write_opening(db, debate)?;
        }
        let state = &self.state;
        let ledger = &state.ledger;
        db.prepare_cached(
            "UPDATE debate SET last_ms = ?2, spoken = ?3, words = ?4, calls = ?5, tokens = ?6, cost = ?7, \
                 result = ?8, records = ?9, missing = ?10, speeches = ?11, parting = ?12 WHERE id = ?1",
        )?
        .execute(params![
            debate.0,
            state.running_ms().cast_signed(),
            turns_heard(state),
            words_said(state),
            ledger.calls,
            i64::try_from(ledger.tokens()).unwrap_or(i64::MAX),
            ledger.costs.total(),
            Outcome::of(state).map(|result| result.0),
            state.next_seq.cast_signed(),
            state.is_closed().then(|| missing::count(state)),
            u32::try_from(state.plan.turns_heard()).unwrap_or(u32::MAX),
            state.describe_branch(),
        ])?;
        self.changed = false;
        for due in std::mem::take(&mut self.due) {
            self.write_words(db, debate, due)?;
        }
        Ok(())
    }

    fn write_opening(&self, db: &Connection, debate: &DebateId) -> rusqlite::Result<()> {
        let Some(opening) = self.state.opening.as_deref() else {
            return Ok(());
        };
        let joined = |one: fn(&crate::debate::opening::Speaker) -> &str| {
            let all: Vec<&str> = opening.speakers.iter().map(one).collect();
            all.join("\n")
        };
        let batch = opening.batch.as_ref();
        db.prepare_cached(
            "UPDATE debate SET format_id = ?2, speakers = ?3, personas = ?4, batch = ?5, item = ?6 WHERE id = ?1",
        )?
        .execute(params![
            debate.0,
            opening.format_id,
            joined(|speaker| &speaker.card.name),
            joined(|speaker| &speaker.persona),
            batch.map(|batch| &batch.batch),
            batch.map(|batch| &batch.item),
        ])?;
        Ok(())
    }

    fn write_words(&self, db: &Connection, debate: &DebateId, due: Due) -> rusqlite::Result<()> {
        let state = &self.state;
        let mut insert = db.prepare_cached(
            "INSERT OR IGNORE INTO speech (debate, what, number, turn, speaker, body, nth) \
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
        )?;
        let mut keep = |words: &Words<'_>| {
            if words.body.trim().is_empty() {
                return Ok(0);
            }
            let turn = words.turn.and_then(|turn| state.turn(turn));
            let nth = turn.map(|turn| state.plan.nth_heard(turn.slot));
            insert.execute(params![
                debate.0,
                words.what,
                words.number,
                words.turn.map(|turn| turn.0),
                words.speaker,
                words.body,
                nth.and_then(|nth| u32::try_from(nth).ok()),
            ])
        };
        match due {
            Due::Motion => {
                let Some(opening) = state.opening.as_deref() else {
                    return Ok(());
                };
                let names: Vec<&str> = opening
                    .speakers
                    .iter()
                    .map(|speaker| speaker.card.name.as_str())
                    .collect();
                keep(&Words {
                    what: "motion",
                    number: 0,
                    turn: None,
                    speaker: &names.join(", "),
                    body: &opening.motion.motion,
                })?;
            }
            Due::Turn(id) => {
                let heard = state.speeches().find(|turn| turn.id == id);
                let Some(turn) = heard else { return Ok(()) };
                keep(&Words {
                    what: "speech",
                    number: id.0,
                    turn: Some(id),
                    speaker: &state.speaker_in(turn),
                    body: &turn.text,
                })?;
                for point in turn.points.iter().filter_map(|id| state.point(*id)) {
                    let put = ("point", state.raiser_of(point), &*point.text);
                    let answered = point.answer();
                    let reply = answered.map(|text| ("reply", state.challenged_in(point), text));
                    for (what, speaker, body) in [put].into_iter().chain(reply) {
                        keep(&Words {
                            what,
                            number: point.id.0,
                            turn: Some(id),
                            speaker: &speaker,
                            body,
                        })?;
                    }
                }
            }
            Due::BroughtIn(id) => {
                let Some(item) = state.intervention(id) else {
                    return Ok(());
                };
                let what = match item.matter {
                    Matter::Evidence { .. } => "evidence",
                    Matter::Question { .. } | Matter::Clarification => "question",
                    // A point is heard in a turn, among the turn's points.
                    Matter::GalleryPoint => return Ok(()),
                };
                let texts = [item.source(), &item.text].map(str::trim);
                let body: Vec<&str> = texts.into_iter().filter(|one| !one.is_empty()).collect();
                keep(&Words {
                    what,
                    number: id.0,
                    turn: item.during.map(|(turn, _)| turn),
                    speaker: &state.name(&Seat::gallery()),
                    body: &body.join(": "),
                })?;
            }
            Due::FollowUp(id) => {
                let Some(item) = state.follow_up(id) else {
                    return Ok(());
                };
                // They are counted on from what the viewer brought in, of which nothing more comes.
                let number = FollowUpId::next(state.interventions.len() + id.index()).0;
                let question = ("question", state.name(&Seat::gallery()), &item.text);
                let is_answered = item.progress == FollowUpProgress::Answered;
                let answer = ("answer", state.name(&item.seat), &item.answer);
                let both = [Some(question), is_answered.then_some(answer)];
                for (what, speaker, body) in both.into_iter().flatten() {
                    keep(&Words {
                        what,
                        number,
                        turn: None,
                        speaker: &speaker,
                        body,
                    })?;
                }
            }
            Due::Answer(id) => {
                if let Some(Intervention {
                    progress: InterventionProgress::Done { answer: Some(text) },
                    seat,
                    during,
                    ..
                }) = state.intervention(id)
                {
                    keep(&Words {
                        what: "answer",
                        number: id.0,
                        turn: during.map(|(turn, _)| turn),
                        speaker: &seat
                            .as_ref()
                            .map_or_else(String::new, |seat| state.name(seat)),
                        body: text,
                    })?;
                }
            }
        }
        Ok(())
    }
}

/// The turns that the house has heard, that count and in which anything was said: stops and dashes alone are no speech.
fn turns_said(state: &DebateState) -> impl Iterator<Item = &Turn> {
    state.speeches().filter(|turn| !turn.is_empty())
}

/// The number of words said.
fn words_said(state: &DebateState) -> u32 {
    turns_said(state)
        .map(|turn| turn.words)
        .fold(0, u32::saturating_add)
}

/// The number of turns held, each slot once.
fn turns_heard(state: &DebateState) -> u32 {
    let mut slots: Vec<u32> = turns_said(state).map(|turn| turn.slot).collect();
    slots.sort_unstable();
    slots.dedup();
    u32::try_from(slots.len()).unwrap_or(u32::MAX)
}
