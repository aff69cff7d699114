//! Structured answers: asked for with a schema, found in whatever came, checked, and asked for again with
//! the reason where they are wrong.

use jsonrepair::Options;
use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use tokio::{sync::mpsc, time::Instant};

use super::{
    Completion, Finish, From, Message, Model, ModelError, Piece, Request, Shape,
    partial::Partial,
    secrets::Secrets,
    shape,
    tries::{self, Policy, joined},
};
use crate::{
    catalog::Steps,
    debate::{ask::Purpose, event::CallReport},
    panics,
    text::{floor_char_boundary, sentence},
};

/// How many answers are looked at before it is given up.
const ANSWERS: u32 = 3;
/// A small model that has begun a list does not know when to end it: it is stopped after so many entries …
const ENTRIES: u32 = 2;
/// … and a text after so many characters.
const CHARACTERS: u32 = 160;
/// … where it is what a speaker hands in, which others will answer, after so many.
const CHARACTERS_OF_WORK: u32 = 380;
/// So many letters before that end may have been chosen for want of room.
const SQUEEZED: usize = 10;
/// Pieces of an answer that may wait to be looked at.
const PIECES: usize = 64;
/// Broken JSON is mended up to so many opening brackets.
const NESTED: usize = 200;
/// An object is looked for behind so many opening braces.
const BRACES: usize = 1000;
/// How much of a wrong answer is shown to the model that gave it, in bytes.
const SHOWN: usize = 1500;

/// Asks for a `T`. `check` says what is wrong with a value that has the right shape.
///
/// A wrong answer is asked for again with the reason, three answers in all; then the error is
/// [`ModelError::Shape`]. The report covers all of them.
pub async fn ask<T: DeserializeOwned + JsonSchema>(
    model: &dyn Model,
    request: Request,
    check: impl Fn(&T) -> Result<(), String>,
    pieces: mpsc::Sender<Piece>,
    policy: &Policy,
) -> (Result<T, ModelError>, CallReport) {
    ask_in(
        shape::shape_of::<T>(),
        model,
        request,
        check,
        pieces,
        policy,
    )
    .await
}

/// [`ask`] with a shape of which every value is a `T`, and perhaps narrower.
pub async fn ask_in<T: DeserializeOwned>(
    shape: Shape,
    model: &dyn Model,
    request: Request,
    check: impl Fn(&T) -> Result<(), String>,
    pieces: mpsc::Sender<Piece>,
    policy: &Policy,
) -> (Result<T, ModelError>, CallReport) {
    let make = |value: T| check(&value).map(|()| value);
    ask_for(shape, model, request, make, pieces, policy).await
}

/// [`ask_in`] for a `T` that is made of a `V`, where one can be: `make` says what is wrong with the others.
pub async fn ask_for<V: DeserializeOwned, T>(
    mut shape: Shape,
    model: &dyn Model,
    mut request: Request,
    make: impl Fn(V) -> Result<T, String>,
    pieces: mpsc::Sender<Piece>,
    policy: &Policy,
) -> (Result<T, ModelError>, CallReport) {
    // Not every server knows such bounds, but those that small models run on do.
    shape = if model.profile().steps == Steps::OneAtATime {
        let characters = match request.purpose {
            Purpose::Write => CHARACTERS_OF_WORK,
            _ => CHARACTERS,
        };
        shape::bounded(shape, ENTRIES, characters)
    } else {
        shape::unbounded(shape)
    };
    let outline = shape::outline(&shape.schema);
    let schema = shape.schema.clone();
    request.shape = Some(shape);
    let asked = request.messages.len();
    let policy = &policy.from_now(request.purpose);
    let mut sum: Option<CallReport> = None;
    let mut wrong = String::new();
    let mut raw = String::new();
    for _ in 0..ANSWERS {
        let answered = one(model, &request, &schema, pieces.clone(), policy);
        let (answer, report) = Box::pin(answered).await;
        let report = joined(sum.take(), report);
        sum = Some(report.clone());
        let completion = match answer {
            Ok(completion) => completion,
            Err(error) => return (Err(error), report),
        };
        let value = match completion.wrong {
            None => read::<V>(&completion.said, &schema, model.secrets()).and_then(&make),
            Some(wrong) => Err(wrong),
        };
        let completion = completion.said;
        wrong = match value {
            Ok(value) => return (Ok(value), report),
            Err(wrong) => wrong,
        };
        tracing::debug!(model = model.label(), purpose = request.purpose.word(), %wrong, "asking again");
        if completion.finish == Finish::Length {
            request.max_tokens = request.max_tokens.saturating_mul(2);
        }
        raw.clone_from(&completion.text);
        // Only the last wrong answer is kept: the ones before it teach nothing more.
        request.messages.truncate(asked);
        request.messages.push(Message {
            from: From::Assistant,
            text: shortened(&completion.text),
        });
        request.messages.push(Message {
            from: From::User,
            text: format!(
                "That cannot be used: {wrong}. Answer again with only the JSON object, in this form:\n{outline}"
            ),
        });
    }
    (
        Err(ModelError::Shape { detail: wrong, raw }),
        sum.unwrap_or_default(),
    )
}

