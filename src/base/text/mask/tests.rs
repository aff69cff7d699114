//! Texts that are masked, and texts that are shown as they are.

use super::*;

#[test]
fn a_key_is_told_from_the_name_of_a_model() {
    for key in [
        "sk-proj-Q7wZ4hunter2secretR9tY",
        "x:sk-proj-Q7wZ4hunter2secretR9tY",
        "far:openai/sk-ant-api03-abcdef",
        " sk-or-v1-0123456789abcdef",
        "key-sk-proj-Q7wZ4hunter2secretR9tY",
        "embedded:hf_abcdefghijklmnopqrstuv",
        "AIzaSyA0123456789abcdefghijklmnopqrstu",
        "gsk_0123456789abcdefghij",
        "ｓｋ-ｐｒｏｊ-Ｑ７ｗＺ４ｈｕｎｔｅｒ２ｓｅｃｒｅｔＲ９ｔＹ",
        "𝚜𝚔-𝚙𝚛𝚘𝚓-𝚀𝟽𝚠𝚉𝟺𝚑𝚞𝚗𝚝𝚎𝚛𝟸𝚜𝚎𝚌𝚛𝚎𝚝𝚁𝟿𝚝𝚈",
    ] {
        assert!(looks_like_a_key(key), "{key}");
        let told = format!("there is no model {key}.");
        assert!(!masked(&told).contains(key), "{told}");
    }
    for name in [
        "gpt-4o-mini-2024-07-18",
        "ft:gpt-4o-mini-2024-07-18:acme:debates:9f8E7d6C5b4A",
        "hf.co/someone/qwen2.5-coder-1.5b-instruct:Q4_K_M",
        "accounts/fireworks/models/llama-v3p1-405b-instruct",
        "8f14e45f-ceea-467f-a0e6-1234567890ab",
        "Helsinki-NLP/opus-mt-sk-en-large",
        "task-classifier-large",
        "disk-sk-slovak-instruct-7b",
    ] {
        assert!(!looks_like_a_key(name), "{name}");
    }
}

#[test]
fn what_looks_like_a_key_or_stands_where_one_would_is_masked() {
    for (given, shown) in [
        ("the key sk-proj-ab12cd34 is wrong", "the key … is wrong"),
        ("(ghp_0123456789abcdefghij)", "(…)"),
        ("Authorization: Bearer abc123", "Authorization: Bearer …"),
        (
            "Bearer abCD%2FefGH%2B12&#43;34 was refused",
            "Bearer … was refused",
        ),
        ("openai_api_key = \"hunter two\"", "openai_api_key = \"…\""),
        ("openai_api_key = \"hunter", "openai_api_key = \"…"),
        ("apiKey='x', b = 2", "apiKey='…', b = 2"),
        (
            "{ token = abc, model = \"m\" }",
            "{ token = …, model = \"m\" }",
        ),
        (
            "{\"password\": \"a b\", \"n\": 1}",
            "{\"password\": \"…\", \"n\": 1}",
        ),
        ("key = \"\"\"abc", "key = \"\"\"…"),
        ("a secret: 0123abcdef", "a secret: …"),
        ("key_env = \"0123456789abcdef0123\"", "key_env = \"…\""),
        ("base_url = \"me:secret@h/v1\"", "base_url = \"…@h/v1\""),
        ("https://me:hun/ter 2@host/v1", "https://…@host/v1"),
        (
            "\"https://h/v1?api=1&b=2#c\" x",
            "\"https://h/v1?api=…&b=…#…\" x",
        ),
        ("https://h/0a1b2c3d4e5f60718293/v1.", "https://h/…/v1."),
        (
            "https://h/da39a3ee5e6b4b0d3255bfef95601890afd80709/v1",
            "https://h/…/v1",
        ),
        ("https://h/abcdefghijklmnopqrst/v1", "https://h/…/v1"),
        (
            "base_url=http://h/hunter2plain/v1",
            "base_url=http://h/…/v1",
        ),
        (
            "Incorrect API key provided: 9f8e7d6c5b4a3928.",
            "Incorrect API key provided: …",
        ),
        ("the token 'a1b2c3d4e5f6' is old", "the token '…' is old"),
    ] {
        assert_eq!(masked(given), shown);
        let in_place = masked_in_place(given);
        assert_eq!(in_place.len(), given.len(), "{in_place}");
        assert_eq!(masked_in_place(&in_place), in_place, "masked once");
        assert_eq!(masked(shown), shown, "masked once");
        // An excerpt shows less, and never more.
        let mut shown = shown.chars();
        let kept = in_place.chars().filter(|c| *c != '*');
        assert!(
            kept.into_iter().all(|c| shown.any(|s| s == c)),
            "{in_place}"
        );
    }
}

