//! Whether the prompts in the user's folder can be filled: each is read, parsed, and filled with what the templates of its
//! name were filled with in rehearsed debates.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs, io,
    path::Path,
    sync::Arc,
};

use minijinja::{Environment, Error, ErrorKind, Value};

use super::{BuiltIn, MOST_BYTES, environment};
use crate::{
    catalog::{Problem, nearest::nearest},
    error::Failure,
    files,
    text::{has_words, sanitize::sanitize},
};

/// So many different fillings of one template are kept of one recording: the first speech and the third are alike.
const KEPT: usize = 4;
/// No prompt is longer, in bytes: the longest context of a model has no more.
const LONGEST: usize = 8 << 20;

/// What templates were filled with, by their names.
#[derive(Debug, Default)]
pub struct Views(BTreeMap<String, Vec<Value>>);

impl Views {
    pub(super) fn add(&mut self, name: &str, view: &Value) {
        let kept = self.0.entry(name.to_owned()).or_default();
        if kept.len() < KEPT {
            kept.push(view.clone());
        }
    }

    /// These, and those.
    pub fn and(mut self, others: Self) -> Self {
        for (name, views) in others.0 {
            self.0.entry(name).or_default().extend(views);
        }
        self
    }
}

/// One of the user's files.
struct Own {
    name: String,
    shown: String,
    source: Arc<str>,
}

/// Whether there are prompts of the user's.
pub fn are_there(folder: &Path) -> bool {
    fs::read_dir(folder).is_ok_and(|mut entries| entries.next().is_some())
}

/// What is wrong with the prompts of a folder.
///
/// # Errors
/// The built-in prompts are not sound.
pub fn check(folder: &Path, views: &Views) -> Result<Vec<Problem>, Failure> {
    let mut problems = Vec::new();
    let files = own(folder, &mut problems);
    let mut env = environment()?;
    let broken = |error: &Error| Failure::internal(format!("the built-in prompts: {error}"));
    let mut known = BTreeSet::new();
    for name in BuiltIn::iter() {
        let Some(file) = BuiltIn::get(&name) else {
            continue;
        };
        let source = String::from_utf8_lossy(&file.data).into_owned();
        env.add_template_owned(name.to_string(), sanitize(&source))
            .map_err(|error| broken(&error))?;
        let template = env.get_template(&name).map_err(|error| broken(&error))?;
        known.extend(template.undeclared_variables(true));
    }
    let mut sound = Vec::new();
    for one in files {
        match env.add_template_owned(one.name.clone(), sanitize(&one.source)) {
            Ok(()) => sound.push(one),
            Err(error) => problems.push(at(&one, &error)),
        }
    }
    for one in &sound {
        problems.extend(names(&env, one, views, &known));
    }
    let filled = filled(&env, &sound, views);
    // A name that nothing has is told once, where it stands.
    let told: BTreeSet<(String, Option<usize>)> = problems
        .iter()
        .map(|problem| (problem.file.clone(), problem.line))
        .collect();
    // A filter or a test that there is none of is another matter, even on the same line.
    problems.extend(
        filled
            .into_iter()
            .filter(|(kind, problem)| {
                is_unheard_of(*kind) || !told.contains(&(problem.file.clone(), problem.line))
            })
            .map(|(_, problem)| problem),
    );
    problems.sort_by(|one, other| (&one.file, one.line).cmp(&(&other.file, other.line)));
    Ok(problems)
}

/// The files that lie over built-in prompts. Those that lie over none are problems.
fn own(folder: &Path, problems: &mut Vec<Problem>) -> Vec<Own> {
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Vec::new(),
        Err(error) => {
            problems.push(Problem::of_file(
                folder.display().to_string(),
                format!("this folder cannot be read: {error}"),
                "expected a folder of prompts",
            ));
            return Vec::new();
        }
    };
    let mut paths: Vec<_> = entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .collect();
    paths.sort();
    let mut files = Vec::new();
    for path in paths {
        let name = path
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        let shown = path.display().to_string();
        // What editors and systems leave behind.
        if name.starts_with('.') || name.ends_with('~') {
            continue;
        }
        if BuiltIn::get(&name).is_none() {
            let all: Vec<String> = BuiltIn::iter().map(|name| name.to_string()).collect();
            let expected = match nearest(&name, all.iter().map(String::as_str)).first() {
                Some(near) => format!("did you mean `{near}`?"),
                None => "expected the name of a built-in prompt, such as speech.md".to_owned(),
            };
            problems.push(Problem::of_file(
                shown,
                "there is no prompt of this name, and nothing reads this file",
                expected,
            ));
            continue;
        }
        match files::text(&path, MOST_BYTES) {
            Ok(text) => files.push(Own {
                name,
                shown,
                source: text.into(),
            }),
            Err(error) => problems.push(Problem::of_file(
                shown,
                error.to_string(),
                "expected a text in UTF-8; without the file the built-in prompt is used",
            )),
        }
    }
    files
}

