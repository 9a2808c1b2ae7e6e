/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * test_user.c - sites in the text of a process, for each CPU: memory that is missing, slots and who is in
 * them, breaks that are not ours.
 */
#include <stdlib.h>
#include <string.h>

#include "core/entry.h"
#include "core/site/marks.h"
#include "fake/framework.h"
#include "fake/space.h"
#include "os/host/host.h"

/* offsets in text */
enum { EMULATED = 0, SLOT = 16, BRANCH = 32, IJUMP = 48, WAITS = 64, NOP = 96 };

/* Addresses from here on cannot be accessed; 0: all can. */
static uint64_t missing_from;
static struct dt_user_access missing;
/* Its handlers have a stack of their own, above the ordinary one. */
static struct dt_user_thread thread;
#define OWN_STACK (fake_stack() + 4096)

static int user_load(void *arg, uint64_t addr, void *dst, size_t size)
{
	assert_ptr_equal(arg, &fake_space);
	if (missing_from && addr + size > missing_from)
		return -OS_EFAULT;
	memcpy(dst, (const void *)(uintptr_t)addr, size);
	return 0;
}

static int user_store(void *arg, uint64_t addr, const void *src, size_t size)
{
	assert_ptr_equal(arg, &fake_space);
	if (missing_from && addr + size > missing_from)
		return -OS_EFAULT;
	memcpy((void *)(uintptr_t)addr, src, size);
	return 0;
}

static const struct isa_mem user_memory = { .arg = &fake_space, .load = user_load, .store = user_store };
static struct os_space process;

static int setup(void **state)
{
	(void)state;
	fake_reset();
	os_host_cpu_set_count(4);
	fake_space_setup();
	FAKE_WRITE(EMULATED, SAMPLE_EMULATED);
	FAKE_WRITE(SLOT, SAMPLE_SLOT);
	FAKE_WRITE(BRANCH, SAMPLE_BRANCH);
	FAKE_WRITE(IJUMP, SAMPLE_IJUMP);
#ifdef SAMPLE_WAITS
	FAKE_WRITE(WAITS, SAMPLE_WAITS);
#endif
	process = (struct os_space){ .id = 1, .isa = &isa_self, .ops = fake_space.space.ops, .memory = &user_memory };
	missing_from = 0;
	missing = (struct dt_user_access){ 0 };
	thread = (struct dt_user_thread){ 1, OWN_STACK, OWN_STACK + 4096 };
	assert_int_equal(dt_space_open(&process), 0);
	return 0;
}

static int teardown(void **state)
{
	(void)state;
	fake_run_task();
	assert_int_equal(process.references, 1);
	dt_space_put(&process, 1);
	assert_int_equal(fake_space.released, 1);
	fake_space_teardown();
	return 0;
}

static struct dt_site_attachment attachment(size_t offset, uint64_t data)
{
	return (struct dt_site_attachment){
		.space = &process, .addr = fake_at(offset), .data = data, .order = DT_SITE_ORDER_INSTR
	};
}

static void attach(struct dt_site_attachment *a)
{
	assert_int_equal(dt_sites_attach(&a, 1), 1);
	assert_memory_equal((void *)(uintptr_t)a->addr, isa_self.break_bytes, ISA_SELF_BREAK_LEN);
}

static void detach(struct dt_site_attachment *a)
{
	dt_sites_detach(&a, 1);
}

static enum dt_user_trap trap_at(uint64_t addr, SAMPLE_REGS *file)
{
	struct isa_regs *regs = (struct isa_regs *)file;

	isa_pc_set(regs, addr + ISA_SELF_BREAK_PC_AFTER);
	return dt_user_trap(&process, regs, &thread, &missing);
}

/* Execute the break at an offset, and go on; where. */
static uint64_t trap(size_t offset, SAMPLE_REGS *file)
{
	enum dt_user_trap result = trap_at(fake_at(offset), file);
	uint64_t pc = isa_pc_get((struct isa_regs *)file);
	bool is_in_slot = dt_user_pc(&process, pc) != pc;

	assert_int_equal(result, is_in_slot || pc == fake_at(offset) ? DT_USER_TRAP_PASSED : DT_USER_TRAP_EXECUTED);
	return pc;
}

static uint64_t slot_of(size_t offset)
{
	return dt_site_find(process.sites, fake_at(offset))->slot;
}

#define LEN(sample) (sizeof(sample) - 1)

static void test_emulated(void **state)
{
	struct dt_site_attachment a = attachment(EMULATED, 7);
	SAMPLE_REGS regs = { 0 }, before;

	(void)state;
	sample_set_stack(&regs, fake_stack());
	before = regs;
	attach(&a);
	assert_int_equal(trap(EMULATED, &regs), fake_at(EMULATED) + LEN(SAMPLE_EMULATED));
	assert_true(sample_emulated(&before, &regs));
	assert_int_equal(fake.fired, 1);
	assert_int_equal(fake.fired_data[0], 7);
	assert_int_equal(fake.fired_pc, fake_at(EMULATED));
	assert_int_equal(fake.user, DT_FIRING_INTERRUPTED);
	assert_int_equal(dt_site_fired(&a), 1);
	detach(&a);
	assert_int_equal(process.sites->late, 0);
}

static uint64_t leave_slot(uint64_t pc, uint64_t sp)
{
	SAMPLE_REGS regs = { 0 };
	struct isa_regs *file = (struct isa_regs *)&regs;
	bool was_in_slot;

	sample_set_stack(&regs, sp);
	isa_pc_set(file, pc);
	was_in_slot = dt_user_leave_slot(&process, file, &thread);
	assert_int_equal(was_in_slot, isa_pc_get(file) != pc);
	assert_int_equal(dt_user_pc(&process, pc), isa_pc_get(file));
	assert_int_equal(isa_sp_get(file), sp);
	return isa_pc_get(file);
}

/* Who is in a slot is on its site, or after it, also when it is disarmed and until the grace period is over. */
static void test_leave_slot(void **state)
{
	struct dt_site_attachment a = attachment(SLOT, 0);
	SAMPLE_REGS regs = { 0 };
	uint64_t slot, i;

	(void)state;
	attach(&a);
	slot = trap(SLOT, &regs);
	assert_int_equal(slot, slot_of(SLOT));
	assert_memory_equal((void *)(uintptr_t)slot, SAMPLE_SLOT, LEN(SAMPLE_SLOT));
	for (i = 0; i < 2; i++) {
		assert_int_equal(leave_slot(slot, fake_stack()), fake_at(SLOT));
		assert_int_equal(leave_slot(slot + LEN(SAMPLE_SLOT), fake_stack()), fake_at(SLOT) + LEN(SAMPLE_SLOT));
		if (i == 0)
			detach(&a);
	}
	i = slot + isa_self.slot_size; /* nobody's slot */
	assert_int_equal(leave_slot(i, fake_stack()), i);
	assert_int_equal(leave_slot(fake_at(SLOT), fake_stack()), fake_at(SLOT));
	fake_run_task();
	assert_int_equal(fake_space.graces, 1);
	assert_int_equal(leave_slot(slot, fake_stack()), slot);
}

/* A program's functions may get something in a register that linkage code may clobber: none is used on the way back. */
static void test_no_scratch(void **state)
{
	struct dt_site_attachment a = attachment(SLOT, 0);

	(void)state;
	a.order = DT_SITE_ORDER_ENTRY;
	attach(&a);
	assert_false(dt_site_find(process.sites, a.addr)->insn.scratch_dead);
	detach(&a);
}

