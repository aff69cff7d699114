//! `hustings doctor`: what is well and what is not, wherever a debate needs it, and what to do about it.

mod terminal;

use serde_json::json;

use super::{check, flags, logging, out};
use crate::{
    config::{Dirs, Env, Overrides},
    error::{Exit, Failure},
    host::{
        doctor::{self, Area, Diagnosis, Health},
        own_files::OwnFiles,
    },
    text::{
        counted,
        shown::{for_people, line},
    },
};

/// Looks at everything, and says what was found: as it is found, or all of it as JSON.
pub(super) async fn run(given: Overrides, json: bool) -> Result<Exit, Failure> {
    let mut report = Report {
        found: Vec::new(),
        is_json: json,
    };
    report.take(terminal::diagnoses())?;
    let env = Env::of_process();
    let own = OwnFiles::read(Dirs::find(&env)?, env, check::keys);
    flags::check(&own.catalog, &given)?;
    report.take(doctor::configuration(&own))?;
    report.take(doctor::catalog(&own)?)?;
    let dirs = own.dirs.clone();
    let embedder = match own.into_host(given) {
        Ok(host) => {
            report.take(doctor::servers_and_models(&host).await?)?;
            let embedder = host.silent_embedder().ok().flatten();
            embedder.map(|embedder| embedder.label().to_owned())
        }
        // The variables make no sense, and nobody knows where models would be.
        Err(failure) => {
            let fault = Diagnosis::of_failure(Area::Configuration, &failure);
            report.take(vec![fault])?;
            None
        }
    };
    report.take(doctor::journal(&dirs))?;
    report.take(doctor::corpora(&dirs, embedder.as_deref()))?;
    report.take(doctor::disk(&dirs))?;
    report.take(vec![logging::diagnosis(&dirs.state)])?;
    report.end()
}

/// What has been found so far.
struct Report {
    found: Vec<Diagnosis>,
    is_json: bool,
}

impl Report {
    /// Takes in what was found, and says it, unless all of it is to be said at once.
    fn take(&mut self, found: Vec<Diagnosis>) -> Result<(), Failure> {
        let mut text = String::new();
        for one in found {
            if self.found.last().map(|last| last.area) != Some(one.area) {
                text += one.area.title();
                text += "\n";
            }
            text += &told(&one);
            self.found.push(one);
        }
        if !self.is_json {
            out::print(|out| out.write_all(laid_out(&text).as_bytes()))?;
        }
        Ok(())
    }

    fn count(&self, health: Health) -> usize {
        let mut all = self.found.iter().map(|one| one.health);
        all.by_ref().filter(|one| *one == health).count()
    }

    fn end(self) -> Result<Exit, Failure> {
        let (faults, notes) = (self.count(Health::Fault), self.count(Health::Note));
        if self.is_json {
            let all = json!({ "faults": faults, "notes": notes, "found": self.found });
            let text = for_people(&format!("{all:#}"));
            out::print(|out| writeln!(out, "{text}"))?;
        } else {
            let faults = match faults {
                0 => "Nothing is at fault".to_owned(),
                count => counted(count as u64, "fault", "faults"),
            };
            let notes = match notes {
                0 => String::new(),
                count => format!(", {}", counted(count as u64, "note", "notes")),
            };
            out::print(|out| writeln!(out, "\n{faults}{notes}."))?;
        }
        Ok(doctor::exit(&self.found))
    }
}

/// What was found in one place: a line with its mark, and below it what to do.
fn told(one: &Diagnosis) -> String {
    let mark = one.health.mark();
    let mut text = format!("  {mark:<5}  {}\n", line(&for_people(&one.message)));
    for advice in &one.advice {
        text += &format!("         → {}\n", line(&for_people(advice)));
    }
    text
}

/// The text in lines that fit the terminal; elsewhere each finding is one line.
fn laid_out(text: &str) -> String {
    if out::is_terminal() {
        out::wrapped(text, out::width())
    } else {
        text.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_found_is_a_line_with_its_mark_and_below_it_what_to_do() {
        let fault = Diagnosis::fault(Area::Disk, "2 kB\nfree", "free some space");
        assert_eq!(
            told(&fault),
            "  fault  2 kB free\n         → free some space\n"
        );
        let keyless = told(&Diagnosis::ok(Area::Models, "sk-hunter2hunter2"));
        assert!(!keyless.contains("hunter2"), "{keyless}");
    }
}
