//! The report of an ensemble: everything that came of it, as it is kept in a file and told.

use serde::{Deserialize, Serialize};

use super::{
    gain::{Gain, gains},
    landscape::{ArgumentTheme, Landscape},
    reading::RunReading,
    shares::{VerdictShares, shares},
    synthesis::EnsembleSynthesis,
};

/// The version of the file.
const VERSION: u32 = 1;

/// The report of an ensemble.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct EnsembleReport {
    /// The version of the file.
    pub version: u32,
    /// The occasion: what was debated, by whom, how often.
    pub occasion: Occasion,
    /// How often each verdict favours which side.
    pub shares: Vec<VerdictShares>,
    /// The landscape of the arguments.
    pub landscape: Landscape,
    /// What coaching has brought; empty where nobody was coached.
    pub gains: Vec<Gain>,
    /// The synthesis over all runs, where a model has written one.
    pub synthesis: Option<EnsembleSynthesis>,
    /// The runs that are over, without their claims, which are in the landscape.
    pub runs: Vec<RunReading>,
}

/// The occasion of an ensemble.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Occasion {
    /// The name of the ensemble.
    pub name: String,
    /// The motion.
    pub motion: String,
    /// The name of the format.
    pub format: String,
    /// The sides in their order: the id and the name of each.
    pub sides: Vec<(String, String)>,
    /// The seed of all lots.
    pub seed: u64,
    /// What varied from run to run, for people.
    pub varied: Vec<String>,
    /// The speakers, each with the id of their side.
    pub speakers: Vec<(String, String)>,
    /// The names of those speakers who were free to change.
    pub coached: Vec<String>,
    /// The number of epochs.
    pub epochs: u32,
    /// The number of debates that there are to be.
    pub planned: usize,
}

impl Occasion {
    /// The name of a side.
    pub fn side<'a>(&'a self, id: &'a str) -> &'a str {
        let mut sides = self.sides.iter();
        sides
            .find(|(known, _)| known == id)
            .map_or(id, |(_, name)| name)
    }

    /// The ids of the sides, in their order.
    pub fn ids(&self) -> Vec<&str> {
        self.sides.iter().map(|(id, _)| id.as_str()).collect()
    }
}

impl EnsembleReport {
    /// The report of some runs with their landscape.
    pub fn of(
        occasion: Occasion,
        mut runs: Vec<RunReading>,
        landscape: Landscape,
        coached_sides: &[&str],
    ) -> Self {
        let gains = gains(&runs, coached_sides, occasion.seed);
        let shares = shares(&runs, &occasion.ids());
        for run in &mut runs {
            run.claims.clear();
        }
        Self {
            version: VERSION,
            occasion,
            shares,
            landscape,
            gains,
            synthesis: None,
            runs,
        }
    }

    /// Reads a report that was kept.
    ///
    /// # Errors
    /// It is no report, or one of a later version.
    pub fn read(text: &str) -> Result<Self, String> {
        let report: Self = serde_json::from_str(text).map_err(|error| error.to_string())?;
        if report.version == VERSION {
            Ok(report)
        } else {
            Err(format!("its version is {}, not {VERSION}", report.version))
        }
    }

    /// Keeps what models have said of an earlier report, where it still holds: the names of themes with the same claims,
    /// and where no theme is another, the synthesis.
    pub fn keep(&mut self, earlier: &Self) {
        let same = |theme: &&ArgumentTheme, other: &ArgumentTheme| {
            (&theme.side, &theme.claims) == (&other.side, &other.claims)
        };
        let mut are_all_known = self.landscape.themes.len() == earlier.landscape.themes.len();
        for theme in &mut self.landscape.themes {
            let mut known = earlier.landscape.themes.iter();
            let known = known.find(|one| same(one, theme));
            are_all_known &= known.is_some_and(|one| one.number == theme.number);
            if let Some(known) = known.filter(|one| !one.name.is_empty()) {
                theme.name.clone_from(&known.name);
                self.landscape
                    .named_by
                    .clone_from(&earlier.landscape.named_by);
            }
        }
        if are_all_known {
            self.synthesis.clone_from(&earlier.synthesis);
        }
    }
}