/* Execute the break of SLOT with a stack pointer. Return: whether its probe has fired. */
static bool fires(uint64_t sp)
{
	unsigned int before = fake.fired;
	SAMPLE_REGS regs = { 0 };

	sample_set_stack(&regs, sp);
	assert_int_equal(trap(SLOT, &regs), slot_of(SLOT));
	return fake.fired != before;
}

/* The same thread is taken out of the slot before its instruction was executed: it has fired. */
static void interrupt(uint64_t sp)
{
	assert_int_equal(leave_slot(slot_of(SLOT), sp), fake_at(SLOT));
}

static void test_begins_again(void **state)
{
	struct dt_site_attachment a = attachment(SLOT, 0);
	uint64_t sp = fake_stack(), own = OWN_STACK + 2048;

	(void)state;
	attach(&a);
	assert_true(fires(sp));
	leave_slot(slot_of(SLOT) + LEN(SAMPLE_SLOT), sp); /* the instruction was executed: nothing begins again */
	assert_true(fires(sp));
	interrupt(sp);
	assert_false(fires(sp));
	interrupt(sp); /* again */
	assert_false(fires(sp));
	assert_true(fires(sp));
	interrupt(sp);
	assert_true(fires(sp - 64)); /* a handler */
	assert_true(fires(own));     /* and one that has a stack of its own */
	interrupt(own);
	assert_true(fires(own - 64));
	assert_false(fires(own));
	assert_false(fires(sp));
	interrupt(sp);
	thread.id = 2; /* another thread */
	assert_true(fires(sp));
	thread.id = 1;
	assert_false(fires(sp));
	assert_int_equal(dt_marks_lost(process.sites->marks), 0);
	detach(&a);
}

/* An execution that was left does not begin again. */
static void test_left(void **state)
{
	struct dt_site_attachment a = attachment(SLOT, 0);
	uint64_t sp = fake_stack(), own = OWN_STACK + 2048;

	(void)state;
	attach(&a);
	interrupt(sp);
	assert_true(fires(sp + 64)); /* by longjmp() */
	assert_true(fires(sp));
	interrupt(own);
	assert_true(fires(sp)); /* off the handlers' stack */
	assert_true(fires(own));
	interrupt(sp);
	dt_user_thread_end(&process, 1);
	assert_true(fires(sp));
	interrupt(sp);
	detach(&a);
	attach(&a); /* another site: what fired at the first one has not fired here */
	assert_true(fires(sp));
	detach(&a);
}

static struct dt_sites_losses losses(void)
{
	struct dt_sites_losses ret;

	dt_sites_losses(&process, &ret);
	return ret;
}

/* Somebody has written the text anew: the break was gone, nobody knows since when. */
static void test_overwritten(void **state)
{
	struct dt_site_attachment a = attachment(SLOT, 0);

	(void)state;
	attach(&a);
	detach(&a);
	assert_int_equal(losses().overwritten, 0);
	attach(&a);
	FAKE_WRITE(SLOT, SAMPLE_SLOT);
	detach(&a);
	assert_int_equal(losses().overwritten, 1);
	assert_int_equal(losses().late, 0);
	assert_int_equal(losses().again, 0);
}

/* It is found out while the site is armed, and counts once. */
static void test_check(void **state)
{
	struct dt_site_attachment a = attachment(SLOT, 0), b = attachment(EMULATED, 0);

	(void)state;
	assert_int_equal(dt_sites_check(&process), 0);
	attach(&a);
	attach(&b);
	assert_int_equal(dt_sites_check(&process), 2);
	assert_int_equal(losses().overwritten, 0);
	FAKE_WRITE(SLOT, SAMPLE_SLOT);
	assert_int_equal(dt_sites_check(&process), 2);
	assert_int_equal(losses().overwritten, 1);
	dt_sites_check(&process);
	assert_int_equal(losses().overwritten, 1);
	detach(&a);
	detach(&b);
	assert_int_equal(losses().overwritten, 1);
	/* nobody is attached any more; another site there is new */
	assert_int_equal(dt_sites_check(&process), 2);
	attach(&a);
	FAKE_WRITE(SLOT, SAMPLE_SLOT);
	dt_sites_check(&process);
	assert_int_equal(losses().overwritten, 2);
	detach(&a);
	dt_space_kill(&process);
	assert_int_equal(dt_sites_check(&process), 0);
	assert_int_equal(losses().overwritten, 2);
}

/* Whether the break at an offset is there, and its trap fires @a alone. */
static bool stands(size_t offset, const struct dt_site_attachment *a)
{
	unsigned int before = fake.fired;
	SAMPLE_REGS regs = { 0 };

	if (memcmp((void *)(uintptr_t)fake_at(offset), isa_self.break_bytes, ISA_SELF_BREAK_LEN) != 0)
		return false;
	sample_set_stack(&regs, fake_stack());
	trap(offset, &regs);
	assert_int_equal(fake.fired, before + 1);
	return fake.fired_data[before] == a->data;
}

/* The text was read from its file anew: breaks that were in it are there again, and only those. */
static void test_thrown(void **state)
{
	struct dt_site_attachment a = attachment(SLOT, 1), b = attachment(EMULATED, 2);

	(void)state;
	attach(&a);
	attach(&b);
	FAKE_WRITE(SLOT, SAMPLE_SLOT);
	FAKE_WRITE(EMULATED, SAMPLE_EMULATED);
	dt_user_thrown(&process, fake_at(SLOT), fake_at(SLOT) + 1);
	assert_true(stands(SLOT, &a));
	assert_false(stands(EMULATED, &b));
	assert_int_equal(losses().restored, 1);
	dt_user_thrown(&process, 0, UINT64_MAX);
	assert_true(stands(EMULATED, &b));
	assert_int_equal(losses().restored, 2);
	dt_user_thrown(&process, 0, UINT64_MAX); /* nothing was lost */
	assert_int_equal(losses().restored, 2);
	assert_int_equal(losses().gone, 0);
	detach(&a);
	detach(&b);
	assert_int_equal(losses().overwritten, 0);
	assert_memory_equal((void *)(uintptr_t)fake_at(SLOT), SAMPLE_SLOT, LEN(SAMPLE_SLOT));
}

/* The program has thrown a break away, and has not told yet: no loss, neither when it is looked for nor when it goes. */
static void test_throwing(void **state)
{
	struct dt_site_attachment a = attachment(SLOT, 1);

	(void)state;
	attach(&a);
	fake_space.throwing = true;
	FAKE_WRITE(SLOT, SAMPLE_SLOT);
	assert_int_equal(dt_sites_check(&process), 1);
	assert_int_equal(losses().overwritten, 0);
	dt_user_thrown(&process, fake_at(SLOT), fake_at(SLOT) + 1);
	fake_space.throwing = false;
	assert_true(stands(SLOT, &a));
	assert_int_equal(losses().restored, 1);
	FAKE_WRITE(SLOT, SAMPLE_SLOT); /* this time nobody tells */
	dt_sites_check(&process);
	assert_int_equal(losses().overwritten, 1);
	detach(&a);
	attach(&a);
	fake_space.throwing = true;
	FAKE_WRITE(SLOT, SAMPLE_SLOT);
	detach(&a);
	assert_int_equal(losses().overwritten, 1);
	assert_int_equal(losses().restored, 2);
	fake_space.throwing = false;
}

