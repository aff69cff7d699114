//! From a server's chunk to the drawn cell: a loopback server sends numbered tokens, 2,000 a second; the real
//! provider, engine and journal pass them on; a front end with the chamber's own limiter draws them. For each
//! token the time from its write to the end of the first frame that shows it.

#[expect(dead_code, reason = "the tests use the rest of it")]
#[path = "../src/screen/tests/fixture.rs"]
mod fixture;

use std::{
    io::{self, BufRead, BufReader, Read, Write},
    net::{TcpListener, TcpStream},
    sync::{Arc, Mutex, PoisonError},
    time::{Duration, Instant},
};

use hustings::{
    debate::{
        DebateState,
        answer::{ArgumentPoint, PoiOffer, SpeechArguments},
        command::Pace,
        event::Record,
        opening::{Opening, Options},
    },
    engine::{self, Outside, Recorder},
    journal::{Journal, Writer},
    llm::{
        BoxFuture,
        openai::{Endpoint, OpenAi},
        roster::Roster,
    },
    prompt::Prompts,
    tui::{frame::Limiter, keymap::Keymap, panes::situation::ChamberMode, ui::Ui, update, view},
};
use ratatui::{Terminal, backend::TestBackend};

/// Tokens a second.
const RATE: u32 = 2_000;
/// Tokens of one speech. With six of them a debate's length is passed several times over.
const TOKENS: usize = 3_000;
/// Records taken in between two looks at the clock, as in the chamber.
const BATCH: usize = 128;
const SPEECHES: usize = 6;

/// When each token was written.
type Sent = Arc<Mutex<Vec<Instant>>>;

fn main() -> io::Result<()> {
    let sent = Sent::default();
    let listener = TcpListener::bind("127.0.0.1:0")?;
    let url = format!("http://{}/v1", listener.local_addr()?);
    let served = Arc::clone(&sent);
    std::thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let sent = Arc::clone(&served);
            std::thread::spawn(move || serve(stream, &sent));
        }
    });
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .worker_threads(2)
        .build()?;
    let (seen, frames) = runtime.block_on(watch(&url))?;
    runtime.shutdown_background();
    let sent = sent.lock().unwrap_or_else(PoisonError::into_inner).clone();
    report(&sent, &seen, frames)
}

fn report(sent: &[Instant], seen: &[Option<Instant>], frames: u32) -> io::Result<()> {
    let mut took: Vec<Duration> = sent
        .iter()
        .zip(seen)
        .filter_map(|(sent, seen)| seen.map(|seen| seen.duration_since(*sent)))
        .collect();
    took.sort_unstable();
    let at = |share: f64| {
        let place = (took.len().saturating_sub(1)) as f64 * share;
        took.get(place as usize).copied().unwrap_or_default()
    };
    let late = took
        .iter()
        .filter(|took| **took > Duration::from_millis(16));
    writeln!(
        io::stdout(),
        "chunk to cell, {RATE} tokens a second: {} tokens sent, {} drawn in {frames} frames; \
         p50 {:.1?}, p90 {:.1?}, p99 {:.1?}, max {:.1?}; {} over 16 ms",
        sent.len(),
        took.len(),
        at(0.5),
        at(0.9),
        at(0.99),
        at(1.0),
        late.count(),
    )
}

/// The journal as the engine's recorder.
#[derive(Debug)]
struct Keeper(Writer);

impl Recorder for Keeper {
    fn append(&mut self, records: Vec<Arc<Record>>) -> BoxFuture<'_, Result<(), String>> {
        let kept = self.0.append(records);
        Box::pin(async move { kept.await.map_err(|error| error.to_string()) })
    }
}

