//! The debate as a Markdown document, in the order in which somebody who sat in the house would tell it: the
//! motion, who spoke, what was said, how the house divided and why; last, what it took.
//!
//! | file | renders |
//! | --- | --- |
//! | here | the order of the document, its head, the line-up |
//! | `speech` | a speech with what happened in it |
//! | `floor` | what stands between speeches: evidence, questions, polls |
//! | `written` | what was handed in as a whole |
//! | `judges` | assessments, reports, scores and the trace |
//! | `result` | the division and the verdict |
//! | `annex` | what was argued, notes, notices, calls |
//! | `escape` | text from outside as plain text |

mod annex;
mod escape;
mod floor;
mod judges;
mod result;
mod speech;
mod written;

use escape::{inline, paragraphs};

use crate::debate::{
    DebateState,
    ask::When,
    division::Tally,
    event::CloseReason,
    ids::Seat,
    missing,
    opening::Opening,
    state::{Entry, Matter, Progress, Status},
};

/// Whether the speakers' private notes are in the document.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Notes {
    /// They are.
    Shown,
    /// They stay private.
    #[default]
    LeftOut,
}

/// The debate as a Markdown document. A debate that is not over gives what there is.
pub fn markdown(state: &DebateState, notes: Notes) -> String {
    let mut page = Page::default();
    let Some(opening) = state.opening.as_deref() else {
        page.block("*Nothing has happened yet.*");
        return page.text;
    };
    head(&mut page, state, opening);
    line_up(&mut page, opening);
    proceedings(&mut page, state);
    result::division(&mut page, state, opening);
    result::house_then(&mut page, opening);
    judges::reports(&mut page, state, opening);
    result::verdict(&mut page, state);
    result::assessments(&mut page, state);
    annex::arguments(&mut page, state);
    if notes == Notes::Shown {
        annex::notes(&mut page, state);
    }
    annex::notices(&mut page, state);
    annex::calls(&mut page, state);
    page.text
}

/// A document that grows block by block. Blocks are Markdown: what they are made of is escaped already.
#[derive(Debug, Default)]
struct Page {
    text: String,
}

impl Page {
    /// A block with a blank line before it, so that no block runs into the next.
    fn block(&mut self, block: impl AsRef<str>) {
        if !self.text.is_empty() {
            self.text.push('\n');
        }
        self.text.push_str(block.as_ref());
        self.text.push('\n');
    }

    /// Running text from outside.
    fn prose(&mut self, text: &str) {
        for paragraph in paragraphs(text) {
            self.block(paragraph);
        }
    }

    /// A block quote: what each part says, one paragraph each.
    fn quote(&mut self, parts: &[String]) {
        let lines: Vec<String> = parts
            .iter()
            .flat_map(|part| part.lines().chain([""]))
            .map(|line| format!("> {line}").trim_end().to_owned())
            .collect();
        let lines = lines
            .strip_suffix(&[">".to_owned()])
            .unwrap_or(lines.as_slice());
        if !lines.is_empty() {
            self.block(lines.join("\n"));
        }
    }

    /// A list of texts from outside, under a line in bold. Nothing where there are none.
    fn list(&mut self, title: &str, items: &[String]) {
        let items: Vec<String> = items
            .iter()
            .map(|item| format!("- {}", inline(item)))
            .collect();
        if !items.is_empty() {
            self.block(format!("**{title}**"));
            self.block(items.join("\n"));
        }
    }

    /// A table. Cells are escaped already.
    fn table(&mut self, heads: &[&str], rows: &[Vec<String>]) {
        let row = |cells: Vec<&str>| format!("| {} |", cells.join(" | "));
        let mut lines = vec![
            row(heads.to_vec()),
            row(heads.iter().map(|_| "---").collect()),
        ];
        lines.extend(
            rows.iter()
                .map(|cells| row(cells.iter().map(String::as_str).collect())),
        );
        self.block(lines.join("\n"));
    }
}

fn head(page: &mut Page, state: &DebateState, opening: &Opening) {
    page.block(format!("# {}", inline(&opening.motion.motion)));
    let day = jiff::Timestamp::from_millisecond(opening.opened_ms)
        .map(|time| time.strftime("%-d %B %Y, %H:%M UTC").to_string())
        .unwrap_or_default();
    // What people held was held on another day.
    let came = if opening.real.is_some() {
        "imported on "
    } else {
        ""
    };
    page.block(format!(
        "*{}, {came}{day}. {} words spoken.*",
        inline(&opening.format.name),
        state.speeches().map(|turn| turn.words).sum::<u32>()
    ));
    match state.status {
        Status::Closed(CloseReason::Completed) => {}
        Status::Closed(CloseReason::Adjourned) => page.block("*The debate was adjourned.*"),
        Status::Unopened | Status::Running | Status::Paused(_) => {
            page.block("*The debate is not over.*");
        }
    }
    if let Some(lacks) = missing::told(state, &missing::missing(state)) {
        page.block(format!("*{}*", inline(&lacks)));
    }
    if let Some(result) = &state.division {
        page.block(format!("**{}**", result::in_one_line(result)));
    }
    if let Some(real) = &opening.real {
        page.block(result::held(real));
    }
    if let Some(guidance) = &opening.guidance {
        page.block(format!(
            "*Refined: {}, held again with what the verdict on it had taught.*",
            inline(&guidance.told())
        ));
    }
    page.prose(&opening.motion.background);
    if !opening.motion.terms.is_empty() {
        let terms: Vec<String> = opening
            .motion
            .terms
            .iter()
            .map(|term| format!("- **{}**: {}", inline(&term.term), inline(&term.meaning)))
            .collect();
        page.block(terms.join("\n"));
    }
}

