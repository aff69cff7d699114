//! The map of debates of each family: what is on it, what answers what, and what has become of it.

mod record;

use std::collections::BTreeMap;

use super::*;
use crate::debate::{
    annotation::{AnnotatedClaim, AnnotatedRebuttal, Annotation, SideAnnotation},
    answer::{ClaimKind, ListedClaim, ListedRebuttal},
    ids::{CommandId, InterventionId, TurnId},
    state::{Intervention, Matter, TranscriptEntry},
    written::{ClosingStatement, ResponseType, Shift, Work},
};
use record::{argument, grants, hands_in, opened, point, responses, speaks};

/// The map as a tree: who says what, how it stands to what is above it, and what has become of it.
fn drawn(state: &DebateState) -> Vec<String> {
    let map = state.argument_map();
    let children = map.children();
    let mut rows = Vec::new();
    let mut open: Vec<(usize, usize)> = map.roots().map(|root| (root, 0)).collect();
    open.reverse();
    while let Some((at, depth)) = open.pop() {
        let node = &map.nodes[at];
        let told = node.told(false);
        let told = if told.is_empty() {
            String::new()
        } else {
            format!(" [{told}]")
        };
        let lead = [node.label.as_str(), node.how].concat();
        rows.push(format!(
            "{}{lead}<{}> {}{told}",
            "  ".repeat(depth),
            node.seat,
            node.text
        ));
        let below = children[at].iter().rev();
        open.extend(below.map(|child| (*child, depth + 1)));
    }
    rows
}

fn structured() -> DebateState {
    let mut state = opened("structured");
    for (seat, ids) in [("pro.1", ["PRO-1", "PRO-2"]), ("con.1", ["CON-1", "CON-2"])] {
        let all = ids.map(|id| argument(id, &format!("The claim of {id}.")));
        hands_in(
            &mut state,
            seat,
            Task::Arguments,
            Work::Arguments(all.into()),
        );
    }
    let met = [
        ("CON-1", ResponseType::Refute),
        ("CON-2", ResponseType::Partial),
    ];
    hands_in(&mut state, "pro.1", Task::CrossExamine, responses(&met));
    hands_in(
        &mut state,
        "con.1",
        Task::CrossExamine,
        responses(&[("PRO-1", ResponseType::Concede)]),
    );
    let reply = BTreeMap::from([("CON-1".to_owned(), "It was counted twice.".to_owned())]);
    hands_in(&mut state, "con.1", Task::Reply, Work::Replies(reply));
    hands_in(
        &mut state,
        "pro.1",
        Task::Closing,
        Work::Closing(ClosingStatement {
            concessions: vec!["CON-2: some deliveries need a van.".to_owned()],
            not_rebutted: vec!["PRO-2: nobody has said a word against it.".to_owned()],
            shift: Shift::Unchanged,
            final_position: "So it is.".to_owned(),
        }),
    );
    state
}

#[test]
fn what_is_handed_in_is_mapped_by_its_numbers() {
    let drawn = drawn(&structured());
    let expected = [
        "PRO-1<pro.1> The claim of PRO-1. [granted]",
        "  conceded<con.1> So much for PRO-1.",
        "PRO-2<pro.1> The claim of PRO-2. [on the table]",
        "  maintained<pro.1> PRO-2: nobody has said a word against it.",
        "CON-1<con.1> The claim of CON-1. [taken up, answered]",
        "  rebutted<pro.1> So much for CON-1.",
        "    answered<con.1> It was counted twice.",
        "CON-2<con.1> The claim of CON-2. [taken up]",
        "  partly conceded<pro.1> So much for CON-2.",
    ];
    assert_eq!(drawn, expected);
}

#[test]
fn speeches_about_what_was_handed_in_are_mapped_by_their_sentences() {
    let mut state = opened("clearside");
    for (seat, id) in [("pro.1", "PRO-1"), ("con.1", "CON-1")] {
        let all = vec![argument(id, &format!("Something that {id} claims."))];
        hands_in(&mut state, seat, Task::Arguments, Work::Arguments(all));
    }
    // The fold keeps by whom an argument is taken up.
    state
        .taken_up
        .insert("PRO-1".to_owned(), vec![Seat::named("con.1")]);
    let text = "I begin with thanks. PRO-1 forgets the winter. CON-1 stands.";
    speaks(&mut state, "con.1", text, &[("Winter is long.", None)]);
    speaks(&mut state, "pro.1", "PRO-1 holds in winter, too.", &[]);
    grants(
        &mut state,
        "CON-1",
        "It is true that CON-1 is right",
        "Napoleon Bonaparte",
    );
    let expected = [
        "PRO-1<pro.1> Something that PRO-1 claims. [taken up]",
        "  taken up<con.1> PRO-1 forgets the winter.",
        "    answered<pro.1> PRO-1 holds in winter, too.",
        "CON-1<con.1> Something that CON-1 claims. [granted]",
        "  granted<pro.1> It is true that CON-1 is right",
    ];
    assert_eq!(drawn(&state), expected);
}

