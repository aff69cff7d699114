//! The report of an ensemble in words: a page of its own, and the page for whoever prepares for a real debate.

use std::collections::BTreeSet;

use super::{
    gain::{Gain, STOOD},
    landscape::{ArgumentTheme, ThemeAnswer, ThemeClaim},
    report::EnsembleReport,
    shares::{OutcomeCertainty, SideShare, VerdictShares},
};
use crate::{
    interval::Interval,
    similarity::{SAME, dice},
    study_page::{ScatterPlot, ScatterPoint, StudyPage, StudyPart},
    text::{content::content_words, counted, listed, the, upper_first},
};

/// The most themes in a table of a page; the others are folded away with their claims.
const TABLED: usize = 40;
/// Lines of argument, and answers to each, on the page for whoever prepares.
const STRONGEST: usize = 5;
const BEST: usize = 2;
/// Of fewer pairs a bootstrap interval is too narrow.
const FEW_PAIRS: usize = 10;
/// The most claims that are told of a theme.
const CLAIMS: usize = 8;

/// The page of a report.
pub fn told(report: &EnsembleReport) -> StudyPage {
    let mut parts = head(report);
    shares(&mut parts, report);
    synthesis(&mut parts, report);
    landscape(&mut parts, report);
    coaching(&mut parts, report);
    runs(&mut parts, report);
    StudyPage {
        title: report.occasion.motion.clone(),
        parts,
    }
}

/// The page for whoever prepares to speak for a side, by its id: the strongest lines of each other side, and what has
/// answered them best.
pub fn prepared(report: &EnsembleReport, side: &str) -> StudyPage {
    let occasion = &report.occasion;
    let runs = report.runs.len();
    let mut parts = vec![StudyPart::Paragraph(format!(
        "For whoever speaks for {}: the strongest lines of the other side in {}, and what has answered them best.",
        the(occasion.side(side)),
        counted(runs, "debate", "debates"),
    ))];
    for (other, name) in occasion.sides.iter().filter(|(id, _)| id != side) {
        if occasion.sides.len() > 2 {
            parts.push(StudyPart::Heading(name.clone()));
        }
        let strongest = report.landscape.strongest(other, runs, STRONGEST);
        if strongest.is_empty() {
            parts.push(StudyPart::Paragraph(format!("{name} made no claims.")));
        }
        for (nth, theme) in (1..).zip(strongest) {
            parts.push(StudyPart::Heading(format!("{nth}. {}", theme.title())));
            let fate = upper_first(&fate(theme, runs));
            // Where no model has named it, the heading is the claim.
            parts.push(StudyPart::Paragraph(if theme.name.is_empty() {
                fate
            } else {
                format!("\u{201c}{}\u{201d} {fate}", theme.central)
            }));
            parts.push(answered(theme));
        }
    }
    parts.push(StudyPart::Remark(format!(
        "A line is strong where it was made in many debates and stood in most of them. The best answers are those by which \
         it fell, and of these the one that was given most often. {} {}",
        compared(report),
        named(report)
    )));
    StudyPage {
        title: occasion.motion.clone(),
        parts,
    }
}

fn answered(theme: &ArgumentTheme) -> StudyPart {
    if theme.answers.is_empty() {
        let none = if theme.is_unanswered() {
            "Nobody has answered it in any debate: have an answer of your own."
        } else {
            "There is no answer to it on the record: have one of your own."
        };
        return StudyPart::Paragraph(none.to_owned());
    }
    StudyPart::List(best(theme).into_iter().map(answer).collect())
}

/// The best answers to a theme, none of which says what another one does.
fn best(theme: &ArgumentTheme) -> Vec<&ThemeAnswer> {
    let mut best: Vec<(&ThemeAnswer, BTreeSet<String>)> = Vec::new();
    for one in &theme.answers {
        let words = content_words([one.text.as_str()]);
        let says_it = |(_, other): &(_, BTreeSet<String>)| dice(&words, other) >= SAME.words;
        if best.len() < BEST && !best.iter().any(says_it) {
            best.push((one, words));
        }
    }
    best.into_iter().map(|(one, _)| one).collect()
}

