//! Keys in a text, however they are taken apart, and what stays.

use proptest::prelude::*;

use super::*;
use crate::text::REDACTED;

const KEY: &str = "sk-hunter2-secret";

fn came(secrets: &Secrets, pieces: &[&str]) -> String {
    let mut incoming = Incoming::of_prose(secrets);
    let mut out: String = pieces.iter().map(|piece| incoming.push(piece)).collect();
    out += &incoming.finish();
    out
}

#[test]
fn a_key_is_taken_out_however_it_was_taken_apart() {
    let secrets = Secrets::new(Some(KEY), []);
    let table: [(&[&str], &str); 15] = [
        (
            &["the key sk-hunter2-secret, Madam"],
            "the key [key], Madam",
        ),
        (
            &["the key sk-", "hunter2", "-secret, Madam"],
            "the key [key], Madam",
        ),
        (&["sk-hun\u{200b}ter2-\u{2060}secret"], "[key]"),
        (&["sk-hun\u{1b}[1mter2-se\u{1b}[0mcret"], "[key]"),
        (&["sk-hun\u{1b}", "[1mter2-se\u{202e}", "cret"], "[key]"),
        (&["sk-sk-hunter2-secretsk-hunter2-secret"], "sk-[key][key]"),
        (&["ask", " sk", "ill"], "ask skill"),
        (&["task s"], "task s"),
        (&["cut: sk-hunter2"], "cut: [key]"),
        // As whoever stands between may have written it.
        (&["sk-hunter2-secreT"], "[key]"),
        (&["SK-HUNTER", "2-SECRET"], "[key]"),
        (&["", "é sk-", "é"], "é sk-é"),
        // In fullwidth letters, in mathematical ones, and with digits in circles.
        (&["ｓｋ-ｈｕｎｔｅｒ２-ｓｅｃｒｅｔ"], "[key]"),
        (&["𝐬𝐤-𝐡𝐮𝐧", "𝐭𝐞𝐫②-𝐬𝐞𝐜𝐫𝐞𝐭!"], "[key]!"),
        (&["ｏｔｈｅｒｗｉｓｅ"], "ｏｔｈｅｒｗｉｓｅ"),
    ];
    for (pieces, expected) in table {
        assert_eq!(came(&secrets, pieces), expected, "{pieces:?}");
        assert_eq!(secrets.words(&pieces.concat()), expected, "{pieces:?}");
        // What looks like a key is none of ours, and is shown to nobody all the same.
        assert_eq!(
            secrets.message(&pieces.concat()),
            masked(expected.trim()),
            "{pieces:?}"
        );
    }
}

#[test]
fn a_key_is_taken_out_where_a_page_or_an_address_has_escaped_it() {
    let key = "abCD/efGH+12ijKL34/mnOP+56qrST==";
    let secrets = Secrets::new(Some(key), []);
    for spelt in [
        "abCD&#x2F;efGH&#43;12ijKL34&#x2F;mnOP&#43;56qrST==",
        "abCD&#x2F;efGH&#x2B;12ijKL34&#x2F;mnOP&#x2B;56qrST&#x3D;&#x3D;",
        "abCD&sol;efGH&plus;12ijKL34&sol;mnOP&plus;56qrST&equals;&equals;",
        "abCD%2FefGH%2B12ijKL34%2FmnOP%2B56qrST%3D%3D",
        "abCD%2fefGH%2b12ijKL34%2fmnOP%2b56qrST%3d%3d",
    ] {
        let page = format!("<p>Authorization: Bearer {spelt} was refused</p>");
        let told = secrets.message(&page);
        for part in ["abCD", "efGH", "12ijKL34", "mnOP", "56qrST"] {
            assert!(!told.contains(part), "{spelt}: {told}");
        }
        let said = format!("the key {spelt}, Madam");
        let letters: Vec<String> = said.chars().map(String::from).collect();
        let letters: Vec<&str> = letters.iter().map(String::as_str).collect();
        for heard in [secrets.words(&said), came(&secrets, &letters)] {
            for part in ["abCD", "efGH", "12ijKL34", "mnOP", "56qrST"] {
                assert!(!heard.contains(part), "{spelt}: {heard}");
            }
            assert!(
                heard.starts_with("the key ") && heard.ends_with(", Madam"),
                "{heard}"
            );
        }
    }
}