/// Names that nothing is ever called: they would be taken for nothing without a word.
fn names(
    env: &Environment<'_>,
    one: &Own,
    views: &Views,
    known: &std::collections::BTreeSet<String>,
) -> Vec<Problem> {
    let Ok(template) = env.get_template(&one.name) else {
        return Vec::new();
    };
    // What is only ever part of other prompts is filled with what they are.
    let filled: Vec<&Value> = match views.0.get(&one.name) {
        Some(views) => views.iter().collect(),
        None => views.0.values().flatten().collect(),
    };
    let is_there = |path: &str| {
        let mut steps = path.split('.');
        filled.iter().any(|view| {
            let found = steps
                .clone()
                .try_fold((*view).clone(), |value, step| value.get_attr(step).ok());
            found.is_some_and(|value| !value.is_undefined())
        }) || steps
            .next()
            .is_some_and(|first| env.globals().any(|(name, _)| name == first))
    };
    let mut unknown: Vec<String> = template
        .undeclared_variables(true)
        .into_iter()
        .filter(|path| !known.contains(path) && !is_there(path))
        .collect();
    unknown.sort();
    unknown
        .into_iter()
        .map(|path| {
            let near = nearest(&path, known.iter().map(String::as_str));
            let expected = match near.first() {
                Some(near) => format!("did you mean `{near}`?"),
                None => "the built-in prompt of this name shows what there is".to_owned(),
            };
            let start = find(&one.source, &path);
            Problem::at(
                &one.shown,
                &one.source,
                start..start + path.len(),
                "",
                format!("nothing is called `{path}` in this prompt"),
                expected,
            )
        })
        .collect()
}

/// Where a name stands in a text: the place of its whole path, or else of its first part.
fn find(source: &str, path: &str) -> usize {
    let first = path.split('.').next().unwrap_or(path);
    source
        .find(path)
        .or_else(|| source.find(first))
        .unwrap_or_default()
}

/// Whether a prompt asks for something that the engine does not have, whatever it is filled with.
fn is_unheard_of(kind: ErrorKind) -> bool {
    matches!(
        kind,
        ErrorKind::UnknownFilter | ErrorKind::UnknownTest | ErrorKind::UnknownFunction
    )
}

/// What goes wrong when the prompts are filled.
fn filled(env: &Environment<'_>, own: &[Own], views: &Views) -> Vec<(ErrorKind, Problem)> {
    let mut problems: Vec<(ErrorKind, Problem)> = Vec::new();
    for (name, views) in &views.0 {
        let Ok(template) = env.get_template(name) else {
            continue;
        };
        let mut is_empty = !views.is_empty();
        for view in views {
            let rendered = template.render(view.clone());
            is_empty &= rendered.as_ref().is_ok_and(|text| !has_words(text));
            let error = match rendered {
                Ok(text) if text.len() > LONGEST => {
                    let long = format!("it comes to {} bytes", text.len());
                    Error::new(ErrorKind::InvalidOperation, long)
                }
                Ok(_) => continue,
                Err(error) => error,
            };
            let broken = error.name().unwrap_or(name);
            let Some(one) = own
                .iter()
                .find(|one| one.name == broken)
                .or_else(|| own.iter().find(|one| &one.name == name))
            else {
                continue;
            };
            let problem = (error.kind(), at(one, &error));
            if !problems.contains(&problem) {
                problems.push(problem);
            }
        }
        // Whoever is asked with it would not know what for.
        if let Some(one) = own.iter().find(|one| is_empty && &one.name == name) {
            let problem = Problem::of_file(
                one.shown.clone(),
                "nothing is asked in this prompt: it is empty",
                "expected a text; without the file the built-in prompt is used",
            );
            problems.push((ErrorKind::InvalidOperation, problem));
        }
    }
    problems
}

/// What the engine says, on its line.
fn at(one: &Own, error: &Error) -> Problem {
    let line = error
        .line()
        .filter(|_| error.name().is_none_or(|name| name == one.name));
    let number = line.unwrap_or(1).max(1);
    let start = one
        .source
        .split_inclusive('\n')
        .take(number - 1)
        .map(str::len)
        .sum::<usize>();
    let text = one.source.lines().nth(number - 1).unwrap_or_default();
    let kind = error.kind().to_string();
    let message = match error.detail() {
        Some(detail) => format!("{kind}: {detail}"),
        None => kind,
    };
    Problem::at(
        &one.shown,
        &one.source,
        start..start + text.len(),
        "",
        message,
        "expected a prompt in the syntax of Jinja; without the file the built-in one is used",
    )
}
