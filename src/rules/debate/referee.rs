//! The rules for a turn that code can decide: those that need no judgement. Pure functions over what was handed in.

use std::collections::HashSet;

use super::{
    DebateState,
    neutrality::Neutrality,
    state::Turn,
    written::{Argument, Work},
};
use crate::{
    catalog::{LEAST_ARGUMENTS, MOST_ARGUMENTS, Rule, TurnSpec},
    similarity::{LEAST_REPEATED, MOST_REPEATED},
    text::{
        count_words, counted, has_words, listed,
        sentence::{key, sentences},
        words,
    },
};

/// Characters that a claim, its reasoning and its evidence have at least (`structured-protocol`,
/// `validate_opening_args`).
const LEAST_CHARACTERS: [(&str, usize); 3] = [("claim", 10), ("reasoning", 20), ("evidence", 5)];
/// A question with more words is a speech.
const QUESTION_WORDS: u32 = 90;

/// A rule that is broken, and how.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Broken {
    /// The rule that is broken.
    pub rule: Rule,
    /// The way in which the rule is broken: for the speaker, who is told, and for the house.
    pub reason: String,
}

impl DebateState {
    /// The specification of a turn in the format.
    pub fn spec_of(&self, turn: &Turn) -> Option<&TurnSpec> {
        let slot = self.slot_of(turn)?;
        let phases = &self.opening.as_deref()?.format.phases;
        phases
            .get(slot.phase as usize)?
            .turns
            .get(slot.spec as usize)
    }

    /// The rules that a turn has to keep, its phase's and its own; a moderator takes no side in any format.
    pub fn rules_of(&self, turn: &Turn) -> Vec<Rule> {
        let phase = self.opening.as_deref().and_then(|opening| {
            let phases = &opening.format.phases;
            phases.get(turn.phase as usize)
        });
        let mut rules: Vec<Rule> = Vec::new();
        let of_phase = phase.iter().flat_map(|phase| &phase.rules);
        let own = self.spec_of(turn).into_iter().flat_map(|spec| &spec.rules);
        let moderates = turn.seat.is_moderator();
        // What code can decide of that; a model is asked where the format asks for it.
        let neutral = Rule::NEUTRALITY.iter();
        let neutral = neutral.filter(|rule| moderates && rule.is_code());
        let has_evidence = !self.agenda.evidence.is_empty();
        let evidence = has_evidence.then_some(&Rule::EvidenceAcknowledged);
        for rule in of_phase.chain(own).chain(neutral).chain(evidence) {
            if rule.is_for(turn.task) && !rules.contains(rule) {
                rules.push(*rule);
            }
        }
        rules
    }

    /// The fewest words that a turn may have. Where speeches are made shorter so is this: what is not long enough is
    /// struck, and nobody asked for more.
    pub fn least_words(&self, turn: &Turn) -> u32 {
        let least = self.spec_of(turn).and_then(|spec| spec.least_words);
        let scale = self.opening.as_deref().map_or(1.0, |one| one.options.scale);
        (f64::from(least.unwrap_or(0)) * scale.min(1.0)).round() as u32
    }

    /// The first rule of code that a turn breaks.
    pub fn broken_by(&self, turn: &Turn) -> Option<Broken> {
        let rules = self.rules_of(turn);
        rules
            .into_iter()
            .filter(|rule| rule.is_code())
            .find_map(|rule| {
                let reason = broken(self, turn, rule)?;
                Some(Broken { rule, reason })
            })
    }
}

fn broken(state: &DebateState, turn: &Turn, rule: Rule) -> Option<String> {
    let arguments = match &turn.work {
        Some(Work::Arguments(arguments)) => arguments.as_slice(),
        Some(
            Work::CrossExamination(_)
            | Work::Replies(_)
            | Work::Closing(_)
            | Work::Framing(_)
            | Work::Synthesis(_),
        )
        | None => &[],
    };
    // Whose time was up is not held to what could not be said any more.
    let finished = arguments.len().saturating_sub(usize::from(turn.ran_over()));
    let arguments = arguments.get(..finished).unwrap_or_default();
    match rule {
        Rule::CompleteArguments => incomplete(state, turn, arguments),
        Rule::EveryArgumentAnswered => unanswered(state, turn),
        Rule::FollowUpsAsked => unasked(turn),
        Rule::NoRepetition => repeated(state, turn),
        Rule::WordLimits => limits(state, turn),
        Rule::AssumptionsListed => unlisted(arguments, "assumptions", |one| {
            one.detail
                .as_ref()
                .map(|detail| detail.assumptions.as_slice())
        }),
        Rule::UncertaintiesListed => unlisted(arguments, "uncertainties", |one| {
            one.detail
                .as_ref()
                .map(|detail| detail.uncertainties.as_slice())
        }),
        Rule::NoReferenceToOpponents => reference(state, turn),
        Rule::AsksAQuestion => no_question(&said_in(turn)),
        Rule::NoWinner => {
            let neutral = Neutrality::of(state);
            turn.texts()
                .into_iter()
                .find_map(|text| neutral.winner(text))
        }
        Rule::NoRecommendation => {
            let neutral = Neutrality::of(state);
            turn.texts()
                .into_iter()
                .find_map(|text| neutral.recommendation(text))
        }
        Rule::AllParts => missing_part(turn),
        Rule::EvidenceAcknowledged => unspoken_to(state, turn),
        Rule::NoNewArguments
        | Rule::SteelMan
        | Rule::StaysInCategory
        | Rule::NoHedging
        | Rule::AssumptionsStated
        | Rule::ArgumentsPreviewed
        | Rule::BestPointGranted
        | Rule::HingesNamed
        | Rule::UncertaintyPreserved
        | Rule::GenuineQuestion
        | Rule::DirectAnswer
        | Rule::NoCondescension
        | Rule::ConfidenceFits
        | Rule::Neutral => None,
    }
}

