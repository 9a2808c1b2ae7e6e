/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * test_site.c - the site layer on a text that is an array: arming and disarming batches, traps,
 * several probes on one site, refusals, lost races, lack of memory. The instructions are those of
 * x86_64.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/entry.h"
#include "core/dif/machine.h"
#include "core/site/site.h"

#define TEXT_SIZE  65536
#define MANY       6000
#define EXEC_SIZE  65536
#define EXEC_COUNT 8

static struct {
	uint8_t text[TEXT_SIZE];
	uint8_t original[TEXT_SIZE];
	size_t refused_at; /* offset that os_text_refusal refuses, or TEXT_SIZE */
	size_t changed_at; /* offset whose patch finds other bytes */
	/* offset of a break that another CPU still has although it is not in the text, or TEXT_SIZE */
	size_t stale_at;
	unsigned int stale_traps;
	unsigned int patch_calls, syncs, graces, execs;
	bool exec_used[EXEC_COUNT];
	unsigned int alloc_fail; /* the n-th from now on fails once */
	bool alloc_dead;         /* every one fails */
	unsigned int map_fail;   /* so many patches from now on cannot be mapped */
	unsigned int allocs;     /* not freed */
	unsigned int fired;
	uint64_t fired_data[8];
	uint64_t fired_pc;
	struct os_task *task;
} fake;

static uint8_t exec_area[EXEC_COUNT][EXEC_SIZE]; /* near the text, as slots have to be */

/* ---- the operating system -------------------------------------------------------------------- */

void *os_alloc(size_t size)
{
	if (fake.alloc_dead || (fake.alloc_fail && --fake.alloc_fail == 0))
		return NULL;
	fake.allocs++;
	return calloc(1, size);
}

void os_free(void *memory)
{
	if (memory)
		fake.allocs--;
	free(memory);
}

void os_mutex_init(struct os_mutex *mutex)
{
	mutex->storage[0] = 0;
}

void os_mutex_fini(struct os_mutex *mutex)
{
	assert_int_equal(mutex->storage[0], 0);
}

void os_mutex_lock(struct os_mutex *mutex)
{
	assert_int_equal(mutex->storage[0], 0);
	mutex->storage[0] = 1;
}

void os_mutex_unlock(struct os_mutex *mutex)
{
	assert_int_equal(mutex->storage[0], 1);
	mutex->storage[0] = 0;
}

void os_task_init(struct os_task *task, void (*fn)(void *arg), void *arg)
{
	task->fn = fn;
	task->arg = arg;
}

void os_task_queue(struct os_task *task)
{
	fake.task = task;
}

void os_task_drain(struct os_task *task)
{
	if (fake.task)
		fake.task->fn(fake.task->arg);
	fake.task = NULL;
}

void os_sync(void)
{
	fake.syncs++;
}

void os_grace(void)
{
	fake.graces++;
}

void os_trace(const char *text, uint64_t a, uint64_t b)
{
	(void)text;
	(void)a;
	(void)b;
}

void os_assert_failed(const char *file, int line, const char *text)
{
	fail_msg("%s:%d: %s", file, line, text);
}

static uint64_t at(size_t offset)
{
	return (uint64_t)(uintptr_t)(fake.text + offset);
}

/*
 * Another CPU executes a break that is gone: it must go on at the instruction itself, or in a slot
 * that has been written.
 */
static void stale_trap(void)
{
	struct x86_64_regs regs = { .ip = at(fake.stale_at) + ISA_SELF_BREAK_PC_AFTER };

	if (fake.stale_at == TEXT_SIZE)
		return;
	assert_true(dt_trap((struct isa_regs *)&regs));
	assert_int_not_equal(*(uint8_t *)(uintptr_t)regs.ip, isa_self.break_bytes[0]);
	fake.stale_traps++;
}

const char *os_text_refusal(uint64_t addr, size_t size)
{
	(void)size;
	return addr == at(fake.refused_at) ? "patched-by-kernel" : NULL;
}

