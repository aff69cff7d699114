//! The variants that rehearsed debates do not come to by themselves: a line that breaks, a point that is waved down,
//! sources that are doubted, what is conceded, a gallery that brings in more than there is room for. The state in which
//! something is asked is changed so that it had come to that, and the prompt filled once more.

use std::{collections::BTreeMap, sync::Arc};

use hustings_rules::setup;

use crate::{
    catalog::{Catalog, Motion, Rule, Sample, Steps, Task, Term},
    debate::{
        DebateState,
        ask::{Ask, Cue},
        grants::{Confirmation, GrantAnswer},
        ids::{InterventionId, Seat, TurnId},
        opening::{Opening, Referee},
        scores::{Assessment, Judged, Observations},
        state::{PoiStatus, Round, Turn},
        written::{ResponseType, Work},
    },
    prompt::Prompts,
};

/// Contexts, in tokens, in which the gallery has no room for one thing, for several, for most.
const NARROW: [u32; 8] = [2_000, 1_800, 1_600, 1_400, 1_200, 900, 600, 300];
/// Rules that a model is asked about, two of which every turn has where all is checked.
const ASKED: [Rule; 2] = [Rule::SteelMan, Rule::NoNewArguments];
/// The formats in which all is checked: with speeches, with what is handed in, and with a synthesis.
const STRICT: [&str; 3] = [setup::USUAL_FORMAT, "structured", "clearside"];
/// Motions that somebody types and that code can only quote, of each form.
const TYPED: [&str; 4] = [
    "Does the town need a bridge?",
    "Which bridge should be mended first?",
    "Should the town mend the bridge or the gate?",
    "The bridge",
];
/// More than a turn is shown ideas for.
const MANY_ARGUMENTS: u32 = 6;

/// Fills what is asked as it would be in other circumstances. Where one cannot be filled so, nothing is kept of it.
pub(super) fn fill(prompts: &Prompts, state: &DebateState, ask: &Ask, context: u32) {
    let prompt =
        |state: &DebateState, ask: &Ask, context| drop(prompts.prompt(state, ask, context));
    match ask {
        Ask::Speech { turn, cue } => {
            if *cue != Cue::Begin {
                let cue = Cue::Resume;
                prompt(state, &Ask::Speech { turn: *turn, cue }, context);
            }
            if !state.points.is_empty() {
                prompt(&declined(state), ask, context);
            }
            if !state.passages.is_empty() {
                prompt(&handed_in(state), ask, context);
            }
            prompt(&without_cards(state), ask, context);
        }
        Ask::Write { turn } => {
            let is_closing = state.turn(*turn).map(|turn| turn.task) == Some(Task::Closing);
            if is_closing {
                prompt(&conceded(state), ask, context);
            }
            prompt(&with_own_claims(state), ask, context);
        }
        Ask::Referee { turn } => {
            for count in 1..=2 {
                prompt(&missed(state, *turn, count), ask, context);
            }
        }
        // The built-in motions say themselves what each side holds.
        Ask::Extract { .. } => {
            for motion in TYPED {
                prompt(&typed(state, motion), &Ask::Claims, context);
            }
        }
        // The built-in format in which a judge calls who is next has no assessments between its rounds.
        Ask::Choose { judge, .. } => prompt(&assessed(state, judge), ask, context),
        Ask::Confirm { .. } => prompt(&conceded(state), ask, context),
        Ask::Verdict { .. } | Ask::Ballot { .. } | Ask::Judge { .. } => {
            prompt(&with_own_claims(state), ask, context);
            if !state.grants().is_empty() {
                prompt(&taken_back(state), ask, context);
            }
            for narrow in NARROW {
                prompt(state, ask, narrow);
            }
            if let Some((state, turn)) = cited(state) {
                prompt(&state, &Ask::Sources { turn }, context);
            }
        }
        // No built-in format has a house that casts no ballots before the debate.
        Ask::Lean { .. } => {
            let members: Vec<Seat> = state
                .audience()
                .iter()
                .map(|one| one.seat.clone())
                .collect();
            if !members.is_empty() {
                prompt(state, &Ask::Leans { members }, context);
            }
        }
        Ask::Draw { .. }
        | Ask::Probe { .. }
        | Ask::Sources { .. }
        | Ask::Prepare { .. }
        | Ask::Round { .. }
        | Ask::PoiOffer { .. }
        | Ask::PoiAccept { .. }
        | Ask::PoiAnswer { .. }
        | Ask::SideCheck { .. }
        | Ask::Claims
        | Ask::Define { .. }
        | Ask::Poll { .. }
        | Ask::Polls { .. }
        | Ask::Leans { .. }
        | Ask::Rank { .. }
        | Ask::Assess { .. }
        | Ask::Assessments { .. }
        | Ask::Annotate { .. }
        | Ask::Question { .. }
        | Ask::AnswerCheck { .. }
        | Ask::FollowUp { .. } => {}
    }
}