fn exhibition() -> DebateState {
    let mut state = opened("exhibition");
    speaks(
        &mut state,
        "prop.1",
        "A street without engines sells more bread. Nobody misses the smoke.",
        &[
            ("A quiet street sells more bread", None),
            ("Smoke harms children", None),
            ("three", None),
        ],
    );
    point(
        &mut state,
        "opp.2",
        "Who bakes the bread that the quiet street sells?",
        PoiStatus::Answered {
            text: "The baker.".to_owned(),
        },
    );
    point(
        &mut state,
        "opp.3",
        "And the midwife?",
        PoiStatus::Declined {
            gesture: "shakes the head".to_owned(),
        },
    );
    let napoleon = state.name(&Seat::named("opp.1"));
    let first = state.name(&Seat::named("prop.1"));
    speaks(
        &mut state,
        "opp.1",
        "Bread sells where carts bring flour. Taxes build harbours.",
        &[
            (
                "No street sells bread without carts for the flour",
                Some(&first),
            ),
            ("Taxes build harbours", None),
        ],
    );
    speaks(
        &mut state,
        "prop.2",
        "Flour came by night. I grant that taxes build harbours.",
        &[("Carts can bring flour at night", Some(&napoleon))],
    );
    grants(
        &mut state,
        "taxes and harbours",
        "I grant that taxes build harbours",
        &napoleon,
    );
    state
}

#[test]
fn what_the_clerk_takes_down_is_mapped_by_whom_it_answers_and_the_words_they_share() {
    let expected = [
        "<prop.1> A quiet street sells more bread [taken up, answered]",
        "  point of information<opp.2> Who bakes the bread that the quiet street sells?",
        "    answered<prop.1> The baker.",
        "  answered<opp.1> No street sells bread without carts for the flour [taken up]",
        "    answered<prop.2> Carts can bring flour at night [on the table]",
        "<prop.1> Smoke harms children [on the table]",
        "declined point of information<opp.3> And the midwife?",
        "<opp.1> Taxes build harbours [granted]",
        "  granted<prop.2> I grant that taxes build harbours",
    ];
    assert_eq!(drawn(&exhibition()), expected);
}

#[test]
fn a_node_is_found_where_it_was_said() {
    let state = exhibition();
    let map = state.argument_map();
    let place = |text: &str| {
        let node = map.nodes.iter().find(|node| node.text.contains(text));
        state.place_on_record(node.unwrap()).unwrap()
    };
    let in_turn = |turn, words: &str| (TranscriptEntry::Turn(TurnId(turn)), words.to_owned());
    assert_eq!(
        place("quiet street sells more"),
        in_turn(0, "A street without engines sells more bread.")
    );
    // In none of the words in which the clerk puts it, so that the beginning is all there is.
    assert_eq!(place("Smoke harms"), in_turn(0, "Nobody misses the smoke."));
    assert_eq!(place("The baker."), in_turn(0, "The baker."));
    assert_eq!(place("at night"), in_turn(2, "Flour came by night."));
}

#[test]
fn what_an_earlier_speech_that_is_not_read_yet_could_have_said_is_awaited() {
    let mut state = exhibition();
    state.turns[0].arguments = Extraction::None;
    let map = state.argument_map();
    let rebuttal = map
        .nodes
        .iter()
        .position(|node| node.text.starts_with("No street"));
    let rebuttal = rebuttal.unwrap();
    assert_eq!(map.parent(rebuttal), None);
    assert_eq!(map.nodes[rebuttal].whom, Some(Seat::named("prop.1")));
}

#[test]
fn the_list_of_both_sides_adds_what_the_clerk_has_not_taken_down() {
    let mut state = exhibition();
    let claim = |turn, words: &str| AnnotatedClaim {
        turn: TurnId(turn),
        listed: ListedClaim {
            words: words.to_owned(),
            kind: ClaimKind::Assertion,
            specific: false,
        },
    };
    let rebuttal = AnnotatedRebuttal {
        turn: TurnId(1),
        answered_turn: TurnId(0),
        listed: ListedRebuttal {
            answers: "Nobody misses the smoke.".to_owned(),
            words: "Taxes build harbours.".to_owned(),
            meets_logic: false,
            new: true,
            undermines: false,
        },
    };
    let before = state.argument_map().nodes.len();
    state.annotation = AnnotationProgress::Taken {
        annotation: Annotation {
            sides: vec![
                SideAnnotation {
                    side: "prop".to_owned(),
                    claims: vec![claim(0, "A quiet street sells more bread.")],
                    rebuttals: Vec::new(),
                },
                SideAnnotation {
                    side: "opp".to_owned(),
                    claims: Vec::new(),
                    rebuttals: vec![rebuttal],
                },
            ],
            left_out: 0,
        },
        is_asked_again: true,
    };
    let map = state.argument_map();
    assert_eq!(
        map.nodes.len(),
        before + 1,
        "the words that are answered, and no other"
    );
    let target = map
        .nodes
        .iter()
        .position(|node| node.text == "Nobody misses the smoke.");
    let harbours = map
        .nodes
        .iter()
        .position(|node| node.text == "Taxes build harbours");
    assert_eq!(map.parent(harbours.unwrap()), target);
    assert_eq!(
        map.nodes[target.unwrap()].status,
        Some(ArgumentStatus::TakenUp)
    );
}

