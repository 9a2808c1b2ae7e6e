/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* walk.c - from frame to frame of a user stack, in probe context. */
#include "base/errno.h"
#include "core/unwind/unwind.h"

/* One frame on the way: the registers that are in walk, and what is known about them. */
struct frame {
	/* interrupted at its pc, with all its registers; other frames are in a call */
	bool exact;
	bool in_call; /* the instruction before the pc has not ended */
	bool has_sp;
	/* above all frames before; a signal's handler may have had another stack */
	bool has_floor;
	uint64_t floor;
};

DT_PROBE_INLINE uint64_t word_mask(const struct dt_unwind_walk *walk)
{
	return walk->word == 4 ? 0xffffffffu : ~(uint64_t)0;
}

DT_PROBE_CTX static bool load_word(const struct dt_unwind_walk *walk, uint64_t addr, uint64_t *ret)
{
	uint32_t value;

	if (walk->word == 8)
		return walk->mem->load(walk->mem->arg, addr, ret, 8) == 0;
	if (walk->mem->load(walk->mem->arg, addr & 0xffffffffu, &value, 4) != 0)
		return false;
	*ret = value;
	return true;
}

DT_PROBE_CTX const struct dtrace_unwind_rule *dt_unwind_rule(const struct dt_unwind_table *table, uint64_t addr)
{
	uint64_t at = addr - table->header->text;
	const struct dtrace_unwind_rule *rule;
	uint32_t first, end, middle;

	if (at >> DTRACE_UNWIND_PAGE_BITS >= table->header->pages)
		return NULL;
	first = table->pages[at >> DTRACE_UNWIND_PAGE_BITS];
	end = table->pages[(at >> DTRACE_UNWIND_PAGE_BITS) + 1];
	at &= DTRACE_UNWIND_PAGE - 1;
	/* the first row of a page is at 0, so it is never above @at */
	while (end - first > 1) {
		middle = first + (end - first) / 2;
		if (DTRACE_UNWIND_ROW_LOW(table->rows[middle]) <= at)
			first = middle;
		else
			end = middle;
	}
	rule = &table->rules[DTRACE_UNWIND_ROW_RULE(table->rows[first])];
	return DTRACE_UNWIND_BASE(rule) != DTRACE_UNWIND_NONE ? rule : NULL;
}

DT_PROBE_CTX static bool usable(struct dt_unwind_walk *walk, const struct dt_unwind_area *area)
{
	if (area->table)
		return area->table->header->word == walk->word;
	if (area->missed) {
		walk->missed = true;
		if (!DT_READ_ONCE(*area->missed))
			DT_WRITE_ONCE(*area->missed, 1);
	}
	return false;
}

/* The area with a table that holds an address; NULL: there is none. */
DT_PROBE_CTX static const struct dt_unwind_area *area_of(struct dt_unwind_walk *walk, uint64_t addr)
{
	uint32_t first = 0, end = walk->map ? walk->map->count : 0, middle;
	const struct dt_unwind_area *area;

	while (first < end) {
		middle = first + (end - first) / 2;
		area = &walk->map->areas[middle];
		if (addr < area->start)
			end = middle;
		else if (addr >= area->end)
			first = middle + 1;
		else
			return usable(walk, area) ? area : NULL;
	}
	return NULL;
}

/* One step by the frame pointer. */
DT_PROBE_CTX static enum dt_unwind_stop step_chain(struct dt_unwind_walk *walk, struct frame *frame)
{
	uint64_t fp = walk->fp & word_mask(walk), next = fp, pc;

	/* a frame below the stack is none: the register holds something else */
	if ((frame->has_sp && fp < walk->sp) || walk->isa->frame_next(walk->word, &next, &pc, walk->mem) != 0)
		return DT_UNWIND_CHAIN;
	walk->chained++;
	walk->pc = pc & walk->isa->return_mask & word_mask(walk);
	walk->fp = next;
	walk->sp = fp + (uint64_t)walk->isa->frame_words * walk->word;
	frame->has_sp = walk->isa->frame_words >= 0;
	frame->exact = false;
	frame->in_call = true;
	frame->has_floor = frame->has_sp;
	frame->floor = walk->sp;
	return DT_UNWIND_END;
}

