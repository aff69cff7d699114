//! One call to a model: the request goes out, what comes back is checked against the shape that the rules
//! expect, and everything is reported on one channel. The task owns nothing else; to abort it is to cancel.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use tokio::{sync::mpsc, time::Instant};

use crate::{
    asks::{Draw, Parts, Reply, Sent, Structured, own_words},
    candidates::Choosing,
    debate::{blind::BlindLabels, decide::Answer, event::CallReport, ids::CallId},
    llm::{
        Finish, Model, ModelError, Piece, Request, SharedModel,
        gate::Gate,
        retry::{self, Policy},
    },
    panics,
    practice::FromPractice,
    text::{first_words, has_words},
};

use super::{
    beside,
    note::Note,
    passages::{self, PassageSources},
    rating::Rating,
    running::millis,
    voice::{self, Voice},
};

/// Pieces of one call that may wait: the reading of the server is held back beyond that.
const PIECES: usize = 64;

/// The most times that an answer is asked for while nothing of it can be said aloud.
const TAKES: u32 = 2;

/// The most words that are kept of the answer to a probe. Any word will do.
const PROBE_WORDS: u32 = 8;
/// The words behind an answer of which not all is given.
const CUT_SHORT: &str = " (cut short)";

/// A call that is ready to go.
#[derive(Debug)]
pub(super) struct Call {
    /// The id of the call.
    pub(super) id: CallId,
    /// The model that is asked.
    pub(super) model: SharedModel,
    /// The request to the model.
    pub(super) request: Request,
    /// The parts of the answer, where it is asked for part by part.
    pub(super) parts: Option<Parts>,
    /// The content of practice, where the task stands behind rounds of it.
    pub(super) practice: Option<FromPractice>,
    /// How one of several answers is chosen, and the voice in which each would be heard, where they are for the floor and
    /// several are written beside each other.
    pub(super) choosing: Option<(Choosing, Voice)>,
    /// How a number is asked for, where no words are.
    pub(super) rating: Option<Rating>,
    /// The form of the answer, and what is made of it.
    pub(super) reply: Reply,
    /// The names that the answer is given back, where a judge is asked who read labels.
    pub(super) labels: Option<BlindLabels>,
    /// The gate of the model's provider.
    pub(super) gate: Gate,
    /// The policy: how failures are tried again, and what the tokens cost.
    pub(super) policy: Policy,
    /// The time that the call waits before it is sent.
    pub(super) wait: Duration,
    /// The time that anybody waits for the answer, from when the call is sent; for ever where absent.
    pub(super) patience: Option<Duration>,
}

/// Runs a call to its end and tells of it.
pub(super) async fn run(call: Call, notes: mpsc::Sender<Note>) {
    let Call {
        id,
        model,
        request,
        parts,
        practice,
        choosing,
        rating,
        reply,
        labels,
        gate,
        policy,
        wait,
        patience,
    } = call;
    if !wait.is_zero() {
        tokio::time::sleep(wait).await;
    }
    let permit = gate.acquire(request.purpose.urgency()).await;
    let policy = policy.from_now(request.purpose);
    let (pieces, mut on_the_way) = mpsc::channel(PIECES);
    let passes_text = matches!(reply, Reply::Floor(_));
    let forward = {
        let notes = notes.clone();
        async move {
            while let Some(piece) = on_the_way.recv().await {
                let wanted = passes_text || !matches!(piece, Piece::Text(_));
                if wanted && notes.send(Note::Piece(id, piece)).await.is_err() {
                    break;
                }
            }
        }
    };
    // Of a call that nobody waits for any longer, and of one that failed in the program.
    let began = Instant::now();
    let so_far = || {
        let usage = policy.meter.usage();
        CallReport {
            model: model.label().to_owned(),
            usage,
            first_token_ms: None,
            duration_ms: millis(began.elapsed()),
            tries: policy.meter.tries(),
            cost: policy.price.cost(&usage),
            ..CallReport::default()
        }
    };
    // The sender moves into the work, so the forwarding ends when the work does, and all pieces come before
    // the end that they belong to.
    let asked = (request, parts, practice);
    let reply = (reply, choosing);
    let (model_asked, told, by) = (&model, &notes, &policy);
    let work = Box::pin(async move {
        match rating {
            Some(rating) => {
                let (request, ..) = asked;
                let model = (&**model_asked, request.purpose);
                rating.ask(id, model, &pieces, by).await
            }
            None => work(id, model_asked, asked, reply, (pieces, told), by).await,
        }
    });
    let in_time = async move {
        let Some(after) = patience else {
            return work.await;
        };
        let late = ModelError::Patience { after };
        let done = tokio::time::timeout(after, work).await;
        done.unwrap_or_else(|_| Note::Failed(id, late, so_far()))
    };
    let caught = async move {
        let note = panics::catch_in(in_time).await;
        note.unwrap_or_else(|detail| Note::Failed(id, ModelError::Internal { detail }, so_far()))
    };
    let (note, ()) = tokio::join!(caught, forward);
    let note = match labels {
        Some(labels) => revealed(note, &labels),
        None => note,
    };
    // The driver has gone: nobody wants to know.
    let _ = notes.send(note).await;
    let _ = notes.send(Note::Over(permit)).await;
}

/// The result of a judge, with names in the place of labels: an answer of no use is shown to people, too.
fn revealed(note: Note, labels: &BlindLabels) -> Note {
    match note {
        Note::Answered(id, answer, report) => Note::Answered(id, labels.revealed(answer), report),
        Note::Failed(id, ModelError::Shape { detail, raw }, report) => {
            let (detail, raw) = (labels.reveal(&detail), labels.reveal(&raw));
            Note::Failed(id, ModelError::Shape { detail, raw }, report)
        }
        Note::Failed(..)
        | Note::Piece(..)
        | Note::Drafted(..)
        | Note::Written(..)
        | Note::Over(_) => note,
    }
}

