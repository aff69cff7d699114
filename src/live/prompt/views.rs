//! The views that templates were filled with in rehearsed debates: of fillings that lead through the same branches, one
//! each.

use std::collections::{BTreeMap, BTreeSet};

use minijinja::{Value, value::ValueKind};

/// The most different fillings that are kept of one template.
const MOST_FILLINGS: usize = 64;
/// Templates ask for nothing that lies deeper.
const DEPTH: usize = 4;
/// The most items of a list that are looked at.
const ITEMS: usize = 6;
/// Such a number is like any that is higher.
const MANY: i64 = 4;
/// The names that a word that decides may have.
const KINDS: [&str; 4] = ["cue", "kind", "stance", "task"];

/// The views that templates were filled with, by the names of the templates.
#[derive(Debug, Default)]
pub struct Views(BTreeMap<String, Fillings>);

/// The views that one template was filled with.
#[derive(Debug, Default)]
struct Fillings {
    kept: Vec<Value>,
    /// The forms that are new in each of the views kept.
    forms: BTreeSet<String>,
}

impl Fillings {
    /// Keeps a filling in which something is otherwise than in all before.
    fn add(&mut self, view: Value) {
        if self.kept.len() >= MOST_FILLINGS {
            return;
        }
        let before = self.forms.len();
        self.forms.extend(forms(&view));
        if self.forms.len() > before {
            self.kept.push(view);
        }
    }
}

impl Views {
    pub(super) fn add(&mut self, name: &str, view: &Value) {
        self.0.entry(name.to_owned()).or_default().add(view.clone());
    }

    /// The views of both.
    pub fn and(mut self, others: Self) -> Self {
        for (name, more) in others.0 {
            let of_one = self.0.entry(name).or_default();
            more.kept.into_iter().for_each(|view| of_one.add(view));
        }
        self
    }

    /// The views that a template was filled with.
    pub(super) fn of(&self, name: &str) -> Option<&[Value]> {
        self.0.get(name).map(|of_one| of_one.kept.as_slice())
    }

    /// The same, or, of what is only ever a part of others, what all were filled with.
    pub(super) fn of_or_all(&self, name: &str) -> Vec<&Value> {
        match self.of(name) {
            Some(views) => views.iter().collect(),
            None => self.0.values().flat_map(|one| &one.kept).collect(),
        }
    }
}

/// The forms of a view that decide which way a template is gone through: which parts of the view there are, and the
/// words and small numbers that are compared with others; each by itself, and of the uppermost all together.
#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "the engine may have more kinds one day, and all others are there or not"
)]
fn forms(view: &Value) -> BTreeSet<String> {
    let mut forms = BTreeSet::new();
    note(view, "", "", DEPTH, &mut forms);
    let all = view.try_iter().into_iter().flatten();
    let mut together = String::new();
    for key in all {
        let value = view.get_item(&key).unwrap_or_default();
        let is_word = KINDS.contains(&key.to_string().as_str());
        together.push_str(&match value.kind() {
            ValueKind::Seq => value.len().unwrap_or_default().min(2).to_string(),
            ValueKind::Number => i64::try_from(value).unwrap_or(MANY).min(MANY).to_string(),
            ValueKind::String if is_word => value.to_string(),
            _ => String::from(if value.is_true() { 'y' } else { 'n' }),
        });
        together.push(' ');
    }
    forms.insert(together);
    forms
}

#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "the engine may have more kinds one day, and all others are there or not"
)]
fn note(value: &Value, path: &str, name: &str, depth: usize, forms: &mut BTreeSet<String>) {
    match value.kind() {
        ValueKind::Map if depth > 0 => {
            for key in value.try_iter().into_iter().flatten() {
                let name = key.to_string();
                let inner = value.get_item(&key).unwrap_or_default();
                note(&inner, &format!("{path}.{name}"), &name, depth - 1, forms);
            }
        }
        ValueKind::Seq | ValueKind::Iterable if depth > 0 => {
            let length = value.len().unwrap_or_default().min(2);
            forms.insert(format!("{path}: {length}"));
            for item in value.try_iter().into_iter().flatten().take(ITEMS) {
                note(&item, &format!("{path}[]"), "", depth - 1, forms);
            }
        }
        ValueKind::Number => {
            let number = i64::try_from(value.clone()).unwrap_or(MANY);
            forms.insert(format!("{path} = {}", number.min(MANY)));
        }
        ValueKind::String if KINDS.contains(&name) => {
            forms.insert(format!("{path} = {value}"));
        }
        _ => {
            forms.insert(format!("{path} {}", value.is_true()));
        }
    }
}

#[cfg(test)]
mod tests {
    use minijinja::context;

    use super::*;

    #[test]
    fn one_of_each_form_is_kept() {
        let kept = |views: &[Value]| {
            let mut all = Views::default();
            for view in views {
                all.add("a", view);
            }
            let again = Views::default().and(all);
            again.of("a").map(<[Value]>::len)
        };
        let speech = |text: &str, kind: &str, words: u32| context! { text, kind, words };
        assert_eq!(kept(&[]), None);
        let alike = [speech("One.", "opens", 300), speech("Two.", "opens", 400)];
        assert_eq!(kept(&alike), Some(1));
        let [one, _] = alike;
        for other in [
            speech("", "opens", 300),
            speech("One.", "closes", 300),
            speech("One.", "opens", 1),
            context! { text => "One.", kind => "opens" },
            context! { text => vec!["One."], kind => "opens", words => 300 },
        ] {
            assert_eq!(kept(&[one.clone(), other]), Some(2));
        }
    }
}
