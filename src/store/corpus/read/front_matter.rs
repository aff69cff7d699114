//! The front matter of a Markdown text: TOML between `+++`, or the simple lines of YAML between `---`.

use super::About;

/// The longest front matter, in lines: beyond that a leading `---` was a rule.
const MAX_LINES: usize = 200;

/// Takes the front matter into what is known of it; the rest of the text, and how many lines were taken.
pub(super) fn take<'a>(text: &'a str, about: &mut About) -> (&'a str, usize) {
    let mut lines = text.split_inclusive('\n');
    let fence = lines.next().map_or("", str::trim_end);
    if fence != "---" && fence != "+++" {
        return (text, 0);
    }
    let mut length = text.len() - lines.clone().map(str::len).sum::<usize>();
    let begin = length;
    for (count, line) in lines.take(MAX_LINES).enumerate() {
        let end = length;
        length += line.len();
        let closes = line.trim_end() == fence || (fence == "---" && line.trim_end() == "...");
        if !closes {
            continue;
        }
        let head = text.get(begin..end).unwrap_or_default();
        let known = if fence == "+++" {
            toml_fields(head, about)
        } else {
            yaml_fields(head, about)
        };
        // Between two rules without a field stands a paragraph.
        return if known {
            (text.get(length..).unwrap_or_default(), count + 2)
        } else {
            (text, 0)
        };
    }
    (text, 0)
}

#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "values that are none of ours"
)]
fn toml_fields(head: &str, about: &mut About) -> bool {
    let Ok(table) = head.parse::<toml::Table>() else {
        return false;
    };
    for (key, value) in &table {
        match value {
            toml::Value::String(text) => set(key, text, about),
            toml::Value::Array(all) => {
                for text in all.iter().filter_map(toml::Value::as_str) {
                    set(key, text, about);
                }
            }
            toml::Value::Table(_) => {}
            other => set(key, &other.to_string(), about),
        }
    }
    true
}

/// `key: value`, `key: [a, b]` and lists below a key. Everything else of YAML is passed over.
fn yaml_fields(head: &str, about: &mut About) -> bool {
    let mut key = String::new();
    let mut known = false;
    for line in head.lines() {
        if let Some(item) = line.trim_start().strip_prefix("- ") {
            set(&key, unquoted(item), about);
        } else if let Some((name, value)) = line.split_once(':').filter(|(name, _)| is_key(name)) {
            known = true;
            name.clone_into(&mut key);
            let value = value.trim();
            match value
                .strip_prefix('[')
                .and_then(|value| value.strip_suffix(']'))
            {
                Some(list) => list
                    .split(',')
                    .for_each(|item| set(&key, unquoted(item), about)),
                None => set(&key, unquoted(value), about),
            }
        }
    }
    known
}

/// Whether a name is a single word; "He said: no" is a sentence.
fn is_key(name: &str) -> bool {
    !name.is_empty()
        && name
            .chars()
            .all(|c| c.is_alphanumeric() || matches!(c, '_' | '-'))
}

fn unquoted(text: &str) -> &str {
    let text = text.trim();
    for quote in ['"', '\''] {
        let inner = text
            .strip_prefix(quote)
            .and_then(|text| text.strip_suffix(quote));
        if let Some(inner) = inner {
            return inner;
        }
    }
    text
}

fn set(key: &str, text: &str, about: &mut About) {
    match key.to_ascii_lowercase().as_str() {
        "title" => about.set_title(text),
        "date" | "published" | "year" => about.set_date(text),
        "speaker" | "author" | "authors" => about.set_speaker(text),
        "source_type" | "type" => about.set_source_type(text),
        "tags" | "topic_tags" | "topics" | "keywords" | "tag" => about.add_tags(text),
        _ => {}
    }
}
