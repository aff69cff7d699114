//! `hustings motions | personas | formats | themes | check`: what there is to choose from, written out.
//! Writes to whatever it is given. A reader that has gone away is no error.

use std::{
    fmt::Write as _,
    io::{self, Write},
};

use serde::Serialize;
use serde_json::{Value, json};

use crate::{
    catalog::{
        Catalog, CatalogEntry, FileKind, Format, Member, Motion, Origin, Paint, Persona, Phase,
        Prior, Problem, RoleSpec, Theme, Topic, Verdict,
    },
    error::Exit,
    text::{counted, shown, upper_first},
};

use super::layout::Sheet;

/// The form in which a list or an entry is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Output {
    /// For people, in columns.
    #[default]
    Text,
    /// One JSON value, for programs.
    Json,
}

/// The most problems that are told one by one.
const MOST_TOLD: usize = 200;

/// Reports every problem of every file, then how many there are. `problems` are those of
/// [`Catalog::load`] and, where they were loaded, of the profiles.
pub fn check(
    catalog: &Catalog,
    problems: &[Problem],
    out: &mut impl Write,
    paint: Paint,
) -> io::Result<Exit> {
    let mut text = String::new();
    for problem in problems.iter().take(MOST_TOLD) {
        text += &problem.render(paint);
        text += "\n\n";
    }
    if problems.len() > MOST_TOLD {
        let more = problems.len() - MOST_TOLD;
        let _ = writeln!(text, "and {} more\n", counted(more, "problem", "problems"));
    }
    let counts = [
        (catalog.motions().len(), FileKind::Motion),
        (catalog.personas().len(), FileKind::Persona),
        (catalog.members().len(), FileKind::Member),
        (catalog.formats().len(), FileKind::Format),
        (catalog.themes().len(), FileKind::Theme),
    ]
    .map(|(count, kind)| counted(count, &kind.to_string(), kind.plural()));
    let found = match problems.len() {
        0 => "no problems".to_owned(),
        many => counted(many, "problem", "problems"),
    };
    let _ = writeln!(text, "{found}; usable: {}", counts.join(", "));
    put(out, &text)?;
    Ok(if problems.is_empty() {
        Exit::Done
    } else {
        Exit::BadInput
    })
}

/// All motions, by topic.
pub fn list_motions(
    catalog: &Catalog,
    out: &mut impl Write,
    width: usize,
    output: Output,
) -> io::Result<()> {
    if output == Output::Json {
        return json_list(out, catalog.motions());
    }
    let mut sheet = Sheet::new(width);
    for topic in Topic::FROM_FILES {
        let entries: Vec<_> = catalog
            .motions()
            .filter(|entry| entry.value.topic == topic)
            .collect();
        if !entries.is_empty() {
            sheet.heading(topic.name());
            sheet.rows(
                entries
                    .iter()
                    .map(|entry| (entry.id.as_str(), marked(entry, &entry.value.motion))),
            );
        }
    }
    sheet.footer(&footer(catalog.motions().len(), FileKind::Motion));
    put(out, &sheet.into_string())
}

/// All personas, and the audience.
pub fn list_personas(
    catalog: &Catalog,
    out: &mut impl Write,
    width: usize,
    output: Output,
) -> io::Result<()> {
    if output == Output::Json {
        let value = json!({
            "personas": catalog.personas().map(entry_json).collect::<Vec<_>>(),
            "audience": catalog.members().map(entry_json).collect::<Vec<_>>(),
        });
        return json_value(out, &value);
    }
    let mut sheet = Sheet::new(width);
    sheet.heading("Speakers");
    sheet.rows(catalog.personas().map(|entry| {
        let card = &entry.value;
        let lived = if card.lived.is_empty() {
            String::new()
        } else {
            format!(" ({})", card.lived)
        };
        let text = format!("{}{lived}: {}", card.name, card.role);
        (entry.id.as_str(), marked(entry, &text))
    }));
    sheet.heading("Audience");
    sheet.rows(catalog.members().map(|entry| {
        let text = format!("{}: {}", entry.value.name, entry.value.who);
        (entry.id.as_str(), marked(entry, &text))
    }));
    sheet.footer(&footer(
        catalog.personas().len() + catalog.members().len(),
        FileKind::Persona,
    ));
    put(out, &sheet.into_string())
}