/// An answer, and what is wrong with it where that was known before its end: it is no more than a beginning then.
struct Answered {
    said: Completion,
    wrong: Option<String>,
}

/// Asks once. What a small model says is looked at while it comes: an answer that cannot come right any more is cut, and
/// nobody waits for its end.
async fn one(
    model: &dyn Model,
    request: &Request,
    schema: &Value,
    pieces: mpsc::Sender<Piece>,
    policy: &Policy,
) -> (Result<Answered, ModelError>, CallReport) {
    let whole = |said| Answered { said, wrong: None };
    if model.profile().steps != Steps::OneAtATime {
        let (result, report) = tries::complete(model, request, pieces, policy).await;
        return (result.map(whole), report);
    }
    let began = Instant::now();
    let mut tries = 1;
    let (sender, mut watched) = mpsc::channel(PIECES);
    let mut call = Box::pin(tries::complete(model, request, sender, policy));
    let mut partial = Partial::new(schema);
    let mut text = String::new();
    loop {
        let piece = tokio::select! {
            biased;
            Some(piece) = watched.recv() => piece,
            (result, report) = &mut call => {
                while let Ok(piece) = watched.try_recv() {
                    let _ = pieces.send(piece).await;
                }
                return (result.map(whole), report);
            }
        };
        let wrong = match &piece {
            Piece::Text(more) => {
                text.push_str(more);
                partial.push(more)
            }
            // It begins anew.
            Piece::Retrying { attempt, .. } => {
                tries = attempt + 1;
                text.clear();
                partial = Partial::new(schema);
                None
            }
            Piece::Thinking => None,
        };
        // A receiver that has gone away is no error.
        let _ = pieces.send(piece).await;
        if wrong.is_some() {
            let usage = policy.meter.breaks_off();
            let report = CallReport {
                model: model.label().to_owned(),
                usage,
                tries,
                duration_ms: u64::try_from(began.elapsed().as_millis()).unwrap_or(u64::MAX),
                cost: policy.price.cost(&usage),
                ..CallReport::default()
            };
            let said = Completion {
                text,
                finish: Finish::Stop,
                usage,
                first_token: None,
            };
            return (Ok(Answered { said, wrong }), report);
        }
    }
}

fn shortened(text: &str) -> String {
    let mut shown = text.to_owned();
    if shown.len() > SHOWN {
        shown.truncate(floor_char_boundary(&shown, SHOWN));
        shown.push_str(" …");
    }
    shown
}

/// The value in an answer, or what is wrong with it, for the model to read.
fn read<T: DeserializeOwned>(
    completion: &Completion,
    schema: &Value,
    secrets: &Secrets,
) -> Result<T, String> {
    let text = completion
        .text
        .rsplit_once("</think>")
        .map_or(completion.text.as_str(), |(_, behind)| behind);
    let mut first_wrong = None;
    for value in objects(text) {
        match typed(value, schema, secrets) {
            Ok(value) => return Ok(value),
            Err(wrong) => first_wrong = first_wrong.or(Some(wrong)),
        }
    }
    // A cut answer must not be mended: a claim that breaks off would look whole.
    if completion.finish == Finish::Length {
        return Err("it is too long and was cut off; be shorter".to_owned());
    }
    if let Some(wrong) = first_wrong {
        return Err(wrong);
    }
    let Some(start) = text.find('{') else {
        return Err("there is no JSON object in it".to_owned());
    };
    let broken = text.get(start..).unwrap_or_default();
    let broken = broken.trim_end().trim_end_matches("```");
    // What mends goes as deep as the text does, until the stack ends, and the program with it.
    let opening = |c: char| matches!(c, '[' | '{' | '(');
    if broken.chars().filter(|c| opening(*c)).count() > NESTED {
        return Err("it is no JSON, and too long to guess what was meant".to_owned());
    }
    // It panics at some texts, such as a backslash before a character of several bytes.
    let mended = panics::catch(|| jsonrepair::repair_to_value(broken, &Options::default()))
        .map_err(|_| "it is no JSON".to_owned())?
        .map_err(|error| format!("it is no JSON ({error})"))?;
    let object = match mended {
        Value::Array(all) => all.into_iter().find(Value::is_object),
        value => Some(value).filter(Value::is_object),
    };
    typed(
        object.ok_or_else(|| "there is no JSON object in it".to_owned())?,
        schema,
        secrets,
    )
}

