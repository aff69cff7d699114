//! The names of new debates, and the times of their opening, from the clock of the machine. A clock that is set to a
//! time before 1970 gives odd names, and stops nothing.

use hustings_base::clock::now;
use jiff::Timestamp;
use uuid::{NoContext, Uuid};

use crate::debate::ids::DebateId;

/// A new debate: its name, and when it is opened, in milliseconds since 1970, negative before it.
pub(crate) fn new_debate() -> (DebateId, i64) {
    let now = now();
    (DebateId(fresh(now).to_string()), now.as_millisecond())
}

/// A number that nobody can foresee.
pub fn random() -> u64 {
    let (_, random) = fresh(now()).as_u64_pair();
    random
}

/// A seed that people can read out and type.
pub fn fresh_seed() -> u64 {
    random() % 1_000_000
}

/// An id of version 7, which sorts by the time it was made. Such ids know of no time before 1970.
fn fresh(now: Timestamp) -> Uuid {
    let nanoseconds = now.as_nanosecond().max(0).cast_unsigned();
    let seconds = u64::try_from(nanoseconds / 1_000_000_000).unwrap_or(u64::MAX);
    let rest = u32::try_from(nanoseconds % 1_000_000_000).unwrap_or(0);
    Uuid::new_v7(uuid::Timestamp::from_unix(NoContext, seconds, rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_before_1970_names_debates_all_the_same() {
        let times = [i64::MIN / 1_000_000_000, -86_400, -1, 0, 1, 1_790_000_000];
        let times = times.map(|second| Timestamp::from_second(second.max(-300_000_000_000)));
        for time in times
            .map(Result::unwrap)
            .into_iter()
            .chain([Timestamp::MIN, Timestamp::MAX])
        {
            let (one, other) = (fresh(time), fresh(time));
            assert_ne!(one, other, "{time}");
            assert_eq!(one.get_version_num(), 7, "{time}");
        }
        let early = fresh(Timestamp::from_second(1_000_000_000).unwrap());
        let late = fresh(Timestamp::from_second(1_000_000_001).unwrap());
        assert!(early < late, "by time");
    }
}
