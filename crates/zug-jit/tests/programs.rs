//! Programs do what the same words do in Rust.

use zug_jit::{MAX_DEPTH, Maker, NoCode, Value, compile};

type TwoWords = (&'static str, fn(&mut Maker<'_>, Value, Value) -> Value, fn(u64, u64) -> u64);

const OPS: &[TwoWords] = &[
    ("and", |m, a, b| m.and(a, b), |a, b| a & b),
    ("and_not", |m, a, b| m.and_not(a, b), |a, b| a & !b),
    ("or", |m, a, b| m.or(a, b), |a, b| a | b),
    ("xor", |m, a, b| m.xor(a, b), |a, b| a ^ b),
    ("add", |m, a, b| m.add(a, b), u64::wrapping_add),
    ("sub", |m, a, b| m.sub(a, b), u64::wrapping_sub),
    ("mul", |m, a, b| m.mul(a, b), u64::wrapping_mul),
    ("mul_high", |m, a, b| m.mul_high(a, b), |a, b| ((u128::from(a) * u128::from(b)) >> 64) as u64),
    ("shl", |m, a, b| m.shl(a, b), |a, b| a.wrapping_shl(b as u32)),
    ("shr", |m, a, b| m.shr(a, b), |a, b| a.wrapping_shr(b as u32)),
    ("rotate_left", |m, a, b| m.rotate_left(a, b), |a, b| a.rotate_left(b as u32 & 63)),
    ("count", |m, a, _| m.count(a), |a, _| u64::from(a.count_ones())),
    ("lowest", |m, a, _| m.lowest(a), |a, _| u64::from(a.trailing_zeros())),
    ("less", |m, a, b| m.less(a, b), |a, b| u64::from(a < b)),
    ("equal", |m, a, b| m.equal(a, b), |a, b| u64::from(a == b)),
    ("select", |m, a, b| m.select(a, b, a), |a, b| if a != 0 { b } else { a }),
];

#[test]
fn every_op_is_that_of_rust() -> Result<(), NoCode> {
    let words = [0, 1, 2, 63, 64, 0x8000_0000_0000_0000, 0x0123_4567_89AB_CDEF, u64::MAX];
    for (name, make, expected) in OPS {
        // The answer goes through the region: one of the answers is the mark of a fault.
        let code = compile(&[3], |m| {
            let (a, b) = (m.load(0, 0), m.load(0, 1));
            let answer = make(m, a, b);
            m.store(0, 2, answer);
            let zero = m.word(0);
            m.ret(zero);
        })?;
        for a in words {
            for b in words {
                let mut region = [a, b, 0];
                assert_eq!(code.call(&mut [&mut region]), Some(0));
                assert_eq!(region, [a, b, expected(a, b)], "{name} of {a:x} and {b:x}");
            }
        }
    }
    Ok(())
}

#[test]
fn a_loop_adds_up_a_region() -> Result<(), NoCode> {
    let code = compile(&[4], |m| {
        let ((again, at), (end, sum)) = (m.block(2), m.block(1));
        let zero = m.word(0);
        m.jump(again, &[zero, zero]);
        m.begin(again);
        let index = m.below(at[0], 4);
        let word = m.load_at(0, 0, index);
        let (one, all) = (m.word(1), m.word(4));
        let (next, sum_so_far) = (m.add(at[0], one), m.add(at[1], word));
        let more = m.less(next, all);
        m.branch(more, (again, &[next, sum_so_far]), (end, &[sum_so_far]));
        m.begin(end);
        m.ret(sum[0]);
    })?;
    assert_eq!(code.call(&mut [&mut [1, 20, 300, 4000]]), Some(4321));
    Ok(())
}

#[test]
fn whatever_is_outside_ends_the_program() -> Result<(), NoCode> {
    let code = compile(&[2], |m| {
        let table = m.table(vec![10, 11, 12]);
        let asked = m.load(0, 0);
        let index = m.below(asked, 3);
        let found = m.look_up(table, index);
        m.store(0, 1, found);
        m.ret(found);
    })?;
    let mut region = [2, 0];
    assert_eq!(code.call(&mut [&mut region]), Some(12));
    assert_eq!(region, [2, 12]);
    // Neither a table's end nor a region that is too short or missing is run over.
    let mut region = [3, 0];
    assert_eq!(code.call(&mut [&mut region]), None);
    assert_eq!(region, [3, 0]);
    assert_eq!(code.call(&mut [&mut [1]]), None);
    assert_eq!(code.call(&mut []), None);
    Ok(())
}

#[test]
#[should_panic(expected = "outside of region 0")]
fn a_place_outside_is_a_mistake_of_the_maker() {
    let _ = compile(&[2], |m| {
        let word = m.load(0, 2);
        m.ret(word);
    });
}

/// Numbers of Fibonacci: each depth keeps its argument in a row of its own.
#[test]
fn a_program_calls_itself_as_deep_as_it_may() -> Result<(), NoCode> {
    let code = compile(&[2 * MAX_DEPTH], |m| {
        let (depth, n) = (m.depth(), m.argument());
        let row = m.window(0, depth, 2);
        let whole = m.look_through(0, row);
        m.store(0, 1, n);
        let two = m.word(2);
        let small = m.less(n, two);
        let ((end, _), (go, _)) = (m.block(0), m.block(0));
        m.branch(small, (end, &[]), (go, &[]));
        m.begin(end);
        m.ret(n);
        m.begin(go);
        let one = m.word(1);
        let before = m.sub(n, one);
        let a = m.recur(before);
        let n = m.load(0, 1);
        let before = m.sub(n, two);
        let b = m.recur(before);
        let sum = m.add(a, b);
        m.ret(sum);
        m.look_through(0, whole);
    })?;
    let mut rows = [0; 2 * MAX_DEPTH];
    assert_eq!(code.call_with(&mut [&mut rows], 20, 20), Some(6765));
    assert_eq!(code.call_with(&mut [&mut rows], 20, 21), Some(10946));
    assert_eq!(code.call_with(&mut [&mut rows], 19, 21), None, "too deep");
    assert_eq!(code.call_with(&mut [&mut rows], MAX_DEPTH, 1), None);
    Ok(())
}
