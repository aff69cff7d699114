//! Things that a template asks for and the engine does not have: filters, tests, functions, methods and other
//! templates, wherever in it they stand. A template that is filled comes upon them only where its branches lead.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use crate::catalog::nearest::nearest;
use minijinja::{
    Environment, ErrorKind, Value,
    machinery::{Instruction, Instructions, get_compiled_template},
};

/// Filters that a template may have meant, as far as the engine has them.
const FILTERS: [&str; 38] = [
    "abs",
    "attr",
    "batch",
    "bool",
    "count",
    "default",
    "dictsort",
    "first",
    "float",
    "groupby",
    "indent",
    "int",
    "items",
    "join",
    "last",
    "length",
    "lines",
    "list",
    "listed",
    "lower",
    "lower_first",
    "map",
    "max",
    "min",
    "reject",
    "replace",
    "reverse",
    "round",
    "select",
    "slice",
    "sort",
    "split",
    "string",
    "sum",
    "the",
    "title",
    "trim",
    "upper",
];
/// Tests that a template may have meant.
const TESTS: [&str; 16] = [
    "boolean",
    "defined",
    "divisibleby",
    "endingwith",
    "eq",
    "even",
    "iterable",
    "mapping",
    "none",
    "number",
    "odd",
    "sequence",
    "startingwith",
    "string",
    "undefined",
    "upper",
];
/// The names that the engine calls by itself, or has inside a block of its own.
const ITS_OWN: [&str; 4] = ["caller", "loop", "self", "super"];
/// The methods of `loop`.
const OF_LOOPS: [&str; 2] = ["changed", "cycle"];

/// Something that a template asks for and nobody has.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Unheard {
    /// The line that it stands on, from 1.
    pub(super) line: usize,
    /// The kind of the thing, as the engine names it.
    pub(super) what: What,
    /// The name of the thing in the template.
    pub(super) name: String,
}

/// The kind of a thing that a template can ask for by a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum What {
    /// `{{ name | upper }}`.
    Filter,
    /// `{% if name is defined %}`.
    Test,
    /// `{{ range(3) }}`.
    Function,
    /// `{{ loop.cycle(1, 2) }}`.
    Method,
    /// `{% include "card.md" %}`.
    Template,
}

impl What {
    /// The word for the kind.
    pub(super) fn word(self) -> &'static str {
        match self {
            Self::Filter => "filter",
            Self::Test => "test",
            Self::Function => "function",
            Self::Method => "method",
            Self::Template => "prompt",
        }
    }
}

/// All that these templates ask for and nobody has, by the template.
pub(super) fn unheard<'a>(
    env: &Environment<'_>,
    names: impl Iterator<Item = &'a str>,
) -> BTreeMap<&'a str, BTreeSet<Unheard>> {
    let templates = env.templates();
    // What templates make themselves can be had by others that take it in.
    let made: HashSet<String> = templates
        .flat_map(|(_, template)| {
            let compiled = get_compiled_template(&template);
            let all = all(&compiled.instructions);
            let made = all.filter_map(|(_, one)| {
                let Instruction::BuildMacro(name, ..) = one else {
                    return None;
                };
                Some((*name).to_owned())
            });
            made.collect::<Vec<String>>()
        })
        .collect();
    let of = |name: &'a str| {
        let template = env.get_template(name).ok()?;
        let undeclared = template.undeclared_variables(false);
        let compiled = get_compiled_template(&template);
        let blocks = compiled.blocks.values();
        let mut found = BTreeSet::new();
        for part in std::iter::once(&compiled.instructions).chain(blocks) {
            let mut before = None;
            for (line, one) in all(part) {
                if let Some((what, name)) = lacking(env, &undeclared, &made, (before, one)) {
                    found.insert(Unheard { line, what, name });
                }
                before = Some(one);
            }
        }
        Some((name, found))
    };
    names.filter_map(of).collect()
}

impl Unheard {
    /// The name that may have been meant.
    pub(super) fn meant(&self, env: &Environment<'_>) -> Option<String> {
        let templates = env.templates().map(|(name, _)| name);
        let globals = env.globals().map(|(name, _)| name);
        let all: Vec<&str> = match self.what {
            What::Filter => FILTERS.to_vec(),
            What::Test => TESTS.to_vec(),
            What::Function => globals.collect(),
            What::Method => OF_LOOPS.to_vec(),
            What::Template => templates.collect(),
        };
        let near = nearest(&self.name, all.into_iter());
        near.first().map(|near| (*near).to_owned())
    }
}

/// The thing that is asked for here and that nobody has.
#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "the engine has seventy instructions, and these have names in them"
)]
fn lacking(
    env: &Environment<'_>,
    undeclared: &HashSet<String>,
    made: &HashSet<String>,
    (before, one): (Option<&Instruction<'_>>, &Instruction<'_>),
) -> Option<(What, String)> {
    let (what, name, is_there) = match one {
        Instruction::ApplyFilter(name, ..) => (What::Filter, *name, has_filter(env, name)),
        Instruction::PerformTest(name, ..) => (What::Test, *name, has_test(env, name)),
        Instruction::CallFunction(name, _) => {
            let is_global = env.globals().any(|(global, _)| global == *name);
            let is_there = is_global || ITS_OWN.contains(name) || !undeclared.contains(*name);
            (What::Function, *name, is_there)
        }
        Instruction::CallMethod(name, _) => {
            let is_there = OF_LOOPS.contains(name) || made.contains(*name);
            (What::Method, *name, is_there)
        }
        Instruction::Include(false) | Instruction::LoadBlocks => {
            let Some(Instruction::LoadConst(named)) = before else {
                return None;
            };
            let name = named.as_str()?;
            (What::Template, name, env.get_template(name).is_ok())
        }
        _ => return None,
    };
    (!is_there).then(|| (what, name.to_owned()))
}