/// Runs a debate, draws it, and notes when each token is first on the screen.
async fn watch(url: &str) -> io::Result<(Vec<Option<Instant>>, u32)> {
    let other = |error: &dyn std::fmt::Debug| io::Error::other(format!("{error:?}"));
    let folder = tempfile::tempdir()?;
    let journal = Journal::open(folder.path()).map_err(|error| other(&error))?;
    let opening = opening()?;
    let profile = hustings::catalog::Profile::default();
    let model = OpenAi::new("bench", "bench", profile, &Endpoint::new(url))
        .map_err(|error| other(&error))?;
    let outside = Outside {
        recorder: Keeper(journal.create(&opening).map_err(|error| other(&error))?),
        prompts: Arc::new(Prompts::load(None).map_err(|error| other(&error))?),
        roster: Arc::new(Roster::of(Arc::new(model))),
        passage_sources: None,
    };
    let mut handle = engine::open(opening, outside);
    let mut terminal = Terminal::new(TestBackend::new(120, 40)).map_err(|error| other(&error))?;
    let mut ui = Ui::new(ChamberMode::Live, Keymap::default(), Vec::new());
    let mut state = DebateState::default();
    let mut limiter = Limiter::default();
    let mut seen = vec![None; TOKENS * SPEECHES];
    let (mut next, mut frames) = (0, 0);
    let mut batch = Vec::with_capacity(BATCH);
    let over = Instant::now() + Duration::from_secs(60);
    while next < seen.len() && Instant::now() < over {
        let due = limiter.deadline();
        tokio::select! {
            biased;
            () = sleep_until(due) => {
                while batch.len() < BATCH && let Ok(record) = handle.updates.try_recv() {
                    batch.push(record);
                }
                fold(&mut state, &mut ui, &mut batch);
                let now = Instant::now();
                terminal
                    .draw(|frame| {
                        let area = frame.area();
                        view::render(area, frame.buffer_mut(), &mut ui, &state);
                    })
                    .map_err(|error| other(&error))?;
                limiter.drawn(now);
                frames += 1;
                let drawn = Instant::now();
                for token in shown(&terminal) {
                    if let Some(place @ None) = seen.get_mut(token) {
                        *place = Some(drawn);
                    }
                    next = next.max(token + 1);
                }
            }
            got = handle.updates.recv_many(&mut batch, BATCH) => {
                if got == 0 {
                    break;
                }
                limiter.request(Instant::now());
                fold(&mut state, &mut ui, &mut batch);
            }
        }
    }
    handle.stop.cancel();
    Ok((seen, frames))
}

fn fold(state: &mut DebateState, ui: &mut Ui, batch: &mut Vec<Arc<Record>>) {
    for record in batch.drain(..) {
        state.apply(&record);
        update::update(ui, state, update::Msg::Record(&record));
    }
}

async fn sleep_until(when: Option<Instant>) {
    match when {
        Some(when) => tokio::time::sleep_until(when.into()).await,
        None => std::future::pending().await,
    }
}

/// The numbers of the tokens on the screen.
fn shown(terminal: &Terminal<TestBackend>) -> Vec<usize> {
    let buffer = terminal.backend().buffer();
    let text: String = buffer
        .content()
        .iter()
        .map(ratatui::buffer::Cell::symbol)
        .collect();
    text.match_indices("tok")
        .filter_map(|(at, _)| text.get(at + 3..at + 9)?.parse().ok())
        .collect()
}

/// The fixture's debate with nobody in the audience, and so much time that no bell interrupts.
fn opening() -> io::Result<Arc<Opening>> {
    let debate = fixture::DebateFixture::preparing();
    let mut opening = debate
        .state
        .opening
        .as_deref()
        .cloned()
        .ok_or_else(|| io::Error::other("the debate has no opening"))?;
    opening.audience.clear();
    opening.options = Options {
        scale: 4.0,
        pace: Pace::Instant,
        ..Options::default()
    };
    Ok(Arc::new(opening))
}

