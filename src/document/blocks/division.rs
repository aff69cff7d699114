//! The votes and judgements of the house: polls, the division, the verdict, how each member voted, and how a real house
//! did.

use std::borrow::Cow;

use super::{
    Block, Builder, Gauge, ItemKind, Note, PollBlock, Section, SectionItem, SectionKind,
    SectionPart, Tone,
    part::{because, fact, line, list, prose, remark},
};
use crate::{
    catalog::WinsBy,
    debate::{
        answer::{SpeakerAssessment, Vote},
        ask::{Ask, When},
        division::{DivisionResult, Tally, lost_ballots, undecided},
        house_agreement::HouseAgreement,
        looks, votes,
    },
    text::counted as counted_of,
};

/// The known parts of a verdict, whoever has them.
struct Known<'a> {
    analysis: &'a str,
    vote: Option<Vote>,
    /// The vote of each look; none of a verdict of before there were looks.
    looks: Vec<Vote>,
    /// The analysis from the look with the teams exchanged.
    again: Option<&'a str>,
    strongest: [&'a str; 2],
    speakers: [&'a str; 2],
    /// Whether the house went with it.
    house: Option<HouseAgreement>,
    /// The leans before the debate.
    leans: Vec<SectionPart<'a>>,
    tensions: &'a [String],
    moments: &'a [String],
    rebuttals: &'a [String],
    unchallenged: &'a [String],
}

macro_rules! known {
    ($of:expr, $vote:expr, $looks:expr, $builder:expr) => {{
        let state = $builder.state;
        Known {
            analysis: &$of.analysis,
            vote: $vote,
            looks: $looks,
            again: state.verdicts().nth(1).map(|one| one.analysis.as_str()),
            strongest: [&$of.strongest_argument_prop, &$of.strongest_argument_opp],
            speakers: [&$of.most_compelling_speaker, &$of.weakest_link],
            house: state.division.as_ref().and_then(HouseAgreement::of),
            leans: $builder.leans(),
            tensions: &$of.core_tensions,
            moments: &$of.decisive_moments,
            rebuttals: &$of.most_damaging_rebuttals,
            unchallenged: &$of.unchallenged,
        }
    }};
}

impl<'a> Builder<'a> {
    /// The block of a poll.
    pub fn poll(self, poll: &votes::Poll) -> PollBlock {
        let turn = self.state.turn(poll.after);
        let after = turn.map(|turn| self.name_within(&turn.seat));
        let after = after.unwrap_or_default();
        let tally = poll.tally();
        let most = f64::from(tally.total().max(1));
        let silent = poll.votes().values().filter(|vote| vote.is_none()).count();
        PollBlock {
            label: format!("Straw poll after {after}"),
            short: format!("after {after}"),
            counts: [
                counted("Ayes", Tone::Good, tally.ayes, most),
                counted("Noes", Tone::Bad, tally.noes, most),
                counted("undecided", Tone::Open, tally.undecided, most),
            ],
            silent: match silent {
                0 => String::new(),
                silent if tally.total() > 0 => format!("{silent} without a vote"),
                _ => {
                    let mut calls = self.state.finished.iter().rev();
                    let is_asked = |ask: &Ask| {
                        matches!(ask, Ask::Poll { after, .. } | Ask::Polls { after, .. }
                            if *after == poll.after)
                    };
                    let why = calls
                        .find_map(|call| call.failed.as_deref().filter(|_| is_asked(&call.ask)));
                    because("no vote came in", why.filter(|_| self.is_on_screen))
                }
            },
        }
    }

    /// The division with the verdict and every ballot.
    pub(super) fn division(self) -> Vec<Block<'a>> {
        let Some(result) = &self.state.division else {
            return Vec::new();
        };
        let most = f64::from((result.ayes + result.noes).max(1));
        let count = [
            counted("The Ayes to the right", Tone::Good, result.ayes, most),
            counted("The Noes to the left", Tone::Bad, result.noes, most),
        ];
        let parts = vec![
            SectionPart::Meters(count.into()),
            line(Tone::Strong, carried(result)),
            SectionPart::Row(facts(result)),
        ];
        let ballots = result.panel_votes.iter();
        let ballots = ballots.map(|one| {
            let votes = [one.before, one.after].map(cast);
            ballot(&one.member, votes, &one.reason)
        });
        let speakers = result.speaker_performances.iter();
        [
            section(SectionKind::Division, "The House divides", parts),
            verdict_of(known!(
                result,
                result.direct_vote,
                result.direct_looks.clone(),
                self
            )),
            self.annotation(),
            self.speakers(speakers.collect()),
            house_one_by_one(ballots.collect()),
        ]
        .into_iter()
        .flatten()
        .map(Block::Section)
        .collect()
    }

    /// Ballots, a verdict, assessments and a trace of a debate that broke off before anything was declared.
    pub(super) fn undeclared(self) -> Vec<Block<'a>> {
        let state = self.state;
        let mut sections = Vec::new();
        if state.division.is_none() {
            let audience = state.audience().iter();
            let ballots = audience.filter_map(|listener| {
                let cast = |when| state.ballots.get(&(when, listener.seat.clone()));
                let (before, after) = (cast(When::Before), cast(When::After));
                let why = &after.or(before)?.reason;
                Some(ballot(
                    &listener.card.name,
                    [before, after].map(cast_so_far),
                    why,
                ))
            });
            let votes = state.verdict_votes();
            let vote = looks::agreed(&votes);
            let verdict = state.verdict();
            let told = verdict.map(|one| known!(one, vote, votes, self));
            sections.extend(told.and_then(verdict_of));
            if state.scores.is_none() {
                sections.extend(self.annotation());
            }
            sections.extend(self.speakers(state.assessments.values().flatten().collect()));
            sections.extend(house_one_by_one(ballots.collect()));
        }
        if state.scores.is_none() && !state.judgements.is_empty() {
            sections.extend(self.trace());
        }
        sections.into_iter().map(Block::Section).collect()
    }

    fn speakers(self, all: Vec<&'a SpeakerAssessment>) -> Option<Section<'a>> {
        let items = all.into_iter().map(|one| {
            let mut speakers = self.state.speakers().iter();
            let speaker = speakers.find(|speaker| speaker.card.name == one.speaker_name);
            let seat = speaker.map_or("", |speaker| speaker.seat.as_str());
            let mut item = SectionItem::new(&one.speaker_name, seat);
            item.meters = [
                ("effect", one.effectiveness),
                ("in character", one.persona_fidelity),
            ]
            .map(|(label, value)| Gauge {
                label: label.to_owned(),
                of: seat.to_owned(),
                tone: Tone::Plain,
                value,
                most: 10.0,
                words: format!("{value:.1}"),
            })
            .into();
            item.note(Tone::Plain, "", &*one.key_contribution);
            let missed = one.missed_opportunity.as_deref().unwrap_or_default();
            item.note(Tone::Quiet, "Missed", missed);
            for note in &one.feedback {
                item.note(Tone::Advice, "", &**note);
            }
            item
        });
        let mut speakers = items_under(
            SectionKind::Speakers,
            "The speakers",
            ItemKind::Speakers,
            items.collect(),
        )?;
        speakers.parts.extend(self.marks_side_by_side(true));
        Some(speakers)
    }

    /// The vote of the real house, where people held the debate.
    pub(crate) fn house_then(self) -> Option<Block<'a>> {
        let real = self.state.opening.as_deref()?.real.as_ref()?;
        let lines = real
            .describe()
            .into_iter()
            .map(|told| line(Tone::House, told));
        let mut then = section(SectionKind::HouseThen, "The house then", lines.collect())?;
        then.subtitle = real.origin();
        Some(Block::Section(then))
    }
}