int os_text_read(uint64_t addr, void *dst, size_t size)
{
	if (addr < at(0) || addr + size > at(TEXT_SIZE))
		return -OS_EFAULT;
	stale_trap();
	memcpy(dst, (void *)(uintptr_t)addr, size);
	return 0;
}

int os_kload(void *dst, uint64_t addr, size_t size)
{
	if (addr < 4096)
		return -OS_EFAULT;
	memcpy(dst, (const void *)(uintptr_t)addr, size);
	return 0;
}

long os_text_patch(struct os_patch *patches, size_t count)
{
	uint64_t last = 0;
	long written = 0;
	uint8_t *place;
	size_t i;

	fake.patch_calls++;
	stale_trap();
	for (i = 0; i < count; i++) {
		place = (uint8_t *)(uintptr_t)patches[i].addr;
		assert_true(patches[i].addr > last);
		last = patches[i].addr;
		patches[i].status = -OS_EBUSY;
		if (fake.map_fail) {
			fake.map_fail--;
			patches[i].status = -OS_ENOMEM;
			continue;
		}
		if (patches[i].addr == at(fake.changed_at) || memcmp(place, patches[i].old_bytes, patches[i].len) != 0)
			continue;
		memcpy(place, patches[i].new_bytes, patches[i].len);
		patches[i].status = 0;
		written++;
	}
	return written;
}

static bool exec_free(size_t first, size_t count)
{
	size_t i;

	for (i = first; i < first + count; i++) {
		if (i >= EXEC_COUNT || fake.exec_used[i])
			return false;
	}
	return true;
}

uint64_t os_exec_alloc(size_t size)
{
	size_t first, units = size / EXEC_SIZE;

	assert_int_equal(size % EXEC_SIZE, 0);
	for (first = 0; first < EXEC_COUNT && !exec_free(first, units); first++)
		;
	if (fake.alloc_dead || (fake.alloc_fail && --fake.alloc_fail == 0) || first == EXEC_COUNT)
		return 0;
	fake.execs++;
	memset(fake.exec_used + first, true, units);
	memset(exec_area[first], isa_self.break_bytes[0], size);
	return (uint64_t)(uintptr_t)exec_area[first];
}

void os_exec_write(uint64_t addr, const void *src, size_t size)
{
	stale_trap();
	memcpy((void *)(uintptr_t)addr, src, size);
}

void os_exec_free(uint64_t addr, size_t size)
{
	fake.execs--;
	memset(fake.exec_used + (addr - (uint64_t)(uintptr_t)exec_area) / EXEC_SIZE, false, size / EXEC_SIZE);
}

/* ---- the framework --------------------------------------------------------------------------- */

void dt_probe_fire_masked(struct dt_probe *probe, const struct dt_firing *firing)
{
	(void)probe;
	if (fake.fired < 8)
		fake.fired_data[fake.fired] = firing->data;
	fake.fired_pc = isa_pc_get(firing->regs);
	fake.fired++;
}

const char *dt_probe_name_part(const struct dt_probe *probe, enum dt_probe_part part)
{
	static const char *const names[] = { "fbt", "vmlinux", "vfs_read", "entry" };

	(void)probe;
	return names[part & 3];
}

unsigned long dt_probe_nested(const struct dt_probe *probe)
{
	(void)probe;
	return 3;
}

uint64_t os_time_mono(void)
{
	return 0;
}

/* ---- tests ----------------------------------------------------------------------------------- */

/* offsets in text */
enum {
	PUSH = 0,
	MOVE = 16,
	RETURN = 32,
	JUNK = 48,
	NOP = 64,
	BRANCH = 80,
	IJUMP = 96,
	IJUMP_MEM = 112,
	CALL_MEM = 116,
	PUSH_MEM = 120
};

