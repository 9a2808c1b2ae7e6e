/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * mark.h - instructions without an effect by which a loop tells the emulator's plugin (exceptions.c) where a round of
 * calls begins and ends, and where the measurement of some rounds does.
 *
 *      x86_64, i386    nopl MARK(%rax), (%eax)    Intel SDM 2B, NOP
 *      aarch64         movz xzr, #MARK            Arm ARM, C6.2 MOVZ: the zero register is written
 *      riscv64         lui zero, MARK             RISC-V unprivileged manual, HINT instructions
 */
#ifndef TESTS_BENCH_MARK_H
#define TESTS_BENCH_MARK_H

#define BENCH_CALLS_PER_ROUND 1000

/* one of these, in 16 bits */
#define BENCH_MARK_BEGIN      0x6e01 /* a round */
#define BENCH_MARK_END        0x6e02
#define BENCH_MARK_DONE       0x6e03 /* a measurement: the shortest of its rounds counts */

#if defined(__x86_64__)
#define BENCH_MARK_INSN "nopl %c0(%%rax)"
#elif defined(__i386__)
#define BENCH_MARK_INSN "nopl %c0(%%eax)"
#elif defined(__aarch64__)
#define BENCH_MARK_INSN "movz xzr, #%c0"
#elif defined(__riscv)
#define BENCH_MARK_INSN "lui zero, %0"
#else
#error "mark.h knows no instruction without an effect for this CPU"
#endif

#define BENCH_MARK(mark) __asm__ volatile(BENCH_MARK_INSN : : "i"(mark) : "memory")

#endif
