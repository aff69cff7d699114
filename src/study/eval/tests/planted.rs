//! Planted cases: small debates of which is known how they must come out. Every measure puts those that its row of
//! [`EXPLAINED`] names in the order that it names, so that what is told of a measure is what holds. The judge is a
//! script: it reads the prompt as a model would, and finds what was planted there.

use std::{collections::BTreeMap, sync::Arc};

use serde_json::json;

use super::sample::SampleDebate;
use crate::{
    debate::{answer::Vote, ask::When},
    eval::{
        CorpusFacts, DEFINITIONS, Division, EXPLAINED, Judge, Materials, Measure, Nearest, Report,
        Surface,
        ask::{Repeat, ask},
        by::By,
    },
    llm::{
        Request,
        gate::Gate,
        price::Price,
        roster::Assigned,
        scripted::{Scripted, ScriptedAnswer},
    },
    prompt::Prompts,
};

/// The first speech, which there is to answer.
const FIRST: &str = "Horses starve in a long winter. Orchards feed nobody before autumn.";
/// A speech that answers it, one that drops names, and one that does neither.
const ANSWERS: &str = "If horses starve in winter, feed them hay. Orchards feed whoever waits for autumn, \
                       as Gandhi knows.";
const DROPS_NAMES: &str = "Gandhi is a great man, and Mohandas Gandhi spoke well. Bridges need iron, and \
                           iron needs furnaces.";
const IGNORES: &str = "Bridges need iron, and iron needs furnaces. Furnaces glow at midnight.";
/// What a point is about.
const TARGET: &str = "Toll roads impoverish remote villages.";
const SHARP: &str = "Which remote villages do toll roads impoverish?";

/// So many words that nothing has anything in common with.
fn filler(words: usize) -> String {
    let paragraph = format!("{}so.\n\n", "and so it went ".repeat(10));
    paragraph.repeat(words.div_ceil(40))
}

/// A planted case.
struct Case {
    debate: SampleDebate,
    materials: Materials,
}

impl Case {
    fn new() -> Self {
        Self {
            debate: SampleDebate::new(),
            materials: Materials::default(),
        }
    }

    /// Gandhi, then Napoleon, each with a claim.
    fn answered_by(speech: &str, claim: (&str, &str)) -> Self {
        let mut case = Self::new();
        case.debate
            .notes("opp.1", "Bridges need iron, and iron needs furnaces.");
        case.debate
            .speech("prop.1", FIRST, &[("Horses starve in winter", "")]);
        case.debate.speech("opp.1", speech, &[claim]);
        case
    }

    /// Four speeches in a row.
    fn of(speeches: [&str; 4]) -> Self {
        let mut case = Self::new();
        for (seat, speech) in ["prop.1", "opp.1", "prop.2", "opp.2"].iter().zip(speeches) {
            case.debate.speech(seat, speech, &[]);
        }
        case
    }

    /// A speech of Gandhi's, against a corpus that asks.
    fn against_corpus(speech: &str, claim: &str, nearest: f64) -> Self {
        let mut case = Self::new();
        case.debate.speech("prop.1", speech, &[(claim, "")]);
        let nearest = Nearest {
            similarity: nearest,
            by: By::Words,
            passage: "Trade feeds the hungry.".to_owned(),
        };
        let facts = CorpusFacts {
            surface: Surface::of("Who pays? I do. Who eats? We do.", &[]),
            nearest: [(claim.to_owned(), nearest)].into(),
            samples: vec!["Who pays? I do.".to_owned()],
        };
        case.materials.corpora = [("gandhi".to_owned(), facts)].into();
        case
    }

    /// A speech with the target so many words into it, and a point so many words later.
    fn point(target: usize, later: usize, point: &str, answer: Option<&str>) -> Self {
        let mut case = Self::new();
        let turn = case.debate.open("prop.1", &filler(target));
        case.debate.say(turn, TARGET);
        case.debate.say(turn, &format!("\n\n{}", filler(later)));
        case.debate.point(turn, "opp.1", point, answer);
        case.debate.say(turn, &filler(400));
        case.debate.close(turn);
        let reason = "whoever is remote pays for roads twice";
        case.debate.argued(turn, &[(TARGET, reason)]);
        case
    }

    /// A house of two members that votes so after each of three speeches, undecided at first.
    fn house(votes: [[Vote; 2]; 3]) -> Self {
        let mut case = Self::new();
        let undecided = [Some(Vote::Undecided); 2];
        case.debate.ballots(When::Before, &undecided);
        for (seat, votes) in ["prop.1", "opp.1", "prop.2"].iter().zip(votes) {
            case.debate.speech(seat, IGNORES, &[]);
            case.debate.poll(&votes.map(Some));
        }
        case
    }

