//! Bounds of every number that a file or a flag can carry: one table, from which schemas, checks and flags take them.
//!
//! They are far beyond what a debate needs and well below what a machine cannot do. A number outside is refused where
//! it stands, with its place; nothing behind that need ask again whether a count of seats can be held in memory.

use std::{fmt, str::FromStr};

/// The range of a number, both ends included.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Bound<N> {
    /// The smallest number.
    pub least: N,
    /// The largest number.
    pub most: N,
}

impl<N: PartialOrd + Copy> Bound<N> {
    /// Whether the number is within. What is no number at all is not.
    pub fn holds(&self, number: N) -> bool {
        number >= self.least && number <= self.most
    }
}

impl<N: fmt::Display> fmt::Display for Bound<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} to {}", self.least, self.most)
    }
}

impl Bound<u64> {
    /// A parser for a flag.
    pub fn whole<T: TryFrom<u64>>(self) -> impl Fn(&str) -> Result<T, String> + Clone {
        move |text| self.read(text)
    }

    fn read<T: TryFrom<u64>>(self, text: &str) -> Result<T, String> {
        let number = u64::from_str(text)
            .ok()
            .filter(|number| self.holds(*number));
        number
            .and_then(|number| T::try_from(number).ok())
            .ok_or_else(|| format!("expected a whole number from {self}"))
    }
}

impl Bound<i32> {
    /// A parser for a flag.
    pub fn year(self) -> impl Fn(&str) -> Result<i32, String> + Clone {
        move |text| {
            let number = i32::from_str(text)
                .ok()
                .filter(|number| self.holds(*number));
            number.ok_or_else(|| format!("expected a year from {self}"))
        }
    }
}

impl Bound<f64> {
    /// A parser for a flag.
    pub fn number(self) -> impl Fn(&str) -> Result<f64, String> + Clone {
        move |text| {
            let number = f64::from_str(text)
                .ok()
                .filter(|number| self.holds(*number));
            number.ok_or_else(|| format!("expected a number from {self}"))
        }
    }
}

const fn whole(least: u64, most: u64) -> Bound<u64> {
    Bound { least, most }
}

const fn number(least: f64, most: f64) -> Bound<f64> {
    Bound { least, most }
}

// --- who is there
/// Seats of one side.
pub const SEATS: Bound<u64> = whole(1, 24);
/// Sides of a format.
pub const SIDES: u64 = 12;
/// Members of the audience of a debate. Nobody polls more.
pub const AUDIENCE: Bound<u64> = whole(0, 1_001);
/// Members of a house that divides on a debate that is over.
pub const HOUSE: Bound<u64> = whole(1, 1_001);
/// Judges of a format.
pub const JUDGES: Bound<u64> = whole(0, 9);
/// Judges that are asked for.
pub const JUDGES_WANTED: Bound<u64> = whole(1, 9);
/// Times that a judge is asked about the same debate.
pub const JUDGINGS: Bound<u64> = whole(1, 20);
/// The number of a seat in a debate that people held.
pub const REAL_SEAT: Bound<u64> = whole(1, 10_000);

// --- how much there is of a debate
/// Phases of a format.
pub const PHASES: u64 = 50;
/// Turns that one phase describes.
pub const TURNS: u64 = 50;
/// Turns of a debate, all rounds and seats counted.
pub const SLOTS: usize = 5_000;
/// Rounds of a phase.
pub const ROUNDS: Bound<u64> = whole(1, 20);
/// Times that the direct verdict is asked for.
pub const JUDGE_PASSES: Bound<u64> = whole(1, 2);
/// Speeches from the floor.
pub const FLOOR_SPEECHES: Bound<u64> = whole(0, 100);
/// Questions of an examination.
pub const EXCHANGES: Bound<u64> = whole(1, 12);
/// Arguments that somebody hands in.
pub const ARGUMENTS: Bound<u64> = whole(1, 20);
/// Points of information in one speech.
pub const POINTS: Bound<u64> = whole(0, 50);

