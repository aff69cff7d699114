//! The page apart from any debate: its colours, its policy, and what people's Markdown becomes.

use super::{head::STYLE, prose::ParagraphKind, *};

/// The colours that a block of the style declares, by name.
fn colours(block: &str) -> Vec<(String, [f64; 3])> {
    let declared = block.split(';').filter_map(|one| one.split_once(": #"));
    let channel = |hex: &str, at: usize| {
        let pair = hex.get(at..at + 2).unwrap();
        f64::from(u8::from_str_radix(pair, 16).unwrap()) / 255.0
    };
    let colour = |hex: &str| [0, 2, 4].map(|at| channel(hex.trim(), at));
    declared
        .map(|(name, hex)| (name.trim().trim_start_matches("--").to_owned(), colour(hex)))
        .collect()
}

/// The relative luminance of a colour.
fn luminance(colour: [f64; 3]) -> f64 {
    let linear = colour.map(|c| {
        if c <= 0.04045 {
            c / 12.92
        } else {
            ((c + 0.055) / 1.055).powf(2.4)
        }
    });
    0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
}

fn contrast(one: [f64; 3], other: [f64; 3]) -> f64 {
    let (one, other) = (luminance(one), luminance(other));
    (one.max(other) + 0.05) / (one.min(other) + 0.05)
}

#[test]
fn whatever_is_read_stands_out_from_the_paper_in_both_schemes() {
    let schemes: Vec<_> = STYLE
        .split(":root {")
        .skip(1)
        .map(|block| colours(block.split('}').next().unwrap()))
        .collect();
    assert_eq!(schemes.len(), 2, "a light scheme and a dark one");
    for scheme in schemes {
        let of = |name: &str| {
            let found = scheme.iter().find(|(one, _)| one == name);
            found.unwrap_or_else(|| panic!("no colour {name}")).1
        };
        for ink in ["ink", "quiet", "for", "against", "own", "house", "link"] {
            for paper in ["paper", "raised"] {
                let ratio = contrast(of(ink), of(paper));
                assert!(ratio >= 4.5, "{ink} on {paper}: {ratio:.2}");
            }
        }
        // What a bar shows stands out from the bar.
        for fill in ["for", "against", "own", "house"] {
            let ratio = contrast(of(fill), of("track"));
            assert!(ratio >= 3.0, "{fill} on its bar: {ratio:.2}");
        }
    }
}

#[test]
fn the_style_and_the_script_load_nothing_and_do_not_end_early() {
    for text in [STYLE, SCRIPT] {
        let lower = text.to_ascii_lowercase();
        for word in [
            "</", "<!--", "url(", "@import", "http:", "https:", "fetch(", "eval(",
        ] {
            assert!(!lower.contains(word), "{word}");
        }
    }
}

/// The paragraphs of a text as HTML, with their kinds.
fn told(text: &str) -> Vec<(ParagraphKind, String)> {
    let paragraphs = prose::paragraphs(text).into_iter();
    let told = paragraphs.map(|one| (one.kind, one.markup.into_text()));
    told.collect()
}

#[test]
fn markdown_is_laid_out_and_html_is_the_text_that_it_is() {
    use ParagraphKind::{Heading, Item, Numbered, Plain, Quoted};
    let table: [(&str, &[(ParagraphKind, &str)]); 9] = [
        (
            "*a* **b** ~~c~~",
            &[(Plain, "<em>a</em> <strong>b</strong> <s>c</s>")],
        ),
        ("one\n\ntwo", &[(Plain, "one"), (Plain, "two")]),
        (
            "# Head\n\n- a\n- b",
            &[(Heading, "Head"), (Item, "a"), (Item, "b")],
        ),
        ("2. a\n3. b", &[(Numbered, "2. a"), (Numbered, "3. b")]),
        ("> said", &[(Quoted, "said")]),
        (
            "<b onclick=\"x\">a</b>",
            &[(Plain, "&lt;b onclick=&quot;x&quot;&gt;a&lt;/b&gt;")],
        ),
        (
            "[here](https://e.example/a?b=c&d=%22)",
            &[(
                Plain,
                "<a href=\"https://e.example/a?b=c&amp;d=%22\" rel=\"noreferrer noopener\">here</a>",
            )],
        ),
        (
            "[x](javascript:alert(1)) ![y](data:z)",
            &[(Plain, "x (javascript:alert(1)) y (data:z)")],
        ),
        ("[3]: so it says", &[(Plain, "[3]: so it says")]),
    ];
    for (text, expected) in table {
        let told = told(text);
        let told: Vec<(ParagraphKind, &str)> =
            told.iter().map(|(kind, one)| (*kind, &**one)).collect();
        assert_eq!(told, expected, "{text}");
    }
}

#[test]
fn a_page_leads_to_the_web_and_nowhere_else() {
    let addresses = [
        ("https://e.example/", true),
        ("HTTP://e.example", true),
        ("javascript:alert(1)", false),
        ("https:javascript", false),
        ("http://", false),
        ("http:// e", false),
        ("http://e\u{1}", false),
        ("//e.example", false),
        ("data:text/html,x", false),
        ("file:///etc", false),
    ];
    for (address, leads) in addresses {
        assert_eq!(prose::is_web_address(address), leads, "{address}");
    }
}

#[test]
fn entries_of_the_contents_that_say_the_same_are_numbered() {
    let heading = |text: &str| Heading {
        id: String::new(),
        text: text.to_owned(),
        is_nested: false,
    };
    let told = told_apart(["Speech", "Verdict", "Speech"].map(heading).into());
    let texts: Vec<&str> = told.iter().map(|one| one.text.as_str()).collect();
    assert_eq!(texts, ["Speech (1)", "Verdict", "Speech (2)"]);
}