/* Other text is there: the site is gone until its own is back. What is there may be traced meanwhile. */
static void test_gone(void **state)
{
	struct dt_site_attachment a = attachment(SLOT, 1), b = attachment(SLOT, 2);

	(void)state;
	attach(&a);
	FAKE_WRITE(SLOT, SAMPLE_EMULATED);
	dt_user_thrown(&process, fake_at(SLOT), fake_at(SLOT) + 16);
	assert_int_equal(losses().gone, 1);
	assert_null(dt_site_find(process.sites, fake_at(SLOT)));
	assert_memory_equal((void *)(uintptr_t)fake_at(SLOT), SAMPLE_EMULATED, LEN(SAMPLE_EMULATED));
	attach(&b);
	assert_true(stands(SLOT, &b));
	FAKE_WRITE(SLOT, SAMPLE_SLOT);
	dt_user_thrown(&process, fake_at(SLOT), fake_at(SLOT) + 16); /* b is gone, a is back */
	assert_true(stands(SLOT, &a));
	assert_int_equal(losses().gone, 1);
	assert_int_equal(losses().restored, 1);
	FAKE_WRITE(SLOT, SAMPLE_EMULATED);
	dt_user_thrown(&process, fake_at(SLOT), fake_at(SLOT) + 16);
	assert_true(stands(SLOT, &b));
	detach(&a);
	assert_true(stands(SLOT, &b));
	detach(&b);
	assert_int_equal(losses().gone, 1);
	assert_int_equal(losses().overwritten, 0);
	assert_memory_equal((void *)(uintptr_t)fake_at(SLOT), SAMPLE_EMULATED, LEN(SAMPLE_EMULATED));
}

/* Another file is mapped that has the same instructions: the sites are gone until their own is back. */
static void test_gone_to_another_file(void **state)
{
	struct dt_site_attachment a = attachment(SLOT, 1), b = attachment(EMULATED, 2), c = attachment(NOP, 3);
	struct dt_site_attachment *two[] = { &a, &b };

	(void)state;
	fake_space.origins = 1;
	assert_int_equal(dt_sites_attach(two, 2), 2); /* each has its own origin */
	fake_space.origins = 2;
	attach(&c);
	FAKE_WRITE(SLOT, SAMPLE_SLOT);
	FAKE_WRITE(EMULATED, SAMPLE_EMULATED);
	FAKE_WRITE(NOP, SAMPLE_NOP);
	dt_user_thrown(&process, 0, UINT64_MAX);
	assert_int_equal(losses().gone, 2);
	assert_int_equal(losses().restored, 1);
	assert_true(stands(NOP, &c));
	fake_space.origins = 1;
	dt_user_mapped(&process);
	assert_int_equal(losses().gone, 0);
	assert_true(stands(SLOT, &a));
	assert_true(stands(EMULATED, &b));
	detach(&a);
	detach(&b);
	detach(&c);
}

/* Other bytes, but of the same file: somebody has written over the break. Of another file: the site is gone. */
static void test_thrown_and_overwritten(void **state)
{
	struct dt_site_attachment a = attachment(SLOT, 1);

	(void)state;
	fake_space.origins = 1;
	attach(&a);
	FAKE_WRITE(SLOT, SAMPLE_EMULATED);
	dt_user_thrown(&process, fake_at(SLOT), fake_at(SLOT) + 1);
	assert_int_equal(losses().overwritten, 1);
	assert_int_equal(losses().gone, 0);
	fake_space.origins = 2;
	dt_user_thrown(&process, fake_at(SLOT), fake_at(SLOT) + 1);
	assert_int_equal(losses().overwritten, 1);
	assert_int_equal(losses().gone, 1);
	detach(&a);
	FAKE_WRITE(SLOT, SAMPLE_SLOT);
}

/* The text was unmapped, and something is mapped. */
static void test_mapped(void **state)
{
	struct dt_site_attachment a = attachment(SLOT, 1), b = attachment(EMULATED, 2);

	(void)state;
	attach(&a);
	attach(&b);
	FAKE_WRITE(SLOT, SAMPLE_EMULATED);
	dt_user_thrown(&process, fake_at(SLOT), fake_at(SLOT) + 1);
	FAKE_WRITE(EMULATED, SAMPLE_EMULATED);
	dt_user_mapped(&process);
	assert_int_equal(losses().gone, 1);
	assert_false(stands(EMULATED, &b)); /* it was not gone, as far as anybody has said */
	FAKE_WRITE(SLOT, SAMPLE_SLOT);
	dt_user_mapped(&process);
	assert_true(stands(SLOT, &a));
	assert_int_equal(losses().gone, 0);
	detach(&a);
	detach(&b);
}

/* Text is at another place now: there it is the program's own. */
static void test_moved(void **state)
{
	struct dt_site_attachment a = attachment(SLOT, 1);
	uint64_t from = fake_at(SLOT), to = fake_at(SLOT) + 1024;
	uint8_t before[LEN(SAMPLE_SLOT)];

	(void)state;
	memcpy(before, (void *)(uintptr_t)to, sizeof(before));
	attach(&a);
	memcpy((void *)(uintptr_t)to, (void *)(uintptr_t)from, LEN(SAMPLE_SLOT));
	memset((void *)(uintptr_t)from, 0, LEN(SAMPLE_SLOT));
	dt_user_moved(&process, from, to, 16);
	assert_memory_equal((void *)(uintptr_t)to, SAMPLE_SLOT, LEN(SAMPLE_SLOT));
	assert_int_equal(losses().gone, 1);
	memcpy((void *)(uintptr_t)from, (void *)(uintptr_t)to, LEN(SAMPLE_SLOT));
	dt_user_moved(&process, to, from, 16);
	assert_true(stands(SLOT, &a));
	detach(&a);
	assert_memory_equal((void *)(uintptr_t)from, SAMPLE_SLOT, LEN(SAMPLE_SLOT));
	memcpy((void *)(uintptr_t)to, before, sizeof(before));
}

static void test_has_places(void **state)
{
	struct dt_site_attachment a = attachment(SLOT, 1);

	(void)state;
	assert_false(dt_user_has_places(&process, 0, UINT64_MAX));
	attach(&a);
	assert_true(dt_user_has_places(&process, fake_at(SLOT), fake_at(SLOT) + 1));
	assert_true(dt_user_has_places(&process, 0, UINT64_MAX));
	assert_true(dt_user_has_places(&process, fake_at(SLOT) + 1, UINT64_MAX)); /* its last byte may be there */
	assert_false(dt_user_has_places(&process, 0, fake_at(SLOT)));
	assert_false(dt_user_has_places(&process, fake_at(SLOT) + ISA_INSN_MAX, UINT64_MAX));
	detach(&a);
}

/* More executions that begin again than are kept: they fire twice, and are counted. */
static void test_too_many(void **state)
{
	struct dt_site_attachment a = attachment(SLOT, 0);
	unsigned int i, again = 0;

	(void)state;
	attach(&a);
	for (i = 0; i < 20; i++)
		interrupt(fake_stack() - i * 16);
	for (i = 20; i-- > 0;)
		again += fires(fake_stack() - i * 16);
	assert_int_equal(again, losses().again);
	assert_in_range(again, 1, 19);
	detach(&a);
}

#ifdef SAMPLE_EMULATED_STORES
/*
 * The memory of an emulated instruction is missing: it runs in its slot, where the fault is its own.
 * The probe has fired once.
 */
static void test_missing(void **state)
{
	struct dt_site_attachment a = attachment(EMULATED, 7);
	uint64_t sp = fake_stack(), word = 0;
	SAMPLE_REGS regs = { 0 }, before;

	(void)state;
	sample_set_stack(&regs, sp);
	before = regs;
	attach(&a);
	missing_from = 1;
	assert_int_equal(trap(EMULATED, &regs), slot_of(EMULATED));
	assert_memory_equal((void *)(uintptr_t)slot_of(EMULATED), SAMPLE_EMULATED, LEN(SAMPLE_EMULATED));
	assert_int_equal(isa_sp_get((struct isa_regs *)&regs), isa_sp_get((struct isa_regs *)&before));
	memcpy(&word, (void *)(uintptr_t)sp, sizeof(word));
	assert_int_equal(word, 0);
	assert_int_equal(fake.fired, 1);
	detach(&a);
}
#endif

