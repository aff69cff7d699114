//! `hustings doctor`: what is well and what is not, wherever a debate needs it, and what to do about it.

mod terminal;

use serde_json::json;

use super::{check, flags, logging, out};
use crate::{
    config::{Dirs, Env, Overrides},
    error::{Exit, Failure},
    host::{
        doctor::{self, Diagnosis, Health},
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
    report.take(doctor::configuration(&own, &given))?;
    report.take(doctor::catalog(&own)?)?;
    let dirs = own.dirs.clone();
    let mut embedder = None;
    // Where the variables make no sense, which is told with the configuration, nobody knows where models would be.
    if let Ok(host) = own.into_host(given) {
        report.take(doctor::servers_and_models(&host).await?)?;
        embedder = host.silent_embedder().ok().flatten();
    }
    let label = embedder.as_ref().map(|embedder| embedder.label());
    report.take(doctor::journal(&dirs))?;
    report.take(doctor::corpora(&dirs, label))?;
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
        let columns = out::is_terminal().then(out::width);
        let mut text = String::new();
        for one in found {
            if self.found.last().map(|last| last.area) != Some(one.area) {
                text += one.area.title();
                text += "\n";
            }
            text += &told(&one, columns);
            self.found.push(one);
        }
        if !self.is_json {
            out::print(|out| out.write_all(text.as_bytes()))?;
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
            out::json(&all)?;
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

/// What was found in one place: its mark, what there is, and below it what to do; in lines of so many columns, or each of
/// these in one line.
fn told(one: &Diagnosis, columns: Option<usize>) -> String {
    let within = |text: &str| match columns {
        Some(columns) => out::wrapped(text, columns),
        None => text.to_owned(),
    };
    let mark = format!("  {:<5}  ", one.health.mark());
    let indent = " ".repeat(mark.len());
    let message = within(&format!("{indent}{}", line(&for_people(&one.message))));
    let mut text = format!("{mark}{}\n", message.trim_start());
    for advice in &one.advice {
        text += &within(&format!("{indent}→ {}", line(&for_people(advice))));
        text += "\n";
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::host::doctor::Area;

    #[test]
    fn what_is_found_is_a_line_with_its_mark_and_below_it_what_to_do() {
        let fault = Diagnosis::fault(Area::Disk, "2 kB\nfree", "free some space");
        assert_eq!(
            told(&fault, None),
            "  fault  2 kB free\n         → free some space\n"
        );
        assert_eq!(
            told(&fault, Some(18)),
            "  fault  2 kB free\n         → free\n         some\n         space\n"
        );
        let keyless = told(&Diagnosis::ok(Area::Models, "sk-hunter2hunter2"), None);
        assert!(!keyless.contains("hunter2"), "{keyless}");
    }
}