/// The instructions of a template, each with its line.
fn all<'a, 'source>(
    part: &'a Instructions<'source>,
) -> impl Iterator<Item = (usize, &'a Instruction<'source>)> {
    (0..).map_while(|at| Some((part.get_line(at).unwrap_or(1), part.get(at)?)))
}

/// Whether the engine has a filter of that name.
fn has_filter(env: &Environment<'_>, name: &str) -> bool {
    is_known(env, format!("none | {name}"), ErrorKind::UnknownFilter)
}

/// Whether the engine has a test of that name.
fn has_test(env: &Environment<'_>, name: &str) -> bool {
    is_known(env, format!("none is {name}"), ErrorKind::UnknownTest)
}

/// Whether an expression fails in no such way.
fn is_known(env: &Environment<'_>, expression: String, unknown: ErrorKind) -> bool {
    let compiled = env.compile_expression_owned(expression);
    compiled.is_ok_and(|one| {
        let value = one.eval(Value::UNDEFINED);
        !value.is_err_and(|error| error.kind() == unknown)
    })
}

#[cfg(test)]
mod tests {
    use super::{super::environment, *};
    use crate::wording::BuiltIn;

    #[test]
    fn it_is_found_wherever_it_stands() {
        let asked = [
            "{{ a | titel }}",
            "{% if a is upperr %}{% endif %}",
            "{% if a %}{% for b in a if b is upperr %}{{ b }}{% endfor %}{% endif %}",
            "{% if a %}{{ naem(a) }}{% endif %}",
            "{% if a %}{{ a.naem() }}{% endif %}",
            "{% macro m(a=1|titel) %}{{ a }}{% endmacro %}",
            "{% macro m(a) %}{{ a | titel }}{% endmacro %}",
            "{% block b %}{% if a %}{{ a | titel }}{% endif %}{% endblock %}",
            "{% filter titel %}a{% endfilter %}",
            "{% set a %}{{ b | titel }}{% endset %}",
            "{{ a and (b | titel) }}",
            "{{ 1 if a else (b | titel) }}",
            "{% if a %}{% include 'nobody.md' %}{% endif %}",
            "{% if a %}{% import 'nobody.md' as n %}{% endif %}",
        ];
        let sound = [
            "{% macro m(a) %}{{ caller() }}{% endmacro %}{% call m(1) %}x{% endcall %}",
            "{% for a in range(2) recursive %}{{ loop.cycle(1, 2) }}{{ loop(a) }}{% endfor %}",
            "{% if a is divisibleby(2) and a in [1] and a is not none and a is eq(3) %}{% endif %}",
            "{% import 'a' as m %}{{ m.n() }}{% macro n() %}{% endmacro %}",
            "{% include 'nobody.md' ignore missing %}{% set f = range %}{{ f(3) }}",
            "{% from 'a' import o %}{{ o() }}{% macro o() %}{% endmacro %}",
        ];
        let asked = asked.into_iter().map(|text| (text, 1));
        for (text, lacking) in asked.chain(sound.into_iter().map(|text| (text, 0))) {
            let mut env = environment().unwrap();
            env.add_template("a", text).unwrap();
            let found = unheard(&env, ["a"].into_iter());
            assert_eq!(found["a"].len(), lacking, "{text}: {found:?}");
        }
    }

    #[test]
    fn what_may_have_been_meant_is_there() {
        let env = environment().unwrap();
        assert!(FILTERS.iter().all(|name| has_filter(&env, name)));
        assert!(TESTS.iter().all(|name| has_test(&env, name)));
        assert!(!has_filter(&env, "titel") && !has_test(&env, "titel"));
        let one = Unheard {
            line: 1,
            what: What::Filter,
            name: "titel".to_owned(),
        };
        assert_eq!(one.meant(&env).as_deref(), Some("title"));
    }

    #[test]
    fn it_is_found_in_every_branch_of_every_prompt() {
        let mut branches = 0;
        for name in BuiltIn::iter() {
            let source = BuiltIn::get(&name).unwrap().data;
            let source = String::from_utf8_lossy(&source).into_owned();
            let tags = source.match_indices("%}").map(|(at, tag)| at + tag.len());
            for at in tags.chain([0]) {
                let (before, behind) = source.split_at(at);
                let planted = format!("{before}{{{{ 'x' | no_such_filter }}}}{behind}");
                let mut env = environment().unwrap();
                env.add_template_owned(name.to_string(), planted).unwrap();
                let found = unheard(&env, [&*name].into_iter());
                let line = before.matches('\n').count() + 1;
                let expected = Unheard {
                    line,
                    what: What::Filter,
                    name: "no_such_filter".to_owned(),
                };
                assert!(
                    found[&*name].contains(&expected),
                    "{name}:{line}: {found:?}"
                );
                branches += 1;
            }
        }
        assert!(branches > 270, "{branches}");
    }
}