/// Answers one connection's requests.
fn serve(stream: TcpStream, sent: &Sent) -> io::Result<()> {
    stream.set_nodelay(true)?;
    let mut writer = stream.try_clone()?;
    let mut reader = BufReader::new(stream);
    loop {
        let body = request(&mut reader)?;
        let prompt = body.to_string();
        let is_offer = prompt.contains("\"weakness\"");
        if body.get("response_format").is_some() || is_offer {
            let answer = if is_offer { seated() } else { arguments() };
            whole(&mut writer, &answer)?;
        } else if prompt.contains("I call ") {
            speech(&mut writer, sent)?;
        } else {
            whole(&mut writer, "One. Two. Three.")?;
        }
    }
}

fn request(reader: &mut BufReader<TcpStream>) -> io::Result<serde_json::Value> {
    let mut length = 0;
    loop {
        let mut line = String::new();
        if reader.read_line(&mut line)? == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        let line = line.trim_end().to_lowercase();
        if line.is_empty() {
            break;
        }
        if let Some(value) = line.strip_prefix("content-length:") {
            length = value.trim().parse().map_err(io::Error::other)?;
        }
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body)?;
    Ok(serde_json::from_slice(&body).unwrap_or_default())
}

fn seated() -> String {
    let offer = PoiOffer {
        weakness: "none".to_owned(),
        rises: false,
        speaker: String::new(),
        point: String::new(),
    };
    serde_json::to_string(&offer).unwrap_or_default()
}

fn arguments() -> String {
    let point = ArgumentPoint {
        claim: "Streets are for people.".to_owned(),
        reasoning: "They paid for them.".to_owned(),
        evidence: None,
        is_rebuttal: false,
        rebuts_speaker: None,
    };
    let arguments = SpeechArguments {
        opening: "A question.".to_owned(),
        arguments: vec![point],
        closing: "A call.".to_owned(),
        tone: "warm".to_owned(),
        key_rhetorical_moves: Vec::new(),
        shifts: None,
    };
    serde_json::to_string(&arguments).unwrap_or_default()
}

const HEAD: &[u8] =
    b"HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n\r\n";

fn whole(writer: &mut TcpStream, text: &str) -> io::Result<()> {
    writer.write_all(HEAD)?;
    writer.write_all(&chunk(text, None))?;
    end(writer)
}

/// A speech: a number a word, twelve words a sentence, five sentences a paragraph.
fn speech(writer: &mut TcpStream, sent: &Sent) -> io::Result<()> {
    writer.write_all(HEAD)?;
    let begun = Instant::now();
    let first = sent.lock().unwrap_or_else(PoisonError::into_inner).len();
    for count in 0..TOKENS {
        let due = begun + Duration::from_secs(1) / RATE * u32::try_from(count).unwrap_or(0);
        std::thread::sleep(due.saturating_duration_since(Instant::now()));
        let tail = match count + 1 {
            done if done % 60 == 0 => ".\n\n",
            done if done % 12 == 0 => ". ",
            _ => " ",
        };
        let bytes = chunk(&format!("tok{:06}{tail}", first + count), None);
        let now = Instant::now();
        writer.write_all(&bytes)?;
        sent.lock()
            .unwrap_or_else(PoisonError::into_inner)
            .push(now);
    }
    end(writer)
}

fn end(writer: &mut TcpStream) -> io::Result<()> {
    let mut bytes = chunk("", Some("stop"));
    bytes.extend(framed("data: [DONE]\n\n"));
    bytes.extend(b"0\r\n\r\n");
    writer.write_all(&bytes)
}

fn chunk(text: &str, finish: Option<&str>) -> Vec<u8> {
    let body = serde_json::json!({
        "id": "b",
        "object": "chat.completion.chunk",
        "created": 0,
        "model": "bench",
        "choices": [{"index": 0, "delta": {"content": text}, "finish_reason": finish}],
    });
    framed(&format!("data: {body}\n\n"))
}

fn framed(data: &str) -> Vec<u8> {
    format!("{:x}\r\n{data}\r\n", data.len()).into_bytes()
}
