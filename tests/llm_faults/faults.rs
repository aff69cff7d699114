//! What servers do badly.

use std::time::Duration;

use hustings::{
    catalog::Profile,
    debate::{answer::Vote, event::CallFailure},
    llm::{
        Finish, Model, ModelError, Piece,
        openai::{Endpoint, OpenAi},
        retry,
    },
};
use serde_json::json;
use tokio::sync::mpsc;

use super::{
    client::{
        BALLOT, ballot, collect, endpoint, hasty, model, model_at, once, quick, request, tried,
    },
    common::fake_server::{DONE, FakeServer, Reply, Step, chunk, event, finish},
};

#[tokio::test]
async fn no_escape_sequence_gets_through_however_it_is_split() {
    let body = chunk("red \u{1b}")
        + &chunk("[3")
        + &chunk("1mrose\u{1b}]52;c;")
        + &chunk("aGk=\u{7} thorn")
        + &finish("stop");
    for size in [1, 5, 10_000] {
        let server = FakeServer::start([Reply::split(&body, size)]).await;
        let (result, heard) = once(&model(&server), &request()).await;
        assert_eq!(result.unwrap().text, "red rose thorn");
        assert_eq!(heard.text, "red rose thorn");
    }
    let json = r#"{"reason":"r\u001b[2Jed","vote":"aye"}"#;
    let server = FakeServer::start([Reply::text(&[json])]).await;
    assert_eq!(ballot(&server).await.0.unwrap().reason, "red");
}

#[tokio::test]
async fn what_breaks_a_line_within_a_text_breaks_no_answer() {
    for between in [
        "\u{2028}",
        "\u{2029}",
        " \u{2028}\u{2029} ",
        "\n",
        "\r\n",
        "\t",
        "\\n",
        "\u{7}",
    ] {
        let json = format!("{{\"reason\": \"It was{between}well argued.\",\n\"vote\": \"aye\"}}");
        let server = FakeServer::start([Reply::text(&[&json])]).await;
        let (vote, report) = ballot(&server).await;
        let vote = vote.unwrap_or_else(|error| panic!("{between:?}: {error}"));
        let words: Vec<&str> = vote.reason.split_whitespace().collect();
        let bell = between == "\u{7}";
        let expected = if bell {
            "It waswell argued."
        } else {
            "It was well argued."
        };
        assert_eq!(words.join(" "), expected, "{between:?}");
        assert_eq!(report.tries, 1, "{between:?}");
    }
}

#[tokio::test]
async fn a_429_waits_and_goes_on() {
    let busy = Reply::error(429, "slow down").with_header("retry-after-ms", "100");
    let server = FakeServer::start([busy, Reply::text(&["Yes."])]).await;
    let began = std::time::Instant::now();
    let (result, report, heard) = tried(&server).await;
    assert_eq!(result.unwrap().text, "Yes.");
    assert_eq!(report.tries, 2);
    assert!(heard.retries[0].contains("slow down"));
    let waited = began.elapsed();
    assert!(waited >= Duration::from_millis(100) && waited < Duration::from_secs(60));
}

#[tokio::test]
async fn a_server_that_asks_to_wait_for_days_has_failed() {
    for status in [429, 503] {
        let away = Reply::error(status, "slow down").with_header("retry-after", "259200");
        let server = FakeServer::start([away, Reply::text(&["Yes."])]).await;
        let (result, report, heard) = tried(&server).await;
        let error = result.unwrap_err().to_string();
        assert!(
            error.contains("wait 3 d, longer than the 2 min allowed"),
            "{error}"
        );
        assert_eq!((report.tries, heard.retries.len()), (1, 0));
    }
}

#[tokio::test]
async fn three_500s_are_an_error() {
    let server = FakeServer::start(vec![Reply::error(500, "down"); 5]).await;
    let (result, report, heard) = tried(&server).await;
    assert!(matches!(
        result,
        Err(ModelError::Server { status: 500, .. })
    ));
    assert_eq!(
        (report.tries, server.seen().len(), heard.retries.len()),
        (3, 3, 2)
    );
}

