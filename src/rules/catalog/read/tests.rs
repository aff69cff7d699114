//! One fault hides no other, and none is made up of one: whatever is wrong at whichever place of a file.

use toml::de::{DeTable, DeValue};

use super::{super::Format, *};

/// The places of a text that hold a value on their own, each with what it takes up.
fn places(table: &DeTable<'_>, at: &Field, found: &mut Vec<(Field, std::ops::Range<usize>)>) {
    for (key, value) in table {
        let here = at.key(key.get_ref());
        place(value.get_ref(), &value.span(), here, found);
    }
}

fn place(
    value: &DeValue<'_>,
    span: &std::ops::Range<usize>,
    here: Field,
    found: &mut Vec<(Field, std::ops::Range<usize>)>,
) {
    match value {
        DeValue::Table(table) => places(table, &here, found),
        DeValue::Array(list) => {
            for (index, one) in list.iter().enumerate() {
                place(one.get_ref(), &one.span(), here.at(index), found);
            }
        }
        DeValue::String(_)
        | DeValue::Integer(_)
        | DeValue::Float(_)
        | DeValue::Boolean(_)
        | DeValue::Datetime(_) => {}
    }
    found.push((here, span.clone()));
}

fn problems<T: DeserializeOwned + Check>(kind: FileKind, source: &str) -> Vec<Problem> {
    let context = Context {
        members: 100,
        ..Context::default()
    };
    let checked = checked::<T>((kind, "x"), "x.toml", &source.into(), &context);
    checked.err().unwrap_or_default()
}

/// Puts each of these into each place of a good text, and takes each away. `also` makes a text wrong at the place that
/// it names.
fn all_told<T: DeserializeOwned + Check>(
    kind: FileKind,
    source: &str,
    also: (&str, &str, &str),
) -> Vec<String> {
    let document = TomlDocument::parse(source).unwrap();
    let mut all = Vec::new();
    places(document.table(), &Field::root(), &mut all);
    assert!(problems::<T>(kind, source).is_empty());
    let (from, to, told) = also;
    assert!(source.contains(from));
    assert!(
        problems::<T>(kind, &source.replacen(from, to, 1))
            .iter()
            .any(|one| one.field == told)
    );
    let mut hidden = Vec::new();
    for (number, (field, span)) in all.into_iter().enumerate() {
        let before = source[..span.start].trim_end();
        let is_inline = before.ends_with('=') || before.ends_with('[') || before.ends_with(',');
        let text = &source[span.clone()];
        if !is_inline || text.contains("\n\n[") || text.starts_with("[[") {
            continue;
        }
        // One thing for each place: there are many.
        let wrong = ["5", "\"nosuch\"", "[5]", "{}", "-1"];
        for wrong in wrong.into_iter().cycle().skip(number).take(1) {
            let changed = format!("{}{wrong}{}", &source[..span.start], &source[span.end..]);
            let place = field.to_string();
            let of_place = |one: &Problem| one.field.starts_with(&place);
            let told_of = problems::<T>(kind, &changed);
            // What has the right shape may mean something for the rest.
            if value_of::<T>(kind, "", &changed.as_str().into()).is_ok() {
                continue;
            }
            for more in told_of.iter().filter(|one| !of_place(one)) {
                hidden.push(format!(
                    "{place} = {wrong}: made up: {}: {}",
                    more.field, more.message
                ));
            }
            if told.starts_with(&place) || place.starts_with(told) {
                continue;
            }
            let told_of = problems::<T>(kind, &changed.replacen(from, to, 1));
            if !told_of.iter().any(|one| one.field == told) {
                hidden.push(format!("{place} = {wrong}: hides"));
            }
        }
    }
    hidden
}

#[test]
fn no_fault_hides_another_or_is_made_up() {
    let mut found = Vec::new();
    let nameless = |line: &'static str| (line, "name = \"\"", "name");
    for source in [
        include_str!("../../../../formats/british-parliamentary.toml"),
        include_str!("../../../../formats/panel.toml"),
    ] {
        found.extend(all_told::<Format>(
            FileKind::Format,
            source,
            nameless(source.lines().next().unwrap()),
        ));
    }
    assert!(found.is_empty(), "{found:#?}");
}

#[test]
fn what_is_wrong_in_three_ways_is_told_in_three_ways() {
    let panel = include_str!("../../../../formats/panel.toml");
    let wrong = panel
        .replace("least_seats = 2", "least_seats = 5")
        .replace("weight = 0.10", "weight = 0.3");
    let of_two: Vec<String> = problems::<Format>(FileKind::Format, &wrong)
        .into_iter()
        .map(|one| one.field)
        .collect();
    assert_eq!(of_two, ["sides[0].seats", "rubric.dimensions"]);
    for (from, to, told) in [
        (
            "sees = \"motion\"",
            "sees = \"all\"",
            "phases[0].turns[0].sees",
        ),
        ("order = \"rotating\"", "order = \"xx\"", "phases[1].order"),
        (
            "task = \"judgement\"",
            "task = \"nosuch\"",
            "phases[3].turns[0].task",
        ),
        (
            "stop = [\"judge-stops\",",
            "stop = [\"zz\",",
            "phases[1].stop[0]",
        ),
        ("verdict = \"judge\"", "verdict = 5", "verdict"),
        ("judges = 1", "jugdes = 1", "jugdes"),
    ] {
        let wrong = wrong.replacen(from, to, 1);
        let of_three = problems::<Format>(FileKind::Format, &wrong);
        let of_three: Vec<&str> = of_three.iter().map(|one| one.field.as_str()).collect();
        assert_eq!(of_three.len(), 3, "{of_three:?}");
        assert!(of_three.contains(&told), "{of_three:?}");
        assert!(of_two.iter().all(|one| of_three.contains(&one.as_str())));
    }
}

#[test]
fn what_is_found_out_while_a_value_is_made_has_its_place() {
    let panel = include_str!("../../../../formats/panel.toml");
    let wrong = panel.replacen("sees = \"motion\"", "sees = \"all\"", 1);
    let told = problems::<Format>(FileKind::Format, &wrong);
    let [told] = told.as_slice() else {
        panic!("{told:?}")
    };
    let line = wrong.lines().position(|line| line.contains("\"all\""));
    assert_eq!(told.line, line.map(|line| line + 1));
    assert_eq!(told.field, "phases[0].turns[0].sees");
    assert!(told.message.starts_with("`all` is nothing"), "{told:?}");
}