#ifdef SAMPLE_WAITS
/*
 * The memory of an instruction without a slot is missing: the thread waits on the site until the memory
 * is there. The probe has fired once.
 */
static void test_waits(void **state)
{
	struct dt_site_attachment a = attachment(WAITS, 7);
	uint64_t sp = fake_stack();
	SAMPLE_REGS regs = { 0 }, before;

	(void)state;
	sample_set_stack(&regs, sp);
	before = regs;
	attach(&a);
	assert_int_equal(slot_of(WAITS), 0);
	missing_from = 1;
	assert_int_equal(trap_at(fake_at(WAITS), &regs), DT_USER_TRAP_MISSING);
	isa_pc_set((struct isa_regs *)&before, fake_at(WAITS));
	assert_memory_equal(&regs, &before, sizeof(regs));
	assert_int_equal(missing.addr, SAMPLE_WAITS_STORES ? sp - isa_self.word_size : fake_at(WAITS + 16));
	assert_int_equal(missing.size, isa_self.word_size);
	assert_int_equal(missing.write, SAMPLE_WAITS_STORES);
	assert_int_equal(trap_at(fake_at(WAITS), &regs), DT_USER_TRAP_MISSING); /* still */
	missing_from = 0;
	assert_int_equal(trap_at(fake_at(WAITS), &regs), DT_USER_TRAP_EXECUTED);
	assert_int_not_equal(isa_pc_get((struct isa_regs *)&regs), fake_at(WAITS));
	assert_int_equal(fake.fired, 1);
	detach(&a);
}
#endif

#ifdef SAMPLE_CALL_MEMORY
/* In a slot this call would put the slot's address on the stack. */
static void test_call(void **state)
{
	struct dt_site_attachment a = attachment(NOP, 7);
	uint64_t sp = fake_stack();
	SAMPLE_REGS regs = { 0 };

	(void)state;
	FAKE_WRITE(NOP, SAMPLE_CALL_MEMORY);
	sample_set_stack(&regs, sp);
	sample_set_pointer(&regs, sp + 64);
	attach(&a);
	assert_int_equal(slot_of(NOP), 0);
	missing_from = 1;
	assert_int_equal(trap_at(fake_at(NOP), &regs), DT_USER_TRAP_MISSING);
	assert_int_equal(missing.addr, sp + 64);
	assert_false(missing.write);
	detach(&a);
}
#endif

#ifdef SAMPLE_SLOT_REACH
static void test_second_break(void **state)
{
	struct dt_site_attachment a = attachment(SLOT, 7);
	SAMPLE_REGS regs = { 0 };
	uint64_t back;

	(void)state;
	fake_space.far_slots = 2ul * SAMPLE_SLOT_REACH;
	attach(&a);
	back = trap(SLOT, &regs) + LEN(SAMPLE_SLOT);
	assert_memory_equal((void *)(uintptr_t)back, isa_self.break_bytes, ISA_SELF_BREAK_LEN);
	assert_int_equal(trap_at(back, &regs), DT_USER_TRAP_PASSED);
	assert_int_equal(isa_pc_get((struct isa_regs *)&regs), fake_at(SLOT) + LEN(SAMPLE_SLOT));
	assert_int_equal(fake.fired, 1);
	detach(&a);
}
#endif

static void test_leads_out(void **state)
{
	struct os_extent inside[] = { { fake_at(0), fake_at(FAKE_TEXT_SIZE) }, { 0, 0 } };
	struct dt_site_attachment a = attachment(IJUMP, 7);
	SAMPLE_REGS regs = { 0 };

	(void)state;
	a.special = DT_SITE_INSIDE;
	a.inside = inside;
	attach(&a);
	sample_set_jump(&regs, fake_at(NOP));
	assert_int_equal(trap(IJUMP, &regs), fake_at(NOP));
	assert_int_equal(fake.fired, 0);
	sample_set_jump(&regs, 0x4320);
	assert_int_equal(trap(IJUMP, &regs), 0x4320);
	assert_int_equal(fake.fired, 1);
	detach(&a);
}

static struct dt_site_attachment *own_fired;

static uint32_t own_fire(struct dt_site_attachment *a, struct dt_firing *firing)
{
	assert_int_equal(firing->user, DT_FIRING_INTERRUPTED);
	own_fired = a;
	return fake.cpu;
}

static void test_own_fire(void **state)
{
	struct dt_site_attachment a = attachment(BRANCH, 7);
	SAMPLE_REGS regs = { 0 };

	(void)state;
	a.special = DT_SITE_FIRE;
	a.fire = own_fire;
	own_fired = NULL;
	attach(&a);
	sample_set_branch(&regs, true);
	assert_int_equal(trap(BRANCH, &regs), fake_at(BRANCH) + SAMPLE_BRANCH_TARGET);
	assert_ptr_equal(own_fired, &a);
	assert_int_equal(fake.fired, 0);
	assert_int_equal(dt_site_fired(&a), 1);
	detach(&a);
}

static void assert_foreign(size_t offset)
{
	SAMPLE_REGS regs = { 0 }, before;

	isa_pc_set((struct isa_regs *)&regs, fake_at(offset) + ISA_SELF_BREAK_PC_AFTER);
	before = regs;
	assert_int_equal(dt_user_trap(&process, (struct isa_regs *)&regs, &thread, &missing), DT_USER_TRAP_FOREIGN);
	assert_memory_equal(&regs, &before, sizeof(regs));
}

/* A break of ours, written by somebody who has read it as text. */
static void put_back(size_t offset)
{
	memcpy((void *)(uintptr_t)fake_at(offset), isa_self.break_bytes, ISA_SELF_BREAK_LEN);
}

/* Code of another kind comes to a site: nothing fires, and the break goes for good. */
static void test_apart(void **state)
{
	struct dt_site_attachment a = attachment(EMULATED, 1), b = attachment(SLOT, 2);
	uint8_t text[ISA_SELF_BREAK_LEN], slot[ISA_SELF_BREAK_LEN];
	struct dt_sites_losses losses;
	SAMPLE_REGS regs = { 0 };

	(void)state;
	memcpy(slot, (void *)(uintptr_t)fake_at(SLOT), sizeof(slot));
	memcpy(text, (void *)(uintptr_t)fake_at(EMULATED), sizeof(text));
	sample_set_stack(&regs, fake_stack());
	attach(&a);
	attach(&b);
	isa_pc_set((struct isa_regs *)&regs, fake_at(EMULATED) + ISA_SELF_BREAK_PC_AFTER);
	assert_int_equal(dt_user_trap_apart(&process, (struct isa_regs *)&regs, &missing), DT_USER_TRAP_APART);
	assert_int_equal(isa_pc_get((struct isa_regs *)&regs), fake_at(EMULATED));
	assert_int_equal(missing.addr, fake_at(EMULATED));
	assert_int_equal(fake.fired, 0);
	dt_user_surrender(&process, missing.addr);
	assert_memory_equal((void *)(uintptr_t)fake_at(EMULATED), text, sizeof(text));
	/* another thread has done it before, or was on its way */
	dt_user_surrender(&process, fake_at(EMULATED));
	assert_memory_equal((void *)(uintptr_t)fake_at(EMULATED), text, sizeof(text));
	assert_int_equal(trap(EMULATED, &regs), fake_at(EMULATED) + LEN(SAMPLE_EMULATED));
	assert_int_equal(fake.fired, 1);
	detach(&a);
	dt_sites_losses(&process, &losses);
	assert_int_equal(losses.overwritten, 1);
	/* no site any more: what is there now is executed */
	isa_pc_set((struct isa_regs *)&regs, fake_at(EMULATED) + ISA_SELF_BREAK_PC_AFTER);
	assert_int_equal(dt_user_trap_apart(&process, (struct isa_regs *)&regs, &missing), DT_USER_TRAP_PASSED);
	assert_int_equal(isa_pc_get((struct isa_regs *)&regs), fake_at(EMULATED));
	dt_user_surrender(&process, fake_at(EMULATED));
	/* another site is not touched; nothing is written to a memory that goes */
	assert_memory_equal((void *)(uintptr_t)fake_at(SLOT), isa_self.break_bytes, ISA_SELF_BREAK_LEN);
	dt_space_kill(&process);
	dt_user_surrender(&process, fake_at(SLOT));
	assert_memory_equal((void *)(uintptr_t)fake_at(SLOT), isa_self.break_bytes, ISA_SELF_BREAK_LEN);
	detach(&b);
	memcpy((void *)(uintptr_t)fake_at(SLOT), slot, sizeof(slot));
}