static int setup(void **state)
{
	size_t i;

	(void)state;
	memset(&fake, 0, sizeof(fake));
	fake.refused_at = fake.changed_at = fake.stale_at = TEXT_SIZE;
	for (i = 0; i < TEXT_SIZE; i += 8)
		memcpy(fake.text + i, "\x48\x89\xe5\x0f\x1f\x44\x00\x00", 8); /* mov %rsp,%rbp; nopl */
	memset(fake.text, 0x90, 128);
	fake.text[PUSH] = 0x55;                                    /* push %rbp */
	memcpy(fake.text + MOVE, "\x48\x89\xe5", 3);               /* mov %rsp,%rbp */
	fake.text[RETURN] = 0xc3;                                  /* ret */
	memcpy(fake.text + BRANCH, "\x0f\x84\x00\x10\x00\x00", 6); /* je 4096 bytes on */
	memcpy(fake.text + IJUMP, "\xff\xe0", 2);                  /* jmp *%rax */
	memcpy(fake.text + IJUMP_MEM, "\xff\x23", 2);              /* jmp *(%rbx) */
	memcpy(fake.text + CALL_MEM, "\xff\x13", 2);               /* call *(%rbx) */
	memcpy(fake.text + PUSH_MEM, "\xff\x33", 2);               /* push (%rbx) */
	fake.text[JUNK] = 0x06;                                    /* not an instruction in 64-bit mode */
	memcpy(fake.original, fake.text, TEXT_SIZE);
	assert_int_equal(dt_sites_init(), 0);
	return 0;
}

/* Whatever a test did: the text is as it was, and nothing is left. */
static int teardown(void **state)
{
	(void)state;
	fake.alloc_dead = false;
	dt_sites_settle();
	dt_sites_fini();
	assert_memory_equal(fake.text, fake.original, TEXT_SIZE);
	assert_int_equal(fake.allocs, 0);
	assert_int_equal(fake.execs, 0);
	return 0;
}

static struct dt_site_attachment attachment(size_t offset, uint64_t data, uint8_t order)
{
	struct dt_site_attachment a = { .addr = at(offset), .data = data, .order = order };

	return a;
}

static size_t attach(struct dt_site_attachment *array, size_t count)
{
	struct dt_site_attachment **list = test_calloc(count, sizeof(*list));
	size_t i, armed;

	for (i = 0; i < count; i++)
		list[i] = &array[count - 1 - i];
	armed = dt_sites_attach(list, count);
	test_free(list);
	return armed;
}

static void detach(struct dt_site_attachment *array, size_t count)
{
	struct dt_site_attachment **list = test_calloc(count, sizeof(*list));
	size_t i;

	for (i = 0; i < count; i++)
		list[i] = &array[i];
	dt_sites_detach(list, count);
	test_free(list);
}

/* Execute the break at an offset; where the CPU goes on. */
static uint64_t trap(size_t offset, struct x86_64_regs *regs)
{
	assert_int_equal(fake.text[offset], isa_self.break_bytes[0]);
	regs->ip = at(offset) + ISA_SELF_BREAK_PC_AFTER;
	assert_true(dt_trap((struct isa_regs *)regs));
	return regs->ip;
}

static void test_emulated(void **state)
{
	struct dt_site_attachment a = attachment(PUSH, 7, 0);
	uint64_t stack[4] = { 0 };
	struct x86_64_regs regs = { .bp = 0x1234, .sp = (uint64_t)(uintptr_t)&stack[2] };

	(void)state;
	assert_int_equal(attach(&a, 1), 1);
	assert_null(a.refused);
	assert_int_equal(trap(PUSH, &regs), at(PUSH) + 1);
	assert_int_equal(stack[1], 0x1234);
	assert_int_equal(regs.sp, (uint64_t)(uintptr_t)&stack[1]);
	assert_int_equal(fake.fired, 1);
	assert_int_equal(fake.fired_data[0], 7);
	assert_int_equal(fake.fired_pc, at(PUSH));
	assert_int_equal(a.fired, 1);
	detach(&a, 1);
}

