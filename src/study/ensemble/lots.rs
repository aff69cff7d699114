//! The lots of an ensemble: what each run has otherwise than the others. All of it comes from one seed and the number of
//! the run, so that more runs leave those that there are as they were, and what is kept from varying changes nothing else.

use std::collections::BTreeMap;

use hustings_rules::setup::shuffle;
use rand_chacha::{
    ChaCha8Rng,
    rand_core::{RngCore, SeedableRng},
};

use crate::{
    batch::BatchItem,
    debate::{
        ids::Seat,
        variation::{Coaching, Variation},
    },
};

/// Something that may vary from run to run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Varied {
    /// The passages that speakers are given, drawn from a larger pool.
    Passages,
    /// Who of a side takes which of its seats.
    Order,
    /// What each speaker lays most weight on.
    Emphasis,
    /// Who sits in the house.
    House,
}

/// All that may vary.
pub const VARIED: [Varied; 4] = [
    Varied::Passages,
    Varied::Order,
    Varied::Emphasis,
    Varied::House,
];

impl Varied {
    /// The word by which it is asked for.
    pub fn word(self) -> &'static str {
        match self {
            Self::Passages => "passages",
            Self::Order => "order",
            Self::Emphasis => "emphasis",
            Self::House => "house",
        }
    }

    /// What varies, for people.
    pub fn told(self) -> &'static str {
        match self {
            Self::Passages => "the passages that speakers draw on",
            Self::Order => "the order within a side",
            Self::Emphasis => "an emphasis for each speaker",
            Self::House => "who sits in the house",
        }
    }
}

/// Emphases that suit any speaker on any motion.
const EMPHASES: [&str; 6] = [
    "the most concrete evidence: cases, numbers, what has been seen",
    "the principle at stake, before any of its consequences",
    "the strongest thing that the other side can say, and why it fails",
    "who bears the cost, and who is never asked",
    "the angle that nobody in the hall expects",
    "what would happen on the morning after the vote",
];

/// A speaker of the ensemble, in the seat that they have in the line-up.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CastSeat {
    /// The seat of the speaker in the line-up.
    pub seat: Seat,
    /// The id of the persona.
    pub persona: String,
    /// What the speaker can lay most weight on: what their side can bring forward, what they hold themselves.
    pub emphases: Vec<String>,
}

/// An epoch of an ensemble: which runs it has, and what those are taught who are free to change.
#[derive(Debug, Clone, Copy)]
pub struct Epoch<'a> {
    /// The number of the epoch, from 1.
    pub number: u32,
    /// The runs of the epoch.
    pub runs: u32,
    /// The runs without coaching that are held beside them, where there is coaching.
    pub control: u32,
    /// The coaching of each side, by its id; `None` in the first epoch.
    pub coaching: Option<&'a BTreeMap<String, Coaching>>,
}

/// An ensemble that is to be held.
#[derive(Debug, Clone, PartialEq)]
pub struct EnsembleSpec {
    /// The debate, with everything but its speakers, its seed and its variation.
    pub item: BatchItem,
    /// The speakers, in the order of the seats.
    pub cast: Vec<CastSeat>,
    /// The seed of all lots.
    pub seed: u64,
    /// What varies from run to run.
    pub varied: Vec<Varied>,
    /// The seats, in the line-up, of those speakers who are free to change.
    pub coached: Vec<Seat>,
}

impl EnsembleSpec {
    /// The debates of an epoch: its runs, and then those that are held as a control.
    pub fn items(&self, epoch: Epoch<'_>) -> Vec<BatchItem> {
        let runs = (1..=epoch.runs).map(|run| self.one(epoch, run, false));
        let control = if epoch.coaching.is_some() {
            epoch.control.min(epoch.runs)
        } else {
            0
        };
        let control = (1..=control).map(|run| self.one(epoch, run, true));
        runs.chain(control).collect()
    }

    fn varies(&self, what: Varied) -> bool {
        self.varied.contains(&what)
    }

    fn one(&self, epoch: Epoch<'_>, run: u32, is_control: bool) -> BatchItem {
        let mut random = ChaCha8Rng::seed_from_u64(self.seed);
        random.set_stream(u64::from(epoch.number) << 32 | u64::from(run));
        // Every lot is drawn, whether or not it counts.
        let [seed, order, passages, house] = [0; 4].map(|_: u8| random.next_u64());
        let seated = self.seated(order);
        let of_side = |seat: &Seat, one: &CastSeat| {
            let all = epoch.coaching.filter(|_| !is_control)?;
            let is_free = self.coached.contains(&one.seat);
            is_free.then(|| all.get(seat.group()).cloned()).flatten()
        };
        let emphasis = |one: &CastSeat, lot: u64| {
            let own = one.emphases.iter().map(String::as_str);
            let pool: Vec<&str> = own.chain(EMPHASES).collect();
            let at = (lot % pool.len() as u64) as usize;
            pool.get(at).map(|text| (*text).to_owned())
        };
        let mut variation = Variation {
            epoch: epoch.number,
            run,
            is_control,
            passages: self.varies(Varied::Passages).then_some(passages),
            house: Some(if self.varies(Varied::House) {
                house
            } else {
                self.seed
            }),
            ..Variation::default()
        };
        for (seat, one) in &seated {
            let lot = random.next_u64();
            if self.varies(Varied::Emphasis)
                && let Some(text) = emphasis(one, lot)
            {
                variation.emphasis.insert(seat.clone(), text);
            }
            if let Some(coaching) = of_side(seat, one) {
                variation.coaching.insert(seat.clone(), coaching);
            }
        }
        let kind = if is_control { ", control" } else { "" };
        BatchItem {
            line_up: format!("epoch {}, run {run}{kind}", epoch.number),
            sides: by_side(&seated),
            speakers: Vec::new(),
            seed,
            variation: Some(variation),
            ..self.item.clone()
        }
    }

