//! The parts of a debate that can have models of their own, and the models to choose from.

use super::{Lobby, Screen};
use crate::{
    debate::{ask::Role, ids::Seat},
    setup::{asks_role, sides},
};

/// A part of the debate that has a model.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum ModelPart {
    /// Everything that has none of its own.
    Everything,
    /// The side for the motion, or the first one.
    Proposition,
    /// The side against it, or the second one.
    Opposition,
    Role(Role),
    Seat(Seat),
}

impl Lobby {
    /// The parts that the format has.
    pub(super) fn parts(&self) -> Vec<ModelPart> {
        let mut parts = vec![ModelPart::Everything];
        let Some(format) = self.chosen_format() else {
            return parts;
        };
        if sides::sides(format, |_| None).is_some() {
            parts.extend([ModelPart::Proposition, ModelPart::Opposition]);
        }
        let roles = Role::ALL
            .into_iter()
            .filter(|role| asks_role(format, *role));
        parts.extend(roles.map(ModelPart::Role));
        let seats = (0..self.lineup.len()).filter_map(|seat| self.seat_id(seat));
        parts.extend(seats.map(ModelPart::Seat));
        let judges = self.set.judges.unwrap_or(format.judges);
        parts.extend((1..=judges).map(|number| ModelPart::Seat(Seat::judge(number))));
        parts
    }

    /// The id of a speaker's seat.
    fn seat_id(&self, seat: usize) -> Option<Seat> {
        let (side, number) = self.lineup.place(seat);
        Some(Seat::new(&self.sides().get(side)?.id, number))
    }

    /// The model that was chosen for a part alone.
    pub(super) fn model_of(&self, part: &ModelPart) -> Option<&str> {
        let model = match part {
            ModelPart::Everything => Some(&self.model).filter(|model| !model.trim().is_empty()),
            ModelPart::Proposition => self.set.prop_model.as_ref(),
            ModelPart::Opposition => self.set.opp_model.as_ref(),
            ModelPart::Role(role) => self.set.roles.get(role),
            ModelPart::Seat(seat) => self.set.seats.get(seat),
        };
        model.map(String::as_str)
    }

    fn set_model_of(&mut self, part: &ModelPart, model: Option<String>) {
        match part {
            ModelPart::Everything => {
                if let Some(model) = model {
                    self.model = model;
                }
            }
            ModelPart::Proposition => self.set.prop_model = model,
            ModelPart::Opposition => self.set.opp_model = model,
            ModelPart::Role(role) => {
                self.set.roles.remove(role);
                self.set.roles.extend(model.map(|model| (*role, model)));
            }
            ModelPart::Seat(seat) => {
                self.set.seats.remove(seat);
                let model = model.map(|model| (seat.clone(), model));
                self.set.seats.extend(model);
            }
        }
    }

    /// The name of a part, for people.
    pub(super) fn part_name(&self, part: &ModelPart) -> String {
        let side = |at: usize, usual: &str| {
            let format = self.chosen_format();
            let two = format.and_then(|format| sides::sides(format, |_| None));
            let name = two.and_then(|two| two.get(at).map(|side| side.name.clone()));
            name.unwrap_or_else(|| usual.to_owned())
        };
        match part {
            ModelPart::Everything => "Everything else".to_owned(),
            ModelPart::Proposition => format!("Side: {}", side(0, "for the motion")),
            ModelPart::Opposition => format!("Side: {}", side(1, "against the motion")),
            ModelPart::Role(role) => {
                let word = match role {
                    Role::Speaker => "all speakers",
                    Role::Poi => "points of information",
                    Role::Audience => "the audience",
                    Role::Judge => "all judges",
                    Role::Moderator => "the moderator",
                    Role::Referee => "the referee",
                    Role::Clerk => "the clerk",
                };
                format!("Role: {word}")
            }
            ModelPart::Seat(seat) => {
                let mut seats = 0..self.lineup.len();
                let at = seats.find(|at| self.seat_id(*at).as_ref() == Some(seat));
                let name = at.map(|at| self.seat_name(at));
                let judge = || format!("Judge {}", seat.number().unwrap_or(1));
                format!("Seat: {}", name.unwrap_or_else(judge))
            }
        }
    }

    /// How many parts have models of their own, and which, for the row of the settings.
    pub(super) fn other_models_told(&self) -> String {
        let parts = self.parts();
        let others = parts.iter().skip(1);
        let told: Vec<String> = others
            .filter_map(|part| {
                let model = self.model_of(part)?;
                let name = self.part_name(part);
                let name = name.split_once(": ").map_or(&*name, |(_, name)| name);
                Some(format!("{name}: {model}"))
            })
            .collect();
        if told.is_empty() {
            return "none: one model does everything".to_owned();
        }
        told.join(", ")
    }

    /// Every part has the model of everything else again.
    pub(super) fn forget_other_models(&mut self) {
        self.set.prop_model = None;
        self.set.opp_model = None;
        self.set.roles.clear();
        self.set.seats.clear();
    }

    /// The names that can be chosen for a part: those that were found, and the one that it has.
    pub(super) fn offered(&self, part: &ModelPart) -> Vec<String> {
        let mut names = self.data.models.clone();
        names.extend(self.data.configured.clone());
        names.extend(self.model_of(part).map(str::to_owned));
        let mut seen = std::collections::BTreeSet::new();
        names.retain(|name| seen.insert(name.clone()));
        names
    }

    /// What was typed among the models, as a name of one that is not in the list.
    pub(super) fn named_model(&self) -> Option<&str> {
        let Screen::Models { part } = &self.screen else {
            return None;
        };
        let name = self.filter.trim();
        let is_listed = || self.offered(part).iter().any(|one| one == name);
        (!name.is_empty() && !is_listed()).then_some(name)
    }

    /// Lists the models for a part.
    pub(super) fn go_to_models(&mut self, part: ModelPart) {
        let offered = self.offered(&part);
        let held = self.model_of(&part).map(str::to_owned);
        self.go(Screen::Models { part });
        self.at = offered
            .iter()
            .position(|one| Some(one) == held.as_ref())
            .unwrap_or(0);
    }

    /// Lists the models for the part that is marked.
    pub(super) fn choose_part(&mut self) {
        let at = self.listed().get(self.at).copied();
        if let Some(part) = at.and_then(|at| self.parts().get(at).cloned()) {
            self.part_at = Some(self.at);
            self.go_to_models(part);
        }
    }

    /// The part that is marked has no model of its own any more.
    pub(super) fn leave_part(&mut self) {
        let at = self.listed().get(self.at).copied();
        if let Some(part) = at.and_then(|at| self.parts().get(at).cloned()) {
            self.set_model_of(&part, None);
        }
    }

    /// Takes the model that is marked, or the name that was typed.
    pub(super) fn choose_model(&mut self) {
        let Screen::Models { part } = self.screen.clone() else {
            return;
        };
        let offered = self.offered(&part);
        let at = self.listed().get(self.at).copied();
        let chosen = at.and_then(|at| offered.get(at).cloned());
        let Some(chosen) = chosen.or_else(|| self.named_model().map(str::to_owned)) else {
            return;
        };
        // An address is entered elsewhere.
        if chosen.contains("://") {
            self.go_to_form(Some(&chosen));
            return;
        }
        self.set_model_of(&part, Some(chosen));
        self.leave_models();
    }

    /// Goes back to where the models were listed from.
    pub(super) fn leave_models(&mut self) {
        let part_at = self.part_at;
        self.go(match part_at {
            Some(_) => Screen::Parts,
            None => Screen::Settings,
        });
        self.at = part_at.unwrap_or(0);
    }
}