#[test]
fn what_the_viewer_brings_in_stands_below_what_it_quotes() {
    let mut state = exhibition();
    let item = |text: &str, matter| Intervention {
        id: InterventionId(0),
        command: CommandId(1),
        matter,
        seat: None,
        asked_as: None,
        text: text.to_owned(),
        progress: InterventionProgress::Done { answer: None },
        drafted: None,
        during: None,
        place: None,
        at_ms: 0,
        after_turns: 3,
    };
    let evidence = Matter::Evidence {
        source: "The port".to_owned(),
        places: Vec::new(),
        words: 9,
    };
    let text = "Against what Adam Smith said (“No street sells bread without carts for the flour”):\n\nOne does.";
    let other = item("Bread is good.", evidence.clone());
    state.interventions = vec![item(text, evidence), other];
    let map = state.argument_map();
    let node = map.nodes.last().unwrap();
    assert_eq!(
        (node.text.as_str(), node.kind),
        ("One does.", NodeKind::Evidence)
    );
    let above = map.parent(map.nodes.len() - 1).unwrap();
    assert!(map.nodes[above].text.starts_with("No street"));
    // What the gallery brings in answers nothing for its speaker.
    assert_eq!(map.nodes[above].status, Some(ArgumentStatus::TakenUp));
    let brought = map.nodes.iter().filter(|node| node.turn.is_none());
    assert_eq!(brought.count(), 1, "the other quotes nothing");
}

#[test]
fn a_revision_changes_with_the_map_and_not_with_words_that_come_in() {
    let mut state = exhibition();
    let before = (state.map_revision(), state.argument_map());
    let mut open = Turn::begun(TurnId(3), Seat::named("opp.2"), Task::Speech, 0);
    open.text = "I rise to".to_owned();
    state.turns.push(open);
    let begun = state.map_revision();
    assert_eq!(before.1, state.argument_map());
    state.turns[3].text.push_str(" say something.");
    assert_eq!(begun, state.map_revision());
    state.points[0].status = PoiStatus::Offered;
    assert_ne!(begun, state.map_revision());
}

#[test]
fn a_map_says_what_it_is_made_of() {
    for (format, source) in [
        ("assembly", MapSource::Clerk),
        ("british-parliamentary", MapSource::Clerk),
        ("clearside", MapSource::Works),
        ("exhibition", MapSource::Clerk),
        ("lincoln-douglas", MapSource::Clerk),
        ("oxford", MapSource::Clerk),
        ("panel", MapSource::Clerk),
        ("roundtable", MapSource::Clerk),
        ("socratic", MapSource::Clerk),
        ("structured", MapSource::Works),
        ("world-schools", MapSource::Clerk),
    ] {
        assert_eq!(opened(format).map_source(), source, "{format}");
        assert_eq!(
            opened(format).argument_map(),
            ArgumentMap::default(),
            "{format}"
        );
    }
}

#[test]
fn every_node_stands_in_the_tree_once_and_edges_lead_back() {
    for state in [structured(), exhibition()] {
        // At every length of the record.
        let whole = state.argument_map();
        for turns in 0..=state.turns.len() {
            let mut state = state.clone();
            state.turns.truncate(turns);
            let map = state.argument_map();
            let below: usize = map.children().iter().map(Vec::len).sum();
            assert_eq!(below + map.roots().count(), map.nodes.len());
            for edge in &map.edges {
                assert!(edge.to < edge.from && edge.from < map.nodes.len());
                let ids = |map: &ArgumentMap, edge: &MapEdge| {
                    (
                        map.nodes[edge.from].id.clone(),
                        map.nodes[edge.to].id.clone(),
                    )
                };
                let mut known = whole.edges.iter();
                assert!(known.any(|one| ids(&whole, one) == ids(&map, edge)));
            }
            for node in &map.nodes {
                assert!(whole.nodes.iter().any(|one| one.id == node.id));
            }
        }
    }
}