#[test]
fn a_key_is_taken_out_of_json_that_spells_it() {
    let secrets = Secrets::new(Some(KEY), []);
    for (json, shown) in [
        (r#"{"a": "sk-hunter2-secret"}"#, r#"{"a": "[key]"}"#),
        (
            r#"{"a": "\u0073\u006b-hunter2-secret"}"#,
            r#"{"a": "[key]"}"#,
        ),
        (r#"{"a": "sk-hun\u200bter2-secret"}"#, r#"{"a": "[key]"}"#),
        (
            r#"{"a": "sk-hun\u001b[1mter2-secret"}"#,
            r#"{"a": "[key]"}"#,
        ),
        (r#"{"a": "sk-hun\nter2\t-secret"}"#, r#"{"a": "[key]"}"#),
        (r#"{"a": "sk-hun\u00ADter2-\/secret"}"#, r#"{"a": "[key]"}"#),
        (r#""\\u0073k-hunter2-secret""#, r#""[key]""#),
        (
            r#"{"a": "so \"it\" is \ud83d\ude00 \ud83d \u0022"}"#,
            "{\"a\": \"so \\\"it\\\" is 😀 \u{fffd} \\u0022\"}",
        ),
        (r"\u12 \", r"\u12 \"),
        (r"\u+123", r"\u+123"),
    ] {
        assert_eq!(secrets.unread(json), shown, "{json}");
    }
}

#[test]
fn a_key_that_is_spelt_by_escapes_is_in_no_message() {
    let secrets = Secrets::new(Some(KEY), []);
    let spelt = |key: &str, slashes: &str| -> String {
        let units = key.encode_utf16();
        let escapes: Vec<String> = units.map(|unit| format!("{slashes}u{unit:04x}")).collect();
        escapes.concat()
    };
    for slashes in ["\\", "\\\\", "\\\\\\\\"] {
        let own = format!("refused: {}.", spelt(KEY, slashes));
        assert_eq!(secrets.message(&own), "refused: [key].");
        let of_others = spelt("sk-proj-AbCdEf0123456789", slashes);
        assert_eq!(
            secrets.message(&format!("refused: {of_others}")),
            "refused: …"
        );
        let with_more = format!("refused: {}.", spelt("sk-hun\u{200b}ter2-secret", slashes));
        assert_eq!(secrets.message(&with_more), "refused: [key].");
    }
    let path = r"no model in C:\users\neo\new";
    assert_eq!(secrets.message(path), path);
}

#[test]
fn what_may_be_taken_out_later_hides_no_key() {
    let secrets = Secrets::new(Some(KEY), [("x-key", "hunter-hunters-pass")]);
    for between in [
        "*",
        "**",
        "#",
        "_",
        "`",
        "[3]",
        "[3, 4]",
        "\n",
        "\n## ",
        " ",
        "\\",
        "|",
        "~~",
        "<b>",
        "é",
        "[",
        "]",
        "[[3]",
        "[Applause]",
        "[*sk-hunter2*]",
        "[(a) 2]**\n[3]",
        "\u{301}",
        "🔬",
        "…\u{200b}",
    ] {
        let is_of_letters = between.chars().any(char::is_alphabetic) && !between.contains('[');
        for at in 1..KEY.len() {
            let (head, tail) = KEY.split_at(at);
            let said = format!("Madam, {head}{between}{tail}, no");
            // Where letters stand between, each part is one for itself.
            let part = |part: &str| match part.chars().filter(|c| c.is_alphanumeric()).count() {
                12.. => REDACTED.to_owned(),
                _ => part.to_owned(),
            };
            let expected = if is_of_letters {
                let hyphen = if tail.starts_with('-') { "-" } else { "" };
                let tail = tail.trim_start_matches('-');
                format!("Madam, {}{between}{hyphen}{}, no", part(head), part(tail))
            } else {
                "Madam, [key], no".to_owned()
            };
            assert_eq!(secrets.words(&said), expected, "{said:?}");
            let letters: Vec<String> = said.chars().map(String::from).collect();
            let letters: Vec<&str> = letters.iter().map(String::as_str).collect();
            assert_eq!(came(&secrets, &letters), expected, "{said:?}");
        }
    }
    assert_eq!(secrets.words("hun*ter*-hunter`s-pa_ss."), "[key].");
    assert_eq!(
        secrets.words(&format!("sk-hunter2-{KEY}secret")),
        "sk-hunter2-[key]secret"
    );
    // The place of a key stays in a note, too, and keeps apart what stands around it.
    assert_eq!(
        secrets.words(&format!("sk-hunter2[{KEY}-secret[3]a")),
        "sk-hunter2[[key]-secret[3]a"
    );
    let note = "x".repeat(crate::text::NOTE - 1);
    assert_eq!(
        secrets.words(&format!("sk-hunter2-[{note}]secret")),
        "[key]"
    );
    let longer = format!("sk-hunter2-[{note}xx]secret!");
    assert_eq!(secrets.words(&longer), longer);
}

#[test]
fn a_key_of_which_letters_are_missing_is_taken_out() {
    let key = "sk-proj-Q7wZ4hunter2secretR9tY";
    let secrets = Secrets::new(Some(key), []);
    for missing in 0..=3 {
        for at in 0..key.len() - missing {
            let said = format!("so {}{}.", &key[..at], &key[at + missing..]);
            let left = secrets.words(&said);
            let longest = left.split(REDACTED).map(str::len).max();
            assert!(longest <= Some("so sk-.".len()), "{said}: {left}");
            let letters: Vec<String> = said.chars().map(String::from).collect();
            let letters: Vec<&str> = letters.iter().map(String::as_str).collect();
            assert_eq!(came(&secrets, &letters), left);
        }
    }
    // An escape that is none takes the letter behind it along, and so do sequences.
    for between in ["\u{1b}", "\u{1b}[", "\u{1b}(", "\u{1b}[1;2", "\u{9b}"] {
        for at in 1..key.len() {
            let (head, tail) = key.split_at(at);
            let left = secrets.words(&format!("so {head}{between}{tail}."));
            let longest = left.split(REDACTED).map(str::len).max();
            assert!(
                longest <= Some("so sk-p.".len()),
                "{between:?} {at}: {left}"
            );
        }
    }
    let middle =
        secrets.words("it ends in hunter2secretR9, and begins with sk-proj-Q7w, I am told");
    assert_eq!(
        middle,
        "it ends in [key], and begins with sk-proj-Q7w, I am told"
    );
    // A password of words: prose has some of them.
    let words = Secrets::new(Some("correct-horse-battery-staple-9"), []);
    for prose in [
        "a correct horse, battery and staple",
        "correct, horse battery staple it is",
    ] {
        assert_eq!(words.words(prose), prose);
    }
    assert_eq!(words.words("correct-horse-battery"), "[key]");
}

#[test]
fn prose_stays_whole_and_is_not_waited_for() {
    for (key, prose) in [
        ("correcthorsebattery", "the correct horse, battery and all"),
        (
            "whatever-you-like",
            "whatever you like. Whatever, you like!",
        ),
        ("00000000", "it cost 1,000,000,000 a year, 00 000 000"),
        ("20261122", "from 2026: 11, 22"),
        ("sk-12345", "at the desk 12345 people, task, 123.45"),
        ("abc-1234", "a b c 1 2 3 4"),
    ] {
        let secrets = Secrets::new(Some(key), []);
        assert_eq!(secrets.words(prose), prose);
        assert_eq!(secrets.words(&format!("so {key}.")), "so [key].");
        let (head, tail) = key.split_at(4);
        assert_eq!(secrets.words(&format!("so {head}**{tail}.")), "so [key].");
    }
    // A word at the most, and what may be a note, is held back.
    let secrets = Secrets::new(Some(KEY), []);
    let mut incoming = Incoming::of_prose(&secrets);
    for (piece, passed) in [
        ("The roads", "The road"),
        (". ", ""),
        ("It ", "s. I"),
        ("is the task", "t is the ta"),
        (" [Applause", ""),
        ("] of", "sk [Applause] of"),
    ] {
        assert_eq!(incoming.push(piece), passed);
    }
    // However long what stands between is, it is read once.
    let long = format!("s{}", "*".repeat(400_000));
    let pieces: Vec<&str> = long.split_inclusive("**").collect();
    assert_eq!(came(&secrets, &pieces), long);
}

#[test]
fn what_fills_a_field_stays_in_a_debate_and_in_no_message() {
    let in_words = |key: &str| Secrets::new(Some(key), []).words(key) == REDACTED;
    for key in ["EMPTY", "ollama", "1234", "none", "whatever"] {
        assert!(!in_words(key), "{key}");
        assert_eq!(Secrets::new(Some(key), []).message(key), REDACTED);
    }
    for key in ["sk-12345", "correcthorsebattery", "00000000"] {
        assert!(in_words(key), "{key}");
    }
    let header = |name: &'static str, value: &'static str| Secrets::new(None, [(name, value)]);
    assert_eq!(
        header("authorization", "Bearer tok-12345").words("tok-12345 Bearer"),
        "[key] Bearer"
    );
    assert_eq!(
        header("x-title", "Hustings-2").words("Hustings-2"),
        "Hustings-2"
    );
    assert_eq!(
        header("x-title", "Hustings-2").message("Hustings-2"),
        REDACTED
    );
    assert_eq!(
        header("api-version", "2024-10-21").words("on 2024-10-21"),
        "on 2024-10-21"
    );
}

#[test]
fn the_longer_of_two_secrets_is_taken_out_whole() {
    let secrets = Secrets::new(Some("abc-1234"), [("x-key", "abc-1234-5678")]);
    for pieces in [
        ["abc-1234-5678 abc-1234", "."],
        ["abc-1234", "-5678 abc-1234."],
    ] {
        assert_eq!(came(&secrets, &pieces), "[key] [key].");
    }
}

#[test]
fn messages_are_short_and_in_one_line() {
    let secrets = Secrets::new(Some(KEY), []);
    let shown = secrets.message(&format!("a\n{}{KEY}", "x".repeat(5000)));
    assert!(shown.starts_with("a x") && shown.ends_with('…') && shown.len() < 2_010);
    let cut = format!("{}{KEY}", "x".repeat(1_995));
    assert!(
        !secrets.message(&cut).contains("sk-"),
        "{}",
        secrets.message(&cut)
    );
}

/// As little as could be left of a text, but for the place of a key, which stays, and so does a note that ends in one.
fn stripped(text: &str) -> String {
    let mut left = String::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let note = rest.starts_with('[').then(|| rest.find(']')).flatten();
        let length = match note {
            Some(_) if rest.starts_with(REDACTED) => {
                left.push_str(REDACTED);
                REDACTED.len()
            }
            Some(close) if !rest[..=close].ends_with(REDACTED) => close + 1,
            Some(_) | None => {
                left.extend(Some(first).filter(|c| c.is_alphanumeric()));
                first.len_utf8()
            }
        };
        rest = &rest[length..];
    }
    left
}

proptest! {
    #[test]
    fn a_key_never_comes_through(pieces in proptest::collection::vec(
        prop_oneof![
            Just(KEY.to_owned()), Just("sk-hunter2".to_owned()), Just("-secret".to_owned()), Just("sk-".to_owned()),
            Just("\u{200b}".to_owned()), Just("\u{1b}[1m".to_owned()), Just("\u{1b}".to_owned()),
            Just("**".to_owned()), Just("[3]".to_owned()), Just("\n".to_owned()), Just("[".to_owned()),
            Just("]".to_owned()), "[a-z #_`\u{0}-\u{1f}]{0,3}"
        ], 0..20
    )) {
        let secrets = Secrets::new(Some(KEY), []);
        let borrowed: Vec<&str> = pieces.iter().map(String::as_str).collect();
        let out = came(&secrets, &borrowed);
        let letters: String = out.chars().filter(|c| c.is_alphanumeric()).collect();
        for left in [letters, stripped(&out)] {
            prop_assert!(!left.contains("skhunter2secret"), "{:?}", out);
        }
        // In however many pieces it comes.
        prop_assert_eq!(secrets.words(&pieces.concat()), out);
    }

    #[test]
    fn other_text_comes_through_whole(pieces in proptest::collection::vec("[sk\\-hunter2 é]{0,5}", 0..10)) {
        let text = pieces.concat();
        let letters: String = text.chars().filter(|c| c.is_alphanumeric()).collect();
        prop_assume!(!letters.contains("skhunter2s") && !letters.ends_with("skhunter2") && !letters.ends_with("skhunter"));
        prop_assume!((6..KEY.len()).all(|n| !text.ends_with(&KEY[..n])));
        let secrets = Secrets::new(Some(KEY), []);
        let borrowed: Vec<&str> = pieces.iter().map(String::as_str).collect();
        prop_assert_eq!(came(&secrets, &borrowed), text);
    }
}
