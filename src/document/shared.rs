//! A debate as it is given to others, in a page, a picture or a recording: without the addresses of the servers that its
//! models are on. They are taken out of the records, before anything is drawn or escaped, so that no address, which in a
//! debate from elsewhere may be any text, can stand in the place of a piece of a page.

use std::{borrow::Cow, collections::BTreeSet};

use serde_json::Value;

use crate::{
    blocks::captions::A_SERVER,
    debate::{
        event::{CallReport, Event, Record},
        opening::Launch,
    },
};

/// The schemes of the addresses of servers.
const SCHEMES: [&str; 2] = ["https://", "http://"];
/// The ends of the names of events of which the reason is a failure's, and may name a server that nothing else names.
const FAILURES: [&str; 7] = [
    "_failed",
    "_unusable",
    "_retried",
    "_missed",
    "notice",
    "paused",
    "_spoiled",
];

/// The records of a debate without the addresses of servers. A model whose server has no name but its address keeps the
/// model's own; elsewhere words stand in the place of an address.
pub fn shared(records: &[Record]) -> Cow<'_, [Record]> {
    let servers = servers(records);
    let without = |record: &Record| {
        let body = serde_json::to_string(&record.event).ok()?;
        let names_one = body.contains("://") || servers.iter().any(|server| body.contains(server));
        if !names_one {
            return None;
        }
        let mut value: Value = serde_json::from_str(&body).ok()?;
        let kind = value.get("event").and_then(Value::as_str);
        let is_failure = kind.is_some_and(|kind| FAILURES.iter().any(|end| kind.ends_with(end)));
        clean(&mut value, &servers, is_failure);
        let event = serde_json::from_value(value).ok()?;
        Some(Record { event, ..*record })
    };
    if servers.is_empty() && !records.iter().any(|record| is_call(&record.event)) {
        return Cow::Borrowed(records);
    }
    records
        .iter()
        .map(|record| without(record).unwrap_or_else(|| record.clone()))
        .collect()
}

/// The name of a model as it is given to others: without the address of its server.
pub fn model(label: &str) -> &str {
    let own = authority(label).and_then(|server| label.get(server.len() + 1..));
    own.filter(|own| !own.is_empty()).unwrap_or(label)
}

fn is_call(event: &Event) -> bool {
    matches!(event, Event::CallBegan { .. })
}

/// The servers whose addresses the records name: in the labels of models, and in what the debate was begun with.
fn servers(records: &[Record]) -> BTreeSet<String> {
    let mut all = BTreeSet::new();
    for record in records {
        if let Event::Opened(opening) = &record.event {
            let own = opening.audience.iter();
            let own = own.filter_map(|listener| listener.own_model.as_deref());
            let labels = opening.seated().map(|(_, label)| label).chain(own);
            all.extend(labels.filter_map(authority).map(str::to_owned));
            all.extend(of_launch(&opening.launch));
        } else if let Event::Reconvened { launch, models, .. } = &record.event {
            let labels = models.values();
            all.extend(
                labels
                    .filter_map(|label| authority(label))
                    .map(str::to_owned),
            );
            all.extend(launch.iter().filter_map(of_launch));
        } else if let Some(report) = report(&record.event) {
            all.extend(authority(&report.model).map(str::to_owned));
        }
    }
    all
}

fn of_launch(launch: &Launch) -> Option<String> {
    let (_, rest) = launch.base_url.as_deref()?.split_once("://")?;
    let server = rest.split('/').next()?;
    is_server(server).then(|| server.to_owned())
}

fn report(event: &Event) -> Option<&CallReport> {
    if let Event::ModelCalled { report, .. }
    | Event::CallCut { report, .. }
    | Event::ModelFailed { report, .. } = event
    {
        Some(report)
    } else {
        None
    }
}

/// The address of a server that stands before the name of a model: it has a port, or a point in it, or brackets around
/// it, which names have not.
fn authority(label: &str) -> Option<&str> {
    let from = match label.strip_prefix('[') {
        Some(inner) => inner.find(']')? + 1,
        None => 0,
    };
    let mut ends = label.match_indices(':').map(|(at, _)| at);
    let first = ends.find(|at| *at >= from)?;
    let host = label.get(..first)?;
    let end = ends.next().filter(|end| {
        let port = label.get(first + 1..*end);
        port.is_some_and(|port| port.parse::<u16>().is_ok())
    });
    let server = match end {
        Some(end) => label.get(..end),
        None => Some(host).filter(|host| host.contains('.') || from > 0),
    };
    server.filter(|server| is_server(server))
}

/// Whether a text can be the address of a server: a debate from elsewhere may name anything as one.
fn is_server(text: &str) -> bool {
    let is_of_one =
        |c: char| c.is_alphanumeric() || matches!(c, '.' | '-' | '_' | ':' | '[' | ']' | '@' | '…');
    text.contains(char::is_alphanumeric) && text.chars().all(is_of_one)
}