/// The words of a turn without our labels.
fn said_in(turn: &Turn) -> String {
    turn.work
        .as_ref()
        .map_or_else(|| turn.text.clone(), Work::words)
}

/// The faults in the form of arguments: their number, their ids, the length of their parts (`structured-protocol`,
/// `validate_opening_args`). Empty where nothing is.
pub fn warnings(arguments: &[Argument], prefix: &str, least: u32, most: u32) -> Vec<String> {
    let mut warnings = Vec::new();
    let count = u32::try_from(arguments.len()).unwrap_or(u32::MAX);
    if !(least..=most).contains(&count) {
        let asked = if least == most {
            least.to_string()
        } else {
            format!("{least} to {most}")
        };
        let told = counted(count, "argument was", "arguments were");
        warnings.push(format!("{told} handed in, and {asked} are asked for"));
    }
    for one in arguments {
        if !one.id.starts_with(prefix) {
            warnings.push(format!("{}: the id should begin with {prefix}", one.id));
        }
        let parts = [&one.claim, &one.reasoning, &one.evidence];
        for ((name, least), part) in LEAST_CHARACTERS.into_iter().zip(parts) {
            if part.trim().chars().count() < least {
                warnings.push(format!(
                    "{}: the {name} has fewer than {least} characters",
                    one.id
                ));
            }
        }
    }
    warnings
}

fn incomplete(state: &DebateState, turn: &Turn, arguments: &[Argument]) -> Option<String> {
    let spec = state.spec_of(turn)?;
    let least = spec.least_arguments.unwrap_or(LEAST_ARGUMENTS);
    let least = if turn.ran_over() { 0 } else { least };
    let most = spec.most_arguments.unwrap_or(MOST_ARGUMENTS).max(least);
    let opening = state.opening.as_deref()?;
    let prefix = opening.format.side(turn.seat.group())?.mark();
    let warnings = warnings(arguments, &prefix, least, most);
    (!warnings.is_empty()).then(|| warnings.join("; "))
}

fn unanswered(state: &DebateState, turn: &Turn) -> Option<String> {
    let (expected, given): (Vec<String>, Vec<&String>) = match &turn.work {
        Some(Work::CrossExamination(all)) => {
            let against = state.arguments_against(&turn.seat);
            let ids = against.into_iter().map(|(_, argument)| argument.id.clone());
            (ids.collect(), all.keys().collect())
        }
        Some(Work::Replies(all)) => {
            let asked = state.questions_to(&turn.seat);
            let mut ids: Vec<String> = asked.into_iter().map(|(one, ..)| one.id.clone()).collect();
            ids.dedup();
            (ids, all.keys().collect())
        }
        Some(Work::Arguments(_) | Work::Closing(_) | Work::Framing(_) | Work::Synthesis(_))
        | None => return None,
    };
    let skipped: Vec<&str> = expected
        .iter()
        .filter(|id| !given.contains(id) && !turn.ran_over())
        .map(String::as_str)
        .collect();
    let invented: Vec<&str> = given
        .iter()
        .filter(|id| !expected.contains(id))
        .map(|id| id.as_str())
        .collect();
    match (skipped.as_slice(), invented.as_slice()) {
        ([], []) => None,
        ([], invented) => Some(format!("there is no {}", invented.join(", "))),
        (skipped, _) => Some(format!("{} was not answered", skipped.join(", "))),
    }
}

fn unasked(turn: &Turn) -> Option<String> {
    let Some(Work::CrossExamination(all)) = &turn.work else {
        return None;
    };
    let unasked = all
        .iter()
        .filter(|(_, one)| !has_words(&one.follow_up_question));
    let mut ids: Vec<&str> = unasked.map(|(id, _)| id.as_str()).collect();
    // Whose time was up could not ask any more.
    if turn.ran_over() {
        ids.pop();
    }
    (!ids.is_empty()).then(|| format!("nothing is asked about {}", ids.join(", ")))
}

