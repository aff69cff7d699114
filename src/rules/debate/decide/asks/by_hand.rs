//! The work that a person's plain text comes to, where a turn hands in work of a fixed form.

use std::collections::BTreeMap;

use crate::{
    catalog::HandsIn,
    debate::{
        answer::GrantReply,
        ids::{Seat, TurnId},
        state::{DebateState, Turn},
        written::{
            Argument, ClosingStatement, Framing, Response, ResponseType, Shift, Synthesis, Work,
        },
    },
    text::{has_words, sentence::first_end, sentence::sentences},
};

/// The word before what supports an argument.
const EVIDENCE: &str = "evidence:";
/// The word before what a closing grants.
const CONCEDED: &str = "conceded:";
/// The word for a point that is not in dispute.
const AGREED: &str = "agreed";
/// The question to whoever is answered and asked nothing.
const ASKED: &str = "What do you say to that?";

/// The work of a turn in a person's own words; `None` where the turn hands in none. A paragraph is an argument, its first
/// sentence the claim; a paragraph that begins with the id of an argument is about that one.
pub(in crate::debate::decide) fn by_hand(
    state: &DebateState,
    turn: TurnId,
    text: &str,
) -> Option<Work> {
    let turn = state.turn(turn).filter(|turn| turn.is_open())?;
    Some(match turn.task.hands_in()? {
        HandsIn::Arguments => Work::Arguments(paragraphs(text).map(argument).collect()),
        HandsIn::Responses => Work::CrossExamination(responses(state, turn, text)),
        HandsIn::Replies => Work::Replies(replies(state, turn, text)),
        HandsIn::Closing => Work::Closing(closing(text)),
        HandsIn::Framing => Work::Framing(Framing {
            question: text.to_owned(),
        }),
        HandsIn::Synthesis => Work::Synthesis(synthesis(text)),
    })
}

/// The parts of a text between blank lines.
fn paragraphs(text: &str) -> impl Iterator<Item = &str> {
    text.split("\n\n")
        .map(str::trim)
        .filter(|one| has_words(one))
}

/// The rest of a text that begins with a word, whatever its capitals.
fn behind<'a>(text: &'a str, word: &str) -> Option<&'a str> {
    let head = text.get(..word.len())?;
    let rest = text.get(word.len()..)?;
    head.eq_ignore_ascii_case(word).then(|| rest.trim())
}

fn argument(text: &str) -> Argument {
    let (mut said, mut evidence) = (Vec::new(), Vec::new());
    for line in text.lines() {
        match behind(line.trim(), EVIDENCE) {
            Some(rest) => evidence.push(rest),
            None => said.push(line.trim()),
        }
    }
    let said = said.join(" ");
    let end = first_end(&said).unwrap_or(said.len());
    let (claim, reasoning) = said.split_at_checked(end).unwrap_or((&said, ""));
    Argument {
        id: String::new(),
        category: None,
        claim: claim.trim().to_owned(),
        reasoning: reasoning.trim().to_owned(),
        evidence: evidence.join(" "),
        own_claims: Vec::new(),
        detail: None,
    }
}