/// Every outermost JSON object in a text, in order.
fn objects(text: &str) -> Vec<Value> {
    let mut found = Vec::new();
    let mut from = 0;
    for _ in 0..BRACES {
        let Some(at) = text.get(from..).and_then(|rest| rest.find('{')) else {
            break;
        };
        let start = from + at;
        let rest = text.get(start..).unwrap_or_default();
        let mut stream = serde_json::Deserializer::from_str(rest).into_iter::<Map<String, Value>>();
        match stream.next() {
            Some(Ok(object)) => {
                found.push(Value::Object(object));
                from = start + stream.byte_offset().max(1);
            }
            Some(Err(_)) | None => from = start + 1,
        }
        if found.len() >= 8 {
            break;
        }
    }
    found
}

fn typed<T: DeserializeOwned>(
    mut value: Value,
    schema: &Value,
    secrets: &Secrets,
) -> Result<T, String> {
    clean(&mut value, secrets);
    fit(&mut value, schema);
    of_type(&value)
}

/// The value of that type in some JSON, or where it is none, for the model to read.
pub(crate) fn of_type<T: DeserializeOwned>(value: &Value) -> Result<T, String> {
    serde_path_to_error::deserialize(value).map_err(|error| {
        let path = error.path().to_string();
        let inner = error.into_inner();
        if path == "." {
            inner.to_string()
        } else {
            format!("at `{path}`: {inner}")
        }
    })
}