fn verdict_of(known: Known<'_>) -> Option<Section<'_>> {
    let vote = match known.looks.as_slice() {
        [first, again] if first != again => Cow::Owned(format!(
            "contested: {} at first, {} with the teams exchanged",
            found_for(*first),
            found_for(*again)
        )),
        _ => Cow::Borrowed(known.vote.map_or("", found_for)),
    };
    // Where the looks agree, one of them says it.
    let again = known.again.filter(|_| looks::is_contested(&known.looks));
    let [pro, con] = known.strongest;
    let [won, fell] = known.speakers;
    let facts = [
        fact("The verdict on the arguments", Tone::House, vote),
        fact("Strongest for the motion", Tone::Good, pro),
        fact("Strongest against it", Tone::Bad, con),
        fact("Won the room", Tone::House, won),
        fact("Fell short", Tone::House, fell),
    ];
    let facts: Vec<Note<'_>> = facts.into_iter().flatten().collect();
    let found = [
        prose("", known.analysis),
        again.and_then(|again| prose("With the teams exchanged", again)),
        (!facts.is_empty()).then_some(SectionPart::Facts(facts)),
        known
            .house
            .map(|one| line(Tone::House, beside_the_house(&one))),
    ];
    let lists = [
        list("What divided them", known.tensions),
        list("Where it turned", known.moments),
        list("Rebuttals that did most damage", known.rebuttals),
        list("What nobody challenged", known.unchallenged),
    ];
    let is_given = found.iter().chain(&lists).any(Option::is_some);
    let leans = known.leans.into_iter().filter(|_| is_given).map(Some);
    let parts = found.into_iter().chain(leans).chain(lists);
    let parts = parts.flatten().collect();
    let mut verdict = section(SectionKind::Verdict, "The verdict", parts)?;
    let looks = match known.looks.len() {
        0 => "",
        1 => "judged blind once",
        _ => "judged blind twice",
    };
    looks.clone_into(&mut verdict.subtitle);
    Some(verdict)
}

/// The side that a verdict is for: a bare "no" would read as if there were none.
fn found_for(vote: Vote) -> &'static str {
    match vote {
        Vote::Aye => "the Ayes",
        Vote::No => "the Noes",
        Vote::Undecided => "undecided",
    }
}

