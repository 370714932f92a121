//! Random rules for both back ends, many more than a test has time for.
//!
//! ```text
//! cargo run --release -p zug-fuzz --example twofold -- FROM TO     # every seed from FROM, before TO
//! cargo run --release -p zug-fuzz --example twofold -- SEED        # one, with its rules
//! ```
//!
//! A line for each seed whose rules run differently, then how many were looked at and how many had a fast form.

use std::panic::catch_unwind;

fn main() -> Result<(), String> {
    let numbers: Result<Vec<u64>, _> = std::env::args().skip(1).map(|n| n.parse()).collect();
    match numbers.as_deref() {
        Ok([seed]) => {
            let fast = zug_fuzz::twofold(&zug_fuzz::random_bytes(*seed));
            println!("alike; fast form: {fast}");
            Ok(())
        }
        Ok([from, to]) => {
            let (mut fast, mut different) = (0_u64, 0_u64);
            std::panic::set_hook(Box::new(|_| {}));
            for seed in *from..*to {
                match catch_unwind(|| zug_fuzz::twofold(&zug_fuzz::random_bytes(seed))) {
                    Ok(form) => fast += u64::from(form),
                    Err(what) => {
                        different += 1;
                        let text = what.downcast_ref::<String>().map_or("", |text| text.as_str());
                        println!("{seed}: {}", text.lines().next().unwrap_or_default());
                    }
                }
            }
            println!("{} inputs, {fast} with a fast form, {different} different", to.saturating_sub(*from));
            if different == 0 { Ok(()) } else { Err("the back ends differ".to_owned()) }
        }
        _ => Err("one seed, or the first and the one after the last".to_owned()),
    }
}
