//! What stands above a Markdown text about it: TOML between `+++`, or the simple lines of YAML between `---`.

use super::draft::Draft;

/// The longest front matter, in lines: beyond that a leading `---` was a rule.
const MAX_LINES: usize = 200;

/// Takes the front matter into the draft; the rest of the text, and how many lines were taken.
pub(super) fn take<'a>(text: &'a str, draft: &mut Draft) -> (&'a str, usize) {
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
            toml_fields(head, draft)
        } else {
            yaml_fields(head, draft)
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

fn toml_fields(head: &str, draft: &mut Draft) -> bool {
    let Ok(table) = head.parse::<toml::Table>() else {
        return false;
    };
    for (key, value) in &table {
        match value {
            toml::Value::String(text) => set(key, text, draft),
            toml::Value::Array(all) => {
                for text in all.iter().filter_map(toml::Value::as_str) {
                    set(key, text, draft);
                }
            }
            toml::Value::Table(_) => {}
            other => set(key, &other.to_string(), draft),
        }
    }
    true
}

/// `key: value`, `key: [a, b]` and lists below a key. Everything else of YAML is passed over.
fn yaml_fields(head: &str, draft: &mut Draft) -> bool {
    let mut key = String::new();
    let mut known = false;
    for line in head.lines() {
        if let Some(item) = line.trim_start().strip_prefix("- ") {
            set(&key, unquoted(item), draft);
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
                    .for_each(|item| set(&key, unquoted(item), draft)),
                None => set(&key, unquoted(value), draft),
            }
        }
    }
    known
}

/// One word at the beginning of a line; "He said: no" is a sentence.
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

fn set(key: &str, text: &str, draft: &mut Draft) {
    match key.to_ascii_lowercase().as_str() {
        "title" => draft.title(text),
        "date" | "published" | "year" => draft.date(text),
        "speaker" | "author" | "authors" => draft.speaker(text),
        "source_type" | "type" => draft.source_type(text),
        "tags" | "topic_tags" | "topics" | "keywords" | "tag" => draft.tags(text),
        _ => {}
    }
}
