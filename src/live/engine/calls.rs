//! One call to a model: the request goes out, what comes back is checked against the shape that the rules
//! expect, and everything is reported on one channel. The task owns nothing else; to abort it is to cancel.

use std::{collections::BTreeMap, time::Duration};

use tokio::{sync::mpsc, time::Instant};

use crate::{
    catalog::Scored,
    debate::{
        DebateState,
        answer::{
            Ballot, DirectVerdict, PoiDecision, PoiOffer, SideVerdict, SpeakerAssessment,
            SpeechArguments, StrawVote,
        },
        ask::{Ask, When},
        decide::{Answer, asked_rules, asked_sources, candidates},
        event::CallReport,
        ids::{CallId, Seat},
        scores::{Finding, Held, NextSpeaker},
    },
    llm::{
        Finish, ModelError, Piece, Request, SharedModel,
        gate::{Gate, Urgency},
        shape::{counted, filled, keyed, ranged, shape_of, with_choices},
        tries::{self, Policy},
    },
    panics,
    prompt::{ANSWER_WORDS, FromPractice, POI_ANSWER_WORDS},
    text::{first_words, has_words},
};

use super::{
    bench::Sheet,
    books::{self, Books, Draw},
    parts::{self, Parts},
    sound::{
        arguments_are_sound, assessment_is_sound, ballot_is_sound, full_name, offer_is_sound,
        verdict_is_sound, with_claims,
    },
    under_way::millis,
    unrehearsed, voice,
    written::Form,
};

/// Pieces of one call that may wait: the reading of the server is held back beyond that.
const PIECES: usize = 64;

/// How often an answer of which nothing can be said aloud is asked for.
const TAKES: u32 = 2;

/// So many words of the answer to a probe are kept. Any word will do.
const PROBE_WORDS: u32 = 8;

/// How many arguments are taken down of a small model's speech: fewer would do for nobody, and of more it loses count.
const ARGUMENTS: u32 = 2;

/// How one may vote in a division.
const DOORS: [&str; 2] = ["aye", "no"];

/// What a call tells the driver.
#[derive(Debug)]
pub(super) enum Note {
    /// Something on the way.
    Piece(CallId, Piece),
    /// A speech is written.
    Written(CallId, Finish, CallReport),
    /// Any other call has its answer.
    Answered(CallId, Answer, CallReport),
    /// It failed for good.
    Failed(CallId, ModelError, CallReport),
}

/// What is to be made of the answer.
#[derive(Debug, Clone)]
pub(super) enum Job {
    /// Prose for the floor, passed on as it comes.
    Floor,
    /// Prose that is taken as a whole: the names that may stand in front of it, and its length in words.
    Text(Vec<String>, u32),
    /// Any word at all.
    Word,
    /// Who rises: those who may, by full and short name, and how long a point may be.
    Offer(Vec<(String, String)>, u32),
    /// Whether a point is taken.
    Decision,
    /// Which side is argued.
    Side,
    /// What was argued.
    Arguments,
    /// A straw vote.
    Straw,
    /// A ballot.
    Ballot(When),
    /// The ballots of several members.
    Ballots(Vec<Seat>, When),
    /// The verdict on a debate of these speakers.
    Verdict(Vec<String>),
    /// How one speaker did.
    Assessment,
    /// What is handed in as a whole.
    Work(Form),
    /// What a referee finds of these rules.
    Findings(Vec<String>),
    /// What the passages of these numbers hold.
    Held(Vec<u32>),
    /// Who of these speaks next.
    Next(Vec<String>),
    /// How the debate stands after a round.
    Round(Sheet),
    /// A judge's report.
    Report(Sheet),
    /// Nothing: there is no such thing to ask about in this debate.
    Nothing,
}

