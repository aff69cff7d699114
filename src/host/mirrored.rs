//! A debate and its mirror: the same once more with the models on each other's side, to see what is the side's and what
//! is the model's.

use hustings_rules::setup::{
    DebateChoice,
    sides::{SideSeats, Sides},
};

use crate::{
    Host, clock,
    config::Overrides,
    debate::{DebateState, ids::DebateId, opening::Opening},
    error::{Exit, Failure},
    journal::Journal,
    llm::roster::Roster,
    sides::swapped,
};

/// The debate that follows one with the models on each other's side.
#[derive(Debug)]
pub struct Mirror {
    sides: Sides,
    swapped: Overrides,
}

impl Mirror {
    /// Creates the mirror of a choice, which has the same seed in both debates.
    ///
    /// # Errors
    /// Both sides speak with the same model.
    pub fn of(
        host: &Host,
        choice: &mut DebateChoice,
        sides: Sides,
        roster: &Roster,
    ) -> Result<Self, Failure> {
        choice.seed = choice.seed.or_else(|| Some(clock::fresh_seed()));
        let swapped = swapped(&host.overrides, &sides, roster)?;
        Ok(Self { sides, swapped })
    }

    /// Whether it is held after the first debate, which ended so: half a debate has no mirror.
    ///
    /// # Errors
    /// The journal cannot be read.
    pub fn follows(
        &self,
        journal: &Journal,
        first: &DebateId,
        exit: Exit,
    ) -> Result<bool, Failure> {
        Ok(exit != Exit::Interrupted && as_left(journal, first)?.is_closed())
    }

    /// Puts the models on each other's side, and has them hold what was held in the first debate.
    ///
    /// # Errors
    /// The journal cannot be read.
    pub fn swap(
        &self,
        (host, choice): (&mut Host, &mut DebateChoice),
        (journal, first): (&Journal, &DebateId),
    ) -> Result<(), Failure> {
        host.overrides = self.swapped.clone();
        choice.launch = host.launch();
        let opening = as_left(journal, first)?.opening;
        choice.claims = opening.map(|opening| opening.motion.claims.clone());
        Ok(())
    }

    /// Sets the two debates side by side.
    ///
    /// # Errors
    /// The journal cannot be read.
    pub fn compared(
        &self,
        journal: &Journal,
        [first, mirror]: [&DebateId; 2],
    ) -> Result<Mirrored, Failure> {
        let (first, mirror) = (as_left(journal, first)?, as_left(journal, mirror)?);
        Ok(compared(&self.sides, [&first, &mirror]))
    }

    /// The exit of both debates for the shell: whatever went wrong in either.
    pub fn exit([first, second]: [Exit; 2]) -> Exit {
        if second == Exit::Done { first } else { second }
    }
}

fn as_left(journal: &Journal, debate: &DebateId) -> Result<DebateState, Failure> {
    Ok(DebateState::fold(&journal.load(debate)?))
}

/// The result of a side.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum SideResult {
    /// The votes for the side in the division, of so many.
    Votes(u32, u32),
    /// The side's points from the judges.
    Points(f64),
    /// Neither of the two was given.
    Nothing,
}

impl SideResult {
    fn number(self) -> Option<f64> {
        match self {
            Self::Votes(votes, _) => Some(f64::from(votes)),
            Self::Points(points) => Some(points),
            Self::Nothing => None,
        }
    }
}

/// A side in one of the two debates.
#[derive(Debug, Clone, PartialEq)]
struct Cell {
    model: String,
    outcome: SideResult,
}

/// The average effect of being the one or the other: a side, or a model.
#[derive(Debug, Clone, PartialEq)]
pub struct MirrorEffect {
    /// The names of the two: sides, or models.
    pub between: [String; 2],
    /// By how much the first has more, in votes or points; negative where it has less.
    pub gap: f64,
}

