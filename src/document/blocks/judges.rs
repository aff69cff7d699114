//! The blocks of the judges: whom they let speak, assessments between rounds, reports; what the scores come to, the
//! trace and the briefing.

use std::{borrow::Cow, collections::BTreeMap};

use super::{
    Block, Builder, ChosenSpeakerBlock, Gauge, ItemKind, Rounds, Section, SectionItem, SectionKind,
    SectionPart, Series, Table, Tone,
    division::{items_under, section},
    part::{each_once, line, list, prose, remark},
    work::met,
};
use crate::{
    catalog::{Rubric, Scored, StopRule},
    debate::{
        decide,
        ids::Seat,
        report_looks::ReportLooks,
        score_looks::ScoreLooks,
        scores::{Assessment, Judged, Judgement, Marks, Scores, Standing},
        state::Round,
    },
};

/// Totals less than this apart are written alike.
const LEAST_APART: f64 = 0.005;

impl<'a> Builder<'a> {
    /// The choice of a judge: who speaks next, and why.
    pub(super) fn chosen(self, at: usize) -> Option<Block<'a>> {
        let chosen = self.state.chosen.get(at)?;
        let reason = chosen.reason.trim();
        Some(Block::Chosen(ChosenSpeakerBlock {
            seat: &chosen.seat,
            before: "The judge calls ",
            name: self.state.name(&chosen.seat),
            after: if reason.is_empty() { "." } else { ": " },
            reason,
        }))
    }

    /// A judge's assessment after a round.
    pub(super) fn assessment(self, at: usize) -> Option<Block<'a>> {
        let round = self.state.rounds.get(at)?;
        let phase = self.state.plan.phases.get(round.phase as usize);
        let phase = phase.map_or("", |phase| phase.name.as_str());
        let parts = match &round.assessment {
            Judged::Given(given) => self.assessed(at, round, given),
            Judged::Unusable { reason, raw } => unusable("assessment", reason, raw),
        };
        Some(Block::Section(Section {
            role: SectionKind::Assessment,
            title: self.state.name(&round.judge),
            subtitle: format!("after round {} of {phase}", round.round),
            parts,
        }))
    }

    fn assessed(self, at: usize, round: &'a Round, given: &'a Assessment) -> Vec<SectionPart<'a>> {
        let before = |id: &str, rubric: &Rubric| -> Vec<f64> {
            let upto = self.state.rounds.get(..=at).unwrap_or_default();
            upto.iter()
                .filter(|one| one.judge == round.judge)
                .filter_map(|one| Some(one.assessment.given()?.marks.get(id)?.total(rubric)))
                .collect()
        };
        let mut parts: Vec<SectionPart<'a>> = self
            .marks((&given.marks, None), &before)
            .into_iter()
            .collect();
        let seen: Vec<&str> = given.observations.seen().map(StopRule::describe).collect();
        if !seen.is_empty() {
            let seen = format!("Signs: {}.", seen.join("; "));
            parts.push(line(Tone::Warning, seen));
        }
        parts.extend(prose("", &given.recommendation));
        let (tone, word) = if given.should_continue {
            (Tone::Good, "The debate should go on.")
        } else {
            (Tone::Warning, "The debate should end here.")
        };
        let quality = score(given.overall_quality);
        parts.push(line(tone, format!("{word} Its quality: {quality} of 10.")));
        parts
    }

    /// A judge's report.
    pub(super) fn report(self, at: usize) -> Option<Block<'a>> {
        let (judge, judged) = self.state.judgements.get(at)?;
        let parts = match judged {
            Judged::Given(given) => self.reported(judge, given),
            Judged::Unusable { reason, raw } => unusable("report", reason, raw),
        };
        Some(Block::Section(Section {
            role: SectionKind::Report,
            title: self.state.name(judge),
            subtitle: "the report".to_owned(),
            parts,
        }))
    }

    fn reported(self, judge: &Seat, given: &'a Judgement) -> Vec<SectionPart<'a>> {
        let looks = self.state.report_looks.get(judge);
        let looks = looks.and_then(ReportLooks::both);
        let is_flagged = given.marks.values().any(|one| !one.fallacies.is_empty());
        let hint = "? is a hint to look at those words again, and no verdict on them.";
        [
            self.marks((&given.marks, looks), &|_, _| Vec::new()),
            is_flagged.then(|| line(Tone::Quiet, hint)),
            // Of a single judge the scores say it.
            looks
                .filter(|_| self.state.judges().len() > 1)
                .and_then(|both| self.apart(both)),
            prose("Key insight", &given.key_insight),
            list("Left open", &given.unresolved_questions),
            prose("Recommendation", &given.recommendation),
        ]
        .into_iter()
        .flatten()
        .collect()
    }

    /// How far the two looks of a judge are apart, and whether they come to the same.
    fn apart(self, both: [&Judgement; 2]) -> Option<SectionPart<'a>> {
        let rubric = self.rubric()?;
        let opening = self.state.opening.as_deref()?;
        let items = decide::items(self.state, opening, rubric.of);
        let looks = ScoreLooks::of(rubric, &items, &[both])?;
        let scores = Scores::of(rubric, &items, &[&both[0].marks])?;
        let scores = Scores {
            looks: Some(looks),
            ..scores
        };
        let told = twice(&scores)?;
        let tone = if scores.is_contested() {
            Tone::Warning
        } else {
            Tone::Quiet
        };
        Some(line(tone, told))
    }

    fn rubric(self) -> Option<&'a Rubric> {
        self.state.opening.as_deref()?.format.rubric.as_ref()
    }

    /// Marks in the order of the debate: arguments as they were handed in, speakers and sides as they sit.
    fn marks(
        self,
        (marks, looks): (&'a BTreeMap<String, Marks>, Option<[&'a Judgement; 2]>),
        trend: &dyn Fn(&str, &Rubric) -> Vec<f64>,
    ) -> Option<SectionPart<'a>> {
        let rubric = self.rubric()?;
        let state = self.state;
        let mut ids: Vec<&str> = state.arguments().map(|(_, one)| one.id.as_str()).collect();
        if let Some(opening) = state.opening.as_deref() {
            ids.extend(opening.speakers.iter().map(|one| one.seat.as_str()));
            ids.extend(opening.format.sides.iter().map(|side| side.id.as_str()));
        }
        let place = |id: &str| ids.iter().position(|known| *known == id);
        let mut all: Vec<(&String, &Marks)> = marks.iter().collect();
        // Stable: what nobody knows keeps the order of its ids, behind the others.
        all.sort_by_key(|(id, _)| place(id).unwrap_or(usize::MAX));
        let items = all.into_iter().map(|(id, one)| {
            let mut item = SectionItem::new(self.called(id), id);
            item.status = one.standing.map(|one| remark(stood(one), one.describe()));
            let total = one.total(rubric);
            let meter = |label: &str, value: f64, words: String| Gauge {
                label: label.to_owned(),
                of: id.clone(),
                tone: Tone::Plain,
                value,
                most: rubric.highest.max(1.0),
                words,
            };
            let dimensions = rubric.dimensions.iter().map(|dimension| {
                let given = one.scores.get(&dimension.id).copied();
                let words = given.map_or_else(|| "–".to_owned(), score);
                meter(&dimension.name, given.unwrap_or(rubric.lowest), words)
            });
            item.meters = [meter("Total", total, format!("{total:.2}"))]
                .into_iter()
                .chain(dimensions)
                .collect();
            item.trend = trend(id, rubric);
            item.note(Tone::Quiet, "", looked_twice(looks, id, rubric));
            item.note(Tone::Plain, "", one.reason.trim());
            for text in &one.strengths {
                item.note(Tone::Good, "", text.trim());
            }
            for text in &one.weaknesses {
                item.note(Tone::Bad, "", text.trim());
            }
            for flag in &one.fallacies {
                let text = format!("{}: “{}”", flag.fallacy, flag.words);
                item.note(Tone::Hint, "", text);
            }
            item
        });
        let items: Vec<SectionItem<'a>> = items.collect();
        (!items.is_empty()).then_some(SectionPart::Items(ItemKind::Marks, items))
    }

    /// The scores, with the trace and the briefing.
    pub(super) fn scores(self) -> Vec<Block<'a>> {
        let (Some(scores), Some(rubric)) = (&self.state.scores, self.rubric()) else {
            return Vec::new();
        };
        let title = match scores.judges {
            1 => "The judge's scores".to_owned(),
            n => format!("The scores of {n} judges"),
        };
        let mut given = sides(scores, rubric);
        given.extend(self.leans());
        given.extend(self.marks_side_by_side(false));
        let judges = self.side_by_side(scores, rubric).map(SectionPart::Table);
        let rounds = self.rounds(scores, rubric).map(SectionPart::Rounds);
        // Where a house has divided, it stands behind the verdict there.
        let annotation = self.annotation().filter(|_| self.state.division.is_none());
        [
            section(SectionKind::Scores, title, given),
            section(
                SectionKind::Judges,
                "The judges, side by side",
                judges.into_iter().collect(),
            ),
            section(
                SectionKind::Rounds,
                "The scores by round",
                rounds.into_iter().collect(),
            ),
            annotation,
            self.trace(),
            self.briefing(),
        ]
        .into_iter()
        .flatten()
        .map(Block::Section)
        .collect()
    }

    /// The totals that each judge gave, one judge a column. Nothing where there is only one.
    fn side_by_side(self, scores: &Scores, rubric: &Rubric) -> Option<Table> {
        let given: Vec<(&Seat, &Judgement)> = self
            .state
            .judgements
            .iter()
            .filter_map(|(judge, judged)| Some((judge, judged.given()?)))
            .collect();
        if given.len() < 2 {
            return None;
        }
        let framed = |names: Vec<String>| -> Vec<String> {
            let first = [String::new()].into_iter();
            first.chain(names).chain(["mean".to_owned()]).collect()
        };
        let long = given.iter().map(|(judge, _)| self.state.name(judge));
        let short = given.iter().map(|(judge, _)| match judge.number() {
            Some(number) => format!("J{number}"),
            None => self.state.name(judge),
        });
        let rows = scores.totals.iter().map(|total| {
            let cells = given.iter().map(|(_, report)| {
                let marks = report.marks.get(&total.id);
                marks.map_or_else(
                    || "–".to_owned(),
                    |marks| format!("{:.2}", marks.total(rubric)),
                )
            });
            let row = [self.called(&total.id)].into_iter().chain(cells);
            let row = row.chain([format!("{:.2}", total.total)]);
            (total.id.clone(), row.collect())
        });
        Some(Table {
            heads: framed(long.collect()),
            short: framed(short.collect()),
            rows: rows.collect(),
        })
    }

    /// The moments at which speakers were scored, and each speaker's totals, averaged over the judges. Nothing where
    /// there are not two moments.
    fn rounds(self, scores: &Scores, rubric: &Rubric) -> Option<Rounds> {
        let state = self.state;
        let mut moments: Vec<(u32, u32)> = Vec::new();
        for round in &state.rounds {
            if round.assessment.given().is_some() && !moments.contains(&(round.phase, round.round))
            {
                moments.push((round.phase, round.round));
            }
        }
        // Many moments have no room for words.
        let name = |round: &u32| match moments.len() {
            0..=4 => format!("round {round}"),
            _ => round.to_string(),
        };
        let mut names: Vec<String> = moments.iter().map(|(_, round)| name(round)).collect();
        let ends = rubric.of == Scored::Speakers;
        if ends {
            names.push("end".to_owned());
        }
        let speakers = state.speakers().iter();
        let series = speakers.map(|speaker| {
            let id = speaker.seat.as_str();
            let mean = |moment: &(u32, u32)| {
                let of_moment = state
                    .rounds
                    .iter()
                    .filter(|round| (round.phase, round.round) == *moment)
                    .filter_map(|one| Some(one.assessment.given()?.marks.get(id)?.total(rubric)));
                let values: Vec<f64> = of_moment.collect();
                (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
            };
            let means = moments.iter().enumerate();
            let means = means.filter_map(|(at, moment)| Some((at, mean(moment)?)));
            let end = scores.totals.iter().find(|total| total.id == id);
            let end = end.filter(|_| ends).map(|end| (moments.len(), end.total));
            Series {
                of: id.to_owned(),
                name: self.called(id),
                points: means.chain(end).collect(),
            }
        });
        let series: Vec<Series> = series.filter(|one| !one.points.is_empty()).collect();
        (names.len() >= 2 && !series.is_empty()).then_some(Rounds {
            moments: names,
            series,
        })
    }

    /// Every argument from its claim to its standing.
    pub(super) fn trace(self) -> Option<Section<'a>> {
        let items = self.state.trace().into_iter().map(|row| {
            let mut item = SectionItem::new(&row.argument.id, row.seat.as_str());
            item.text = Cow::Borrowed(&*row.argument.claim);
            item.status = Some(row.standing.map_or_else(
                || remark(Tone::Quiet, "not judged"),
                |standing| remark(stood(standing), standing.describe()),
            ));
            let by = format!("by {}", self.name(row.seat));
            item.tags.push(remark(Tone::Quiet, by));
            for one in &row.met {
                let kind = one.response.response_type;
                let told = format!("{} by {}", one.how(), self.name(one.by));
                let tone = one.taken_back.map_or(met(kind), |_| Tone::Open);
                item.tags.push(remark(tone, told));
            }
            if row.met.is_empty() {
                item.tags.push(remark(Tone::Quiet, "never met"));
            } else if row.reply.is_some() {
                item.tags.push(remark(Tone::Answer, "answered"));
            }
            item.note(Tone::Quiet, "", row.reason.trim());
            item
        });
        items_under(
            SectionKind::Trace,
            "The argument trace",
            ItemKind::Trace,
            items.collect(),
        )
    }

    /// The briefing for whoever has to decide: insight, recommendation, what is open, of several judges together. The
    /// report of a single judge says so itself.
    fn briefing(self) -> Option<Section<'a>> {
        let reports: Vec<&Judgement> = self.state.reports().collect();
        if reports.len() < 2 {
            return None;
        }
        let told = |title: &'static str, all: Vec<&'a str>| {
            let all = all.into_iter().map(str::trim);
            each_once(title, all.map(Cow::Borrowed).collect())
        };
        let insights = reports.iter().map(|one| one.key_insight.as_str());
        let advice = reports.iter().map(|one| one.recommendation.as_str());
        let open = reports.iter().flat_map(|one| &one.unresolved_questions);
        let parts = [
            told("Key insight", insights.collect()),
            told("Recommendation", advice.collect()),
            told("Unresolved questions", open.map(String::as_str).collect()),
        ];
        let parts = parts.into_iter().flatten().collect();
        section(SectionKind::Briefing, "Decision briefing", parts)
    }
}

