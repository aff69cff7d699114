//! Blind judging: a debate as a judge reads it who is to say how well it was argued, and not whom they like. Speakers
//! are letters and teams are numbers, in headings, lists and the words of speeches; models, roles, cards and claims of
//! sides are left out. What each team upholds is not said: the motion is there, and the speeches make it plain. A judge
//! that was told gave every debate to the side whose conclusion it liked.
//!
//! Who is asked so, [`Ask::team_order`] says. A look with the teams exchanged tells whether a place was judged: the
//! team that was the first is then the second, and stands behind it wherever teams are listed. The speeches stay in the
//! order in which they were given.
//!
//! [`Ask::team_order`]: super::ask::Ask::team_order

mod answer;
mod labels;
mod starts;
#[cfg(test)]
mod tests;

use std::{collections::BTreeSet, sync::Arc};

use super::{
    DebateState,
    annotation::{Annotation, AnnotationProgress},
    answer::{DefinedTerm, SpeechArguments},
    definitions::{Contested, DefinedPart, DefinitionProgress, Definitions},
    grants::{GrantAnswer, GrantPlace},
    ids::Seat,
    looks::TeamOrder,
    opening::{Opening, Speaker},
    state::{Extraction, InterventionProgress, Matter, PoiStatus},
    turn::Turn,
    written::{Argument, ClosingStatement, Framing, Response, Synthesis, Work},
};
use crate::catalog::{Format, Persona, Side, TurnSpec};

pub use labels::{BlindLabels, is_blind_label};

/// The sides of a debate, in this order.
fn sides_in(order: TeamOrder, opening: &Opening) -> Vec<&Side> {
    let sides = opening.format.sides.iter();
    match order {
        TeamOrder::AsSeated => sides.collect(),
        TeamOrder::Exchanged => sides.rev().collect(),
    }
}

/// The speakers by their sides, in this order. Who sit at one table are a team each.
fn speakers_in(order: TeamOrder, opening: &Opening) -> Vec<&Speaker> {
    let sides = sides_in(order, opening);
    if sides.len() < 2 && order == TeamOrder::Exchanged {
        return opening.speakers.iter().rev().collect();
    }
    let place = |speaker: &&Speaker| {
        let of_side = |side: &&Side| side.id == speaker.seat.group();
        sides.iter().position(of_side).unwrap_or(sides.len())
    };
    let mut speakers: Vec<&Speaker> = opening.speakers.iter().collect();
    speakers.sort_by_key(place);
    speakers
}

/// The titles that turns of one side alone have, where there are two or more: "Prime Minister" says which bench speaks as
/// plainly as its name does.
fn titles_of_one_side(format: &Format) -> BTreeSet<String> {
    let side_of = |turn: &TurnSpec| {
        let seat = Seat::named(&turn.seats);
        format.side(seat.group()).map(|side| side.id.as_str())
    };
    let turns = || format.phases.iter().flat_map(|phase| &phase.turns);
    let is_of_one = |turn: &&TurnSpec| {
        let side = side_of(turn);
        let mut alike = turns().filter(|other| other.title == turn.title);
        side.is_some() && alike.all(|other| side_of(other) == side)
    };
    let of_one = turns().filter(|_| format.sides.len() > 1);
    let of_one = of_one.filter(is_of_one);
    of_one.map(|turn| turn.title.clone()).collect()
}

/// A debate as a judge reads it blind, and the labels in it.
#[derive(Debug, Clone)]
pub struct BlindDebate {
    /// The debate, with labels for names.
    pub state: DebateState,
    /// The labels, and whom they stand for.
    pub labels: BlindLabels,
}

