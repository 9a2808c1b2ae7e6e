/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* space.c - see space.h. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "fake/space.h"
#include "isa/jump.h"
#include "os/host/host.h"

#define ARENA      0x40000000ul
#define SLOT_UNIT  65536u
#define SLOT_UNITS 8u
#define SLOTS_AT   (ARENA + FAKE_TEXT_SIZE + FAKE_STACK_SIZE)
#define ENTRY_AT   (ARENA + FAKE_TEXT_SIZE) /* never executed: the stack is there */
#define ARENA_SIZE (FAKE_TEXT_SIZE + FAKE_STACK_SIZE + SLOT_UNITS * SLOT_UNIT)

struct fake_space fake_space;

static uint8_t original[FAKE_TEXT_SIZE];
static unsigned int slot_area[SLOT_UNITS]; /* the number of the area; 0: free */
static struct os_task *queued[4];          /* NULL after the last one */

uint64_t fake_at(size_t offset)
{
	return ARENA + offset;
}

/* Anonymous memory, zeroed by being mapped anew. */
static void *map(unsigned long addr, size_t size)
{
	void *memory = mmap((void *)addr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);

	assert_ptr_equal(memory, (void *)addr);
	return memory;
}

static uint64_t slots_base(void)
{
	return SLOTS_AT + fake_space.far_slots;
}

static bool no_memory(void)
{
	return fake_space.no_memory || (fake_space.memory_fail && --fake_space.memory_fail == 0);
}

static void touch(void)
{
	if (fake_space.touched)
		fake_space.touched();
}

/* ---- the space's operations ------------------------------------------------------------------- */

static int fake_read(struct os_space *space, uint64_t addr, void *dst, size_t size)
{
	fake_space.reads++;
	if (fake_space.reading)
		fake_space.reading();
	if (addr < fake_at(0) || size > FAKE_TEXT_SIZE || addr > fake_at(FAKE_TEXT_SIZE - size))
		return -OS_EFAULT;
	if (fake_space.gone_at - addr < size)
		return -OS_EFAULT;
	touch();
	memcpy(dst, (const void *)(uintptr_t)addr, size);
	return 0;
}

static long fake_patch(struct os_space *space, struct os_patch *patches, size_t count)
{
	uint64_t last = 0;
	long written = 0;
	uint8_t *place;
	size_t i;

	if (count > 0)
		fake_space.patch_calls++;
	else
		fake_space.flushes++;
	touch();
	for (i = 0; i < count; i++) {
		place = (uint8_t *)(uintptr_t)patches[i].addr;
		assert_true(patches[i].addr > last);
		assert_int_equal(patches[i].addr % space->isa->insn_align, 0);
		last = patches[i].addr;
		patches[i].status = -OS_EBUSY;
		if (fake_space.map_good) {
			fake_space.map_good--;
		} else if (fake_space.map_fail) {
			fake_space.map_fail--;
			patches[i].status = -OS_ENOMEM;
			continue;
		}
		if (patches[i].addr == fake_space.changed_at ||
		    memcmp(place, patches[i].old_bytes, patches[i].len) != 0)
			continue;
		memcpy(place, patches[i].new_bytes, patches[i].len);
		patches[i].status = 0;
		written++;
		if (fake_space.written)
			fake_space.written();
	}
	return written;
}

static const char *fake_refusal(struct os_space *space, uint64_t addr, size_t size)
{
	return fake_space.refused_at - addr < size ? "patched-by-kernel" : NULL;
}

static bool units_free(size_t first, size_t count)
{
	size_t i;

	for (i = first; i < first + count; i++) {
		if (i >= SLOT_UNITS || slot_area[i])
			return false;
	}
	return true;
}

