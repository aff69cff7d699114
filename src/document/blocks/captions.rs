//! The captions of charts, and the words that lead from the end of a debate to what came of it. Only a page has either.

/// The caption of the house as it sat at the end.
pub const HALL: &str =
    "The House at the end, the Noes on the left; a ring marks whoever changed their vote.";
/// The caption of the lead from count to count.
pub const SWING: &str =
    "The lead at each count of the House: above the line the Ayes lead, below it the Noes.";
/// The caption of numbers over the rounds.
pub const ROUNDS: &str = "The same numbers as lines, round by round.";
/// The words before the place of the result, where that stands further down.
pub const RESULT_AT: &str = "What came of it:";
/// The words in the place of the address of a server in what is shared.
pub const A_SERVER: &str = "(a server)";
/// All of them.
pub const ALL: [&str; 5] = [HALL, SWING, ROUNDS, RESULT_AT, A_SERVER];
