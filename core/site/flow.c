/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * flow.c - what is known of functions, for regions (isa/jump.h): where jumps lead, and what others know.
 *
 * Theory. A jump into the middle of a function may come from another one: from a part that the compiler split
 * off, or from code that was written by hand. So such text is decoded once, and the addresses that are no
 * symbol are kept: a few thousand. Text of modules is decoded again when a module has come or gone; modules
 * jump to symbols of the kernel only.
 *
 * Where functions have jump tables, a part that was split off may have one that leads into its function. Such functions
 * are known by a jump of that part.
 */
#include <dtrace/provider.h>

#include "base/memory.h"
#include "base/sort.h"
#include "core/site/kind.h"

#define WINDOW       16384u     /* bytes that are decoded at once, and looked through in one stretch with the lock */
#define TEXT_COST    64u        /* bytes that are as much work as a text more */
#define PADDING      4096u      /* bytes, all of them breaks or zero, that are no code: large pages are filled up so */
#define FUNCTION_MAX (1u << 20) /* bytes; the largest function of a kernel has less */
#define NEAR         (2u * ISA_REGION_MAX)

/* ---- all text -------------------------------------------------------------------------------- */

/* A list that grows. */
struct list {
	void **all; /* addresses */
	size_t count, room;
};

struct learning {
	struct dt_sites *sites;
	struct os_text *texts;
	size_t text_count, text_room;
	struct list starts, middles, tabled;
	uint64_t highest; /* end of all text */
	bool no_memory;
	size_t looked; /* bytes since the lock was taken */
	/* of the text that is looked through */
	struct os_text text;
	bool indirect;          /* it has an indirect jump that may lead anywhere */
	uint8_t *code, *begins; /* WINDOW bytes each: text, and where instructions begin */
};

static bool list_grow(struct list *list)
{
	size_t room = list->room ? 2 * list->room : 1024;
	void **more = os_alloc(room * sizeof(*more));

	if (!more)
		return false;
	dt_memcpy(more, list->all, list->count * sizeof(*more));
	os_free(list->all);
	list->all = more;
	list->room = room;
	return true;
}

static void list_add(struct learning *learning, struct list *list, uint64_t addr)
{
	if (list->count == list->room && !list_grow(list))
		learning->no_memory = true;
	else
		list->all[list->count++] = (void *)(uintptr_t)addr;
}

