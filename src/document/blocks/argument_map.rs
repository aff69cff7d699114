//! The words of the argument map: what stands before a node's own words, under which title it is found, and what is said
//! where there is none.

use super::{Builder, names};
use crate::{
    catalog::Stance,
    debate::{
        argument_map::{ArgumentMap, MapNode, MapSource},
        ids::Seat,
        state::Extraction,
    },
    text::counted,
};

/// The nodes of a side, or of a speaker where everybody speaks for themselves, that stand at the top of the tree.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MapGroup {
    /// The title: the side, and who speaks for it where that is one person.
    pub title: String,
    /// The seat of one who belongs to it.
    pub seat: Seat,
    /// The places of the nodes.
    pub roots: Vec<usize>,
}

impl Builder<'_> {
    /// The groups of a map, in the order of the line-up; none of them is empty.
    pub fn map_groups(self, map: &ArgumentMap) -> Vec<MapGroup> {
        let mut groups: Vec<MapGroup> = Vec::new();
        for speaker in self.state.speakers() {
            let title = self.map_title(&speaker.seat);
            if groups.iter().all(|group| group.title != title) {
                groups.push(MapGroup {
                    title,
                    seat: speaker.seat.clone(),
                    roots: Vec::new(),
                });
            }
        }
        for root in map.roots() {
            let Some(node) = map.nodes.get(root) else {
                continue;
            };
            let title = self.map_title(&node.seat);
            match groups.iter_mut().find(|group| group.title == title) {
                Some(group) => group.roots.push(root),
                None => groups.push(MapGroup {
                    title,
                    seat: node.seat.clone(),
                    roots: vec![root],
                }),
            }
        }
        groups.retain(|group| !group.roots.is_empty());
        groups
    }

    /// Whether a map has two sides that stand against each other, and nobody in between.
    pub fn has_two_sides(self) -> bool {
        let is = |stance: Stance| {
            let mut speakers = self.state.speakers().iter();
            speakers.any(|one| self.state.stance(&one.seat) == Some(stance))
        };
        is(Stance::For) && is(Stance::Against) && !is(Stance::Nuanced) && !is(Stance::Own)
    }

    fn map_title(self, seat: &Seat) -> String {
        let opening = self.state.opening.as_deref();
        let side = opening.and_then(|opening| opening.format.side(seat.group()));
        let Some(side) = side else {
            return self.name(seat);
        };
        if names::is_table(self.state, side) {
            let title = names::title(self.state, seat);
            return match title.as_str() {
                "" => self.name(seat),
                title => format!("{}, {title}", self.name(seat)),
            };
        }
        let speakers = self.state.speakers().iter();
        let mut of_side = speakers.filter(|one| one.seat.group() == seat.group());
        match (of_side.next(), of_side.next()) {
            (Some(one), None) => format!("{}: {}", side.name, one.card.name),
            (None | Some(_), _) => side.name.clone(),
        }
    }

    /// What stands before the words of a node: its number, who says it, or what it does to what is above it and by whom:
    /// "challenged by Smith".
    pub fn map_lead(self, node: &MapNode) -> String {
        if !node.label.is_empty() {
            return node.label.clone();
        }
        let then = self.state.said_as(node);
        let name = then.map_or_else(|| names::short(self.state, &node.seat), str::to_owned);
        if node.how.is_empty() {
            return name;
        }
        let name = if node.seat.is_gallery() {
            self.name_within(&node.seat)
        } else {
            name
        };
        let to = node.whom.as_ref();
        let to = to.map_or_else(String::new, |to| {
            format!(", to {}", names::short(self.state, to))
        });
        format!("{} by {name}{to}", node.how)
    }

    /// How many claims there are on a map, and what was said about them: "14 claims, 9 answers".
    pub fn map_in_short(map: &ArgumentMap) -> String {
        let claims = map.nodes.iter().filter(|node| node.is_claim()).count();
        let answers = (0..map.nodes.len()).filter(|at| map.parent(*at).is_some());
        let answers = answers.count();
        let told = [
            (claims, counted(claims, "claim", "claims")),
            (answers, counted(answers, "answer", "answers")),
        ];
        let told: Vec<String> = told
            .into_iter()
            .filter_map(|(count, told)| (count > 0).then_some(told))
            .collect();
        told.join(", ")
    }

    /// What is said where nothing is on the map.
    pub fn map_empty(self) -> &'static str {
        let is_over = self.state.is_closed();
        let mut turns = self.state.turns.iter();
        match self.state.map_source() {
            MapSource::Nothing => {
                "People held this debate, and no clerk took down what they argued: there is no map of it. What was \
                 said is in the transcript."
            }
            MapSource::Works if is_over => "No arguments were handed in.",
            MapSource::Works => {
                "Nothing is on the map yet: arguments come onto it when they are handed in, and then what is said about \
                 them."
            }
            MapSource::Clerk if turns.any(|turn| turn.arguments == Extraction::Failed) => {
                "The clerk could not be had: what the speeches argued was not taken down."
            }
            MapSource::Clerk if is_over => "Nothing that was argued was taken down.",
            MapSource::Clerk => {
                "Nothing is on the map yet: the clerk takes down what each speech argues, once it is over."
            }
        }
    }

    /// How the map of this debate is made, in a few sentences.
    pub fn map_made(self) -> &'static str {
        match self.state.map_source() {
            MapSource::Works => {
                "The map has the arguments that were handed in, and below each what was said about it: responses and \
                 replies, questions, and sentences that name the argument or say it again in its own words."
            }
            MapSource::Clerk => {
                "The map has what the clerk takes down of each speech. Whom a claim answers, the clerk says; which of \
                 their claims it is, the words that both share. What shares too few stands by itself. A list of both \
                 sides' claims, where one is made before the verdict, adds what it quotes."
            }
            MapSource::Nothing => self.map_empty(),
        }
    }
}