/// Lists the formats.
pub fn list_formats(
    catalog: &Catalog,
    out: &mut impl Write,
    width: usize,
    output: Output,
) -> io::Result<()> {
    if output == Output::Json {
        return json_list(out, catalog.formats());
    }
    let mut sheet = Sheet::new(width);
    sheet.rows(catalog.formats().map(|entry| {
        let text = format!("{}: {}", entry.value.name, entry.value.summary);
        (entry.id.as_str(), marked(entry, &text))
    }));
    sheet.footer(&footer(catalog.formats().len(), FileKind::Format));
    put(out, &sheet.into_string())
}

/// Lists the themes.
pub fn list_themes(
    catalog: &Catalog,
    out: &mut impl Write,
    width: usize,
    output: Output,
) -> io::Result<()> {
    if output == Output::Json {
        return json_list(out, catalog.themes());
    }
    let mut sheet = Sheet::new(width);
    sheet.rows(catalog.themes().map(|entry| {
        let theme = &entry.value;
        let text = if theme.summary.is_empty() {
            theme.name.clone()
        } else {
            format!("{}: {}", theme.name, theme.summary)
        };
        (entry.id.as_str(), marked(entry, &text))
    }));
    sheet.footer(&footer(catalog.themes().len(), FileKind::Theme));
    put(out, &sheet.into_string())
}

/// Shows a motion, whole.
pub fn show_motion(
    entry: &CatalogEntry<Motion>,
    out: &mut impl Write,
    width: usize,
    output: Output,
) -> io::Result<()> {
    let motion = &entry.value;
    let mut sheet = Sheet::new(width);
    sheet.title(&motion.motion);
    sheet.fields([
        ("id", entry.id.clone()),
        ("file", origin(entry)),
        ("topic", motion.topic.name().to_lowercase()),
        ("question", motion.question.clone()),
        ("proposition", motion.claims.prop.clone()),
        ("opposition", motion.claims.opp.clone()),
    ]);
    sheet.paragraphs(&motion.background);
    for (title, case) in [("For", &motion.case.prop), ("Against", &motion.case.opp)] {
        if !case.is_empty() {
            sheet.heading(title);
            for fact in case {
                sheet.item(fact);
            }
        }
    }
    if !motion.terms.is_empty() {
        sheet.heading("Terms");
        sheet.rows(
            motion
                .terms
                .iter()
                .map(|term| (term.term.as_str(), term.meaning.clone())),
        );
    }
    show(entry, sheet, out, output)
}

/// Shows a persona, whole.
pub fn show_persona(
    entry: &CatalogEntry<Persona>,
    out: &mut impl Write,
    width: usize,
    output: Output,
) -> io::Result<()> {
    let card = &entry.value;
    let mut sheet = Sheet::new(width);
    sheet.title(&card.name);
    sheet.fields([
        ("id", entry.id.clone()),
        ("file", origin(entry)),
        ("short", card.short.clone()),
        ("lived", card.lived.clone()),
        ("icon", card.icon.clone()),
        ("role", card.role.clone()),
        ("approach", card.approach.clone()),
    ]);
    sheet.paragraphs(&card.biography);
    sheet.heading("Style");
    sheet.fields([
        ("register", card.style.register.clone()),
        ("openings", card.style.openings.clone()),
        ("devices", card.style.devices.join("; ")),
        ("disagreement", card.style.disagreement.clone()),
        ("phrases", card.style.phrases.join("; ")),
        ("closings", card.style.closings.clone()),
        ("never", card.never.join("; ")),
    ]);
    if !card.samples.is_empty() {
        sheet.heading("As they wrote");
        for sample in &card.samples {
            sheet.item(&format!("{} ({})", sample.text, sample.source));
        }
    }
    sheet.heading("Positions");
    for position in &card.positions {
        let words = match position.words.as_str() {
            "" => String::new(),
            words => format!(": \"{words}\""),
        };
        sheet.item(&format!(
            "{}: {} ({}, {}{words})",
            upper_first(&position.topic),
            position.position,
            position.work,
            position.place
        ));
    }
    if !card.works.is_empty() {
        sheet.heading("Works that can be fetched");
        for work in &card.works {
            sheet.item(&format!("{} ({}, {})", work.title, work.kind, work.date));
        }
        sheet.footer(&format!(
            "`hustings corpus pull {}` fetches them.",
            entry.id
        ));
    }
    show(entry, sheet, out, output)
}