/* One instruction of a thread with a shadow stack that the CPU has to execute. Return: whether its slot does it. */
static bool executed_by_cpu(const char *sample, size_t size)
{
	struct dt_site_attachment a = attachment(NOP, 7);
	struct dt_sites_losses before, after;
	SAMPLE_REGS regs = { 0 };
	unsigned int i;
	bool slot;

	dt_sites_losses(&process, &before);
	fake_write(NOP, sample, size);
	fake.fired = 0;
	sample_set_stack(&regs, fake_stack());
	sample_set_caller(&regs, fake_at(0));
	attach(&a);
	slot = slot_of(NOP) != 0;
	for (i = 0; i < 2; i++) { /* without a slot: again before the break is gone */
		assert_int_equal(trap_at(fake_at(NOP), &regs), slot ? DT_USER_TRAP_PASSED : DT_USER_TRAP_APART);
		assert_int_equal(isa_pc_get((struct isa_regs *)&regs), slot ? slot_of(NOP) : fake_at(NOP));
		assert_int_equal(isa_sp_get((struct isa_regs *)&regs), fake_stack());
		assert_int_equal(fake.fired, slot ? i + 1 : 1);
	}
	if (!slot) {
		assert_int_equal(missing.addr, fake_at(NOP));
		dt_user_surrender(&process, missing.addr);
	}
	assert_memory_equal(slot ? (void *)(uintptr_t)slot_of(NOP) : (void *)(uintptr_t)fake_at(NOP), sample, size);
	detach(&a);
	assert_memory_equal((void *)(uintptr_t)fake_at(NOP), sample, size);
	dt_sites_losses(&process, &after);
	assert_int_equal(after.overwritten - before.overwritten, slot ? 0 : 1);
	return slot;
}

static void test_shadow_stack(void **state)
{
	struct dt_site_attachment a = attachment(EMULATED, 1);
	SAMPLE_REGS regs = { 0 };
	struct isa_insn insn;

	(void)state;
	thread.has_shadow_stack = true;
#ifdef SAMPLE_EMULATED_STORES
	sample_set_stack(&regs, fake_stack());
#endif
	attach(&a);
	assert_int_equal(trap(EMULATED, &regs), fake_at(EMULATED) + LEN(SAMPLE_EMULATED));
	detach(&a);
	/* a return has a slot where its address is in memory, which may be missing */
	isa_self.insn_decode((const uint8_t *)SAMPLE_RETURN, LEN(SAMPLE_RETURN), fake_at(NOP), &insn);
	assert_int_equal(insn.class, ISA_CLASS_RETURN);
	assert_int_equal(executed_by_cpu(SAMPLE_RETURN, LEN(SAMPLE_RETURN)), insn.accesses_memory);
	assert_false(executed_by_cpu(SAMPLE_CALL, LEN(SAMPLE_CALL)));
}

/*
 * A debugger controls the process while it is disarmed, and puts the break back afterwards: it is taken away
 * when a thread comes to it, once. Then a break there is the debugger's. The space stays until its memory goes.
 */
static void test_put_back(void **state)
{
	struct dt_site_attachment a = attachment(EMULATED, 1), b = attachment(SLOT, 2);
	unsigned long before = dt_sites_given_back();
	SAMPLE_REGS regs = { 0 };
	uint8_t text[ISA_SELF_BREAK_LEN], slot[ISA_SELF_BREAK_LEN];

	(void)state;
	memcpy(slot, (void *)(uintptr_t)fake_at(SLOT), sizeof(slot));
	memcpy(text, (void *)(uintptr_t)fake_at(EMULATED), sizeof(text));
	attach(&b);
	detach(&b); /* nobody debugs it yet */
	attach(&a);
	put_back(SLOT);
	assert_foreign(SLOT);
	fake_space.seen = true;
	detach(&a);
	assert_int_equal(process.references, 2);
	assert_int_equal(trap_at(fake_at(SLOT), &regs), DT_USER_TRAP_STALE);
	dt_user_give_back(&process, missing.addr);
	assert_memory_equal((void *)(uintptr_t)fake_at(SLOT), slot, sizeof(slot));
	put_back(EMULATED);
	assert_int_equal(trap_at(fake_at(EMULATED), &regs), DT_USER_TRAP_STALE);
	assert_int_equal(isa_pc_get((struct isa_regs *)&regs), fake_at(EMULATED));
	assert_int_equal(missing.addr, fake_at(EMULATED));
	dt_user_give_back(&process, missing.addr);
	assert_memory_equal((void *)(uintptr_t)fake_at(EMULATED), text, sizeof(text));
	assert_int_equal(dt_sites_given_back(), before + 2);
	put_back(EMULATED);
	assert_foreign(EMULATED);
	dt_user_give_back(&process, fake_at(EMULATED)); /* not in doubt any more */
	assert_foreign(EMULATED);
	assert_int_equal(dt_sites_given_back(), before + 2);
	memcpy((void *)(uintptr_t)fake_at(EMULATED), text, sizeof(text));
	attach(&a);
	detach(&a);
	assert_int_equal(process.references, 2); /* once */
	attach(&a);
	dt_user_give_back(&process, fake_at(EMULATED)); /* a site again */
	assert_memory_equal((void *)(uintptr_t)fake_at(EMULATED), isa_self.break_bytes, ISA_SELF_BREAK_LEN);
	detach(&a);
	dt_space_kill(&process);
	assert_int_equal(process.references, 1);
	fake_space.seen = false;
}

/* The debugger has gone: what it has left is given back, and the space is not kept for it. */
static void test_debugger_gone(void **state)
{
	struct dt_site_attachment a = attachment(EMULATED, 1), b = attachment(SLOT, 2);
	unsigned long before = dt_sites_given_back();
	uint8_t text[ISA_SELF_BREAK_LEN];

	(void)state;
	memcpy(text, (void *)(uintptr_t)fake_at(EMULATED), sizeof(text));
	attach(&a);
	attach(&b);
	fake_space.seen = true;
	detach(&a);
	detach(&b);
	assert_true(dt_space_in_doubt(&process));
	put_back(EMULATED);
	fake_space.seen = false;
	dt_space_settle_doubt(&process);
	assert_memory_equal((void *)(uintptr_t)fake_at(EMULATED), text, sizeof(text));
	assert_int_equal(dt_sites_given_back(), before + 1);
	assert_false(dt_space_in_doubt(&process));
	assert_int_equal(process.references, 1);
	put_back(EMULATED);
	assert_foreign(EMULATED);
	memcpy((void *)(uintptr_t)fake_at(EMULATED), text, sizeof(text));
}