/// The results of two debates that differ in which model speaks for which side.
#[derive(Debug, Clone, PartialEq)]
pub struct Mirrored {
    /// The models, a column for each.
    pub models: Vec<String>,
    /// The sides by name, a row for each: what each model came to there, where it spoke there.
    pub sides: Vec<(String, Vec<Option<SideResult>>)>,
    /// The effect of the side and that of the model, where all four numbers are there.
    pub effects: Vec<MirrorEffect>,
}

/// Sets a debate and its mirror side by side.
fn compared(sides: &Sides, debates: [&DebateState; 2]) -> Mirrored {
    let cells = debates.map(|state| {
        let side = |at: usize| {
            sides.get(at).map_or_else(Vec::new, |side| {
                let cell = state
                    .opening
                    .as_deref()
                    .map(|opening| cell(side, at, state, opening));
                cell.into_iter().collect()
            })
        };
        [side(0), side(1)]
    });
    let of_side = |at: usize| -> Vec<&Cell> {
        let cells = cells.iter().filter_map(|debate| debate.get(at));
        cells.flatten().collect()
    };
    let mut models: Vec<String> = Vec::new();
    for cell in of_side(0).into_iter().chain(of_side(1)) {
        if !models.contains(&cell.model) {
            models.push(cell.model.clone());
        }
    }
    let rows = sides.iter().enumerate().map(|(at, side)| {
        let with = |model: &String| of_side(at).into_iter().find(|cell| cell.model == *model);
        let found = models
            .iter()
            .map(|model| with(model).map(|cell| cell.outcome));
        (side.name.clone(), found.collect::<Vec<_>>())
    });
    let rows: Vec<(String, Vec<Option<SideResult>>)> = rows.collect();
    let number = |one: &Option<SideResult>| one.and_then(SideResult::number);
    let grid: Vec<Vec<Option<f64>>> = rows
        .iter()
        .map(|(_, found)| found.iter().map(number).collect())
        .collect();
    let mut effects = Vec::new();
    if let ([a, b], [model_a, model_b]) = (grid.as_slice(), models.as_slice())
        && let ([Some(aa), Some(ab)], [Some(ba), Some(bb)]) = (a.as_slice(), b.as_slice())
    {
        let [prop, opp] = sides;
        let effect = |one: &str, other: &str, gap| MirrorEffect {
            between: [one.to_owned(), other.to_owned()],
            gap,
        };
        let by_side = (aa + ab) / 2.0 - (ba + bb) / 2.0;
        let by_model = (aa + ba) / 2.0 - (ab + bb) / 2.0;
        effects.push(effect(&prop.name, &opp.name, by_side));
        effects.push(effect(model_a, model_b, by_model));
    }
    Mirrored {
        models,
        sides: rows,
        effects,
    }
}

fn cell(side: &SideSeats, at: usize, state: &DebateState, opening: &Opening) -> Cell {
    let mut models: Vec<&str> = Vec::new();
    for seat in &side.seats {
        let model = opening.speaker(seat).map(|speaker| speaker.model.as_str());
        if let Some(model) = model.filter(|model| !models.contains(model)) {
            models.push(model);
        }
    }
    Cell {
        model: models.join(" + "),
        outcome: outcome(side, at, state),
    }
}

fn outcome(side: &SideSeats, at: usize, state: &DebateState) -> SideResult {
    if let Some(division) = &state.division {
        let votes = if at == 0 {
            division.ayes
        } else {
            division.noes
        };
        return SideResult::Votes(votes, division.ayes + division.noes);
    }
    let Some(scores) = &state.scores else {
        return SideResult::Nothing;
    };
    // The score of a side stands under its id, or under that of its seat where seats speak each for themselves.
    let is_ours = |id: &str| {
        side.seats
            .iter()
            .any(|seat| seat.as_str() == id || seat.group() == id)
    };
    let ours: Vec<f64> = scores
        .sides
        .iter()
        .filter(|one| is_ours(&one.id))
        .map(|one| one.score)
        .collect();
    if ours.is_empty() {
        return SideResult::Nothing;
    }
    SideResult::Points(ours.iter().sum::<f64>() / ours.len() as f64)
}