/// What a text says of each of these, where its lines begin with their ids; a line without one belongs to that before it,
/// or to the first of all.
fn by_id<'a>(text: &'a str, ids: &[&'a str]) -> BTreeMap<&'a str, String> {
    let mut said: BTreeMap<&str, String> = BTreeMap::new();
    let mut on = ids.first().copied();
    for line in text.lines().map(str::trim).filter(|line| has_words(line)) {
        let named = ids.iter().find_map(|id| {
            let rest = behind(line, id)?;
            // `PRO-1` does not begin `PRO-12`.
            let goes_on = rest.chars().next().is_some_and(char::is_alphanumeric)
                && !line
                    .get(id.len()..)
                    .is_some_and(|rest| rest.starts_with(' '));
            (!goes_on).then(|| (*id, rest.trim_start_matches([':', '.', '-', '–', ' '])))
        });
        let words = named.map_or(line, |(_, rest)| rest);
        on = named.map(|(id, _)| id).or(on);
        if let Some(id) = on {
            let about = said.entry(id).or_default();
            if !about.is_empty() {
                about.push(' ');
            }
            about.push_str(words);
        }
    }
    said
}

/// What is said of everything that was asked: of what the text does not name, that the rest holds for it.
fn of_each(text: &str, ids: &[&str]) -> Vec<(String, String)> {
    let said = by_id(text, ids);
    let first = said.keys().next().copied().unwrap_or_default();
    let of = |id: &&str| {
        let about = said.get(id).cloned();
        (
            (*id).to_owned(),
            about.unwrap_or_else(|| format!("As said of {first}.")),
        )
    };
    ids.iter().map(of).collect()
}

fn responses(state: &DebateState, turn: &Turn, text: &str) -> BTreeMap<String, Response> {
    let against = state.arguments_against(&turn.seat);
    let ids: Vec<&str> = against.iter().map(|(_, one)| one.id.as_str()).collect();
    let response = |(id, said): (String, String)| {
        let kinds = [
            ResponseType::Refute,
            ResponseType::Challenge,
            ResponseType::Concede,
            ResponseType::Partial,
        ];
        let named = kinds.into_iter().find_map(|kind| {
            let rest = behind(&said, kind.word())?;
            Some((kind, rest.trim_start_matches([':', ' ']).to_owned()))
        });
        let (response_type, reasoning) = named.unwrap_or((ResponseType::Challenge, said));
        let asked = sentences(&reasoning)
            .into_iter()
            .rfind(|one| one.trim().ends_with('?'))
            .map_or_else(|| ASKED.to_owned(), |one| one.trim().to_owned());
        let response = Response {
            reasoning,
            response_type,
            follow_up_question: asked,
        };
        (id, response)
    };
    of_each(text, &ids).into_iter().map(response).collect()
}

fn replies(state: &DebateState, turn: &Turn, text: &str) -> BTreeMap<String, String> {
    let ids = state.asked_arguments(&turn.seat);
    of_each(text, &ids).into_iter().collect()
}

/// What a person takes to be agreed: a line that begins with the number of a point says what is in dispute about it, and
/// what no line names is agreed.
pub(in crate::debate::decide) fn grants_by_hand(
    state: &DebateState,
    seat: &Seat,
    text: &str,
) -> Vec<GrantReply> {
    let of = |number: u32| {
        let named = text.lines().find_map(|line| {
            let rest = behind(line.trim(), &number.to_string())?;
            let goes_on = rest.starts_with(|letter: char| letter.is_ascii_digit());
            (!goes_on).then(|| rest.trim_start_matches([':', '.', ')', ' ']))
        });
        let agrees = |said: &&str| !has_words(said) || behind(said, AGREED).is_some();
        let dispute = named.filter(|said| !agrees(said)).unwrap_or_default();
        GrantReply {
            number,
            dispute: dispute.to_owned(),
            agreed: dispute.is_empty(),
        }
    };
    let grants = state.grants_concerning(seat);
    grants.iter().map(|grant| of(grant.number)).collect()
}

fn closing(text: &str) -> ClosingStatement {
    let lines = || text.lines().map(str::trim);
    let conceded = lines().filter_map(|line| behind(line, CONCEDED));
    let rest: Vec<&str> = lines()
        .filter(|line| behind(line, CONCEDED).is_none())
        .collect();
    ClosingStatement {
        concessions: conceded.map(str::to_owned).collect(),
        not_rebutted: Vec::new(),
        shift: Shift::Unchanged,
        final_position: rest.join("\n").trim().to_owned(),
    }
}

fn synthesis(text: &str) -> Synthesis {
    let mut parts: [Vec<String>; 4] = Default::default();
    let heads = ["agreed:", "disagreed:", "open:", "hinges:"];
    for line in text.lines().map(str::trim).filter(|line| has_words(line)) {
        let named = heads
            .iter()
            .enumerate()
            .find_map(|(at, head)| Some((at, behind(line, head)?)));
        // What has no head is what the sides disagree on.
        let (at, words) = named.unwrap_or((1, line));
        if let Some(part) = parts.get_mut(at) {
            part.push(words.to_owned());
        }
    }
    let [
        areas_of_agreement,
        core_disagreements,
        evidence_gaps,
        decision_hinges,
    ] = parts;
    Synthesis {
        areas_of_agreement,
        core_disagreements,
        evidence_gaps,
        decision_hinges,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_paragraph_is_an_argument_and_its_first_sentence_the_claim() {
        let one = argument("Tolls pay for roads. Who drives pays.\nEvidence: a count of 2019.");
        assert_eq!(one.claim, "Tolls pay for roads.");
        assert_eq!(one.reasoning, "Who drives pays.");
        assert_eq!(one.evidence, "a count of 2019.");
        assert_eq!(paragraphs("One.\n\n\nTwo.\n\n ").count(), 2);
    }

    #[test]
    fn lines_that_begin_with_an_id_are_about_that_argument() {
        let ids = ["PRO-1", "PRO-2", "PRO-12"];
        let said = of_each("PRO-12: not so.\nand more\nPRO-1 concede: it is so.", &ids);
        let said: Vec<(&str, &str)> = said.iter().map(|(id, of)| (&**id, &**of)).collect();
        assert_eq!(
            said,
            [
                ("PRO-1", "concede: it is so."),
                ("PRO-2", "As said of PRO-1."),
                ("PRO-12", "not so. and more"),
            ]
        );
        // Without any id it is all about the first.
        let said = of_each("It is not so.", &ids);
        assert_eq!(said[0].1, "It is not so.");
        assert_eq!(said[1].1, "As said of PRO-1.");
    }

    #[test]
    fn a_closing_and_a_synthesis_are_read_by_their_heads() {
        let one = closing("I stay with it.\nConceded: boats are slow.\nAnd so on.");
        assert_eq!(one.concessions, ["boats are slow."]);
        assert_eq!(one.final_position, "I stay with it.\nAnd so on.");
        let all = synthesis("Agreed: streets are full.\nHabits.\nHinges: boats.");
        assert_eq!(all.areas_of_agreement, ["streets are full."]);
        assert_eq!(all.core_disagreements, ["Habits."]);
        assert_eq!(all.decision_hinges, ["boats."]);
    }
}
