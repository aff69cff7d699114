//! The tags of a source in a search: its kind, its date and its topics. A filter lets through what has them; and a
//! question that names a kind, a year or a topic makes passages a little likelier whose source has it.

use std::collections::{BTreeSet, HashMap};

use rusqlite::{Connection, Row, params};

use super::stems::Stems;

/// The filter of a search, by the tags of sources. What a source does not say lets nothing through.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TagFilter {
    /// The kind of text; neither case nor a plural counts.
    pub kind: Option<String>,
    /// A topic; the same.
    pub topic: Option<String>,
    /// Written or said before this year; a year before Christ is below zero.
    pub before: Option<i32>,
    /// Written or said after this year.
    pub after: Option<i32>,
}

impl TagFilter {
    /// Whether it lets everything through.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    fn lets(&self, source: &SourceTags, stems: &Stems) -> bool {
        let of = |text: &str| -> BTreeSet<String> { stems.of(text).collect() };
        let is_kind = |kind: &String| of(kind) == source.kind;
        let has_topic = |topic: &String| source.topics.contains(&of(topic));
        self.kind.as_ref().is_none_or(is_kind)
            && self.topic.as_ref().is_none_or(has_topic)
            && self
                .before
                .is_none_or(|year| source.years.is_some_and(|(from, _)| from < year))
            && self
                .after
                .is_none_or(|year| source.years.is_some_and(|(_, to)| to > year))
    }
}

/// How much a tag that a question names adds to the score of a passage, as a share of it.
#[derive(Debug, Clone, Copy)]
pub(super) struct TagWeights {
    kind: f64,
    topic: f64,
    /// For the same year; half as much ten years off, nothing at twenty.
    year: f64,
}

impl TagWeights {
    /// Light: a tag decides between passages that fit about as well, and brings up none that does not fit. Of the eight
    /// questions in the tests of this file that name a tag the right passage comes first for four without these weights,
    /// and for each with them; those that name none lose nothing.
    pub(super) const LIGHT: Self = Self {
        kind: 0.15,
        topic: 0.1,
        year: 0.2,
    };
    #[cfg(test)]
    const NONE: Self = Self {
        kind: 0.0,
        topic: 0.0,
        year: 0.0,
    };
}

/// So many times the passages that are wanted are looked at.
const LOOKED_AT: usize = 4;
/// The years around a named one that still count.
const NEAR: f64 = 20.0;

/// The tags of a source, as they are compared.
struct SourceTags {
    id: i64,
    kind: BTreeSet<String>,
    topics: Vec<BTreeSet<String>>,
    years: Option<(i32, i32)>,
}

/// The tags that questions name.
struct Named {
    stems: BTreeSet<String>,
    years: Vec<i32>,
}

impl Named {
    fn of(questions: &[String], stems: &Stems) -> Self {
        Self {
            stems: questions.iter().flat_map(|one| stems.of(one)).collect(),
            // A smaller number in a question is hardly ever a year.
            years: questions
                .iter()
                .filter_map(|one| years(one))
                .flat_map(|(from, to)| [from, to])
                .filter(|year| *year < 0 || *year >= 1_000)
                .collect(),
        }
    }

    fn weight(&self, source: &SourceTags, weights: TagWeights) -> f64 {
        let has = |tag: &BTreeSet<String>| !tag.is_empty() && tag.is_subset(&self.stems);
        let mut weight = 1.0;
        if has(&source.kind) {
            weight += weights.kind;
        }
        if source.topics.iter().any(has) {
            weight += weights.topic;
        }
        if let Some((from, to)) = source.years {
            let far = |year: &i32| f64::from((from - year).max(year - to).max(0));
            let nearest = self.years.iter().map(far).min_by(f64::total_cmp);
            weight += nearest.map_or(0.0, |far| weights.year * (1.0 - far / NEAR).max(0.0));
        }
        weight
    }
}

/// The sources that a filter lets through, as a list in JSON for the database; none where there is no filter.
pub(super) fn allowed(
    db: &Connection,
    persona: Option<i64>,
    filter: &TagFilter,
    stems: &Stems,
) -> rusqlite::Result<Option<String>> {
    if filter.is_empty() {
        return Ok(None);
    }
    let ids: Vec<String> = sources(db, persona, stems)?
        .iter()
        .filter(|source| filter.lets(source, stems))
        .map(|source| source.id.to_string())
        .collect();
    Ok(Some(format!("[{}]", ids.join(","))))
}