#[tokio::test]
async fn a_refused_connection_says_where() {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}/v1", listener.local_addr().unwrap());
    drop(listener);
    let nobody = OpenAi::new("x", "m", Profile::default(), &Endpoint::new(url.as_str())).unwrap();
    let error = once(&nobody, &request()).await.0.unwrap_err();
    assert!(matches!(error, ModelError::Unreachable { .. }) && error.retryable());
    assert!(error.to_string().contains(&url) && error.hint().unwrap().contains(&url));
    let server = FakeServer::start([Reply::Close, Reply::Close]).await;
    let error = once(&model(&server), &request()).await.0.unwrap_err();
    assert!(matches!(error, ModelError::Unreachable { .. }), "{error:?}");
}

#[tokio::test]
async fn a_line_that_was_closed_as_the_request_went_out_is_nobodys_failure() {
    let server = FakeServer::start([Reply::Close, Reply::text(&["Madam ", "Speaker."])]).await;
    let (result, report, heard) = tried(&server).await;
    assert_eq!(result.unwrap().text, "Madam Speaker.");
    assert_eq!((report.tries, heard.retries.len()), (1, 0));
    assert_eq!(server.seen().len(), 2);
}

#[tokio::test]
async fn a_stream_cut_halfway_keeps_what_came() {
    let cut = Reply::Stream(vec![Step::Bytes(chunk("Madam ").into_bytes()), Step::Cut]);
    let ended = Reply::raw(&chunk("Madam "));
    let failed =
        Reply::raw(&(chunk("Madam ") + &event(&json!({"error": {"message": "out of memory"}}))));
    let unreadable = Reply::raw(&(chunk("Madam ") + "data: oops\n\n" + &chunk("Speaker.") + DONE));
    let odd =
        Reply::raw(&(chunk("Madam ") + "data: {\"choices\":7}\n\n" + &chunk("Speaker.") + DONE));
    for reply in [cut, ended, failed, unreadable, odd] {
        let server = FakeServer::start([reply, Reply::text(&["no"])]).await;
        let (sender, heard) = collect();
        let model = model(&server);
        let (result, report) = retry::stream(&model, &request(), sender, &quick()).await;
        let heard = heard.await.unwrap();
        assert!(
            matches!(result, Err(ModelError::Broke { .. })),
            "{result:?}"
        );
        assert_eq!((heard.text.as_str(), report.tries), ("Madam ", 1));
    }
    let half = Reply::Stream(vec![
        Step::Bytes(chunk("{\"reason\":").into_bytes()),
        Step::Cut,
    ]);
    let server = FakeServer::start([half, Reply::text(&[BALLOT])]).await;
    let (result, report) = ballot(&server).await;
    assert_eq!((result.unwrap().vote, report.tries), (Vote::Aye, 2));
}

#[tokio::test]
async fn what_cannot_be_read_before_the_first_word_is_asked_for_again() {
    for body in [
        "data: oops\n\n".to_owned() + &chunk("Speaker.") + DONE,
        "data: {\"choices\": [{\"delta\": {\"content\": \"Ma".to_owned(),
        "{\"choices\": [{\"message\": {\"content\": \"Ma".to_owned(),
        "<html>Bad gateway</html>".to_owned(),
        "\u{1f}\u{8b}\u{8}\0\0".to_owned(),
    ] {
        let server = FakeServer::start([Reply::raw(&body), Reply::text(&["Madam."])]).await;
        let (result, report, heard) = tried(&server).await;
        assert_eq!(result.unwrap().text, "Madam.", "{body}");
        assert_eq!((report.tries, heard.text.as_str()), (2, "Madam."), "{body}");
        assert!(
            heard.retries[0].starts_with("the server failed: "),
            "{:?}",
            heard.retries
        );
    }
    let packed = Reply::status(200, "abc").with_header("content-encoding", "gzip");
    let server = FakeServer::start([packed, Reply::text(&["Madam."])]).await;
    let (result, _, heard) = tried(&server).await;
    assert_eq!(result.unwrap().text, "Madam.");
    assert!(
        heard.retries[0].contains("compressed (gzip)"),
        "{:?}",
        heard.retries
    );
}

