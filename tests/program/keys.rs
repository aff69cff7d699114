//! Keys of several servers, and keys in places where names belong: neither is shown or kept.

use super::common::{
    debater::{Debater, Done, Home, Manner, end, proper, spoken, start},
    fake_server::Reply,
};

/// What a debate begins with that is soon over.
const SHORT: [&str; 9] = [
    "run",
    "ban-private-cars",
    "--headless",
    "--pace",
    "instant",
    "--scale",
    "0.1",
    "--audience",
    "2",
];
const NAME: &str = "sk-proj-Q7wZ4hunter2secretR9tY";

/// All that was said, and all that is kept, shown and exported afterwards.
fn everything(done: &Done, home: &Home) -> String {
    let mut all = format!("{}{}", done.stdout, done.stderr);
    for door in [
        &["show", "--calls"] as &[&str],
        &["list", "--json"],
        &["export", "--to", "json"],
    ] {
        let told = home.run(door);
        all += &told.stdout;
        all += &told.stderr;
    }
    all + &String::from_utf8_lossy(&home.bytes())
}

#[test]
fn a_key_of_one_server_is_in_nothing_that_another_says() {
    let keys = [
        "sk-x-0a1B2c3D4e5F6g7H8i9J",
        "sk-y-9z8Y7x6W5v4U3t2S1r0Q",
        "sk-e-5k4L3m2N1o0P9q8R7s6T",
        "sk-o-1a3C5e7G9i2K4m6O8q0S",
    ];
    let all = keys.join(" and ");
    let (told, refused) = (all.clone(), all);
    let debater = Debater::faulty(move |asked| match asked.purpose {
        "speech" => {
            let said = format!("The keys are {told}, Madam. {}", proper(asked));
            Some(spoken(&said, Manner::default()))
        }
        _ if asked.nth % 3 == 1 => Some(Reply::error(503, &format!("no such key: {refused}"))),
        _ => None,
    });
    let url = debater.server.url();
    let home = Home::new();
    home.write(
        "config/config.toml",
        &format!(
            "model = \"y:fake-1\"\n[providers.x]\nbase_url = \"http://127.0.0.1:9/v1\"\nkey = \"{}\"\n\
             [providers.y]\nbase_url = \"{url}\"\nkey_env = \"Y_KEY\"\n",
            keys[0]
        ),
    );
    let mut command = home.command(&SHORT);
    command
        .env("Y_KEY", keys[1])
        .env("ELSEWHERE_API_KEY", keys[2])
        .env("OPENAI_API_KEY", keys[3])
        .env("HUSTINGS_LOG", "trace");
    let done = end(start(&mut command));
    assert!(
        done.stdout.contains("The keys are [key] and [key] and"),
        "{}",
        done.stdout
    );
    // The configuration is the place of one of them.
    home.write("config/config.toml", "look_nearby = false\n");
    let all = everything(&done, &home);
    for key in keys {
        assert!(!all.contains(key), "{key}");
    }
}