fn answer(one: &ThemeAnswer) -> String {
    let did = if one.did_fell {
        "the claim fell"
    } else {
        "the claim stood"
    };
    format!("{} in {}: {} ({did})", one.by, one.run, one.text)
}

/// How often a theme was made, answered and stood.
fn fate(theme: &ArgumentTheme, runs: usize) -> String {
    let answered = if theme.is_unanswered() {
        "never answered".to_owned()
    } else {
        format!("answered in {}", theme.answered.len())
    };
    format!(
        "made in {} of {}, {answered}, stood in {}.",
        theme.runs.len(),
        counted(runs, "debate", "debates"),
        theme.stood.len()
    )
}

fn head(report: &EnsembleReport) -> Vec<StudyPart> {
    let occasion = &report.occasion;
    let over = report.runs.len();
    let held = if over < occasion.planned {
        format!("{over} of {} debates are over", occasion.planned)
    } else {
        counted(over, "debate", "debates")
    };
    let varied = if occasion.varied.is_empty() {
        "nothing but the words of the models".to_owned()
    } else {
        listed(&occasion.varied)
    };
    let mut parts = vec![StudyPart::Paragraph(format!(
        "{}, {held}. What varied: {varied}; all by the seed {}.",
        occasion.format, occasion.seed
    ))];
    let speakers = occasion.sides.iter().map(|(id, name)| {
        let own = occasion.speakers.iter().filter(|(_, side)| side == id);
        let names: Vec<&str> = own.map(|(name, _)| name.as_str()).collect();
        format!("{name}: {}", listed(&names))
    });
    parts.push(StudyPart::List(speakers.collect()));
    parts
}

fn shares(parts: &mut Vec<StudyPart>, report: &EnsembleReport) {
    parts.push(StudyPart::Heading("Robust or a coin flip".to_owned()));
    if report.shares.is_empty() {
        let none = "No debate has a verdict.";
        parts.push(StudyPart::Paragraph(none.to_owned()));
        return;
    }
    let said = report.shares.iter().map(|one| certainty(report, one));
    parts.push(StudyPart::List(said.collect()));
    let heads = ["verdict", "side", "debates", "share", "95 % interval"];
    let rows = report.shares.iter().flat_map(|one| {
        let sides = one.sides.iter();
        sides.map(move |side| {
            vec![
                one.verdict.name().to_owned(),
                report.occasion.side(&side.side).to_owned(),
                format!("{} of {}", side.runs, one.runs - one.neither),
                side.share
                    .map_or_else(dash, |share| per_cent(share.estimate)),
                side.share.and_then(range).unwrap_or_else(dash),
            ]
        })
    });
    parts.push(StudyPart::Table(
        heads.map(str::to_owned).to_vec(),
        rows.collect(),
    ));
    let mut remark =
        "Wilson's intervals, of the debates in which a verdict favours one side.".to_owned();
    if !report.gains.is_empty() || !report.occasion.coached.is_empty() {
        remark += " Debates in which somebody was coached do not count here.";
    }
    parts.push(StudyPart::Remark(remark));
}

fn certainty(report: &EnsembleReport, one: &VerdictShares) -> String {
    let name = upper_first(one.verdict.name());
    let ahead = one.sides.iter().max_by_key(|side| side.runs);
    let side = |side: &SideShare| report.occasion.side(&side.side).to_owned();
    let neither = if one.neither > 0 {
        format!("; for neither side in {}", one.neither)
    } else {
        String::new()
    };
    let decided = one.runs - one.neither;
    match (one.certainty, ahead) {
        (OutcomeCertainty::Robust, Some(ahead)) => format!(
            "{name}: robust, for {} in {} of {}{neither}.",
            side(ahead),
            ahead.runs,
            counted(decided, "debate", "debates")
        ),
        (OutcomeCertainty::CoinFlip, _) => format!(
            "{name}: cannot be told from a coin flip by {}{neither}.",
            counted(decided, "debate", "debates")
        ),
        (OutcomeCertainty::Unknown, _) | (OutcomeCertainty::Robust, None) => {
            format!("{name}: favours no side in any debate.")
        }
    }
}