/* The index of the first one that is not below @addr. */
static size_t first_from(void *const *all, size_t count, uint64_t addr)
{
	size_t low = 0, high = count, middle;

	while (low < high) {
		middle = low + (high - low) / 2;
		if ((uintptr_t)all[middle] < addr)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

static int gather_text(void *arg, const struct os_text *text)
{
	struct learning *learning = arg;
	size_t room = learning->text_room ? 2 * learning->text_room : 1024;
	struct os_text *more;

	learning->highest = DT_MAX(learning->highest, text->end);
	list_add(learning, &learning->starts, text->start);
	if (text->closed)
		return learning->no_memory ? -OS_ENOMEM : 0;
	if (learning->text_count == learning->text_room) {
		more = os_alloc(room * sizeof(*more));
		if (!more)
			return -OS_ENOMEM;
		dt_memcpy(more, learning->texts, learning->text_count * sizeof(*more));
		os_free(learning->texts);
		learning->texts = more;
		learning->text_room = room;
	}
	learning->texts[learning->text_count++] = *text;
	return learning->no_memory ? -OS_ENOMEM : 0;
}

static int look_at(void *arg, const struct isa_insn *in)
{
	struct learning *learning = arg;
	const struct os_jumps *jumps = learning->sites->space->jumps;
	const struct list *starts = &learning->starts;
	size_t i;

	learning->indirect |= isa_jump_is_unknown(in, jumps->thunks, jumps->thunk_count);
	if (!in->target || (in->target >= learning->text.start && in->target < learning->text.end))
		return 0;
	i = first_from(starts->all, starts->count, in->target);
	if (i > 0 && in->target < learning->highest && !(i < starts->count && (uintptr_t)starts->all[i] == in->target))
		list_add(learning, &learning->middles, in->target);
	return learning->no_memory ? -OS_ENOMEM : 0;
}

/* The last instruction found in a window of @size bytes at @addr. Return: its address; @addr with *@len 0: none. */
static uint64_t last_one(const struct learning *learning, uint64_t addr, size_t size, unsigned int *len)
{
	struct isa_insn in;
	size_t at = size;

	*len = 0;
	while (at > 0 && !learning->begins[at - 1])
		at--;
	if (at == 0)
		return addr;
	at--;
	learning->sites->space->isa->insn_decode(learning->code + at, size - at, addr + at, &in);
	*len = in.len;
	return addr + at;
}

/*
 * A Debian kernel for x86_64 has three megabytes of breaks. Each one looked up, as it could be one of ours, and decoded
 * was a tenth of the way from breaks to jumps.
 */
static bool is_padding(const struct learning *learning, uint64_t addr, size_t size)
{
	const struct dt_sites *sites = learning->sites;
	uint64_t word;

	if (size < PADDING || sites->space->ops->read(sites->space, addr, learning->code, size) != 0)
		return false;
	word = DT_GET64(learning->code);
	return (word == 0 || word == sites->breaks.word) &&
	       dt_memcmp(learning->code, learning->code + sizeof(word), size - sizeof(word)) == 0;
}

/* Whoever arms or disarms does not wait for more than a window. */
static void give_way(struct learning *learning, uint64_t bytes)
{
	learning->looked += (size_t)bytes;
	if (learning->looked < WINDOW)
		return;
	os_mutex_unlock(&learning->sites->lock);
	os_yield();
	os_mutex_lock(&learning->sites->lock);
	learning->looked = 0;
}

/*
 * Decode from @addr on, up to a window's end or to what is no instruction. The window's last instruction is decoded
 * again with the next one: on some CPUs two of them make one jump. Return: where to go on.
 */
static uint64_t look_through_window(struct learning *learning, uint64_t addr)
{
	const struct isa *isa = learning->sites->space->isa;
	struct isa_scan_env env = { .func = addr, .classes = ISA_CLASSES_FLOW, .starts = learning->begins };
	unsigned int len;
	uint64_t last;

	env.end = DT_MIN(learning->text.end, addr + WINDOW);
	if (is_padding(learning, addr, (size_t)(env.end - addr)))
		return env.end;
	if (dt_place_read(learning->sites, addr, learning->code, (size_t)(env.end - addr)) != 0)
		return learning->text.end;
	dt_memset(learning->begins, 0, (size_t)(env.end - addr));
	isa->scan_insns(learning->code, &env, look_at, learning);
	last = last_one(learning, addr, (size_t)(env.end - addr), &len);
	if (len == 0 || last + len >= learning->text.end)
		return len == 0 ? addr + isa->insn_align : last + len;
	if (last + len + ISA_INSN_MAX <= env.end) /* what follows is no instruction */
		return last + len + isa->insn_align;
	return last > addr ? last : last + len;
}

static void look_through(struct learning *learning, const struct os_text *text)
{
	size_t before = learning->middles.count, i;
	uint64_t addr = text->start, next;

	learning->text = *text;
	learning->indirect = false;
	while (addr < text->end && !learning->no_memory) {
		next = look_through_window(learning, addr);
		give_way(learning, next - addr);
		addr = next;
	}
	if (!learning->indirect || !learning->sites->space->jumps->tables)
		return;
	for (i = before; i < learning->middles.count; i++)
		list_add(learning, &learning->tabled, (uintptr_t)learning->middles.all[i]);
}

static struct dt_targets *targets_of(struct list *list)
{
	struct dt_targets *targets = os_alloc(sizeof(*targets) + list->count * sizeof(targets->all[0]));
	size_t i;

	if (!targets)
		return NULL;
	dt_site_sort(list->all, list->count, dt_compare_values);
	for (i = 0; i < list->count; i++) {
		if (i == 0 || list->all[i] != list->all[i - 1])
			targets->all[targets->count++] = list->all[i];
	}
	return targets;
}

static void learning_fini(struct learning *learning)
{
	os_free(learning->texts);
	os_free(learning->starts.all);
	os_free(learning->middles.all);
	os_free(learning->tabled.all);
	os_free(learning->code);
	os_free(learning->begins);
}

static void targets_free(struct dt_known *known)
{
	os_free(known->middles);
	os_free(known->tabled);
	known->middles = known->tabled = NULL;
}

static bool is_known(const struct dt_known *known)
{
	return known->tabled != NULL;
}

/* It takes seconds: not for a run that has ended, nor for a tracer that goes. */
static bool is_of_use(const struct dt_sites *sites)
{
	return DT_READ_ONCE(sites->kinds->wanted) && DT_READ_ONCE(sites->live) > 0;
}

static int look_through_all(struct learning *learning, bool modules)
{
	struct os_space *space = learning->sites->space;
	size_t i;

	learning->code = os_alloc(WINDOW);
	learning->begins = os_alloc(WINDOW);
	if (!learning->code || !learning->begins || space->jumps->text_each(space, modules, gather_text, learning) != 0)
		return -OS_ENOMEM;
	dt_site_sort(learning->starts.all, learning->starts.count, dt_compare_values);
	os_mutex_lock(&learning->sites->lock);
	for (i = 0; i < learning->text_count && !learning->no_memory && is_of_use(learning->sites); i++) {
		give_way(learning, TEXT_COST);
		look_through(learning, &learning->texts[i]);
	}
	os_mutex_unlock(&learning->sites->lock);
	if (learning->no_memory)
		return -OS_ENOMEM;
	return i < learning->text_count ? -OS_EINTR : 0;
}

static int learn(struct learning *learning, bool modules, struct dt_known *ret)
{
	const struct os_space *space = learning->sites->space;
	int error = 0;

	/* a region of one instruction has no inside to lead to */
	if (space->jumps->isa->len > space->isa->insn_align)
		error = look_through_all(learning, modules);
	if (error)
		return error;
	ret->middles = targets_of(&learning->middles);
	ret->tabled = ret->middles ? targets_of(&learning->tabled) : NULL;
	if (ret->tabled)
		return 0;
	targets_free(ret);
	return -OS_ENOMEM;
}

/* When a module has come or gone while the text of modules was decoded, the result is thrown away. */
static int learn_one(struct dt_sites *sites, bool modules, struct dt_known *known)
{
	struct learning learning = { .sites = sites };
	struct dt_known found = { NULL, NULL };
	uint32_t generation;
	int error;

	os_mutex_lock(&sites->lock);
	generation = sites->kinds->generation;
	error = is_known(known);
	os_mutex_unlock(&sites->lock);
	if (error)
		return 0;
	error = learn(&learning, modules, &found);
	learning_fini(&learning);
	os_mutex_lock(&sites->lock);
	if (!error && !is_known(known) && (!modules || generation == sites->kinds->generation)) {
		*known = found;
		found.middles = found.tabled = NULL;
	}
	os_mutex_unlock(&sites->lock);
	targets_free(&found);
	return error;
}

int dt_flow_learn(struct dt_sites *sites)
{
	int error = learn_one(sites, false, &sites->kinds->kernel);

	return error ? error : learn_one(sites, true, &sites->kinds->modules);
}

bool dt_flow_is_known(const struct dt_kinds *kinds)
{
	return is_known(&kinds->kernel) && is_known(&kinds->modules);
}

void dt_flow_forget_modules(struct dt_kinds *kinds)
{
	kinds->generation++;
	targets_free(&kinds->modules);
}

void dt_flow_forget(struct dt_kinds *kinds)
{
	dt_flow_forget_modules(kinds);
	targets_free(&kinds->kernel);
}

/* ---- one function ---------------------------------------------------------------------------- */

void dt_flow_stale(struct dt_flow *flow)
{
	flow->end = 0;
}

void dt_flow_fini(struct dt_flow *flow)
{
	os_free(flow->code);
	os_free(flow->marks);
	flow->code = flow->marks = NULL;
	flow->room = 0;
	flow->end = 0;
}

static bool flow_need(struct dt_flow *flow, size_t size)
{
	size_t room = 4096;

	if (size <= flow->room)
		return true;
	while (room < size)
		room *= 2;
	dt_flow_fini(flow);
	flow->code = os_alloc(room);
	flow->marks = os_alloc(room);
	if (!flow->code || !flow->marks) {
		dt_flow_fini(flow);
		return false;
	}
	flow->room = room;
	return true;
}

/* Where zeros decode as instructions of two bytes, the last one may be half: after a function is padding. */
static int map_own(struct dt_flow *flow)
{
	const struct os_jumps *jumps = flow->sites->space->jumps;
	struct isa_flow_code own = { .code = flow->code,
				     .func = flow->func,
				     .end = flow->end,
				     .tables = jumps->tables,
				     .thunks = jumps->thunks,
				     .thunk_count = jumps->thunk_count };
	int error = isa_flow_add(flow->sites->space->isa, &flow->map, &own);

	if (error && dt_ends_in_zeros(flow->code, (size_t)(own.end - own.func), ISA_INSN_MAX)) {
		dt_memset(flow->marks, 0, (size_t)(own.end - own.func));
		flow->map.indirect = false;
		own.end--;
		error = isa_flow_add(flow->sites->space->isa, &flow->map, &own);
	}
	return error;
}

static void map_known(struct dt_flow *flow, const struct dt_known *known)
{
	const struct dt_targets *middles = known->middles, *tabled = known->tabled;
	size_t i;

	for (i = first_from(middles->all, middles->count, flow->func); i < middles->count; i++) {
		if ((uintptr_t)middles->all[i] >= flow->end)
			break;
		flow->marks[(uintptr_t)middles->all[i] - flow->func] |= ISA_FLOW_TARGET;
	}
	i = first_from(tabled->all, tabled->count, flow->func);
	if (i < tabled->count && (uintptr_t)tabled->all[i] < flow->end)
		flow->map.indirect = true;
}

/* The function that an address is in. Return: enum dt_jump_refusal. */
static uint8_t map_function(struct dt_flow *flow, uint64_t addr)
{
	struct dt_kinds *kinds = flow->sites->kinds;
	struct os_space *space = flow->sites->space;
	struct os_text_symbol symbol;
	size_t size;

	if (!space->ops->symbol(space, addr, &symbol) || symbol.end - symbol.start > FUNCTION_MAX)
		return ISA_JUMP_UNDECODED;
	size = (size_t)(symbol.end - symbol.start);
	if (!flow_need(flow, size))
		return DT_JUMP_MEMORY;
	flow->func = symbol.start;
	flow->end = symbol.end;
	flow->map.code = flow->code;
	flow->map.func = symbol.start;
	flow->map.end = symbol.end;
	flow->map.marks = flow->marks;
	flow->map.indirect = false;
	dt_memset(flow->marks, 0, size);
	if (dt_place_read(flow->sites, symbol.start, flow->code, size) != 0 || map_own(flow) != 0)
		return ISA_JUMP_UNDECODED;
	map_known(flow, &kinds->kernel);
	map_known(flow, &kinds->modules);
	return space->jumps->marks(space, symbol.start, symbol.end, flow->marks) ? DT_JUMP_FUNCTION : DT_JUMP_POSSIBLE;
}

/* ---- one site -------------------------------------------------------------------------------- */

static enum isa_jump_place place_of(const struct dt_flow *flow, const struct dt_site *site)
{
	const struct isa_insn *in = &site->insn;
	bool out = !in->target || in->target < flow->func || in->target >= flow->end;

	if (site->first->order == DT_SITE_ORDER_ENTRY)
		return ISA_PLACE_ENTRY;
	if (in->class == ISA_CLASS_RETURN || (in->class == ISA_CLASS_JUMP && out) ||
	    (in->class == ISA_CLASS_IJUMP && !flow->map.indirect))
		return ISA_PLACE_EXIT;
	return ISA_PLACE_INSIDE;
}

static void reserve(const struct dt_flow *flow, uint64_t addr, uint64_t end)
{
	for (; addr < end; addr++) {
		if (addr >= flow->func && addr < flow->end)
			flow->marks[addr - flow->func] |= ISA_FLOW_RESERVED;
	}
}

/* Other regions in [@from, @to). */
static void reserve_regions(const struct dt_flow *flow, const struct dt_region *taken, uint64_t from, uint64_t to)
{
	dt_regions_each(flow->sites->kinds, from, to, reserve, flow);
	if (taken)
		reserve(flow, dt_region_addr(taken), dt_region_addr(taken) + taken->len);
}

/* Other sites and regions in [@from, @to). */
static void reserve_near(const struct dt_flow *flow, const struct dt_site *site, const struct dt_region *taken,
			 uint64_t from, uint64_t to)
{
	const struct dt_sites *sites = flow->sites;
	uint64_t addr;

	for (addr = from; addr < to; addr += sites->space->isa->insn_align) {
		if (addr != site->insn.addr && dt_site_find(sites, addr))
			reserve(flow, addr, addr + 1);
	}
	reserve_regions(flow, taken, from, to);
}

/* The marks around a site, as they are without other sites. */
struct around {
	uint64_t from, to;
	uint8_t saved[2 * NEAR];
};

static void around_save(const struct dt_flow *flow, const struct dt_site *site, struct around *around)
{
	uint64_t addr = site->insn.addr, align = flow->sites->space->isa->insn_align;

	around->from = DT_ROUNDUP(addr - flow->func > NEAR ? addr - NEAR : flow->func, align);
	around->to = flow->end - addr > NEAR ? addr + NEAR : flow->end;
	dt_memcpy(around->saved, flow->marks + (around->from - flow->func), (size_t)(around->to - around->from));
}

static void around_restore(const struct dt_flow *flow, const struct around *around)
{
	dt_memcpy(flow->marks + (around->from - flow->func), around->saved, (size_t)(around->to - around->from));
}

/* A region of which nothing is reserved yet: whether no other region is in it, nor another site unless @sites_may. */
static bool is_alone(const struct dt_flow *flow, const struct dt_site *site, const struct dt_region *taken,
		     const struct isa_region *found, bool sites_may)
{
	const uint8_t *marks = flow->marks + (found->addr - flow->func);
	struct around around;
	bool alone = true;
	unsigned int i;

	around_save(flow, site, &around);
	if (sites_may)
		reserve_regions(flow, taken, found->addr, found->addr + found->len);
	else
		reserve_near(flow, site, taken, found->addr, found->addr + found->len);
	for (i = 0; i < found->len && alone; i++)
		alone = !(marks[i] & ISA_FLOW_RESERVED);
	around_restore(flow, &around);
	return alone;
}

/* The one site that is in a region beside its own; NULL: there are more, or the region cannot have two. */
static const struct dt_site *other_site(const struct dt_flow *flow, const struct isa_region *found)
{
	const struct dt_sites *sites = flow->sites;
	const struct dt_site *site, *other = NULL;
	uint64_t addr;

	if (found->addr != found->site || sites->space->jumps->isa->scratch)
		return NULL;
	for (addr = found->addr + 1; addr < found->addr + found->len; addr++) {
		site = dt_site_find(sites, addr);
		if (site && other)
			return NULL;
		other = site ? site : other;
	}
	return other && other->insn.addr < found->addr + found->code ? other : NULL;
}

/* Whether the region can have another site, which is in it, too. */
static bool can_pair(const struct dt_flow *flow, const struct dt_site *site, const struct dt_region *taken,
		     struct isa_region *found)
{
	const struct dt_site *other = other_site(flow, found);

	if (!other || !dt_site_may_jump(other) || !(flow->marks[other->insn.addr - flow->func] & ISA_FLOW_INSN) ||
	    !is_alone(flow, site, taken, found, true))
		return false;
	found->second = other->insn.addr;
	return true;
}

/* A region that has no other site or region in it, where the first one that was found has. */
static uint8_t find_beside(const struct dt_flow *flow, const struct dt_site *site, const struct dt_region *taken,
			   struct isa_region *ret)
{
	enum isa_jump_refusal why;
	struct around around;

	around_save(flow, site, &around);
	reserve_near(flow, site, taken, around.from, around.to);
	why = isa_region_find(flow->sites->space->jumps->isa, &flow->map, site->insn.addr, place_of(flow, site), ret);
	around_restore(flow, &around);
	return why == ISA_JUMP_RESERVED ? DT_JUMP_SITE : (uint8_t)why;
}

uint8_t dt_flow_region(struct dt_flow *flow, const struct dt_site *site, const struct dt_region *taken,
		       struct isa_region *ret)
{
	uint64_t addr = site->insn.addr;
	enum isa_jump_refusal why;
	struct isa_region first;
	uint8_t beside;

	if (addr < flow->func || addr >= flow->end) {
		flow->why = map_function(flow, addr);
		if (flow->why == ISA_JUMP_UNDECODED || flow->why == DT_JUMP_MEMORY) {
			dt_flow_stale(flow);
			return flow->why;
		}
	}
	if (flow->why != DT_JUMP_POSSIBLE)
		return flow->why;
	taken = taken && addr - dt_region_addr(taken) < NEAR ? taken : NULL;
	why = isa_region_find(flow->sites->space->jumps->isa, &flow->map, addr, place_of(flow, site), ret);
	if (why != ISA_JUMP_POSSIBLE || is_alone(flow, site, taken, ret, false))
		return (uint8_t)why;
	first = *ret;
	beside = find_beside(flow, site, taken, ret);
	if (beside == DT_JUMP_POSSIBLE || !can_pair(flow, site, taken, &first))
		return beside;
	*ret = first;
	return DT_JUMP_POSSIBLE;
}