/// Puts the first of some passages in order again, with what the questions say of their sources. Of a long list only the
/// first are looked at: a light weight brings nothing up from further below.
pub(super) fn weighted(
    db: &Connection,
    (questions, most): (&[String], usize),
    mut best: Vec<(i64, f64)>,
    (weights, stems): (TagWeights, &Stems),
) -> rusqlite::Result<Vec<(i64, f64)>> {
    let named = Named::of(questions, stems);
    let mut known: HashMap<i64, f64> = HashMap::new();
    let mut source_of = db.prepare_cached("SELECT source FROM passage WHERE id = ?1")?;
    let mut tags =
        db.prepare_cached("SELECT id, source_type, date, tags FROM source WHERE id = ?1")?;
    let looked_at = most.saturating_mul(LOOKED_AT).min(best.len());
    let (first, _) = best.split_at_mut(looked_at);
    for (id, score) in first.iter_mut() {
        let source: i64 = source_of.query_row([*id], |row| row.get(0))?;
        let weight = if let Some(weight) = known.get(&source) {
            *weight
        } else {
            let tags = tags.query_row([source], |row| source_tags(row, stems))?;
            let weight = named.weight(&tags, weights);
            known.insert(source, weight);
            weight
        };
        *score *= weight;
    }
    first.sort_by(|one, other| other.1.total_cmp(&one.1).then(one.0.cmp(&other.0)));
    Ok(best)
}

fn sources(
    db: &Connection,
    persona: Option<i64>,
    stems: &Stems,
) -> rusqlite::Result<Vec<SourceTags>> {
    let mut all = db.prepare_cached(
        "SELECT id, source_type, date, tags FROM source WHERE ?1 IS NULL OR persona = ?1 ORDER BY id",
    )?;
    let rows = all.query_map(params![persona], |row| source_tags(row, stems))?;
    rows.collect()
}

/// The tags of a source, from a row with its id, kind, date and topics.
fn source_tags(row: &Row<'_>, stems: &Stems) -> rusqlite::Result<SourceTags> {
    let (date, tags): (Option<String>, String) = (row.get(2)?, row.get(3)?);
    let topics: Vec<String> = serde_json::from_str(&tags).unwrap_or_default();
    Ok(SourceTags {
        id: row.get(0)?,
        kind: stems.of(&row.get::<_, String>(1)?).collect(),
        topics: topics.iter().map(|one| stems.of(one).collect()).collect(),
        years: date.as_deref().and_then(years),
    })
}

/// The first and the last year that a text names: "1859", "21 April 1868", "44–43 BC", "5th century BC".
fn years(text: &str) -> Option<(i32, i32)> {
    let lower = text.to_lowercase();
    let words: Vec<&str> = lower
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .collect();
    let is_before = words.iter().any(|word| matches!(*word, "bc" | "bce"));
    let sign = if is_before { -1 } else { 1 };
    let mut found: Vec<i32> = Vec::new();
    for pair in words.windows(2) {
        if let [number, "century" | "centuries"] = pair {
            let digits = number.trim_end_matches(|c: char| !c.is_ascii_digit());
            let last = digits
                .parse::<i32>()
                .ok()
                .filter(|nth| (1..=99).contains(nth));
            found.extend(
                last.into_iter()
                    .flat_map(|nth| [sign * nth * 100, sign * (nth * 100 - 99)]),
            );
        }
    }
    if found.is_empty() {
        let digits = if is_before { 1..=4 } else { 3..=4 };
        let is_year = |word: &&&str| {
            digits.contains(&word.len()) && word.bytes().all(|byte| byte.is_ascii_digit())
        };
        let numbers = words
            .iter()
            .filter(is_year)
            .filter_map(|word| word.parse::<i32>().ok());
        found.extend(numbers.map(|year| sign * year));
    }
    Some((*found.iter().min()?, *found.iter().max()?))
}

#[cfg(test)]
mod tests {
    use std::{fs, sync::Arc};

    use super::*;
    use crate::corpus::{Labels, Library, PassageQuery, add};

    #[test]
    fn years_are_read_as_people_write_them() {
        for (text, expected) in [
            ("1859", Some((1859, 1859))),
            ("21 April 1868", Some((1868, 1868))),
            ("1861-05-04", Some((1861, 1861))),
            ("1916–1922", Some((1916, 1922))),
            ("44–43 BC", Some((-44, -43))),
            ("5th century BC", Some((-500, -401))),
            ("undated", None),
            ("chapter 12", None),
        ] {
            assert_eq!(years(text), expected, "{text}");
        }
    }

    /// Texts of our own: each name with its kind, date, topics and words. Several say nearly the same.
    const TEXTS: [(&str, &str, &str, &str, &str); 8] = [
        (
            "a",
            "speech",
            "1848",
            "tolls",
            "I say that the toll on bread is unjust, and the carter pays it for the county.",
        ),
        (
            "b",
            "letters",
            "1861",
            "tolls",
            "I say that the toll on bread is just, and the carter pays it for the county.",
        ),
        (
            "c",
            "book",
            "1872",
            "bridges",
            "The toll on bread has been unjust; the carter pays it for the county and the crown.",
        ),
        (
            "d",
            "speech",
            "1872",
            "wages",
            "A wage that is paid in promises is no wage; the mason builds and waits for his coin.",
        ),
        (
            "e",
            "letters",
            "1850",
            "wages",
            "A wage that is paid in promises is no wage; the mason waits and builds for his coin.",
        ),
        (
            "f",
            "book",
            "1850",
            "ferries",
            "The ferry waits for the gentry, and the smith stands in the rain with his horse.",
        ),
        (
            "g",
            "letters",
            "1868",
            "ferries",
            "The ferry waits for the gentry, and the smith stands in rain beside his horse.",
        ),
        (
            "h",
            "speech",
            "1861",
            "cats",
            "A bridge wants a cat, for the rats eat the ropes by night.",
        ),
    ];

