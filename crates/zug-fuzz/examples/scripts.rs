//! Random rules in the Zug language for both back ends, many more than a test has time for.
//!
//! ```text
//! cargo run --profile dev -p zug-fuzz --example scripts -- FROM TO     # every seed from FROM, before TO
//! cargo run --profile dev -p zug-fuzz --example scripts -- SEED        # one, with its text
//! cargo run --profile dev -p zug-fuzz --example scripts -- FILE        # a text, such as that of a seed, made shorter
//! ```
//!
//! A line for each seed whose rules run differently or take long, then what was looked at.

use std::panic::catch_unwind;
use std::time::{Duration, Instant};

const LONG: Duration = Duration::from_secs(4);

fn main() -> Result<(), String> {
    let numbers: Result<Vec<u64>, _> = std::env::args().skip(1).map(|n| n.parse()).collect();
    match numbers.as_deref() {
        Ok([seed]) => {
            let bytes = zug_fuzz::random_bytes(*seed);
            let (text, problem) = zug_fuzz::script_text(&bytes);
            println!("{text}\n{}", problem.unwrap_or_default());
            println!("alike: {:?}", zug_fuzz::scripts(&bytes));
            Ok(())
        }
        Ok([from, to]) => many(*from, *to),
        Err(_) => {
            let file = std::env::args().nth(1).unwrap_or_default();
            let text = std::fs::read_to_string(&file).map_err(|e| format!("{file}: {e}"))?;
            println!("alike: {:?}", zug_fuzz::script(&text));
            Ok(())
        }
        _ => Err("one seed, or the first and the one after the last".to_owned()),
    }
}

fn many(from: u64, to: u64) -> Result<(), String> {
    let [mut games, mut flows, mut counts, mut recalled, mut limits, mut given_up, mut different] =
        [0_u64; 7];
    std::panic::set_hook(Box::new(|_| {}));
    for seed in from..to {
        let began = Instant::now();
        match catch_unwind(|| zug_fuzz::scripts(&zug_fuzz::random_bytes(seed))) {
            Ok(None) => {}
            Ok(Some(met)) => {
                games += 1;
                flows += u64::from(met.flows);
                counts += u64::from(met.counts);
                recalled += u64::from(met.recalled);
                limits += u64::from(met.limit);
                given_up += u64::from(met.given_up);
            }
            Err(what) => {
                different += 1;
                let text = what.downcast_ref::<String>().map_or("", |text| text.as_str());
                let text =
                    if text.is_empty() { what.downcast_ref::<&str>().copied().unwrap_or("") } else { text };
                println!("{seed}: {}", text.lines().next().unwrap_or_default());
            }
        }
        if began.elapsed() > LONG {
            println!("{seed}: took {:?}", began.elapsed());
        }
    }
    println!(
        "{} inputs: {games} games, {flows} with flows, {counts} with counts, {recalled} remembered, {limits} that meet a \
         limit, {given_up} given up, {different} different",
        to.saturating_sub(from)
    );
    if different == 0 { Ok(()) } else { Err("the back ends differ".to_owned()) }
}
