//! A file from a hub, and what hubs do.

use std::time::Duration;

use hustings::{
    config::Dirs,
    models::{Catalogue, PullError, Store, pull},
};
use tokio_util::sync::CancellationToken;

use super::{
    common::debater::{end, signal},
    registry::{Hub, Manner, Registry, model, sha256},
};

fn registry(hub: &Hub) -> Registry {
    Registry::new(&format!("{{ hub = \"{}\" }}", hub.url()))
}

#[test]
fn a_model_comes_is_listed_shown_and_goes() {
    let hub = Hub::with(model(), Manner::default());
    let registry = registry(&hub);
    let entry = registry.listed("tiny");
    assert_eq!(
        (&entry["summary"], &entry["licence"], &entry["default"]),
        (&"For tests.".into(), &"CC0-1.0".into(), &false.into())
    );
    assert_eq!(registry.listed("qwen2.5-coder-1.5b")["default"], true);
    let refused = registry.run(&["model", "pull", "tiny"]);
    assert!(refused.ended(2).stderr.contains("--yes"));
    let plan = &refused.stdout;
    let told = [
        "For tests.",
        "nobody",
        "CC0-1.0",
        "3.1 MB",
        &hub.url(),
        "data/models/tiny",
    ];
    for told in told {
        assert!(plan.contains(told), "{told}: {plan}");
    }
    assert!(hub.asked().is_empty(), "said first, and fetched after");
    registry.absent();

    let done = registry.pull();
    let said = &done.ended(0).stdout;
    for told in told {
        assert!(said.contains(told), "{told}: {said}");
    }
    assert!(done.stderr.contains("100 %"), "{}", done.stderr);
    registry.sound();
    let listed = registry.run(&["model", "list"]);
    assert!(listed.ended(0).stdout.contains("installed, 3.1 MB"));
    let shown = registry.run(&["model", "show", "wee"]);
    assert!(shown.ended(0).stdout.contains(&sha256(&registry.model)));

    let again = registry.run(&["model", "pull", "wee", "--yes"]);
    assert!(again.ended(0).stdout.contains("is there already"));
    assert_eq!(hub.asked(), [None]);

    let gone = registry.run(&["model", "remove", "wee"]);
    assert!(gone.ended(0).stdout.contains("3.1 MB are free again"));
    registry.absent();
    assert!(
        registry
            .run(&["model", "remove", "tiny"])
            .ended(2)
            .stderr
            .contains("is not there")
    );
    let unknown = registry.run(&["model", "pull", "tinny", "--yes"]);
    assert!(unknown.ended(2).stderr.contains("did you mean `tiny`"));
}

#[test]
fn a_line_that_breaks_is_taken_up_where_it_broke_or_begun_anew_where_the_hub_cannot() {
    for no_ranges in [false, true] {
        let cut = Manner {
            cut: Some((2 << 20, 1)),
            no_ranges,
            ..Manner::default()
        };
        let hub = Hub::with(model(), cut);
        let registry = registry(&hub);
        registry.pull().ended(0);
        registry.sound();
        assert_eq!(hub.asked(), [None, Some(2 << 20)], "no ranges: {no_ranges}");
    }
}

#[test]
fn a_hub_that_breaks_every_line_is_given_up_and_what_came_is_kept() {
    let cut = Manner {
        cut: Some((1 << 20, 99)),
        no_ranges: true,
        ..Manner::default()
    };
    let hub = Hub::with(model(), cut);
    let registry = registry(&hub);
    let failed = registry.pull();
    let said = &failed.ended(3).stderr;
    assert!(
        said.contains("cannot be reached") && said.contains("hint: "),
        "{said}"
    );
    registry.absent();
    registry.wait_for("hub.part", 1 << 20);
    let listed = registry.run(&["model", "list"]);
    assert!(listed.ended(0).stdout.contains("of it have come"));
    registry.run(&["model", "remove", "tiny"]).ended(0);
    assert!(!registry.coming().exists());
}

