//! The verdict by annotation: who is ahead by what was claimed and answered, whether the three verdicts come to the
//! same, and the lists that it is counted from.

use std::borrow::Cow;

use super::{
    Builder, Section, SectionKind, SectionPart, Tone,
    division::section,
    part::{line, number},
};
use crate::{
    debate::{
        annotation_count::{AnnotationCount, CountedClaim, CountedRebuttal, POINTS, SideCount},
        ids::TurnId,
        three_verdicts::{Favoured, ThreeVerdicts},
    },
    text::{counted, listed, the, upper_first},
};

impl<'a> Builder<'a> {
    /// The verdict by annotation in a few lines, as it stands behind the others; `None` where there is none.
    pub(super) fn annotation(self) -> Option<Section<'a>> {
        let count = self.state.annotation_count()?;
        let mut parts = vec![line(Tone::House, self.outcome_of(&count))];
        if !count.is_empty() {
            let sums = count.sides.iter().map(|side| self.sums(side));
            let sums: Vec<String> = sums.collect();
            parts.push(line(
                Tone::Quiet,
                format!("{}.", upper_first(&sums.join("; "))),
            ));
        }
        parts.extend(self.beside_the_others());
        section(SectionKind::Annotation, "The verdict by annotation", parts)
    }

    /// The lists of claims and rebuttals with their points, and how they are counted; `None` where there are none.
    pub(super) fn claims_and_rebuttals(self) -> Option<Section<'a>> {
        let count = self.state.annotation_count()?;
        let lists = count.sides.iter().flat_map(|side| {
            let name = self.side(side.side);
            let claims = side.claims.iter().map(|one| self.claim(one));
            let rebuttals = side.rebuttals.iter().map(|one| self.rebuttal(one));
            [
                titled(format!("Claims of {}", the(name)), claims.collect()),
                titled(format!("Rebuttals by {}", the(name)), rebuttals.collect()),
            ]
        });
        let mut parts: Vec<SectionPart<'a>> = lists.flatten().collect();
        let is_settled = self.state.unanswering_sides().is_empty();
        let silent = count.sides.iter().filter(|side| side.rebuttals.is_empty());
        parts.extend(silent.filter(|_| is_settled).map(|side| {
            let name = the(self.side(side.side));
            let told = format!("No rebuttal by {name} was found, though it was looked for twice.");
            line(Tone::Quiet, told)
        }));
        if count.left_out > 0 {
            let entries = counted(
                count.left_out as usize,
                "entry of the list was left out",
                "entries of the list were left out",
            );
            let why = "not said in these words by that side, said before what is answered, or listed twice";
            parts.push(line(Tone::Quiet, format!("{entries}: {why}.")));
        }
        parts.push(line(Tone::Quiet, formula()));
        section(
            SectionKind::ClaimsAndRebuttals,
            "Claims and rebuttals",
            parts,
        )
    }

    fn outcome_of(self, count: &AnnotationCount<'_>) -> String {
        if count.is_empty() {
            return "None of the listed claims was actually said, so there is no score.".to_owned();
        }
        let [one, other] = count.sides.as_slice() else {
            return String::new();
        };
        let (of_one, of_other) = (number(one.points()), number(other.points()));
        let (one, other) = (the(self.side(one.side)), the(self.side(other.side)));
        let margin = number(count.margin());
        match count.ahead() {
            Some(side) => {
                let name = upper_first(&the(self.side(side)));
                let lead = number(count.lead());
                format!("{name} is ahead by {lead} points: {one} has {of_one}, {other} {of_other}.")
            }
            None => format!(
                "The sides are level: {one} has {of_one} points, {other} {of_other}, and a difference of up to {margin} \
                 decides nothing."
            ),
        }
    }

    /// "the Proposition has 15.5 for 8 claims and 6 for 3 rebuttals".
    fn sums(self, side: &SideCount<'_>) -> String {
        let name = the(self.side(side.side));
        let claims = counted(side.claims.len(), "claim", "claims");
        let rebuttals = counted(side.rebuttals.len(), "rebuttal", "rebuttals");
        let (of_claims, of_rebuttals) = (side.claim_points(), side.rebuttal_points());
        format!(
            "{name} has {} for {claims} and {} for {rebuttals}",
            number(of_claims),
            number(of_rebuttals)
        )
    }

    /// Whether the verdicts come to the same, in a sentence; nothing where there is no other.
    fn beside_the_others(self) -> Option<SectionPart<'a>> {
        let verdicts = self.state.three_verdicts();
        let agree = verdicts.agree()?;
        let named = named(&verdicts);
        let tone = if agree { Tone::Good } else { Tone::Warning };
        let whom = |favoured: Favoured<'a>| match favoured {
            Favoured::Side(side) => the(self.side(side)),
            Favoured::Neither => "neither side".to_owned(),
        };
        let told = if agree {
            let by: Vec<&str> = named.iter().map(|(by, _)| *by).collect();
            let all = if by.len() > 2 { "All three" } else { "Both" };
            let whom = whom(verdicts.given().next()?);
            format!("{all} verdicts favour {whom}: {}.", listed(&by))
        } else {
            let each = named.iter();
            let each: Vec<String> = each
                .map(|(by, favoured)| format!("{by} favours {}", whom(*favoured)))
                .collect();
            format!("The verdicts differ: {}.", each.join(", "))
        };
        Some(line(tone, told))
    }

    /// "“We count, and then we build.” (Adam Smith; evidence, specific: 3)".
    fn claim(self, counted: &CountedClaim<'_>) -> Cow<'a, str> {
        let claim = counted.claim;
        let specific = if claim.listed.specific {
            "specific"
        } else {
            "general"
        };
        let half = if counted.is_unanswerable {
            ", too late to be answered"
        } else {
            ""
        };
        let told = format!(
            "“{}” ({}; {}, {specific}{half}: {})",
            claim.listed.words.trim(),
            self.spoken_in(claim.turn),
            claim.listed.kind.word(),
            number(counted.points)
        );
        Cow::Owned(told)
    }

    fn rebuttal(self, counted: &CountedRebuttal<'_>) -> Cow<'a, str> {
        let rebuttal = counted.rebuttal;
        let said = &rebuttal.listed;
        let answers = [
            (said.meets_logic, "meets its logic"),
            (said.new, "says something new"),
            (said.undermines, "undermines it"),
        ];
        let yes = answers.into_iter().filter(|(is, _)| *is);
        let yes: Vec<&str> = yes.map(|(_, told)| told).collect();
        let yes = if yes.is_empty() {
            "neither meets its logic nor says anything new nor undermines it".to_owned()
        } else {
            listed(&yes)
        };
        let told = format!(
            "“{}” ({}), against “{}” ({}): {yes}: {}",
            said.words.trim(),
            self.spoken_in(rebuttal.turn),
            said.answers.trim(),
            self.spoken_in(rebuttal.answered_turn),
            number(counted.points)
        );
        Cow::Owned(told)
    }

    /// Whose speech it is.
    fn spoken_in(self, turn: TurnId) -> String {
        let turn = self.state.turn(turn);
        turn.map_or_else(String::new, |turn| self.speaker_in(turn))
    }

    fn side(self, id: &'a str) -> &'a str {
        self.state.side_called(id).unwrap_or(id)
    }
}

fn titled(title: String, items: Vec<Cow<'_, str>>) -> Option<SectionPart<'_>> {
    (!items.is_empty()).then_some(SectionPart::List(Cow::Owned(title), items))
}

/// The verdicts that there are, by their names.
fn named<'a>(verdicts: &ThreeVerdicts<'a>) -> Vec<(&'static str, Favoured<'a>)> {
    let ThreeVerdicts {
        opinion,
        house,
        annotation,
    } = *verdicts;
    let all = [
        ("opinion", opinion),
        ("the House", house),
        ("annotation", annotation),
    ];
    let given = all.into_iter();
    given.filter_map(|(by, one)| Some((by, one?))).collect()
}

/// The table of points, in words.
fn formula() -> String {
    let kinds = [POINTS.evidence, POINTS.principle, POINTS.assertion];
    let [evidence, principle, assertion] = kinds.map(|one| number(one.specific));
    let general = kinds.map(|one| number(one.general));
    format!(
        "How it is counted: a claim that rests on evidence has {evidence} points, on a principle {principle}, on nothing \
         but being said {assertion}; where it is general {}; all times {} where the other side had no speech left to \
         answer it. A rebuttal has {} for meeting the logic of what it answers, {} for saying something new, {} for \
         undermining it. Sides that are no more than {} % of all points apart are level.",
        listed(&general),
        number(POINTS.unanswerable),
        number(POINTS.meets_logic),
        number(POINTS.new),
        number(POINTS.undermines),
        number(POINTS.level * 100.0)
    )
}