/* A break that cannot be taken away goes on being stepped over, and goes later. */
static void test_stuck(void **state)
{
	struct dt_site_attachment a[2] = { attachment(PUSH, 7, 0), attachment(MOVE, 8, 0) };
	uint64_t stack[4] = { 0 };
	struct x86_64_regs regs = { .sp = (uint64_t)(uintptr_t)&stack[2] };

	(void)state;
	assert_int_equal(attach(a, 2), 2);
	fake.map_fail = 2;
	detach(a, 2);
	assert_int_equal(trap(PUSH, &regs), at(PUSH) + 1);
	trap(MOVE, &regs);
	assert_int_equal(fake.fired, 0);
	assert_int_equal(attach(a, 1), 1); /* used again as it is */
	regs.sp = (uint64_t)(uintptr_t)&stack[2];
	trap(PUSH, &regs);
	assert_int_equal(fake.fired, 1);
	fake.map_fail = 1;
	detach(a, 1);
	assert_int_equal(fake.text[PUSH], isa_self.break_bytes[0]);
	os_task_drain(NULL);
	assert_memory_equal(fake.text, fake.original, TEXT_SIZE);
}

/* Its module went and another came: what stands there now is not our break. */
static void test_stuck_and_changed(void **state)
{
	struct dt_site_attachment a = attachment(PUSH, 7, 0);

	(void)state;
	assert_int_equal(attach(&a, 1), 1);
	fake.map_fail = 1;
	detach(&a, 1);
	fake.text[PUSH] = fake.original[PUSH];
	assert_int_equal(attach(&a, 1), 0);
	assert_string_equal(a.refused, "text-changed");
}

static void test_slot(void **state)
{
	struct dt_site_attachment a = attachment(MOVE, 0, 0);
	struct x86_64_regs regs = { 0 };
	uint8_t *slot;

	(void)state;
	assert_int_equal(attach(&a, 1), 1);
	slot = (uint8_t *)(uintptr_t)trap(MOVE, &regs);
	assert_memory_equal(slot, "\x48\x89\xe5\xe9", 4);
	assert_int_equal(slot[ISA_SELF_SLOT_SIZE - 1], isa_self.break_bytes[0]);
	detach(&a, 1);
	assert_int_equal(fake.graces, 0); /* the slot is not waited for here ... */
	assert_memory_equal(slot, "\x48\x89\xe5\xe9", 4);
	os_task_drain(NULL); /* ... but in its own time */
	assert_int_equal(fake.graces, 1);
	assert_int_equal(fake.execs, 0);
}

static void test_two_on_one(void **state)
{
	struct dt_site_attachment a[3] = {
		attachment(PUSH, 1, DT_SITE_ORDER_RETURN),
		attachment(PUSH, 2, DT_SITE_ORDER_ENTRY),
		attachment(PUSH, 3, DT_SITE_ORDER_INSTR),
	};
	uint64_t stack[4];
	struct x86_64_regs regs = { .sp = (uint64_t)(uintptr_t)&stack[2] };

	(void)state;
	assert_int_equal(attach(a, 1), 1);
	assert_int_equal(attach(a + 1, 2), 2);
	assert_int_equal(fake.patch_calls, 1);
	trap(PUSH, &regs);
	assert_int_equal(fake.fired, 3);
	assert_int_equal(fake.fired_data[0], 2);
	assert_int_equal(fake.fired_data[1], 3);
	assert_int_equal(fake.fired_data[2], 1);
	detach(a, 1);
	regs.sp = (uint64_t)(uintptr_t)&stack[2];
	trap(PUSH, &regs);
	assert_int_equal(fake.fired, 5);
	detach(a, 3); /* one of them is not armed any more: passed over */
	assert_int_equal(fake.text[PUSH], 0x55);
	assert_int_equal(fake.patch_calls, 2);
}

#define FLAG_ZERO 0x40