#[test]
fn what_nobody_sees_hides_no_key() {
    const KEY: &str = "sk-proj-AbCdEf0123456789AbCdEf0123456789";
    let (begin, end) = KEY.split_at(12);
    for hidden in ["\u{200b}", "\u{1b}", "\u{2028}", "\u{e0041}"] {
        for given in [format!("a{hidden}{KEY}"), format!("{begin}{hidden}{end}")] {
            assert!(looks_like_a_key(&given), "{given:?}");
            for shown in [
                masked(&given).into_owned(),
                crate::text::shown::given(&given),
            ] {
                assert!(shown.ends_with('…') && !shown.contains("0123"), "{shown:?}");
            }
        }
    }
    for written in [
        "\\u000a",
        "\\u0009",
        "\\u200b",
        "\\\\u200b",
        "\\udb40\\udc41",
        "\\u{200b}",
    ] {
        let before = format!("`a{written}{KEY}` is not known");
        assert_eq!(masked(&before), format!("`a{written}…` is not known"));
        let inside = format!("`{begin}{written}{end}` is not known");
        assert_eq!(masked(&inside), "`…` is not known");
        let spread: Vec<String> = KEY.chars().map(String::from).collect();
        let spread = format!("`b{written}{}` is", spread.join(written));
        assert_eq!(masked(&spread), format!("`b{written}…` is"));
    }
    for end in ["\\n", "\\t", "\\r"] {
        let before = format!("a{end}{KEY} b");
        assert_eq!(masked(&before), format!("a{end}… b"));
    }
    let spelt = "{\"message\": \"\\u0073\\u006b-proj-AbCdEf0123456789 is wrong\"}";
    assert_eq!(masked(spelt), "{\"message\": \"… is wrong\"}");
    assert_eq!(crate::text::shown::given("one\ntwo"), "one\\u000atwo");
    let name = "9f8e7d6c5b\u{200b}4a3928a7b6";
    assert_eq!(crate::text::shown::given(name), "…");
}

#[test]
fn what_is_no_key_is_shown() {
    for innocent in [
        "key = { fg = \"sea\", bg = \"puce\" }",
        "OPENAI_API_KEY is not set",
        "key_env = \"FAR_KEY\"",
        "`providers.near.key`: expected a key of visible ASCII characters",
        "providers.near.key: expected a text",
        "pause = \"space\"",
        "max_tokens = 500",
        "tokens: 41200",
        "base_url = \"http//[::1]:1234/v1\"",
        "https://huggingface.co/a/smollm2-135m-instruct/resolve/12fd25f77366fa6b3b4b768ec3050bf629380bac/model-q8_0.gguf",
        "http://127.0.0.1:8080/v1 does not answer",
        "The key: education.",
        "the bearer of news",
        "task-oriented sk-learn",
        "hf_transfer is off",
        "error: 01932f00-0000-7000-8000-00000000c0de",
        "task\\u200b-oriented\\u000a risk-\\u200bfree",
        "C:\\users\\neo\\task-oriented-models.toml",
        "می\u{200c}خواهم 👩\u{200d}🔬",
    ] {
        assert_eq!(masked(innocent), innocent);
    }
}

#[test]
fn a_key_in_the_place_of_a_variable_is_not_shown() {
    for name in ["OPENAI_API_KEY", "FAR_KEY", "KEY2", "MY_KEY_2026"] {
        assert_eq!(variable(name), name);
    }
    for key in [
        "sk-ab12cd34",
        "sk_live_abc123",
        "0123456789abcdef0123456789abcdef",
        "aB3dE5gH",
        "a key",
        "abcdefghijklmnopqrstuv",
        "opensesame99",
        "far_key",
        "ABCDEFGHIJKLMNOPQRSTUV",
    ] {
        assert_eq!(variable(key), MASK, "{key}");
    }
}

proptest::proptest! {
    #[test]
    fn any_text_can_be_masked(text in "(\\PC|[=:?#&@/\"'\n]|://|key|sk-){0,40}") {
        let shown = masked_in_place(&text);
        proptest::prop_assert_eq!(shown.len(), text.len());
        proptest::prop_assert_eq!(shown.lines().count(), text.lines().count());
        let _ = masked(&text);
    }
}