static uint64_t fake_slots_alloc(struct os_space *space, uint64_t near, uint64_t reach, size_t size)
{
	static unsigned int areas;
	size_t i, units = size / SLOT_UNIT, n, first = 0;
	uint8_t *memory;

	/* the highest that is free: areas touch, a later one ends where an earlier one begins; or the other way round */
	assert_int_equal(size % SLOT_UNIT, 0);
	for (n = 0; n < SLOT_UNITS; n++) {
		first = fake_space.areas_ascend ? n : SLOT_UNITS - 1 - n;
		if (units_free(first, units))
			break;
	}
	if (n == SLOT_UNITS || fake_space.slots_refused || no_memory())
		return 0;
	fake_space.slot_areas++;
	for (areas++, i = first; i < first + units; i++)
		slot_area[i] = areas;
	memory = (uint8_t *)(uintptr_t)(slots_base() + first * SLOT_UNIT);
	for (i = 0; i < size; i++)
		memory[i] = space->isa->break_bytes[i % space->isa->break_len];
	return (uint64_t)(uintptr_t)memory;
}

static void fake_slots_write(struct os_space *space, uint64_t addr, const void *src, size_t size)
{
	size_t first = (addr - slots_base()) / SLOT_UNIT, last = (addr + size - 1 - slots_base()) / SLOT_UNIT;

	touch();
	assert_true(addr >= slots_base() && last < SLOT_UNITS && slot_area[first] != 0);
	assert_int_equal(slot_area[first], slot_area[last]); /* of one area, which is a stretch */
	memcpy((void *)(uintptr_t)addr, src, size);
	fake_space.slot_bytes += size;
}

static void fake_grace(struct os_space *space)
{
	fake_space.graces++;
	if (fake_space.waiting)
		fake_space.waiting();
}

static void fake_slots_free(struct os_space *space, uint64_t addr, size_t size)
{
	fake_space.slot_areas--;
	memset(slot_area + (addr - slots_base()) / SLOT_UNIT, 0, size / SLOT_UNIT * sizeof(slot_area[0]));
}

static bool is_meant(const struct os_func_query *query, void *arg, const struct os_func *func, const char *name)
{
	return (!query->cold || strstr(name, ".cold")) && (!query->name || strcmp(query->name, name) == 0) &&
	       (!query->addr || query->addr == func->addr) && (!query->wants || query->wants(arg, func->module, name));
}

static int fake_func_each(struct os_space *space, const struct os_func_query *query,
			  int (*fn)(void *arg, const struct os_func *func), void *arg)
{
	static const struct os_func_query everything;
	const char *const *alias;
	const struct os_func *func;
	bool meant;
	size_t i;
	int error = 0;

	query = query ? query : &everything;
	fake_space.func_walks++;
	for (i = query->position ? *query->position : 0; i < fake_space.func_count && !error; i++) {
		func = &fake_space.funcs[i];
		meant = is_meant(query, arg, func, func->name);
		for (alias = func->aliases; alias && *alias && !meant; alias++)
			meant = is_meant(query, arg, func, *alias);
		if (meant && (!query->module || strcmp(query->module, func->module) == 0))
			error = fn(arg, func);
		if (error && query->position)
			*query->position = i;
	}
	return error;
}

/* The one that begins last before the address; as a kernel's, with the compiler's name for what it split off. */
static bool fake_symbol(struct os_space *space, uint64_t addr, struct os_text_symbol *symbol)
{
	const struct os_func *func, *found = NULL;

	for (func = fake_space.funcs; func < fake_space.funcs + fake_space.func_count; func++) {
		if (addr - func->addr < func->size && (!found || func->addr > found->addr))
			found = func;
	}
	if (!found)
		return false;
	symbol->start = found->addr;
	symbol->end = found->addr + found->size;
	symbol->cold = strstr(found->name, ".cold") != NULL;
	return true;
}

static const uint64_t *fake_return_thunks(struct os_space *space, size_t *count)
{
	*count = fake_space.thunk_count;
	return fake_space.thunks;
}

