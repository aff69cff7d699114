//! No model is to be had: nothing is begun, and the program says why and what to set up.

use super::common::{
    debater::{Debater, Done, Home, end, short, start},
    fake_server::Reply,
};

/// What is said where no debate can begin.
fn refused(home: &Home, args: &[&str], code: i32, parts: &[&str]) {
    let done = home.run(args);
    assert_eq!(done.ended(code).stdout, "");
    for part in parts.iter().chain(&["error: ", "hint: "]) {
        assert!(
            done.stderr.contains(part),
            "{part} is not in: {}",
            done.stderr
        );
    }
    assert!(
        super::common::debater::records(home).is_empty(),
        "a debate was begun"
    );
}

#[test]
fn where_no_model_is_to_be_had_the_program_says_why() {
    let home = Home::new();
    // A port on which nobody listens any more.
    let nobody = {
        let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        format!("http://{}/v1", listener.local_addr().unwrap())
    };
    refused(
        &home,
        &short(&nobody),
        3,
        &[&nobody, "no connection", "refused\n", "--base-url"],
    );

    let debater = Debater::good();
    let url = debater.server.url();
    let mut unknown = short(&url);
    unknown.extend(["--model", "fake-9"]);
    refused(&home, &unknown, 3, &["fake-9", "--model"]);

    debater.server.set_models(Reply::error(401, "no such key"));
    refused(
        &home,
        &short(&url),
        3,
        &["asks for a key, and none was sent (401)", "--key-env"],
    );
    let mut with_key = home.command(&[short(&url).as_slice(), &["--key-env", "SOME_KEY"]].concat());
    let done = end(start(with_key.env("SOME_KEY", "sk-hunter2-0123456789")));
    done.ended(3);
    for part in ["does not accept the key (401)", "Check the key in SOME_KEY"] {
        assert!(done.stderr.contains(part), "{part}: {}", done.stderr);
    }

    debater
        .server
        .set_models(Reply::status(200, r#"{"object":"list","data":[]}"#));
    refused(&home, &short(&url), 3, &["no model that writes", "--model"]);
    // What the account has to do with it is said, and not that the list is missing.
    let quota = r#"{"error":{"message":"You exceeded your quota","code":"insufficient_quota"}}"#;
    debater.server.set_models(Reply::status(429, quota));
    refused(
        &home,
        &short(&url),
        3,
        &["You exceeded your quota", "check its billing"],
    );
    debater.server.set_models(Reply::error(404, "not found"));
    refused(
        &home,
        &short(&url),
        3,
        &["does not say which models", "/v1"],
    );
    assert!(debater.server.seen().is_empty());

    // Named, the model is taken at the user's word, and for every part: also for those that the file names others for.
    home.write(
        "config/config.toml",
        "[roles]\nspeaker = \"fake-7\"\n[seats]\n\"opp.1\" = \"fake-8\"",
    );
    let mut named = short(&url);
    named.extend(["--model", "fake-9"]);
    home.run(&named).ended(0);
    let asked = debater.server.seen();
    assert!(asked.iter().all(|seen| seen.body["model"] == "fake-9"));
}

/// The program on a machine that has no certificates.
fn without_certificates(home: &Home, args: &[&str]) -> Done {
    let mut command = home.command(args);
    for name in ["SSL_CERT_FILE", "SSL_CERT_DIR"] {
        command.env(name, "/nowhere");
    }
    end(start(&mut command))
}

#[test]
fn a_server_that_encrypts_nothing_needs_no_certificates() {
    let (debater, home) = (Debater::good(), Home::new());
    let url = debater.server.url();
    without_certificates(&home, &short(&url)).ended(0);
    let mut named = short("https://127.0.0.1:1/v1");
    named.extend(["--model", "fake-9"]);
    let done = without_certificates(&home, &named);
    done.ended(3);
    for part in ["https://127.0.0.1:1/v1", "ca-certificates"] {
        assert!(done.stderr.contains(part), "{part}: {}", done.stderr);
    }
}