    fn divided(votes: [[Vote; 2]; 3]) -> Self {
        let mut case = Self::new();
        let seat = crate::debate::ids::Seat::audience;
        let of = |votes: [Vote; 2]| {
            Division::of(
                votes
                    .iter()
                    .enumerate()
                    .map(|(at, vote)| (seat(at + 1), *vote))
                    .collect(),
            )
        };
        case.materials.divisions = votes.map(of).into();
        case
    }
}

/// The case of that name.
fn case(name: &str) -> Case {
    use Vote::{Aye, No, Undecided};
    let claim = "Iron makes bridges";
    match name {
        "ignores" => Case::answered_by(IGNORES, (claim, "")),
        "drops names" => {
            let named = "Gandhi knows that iron makes bridges";
            Case::answered_by(DROPS_NAMES, (named, ""))
        }
        "answers" => Case::answered_by(ANSWERS, ("Hay feeds horses", "Gandhi")),
        "reads its notes" => {
            let notes = "Bridges need iron, and iron needs furnaces.";
            Case::answered_by(notes, (claim, ""))
        }
        "answers early" => Case::of([FIRST, ANSWERS, IGNORES, IGNORES]),
        "answers late" => Case::of([FIRST, "Bread rises slowly.", ANSWERS, ANSWERS]),
        "flat" => Case::of([FIRST, "Bread rises slowly.", "Cats sleep all day.", IGNORES]),
        "climbs" => Case::of([
            FIRST,
            "Bread rises slowly. Bakers know their ovens.",
            "Slowly rising bread starves horses! Cats sleep all day.",
            "Horses starve in winter! No orchards feed whoever starves! Shame on whoever waits for autumn!",
        ]),
        "peaks early" => Case::of([
            FIRST,
            "Horses starve in winter! No orchards feed anybody before autumn! Shame!",
            "Bread rises slowly. Cats sleep all day.",
            "Horses sleep too. Cats sleep all day. Monday brings washing. Sailors sing shanties.",
        ]),
        "of its own making" => Case::against_corpus("I say so.", "Moons are made of cheese", 0.1),
        "from its corpus" => Case::against_corpus("I say so.", "Trade feeds the hungry", 0.9),
        "unlike voice" => Case::against_corpus(
            "Notwithstanding the aforementioned considerations the committee defers its resolution \
             until further deliberation.",
            claim,
            0.1,
        ),
        "like voice" => Case::against_corpus("Who sows? I do. Who reaps? We do.", claim, 0.1),
        "unlike card" => {
            let mut case = Case::new();
            case.debate.speech("prop.1", IGNORES, &[]);
            case
        }
        "like card" => {
            let mut case = Case::new();
            let speech = format!("Mark this: {}", filler(200));
            case.debate.speech("prop.1", &speech, &[]);
            case
        }
        "against its positions" => Case::answered_by(IGNORES, ("Trade matters to nobody", "")),
        "beside its positions" => Case::answered_by(IGNORES, ("Moons are round", "")),
        "on its positions" => Case::answered_by(IGNORES, ("Trade matters to all", "")),
        "one voice" => Case::of([IGNORES, IGNORES, IGNORES, IGNORES]),
        "two voices" => Case::of([IGNORES, FIRST, IGNORES, FIRST]),
        "long point" => {
            let long = format!("{SHARP} {}", "and so it went ".repeat(20));
            Case::point(240, 0, &long, None)
        }
        "blunt point" => Case::point(240, 0, "Nonsense, all of it.", None),
        "sharp point" => Case::point(240, 0, SHARP, None),
        "early point" => Case::point(0, 0, SHARP, None),
        "late point" => Case::point(240, 240, SHARP, None),
        "met point" => Case::point(240, 0, SHARP, Some("The remote villages of the hills.")),
        "evaded point" => Case::point(240, 0, SHARP, Some("Lovely weather.")),
        "unmoved house" => Case::house([[Undecided, Undecided]; 3]),
        "house moved at first" => Case::house([[Aye, Aye]; 3]),
        "house moved at last" => Case::house([[Undecided; 2], [Undecided; 2], [Aye, Aye]]),
        "house to and fro" => Case::house([[Aye, Aye], [No, Undecided], [Aye, Undecided]]),
        "repeats" | "new matter" => {
            let mut case = Case::new();
            let first = ("Horses starve in winter", "");
            case.debate.speech("prop.1", FIRST, &[first]);
            let (speech, claim) = match name {
                "repeats" => (FIRST, first),
                _ => (IGNORES, (claim, "")),
            };
            case.debate.speech("opp.1", speech, &[claim]);
            case
        }
        "divides unlike" => Case::divided([[Aye, No], [No, No], [Aye, Aye]]),
        "divides alike" => Case::divided([[Aye, No], [Aye, No], [Aye, No]]),
        other => panic!("no case is named {other}"),
    }
}