    /// Who sits in which seat: those of a side among its seats, by lot where that varies.
    fn seated(&self, lot: u64) -> Vec<(Seat, &CastSeat)> {
        let mut seated: Vec<(Seat, &CastSeat)> = Vec::new();
        let mut sides: Vec<&str> = Vec::new();
        for one in &self.cast {
            if !sides.contains(&one.seat.group()) {
                sides.push(one.seat.group());
            }
        }
        for (nth, side) in (0..).zip(sides) {
            let of_side = self.cast.iter().filter(|one| one.seat.group() == side);
            let seats: Vec<Seat> = of_side.clone().map(|one| one.seat.clone()).collect();
            let mut people: Vec<&CastSeat> = of_side.collect();
            if self.varies(Varied::Order) {
                shuffle(&mut people, lot.wrapping_add(nth));
            }
            seated.extend(seats.into_iter().zip(people));
        }
        seated
    }
}

/// The ids of those who are seated, side by side.
fn by_side(seated: &[(Seat, &CastSeat)]) -> Vec<Vec<String>> {
    let sides = seated.chunk_by(|(one, _), (other, _)| one.group() == other.group());
    let ids =
        |side: &[(Seat, &CastSeat)]| side.iter().map(|(_, one)| one.persona.clone()).collect();
    sides.map(ids).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::batch::{DebateSettings, ModelChoices};

    fn spec() -> EnsembleSpec {
        let cast = ["prop.1", "prop.2", "prop.3", "opp.1", "opp.2", "opp.3"];
        let cast = cast.map(|seat| CastSeat {
            seat: Seat::named(seat),
            persona: format!("of-{seat}"),
            emphases: vec![format!("what {seat} holds")],
        });
        EnsembleSpec {
            item: BatchItem {
                line_up: String::new(),
                motion: "m".into(),
                format: "exhibition".into(),
                sides: Vec::new(),
                speakers: Vec::new(),
                seed: 0,
                repeat: 1,
                options: DebateSettings::default(),
                models: ModelChoices::default(),
                variation: None,
            },
            cast: cast.to_vec(),
            seed: 5,
            varied: VARIED.to_vec(),
            coached: vec![Seat::named("prop.2")],
        }
    }

    fn epoch(runs: u32) -> Epoch<'static> {
        Epoch {
            number: 1,
            runs,
            control: 0,
            coaching: None,
        }
    }

    #[test]
    fn more_runs_leave_those_before_as_they_were_and_everything_varies() {
        let (few, many) = (spec().items(epoch(3)), spec().items(epoch(20)));
        assert_eq!(few, many[..3]);
        let differ =
            |of: &dyn Fn(&BatchItem) -> String| many.iter().map(of).collect::<BTreeSet<_>>().len();
        let variation = |item: &BatchItem| item.variation.clone().unwrap();
        assert!(differ(&|one| one.sides.concat().join(" ")) > 10);
        assert_eq!(differ(&|one| one.id()), 20);
        assert_eq!(differ(&|one| format!("{:?}", variation(one).passages)), 20);
        assert_eq!(differ(&|one| format!("{:?}", variation(one).house)), 20);
        assert!(differ(&|one| variation(one).emphasis[&Seat::named("opp.1")].clone()) > 3);
        // Nobody changes sides.
        for item in &many {
            let people = item.sides.concat();
            let (prop, opp) = people.split_at(3);
            assert!(
                prop.iter().all(|one| one.starts_with("of-prop")),
                "{prop:?}"
            );
            assert!(opp.iter().all(|one| one.starts_with("of-opp")), "{opp:?}");
        }
    }

    #[test]
    fn what_is_kept_from_varying_changes_nothing_else() {
        let all = spec().items(epoch(4));
        let fixed = EnsembleSpec {
            varied: vec![Varied::Passages],
            ..spec()
        };
        for (item, free) in fixed.items(epoch(4)).iter().zip(&all) {
            let (own, other) = (
                item.variation.clone().unwrap(),
                free.variation.clone().unwrap(),
            );
            assert_eq!((item.seed, own.passages), (free.seed, other.passages));
            assert_eq!(own.house, Some(5));
            assert!(own.emphasis.is_empty());
            let order: Vec<_> = spec().cast.into_iter().map(|one| one.persona).collect();
            assert_eq!(item.sides.concat(), order);
        }
    }

    #[test]
    fn who_is_free_to_change_is_coached_wherever_they_sit_and_the_control_has_the_same_lots() {
        let coaching: BTreeMap<String, Coaching> =
            [("prop".to_owned(), Coaching::default())].into();
        let second = Epoch {
            number: 2,
            runs: 6,
            control: 4,
            coaching: Some(&coaching),
        };
        let items = spec().items(second);
        assert_eq!(items.len(), 10);
        for item in &items[..6] {
            let variation = item.variation.as_ref().unwrap();
            let seats: Vec<&Seat> = variation.coaching.keys().collect();
            let at = seats[0].number().unwrap() - 1;
            assert_eq!((seats.len(), item.sides[0][at].as_str()), (1, "of-prop.2"));
        }
        for (control, run) in items[6..].iter().zip(&items) {
            let (own, other) = (
                control.variation.as_ref().unwrap(),
                run.variation.as_ref().unwrap(),
            );
            assert!(own.is_control && !own.is_coached());
            assert_eq!((control.seed, &control.sides), (run.seed, &run.sides));
            assert_eq!((own.run, &own.emphasis), (other.run, &other.emphasis));
            assert_ne!(control.id(), run.id());
        }
    }
}
