//! The decision briefing: what whoever has to decide takes away from a debate, on one page. All of it is read from the
//! state; what is not there is said to be missing, and nothing is made up in its place.

use std::borrow::Cow;

use super::{
    Block, Builder, Document, Note, Section, SectionKind, SectionPart, Tone, agreed, definitions,
    part::{each_once, fact, line, prose},
};
use crate::{
    catalog::{Rubric, Scored, Task},
    debate::{
        DebateState, decide,
        granted::{Grant, GrantStanding},
        opening::Opening,
        reversal::{LeftOut, Reversal},
        scores::{Judgement, Marks, Standing},
        trace::TracedArgument,
        written::{Synthesis, Work},
    },
    text::{counted, cut::shortened, sentence::in_a_row},
};

/// The most points of a kind that are told: a page has no room for more.
const MOST: usize = 4;
/// The most points that are told of what each side established.
const MOST_OF_SIDE: usize = 3;
/// The most bytes of one text.
const TEXT: usize = 160;
/// The most bytes of what is told of the terms of a side.
const TERMS: usize = 120;
/// The most definitions that are told to be contested.
const MOST_CONTESTED: usize = 2;
/// The most bytes of a recommendation.
const ADVICE: usize = 280;
/// The most recommendations of judges that are told.
const MOST_ADVICE: usize = 3;

impl<'a> Document<'a> {
    /// The decision briefing of a debate; `None` where its format has neither a rubric nor a synthesis, and before it
    /// is opened. One of a debate that is not over gives what there is.
    pub fn briefing(state: &'a DebateState) -> Option<Self> {
        let briefing = Briefing::of(state)?;
        Some(Self {
            head: briefing.head().map(Block::Section).into(),
            proceedings: briefing.findings().map(Block::Section).collect(),
            annex: Vec::new(),
        })
    }
}

/// The material that a briefing is made from.
struct Briefing<'a> {
    state: &'a DebateState,
    opening: &'a Opening,
    trace: Vec<TracedArgument<'a>>,
    reports: Vec<&'a Judgement>,
    synthesis: Option<&'a Synthesis>,
}

impl<'a> Briefing<'a> {
    fn of(state: &'a DebateState) -> Option<Self> {
        let opening = state.opening.as_deref()?;
        let mut turns = opening.format.phases.iter().flat_map(|one| &one.turns);
        let is_synthesised = turns.any(|turn| turn.task == Task::Synthesis);
        if opening.format.rubric.is_none() && !is_synthesised {
            return None;
        }
        let works = state.speeches().filter_map(|turn| turn.work.as_ref());
        let mut synthesis = works.filter_map(|work| match work {
            Work::Synthesis(synthesis) => Some(synthesis),
            Work::Arguments(_)
            | Work::CrossExamination(_)
            | Work::Replies(_)
            | Work::Closing(_)
            | Work::Framing(_) => None,
        });
        Some(Self {
            state,
            opening,
            trace: state.trace(),
            reports: state.reports().collect(),
            synthesis: synthesis.next_back(),
        })
    }

    /// The question, and how far the debate has come.
    fn head(&self) -> [Section<'a>; 2] {
        let motion = &*self.opening.motion.motion;
        let question = self.state.question().map(str::trim);
        let question = question.filter(|one| !one.is_empty() && *one != motion.trim());
        let kind = format!("Decision briefing: {}", self.opening.format.name);
        let parts = [
            Some(SectionPart::Row(vec![kind])),
            question.and_then(|one| prose("The question", one)),
        ];
        let question = Section {
            role: SectionKind::Motion,
            title: motion.to_owned(),
            subtitle: String::new(),
            parts: parts.into_iter().flatten().collect(),
        };
        [question, Builder::of(self.state).ending()]
    }