static int fake_count(struct os_space *space, uint64_t addr, int change)
{
	uint16_t *counter = (uint16_t *)(uintptr_t)addr;

	assert_true(change == 1 || (change == -1 && fake_space.counted > 0));
	if (addr < fake_at(0) || addr + sizeof(*counter) > fake_at(FAKE_TEXT_SIZE))
		return -OS_EFAULT;
	if (change > 0 && *counter == UINT16_MAX)
		return -OS_ERANGE;
	if (change < 0)
		fake_space.counted--;
	if (space->dying)
		return -OS_EFAULT;
	if (change > 0)
		fake_space.counted++;
	*counter = (uint16_t)(*counter + change);
	return 0;
}

static void fake_release(struct os_space *space)
{
	assert_null(space->sites);
	fake_space.released++;
}

static bool fake_seen(struct os_space *space)
{
	return fake_space.seen;
}

static bool fake_throwing(struct os_space *space)
{
	return fake_space.throwing;
}

static uint64_t fake_origin(struct os_space *space, uint64_t addr)
{
	return fake_space.origins ? addr - fake_at(0) + fake_space.origins : 0;
}

static const char *fake_marks(struct os_space *space, uint64_t func, uint64_t end, uint8_t *marks)
{
	if (fake_space.reserved_at >= func && fake_space.reserved_at < end)
		marks[fake_space.reserved_at - func] |= ISA_FLOW_RESERVED;
	return fake_space.jumps_refused;
}

/* All functions are the kernel's. */
static int fake_text_each(struct os_space *space, bool modules, int (*fn)(void *arg, const struct os_text *text),
			  void *arg)
{
	struct os_text text;
	size_t i;
	int error = 0;

	if (modules && fake_space.looking)
		fake_space.looking();
	for (i = 0; i < fake_space.func_count && !modules && !error; i++) {
		text.start = fake_space.funcs[i].addr;
		text.end = text.start + fake_space.funcs[i].size;
		text.closed = false;
		error = fn(arg, &text);
	}
	return error;
}

static void fake_hold(struct os_space *space, int change)
{
	fake_space.held += change;
}

static const struct os_jumps fake_jumps = {
	.isa = &isa_jump_self,
	.entry = ENTRY_AT,
	.marks = fake_marks,
	.text_each = fake_text_each,
	.hold = fake_hold,
};

static const struct os_space_ops fake_ops = {
	.read = fake_read,
	.patch = fake_patch,
	.refusal = fake_refusal,
	.slots_alloc = fake_slots_alloc,
	.slots_write = fake_slots_write,
	.grace = fake_grace,
	.slots_free = fake_slots_free,
	.func_each = fake_func_each,
	.symbol = fake_symbol,
	.return_thunks = fake_return_thunks,
	.count = fake_count,
	.seen = fake_seen,
	.origin = fake_origin,
	.throwing = fake_throwing,
	.release = fake_release,
};

/* ---- os/host, with a few calls watched (the linker's --wrap) ----------------------------------- */

void __real_os_sync(void);
void __real_os_yield(void);
void *__real_os_alloc(size_t size);
void __wrap_os_sync(void);
void __wrap_os_yield(void);
void *__wrap_os_alloc(size_t size);
void __wrap_os_task_init(struct os_task *task, void (*fn)(void *arg), void *arg);
void __wrap_os_task_queue(struct os_task *task);
void __wrap_os_task_drain(struct os_task *task);
int __wrap_os_event_wait(struct os_event *event, uint64_t patience);

void __wrap_os_sync(void)
{
	fake_space.syncs++;
	__real_os_sync();
}

void __wrap_os_yield(void)
{
	fake_space.yields++;
	if (fake_space.yielding)
		fake_space.yielding();
	__real_os_yield();
}

void *__wrap_os_alloc(size_t size)
{
	if (fake_space.memory_most && size > fake_space.memory_most)
		return NULL;
	return no_memory() ? NULL : __real_os_alloc(size);
}

void __wrap_os_task_init(struct os_task *task, void (*fn)(void *arg), void *arg)
{
	task->fn = fn;
	task->arg = arg;
}

