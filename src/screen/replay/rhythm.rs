//! The rhythm of a replay: the debate's own, by the times of its records, or that of somebody who reads it.

use std::{
    collections::{BTreeMap, BTreeSet},
    time::Duration,
};

use crate::{
    debate::{
        event::{Event, Record},
        ids::TurnId,
    },
    reading,
    text::{count_words, sentence},
};

/// The length to which a longer gap between two records is cut.
pub(crate) const LONGEST_GAP: Duration = Duration::from_secs(2);
/// How many times faster than one reads a debate must have been held for a replay to go by reading.
const TOO_FAST: f64 = 1.25;

/// The rhythm of a replay.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Rhythm {
    /// As it was held.
    #[default]
    Held,
    /// As one reads, whatever time it took.
    Reading,
}

impl Rhythm {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Held, Self::Reading];

    /// The word for it on the command line and beside the bar.
    pub fn word(self) -> &'static str {
        match self {
            Self::Held => "held",
            Self::Reading => "reading",
        }
    }

    /// The rhythm of that word.
    pub fn of_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|one| one.word() == word.trim())
    }

    /// The other one.
    #[must_use]
    pub(super) fn other(self) -> Self {
        match self {
            Self::Held => Self::Reading,
            Self::Reading => Self::Held,
        }
    }
}

/// The playing times of records in both rhythms, and the places to which sentences lead.
#[derive(Debug, Default)]
pub(super) struct Times {
    held: Vec<Duration>,
    reading: Vec<Duration>,
    /// The numbers of records after which a sentence, or something that stands by itself, has come to its end.
    pub(super) sentences: Vec<usize>,
}

impl Times {
    pub(super) fn of(records: &[Record]) -> Self {
        let mut times = Self {
            held: held(records),
            ..Self::default()
        };
        let mut shown = Shown::default();
        let mut clock = Duration::ZERO;
        for (at, record) in records.iter().enumerate() {
            times.reading.push(clock);
            let piece = shown.take(&record.event);
            clock += reading::words(piece.words) + piece.pause;
            if piece.ends {
                times.sentences.push(at + 1);
            }
        }
        times
    }

    /// The playing time of each record.
    pub(super) fn due(&self, rhythm: Rhythm) -> &[Duration] {
        match rhythm {
            Rhythm::Held => &self.held,
            Rhythm::Reading => &self.reading,
        }
    }

    /// The rhythm in which the debate can be followed: that of reading where it was held faster than one reads.
    pub(super) fn usual(&self) -> Rhythm {
        let total = |due: &[Duration]| due.last().copied().unwrap_or_default().as_secs_f64();
        if total(&self.reading) > total(&self.held) * TOO_FAST {
            Rhythm::Reading
        } else {
            Rhythm::Held
        }
    }
}

/// The times at which it was recorded, with long gaps cut.
fn held(records: &[Record]) -> Vec<Duration> {
    let mut last_ms = records.first().map_or(0, |record| record.at_ms);
    let mut clock = Duration::ZERO;
    let due = records.iter().map(|record| {
        let gap = Duration::from_millis(record.at_ms.saturating_sub(last_ms));
        last_ms = record.at_ms;
        clock += gap.min(LONGEST_GAP);
        clock
    });
    due.collect()
}

/// Something that comes on the screen.
#[derive(Debug, Default)]
struct Piece {
    /// The number of words to be read.
    words: u32,
    /// The time that it is looked at besides.
    pause: Duration,
    /// Whether a sentence ends with it.
    ends: bool,
}

impl Piece {
    fn text(text: &str) -> Self {
        Self {
            words: count_words(text),
            ends: true,
            ..Self::default()
        }
    }

    fn pause(pause: Duration) -> Self {
        Self {
            pause,
            ..Self::default()
        }
    }
}

/// What was shown of turns so far.
#[derive(Debug, Default)]
struct Shown {
    /// Turns that nobody hears: notes.
    private: BTreeSet<TurnId>,
    /// The words of each written turn that were read out.
    delivered: BTreeMap<TurnId, u32>,
    /// The sentence that each turn is in.
    under_way: BTreeMap<TurnId, String>,
}

impl Shown {
    fn take(&mut self, event: &Event) -> Piece {
        if let Event::TurnBegan { turn, task, .. } = event
            && !task.is_on_record()
        {
            self.private.insert(*turn);
            return Piece::default();
        }
        if let Event::Said { turn, text } = event {
            if self.private.contains(turn) {
                return Piece::default();
            }
            let under_way = self.under_way.entry(*turn).or_default();
            under_way.push_str(text);
            let ends = !under_way.trim().is_empty() && sentence::is_at_end(under_way);
            if ends {
                under_way.clear();
            }
            return Piece {
                words: count_words(text),
                ends,
                ..Piece::default()
            };
        }
        // What was handed in as a whole comes all at once, but for what was read out.
        let read_out = if let Event::Delivered { turn, words } = event {
            Some((turn, *words))
        } else if let Event::Submitted { turn, work, .. } = event {
            Some((turn, count_words(&work.words())))
        } else {
            None
        };
        if let Some((turn, words)) = read_out {
            if self.private.contains(turn) {
                return Piece::default();
            }
            let before = self.delivered.insert(*turn, words).unwrap_or_default();
            return Piece {
                words: words.saturating_sub(before),
                ends: true,
                ..Piece::default()
            };
        }
        if let Event::PoiOffered { text, .. }
        | Event::PoiAnswered { text, .. }
        | Event::PoiDeclined { gesture: text, .. }
        | Event::EvidenceAdmitted { text, .. }
        | Event::QuestionAsked { text, .. }
        | Event::ClarificationQueued { text, .. }
        | Event::QuestionAnswered { text, .. }
        | Event::FollowUpAsked { text, .. }
        | Event::FollowUpSaid { text, .. }
        | Event::Notice { text } = event
        {
            return Piece::text(text);
        }
        // Of a ballot it is seen that it is in, and not its reason.
        if let Event::BallotCast { .. } = event {
            return Piece::pause(reading::BALLOT);
        }
        if matches!(
            event,
            Event::PhaseBegan { .. } | Event::RoundEnded { .. } | Event::TurnBegan { .. }
        ) {
            return Piece::pause(reading::BEAT);
        }
        if matches!(
            event,
            Event::VerdictGiven { .. }
                | Event::JudgementGiven { .. }
                | Event::AssessmentMade { .. }
                | Event::SpeakerAssessed { .. }
                | Event::RankingGiven { .. }
                | Event::PollTaken { .. }
        ) {
            return Piece {
                ends: true,
                ..Piece::pause(reading::LOOK)
            };
        }
        Piece::default()
    }
}