#[test]
fn wrong_bytes_are_thrown_away_and_the_next_source_is_asked() {
    let mut wrong = model();
    *wrong.last_mut().unwrap() ^= 1;
    let (bad, good) = (
        Hub::with(wrong.clone(), Manner::default()),
        Hub::with(model(), Manner::default()),
    );
    let two = Registry::new(&format!(
        "{{ hub = \"{}\" }}, {{ hub = \"{}\" }}",
        bad.url(),
        good.url()
    ));
    let done = two.pull();
    let said = &done.ended(0).stderr;
    assert!(said.contains("another file"), "{said}");
    two.sound();

    let one = registry(&bad);
    let failed = one.pull();
    let said = &failed.ended(3).stderr;
    assert!(
        said.contains(&sha256(&model())) && said.contains(&sha256(&wrong)),
        "{said}"
    );
    assert!(said.contains("thrown away"), "{said}");
    one.absent();
    assert!(!one.coming().join("hub.part").exists());
}

#[test]
fn another_size_or_another_hash_is_seen_before_a_byte_is_taken() {
    let mut longer = model();
    longer.push(0);
    let hub = Hub::with(longer, Manner::default());
    let said = registry(&hub).pull().ended(3).stderr.clone();
    assert!(
        said.contains("another file") && said.contains("bytes"),
        "{said}"
    );

    let hub = Hub::with(model(), Manner::default());
    let registry = Registry::new(&format!("{{ hub = \"{}\" }}", hub.moved_url()));
    hub.behave(Manner {
        linked: Some("ab".repeat(32)),
        ..Manner::default()
    });
    let said = registry.pull().ended(3).stderr.clone();
    assert!(said.contains(&"ab".repeat(32)), "{said}");
    assert!(hub.asked().is_empty());
    hub.behave(Manner {
        linked: Some(sha256(&model())),
        ..Manner::default()
    });
    registry.pull().ended(0);
    registry.sound();
}

#[test]
fn a_beginning_that_does_not_fit_is_begun_anew() {
    let hub = Hub::with(model(), Manner::default());
    let registry = registry(&hub);
    registry
        .home
        .write("data/models/.coming/tiny/hub.url", &hub.url());
    registry
        .home
        .write("data/models/.coming/tiny/hub.part", "something else");
    let done = registry.pull();
    assert!(
        done.ended(0).stderr.contains("beginning anew"),
        "{}",
        done.stderr
    );
    registry.sound();
    assert_eq!(hub.asked(), [Some(14), None]);
    // What came from another address is not gone on with.
    registry.run(&["model", "remove", "tiny"]).ended(0);
    registry.home.write(
        "data/models/.coming/tiny/hub.url",
        "http://elsewhere/m.gguf",
    );
    registry
        .home
        .write("data/models/.coming/tiny/hub.part", "something else");
    registry.pull().ended(0);
    assert_eq!(hub.asked().last(), Some(&None));
}

#[test]
fn a_hub_that_is_not_there_is_named() {
    let free = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = free.local_addr().unwrap();
    drop(free);
    let registry = Registry::new(&format!("{{ hub = \"http://{address}/m.gguf\" }}"));
    let said = registry.pull().ended(3).stderr.clone();
    for told in ["cannot be reached", "refused", "model import", "--base-url"] {
        assert!(said.contains(told), "{told}: {said}");
    }
    for status in [404, 500] {
        let refusing = Manner {
            status: Some(status),
            ..Manner::default()
        };
        let hub = Hub::with(model(), refusing);
        let said = self::registry(&hub).pull().ended(3).stderr.clone();
        assert!(said.contains(&format!("it says {status}")), "{said}");
    }
}

/// No test has to be quicker than this hub.
fn held() -> Manner {
    Manner {
        holds: true,
        ..Manner::default()
    }
}