impl BlindDebate {
    /// A debate without the names of those who debate. Everything that prompts are made of is made of this state, so
    /// that no template can tell what is not in it.
    pub fn of(state: &DebateState, order: TeamOrder) -> Self {
        let Some(opening) = state.opening.as_deref() else {
            return Self {
                state: state.clone(),
                labels: BlindLabels::default(),
            };
        };
        let arguments = state.arguments();
        let arguments = arguments.map(|(seat, one)| (seat.group(), one.id.as_str()));
        let labels = BlindLabels::new(opening, arguments, order);
        let mut seen = state.clone();
        seen.opening = Some(Arc::new(labels.opening(opening, order)));
        // Who judges is not reminded which way they leaned.
        seen.leans.clear();
        // What was asked after the end is no part of what is judged.
        seen.follow_ups.clear();
        for point in &mut seen.points {
            // The place of a point is a byte of the text, which has another length now.
            let text = state.turn(point.turn).map(|turn| turn.text.as_str());
            for at in [&mut point.at, &mut point.offered_at] {
                let before = text.and_then(|text| text.get(..*at as usize));
                let moved = before.map_or(*at as usize, |before| labels.hide(before).len());
                *at = u32::try_from(moved).unwrap_or(u32::MAX);
            }
            point.raised_as = None;
            labels.hide_in(&mut point.text);
            labels.hide_in(&mut point.reason);
            match &mut point.status {
                PoiStatus::Answered { text } | PoiStatus::Declined { gesture: text } => {
                    labels.hide_in(text);
                }
                PoiStatus::Offered | PoiStatus::Taken | PoiStatus::Accepted => {}
            }
        }
        for turn in &mut seen.turns {
            // Whoever spoke goes by the label of the seat.
            turn.spoken_as = None;
            labels.hide_in_turn(turn);
        }
        for item in &mut seen.interventions {
            item.asked_as = None;
            labels.hide_in(&mut item.text);
            if let Matter::Evidence { source, .. } = &mut item.matter {
                labels.hide_in(source);
            }
            if let InterventionProgress::Done {
                answer: Some(answer),
            } = &mut item.progress
            {
                labels.hide_in(answer);
            }
        }
        for one in &mut seen.definitions {
            if let DefinitionProgress::Taken(definitions) = &mut one.progress {
                labels.hide_in_definitions(definitions);
            }
        }
        if let AnnotationProgress::Taken { annotation, .. } = &mut seen.annotation {
            labels.hide_in_annotation(annotation);
        }
        let confirmations = seen.confirmations.iter_mut();
        for answer in confirmations.flat_map(|one| one.answers.iter_mut().flatten()) {
            labels.hide_in_grant(answer);
        }
        seen.taken_up = std::mem::take(&mut seen.taken_up)
            .into_iter()
            .map(|(id, seats)| (labels.hide(&id), seats))
            .collect();
        seen.outcomes = std::mem::take(&mut seen.outcomes)
            .into_iter()
            .map(|(id, mut outcome)| {
                labels.hide_in_all(outcome.granted_by.iter_mut().map(|(_, words)| words));
                (labels.hide(&id), outcome)
            })
            .collect();
        Self {
            state: seen,
            labels,
        }
    }
}

impl BlindLabels {
    fn hide_in(&self, text: &mut String) {
        *text = self.hide(text);
    }