/* ---- what debuggers read and write ----------------------------------------------------------- */

static uint8_t *text_at(size_t offset)
{
	return (uint8_t *)(uintptr_t)fake_at(offset);
}

/* What somebody reads of the process. */
static void read_text(size_t offset, uint8_t *bytes, size_t size)
{
	memcpy(bytes, text_at(offset), size);
	dt_user_conceal(&process, fake_at(offset), bytes, size);
}

/* Reads see the program's text, whichever part of a break they have; a break that is not ours is seen. */
static void test_conceal(void **state)
{
	struct dt_site_attachment a = attachment(SLOT, 1), b = attachment(EMULATED, 2), *both[] = { &a, &b };
	uint8_t original[NOP + 16], bytes[NOP + 16];
	size_t from, size;

	(void)state;
	memcpy(original, text_at(0), sizeof(original));
	read_text(0, bytes, sizeof(bytes)); /* nothing was ever armed */
	assert_memory_equal(bytes, original, sizeof(bytes));
	assert_int_equal(dt_sites_attach(both, 2), 2);
	for (from = 0; from < SLOT + ISA_SELF_BREAK_LEN; from++) {
		for (size = 1; from + size <= sizeof(bytes); size++) {
			read_text(from, bytes, size);
			assert_memory_equal(bytes, original + from, size);
		}
	}
	put_back(NOP);
	read_text(NOP, bytes, ISA_SELF_BREAK_LEN);
	assert_memory_equal(bytes, isa_self.break_bytes, ISA_SELF_BREAK_LEN);
	memcpy(text_at(NOP), original + NOP, ISA_SELF_BREAK_LEN);
	dt_sites_detach(both, 2);
}

/* One write to the process, as far as it comes. */
struct poke {
	uint64_t addr;
	const uint8_t *bytes;
	size_t size;
	long result; /* negative: nothing is written */
};

static long poke_run(void *arg)
{
	struct poke *poke = arg;

	if (poke->result > 0)
		memcpy((void *)(uintptr_t)poke->addr, poke->bytes, (size_t)poke->result);
	return poke->result;
}

static void write_some(size_t offset, const void *bytes, size_t size, long result)
{
	uint8_t copy[64];
	struct poke poke = { fake_at(offset), copy, size, result };

	assert_true(size <= sizeof(copy));
	memcpy(copy, bytes, size);
	assert_int_equal(dt_user_write(&process, fake_at(offset), copy, size, poke_run, &poke), result);
	assert_memory_equal(copy, bytes, size);
}

static void write_text(size_t offset, const void *bytes, size_t size)
{
	write_some(offset, bytes, size, (long)size);
}

static void assert_reads(size_t offset, const void *bytes, size_t size)
{
	uint8_t read[64];

	assert_true(size <= sizeof(read));
	read_text(offset, read, size);
	assert_memory_equal(read, bytes, size);
}

static void assert_armed(size_t offset)
{
	assert_memory_equal(text_at(offset), isa_self.break_bytes, ISA_SELF_BREAK_LEN);
}

/* What debuggers write as a break: one of the length of ours. */
static const uint8_t *their_break(void)
{
	return (const uint8_t *)SAMPLE_THEIR_BREAK;
}

/*
 * A debugger has its breakpoint where we are. Both are told of each execution, once; the instruction is executed
 * when it has written it back.
 */
static void test_break_of_two(void **state)
{
	struct dt_site_attachment a = attachment(EMULATED, 7);
	uint8_t word[16], original[16];
	SAMPLE_REGS regs = { 0 }, before;
	int i;

	(void)state;
	sample_set_stack(&regs, fake_stack());
	memcpy(original, text_at(EMULATED), sizeof(original));
	attach(&a);
	memcpy(word, original, sizeof(word));
	memcpy(word, their_break(), ISA_SELF_BREAK_LEN);
	for (i = 1; i <= 3; i++) {
		write_text(EMULATED, word, sizeof(word));
		assert_armed(EMULATED);
		assert_reads(EMULATED, word, sizeof(word));
		isa_pc_set((struct isa_regs *)&regs, fake_at(EMULATED) + ISA_SELF_BREAK_PC_AFTER);
		assert_false(dt_user_is_site(&process, (struct isa_regs *)&regs));
		before = regs;
		assert_int_equal(trap_at(fake_at(EMULATED), &regs), DT_USER_TRAP_FOREIGN);
		assert_memory_equal(&regs, &before, sizeof(regs));
		assert_int_equal(fake.fired, i);
		write_text(EMULATED, original, sizeof(original));
		assert_armed(EMULATED);
		assert_reads(EMULATED, original, sizeof(original));
		isa_pc_set((struct isa_regs *)&regs, fake_at(EMULATED) + ISA_SELF_BREAK_PC_AFTER);
		assert_true(dt_user_is_site(&process, (struct isa_regs *)&regs));
		assert_int_equal(trap(EMULATED, &regs), fake_at(EMULATED) + LEN(SAMPLE_EMULATED));
		assert_int_equal(fake.fired, i); /* of the same execution */
		sample_set_stack(&regs, fake_stack());
	}
	assert_int_equal(trap(EMULATED, &regs), fake_at(EMULATED) + LEN(SAMPLE_EMULATED));
	assert_int_equal(fake.fired, 4);
	detach(&a);
	assert_memory_equal(text_at(EMULATED), original, sizeof(original));
	assert_int_equal(process.sites->overwritten, 0);
}

/* The debugger steps over it elsewhere, and never writes it back: each execution is one. */
static void test_break_stays(void **state)
{
	struct dt_site_attachment a = attachment(EMULATED, 7);
	uint8_t original[ISA_SELF_BREAK_LEN];
	SAMPLE_REGS regs = { 0 };
	int i;

	(void)state;
	sample_set_stack(&regs, fake_stack());
	memcpy(original, text_at(EMULATED), sizeof(original));
	attach(&a);
	write_text(EMULATED, their_break(), ISA_SELF_BREAK_LEN);
	for (i = 1; i <= 20; i++) { /* more than a thread has marks */
		assert_int_equal(trap_at(fake_at(EMULATED), &regs), DT_USER_TRAP_FOREIGN);
		assert_int_equal(fake.fired, i);
	}
	assert_int_equal(dt_marks_lost(process.sites->marks), 0);
	detach(&a);
	assert_memory_equal(text_at(EMULATED), their_break(), ISA_SELF_BREAK_LEN); /* it is the debugger's */
	assert_reads(EMULATED, their_break(), ISA_SELF_BREAK_LEN);
	if (memcmp(their_break(), isa_self.break_bytes, ISA_SELF_BREAK_LEN) == 0)
		assert_foreign(EMULATED); /* else the CPU tells them apart */
	write_text(EMULATED, original, sizeof(original));
	assert_memory_equal(text_at(EMULATED), original, sizeof(original));
	assert_reads(EMULATED, original, sizeof(original));
	attach(&a);
	assert_int_equal(trap(EMULATED, &regs), fake_at(EMULATED) + LEN(SAMPLE_EMULATED));
	detach(&a);
	assert_memory_equal(text_at(EMULATED), original, sizeof(original));
	assert_int_equal(process.sites->overwritten, 0);
}

/* A write that does not come to the place changes nothing there. */
static void test_write_fails(void **state)
{
	struct dt_site_attachment a = attachment(SLOT, 7);
	uint8_t original[SLOT + 16], word[SLOT + 16];

	(void)state;
	memcpy(original, text_at(0), sizeof(original));
	memcpy(word, original, sizeof(word));
	memcpy(word + SLOT, their_break(), ISA_SELF_BREAK_LEN);
	attach(&a);
	write_some(0, word, sizeof(word), -OS_EFAULT);
	assert_reads(0, original, sizeof(original));
	write_some(0, word, sizeof(word), SLOT);
	assert_reads(0, original, sizeof(original));
	assert_armed(SLOT);
	detach(&a);
	assert_memory_equal(text_at(0), original, sizeof(original));
}

