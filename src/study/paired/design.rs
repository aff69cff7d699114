//! The design of a study: what is held, unrolled from its file. For each motion, format, line-up and seed there is a
//! block, with a debate in it for each arm.

use std::{collections::BTreeSet, sync::Arc};

use super::{
    arm::{Arm, ArmWork},
    figures::{Figure, USUAL, UnknownFigure},
    file::StudyFile,
};
use crate::{
    batch::{
        BatchItem, ModelChoices, Settled, Shard,
        checks::{Own, Reader},
    },
    bounds,
    catalog::{Catalog, Field, Problem, read_into},
    error::Failure,
    text::sanitize::sanitize_line,
};

/// The arms that a study can have.
const ARMS: std::ops::RangeInclusive<usize> = 2..=9;

/// A study, unrolled.
#[derive(Debug, Clone, PartialEq)]
pub struct StudyDesign {
    /// The file, for what it says beside the debates: limits, its name, its arms.
    pub file: StudyFile,
    /// The figures that are compared.
    pub figures: Vec<Figure>,
    /// The blocks, in the order in which they are held.
    pub blocks: Vec<StudyBlock>,
}

/// What is held in each arm: one motion, format, line-up and seed.
#[derive(Debug, Clone, PartialEq)]
pub struct StudyBlock {
    /// The motion, the line-up and the seed, for people.
    pub label: String,
    /// The debate of each arm, in the order of the arms: the first of those that are held again.
    pub items: Vec<BatchItem>,
}

impl StudyBlock {
    /// The debate of an arm that is measured: of those that are held again, the last.
    pub fn measured(&self, arm: usize, work: &ArmWork) -> Option<BatchItem> {
        let item = self.items.get(arm)?.clone();
        Some(match work {
            ArmWork::Repeated(repeats) => BatchItem {
                repeat: *repeats,
                ..item
            },
            ArmWork::Held | ArmWork::Refined(_) | ArmWork::Divided(_) => item,
        })
    }
}

impl StudyDesign {
    /// The debates that are held as a batch: each once, block by block.
    pub fn items(&self) -> Vec<BatchItem> {
        let mut seen = BTreeSet::new();
        let arms = || self.file.arms.iter().map(Arm::work);
        let of_block = |block: &StudyBlock| {
            let items = block.items.iter().zip(arms());
            let all = items.flat_map(|(item, work)| {
                let repeats = match work {
                    ArmWork::Repeated(repeats) => repeats,
                    ArmWork::Held | ArmWork::Refined(_) | ArmWork::Divided(_) => 1,
                };
                let item = item.clone();
                (1..=repeats.max(1)).map(move |repeat| BatchItem {
                    repeat,
                    ..item.clone()
                })
            });
            all.collect::<Vec<BatchItem>>()
        };
        let all = self.blocks.iter().flat_map(of_block);
        all.filter(|item| seen.insert(item.id())).collect()
    }

    /// This design with the blocks of one shard: a pair is never torn apart.
    #[must_use]
    pub fn shard(self, shard: Option<Shard>) -> Self {
        let blocks = match shard {
            Some(shard) => shard.of(self.blocks),
            None => self.blocks,
        };
        Self { blocks, ..self }
    }
}

/// Reads a study. `fits` says what is wrong with one of its debates, before anybody looks for a model. `flags` are models
/// that the command line names: they come before the file's.
///
/// # Errors
/// Everything that is wrong with the text, with its places.
pub fn read(
    shown: &str,
    source: &Arc<str>,
    catalog: &Catalog,
    flags: &ModelChoices,
    fits: &dyn Fn(&BatchItem) -> Result<Settled, Failure>,
) -> Result<StudyDesign, Vec<Problem>> {
    read_into(shown, source, |file: &StudyFile, findings| {
        // Their names reach the terminal and files.
        let mut file = file.clone();
        for arm in &mut file.arms {
            arm.name = sanitize_line(&arm.name);
        }
        let mut reader = Reader::new(catalog, flags, fits, findings);
        let figures = figures(&mut reader, &file);
        check_judge(&mut reader, &file, &figures);
        let bases = reader.items(&file.common());
        let blocks = blocks(&mut reader, &file, &bases);
        StudyDesign {
            file,
            figures,
            blocks,
        }
    })
}

