/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * debugger.c - what debuggers read and write where our breaks are.
 *
 * Theory. A debugger that sets a breakpoint reads the bytes there, writes a break, and later writes the
 * bytes back. If it read our break it would take that for the program's own: it would leave the
 * instruction out where its breaks have another number than ours, and put our break back when we are
 * long gone. If it wrote over our break our probes would not fire any more. So each has its own:
 *
 *     it reads    where our break is    the program's instruction, or the break that it has written
 *     it writes   over our break        ours stays; what it writes is kept (struct dt_past_place), is
 *                                       what it reads, and is there when we have gone
 *
 * Where both have a break, a trap fires our probes and is passed on. To go on, the debugger writes the
 * instruction back and has the thread execute it: that trap is of the same execution, and is silent
 * (marks.c).
 *
 * What is neither the instruction nor a break is another program: our break is given up. Its site is
 * overwritten, and counted when it is disarmed.
 */
#include "core/entry.h"
#include "core/site/site.h"
#include "base/memory.h"

/* The part of [addr, addr + size) that has bytes of a place. */
struct overlap {
	size_t at;     /* in what is read or written */
	size_t offset; /* in the place */
	size_t size;   /* 0: it has none */
};

static struct overlap overlap_of(const struct dt_past_place *place, size_t length, uint64_t addr, size_t size)
{
	struct overlap overlap = { .at = place->addr > addr ? (size_t)(place->addr - addr) : 0,
				   .offset = addr > place->addr ? (size_t)(addr - place->addr) : 0 };

	if (overlap.offset < length && overlap.at < size)
		overlap.size = DT_MIN(length - overlap.offset, size - overlap.at);
	return overlap;
}

/* The first place of which [addr, ...) may have a byte. */
static size_t first_of(const struct dt_past *past, uint64_t addr)
{
	return dt_past_from(past, addr < ISA_INSN_MAX ? 0 : addr - ISA_INSN_MAX);
}

/* ---- reading --------------------------------------------------------------------------------- */

void dt_user_conceal(struct os_space *space, uint64_t addr, void *bytes, size_t size)
{
	const struct isa *isa = space->isa;
	struct dt_sites *sites = space->sites;
	const struct dt_past *past;
	struct overlap overlap;
	uint8_t *read = bytes;
	size_t i;

	os_mutex_lock(&sites->lock);
	past = sites->past;
	for (i = first_of(past, addr); past && i < past->count && past->places[i].addr < addr + size; i++) {
		overlap = overlap_of(&past->places[i], isa->break_len, addr, size);
		if (overlap.size > 0 &&
		    dt_memcmp(read + overlap.at, isa->break_bytes + overlap.offset, overlap.size) == 0)
			dt_memcpy(read + overlap.at, past->places[i].bytes + overlap.offset, overlap.size);
	}
	os_mutex_unlock(&sites->lock);
}

/* ---- writing --------------------------------------------------------------------------------- */

/* A place that a write has bytes of. */
struct written {
	struct dt_past_place *place;
	struct dt_site *site;         /* NULL: there is no break of ours now */
	struct overlap all, head;     /* with the site's instruction; with what our break covers */
	uint8_t given[ISA_BREAK_MAX]; /* what is to be written to the head */
	uint8_t bytes[ISA_BREAK_MAX]; /* what is at the place then, but for our break */
	bool foreign;                 /* that is a break */
};

struct writing {
	struct os_space *space;
	uint64_t addr;
	uint8_t *bytes;
	size_t size;
	bool seen; /* a break may be one of ours, that the debugger has read past dt_user_conceal() */
	struct written *written;
	size_t count;
};

static bool is_break(const struct isa *isa, const uint8_t *code, const struct isa_insn *old)
{
	struct isa_insn insn;

	isa->insn_decode(code, old->len, old->addr, &insn);
	return insn.class == ISA_CLASS_BREAK;
}

/* Find out what will be at the place, and have our break written there, if there is one that stays. */
static void prepare(struct writing *writing, struct written *written)
{
	const struct isa *isa = writing->space->isa;
	const struct isa_insn *insn = written->site ? &written->site->insn : NULL;
	const struct overlap *all = &written->all, *head = &written->head;
	uint8_t code[ISA_INSN_MAX] = { 0 };

	if (insn)
		dt_memcpy(code, insn->bytes, insn->len);
	dt_memcpy(code, written->place->bytes, isa->break_len);
	dt_memcpy(code + all->offset, writing->bytes + all->at, all->size);
	if (writing->seen && dt_memcmp(code, isa->break_bytes, isa->break_len) == 0)
		dt_memcpy(code, written->place->bytes, isa->break_len);
	dt_memcpy(written->bytes, code, isa->break_len);
	written->foreign = insn && dt_memcmp(code, insn->bytes, insn->len) != 0;
	if (written->foreign && !is_break(isa, code, insn)) { /* the site is left without its break */
		dt_past_write_back(writing->space, written->place->addr, written->place->bytes);
		written->site = NULL;
	}
	dt_memcpy(written->given, writing->bytes + head->at, head->size);
	if (written->site)
		dt_memcpy(writing->bytes + head->at, isa->break_bytes + head->offset, head->size);
}

/* It was written, up to @done bytes. */
static void finish(struct writing *writing, struct written *written, size_t done)
{
	dt_memcpy(writing->bytes + written->head.at, written->given, written->head.size);
	if (written->all.at + written->all.size > done)
		return;
	dt_memcpy(written->place->bytes, written->bytes, sizeof(written->bytes));
	if (written->site)
		DT_WRITE_ONCE(written->site->foreign, written->foreign);
}

/* The places in the range of the write. Return: false: there is no memory for them. Context: [M]. */
static bool find_written(struct writing *writing)
{
	struct dt_sites *sites = writing->space->sites;
	size_t break_len = writing->space->isa->break_len;
	size_t i = first_of(sites->past, writing->addr), end;
	struct written *written;

	end = dt_past_from(sites->past, writing->addr + writing->size);
	writing->written = end > i ? os_alloc((end - i) * sizeof(*written)) : NULL;
	if (end > i && !writing->written)
		return false;
	for (; i < end; i++) {
		written = &writing->written[writing->count];
		written->place = &sites->past->places[i];
		written->site = dt_site_find(sites, written->place->addr);
		written->head = overlap_of(written->place, break_len, writing->addr, writing->size);
		written->all = overlap_of(written->place, written->site ? written->site->insn.len : break_len,
					  writing->addr, writing->size);
		writing->count += written->all.size > 0;
	}
	return true;
}

long dt_user_write(struct os_space *space, uint64_t addr, void *bytes, size_t size, long (*write)(void *arg), void *arg)
{
	struct writing writing = { .space = space, .addr = addr, .bytes = bytes, .size = size };
	struct dt_sites *sites = space->sites;
	long done;
	size_t i;

	os_mutex_lock(&sites->lock);
	writing.seen = dt_space_is_seen(space);
	/* without memory for it our breaks are overwritten, and counted when they are disarmed */
	if (!find_written(&writing))
		writing.count = 0;
	for (i = 0; i < writing.count; i++)
		prepare(&writing, &writing.written[i]);
	done = write(arg);
	for (i = 0; i < writing.count; i++)
		finish(&writing, &writing.written[i], done > 0 ? (size_t)done : 0);
	os_mutex_unlock(&sites->lock);
	os_free(writing.written);
	return done;
}