    fn findings(&self) -> impl Iterator<Item = Section<'a>> {
        let found = |title: &str, parts: Vec<SectionPart<'a>>, none: &str| Section {
            role: SectionKind::Finding,
            title: title.to_owned(),
            subtitle: String::new(),
            parts: if parts.is_empty() {
                vec![line(Tone::Quiet, none)]
            } else {
                parts
            },
        };
        let defined = self.defined();
        let defined = (!defined.is_empty()).then(|| found("How the terms stand", defined, ""));
        let findings = [
            found(
                "What each side established",
                self.established(),
                "Nothing was handed in that could be judged.",
            ),
            found("What fell", self.fell(), self.nothing_fell()),
            found(
                self.agreed_title(),
                points("", self.agreed()),
                "Nothing was conceded.",
            ),
            found(
                "What is open",
                points("", self.unsettled()),
                "Nothing was named as open.",
            ),
            found("Fallacies", self.fallacies(), self.no_fallacies()),
            found(
                "What would change the answer",
                self.hinges(),
                "Nothing was named that would.",
            ),
            found(
                "The recommendation",
                self.recommendation(),
                self.no_recommendation(),
            ),
        ];
        defined.into_iter().chain(findings)
    }

    /// The definitions that are contested, and what the sides leave out.
    fn defined(&self) -> Vec<SectionPart<'a>> {
        let brief = |all: Vec<String>| all.iter().map(|one| brief(one, TERMS)).collect();
        let contested = brief(definitions::contested(self.state));
        let mut parts = shown("Contested".to_owned(), contested, MOST_CONTESTED);
        parts.extend(points("Left out", brief(definitions::left_out(self.state))));
        parts
    }

    fn rubric(&self) -> Option<&'a Rubric> {
        let rubric = self.opening.format.rubric.as_ref();
        rubric.filter(|_| !self.reports.is_empty())
    }

    /// Whether judges have said what became of each argument.
    fn are_arguments_judged(&self) -> bool {
        self.rubric()
            .is_some_and(|rubric| rubric.of == Scored::Arguments)
    }

    /// Side by side, what stands of their arguments, or what judges found strong.
    fn established(&self) -> Vec<SectionPart<'a>> {
        match self.rubric() {
            Some(rubric) if rubric.of != Scored::Arguments => {
                self.qualities(rubric, |marks| &marks.strengths)
            }
            Some(_) => self.by_side(|row| {
                let standing = row.standing?;
                let stands = matches!(standing, Standing::Upheld | Standing::PartiallyUpheld);
                stands.then(|| standing.describe().to_owned())
            }),
            None => self.by_side(|row| {
                let is_met = !row.met.is_empty() || !row.taken_up.is_empty();
                (!is_met).then(|| "not answered by the other side".to_owned())
            }),
        }
    }

    /// The arguments of each side of which something is to be told, the best first; and of which side nothing is.
    fn by_side(
        &self,
        told: impl Fn(&TracedArgument<'_>) -> Option<String>,
    ) -> Vec<SectionPart<'a>> {
        let items = decide::items(self.state, self.opening, Scored::Arguments);
        let mut sides: Vec<(&str, &str)> = Vec::new();
        for (_, side, name) in &items {
            if !sides.iter().any(|(known, _)| *known == side.as_str()) {
                sides.push((side, name));
            }
        }
        let parts = sides.into_iter().flat_map(|(side, name)| {
            let is_own = |row: &&TracedArgument<'_>| {
                let mut items = items.iter();
                items.any(|(id, of, _)| of == side && *id == row.argument.id)
            };
            let mut own: Vec<&TracedArgument<'_>> = self.trace.iter().filter(is_own).collect();
            // Stable: of equals the earlier one stands first.
            own.sort_by(|a, b| self.total(b).total_cmp(&self.total(a)));
            let own = own.into_iter();
            let own = own.filter_map(|row| Some(argued(row, &told(row)?)));
            let own: Vec<String> = own.collect();
            if own.is_empty() {
                let none = format!("{name}: nothing that stands by itself.");
                return vec![line(Tone::Quiet, none)];
            }
            shown(name.to_owned(), own, MOST_OF_SIDE)
        });
        parts.collect()
    }

    /// The judges' total of an argument.
    fn total(&self, row: &TracedArgument<'_>) -> f64 {
        let totals = self.state.scores.iter().flat_map(|scores| &scores.totals);
        let mut own = totals.filter(|total| total.id == row.argument.id);
        own.next().map_or(0.0, |total| total.total)
    }

    /// The strengths or weaknesses that judges found in speakers or sides, by name.
    fn qualities(
        &self,
        rubric: &Rubric,
        of: impl Fn(&'a Marks) -> &'a Vec<String>,
    ) -> Vec<SectionPart<'a>> {
        let items = decide::items(self.state, self.opening, rubric.of);
        let most = if items.len() > 2 { 1 } else { MOST_OF_SIDE };
        let parts = items.iter().filter_map(|(id, ..)| {
            let marks = self.reports.iter().filter_map(|one| one.marks.get(id));
            let mut found = Vec::new();
            for text in marks.flat_map(&of).map(|text| text.trim()) {
                if !text.is_empty() && !found.iter().any(|known| known == text) {
                    found.push(text.to_owned());
                }
            }
            found.truncate(most);
            let found: Vec<String> = found.iter().map(|one| brief(one, TEXT)).collect();
            fact(&self.state.called(id), Tone::Plain, in_a_row(&found))
        });
        let parts: Vec<Note<'a>> = parts.collect();
        if parts.is_empty() {
            return Vec::new();
        }
        vec![SectionPart::Facts(parts)]
    }

    fn fell(&self) -> Vec<SectionPart<'a>> {
        let Some(rubric) = self.rubric() else {
            return Vec::new();
        };
        if rubric.of != Scored::Arguments {
            return self.qualities(rubric, |marks| &marks.weaknesses);
        }
        let refuted = self.trace.iter();
        let refuted = refuted.filter(|row| row.standing == Some(Standing::Refuted));
        let refuted = refuted.map(|row| argued(row, Standing::Refuted.describe()));
        points("", refuted.collect())
    }

    fn nothing_fell(&self) -> &'static str {
        if self.are_arguments_judged() {
            "The judges took no argument for refuted."
        } else if self.rubric().is_some() {
            "The judges named no weakness."
        } else {
            "No judge has ruled on the arguments, so none counts as refuted."
        }
    }

    /// The points of agreement: what one side grants the other and nobody disputes, and what the moderator found both to
    /// hold.
    /// The title over what is agreed: what was granted and nobody has confirmed is not agreed yet.
    fn agreed_title(&self) -> &'static str {
        let mut grants = self.state.grants().into_iter();
        let is_unconfirmed = |grant: &Grant<'_>| {
            let standing = self.state.grant_standing(grant);
            matches!(standing, GrantStanding::Unconfirmed(_))
        };
        if grants.any(|grant| is_unconfirmed(&grant)) {
            "What is agreed or granted"
        } else {
            "What is agreed"
        }
    }

    fn agreed(&self) -> Vec<String> {
        let (agreed, _) = self.granted();
        let synthesis = self.synthesis.iter();
        let shared = synthesis.flat_map(|one| cut(&one.areas_of_agreement));
        agreed.into_iter().chain(shared).collect()
    }

    /// What is granted and not disputed, and what is.
    fn granted(&self) -> (Vec<String>, Vec<String>) {
        agreed::by_standing(self.state, TEXT, brief)
    }

    /// The points that were granted and are in dispute after all, those that judges and the moderator leave open, and the
    /// arguments of which nobody can tell.
    fn unsettled(&self) -> Vec<String> {
        let uncertain = self.trace.iter().filter(|_| self.are_arguments_judged());
        let uncertain = uncertain.filter_map(|row| match row.standing {
            Some(Standing::Uncertain) => Some(argued(row, Standing::Uncertain.describe())),
            None => Some(argued(row, "not judged")),
            Some(Standing::Upheld | Standing::PartiallyUpheld | Standing::Refuted) => None,
        });
        let reports = self.reports.iter();
        let questions = reports.flat_map(|one| cut(&one.unresolved_questions));
        let synthesis = self.synthesis.iter();
        let disputes = synthesis.flat_map(|one| cut(&one.core_disagreements));
        let (_, taken_back) = self.granted();
        let taken_back = taken_back.into_iter();
        let named = taken_back.chain(disputes).chain(questions);
        named.chain(uncertain).collect()
    }

    fn fallacies(&self) -> Vec<SectionPart<'a>> {
        let mut flagged = Vec::new();
        for (id, marks) in self.reports.iter().flat_map(|one| &one.marks) {
            for flag in &marks.fallacies {
                let words = brief(&flag.words, TEXT);
                let called = self.state.called(id);
                flagged.push(format!("{called}, {}: “{words}”", flag.fallacy));
            }
        }
        let mut parts = points("", flagged);
        if !parts.is_empty() {
            let hint = "Hints to look at those words again, and no verdict on them.";
            parts.push(line(Tone::Quiet, hint));
        }
        parts
    }

    fn no_fallacies(&self) -> &'static str {
        match self.rubric() {
            None => "No judge has looked for any.",
            Some(rubric) if rubric.fallacies.is_empty() => {
                "The judges of this format are not asked for any."
            }
            Some(_) => "The judges flagged none.",
        }
    }

    /// The hinges of the decision: those that the moderator names, the evidence that is missing, and the single changes
    /// that would turn the scores.
    fn hinges(&self) -> Vec<SectionPart<'a>> {
        let mut parts = Vec::new();
        if let Some(synthesis) = self.synthesis {
            parts.extend(points("", cut(&synthesis.decision_hinges).collect()));
            let gaps = cut(&synthesis.evidence_gaps).collect();
            parts.extend(points("Evidence that is missing", gaps));
        }
        if let Some(scores) = &self.state.scores
            && let Some(sensitivity) = self.state.sensitivity()
        {
            let sides = scores.sides.iter();
            let sides = sides.map(|side| format!("{} {:.2}", side.name, side.score));
            let sides: Vec<String> = sides.collect();
            let apart = format!(
                "{}: {} apart, {}.",
                sides.join(", "),
                scores.apart(),
                scores.closeness.describe()
            );
            parts.push(line(Tone::Plain, apart));
            let turned = sensitivity.reversals.iter();
            let turned: Vec<String> = turned.map(|one| self.turned(one)).collect();
            let tried = [
                (sensitivity.arguments, ("argument", "arguments")),
                (sensitivity.judges, ("judge", "judges")),
            ];
            let tried = tried.into_iter().filter(|(count, _)| *count > 0);
            let tried = tried.map(|(count, (one, several))| counted(count, one, several));
            let tried: Vec<String> = tried.collect();
            if turned.is_empty() && !tried.is_empty() {
                let told = format!(
                    "The first place stays the same whichever one of {} is left out.",
                    tried.join(" and ")
                );
                parts.push(line(Tone::Plain, told));
            }
            parts.extend(points("", turned));
        }
        parts
    }

    fn turned(&self, reversal: &Reversal) -> String {
        let without = match &reversal.without {
            LeftOut::Argument(id) => id.clone(),
            LeftOut::Judge(seat) => self.state.name_within(seat),
        };
        match &reversal.leader {
            Some(leader) => format!("Without {without}, {leader} would lead."),
            None => format!("Without {without}, nobody would lead."),
        }
    }

    fn recommendation(&self) -> Vec<SectionPart<'a>> {
        let insights = self.reports.iter().map(|one| one.key_insight.as_str());
        let advice = self.reports.iter().map(|one| one.recommendation.as_str());
        let told = |title, texts: &mut dyn Iterator<Item = &str>, most| {
            let texts = texts
                .filter(|text| !text.trim().is_empty())
                .take(MOST_ADVICE);
            each_once(title, texts.map(|text| brief(text, most).into()).collect())
        };
        let Some(advice) = told("", &mut { advice }, ADVICE) else {
            return Vec::new();
        };
        let insights = told("Key insight", &mut { insights }, TEXT);
        let leans = Builder::of(self.state).judges_leaned();
        let leans = leans.into_iter().take(MOST_ADVICE);
        let leans = leans.map(|told| line(Tone::Quiet, told));
        [advice].into_iter().chain(insights).chain(leans).collect()
    }

    fn no_recommendation(&self) -> &'static str {
        if !self.state.is_closed() {
            "None yet: the debate is not over."
        } else if !self.reports.is_empty() {
            "None: no judge gave one."
        } else if !self.state.judgements.is_empty() {
            "None: no judge's report was of use."
        } else if self.opening.format.rubric.is_some() {
            "None: no judge has reported."
        } else if self.synthesis.is_some() {
            "None: the moderator lays out where the sides stand and takes none of them. Whoever decides has what it hinges \
             on above."
        } else {
            "None: the format's moderator recommends nothing, and no synthesis could be had."
        }
    }
}