/// A score as people write it.
fn score(value: f64) -> String {
    if (value - value.round()).abs() < 1e-9 {
        format!("{value:.0}")
    } else {
        format!("{value:.1}")
    }
}

/// The tone of a standing.
fn stood(standing: Standing) -> Tone {
    match standing {
        Standing::Upheld => Tone::Good,
        Standing::PartiallyUpheld => Tone::Evidence,
        Standing::Refuted => Tone::Error,
        Standing::Uncertain => Tone::Open,
    }
}

/// The parts that tell of something that could not be had.
fn unusable<'a>(what: &str, reason: &str, raw: &'a str) -> Vec<SectionPart<'a>> {
    let reason = reason.trim().trim_end_matches('.');
    let told = format!("No {what} of use could be had: {reason}.");
    let out = "It is left out of the scores; nothing was made up in its place.";
    let raw = raw.trim();
    let raw = (!raw.is_empty()).then_some(SectionPart::Quote(Tone::Quiet, raw));
    [line(Tone::Warning, told), line(Tone::Quiet, out)]
        .into_iter()
        .chain(raw)
        .collect()
}

/// The sides, how far apart the first two are, and what is to be made of it.
fn sides<'a>(scores: &Scores, rubric: &Rubric) -> Vec<SectionPart<'a>> {
    let sides = scores.sides.iter().map(|side| Gauge {
        label: format!("{}. {}", side.rank, side.name),
        of: side.id.clone(),
        tone: Tone::Plain,
        value: side.score,
        most: rubric.highest.max(1.0),
        words: format!("{:.2}", side.score),
    });
    let mut parts = vec![SectionPart::Meters(sides.collect())];
    let names: Vec<&str> = scores.sides.iter().map(|side| side.name.as_str()).collect();
    let [first, second, ..] = names.as_slice() else {
        return parts;
    };
    let apart = format!(
        "{first} and {second} are {} apart: {}.",
        scores.apart(),
        scores.closeness.describe()
    );
    let rule = format!(
        "Out of {}; a difference under {} is even, one over {} significant. The scores measure how well it was argued, \
         not who is right.",
        score(rubric.highest),
        score(rubric.even_under),
        score(rubric.significant_over),
    );
    parts.extend([line(Tone::Strong, apart), line(Tone::Quiet, rule)]);
    let tone = if scores.is_contested() {
        Tone::Warning
    } else {
        Tone::Quiet
    };
    parts.extend(twice(scores).map(|told| line(tone, told)));
    parts
}