/// The house and the verdict, side by side.
fn beside_the_house(one: &HouseAgreement) -> String {
    let share = one.share().unwrap_or_default() * 100.0;
    let cast = counted_of(one.cast as usize, "vote cast", "votes cast");
    let votes = format!("{} of {cast} ({share:.0} %)", one.with);
    let house = match one.house {
        Vote::Aye => "for the motion",
        Vote::No | Vote::Undecided => "against the motion",
    };
    match one.agrees() {
        Some(true) => format!("The House agrees, and is {house}: {votes} went with the verdict."),
        Some(false) => {
            format!("The House disagrees, and is {house}: {votes} went with the verdict.")
        }
        None if one.house == Vote::Undecided => {
            let verdict = if one.contested {
                "first look"
            } else {
                "verdict"
            };
            format!("The House is evenly divided: {votes} went with the {verdict}.")
        }
        None => format!(
            "The House is {house}. The verdict is contested, so the House can neither agree nor disagree with it; {votes} went with its first look."
        ),
    }
}

/// A section of which there is something to tell.
pub(super) fn section(
    role: SectionKind,
    title: impl Into<String>,
    parts: Vec<SectionPart<'_>>,
) -> Option<Section<'_>> {
    (!parts.is_empty()).then(|| Section {
        role,
        title: title.into(),
        subtitle: String::new(),
        parts,
    })
}

/// A section of items.
pub(super) fn items_under<'a>(
    role: SectionKind,
    title: &str,
    kind: ItemKind,
    items: Vec<SectionItem<'a>>,
) -> Option<Section<'a>> {
    let parts = (!items.is_empty()).then_some(SectionPart::Items(kind, items));
    section(role, title, parts.into_iter().collect())
}

/// The result as a sentence.
pub(super) fn in_one_line(result: &DivisionResult) -> String {
    format!(
        "{} Ayes {}, Noes {}: {}.",
        carried(result),
        result.ayes,
        result.noes,
        outcome(result).join(", ")
    )
}

fn carried(result: &DivisionResult) -> &'static str {
    let tally = Tally {
        ayes: result.ayes,
        noes: result.noes,
        undecided: 0,
    };
    match tally.lead().signum() {
        _ if result.lost_all() => "No ballot came in: the House has not decided.",
        1 => "So the Ayes have it: the motion is carried.",
        -1 => "So the Noes have it: the motion falls.",
        _ => "The House is tied: the motion is not carried.",
    }
}

