//! What a branch changed: the result, the marks, the ballots and the claims of two debates that part from each other.

use std::{borrow::Cow, collections::BTreeSet};

use hustings_base::similarity::{Pair, SAME, dice, pairs};

use super::{
    SectionPart, Tone,
    part::{line, remark},
    vote_word,
};
use crate::{
    debate::{DebateState, argument_map::MapNode, ask::When, house_swing::MemberVote, ids::Seat},
    text::{content::content_words, counted},
};

/// The title of what a branch changed.
pub const WHAT_CHANGED: &str = "What it changed";

/// What is otherwise in a branch, in a sentence.
pub fn put_in_otherwise(branch: &DebateState) -> String {
    let changes = branch.describe_changes();
    if changes.is_empty() {
        "Nothing was changed on purpose: it is another draw.".to_owned()
    } else {
        format!("Changed on purpose: {}.", changes.join("; "))
    }
}

/// What a branch changed: where its result, marks, ballots and claims are others than in the debate that it parts from. Of
/// what is not known of both yet, that is said.
pub fn changed(parent: &DebateState, branch: &DebateState) -> Vec<SectionPart<'static>> {
    let mut parts = vec![line(Tone::House, put_in_otherwise(branch))];
    parts.extend(result(parent, branch));
    parts.extend(marks(parent, branch));
    parts.extend(ballots(parent, branch));
    parts.extend(claims(parent, branch));
    parts
}

/// Two values, of the other debate and of the branch, in a line; that they are the same where they are.
fn both(what: &str, before: &str, after: &str) -> SectionPart<'static> {
    if before == after {
        return line(Tone::Quiet, format!("{what}: {after}, in both."));
    }
    line(
        Tone::Good,
        format!("{what}: {before} before; {after} in the branch."),
    )
}

fn result(parent: &DebateState, branch: &DebateState) -> Vec<SectionPart<'static>> {
    let mut parts = Vec::new();
    match (described(parent), described(branch)) {
        (Some(before), Some(after)) => parts.push(both("Result", &before, &after)),
        (None, None) if parent.is_closed() && branch.is_closed() => {}
        (before, after) => {
            let open = "not known yet".to_owned();
            let (before, after) = (
                before.unwrap_or_else(|| open.clone()),
                after.unwrap_or(open),
            );
            parts.push(both("Result", &before, &after));
        }
    }
    let swing = |state: &DebateState| state.division.as_ref()?.describe_swing();
    if let (Some(before), Some(after)) = (swing(parent), swing(branch)) {
        parts.push(both("Swing", &before, &after));
    }
    parts
}

/// The result of a debate in a few words: its division, or the side that the judges put first.
fn described(state: &DebateState) -> Option<String> {
    if let Some(division) = &state.division {
        return Some(division.describe());
    }
    let scores = state.scores.as_ref()?;
    let first = scores.sides.first()?;
    Some(format!("{}, by marks", first.name))
}

fn marks(parent: &DebateState, branch: &DebateState) -> Vec<SectionPart<'static>> {
    let (Some(before), Some(after)) = (&parent.scores, &branch.scores) else {
        return Vec::new();
    };
    let of = |id: &str| {
        let mut sides = before.sides.iter();
        sides.find(|side| side.id == id).map(|side| side.score)
    };
    let rows = after.sides.iter().filter_map(|side| {
        let (was, is) = (
            format!("{:.2}", of(&side.id)?),
            format!("{:.2}", side.score),
        );
        Some(both(&format!("Marks of {}", side.name), &was, &is))
    });
    rows.collect()
}