/* Another instruction is written: the site is left without a break, and counted. Its first instruction comes back. */
static void test_another_program(void **state)
{
	struct dt_site_attachment a = attachment(EMULATED, 7), b = attachment(EMULATED, 8);
	uint8_t original[LEN(SAMPLE_EMULATED)], word[LEN(SAMPLE_EMULATED)];

	(void)state;
	memcpy(original, text_at(EMULATED), sizeof(original));
	memcpy(word, text_at(NOP), sizeof(word));
	attach(&a);
	write_text(EMULATED, word, sizeof(word));
	assert_memory_equal(text_at(EMULATED), word, sizeof(word));
	assert_reads(EMULATED, word, sizeof(word));
	write_text(EMULATED, original, sizeof(original));
	assert_armed(EMULATED);
	assert_reads(EMULATED, original, sizeof(original));
	write_text(EMULATED, word, sizeof(word));
	detach(&a);
	assert_int_equal(process.sites->overwritten, 1);
	assert_memory_equal(text_at(EMULATED), word, sizeof(word));
	write_text(EMULATED, original, sizeof(original));
	attach(&b);
	detach(&b);
	assert_int_equal(process.sites->overwritten, 1);
	assert_memory_equal(text_at(EMULATED), original, sizeof(original));
}

/* The last byte of an instruction is written, and not our break: what its slot has is gone. */
static void test_tail_written(void **state)
{
	struct dt_site_attachment a = attachment(SLOT, 7);
	size_t last = LEN(SAMPLE_SLOT) - 1;
	uint8_t original = *text_at(SLOT + last), other = original ^ 0x40;

	(void)state;
	if (last < ISA_SELF_BREAK_LEN)
		return; /* every byte of it is our break's */
	attach(&a);
	write_text(SLOT + last, &other, 1);
	assert_memory_equal(text_at(SLOT), SAMPLE_SLOT, last);
	assert_int_equal(*text_at(SLOT + last), other);
	detach(&a);
	assert_int_equal(process.sites->overwritten, 1);
	write_text(SLOT + last, &original, 1);
	assert_memory_equal(text_at(SLOT), SAMPLE_SLOT, last + 1);
}

/* A debugger that has read our breaks elsewhere writes one back while we are there, and when we have gone. */
static void test_seen(void **state)
{
	struct dt_site_attachment a = attachment(EMULATED, 7);
	SAMPLE_REGS regs = { 0 };
	uint8_t original[ISA_SELF_BREAK_LEN];

	(void)state;
	sample_set_stack(&regs, fake_stack());
	memcpy(original, text_at(EMULATED), sizeof(original));
	attach(&a);
	fake_space.seen = true;
	write_text(EMULATED, isa_self.break_bytes, ISA_SELF_BREAK_LEN);
	assert_armed(EMULATED);
	assert_reads(EMULATED, original, sizeof(original));
	assert_int_equal(trap(EMULATED, &regs), fake_at(EMULATED) + LEN(SAMPLE_EMULATED));
	detach(&a);
	assert_memory_equal(text_at(EMULATED), original, sizeof(original));
	write_text(EMULATED, isa_self.break_bytes, ISA_SELF_BREAK_LEN);
	assert_int_equal(trap_at(fake_at(EMULATED), &regs), DT_USER_TRAP_STALE);
	dt_user_give_back(&process, missing.addr);
	assert_memory_equal(text_at(EMULATED), original, sizeof(original));
	dt_space_kill(&process);
	fake_space.seen = false;
}

/* A break that a debugger had set before anybody read ours is no doubt of ours. */
static void test_theirs_is_known(void **state)
{
	struct dt_site_attachment a = attachment(EMULATED, 7);
	uint8_t original[ISA_SELF_BREAK_LEN];

	(void)state;
	memcpy(original, text_at(EMULATED), sizeof(original));
	attach(&a);
	write_text(EMULATED, isa_self.break_bytes, ISA_SELF_BREAK_LEN);
	fake_space.seen = true;
	detach(&a);
	assert_foreign(EMULATED);
	fake_space.seen = false;
	write_text(EMULATED, original, sizeof(original));
	dt_space_kill(&process);
}

/* Without memory the write goes through, over our break; that is counted. */
static void test_write_no_memory(void **state)
{
	struct dt_site_attachment a = attachment(EMULATED, 7);
	uint8_t original[ISA_SELF_BREAK_LEN];

	(void)state;
	memcpy(original, text_at(EMULATED), sizeof(original));
	attach(&a);
	fake_space.memory_fail = 1;
	write_text(EMULATED, original, sizeof(original));
	fake_space.memory_fail = 0;
	assert_memory_equal(text_at(EMULATED), original, sizeof(original));
	detach(&a);
	assert_int_equal(process.sites->overwritten, 1);
}

/*
 * A trap where no site is. The break is gone: the thread tries again. The text cannot be read: the thread
 * tries again, which brings it in. The break is the program's own, or there never was one of ours (on x86
 * `int $3` in two bytes traps like a break in its second): it is not ours.
 */
static void test_without_site(void **state)
{
	struct dt_site_attachment a = attachment(SLOT, 7), b = attachment(EMULATED, 8), *both[] = { &a, &b };
	SAMPLE_REGS regs = { 0 };

	(void)state;
	assert_foreign(SLOT);
	assert_int_equal(dt_sites_attach(both, 2), 2);
	dt_sites_detach(both, 2);
	assert_int_equal(trap(SLOT, &regs), fake_at(SLOT));
	assert_int_equal(process.sites->late, 1);
	assert_int_equal(trap(EMULATED, &regs), fake_at(EMULATED));
	assert_int_equal(process.sites->late, 2);
	missing_from = 1;
	assert_int_equal(trap(SLOT, &regs), fake_at(SLOT));
	assert_int_equal(process.sites->late, 2);
	missing_from = 0;
	assert_foreign(NOP);
	assert_foreign(BRANCH);
	fake_write(SLOT, isa_self.break_bytes, ISA_SELF_BREAK_LEN);
	assert_foreign(SLOT);
	assert_int_equal(process.sites->late, 2);
	assert_int_equal(fake.fired, 0);
}

/* A thread traps after the last probe has gone, before its break has. */
static void test_late(void **state)
{
	struct dt_site_attachment a = attachment(EMULATED, 7);
	SAMPLE_REGS regs = { 0 };

	(void)state;
	sample_set_stack(&regs, fake_stack());
	attach(&a);
	fake_space.map_fail = 1;
	detach(&a);
	assert_int_equal(trap(EMULATED, &regs), fake_at(EMULATED) + LEN(SAMPLE_EMULATED));
	assert_int_equal(process.sites->late, 1);
	assert_int_equal(fake.fired, 0);
}

static uint64_t past_at[4];
static uint8_t past_byte[4];
static size_t past_count;

static void on_past(void *arg, uint64_t addr, const uint8_t *bytes)
{
	assert_ptr_equal(arg, &process);
	assert_true(past_count < DT_ARRAY_SIZE(past_at));
	past_at[past_count] = addr;
	past_byte[past_count++] = bytes[0];
}

