//! What one side grants the other, and whether both say that it is agreed.

use std::sync::Arc;

use hustings::{
    blocks::{Block, Document, Notes, SectionKind},
    catalog::{Profile, Steps},
    debate::{
        DebateState,
        answer::GrantReply,
        ask::Ask,
        decide::{Answer, Input},
        event::{CallFailure, CallReport, Event},
        granted::GrantStanding,
        ids::Seat,
        missing,
        opening::{OnFailure, Options},
        scores::Standing,
        state::TranscriptEntry,
        written::Work,
    },
    export,
};

use crate::common::{
    FORMATS, answers, opening_in,
    world::{World, choices, short_debate, taken_up},
};

const COURTESY: &str = "It was a courtesy, and the count is still wrong.";

fn seat(name: &str) -> Seat {
    Seat::named(name)
}

/// What is answered where Pro concedes the first argument of Con and the core of the second, and takes the first
/// concession back, where this is wanted; and where the judge calls every argument refuted.
fn answered(state: &DebateState, ask: &Ask, takes_back: bool) -> Option<Answer> {
    match ask {
        Ask::Write { turn } => {
            let mut work = answers::responding(state, *turn, answers::granting);
            if let Work::Closing(closing) = &mut work {
                closing.concessions.clear();
            }
            Some(Answer::Work(Box::new(work)))
        }
        Ask::Confirm { seat } => {
            let reply = |number| {
                let agreed = !(takes_back && number == 1 && seat.group() == "pro");
                let dispute = if agreed { "" } else { COURTESY };
                GrantReply {
                    number,
                    dispute: dispute.to_owned(),
                    agreed,
                }
            };
            // Of what nobody has granted nothing is taken, and of each point one word.
            Some(Answer::Grants([1, 2, 2, 0, 9].map(reply).to_vec()))
        }
        Ask::Judge { .. } => Some(answers::all_refuted(state)),
        _ => None,
    }
}

fn opened(profile: &Profile, on_failure: OnFailure, takes_back: bool) -> World {
    let options = Options {
        on_failure,
        ..Options::default()
    };
    let mut world = World::new();
    world.answers = Some(Box::new(move |state, ask| answered(state, ask, takes_back)));
    world.feed(Input::Open(Arc::new(opening_in(
        "structured",
        0,
        options,
        profile,
    ))));
    world
}

fn held(takes_back: bool) -> World {
    let mut world = opened(&Profile::default(), OnFailure::Pause, takes_back);
    world.run(&mut choices(), 0);
    world
}

/// Where in the journal something is asked.
fn asked(world: &World, is_it: impl Fn(&Ask) -> bool) -> Vec<usize> {
    let records = world.journal.iter().enumerate();
    let asked = records.filter_map(|(at, record)| match &record.event {
        Event::CallBegan { ask, .. } if is_it(ask) => Some(at),
        _ => None,
    });
    asked.collect()
}

fn standings(state: &DebateState) -> Vec<(String, &'static str)> {
    let grants = state.grants();
    let standing = |grant| state.grant_standing(grant).word();
    let one = |grant| {
        let hustings::debate::granted::Grant { argument, .. } = grant;
        argument.map_or_else(String::new, |one| one.id.clone())
    };
    grants
        .iter()
        .map(|grant| (one(grant.clone()), standing(grant)))
        .collect()
}

#[test]
fn each_side_is_asked_once_after_the_last_word_and_before_anybody_judges() {
    let world = held(false);
    let state = &world.state;
    assert_eq!(&DebateState::fold(&world.journal), state);
    let confirm = asked(&world, |ask| matches!(ask, Ask::Confirm { .. }));
    let judge = asked(&world, |ask| matches!(ask, Ask::Judge { .. }));
    let is_end = |event: &Event| matches!(event, Event::TurnEnded { .. });
    let last = world.journal.iter().rposition(|one| is_end(&one.event));
    assert_eq!(confirm.len(), 2);
    assert!(confirm.iter().all(|at| Some(*at) > last && at < &judge[0]));
    let is_answered = |event: &Event| matches!(event, Event::GrantsConfirmed { .. });
    let answered = world
        .journal
        .iter()
        .rposition(|one| is_answered(&one.event));
    assert!(answered < Some(judge[0]), "the judge waits for both");
    assert_eq!(
        standings(state),
        [("CON-1".into(), "agreed"), ("CON-2".into(), "agreed")]
    );
    // What both confirm cannot have been refuted.
    let trace = state.trace();
    let of = |id: &str| trace.iter().find(|row| row.argument.id == id).unwrap();
    assert_eq!(of("CON-1").standing, Some(Standing::Upheld));
    assert_eq!(of("CON-2").standing, Some(Standing::Refuted));
}

