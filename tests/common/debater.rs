//! A server that can debate, and the program set against it. The server answers whatever the program asks,
//! properly or as a test wants it; the program runs as scripts run it, in a folder of its own.

mod asked;
mod proper;

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, mpsc},
    time::{Duration, Instant},
};

use hustings::llm::Request;
use serde_json::json;

pub use self::{
    asked::Asked,
    proper::{instance, proper},
};
pub use super::process::*;

use self::asked::{Counts, asked};
use super::fake_server::{DONE, FakeServer, Happened, Reply, Seen, Step, chunk, finish};

/// How a debater behaves.
#[derive(Clone, Copy)]
pub struct Manner {
    /// Before the first byte.
    pub latency: Duration,
    /// Characters of text in one write.
    pub piece: usize,
    /// Between two writes.
    pub between: Duration,
    /// Whether a speaker stops in the middle of a speech until somebody has risen on a point of information or chosen
    /// not to: on a busy machine a speech is over before anybody has been asked.
    pub is_heard: bool,
}

impl Default for Manner {
    fn default() -> Self {
        Self {
            latency: Duration::ZERO,
            piece: 40,
            between: Duration::from_millis(4),
            is_heard: false,
        }
    }
}

/// The server, on a thread of its own that ends with it.
pub struct Debater {
    pub server: FakeServer,
    _ends: mpsc::Sender<()>,
}

impl Debater {
    /// One that does everything right.
    pub fn good() -> Self {
        Self::with(Manner::default(), |_| None)
    }

    /// One that does everything right, and whose speakers are in no hurry.
    pub fn heard(fault: impl Fn(&Asked) -> Option<Reply> + Send + Sync + 'static) -> Self {
        let manner = Manner {
            is_heard: true,
            ..Manner::default()
        };
        Self::with(manner, fault)
    }

    /// One that does what `fault` says, and where it says nothing the right thing.
    pub fn faulty(fault: impl Fn(&Asked) -> Option<Reply> + Send + Sync + 'static) -> Self {
        Self::with(Manner::default(), fault)
    }

    /// One with manners and faults.
    pub fn with(
        manner: Manner,
        fault: impl Fn(&Asked) -> Option<Reply> + Send + Sync + 'static,
    ) -> Self {
        let counts = Arc::new(Mutex::new(BTreeMap::new()));
        let answer = move |seen: &Seen| {
            let asked = asked(&seen.body, &mut counts.lock().unwrap());
            fault(&asked).unwrap_or_else(|| {
                let reply = spoken(&proper(&asked), manner);
                let begins = asked.purpose == "speech" && asked.claims == 0;
                if manner.is_heard && begins {
                    with_a_rest(reply, someone_has_decided(&counts))
                } else {
                    reply
                }
            })
        };
        let (started, server) = mpsc::channel();
        let (ends, end) = mpsc::channel::<()>();
        std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_multi_thread()
                .worker_threads(1)
                .enable_all()
                .build()
                .unwrap();
            let server = runtime.block_on(FakeServer::answering(answer));
            started.send(server).unwrap();
            // The sender is never used; it goes when the debater does.
            let _ = end.recv();
            runtime.shutdown_background();
        });
        Self {
            server: server.recv().unwrap(),
            _ends: ends,
        }
    }

    /// The purposes of all requests so far.
    pub fn purposes(&self) -> Vec<&'static str> {
        let mut counts = BTreeMap::new();
        let seen = self.server.seen();
        seen.iter()
            .map(|s| asked(&s.body, &mut counts).purpose)
            .collect()
    }
}

/// Whether, from now on, a point of information was decided on, or a while has passed since someone was asked for one.
fn someone_has_decided(counts: &Arc<Mutex<Counts>>) -> Happened {
    let of = |counts: &Counts| ["poi_offer", "poi_accept"].map(|name| counts.get(name).copied());
    let counts = Arc::clone(counts);
    let [offers, decisions] = of(&counts.lock().unwrap());
    let offered = Mutex::new(None);
    Happened(Arc::new(move || {
        let [offers_now, decisions_now] = of(&counts.lock().unwrap());
        let mut offered = offered.lock().unwrap();
        if offers_now > offers && offered.is_none() {
            *offered = Some(Instant::now());
        }
        let waited = offered.is_some_and(|at| at.elapsed() > Duration::from_secs(1));
        decisions_now > decisions || waited
    }))
}

/// The stream with a rest in its middle.
fn with_a_rest(reply: Reply, rest: Happened) -> Reply {
    let Reply::Stream(mut steps) = reply else {
        return reply;
    };
    // Beyond what protects the beginning of a speech, and well before its end.
    let middle = steps.len() / 2;
    // What was decided is heard before the speech goes on.
    let pause = Step::Wait(Duration::from_millis(100));
    steps.splice(middle..middle, [Step::Until(rest), pause]);
    Reply::Stream(steps)
}

/// A stream of this text.
pub fn spoken(text: &str, manner: Manner) -> Reply {
    let mut steps = vec![Step::Wait(manner.latency)];
    steps.extend(pieces(text, manner));
    let usage = json!({"choices": [], "usage": {"prompt_tokens": 100, "completion_tokens": 10}});
    let end = format!("{}data: {usage}\n\n{DONE}", finish("stop"));
    steps.push(Step::Bytes(end.into_bytes()));
    Reply::Stream(steps)
}

/// The steps that write this text, without an end.
pub fn pieces(text: &str, manner: Manner) -> Vec<Step> {
    let chars: Vec<char> = text.chars().collect();
    let mut steps = Vec::new();
    for piece in chars.chunks(manner.piece) {
        let piece: String = piece.iter().collect();
        steps.push(Step::Bytes(chunk(&piece).into_bytes()));
        if !manner.between.is_zero() {
            steps.push(Step::Wait(manner.between));
        }
    }
    steps
}

/// The numbers of the claims in a text.
pub fn numbers(text: &str) -> Vec<usize> {
    text.split("Claim ")
        .skip(1)
        .filter_map(|rest| rest.split(' ').next()?.parse().ok())
        .collect()
}

/// The right answer to a request, without a server.
pub fn proper_to(request: &Request, counts: &mut BTreeMap<&'static str, usize>) -> String {
    let messages = request.messages.iter();
    let messages = messages.map(|one| json!({"role": one.from.role(), "content": one.text}));
    let schema = request.shape.as_ref().map(|shape| &shape.schema);
    let body = json!({
        "messages": messages.collect::<Vec<_>>(),
        "max_tokens": request.max_tokens,
        "response_format": {"json_schema": {"schema": schema}},
    });
    proper(&asked(&body, counts))
}
