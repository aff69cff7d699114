//! Tables of mistakes, and what is made of them; properties of whatever is sent.

use serde_json::json;

use super::*;

fn read(text: &str) -> Result<Value, String> {
    let read = object(text)?;
    assert!(text.is_char_boundary(read.length), "{text}");
    Ok(read.object)
}

#[test]
fn mistakes_that_leave_no_doubt_are_read() {
    let whole = json!({"claim": "Costs rise, and trust falls, in 1 of [3] {rules}.", "list": ["a, b", "c"], "yes": true});
    for text in [
        // Commas: one too many, or missing between entries.
        r#"{"claim": "Costs rise, and trust falls, in 1 of [3] {rules}.", "list": ["a, b", "c",], "yes": true,}"#,
        "{\"claim\": \"Costs rise, and trust falls, in 1 of [3] {rules}.\"\n\"list\": [\"a, b\", \"c\"]\n\"yes\": true}",
        // Comments, dots.
        "{// as asked\n\"claim\": \"Costs rise, and trust falls, in 1 of [3] {rules}.\", # so\n\"list\": [\"a, b\", /* two */ \"c\", ...], \"yes\": true}",
        "{\"claim\": \"Costs rise, and trust falls, in 1 of [3] {rules}.\" // so\n, \"list\": [\"a, b\", \"c\"], \"yes\": true}",
        // Names without marks, marks of other kinds, the words of Python.
        r#"{claim: "Costs rise, and trust falls, in 1 of [3] {rules}.", list: ["a, b", "c"], yes: True}"#,
        r"{'claim': 'Costs rise, and trust falls, in 1 of [3] {rules}.', 'list': ['a, b', 'c'], 'yes': True}",
        "{“claim”: “Costs rise, and trust falls, in 1 of [3] {rules}.”, “list”: [“a, b”, “c”], “yes”: true}",
        "{`claim`: `Costs rise, and trust falls, in 1 of [3] {rules}.`,\u{a0}`list`: [`a, b`, `c`], `yes`: true}",
        "{\"claim\": \"Costs rise, and trust falls, in 1 of [3] {rules}.\", // The speaker's own\n\"list\": [\"a, b\", // it's so\n \"c\"], ...\"yes\": true, ...}",
        // Brackets that are missing at the end.
        r#"{"yes": true, "claim": "Costs rise, and trust falls, in 1 of [3] {rules}.", "list": ["a, b", "c""#,
        r#"{"yes": true, "claim": "Costs rise, and trust falls, in 1 of [3] {rules}.", "list": ["a, b", "c"]"#,
    ] {
        assert_eq!(read(text), Ok(whole.clone()), "{text}");
    }
}

