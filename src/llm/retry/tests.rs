//! Tests of when a call is made again, and when it is over.

use super::*;
use crate::{
    BoxFuture, Finish,
    catalog::Profile,
    debate::{ask::Purpose, event::Usage},
    scripted::{Scripted, ScriptedAnswer},
};

fn request() -> Request {
    Request {
        purpose: Purpose::Speech,
        messages: Vec::new(),
        max_tokens: 100,
        shape: None,
        temperature: None,
        seed: None,
    }
}

fn busy(seconds: u64) -> ModelError {
    ModelError::Busy {
        retry_after: Some(Duration::from_secs(seconds)),
        detail: "slow down".into(),
    }
}

async fn run(
    model: &dyn Model,
    request: &Request,
) -> (Result<Completion, ModelError>, CallReport, Vec<Piece>) {
    let (sender, mut receiver) = mpsc::channel(64);
    let (result, report) = complete(model, request, sender, &Policy::default()).await;
    let mut pieces = Vec::new();
    while let Some(piece) = receiver.recv().await {
        pieces.push(piece);
    }
    (result, report, pieces)
}

#[tokio::test(start_paused = true)]
async fn a_server_that_asks_to_wait_is_obeyed_up_to_the_cap() {
    for (asked, least, most) in [(7, 7, 8), (120, 120, 121), (0, 0, 2)] {
        let model = Scripted::in_order(
            "m",
            [
                ScriptedAnswer::error(busy(asked)),
                ScriptedAnswer::text("Yes."),
            ],
        );
        let began = Instant::now();
        let (result, report, pieces) = run(&model, &request()).await;
        assert_eq!(result.unwrap().finish, Finish::Stop);
        assert_eq!(report.tries, 2);
        let waited = began.elapsed();
        assert!(waited >= Duration::from_secs(least) && waited < Duration::from_secs(most));
        assert!(matches!(&pieces[0], Piece::Retrying { attempt: 1, wait, .. } if *wait <= waited));
    }
}

#[tokio::test(start_paused = true)]
async fn a_server_that_asks_to_wait_for_longer_has_failed_and_it_is_said() {
    for (asked, said) in [
        (
            121,
            "the server asks to wait 2 min 1 s, longer than the 2 min allowed: slow down",
        ),
        (3 * 86_400 + 7200 + 5, "asks to wait 3 d 2 h, longer"),
        (u64::MAX, " d"),
    ] {
        let model = Scripted::in_order(
            "m",
            [
                ScriptedAnswer::error(busy(asked)),
                ScriptedAnswer::text("Yes."),
            ],
        );
        let began = Instant::now();
        let (result, report, pieces) = run(&model, &request()).await;
        let error = result.unwrap_err();
        assert!(matches!(error, ModelError::Later { .. }), "{error:?}");
        assert!(error.to_string().contains(said), "{error}");
        assert_eq!(
            error.to_string().matches("asks to wait").count(),
            1,
            "{error}"
        );
        assert!(error.hint().unwrap().contains("retry_after_s"));
        // The same is said by a call that would not have been made again.
        let once = Policy {
            tries: 1,
            ..Policy::default()
        };
        let model = Scripted::in_order("m", [ScriptedAnswer::error(busy(asked))]);
        let (sender, _pieces) = mpsc::channel(8);
        let (result, _) = complete(&model, &request(), sender, &once).await;
        assert_eq!(result.unwrap_err().to_string(), error.to_string());
        assert_eq!((report.tries, pieces.len()), (1, 0));
        assert_eq!(began.elapsed(), Duration::ZERO);
        let once = || async { Err::<(), _>(busy(asked)) };
        let again = again(&Policy::default(), "m", once).await;
        assert!(matches!(again, Err(ModelError::Later { .. })));
    }
}