fn line_up(page: &mut Page, opening: &Opening) {
    page.block("## Who speaks");
    let rows: Vec<Vec<String>> = opening
        .speakers
        .iter()
        .map(|speaker| {
            let about: Vec<&str> = [speaker.card.role.as_str(), speaker.card.lived.as_str()]
                .into_iter()
                .filter(|text| !text.trim().is_empty())
                .collect();
            vec![
                inline(&place_in(opening, &speaker.seat)),
                inline(&speaker.card.name),
                inline(&about.join(", ")),
                inline(&speaker.model),
            ]
        })
        .collect();
    page.table(&["Place", "Speaker", "", "Model"], &rows);
    if !opening.audience.is_empty() {
        let names: Vec<String> = opening
            .audience
            .iter()
            .map(|listener| inline(&listener.card.name))
            .collect();
        page.block(format!("In the house: {}.", names.join(", ")));
    }
}

/// Everything that was said and done, in order. The heading of a phase is written with the first thing that
/// the document has to tell of it.
fn proceedings(page: &mut Page, state: &DebateState) {
    let before = state.ballot_tally(When::Before);
    if before.total() > 0 {
        page.block(format!("Before a word was said: {}.", count(before)));
    }
    let mut phase = None;
    for entry in &state.entries {
        let mut begin = |page: &mut Page| {
            if let Some(name) = phase
                .take()
                .and_then(|phase: u32| state.plan.phases.get(phase as usize))
                .map(|phase| phase.name.as_str())
            {
                page.block(format!("## {}", inline(name)));
            }
        };
        match *entry {
            Entry::Phase(next) => phase = Some(next),
            Entry::Turn(id) => {
                if let Some(turn) = state.turn(id) {
                    begin(page);
                    speech::speech(page, state, turn);
                    if let Some(poll) = turn.poll.and_then(|at| state.polls.get(at)) {
                        floor::poll(page, poll);
                    }
                }
            }
            Entry::Intervention(id) => {
                let Some(item) = state.intervention(id) else {
                    continue;
                };
                // Told within the speech, or by the point that it became.
                let told = speech::in_a_speech(state, item)
                    || item.matter == Matter::GalleryPoint
                        && matches!(item.progress, Progress::Done { .. });
                if !told {
                    begin(page);
                    floor::intervention(page, state, item);
                }
            }
            Entry::Chosen(at) => {
                if let Some(chosen) = state.chosen.get(at) {
                    begin(page);
                    let name = inline(&state.name(&chosen.seat));
                    page.block(format!(
                        "*The judge lets {name} speak: {}*",
                        inline(&chosen.reason)
                    ));
                }
            }
            Entry::Round(at) => {
                if let Some(opening) = state.opening.as_deref() {
                    begin(page);
                    judges::round(page, state, opening, at);
                }
            }
            // They have sections of their own.
            Entry::Notice(_)
            | Entry::Division
            | Entry::Judgement(_)
            | Entry::Scores
            | Entry::HouseThen => {}
        }
    }
}

/// A count in words.
fn count(tally: Tally) -> String {
    format!(
        "Ayes {}, Noes {}, undecided {}",
        tally.ayes, tally.noes, tally.undecided
    )
}

/// "Proposition 2", or where else somebody sits.
fn place(state: &DebateState, seat: &Seat) -> String {
    state
        .opening
        .as_deref()
        .map_or_else(|| seat.to_string(), |opening| place_in(opening, seat))
}

fn place_in(opening: &Opening, seat: &Seat) -> String {
    match (opening.format.side(seat.group()), seat.number()) {
        (Some(side), Some(number)) => format!("{} {number}", side.name),
        (Some(side), None) => side.name.clone(),
        (None, _) if seat.is_audience() => "from the floor".to_owned(),
        (None, _) if seat.is_chair() || seat.is_moderator() => String::new(),
        (None, _) => seat.to_string(),
    }
}

/// Minutes and seconds.
fn clock(ms: u64) -> String {
    let seconds = ms.div_ceil(1000);
    format!("{}:{:02}", seconds / 60, seconds % 60)
}