    fn hide_in_all<'a>(&self, texts: impl IntoIterator<Item = &'a mut String>) {
        texts.into_iter().for_each(|text| self.hide_in(text));
    }

    /// The opening, with the sides and the speakers in the order of the labels.
    fn opening(&self, opening: &Opening, order: TeamOrder) -> Opening {
        let mut seen = opening.clone();
        let speakers = speakers_in(order, opening).into_iter();
        seen.speakers = speakers.map(|one| self.speaker(one)).collect();
        for listener in &mut seen.audience {
            self.hide_in(&mut listener.card.name);
        }
        self.hide_in_format(&mut seen.format);
        seen.format.sides = sides_in(order, opening).into_iter().cloned().collect();
        for side in &mut seen.format.sides {
            if let Some(label) = self.label_of(&side.name) {
                side.name = label.to_owned();
            }
            side.mark = None;
            side.duties.clear();
        }
        seen.guidance = None;
        seen
    }

    /// A speaker of whom nothing is known but what they say.
    fn speaker(&self, speaker: &Speaker) -> Speaker {
        let name = self.label_of(&speaker.card.name).unwrap_or_default();
        Speaker {
            persona: String::new(),
            card: Persona {
                name: name.to_owned(),
                short: name.to_owned(),
                ..Persona::default()
            },
            model: String::new(),
            ..speaker.clone()
        }
    }

    /// The words of a format that judges read: some of them name its sides.
    fn hide_in_format(&self, format: &mut Format) {
        self.hide_in(&mut format.summary);
        self.hide_in_all(&mut format.house_rules);
        let of_one_side = titles_of_one_side(format);
        for phase in &mut format.phases {
            self.hide_in(&mut phase.name);
            for turn in &mut phase.turns {
                let hidden = self.hide_in_title(&turn.title);
                let tells = hidden == turn.title && of_one_side.contains(&turn.title);
                turn.title = if tells { String::new() } else { hidden };
            }
        }
        for one in format.rubric.iter_mut().flat_map(|one| &mut one.dimensions) {
            self.hide_in(&mut one.criteria);
            self.hide_in_all(one.anchors.iter_mut().map(|anchor| &mut anchor.means));
        }
    }

    fn hide_in_turn(&self, turn: &mut Turn) {
        self.hide_in(&mut turn.text);
        if let Some(work) = &mut turn.work {
            self.hide_in_work(work);
        }
        if let Extraction::Done(said) = &mut turn.arguments {
            let SpeechArguments {
                opening,
                arguments,
                closing,
                tone,
                key_rhetorical_moves,
                shifts,
            } = said;
            for one in shifts.iter_mut().flatten() {
                self.hide_in_all([&mut one.about, &mut one.words]);
                self.hide_in_all(&mut one.toward);
            }
            self.hide_in_all([opening, closing, tone]);
            self.hide_in_all(key_rhetorical_moves);
            for one in arguments {
                self.hide_in_all([&mut one.claim, &mut one.reasoning]);
                self.hide_in_all(one.evidence.iter_mut().chain(&mut one.rebuts_speaker));
            }
        }
    }

    fn hide_in_definitions(&self, definitions: &mut Definitions) {
        let Definitions {
            terms,
            scope,
            left_out,
            contested,
        } = definitions;
        self.hide_in(scope);
        self.hide_in_all(left_out);
        for DefinedTerm {
            term,
            words,
            meaning,
        } in terms
        {
            self.hide_in_all([term, words, meaning]);
        }
        for Contested { side: _, part, how } in contested {
            self.hide_in(how);
            match part {
                DefinedPart::Term { term: text } | DefinedPart::LeftOut { text } => {
                    self.hide_in(text);
                }
                DefinedPart::Scope => {}
            }
        }
    }

    fn hide_in_annotation(&self, annotation: &mut Annotation) {
        for side in &mut annotation.sides {
            self.hide_in_all(side.claims.iter_mut().map(|one| &mut one.listed.words));
            for one in &mut side.rebuttals {
                self.hide_in_all([&mut one.listed.answers, &mut one.listed.words]);
            }
        }
    }

    fn hide_in_grant(&self, answer: &mut GrantAnswer) {
        let GrantAnswer { grant, dispute } = answer;
        self.hide_in_all(dispute);
        match grant {
            GrantPlace::Response { turn: _, argument } => self.hide_in(argument),
            GrantPlace::Closing { .. } => {}
        }
    }

    fn hide_in_work(&self, work: &mut Work) {
        match work {
            Work::Arguments(all) => all.iter_mut().for_each(|one| self.hide_in_argument(one)),
            Work::CrossExamination(all) => {
                let hidden = std::mem::take(all).into_iter().map(|(id, mut one)| {
                    let Response {
                        reasoning,
                        response_type: _,
                        follow_up_question,
                    } = &mut one;
                    self.hide_in_all([reasoning, follow_up_question]);
                    (self.hide(&id), one)
                });
                *all = hidden.collect();
            }
            Work::Replies(all) => {
                let hidden = std::mem::take(all).into_iter();
                *all = hidden
                    .map(|(id, answer)| (self.hide(&id), self.hide(&answer)))
                    .collect();
            }
            Work::Closing(ClosingStatement {
                concessions,
                not_rebutted,
                shift: _,
                final_position,
            }) => {
                self.hide_in_all(concessions.iter_mut().chain(not_rebutted));
                self.hide_in(final_position);
            }
            Work::Framing(Framing { question }) => self.hide_in(question),
            Work::Synthesis(Synthesis {
                areas_of_agreement,
                core_disagreements,
                evidence_gaps,
                decision_hinges,
            }) => {
                let parts = [
                    areas_of_agreement,
                    core_disagreements,
                    evidence_gaps,
                    decision_hinges,
                ];
                self.hide_in_all(parts.into_iter().flatten());
            }
        }
    }

    fn hide_in_argument(&self, one: &mut Argument) {
        let Argument {
            id,
            category: _,
            claim,
            reasoning,
            evidence,
            own_claims,
            detail,
        } = one;
        self.hide_in_all([id, claim, reasoning, evidence]);
        self.hide_in_all(own_claims);
        if let Some(detail) = detail {
            self.hide_in_all(
                detail
                    .assumptions
                    .iter_mut()
                    .chain(&mut detail.uncertainties),
            );
        }
    }
}