#[tokio::test(start_paused = true)]
async fn a_call_that_goes_on_for_ever_ends_at_its_longest_time() {
    let minutes = |minutes: u64| Duration::from_secs(60 * minutes);
    let trickle = || ScriptedAnswer::pieces(vec!["word "; 10_000]).delays(minutes(1), minutes(1));
    let cut = || {
        ScriptedAnswer::pieces(["word "])
            .delays(minutes(9), Duration::ZERO)
            .then(ModelError::Broke {
                detail: "cut".into(),
            })
    };
    let policy = |at_least: u64| Policy {
        at_least: minutes(at_least),
        ..Policy::default()
    };
    for (purpose, at_least, longest) in [
        (Purpose::Speech, 0, 30),
        (Purpose::PoiOffer, 0, 10),
        (Purpose::PoiOffer, 20, 20),
    ] {
        let mut request = request();
        request.purpose = purpose;
        for (answers, tries) in [(vec![trickle()], 1), (vec![cut(), trickle()], 2)] {
            let model = Scripted::in_order("m", answers);
            let (sender, mut receiver) = mpsc::channel(4);
            let heard = tokio::spawn(async move { while receiver.recv().await.is_some() {} });
            let began = Instant::now();
            let (result, report) = complete(&model, &request, sender, &policy(at_least)).await;
            heard.await.unwrap();
            let error = result.unwrap_err();
            let expected = ModelError::Overdue {
                after: minutes(longest),
                spoke: longest > 10 || tries == 1,
            };
            assert_eq!((&error, began.elapsed()), (&expected, minutes(longest)));
            assert!(
                error.to_string().contains(&format!("within {longest} min")),
                "{error}"
            );
            assert_eq!((report.tries, error.retryable()), (tries, false));
        }
    }
}

/// A model that tells likelihoods, and fails at first.
#[derive(Debug)]
struct Telling(std::sync::atomic::AtomicU32);

impl TellsLikelihoods for Telling {
    fn likelihoods<'a>(
        &'a self,
        _: &'a Request,
        answers: &'a [String],
        _: mpsc::Sender<Piece>,
    ) -> BoxFuture<'a, Result<Likelihoods, ModelError>> {
        Box::pin(async move {
            if self.0.fetch_add(1, std::sync::atomic::Ordering::Relaxed) == 0 {
                return Err(ModelError::Broke {
                    detail: "the line".to_owned(),
                });
            }
            Ok(Likelihoods {
                logs: vec![-0.5; answers.len()],
                usage: Usage {
                    prompt_tokens: 7,
                    ..Usage::default()
                },
            })
        })
    }
}

#[tokio::test(start_paused = true)]
async fn likelihoods_are_asked_for_again_as_words_are() {
    let model = Telling(0.into());
    let answers = ["First".to_owned(), "Second".to_owned()];
    let (sender, mut pieces) = mpsc::channel(4);
    let (result, report) = likelihoods(
        ("m", &model),
        (&request(), &answers),
        sender,
        &Policy::default(),
    )
    .await;
    assert_eq!(result.unwrap().logs, [-0.5, -0.5]);
    assert_eq!((report.model.as_str(), report.tries), ("m", 2));
    assert!(report.usage.prompt_tokens >= 7 && report.usage.completion_tokens == 0);
    assert!(matches!(
        pieces.recv().await,
        Some(Piece::Retrying { attempt: 1, .. })
    ));
}

/// A model that has others to see to first.
#[derive(Debug)]
struct Queue {
    profile: Profile,
    others: Duration,
    own: Duration,
}

impl Model for Queue {
    fn label(&self) -> &'static str {
        "queue"
    }

    fn profile(&self) -> &Profile {
        &self.profile
    }

    fn complete<'a>(
        &'a self,
        _: &'a Request,
        pieces: mpsc::Sender<Piece>,
    ) -> BoxFuture<'a, Result<Completion, ModelError>> {
        Box::pin(async move {
            for (turn, time) in [(QueueTurn::Others, self.others), (QueueTurn::Own, self.own)] {
                let _ = pieces.send(Piece::Turn(turn)).await;
                sleep(time).await;
            }
            Ok(Completion {
                text: "Yes.".into(),
                finish: Finish::Stop,
                usage: Usage::default(),
                first_token: None,
            })
        })
    }
}