/// Takes the addresses out of every text of a value.
fn clean(value: &mut Value, servers: &BTreeSet<String>, is_failure: bool) {
    match value {
        Value::String(text) => {
            let named = if is_failure {
                named(text)
            } else {
                BTreeSet::new()
            };
            for server in servers.iter().chain(&named).rev() {
                if text.contains(server.as_str()) {
                    *text = without(text, server);
                }
            }
        }
        Value::Array(items) => items
            .iter_mut()
            .for_each(|item| clean(item, servers, is_failure)),
        Value::Object(fields) => fields
            .values_mut()
            .for_each(|field| clean(field, servers, is_failure)),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// The servers that the addresses in a text name.
fn named(text: &str) -> BTreeSet<String> {
    let after = SCHEMES.iter().flat_map(|scheme| text.split(scheme).skip(1));
    let hosts = after.filter_map(|rest| {
        let end = rest.find(|c: char| c == '/' || c.is_whitespace());
        let host = rest.get(..end.unwrap_or(rest.len()))?;
        let host = host.trim_end_matches([':', '.', ',', ';', ')']);
        is_server(host).then(|| host.to_owned())
    });
    hosts.collect()
}

/// A text without the address of a server.
fn without(text: &str, server: &str) -> String {
    let is_of_name = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_');
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(server) {
        let (before, behind) = rest.split_at(at);
        let behind = behind.get(server.len()..).unwrap_or_default();
        let scheme = SCHEMES.iter().find(|scheme| before.ends_with(*scheme));
        let mut next = behind.chars();
        let (first, second) = (next.next(), next.next());
        let goes_on =
            first.is_some_and(is_of_name) || first == Some('.') && second.is_some_and(is_of_name);
        let begins = scheme.is_some() || !before.ends_with(|c| is_of_name(c) || c == '.');
        if goes_on || !begins {
            out.push_str(before);
            out.push_str(server);
            rest = behind;
            continue;
        }
        let is_label = first == Some(':') && second.is_some_and(is_of_name);
        if let Some(scheme) = scheme {
            out.push_str(before.strip_suffix(scheme).unwrap_or(before));
            out.push_str(A_SERVER);
            let path = behind.find(|c: char| {
                c.is_whitespace() || matches!(c, '"' | '\'' | '`' | '<' | '>' | ',' | ';' | ')')
            });
            let path = behind
                .get(..path.unwrap_or(behind.len()))
                .unwrap_or_default();
            let path = path.trim_end_matches([':', '.']);
            rest = behind.get(path.len()..).unwrap_or_default();
        } else if is_label {
            out.push_str(before);
            rest = behind.get(1..).unwrap_or_default();
        } else {
            out.push_str(before);
            // A word alone may be a word of somebody's.
            let is_address = server.contains(['.', ':']);
            out.push_str(if is_address { A_SERVER } else { server });
            rest = behind;
        }
    }
    out + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_address_of_a_server_is_told_from_the_name_of_a_provider() {
        for (label, expected, own) in [
            ("127.0.0.1:8080:llama", Some("127.0.0.1:8080"), "llama"),
            ("localhost:8080:llama", Some("localhost:8080"), "llama"),
            ("[::1]:8080:llama:8b", Some("[::1]:8080"), "llama:8b"),
            ("[fe80::1]:llama", Some("[fe80::1]"), "llama"),
            (
                "models.example.org:llama3:8b",
                Some("models.example.org"),
                "llama3:8b",
            ),
            ("ollama:llama3.1:8b", None, "ollama:llama3.1:8b"),
            ("embedded:smollm2", None, "embedded:smollm2"),
            ("openai:gpt-4.1", None, "openai:gpt-4.1"),
            ("scripted", None, "scripted"),
            ("\" on.x=:a", None, "\" on.x=:a"),
            ("[", None, "["),
        ] {
            assert_eq!(authority(label), expected, "{label}");
            assert_eq!(model(label), own, "{label}");
        }
    }

    #[test]
    fn an_address_is_taken_out_wherever_it_stands_and_nothing_else() {
        for (server, text, left) in [
            ("127.0.0.1:80", "127.0.0.1:80:m speaks", "m speaks"),
            (
                "127.0.0.1:80",
                "no connection to http://127.0.0.1:80/v1: refused, at 127.0.0.1:80.",
                "no connection to (a server): refused, at (a server).",
            ),
            (
                "127.0.0.1:80",
                "127.0.0.1:8080 and 10.127.0.0.1:80",
                "127.0.0.1:8080 and 10.127.0.0.1:80",
            ),
            (
                "ai",
                "ai: he said http://ai/v1 and ai:m",
                "ai: he said (a server) and m",
            ),
            (
                "e.org",
                "see https://e.org/a, or e.org.uk",
                "see (a server), or e.org.uk",
            ),
        ] {
            assert_eq!(without(text, server), left, "{text}");
        }
        let failed = "no connection to http://near.lan:1/v1: gone";
        assert_eq!(named(failed), BTreeSet::from(["near.lan:1".to_owned()]));
    }
}
