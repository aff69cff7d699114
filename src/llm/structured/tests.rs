//! Answers as models give them, and what is made of them: read, asked for again, given up.

use super::*;
use crate::{
    catalog::Profile,
    debate::{
        answer::{Ballot, Vote},
        ask::Purpose,
    },
    scripted::{Scripted, ScriptedAnswer},
};

#[derive(Debug, serde::Deserialize, JsonSchema)]
struct Points {
    points: Vec<String>,
    reason: String,
}

#[tokio::test(start_paused = true)]
async fn a_small_models_answer_that_cannot_come_right_is_not_heard_to_its_end() {
    let short = || {
        ScriptedAnswer::text("{\"points\": [\"one\"], \"reason\": \"").then(ModelError::Broke {
            detail: "nobody should hear this".into(),
        })
    };
    let right = ScriptedAnswer::text("{\"points\": [\"one\", \"two\"], \"reason\": \"x\"}");
    let profile = Profile {
        steps: Steps::OneAtATime,
        ..Profile::default()
    };
    let model = Scripted::in_order("m", [short(), short(), right]).with_profile(profile);
    let request = Request {
        purpose: Purpose::Extract,
        messages: Vec::new(),
        max_tokens: 100,
        shape: None,
        temperature: None,
        seed: None,
    };
    let (sender, _pieces) = mpsc::channel(8);
    let shape = shape::counted(shape::shape_of::<Points>(), "points", 2, 2);
    let (answer, report) = ask_in::<Points>(
        shape,
        &model,
        request,
        |_| Ok(()),
        sender,
        &Policy::default(),
    )
    .await;
    let answer = answer.unwrap();
    assert_eq!((answer.points.len(), answer.reason.as_str()), (2, "x"));
    assert_eq!(report.tries, 3);
    assert!(report.usage.estimated, "what was cut was not counted");
    let told = &model.requests()[1].messages;
    let told = &told[told.len() - 1].text;
    assert!(told.contains("'points' needs 2 entries"), "{told}");
}

async fn ballot(
    answers: Vec<ScriptedAnswer>,
) -> (Result<Ballot, ModelError>, CallReport, Scripted) {
    let model = Scripted::in_order("m", answers);
    let request = Request {
        purpose: Purpose::BallotAfter,
        messages: vec![Message {
            from: From::User,
            text: "Vote.".into(),
        }],
        max_tokens: 100,
        shape: None,
        temperature: None,
        seed: None,
    };
    let (sender, _) = mpsc::channel(8);
    let check = |ballot: &Ballot| match ballot.vote {
        Vote::Undecided => Err("`vote` must be aye or no now".to_owned()),
        Vote::Aye | Vote::No => Ok(()),
    };
    let (result, report) = ask(&model, request, check, sender, &Policy::default()).await;
    (result, report, model)
}

#[tokio::test(start_paused = true)]
async fn the_object_is_found_in_whatever_came() {
    for text in [
        r#"{"reason":"good","vote":"aye"}"#,
        "Here {you} are:\n```json\n{\"reason\":\"good\",\"vote\":\"aye\"}\n```\nThanks.",
        "<think>{\"vote\":\"no\"}</think>{\"reason\":\"good\",\"vote\":\" Aye \"}",
        r#"[{"reason":"good","vote":"aye"}]"#,
        "{reason: 'good', vote: 'aye',}",
        r#"{"reason":"go\u001b[31mod","vote":"aye","more":1}"#,
        "{\"reason\":\"good\",\"vote\":\"aye\"",
    ] {
        let (result, report, _) = ballot(vec![ScriptedAnswer::text(text)]).await;
        let ballot = result.unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(
            (ballot.reason.as_str(), ballot.vote),
            ("good", Vote::Aye),
            "{text}"
        );
        assert_eq!(report.tries, 1);
    }
}