#[test]
fn texts_are_as_they_were_written() {
    for (text, claim) in [
        (
            r#"{"claim": "He said "not now" to it.",}"#,
            r#"He said "not now" to it."#,
        ),
        (
            r#"{"claim": ""No" she said, and "yes"", "x": 1}"#,
            r#""No" she said, and "yes""#,
        ),
        (
            r"{'claim': 'The 'free' house isn't ours, nor anybody's'}",
            "The 'free' house isn't ours, nor anybody's",
        ),
        (r#"{'claim': "who's, and what's", }"#, "who's, and what's"),
        (r"{'claim': 'It\'s so, they said', }", "It's so, they said"),
        (
            r#"{"claim": "a \"b\", [3], {x} \\ \u00e9 \q",}"#,
            r#"a "b", [3], {x} \ é \q"#,
        ),
        (
            "{\"claim\": \"one\ntwo\t\u{7}, \\\nthree\",}",
            "one\ntwo\t\u{7}, \nthree",
        ),
        (
            "{“claim”: “He said “no, never” to it”}",
            "He said “no, never” to it",
        ),
    ] {
        let read = read(text);
        let found = read
            .as_ref()
            .map(|value| value["claim"].as_str().unwrap_or_default());
        assert_eq!(found.map_err(Clone::clone), Ok(claim), "{text}");
    }
}

#[test]
fn what_leaves_a_doubt_is_refused() {
    for text in [
        // Where a text ends.
        r#"{"claim": "He said "no", "reason": "so"}"#,
        r#"{"claim": "He asked "why", "when": nobody knows."}"#,
        r#"{"claim": "The plank is 5" long, and wide", "reason": "so"}"#,
        r#"{"claim": "x "no, "b": "y"}"#,
        r#"{"list": ["She said "no", "never" and left", "b"]}"#,
        r#"{"list": ["A", "B",, "C"]}"#,
        r#"{"list": ["A.";  "B."; "C."]}"#,
        r#"{"list": ["A."， "B."， "C."]}"#,
        r#"{"list": ["A", null, and "B"]}"#,
        r#"{"list": ["A." (strong), "B."]}"#,
        r#"{"list": ["A", B", "C"]}"#,
        r#"{"claim": "r", evidence "e", "b": "c"}"#,
        r#"{"claim": "r", "evidence" = "e", "b": "c"}"#,
        r#"{"claim": "r", **evidence**: "e", "b": "c"}"#,
        r#"{"claim": "use "{" and "}" here"}"#,
        r#"{"claim": "The house said ""#,
        r#"{"mark": 7"#,
        r#"{"claim": true"#,
        r#"{"claim": "one", "claim": "two",}"#,
        r#"{"list": [{"claim": "one", "claim": "two"},]}"#,
        r#"{"list": ["first half" "second half"]}"#,
        r#"{"claim": "first half" "second half"}"#,
        r#"{"claim": "first half" + "second half"}"#,
        r"{'claim': 'The houses' costs, as they are', 'reason': 'so'}",
        r#"{"claim": "see 5" # and "so" on"}"#,
        // Where an object ends.
        r#"{"list": [{"claim": "a", "reason": "b", {"claim": "c", "reason": "d"}]}"#,
        r#"{"list": ["a", "b", "claim": "c"}"#,
        // What was to follow.
        r#"{"claim": "It breaks off, as we said, and the plank is 5" long and nob"#,
        r#"{"list": ["a", "b","#,
        r#"{"claim":"#,
        r#"{"claim"#,
        "{",
        // Which number is meant.
        r#"{"mark": 3,5}"#,
        r#"{"mark": 3,5, "claim": "x"}"#,
        r#"{"mark": 1 0 0}"#,
        r#"{"mark": 1_3}"#,
        r#"{"mark": 7/10}"#,
        r#"{"mark": +7}"#,
        // What is no value.
        r#"{"claim": not now}"#,
        r#"{"claim": string, "list": ["a"]}"#,
        r#"{"claim": undefined}"#,
        r#"{"claim": "The plank is 5""#,
        r"{'claim': 'The workers'",
        r"{'claim': 'plain\xa0words',}",
        r#"{"claim": , "b": 1}"#,
        "{you}",
    ] {
        assert!(read(text).is_err(), "{text}: {:?}", read(text));
    }
}

#[test]
fn where_it_ends_is_told() {
    let found = object("{a: 1,} and so on {b: 2}").unwrap();
    assert_eq!((found.length, found.is_closed), (7, true));
    let open = object("{a: [1, {b: \"x\"").unwrap();
    assert_eq!((open.length, open.is_closed), (15, false));
    assert!(object(&"{a:".repeat(500)).is_err());
    assert!(object(&format!("{{a:{}", "[".repeat(500))).is_err());
    let wrong = object(r#"{"claim": "He said "no", "reason": "so"}"#).unwrap_err();
    assert!(
        wrong.contains("must be escaped") && wrong.contains("said \"no"),
        "{wrong}"
    );
}

proptest::proptest! {
    #[test]
    fn whatever_json_says_is_read_as_json_does(texts: Vec<String>, number: f64, name in "[a-z _]{0,9}") {
        let value = json!({name: texts, "number": number, "inner": {"a": [1, true, null]}});
        let text = value.to_string();
        let strict: Value = serde_json::from_str(&text).unwrap();
        proptest::prop_assert_eq!(read(&text), Ok(strict));
    }

    #[test]
    fn nothing_that_is_sent_ends_the_program(text: String) {
        let _ = object(&format!("{{{text}"));
    }

    /// A text with marks in it that nobody escaped is read whole or not at all.
    #[test]
    fn no_text_is_torn(claim in "[a-z \",.:{}\\[\\]']{0,40}", reason in "[a-z ,.]{1,20}") {
        let text = format!("{{\"claim\": \"{claim}\", \"reason\": \"{reason}\", \"b\": true}}");
        if serde_json::from_str::<Value>(&text).is_err()
            && let Ok(found) = read(&text) && found.get("reason").is_some() && found["b"] == true {
            proptest::prop_assert_eq!(&found["claim"], &json!(claim));
        }
    }
}
