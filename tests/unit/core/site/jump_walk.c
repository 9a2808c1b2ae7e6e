/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* jump_walk.c - jump_walk.h has the theory. */
#include "jump_walk.h"

struct os_func funcs[4];
unsigned int walks;
static unsigned int expected[2];

struct dt_kinds *kinds(void)
{
	return dt_kernel_sites.kinds;
}

struct dt_site *site_at(size_t offset)
{
	return dt_site_find(&dt_kernel_sites, fake_at(offset));
}

unsigned int kind_at(size_t offset)
{
	return site_at(offset)->kind;
}

/* ---- a CPU that comes to a function ------------------------------------------------------------ */

static struct isa_regs *regs_of(struct walker *walker)
{
	return (struct isa_regs *)&walker->file;
}

/* The instruction at an offset is executed, whatever is there now. */
static void execute(struct walker *walker, size_t offset)
{
	struct isa_insn in;

	assert_int_equal(offset, walker->next);
	isa_insn_decode(fake_space.original + offset, ISA_INSN_MAX, fake_at(offset), &in);
	walker->next += in.len;
	walker->done = in.ends_flow;
}

static bool is_second_stub(struct dt_region *region, uint64_t stub)
{
	const struct dt_region_second *second = dt_region_second(region);

	return second && dt_region_second_stub(second) == stub;
}

static struct dt_region *in_table(struct dt_regions *regions, uint64_t stub)
{
	size_t i;

	for (i = 0; regions && i < regions->count; i++) {
		if (dt_region_stub(regions->all[i]) == stub || is_second_stub(regions->all[i], stub))
			return regions->all[i];
	}
	return NULL;
}

static struct dt_region *region_of_stub(uint64_t stub)
{
	struct dt_region *region = in_table(kinds()->regions, stub) ?: in_table(kinds()->left, stub);

	region = region ?: in_table(kinds()->leaving, stub);
	assert_non_null(region);
	return region;
}

static void execute_some(struct walker *walker, uint64_t from, uint64_t to)
{
	while (from < to && !walker->done) {
		execute(walker, (size_t)(from - fake_at(0)));
		from = fake_at(walker->next);
	}
}

/* A stub: what is executed in it before the site and after it, and where it leads. */
struct way {
	struct dt_site *site;
	uint64_t from, to, next;
	uint8_t start, rest;
};

static struct way way_of(uint64_t stub)
{
	struct dt_region *region = region_of_stub(stub);
	const struct dt_region_second *second = dt_region_second(region);
	uint64_t end = dt_region_addr(region) + region->code;

	if (is_second_stub(region, stub))
		return (struct way){ second->site, second->site->insn.addr, end, end, second->start, second->rest };
	if (second)
		return (struct way){ region->site,
				     dt_region_addr(region),
				     second->site->insn.addr,
				     dt_region_second_stub(second) + second->start,
				     region->start,
				     region->rest };
	return (struct way){ region->site, dt_region_addr(region), end, end, region->start, region->rest };
}

/* Return: where it goes on. */
static uint64_t through_stub(struct walker *walker, uint64_t pc)
{
	uint64_t stub = dt_slot_start(&kinds()->stubs, pc);
	struct way way = way_of(stub);
	uint64_t site = way.site->insn.addr;

	assert_memory_not_equal((void *)(uintptr_t)pc, isa_self.break_bytes, ISA_SELF_BREAK_LEN);
	assert_int_equal(dt_text_pc(pc), site);
	if (pc == stub + way.start) {
		execute_some(walker, way.from, site);
		assert_int_equal(*(uintptr_t *)(uintptr_t)stub, (uintptr_t)way.site);
		isa_pc_set(regs_of(walker), 0);
		dt_jump(regs_of(walker), *(uintptr_t *)(uintptr_t)stub, dt_jump_cpu(os_cpu_self()));
		/* it is set for what reads it: a firing */
		assert_int_equal(isa_pc_get(regs_of(walker)), way.site->first ? site : 0);
	} else {
		assert_int_equal(pc, stub + way.rest);
	}
	execute_some(walker, site, way.to);
	return way.next;
}

static uint64_t through_trap(struct walker *walker, uint64_t pc)
{
	struct isa_regs *regs = regs_of(walker);

	isa_pc_set(regs, pc + ISA_SELF_BREAK_PC_AFTER);
	assert_true(dt_trap(regs));
	if (isa_pc_get(regs) != pc && dt_slot_chunk_of(&kinds()->stubs, isa_pc_get(regs)))
		return isa_pc_get(regs);
	execute(walker, (size_t)(pc - fake_at(0)));
	if (dt_slot_chunk_of(&dt_kernel_sites.slots, isa_pc_get(regs)))
		assert_memory_not_equal((void *)(uintptr_t)isa_pc_get(regs), isa_self.break_bytes, ISA_SELF_BREAK_LEN);
	else if (!walker->done)
		assert_int_equal(isa_pc_get(regs), fake_at(walker->next));
	return fake_at(walker->next);
}