fn figures(reader: &mut Reader<'_>, file: &StudyFile) -> Vec<Figure> {
    let usual = USUAL.map(str::to_owned);
    let named = if file.measures.is_empty() {
        &usual[..]
    } else {
        &file.measures
    };
    let mut figures: Vec<Figure> = Vec::new();
    for (at, id) in named.iter().enumerate() {
        match Figure::of(id) {
            Ok(figure) if figures.contains(&figure) => {}
            Ok(figure) if figure.read.is_some() && file.judge.is_none() => reader.problem(
                &Field::of("measures").at(at),
                format!("{id} needs a judge's model, and the file has no judge"),
                "expected `judge = {}` for the model of the role `judge`, or `judge = { model = \"NAME\" }`",
            ),
            Ok(figure) => figures.push(figure),
            Err(UnknownFigure(near)) => {
                let near = match near.as_slice() {
                    [] => String::new(),
                    near => format!("did you mean {}? ", near.join(" or ")),
                };
                reader.problem(
                    &Field::of("measures").at(at),
                    format!("nothing of that name is measured: {id}"),
                    format!(
                        "{near}expected the name of a measure in `hustings eval --json`, or of a column in the table of a batch"
                    ),
                );
            }
        }
    }
    figures
}

/// A judge who would read nothing, or whose readings would be held against none, is refused.
fn check_judge(reader: &mut Reader<'_>, file: &StudyFile, figures: &[Figure]) {
    if file.judge.is_none() {
        return;
    }
    let field = Field::of("judge");
    if !figures.iter().any(|one| one.read.is_some()) {
        reader.problem(
            &field,
            "the judge would read nothing: no measure needs one",
            "leave it out, or add a measure that needs a judge's model (hustings eval --explain)",
        );
    }
    let is_read = |arm: &&Arm| arm.house.is_none();
    let first = file.arms.first().filter(is_read);
    if file.arms.len() > 1
        && (first.is_none() || !file.arms.iter().skip(1).any(|arm| is_read(&arm)))
    {
        reader.problem(
            &field,
            "what the judge reads would be held against nothing: in an arm with a house its votes alone are measured",
            "expected the first arm and another one without `house`",
        );
    }
}

fn blocks(reader: &mut Reader<'_>, file: &StudyFile, bases: &[BatchItem]) -> Vec<StudyBlock> {
    let arms = &file.arms;
    if !ARMS.contains(&arms.len()) {
        reader.problem(
            &Field::of("arm"),
            match arms.len() {
                0 => "there are no arms".to_owned(),
                1 => "there is one arm, and nothing to hold it against".to_owned(),
                many => format!("there are {many} arms"),
            },
            format!("expected {} to {} tables [[arm]]", ARMS.start(), ARMS.end()),
        );
        return Vec::new();
    }
    for (at, arm) in arms.iter().enumerate() {
        check_arm(reader, arms, at, arm);
    }
    let Some(seats) = seated(reader, file, bases) else {
        return Vec::new();
    };
    let mut blocks: Vec<StudyBlock> = Vec::with_capacity(bases.len());
    for base in bases {
        blocks.push(StudyBlock {
            label: format!(
                "{} ({}, {}, seed {})",
                base.motion, base.format, base.line_up, base.seed
            ),
            items: seats.iter().map(|arm| arm.over(base)).collect(),
        });
    }
    if let Some(first) = blocks.first() {
        for (at, arm) in arms.iter().enumerate() {
            let same = (0..at).find(|other| {
                first.items.get(*other) == first.items.get(at)
                    && arms.get(*other).map(Arm::work) == Some(arm.work())
            });
            if let Some(other) = same.and_then(|other| arms.get(other)) {
                reader.problem(
                    &Field::of("arm").at(at),
                    format!("the arms {} and {} do not differ", other.name, arm.name),
                    "expected other settings, models, people, or another house; flags for models hold for every arm",
                );
            }
        }
    }
    let works = arms.iter().map(|arm| match arm.work() {
        ArmWork::Repeated(many) | ArmWork::Refined(many) => many as usize,
        ArmWork::Held | ArmWork::Divided(_) => 1,
    });
    if works.sum::<usize>().saturating_mul(blocks.len()) > bounds::BATCH {
        reader.problem(
            &Field::root(),
            format!("these are more than {} debates", bounds::BATCH),
            "expected fewer motions, formats, line-ups, seeds or arms",
        );
    }
    blocks
}

fn check_arm(reader: &mut Reader<'_>, arms: &[Arm], at: usize, arm: &Arm) {
    let field = Field::of("arm").at(at);
    if arm.name.trim().is_empty() {
        reader.problem(
            &field.key("name"),
            "the arm has no name",
            "expected a name for the table",
        );
    }
    if arms.iter().take(at).any(|other| other.name == arm.name) {
        let taken = format!("there is an arm {} already", arm.name);
        reader.problem(&field.key("name"), taken, "expected another name");
    }
    if let [first, second, ..] = arm.works().as_slice() {
        reader.problem(
            &field.key(second),
            format!("`{second}` beside `{first}`: only one thing becomes of a debate"),
            "leave one of them out, or give each an arm of its own",
        );
    }
    if let Some(house) = &arm.house
        && house.both_orders
        && !house.told.has_other_order()
    {
        let told = house.told.word();
        reader.problem(
            &field.key("house").key("both_orders"),
            format!("`both_orders` would do nothing: with `{told}` there is no other order"),
            "leave it out",
        );
    }
}

