//! The terminal: whether it can show a debate, how large it is, its colours and its letters.

use crate::host::doctor::{Area, Diagnosis};

/// The facts about a terminal.
#[cfg(feature = "tui")]
#[derive(Debug, Clone)]
struct TerminalFacts {
    /// Whether people read standard output.
    is_terminal: bool,
    /// The columns and rows, where they are known.
    size: Option<(u16, u16)>,
    colours: crate::tui::style::ColorSupport,
    /// The name of the terminal.
    term: String,
    /// The locale that its letters are of, with the variable that sets it.
    locale: Option<(&'static str, String)>,
}

/// Looks at the terminal that this runs in.
#[cfg(feature = "tui")]
pub(super) fn diagnoses() -> Vec<Diagnosis> {
    let set = |name: &str| std::env::var(name).ok().filter(|value| !value.is_empty());
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"];
    let locale = locale.into_iter().find_map(|name| Some((name, set(name)?)));
    examined(&TerminalFacts {
        is_terminal: super::out::is_terminal(),
        size: crossterm::terminal::size().ok(),
        colours: crate::tui::style::ColorSupport::from_env(),
        term: set("TERM").unwrap_or_default(),
        locale,
    })
}

/// There is no screen.
#[cfg(not(feature = "tui"))]
pub(super) fn diagnoses() -> Vec<Diagnosis> {
    let message = "the program was built without the screen; debates run with --headless";
    vec![Diagnosis::ok(Area::Terminal, message)]
}

#[cfg(feature = "tui")]
fn examined(facts: &TerminalFacts) -> Vec<Diagnosis> {
    vec![size(facts), colours(facts), letters(facts)]
}

#[cfg(feature = "tui")]
fn size(facts: &TerminalFacts) -> Diagnosis {
    use crate::tui::layout::{AT_ONCE, BY_TABS, LEAST};

    let area = Area::Terminal;
    if !facts.is_terminal {
        let message = "standard output is no terminal, so its size is not known";
        let advice = "run `hustings doctor` where debates are to be shown, without a pipe";
        return Diagnosis::note(area, message, advice);
    }
    if facts.term == "dumb" {
        let message = "this terminal cannot place text (TERM=dumb)";
        let advice = "use another terminal, or `hustings run … --headless --output text`";
        return Diagnosis::fault(area, message, advice);
    }
    let Some((columns, rows)) = facts.size else {
        let message = "the terminal does not say how large it is";
        let advice = "set COLUMNS and LINES, or use another terminal";
        return Diagnosis::note(area, message, advice);
    };
    let size = format!("{columns} columns by {rows} rows");
    if columns < LEAST.0 || rows < LEAST.1 {
        let message = format!("{size}: the chamber needs {} by {}", LEAST.0, LEAST.1);
        Diagnosis::fault(area, message, "make the window larger")
    } else if columns < BY_TABS.0 || rows < BY_TABS.1 {
        let message = format!("{size}: some of the chamber is left out");
        let advice = format!("make the window {} by {} or larger", BY_TABS.0, BY_TABS.1);
        Diagnosis::note(area, message, advice)
    } else if columns < AT_ONCE.0 || rows < AT_ONCE.1 {
        let message = format!(
            "{size}: everything is there, by tabs; from {} by {} all at once",
            AT_ONCE.0, AT_ONCE.1
        );
        Diagnosis::ok(area, message)
    } else {
        Diagnosis::ok(area, format!("{size}: everything is there at once"))
    }
}

#[cfg(feature = "tui")]
fn colours(facts: &TerminalFacts) -> Diagnosis {
    use crate::tui::style::ColorSupport;

    let area = Area::Terminal;
    let term = &facts.term;
    match facts.colours {
        ColorSupport::True => Diagnosis::ok(area, format!("all colours (TERM={term})")),
        ColorSupport::Ansi16 => Diagnosis::note(
            area,
            format!("16 colours (TERM={term}, and COLORTERM does not say truecolor)"),
            "where the terminal shows more: export COLORTERM=truecolor",
        ),
        ColorSupport::None => Diagnosis::ok(
            area,
            format!("no colours, as NO_COLOR or the terminal wants it (TERM={term})"),
        ),
    }
}

#[cfg(feature = "tui")]
fn letters(facts: &TerminalFacts) -> Diagnosis {
    let area = Area::Terminal;
    // Of several variables the first one decides, whatever the others say.
    let advice = |variable: &str| {
        let or_unset = match variable {
            "LANG" => "",
            _ => ", or unset it where LANG names one",
        };
        format!(
            "export {variable}=C.UTF-8, or another locale that ends in UTF-8 (`locale -a` lists them){or_unset}"
        )
    };
    // Elsewhere the locale says nothing of the letters.
    if cfg!(not(unix)) {
        return Diagnosis::ok(area, "letters of all languages");
    }
    let Some((variable, locale)) = &facts.locale else {
        let message = "no locale is set, so that frames and accents may not be shown";
        return Diagnosis::note(area, message, advice("LANG"));
    };
    let plain = locale.to_lowercase().replace('-', "");
    if plain.contains("utf8") {
        Diagnosis::ok(
            area,
            format!("letters of all languages ({variable}={locale})"),
        )
    } else {
        let message = format!(
            "{variable}={locale} is no Unicode locale, so that frames are drawn in ASCII and letters without their accents"
        );
        Diagnosis::note(area, message, advice(variable))
    }
}

#[cfg(all(test, feature = "tui"))]
mod tests {
    use super::*;
    use crate::{host::doctor::Health, tui::style::ColorSupport};