/* The region that is a jump at this moment, as its bytes say: all of them. */
static struct dt_region *jump_at(uint64_t pc)
{
	struct dt_region *region = dt_region_at(kinds(), pc);
	uint8_t jump[ISA_REGION_MAX];
	struct isa_region found;

	if (!region || dt_region_addr(region) != pc)
		return NULL;
	dt_region_describe(region, &found);
	dt_region_jump(&dt_kernel_sites, &found, region, jump);
	return memcmp((void *)(uintptr_t)pc, jump, region->len) == 0 ? region : NULL;
}

uint64_t step(struct walker *walker, uint64_t pc)
{
	const uint8_t *bytes = (const uint8_t *)(uintptr_t)pc;
	size_t offset = (size_t)(pc - fake_at(0));
	struct dt_region *region;
	unsigned int len;

	if (dt_slot_chunk_of(&kinds()->stubs, pc))
		return through_stub(walker, pc);
	if (memcmp(bytes, isa_self.break_bytes, ISA_SELF_BREAK_LEN) == 0)
		return through_trap(walker, pc);
	region = jump_at(pc);
	if (region)
		return dt_region_stub(region) + region->start;
	len = isa_self.insn_len(fake_space.original + offset, ISA_INSN_MAX);
	assert_memory_equal(bytes, fake_space.original + offset, len);
	execute(walker, offset);
	return pc + len;
}

/* Return: how often something has fired. */
unsigned int walk(size_t func)
{
	struct walker walker = { .func = func, .next = func };
	unsigned int before = fake.fired, steps;
	uint64_t pc = fake_at(func);

	sample_set_stack(&walker.file, fake_stack());
	for (steps = 0; !walker.done && steps < STEPS; steps++)
		pc = step(&walker, pc);
	assert_true(walker.done);
	walks++;
	return fake.fired - before;
}

/* Somebody comes now. */
void somebody(void)
{
	unsigned int fired = walk(FUNC);

	if (expected[0] != UINT32_MAX)
		assert_int_equal(fired, expected[0]);
	fired = walk(EARLY);
	if (expected[1] != UINT32_MAX)
		assert_int_equal(fired, expected[1]);
}

/* ---- the text, and what is armed in it --------------------------------------------------------- */

void add_func(size_t i, const char *name, size_t offset, const char *code, size_t size)
{
	funcs[i] = (struct os_func){ .module = "vmlinux", .name = name, .addr = fake_at(offset), .size = size };
	fake_write(offset, code, size);
}

int setup(void **state)
{
	(void)state;
	fake_reset();
	os_host_cpu_set_count(4);
	fake_space_setup();
	fake_space_jumps();
	add_func(0, "function", FUNC, JUMP_FUNCTION, LENGTH(JUMP_FUNCTION));
	add_func(1, "early", EARLY, JUMP_EARLY, LENGTH(JUMP_EARLY));
	add_func(2, "short", SHORT, JUMP_SHORT, LENGTH(JUMP_SHORT));
	add_func(3, "jumper", JUMPER, "", 0);
	fake_space.funcs = funcs;
	fake_space.func_count = 3;
	expected[0] = expected[1] = 0;
	assert_int_equal(dt_sites_init(), 0);
	return 0;
}

int teardown(void **state)
{
	(void)state;
	fake_space.written = fake_space.waiting = fake_space.yielding = fake_space.reading = NULL;
	fake_space.no_memory = false;
	fake_space.memory_fail = fake_space.map_fail = fake_space.map_good = 0;
	if (os_mutex_held(&dt_kernel_sites.lock)) {
		fputs("a check failed in the middle of a batch: its lock is held for good\n", stderr);
		abort();
	}
	dt_sites_settle();
	dt_sites_fini();
	assert_int_equal(fake_space.held, 0);
	fake_space_teardown();
	return 0;
}

struct dt_site_attachment probes[MOST];
size_t all = SECOND;

struct dt_site_attachment attachment(size_t offset, uint8_t order)
{
	return (struct dt_site_attachment){ .space = &fake_space.space, .addr = fake_at(offset), .order = order };
}

