/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* stack.c - the stack of the current process, in probe context. */
#include "base/errno.h"
#include "base/memory.h"
#include "core/unwind/memories.h"
#include "os/os.h"

uint32_t dt_walks_missed;
static struct dt_walks *walks; /* by CPU */

DT_PROBE_CTX static int load(void *arg, uint64_t addr, void *dst, size_t size)
{
	return os_uload(dst, addr, size);
}

/* The map of a memory of which a record gets addresses; NULL: there is none. */
DT_PROBE_CTX static const struct dt_unwind_map *map_of(uint64_t id)
{
	struct dt_memory *memory;

	if (id == 0)
		return NULL;
	memory = DT_READ_ONCE(*dt_memory_bucket(id));
	while (memory && memory->id != id)
		memory = DT_READ_ONCE(memory->next);
	if (!memory)
		return NULL;
	if (!DT_READ_ONCE(memory->seen))
		DT_WRITE_ONCE(memory->seen, 1);
	return memory->map;
}

DT_PROBE_CTX void dt_user_seen(void)
{
	map_of(os_memory());
}

DT_PROBE_CTX static void count(const struct dt_unwind_walk *walk)
{
	struct dt_walks *self = &walks[os_cpu_self()];

	self->stops[walk->stop]++;
	self->chained += walk->chained;
	if (!walk->missed)
		return;
	self->missed++;
	if (!DT_READ_ONCE(dt_walks_missed))
		DT_WRITE_ONCE(dt_walks_missed, 1);
}

DT_PROBE_CTX unsigned int dt_user_stack(const struct isa_regs *regs, bool at_edge, uint64_t *pcs, unsigned int max)
{
	static const struct isa_mem mem = { .load = load };
	DT_UNINITIALIZED struct dt_unwind_walk walk;
	DT_UNINITIALIZED struct os_user_frame frame;
	unsigned int stored;

	if (max == 0 || !os_user_frame(regs, &frame))
		return 0;
	walk.isa = frame.isa;
	walk.mem = &mem;
	walk.map = map_of(frame.memory);
	walk.word = frame.word;
	walk.pc = frame.pc;
	walk.sp = frame.sp;
	walk.fp = frame.fp;
	walk.link = frame.link;
	walk.called = frame.called;
	walk.at_edge = at_edge;
	stored = dt_unwind(&walk, pcs, max);
	count(&walk);
	return stored;
}

void dt_walks_sum(struct dt_walks *ret)
{
	unsigned int cpu, i;

	dt_memset(ret, 0, sizeof(*ret));
	for (cpu = 0; cpu < os_cpu_count(); cpu++) {
		for (i = 0; i < DT_UNWIND_STOP_COUNT; i++)
			ret->stops[i] += DT_READ_ONCE(walks[cpu].stops[i]);
		ret->chained += DT_READ_ONCE(walks[cpu].chained);
		ret->missed += DT_READ_ONCE(walks[cpu].missed);
	}
}

int dt_walks_init(void)
{
	walks = os_alloc(os_cpu_count() * sizeof(*walks));
	return walks ? 0 : -OS_ENOMEM;
}

void dt_walks_fini(void)
{
	os_free(walks);
	walks = NULL;
}