fn synthesis(parts: &mut Vec<StudyPart>, report: &EnsembleReport) {
    let Some(synthesis) = &report.synthesis else {
        return;
    };
    parts.push(StudyPart::Heading("Over all debates".to_owned()));
    let sentences = synthesis.sentences.iter().map(|one| {
        format!(
            "{} (theme {}; {})",
            one.text,
            one.theme,
            one.runs.join(", ")
        )
    });
    parts.push(if synthesis.sentences.is_empty() {
        StudyPart::Paragraph("No sentence was borne out.".to_owned())
    } else {
        StudyPart::List(sentences.collect())
    });
    let dropped = match synthesis.dropped {
        0 => String::new(),
        count => format!(
            " {} dropped, because the debates named for it do not have its theme.",
            counted(count, "sentence was", "sentences were")
        ),
    };
    parts.push(StudyPart::Remark(format!(
        "Written by {}; behind each sentence stand the debates that bear it out.{dropped}",
        synthesis.by
    )));
}

fn landscape(parts: &mut Vec<StudyPart>, report: &EnsembleReport) {
    let (landscape, runs) = (&report.landscape, report.runs.len());
    parts.push(StudyPart::Heading("The landscape of arguments".to_owned()));
    if landscape.themes.is_empty() {
        parts.push(StudyPart::Paragraph("No claim is on record.".to_owned()));
        return;
    }
    parts.push(StudyPart::Paragraph(format!(
        "{} in {}.",
        counted(landscape.claims, "claim", "claims"),
        counted(landscape.themes.len(), "theme", "themes")
    )));
    let unanswered: Vec<&ArgumentTheme> = landscape
        .themes
        .iter()
        .filter(|one| one.is_unanswered())
        .collect();
    if !unanswered.is_empty() {
        parts.push(StudyPart::Heading(
            "Never answered in any debate".to_owned(),
        ));
        let told = unanswered.iter().take(TABLED).map(|theme| {
            format!(
                "{}. {} ({}, made in {})",
                theme.number,
                theme.title(),
                report.occasion.side(&theme.side),
                counted(theme.runs.len(), "debate", "debates")
            )
        });
        parts.push(StudyPart::List(told.collect()));
    }
    parts.push(StudyPart::Heading("Themes".to_owned()));
    let heads = [
        "",
        "theme",
        "side",
        "made",
        "answered",
        "stood",
        "what followed",
    ];
    let row = |theme: &ArgumentTheme| {
        vec![
            theme.number.to_string(),
            theme.title().to_owned(),
            report.occasion.side(&theme.side).to_owned(),
            theme.runs.len().to_string(),
            theme.answered.len().to_string(),
            theme.stood.len().to_string(),
            theme.followed.map_or_else(dash, points),
        ]
    };
    let rows = landscape.themes.iter().take(TABLED).map(row).collect();
    parts.push(StudyPart::Table(heads.map(str::to_owned).to_vec(), rows));
    if landscape.themes.len() > TABLED {
        let more = landscape.themes.len() - TABLED;
        parts.push(StudyPart::Remark(format!(
            "{more} more are in the list below."
        )));
    }
    parts.push(StudyPart::Scatter(scatter(report)));
    let folded = landscape.themes.iter().map(|theme| {
        let title = format!("{}. {}", theme.number, theme.title());
        StudyPart::Folded(title, theme_parts(theme, runs))
    });
    parts.extend(folded);
    parts.push(StudyPart::Remark(measured(report)));
}