// --- how long it is
/// Words of a turn.
pub const WORDS: Bound<u64> = whole(1, 40_000);
/// The fewest words of a turn, and words after which something is done.
pub const WORDS_FROM: Bound<u64> = whole(0, 40_000);
/// Words of a point of information.
pub const POINT_WORDS: Bound<u64> = whole(1, 1_000);
/// Minutes of a turn.
pub const MINUTES: Bound<f64> = number(0.01, 180.0);
/// Seconds that a server may ask to be left alone for.
pub const RETRY_AFTER_S: Bound<f64> = number(0.0, 86_400.0);
/// Minutes at each end of a speech in which nobody may rise.
pub const PROTECTED_MINUTES: Bound<f64> = number(0.0, 90.0);
/// Words to the minute.
pub const WORDS_A_MINUTE: Bound<f64> = number(1.0, 1_000.0);
/// A share of a turn's time, such as that of the bell.
pub const SHARE_OF_TIME: Bound<f64> = number(0.01, 10.0);
/// The factor by which the length of speeches is multiplied.
pub const SCALE: Bound<f64> = number(0.01, 10.0);
/// Minutes of a turn in a debate that people held.
pub const REAL_MINUTES: Bound<f64> = number(0.001, 1_440.0);
/// Seconds since the beginning of a debate that people held: thirty days.
pub const REAL_SECONDS: Bound<f64> = number(0.0, 2_592_000.0);
/// Words of a turn that people held.
pub const REAL_WORDS: Bound<u64> = whole(0, 10_000_000);

// --- what is counted and weighed
/// Scores, and what is between them.
pub const SCORE: Bound<f64> = number(-1_000.0, 1_000.0);
/// The weight of a dimension.
pub const WEIGHT: Bound<f64> = number(0.0, 1.0);
/// Votes of one kind, in members or in per cent.
pub const VOTES: Bound<f64> = number(0.0, 1e9);

// --- how much at once, how long, for how much
/// Rounds after which judges assess.
pub const ASSESS_EVERY: Bound<u64> = whole(1, 20);
/// Turns, or debates, at once.
pub const AT_ONCE: Bound<u64> = whole(1, 1_024);
/// Calls of a provider at once.
pub const CALLS: Bound<u64> = whole(1, 65_536);
/// Minutes that a server is waited for: a week.
pub const WAIT_MINUTES: Bound<f64> = number(0.01, 10_080.0);
/// Seconds that something is waited for.
pub const SECONDS: Bound<u64> = whole(1, 86_400);
/// Seconds that may have parts.
pub const PATIENCE: Bound<f64> = number(0.001, 86_400.0);
/// Milliseconds of a pause.
pub const PAUSE_MS: Bound<u64> = whole(0, 86_400_000);
/// Times that a debate of a batch is held.
pub const REPEATS: Bound<u64> = whole(1, 10_000);
/// Debates of a batch.
pub const BATCH: usize = 100_000;
/// Debates of a trial.
pub const TRIAL: Bound<u64> = whole(1, 24);
/// Parts of a batch.
pub const SHARDS: Bound<u64> = whole(1, 100_000);
/// The most that a debate or a batch may cost.
pub const COST: Bound<f64> = number(0.000_001, 1e9);
/// Tokens that it may use.
pub const TOKENS: Bound<u64> = whole(1, 1_000_000_000_000_000);
/// The price of a million tokens.
pub const PRICE: Bound<f64> = number(0.0, 1e9);
/// Texts in one request for embeddings: no server takes more.
pub const EMBEDDED_AT_ONCE: Bound<u64> = whole(1, 2_048);
/// The seed of every choice by lot.
pub const SEED: Bound<u64> = whole(0, u64::MAX);

// --- what a model can be asked
/// Tokens of a context. Below the least no prompt with a motion and a card fits.
pub const CONTEXT: Bound<u64> = whole(1_024, 100_000_000);
/// Tokens of the context of a model that runs in the program.
pub const CONTEXT_HERE: Bound<u64> = whole(256, 1_048_576);
/// Bytes of a model's file.
pub const MODEL_BYTES: Bound<u64> = whole(1, 1 << 40);
/// Temperature of a call: 0 always takes the likeliest word.
pub const TEMPERATURE: Bound<f64> = number(0.0, 2.0);
/// Penalties on what was said before.
pub const PENALTY: Bound<f64> = number(-2.0, 2.0);
/// The factor by which tokens that stand already are made less likely.
pub const REPETITION_PENALTY: Bound<f64> = number(0.5, 2.0);
/// Tokens that are chosen among.
pub const TOP_K: Bound<u64> = whole(1, 1_000);
/// The probability that the tokens chosen from may have together.
pub const TOP_P: Bound<f64> = number(0.01, 1.0);
/// Candidates for one step or part, written beside each other.
pub const CANDIDATES: Bound<u64> = whole(1, 8);
/// Positions on a speaker's card.
pub const POSITIONS: Bound<u64> = whole(1, 1_000);