#[tokio::test]
async fn no_byte_is_lost_to_marks_and_halves() {
    let cut = "data: {\"choices\":[{\"delta\":{\"content\":\"Madam \\ud83d\"}}]}\n\n";
    let rest = "data: {\"choices\":[{\"delta\":{\"content\":\"\\ude00 Speaker.\"}}]}\n\n";
    let halves = cut.to_owned() + rest + &finish("stop");
    let marked = format!("\u{feff}{halves}\u{feff}{DONE}");
    let returns = halves.replace('\n', "\r\n");
    for body in [halves.clone(), marked, returns, halves.replace('\n', "\r")] {
        for size in [1, 2, 3, 10_000] {
            let server = FakeServer::start([Reply::split(&body, size)]).await;
            let (result, heard) = once(&model(&server), &request()).await;
            assert_eq!(result.unwrap().text, "Madam 😀 Speaker.");
            assert_eq!(heard.text, "Madam 😀 Speaker.");
        }
    }
}

#[tokio::test]
async fn an_error_in_the_place_of_an_answer_is_a_failure_of_the_server() {
    for body in [
        event(&json!({"error": {"message": "overloaded", "code": 503}})),
        event(&json!({"object": "error", "message": "overloaded"})),
    ] {
        let server = FakeServer::start([Reply::raw(&body)]).await;
        let error = once(&model(&server), &request()).await.0.unwrap_err();
        assert!(matches!(&error, ModelError::Server { detail, .. } if detail == "overloaded"));
    }
}