/* Fired by a trap at @offset? Where it goes on is right all the same. */
static bool fires(size_t offset, struct x86_64_regs regs, uint64_t next)
{
	unsigned int before = fake.fired;

	assert_int_equal(trap(offset, &regs), next);
	return fake.fired != before;
}

static void test_leads_out(void **state)
{
	const struct dt_site_extent inside[] = { { at(0), at(256) }, { at(2048), at(2050) }, { 0, 0 } };
	struct dt_site_attachment a[4] = {
		attachment(BRANCH, 1, DT_SITE_ORDER_RETURN),
		attachment(IJUMP, 2, DT_SITE_ORDER_RETURN),
		attachment(IJUMP_MEM, 3, DT_SITE_ORDER_RETURN),
		attachment(MOVE, 4, DT_SITE_ORDER_RETURN),
	};
	uint64_t target = at(256), slot;
	size_t i;

	(void)state;
	for (i = 0; i < 4; i++)
		a[i].inside = inside;
	assert_int_equal(attach(a, 4), 3);
	assert_string_equal(a[3].refused, isa_reason_name(ISA_REASON_UNSUPPORTED)); /* no branch at all */
	assert_null(dt_site_find(at(MOVE)));
	assert_true(fires(BRANCH, (struct x86_64_regs){ .flags = FLAG_ZERO }, at(BRANCH) + 6 + 4096));
	assert_false(fires(BRANCH, (struct x86_64_regs){ .flags = 0 }, at(BRANCH) + 6));
	assert_false(fires(IJUMP, (struct x86_64_regs){ .ax = at(0) }, at(0)));
	assert_false(fires(IJUMP, (struct x86_64_regs){ .ax = at(255) }, at(255)));
	assert_true(fires(IJUMP, (struct x86_64_regs){ .ax = at(256) }, at(256)));
	assert_false(fires(IJUMP, (struct x86_64_regs){ .ax = at(2049) }, at(2049))); /* the other part */
	assert_true(fires(IJUMP, (struct x86_64_regs){ .ax = at(2050) }, at(2050)));
	/* its operand may not be there: it is carried out in its slot */
	slot = dt_site_find(at(IJUMP_MEM))->slot;
	assert_true(fires(IJUMP_MEM, (struct x86_64_regs){ .bx = (uint64_t)(uintptr_t)&target }, slot));
	target = at(1);
	assert_false(fires(IJUMP_MEM, (struct x86_64_regs){ .bx = (uint64_t)(uintptr_t)&target }, slot));
	assert_false(fires(IJUMP_MEM, (struct x86_64_regs){ .bx = 8 }, slot));
	assert_memory_equal((void *)(uintptr_t)slot, "\xff\x23\xe9", 3);
	assert_int_equal(a[0].fired, 1);
	assert_int_equal(a[1].fired, 2);
	assert_int_equal(a[2].fired, 1);
	detach(a, 4);
}

/* Asked during a firing: the registers' pc is the site's. Nothing is stored. */
static int target_of(size_t offset, struct x86_64_regs regs, uint64_t *target)
{
	regs.ip = at(offset);
	return dt_site_target((struct isa_regs *)&regs, target);
}