    fn facts() -> TerminalFacts {
        TerminalFacts {
            is_terminal: true,
            size: Some((120, 40)),
            colours: ColorSupport::True,
            term: "xterm-256color".to_owned(),
            locale: Some(("LANG", "en_GB.UTF-8".to_owned())),
        }
    }

    #[test]
    fn a_good_terminal_is_well_and_each_lack_is_told_with_what_to_do() {
        use Health::{Fault, Note, Ok};
        let healths = |facts: &TerminalFacts| {
            let found = examined(facts);
            let has_advice = |one: &Diagnosis| one.advice.is_empty() == (one.health == Health::Ok);
            assert!(found.iter().all(has_advice), "{found:?}");
            let healths: Vec<Health> = found.iter().map(|one| one.health).collect();
            healths
        };
        assert_eq!(healths(&facts()), [Ok, Ok, Ok]);
        for (size, health) in [
            (Some((80, 24)), Ok),
            (Some((79, 24)), Note),
            (Some((39, 24)), Fault),
            (None, Note),
        ] {
            assert_eq!(healths(&TerminalFacts { size, ..facts() })[0], health);
        }
        let piped = TerminalFacts {
            is_terminal: false,
            ..facts()
        };
        assert_eq!(healths(&piped)[0], Note);
        let dumb = TerminalFacts {
            term: "dumb".to_owned(),
            colours: ColorSupport::None,
            ..facts()
        };
        assert_eq!(healths(&dumb)[..2], [Fault, Ok]);
        for locale in [None, Some(("LC_ALL", "C".to_owned()))] {
            let other = TerminalFacts {
                locale,
                colours: ColorSupport::Ansi16,
                ..facts()
            };
            assert_eq!(healths(&other)[1..], [Note, Note]);
            // The variable that decides is the one to change.
            let advice = &letters(&other).advice[0];
            let variable = other.locale.map_or("LANG", |(variable, _)| variable);
            let export = format!("export {variable}=C.UTF-8");
            assert!(advice.starts_with(&export), "{advice}");
        }
        let mac = TerminalFacts {
            locale: Some(("LC_CTYPE", "UTF-8".to_owned())),
            ..facts()
        };
        assert_eq!(healths(&mac)[2], Ok);
    }
}