/* All places that ever had a break, each once, with what was there. Without memory for that nothing is armed. */
static void test_past(void **state)
{
	struct dt_site_attachment a = attachment(SLOT, 7), b = attachment(EMULATED, 8), *both[] = { &a, &b };
	uint8_t byte;

	(void)state;
	attach(&a);
	detach(&a);
	attach(&b);
	attach(&a);
	past_count = 0;
	dt_space_past(&process, on_past, &process);
	assert_int_equal(past_count, 2);
	assert_int_equal(past_at[0], fake_at(EMULATED));
	memcpy(&byte, SAMPLE_EMULATED, 1);
	assert_int_equal(past_byte[0], byte);
	assert_int_equal(past_at[1], fake_at(SLOT));
	memcpy(&byte, SAMPLE_SLOT, 1);
	assert_int_equal(past_byte[1], byte);
	dt_sites_detach(both, 2);
	a.space = &process;
	fake_run_task();
	fake_space.memory_fail = 6; /* patches, sites, counts, a chunk of slots and its memory, the past */
	assert_int_equal(dt_sites_attach((struct dt_site_attachment *[]){ &a }, 1), 0);
	assert_string_equal(dt_site_refused(&a), "no-memory");
	fake_space.memory_fail = 0;
}

/* No memory that is asked for is as large as all sites of a program: a kernel of 32 bits has no addresses for that. */
static void test_pieces(void **state)
{
	enum { EACH = 10, PLACES = 4096, COUNT = EACH * PLACES };
	struct dt_site_attachment *many = calloc(COUNT, sizeof(*many)), **list = calloc(COUNT, sizeof(*list));
	int i;

	(void)state;
	assert_true(many && list);
	for (i = 0; i < COUNT; i++) {
		many[i] = attachment(1024 + (size_t)(i / EACH) * 4, (uint64_t)i);
		list[i] = &many[i];
	}
	fake_space.memory_most = 4 << 20;
	assert_int_equal(dt_sites_attach(list, COUNT), COUNT);
	assert_int_equal(process.references, 1 + COUNT);
	dt_sites_detach(list, COUNT);
	fake_space.memory_most = 0;
	assert_int_equal(process.references, 1);
	fake_run_task();
	free(many);
	free(list);
}

#ifndef SAMPLE_SYSTEM_CALLS
#define SAMPLE_SYSTEM_CALLS false
#endif

/* A program's system call: only where the system does not mind that it comes from a slot. */
static void test_system_call(void **state)
{
	struct dt_site_attachment a = attachment(NOP, 7), *one = &a;
	size_t len = isa_self.syscall.len;
	SAMPLE_REGS regs = { 0 };
	struct isa_insn insn;

	(void)state;
	fake_write(NOP, isa_self.syscall.code, len);
	isa_insn_decode(isa_self.syscall.code, len, fake_at(NOP), &insn);
	assert_string_equal(dt_site_refusal(&fake_space.space, NULL, &insn, false), "privileged"); /* the kernel's */
	assert_int_equal(insn.system_call, SAMPLE_SYSTEM_CALLS);
	if (!SAMPLE_SYSTEM_CALLS) {
		assert_int_equal(dt_sites_attach(&one, 1), 0);
		assert_string_equal(dt_site_refused(&a), "privileged");
		return;
	}
	attach(&a);
	assert_int_equal(trap(NOP, &regs), slot_of(NOP));
	assert_memory_equal((void *)(uintptr_t)slot_of(NOP), isa_self.syscall.code, len);
	assert_int_equal(fake.fired, 1);
	detach(&a);
}

/* The same addresses in another process are other places. */
static void test_two_processes(void **state)
{
	struct dt_site_attachment a = attachment(SLOT, 7);
	struct os_space other = { .id = 2, .isa = &isa_self, .ops = fake_space.space.ops, .memory = &user_memory };
	SAMPLE_REGS regs = { 0 };

	(void)state;
	assert_int_equal(dt_space_open(&other), 0);
	attach(&a);
	isa_pc_set((struct isa_regs *)&regs, fake_at(SLOT) + ISA_SELF_BREAK_PC_AFTER);
	assert_int_equal(dt_user_trap(&other, (struct isa_regs *)&regs, &thread, &missing), DT_USER_TRAP_FOREIGN);
	assert_int_equal(fake.fired, 0);
	detach(&a);
	dt_space_put(&other, 1);
	fake_space.released = 0;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_emulated, setup, teardown),
		cmocka_unit_test_setup_teardown(test_leave_slot, setup, teardown),
		cmocka_unit_test_setup_teardown(test_no_scratch, setup, teardown),
		cmocka_unit_test_setup_teardown(test_begins_again, setup, teardown),
		cmocka_unit_test_setup_teardown(test_left, setup, teardown),
		cmocka_unit_test_setup_teardown(test_too_many, setup, teardown),
		cmocka_unit_test_setup_teardown(test_overwritten, setup, teardown),
		cmocka_unit_test_setup_teardown(test_check, setup, teardown),
		cmocka_unit_test_setup_teardown(test_thrown, setup, teardown),
		cmocka_unit_test_setup_teardown(test_throwing, setup, teardown),
		cmocka_unit_test_setup_teardown(test_gone, setup, teardown),
		cmocka_unit_test_setup_teardown(test_gone_to_another_file, setup, teardown),
		cmocka_unit_test_setup_teardown(test_thrown_and_overwritten, setup, teardown),
		cmocka_unit_test_setup_teardown(test_mapped, setup, teardown),
		cmocka_unit_test_setup_teardown(test_moved, setup, teardown),
		cmocka_unit_test_setup_teardown(test_has_places, setup, teardown),
#ifdef SAMPLE_EMULATED_STORES
		cmocka_unit_test_setup_teardown(test_missing, setup, teardown),
#endif
#ifdef SAMPLE_WAITS
		cmocka_unit_test_setup_teardown(test_waits, setup, teardown),
#endif
#ifdef SAMPLE_CALL_MEMORY
		cmocka_unit_test_setup_teardown(test_call, setup, teardown),
#endif
#ifdef SAMPLE_SLOT_REACH
		cmocka_unit_test_setup_teardown(test_second_break, setup, teardown),
#endif
		cmocka_unit_test_setup_teardown(test_leads_out, setup, teardown),
		cmocka_unit_test_setup_teardown(test_own_fire, setup, teardown),
		cmocka_unit_test_setup_teardown(test_apart, setup, teardown),
		cmocka_unit_test_setup_teardown(test_shadow_stack, setup, teardown),
		cmocka_unit_test_setup_teardown(test_put_back, setup, teardown),
		cmocka_unit_test_setup_teardown(test_debugger_gone, setup, teardown),
		cmocka_unit_test_setup_teardown(test_conceal, setup, teardown),
		cmocka_unit_test_setup_teardown(test_break_of_two, setup, teardown),
		cmocka_unit_test_setup_teardown(test_break_stays, setup, teardown),
		cmocka_unit_test_setup_teardown(test_write_fails, setup, teardown),
		cmocka_unit_test_setup_teardown(test_another_program, setup, teardown),
		cmocka_unit_test_setup_teardown(test_tail_written, setup, teardown),
		cmocka_unit_test_setup_teardown(test_seen, setup, teardown),
		cmocka_unit_test_setup_teardown(test_theirs_is_known, setup, teardown),
		cmocka_unit_test_setup_teardown(test_write_no_memory, setup, teardown),
		cmocka_unit_test_setup_teardown(test_without_site, setup, teardown),
		cmocka_unit_test_setup_teardown(test_late, setup, teardown),
		cmocka_unit_test_setup_teardown(test_past, setup, teardown),
		cmocka_unit_test_setup_teardown(test_pieces, setup, teardown),
		cmocka_unit_test_setup_teardown(test_system_call, setup, teardown),
		cmocka_unit_test_setup_teardown(test_two_processes, setup, teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