static void test_target(void **state)
{
	struct dt_site_attachment a[4] = {
		attachment(BRANCH, 1, DT_SITE_ORDER_INSTR),
		attachment(IJUMP_MEM, 2, DT_SITE_ORDER_INSTR),
		attachment(RETURN, 3, DT_SITE_ORDER_INSTR),
		attachment(MOVE, 4, DT_SITE_ORDER_INSTR),
	};
	uint64_t word = 0x1234, target = 0;

	(void)state;
	assert_int_equal(attach(a, 4), 4);
	assert_int_equal(target_of(BRANCH, (struct x86_64_regs){ .flags = FLAG_ZERO }, &target), 0);
	assert_int_equal(target, at(BRANCH) + 6 + 4096);
	assert_int_equal(target_of(BRANCH, (struct x86_64_regs){ .flags = 0 }, &target), 0);
	assert_int_equal(target, at(BRANCH) + 6);
	assert_int_equal(target_of(IJUMP_MEM, (struct x86_64_regs){ .bx = (uint64_t)(uintptr_t)&word }, &target), 0);
	assert_int_equal(target, 0x1234);
	assert_int_equal(target_of(IJUMP_MEM, (struct x86_64_regs){ .bx = 8 }, &target), -OS_EFAULT);
	assert_int_equal(target_of(RETURN, (struct x86_64_regs){ .sp = (uint64_t)(uintptr_t)&word }, &target), 0);
	assert_int_equal(target, 0x1234);
	assert_int_equal(target_of(MOVE, (struct x86_64_regs){ 0 }, &target), -OS_ERANGE);
	assert_int_equal(target_of(NOP, (struct x86_64_regs){ 0 }, &target), -OS_ERANGE); /* no site */
	detach(a, 4);
}

/*
 * Whose operand may not be there: a trap does not touch it unguarded. A call's return address is
 * that of the site all the same.
 */
static void test_may_fault(void **state)
{
	struct dt_site_attachment a[2] = { attachment(CALL_MEM, 1, DT_SITE_ORDER_INSTR),
					   attachment(PUSH_MEM, 2, DT_SITE_ORDER_INSTR) };
	uint64_t stack[2] = { 0 }, target = 0x1234;
	struct x86_64_regs regs = { .bx = (uint64_t)(uintptr_t)&target, .sp = (uint64_t)(uintptr_t)&stack[1] };

	(void)state;
	assert_int_equal(attach(a, 2), 2);
	assert_int_equal(trap(CALL_MEM, &regs), 0x1234);
	assert_int_equal(stack[0], at(CALL_MEM) + 2);
	assert_int_equal(regs.sp, (uint64_t)(uintptr_t)&stack[0]);
	regs.bx = 8;
	assert_int_equal(trap(CALL_MEM, &regs), dt_site_find(at(CALL_MEM))->slot);
	assert_int_equal(regs.sp, (uint64_t)(uintptr_t)&stack[0]);
	assert_int_equal(trap(PUSH_MEM, &regs), dt_site_find(at(PUSH_MEM))->slot);
	assert_memory_equal((void *)(uintptr_t)regs.ip, "\xff\x33\xe9", 3);
	detach(a, 2);
}

/* What must lead out and what need not, on one site; and one that cannot, on a site that is there. */
static void test_leads_out_shared(void **state)
{
	const struct dt_site_extent inside[] = { { at(0), at(256) }, { 0, 0 } };
	struct dt_site_attachment a[3] = {
		attachment(BRANCH, 1, DT_SITE_ORDER_RETURN),
		attachment(BRANCH, 2, DT_SITE_ORDER_ENTRY),
		attachment(PUSH, 3, DT_SITE_ORDER_ENTRY),
	};
	struct dt_site_attachment wrong = attachment(PUSH, 4, DT_SITE_ORDER_RETURN);
	struct x86_64_regs regs = { 0 };

	(void)state;
	a[0].inside = wrong.inside = inside;
	assert_int_equal(attach(a, 3), 3);
	assert_int_equal(attach(&wrong, 1), 0);
	assert_string_equal(wrong.refused, isa_reason_name(ISA_REASON_UNSUPPORTED));
	trap(BRANCH, &regs);
	assert_int_equal(fake.fired, 1);
	assert_int_equal(fake.fired_data[0], 2);
	assert_int_equal(regs.ip, at(BRANCH) + 6);
	detach(&wrong, 1);
	detach(a, 3);
}

/* Registers that linkage code may clobber are free at an entry, whoever else stands there. */
static void test_scratch_dead(void **state)
{
	struct dt_site_attachment a[3] = {
		attachment(MOVE, 1, DT_SITE_ORDER_RETURN),
		attachment(MOVE, 2, DT_SITE_ORDER_ENTRY),
		attachment(128, 3, DT_SITE_ORDER_RETURN),
	};

	(void)state;
	assert_int_equal(attach(a, 3), 3);
	assert_true(dt_site_find(at(MOVE))->insn.scratch_dead);
	assert_false(dt_site_find(at(128))->insn.scratch_dead);
	detach(a, 3);
}