impl Job {
    /// What is to be made of the answer to `ask`.
    pub(super) fn of(state: &DebateState, ask: &Ask) -> Self {
        let called = |seat: &Seat| {
            state.speaker(seat).map_or_else(Vec::new, |speaker| {
                vec![speaker.card.name.clone(), speaker.card.short.clone()]
            })
        };
        let speakers = || state.opening.iter().flat_map(|opening| &opening.speakers);
        match ask {
            Ask::Speech { .. } => Self::Floor,
            Ask::Prepare { turn } => {
                let words = state.turn(*turn).map_or(400, |turn| turn.target_words * 2);
                Self::Text(vec![], words)
            }
            Ask::PoiAnswer { poi } => {
                let of_speaker = state
                    .point(*poi)
                    .map_or_else(Vec::new, |point| called(&point.to));
                Self::Text(of_speaker, POI_ANSWER_WORDS + POI_ANSWER_WORDS / 3)
            }
            Ask::Question { item } => {
                let seat = state
                    .intervention(*item)
                    .and_then(|item| item.seat.as_ref());
                Self::Text(
                    seat.map_or_else(Vec::new, called),
                    ANSWER_WORDS + ANSWER_WORDS / 3,
                )
            }
            Ask::PoiOffer { turn } => {
                let floor = state.turn(*turn);
                let opposes = |seat: &Seat| {
                    let opening = state.opening.as_deref();
                    floor
                        .zip(opening)
                        .is_some_and(|(floor, opening)| opening.oppose(&floor.seat, seat))
                };
                let others = speakers().filter(|speaker| opposes(&speaker.seat));
                let words = floor
                    .and_then(|turn| state.poi_rules(turn))
                    .map_or(40, |rules| rules.max_words);
                Self::Offer(
                    others
                        .map(|s| (s.card.name.clone(), s.card.short.clone()))
                        .collect(),
                    words,
                )
            }
            Ask::PoiAccept { .. } => Self::Decision,
            Ask::SideCheck { .. } => Self::Side,
            Ask::Draw { .. } => Self::Nothing,
            Ask::Probe { .. } => Self::Word,
            Ask::Sources { turn } => {
                let turn = state.turn(*turn);
                let asked = turn
                    .map(|turn| asked_sources(state, turn))
                    .unwrap_or_default();
                Self::Held(asked.into_iter().map(|(number, _)| number).collect())
            }
            Ask::Extract { .. } => Self::Arguments,
            Ask::Poll { .. } => Self::Straw,
            Ask::Ballot { when, .. } => Self::Ballot(*when),
            Ask::Verdict => Self::Verdict(
                speakers()
                    .map(|speaker| speaker.card.name.clone())
                    .collect(),
            ),
            Ask::Assess { .. } => Self::Assessment,
            Ask::Write { turn } => state
                .turn(*turn)
                .and_then(|turn| Form::of(state, turn))
                .map_or(Self::Nothing, Self::Work),
            Ask::Referee { turn } => {
                let turn = state.turn(*turn);
                let rules = turn
                    .map(|turn| asked_rules(state, turn))
                    .unwrap_or_default();
                let words = rules.into_iter().map(|rule| rule.word().to_owned());
                Self::Findings(words.collect())
            }
            Ask::Choose { phase, round, .. } => {
                let seats = candidates(state, *phase, *round);
                Self::Next(seats.iter().map(|seat| state.name(seat)).collect())
            }
            Ask::Round { .. } => {
                Sheet::of(state, Some(Scored::Speakers)).map_or(Self::Nothing, Self::Round)
            }
            Ask::Judge { .. } => Sheet::of(state, None).map_or(Self::Nothing, Self::Report),
        }
    }
}

/// A call that is ready to go.
#[derive(Debug)]
pub(super) struct Call {
    /// Which.
    pub(super) id: CallId,
    /// Who is asked.
    pub(super) model: SharedModel,
    /// What.
    pub(super) request: Request,
    /// Its parts, where the answer is asked for part by part.
    pub(super) parts: Option<Parts>,
    /// What comes from practice, where the task stands behind rounds of it.
    pub(super) practice: Option<FromPractice>,
    /// What is made of the answer.
    pub(super) job: Job,
    /// Its provider's gate.
    pub(super) gate: Gate,
    /// How failures are tried again, and what the tokens cost.
    pub(super) policy: Policy,
    /// How long it waits before it is sent.
    pub(super) wait: Duration,
    /// How long anybody waits for it, from when it is sent; for ever where absent.
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
        job,
        gate,
        policy,
        wait,
        patience,
    } = call;
    if !wait.is_zero() {
        tokio::time::sleep(wait).await;
    }
    let _permit = gate.acquire(Urgency::from(request.purpose)).await;
    let policy = policy.from_now(request.purpose);
    let (pieces, mut on_the_way) = mpsc::channel(PIECES);
    let passes_text = matches!(job, Job::Floor);
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
        }
    };
    // The sender moves into the work, so the forwarding ends when the work does, and all pieces come before
    // the end that they belong to.
    let asked = (request, parts, practice);
    let work = Box::pin(work(id, &model, asked, job, pieces, &policy));
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
    // The driver has gone: nobody wants to know.
    let _ = notes.send(note).await;
}

