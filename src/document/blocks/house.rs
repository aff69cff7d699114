//! The house over the whole debate: its counts, what moved it, and each member's votes with the reasons.

use crate::{
    catalog::Verdict,
    debate::{
        answer::Vote,
        house_swing::{CountMoment, HouseSwing, MemberVote, SwingPoint, VoteMovement},
        ids::{Seat, TurnId},
    },
    text::counted,
};

use super::{
    Builder, ItemKind, Section, SectionItem, SectionKind, SectionPart, Table, Tone,
    division::{items_under, section},
    part::{line, remark},
};

/// The most members who are named for one movement.
const NAMED: usize = 5;
/// The most speakers who are named for one.
const SPEAKERS: usize = 3;

impl<'a> Builder<'a> {
    /// The sections of the house: its counts with what moved it, and every member's votes. Empty where there is no house, or
    /// nobody was counted yet.
    pub fn house(self) -> Vec<Section<'a>> {
        let swing = self.state.house_swing();
        if swing.current().is_none() {
            return Vec::new();
        }
        let moved: Vec<_> = swing
            .movements()
            .iter()
            .map(|one| self.movement(&swing, one).into())
            .collect();
        let mut parts = vec![SectionPart::Table(self.counts(&swing))];
        parts.push(if moved.is_empty() {
            line(Tone::House, "No member has changed their vote.")
        } else {
            SectionPart::List("What moved the House".into(), moved)
        });
        parts.extend(self.credited(&swing).map(|told| line(Tone::House, told)));
        let members = (0..swing.records.len()).filter_map(|member| self.member(&swing, member));
        let votes = items_under(
            SectionKind::Ballots,
            "Every member's votes",
            ItemKind::Ballots,
            members.collect(),
        );
        let swing = section(SectionKind::Swing, "The swing of the House", parts);
        swing.into_iter().chain(votes).collect()
    }

    /// The words for a debate of which no votes can be told, now or ever.
    pub fn without_votes(self) -> String {
        let without = self.without_house();
        without.unwrap_or_else(|| "Nobody has voted yet.".to_owned())
    }

    /// The words for a debate that has no house: what decides it instead.
    pub fn without_house(self) -> Option<String> {
        let opening = self.state.opening.as_deref()?;
        if !opening.audience.is_empty() {
            return None;
        }
        let has = match opening.format.verdict {
            _ if opening.real.is_some() => {
                "People held this debate, and how each of them voted is not known.".to_owned()
            }
            Verdict::Division => "Nobody was seated in the House of this debate.".to_owned(),
            Verdict::Judge => format!(
                "This format has no House: {} it by marks, which stand at the end of the transcript.",
                if opening.judges.len() > 1 {
                    "judges decide"
                } else {
                    "a judge decides"
                }
            ),
            Verdict::Synthesis => "This format has no House: the moderator says where the sides agree and differ, and names no winner.".to_owned(),
            Verdict::Summary => {
                "This format has no House: what was said is summed up, and nobody wins.".to_owned()
            }
            Verdict::None => "This format has no House, and no verdict.".to_owned(),
        };
        Some(has)
    }

    /// The name of each count: "before the debate", "after Adam Smith", "at the division".
    pub fn counted_when(self, point: &SwingPoint) -> String {
        match point.moment {
            CountMoment::Before => "before the debate".to_owned(),
            CountMoment::After(turn) => format!("after {}", self.speaker_within(turn)),
            CountMoment::Division => "at the division".to_owned(),
        }
    }

    /// The name of each count where there is little room: "before", "Adam Smith", "division".
    pub fn counted_shortly(self, point: &SwingPoint) -> String {
        match point.moment {
            CountMoment::Before => "before".to_owned(),
            CountMoment::After(turn) => self.speaker_within(turn),
            CountMoment::Division => "end".to_owned(),
        }
    }

    /// A movement in words: "3 members moved to the Noes after Ada Lovelace's speech: …".
    pub fn movement(self, swing: &HouseSwing, movement: &VoteMovement) -> String {
        let names = movement.members.iter().filter_map(|member| {
            let record = swing.records.get(*member)?;
            Some(self.state.name(&record.seat))
        });
        let names: Vec<String> = names.collect();
        let moved = match movement.to {
            Vote::Aye => "moved to the Ayes",
            Vote::No => "moved to the Noes",
            Vote::Undecided => "became undecided",
        };
        let point = swing.points.get(movement.at);
        let when = point
            .map(|point| self.heard_before(point))
            .unwrap_or_default();
        let mut told = if let [one] = names.as_slice() {
            format!("{one} {moved} {when}.")
        } else {
            let all = counted(names.len(), "member", "members");
            format!("{all} {moved} {when}: {}.", several(&names, NAMED))
        };
        if let Some(point) = point {
            told += &self.heard_besides(point);
        }
        told + &self.named_by(swing, movement)
    }

    /// What the house had heard when it was counted: "after Ada Lovelace's speech", "at the division, after the speeches of
    /// Adam Smith and Ada Lovelace".
    pub fn heard_before(self, point: &SwingPoint) -> String {
        let mut speakers: Vec<String> = Vec::new();
        for turn in &point.since {
            let name = self.speaker_within(*turn);
            if !speakers.contains(&name) {
                speakers.push(name);
            }
        }
        let heard = match (point.since.len(), speakers.as_slice()) {
            (_, []) => String::new(),
            (1, [one]) => format!("after {} speech", genitive(one)),
            (_, [one]) => format!("after {} speeches", genitive(one)),
            (_, [.., last]) if speakers.len() > SPEAKERS => format!(
                "after {} speech and {} before it",
                genitive(last),
                point.since.len() - 1
            ),
            (_, all) => format!("after the speeches of {}", several(all, SPEAKERS)),
        };
        match (point.moment, heard.as_str()) {
            (CountMoment::Division, "") => "at the division".to_owned(),
            (CountMoment::Division, heard) => format!("at the division, {heard}"),
            (CountMoment::Before | CountMoment::After(_), "") => self.counted_when(point),
            (CountMoment::Before | CountMoment::After(_), heard) => heard.to_owned(),
        }
    }

    /// What came up in what the house had heard.
    fn heard_besides(self, point: &SwingPoint) -> String {
        let points = point.points.iter().filter_map(|id| self.state.point(*id));
        let mut risen: Vec<String> = Vec::new();
        for one in points {
            let name = self.name_within(&one.from);
            if !risen.contains(&name) {
                risen.push(name);
            }
        }
        let point_of = match risen.as_slice() {
            [] => String::new(),
            [one] => format!(" A point from {one} was taken meanwhile."),
            all => format!(
                " Points from {} were taken meanwhile.",
                several(all, SPEAKERS)
            ),
        };
        let evidence = match point.evidence {
            0 => "",
            1 => " A piece of evidence was handed in meanwhile.",
            _ => " Evidence was handed in meanwhile.",
        };
        point_of + evidence
    }

    /// Whom those who moved name in their reasons.
    fn named_by(self, swing: &HouseSwing, movement: &VoteMovement) -> String {
        let point = swing.points.get(movement.at);
        // The reasons are those of the ballots at the division.
        if point.is_none_or(|point| point.moment != CountMoment::Division) {
            return String::new();
        }
        let records = movement.members.iter();
        let records = records.filter_map(|member| swing.records.get(*member));
        let mut named: Vec<(usize, &Seat)> = Vec::new();
        for seat in records.flat_map(|record| &record.names) {
            match named.iter_mut().find(|(_, other)| *other == seat) {
                Some((count, _)) => *count += 1,
                None => named.push((1, seat)),
            }
        }
        named.sort_by_key(|(count, _)| std::cmp::Reverse(*count));
        let Some((count, most)) = named.first() else {
            return String::new();
        };
        let name = self.name_within(most);
        match movement.members.len() {
            1 => format!(" The reason given names {name}."),
            _ => format!(
                " {} of them {} {name} in the reason.",
                count,
                if *count == 1 { "names" } else { "name" }
            ),
        }
    }

    /// Whom the reasons at the division name.
    pub fn credited(self, swing: &HouseSwing) -> Option<String> {
        let mut credited: Vec<(&Seat, usize)> = swing.credited().into_iter().collect();
        credited.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        let told: Vec<String> = credited
            .iter()
            .map(|(seat, count)| format!("{} {count}", self.name(seat)))
            .collect();
        (!told.is_empty()).then(|| {
            let told = several(&told, told.len());
            format!("Named in the reasons at the division, by so many members: {told}.")
        })
    }

    fn counts(self, swing: &HouseSwing) -> Table {
        let heads = [
            "",
            "Ayes",
            "Noes",
            "undecided",
            "no vote",
            "lead of the Ayes",
        ];
        let short = ["", "Ayes", "Noes", "undec.", "none", "lead"];
        let rows = swing.points.iter().filter(|point| point.counts);
        let rows = rows.map(|point| {
            let tally = point.tally;
            let lost = swing.records.len().saturating_sub(tally.total() as usize);
            let cells = vec![
                self.counted_when(point),
                tally.ayes.to_string(),
                tally.noes.to_string(),
                tally.undecided.to_string(),
                lost.to_string(),
                format!("{:+}", tally.lead()),
            ];
            (String::new(), cells)
        });
        Table {
            heads: heads.map(str::to_owned).into(),
            short: short.map(str::to_owned).into(),
            rows: rows.collect(),
        }
    }

    /// A member with their votes and reasons.
    fn member(self, swing: &HouseSwing, member: usize) -> Option<SectionItem<'a>> {
        let listener = self.state.audience().get(member)?;
        let record = swing.records.get(member)?;
        let mut item = SectionItem::new(&listener.card.name, "");
        let last = record.votes.iter().rev().find_map(|vote| vote.cast());
        item.status = Some(remark(tone(last), self.way(swing, member)));
        item.note(Tone::Plain, "Who", &*listener.card.who);
        // Who has one reason for both has it once.
        if record.reason_before != record.reason_after {
            item.note(Tone::Quiet, "Before", record.reason_before.clone());
        }
        item.note(Tone::Plain, "At the division", record.reason_after.clone());
        Some(item)
    }

    /// The way of a member's vote: "undecided → aye (after Adam Smith) → no (at the division)".
    pub fn way(self, swing: &HouseSwing, member: usize) -> String {
        let mut way = String::new();
        let mut last = None;
        for (at, point) in swing.points.iter().enumerate() {
            let Some(vote) = swing.vote(member, at).cast().filter(|_| point.counts) else {
                continue;
            };
            if last == Some(vote) {
                continue;
            }
            if last.replace(vote).is_some() {
                let when = self.counted_when(point);
                way = format!("{way} → {} ({when})", vote.word());
            } else {
                vote.word().clone_into(&mut way);
            }
        }
        match last {
            Some(_) => way,
            None => "no vote".to_owned(),
        }
    }

    fn speaker_within(self, turn: TurnId) -> String {
        let turn = self.state.turn(turn);
        turn.map_or_else(String::new, |turn| self.name_within(&turn.seat))
    }
}

