// SPDX-License-Identifier: MIT OR GPL-2.0-only
//! A program in Rust with known numbers of calls, panics that are caught, threads, and two probes of its own.
//!
//! Its probes are what a macro of the crate `usdt` expands to on Linux: a stapsdt note whose arguments are in registers of its own choice,
//! and a counter of those who trace it in .probes; arguments are made only while there are some.
//! The registers are those of the CPU that guests.txt has this for.
//!
//!     rusty           does its work and prints sums
//!     rusty probes N  N times through each probe; prints how often each was found traced

#![allow(named_asm_labels)]

use std::arch::asm;
use std::collections::BTreeMap;
use std::panic;
use std::sync::mpsc;
use std::thread;

extern "C" {
    static rusty_sema_step: u16;
    static rusty_sema_name: u16;
}

/// The note of a probe at the label 990 before it, with the counter of those who trace it.
macro_rules! note {
    ($sema:literal, $name:literal, $arguments:literal) => {
        concat!(
            ".ifndef ", $sema, "\n .pushsection .probes, \"aw\", \"progbits\"\n .weak ", $sema, "\n .hidden ", $sema, "\n", $sema, ": .zero 2\n",
            ".type ", $sema, ", @object\n .size ", $sema, ", 2\n .popsection\n .endif\n",
            ".pushsection .note.stapsdt, \"\", \"note\"\n .balign 4\n .4byte 992f-991f, 994f-993f, 3\n",
            "991: .asciz \"stapsdt\"\n992: .balign 4\n993: .8byte 990b, _.stapsdt.base, ", $sema, "\n .asciz \"rusty\"\n .asciz \"", $name,
            "\"\n .asciz \"", $arguments, "\"\n994: .balign 4\n .popsection\n",
            ".ifndef _.stapsdt.base\n .pushsection .stapsdt.base, \"aG\", \"progbits\", .stapsdt.base, comdat\n .weak _.stapsdt.base\n",
            " .hidden _.stapsdt.base\n_.stapsdt.base: .space 1\n .size _.stapsdt.base, 1\n .popsection\n .endif"
        )
    };
}

#[inline(never)]
fn probe_step(index: u64, change: i32) -> u64 {
    let traced = unsafe { std::ptr::addr_of!(rusty_sema_step).read_volatile() };
    if traced != 0 {
        unsafe {
            asm!("990: nop", note!("rusty_sema_step", "step", "8@%rdi -4@%esi"), in("rdi") index, in("rsi") change as i64,
                 options(att_syntax, nomem, nostack, preserves_flags));
        }
    }
    u64::from(traced != 0)
}

#[inline(never)]
fn probe_name(name: &str) -> u64 {
    let traced = unsafe { std::ptr::addr_of!(rusty_sema_name).read_volatile() };
    if traced != 0 {
        let text = [name.as_bytes(), &[0]].concat();
        unsafe {
            asm!("990: nop", note!("rusty_sema_name", "it-s-name", "8@%rdx"), in("rdx") text.as_ptr(),
                 options(att_syntax, nomem, nostack, preserves_flags));
        }
    }
    u64::from(traced != 0)
}

struct Dropped<'a>(&'a mut u64);

impl Drop for Dropped<'_> {
    #[inline(never)]
    fn drop(&mut self) {
        *self.0 += 1;
    }
}

#[no_mangle]
#[inline(never)]
fn rusty_weigh(n: u64) -> u64 {
    if n < 2 { 1 } else { rusty_weigh(n / 2) + rusty_weigh(n / 3) + n % 7 }
}

/// Panics at the bottom: each frame on the way is left by the unwinder.
#[no_mangle]
#[inline(never)]
fn rusty_fall(depth: u32, drops: &mut u64) -> u64 {
    let counted = Dropped(drops);
    if depth == 0 {
        panic!("at the bottom");
    }
    rusty_fall(depth - 1, counted.0) + 1
}

fn words(count: u64) -> BTreeMap<String, u64> {
    let mut map = BTreeMap::new();
    for i in 0..count {
        *map.entry(format!("w{}", i * 7919 % 101)).or_insert(0) += i;
    }
    map
}

fn work() {
    println!("weighed {}", (1..200).map(rusty_weigh).sum::<u64>());
    let mut drops = 0;
    for depth in 0..20 {
        let caught = panic::catch_unwind(panic::AssertUnwindSafe(|| rusty_fall(depth, &mut drops)));
        println!("fell {} {}", depth, caught.is_err());
    }
    println!("drops {}", drops);
    let (sender, receiver) = mpsc::channel();
    let threads: Vec<_> = (0..4u64)
        .map(|i| {
            let sender = sender.clone();
            thread::spawn(move || sender.send((i, rusty_weigh(500 + i), words(1000 + i).values().sum::<u64>())).unwrap())
        })
        .collect();
    threads.into_iter().for_each(|thread| thread.join().unwrap());
    drop(sender);
    let mut results: Vec<_> = receiver.iter().collect();
    results.sort_unstable();
    println!("{:?}", results);
    println!("{:.6} {:?}", (1..50).map(|i| f64::from(i).sqrt()).sum::<f64>(), words(40));
}

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    panic::set_hook(Box::new(|_| ()));
    if arguments.len() < 3 {
        work();
        std::process::exit(7);
    }
    let count: u64 = arguments[2].parse().unwrap();
    let steps: u64 = (0..count).map(|i| probe_step(i, -(i as i32))).sum();
    let names: u64 = (0..count).map(|i| probe_name(if i % 2 == 0 { "even" } else { "odd" })).sum();
    println!("traced {} {}", steps, names);
}