static void test_refusals(void **state)
{
	struct dt_site_attachment a[6] = {
		attachment(PUSH, 0, 0), attachment(JUNK, 0, 0),   attachment(NOP, 0, 0),
		attachment(MOVE, 0, 0), attachment(RETURN, 0, 0), { .addr = 0x1000 },
	};

	(void)state;
	fake.refused_at = NOP;
	fake.changed_at = MOVE;
	assert_int_equal(attach(a, 6), 2);
	assert_null(a[0].refused);
	assert_string_equal(a[1].refused, isa_reason_name(ISA_REASON_UNDECODED));
	assert_string_equal(a[2].refused, "patched-by-kernel");
	assert_string_equal(a[3].refused, "text-changed");
	assert_null(a[4].refused);
	assert_string_equal(a[5].refused, "not-text");
	assert_int_equal(fake.patch_calls, 1);
	assert_null(dt_site_find(at(MOVE)));
	detach(a, 6);
}

static void test_traps_of_others(void **state)
{
	struct x86_64_regs regs = { .ax = 1, .ip = at(NOP) + 1 }, before;

	(void)state;
	assert_true(dt_trap((struct isa_regs *)&regs)); /* no break there any more: again, from the start */
	assert_int_equal(regs.ip, at(NOP));
	assert_int_equal(fake.fired, 0);
	fake.text[NOP] = isa_self.break_bytes[0]; /* somebody else's */
	regs.ip = at(NOP) + 1;
	before = regs;
	assert_false(dt_trap((struct isa_regs *)&regs));
	assert_memory_equal(&regs, &before, sizeof(regs));
	fake.text[NOP] = fake.original[NOP];
}

/*
 * While a batch is prepared, another CPU still executes a break that an earlier arming left in its
 * pipeline: it finds nothing half ready.
 */
static void test_stale_break(void **state)
{
	struct dt_site_attachment a[] = { attachment(MOVE, 1, 0), attachment(NOP, 2, 0) };

	(void)state;
	fake.stale_at = MOVE;
	assert_int_equal(attach(a, 2), 2);
	assert_true(fake.stale_traps >= 4); /* two texts read, slots written, breaks written */
	fake.stale_at = TEXT_SIZE;
	detach(a, 2);
}

static void test_text_without_breaks(void **state)
{
	struct dt_site_attachment a[2] = { attachment(PUSH, 0, 0), attachment(RETURN, 0, 0) };
	uint8_t copy[64];

	(void)state;
	assert_int_equal(attach(a, 2), 2);
	assert_int_equal(dt_sites_text(at(0), copy, sizeof(copy)), 0);
	assert_memory_equal(copy, fake.original, sizeof(copy));
	assert_int_equal(dt_sites_text(16, copy, sizeof(copy)), -OS_EFAULT);
	detach(a, 2);
}

static struct dt_site_attachment *many(void)
{
	struct dt_site_attachment *a = test_calloc(MANY, sizeof(*a));
	size_t i;

	for (i = 0; i < MANY; i++)
		a[i] = attachment(128 + i * 8, i, 0);
	return a;
}

static void test_many(void **state)
{
	struct dt_site_attachment *a = many();
	struct x86_64_regs regs = { 0 };
	size_t i;
	int round;

	(void)state;
	for (round = 0; round < 3; round++) {
		fake.patch_calls = 0;
		assert_int_equal(attach(a, MANY), MANY);
		assert_int_equal(fake.patch_calls, 1);
		for (i = 0; i < MANY; i += 97) {
			fake.fired = 0;
			trap(128 + i * 8, &regs);
			assert_int_equal(fake.fired_data[0], i);
		}
		detach(a, MANY / 2);
		assert_int_equal(fake.text[128], 0x48);
		assert_int_equal(fake.text[128 + (MANY - 1) * 8], isa_self.break_bytes[0]);
		fake.syncs = 0;
		detach(a + MANY / 2, MANY - MANY / 2);
		assert_true(fake.syncs <= 2);
		assert_memory_equal(fake.text, fake.original, TEXT_SIZE);
		os_task_drain(NULL);
	}
	test_free(a);
}

