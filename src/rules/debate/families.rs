//! Events in families: what is done with each event is written family by family, and the compiler holds that each
//! event has its family, and each family all of its events.

/// The events of one or more families, as a pattern. Whoever takes a family in names its events one by one, and all
/// others by this.
#[doc(hidden)]
#[macro_export]
macro_rules! events_of {
    (debate) => {
        $crate::events_of!(@ Opened Reconvened BranchChanged PhaseBegan PhaseEnded RoundEnded PaceChanged Paused Resumed
            CommandRefused Notice ClaimsWorded GrantsConfirmed ConfirmationFailed Closed)
    };
    (turns) => {
        $crate::events_of!(@ TurnBegan PassagesDrawn Said Drafted Delivered Submitted SpeechReady SpeechCut StepEnded SpeechRewound BellRang
            SpeechHeard PartMissed SideDoubted SideCleared TurnEnded TurnStruck SourcesChecked ArgumentsExtracted
            ExtractionFailed DefinitionsTaken DefinitionsFailed)
    };
    (points) => {
        $crate::events_of!(@ PoiOffered PoiTaken PoiAccepted PoiDeclined PoiAnswered PoiConsidered)
    };
    (votes) => {
        $crate::events_of!(@ StrawVoteCast PollTaken BallotCast BallotSpoiled LeanTaken VerdictGiven VerdictFailed
            SpeakerAssessed AssessmentFailed DivisionDeclared)
    };
    (judges) => {
        $crate::events_of!(@ SpeakerChosen AssessmentMade AssessmentUnusable StoppedEarly JudgementGiven
            JudgementUnusable RankingGiven RankingFailed ScoresGiven AnnotationTaken AnnotationFailed)
    };
    (interventions) => {
        $crate::events_of!(@ EvidenceAdmitted QuestionAsked ClarificationQueued ClarificationPut AnswerDrafted QuestionAnswered
            QuestionFailed GalleryPointQueued GalleryPointRaised HandedIn SeatHeld SeatTaken SeatLeft FollowUpAsked FollowUpSaid
            FollowUpAnswered FollowUpFailed)
    };
    (calls) => {
        $crate::events_of!(@ CallBegan CallRetried ModelCalled CallCut ModelFailed TranscriptCondensed)
    };
    (@ $($name:ident)+) => {
        $($crate::debate::event::Event::$name { .. })|+
    };
    ($($family:ident)+) => {
        $($crate::events_of!($family))|+
    };
}