/// How the landscape was made.
fn measured(report: &EnsembleReport) -> String {
    format!(
        "{} What followed is the support of its side in debates in which the theme stood, less that in the others, in points of \
         a hundred, with its bootstrap interval: it is no proof that the one caused the other. Where there are not two debates of \
         either kind, nothing is told of it. {}",
        compared(report),
        named(report)
    )
}

fn compared(report: &EnsembleReport) -> String {
    format!(
        "Claims were compared {}. A claim stood where the judges say so, or, where nobody judged it, where its own side had \
         the last word on it.",
        report.landscape.compared
    )
}

fn named(report: &EnsembleReport) -> String {
    match &report.landscape.named_by {
        Some(label) => format!("Themes were named by {label}."),
        None => "Each theme is called by the claim that says most of it: no model has named it."
            .to_owned(),
    }
}

/// What is told of a theme beside its row: who made it, its claims, the answers.
fn theme_parts(theme: &ArgumentTheme, runs: usize) -> Vec<StudyPart> {
    let makers = theme.made_by.iter();
    let makers: Vec<String> = makers
        .map(|one| format!("{} ({})", one.name, one.runs))
        .collect();
    let mut parts = vec![
        StudyPart::Paragraph(upper_first(&fate(theme, runs))),
        StudyPart::Paragraph(format!("By {}.", listed(&makers))),
    ];
    let claim = |one: &ThemeClaim| {
        let became = match (one.is_answered, one.stood) {
            (false, true) => "not answered",
            (false, false) => "not answered, fell",
            (true, true) => "answered, stood",
            (true, false) => "answered, fell",
        };
        format!("{} {}: {} ({became})", one.run, one.by, one.text)
    };
    parts.push(StudyPart::List(
        theme.claims.iter().take(CLAIMS).map(claim).collect(),
    ));
    if !theme.answers.is_empty() {
        parts.push(StudyPart::Paragraph("What was said against it:".to_owned()));
        let answers = theme.answers.iter().take(STRONGEST).map(answer);
        parts.push(StudyPart::List(answers.collect()));
    }
    parts
}

fn scatter(report: &EnsembleReport) -> ScatterPlot {
    let occasion = &report.occasion;
    let runs = report.runs.len().max(1) as f64;
    let group = |theme: &ArgumentTheme| occasion.sides.iter().position(|(id, _)| *id == theme.side);
    let points = report.landscape.themes.iter().map(|theme| ScatterPoint {
        at: theme.at,
        size: theme.runs.len() as f64 / runs,
        group: group(theme).unwrap_or_default(),
        is_marked: theme.is_unanswered(),
        number: theme.number,
        name: theme.title().to_owned(),
    });
    ScatterPlot {
        caption: "Themes that are near each other are near in meaning; the larger, the more debates have it. Those with a ring \
                  were never answered. The axes are the two along which the claims differ most, and mean nothing else."
            .to_owned(),
        groups: occasion.sides.iter().map(|(_, name)| name.clone()).collect(),
        points: points.collect(),
    }
}

