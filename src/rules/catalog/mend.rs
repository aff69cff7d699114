//! A document with its faults of shape mended, so that it can be asked what else is wrong with it. Nothing of a mended
//! document is ever used: whoever wrote the file is told everything at once, and that is all.

use std::borrow::Cow;

use toml::{
    Spanned,
    de::{DeTable, DeValue},
};

use super::{
    document::Step,
    shape::{Fault, Mend},
};

/// Mends what can be. Nothing is to be asked of a document where something cannot: what is missing of it is missed
/// everywhere.
///
/// # Errors
/// There is a fault that cannot be mended.
pub(super) fn mend<'i>(table: &mut DeTable<'i>, faults: &'i [Fault]) -> Result<(), ()> {
    for fault in faults {
        let (last, above) = fault.field.steps().split_last().ok_or(())?;
        let (Some(table), Step::Key(key)) = (follow(table, above), last) else {
            return Err(());
        };
        match &fault.mend {
            Mend::Cannot => return Err(()),
            Mend::Leave => {
                table.remove(key.as_str());
            }
            Mend::Put(text) => {
                let value = DeValue::parse(text).map_err(|_| ())?;
                table.remove(key.as_str());
                table.insert(Spanned::new(0..0, Cow::Borrowed(key.as_str())), value);
            }
        }
    }
    Ok(())
}

/// Whether a fault of meaning only follows from a fault of shape: it is told of the same place, or of one that holds it
/// or lies in it.
pub(super) fn follows(finding: &str, faults: &[Fault]) -> bool {
    faults.iter().any(|fault| {
        let fault = fault.field.to_string();
        lies_in(finding, &fault) || lies_in(&fault, finding)
    })
}

fn lies_in(inner: &str, outer: &str) -> bool {
    inner
        .strip_prefix(outer)
        .is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
}

/// The table at the end of these steps.
fn follow<'t, 'i>(table: &'t mut DeTable<'i>, steps: &[Step]) -> Option<&'t mut DeTable<'i>> {
    let Some((first, rest)) = steps.split_first() else {
        return Some(table);
    };
    let Step::Key(key) = first else { return None };
    into(table.get_mut(key.as_str())?, rest)
}

fn into<'t, 'i>(
    value: &'t mut Spanned<DeValue<'i>>,
    steps: &[Step],
) -> Option<&'t mut DeTable<'i>> {
    match value.get_mut() {
        DeValue::Table(table) => follow(table, steps),
        DeValue::Array(list) => match steps.split_first() {
            Some((Step::Index(index), rest)) => into(list.get_mut(*index)?, rest),
            Some((Step::Key(_), _)) | None => None,
        },
        DeValue::String(_)
        | DeValue::Integer(_)
        | DeValue::Float(_)
        | DeValue::Boolean(_)
        | DeValue::Datetime(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_lies_in_itself_and_in_what_holds_it() {
        for (inner, outer, lies) in [
            ("a", "a", true),
            ("a.b", "a", true),
            ("a[0].b", "a", true),
            ("ab", "a", false),
            ("a", "a.b", false),
        ] {
            assert_eq!(lies_in(inner, outer), lies, "{inner} {outer}");
        }
    }
}
