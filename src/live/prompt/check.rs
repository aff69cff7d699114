//! Whether the prompts in the user's folder can be filled: each is read, parsed, searched for names that there are not
//! (`unheard`), and filled with what the templates of its name were filled with in rehearsed debates.

use std::{
    borrow::Borrow,
    collections::{BTreeMap, BTreeSet},
    fs, io,
    path::Path,
    sync::Arc,
};

use minijinja::{Environment, Error, ErrorKind};

use super::{
    CHARS_A_TOKEN, MOST_BYTES, environment,
    unheard::{Unheard, unheard},
    views::Views,
};
use crate::{
    catalog::{Problem, Profile, nearest::nearest},
    error::Failure,
    files,
    text::{has_words, sanitize::sanitize, shown},
    wording::BuiltIn,
};

/// A template of the user's.
struct Own {
    name: String,
    shown: String,
    source: Arc<str>,
}

/// Whether there are prompts of the user's.
pub fn are_there(folder: &Path) -> bool {
    fs::read_dir(folder).is_ok_and(|mut entries| entries.next().is_some())
}

/// The problems of the prompts in a folder. `views`, what prompts are filled with, takes seconds to make: it is asked for
/// where there is one that can be filled.
///
/// # Errors
/// The built-in prompts are not sound, or there are no views.
pub fn check<V: Borrow<Views>>(
    folder: &Path,
    views: impl FnOnce() -> Result<V, Failure>,
) -> Result<Vec<Problem>, Failure> {
    let mut looked = Looked::at(folder)?;
    let mut problems = std::mem::take(&mut looked.unread);
    problems.extend(looked.spoiled(views)?);
    problems.sort_by(|one, other| (&one.file, one.line).cmp(&(&other.file, other.line)));
    Ok(problems)
}

/// The problems that would spoil what is asked with the prompts of a folder: all but files that nothing reads.
///
/// # Errors
/// As for [`check`].
pub fn unfillable<V: Borrow<Views>>(
    folder: &Path,
    views: impl FnOnce() -> Result<V, Failure>,
) -> Result<Vec<Problem>, Failure> {
    Looked::at(folder)?.spoiled(views)
}

/// The prompts of a folder, over those that are built in.
struct Looked {
    /// All of them.
    env: Environment<'static>,
    /// The built-in ones alone.
    built_in: Environment<'static>,
    /// The texts of all.
    sources: BTreeMap<String, String>,
    /// The user's, as far as they are sound by themselves.
    own: Vec<Own>,
    unread: Vec<Problem>,
    unparsed: Vec<Problem>,
}

impl Looked {
    fn at(folder: &Path) -> Result<Self, Failure> {
        let (mut unread, mut unparsed) = (Vec::new(), Vec::new());
        let files = own(folder, &mut unread);
        let mut env = environment()?;
        let mut sources = BTreeMap::new();
        for name in BuiltIn::iter() {
            let Some(file) = BuiltIn::get(&name) else {
                continue;
            };
            let source = sanitize(&String::from_utf8_lossy(&file.data));
            env.add_template_owned(name.to_string(), source.clone())
                .map_err(|error| Failure::internal(format!("the built-in prompts: {error}")))?;
            sources.insert(name.to_string(), source);
        }
        let built_in = env.clone();
        let mut own = Vec::new();
        for one in files {
            let source = sanitize(&one.source);
            sources.insert(one.name.clone(), source.clone());
            match env.add_template_owned(one.name.clone(), source) {
                Ok(()) => own.push(one),
                Err(error) => unparsed.push(at(&one, &error)),
            }
        }
        Ok(Self {
            env,
            built_in,
            sources,
            own,
            unread,
            unparsed,
        })
    }

    /// The problems of the prompts that are read.
    fn spoiled<V: Borrow<Views>>(
        mut self,
        views: impl FnOnce() -> Result<V, Failure>,
    ) -> Result<Vec<Problem>, Failure> {
        if self.own.is_empty() {
            return Ok(self.unparsed);
        }
        let views = views()?;
        let views = views.borrow();
        let known: BTreeSet<String> = BuiltIn::iter()
            .filter_map(|name| self.built_in.get_template(&name).ok())
            .flat_map(|template| template.undeclared_variables(true))
            .collect();
        let unheard = unheard(&self.env, self.own.iter().map(|one| &*one.name));
        let mut problems = std::mem::take(&mut self.unparsed);
        for one in &self.own {
            let of_one = unheard.get(&*one.name);
            let of_one = of_one.into_iter().flatten();
            problems.extend(of_one.map(|unheard| lacking(&self.env, one, unheard)));
        }
        // What there is none of is told once, where it stands.
        let lacking = places(&problems);
        for one in &self.own {
            let called = unheard.get(&*one.name).into_iter().flatten();
            let called = called.map(|one| one.name.as_str()).collect();
            problems.extend(names(&self.env, one, views, (&known, &called)));
        }
        let told = places(&problems);
        let filled = self.filled(views).into_iter();
        // A filter or a test that there is none of is another matter than a name, even on the same line.
        let new = filled.filter(|(kind, problem)| {
            let told = if is_unheard_of(*kind) {
                &lacking
            } else {
                &told
            };
            !told.contains(&(problem.file.clone(), problem.line))
        });
        problems.extend(new.map(|(_, problem)| problem));
        Ok(problems)
    }

    /// The problems that come up when the prompts are filled.
    fn filled(&self, views: &Views) -> Vec<(ErrorKind, Problem)> {
        filled(&self.env, &self.own, &with(&self.sources, &self.own), views)
    }
}