/// JSON can spell control characters, and the letters of a key, in other letters, so its strings come in once more.
fn clean(value: &mut Value, secrets: &Secrets) {
    match value {
        Value::String(text) => *text = secrets.words(text),
        Value::Array(all) => all.iter_mut().for_each(|one| clean(one, secrets)),
        Value::Object(fields) => {
            let named = std::mem::take(fields).into_iter();
            *fields = named
                .map(|(name, mut field)| {
                    clean(&mut field, secrets);
                    (secrets.words(&name), field)
                })
                .collect();
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// Overlooks what does not matter where no server enforces the schema: the case of a listed word, a number
/// or a yes in quotation marks.
fn fit(value: &mut Value, schema: &Value) {
    if let Some(words) = schema.get("enum").and_then(Value::as_array) {
        let said = value.as_str().unwrap_or_default().trim().to_lowercase();
        let meant = words.iter().find(|word| {
            word.as_str()
                .is_some_and(|word| word.to_lowercase() == said)
        });
        if let Some(word) = meant {
            *value = word.clone();
        }
        return;
    }
    match value {
        Value::Object(fields) => {
            let properties = schema.get("properties");
            for (name, field) in fields.iter_mut() {
                if let Some(schema) = properties.and_then(|all| all.get(name)) {
                    fit(field, schema);
                }
            }
        }
        Value::Array(all) => {
            if let Some(items) = schema.get("items") {
                for item in all {
                    fit(item, items);
                }
            }
        }
        Value::String(text) => {
            let meant = match schema.get("type").and_then(Value::as_str) {
                Some("boolean") => match text.trim().to_lowercase().as_str() {
                    "true" | "yes" => Some(Value::Bool(true)),
                    "false" | "no" => Some(Value::Bool(false)),
                    _ => None,
                },
                Some("number" | "integer") => text.trim().parse().ok().map(Value::Number),
                _ => None,
            };
            let most = schema.get("maxLength").and_then(Value::as_u64);
            let rounded = most.and_then(|most| rounded(text, usize::try_from(most).ok()?));
            if let Some(meant) = meant.or(rounded.map(Value::String)) {
                *value = meant;
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// A text that was stopped at its limit, up to its last sentence or, where that is far back, its last sure word. The
/// last letters before a limit are not to be trusted: where a schema is enforced, a model that has no room for the
/// word it wants takes another that fits.
fn rounded(text: &str, most: usize) -> Option<String> {
    let letters = text.chars().count();
    if letters + 2 < most || (letters < most && sentence::is_at_end(text)) {
        return None;
    }
    // Where nothing else fits any more, a stop does.
    let text = text.trim_end_matches(['.', '!', '?']);
    let end = sentence::last_end(text);
    if end * 2 >= text.len() {
        return Some(text.get(..end)?.trim_end().to_owned());
    }
    let (sure, _) = text.char_indices().nth(letters.saturating_sub(SQUEEZED))?;
    let kept = text.get(..sure)?;
    let kept = kept
        .rsplit_once(char::is_whitespace)
        .map_or(kept, |(kept, _)| kept);
    Some(format!(
        "{} …",
        kept.trim_end_matches(|end: char| !end.is_alphanumeric())
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        catalog::Profile,
        debate::{
            answer::{Ballot, PoiOffer, Vote},
            ask::Purpose,
        },
        llm::scripted::{Answer, Scripted},
    };

    #[derive(Debug, serde::Deserialize, JsonSchema)]
    struct Points {
        points: Vec<String>,
        reason: String,
    }

    #[tokio::test(start_paused = true)]
    async fn a_small_models_answer_that_cannot_come_right_is_not_heard_to_its_end() {
        let short = || {
            Answer::text("{\"points\": [\"one\"], \"reason\": \"").then(ModelError::Broke {
                detail: "nobody should hear this".into(),
            })
        };
        let right = Answer::text("{\"points\": [\"one\", \"two\"], \"reason\": \"x\"}");
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
        assert!(told.contains("\"points\" needs 2 entries"), "{told}");
    }

    async fn ballot(answers: Vec<Answer>) -> (Result<Ballot, ModelError>, CallReport, Scripted) {
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
            let (result, report, _) = ballot(vec![Answer::text(text)]).await;
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
    async fn a_wrong_answer_is_asked_for_again_with_the_reason() {
        let answers = [
            "I would rather not say.",
            r#"{"reason":"r","vote":"perhaps"}"#,
            r#"{"reason":"r","vote":"no"}"#,
        ];
        let (result, report, model) = ballot(answers.map(Answer::text).to_vec()).await;
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
        let answer = Answer::text(r#"{"reason":"r","vote":"undecided"}"#);
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
            let whole = Answer::text(r#"{"reason":"r","vote":"no"}"#);
            let (result, _, _) = ballot(vec![Answer::text(broken), whole]).await;
            assert_eq!(result.unwrap().reason, "r", "{broken}");
        }
    }

    #[tokio::test(start_paused = true)]
    async fn what_is_nested_without_end_is_no_end_of_the_program() {
        for deep in ["[", "{", "[{", "{\"a\":", "{a:f(", "{\"a\": [(", "{'"] {
            for times in [99, 199, 5000] {
                let answer = Answer::text(format!("{{{}", deep.repeat(times)));
                let (result, _, _) = ballot(vec![answer; 3]).await;
                assert!(
                    matches!(result, Err(ModelError::Shape { .. })),
                    "{result:?}"
                );
            }
        }
    }

    #[tokio::test(start_paused = true)]
    async fn a_cut_answer_is_not_mended() {
        let cut = Answer::text(r#"{"reason":"because the"#).finish(Finish::Length);
        let whole = Answer::text(r#"{"reason":"r","vote":"no"}"#);
        let (result, _, model) = ballot(vec![cut, whole]).await;
        assert_eq!(result.unwrap().reason, "r");
        let again = &model.requests()[1];
        assert_eq!(again.max_tokens, 200);
        assert!(again.messages.last().unwrap().text.contains("cut off"));
    }

    #[test]
    fn words_in_quotation_marks_are_understood() {
        let schema = shape::shape_of::<PoiOffer>().schema;
        let value = serde_json::json!({"weakness": "", "rises": "Yes", "speaker": "", "point": ""});
        assert!(
            typed::<PoiOffer>(value, &schema, Secrets::none())
                .unwrap()
                .rises
        );
    }

    #[test]
    fn a_text_that_was_stopped_at_its_limit_ends_with_a_sentence_or_a_word() {
        let table = [
            ("It is short", None),
            ("It is nearly as long as it may be.", None),
            (
                "Seats are won by skill, or they are won by a.",
                Some("Seats are won by skill, or they …"),
            ),
            (
                "A first sentence that is long. And then",
                Some("A first sentence that is long."),
            ),
            (
                "Yes. Because the dead leave what they donot",
                Some("Yes. Because the dead leave what …"),
            ),
            (
                "Because nobody needs it, as is known to剥",
                Some("Because nobody needs it, as …"),
            ),
        ];
        for (text, expected) in table {
            let most = match expected {
                Some(_) => text.chars().count(),
                None => 35,
            };
            assert_eq!(rounded(text, most).as_deref(), expected, "{text}");
        }
        let schema = shape::bounded(shape::shape_of::<Ballot>(), 2, 40).schema;
        let reason = "It moved me. I had not known how many of them";
        let value = serde_json::json!({"reason": reason, "vote": "aye"});
        let ballot = typed::<Ballot>(value, &schema, Secrets::none()).unwrap();
        assert_eq!(ballot.reason, "It moved me. I had not known how …");
    }
}