#[test]
fn a_pull_that_is_stopped_goes_on_where_it_stopped() {
    let hub = Hub::with(model(), held());
    let registry = registry(&hub);
    let running = registry.start(&["model", "pull", "tiny", "--yes"]);
    registry.wait_for("hub.part", 1 << 19);
    signal(&running.child, "-INT");
    let stopped = end(running);
    let said = &stopped.ended(5).stderr;
    assert!(said.contains("goes on where it stopped"), "{said}");
    assert!(said.contains("hustings model pull tiny"), "{said}");
    registry.absent();
    let came = std::fs::metadata(registry.coming().join("hub.part")).unwrap();
    assert!(
        registry
            .run(&["model", "list"])
            .ended(0)
            .stdout
            .contains("of it have come")
    );

    hub.behave(Manner::default());
    let done = registry.pull();
    assert!(done.ended(0).stdout.contains("have come already"));
    registry.sound();
    let asked = hub.asked();
    assert_eq!(asked.len(), 2);
    assert!(came.len() >= 1 << 19, "{came:?}");
    assert_eq!(asked[1], Some(came.len()), "{asked:?}");
}

#[test]
fn two_pulls_of_one_model_do_not_mix() {
    let hub = Hub::with(model(), held());
    let registry = registry(&hub);
    let first = registry.start(&["model", "pull", "tiny", "--yes"]);
    registry.wait_for("hub.part", 1);
    let second = registry.pull();
    assert!(
        second
            .ended(2)
            .stderr
            .contains("busy with the model `tiny`")
    );
    let removed = registry.run(&["model", "remove", "tiny"]);
    assert!(removed.ended(2).stderr.contains("busy"));
    hub.behave(Manner::default());
    end(first).ended(0);
    registry.sound();
}

#[tokio::test]
async fn a_full_disk_is_seen_before_anything_is_asked() {
    let hub = Hub::with(model(), Manner::default());
    let registry = registry(&hub);
    let dirs = Dirs::under(registry.home.path());
    let catalogue = Catalogue::load(&dirs).unwrap();
    let entry = catalogue.find("tiny").unwrap();
    let store = Store::new(&dirs).with_free_disk(1_000_000);
    let (sender, _heard) = tokio::sync::mpsc::channel(9);
    let failed = pull(entry, &store, sender, CancellationToken::new()).await;
    let Err(PullError::Space { needed, free, .. }) = failed else {
        panic!("{failed:?}")
    };
    assert!(needed > 3_000_000 && free == 1_000_000);
    let said = hustings::error::Failure::from(failed.unwrap_err()).to_string();
    assert!(
        said.contains("1.0 MB are free") && said.contains("hint: "),
        "{said}"
    );
    assert!(hub.asked().is_empty());
}

#[tokio::test]
async fn a_pull_that_is_dropped_stops_and_frees_the_model() {
    let hub = Hub::with(model(), held());
    let registry = registry(&hub);
    let dirs = Dirs::under(registry.home.path());
    let catalogue = Catalogue::load(&dirs).unwrap();
    let entry = catalogue.find("tiny").unwrap();
    let store = Store::new(&dirs);
    let (sender, _heard) = tokio::sync::mpsc::channel(9);
    let pulling = pull(entry, &store, sender.clone(), CancellationToken::new());
    let dropped = tokio::time::timeout(Duration::from_millis(500), pulling).await;
    assert!(dropped.is_err() && store.installed().is_empty());
    hub.behave(Manner::default());
    let again = || pull(entry, &store, sender.clone(), CancellationToken::new());
    let mut installed = again().await;
    // What was at work on the files ends its block before it lets go.
    for _ in 0..400 {
        if !matches!(installed, Err(PullError::Busy { .. })) {
            break;
        }
        tokio::time::sleep(Duration::from_millis(25)).await;
        installed = again().await;
    }
    assert_eq!(installed.unwrap().sha256, entry.main.sha256);
}
