//! Whatever a program is made of, calling it is safe: every way that would lead elsewhere is closed.

use std::panic::{AssertUnwindSafe, catch_unwind};
use zug_jit::{Below, Block, Code, MAX_DEPTH, Maker, NoCode, Table, Value, Window, compile};

/// What the maker says to a mistake.
fn mistake(lens: &[usize], make: impl FnOnce(&mut Maker<'_>)) -> String {
    let Err(said) = catch_unwind(AssertUnwindSafe(|| compile(lens, make).is_ok())) else {
        return "nothing".to_owned();
    };
    let text = said.downcast_ref::<String>().cloned();
    text.or_else(|| said.downcast_ref::<&str>().map(|text| (*text).to_owned())).unwrap_or_default()
}

/// Something of each kind, out of a program that has long been made.
#[derive(Clone, Copy)]
struct Foreign {
    value: Value,
    below: Below,
    table: Table,
    window: Window,
    block: Block,
}

fn foreign() -> Foreign {
    let mut found = None;
    let made = compile(&[100], |m| {
        let value = m.load(0, 0);
        let below = m.below(value, 50);
        let (block, _) = m.block(0);
        m.jump(block, &[]);
        m.begin(block);
        let (table, window) = (m.table(vec![0; 100]), m.window(0, below, 2));
        m.ret(value);
        found = Some(Foreign { value, below, table, window, block });
    });
    assert!(made.is_ok());
    found.unwrap_or_else(|| unreachable!())
}

type Use = fn(&mut Maker<'_>, Foreign);

/// Every way to hand something over.
const USES: &[(&str, Use)] = &[
    ("op", |m, of| {
        m.count(of.value);
    }),
    ("second of two", |m, of| {
        let word = m.word(1);
        m.add(word, of.value);
    }),
    ("compared", |m, of| {
        m.less(of.value, of.value);
    }),
    ("chosen", |m, of| {
        let word = m.word(1);
        m.select(word, word, of.value);
    }),
    ("checked", |m, of| {
        m.below(of.value, 1);
    }),
    ("masked", |m, of| {
        m.masked(of.value, 1);
    }),
    ("multiplied", |m, of| {
        m.times(of.below, 2);
    }),
    ("halved", |m, of| {
        m.halved(of.below, 1);
    }),
    ("added", |m, of| {
        m.sum(of.below, of.below);
    }),
    ("placed", |m, of| {
        m.cell_of(of.below, 50, of.below);
    }),
    ("stored", |m, of| m.store(0, 0, of.value)),
    ("index of a region", |m, of| {
        m.load_at(0, 0, of.below);
    }),
    ("index to store at", |m, of| {
        let word = m.word(1);
        m.store_at(0, 0, of.below, word);
    }),
    ("index of a table", |m, of| {
        let table = m.table(vec![0; 50]);
        m.look_up(table, of.below);
    }),
    ("table", |m, of| {
        m.table(vec![1]);
        let index = m.constant_below(0, 1);
        m.look_up(of.table, index);
    }),
    ("row of a window", |m, of| {
        m.window(0, of.below, 2);
    }),
    ("window", |m, of| {
        m.look_through(0, of.window);
    }),
    ("block begun", |m, of| {
        m.fail();
        m.begin(of.block);
    }),
    ("block jumped to", |m, of| m.jump(of.block, &[])),
    ("value handed over", |m, of| {
        let (block, _) = m.block(1);
        m.jump(block, &[of.value]);
    }),
    ("condition", |m, of| {
        let (block, _) = m.block(0);
        m.branch(of.value, (block, &[]), (block, &[]));
    }),
    ("block branched to", |m, of| {
        let (word, (block, _)) = (m.word(1), m.block(0));
        m.branch(word, (block, &[]), (of.block, &[]));
    }),
    ("argument", |m, of| {
        m.recur(of.value);
    }),
    ("answer", |m, of| m.ret(of.value)),
];

/// What is wrong, and a program in which it is.
type Case = (&'static str, fn(&mut Maker<'_>));

#[test]
fn nothing_of_another_program_can_be_used() {
    for (name, hand_over) in USES {
        let said = mistake(&[100], |m| hand_over(m, foreign()));
        assert_eq!(said, "something of another program", "{name}");
    }
}

#[test]
fn a_program_made_meanwhile_is_another_one() {
    let said = mistake(&[1], |outer| {
        let value = outer.word(1);
        let _ = compile(&[1], |inner| inner.ret(value));
    });
    assert_eq!(said, "something of another program");
}

#[test]
fn an_index_is_good_only_behind_its_check() {
    let made = compile(&[4], |m| {
        let (asked, which) = (m.load(0, 0), m.load(0, 1));
        let ((checked, _), (other, _)) = (m.block(0), m.block(0));
        m.branch(which, (checked, &[]), (other, &[]));
        m.begin(checked);
        let index = m.below(asked, 4);
        m.ret(asked);
        m.begin(other);
        let word = m.load_at(0, 0, index);
        m.ret(word);
    });
    assert!(made.is_err());
}

#[test]
fn places_outside_are_refused_when_the_program_is_made() {
    let cases: &[Case] = &[
        ("an access outside of region 0", |m| {
            m.load(0, 10);
        }),
        ("an access outside of region 0", |m| {
            m.load(0, usize::MAX);
        }),
        ("an access outside of region 0", |m| {
            let index = m.constant_below(0, 5);
            m.load_at(0, 6, index);
        }),
        ("an access outside of region 0", |m| {
            let index = m.constant_below(0, usize::MAX);
            m.load_at(0, 6, index);
        }),
        ("index out of bounds", |m| {
            m.load(1, 0);
        }),
        ("a window outside of region 0", |m| {
            let row = m.constant_below(0, 3);
            m.window(0, row, 4);
        }),
        ("a window outside of region 0", |m| {
            let row = m.constant_below(0, 1 << 62);
            m.window(0, row, 4);
        }),
        ("an access outside of region 0", |m| {
            let row = m.constant_below(0, 3);
            let window = m.window(0, row, 3);
            m.look_through(0, window);
            m.load(0, 3);
        }),
        ("3 behind 1 in a table of 3", |m| {
            let (table, index) = (m.table(vec![0; 3]), m.constant_below(0, 3));
            m.look_up_at(table, 1, index);
        }),
        ("1 behind 18446744073709551615 in a table of 3", |m| {
            let (table, index) = (m.table(vec![0; 3]), m.constant_below(0, 1));
            m.look_up_at(table, usize::MAX, index);
        }),
    ];
    for (expected, make) in cases {
        let said = mistake(&[10], make);
        assert!(said.starts_with(expected), "{said} instead of {expected}");
    }
}

#[test]
fn limits_that_no_word_can_hold_are_refused() {
    const HUGE: usize = usize::MAX / 2 + 1;
    let cases: &[fn(&mut Maker<'_>, Below)] = &[
        |m, huge| {
            m.times(huge, 3);
        },
        |m, huge| {
            let all = m.constant_below(0, usize::MAX);
            m.sum(huge, all);
        },
        |m, huge| {
            let column = m.constant_below(0, 2);
            m.cell_of(huge, 2, column);
        },
        |m, huge| {
            m.masked(huge.value(), 64);
        },
    ];
    for (i, make) in cases.iter().enumerate() {
        let said = mistake(&[1], |m| {
            let huge = m.constant_below(0, HUGE);
            make(m, huge);
        });
        assert_eq!(said, "a limit that no word can hold", "case {i}");
    }
    let said = mistake(&[1], |m| {
        let number = m.constant_below(0, 2);
        m.halved(number, 64);
    });
    assert_eq!(said, "a shift by 64");
    let said = mistake(&[1], |m| {
        let (row, column) = (m.constant_below(0, 2), m.constant_below(0, 3));
        m.cell_of(row, 2, column);
    });
    assert_eq!(said, "columns outside of the row");
}

#[test]
fn numbers_below_nothing_lead_nowhere() -> Result<(), NoCode> {
    let code = compile(&[2], |m| {
        let word = m.load(0, 0);
        let none = m.below(word, 0);
        let (twice, half) = (m.times(none, 2), m.halved(none, 1));
        let both = m.sum(twice, half);
        let word = m.load_at(0, 2, both);
        m.ret(word);
    })?;
    assert_eq!(code.call(&mut [&mut [0, 7]]), None);
    Ok(())
}

#[test]
fn places_far_away_are_where_they_should_be() -> Result<(), NoCode> {
    // Two gigabytes, of which only two pages are ever touched.
    const FAR: usize = 1 << 28;
    let code = compile(&[FAR + 1], |m| {
        let (far, zero) = (m.load(0, FAR), m.constant_below(0, 1));
        let also = m.load_at(0, FAR, zero);
        m.store(0, 0, also);
        m.ret(far);
    })?;
    let mut region = vec![0; FAR + 1];
    region[FAR] = 42;
    assert_eq!(code.call(&mut [&mut region]), Some(42));
    assert_eq!(region[0], 42);
    Ok(())
}

#[test]
fn programs_that_are_not_whole_are_refused() {
    let cases: &[Case] = &[
        ("a block is not ended", |_| {}),
        ("a block is not ended", |m| {
            let (next, _) = m.block(0);
            m.begin(next);
        }),
        ("an op behind the end of a block", |m| {
            m.fail();
            m.word(1);
        }),
        ("an op behind the end of a block", |m| {
            m.fail();
            m.fail();
        }),
        ("a block is begun twice", |m| {
            let (again, _) = m.block(0);
            m.jump(again, &[]);
            m.begin(again);
            m.fail();
            m.begin(again);
        }),
    ];
    for (expected, make) in cases {
        assert_eq!(mistake(&[1], make), *expected);
    }
}

#[test]
fn what_only_the_whole_program_shows_is_an_error() {
    let cases: &[Case] = &[
        ("a block that is never written", |m| {
            let (nowhere, _) = m.block(0);
            m.jump(nowhere, &[]);
        }),
        ("too few values for a block", |m| {
            let (next, at) = m.block(2);
            let word = m.word(1);
            m.jump(next, &[word]);
            m.begin(next);
            m.ret(at[1]);
        }),
        ("too many values for a block", |m| {
            let (next, _) = m.block(0);
            let word = m.word(1);
            m.jump(next, &[word]);
            m.begin(next);
            m.fail();
        }),
        ("a value of the other branch", |m| {
            let ((yes, _), (no, _)) = (m.block(0), m.block(0));
            let word = m.load(0, 0);
            m.branch(word, (yes, &[]), (no, &[]));
            m.begin(yes);
            let one = m.word(1);
            m.ret(one);
            m.begin(no);
            m.ret(one);
        }),
        ("a window of the other branch", |m| {
            let ((yes, _), (no, _)) = (m.block(0), m.block(0));
            let word = m.load(0, 0);
            m.branch(word, (yes, &[]), (no, &[]));
            m.begin(yes);
            let row = m.below(word, 2);
            let window = m.window(0, row, 1);
            m.fail();
            m.begin(no);
            m.look_through(0, window);
            let word = m.load(0, 0);
            m.ret(word);
        }),
    ];
    for (name, make) in cases {
        assert!(compile(&[2], make).is_err(), "{name}");
    }
}

#[test]
fn a_call_gets_the_regions_that_were_said_or_none_happens() -> Result<(), NoCode> {
    let code = compile(&[2, 1], |m| {
        let (a, b) = (m.load(0, 1), m.load(1, 0));
        let sum = m.add(a, b);
        m.ret(sum);
    })?;
    assert_eq!(code.call(&mut [&mut [1, 2], &mut [3]]), Some(5));
    assert_eq!(code.call(&mut [&mut [1, 2, 9], &mut [3, 9]]), Some(5));
    assert_eq!(code.call(&mut [&mut [1], &mut [3]]), None);
    assert_eq!(code.call(&mut [&mut [1, 2], &mut []]), None);
    assert_eq!(code.call(&mut [&mut [1, 2]]), None);
    assert_eq!(code.call(&mut [&mut [1, 2], &mut [3], &mut [4]]), None);
    assert_eq!(code.call(&mut []), None);
    let endless = compile(&[usize::MAX], |m| {
        let word = m.load(0, usize::MAX / 16);
        m.ret(word);
    })?;
    assert_eq!(endless.call(&mut [&mut [1, 2]]), None);
    Ok(())
}

/// Calls itself with so many words to be kept meanwhile.
fn deep(kept: usize) -> Result<Code, NoCode> {
    compile(&[kept], |m| {
        let words: Vec<Value> = (0..kept).map(|i| m.load(0, i)).collect();
        let argument = m.argument();
        let ((more, _), (end, _)) = (m.block(0), m.block(0));
        m.branch(argument, (more, &[]), (end, &[]));
        m.begin(more);
        let one = m.word(1);
        let less = m.sub(argument, one);
        let mut sum = m.recur(less);
        for word in words {
            // Loading them again would give other words.
            sum = m.add(sum, word);
        }
        m.ret(sum);
        m.begin(end);
        let zero = m.word(0);
        for i in 0..kept {
            m.store(0, i, zero);
        }
        m.ret(zero);
    })
}

#[test]
fn no_program_takes_more_stack_than_is_known() -> Result<(), NoCode> {
    let code = deep(500)?;
    let mut region = vec![1; 500];
    let most = MAX_DEPTH - 1;
    assert_eq!(code.call_with(&mut [&mut region], most, most as u64), Some(500 * most as u64));
    region.fill(1);
    assert_eq!(code.call_with(&mut [&mut region], most, most as u64 + 1), None);
    assert_eq!(code.call_with(&mut [&mut region], MAX_DEPTH, 0), None);
    assert_eq!(code.call_with(&mut [&mut region], usize::MAX, 0), None);
    assert!(deep(5000).is_err());
    Ok(())
}

#[test]
fn code_and_tables_live_as_long_as_the_program_on_any_thread() -> Result<(), NoCode> {
    let code = compile(&[1], |m| {
        let table = m.table((0..1000).map(|n| n * n).collect());
        let asked = m.load(0, 0);
        let index = m.below(asked, 1000);
        let square = m.look_up(table, index);
        m.ret(square);
    })?;
    // Moved, used by several at once, and dropped by another thread than made it.
    let squares = std::thread::spawn(move || {
        let code = Box::new(code);
        let right = |n: u64| code.call(&mut [&mut [n]]) == Some(n * n);
        std::thread::scope(|scope| {
            let all: Vec<_> = (0..4).map(|i| scope.spawn(move || (i..1000).step_by(4).all(right))).collect();
            all.into_iter().all(|part| part.join().unwrap_or(false))
        })
    });
    assert!(squares.join().unwrap_or(false));
    Ok(())
}