#[tokio::test]
async fn a_stall_is_noticed_whatever_fills_it() {
    let server = FakeServer::start([Reply::Silence]).await;
    let error = once(&model_at(&hasty(&server)), &request())
        .await
        .0
        .unwrap_err();
    assert!(matches!(error, ModelError::TimedOut { what: "answer", .. }));

    let stall = Reply::Stream(vec![Step::Bytes(chunk("Madam ").into_bytes()), Step::Hang]);
    let server = FakeServer::start([stall]).await;
    let (result, heard) = once(&model_at(&hasty(&server)), &request()).await;
    let error = result.unwrap_err();
    assert!(matches!(
        error,
        ModelError::TimedOut {
            what: "further word",
            ..
        }
    ));
    assert!(error.had_text());
    assert_eq!(heard.text, "Madam ");

    // Only letters and digits are progress, said or thought: no comment, no empty chunk, no white space, no stop, no byte
    // of an event that never ends.
    let empty = event(&json!({"choices": [{"delta": {"content": ""}}]}));
    let never = "data: ".to_owned() + &"x".repeat(2000);
    let thought = |words| event(&json!({"choices": [{"delta": {"reasoning": words}}]}));
    let nothing = [chunk(" "), chunk(". "), thought("\n\u{200b}"), thought("…")];
    let nothing = nothing.iter().map(|event| (event.as_str(), event.len()));
    for (filling, step) in [(": still here\n\n", 20), (empty.as_str(), 50), (&never, 1)]
        .into_iter()
        .chain(nothing)
    {
        for (before, what) in [("", "answer"), ("Madam ", "further word")] {
            let mut steps = vec![Step::Bytes(chunk(before).into_bytes())];
            for bytes in filling.repeat(600).as_bytes().chunks(step).take(400) {
                steps.push(Step::Wait(Duration::from_millis(5)));
                steps.push(Step::Bytes(bytes.to_vec()));
            }
            let server = FakeServer::start([Reply::Stream(steps)]).await;
            let (result, heard) = once(&model_at(&hasty(&server)), &request()).await;
            let error = result.unwrap_err();
            assert!(
                matches!(error, ModelError::TimedOut { what: w, .. } if w == what),
                "{error:?}"
            );
            assert!(heard.text.starts_with(before), "{}", heard.text);
            let more = heard.text.get(before.len()..).unwrap_or_default();
            assert!(
                before.is_empty() == heard.text.is_empty() && !more.contains(char::is_alphanumeric)
            );
        }
    }

    // Nor is anything that follows the reason of the end: the answer is whole, whatever goes on coming, and however densely.
    let odd =
        |n: usize| event(&json!({"choices": [{"delta": {}, "finish_reason": format!("tool{n}")}]}));
    for (wait, filling) in [
        (0, ": ping\n\n".repeat(50)),
        (5, empty.clone()),
        (5, odd(1) + &odd(2)),
        (
            5,
            event(&json!({"choices": [{"index": 1, "delta": {"content": "Another."}}]})),
        ),
        (
            5,
            event(&json!({"choices": [{"delta": {"reasoning": "hm"}}]})),
        ),
    ] {
        let mut steps = vec![Step::Bytes(
            (chunk("Madam.") + &finish("stop")).into_bytes(),
        )];
        for _ in 0..2000 {
            steps.push(Step::Wait(Duration::from_millis(wait)));
            steps.push(Step::Bytes(filling.clone().into_bytes()));
        }
        steps.push(Step::Hang);
        let server = FakeServer::start([Reply::Stream(steps)]).await;
        let (result, _) = once(&model_at(&hasty(&server)), &request()).await;
        assert_eq!(
            result.map(|answer| answer.text).ok().as_deref(),
            Some("Madam."),
            "{filling:?}"
        );
    }

    // Words that come slowly are words, and so are thoughts.
    let thought = event(&json!({"choices": [{"delta": {"reasoning": "hm"}}]}));
    let mut steps = Vec::new();
    for _ in 0..14 {
        steps.push(Step::Wait(Duration::from_millis(150)));
        steps.push(Step::Bytes(thought.clone().into_bytes()));
    }
    for letter in ["M", "a", "d", "a", "m", "."] {
        steps.push(Step::Wait(Duration::from_millis(150)));
        steps.push(Step::Bytes(chunk(letter).into_bytes()));
    }
    steps.push(Step::Bytes(DONE.as_bytes().to_vec()));
    let server = FakeServer::start([Reply::Stream(steps)]).await;
    let mut endpoint = endpoint(&server);
    endpoint.first_byte = Duration::from_secs(2);
    let (result, _) = once(&model_at(&endpoint), &request()).await;
    assert_eq!(result.unwrap().text, "Madam.");
}

#[tokio::test]
async fn an_empty_answer_is_asked_for_again() {
    let empty = Reply::raw(&(finish("stop") + DONE));
    let server = FakeServer::start([empty, Reply::raw(""), Reply::text(&["Yes."])]).await;
    let (result, report, _) = tried(&server).await;
    assert_eq!((result.unwrap().text.as_str(), report.tries), ("Yes.", 3));
}