/// The files that lie over built-in prompts. Those that lie over none are problems.
fn own(folder: &Path, problems: &mut Vec<Problem>) -> Vec<Own> {
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Vec::new(),
        Err(error) => {
            problems.push(Problem::of_file(
                shown::path(folder),
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
        let shown = shown::path(&path);
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

/// The places of these problems, by file and line.
fn places(problems: &[Problem]) -> BTreeSet<(String, Option<usize>)> {
    let places = problems.iter();
    places
        .map(|problem| (problem.file.clone(), problem.line))
        .collect()
}

/// Something that the engine does not have, in words.
fn lacking(env: &Environment<'_>, one: &Own, unheard: &Unheard) -> Problem {
    let (word, name) = (unheard.what.word(), &unheard.name);
    let expected = match unheard.meant(env) {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("expected a {word} that there is; the built-in prompts show how"),
    };
    let (start, text) = line(&one.source, unheard.line);
    let span = match text.find(name) {
        Some(at) => start + at..start + at + name.len(),
        None => start..start + text.len(),
    };
    let message = format!("unknown {word}: nothing is called `{name}`");
    Problem::at(&one.shown, &one.source, span, "", message, expected)
}

/// The beginning of a line of a text, and the line.
fn line(source: &str, number: usize) -> (usize, &str) {
    let lines = source.split_inclusive('\n').take(number.saturating_sub(1));
    let start = lines.map(str::len).sum();
    let text = source.lines().nth(number.saturating_sub(1));
    (start, text.unwrap_or_default())
}

/// Names that nothing is ever called: they would be taken for nothing without a word. What is `called` as a function
/// has been told.
fn names(
    env: &Environment<'_>,
    one: &Own,
    views: &Views,
    (known, called): (&BTreeSet<String>, &BTreeSet<&str>),
) -> Vec<Problem> {
    let Ok(template) = env.get_template(&one.name) else {
        return Vec::new();
    };
    // What is only ever part of other prompts is filled with what they are.
    let filled = views.of_or_all(&one.name);
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
        .filter(|path| {
            !path
                .rsplit('.')
                .next()
                .is_some_and(|last| called.contains(last))
        })
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

/// The place of a name in a text: that of its whole path, or else of its first part.
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
        ErrorKind::UnknownFilter
            | ErrorKind::UnknownTest
            | ErrorKind::UnknownFunction
            | ErrorKind::UnknownMethod
            | ErrorKind::TemplateNotFound
    )
}

/// The prompts that one of these is, or is a part of, each with the one: what names another in quotation marks has it
/// in it.
fn with<'a>(sources: &'a BTreeMap<String, String>, own: &'a [Own]) -> BTreeMap<&'a str, &'a Own> {
    let mut found: BTreeMap<&str, &Own> = own.iter().map(|one| (&*one.name, one)).collect();
    loop {
        let has = |source: &str, part: &str| {
            source.contains(&format!("\"{part}\"")) || source.contains(&format!("'{part}'"))
        };
        let others = sources
            .iter()
            .filter(|(name, _)| !found.contains_key(name.as_str()));
        let more = others.filter_map(|(name, source)| {
            let part = found.iter().find(|(part, _)| has(source, part));
            part.map(|(_, one)| (name.as_str(), *one))
        });
        let more: Vec<(&str, &Own)> = more.collect();
        if more.is_empty() {
            return found;
        }
        found.extend(more);
    }
}

/// The problems that come up when these prompts are filled. Of what is in a prompt that is not the user's, the user's
/// part of it is to blame.
fn filled(
    env: &Environment<'_>,
    own: &[Own],
    wanted: &BTreeMap<&str, &Own>,
    views: &Views,
) -> Vec<(ErrorKind, Problem)> {
    // Rehearsed debates are short. What fills the context of a model by itself leaves no room for any.
    let most = Profile::default().context as usize * CHARS_A_TOKEN;
    let mut problems: Vec<(ErrorKind, Problem)> = Vec::new();
    // Each is filled no further, once it is known to be too long.
    let mut too_long = BTreeSet::new();
    for (&name, &blamed) in wanted {
        let (Some(views), Ok(template)) = (views.of(name), env.get_template(name)) else {
            continue;
        };
        let mut is_empty = !views.is_empty();
        for view in views {
            if too_long.contains(&blamed.name) {
                is_empty = false;
                break;
            }
            let rendered = template.render(view.clone());
            is_empty &= rendered.as_ref().is_ok_and(|text| !has_words(text));
            let error = match rendered {
                Ok(text) => {
                    let length = text.chars().count();
                    if length <= most {
                        continue;
                    }
                    too_long.insert(&blamed.name);
                    let long =
                        format!("it comes to {length} characters, and there is room for {most}");
                    Error::new(ErrorKind::InvalidOperation, long)
                }
                Err(error) => error,
            };
            let error = innermost(&error);
            let broken = error.name().unwrap_or(name);
            let one = own.iter().find(|one| one.name == broken);
            let one = one.unwrap_or(blamed);
            let problem = (error.kind(), at(one, error));
            if !problems.contains(&problem) {
                problems.push(problem);
            }
        }
        // Whoever is asked with it would not know what for.
        if let Some(one) = own.iter().find(|one| is_empty && one.name == *name) {
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

/// The innermost error: what went wrong in the prompt that is part of another, and not that something did.
fn innermost(mut error: &Error) -> &Error {
    while let Some(inner) = std::error::Error::source(error).and_then(|one| one.downcast_ref()) {
        error = inner;
    }
    error
}

/// The problem that the engine reports, on its line.
fn at(one: &Own, error: &Error) -> Problem {
    let number = error
        .line()
        .filter(|_| error.name().is_none_or(|name| name == one.name));
    let (start, text) = line(&one.source, number.unwrap_or(1));
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