    fn library(folder: &std::path::Path) -> Arc<Library> {
        let library = Arc::new(Library::open(folder).unwrap());
        for (name, kind, date, topic, text) in TEXTS {
            let path = folder.join(format!("{name}.txt"));
            fs::write(&path, text).unwrap();
            let labels = Labels {
                title: Some(name.to_owned()),
                source_type: Some(kind.to_owned()),
                date: Some(date.to_owned()),
                tags: vec![topic.to_owned()],
                ..Labels::default()
            };
            add(&library, "rosa", &[path], &labels, 1, &mut |_| {}, &|| true).unwrap();
        }
        library
    }

    fn titles(library: &Library, question: &str, weights: TagWeights) -> Vec<String> {
        let questions = [question.to_owned()];
        let asked = PassageQuery {
            persona: Some("rosa"),
            questions: &questions,
            most: 5,
            ..PassageQuery::default()
        };
        let hits = library.find_weighted(&asked, weights).unwrap();
        hits.into_iter().map(|hit| hit.title).collect()
    }

    #[test]
    fn tags_that_a_question_names_count_lightly_on_hand_written_questions() {
        let folder = tempfile::tempdir().unwrap();
        let library = library(folder.path());
        // Each with the text that answers it.
        let naming = [
            (
                "Is the toll on bread that the carter pays unjust, as in the speech?",
                "a",
            ),
            (
                "What did the letters say of the toll on bread that the carter pays?",
                "b",
            ),
            ("The toll on bread and the carter in 1861?", "b"),
            (
                "The toll on bread and the carter, the county, in 1872?",
                "c",
            ),
            (
                "What did the speech say of the mason and his wage in promises?",
                "d",
            ),
            ("The mason and his coin, in the letters?", "e"),
            ("The smith in the rain with the ferry, in 1868?", "g"),
            ("The smith in the rain with the ferry, in the book?", "f"),
        ];
        let plain = [
            ("Who eats the ropes by night?", "h"),
            ("Who pays for the county and the crown?", "c"),
            ("May a bridge have a cat?", "h"),
            // What was said of it in no such text is found all the same.
            (
                "What does the letter say of a cat on the bridge in 1850?",
                "h",
            ),
        ];
        let first = |weights, questions: &[(&str, &str)]| {
            let right = |(question, title): &&(&str, &str)| {
                titles(&library, question, weights)
                    .first()
                    .map(String::as_str)
                    == Some(*title)
            };
            questions.iter().filter(right).count()
        };
        let (none, light) = (
            first(TagWeights::NONE, &naming),
            first(TagWeights::LIGHT, &naming),
        );
        assert_eq!((none, light), (4, naming.len()));
        for weights in [TagWeights::NONE, TagWeights::LIGHT] {
            assert_eq!(first(weights, &plain), plain.len());
        }
    }

    #[test]
    fn a_filter_lets_through_what_has_the_tags_by_words_and_by_meaning() {
        let folder = tempfile::tempdir().unwrap();
        let library = library(folder.path());
        let questions = ["toll wage ferry bridge carter mason smith".to_owned()];
        let found = |filter: TagFilter| {
            let asked = PassageQuery {
                persona: Some("rosa"),
                questions: &questions,
                filter,
                most: 10,
                ..PassageQuery::default()
            };
            let mut titles: Vec<String> = library
                .find(&asked)
                .unwrap()
                .into_iter()
                .map(|hit| hit.title)
                .collect();
            titles.sort();
            titles.concat()
        };
        let kind = |kind: &str| TagFilter {
            kind: Some(kind.to_owned()),
            ..TagFilter::default()
        };
        assert_eq!(found(TagFilter::default()), "abcdefgh");
        assert_eq!(found(kind("Speeches")), "adh");
        assert_eq!(found(kind("sermon")), "");
        let before = TagFilter {
            before: Some(1860),
            ..kind("speech")
        };
        assert_eq!(found(before), "a");
        let after = TagFilter {
            after: Some(1861),
            topic: Some("toll".to_owned()),
            ..TagFilter::default()
        };
        assert_eq!(found(after), "");
        let between = TagFilter {
            after: Some(1848),
            before: Some(1868),
            ..TagFilter::default()
        };
        assert_eq!(found(between), "befh");
    }
}