/// The words that tell how much of a turn stands, word for word, in what its side has said before; `None` up to
/// `MOST_REPEATED`.
fn repeated(state: &DebateState, turn: &Turn) -> Option<String> {
    let own = state.speeches().filter(|one| {
        one.id != turn.id && one.seat.group() == turn.seat.group() && !one.is_struck()
    });
    let said: HashSet<String> = own
        .flat_map(|one| sentences(&one.text))
        .map(key)
        .filter(|one| one.split(' ').count() >= LEAST_REPEATED)
        .collect();
    let text = said_in(turn);
    let mut words = (0_u32, 0_u32);
    for sentence in sentences(&text) {
        let count = count_words(sentence);
        words.0 += count;
        if said.contains(&key(sentence)) {
            words.1 += count;
        }
    }
    let share = f64::from(words.1) / f64::from(words.0.max(1));
    (share > MOST_REPEATED).then(|| {
        format!(
            "{} of its {} words were said before by the same side",
            words.1, words.0
        )
    })
}

fn limits(state: &DebateState, turn: &Turn) -> Option<String> {
    let spec = state.spec_of(turn)?;
    let small = state.is_asked_stepwise(&turn.seat);
    // A small model's texts are stopped before they run away, so it is let off with half.
    let least = state.least_words(turn) / if small { 2 } else { 1 };
    // Where speeches are made longer, more was asked for than the format says.
    // Whoever presides is not cut when their time is over, and may run over it as far as others may.
    let timing = &state.opening.as_deref()?.format.timing;
    let most = match spec.words {
        Some(most) => most.max(turn.target_words),
        None if turn.target_words == 0 => u32::MAX,
        None => timing.limit(turn.target_words).round() as u32,
    };
    if turn.words < least && !turn.ran_over() {
        return Some(format!(
            "it has {} words, and at least {least} are asked for",
            turn.words
        ));
    }
    (turn.words > most).then(|| format!("it has {} words, and may have {most}", turn.words))
}

fn unlisted<'a>(
    arguments: &'a [Argument],
    what: &str,
    list: impl Fn(&'a Argument) -> Option<&'a [String]>,
) -> Option<String> {
    let missing: Vec<&str> = arguments
        .iter()
        .filter(|one| list_is_empty(list(one)))
        .map(|one| one.id.as_str())
        .collect();
    (!missing.is_empty()).then(|| format!("{} lists no {what}", missing.join(", ")))
}

fn list_is_empty(list: Option<&[String]>) -> bool {
    list.is_none_or(|list| list.iter().all(|one| one.trim().is_empty()))
}

/// Ways to speak of the other side without a name.
const OTHERS: [&str; 9] = [
    "my opponent",
    "my opponents",
    "our opponents",
    "the opponents",
    "the other side",
    "my opposite number",
    "the previous speaker",
    "the opposing side",
    "my adversary",
];

fn reference(state: &DebateState, turn: &Turn) -> Option<String> {
    let opening = state.opening.as_deref()?;
    let text = said_in(turn);
    let spoken: Vec<&str> = words(&text).collect();
    let others = opening
        .speakers
        .iter()
        .filter(|one| opening.oppose(&turn.seat, &one.seat));
    let mut names: Vec<&str> = Vec::new();
    for one in others {
        names.extend([one.card.name.as_str(), one.card.short.as_str()]);
        if let Some(side) = opening.format.side(one.seat.group())
            && one.seat.group() != turn.seat.group()
        {
            names.push(side.name.as_str());
        }
    }
    // Names are written with capitals: a mill is not Mill.
    let spoken_of = names.into_iter().find(|name| {
        let name: Vec<&str> = words(name).collect();
        !name.is_empty() && spoken.windows(name.len()).any(|place| place == name)
    });
    let found = spoken_of.or_else(|| phrase(&text, &OTHERS))?;
    Some(format!("it speaks of \"{found}\""))
}

/// The first of these phrases, in lower case, that stands in a text.
fn phrase<'a>(text: &str, phrases: &[&'a str]) -> Option<&'a str> {
    let text = text.to_lowercase();
    let spoken: Vec<&str> = words(&text).collect();
    phrases.iter().copied().find(|phrase| {
        let phrase: Vec<&str> = phrase.split(' ').collect();
        spoken.windows(phrase.len()).any(|place| place == phrase)
    })
}

fn no_question(text: &str) -> Option<String> {
    if !text.contains('?') {
        return Some("it asks nothing".to_owned());
    }
    let words = count_words(text);
    (words > QUESTION_WORDS)
        .then(|| format!("with {words} words it is a speech and not a question"))
}

fn unspoken_to(state: &DebateState, turn: &Turn) -> Option<String> {
    let silent = state.unacknowledged(turn);
    let what = "nothing is said of the evidence that was handed in";
    let mut sources: Vec<&str> = silent.iter().rev().map(|item| item.source()).collect();
    sources.dedup();
    match sources.as_slice() {
        [] => None,
        sources if sources.contains(&"") => Some(what.to_owned()),
        sources => Some(format!("{what} from {}", listed(sources))),
    }
}

fn missing_part(turn: &Turn) -> Option<String> {
    let Some(Work::Synthesis(synthesis)) = &turn.work else {
        return None;
    };
    let empty = |part: &[String]| part.iter().all(|one| one.trim().is_empty());
    let missing = synthesis.parts().into_iter().find(|(_, part)| empty(part));
    missing.map(|(title, _)| format!("nothing is said under \"{title}\""))
}