/// The two looks behind scores, in a sentence or two; nothing where judges looked once.
fn twice(scores: &Scores) -> Option<String> {
    let looks = scores.looks.as_ref()?;
    let apart = if looks.most < LEAST_APART {
        "the totals of both looks are the same".to_owned()
    } else {
        format!(
            "the totals of the two looks are {:.2} apart on average, {:.2} at the most",
            looks.difference, looks.most
        )
    };
    let contested = scores.describe_looks().map(|looks| {
        format!(" The two put different sides first: {looks}. So the result is contested, and neither side wins.")
    });
    Some(format!(
        "Judged blind twice, the second time in the reverse order; the marks are the mean of both, and {apart}.{}",
        contested.unwrap_or_default()
    ))
}

/// The totals and standings of the two looks at one thing, where they differ; empty where they do not.
fn looked_twice(looks: Option<[&Judgement; 2]>, id: &str, rubric: &Rubric) -> String {
    let both = looks.map(|both| both.map(|report| report.marks.get(id)));
    let Some([Some(first), Some(again)]) = both else {
        return String::new();
    };
    let told = |one: &Marks| {
        let total = format!("{:.2}", one.total(rubric));
        let standing = one.standing.filter(|_| first.standing != again.standing);
        standing.map_or(total.clone(), |standing| {
            format!("{total}, {}", standing.describe())
        })
    };
    let is_same = first.standing == again.standing
        && (first.total(rubric) - again.total(rubric)).abs() < LEAST_APART;
    if is_same {
        return String::new();
    }
    format!(
        "First look {}; in the reverse order {}",
        told(first),
        told(again)
    )
}
