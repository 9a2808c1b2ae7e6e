/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * write.c - a write of isa_jump_writes() for many regions at once. What is in the text is read before: only bytes that
 * are ours are written over, and those that are right already are left alone. So a batch can be stopped anywhere and
 * begun again.
 *
 * A break is nobody's in particular: on x86 a kprobe's has the same byte. So over a jump, which a kprobe accepts as an
 * instruction, a break is ours only where we have written one.
 */
#include "core/site/kind.h"

#include "base/memory.h"

/* More than the patches of any region: pieces of the longest one, of one byte where a larger one is not aligned. */
#define PIECES_MAX 12
#define PIECES_FIT 15 /* in struct dt_region */
DT_STATIC_ASSERT(DT_SITES_FALLBACK >= PIECES_MAX, "a region's patches fit without memory");
DT_STATIC_ASSERT(PIECES_FIT >= PIECES_MAX, "how many they are fits into a region");

/* A region, and its bytes while it is a jump. */
struct form {
	struct isa_region found;
	uint8_t jump[ISA_REGION_MAX];
};

struct batch {
	struct dt_sites *sites;
	struct dt_region **regions;
	size_t count;
	bool on;
	enum dt_write which;
	struct os_patch *patches;
	size_t used, room;
};

static void form_of(const struct dt_sites *sites, struct dt_region *region, struct form *ret)
{
	dt_region_describe(region, &ret->found);
	dt_region_jump(sites, &ret->found, region, ret->jump);
}

/* Whether a region's first write is that of the break. On the way to a jump its site has one already, at its start. */
static bool begins_with_break(const struct batch *batch, const struct dt_region *region)
{
	return !batch->on || region->before > 0;
}

/* Whether its last write is that of the first bytes: on the way back the break stays there for the site. */
static bool ends_with_first(const struct batch *batch, const struct dt_region *region)
{
	return batch->on || region->before > 0;
}

/* Whether the region needs such a write at all: choose() may find one. */
static bool is_meant(const struct batch *batch, const struct dt_region *region)
{
	switch (batch->which) {
	case DT_WRITE_GUARD:
		return begins_with_break(batch, region);
	case DT_WRITE_FIRST:
		return ends_with_first(batch, region);
	default:
		return true;
	}
}

/* Which of the writes it is. NULL: the region needs no such write. */
static const struct isa_jump_write *choose(const struct isa_jump_write *writes, unsigned int count,
					   const struct batch *batch, const struct dt_region *region)
{
	unsigned int i, first = begins_with_break(batch, region) ? 1 : 0;
	unsigned int last = ends_with_first(batch, region) ? count - 1 : count;
	const struct isa_jump_write *chosen = NULL;

	for (i = 0; i < count; i++) {
		if ((batch->which == DT_WRITE_GUARD && i < first) ||
		    (batch->which == DT_WRITE_REST && i >= first && i < last) ||
		    (batch->which == DT_WRITE_FIRST && i >= last))
			chosen = &writes[i];
	}
	return chosen;
}

/* Whether bytes of text are the jump's, the instructions', or those of a region that is guarded. */
static bool is_one_of(const struct dt_sites *sites, const struct form *form, const uint8_t *bytes, unsigned int at,
		      unsigned int len)
{
	DT_UNINITIALIZED uint8_t guarded[ISA_REGION_MAX];

	if (dt_memcmp(bytes, form->jump + at, len) == 0 || dt_memcmp(bytes, form->found.bytes + at, len) == 0)
		return true;
	isa_region_guarded(sites->space->jumps->isa, &form->found, guarded);
	return dt_memcmp(bytes, guarded + at, len) == 0;
}

/* How many bytes are written by one store. */
static unsigned int piece_len(const struct isa *isa, uint64_t addr, unsigned int left)
{
	unsigned int len = 4;

	while (len > isa->insn_align && (len > left || addr % len != 0))
		len /= 2;
	return len;
}

/* Whether a jump of ours is not in the text any more. */
static bool jump_is_gone(struct dt_sites *sites, const struct form *form)
{
	unsigned int len = sites->space->jumps->isa->len;
	DT_UNINITIALIZED uint8_t bytes[ISA_REGION_MAX];

	return sites->space->ops->read(sites->space, form->found.addr, bytes, len) != 0 ||
	       dt_memcmp(bytes, form->jump, len) != 0;
}

bool dt_region_is_ours(struct dt_sites *sites, struct dt_region *region)
{
	DT_UNINITIALIZED uint8_t bytes[ISA_REGION_MAX];
	DT_UNINITIALIZED struct form form;
	unsigned int at, len;

	if (sites->space->ops->read(sites->space, dt_region_addr(region), bytes, region->len) != 0)
		return false;
	form_of(sites, region, &form);
	if (dt_region_is_jump(region) && dt_memcmp(bytes, form.jump, sites->space->jumps->isa->len) != 0)
		return false;
	for (at = 0; at < region->len; at += len) {
		len = at == 0 ? sites->space->isa->break_len
			      : piece_len(sites->space->isa, dt_region_addr(region) + at, region->len - at);
		if (!is_one_of(sites, &form, bytes + at, at, len))
			return false;
	}
	return true;
}