/// Shows a member of the audience, whole.
pub fn show_member(
    entry: &CatalogEntry<Member>,
    out: &mut impl Write,
    width: usize,
    output: Output,
) -> io::Result<()> {
    let member = &entry.value;
    let prior = match member.prior {
        Prior::Proposition => "slightly to the Proposition",
        Prior::Opposition => "slightly to the Opposition",
        Prior::None => "to neither side",
    };
    let mut sheet = Sheet::new(width);
    sheet.title(&member.name);
    sheet.fields([
        ("id", entry.id.clone()),
        ("file", origin(entry)),
        ("who", member.who.clone()),
        ("leans", prior.to_owned()),
        ("values", member.values.join("; ")),
        ("moved by", member.moved_by.clone()),
        ("unmoved by", member.unmoved_by.clone()),
    ]);
    sheet.paragraphs(&member.background);
    show(entry, sheet, out, output)
}

/// Shows a format, whole.
pub fn show_format(
    entry: &CatalogEntry<Format>,
    out: &mut impl Write,
    width: usize,
    output: Output,
) -> io::Result<()> {
    let format = &entry.value;
    let sides: Vec<String> = format
        .sides
        .iter()
        .map(|side| format!("{} ({})", side.name, counted(side.seats, "seat", "seats")))
        .collect();
    let verdict = match format.verdict {
        Verdict::Division => "the house divides",
        Verdict::Judge => "judges give scores",
        Verdict::Synthesis => "the moderator's synthesis",
        Verdict::Summary => "the moderator's summary",
        Verdict::None => "none",
    };
    let timing = &format.timing;
    let mut sheet = Sheet::new(width);
    sheet.title(&format.name);
    sheet.fields([
        ("id", entry.id.clone()),
        ("file", origin(entry)),
        ("summary", format.summary.clone()),
        ("sides", sides.join(", ")),
        ("audience", format.audience.to_string()),
        ("verdict", verdict.to_owned()),
        (
            "timing",
            format!(
                "{} words a minute, bell at {:.0} %, cut at {:.0} %",
                timing.words_per_minute,
                timing.wrap_up_at * 100.0,
                timing.cut_at * 100.0
            ),
        ),
    ]);
    sheet.paragraphs(&format.description);
    sheet.heading("Phases");
    sheet.rows(
        format
            .phases
            .iter()
            .map(|phase| (phase.id.as_str(), phase_line(phase))),
    );
    show(entry, sheet, out, output)
}

fn phase_line(phase: &Phase) -> String {
    let turns: Vec<String> = phase
        .turns
        .iter()
        .map(|turn| {
            let length = match (turn.minutes, turn.words) {
                (Some(minutes), _) => format!(", {minutes} min"),
                (None, Some(words)) => format!(", {words} words"),
                (None, None) => String::new(),
            };
            format!(
                "{} ({}{length})",
                turn.task.word().replace('_', "-"),
                turn.seats
            )
        })
        .collect();
    let turns = turns.join(", ");
    if phase.summary.is_empty() {
        turns
    } else {
        format!("{} {turns}", phase.summary)
    }
}