/// What an arm lays over a debate that the file describes.
struct SeatedArm<'a> {
    arm: &'a Arm,
    flags: &'a ModelChoices,
    format: Option<String>,
    /// Who speaks; `None` where that is as in the other arms.
    people: Option<(Vec<Vec<String>>, Vec<String>)>,
}

impl SeatedArm<'_> {
    fn over(&self, base: &BatchItem) -> BatchItem {
        let (sides, speakers) = self
            .people
            .clone()
            .unwrap_or_else(|| (base.sides.clone(), base.speakers.clone()));
        BatchItem {
            format: self.format.clone().unwrap_or_else(|| base.format.clone()),
            sides,
            speakers,
            options: self.arm.options.over(&base.options),
            models: self.flags.over(&self.arm.models.over(&base.models)),
            ..base.clone()
        }
    }
}

/// The arms, with everybody they name known, and each held against what its debates can have. `None` where that cannot
/// be said because nothing can be held.
fn seated<'a, 'r: 'a>(
    reader: &mut Reader<'r>,
    file: &'a StudyFile,
    bases: &[BatchItem],
) -> Option<Vec<SeatedArm<'a>>> {
    let mut seated = Vec::with_capacity(file.arms.len());
    for (at, arm) in file.arms.iter().enumerate() {
        let field = Field::of("arm").at(at);
        reader.models(&field.key("models"), &arm.models);
        let format = match &arm.format {
            Some(named) => reader.format(&field.key("format"), named),
            None => None,
        };
        let who = (&arm.prop, &arm.opp, &arm.speakers);
        let is_named = !(arm.prop.is_empty() && arm.opp.is_empty() && arm.speakers.is_empty());
        let named = reader.seated(&field, arm.name.clone(), who);
        let one = SeatedArm {
            arm,
            flags: reader.flags(),
            format,
            people: is_named.then_some((named.sides, named.speakers)),
        };
        let mut seen = BTreeSet::new();
        for base in bases {
            // Once for each line-up in each format.
            if seen.insert((&base.format, &base.line_up)) {
                let own = Own {
                    options: &arm.options,
                    models: &arm.models,
                };
                reader.fit(&field, &one.over(base), &own);
            }
        }
        seated.push(one);
    }
    (!bases.is_empty()).then_some(seated)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn design(text: &str) -> Result<StudyDesign, String> {
        let (catalog, _) = Catalog::load(None);
        let fits = |_: &BatchItem| Ok(Settled::default());
        let read = read(
            "s.toml",
            &text.into(),
            &catalog,
            &ModelChoices::default(),
            &fits,
        );
        read.map_err(|problems| {
            let told = problems
                .iter()
                .map(|one| format!("{}: {}", one.field, one.message));
            told.collect::<Vec<_>>().join("\n")
        })
    }

    const TWO: &str = "
        motions = [\"ban-private-cars\", \"tea-over-coffee\"]
        seed_count = 3
        options = { scale = 0.5 }
        [[arm]]
        name = \"with\"
        [[arm]]
        name = \"without\"
        options = { points = false }
    ";

    #[test]
    fn every_motion_and_seed_is_held_in_each_arm() {
        let design = design(TWO).unwrap();
        assert_eq!(design.blocks.len(), 6);
        for block in &design.blocks {
            let [with, without] = block.items.as_slice() else {
                panic!("{block:?}");
            };
            assert_eq!((&with.motion, with.seed), (&without.motion, without.seed));
            assert_eq!(
                (with.options.points, without.options.points),
                (None, Some(false))
            );
            assert_eq!(without.options.scale, Some(0.5));
        }
        assert_eq!(design.items().len(), 12);
        // A shard has whole pairs.
        let parts = ["1/4", "2/4", "3/4", "4/4"].map(|part| {
            let part = design.clone().shard(part.parse().ok());
            (part.blocks.len(), part.items().len())
        });
        assert_eq!(parts, [(2, 4), (2, 4), (1, 2), (1, 2)]);
    }

    #[test]
    fn arms_that_are_held_as_one_share_their_debates() {
        let text = "
            motions = [\"tea-over-coffee\"]
            [[arm]]
            name = \"taught\"
            iterations = 3
            [[arm]]
            name = \"untaught\"
            repeats = 3
            [[arm]]
            name = \"backwards\"
            house = { told = \"backwards\", audience = 9 }
        ";
        let design = design(text).unwrap();
        // One that is refined, repeated and divided on, and two repeats.
        let repeats: Vec<u32> = design.items().iter().map(|item| item.repeat).collect();
        assert_eq!(repeats, [1, 2, 3]);
        let block = &design.blocks[0];
        let measured = |arm: usize| block.measured(arm, &design.file.arms[arm].work()).unwrap();
        assert_eq!([0, 1, 2].map(|arm| measured(arm).repeat), [1, 3, 1]);
    }

    #[test]
    fn houses_that_differ_in_their_model_alone_share_the_debates() {
        let text = "
            motions = [\"tea-over-coffee\"]
            [[arm]]
            name = \"small\"
            house = { model = \"small\" }
            [[arm]]
            name = \"large\"
            house = { model = \"large\" }
        ";
        let design = design(text).unwrap();
        assert_eq!(design.items().len(), 1);
        let works: Vec<ArmWork> = design.file.arms.iter().map(Arm::work).collect();
        assert_ne!(works[0], works[1]);
    }

    #[test]
    fn the_studies_of_the_book_are_studies() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/src/studies");
        let mut read = 0;
        for file in std::fs::read_dir(folder).unwrap() {
            let path = file.unwrap().path();
            let text = std::fs::read_to_string(&path).unwrap();
            let design = design(&text).unwrap_or_else(|told| panic!("{}: {told}", path.display()));
            assert!(design.blocks.len() >= 20, "{}", path.display());
            read += 1;
        }
        assert_eq!(read, 7);
        let page = include_str!("../../../docs/src/studies.md");
        let example = page
            .split("```toml\n")
            .nth(1)
            .and_then(|rest| rest.split("```").next());
        assert_eq!(design(example.unwrap()).unwrap().blocks.len(), 20);
    }

    #[test]
    fn what_is_wrong_with_a_study_is_told_with_its_place() {
        for (text, told) in [
            ("motions = [\"tea-over-coffee\"]", "arm: there are no arms"),
            (
                "motions = [\"tea-over-coffee\"]\nmeasures = [\"swnig\"]\n[[arm]]\nname = \"a\"\n[[arm]]\nname = \"b\"\nrepeats = 2",
                "measures[0]: nothing of that name is measured",
            ),
            (
                "motions = [\"tea-over-coffee\"]\nmeasures = [\"style_judge\"]\n[[arm]]\nname = \"a\"\n[[arm]]\nname = \"b\"\nrepeats = 2",
                "measures[0]: style_judge needs a judge's model, and the file has no judge",
            ),
            (
                "motions = [\"tea-over-coffee\"]\njudge = {}\nmeasures = [\"swing\"]\n[[arm]]\nname = \"a\"\n[[arm]]\nname = \"b\"\nrepeats = 2",
                "judge: the judge would read nothing",
            ),
            (
                "motions = [\"tea-over-coffee\"]\njudge = {}\nmeasures = [\"climax\"]\n[[arm]]\nname = \"a\"\n[[arm]]\nname = \"b\"\nhouse = { told = \"nothing\" }",
                "judge: what the judge reads would be held against nothing",
            ),
            (
                "motions = [\"tea-over-coffee\"]\njudge = { repeat = 99 }\nmeasures = [\"climax\"]\n[[arm]]\nname = \"a\"\n[[arm]]\nname = \"b\"\nrepeats = 2",
                "judge.repeat",
            ),
            (
                "motions = [\"tea-over-coffee\"]\n[[arm]]\nname = \"a\"",
                "arm: there is one arm, and",
            ),
            (
                "motions = [\"tea-over-coffee\"]\n[[arm]]\nname = \"a\"\n[[arm]]\nname = \"b\"",
                "arm[1]: the arms a and b do not differ",
            ),
            (
                "motions = [\"tea-over-coffee\"]\n[[arm]]\nname = \"a\"\n[[arm]]\nname = \"a\"\nrepeats = 2",
                "arm[1].name: there is an arm a already",
            ),
            (
                "motions = [\"tea-over-coffee\"]\n[[arm]]\nname = \"a\"\n[[arm]]\nname = \"b\"\nrepeats = 2\niterations = 2",
                "only one thing becomes of a debate",
            ),
            (
                "motions = [\"tea-over-coffee\"]\n[[arm]]\nname = \"a\"\n[[arm]]\nname = \"b\"\nhouse = { told = \"nothing\", both_orders = true }",
                "arm[1].house.both_orders: `both_orders` would do nothing",
            ),
            (
                "motions = [\"tea-over-coffee\"]\n[[arm]]\nname = \"a\"\n[[arm]]\nname = \"b\"\nprop = [\"nobody-of-that-name\"]",
                "arm[1].prop[0]",
            ),
        ] {
            let found = design(text).unwrap_err();
            assert!(found.contains(told), "{text}: {found}");
        }
    }
}