void __wrap_os_task_queue(struct os_task *task)
{
	size_t i;

	for (i = 0; queued[i] && queued[i] != task; i++)
		assert_true(i + 2 < sizeof(queued) / sizeof(queued[0]));
	queued[i] = task;
}

static void run(struct os_task *task)
{
	size_t i, left = 0;

	for (i = 0; queued[i]; i++) {
		if (queued[i] != task)
			queued[left++] = queued[i];
	}
	queued[left] = NULL;
	task->fn(task->arg);
}

void __wrap_os_task_drain(struct os_task *task)
{
	size_t i;

	for (i = 0; queued[i]; i++) {
		if (queued[i] == task) {
			run(task);
			return;
		}
	}
}

int __wrap_os_event_wait(struct os_event *event, uint64_t patience)
{
	fake_space.pauses++;
	return os_event_is_set(event) ? 0 : -OS_EAGAIN;
}

/* A task that is queued meanwhile runs, too. */
void fake_run_task(void)
{
	while (queued[0])
		run(queued[0]);
}

/* ---- what tests call -------------------------------------------------------------------------- */

void fake_write(size_t offset, const void *bytes, size_t size)
{
	assert_true(offset + size <= FAKE_TEXT_SIZE);
	memcpy(fake_space.text + offset, bytes, size);
	memcpy(original + offset, bytes, size);
}

static int digit(char c)
{
	return c <= '9' ? c - '0' : c - 'a' + 10;
}

uint64_t fake_function(unsigned int function)
{
	return fake_at(function * FUNCTION_SIZE);
}

void fake_write_functions(void)
{
	uint8_t code[FUNCTION_SIZE];
	unsigned int i;
	const char *hex;
	size_t at;

	for (i = 0; i < FUNCTIONS; i++) {
		memset(code, SAMPLE_FILL, sizeof(code));
		for (hex = sample_functions[i].code, at = 0; *hex; hex += 2) {
			if (*hex == ' ')
				hex++;
			assert_true(at < sizeof(code));
			code[at++] = (uint8_t)(digit(hex[0]) << 4 | digit(hex[1]));
		}
		fake_write(i * FUNCTION_SIZE, code, sizeof(code));
	}
}

uint64_t fake_stack(void)
{
	memset(fake_space.stack, 0, FAKE_STACK_SIZE);
	return (uint64_t)(uintptr_t)(fake_space.stack + FAKE_STACK_SIZE / 2);
}

void fake_space_setup(void)
{
	static const uint8_t nop[] = SAMPLE_NOP;
	size_t i;

	memset(&fake_space, 0, sizeof(fake_space));
	memset(slot_area, 0, sizeof(slot_area));
	fake_space.text = map(ARENA, ARENA_SIZE);
	fake_space.stack = fake_space.text + FAKE_TEXT_SIZE;
	fake_space.original = original;
	fake_space.refused_at = fake_space.changed_at = fake_space.gone_at = fake_space.reserved_at = FAKE_NOWHERE;
	for (i = 0; i < FAKE_TEXT_SIZE; i += sizeof(nop) - 1)
		fake_write(i, nop, sizeof(nop) - 1);
#ifdef SAMPLE_SLOT_REACH
	map(SLOTS_AT + 2ul * SAMPLE_SLOT_REACH, SLOT_UNITS * SLOT_UNIT);
#endif
	fake_space.space.id = OS_SPACE_KERNEL;
	fake_space.space.isa = &isa_self;
	fake_space.space.ops = &fake_ops;
	os_host_kernel_space(&fake_space.space);
}

void fake_space_jumps(void)
{
	fake_space.space.jumps = &fake_jumps;
}

void fake_space_teardown(void)
{
	os_host_kernel_space(NULL);
	assert_memory_equal(fake_space.text, original, FAKE_TEXT_SIZE);
	assert_int_equal(fake_space.slot_areas, 0);
	assert_int_equal(os_host_alloc_count(), 0);
}