fn coaching(parts: &mut Vec<StudyPart>, report: &EnsembleReport) {
    if report.occasion.coached.is_empty() {
        return;
    }
    parts.push(StudyPart::Heading("Coaching".to_owned()));
    parts.push(StudyPart::Paragraph(format!(
        "Between epochs {} {} told what stood, what fell and what was never answered; everybody else argued as before.",
        listed(&report.occasion.coached),
        if report.occasion.coached.len() == 1 { "was" } else { "were" },
    )));
    if report.gains.is_empty() {
        let none = "There are no two debates with the same lots, one coached and one not, so the gain cannot be told.";
        parts.push(StudyPart::Paragraph(none.to_owned()));
        return;
    }
    let heads = ["side", "measure", "epoch", "pairs", "gain", "95 % interval"];
    let row = |one: &Gain| {
        let measure = if one.measure == STOOD {
            "claims that stood"
        } else {
            "support"
        };
        vec![
            report.occasion.side(&one.side).to_owned(),
            measure.to_owned(),
            one.epoch
                .map_or_else(|| "all".to_owned(), |epoch| epoch.to_string()),
            one.gain.n.to_string(),
            signed(one.gain.estimate),
            one.gain
                .low
                .zip(one.gain.high)
                .map_or_else(dash, |(low, high)| {
                    format!("{} to {}", signed(low), signed(high))
                }),
        ]
    };
    let rows = report.gains.iter().map(row).collect();
    parts.push(StudyPart::Table(heads.map(str::to_owned).to_vec(), rows));
    let mut remark = "Each coached debate is held against one with the same lots in which nobody was coached; the gain is the mean \
                      of the differences, in points of a hundred, with its bootstrap interval. An interval that holds 0 tells \
                      of no gain."
        .to_owned();
    if report.gains.iter().any(|one| one.gain.n < FEW_PAIRS) {
        remark +=
            " Of so few pairs the interval is too narrow: hold more debates before you trust it.";
    }
    parts.push(StudyPart::Remark(remark));
}

fn runs(parts: &mut Vec<StudyPart>, report: &EnsembleReport) {
    if report.runs.is_empty() {
        return;
    }
    let heads = [
        "run",
        "debate",
        "coached",
        "direct verdict",
        "house",
        "annotation",
    ];
    let favoured = |one: Option<&String>| match one.map(String::as_str) {
        None => dash(),
        Some("") => "neither".to_owned(),
        Some(side) => report.occasion.side(side).to_owned(),
    };
    let rows = report.runs.iter().map(|run| {
        vec![
            run.run.clone(),
            short(&run.debate),
            if run.is_coached { "yes" } else { "no" }.to_owned(),
            favoured(run.verdict.as_ref()),
            favoured(run.house.as_ref()),
            favoured(run.annotation.as_ref()),
        ]
    });
    let table = StudyPart::Table(heads.map(str::to_owned).to_vec(), rows.collect());
    parts.push(StudyPart::Folded("Every debate".to_owned(), vec![table]));
}

/// The end of an id, by which a debate is found again.
fn short(debate: &str) -> String {
    crate::debate::ids::DebateId(debate.to_owned())
        .short()
        .to_owned()
}

fn dash() -> String {
    "\u{2013}".to_owned()
}

fn per_cent(share: f64) -> String {
    format!("{:.0} %", share * 100.0)
}

fn range(interval: Interval) -> Option<String> {
    let (low, high) = interval.low.zip(interval.high)?;
    Some(format!("{:.0} to {}", low * 100.0, per_cent(high)))
}

/// A difference in points of a hundred, with its sign.
fn signed(difference: f64) -> String {
    let points = (difference * 100.0).round();
    // There is no nought below nought.
    format!("{:+.0}", points + 0.0)
}