#[test]
fn what_is_taken_back_is_open_and_counts_as_conceded_no_more() {
    let world = held(true);
    let state = &world.state;
    assert_eq!(
        standings(state),
        [("CON-1".into(), "disputed"), ("CON-2".into(), "agreed")]
    );
    let grants = state.grants();
    let pro = seat("pro.1");
    assert_eq!(
        state.grant_standing(&grants[0]),
        GrantStanding::Disputed(vec![(&pro, COURTESY)])
    );
    let trace = state.trace();
    let of = |id: &str| trace.iter().find(|row| row.argument.id == id).unwrap();
    assert_eq!(of("CON-1").standing, Some(Standing::Refuted));
    let is_notice = |text: &String| text.contains("had conceded");
    assert!(!state.notices.iter().any(is_notice), "{:?}", state.notices);
    // The document tells it, once and before the reports, and the briefing has it among what is open.
    let name = state.name(&pro);
    let conceded = format!("CON-1, conceded by {name}");
    let in_part = format!("CON-2, partly conceded by {name}");
    let document = Document::of(state, Notes::LeftOut);
    let sections = document.proceedings.iter().filter_map(|block| match block {
        Block::Section(section) => Some(section.role),
        _ => None,
    });
    let sections: Vec<SectionKind> = sections.collect();
    let at = |kind| sections.iter().position(|one| *one == kind);
    assert!(
        at(SectionKind::Agreed) < at(SectionKind::Report),
        "{sections:?}"
    );
    let page = export::markdown(state, Notes::LeftOut);
    let (_, told) = page.split_once("### What is agreed\n").unwrap();
    let (told, _) = told.split_once("\n#").unwrap();
    let (agreed, disputed) = told.split_once("**Not agreed**").unwrap();
    assert!(agreed.contains("**Confirmed by both sides**"), "{told}");
    assert!(agreed.contains(&in_part), "{told}");
    assert!(disputed.contains(&conceded), "{told}");
    assert!(disputed.contains(&format!("Pro: {COURTESY}")), "{told}");
    let briefing = export::briefing(state).unwrap();
    let under = |heading: &str| {
        let (_, behind) = briefing.split_once(&format!("## {heading}\n")).unwrap();
        behind.split("\n## ").next().unwrap().to_owned()
    };
    let (agreed, open) = (under("What is agreed"), under("What is open"));
    assert!(agreed.contains(&format!("{in_part}, confirmed by both sides: ")));
    assert!(!agreed.contains("CON-1"), "{agreed}");
    assert!(
        open.contains(&format!("{conceded}, not agreed: ")),
        "{open}"
    );
    assert!(open.contains(&format!("Pro: {COURTESY}")), "{open}");
}

#[test]
fn a_word_that_cannot_be_had_is_named_and_holds_nobody_up() {
    let mut world = opened(&Profile::default(), OnFailure::Pause, false);
    let mut choices = choices();
    while let Some(call) = world.calls.keys().next().copied() {
        if matches!(world.calls[&call].0, Ask::Confirm { .. }) {
            let lost = ["it is gone", ""];
            world.fail(call, CallFailure::Broke, lost, CallReport::default());
        } else {
            world.happen(call, &mut choices, 0);
        }
    }
    let state = &world.state;
    assert!(state.is_closed(), "nobody is waited for");
    assert_eq!(standings(state)[0].1, "unconfirmed");
    assert!(!missing::is_poorer(state));
    let told = missing::describe(state, &missing::missing(state)).unwrap();
    assert!(told.contains("what is agreed in the eyes of"), "{told}");
    let briefing = export::briefing(state).unwrap();
    assert!(briefing.contains(", not confirmed: "), "{briefing}");
}

#[test]
fn who_died_before_the_answer_is_asked_again_and_nobody_is_asked_twice() {
    let mut world = opened(&Profile::default(), OnFailure::Pause, true);
    let mut choices = choices();
    let mut died = 0;
    while !world.state.is_closed() {
        let is_asked = |(ask, _): &(Ask, Vec<String>)| matches!(ask, Ask::Confirm { .. });
        let waits = world.calls.values().any(is_asked);
        // With both to come, and with one.
        if waits && died < 2 && died == world.state.confirmations.len() {
            died += 1;
            world.calls.clear();
            world.state = DebateState::fold(&world.journal);
            world.feed(taken_up(None));
        }
        let call = world.calls.keys().next().copied().unwrap();
        world.happen(call, &mut choices, 0);
    }
    assert_eq!(died, 2);
    let seats = world.state.confirmations.iter();
    let seats: Vec<&str> = seats.map(|one| one.seat.as_str()).collect();
    assert_eq!(seats, ["pro.1", "con.1"]);
    let entries = world.state.entries.iter();
    let told = entries.filter(|entry| **entry == TranscriptEntry::Granted);
    assert_eq!(told.count(), 1);
}

#[test]
fn nobody_is_asked_where_nothing_is_granted_nor_is_a_small_model() {
    for format in FORMATS {
        let journal = short_debate(format, Vec::new());
        let state = DebateState::fold(&journal);
        assert_eq!(
            state.confirmations.is_empty(),
            state.grants().is_empty(),
            "{format}"
        );
    }
    let small = Profile {
        steps: Steps::OneAtATime,
        ..Profile::default()
    };
    let mut world = opened(&small, OnFailure::Pause, false);
    world.run(&mut choices(), 0);
    let confirm = asked(&world, |ask| matches!(ask, Ask::Confirm { .. }));
    assert!(confirm.is_empty(), "{confirm:?}");
    assert_eq!(standings(&world.state)[0].1, "unconfirmed");
    let page = export::markdown(&world.state, Notes::LeftOut);
    let told = "**Granted, and not confirmed by both sides**";
    assert!(page.contains(told), "{page}");
}