/// The part of a prompt between two of its headings.
fn part<'t>(prompt: &'t str, from: &str, to: &str) -> &'t str {
    let (_, behind) = prompt.split_once(from).unwrap();
    behind.split_once(to).unwrap().0
}

/// A judge who finds what was planted.
fn judge() -> Assigned {
    let model = Scripted::new("planted", |request: &Request| {
        ScriptedAnswer::text(answer(&request.messages[0].text))
    });
    Assigned::new(Arc::new(model), Price::Unknown, Gate::new(4))
}

fn answer(prompt: &str) -> String {
    if prompt.contains("same_voice") {
        let said = part(prompt, "THIS WAS SAID", "How far does");
        let is_theirs = said.contains("Who sows?") || said.contains("Mark this");
        return json!({"reason": "", "same_voice": if is_theirs { 9 } else { 2 }}).to_string();
    }
    if prompt.contains("claim_1") {
        let claims = part(prompt, "WAS CLAIMED", "Take the claims");
        let (position, held) = match claims {
            one if one.contains("Trade matters to all") => ("P1", "agrees"),
            one if one.contains("Trade matters to nobody") => ("P1", "contradicts"),
            _ => ("none", "neither"),
        };
        let one = json!({"position": position, "held": held});
        return json!({"claim_1": one}).to_string();
    }
    if prompt.contains("\"heard\" (") {
        let before = part(prompt, "WAS SAID BEFORE", "THE SPEECH OF");
        let speech = part(prompt, "THE SPEECH OF", "Could the speech");
        let is_about = |text: &str| text.contains("orses starve in");
        let heard = if is_about(before) && is_about(speech) {
            "answers"
        } else {
            "ignores"
        };
        return json!({"reason": "", "heard": heard}).to_string();
    }
    if prompt.contains("\"edge\" (") {
        let said = part(prompt, "HAD JUST SAID", "THE CHALLENGE");
        let point = part(prompt, "THE CHALLENGE", "WENT ON");
        let edge = match point.split_whitespace().count() {
            _ if !point.contains('?') => "blunt",
            60.. => "partly",
            _ => "sharp",
        };
        let moment = match said.split_whitespace().count() {
            _ if !said.contains("villages") => "late",
            ..20 => "early",
            _ => "good",
        };
        return json!({"reason": "", "edge": edge, "moment": moment}).to_string();
    }
    if prompt.contains("turning_point") {
        let turns = part(prompt, "THE TURNS", "Answer with JSON");
        let calls = |turn: &str| 1 + turn.matches('!').count();
        let turns = turns.split("\nturn_").skip(1).map(calls);
        let tension: Vec<usize> = turns.collect();
        let most = tension.iter().max().unwrap();
        let at = tension.iter().position(|one| one == most).unwrap();
        let named = match *most {
            1 => "none".to_owned(),
            _ => format!("turn_{}", at + 1),
        };
        let keys = tension.iter().enumerate();
        let tension: BTreeMap<String, usize> = keys
            .map(|(at, one)| (format!("turn_{}", at + 1), *one))
            .collect();
        let arc = json!({"tension": tension, "turning_point": named, "climax": named});
        return arc.to_string();
    }
    let met = prompt.contains("villages of the hills");
    json!({"reason": "", "answer": if met { "meets" } else { "evades" }}).to_string()
}

/// The report on the case of that name.
async fn report(name: &str, prompts: &Prompts) -> Report {
    let Case { debate, materials } = case(name);
    let judge = judge();
    let answers = ask(
        &debate.state,
        &materials.corpora,
        prompts,
        &judge,
        Repeat::ONCE,
    )
    .await;
    let materials = Materials {
        judge: Judge::Asked(answers),
        ..materials
    };
    Report::of(&debate.state, &materials)
}

/// The parts of an order: the names of cases, and the sign before each but the first.
fn steps(order: &str) -> Vec<(char, &str)> {
    let mut steps = Vec::new();
    let mut sign = ' ';
    let mut rest = order;
    while let Some(at) = rest.find(['<', '=']) {
        steps.push((sign, rest[..at].trim()));
        sign = rest[at..].chars().next().unwrap();
        rest = &rest[at + 1..];
    }
    steps.push((sign, rest.trim()));
    steps
}

