//! The kinds of thing that may be missing, and the words for them.

use crate::{catalog::Task, debate::ask::Purpose};

/// The kind of thing that is missing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MissingPart {
    /// A turn, or the notes before one.
    Turn(Task),
    /// Something that is asked of a model beside the turns.
    Asked(Purpose),
    /// One of two looks at the verdict on a division; the other is there.
    VerdictLook,
    /// One of the two looks of a judge for the report; the other is there.
    ReportLook,
    /// The assessment of one speaker, in the judgement on a division.
    Assessment,
    /// The scores that are computed from the judges' reports.
    Scores,
}

impl MissingPart {
    /// The word of the public schema: the task of a turn, the purpose of a call, `assessment`, `scores`; an answer to
    /// the viewer is `viewer_answer`.
    pub fn word(self) -> &'static str {
        match self {
            Self::Turn(task) => task.word(),
            Self::Asked(Purpose::Question) => "viewer_answer",
            Self::Asked(purpose) => purpose.word(),
            Self::VerdictLook => "verdict_look",
            Self::ReportLook => "report_look",
            Self::Assessment => "assessment",
            Self::Scores => "scores",
        }
    }

    /// Whether it is of the judges alone, so that everything before their judgement is there: words, points and votes.
    pub fn is_of_judges(self) -> bool {
        match self {
            Self::VerdictLook | Self::ReportLook | Self::Assessment | Self::Scores => true,
            Self::Turn(task) => matches!(task, Task::Judgement | Task::Verdict),
            Self::Asked(purpose) => matches!(
                purpose,
                Purpose::Verdict | Purpose::Judge | Purpose::Rank | Purpose::Annotate
            ),
        }
    }

    /// The words for what is missing, of one and of several; the names follow. Empty names follow nothing.
    pub(super) fn called(self) -> (&'static str, &'static str) {
        match self {
            Self::Turn(task) => turn_called(task),
            Self::Asked(purpose) => purpose.called(),
            Self::VerdictLook => (
                "one of the two looks at the verdict",
                "one of the two looks at the verdict",
            ),
            Self::ReportLook => (
                "one of the two looks for the report of",
                "one of the two looks for the reports of",
            ),
            Self::Assessment => ("the assessment of", "the assessments of"),
            Self::Scores => ("the scores", "the scores"),
        }
    }
}

fn turn_called(task: Task) -> (&'static str, &'static str) {
    match task {
        Task::Prepare => ("the notes of", "the notes of"),
        Task::Speech => ("the speech of", "the speeches of"),
        Task::FloorSpeech => ("the floor speech of", "the floor speeches of"),
        Task::Arguments => ("the arguments of", "the arguments of"),
        Task::CrossExamine => ("the cross-examination by", "the cross-examinations by"),
        Task::Reply => ("the replies of", "the replies of"),
        Task::Closing => ("the closing statement of", "the closing statements of"),
        Task::Examine => ("the examination by", "the examinations by"),
        Task::Question => ("the question of", "the questions of"),
        Task::Answer => ("the answer of", "the answers of"),
        Task::Frame => (
            "the question of the debate by",
            "the question of the debate by",
        ),
        Task::Synthesis => ("the synthesis by", "the syntheses by"),
        Task::Summary => ("the summary by", "the summaries by"),
        Task::Judgement => ("the report of", "the reports of"),
        Task::BallotBefore => (
            "the ballot before the debate of",
            "the ballots before the debate of",
        ),
        Task::BallotAfter => (
            "the ballot after the debate of",
            "the ballots after the debate of",
        ),
        Task::Verdict => ("the verdict", "the verdict"),
    }
}