/// The word for a vote at a count.
pub fn vote_word(vote: MemberVote) -> &'static str {
    match vote {
        MemberVote::Awaited => "not asked yet",
        MemberVote::Lost => "no vote",
        MemberVote::Cast(vote) => vote.word(),
    }
}

fn tone(vote: Option<Vote>) -> Tone {
    match vote {
        Some(Vote::Aye) => Tone::Good,
        Some(Vote::No) => Tone::Bad,
        Some(Vote::Undecided) | None => Tone::Open,
    }
}

fn genitive(name: &str) -> String {
    format!("{name}'s")
}

/// "A", "A and B", "A, B and C", "A, B and 7 more".
fn several(all: &[String], most: usize) -> String {
    match all {
        [] => String::new(),
        [one] => one.clone(),
        _ if all.len() > most => {
            let (named, more) = all.split_at(most.saturating_sub(1).max(1));
            format!("{} and {} more", named.join(", "), more.len())
        }
        [before @ .., last] => format!("{} and {last}", before.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn several_are_named_and_the_rest_counted() {
        let all: Vec<String> = ["A", "B", "C", "D"].map(str::to_owned).into();
        for (count, most, told) in [
            (1, 3, "A"),
            (2, 3, "A and B"),
            (3, 3, "A, B and C"),
            (4, 3, "A, B and 2 more"),
            (4, 4, "A, B, C and D"),
        ] {
            assert_eq!(several(&all[..count], most), told);
        }
    }
}