void make_probes(void)
{
	probes[ENTRY] = attachment(FUNC, DT_SITE_ORDER_ENTRY);
	probes[RETURN] = attachment(FUNC + JUMP_RETURN, DT_SITE_ORDER_RETURN);
	probes[LATE] = attachment(EARLY + JUMP_EARLY_RETURN, DT_SITE_ORDER_RETURN);
	probes[INSIDE] = attachment(JUMP_INSIDE == SIZE_MAX ? SHORT : FUNC + JUMP_INSIDE, DT_SITE_ORDER_INSTR);
#ifdef JUMP_SECOND
	probes[SECOND] = attachment(FUNC + JUMP_SECOND, DT_SITE_ORDER_INSTR);
#endif
}

size_t attach(struct dt_site_attachment *array, size_t count)
{
	struct dt_site_attachment *list[MOST];
	size_t i;

	for (i = 0; i < count; i++)
		list[i] = &array[i];
	return dt_sites_attach(list, count);
}

void detach(struct dt_site_attachment *array, size_t count)
{
	struct dt_site_attachment *list[MOST];
	size_t i;

	for (i = 0; i < count; i++)
		list[i] = &array[i];
	dt_sites_detach(list, count);
}

void expect(unsigned int function, unsigned int early)
{
	expected[0] = function;
	expected[1] = early;
}

void attach_all(void)
{
	make_probes();
	expect(UINT32_MAX, UINT32_MAX);
	assert_int_equal(attach(probes, all), all);
	expect(2 + INSIDE_FIRES, 1);
	somebody();
}

/* While the last probes go they may fire or not. */
void detach_all(void)
{
	expect(UINT32_MAX, UINT32_MAX);
	detach(probes, all);
	expect(0, 0);
	somebody();
}

/* Nothing of ours is seen by who reads the text. */
void assert_concealed(void)
{
	static uint8_t text[1024];
	size_t from;

	for (from = 0; from < 4; from += isa_self.insn_align) {
		assert_int_equal(dt_sites_text(&fake_space.space, fake_at(FUNC + from), text, 900), 0);
		assert_memory_equal(text, fake_space.original + FUNC + from, 900);
	}
	for (from = FUNC; from < FUNC + LENGTH(JUMP_FUNCTION); from += isa_self.insn_align) {
		assert_int_equal(dt_sites_text(&fake_space.space, fake_at(from), text, isa_self.insn_align), 0);
		assert_memory_equal(text, fake_space.original + from, isa_self.insn_align);
	}
}

void assert_clean(void)
{
	assert_memory_equal(fake_space.text, fake_space.original, FAKE_TEXT_SIZE);
	assert_int_equal(dt_kernel_sites.live, 0);
	assert_int_equal(kinds()->jumps, 0);
	fake_run_task();
	assert_int_equal(fake_space.slot_areas, 0);
	assert_null(kinds()->regions);
}

/* ---- what the tests look at, and what they do to somebody ------------------------------------------- */

void text_of_stats(char *text, size_t size)
{
	struct dt_report report = { .text = text, .room = size - 1 };

	dt_sites_stats(&report);
	text[report.used] = '\0';
}

void text_of_sites(char *text, size_t size)
{
	struct dt_report report = { .text = text, .room = size - 1 };

	dt_sites_report("fbt", &report);
	assert_true(report.done);
	text[report.used] = '\0';
}

void assert_other_site(void)
{
	char text[4096];

	assert_int_equal(kind_at(FUNC), DT_SITE_BREAK);
	assert_int_equal(site_at(FUNC)->why, DT_JUMP_SITE);
	text_of_sites(text, sizeof(text));
	assert_non_null(strstr(text, " kind break other-site "));
}

uint32_t stays_here(struct dt_site_attachment *one, struct dt_firing *firing)
{
	(void)one;
	(void)firing;
	fake.fired++;
	return 0;
}

/* The n-th write and those after it, so many as @fails, cannot be done. */
void fail_writes(unsigned int n, unsigned int fails)
{
	fake_space.map_good = n;
	fake_space.map_fail = fails;
}

struct walker sleeper;
uint64_t sleeper_pc;

/* Somebody has come to a function and is preempted after @steps. */
void fall_asleep(unsigned int steps)
{
	sleeper = (struct walker){ .func = FUNC, .next = FUNC };
	sample_set_stack(&sleeper.file, fake_stack());
	for (sleeper_pc = fake_at(FUNC); steps > 0; steps--)
		sleeper_pc = step(&sleeper, sleeper_pc);
	assert_false(sleeper.done);
}

/* It is what is waited for. */
void wake_up(void)
{
	while (!sleeper.done)
		sleeper_pc = step(&sleeper, sleeper_pc);
	fake_space.waiting = NULL;
}