#[tokio::test]
async fn an_answer_without_a_letter_or_digit_is_no_answer() {
    for wordless in [".", "---", " \n…\n", &"!".repeat(70_000)] {
        let replies = [Reply::text(&[wordless]), Reply::text(&["… ", "Ye", "s."])];
        let server = FakeServer::start(replies).await;
        let (result, report, heard) = tried(&server).await;
        let said = ("… Yes.".to_owned(), 2, "… Yes.".to_owned());
        assert_eq!((result.unwrap().text, report.tries, heard.text), said);
        assert!(heard.retries[0].contains("empty"), "{:?}", heard.retries);
    }
    for said in ["7", "好。", "-I."] {
        let server = FakeServer::start([Reply::text(&[said])]).await;
        assert_eq!(tried(&server).await.0.unwrap().text, said);
    }
    // Nor is one where a form was asked for: nobody is told what is wrong with it, and after every retry it is an outage.
    for wordless in ["---", "{}", "\"\"", "```json\n```", "😀😀", ". . . ."] {
        let server = FakeServer::start([Reply::text(&[wordless]), Reply::text(&[BALLOT])]).await;
        let (vote, report) = ballot(&server).await;
        assert_eq!(
            (vote.unwrap().reason.as_str(), report.tries),
            ("It was well argued.", 2)
        );
        assert_eq!(
            server.seen()[0].body["messages"],
            server.seen()[1].body["messages"]
        );
        let server = FakeServer::start([wordless; 3].map(|text| Reply::text(&[text]))).await;
        let error = ballot(&server).await.0.unwrap_err();
        assert_eq!(error.failure(), CallFailure::Outage, "{wordless}: {error}");
    }
}

#[tokio::test]
async fn only_what_ends_as_answers_do_is_whole() {
    let told = |reason: &str| {
        let reply = Reply::raw(&(chunk("Half a sen") + &finish(reason) + DONE));
        async move {
            let server = FakeServer::start([reply]).await;
            once(&model(&server), &request()).await.0
        }
    };
    for stop in [
        "stop",
        "STOP",
        "eos",
        "end_turn",
        "complete",
        "null",
        "FINISH_REASON_STOP",
    ] {
        assert_eq!(told(stop).await.unwrap().finish, Finish::Stop, "{stop}");
    }
    for length in ["length", "MAX_TOKENS", "model_length", "limit"] {
        let finish = told(length).await.unwrap().finish;
        assert_eq!(finish, Finish::Length, "{length}");
    }
    for filter in [
        "content_filter",
        "SAFETY",
        "guardrail_intervened",
        "refusal",
    ] {
        let error = told(filter).await.unwrap_err();
        assert_eq!(error, ModelError::Withheld { spoke: true }, "{filter}");
    }
    for odd in [
        "error",
        "abort",
        "cancelled",
        "insufficient_system_resource",
    ] {
        let error = told(odd).await.unwrap_err();
        let detail = error.to_string();
        assert!(matches!(error, ModelError::Broke { .. }), "{odd}: {detail}");
        assert!(detail.contains(odd), "{detail}");
    }
    let refusal = event(&json!({"choices": [{"delta": {"refusal": "I will not go on."}}]}));
    let body = chunk("Half a sen") + &refusal + &finish("stop") + DONE;
    let server = FakeServer::start([Reply::raw(&body)]).await;
    let error = once(&model(&server), &request()).await.0.unwrap_err();
    assert_eq!(error, ModelError::Withheld { spoke: true });
    // Before a word is said, too, and what is asked for as a whole is asked for again.
    let filtered = || Reply::raw(&(finish("content_filter") + DONE));
    let server = FakeServer::start([filtered(), Reply::text(&["Yes."])]).await;
    let (result, report, heard) = tried(&server).await;
    assert_eq!((result.unwrap().text.as_str(), report.tries), ("Yes.", 2));
    assert!(heard.retries[0].contains("content filter"));
    let aborted = Reply::raw(&(chunk(BALLOT) + &finish("abort") + DONE));
    let server = FakeServer::start([aborted, Reply::text(&[BALLOT])]).await;
    assert_eq!(ballot(&server).await.1.tries, 2);
}