// --- works that can be fetched
/// Bytes of a work.
pub const WORK_BYTES: Bound<u64> = whole(100, 64 << 20);
/// The number of a text at Project Gutenberg.
pub const GUTENBERG: Bound<u64> = whole(1, 10_000_000);

// --- what a flag asks for
/// Threads of a model in the program.
pub const THREADS: Bound<u64> = whole(1, 512);
/// Repeats of a division.
pub const DIVISIONS: Bound<u64> = whole(1, 100);
/// Members that are asked in one call.
pub const TOGETHER: Bound<u64> = whole(1, 50);
/// Debates of an epoch of an ensemble.
pub const RUNS: Bound<u64> = whole(1, 1_000);
/// Debates of an epoch that are held as a control.
pub const CONTROL: Bound<u64> = whole(0, 1_000);
/// Epochs of an ensemble.
pub const EPOCHS: Bound<u64> = whole(1, 20);
/// Iterations of a refinement.
pub const ITERATIONS: Bound<u64> = whole(2, 9);
/// A year; below zero before Christ.
pub const YEAR: Bound<i32> = Bound {
    least: -9_999,
    most: 9_999,
};
/// Debates of a list.
pub const LISTED: Bound<u64> = whole(1, 1_000_000);
/// Places of a search.
pub const FOUND: Bound<u64> = whole(1, 1_000);
/// Passages of a corpus.
pub const PASSAGES: Bound<u64> = whole(1, 100);
/// A moment of a debate.
pub const MOMENT: Bound<f64> = number(0.0, 1.0);
/// Columns of a picture.
pub const COLUMNS: Bound<u64> = whole(40, 400);
/// Rows of one.
pub const ROWS: Bound<u64> = whole(12, 200);
/// The number of a call.
pub const CALL: Bound<u64> = whole(0, 4_294_967_295);
/// The number of a process.
pub const PROCESS: Bound<u64> = whole(1, 4_294_967_295);

// --- how much text
/// Characters of a text that stands on one line: a name, a motion, a title.
pub const LINE: usize = 2_000;
/// Characters of a text in a file of the catalog: a biography, a background.
pub const TEXT: usize = 50_000;
/// Entries of a list in a file.
pub const ENTRIES: usize = 1_000;
/// Characters of what one person said at a stretch in a debate that people held: eighteen hours of it.
pub const REAL_TEXT: usize = 1_000_000;
/// Turns of such a debate.
pub const REAL_TURNS: usize = SLOTS;
/// People who speak in it.
pub const REAL_SPEAKERS: usize = 250;
/// Bytes of the file that it is read from.
pub const REAL_FILE: u64 = 8 << 20;
/// Faults of one file that are told of: more of them nobody reads.
pub const FAULTS: usize = 50;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bound_holds_its_ends_and_nothing_that_is_no_number() {
        assert!(SEATS.holds(1) && SEATS.holds(24) && !SEATS.holds(0) && !SEATS.holds(25));
        for wrong in [f64::NAN, f64::INFINITY, -1.0, 0.0, 1e308] {
            assert!(!COST.holds(wrong), "{wrong}");
        }
        assert_eq!(SEATS.to_string(), "1 to 24");
    }

    #[test]
    fn flags_take_what_is_within_and_say_what_that_is() {
        let seats = SEATS.whole::<u32>();
        assert_eq!(seats("24"), Ok(24));
        for wrong in ["0", "25", "-1", "nan", "1e3", "", "99999999999999999999999"] {
            let said = seats(wrong).unwrap_err();
            assert_eq!(said, "expected a whole number from 1 to 24", "{wrong}");
        }
        let cost = COST.number();
        assert_eq!(cost("2.5"), Ok(2.5));
        for wrong in ["nan", "inf", "-inf", "-1", "0", "1e308", "x"] {
            assert!(cost(wrong).is_err(), "{wrong}");
        }
        assert_eq!(SEED.whole::<u64>()("18446744073709551615"), Ok(u64::MAX));
    }
}
