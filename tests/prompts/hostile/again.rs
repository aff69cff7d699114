//! What a model has said in a wrong shape, and is shown where it is asked again.

use hustings::{
    debate::{answer::Ballot, ask::Purpose},
    llm::{
        From, Message, Request, Shape,
        retry::Policy,
        scripted::{Scripted, ScriptedAnswer},
        shape::{instruction, keyed_texts, shape_of, with_choices},
        structured,
    },
};
use serde_json::Value;

use super::{check, spoiler::HOSTILE};

/// What a model says in a wrong shape, names and all, is repeated to it when it is asked again.
#[tokio::test(start_paused = true)]
async fn nothing_hostile_stands_bare_where_an_answer_is_asked_for_again() {
    for hostile in HOSTILE {
        let no_json = hostile.to_owned();
        let values = serde_json::json!({"reason": hostile, "vote": hostile});
        let nested = serde_json::json!({"reason": "r", "vote": {hostile: hostile}});
        let named = serde_json::json!({hostile: hostile});
        let checked = serde_json::json!({"reason": hostile, "vote": "aye"});
        for said in [
            no_json,
            values.to_string(),
            serde_json::to_string_pretty(&nested).unwrap(),
            named.to_string(),
            format!("{hostile}\n{checked}"),
            checked.to_string().repeat(50),
        ] {
            let model = Scripted::in_order("m", vec![ScriptedAnswer::text(said.as_str()); 3]);
            let mut shape = with_choices(shape_of::<Ballot>(), "vote", &["aye", hostile]);
            // As the marks of a judge, which stand under the names of speakers.
            let named = keyed_texts("Marks", &[hostile.to_owned()]).schema;
            shape.schema["properties"]["marks"] = named;
            let request = Request {
                purpose: Purpose::BallotAfter,
                messages: Vec::new(),
                max_tokens: 100,
                shape: None,
                temperature: None,
                seed: None,
            };
            let check = |ballot: &Ballot| Err(format!("\"reason\" is \"{}\"", ballot.reason));
            let (pieces, _) = tokio::sync::mpsc::channel(8);
            let policy = Policy::default();
            let asked =
                structured::ask_in::<Ballot>(shape, &model, request, check, pieces, &policy);
            assert!(asked.await.0.is_err(), "{said}");
            let requests = model.requests();
            assert_eq!(requests.len(), 3);
            check_shape(requests[0].shape.as_ref().unwrap());
            for message in requests.iter().flat_map(|request| &request.messages) {
                check_once_more(message, &said);
            }
        }
    }
}

/// A shape as it is sent, and as it is said in words where a server takes none.
fn check_shape(shape: &Shape) {
    let message = |text: String| Message {
        from: From::User,
        text,
    };
    check(&message(instruction(&shape.schema)), "a shape in words");
    let mut names = Vec::new();
    names_in(&shape.schema, &mut names);
    assert!(names.iter().any(|name| name.contains("HOSTILE")));
    for name in names {
        check(&message(format!("\"{name}\"")), "a name in a shape");
        assert!(!name.contains(['"', '\n']), "{name}");
        assert!(!name.contains(">>>"), "{name}");
    }
}

/// The names of all properties, and what there is to choose from.
fn names_in(schema: &Value, found: &mut Vec<String>) {
    let choices = schema["enum"].as_array().into_iter().flatten();
    found.extend(choices.filter_map(Value::as_str).map(str::to_owned));
    for (name, inner) in schema["properties"].as_object().into_iter().flatten() {
        found.push(name.clone());
        names_in(inner, found);
    }
}

fn check_once_more(message: &Message, said: &str) {
    check(message, said);
    if message.from == From::Assistant {
        assert!(!message.text.contains('\n'), "{}", message.text);
        return;
    }
    let first = message.text.lines().next().unwrap();
    assert!(first.starts_with("That cannot be used: \""), "{first}");
    assert!(first.ends_with("in this form:"), "on one line: {first}");
    assert!(first.len() < 600, "{} bytes: {first}", first.len());
}