/// An argument with what became of it, and why.
fn argued(row: &TracedArgument<'_>, how: &str) -> String {
    let texts = [row.argument.claim.as_str(), row.reason];
    let texts = texts.map(|text| brief(text, TEXT));
    format!("{}, {how}: {}", row.argument.id, in_a_row(&texts))
}

/// Texts, each as long as there is room for.
fn cut(all: &[String]) -> impl Iterator<Item = String> + '_ {
    let all = all.iter().map(|one| one.trim());
    let all = all.filter(|one| !one.is_empty());
    all.map(|one| brief(one, TEXT))
}

/// A text in one line, as long as there is room for.
fn brief(text: &str, most: usize) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    shortened(&words.join(" "), most)
}

/// Points under a title, as many as there is room for.
fn points<'a>(title: &str, all: Vec<String>) -> Vec<SectionPart<'a>> {
    shown(title.to_owned(), all, MOST)
}

/// Points under a title, each once and so many of them; that there are more is said.
fn shown<'a>(title: String, all: Vec<String>, most: usize) -> Vec<SectionPart<'a>> {
    let mut each: Vec<String> = Vec::new();
    for one in all {
        if !each.contains(&one) {
            each.push(one);
        }
    }
    let more = each.len().saturating_sub(most);
    each.truncate(most);
    if each.is_empty() {
        return Vec::new();
    }
    let items = each.into_iter().map(Cow::Owned).collect();
    let mut parts = vec![SectionPart::List(Cow::Owned(title), items)];
    if more > 0 {
        let told = format!("{more} more in the whole document.");
        parts.push(line(Tone::Quiet, told));
    }
    parts
}