/// Draws passages and tells of it.
pub(super) async fn draw(
    id: CallId,
    draw: Draw,
    sources: Option<PassageSources>,
    notes: mpsc::Sender<Note>,
) {
    let drawn = panics::catch_in(passages::draw(id, draw, sources)).await;
    let note = drawn.unwrap_or_else(|detail| {
        Note::Failed(id, ModelError::Internal { detail }, CallReport::default())
    });
    // The driver has gone: nobody wants to know.
    let _ = notes.send(note).await;
}

async fn work(
    id: CallId,
    model: &SharedModel,
    (mut request, parts, practice): (Request, Option<Parts>, Option<FromPractice>),
    (reply, choosing): (Reply, Option<(Choosing, Voice)>),
    (pieces, notes): (mpsc::Sender<Piece>, &mpsc::Sender<Note>),
    policy: &Policy,
) -> Note {
    let model = model.as_ref();
    match reply {
        Reply::Floor(_) => {
            let (result, report) = match &choosing {
                Some((choosing, voice)) => {
                    beside::spoken(model, &request, (choosing, voice), pieces, policy).await
                }
                None => retry::stream(model, &request, pieces, policy).await,
            };
            match result {
                Ok(completion) => Note::Written(id, completion.finish, report),
                Err(error) => Note::Failed(id, error, report),
            }
        }
        Reply::Text {
            names,
            words,
            neutral,
            says_cut,
        } => {
            let (mut sum, mut raw) = (None, String::new());
            for take in 1..=TAKES {
                let (result, report) =
                    retry::complete(model, &request, pieces.clone(), policy).await;
                let report = retry::joined(sum.take(), report);
                match result {
                    Ok(completion) => {
                        let finish = completion.finish;
                        let voice::Cleaned { text, is_cut } =
                            voice::clean(&completion.text, finish, names.clone(), words);
                        let text = match &practice {
                            Some(practice) => practice.own_text(&text).unwrap_or_default(),
                            None => text,
                        };
                        let text = told_of_cut(text, is_cut && says_cut);
                        // In the end the rules withhold what takes sides.
                        let takes_sides = neutral
                            .as_ref()
                            .is_some_and(|one| take < TAKES && one.broken(&text).is_some());
                        if has_words(&text) && !takes_sides {
                            return Note::Answered(id, Answer::Text(text), report);
                        }
                        raw = completion.text;
                    }
                    Err(error) => return Note::Failed(id, error, report),
                }
                sum = Some(report);
                if practice.is_some() {
                    request = own_words::without(&request);
                }
                request.seed = request.seed.map(|seed| seed.wrapping_add(1));
            }
            // There are words in it: the server is there, and does what it can.
            let nothing = ModelError::Shape {
                detail: "it holds nothing that can be said".to_owned(),
                raw,
            };
            Note::Failed(id, nothing, sum.unwrap_or_default())
        }
        Reply::Word => {
            let (result, report) = retry::complete(model, &request, pieces, policy).await;
            match result {
                Ok(completion) => {
                    let word = first_words(completion.text.trim(), PROBE_WORDS as usize);
                    Note::Answered(id, Answer::Text(word), report)
                }
                Err(error) => Note::Failed(id, error, report),
            }
        }
        Reply::Structured(value) => {
            let asked = (request, parts, practice);
            of_shape(id, model, asked, value, (pieces, notes), policy).await
        }
        Reply::Decision {
            decision,
            names,
            words,
        } => {
            let asked = (request, parts, practice);
            let mut note = of_shape(id, model, asked, decision, (pieces, notes), policy).await;
            if let Note::Answered(_, Answer::Decision(decision), _) = &mut note {
                decision.answer = decision.answer.take().map(|said| {
                    let said = voice::clean(&said, Finish::Stop, names, words);
                    told_of_cut(said.text, said.is_cut)
                });
            }
            note
        }
        // Passages are drawn, and no model is asked for them.
        Reply::Passages(_) | Reply::Nothing => {
            let detail = "there is nothing to ask for in this debate".to_owned();
            let raw = String::new();
            Note::Failed(id, ModelError::Shape { detail, raw }, CallReport::default())
        }
    }
}

/// A text that is said, and that it was cut.
fn told_of_cut(mut text: String, is_cut: bool) -> String {
    if is_cut && has_words(&text) {
        text.push_str(CUT_SHORT);
    }
    text
}

/// Asks for a value of a shape.
async fn of_shape(
    id: CallId,
    model: &dyn Model,
    (request, parts, practice): (Request, Option<Parts>, Option<FromPractice>),
    value: Arc<dyn Structured>,
    (pieces, notes): (mpsc::Sender<Piece>, &mpsc::Sender<Note>),
    policy: &Policy,
) -> Note {
    let untold = AtomicBool::new(false);
    let sent = Sent {
        model,
        request,
        parts,
        practice: practice.as_ref(),
        pieces,
        policy,
        // Whoever has no room for it is told of the next.
        drafted: &|draft| {
            let is_refused = draft.is_none();
            let is_lost = notes.try_send(Note::Drafted(id, draft)).is_err();
            // What is told later makes up for it.
            if is_refused || !is_lost {
                untold.store(is_lost, Ordering::Relaxed);
            }
        },
    };
    let ended = value.ask(sent).await;
    // That a draft was refused is told whatever else is to be told.
    if untold.load(Ordering::Relaxed) {
        let _ = notes.send(Note::Drafted(id, None)).await;
    }
    match ended {
        (Ok(answer), report) => Note::Answered(id, answer, report),
        (Err(error), report) => Note::Failed(id, error, report),
    }
}
