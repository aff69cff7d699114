//! The tools that list what there is to choose from: motions, personas, formats.

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use super::{
    super::{answer::Answer, call::Call},
    tool::{Effect, Tool},
};
use crate::{
    catalog::{Catalog, CatalogEntry},
    cli::catalog::{self, Output},
    error::Failure,
};

/// Columns of a list.
const WIDTH: usize = 100;

/// Which entries are wanted.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct EntriesArgs {
    /// The id of one entry, to read all of it; without it all are listed in short.
    id: Option<String>,
}

/// Writes entries onto memory.
type Write<'a> = &'a dyn Fn(&mut Vec<u8>, Output) -> std::io::Result<()>;

/// One entry, whole.
fn whole(write: Write<'_>) -> Result<Answer, Failure> {
    let read = |output| {
        let mut written = Vec::new();
        write(&mut written, output).map_err(|error| Failure::internal(error.to_string()))?;
        Ok::<_, Failure>(String::from_utf8_lossy(&written).into_owned())
    };
    let fields: Value = serde_json::from_str(&read(Output::Json)?)
        .map_err(|error| Failure::internal(error.to_string()))?;
    Ok(Answer::new(read(Output::Text)?, fields))
}

/// All entries, in short.
fn all(kind: &str, entries: Vec<Value>, write: Write<'_>) -> Result<Answer, Failure> {
    let mut written = Vec::new();
    write(&mut written, Output::Text).map_err(|error| Failure::internal(error.to_string()))?;
    let text = String::from_utf8_lossy(&written).into_owned();
    let mut fields = serde_json::Map::new();
    fields.insert(kind.to_owned(), Value::Array(entries));
    Ok(Answer::new(text, Value::Object(fields)))
}

fn each<'a, T: 'a>(
    entries: impl Iterator<Item = &'a CatalogEntry<T>>,
    row: impl Fn(&CatalogEntry<T>) -> Value,
) -> Vec<Value> {
    entries.map(row).collect()
}

/// The motions.
pub(super) struct ListMotions;

impl Tool for ListMotions {
    type Args = EntriesArgs;
    const NAME: &'static str = "list_motions";
    const TITLE: &'static str = "List motions";
    const ABOUT: &'static str = "Lists the motions that come with the program or are the user's own, or shows one with its \
        background. open_debate takes the id of one, and any question of your own as well.";
    const EFFECT: Effect = Effect::Reads;

    async fn call(args: EntriesArgs, call: Call) -> Result<Answer, Failure> {
        let entries: &Catalog = &call.debates.host.catalog;
        if let Some(id) = args.id {
            let entry = entries.motion(&id)?;
            return whole(&|mut out, output| catalog::show_motion(entry, &mut out, WIDTH, output));
        }
        let rows = each(entries.motions(), |entry| {
            json!({
                "id": entry.id,
                "motion": entry.value.motion,
                "topic": entry.value.topic,
            })
        });
        all("motions", rows, &|mut out, output| {
            catalog::list_motions(entries, &mut out, WIDTH, output)
        })
    }
}

/// The people who can speak.
pub(super) struct ListPersonas;

impl Tool for ListPersonas {
    type Args = EntriesArgs;
    const NAME: &'static str = "list_personas";
    const TITLE: &'static str = "List personas";
    const ABOUT: &'static str = "Lists the people who can speak in a debate, or shows one whole card. open_debate takes their \
        ids as speakers, or `auto`, which invents people for the question.";
    const EFFECT: Effect = Effect::Reads;

    async fn call(args: EntriesArgs, call: Call) -> Result<Answer, Failure> {
        let entries: &Catalog = &call.debates.host.catalog;
        if let Some(id) = args.id {
            let entry = entries.persona(&id)?;
            return whole(&|mut out, output| catalog::show_persona(entry, &mut out, WIDTH, output));
        }
        let rows = each(entries.personas(), |entry| {
            json!({
                "id": entry.id,
                "name": entry.value.name,
                "lived": entry.value.lived,
                "role": entry.value.role,
            })
        });
        all("personas", rows, &|mut out, output| {
            catalog::list_personas(entries, &mut out, WIDTH, output)
        })
    }
}

/// The formats.
pub(super) struct ListFormats;

impl Tool for ListFormats {
    type Args = EntriesArgs;
    const NAME: &'static str = "list_formats";
    const TITLE: &'static str = "List formats";
    const ABOUT: &'static str = "Lists the formats of debates with what each is for, or shows one whole: its phases, seats, \
        judges and verdict. Those that have a briefing suit a decision.";
    const EFFECT: Effect = Effect::Reads;

    async fn call(args: EntriesArgs, call: Call) -> Result<Answer, Failure> {
        let entries: &Catalog = &call.debates.host.catalog;
        if let Some(id) = args.id {
            let entry = entries.format(&id)?;
            return whole(&|mut out, output| catalog::show_format(entry, &mut out, WIDTH, output));
        }
        let rows = each(entries.formats(), |entry| {
            json!({
                "id": entry.id,
                "name": entry.value.name,
                "summary": entry.value.summary,
            })
        });
        all("formats", rows, &|mut out, output| {
            catalog::list_formats(entries, &mut out, WIDTH, output)
        })
    }
}