/// The motion was typed.
fn typed(state: &DebateState, motion: &str) -> DebateState {
    let mut state = state.clone();
    if let Some(opening) = &mut state.opening {
        Arc::make_mut(opening).motion = Motion::own(motion);
    }
    state
}

/// A judge has assessed the debate after a round.
fn assessed(state: &DebateState, judge: &Seat) -> DebateState {
    let mut state = state.clone();
    state.rounds.push(Round {
        phase: 0,
        round: 1,
        judge: judge.clone(),
        assessment: Judged::Given(Assessment {
            marks: BTreeMap::new(),
            observations: Observations::default(),
            overall_quality: 5.0,
            recommendation: "Somebody should say what the bridge costs.".to_owned(),
            should_continue: true,
        }),
    });
    state
}

/// Speakers were given their names alone.
fn without_cards(state: &DebateState) -> DebateState {
    let mut state = state.clone();
    let speakers = state.opening.iter_mut();
    for speaker in speakers.flat_map(|opening| &mut Arc::make_mut(opening).speakers) {
        speaker.card = setup::CardUse::NameOnly.card(&speaker.card, &speaker.card);
    }
    state
}

/// Every argument has something in it that nobody has handed in.
fn with_own_claims(state: &DebateState) -> DebateState {
    let mut state = state.clone();
    for turn in &mut state.turns {
        if let Some(Work::Arguments(arguments)) = &mut turn.work {
            for argument in arguments {
                argument.own_claims = vec!["1846".to_owned()];
            }
        }
    }
    state
}

/// Every point was waved down.
fn declined(state: &DebateState) -> DebateState {
    let mut state = state.clone();
    for point in &mut state.points {
        point.status = PoiStatus::Declined {
            gesture: String::new(),
        };
    }
    state
}

/// Every passage is from what the gallery handed in.
fn handed_in(state: &DebateState) -> DebateState {
    let mut state = state.clone();
    for passage in &mut state.passages {
        passage.evidence = Some(InterventionId(0));
    }
    state
}

/// Whatever was challenged was conceded, every second time in part.
fn conceded(state: &DebateState) -> DebateState {
    let mut state = state.clone();
    for turn in &mut state.turns {
        if let Some(Work::CrossExamination(responses)) = &mut turn.work {
            let kinds = [ResponseType::Concede, ResponseType::Partial];
            for (response, kind) in responses.values_mut().zip(kinds.into_iter().cycle()) {
                response.response_type = kind;
            }
        }
    }
    state
}

/// Whatever was challenged was conceded, and all but the last of it taken back after the last word.
fn taken_back(state: &DebateState) -> DebateState {
    let mut state = conceded(state);
    let grants = state.grants();
    let most = grants.len().saturating_sub(1);
    let disputes = grants.into_iter().take(most).map(|grant| Confirmation {
        seat: grant.by.clone(),
        answers: Some(vec![GrantAnswer {
            grant: grant.place,
            dispute: Some("It was a courtesy.".to_owned()),
        }]),
    });
    state.confirmations = disputes.collect();
    state
}

