//! `hustings divide`: a simulated house votes on debates that are over, and is held against the real one where its votes
//! are known. Repeated divisions are kept beside the debate, whose records stay as they are.

mod text;

use serde_json::json;

use super::{Host, args::DivideArgs, out, signals::until_signal, steps::StepsOfEach};
use crate::{
    engine::Dividing,
    error::{Exit, Failure},
    host::finished::house::{DivideRequest, DividedDebates},
};

/// `hustings divide`.
pub(super) async fn run(host: &Host, args: &DivideArgs) -> Result<Exit, Failure> {
    args.given.check(&args.debates)?;
    args.check()?;
    let given = args.given.read()?;
    let wanted = DivideRequest {
        debates: &args.debates,
        given: &given,
        audience: args.audience.map(usize::from),
        seed: args.seed,
        dividing: Dividing {
            repeats: usize::from(args.repeat),
            together: usize::from(args.together),
        },
        telling: args.told.into(),
        both_orders: args.both_orders,
        model: None,
        keeps_one: false,
    };
    let mut steps = StepsOfEach::default();
    let found = Box::pin(until_signal(async |stop| {
        host.divide(wanted, &mut steps, stop).await
    }))
    .await?;
    let text = if args.json {
        let value = json!({ "debates": found.debates, "overall": found.overall });
        format!("{value:#}\n")
    } else {
        describe(&found)
    };
    out::print(|out| out.write_all(text.as_bytes()))?;
    for failed in found.debates.iter().filter_map(|one| one.failed.as_deref()) {
        out::say(failed);
    }
    if let Some(limit) = &found.limit {
        out::say(limit);
    }
    Ok(found.exit())
}

fn describe(found: &DividedDebates) -> String {
    let all = found.debates.iter().map(text::one);
    let mut text = all.collect::<Vec<_>>().join("\n");
    if found.overall.debates > 1 {
        text.push('\n');
        text += &text::overall(&found.overall);
    }
    text
}