/* All registers of an interrupted frame are in the signal's frame. */
DT_PROBE_CTX static enum dt_unwind_stop step_signal(struct dt_unwind_walk *walk, const struct dt_unwind_area *area,
						    const struct dtrace_unwind_rule *rule, struct frame *frame)
{
	int32_t link = area->table->header->link;
	uint64_t base = walk->sp, pc_at = base + (uint64_t)rule->ra * walk->word;

	if (!frame->has_sp)
		return DT_UNWIND_CHAIN;
	walk->link = 0;
	if (!load_word(walk, pc_at, &walk->pc) ||
	    !load_word(walk, base + (uint64_t)DTRACE_UNWIND_OFFSET(rule), &walk->sp) ||
	    !load_word(walk, base + (uint64_t)rule->fp * walk->word, &walk->fp) ||
	    (link != 0 && !load_word(walk, pc_at + (uint64_t)(int64_t)link, &walk->link)))
		return DT_UNWIND_FAULT;
	frame->exact = true;
	frame->in_call = false;
	frame->has_floor = false;
	return DT_UNWIND_END;
}

/* The canonical frame address. False: it cannot be read. */
DT_PROBE_CTX static bool cfa_of(const struct dt_unwind_walk *walk, uint64_t file_addr,
				const struct dtrace_unwind_rule *rule, uint64_t *cfa)
{
	uint64_t offset = (uint64_t)(int64_t)DTRACE_UNWIND_OFFSET(rule);

	switch (DTRACE_UNWIND_BASE(rule)) {
	case DTRACE_UNWIND_SP:
		*cfa = walk->sp + offset;
		break;
	case DTRACE_UNWIND_FP:
		*cfa = walk->fp + offset;
		break;
	case DTRACE_UNWIND_PLT:
		*cfa = walk->sp + ((file_addr & 15) >= offset ? 2 : 1) * (uint64_t)walk->word;
		break;
	default: /* SP_LOAD, FP_LOAD */
		offset += DTRACE_UNWIND_BASE(rule) == DTRACE_UNWIND_SP_LOAD ? walk->sp : walk->fp;
		if (!load_word(walk, offset, cfa))
			return false;
		*cfa += DTRACE_UNWIND_MORE(rule) * (uint64_t)walk->word;
		break;
	}
	*cfa &= word_mask(walk);
	return true;
}

DT_PROBE_INLINE bool needs_sp(const struct dtrace_unwind_rule *rule)
{
	return DTRACE_UNWIND_BASE(rule) != DTRACE_UNWIND_FP && DTRACE_UNWIND_BASE(rule) != DTRACE_UNWIND_FP_LOAD;
}

DT_PROBE_CTX static bool load_fp(struct dt_unwind_walk *walk, const struct dtrace_unwind_rule *rule, uint64_t cfa)
{
	switch (rule->fp) {
	case DTRACE_UNWIND_FP_SAME:
		return true;
	case DTRACE_UNWIND_FP_LOST:
		walk->fp = 0;
		return true;
	case DTRACE_UNWIND_FP_AT_FP:
		return load_word(walk, walk->fp, &walk->fp);
	}
	return load_word(walk, cfa + (uint64_t)(int64_t)rule->fp * walk->word, &walk->fp);
}