static void test_no_memory(void **state)
{
	struct dt_site_attachment *a = many();
	size_t i, armed, refused;
	unsigned int n;

	(void)state;
	for (n = 1; n < 12; n++) {
		fake.alloc_fail = n;
		armed = attach(a, 1000);
		for (i = 0, refused = 0; i < 1000; i++) {
			assert_true((a[i].refused != NULL) == !a[i].armed);
			refused += a[i].refused && strcmp(a[i].refused, "no-memory") == 0;
		}
		assert_int_equal(armed + refused, 1000);
		fake.alloc_fail = 0;
		detach(a, 1000);
		assert_memory_equal(fake.text, fake.original, TEXT_SIZE);
		os_task_drain(NULL);
	}
	assert_int_equal(attach(a, 1000), 1000);
	fake.alloc_dead = true;
	detach(a, 1000); /* goes in small steps */
	assert_memory_equal(fake.text, fake.original, TEXT_SIZE);
	test_free(a);
}

static char last_armed[200];

static void count_line(void *arg, const char *line)
{
	if (strncmp(line, "armed ", 6) == 0)
		snprintf(last_armed, sizeof(last_armed), "%s", line);
	if (strstr(line, "fired 1 "))
		++*(int *)arg;
}

static void test_report(void **state)
{
	struct dt_site_attachment a = attachment(RETURN, 0, 0);
	uint64_t stack[2] = { 0x4000, 0 };
	struct x86_64_regs regs = { .sp = (uint64_t)(uintptr_t)stack };
	int lines = 0;

	(void)state;
	attach(&a, 1);
	assert_int_equal(trap(RETURN, &regs), 0x4000);
	dt_sites_report("instr", count_line, &lines);
	assert_int_equal(lines, 0);
	dt_sites_report("fbt", count_line, &lines);
	assert_int_equal(lines, 1);
	assert_string_equal(last_armed + 23, "vmlinux`vfs_read entry fired 1 nested 3 emulate len 1 bytes c3 ret");
	dt_sites_stats(count_line, &lines);
	detach(&a, 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_emulated, setup, teardown),
		cmocka_unit_test_setup_teardown(test_stuck, setup, teardown),
		cmocka_unit_test_setup_teardown(test_stuck_and_changed, setup, teardown),
		cmocka_unit_test_setup_teardown(test_slot, setup, teardown),
		cmocka_unit_test_setup_teardown(test_two_on_one, setup, teardown),
		cmocka_unit_test_setup_teardown(test_target, setup, teardown),
		cmocka_unit_test_setup_teardown(test_may_fault, setup, teardown),
		cmocka_unit_test_setup_teardown(test_leads_out, setup, teardown),
		cmocka_unit_test_setup_teardown(test_leads_out_shared, setup, teardown),
		cmocka_unit_test_setup_teardown(test_scratch_dead, setup, teardown),
		cmocka_unit_test_setup_teardown(test_refusals, setup, teardown),
		cmocka_unit_test_setup_teardown(test_traps_of_others, setup, teardown),
		cmocka_unit_test_setup_teardown(test_stale_break, setup, teardown),
		cmocka_unit_test_setup_teardown(test_text_without_breaks, setup, teardown),
		cmocka_unit_test_setup_teardown(test_many, setup, teardown),
		cmocka_unit_test_setup_teardown(test_no_memory, setup, teardown),
		cmocka_unit_test_setup_teardown(test_report, setup, teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