/// The outcome of a division and what it rests on, each thing once.
fn facts(result: &DivisionResult) -> Vec<String> {
    let mut facts = outcome(result);
    let before = match result.before.total() {
        0 => "no ballots before".to_owned(),
        _ => format!(
            "before: {} to {}, {} undecided",
            result.before.ayes, result.before.noes, result.undecided_before
        ),
    };
    // Who wins because nobody moved is told so already.
    let is_told = result.wins_by == WinsBy::Swing && result.swing == Some(0);
    facts.push(match result.describe_swing().filter(|_| !is_told) {
        None => before,
        Some(swing) => format!("{swing} ({before})"),
    });
    if let (WinsBy::Swing, Some(margin)) = (result.wins_by, result.margin)
        && result.ayes != result.noes
    {
        facts.push(format!("a {} margin by votes", margin.word()));
    }
    if result.abstentions > 0 {
        facts.push(format!("{} abstained", result.abstentions));
    }
    if result.lost > 0 {
        facts.push(lost_ballots(result.lost));
    }
    facts
}

/// The outcome of a division: who has won, and how clearly.
fn outcome(result: &DivisionResult) -> Vec<String> {
    match result.outcome() {
        Ok((winner, _)) if result.wins_by == WinsBy::Swing => {
            vec![match result.swing {
                Some(by) if by != 0 => format!("{winner} wins on the swing"),
                Some(_) | None => format!("{winner} wins, as there was no swing to the Ayes"),
            }]
        }
        Ok((winner, margin)) => {
            let margin = margin.map(|margin| format!("{} margin", margin.word()));
            [format!("{winner} wins")]
                .into_iter()
                .chain(margin)
                .collect()
        }
        Err(why) => vec![undecided(why)],
    }
}

fn counted(label: &str, tone: Tone, votes: u32, most: f64) -> Gauge {
    Gauge {
        label: label.to_owned(),
        of: String::new(),
        tone,
        value: f64::from(votes),
        most,
        words: votes.to_string(),
    }
}

/// The word for a vote, and its tone, once everybody has been asked.
fn cast(vote: Option<Vote>) -> (&'static str, Tone) {
    let tone = match vote {
        Some(Vote::Aye) => Tone::Good,
        Some(Vote::No) => Tone::Bad,
        Some(Vote::Undecided) | None => Tone::Open,
    };
    (vote.map_or("no ballot", Vote::word), tone)
}

/// The same while members have still to be asked.
fn cast_so_far(ballot: Option<&votes::CastBallot>) -> (&'static str, Tone) {
    ballot.map_or(("not yet asked", Tone::Open), |ballot| cast(ballot.vote))
}

fn ballot<'a>(
    member: &str,
    [before, after]: [(&str, Tone); 2],
    reason: &'a str,
) -> SectionItem<'a> {
    let mut item = SectionItem::new(member, "");
    let way = format!("{} → {}", before.0, after.0);
    item.status = Some(remark(after.1, way));
    item.note(Tone::Quiet, "", Cow::Borrowed(reason));
    item
}

fn house_one_by_one(ballots: Vec<SectionItem<'_>>) -> Option<Section<'_>> {
    items_under(
        SectionKind::Ballots,
        "The house, one by one",
        ItemKind::Ballots,
        ballots,
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::debate::division::{DivisionCount, PanelVote};
    use Vote::{Aye, No};

    fn divided(votes: &[(Vote, Vote)], wins_by: WinsBy) -> DivisionResult {
        let panel = votes.iter().map(|(before, after)| PanelVote {
            member: String::new(),
            before: Some(*before),
            after: Some(*after),
            reason: String::new(),
        });
        DivisionCount {
            motion: "This House would sit",
            sides: ("Proposition", "Opposition"),
            panel: panel.collect(),
            wins_by,
            verdicts: vec![],
            assessments: vec![],
        }
        .declare()
    }

    #[test]
    fn nothing_about_a_result_is_told_twice() {
        let still = [(Aye, Aye), (Aye, Aye), (No, No)];
        let by_swing = facts(&divided(&still, WinsBy::Swing)).join(", ");
        assert_eq!(
            by_swing,
            "Opposition wins, as there was no swing to the Ayes, before: 2 to 1, 0 undecided, a narrow margin by votes"
        );
        let by_votes = facts(&divided(&still, WinsBy::Votes)).join(", ");
        assert!(
            by_votes.ends_with("no swing (before: 2 to 1, 0 undecided)"),
            "{by_votes}"
        );
        let moved = facts(&divided(&[(No, Aye), (No, No)], WinsBy::Swing)).join(", ");
        assert!(
            moved.contains("wins on the swing, a swing of 2 votes to the Ayes (before"),
            "{moved}"
        );
    }
}
