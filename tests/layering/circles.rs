//! Files of a folder name each other one way: whoever follows an import does not come back to where they began.

use std::{
    collections::{BTreeMap, BTreeSet},
    path::Path,
};

use super::all;

/// The path that begins here, or those of a group; returns what stands behind.
fn paths<'t>(text: &'t str, before: &[&'t str], found: &mut Vec<Vec<&'t str>>) -> &'t str {
    if let Some(mut group) = text.strip_prefix('{') {
        while let Some(next) = group.find(|c: char| c == '}' || c.is_alphabetic()) {
            if group[next..].starts_with('}') {
                return &group[next + 1..];
            }
            group = paths(&group[next..], before, found);
            // A new name is no further item: `a as b`.
            group = &group[group.find([',', '}']).unwrap_or(group.len())..];
        }
        return group;
    }
    let end = text.find(|c: char| !c.is_alphanumeric() && c != '_');
    let (name, behind) = text.split_at(end.unwrap_or(text.len()));
    let path = [before, &[name]].concat();
    if let Some(further) = behind.strip_prefix("::") {
        return paths(further, &path, found);
    }
    found.push(path);
    behind
}

/// All paths that begin with one of these words, or stand behind one that ends with a space.
fn named<'t>(code: &'t str, words: &[&str]) -> Vec<Vec<&'t str>> {
    let (mut found, mut rest) = (Vec::new(), code);
    let first = |rest: &str| {
        words
            .iter()
            .filter_map(|word| Some((rest.find(word)?, *word)))
            .min()
    };
    while let Some((at, word)) = first(rest) {
        let behind = at + if word.ends_with(' ') { word.len() } else { 0 };
        rest = paths(&rest[behind..], &[], &mut found);
    }
    found
}

/// The module in which what a path names is made, and not only handed on.
fn made_in(all: &BTreeMap<Vec<String>, String>, here: &[String], path: &[&str]) -> Vec<String> {
    let mut at = here.to_vec();
    for name in path {
        match *name {
            "crate" => at.truncate(1),
            "self" => {}
            "super" => drop(at.pop()),
            name => at.push(name.to_owned()),
        }
    }
    while !all.contains_key(&at) && !at.is_empty() {
        let name = at.pop().unwrap_or_default();
        let module = all.get(&at).map(String::as_str).unwrap_or_default();
        let handed_on = named(module, &["pub use ", "pub(super) use ", "pub(crate) use "]);
        let is_it = |path: &&Vec<&str>| path.len() > 1 && path.last() == Some(&name.as_str());
        if let Some(from) = handed_on.iter().find(is_it) {
            return made_in(all, &at, from);
        }
    }
    at
}

#[test]
fn files_beside_each_other_name_each_other_one_way() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let files = all()
        .into_iter()
        .filter(|(file, _)| !file.contains("tests"));
    let modules: BTreeMap<Vec<String>, String> = files
        .map(|(file, code)| {
            let mut at: Vec<String> = file
                .trim_end_matches(".rs")
                .split('/')
                .map(str::to_owned)
                .collect();
            if !root.join(&at[0]).join("Cargo.toml").is_file() {
                at.insert(0, String::new());
            }
            at.pop_if(|last| ["lib", "main", "mod"].contains(&last.as_str()));
            (at, code)
        })
        .collect();
    let mut beside = BTreeSet::new();
    for (here, code) in &modules {
        for path in named(code, &["crate::", "super::", "self::"]) {
            let there = made_in(&modules, here, &path);
            let common = here.iter().zip(&there).take_while(|(a, b)| a == b).count();
            if let (Some(one), Some(other)) = (here.get(common), there.get(common)) {
                beside.insert((here[..common].join("/"), one.clone(), other.clone()));
            }
        }
    }
    assert!(beside.len() > 500, "{} imports were read", beside.len());
    let leads_to = |folder: &String, from, to| {
        let mut seen = vec![from];
        let mut at = 0;
        while let Some(one) = seen.get(at).copied() {
            for (_, _, next) in beside
                .iter()
                .filter(|(place, from, _)| (place, from) == (folder, one))
            {
                if !seen.contains(&next) {
                    seen.push(next);
                }
            }
            at += 1;
        }
        seen.contains(&to)
    };
    let circles: Vec<String> = beside
        .iter()
        .filter(|(folder, one, other)| leads_to(folder, other, one))
        .map(|(folder, one, other)| {
            format!("{folder}: {one} names {other}, which leads back to it")
        })
        .collect();
    assert!(circles.is_empty(), "{}", circles.join("\n"));
}