#[tokio::test]
async fn nothing_behind_the_end_takes_back_what_was_said() {
    let refusal = || event(&json!({"choices": [{"delta": {"refusal": "I take it back."}}]}));
    let another = || event(&json!({"choices": [{"index": 1, "delta": {"content": "Another."}}]}));
    let error = || event(&json!({"error": {"message": "out of memory"}}));
    for late in [
        refusal(),
        finish("content_filter"),
        finish("abort"),
        another(),
        error(),
        "data: oops\n\n".to_owned(),
    ] {
        for end in [DONE, ""] {
            // Short enough to be held back until it is known to be no key.
            for said in ["No.", "We are a house of reason."] {
                let body = chunk(said) + &finish("stop") + &late + end;
                let server = FakeServer::start([Reply::raw(&body)]).await;
                let answer = once(&model(&server), &request()).await.0.unwrap();
                assert_eq!((answer.text.as_str(), answer.finish), (said, Finish::Stop));
            }
        }
    }
    // Words that come behind it are words.
    let body = chunk("We are ") + &finish("stop") + &chunk("here.") + DONE;
    let server = FakeServer::start([Reply::raw(&body)]).await;
    let answer = once(&model(&server), &request()).await.0.unwrap();
    assert_eq!(answer.text, "We are here.");
    // Where nothing was said, they say why.
    let refused = Reply::raw(&(finish("stop") + &refusal() + DONE));
    let server = FakeServer::start([refused]).await;
    let error = once(&model(&server), &request()).await.0.unwrap_err();
    assert!(error.to_string().contains("I take it back."), "{error}");
    let filtered = Reply::raw(&(finish("stop") + &finish("content_filter") + DONE));
    let server = FakeServer::start([filtered]).await;
    let error = once(&model(&server), &request()).await.0.unwrap_err();
    assert_eq!(error, ModelError::Withheld { spoke: false });
}

#[tokio::test]
async fn broken_json_and_prose_are_mended_or_asked_for_again() {
    let server = FakeServer::start([Reply::text(&[
        "{reason: 'It was well argued.', vote: 'aye',}",
    ])])
    .await;
    assert_eq!(ballot(&server).await.0.unwrap().vote, Vote::Aye);
    let server =
        FakeServer::start([Reply::text(&["I would vote aye."]), Reply::text(&[BALLOT])]).await;
    let (result, report) = ballot(&server).await;
    assert_eq!((result.unwrap().vote, report.tries), (Vote::Aye, 2));
    assert_eq!(report.usage.prompt_tokens, 200);
    let again = server.seen()[1].body["messages"].to_string();
    assert!(again.contains("no JSON object") && again.contains("I would vote aye."));
    let server = FakeServer::answering(|_| Reply::text(&["Never."])).await;
    let (result, _) = ballot(&server).await;
    assert!(matches!(result, Err(ModelError::Shape { .. })));
    assert_eq!(server.seen().len(), 3);
}

#[tokio::test]
async fn an_answer_without_end_is_stopped() {
    let long = chunk(&"word ".repeat(4000));
    let endless = move |_: &_| {
        let steps = (0..60).map(|_| Step::Bytes(long.clone().into_bytes()));
        Reply::Stream(steps.collect())
    };
    let server = FakeServer::answering(endless).await;
    let completion = once(&model(&server), &request()).await.0.unwrap();
    assert_eq!(
        (completion.finish, completion.text.len()),
        (Finish::Length, 64 << 10)
    );
    let (result, report) = ballot(&server).await;
    assert!(
        matches!(result, Err(ModelError::Flood { .. })),
        "{result:?}"
    );
    assert_eq!(report.tries, 3);
}

#[tokio::test]
async fn giving_up_closes_the_line() {
    let server = FakeServer::start([Reply::Stream(vec![
        Step::Bytes(chunk("Madam ").into_bytes()),
        Step::Hang,
    ])])
    .await;
    let model = model(&server);
    let (sender, mut receiver) = mpsc::channel(4);
    let asked = request();
    {
        let call = model.complete(&asked, sender);
        tokio::pin!(call);
        tokio::select! {
            _ = &mut call => panic!("it hangs"),
            piece = receiver.recv() => assert_eq!(piece, Some(Piece::Text("Madam ".into()))),
        }
    }
    tokio::time::timeout(Duration::from_secs(60), async {
        while server.abandoned() == 0 {
            tokio::task::yield_now().await;
        }
    })
    .await
    .unwrap();
}