static void add_patch(struct batch *batch, uint64_t addr, const uint8_t *old, const uint8_t *new, unsigned int len)
{
	struct os_patch *patch = &batch->patches[batch->used++];

	patch->addr = addr;
	patch->len = (uint8_t)len;
	patch->status = -OS_EFAULT;
	dt_memcpy(patch->old_bytes, old, len);
	dt_memcpy(patch->new_bytes, new, len);
}

/* The patches of one region. None when all is right; none when it is in trouble, which is noted. */
static void add_region(struct batch *batch, struct dt_region *region)
{
	struct os_space *space = batch->sites->space;
	DT_UNINITIALIZED struct isa_jump_write writes[ISA_JUMP_WRITES];
	DT_UNINITIALIZED uint8_t bytes[ISA_REGION_MAX];
	DT_UNINITIALIZED struct form form;
	const struct isa_jump_write *write;
	size_t before = batch->used;
	unsigned int at, end, len, count;
	uint64_t addr;

	region->pieces = 0;
	if (region->trouble != DT_TROUBLE_NONE || (!batch->on && !region->guarded) || !is_meant(batch, region))
		return;
	form_of(batch->sites, region, &form);
	addr = form.found.addr;
	count = isa_jump_writes(space->jumps->isa, &form.found, form.jump, batch->on, writes);
	write = choose(writes, count, batch, region);
	if (!write)
		return;
	end = write->at + write->len;
	if (space->ops->read(space, addr + write->at, bytes + write->at, write->len) != 0) {
		region->trouble = DT_TROUBLE_GONE;
		return;
	}
	/* @bytes, too: somebody's break may have been there then, and not any more when the whole jump is read */
	if (dt_region_is_jump(region) && (dt_memcmp(bytes + write->at, form.jump + write->at, write->len) != 0 ||
					  jump_is_gone(batch->sites, &form))) {
		region->trouble = DT_TROUBLE_CHANGED;
		return;
	}
	region->broken |= !batch->on; /* before the break is there: its trap is ours */
	for (at = write->at; at < end; at += len) {
		len = write->at == 0 ? write->len : piece_len(space->isa, addr + at, end - at);
		if (dt_memcmp(bytes + at, write->bytes + (at - write->at), len) == 0)
			continue;
		if (!is_one_of(batch->sites, &form, bytes + at, at, len)) {
			region->trouble = DT_TROUBLE_CHANGED;
			batch->used = before;
			return;
		}
		add_patch(batch, addr + at, bytes + at, write->bytes + (at - write->at), len);
	}
	region->pieces = (batch->used - before) & PIECES_FIT;
}

static enum dt_trouble trouble_of(int status)
{
	return status == 0            ? DT_TROUBLE_NONE
	       : status == -OS_ENOMEM ? DT_TROUBLE_MEMORY
	       : status == -OS_EBUSY  ? DT_TROUBLE_CHANGED
				      : DT_TROUBLE_GONE;
}

/* The regions [@from, @to) have their patches: write them. */
static void write_some(struct batch *batch, size_t from, size_t to)
{
	struct os_space *space = batch->sites->space;
	struct os_patch *patch = batch->patches;
	struct dt_region *region;
	enum dt_trouble trouble;
	unsigned int n;

	if (batch->used > 0)
		space->ops->patch(space, batch->patches, batch->used);
	for (; from < to; from++) {
		region = batch->regions[from];
		for (n = 0; n < region->pieces; n++, patch++) {
			trouble = trouble_of(patch->status);
			if (trouble != DT_TROUBLE_NONE)
				region->trouble = trouble;
		}
	}
	batch->used = 0;
}

static size_t room_wanted(const struct batch *batch)
{
	size_t i, room = PIECES_MAX;

	for (i = 0; i < batch->count; i++)
		room += batch->which == DT_WRITE_REST ? DT_MIN(batch->regions[i]->len / 2u + 1u, PIECES_MAX) : 1u;
	return room;
}

void dt_regions_write(struct dt_sites *sites, struct dt_region **regions, size_t count, bool on, enum dt_write which)
{
	struct batch batch = { .sites = sites, .regions = regions, .count = count, .on = on, .which = which };
	struct os_patch *patches = NULL;
	size_t i, from = 0;

	batch.room = room_wanted(&batch);
	if (batch.room > DT_SITES_FALLBACK)
		patches = os_alloc(batch.room * sizeof(*patches));
	batch.patches = patches ? patches : sites->fallback.patches;
	if (!patches)
		batch.room = DT_SITES_FALLBACK;
	for (i = 0; i < count; i++) {
		if (batch.used + PIECES_MAX > batch.room) {
			write_some(&batch, from, i);
			from = i;
		}
		add_region(&batch, regions[i]);
	}
	write_some(&batch, from, count);
	os_free(patches);
}