/// The members who voted otherwise after the debate.
fn ballots(parent: &DebateState, branch: &DebateState) -> Vec<SectionPart<'static>> {
    let vote = |state: &DebateState, seat: &Seat| {
        let cast = state.ballots.get(&(When::After, seat.clone()))?;
        Some(cast.vote.map_or(MemberVote::Lost, MemberVote::Cast))
    };
    let votes = branch.audience().iter().filter_map(|member| {
        let before = vote(parent, &member.seat)?;
        Some((member, before, vote(branch, &member.seat)?))
    });
    let votes: Vec<_> = votes.collect();
    if votes.is_empty() {
        return Vec::new();
    }
    let others = votes.iter().filter(|(_, before, after)| before != after);
    let others: Vec<Cow<'static, str>> = others
        .map(|(member, before, after)| {
            let (before, after) = (vote_word(*before), vote_word(*after));
            Cow::Owned(format!(
                "{}: {before} before, {after} in the branch",
                member.card.name
            ))
        })
        .collect();
    if others.is_empty() {
        let all = counted(votes.len(), "ballot", "ballots");
        return vec![line(Tone::Quiet, format!("Ballots: {all}, all the same."))];
    }
    let title = format!("Ballots that differ: {} of {}", others.len(), votes.len());
    vec![SectionPart::List(Cow::Owned(title), others)]
}

/// The claims that stand in one and not in the other, and those of which something else has become. Claims say the same
/// where most of their content words are the same.
fn claims(parent: &DebateState, branch: &DebateState) -> Vec<SectionPart<'static>> {
    let (before, after) = (parent.argument_map(), branch.argument_map());
    let of = |nodes: &[MapNode]| -> Vec<(MapNode, BTreeSet<String>)> {
        let claims = nodes.iter().filter(|node| node.is_claim());
        claims
            .map(|node| (node.clone(), content_words([node.text.as_str()])))
            .collect()
    };
    let (before, after) = (of(&before.nodes), of(&after.nodes));
    let alike = |one: usize, other: usize| {
        let (one, other) = (before.get(one)?, after.get(other)?);
        if one.0.seat != other.0.seat {
            return None;
        }
        if one.0.text == other.0.text {
            return Some(1.0);
        }
        let near = dice(&one.1, &other.1);
        (near >= SAME.words).then_some(near)
    };
    let same = pairs((before.len(), after.len()), alike);
    let told = |state: &DebateState, node: &MapNode| -> Cow<'static, str> {
        let name = state.name_of_node(node);
        let became = match node.told(state.is_closed()) {
            "" => String::new(),
            became => format!(" ({became})"),
        };
        Cow::Owned(format!("{name}: {}{became}", node.text))
    };
    let without = |state: &DebateState,
                   all: &[(MapNode, BTreeSet<String>)],
                   is_in: &dyn Fn(&Pair) -> usize| {
        let paired: BTreeSet<usize> = same.iter().map(is_in).collect();
        let alone = all
            .iter()
            .enumerate()
            .filter(|(at, _)| !paired.contains(at));
        let texts: Vec<Cow<'static, str>> = alone.map(|(_, (node, _))| told(state, node)).collect();
        texts
    };
    let gone = without(parent, &before, &|pair| pair.one);
    let new = without(branch, &after, &|pair| pair.other);
    let otherwise = same.iter().filter_map(|pair| {
        let ((one, _), (other, _)) = (before.get(pair.one)?, after.get(pair.other)?);
        let (was, is) = (one.told(parent.is_closed()), other.told(branch.is_closed()));
        let both_over = parent.is_closed() && branch.is_closed();
        (both_over && was != is).then(|| {
            let name = branch.name(&other.seat);
            Cow::Owned(format!(
                "{name}: {} ({was} before, {is} in the branch)",
                other.text
            ))
        })
    });
    let otherwise: Vec<Cow<'static, str>> = otherwise.collect();
    let listed = [
        ("Claims that are new in the branch", new),
        ("Claims that are gone", gone),
        ("Claims that came to something else", otherwise),
    ];
    let mut parts: Vec<SectionPart<'static>> = listed
        .into_iter()
        .filter(|(_, claims)| !claims.is_empty())
        .map(|(title, claims)| SectionPart::List(Cow::Borrowed(title), claims))
        .collect();
    if parts.is_empty() && !after.is_empty() {
        parts.push(SectionPart::Line(remark(
            Tone::Quiet,
            "Claims: the same in both.",
        )));
    }
    parts
}
