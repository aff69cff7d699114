//! Keys: no message shows one, whatever it tells of.

use super::{read_by_all, said};
use crate::common::process::{Home, end, start};

/// What is secret in the tables below. The first looks like a key; the others only stand where one would.
const KEYS: [&str; 3] = [
    "sk-canary-0123456789abcdef",
    "canary9f8e7d6c5b4a3f2e1d0c",
    "canary1234efgh5678",
];

#[test]
fn no_message_shows_a_key() {
    for key in KEYS {
        let quoted = format!("\"{key}\"");
        let configs = [
            format!("openai_api_key = {quoted}"),
            format!("openai_api_key = {key}"),
            format!("api_key = \"{key}"),
            format!("key = {quoted}\n[providers.a]\nbase_url = 1"),
            format!("[openai]\napi_key = {quoted}\n"),
            format!("[provider.a]\nbase_url = \"http://h/v1\"\nkey = {quoted}"),
            format!("[providers.a]\nkey = {key}"),
            format!("[providers.a]\nkey = {quoted}\nbase_url = 7"),
            format!("[providers.a]\nkye = {quoted}"),
            format!("[providers.a]\nbase_url = \"http://h/v1\"\nkey = [{quoted}]"),
            format!("[providers.a]\nbase_url = \"http://h/v1\"\nkey_env = {quoted}\nkey = \"b\""),
            format!("[providers.a]\nbase_url = \"http://me:{key}@h/v1\""),
            format!("[providers.a]\nbase_url = \"me:{key}@h/v1\""),
            format!("[providers.a]\nbase_url = \"http://me:{key} @h/v1\""),
            format!("[providers.a]\nbase_url = \"http://h/v1?key={key}\""),
            format!("[providers.a]\nbase_url = \"http://h/v1?{key}\""),
            format!("[providers.a]\nbase_url = \"http://h/{key}/v1\"\nparallel = 0"),
            format!("[providers.a]\nbase_url = \"http://127.0.0.1:9/{key}/v1\"\nmodels = [\"m\"]"),
            format!("[providers.a.headers]\nx-team = {quoted}\nx = 1"),
            format!("[headers]\nx-team = {quoted}"),
            format!("token = {quoted}\nmodel = 3"),
            key.to_owned(),
            format!("model = \"m\" {key}"),
            format!("key {key}"),
            format!("[providers.a]\nkey {key}"),
            format!("key = [\n{quoted}\noops oops\n]"),
            format!("[providers.a]\nbase_url = \"http://h/v1\"\nkey_env = {quoted}"),
        ];
        for config in configs {
            let home = read_by_all(&config, |done, context| {
                let all = said(done);
                assert!(!all.contains(key), "{context}: {all}");
                assert!(!all.is_empty(), "{context}");
            });
            let kept = home.bytes();
            let kept = String::from_utf8_lossy(&kept);
            assert_eq!(
                kept.matches(key).count(),
                1,
                "it is in a file that is not the configuration"
            );
        }
        // In the place of a name.
        let as_names = [
            format!("{quoted} = 1"),
            format!("[roles]\n{quoted} = \"a:b\""),
            format!("[seats]\n{quoted} = \"a:b\""),
            format!("[keys]\n{quoted} = \"x\""),
            format!("[keys]\npause = {quoted}"),
            format!("theme = {quoted}"),
            format!("model = \"{key}:x\""),
            format!("[embeddings]\nmodel = {quoted}"),
            format!("[providers.{quoted}]\nbase_url = 1"),
            format!(
                "[providers.a]\nbase_url = \"http://h/v1\"\n[providers.a.headers]\n{quoted} = 1"
            ),
        ];
        for config in &as_names {
            read_by_all(config, |done, context| {
                let all = said(done);
                assert!(!all.contains(key), "{context}: {all}");
            });
        }
        // Under a name of its own, and without the look of a key.
        for config in [
            "api = \"opensesame97\"",
            "creds = 'opensesame97'",
            "api = opensesame97",
            "api = \"opensesame97",
            "model = 3 # x\napi.inner = \"opensesame97\"",
            "[openai]\nvalue = \"opensesame97\"",
            "[limits]\nvalue = \"opensesame97\"\nmax_cost = \"x\"",
            "limits = { max_cost = -1, api = \"opensesame97\" }",
            "embeddings = { api = [\"opensesame97\"] }",
            "[ keys ]\nopenai = \"opensesame97\"",
            "keys = { openai = \"opensesame97\" }",
            "keys.openai = \"opensesame97\"",
            "[keys]\nopenai = \"opensesame-e5f6-7890-abcd-ef0123456789\"",
            "[keys]\nopenai = \"opensesame1234efgh5678\"",
            "[keys]\nopenai = \"opensesamepasdfghjklzxcvbnm\"",
            "[keys]\npause = 'opensesame/q7k+v9m/x2p'",
            "[seats]\nopenai = \"opensesameXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY\"",
            "[keys]\npause = \"opensesame-q7k-v9m-x2p\"",
            "[roles]\nopenai = \"opensesame97\"",
            "[seats]\nopenai = \"opensesame97\"",
            "[providers.a]\nbase_url = \"opensesame97\"",
            "[providers.a]\nbase_url = \"http://opensesame97:99999/v1\"",
            "[providers.a]\nbase_url = \"http://h/v1\"\nparallel = \"opensesame97\"",
            "[limits]\nmax_tokens = \"opensesamewprtjqzkvbmxwprtjqzkvbmxw\"",
            "model = 3 # opensesame97",
            "theme = \"opensesame97\"",
        ] {
            read_by_all(config, |done, context| {
                let all = said(done);
                assert!(!all.contains("opensesame"), "{context}: {all}");
                assert!(!all.is_empty(), "{context}");
            });
        }
        let home = Home::new();
        let with_user = format!("http://me:{key}@127.0.0.1:9/v1");
        let in_query = format!("http://127.0.0.1:9/v1?api={key}");
        let in_path = format!("http://127.0.0.1:9/{key}/v1");
        let option = format!("--api-key={key}");
        for door in [
            vec!["models", "--key-env", key],
            vec![
                "run",
                "m",
                "--headless",
                "--key-env",
                key,
                "--base-url",
                "http://127.0.0.1:9/v1",
            ],
            vec!["models", "--key-env", "opensesame99"],
            vec!["models", "--base-url", "notaurl-opensesame99"],
            vec!["models", "--base-url", "opensesame99:x"],
            vec!["models", "--base-url", "opensesame99/v1"],
            vec!["models", "--base-url", &with_user],
            vec!["models", "--base-url", &in_query],
            vec!["models", "--base-url", &in_path],
            vec!["models", "--base-url", &in_path, "--model", "m"],
            vec!["models", &option],
        ] {
            let all = said(&home.run(&door));
            assert!(
                !all.contains(key) && !all.contains("opensesame"),
                "{door:?}: {all}"
            );
            assert!(!all.is_empty(), "{door:?}");
        }
        for name in ["OPENAI_BASE_URL", "OPENAI_API_KEY"] {
            let value = format!("http://me:{key}@h:x/v1 é");
            let mut command = home.command(&["models"]);
            let all = said(&end(start(command.env(name, value))));
            assert!(!all.contains(key), "{name}: {all}");
        }
    }
}

#[test]
fn what_nobody_sees_uncovers_no_key() {
    let home = Home::new();
    let (begin, end) = KEYS[0].split_at(12);
    for attack in [
        format!("\n{}", KEYS[0]),
        format!("a\u{200b}{}", KEYS[0]),
        format!("{begin}\u{200b}{end}"),
    ] {
        for door in super::doors(&attack) {
            let door: Vec<&str> = door.iter().map(String::as_str).collect();
            let all = said(&home.run(&door));
            assert!(!all.contains("456789abcdef"), "{door:?}: {all}");
        }
    }
}

#[test]
fn a_number_with_its_unit_is_no_key() {
    let home = Home::new();
    for door in [
        vec!["list", "--since", "99999999999999w"],
        vec!["export", "last", "--to", "svg", "--size", "99999x99999"],
    ] {
        let done = home.run(&door);
        let typed = door.last().unwrap();
        assert!(done.ended(2).stderr.contains(typed), "{}", done.stderr);
    }
}