/// Draws passages and tells of it.
pub(super) async fn draw(id: CallId, draw: Draw, books: Option<Books>, notes: mpsc::Sender<Note>) {
    let drawn = panics::catch_in(books::draw(id, draw, books)).await;
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
    job: Job,
    pieces: mpsc::Sender<Piece>,
    policy: &Policy,
) -> Note {
    let model = model.as_ref();
    macro_rules! ask {
        ($type:ty, $wrap:expr, $check:expr) => {
            ask!($type, shape_of::<$type>(), $wrap, $check)
        };
        ($type:ty, $shape:expr, $wrap:expr, $check:expr) => {
            unrehearsed::ask_for(
                practice.as_ref(),
                $shape,
                model,
                request,
                |value: $type| $check(&value).map(|()| value),
                pieces,
                policy,
            )
            .await
            .into_note(id, $wrap)
        };
    }
    // Where the form of the answer is known only here, and it may have parts.
    macro_rules! formed {
        ($form:expr, $wrap:expr) => {
            parts::made(&$form, parts, model, request, pieces, policy)
                .await
                .into_note(id, |made| $wrap(Box::new(made)))
        };
    }
    match job {
        Job::Floor => {
            let (result, report) = tries::stream(model, &request, pieces, policy).await;
            match result {
                Ok(completion) => Note::Written(id, completion.finish, report),
                Err(error) => Note::Failed(id, error, report),
            }
        }
        Job::Text(names, words) => {
            let (mut sum, mut raw) = (None, String::new());
            for _ in 0..TAKES {
                let (result, report) =
                    tries::complete(model, &request, pieces.clone(), policy).await;
                let report = tries::joined(sum.take(), report);
                match result {
                    Ok(completion) => {
                        let text = voice::clean(&completion.text, names.clone(), words);
                        let text = match &practice {
                            Some(practice) => practice.own_text(&text).unwrap_or_default(),
                            None => text,
                        };
                        if has_words(&text) {
                            return Note::Answered(id, Answer::Text(text), report);
                        }
                        raw = completion.text;
                    }
                    Err(error) => return Note::Failed(id, error, report),
                }
                sum = Some(report);
                if practice.is_some() {
                    request = unrehearsed::without(&request);
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
        Job::Word => {
            let (result, report) = tries::complete(model, &request, pieces, policy).await;
            match result {
                Ok(completion) => {
                    let word = first_words(completion.text.trim(), PROBE_WORDS as usize);
                    Note::Answered(id, Answer::Text(word), report)
                }
                Err(error) => Note::Failed(id, error, report),
            }
        }
        Job::Offer(names, words) => {
            let check = |offer: &PoiOffer| offer_is_sound(offer, &names, words);
            let in_full = |mut offer: PoiOffer| {
                if let Some(name) = full_name(&offer.speaker, &names) {
                    offer.speaker = name;
                }
                Answer::Offer(offer)
            };
            let may_rise: Vec<&str> = names.iter().map(|(full, _)| full.as_str()).collect();
            let nobody = [may_rise.as_slice(), &[""]].concat();
            let shape = with_choices(shape_of::<PoiOffer>(), "speaker", &nobody);
            ask!(PoiOffer, shape, in_full, check)
        }
        Job::Decision => ask!(PoiDecision, Answer::Decision, |_: &PoiDecision| Ok(())),
        Job::Side => ask!(SideVerdict, Answer::Side, |_: &SideVerdict| Ok(())),
        Job::Arguments => {
            let shape = counted(
                shape_of::<SpeechArguments>(),
                "arguments",
                ARGUMENTS,
                ARGUMENTS,
            );
            let shape = filled(shape, "claim");
            ask!(SpeechArguments, shape, with_claims, arguments_are_sound)
        }
        Job::Straw => ask!(StrawVote, Answer::Straw, |_: &StrawVote| Ok(())),
        Job::Ballot(when) => {
            let shape = match when {
                When::Before => shape_of::<Ballot>(),
                When::After => with_choices(shape_of::<Ballot>(), "vote", &DOORS),
            };
            let check = |ballot: &Ballot| ballot_is_sound(ballot, when);
            ask!(Ballot, shape, Answer::Ballot, check)
        }
        Job::Ballots(members, when) => {
            let keys: Vec<String> = members.iter().map(ToString::to_string).collect();
            let mut shape = keyed("Ballots", &keys, &shape_of::<Ballot>().schema);
            if when == When::After {
                shape = with_choices(shape, "vote", &DOORS);
            }
            let check = |all: &BTreeMap<Seat, Ballot>| {
                let missing = members.iter().find(|member| !all.contains_key(member));
                match missing {
                    Some(member) => Err(format!("there is no ballot of \"{member}\"")),
                    None => all.values().try_for_each(|one| ballot_is_sound(one, when)),
                }
            };
            ask!(BTreeMap<Seat, Ballot>, shape, Answer::Ballots, check)
        }
        Job::Verdict(speakers) => {
            let names: Vec<&str> = speakers.iter().map(String::as_str).collect();
            let shape = with_choices(shape_of::<DirectVerdict>(), "vote", &DOORS);
            let shape = with_choices(shape, "most_compelling_speaker", &names);
            let shape = with_choices(shape, "weakest_link", &names);
            let wrap = |verdict| Answer::Verdict(Box::new(verdict));
            ask!(DirectVerdict, shape, wrap, verdict_is_sound)
        }
        Job::Assessment => {
            let fit = |mut one: SpeakerAssessment| {
                one.effectiveness = one.effectiveness.clamp(1.0, 10.0);
                one.persona_fidelity = one.persona_fidelity.clamp(1.0, 10.0);
                Answer::Assessment(one)
            };
            let shape = ["effectiveness", "persona_fidelity"]
                .into_iter()
                .fold(shape_of::<SpeakerAssessment>(), |shape, mark| {
                    ranged(shape, mark, 1, 10)
                });
            ask!(SpeakerAssessment, shape, fit, assessment_is_sound)
        }
        Job::Work(form) => formed!(form, Answer::Work),
        Job::Findings(rules) => {
            let shape = keyed("Findings", &rules, &shape_of::<Finding>().schema);
            ask!(
                BTreeMap<String, Finding>,
                shape,
                Answer::Findings,
                |_: &BTreeMap<String, Finding>| Ok(())
            )
        }
        Job::Held(numbers) => {
            let keys: Vec<String> = numbers.iter().map(ToString::to_string).collect();
            let shape = keyed("Sources", &keys, &shape_of::<Held>().schema);
            let by_number = |found: BTreeMap<String, Held>| {
                let found = found.into_iter();
                Answer::Held(
                    found
                        .filter_map(|(key, held)| Some((key.parse().ok()?, held)))
                        .collect(),
                )
            };
            ask!(
                BTreeMap<String, Held>,
                shape,
                by_number,
                |_: &BTreeMap<String, Held>| Ok(())
            )
        }
        Job::Next(names) => {
            let may: Vec<&str> = names.iter().map(String::as_str).collect();
            let shape = with_choices(shape_of::<NextSpeaker>(), "speaker", &may);
            let check = |next: &NextSpeaker| {
                if may.contains(&next.speaker.as_str()) {
                    return Ok(());
                }
                Err(format!("\"speaker\" must be one of: {}", may.join(", ")))
            };
            ask!(NextSpeaker, shape, Answer::Next, check)
        }
        Job::Round(sheet) => formed!(sheet.round(), Answer::Round),
        Job::Report(sheet) => formed!(sheet.report(), Answer::Judgement),
        Job::Nothing => {
            let detail = "there is nothing to ask for in this debate".to_owned();
            let raw = String::new();
            Note::Failed(id, ModelError::Shape { detail, raw }, CallReport::default())
        }
    }
}

/// A structured answer on its way to the driver.
trait IntoNote<T> {
    fn into_note(self, id: CallId, wrap: impl FnOnce(T) -> Answer) -> Note;
}

impl<T> IntoNote<T> for (Result<T, ModelError>, CallReport) {
    fn into_note(self, id: CallId, wrap: impl FnOnce(T) -> Answer) -> Note {
        match self {
            (Ok(answer), report) => Note::Answered(id, wrap(answer), report),
            (Err(error), report) => Note::Failed(id, error, report),
        }
    }
}
