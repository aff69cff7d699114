//! `hustings corpus pull`: works in the public domain, fetched into the corpora of those who wrote them.

use serde_json::json;

use super::{display::CorpusDisplay, wishes};
use crate::{
    cli::{Host, agreed, args::PullArgs, layout::Sheet, out, signals::until_signal},
    error::{Exit, Failure},
    host::works::WorkStatus,
    models::human,
    text::counted,
};

/// Where a work comes from, for the plan: "from a.org, else b.org".
fn from(status: &WorkStatus) -> String {
    let addresses = status.work.addresses();
    let mut hosts: Vec<&str> = addresses.iter().map(|one| host_of(one)).collect();
    hosts.dedup();
    format!("from {}", hosts.join(", else "))
}

/// The host of an address.
fn host_of(address: &str) -> &str {
    let rest = address.split_once("://").map_or(address, |(_, rest)| rest);
    rest.split('/').next().unwrap_or_default()
}

/// A persona's works.
struct Shelf {
    id: String,
    name: String,
    works: Vec<WorkStatus>,
}

impl Shelf {
    fn of(host: &Host, persona: &str) -> Result<Self, Failure> {
        let entry = host.catalog.persona(persona)?;
        Ok(Self {
            id: entry.id.clone(),
            name: entry.value.name.clone(),
            works: host.works_of(persona)?,
        })
    }

    fn missing(&self) -> impl Iterator<Item = &WorkStatus> {
        self.works.iter().filter(|status| !status.is_there)
    }

    fn bytes(&self) -> u64 {
        self.missing().map(|status| status.work.bytes).sum()
    }
}

/// `hustings corpus pull …`.
pub(super) async fn run(host: &Host, args: PullArgs) -> Result<Exit, Failure> {
    let lists = args.personas.is_empty() && !args.all;
    let personas = if args.personas.is_empty() {
        host.personas_with_works()
    } else {
        args.personas
    };
    let shelves = personas
        .iter()
        .map(|persona| Shelf::of(host, persona))
        .collect::<Result<Vec<_>, _>>()?;
    if args.json {
        let all: Vec<_> = shelves
            .iter()
            .map(|shelf| json!({ "persona": shelf.id, "works": shelf.works }))
            .collect();
        return out::print(|out| writeln!(out, "{:#}", json!(all)));
    }
    if lists {
        return list(&shelves);
    }
    let wanted: Vec<&Shelf> = shelves
        .iter()
        .filter(|shelf| shelf.missing().next().is_some())
        .collect();
    if wanted.is_empty() {
        return out::print(|out| writeln!(out, "All of it is there already."));
    }
    print_plan(&wanted)?;
    if !args.yes && !agreed::to_fetch("them")? {
        out::say("Nothing was fetched.");
        return Ok(Exit::Done);
    }
    let wishes = wishes(args.wishes);
    until_signal(async |stop| {
        let mut worst = Exit::Done;
        for shelf in wanted {
            let mut told = CorpusDisplay::of(&shelf.id, &shelf.name);
            let mut tell = |progress| told.hear(progress);
            let end = host.pull_works(&shelf.id, wishes, stop, &mut tell).await;
            let exit = told.ended(end)?;
            if exit == Exit::Interrupted {
                return Ok(exit);
            }
            // Where works of one could not be had, those of the others come all the same.
            if exit != Exit::Done {
                worst = exit;
            }
        }
        Ok(worst)
    })
    .await
}

fn list(shelves: &[Shelf]) -> Result<Exit, Failure> {
    let mut sheet = Sheet::new(out::width());
    sheet.rows(shelves.iter().map(|shelf| {
        let titles: Vec<&str> = shelf
            .works
            .iter()
            .map(|status| status.work.title.as_str())
            .collect();
        let state = match shelf.missing().count() {
            0 => "all there".to_owned(),
            missing if missing == shelf.works.len() => human(shelf.bytes()),
            missing => format!("{missing} to come, {}", human(shelf.bytes())),
        };
        (
            shelf.id.as_str(),
            format!("{} ({state}): {}", shelf.name, titles.join("; ")),
        )
    }));
    sheet.footer(
        "`hustings corpus pull PERSONA` fetches what one of them wrote, `--all` everybody's; it says \
         licence and source first.",
    );
    out::print(|out| out.write_all(sheet.into_string().as_bytes()))
}

/// Says what would come, on which terms and where from.
fn print_plan(shelves: &[&Shelf]) -> Result<Exit, Failure> {
    let missing: Vec<&WorkStatus> = shelves.iter().flat_map(|shelf| shelf.missing()).collect();
    // Said once where it is the same for all of them.
    let first = missing.first().map(|status| from(status));
    let one_source = first.filter(|first| missing.iter().all(|status| from(status) == *first));
    let mut sheet = Sheet::new(out::width());
    for shelf in shelves {
        sheet.heading(&shelf.name);
        for status in shelf.missing() {
            let work = &status.work;
            let mut facts = vec![
                work.kind.clone(),
                work.date.clone(),
                format!("about {}", human(work.bytes)),
                work.licence.clone(),
            ];
            facts.extend(one_source.is_none().then(|| from(status)));
            sheet.item(&format!("{} ({})", work.title, facts.join("; ")));
        }
    }
    let works = counted(missing.len() as u64, "work", "works");
    let bytes = shelves.iter().map(|shelf| shelf.bytes()).sum();
    let source = one_source.map_or_else(String::new, |source| format!(", {source}"));
    let mut footer = format!("{works}, about {} together{source}.", human(bytes));
    if missing.iter().any(|status| status.work.gutenberg.is_some()) {
        footer += " What Project Gutenberg has is in the public domain in the United States; elsewhere see \
                   what the law says.";
    }
    sheet.footer(&footer);
    out::print(|out| out.write_all(sheet.into_string().as_bytes()))
}