#[test]
fn a_key_in_the_place_of_a_models_name_is_refused_and_not_repeated() {
    let debater = Debater::good();
    debater.server.set_models(Reply::status(404, "no list"));
    let url = debater.server.url();
    let of_seat = format!("opp.1={NAME}");
    let of_role = format!("judge=near:{NAME}");
    let tagged = format!("near:{NAME}");
    for flags in [
        ["--model", NAME],
        ["--seat", &of_seat],
        ["--role", &of_role],
        ["--opp-model", NAME],
        ["--model", &tagged],
    ] {
        let home = Home::new();
        let mut args = SHORT.to_vec();
        args.extend(["--base-url", &url]);
        args.extend(flags);
        let done = home.run(&args);
        done.ended(2);
        assert!(
            done.stderr.contains("no name of a model"),
            "{flags:?}: {}",
            done.stderr
        );
        let all = everything(&done, &home);
        assert!(!all.contains("hunter2"), "{flags:?}: {all}");
        if flags[0] != "--opp-model" {
            let checked = home.run(&["check", flags[0], flags[1]]);
            let told = checked.ended(2).stdout.clone() + &checked.stderr;
            assert!(!told.contains("hunter2"), "{flags:?}: {told}");
        }
    }
    for line in [
        format!("model = \"{NAME}\"\n"),
        format!("[roles]\njudge = \"near:{NAME}\"\n"),
        format!("[seats]\n\"opp.1\" = \"{NAME}\"\n"),
        format!("[embeddings]\nmodel = \"near:{NAME}\"\n"),
        format!("[providers.far]\nbase_url = \"{url}\"\nmodels = [\"{NAME}\"]\n"),
    ] {
        let home = Home::new();
        let config = format!("{line}[providers.near]\nbase_url = \"{url}\"\n");
        home.write("config/config.toml", &config);
        let text = home.write("text.txt", "Of liberty.\n");
        for args in [
            &SHORT as &[&str],
            &["check"],
            &["corpus", "add", "mill", text.to_str().unwrap()],
            &["corpus", "stats"],
        ] {
            let done = home.run(args);
            done.ended(2);
            let told = done.stdout.clone() + &done.stderr;
            assert!(
                told.contains("no name of a model"),
                "{line}: {args:?}: {told}"
            );
            assert!(!told.contains("hunter2"), "{line}: {args:?}: {told}");
        }
    }
    // Of a provider, as part of the names of its models.
    for name in [NAME, "sk-proj-Q7wZ\u{200b}4hunter2secretR9tY"] {
        let home = Home::new();
        let config = format!("[providers.\"{name}\"]\nbase_url = \"{url}\"\nmodels = [\"m\"]\n");
        home.write("config/config.toml", &config);
        for args in [&SHORT as &[&str], &["check"], &["models"]] {
            let done = home.run(args);
            done.ended(2);
            let told = done.stdout.clone() + &done.stderr;
            assert!(told.contains("no name of a provider"), "{args:?}: {told}");
            assert!(!told.contains("hunter2"), "{args:?}: {told}");
        }
    }
    let home = Home::new();
    let text = home.write("text.txt", "Of liberty.\n");
    for embeddings in [NAME, &tagged] {
        let text = text.to_str().unwrap();
        let add = ["corpus", "add", "mill", text, "--base-url", &url];
        let done = home.run(&[&add as &[&str], &["--embeddings", embeddings]].concat());
        done.ended(2);
        let all = everything(&done, &home);
        assert!(!all.contains("hunter2"), "{all}");
    }
    assert!(debater.purposes().is_empty(), "nobody was asked anything");
}

/// A key in a file beside the configuration goes to its server, and nowhere else; what is set in the environment comes
/// first; and a file that others can read is not read.
#[cfg(unix)]
#[test]
fn a_key_may_stand_in_a_file_beside_the_configuration() {
    use std::os::unix::fs::PermissionsExt as _;

    let (in_file, in_environment) = ("key-file-Q7wZ4x2R9tY", "key-env-1a3C5e7G9i2K");
    let debater = Debater::good();
    let home = Home::new();
    let url = debater.server.url();
    let args = [
        SHORT.as_slice(),
        &["--base-url", &url, "--key-env", "EXAMPLE_API_KEY"],
    ]
    .concat();
    let path = home.write("config/.env", &format!("EXAMPLE_API_KEY={in_file}\n"));
    let allow = |mode: u32| {
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(mode)).unwrap();
    };
    allow(0o644);
    let refused = home.run(&args);
    let said = &refused.ended(2).stderr;
    assert!(
        said.contains("chmod 600") && !said.contains(in_file),
        "{said}"
    );
    // With whatever else is wrong.
    let settings = home.write("config/config.toml", "theme = \"nowhere\"\n");
    let checked = home.run(&["check"]);
    let said = &checked.ended(2).stdout;
    assert!(
        said.contains("chmod 600") && said.contains("nowhere") && !said.contains(in_file),
        "{said}"
    );
    std::fs::remove_file(settings).unwrap();
    assert!(debater.server.seen().is_empty());
    allow(0o600);
    let done = home.run(&args);
    done.ended(0);
    let mut from_environment = home.command(&args);
    from_environment.env("EXAMPLE_API_KEY", in_environment);
    let again = end(start(&mut from_environment));
    again.ended(0);
    let seen = debater.server.seen();
    let sent: Vec<&str> = seen
        .iter()
        .filter_map(|one| one.header("authorization"))
        .collect();
    assert_eq!(sent.len(), seen.len());
    assert_eq!(sent[0], format!("Bearer {in_file}"));
    assert_eq!(sent[sent.len() - 1], format!("Bearer {in_environment}"));
    std::fs::remove_file(&path).unwrap();
    let kept = everything(&done, &home) + &everything(&again, &home);
    assert!(!kept.contains(in_file) && !kept.contains(in_environment));
}