#[tokio::test(start_paused = true)]
async fn half_a_character_does_not_lose_an_answer() {
    for (text, reason) in [
        (
            r#"{"reason":"so \ud83d it is","vote":"aye"}"#,
            "so \u{fffd} it is",
        ),
        (
            r#"It's 5" long: {"reason":"\ude00 so","vote":"aye"}"#,
            "\u{fffd} so",
        ),
        (
            r#"{"reason":"so \ud83d\ude00 \ud83d","vote":"aye"}"#,
            "so 😀 \u{fffd}",
        ),
        (r#"{"reason":"\\ud83d","vote":"aye"}"#, "\\ud83d"),
        (r#"{reason: "a \uD83D b", vote: 'aye',}"#, "a \u{fffd} b"),
    ] {
        let text = ScriptedAnswer::text(text);
        let (result, report, _) = ballot(vec![text; 3]).await;
        assert_eq!(result.unwrap().reason, reason);
        assert_eq!(report.tries, 1, "{reason}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_wrong_answer_is_asked_for_again_with_the_reason() {
    let answers = [
        "I would rather not say.",
        r#"{"reason":"r","vote":"perhaps"}"#,
        r#"{"reason":"r","vote":"no"}"#,
    ];
    let (result, report, model) = ballot(answers.map(ScriptedAnswer::text).to_vec()).await;
    assert_eq!(result.unwrap().vote, Vote::No);
    assert_eq!(report.tries, 3);
    let requests = model.requests();
    let said = |i: usize| requests[i].messages.last().unwrap().text.clone();
    assert!(said(1).contains("no JSON object"), "{}", said(1));
    assert!(
        said(2).contains("at `vote`") && said(2).contains("perhaps"),
        "{}",
        said(2)
    );
    assert_eq!(requests[2].messages.len(), 3);
    assert_eq!(requests[2].messages[..1], requests[0].messages[..]);
}

#[tokio::test(start_paused = true)]
async fn what_fails_three_times_is_an_error_that_says_why() {
    let answer = ScriptedAnswer::text(r#"{"reason":"r","vote":"undecided"}"#);
    let (result, report, _) = ballot(vec![answer; 3]).await;
    let ModelError::Shape { detail, .. } = result.unwrap_err() else {
        panic!()
    };
    assert!(detail.contains("aye or no"));
    assert_eq!(report.tries, 3);
}

#[tokio::test(start_paused = true)]
async fn what_mends_may_panic_and_the_answer_is_asked_for_again() {
    for broken in ["{.\"true\\😀/*x;}]", "{é\"\\u00……...", "{\"x\\u00a…+😀"] {
        let whole = ScriptedAnswer::text(r#"{"reason":"r","vote":"no"}"#);
        let (result, _, _) = ballot(vec![ScriptedAnswer::text(broken), whole]).await;
        assert_eq!(result.unwrap().reason, "r", "{broken}");
    }
}

#[tokio::test(start_paused = true)]
async fn what_is_nested_without_end_is_no_end_of_the_program() {
    for deep in ["[", "{", "[{", "{\"a\":", "{a:f(", "{\"a\": [(", "{'"] {
        for times in [99, 199, 5000] {
            let answer = ScriptedAnswer::text(format!("{{{}", deep.repeat(times)));
            let (result, _, _) = ballot(vec![answer; 3]).await;
            assert!(
                matches!(result, Err(ModelError::Shape { .. })),
                "{result:?}"
            );
        }
    }
}

#[tokio::test(start_paused = true)]
async fn an_answer_that_breaks_off_in_a_text_is_asked_for_again_whatever_its_end_is_called() {
    let cut = ScriptedAnswer::text(
        r#"{"vote": "aye", "reason": "The price, as we said, is paid for once, and my friends across"#,
    );
    let whole = ScriptedAnswer::text(r#"{"reason":"r","vote":"no"}"#);
    let (result, _, model) = ballot(vec![cut, whole]).await;
    assert_eq!(result.unwrap().reason, "r");
    let again = &model.requests()[1].messages;
    assert!(again.last().unwrap().text.contains("breaks off"));
    // Where a bracket alone is missing nothing is made up.
    let open = ScriptedAnswer::text(r#"{"vote": "aye", "reason": "It was well argued.""#);
    let (result, _, _) = ballot(vec![open]).await;
    assert_eq!(result.unwrap().reason, "It was well argued.");
}

#[tokio::test(start_paused = true)]
async fn a_text_is_torn_at_no_comma_and_closed_where_nobody_closed_it() {
    for torn in [
        r#"{"vote": "aye", "reason": 'When she spoke of liberty, you ought to have asked what for, since"#,
        r#"{"vote": "aye", "reason": "When she said "liberty, you ought to have asked, since"#,
        r"{'vote': 'aye', 'reason': 'Begin with the costs, and say who's to bear them, at once",
    ] {
        let whole = ScriptedAnswer::text(r#"{"reason":"r","vote":"no"}"#);
        let (result, _, _) = ballot(vec![ScriptedAnswer::text(torn), whole]).await;
        assert_eq!(result.unwrap().reason, "r", "{torn}");
    }
    for (sent, reason) in [
        (
            r#"{vote: "aye", reason: "It was well argued."}"#,
            "It was well argued.",
        ),
        (
            r#"{"vote": "aye", "reason": "It said caf\u00e9s, and \"no\"."},"#,
            "It said cafés, and \"no\".",
        ),
    ] {
        let (result, _, _) = ballot(vec![ScriptedAnswer::text(sent)]).await;
        let found = result.map(|one| one.reason);
        assert_eq!(found.as_deref(), Ok(reason), "{sent}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_whole_answer_is_found_behind_what_is_none() {
    for text in [
        // A small one, and braces in words.
        r#"{"ok": true} {"reason":"good","vote":"aye"}"#,
        r#"Well, "I" think {this}: {"reason":"good","vote":"aye"} That's all, {so}."#,
        r#"My reason: {so} it is. {"reason":"good","vote":"aye"} And {that} is it."#,
        // The same twice.
        r#"{"reason":"good","vote":"aye"} {"vote":"aye","reason":"good"}"#,
        // Only its last bracket is missing, and it holds an object that is whole.
        r#"{"reason":"good","vote":"aye","beside":{"a":1}"#,
    ] {
        let (result, report, _) = ballot(vec![ScriptedAnswer::text(text)]).await;
        let ballot = result.unwrap_or_else(|error| panic!("{text}: {error}"));
        let found = (ballot.reason.as_str(), ballot.vote, report.tries);
        assert_eq!(found, ("good", Vote::Aye, 1), "{text}");
    }
    // What holds nothing that was asked for is no answer, and says so of the whole.
    let torn = r#"{"reason": "She said, as we all {"a": 1} know, that"#;
    let whole = r#"{"reason":"r","vote":"no"}"#;
    let (result, _, model) = ballot([torn, whole].map(ScriptedAnswer::text).to_vec()).await;
    assert_eq!(result.unwrap().reason, "r");
    let again = &model.requests()[1].messages;
    assert!(
        again.last().unwrap().text.contains("must be escaped"),
        "{again:?}"
    );
}

#[tokio::test(start_paused = true)]
async fn an_answer_is_read_whatever_stands_around_it() {
    for text in [
        // Wrapped, as a text, as the arguments of a function.
        r#"{"answer": {"reason":"good","vote":"aye"}}"#,
        r#"{"response": {"answers": [{"reason":"good","vote":"aye"}]}}"#,
        r#"{"name": "vote", "arguments": "{\"reason\":\"good\",\"vote\":\"aye\"}"}"#,
        r#""{\"reason\":\"good\",\"vote\":\"aye\"}""#,
        // Names in capitals, and more than was asked for.
        r#"{"Reason":"good","VOTE":"aye","confidence":null}"#,
        r#"{"Ballot": {"reason":"good","vote":["aye"]}}"#,
        r#"{"tool_calls": [{"type": "function", "function": {"name": "vote", "arguments": "{\"reason\":\"good\",\"vote\":\"aye\"}"}}]}"#,
        r#"{"vote": {"reason":["good"],"vote":"Aye."}}"#,
        // Labels, and what says the same.
        "**Vote:**\n```json\n{\"reason\":\"good\",\"vote\":\"aye\"}\n```\nVote: aye",
        "**Reason**:\n**Vote**:\n{\"reason\":\"good\",\"vote\":\"aye\"}",
        "{\"reason\":\"good\",\"vote\":\"aye\"}\n</think>",
        // Thought aloud, with a draft in it.
        "Or {\"reason\":\"bad\",\"vote\":\"no\"}?<|END_THINKING|>{\"reason\":\"good\",\"vote\":\"aye\"}",
        r#"<reasoning>Or {"reason":"bad","vote":"no"}?</reasoning> {"reason":"good","vote":"aye"}"#,
        r#"[THINK]Or {"reason":"bad","vote":"no"}?[/THINK] {"reason":"good","vote":"aye"}"#,
        r#"Or {"reason":"bad","vote":"no"}?</Thinking>{"reason":"<think>Well.</think> good","vote":"aye"}"#,
        r#"<|channel|>analysis<|message|>Or {"reason":"bad","vote":"no"}<|end|><|start|>assistant<|channel|>final<|message|>{"reason":"good","vote":"aye"}"#,
        "{\"reason\":\"good\",\u{a0}\"vote\":\"aye\",}",
    ] {
        let (result, report, _) = ballot(vec![ScriptedAnswer::text(text)]).await;
        let ballot = result.unwrap_or_else(|error| panic!("{text}: {error}"));
        let found = (ballot.reason.as_str(), ballot.vote, report.tries);
        assert_eq!(found, ("good", Vote::Aye, 1), "{text}");
    }
    for (text, reason) in [
        (
            r#"{"vote":"aye","reason":"He wrote </think> {'vote': 'no', 'reason': 'twisted'} and left""#,
            "He wrote </think> {'vote': 'no', 'reason': 'twisted'} and left",
        ),
        (
            r#"{"reason":"They say </think> there.","vote":"aye"}"#,
            "They say </think> there.",
        ),
        (
            r#"<think>Or {"reason":"no"}</think>{"reason":"Costs rise, and "trust" falls.","vote":"aye",}"#,
            "Costs rise, and \"trust\" falls.",
        ),
    ] {
        let (result, report, _) = ballot(vec![ScriptedAnswer::text(text)]).await;
        let found = result.map(|one| one.reason);
        assert_eq!((found.as_deref(), report.tries), (Ok(reason), 1), "{text}");
    }
}

#[tokio::test(start_paused = true)]
async fn of_two_answers_neither_is_taken() {
    for two in [
        // An example, a draft, a second thought, before it or behind.
        r#"The form is {"reason": "<string>", "vote": "no"}, so: {"reason":"good","vote":"aye"}"#,
        r#"{"reason":"bad","vote":"no"} Wait, that is not my view: {"reason":"good","vote":"aye"}"#,
        r#"{"reason":"good","vote":"aye"} For example: {"reason": "your words here", "vote": "no"}"#,
        r#"{"vote":"no"} or rather {"reason":"good","vote":"aye"}"#,
        // One that cannot be read, and one that can.
        r#"{"reason": "so, "vote": "no"} I begin anew: {"reason":"good","vote":"aye"}"#,
        r#"{"reason": "<string>", "vote": "no"} {"reason":"The plank is 5" long, and old.","vote":"aye"}"#,
        r#"{"reason": "so", "beside": {"a": 1}, vote {"reason":"good","vote":"aye"}"#,
        // Both in one.
        r#"{"example": {"reason": "<string>", "vote": "no"}, "answer": {"reason":"good","vote":"aye"}}"#,
        r#"{"reason":"good","vote":"no","vote":"aye"}"#,
        r#"{"reason":"good","Vote":"no","vote":"aye"}"#,
        r#"{"reason":"good","vote":"aye","example":{"reason":"<string>","vote":"no"}}"#,
        // One that is begun in another spelling, or as prose.
        r#"{"reason": "<string>", "vote": "no"} {"Reason": "The plank is 5" long, and old.", "Vote": "aye"}"#,
        r#"{"reason": "<string>", "vote": "no"} {"reason"："good", "vote"："aye"}"#,
        "{\"reason\": \"<string>\", \"vote\": \"no\"} My answer:\n**Vote**: aye\n**Reason**: good",
        r#"{"reason": "<string>", "vote": "no"} ["good", "aye"]"#,
        r#"{"reason": "<string>", "vote": "no"} [{"why": "good"}, {"why": "aye"}]"#,
        // The outline, and a text that ends with a bracket in it.
        r#"{"reason": string, "vote": "aye"}"#,
        r#"{"vote": "aye", "reason": "A brace "}" closes."}"#,
        r#"{"vote": "aye", "reason": "A brace "}" closes."#,
        r#"{"vote": "aye", "reason": "A brace "}" clos"#,
        r#"{"vote": "aye", "reason": "A brace "} " closes."}"#,
        r#"{"vote": "aye", "reason": "A brace "}" closes."} {}"#,
        r"{'vote': 'aye', 'reason': 'It ends with '}' and goes on'}",
        "{“vote”: “aye”, “reason”: “It ends with ”}” and goes on”}",
        r#"{"name": "Ballot", "arguments": "{\"vote\": \"aye\", \"reason\": \"A brace \"}\" closes\"}"}"#,
        r#"{"name": "Ballot", "arguments": "{\"vote\": \"aye\", \"reason\": \"good\"}\nvote: no"}"#,
        // One of which another stands, in prose, in brackets, in a list, or twice.
        "Vote: no, and for this reason:\n{\"vote\": \"aye\", \"reason\": \"good\"}",
        "{\"vote\": \"aye\", \"reason\": \"good\"}\n> **Vote:** no",
        "{\"vote\": \"aye\", \"reason\": \"good\"}\n=> vote: no",
        "{\"vote\": \"aye\", \"reason\": \"good\"}\n1. vote: no",
        "{\"vote\": \"aye\", \"reason\": \"good\"}\n| vote = no",
        "{\"vote\": \"aye\", \"reason\": \"good\"}\nCorrection: vote: no",
        "{\"vote\": \"aye\", \"reason\": \"good\"}\nCorrection: \"vote\": \"no\"",
        "{\"vote\": \"aye\", \"reason\": \"good\"}\nIt should be `\"vote\": \"no\"` instead.",
        // A sign that says the contrary.
        r#"{"vote": "!aye", "reason": "good"}"#,
        r#"{"vote": "~~aye~~", "reason": "good"}"#,
        r#"{"vote": "❌ aye", "reason": "good"}"#,
        "{\"vote\": \"aye\", \"reason\": \"good\"}\n{ id: 2, vote: no }",
        r#"{"a": [{"vote": "aye", "reason": "good"}], "b": [{"vote": "no", "reason": "a"}, {"vote": "no", "reason": "b"}]}"#,
        r#"{"answer": {"vote": "no", "reason": "a"}, "answer": {"vote": "no", "reason": "b"}, "then": {"vote": "aye", "reason": "good"}}"#,
        // A text that is somebody's.
        r#"{"vote": "aye", "reason": {"never say": "good"}}"#,
        // A comment that may have swallowed something.
        r"{'reason': 'good', // as was said, 'vote': 'no',
            'vote': 'aye'}",
        r#"{"reason": "<string>", // and so on, "vote": "no"}"#,
        // A wrapping beside an answer.
        r#"{"vote": "no", "example": {"reason": "good", "vote": "aye"}}"#,
        r#"{"vote": {"reason": "bad", "vote": "no"}, "then": {"reason": "good", "vote": "aye"}}"#,
        r#"{"vote": "aye", "reason": "The plank is 5""#,
        r"{'vote': 'aye', 'reason': 'The workers'",
        // What was thought, with nothing behind it.
        "I could say {\"reason\":\"bad\",\"vote\":\"no\"} but no.</think> I would rather not.",
    ] {
        let whole = ScriptedAnswer::text(r#"{"reason":"r","vote":"no"}"#);
        let (result, report, _) = ballot(vec![ScriptedAnswer::text(two), whole]).await;
        let found = (result.unwrap().reason, report.tries);
        assert_eq!(found, ("r".to_owned(), 2), "{two}");
    }
}

#[test]
fn what_is_finished_of_an_answer_in_doubt_does_not_stand() {
    let schema = shape::shape_of::<Points>().schema;
    for (said, stands) in [
        (r#"{"points": ["one", "two"], "reason": "It br"#, true),
        (r#"{"points": ["one"], "reason": "so"}"#, true),
        (
            "```json\n{\"points\": [\"one\"], \"reason\": \"so\"}\n```\n",
            true,
        ),
        // An example, and an answer that cannot be read or never came.
        (
            "{\"points\": [\"<string>\"], \"reason\": \"x\"} so:\n**points**: one",
            false,
        ),
        (
            r#"{"points": ["<string>"], "reason": "x"} so: ["one"]"#,
            false,
        ),
        (
            r#"{"points": ["<string>"], "reason": "x"} so my answer is:"#,
            false,
        ),
        (
            r#"{"Points": ["one"], "points": ["two"], "reason": "It br"#,
            false,
        ),
    ] {
        let mut finished = crate::finished::FinishedPart::default();
        let value = finished.push(said).unwrap();
        let settled = settled(value.clone(), &schema, Secrets::none());
        let how = (finished.is_ended(), true);
        let found = may_stand((&value, &settled), how, said, &schema);
        assert_eq!(found && finished.is_sure(), stands, "{said}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_cut_answer_is_not_mended() {
    let example = r#"The form is {"reason":"your words","vote":"no"} so my answer is:"#;
    let cut = ScriptedAnswer::text(example).finish(Finish::Length);
    let whole = ScriptedAnswer::text(r#"{"reason":"r","vote":"no"}"#);
    let (result, ..) = ballot(vec![cut, whole]).await;
    assert_eq!(result.unwrap().reason, "r");
    let cut = ScriptedAnswer::text(r#"{"reason":"because the"#).finish(Finish::Length);
    let whole = ScriptedAnswer::text(r#"{"reason":"r","vote":"no"}"#);
    let (result, _, model) = ballot(vec![cut, whole]).await;
    assert_eq!(result.unwrap().reason, "r");
    let again = &model.requests()[1];
    assert_eq!(again.max_tokens, 200);
    assert!(again.messages.last().unwrap().text.contains("cut off"));
}

/// Whatever it is made of, an answer within its limit is read in time that grows with its length.
#[tokio::test(start_paused = true)]
async fn a_hostile_answer_takes_no_more_time_than_its_length() {
    for tail in [
        "reason: b\n",
        "</think>",
        "{",
        " {\"",
        "[",
        "[ ",
        "}",
        "\"",
        "/*",
        "{\"a\": ",
        ": {",
    ] {
        let hostile = format!(
            "{{\"reason\":\"bad\",\"vote\":\"no\"}}{}",
            tail.repeat(15_000)
        );
        let began = std::time::Instant::now();
        let names = Spelled::of(vec!["reason", "vote"]);
        let found = find::answer(&hostile, &names, false);
        // Quadratic, it took minutes.
        assert!(began.elapsed().as_secs() < 20, "{tail}: {found:?}");
    }
    let marks = format!("{{\"reason\": \"a{}", " \"b\" c".repeat(8_000)) + &" ".repeat(8_000);
    let began = std::time::Instant::now();
    let found = find::answer(&marks, &Spelled::of(vec!["reason", "vote"]), false);
    assert!(began.elapsed().as_secs() < 20, "{found:?}");
}
