//! The names back in what a judge has answered, before it comes on the record: who views a debate reads names.

use super::BlindLabels;
use crate::debate::{
    answer::{Answer, DirectVerdict, ListedSide},
    scores::{Assessment, Judgement, Marks},
};

impl BlindLabels {
    /// An answer with names in the place of labels.
    #[must_use]
    pub fn revealed(&self, mut answer: Answer) -> Answer {
        match &mut answer {
            Answer::Verdict(verdict) => self.reveal_in_verdict(verdict),
            Answer::Judgement(judgement) => {
                let Judgement {
                    marks,
                    key_insight,
                    unresolved_questions,
                    recommendation,
                } = &mut **judgement;
                let given = std::mem::take(marks).into_iter();
                // Seats and sides are their own ids, and only those of arguments are labels.
                *marks = given
                    .map(|(id, one)| (self.reveal(&id), self.reveal_in_marks(one)))
                    .collect();
                self.reveal_in_all(unresolved_questions);
                self.reveal_in_all([key_insight, recommendation]);
            }
            // Seats are their own ids, and only those of arguments are labels.
            Answer::Ranking(ids) => self.reveal_in_all(ids),
            Answer::Annotation(listed) => {
                for ListedSide { claims, rebuttals } in listed.values_mut() {
                    self.reveal_in_all(claims.iter_mut().map(|one| &mut one.words));
                    for one in rebuttals {
                        self.reveal_in_all([&mut one.answers, &mut one.words]);
                    }
                }
            }
            Answer::Round(assessment) => {
                let Assessment {
                    marks,
                    observations: _,
                    overall_quality: _,
                    recommendation,
                    should_continue: _,
                } = &mut **assessment;
                let given = std::mem::take(marks).into_iter();
                *marks = given
                    .map(|(seat, one)| (seat, self.reveal_in_marks(one)))
                    .collect();
                self.reveal_in(recommendation);
            }
            // Nobody is asked for these blind.
            Answer::Text(_)
            | Answer::Claims(_)
            | Answer::Offer(_)
            | Answer::Decision(_)
            | Answer::Side(_)
            | Answer::SideLead(_)
            | Answer::Arguments(_)
            | Answer::Definitions(_)
            | Answer::Grants(_)
            | Answer::Straw(_)
            | Answer::Straws(_)
            | Answer::Ballot(_)
            | Answer::Ballots(_)
            | Answer::Assessment(_)
            | Answer::Assessments(_)
            | Answer::Work(_)
            | Answer::Unfinished(_)
            | Answer::Findings(_)
            | Answer::Next(_)
            | Answer::Passages(..)
            | Answer::CitationChecks(_) => {}
        }
        answer
    }

    fn reveal_in(&self, text: &mut String) {
        *text = self.reveal(text);
    }

    fn reveal_in_all<'a>(&self, texts: impl IntoIterator<Item = &'a mut String>) {
        texts.into_iter().for_each(|text| self.reveal_in(text));
    }

    fn reveal_in_verdict(&self, verdict: &mut DirectVerdict) {
        let DirectVerdict {
            core_tensions,
            strongest_argument_prop,
            strongest_argument_opp,
            most_damaging_rebuttals,
            unchallenged,
            decisive_moments,
            most_compelling_speaker,
            weakest_link,
            analysis,
            vote: _,
        } = verdict;
        self.reveal_in_all([strongest_argument_prop, strongest_argument_opp, analysis]);
        self.reveal_in_all([most_compelling_speaker, weakest_link]);
        for all in [
            core_tensions,
            most_damaging_rebuttals,
            unchallenged,
            decisive_moments,
        ] {
            self.reveal_in_all(all);
        }
    }

    fn reveal_in_marks(&self, mut marks: Marks) -> Marks {
        let Marks {
            scores: _,
            standing: _,
            reason,
            fallacies,
            strengths,
            weaknesses,
        } = &mut marks;
        self.reveal_in(reason);
        self.reveal_in_all(fallacies.iter_mut().map(|flag| &mut flag.words));
        self.reveal_in_all(strengths.iter_mut().chain(weaknesses));
        marks
    }
}
