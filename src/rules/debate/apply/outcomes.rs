//! The outcomes of arguments that nobody judges, kept: who answers, who grants, and what the synthesis names.

use crate::{
    catalog::Task,
    debate::{
        ids::TurnId,
        outcome::ArgumentOutcome,
        shifts::shifts_in,
        state::{DebateState, TranscriptEntry},
        taken_up::met_in,
        written::Work,
    },
};

impl DebateState {
    /// A turn counts: arguments of its own side that it answers, and, of a synthesis, those that it names.
    pub(super) fn follow_arguments(&mut self, id: TurnId) {
        for argument in self.answered_in(id) {
            self.outcome_of(argument).is_answered = true;
        }
        let Some(Work::Synthesis(synthesis)) = self.turn(id).and_then(|turn| turn.work.as_ref())
        else {
            return;
        };
        let mut named: Vec<(String, &'static str)> = Vec::new();
        for (title, items) in synthesis.parts() {
            for item in items {
                let met = met_in(item, self.arguments().map(|(_, one)| one));
                named.extend(met.into_iter().map(|one| (one, title)));
            }
        }
        for (argument, title) in named {
            let outcome = self.outcome_of(argument);
            if !outcome.named_in.iter().any(|known| known == title) {
                outcome.named_in.push(title.to_owned());
            }
        }
    }

    /// A speech was read: arguments of the other side that it grants.
    pub(super) fn follow_grants(&mut self, id: TurnId) {
        let Some(turn) = self.turn(id) else {
            return;
        };
        let by = turn.seat.clone();
        let shifts = shifts_in(turn).unwrap_or_default().iter();
        let mut granted: Vec<(String, String)> = Vec::new();
        for shift in shifts.filter(|shift| shift.is_concession) {
            let text = [shift.about.as_str(), shift.words.as_str()].join("\n\n");
            let against = self.arguments_against(&by).into_iter();
            let met = met_in(&text, against.map(|(_, argument)| argument));
            granted.extend(met.into_iter().map(|id| (id, shift.words.clone())));
        }
        for (argument, words) in granted {
            let outcome = self.outcome_of(argument);
            if !outcome.granted_by.iter().any(|(known, _)| *known == by) {
                outcome.granted_by.push((by.clone(), words));
            }
        }
    }

    /// What the debate has come to is told once: who moved, or what became of each argument.
    pub(super) fn tell_outcomes(&mut self, is_over: bool) {
        if self.are_outcomes_due(is_over) {
            self.entries.push(TranscriptEntry::Outcomes);
        }
    }

    fn outcome_of(&mut self, argument: String) -> &mut ArgumentOutcome {
        self.outcomes.entry(argument).or_default()
    }

    /// The ids of the arguments of its own side that a turn answers: those that the question before it was about, and
    /// those that it comes back to after the other side has taken them up.
    fn answered_in(&self, id: TurnId) -> Vec<String> {
        let Some(turn) = self.turn(id).filter(|turn| turn.task.is_spoken()) else {
            return Vec::new();
        };
        let side = turn.seat.group();
        let own = self.arguments().filter(|(seat, _)| seat.group() == side);
        let own = own.map(|(_, argument)| argument);
        let taken_up = own.filter(|one| self.taken_up.contains_key(&one.id));
        if turn.task != Task::Answer {
            return met_in(&turn.text, taken_up);
        }
        let mut before = self.turns.iter().rev().skip_while(|one| one.id != id);
        let question = before.find(|one| one.task == Task::Question && one.is_ended());
        let asked = question.map_or_else(Vec::new, |question| self.takes_up(question.id));
        let taken_up = taken_up.map(|one| one.id.clone());
        taken_up.filter(|id| asked.contains(id)).collect()
    }
}
