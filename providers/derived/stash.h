/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * stash.h - what a function was called with, kept until it returns.
 *
 * Theory. At a function's return its arguments are gone. So the entry site puts them here, and the
 * return site takes them. An entry is found by three words: the thread, the place (which function),
 * and the stack pointer: at a return it is what it was at the entry, so nested calls of one function
 * have entries of their own, and a return whose entry was not seen finds nothing.
 *
 *      set = hash of the thread      [state][state]...[state]     0: free; 1: being written; else a tag
 *                                    [entry][entry]...[entry]     thread, place, stack pointer, words
 *
 * The memory is fixed. All entries of a thread are in one set, so a full set costs one search; an
 * entry for which there is no room is counted, and its return finds nothing.
 *
 * Some calls never return here: the function was left in a way that nobody sees, or the thread ended
 * in it. An entry of the same thread that is deeper on the stack than the call that is being entered
 * is of such a call, and its room is used again when the set is full.
 *
 * A state is changed from 0, or from the tag of such an entry, by compare-and-swap: different threads
 * of a set, and an NMI, race for it. Nobody else takes an entry but the thread that put it.
 */
#ifndef PROVIDERS_DERIVED_STASH_H
#define PROVIDERS_DERIVED_STASH_H

#include <stdbool.h>
#include <stdint.h>

#define STASH_SETS  128
#define STASH_WAYS  16
#define STASH_WORDS 3 /* of an entry */

struct stash;

/* An entry is found by these. */
struct stash_key {
	uint64_t thread; /* OS_FACT_THREAD_KEY: other levels of interrupts are other threads */
	const void *place;
	uint64_t sp;
};

/*
 * stash_create / stash_destroy - an empty one.
 * return:  NULL: no memory. stash_destroy: NULL is accepted. context: process.
 */
struct stash *stash_create(void);
void stash_destroy(struct stash *stash);

/*
 * stash_put - keep @words until they are taken; an entry with this key is replaced.
 * args:    @words STASH_WORDS of them, copied.
 * return:  false: there was no room; it is counted.
 * context: probe context, interrupts off.
 */
bool stash_put(struct stash *stash, const struct stash_key *key, const uint64_t *words);

/*
 * stash_take - the words of an entry, which is gone then.
 * args:    @words gets STASH_WORDS.
 * return:  false: there is none.
 * context: as stash_put.
 */
bool stash_take(struct stash *stash, const struct stash_key *key, uint64_t *words);

/*
 * stash_forget - drop all entries of a place.
 * context: process; nobody puts or takes one of this place.
 */
void stash_forget(struct stash *stash, const void *place);

/* stash_used / stash_full - entries at this moment; how often there was no room. Context: process. */
unsigned int stash_used(const struct stash *stash);
uint64_t stash_full(const struct stash *stash);

#endif