fn points(difference: Interval) -> String {
    let ends = difference.low.zip(difference.high);
    let ends = ends.map(|(low, high)| format!(" ({} to {})", signed(low), signed(high)));
    format!(
        "{}{}",
        signed(difference.estimate),
        ends.unwrap_or_default()
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        ensemble::{
            EnsembleSynthesis, Landscape, Occasion, RunReading, SynthesisSentence,
            landscape::tests::runs,
        },
        likeness::Likeness,
    };

    fn report() -> EnsembleReport {
        let mut all = runs();
        all.push(RunReading {
            run: "2.1".to_owned(),
            epoch: 2,
            is_coached: true,
            ..all[0].clone()
        });
        all.push(RunReading {
            run: "2.1c".to_owned(),
            epoch: 2,
            ..all[2].clone()
        });
        all[4].number = 1;
        let side = |id: &str, name: &str| (id.to_owned(), name.to_owned());
        let occasion = Occasion {
            name: "bridge".to_owned(),
            motion: "This House would build a bridge".to_owned(),
            format: "Exhibition".to_owned(),
            sides: vec![
                side("prop", "The Proposition"),
                side("opp", "The Opposition"),
            ],
            seed: 7,
            varied: vec!["the order within a side".to_owned()],
            speakers: vec![side("Ada", "prop"), side("Ben", "opp")],
            coached: vec!["Ada".to_owned()],
            epochs: 2,
            planned: 6,
        };
        let motion = (occasion.motion.as_str(), &["prop", "opp"][..]);
        let mut landscape = Landscape::of(&all, &Likeness::default(), motion, 1);
        landscape.themes[0].name = "Who pays the toll".to_owned();
        landscape.named_by = Some("m".to_owned());
        let mut report = EnsembleReport::of(occasion, all, landscape, &["prop"]);
        report.synthesis = Some(EnsembleSynthesis {
            by: "m".to_owned(),
            sentences: vec![SynthesisSentence {
                text: "Tolls were never answered.".to_owned(),
                theme: 1,
                runs: vec!["1.1".to_owned()],
            }],
            dropped: 1,
        });
        report
    }

    fn lines(parts: &[StudyPart]) -> Vec<String> {
        let line = |part: &StudyPart| match part {
            StudyPart::Heading(text) => vec![format!("# {text}")],
            StudyPart::Paragraph(text) | StudyPart::Remark(text) => vec![text.clone()],
            StudyPart::List(items) => items.iter().map(|one| format!("- {one}")).collect(),
            StudyPart::Table(heads, rows) => {
                let all = std::iter::once(heads).chain(rows);
                all.map(|row| format!("| {}", row.join(" | "))).collect()
            }
            StudyPart::Scatter(plot) => vec![format!("({} points)", plot.points.len())],
            StudyPart::Folded(title, _) => vec![format!("> {title}")],
        };
        parts.iter().flat_map(line).collect()
    }

    #[test]
    fn a_report_is_told_from_the_verdicts_to_each_debate() {
        insta::assert_snapshot!(lines(&told(&report()).parts).join("\n"));
    }

    #[test]
    fn where_no_debate_is_over_there_is_no_empty_table() {
        let occasion = report().occasion;
        let motion = (occasion.motion.as_str(), &["prop", "opp"][..]);
        let landscape = Landscape::of(&[], &Likeness::default(), motion, 1);
        let report = EnsembleReport::of(occasion, Vec::new(), landscape, &[]);
        let page = told(&report);
        let is_table =
            |part: &StudyPart| matches!(part, StudyPart::Table(..) | StudyPart::Scatter(_));
        assert!(!page.parts.iter().any(is_table));
        assert!(lines(&page.parts).contains(&"No claim is on record.".to_owned()));
    }

    #[test]
    fn who_prepares_is_told_the_strongest_lines_of_the_other_side_and_what_answered_them() {
        insta::assert_snapshot!(lines(&prepared(&report(), "prop").parts).join("\n"));
    }

    #[test]
    fn a_report_that_is_kept_is_read_again() {
        let report = report();
        let text = serde_json::to_string(&report).unwrap();
        assert_eq!(EnsembleReport::read(&text), Ok(report.clone()));
        let later = text.replacen("\"version\":1", "\"version\":2", 1);
        assert!(
            EnsembleReport::read(&later)
                .unwrap_err()
                .contains("version")
        );
        EnsembleReport::read("{}").unwrap_err();
    }

    #[test]
    fn what_models_have_said_is_kept_where_it_still_holds() {
        let earlier = report();
        let anew = || {
            let mut report = report();
            report.synthesis = None;
            for theme in &mut report.landscape.themes {
                theme.name.clear();
            }
            report
        };
        let mut same = anew();
        same.keep(&earlier);
        assert_eq!(same, earlier);
        let mut other = anew();
        other.landscape.themes[1].claims.clear();
        other.keep(&earlier);
        assert_eq!(other.landscape.themes[0].name, "Who pays the toll");
        assert_eq!(other.synthesis, None);
    }
}
