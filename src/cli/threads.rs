//! The number of threads that a model in the process works with. The library reads the number from its environment
//! before its first product, and a process cannot safely change its own: so the program starts itself once more, with
//! the number in the environment of the new one.

use std::{num::NonZeroUsize, process::Command};

use crate::error::Failure;

use super::out;

/// The environment variable in which the library looks for the number.
const VARIABLE: &str = "CANDLE_NUM_THREADS";

/// Sees to it that models work with so many threads; without a number, with as many as
/// there are cores, of the machine or of what a container gives of it. More than
/// that would wait for one another at every product, and a debate would hardly go on.
///
/// # Errors
/// The program cannot be started again.
pub(super) fn settle(threads: Option<u16>) -> Result<(), Failure> {
    let in_environment = || std::env::var(VARIABLE).ok()?.trim().parse().ok();
    let cores = std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
    // The library counts the cores of the machine, of which a container may give fewer.
    let given = || (cores < cores_of_machine()?).then(|| u16::try_from(cores).unwrap_or(u16::MAX));
    let Some(threads) = threads.or_else(in_environment).or_else(given) else {
        return Ok(());
    };
    let useful = usize::from(threads).clamp(1, cores);
    let wanted = useful.to_string();
    if std::env::var(VARIABLE).is_ok_and(|set| set == wanted) {
        return Ok(());
    }
    if useful < usize::from(threads) {
        out::say(&format!(
            "This machine has {cores} {}: a model in the program works with {useful} threads instead of {threads}.",
            if cores == 1 { "core" } else { "cores" },
        ));
    }
    let failed = |error: std::io::Error| {
        Failure::internal(format!("the program cannot be started again: {error}")).hint(format!(
            "set {VARIABLE}={wanted} in the environment and leave --threads out"
        ))
    };
    let program = std::env::current_exe().map_err(failed)?;
    let mut again = Command::new(program);
    again
        .args(std::env::args_os().skip(1))
        .env(VARIABLE, &wanted);
    start(again).map_err(failed)
}

/// The cores that the machine has, where the system says so in a file.
fn cores_of_machine() -> Option<usize> {
    count(&std::fs::read_to_string("/proc/cpuinfo").ok()?)
}

/// The cores in a list of processors, of which several may be one core; all processors where it does not say which.
fn count(list: &str) -> Option<usize> {
    let value = |line: &str, name: &str| {
        let (key, value) = line.split_once(':')?;
        (key.trim() == name).then(|| value.trim().to_owned())
    };
    let mut cores = std::collections::BTreeSet::new();
    let mut processors = 0;
    for one in list.split("\n\n") {
        let find = |name: &str| one.lines().find_map(|line| value(line, name));
        if find("processor").is_some() {
            processors += 1;
            cores.extend(find("physical id").zip(find("core id")));
        }
    }
    let known = if cores.is_empty() {
        processors
    } else {
        cores.len()
    };
    (known > 0).then_some(known)
}

/// Comes back only with an error.
#[cfg(unix)]
fn start(mut again: Command) -> std::io::Result<()> {
    Err(std::os::unix::process::CommandExt::exec(&mut again))
}

/// Waits for the new one, and ends as it does.
#[cfg(not(unix))]
fn start(mut again: Command) -> std::io::Result<()> {
    let ended = again.status()?;
    std::process::exit(ended.code().unwrap_or(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn processors_that_share_a_core_count_once() {
        let one = |number: u32, core: u32| {
            format!(
                "processor\t: {number}\nmodel name\t: X\nphysical id\t: 0\ncore id\t\t: {core}\n\n"
            )
        };
        let list: String = [(0, 0), (1, 1), (2, 0), (3, 1)]
            .map(|(n, core)| one(n, core))
            .concat();
        assert_eq!(count(&list), Some(2));
        assert_eq!(count("processor : 0\n\nprocessor : 1\n"), Some(2));
        assert_eq!(count(""), None);
    }
}