/// Shows a theme, whole.
pub fn show_theme(
    entry: &CatalogEntry<Theme>,
    out: &mut impl Write,
    width: usize,
    output: Output,
) -> io::Result<()> {
    let theme = &entry.value;
    let mut sheet = Sheet::new(width);
    sheet.title(&theme.name);
    sheet.fields([
        ("id", entry.id.clone()),
        ("file", origin(entry)),
        ("summary", theme.summary.clone()),
        ("inherits", theme.inherits.clone().unwrap_or_default()),
    ]);
    if !theme.palette.is_empty() {
        sheet.heading("Palette");
        let colours = theme.palette.iter();
        sheet.rows(colours.map(|(name, colour)| (name.as_str(), colour.clone())));
    }
    if !theme.roles.is_empty() {
        sheet.heading("Roles");
        let known = Theme::ROLES
            .into_iter()
            .filter_map(|role| theme.roles.get(role).map(|spec| (role, role_line(spec))));
        sheet.rows(known);
    }
    show(entry, sheet, out, output)
}

fn role_line(spec: &RoleSpec) -> String {
    match spec {
        RoleSpec::Colour(colour) => colour.clone(),
        RoleSpec::Look(look) => {
            let mut parts: Vec<String> = look.fg.iter().cloned().collect();
            parts.extend(look.bg.iter().map(|bg| format!("on {bg}")));
            for (set, name) in [
                (look.bold, "bold"),
                (look.dim, "dim"),
                (look.italic, "italic"),
                (look.underline, "underline"),
                (look.reversed, "reversed"),
                (look.crossed, "crossed"),
            ] {
                if set == Some(true) {
                    parts.push(name.to_owned());
                }
            }
            parts.join(" ")
        }
    }
}

fn show<T: Serialize>(
    entry: &CatalogEntry<T>,
    sheet: Sheet,
    out: &mut impl Write,
    output: Output,
) -> io::Result<()> {
    match output {
        Output::Text => put(out, &sheet.into_string()),
        Output::Json => json_value(out, &entry_json(entry)),
    }
}

fn json_list<'a, T: Serialize + 'a>(
    out: &mut impl Write,
    entries: impl Iterator<Item = &'a CatalogEntry<T>>,
) -> io::Result<()> {
    json_value(out, &Value::Array(entries.map(entry_json).collect()))
}

/// The fields of the file, with the id and the origin before them.
fn entry_json<T: Serialize>(entry: &CatalogEntry<T>) -> Value {
    let mut object = serde_json::Map::new();
    object.insert("id".to_owned(), json!(entry.id));
    object.insert("file".to_owned(), json!(origin(entry)));
    if let Ok(Value::Object(fields)) = serde_json::to_value(&entry.value) {
        object.extend(fields);
    }
    Value::Object(object)
}

fn json_value(out: &mut impl Write, value: &Value) -> io::Result<()> {
    let mut text = serde_json::to_string_pretty(value).map_err(io::Error::other)?;
    text.push('\n');
    put(out, &text)
}

/// A reader that has read enough, `head` for one, has closed the pipe; nothing went wrong.
fn put(out: &mut impl Write, text: &str) -> io::Result<()> {
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        result => result,
    }
}

fn origin<T>(entry: &CatalogEntry<T>) -> String {
    match &entry.origin {
        Origin::BuiltIn => "built in".to_owned(),
        Origin::User(path) => shown::path(&path),
    }
}

/// The text of a row, with a mark at what the user has added or replaced.
fn marked<T>(entry: &CatalogEntry<T>, text: &str) -> String {
    match entry.origin {
        Origin::BuiltIn => text.to_owned(),
        Origin::User(_) => format!("{text} [yours]"),
    }
}

fn footer(count: usize, kind: FileKind) -> String {
    let command = kind.command();
    format!(
        "{}. `{command} show ID` prints one.",
        counted(count, &kind.to_string(), kind.plural())
    )
}