#[tokio::test(start_paused = true)]
async fn every_measure_puts_the_planted_cases_in_order() {
    let prompts = Prompts::load(None).unwrap();
    let mut reports: BTreeMap<&str, Report> = BTreeMap::new();
    let mut wrong = Vec::new();
    for one in &EXPLAINED {
        let id = one.measure.definition().id;
        let steps = steps(one.checked);
        assert!(steps.len() > 1, "{id} is checked by nothing");
        let mut before: Option<f64> = None;
        for (sign, name) in steps {
            if !reports.contains_key(name) {
                reports.insert(name, report(name, &prompts).await);
            }
            let total = &reports[name].reading(one.measure).total;
            let Some(value) = total.value() else {
                wrong.push(format!("{id} of {name}: {total:?}"));
                continue;
            };
            let holds = match (sign, before) {
                ('<', Some(before)) => before < value - 1e-9,
                ('=', Some(before)) => (before - value).abs() < 1e-9,
                _ => true,
            };
            if !holds {
                wrong.push(format!("{id}: {before:?} {sign} {value} ({name})"));
            }
            before = Some(value);
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_measure_is_explained_in_the_order_of_the_definitions() {
    for (explained, definition) in EXPLAINED.iter().zip(&DEFINITIONS) {
        assert_eq!(explained.measure, definition.measure);
        let texts = [explained.unit, explained.shows, explained.cannot];
        assert!(texts.iter().all(|text| !text.is_empty()));
        assert_eq!(Measure::of_id(definition.id), Some(definition.measure));
        // What a judge reads stands beside what is counted, and not beside another reading.
        if let Some(beside) = explained.beside {
            assert_ne!(beside, explained.measure);
        }
    }
    assert_eq!(EXPLAINED.len(), DEFINITIONS.len());
    assert_eq!(Measure::of_id("no_such"), None);
}

#[test]
fn the_documentation_has_the_table_of_how_measures_were_checked() {
    let book = include_str!("../../../../docs/src/measures.md");
    let rows: Vec<String> = EXPLAINED
        .iter()
        .map(|one| format!("| `{}` | {} |", one.measure.definition().id, one.checked))
        .collect();
    let table = rows.join("\n");
    assert!(
        book.contains(&table),
        "docs/src/measures.md lacks:\n{table}"
    );
    // Each case is told there.
    for (_, name) in EXPLAINED.iter().flat_map(|one| steps(one.checked)) {
        assert!(book.contains(&format!("**{name}**")), "{name} is not told");
    }
}

/// A judge that is asked twice agrees with itself, and with another that finds the same; with one that does not, not.
#[tokio::test(start_paused = true)]
async fn readings_of_several_times_and_models_are_joined_and_compared() {
    let prompts = Prompts::load(None).unwrap();
    let Case { debate, materials } = case("answers");
    let state = &debate.state;
    let deaf = Scripted::new("deaf", |request: &Request| {
        let prompt = &request.messages[0].text;
        ScriptedAnswer::text(if prompt.contains("\"heard\" (") {
            json!({"reason": "", "heard": "ignores"}).to_string()
        } else {
            answer(prompt)
        })
    });
    let deaf = Assigned::new(Arc::new(deaf), Price::Unknown, Gate::new(4));
    let mut runs = Vec::new();
    for (judge, at) in [(&judge(), 0), (&judge(), 1), (&deaf, 0), (&deaf, 1)] {
        let repeat = Repeat { at, of: 2 };
        runs.push(ask(state, &materials.corpora, &prompts, judge, repeat).await);
    }
    let materials = Materials {
        judge: Judge::Asked(runs.remove(0)),
        again: runs,
        ..Materials::default()
    };
    let report = Report::of(state, &materials);
    let answering = report.reading(Measure::Answering);
    // 1 twice and 0 twice.
    assert_eq!(answering.total.value(), Some(0.5));
    let told = format!("{:?}", answering.total);
    assert!(told.contains("planted and deaf"), "{told}");
    let agreement = &report.agreement[&Measure::Answering];
    let repeats = |model: &str| Some(agreement.repeats[model].equal);
    assert_eq!(
        (repeats("planted"), repeats("deaf")),
        (Some(1.0), Some(1.0))
    );
    assert_eq!(agreement.models.map(|one| one.equal), Some(0.0));
    let style = &report.agreement[&Measure::StyleCard];
    assert_eq!(style.models.map(|one| one.equal), Some(1.0));
    // What was read once agrees with nothing.
    let once = Materials {
        judge: materials.judge.clone(),
        ..Materials::default()
    };
    assert!(Report::of(state, &once).agreement.is_empty());
}
