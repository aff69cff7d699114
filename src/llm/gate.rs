//! Gates that limit how many calls one provider gets at once. What is more urgent goes first; of what is as urgent,
//! first come, first served.

use std::{
    collections::{BTreeMap, VecDeque},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use tokio::sync::oneshot;

use crate::debate::ask::Urgency;

/// Lets so many calls through at once.
#[derive(Debug, Clone)]
pub struct Gate {
    inner: Arc<Mutex<Inner>>,
}

#[derive(Debug)]
struct Inner {
    width: usize,
    /// Whether the width stands for a server that has not said how many calls it takes at once.
    is_guess: bool,
    /// The permits that are out.
    busy: usize,
    queues: BTreeMap<Urgency, VecDeque<oneshot::Sender<Permit>>>,
}

/// The right to make one call, until it is dropped.
#[derive(Debug)]
pub struct Permit {
    gate: Option<Gate>,
}

impl Gate {
    /// A gate for `most` calls at once; at least one.
    pub fn new(most: usize) -> Self {
        Self::of(most, false)
    }

    /// A gate for `most` calls at once, until the server says how many it takes ([`Self::told`]).
    pub fn guessed(most: usize) -> Self {
        Self::of(most, true)
    }

    fn of(most: usize, is_guess: bool) -> Self {
        Self {
            inner: Arc::new(Mutex::new(Inner {
                width: most.max(1),
                is_guess,
                busy: 0,
                queues: BTreeMap::new(),
            })),
        }
    }

    /// Lets through as many calls at once as the server says that it takes, unless somebody has chosen a number.
    pub fn told(&self, most: usize) {
        let mut inner = self.lock();
        if inner.is_guess {
            inner.width = most.max(1);
        }
    }

    /// The number of calls that the gate lets through at once.
    pub fn width(&self) -> usize {
        self.lock().width
    }

    /// Waits for a permit. To drop the future is to leave the queue.
    pub async fn acquire(&self, urgency: Urgency) -> Permit {
        loop {
            let waiting = {
                let mut inner = self.lock();
                if inner.busy < inner.width {
                    inner.busy += 1;
                    return self.permit();
                }
                let (sender, receiver) = oneshot::channel();
                inner.queues.entry(urgency).or_default().push_back(sender);
                receiver
            };
            if let Ok(permit) = waiting.await {
                return permit;
            }
        }
    }

    fn permit(&self) -> Permit {
        Permit {
            gate: Some(self.clone()),
        }
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Hands a permit on to whoever is next, or keeps it.
    fn give_back(&self) {
        loop {
            let next = {
                let mut inner = self.lock();
                // The gate may have become narrower in the meantime.
                let next = if inner.busy > inner.width {
                    None
                } else {
                    let mut queues = inner.queues.values_mut().rev();
                    queues.find_map(VecDeque::pop_front)
                };
                if next.is_none() {
                    inner.busy -= 1;
                }
                next
            };
            let Some(next) = next else { return };
            match next.send(self.permit()) {
                Ok(()) => return,
                // Whoever waited has gone. The permit must not come back through its own drop: this loop
                // hands it on.
                Err(mut unwanted) => unwanted.gate = None,
            }
        }
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        if let Some(gate) = self.gate.take() {
            gate.give_back();
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use tokio::{sync::mpsc, task::yield_now, time::sleep};

    #[tokio::test(start_paused = true)]
    async fn what_is_more_urgent_goes_first_and_each_kind_in_its_order() {
        let gate = Gate::new(1);
        let held = gate.acquire(Urgency::Floor).await;
        let (sender, mut receiver) = mpsc::channel(8);
        for (name, urgency) in [
            ("a1", Urgency::Aside),
            ("r1", Urgency::Result),
            ("a2", Urgency::Aside),
            ("r2", Urgency::Result),
            ("f1", Urgency::Floor),
            ("f2", Urgency::Floor),
        ] {
            let (gate, sender) = (gate.clone(), sender.clone());
            tokio::spawn(async move {
                let _permit = gate.acquire(urgency).await;
                sender.send(name).await.unwrap();
                sleep(Duration::from_millis(5)).await;
            });
            yield_now().await;
        }
        drop((held, sender));
        let mut order = Vec::new();
        while let Some(name) = receiver.recv().await {
            order.push(name);
        }
        assert_eq!(order, ["f1", "f2", "r1", "r2", "a1", "a2"]);
    }

    #[tokio::test(start_paused = true)]
    async fn a_server_says_how_many_calls_it_takes_where_nobody_has_chosen_a_number() {
        let short = Duration::from_millis(1);
        let chosen = Gate::new(3);
        chosen.told(1);
        assert_eq!(chosen.width(), 3);
        let gate = Gate::guessed(3);
        let (one, two) = (
            gate.acquire(Urgency::Floor).await,
            gate.acquire(Urgency::Floor).await,
        );
        gate.told(1);
        drop(one);
        let further = tokio::time::timeout(short, gate.acquire(Urgency::Floor)).await;
        assert!(further.is_err(), "another call is still under way");
        drop(two);
        let _one = gate.acquire(Urgency::Floor).await;
        gate.told(2);
        let _two = gate.acquire(Urgency::Floor).await;
        let third = tokio::time::timeout(short, gate.acquire(Urgency::Floor)).await;
        assert!(third.is_err());
    }

    #[tokio::test(start_paused = true)]
    async fn a_caller_that_gives_up_costs_no_permit() {
        let gate = Gate::new(2);
        let (one, two) = (
            gate.acquire(Urgency::Floor).await,
            gate.acquire(Urgency::Aside).await,
        );
        let short = Duration::from_millis(1);
        let given_up = tokio::time::timeout(short, gate.acquire(Urgency::Floor)).await;
        assert!(given_up.is_err());
        drop((one, two));
        let _one = gate.acquire(Urgency::Floor).await;
        let _two = gate.acquire(Urgency::Floor).await;
        let third = tokio::time::timeout(short, gate.acquire(Urgency::Floor)).await;
        assert!(third.is_err());
    }
}