#[tokio::test(start_paused = true)]
async fn the_time_of_others_is_none_of_a_call() {
    let minutes = |minutes: u64| Duration::from_secs(60 * minutes);
    for (others, own, ends) in [(45, 9, 54), (45, 11, 55), (0, 11, 10)] {
        let model = Queue {
            profile: Profile::default(),
            others: minutes(others),
            own: minutes(own),
        };
        let mut request = request();
        request.purpose = Purpose::BallotBefore;
        let began = Instant::now();
        let (result, _, pieces) = run(&model, &request).await;
        assert_eq!(began.elapsed(), minutes(ends), "{others} and {own} minutes");
        assert_eq!(result.is_ok(), own < 10);
        assert!(pieces.is_empty(), "whose turn it is concerns nobody else");
    }
    // Its parts share what is left of it.
    let policy = Policy::default().from_now(Purpose::BallotBefore);
    for is_in_time in [true, false] {
        let model = Queue {
            profile: Profile::default(),
            others: minutes(20),
            own: minutes(6),
        };
        let (sender, _receiver) = mpsc::channel(4);
        let (result, _) = complete(&model, &request(), sender, &policy).await;
        assert_eq!(result.is_ok(), is_in_time);
    }
}

#[tokio::test(start_paused = true)]
async fn the_parts_of_a_call_share_its_time() {
    let policy = Policy::default().from_now(Purpose::PoiOffer);
    sleep(Duration::from_secs(9 * 60)).await;
    let slow = ScriptedAnswer::text("Yes.").delays(Duration::from_secs(120), Duration::ZERO);
    let model = Scripted::in_order("m", [slow]);
    let (sender, _receiver) = mpsc::channel(4);
    let (result, _) = complete(&model, &request(), sender, &policy).await;
    assert!(
        matches!(result, Err(ModelError::Overdue { spoke: false, .. })),
        "{result:?}"
    );
}

#[test]
fn counts_are_added_up_to_the_largest_there_is() {
    let most = Usage {
        prompt_tokens: u64::MAX,
        cached_tokens: u64::MAX,
        completion_tokens: u64::MAX,
        repeated_tokens: u64::MAX,
        estimated: false,
    };
    let mut sum = most;
    sum.add(most);
    assert_eq!((sum, sum.tokens()), (most, u64::MAX));
}

#[tokio::test(start_paused = true)]
async fn three_failures_are_enough_and_some_are_one_too_many() {
    let down = || ModelError::Server {
        status: 500,
        retry_after: None,
        detail: "down".into(),
    };
    let model = Scripted::in_order("m", (0..9).map(|_| ScriptedAnswer::error(down())));
    let (result, report, pieces) = run(&model, &request()).await;
    assert_eq!((result.unwrap_err(), report.tries), (down(), 3));
    assert_eq!(pieces.len(), 2);
    assert_eq!(report.cost, None);

    let wrong = ModelError::Key {
        url: "u".into(),
        status: 401,
        sent: true,
        variable: None,
        detail: String::new(),
    };
    let model = Scripted::in_order("m", [ScriptedAnswer::error(wrong.clone())]);
    let (result, report, _) = run(&model, &request()).await;
    assert_eq!((result.unwrap_err(), report.tries), (wrong, 1));
}

#[tokio::test(start_paused = true)]
async fn words_that_went_out_are_not_asked_for_again() {
    let broke = || ModelError::Broke {
        detail: "cut".into(),
    };
    let script = || {
        [
            ScriptedAnswer::text("Madam").then(broke()),
            ScriptedAnswer::text("Madam Speaker."),
        ]
    };
    let model = Scripted::in_order("m", script());
    let (sender, _receiver) = mpsc::channel(4);
    let (result, report) = stream(&model, &request(), sender, &Policy::default()).await;
    assert_eq!((result.unwrap_err(), report.tries), (broke(), 1));
    assert!(report.usage.estimated);

    let (result, report, _) = run(&Scripted::in_order("m", script()), &request()).await;
    assert_eq!(result.unwrap().text, "Madam Speaker.");
    assert_eq!(report.tries, 2);
}
