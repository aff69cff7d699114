//! What a debate comes to that nobody judges: who changed their mind, and what became of each argument.

use crate::common::world::{World, choices};
use hustings::{
    blocks::{Block, Document, Notes},
    catalog::Profile,
    debate::{
        DebateState,
        answer::{Answer, ArgumentPoint, PositionShift, SpeechArguments},
        ask::{Ask, Cue},
        outcome::ArgumentStatus,
        state::TranscriptEntry,
    },
    export,
};

fn taken_down(shifts: Option<Vec<PositionShift>>) -> Answer {
    Answer::Arguments(SpeechArguments {
        opening: "It began.".into(),
        arguments: vec![ArgumentPoint {
            claim: "Streets are for people.".into(),
            reasoning: "They paid for them.".into(),
            evidence: None,
            is_rebuttal: false,
            rebuts_speaker: None,
        }],
        closing: "It ended.".into(),
        tone: "warm".into(),
        key_rhetorical_moves: vec![],
        shifts,
    })
}

fn shift(words: &str, is_concession: bool, toward: &str) -> PositionShift {
    PositionShift {
        about: "the matter".into(),
        words: words.into(),
        is_concession,
        toward: Some(toward.into()),
    }
}

fn outcomes(state: &DebateState) -> usize {
    let told = state.entries.iter();
    told.filter(|one| **one == TranscriptEntry::Outcomes)
        .count()
}

#[test]
fn who_changed_their_mind_is_told_once_and_only_in_words_that_they_have_said() {
    for format in ["roundtable", "socratic"] {
        let mut world = World::short(format, &Profile::default());
        world.answers = Some(Box::new(|state, ask| {
            let Ask::Extract { turn } = ask else {
                return None;
            };
            let turn = state.turn(*turn)?;
            let own: Vec<&str> = turn.text.split_whitespace().take(5).collect();
            let other = state.speakers().iter().find(|one| one.seat != turn.seat)?;
            Some(taken_down(Some(vec![
                shift(&own.join(" "), false, &other.card.name),
                shift(
                    "words that nobody has ever said here",
                    false,
                    &other.card.name,
                ),
                shift(&turn.text, true, "somebody who does not speak"),
                shift("two words", true, &other.card.name),
            ])))
        }));
        world.run(&mut choices(), 0);
        let state = &world.state;
        assert!(state.is_closed());
        assert_eq!(outcomes(state), 1, "{format}");
        assert_eq!(&DebateState::fold(&world.journal), state);
        let all = state.shifts();
        // Of whoever only asks nothing is said, and of whoever answers, too, not that nothing else was said.
        if format == "socratic" {
            assert_eq!(all.len(), 1);
            assert!(all.iter().all(|one| !one.is_read && !one.is_due));
        } else {
            assert_eq!(all.len(), state.speakers().len());
            assert!(all.iter().all(|one| one.is_read));
        }
        let mut moved = 0;
        for one in &all {
            for (at, (turn, shift)) in one.shifts.iter().enumerate() {
                moved += 1;
                let mut before = one.shifts.iter().take(at);
                assert!(
                    before.all(|(_, other)| other.words != shift.words),
                    "said again"
                );
                assert_eq!(&turn.seat, one.seat);
                assert!(turn.text.contains(shift.words.as_str()), "{shift:?}");
                let toward = shift.toward.as_deref();
                assert_eq!(toward.is_some(), !shift.is_concession, "{shift:?}");
            }
        }
        assert!(moved > 0, "{format}");
        // Nobody takes anything back in the first thing that they say.
        let first = state.speeches().next().unwrap();
        assert!(!state.is_read_for_shifts(first));
        let told = Document::of(state, Notes::LeftOut).proceedings;
        let at = |title: &str| {
            let is_it =
                |block: &Block<'_>| matches!(block, Block::Section(one) if one.title == title);
            told.iter().position(is_it)
        };
        let end = at("Who changed their mind").expect("it is told");
        assert!(end + 1 >= told.len() - 1, "{format}: at the end");
        let markdown = export::markdown(state, Notes::LeftOut);
        let quoted = &all
            .iter()
            .find(|one| !one.shifts.is_empty())
            .unwrap()
            .shifts[0]
            .1
            .words;
        assert!(markdown.contains(&format!("“{quoted}”")), "{markdown}");
    }
}

#[test]
fn of_speeches_that_nobody_has_read_it_is_not_said_that_nobody_moved() {
    let mut world = World::short("roundtable", &Profile::default());
    world.run_without(|ask| matches!(ask, Ask::Extract { .. }));
    assert_eq!(outcomes(&world.state), 0);
    assert!(world.state.shifts().is_empty());
}

#[test]
fn what_became_of_an_argument_is_told_by_what_was_said_of_it() {
    let mut world = World::short("clearside", &Profile::default());
    world.answers = Some(Box::new(|state, ask| {
        let spoken = |turn| {
            state
                .turn(turn)
                .map(|turn| (turn.seat.group().to_owned(), turn.phase))
        };
        match ask {
            Ask::Speech {
                turn,
                cue: Cue::Begin,
            } => {
                let text = match spoken(*turn)? {
                    (side, 3) if side == "con" => {
                        "It is said in PRO-1 and in PRO-2 at their strongest, and both are outweighed. "
                    }
                    (side, 3) if side == "pro" => {
                        "What was said of PRO-1 is wrong, and CON-1 is outweighed. "
                    }
                    (side, 4) if side == "con" => {
                        "I grant that PRO-3 is right about the pavement. "
                    }
                    _ => return None,
                };
                Some(Answer::Text(text.into()))
            }
            Ask::Extract { turn } => {
                let words = "I grant that PRO-3 is right about the pavement";
                let has = state.turn(*turn)?.text.contains(words);
                has.then(|| taken_down(Some(vec![shift(words, true, "nobody")])))
            }
            _ => None,
        }
    }));
    world.run(&mut choices(), 0);
    let state = &world.state;
    assert_eq!(outcomes(state), 1);
    let trace = state.trace();
    let status = |id: &str| {
        let row = trace.iter().find(|row| row.argument.id == id);
        row.map(hustings::debate::trace::TracedArgument::status)
    };
    assert_eq!(status("PRO-1"), Some(ArgumentStatus::Answered));
    assert_eq!(status("PRO-2"), Some(ArgumentStatus::TakenUp));
    assert_eq!(status("PRO-3"), Some(ArgumentStatus::Granted));
    assert_eq!(status("CON-1"), Some(ArgumentStatus::TakenUp));
    assert_eq!(status("CON-2"), Some(ArgumentStatus::Untouched));
    let markdown = export::markdown(state, Notes::LeftOut);
    assert!(
        markdown.contains("What became of the arguments"),
        "{markdown}"
    );
    for told in [
        "never taken up",
        "taken up, answered",
        "granted by ",
        "“I grant that PRO-3 is right about the pavement”",
    ] {
        assert!(markdown.contains(told), "{told}: {markdown}");
    }
}