/// The referee has looked once and found nothing of so many rules.
fn missed(state: &DebateState, turn: TurnId, count: usize) -> DebateState {
    let mut state = state.clone();
    let asked = state.turn(turn).map(|turn| state.rules_of(turn));
    let rules = asked.into_iter().flatten().filter(|rule| !rule.is_code());
    let rules: Vec<_> = rules.take(count).collect();
    if let Some(turn) = turn_of(&mut state, turn) {
        turn.missed = rules;
    }
    state
}

/// Somebody has rested two claims on passages.
fn cited(state: &DebateState) -> Option<(DebateState, TurnId)> {
    let turn = state.speeches().find(|turn| turn.is_ended())?.id;
    let mut state = state.clone();
    let cited = turn_of(&mut state, turn)?;
    "The bridge carries it all [1]. The gate is counted at night [2].".clone_into(&mut cited.text);
    Some((state, turn))
}

fn turn_of(state: &mut DebateState, id: TurnId) -> Option<&mut Turn> {
    state.turns.iter_mut().find(|turn| turn.id == id)
}

/// The opening of a debate with all that is known of its motion and its speakers, where anything is.
pub(super) fn usual(mut opening: Opening, is_known: bool) -> Opening {
    if is_known {
        know(&mut opening);
    }
    opening
}

/// The debates that are rehearsed where one is opened so.
pub(super) fn of(catalog: &Catalog, mut opening: Opening, is_known: bool) -> Vec<Opening> {
    if !is_known {
        let noted = noted(catalog, &opening);
        return noted.into_iter().chain([opening]).collect();
    }
    know(&mut opening);
    let is_small = opening
        .speakers
        .iter()
        .all(|one| one.profile.steps == Steps::OneAtATime);
    if !(is_small && STRICT.contains(&opening.format_id.as_str())) {
        return vec![opening];
    }
    // Everything that can be checked is, whatever the size of the referee's model; and nobody has been taught anything.
    let mut strict = opening.clone();
    strict.options.referee = Referee::Full;
    strict.guidance = None;
    strict.variation = None;
    for phase in &mut strict.format.phases {
        phase.rules = [phase.rules.as_slice(), &ASKED].concat();
    }
    vec![opening, strict]
}

/// Everything that the file of a motion, and those of speakers, can have.
fn know(opening: &mut Opening) {
    let motion = &mut opening.motion;
    motion.background = "There is one bridge, and nine hundred carts a day cross it.".into();
    motion.terms = vec![Term {
        term: "cart".to_owned(),
        meaning: "what is drawn by one horse".to_owned(),
    }];
    let case = ["The planks are worn.", "The ferry waits for the tide."].map(str::to_owned);
    motion.case.prop = case.to_vec();
    motion.case.opp = case.to_vec();
    for speaker in &mut opening.speakers {
        speaker.card.samples = vec![Sample {
            text: "I have crossed it every day of my life.".to_owned(),
            source: "A letter".to_owned(),
        }];
    }
}

/// The same in a format in which people make notes before they hand in a fixed number of arguments, and many of them.
fn noted(catalog: &Catalog, opening: &Opening) -> Option<Opening> {
    let usual = &catalog.format(setup::USUAL_FORMAT).ok()?.value;
    let mut preparing = usual.phases.first()?.clone();
    preparing.turns.retain(|turn| turn.task == Task::Prepare);
    let mut opening = opening.clone();
    let phases = &mut opening.format.phases;
    let turns = phases.iter_mut().flat_map(|phase| &mut phase.turns);
    for turn in turns.filter(|turn| turn.task == Task::Arguments) {
        turn.least_arguments = Some(MANY_ARGUMENTS);
        turn.most_arguments = Some(MANY_ARGUMENTS);
    }
    phases.insert(0, preparing);
    opening.guidance = None;
    opening.variation = None;
    Some(opening)
}