/* One step by a rule that has a CFA. */
DT_PROBE_CTX static enum dt_unwind_stop step_rule(struct dt_unwind_walk *walk, uint64_t file_addr,
						  const struct dtrace_unwind_rule *rule, struct frame *frame)
{
	uint64_t cfa, pc = walk->link;

	if (needs_sp(rule) && !frame->has_sp)
		return step_chain(walk, frame);
	if (rule->ra == DTRACE_UNWIND_RA_LINK && !frame->exact)
		return DT_UNWIND_LINK;
	if (!cfa_of(walk, file_addr, rule, &cfa))
		return DT_UNWIND_FAULT;
	/* a leaf function may have nothing on the stack; each call takes some */
	if (frame->has_floor && (frame->exact ? cfa < frame->floor : cfa <= frame->floor))
		return DT_UNWIND_DOWN;
	if (rule->ra != DTRACE_UNWIND_RA_LINK && !load_word(walk, cfa + (uint64_t)(int64_t)rule->ra * walk->word, &pc))
		return DT_UNWIND_FAULT;
	if (!load_fp(walk, rule, cfa))
		return DT_UNWIND_FAULT;
	walk->pc = pc & walk->isa->return_mask & word_mask(walk);
	walk->sp = cfa;
	frame->has_sp = true;
	frame->has_floor = true;
	frame->floor = cfa;
	frame->exact = false;
	frame->in_call = true;
	return DT_UNWIND_END;
}

/*
 * One step from a function's edge, where it has no frame: the return address is on top of the stack, or in the link
 * register. caller_get() is for the registers of the CPU, these are of a program of any word.
 */
DT_PROBE_CTX static enum dt_unwind_stop step_edge(struct dt_unwind_walk *walk, struct frame *frame)
{
	uint64_t pc = walk->link;

	if (!walk->isa->has_link) {
		if (!load_word(walk, walk->sp, &pc))
			return DT_UNWIND_FAULT;
		walk->sp += walk->word;
	}
	walk->pc = pc & walk->isa->return_mask & word_mask(walk);
	frame->floor = walk->sp;
	frame->exact = false;
	frame->in_call = true;
	return DT_UNWIND_END;
}

/* To the caller: END means that it was found, or that there is none, and then *@more is false. */
DT_PROBE_CTX static enum dt_unwind_stop step(struct dt_unwind_walk *walk, struct frame *frame, bool *more)
{
	uint64_t addr = frame->in_call ? walk->pc - 1 : walk->pc;
	const struct dt_unwind_area *area = area_of(walk, addr);
	const struct dtrace_unwind_rule *rule = area ? dt_unwind_rule(area->table, addr - area->bias) : NULL;
	bool at_edge = walk->at_edge;

	walk->at_edge = false;
	if (!rule && at_edge)
		return step_edge(walk, frame);
	if (!area)
		return step_chain(walk, frame);
	if (!rule)
		return area->table->header->fallback == DTRACE_UNWIND_CHAIN ? step_chain(walk, frame)
									    : DT_UNWIND_NO_RULE;
	switch (DTRACE_UNWIND_BASE(rule)) {
	case DTRACE_UNWIND_END:
		*more = false;
		return DT_UNWIND_END;
	case DTRACE_UNWIND_SIGNAL:
		return step_signal(walk, area, rule, frame);
	}
	return step_rule(walk, addr - area->bias, rule, frame);
}

DT_PROBE_CTX unsigned int dt_unwind(struct dt_unwind_walk *walk, uint64_t *pcs, unsigned int max)
{
	struct frame frame = { .exact = true, .in_call = walk->called, .has_sp = true, .has_floor = true };
	unsigned int count = 0;
	bool more = true;

	walk->chained = 0;
	walk->missed = false;
	walk->stop = DT_UNWIND_FULL;
	walk->sp &= word_mask(walk);
	walk->fp &= word_mask(walk);
	frame.floor = walk->sp;
	while (count < max) {
		pcs[count++] = walk->pc;
		walk->stop = step(walk, &frame, &more);
		/* a thread's first function may have been called from nowhere */
		if (walk->stop != DT_UNWIND_END || !more || walk->pc == 0)
			return count;
		walk->stop = DT_UNWIND_FULL;
	}
	return count;
}

const char *dt_unwind_stop_name(unsigned int stop)
{
	static const char *const names[] = { "end", "full", "no-rule", "chain", "link", "down", "fault" };

	DT_STATIC_ASSERT(DT_ARRAY_SIZE(names) == DT_UNWIND_STOP_COUNT, "a name for each");
	return stop < DT_UNWIND_STOP_COUNT ? names[stop] : "?";
}
