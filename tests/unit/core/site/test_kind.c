/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * test_kind.c - sites that become jumps and breaks again, for each CPU, on a text that is never executed:
 * after every single write into the text, a CPU that comes to a function is followed through breaks, jumps,
 * slots and stubs. It has to come to all of the function's instructions, once, in order, and each probe that
 * is armed has to fire, once.
 */
#include "jump_walk.h"

/* ---- there and back ---------------------------------------------------------------------------- */

static void test_there_and_back(void **state)
{
	char text[4096], wanted[64];

	(void)state;
	fake_space.written = somebody;
	attach_all();
	assert_int_equal(kind_at(FUNC), DT_SITE_BREAK);
	assert_int_equal(fake_space.patch_calls, 1);
	fake_space.waiting = somebody;
	fake_run_task();
	assert_int_equal(fake_space.pauses, 1);
	assert_int_equal(kind_at(FUNC), DT_SITE_JUMP);
	assert_int_equal(kind_at(FUNC + JUMP_RETURN), DT_SITE_JUMP);
	assert_int_equal(kind_at(EARLY + JUMP_EARLY_RETURN), DT_SITE_JUMP);
	assert_int_equal(kinds()->jumps, JUMPS);
	/* the breaks; those at starts, if there is one; the other bytes, if there are some; the first ones */
	assert_in_range(fake_space.patch_calls, 2, 4);
	somebody();
	assert_concealed();
	text_of_stats(text, sizeof(text));
	snprintf(wanted, sizeof(wanted), "\nkinds break %u jump %u held 0 ", (unsigned int)all - JUMPS, JUMPS);
	assert_non_null(strstr(text, wanted));
	text_of_sites(text, sizeof(text));
	assert_non_null(strstr(text, " kind jump - "));
	fake_space.patch_calls = 0;
	detach_all();
	assert_in_range(fake_space.patch_calls, 2, 4);
	assert_clean();
	assert_true(walks > 20);
}

/* A short run pays for nothing. */
static void test_short_run(void **state)
{
	(void)state;
	attach_all();
	detach_all();
	fake_run_task();
	assert_int_equal(kinds()->switched, 0);
	assert_clean();
}

/* One site alone, and a second time: of its old stub nothing is left. */
static void test_again(void **state)
{
	unsigned int i;

	(void)state;
	make_probes();
	for (i = 0; i < 3; i++) {
		assert_int_equal(attach(probes, 1), 1);
		fake_run_task();
		assert_int_equal(kind_at(FUNC), DT_SITE_JUMP);
		assert_int_equal(walk(FUNC), 1);
		detach(probes, 1);
		if (i > 0) /* while the old one waits for the grace period */
			continue;
		fake_run_task();
	}
	assert_clean();
}

/* ---- preempted --------------------------------------------------------------------------------- */

/* In a region, after its first instruction: nothing is written there before it has gone on. */
static void test_preempted_inside(void **state)
{
	(void)state;
	make_probes();
	assert_int_equal(attach(probes, 1), 1);
	fall_asleep(1);
	assert_int_not_equal(sleeper_pc, fake_at(FUNC));
	fake_space.waiting = wake_up;
	fake_run_task();
	assert_true(sleeper.done);
	assert_int_equal(kind_at(FUNC), DT_SITE_JUMP);
	detach(probes, 1);
	assert_clean();
}

/* In the stub, before the probe fires, which has gone then; by the jump, or by a trap that continues there. */
static void preempted_in_stub(bool by_trap)
{
	unsigned long late = dt_kernel_sites.late;

	make_probes();
	assert_int_equal(attach(probes, 1), 1);
	fake_run_task();
	if (by_trap)
		dt_sites_jump(false);
	fall_asleep(1);
	assert_non_null(dt_slot_chunk_of(&kinds()->stubs, sleeper_pc));
	detach(probes, 1);
	assert_memory_equal(fake_space.text, fake_space.original, FAKE_TEXT_SIZE);
	assert_int_equal(attach(probes, 1), 1); /* meanwhile */
	fake_space.waiting = wake_up;
	fake_run_task();
	assert_true(sleeper.done);
	assert_int_equal(dt_kernel_sites.late - late, by_trap ? 0 : 1);
	detach(probes, 1);
	assert_clean();
	dt_sites_jump(true);
}

static void test_preempted_in_stub(void **state)
{
	(void)state;
	preempted_in_stub(false);
	preempted_in_stub(true);
}

/* ---- stopped halfway, and undone --------------------------------------------------------------- */

/* On the way to jumps: one write fails, or all that follow; then the next batch completes what is left. */
static void stop_at(unsigned int n, unsigned int fails)
{
	attach_all();
	fail_writes(n, fails);
	fake_run_task();
	fail_writes(0, 0);
	somebody();
	assert_concealed();
	if (n % 2) {
		dt_switch_queue(&dt_kernel_sites);
		fake_run_task();
		somebody();
		assert_int_equal(kinds()->jumps, JUMPS);
	}
	detach_all();
	assert_clean();
}

static void test_stopped(void **state)
{
	unsigned int n;

	(void)state;
	fake_space.written = fake_space.waiting = somebody;
	for (n = 0; n < STEPS; n++) {
		stop_at(n, 1);
		stop_at(n, 1000);
	}
}

/* On the way back: the sites stay, without probes, and go later. */
static void stuck_at(unsigned int n, unsigned int fails, bool again)
{
	attach_all();
	fake_run_task();
	assert_int_equal(kinds()->jumps, JUMPS);
	fail_writes(n, fails);
	detach_all();
	assert_concealed();
	fail_writes(0, 0);
	if (again) { /* they are used as they are */
		expect(UINT32_MAX, UINT32_MAX);
		assert_int_equal(attach(probes, all), all);
		expect(2 + INSIDE_FIRES, 1);
		somebody();
		fake_run_task();
		assert_int_equal(kinds()->jumps, JUMPS);
		detach_all();
	}
	expect(0, 0);
	fake_run_task();
	somebody();
	assert_clean();
}

static void test_stuck(void **state)
{
	unsigned int n;

	(void)state;
	fake_space.written = somebody;
	for (n = 0; n < STEPS; n++) {
		stuck_at(n, 1, false);
		stuck_at(n, 1000, false);
		stuck_at(n, 1, true);
		stuck_at(n, 1000, true);
	}
}

/* No memory for the n-th request: all is as before, or as with memory. */
static void test_no_memory(void **state)
{
	unsigned int n;
	bool failed = true;

	(void)state;
	fake_space.written = somebody;
	for (n = 1; failed; n++) {
		attach_all();
		fake_space.memory_fail = n;
		fake_run_task();
		failed = fake_space.memory_fail == 0;
		fake_space.memory_fail = 0;
		somebody();
		assert_concealed();
		fake_space.memory_fail = n;
		detach_all();
		fake_space.memory_fail = 0;
		assert_clean();
	}
	assert_true(n > 10);
}

/* None at all while they are disarmed. */
static void test_back_without_memory(void **state)
{
	(void)state;
	fake_space.written = somebody;
	attach_all();
	fake_run_task();
	assert_int_equal(kinds()->jumps, JUMPS);
	fake_space.no_memory = true;
	detach_all();
	assert_memory_equal(fake_space.text, fake_space.original, FAKE_TEXT_SIZE);
	fake_space.no_memory = false;
	assert_clean();
}

/* ---- armed and disarmed meanwhile -------------------------------------------------------------- */

static void detach_entry(void)
{
	fake_space.waiting = NULL;
	expect(UINT32_MAX, UINT32_MAX);
	detach(probes, 1);
	expect(1 + INSIDE_FIRES, 1);
}

static void test_disarmed_meanwhile(void **state)
{
	(void)state;
	fake_space.written = somebody;
	fake_space.waiting = detach_entry;
	attach_all();
	fake_run_task();
	assert_null(site_at(FUNC));
	assert_int_equal(kinds()->jumps, JUMPS - 1);
	somebody();
	detach_all();
	assert_clean();
}

/* The site goes while its stub is made; another one comes to its place. */
static void detach_draft(void)
{
	struct dt_site *draft = site_at(FUNC);

	if (!draft || draft->kind != DT_SITE_DRAFT)
		return;
	fake_space.yielding = NULL;
	detach(probes, 1);
	assert_int_equal(attach(probes, 1), 1);
	assert_int_equal(kind_at(FUNC), DT_SITE_BREAK);
	assert_int_equal(kind_at(FUNC + JUMP_RETURN), DT_SITE_DRAFT);
}

static void test_draft_goes(void **state)
{
	(void)state;
	make_probes();
	assert_int_equal(attach(probes, 2), 2);
	fake_space.yielding = detach_draft;
	fake_run_task();
	assert_null(fake_space.yielding);
	assert_int_equal(kinds()->jumps, 2); /* the new one with a batch of its own */
	assert_int_equal(walk(FUNC), 2);
	detach(probes, 2);
	assert_clean();
}

/* Another attachment of a site that is a jump already. */
static void test_two_probes(void **state)
{
	struct dt_site_attachment second = attachment(FUNC, DT_SITE_ORDER_INSTR);

	(void)state;
	make_probes();
	assert_int_equal(attach(probes, 1), 1);
	fake_run_task();
	fake_space.patch_calls = 0;
	assert_int_equal(attach(&second, 1), 1);
	assert_int_equal(walk(FUNC), 2);
	detach(probes, 1);
	assert_int_equal(kind_at(FUNC), DT_SITE_JUMP);
	assert_int_equal(walk(FUNC), 1);
	assert_int_equal(dt_site_fired(&second), 2);
	assert_int_equal(fake_space.patch_calls, 0);
	detach(&second, 1);
	assert_clean();
}

/* One that changes where the CPU goes on is not for a jump. */
static void test_last(void **state)
{
	struct dt_site_attachment last = attachment(FUNC, DT_SITE_ORDER_LAST);

	(void)state;
	last.special = DT_SITE_FIRE;
	last.fire = stays_here;
	make_probes();
	assert_int_equal(attach(probes, 1), 1);
	fake_run_task();
	assert_int_equal(attach(&last, 1), 1);
	assert_int_equal(kind_at(FUNC), DT_SITE_BREAK);
	fake_run_task();
	assert_int_equal(kind_at(FUNC), DT_SITE_BREAK);
	assert_int_equal(walk(FUNC), 2);
	detach(probes, 1);
	detach(&last, 1);
	assert_clean();
}

#ifdef JUMP_SECOND
static struct dt_site_attachment second;

static void attach_second(void)
{
	fake_space.waiting = NULL;
	second = attachment(FUNC + JUMP_SECOND, DT_SITE_ORDER_INSTR);
	expect(UINT32_MAX, 1);
	assert_int_equal(attach(&second, 1), 1);
	expect(3 + INSIDE_FIRES, 1);
	somebody();
}

/* A site in the region of another one, which was a jump, or on the way there. */
static void site_in_region(void)
{
	fake_run_task();
	if (PAIRS)
		assert_int_equal(kind_at(FUNC), DT_SITE_JUMP);
	else
		assert_other_site();
	somebody();
	assert_concealed();
	expect(UINT32_MAX, 1);
	detach(&second, 1);
	expect(2 + INSIDE_FIRES, 1);
	somebody();
	fake_run_task();
	if (PAIRS)
		assert_int_equal(kind_at(FUNC), DT_SITE_JUMP);
	somebody();
	detach_all();
	assert_clean();
}

static void test_site_in_region(void **state)
{
	(void)state;
	fake_space.written = somebody;
	attach_all();
	fake_run_task();
	assert_int_equal(kind_at(FUNC), DT_SITE_JUMP);
	attach_second();
	assert_int_equal(kind_at(FUNC), DT_SITE_BREAK);
	site_in_region();
	fake_space.waiting = attach_second;
	attach_all();
	fake_run_task();
	site_in_region();
}

/* All at once: the first one has no region, for two more are in it; then one alone is. */
static void test_sites_side_by_side(void **state)
{
	struct dt_site_attachment three[3] = { attachment(FUNC, DT_SITE_ORDER_ENTRY),
					       attachment(FUNC + JUMP_SECOND, DT_SITE_ORDER_INSTR),
					       attachment(FUNC + JUMP_THIRD, DT_SITE_ORDER_INSTR) };

	(void)state;
	expect(UINT32_MAX, 0);
	fake_space.written = somebody;
	assert_int_equal(attach(three, 3), 3);
	expect(3, 0);
	fake_run_task();
	assert_string_equal(dt_jump_refusal_name(site_at(FUNC)->why), "other-site");
	somebody();
	assert_concealed();
	expect(UINT32_MAX, 0);
	detach(three, 3);
	assert_int_equal(attach(three, 2), 2);
	expect(2, 0);
	fake_run_task();
	if (!PAIRS)
		assert_string_equal(dt_jump_refusal_name(site_at(FUNC)->why), "other-site");
	somebody();
	assert_concealed();
	expect(UINT32_MAX, 0);
	detach(three, 2);
	assert_clean();
}

/* It comes while the other one's stub is made. */
static void attach_to_draft(void)
{
	struct dt_site *draft = site_at(FUNC);

	if (!draft || draft->kind != DT_SITE_DRAFT)
		return;
	fake_space.yielding = NULL;
	attach_second();
}

static void test_site_in_draft(void **state)
{
	(void)state;
	fake_space.written = somebody;
	attach_all();
	fake_space.yielding = attach_to_draft;
	fake_run_task();
	assert_null(fake_space.yielding);
	assert_int_equal(kind_at(FUNC), PAIRS ? DT_SITE_JUMP : DT_SITE_BREAK);
	assert_int_equal(kind_at(FUNC + JUMP_RETURN), DT_SITE_JUMP);
	somebody();
	expect(UINT32_MAX, UINT32_MAX);
	detach(&second, 1);
	detach_all();
	assert_clean();
}

/* The same, when nothing can be written, or there is no memory: it is refused, and the other one goes on. */
static void test_site_in_region_refused(void **state)
{
	unsigned int n, refused = 0;

	(void)state;
	fake_space.written = somebody;
	attach_all();
	fake_run_task();
	for (n = 0; n < STEPS; n++) {
		second = attachment(FUNC + JUMP_SECOND, DT_SITE_ORDER_INSTR);
		expect(UINT32_MAX, 1);
		fail_writes(n, n % 3 ? 1 : 1000);
		fake_space.memory_fail = n % 2 ? n / 2 + 1 : 0;
		if (attach(&second, 1) == 1)
			expect(3 + INSIDE_FIRES, 1);
		else
			expect(2 + INSIDE_FIRES, 1);
		refused += dt_site_refused(&second) != NULL;
		fail_writes(0, 0);
		fake_space.memory_fail = 0;
		somebody();
		assert_concealed();
		expect(UINT32_MAX, UINT32_MAX);
		detach(&second, 1);
		detach(probes, all);
		fake_run_task();
		assert_int_equal(attach(probes, all), all);
		fake_run_task();
		assert_int_equal(kinds()->jumps, JUMPS);
		expect(2 + INSIDE_FIRES, 1);
	}
	assert_in_range(refused, 3, STEPS - 3);
	detach_all();
	assert_clean();
}
#endif

/* ---- refused ----------------------------------------------------------------------------------- */

static void assert_refused(size_t offset, const char *reason)
{
	assert_int_equal(kind_at(offset), DT_SITE_BREAK);
	assert_string_equal(dt_jump_refusal_name(site_at(offset)->why), reason);
}

static void test_refused(void **state)
{
	struct dt_site_attachment nowhere = attachment(4096, DT_SITE_ORDER_INSTR),
				  shorter = attachment(SHORT, DT_SITE_ORDER_INSTR);
	char text[4096];

	(void)state;
	make_probes();
	fake_space.reserved_at = fake_at(FUNC);
	assert_int_equal(attach(probes, 2), 2);
	assert_int_equal(attach(&nowhere, 1), 1); /* in no function */
	if (strcmp(JUMP_SHORT_REASON, "call-inside") != 0)
		assert_int_equal(attach(&shorter, 1), 1);
	fake_run_task();
	assert_refused(FUNC, "known-to-others");
	assert_int_equal(kind_at(FUNC + JUMP_RETURN), DT_SITE_JUMP);
	assert_refused(4096, "undecoded");
	if (shorter.armed)
		assert_refused(SHORT, JUMP_SHORT_REASON);
	text_of_sites(text, sizeof(text));
	assert_non_null(strstr(text, " kind break known-to-others "));
	assert_non_null(strstr(text, " kind break undecoded "));
	fake_space.reserved_at = FAKE_NOWHERE;
	detach(probes, 2);
	fake_space.jumps_refused = "entry-code";
	assert_int_equal(attach(probes, 1), 1);
	fake_run_task();
	assert_refused(FUNC, "function");
	detach(probes, 1);
	detach(&nowhere, 1);
	detach(&shorter, 1);
	assert_clean();
}

#ifdef JUMP_SECOND
/* A fourth function, of @size bytes, in the last eight of them a jump into the region of the first one. */
static void write_jumper(size_t size)
{
	size_t at = JUMPER + size - 8, len;
	uint8_t code[16] = { 0 };
	int32_t away;

#ifdef SAMPLE_CALL_MEMORY
	len = 5;
	away = (int32_t)(FUNC + JUMP_SECOND) - (int32_t)(at + len);
	code[0] = 0xe9;
	memcpy(code + 1, &away, 4);
#else
	uint32_t jal;

	len = 4;
	away = (int32_t)(FUNC + JUMP_SECOND) - (int32_t)at;
	jal = 0x6f | ((uint32_t)away & 0x7fe) << 20 | ((uint32_t)away & 0x800) << 9 | ((uint32_t)away & 0xff000) |
	      ((uint32_t)away & 0x100000) << 11;
	memcpy(code, &jal, 4);
#endif
	fake_write(at, code, len);
	funcs[3].size = size;
	fake_space.func_count = 4;
}

static void check_jumped_into(void)
{
	assert_int_equal(attach(probes, 2), 2);
	fake_run_task();
	assert_refused(FUNC, "jump-inside");
	assert_int_equal(kind_at(FUNC + JUMP_RETURN), DT_SITE_JUMP);
	detach(probes, 2);
	assert_clean();
}

/* A jump of another function leads into the region; one of a function that comes with a module, too. */
static void test_jumped_into(void **state)
{
	(void)state;
	write_jumper(8);
	make_probes();
	check_jumped_into();
}

/* Windows of padding are not decoded, and what comes after them is; two windows and a part that has the jump. */
static void test_jump_after_padding(void **state)
{
	static uint8_t fillers[3][2 * 16384 + 4096];
	unsigned int reads[DT_ARRAY_SIZE(fillers)], i;
	size_t at;

	(void)state;
	memcpy(fillers[0], fake_space.text + JUMPER, sizeof(fillers[0])); /* NOPs; [1] is zero */
	for (at = 0; at < sizeof(fillers[2]); at++)
		fillers[2][at] = isa_self.break_bytes[at % isa_self.break_len];
	make_probes();
	for (i = 0; i < DT_ARRAY_SIZE(fillers); i++) {
		fake_write(JUMPER, fillers[i], sizeof(fillers[i]));
		write_jumper(sizeof(fillers[i]));
		dt_flow_forget(kinds());
		reads[i] = fake_space.reads;
		fake_space.yields = 0;
		check_jumped_into();
		reads[i] = fake_space.reads - reads[i];
		assert_true(fake_space.yields >= 2); /* after each window */
	}
	assert_int_equal(reads[2], reads[0] - 2); /* each is read once more to be decoded */
	assert_true(reads[1] >= reads[2]); /* the last part is decoded as far as that is possible, piece by piece */
}
#endif

/* When a module has come, the functions of modules are looked through again, and those of the kernel are not. */
static unsigned int generation;

static void module_comes(void)
{
	fake_space.waiting = NULL;
	dt_sites_modules_changed();
	generation++;
}

static void test_modules(void **state)
{
	void *known;

	(void)state;
	generation = 0;
	make_probes();
	fake_space.waiting = module_comes;
	assert_int_equal(attach(probes, 1), 1);
	fake_run_task();
	assert_int_equal(generation, 1);
	assert_int_equal(kind_at(FUNC), DT_SITE_JUMP); /* it was made by what was known then */
	known = kinds()->kernel.middles;
	assert_non_null(known);
	assert_null(kinds()->modules.middles);
	assert_int_equal(attach(probes + 1, 1), 1);
	fake_run_task();
	assert_ptr_equal(kinds()->kernel.middles, known);
	assert_non_null(kinds()->modules.middles);
	assert_int_equal(kinds()->jumps, 2);
	detach(probes, 2);
	assert_clean();
}

#ifdef JUMP_SECOND
/* A module comes while text is looked through, and another one when there are drafts: all is begun again. */
static void module_comes_at_drafts(void)
{
	if (!kinds()->modules.middles)
		return;
	fake_space.yielding = NULL;
	dt_sites_modules_changed();
	generation++;
}

static void module_comes_while_looking(void)
{
	fake_space.looking = NULL;
	fake_space.yielding = module_comes_at_drafts;
	dt_sites_modules_changed();
	generation++;
}

static void test_modules_meanwhile(void **state)
{
	(void)state;
	generation = 0;
	make_probes();
	fake_space.looking = module_comes_while_looking;
	assert_int_equal(attach(probes, 2), 2);
	fake_run_task();
	assert_int_equal(generation, 2);
	assert_int_equal(kinds()->jumps, 2);
	assert_non_null(kinds()->modules.middles);
	detach(probes, 2);
	assert_clean();
}
#endif

/* ---- text of others ---------------------------------------------------------------------------- */

static void write_text(size_t offset, const void *bytes, size_t size)
{
	memcpy(fake_space.text + offset, bytes, size);
}

/*
 * Somebody has written over a jump, and has a copy of it. The site and its stub stay, and so does the tracer, until the
 * jump is back.
 */
static void test_overwritten(void **state)
{
	uint8_t jump[ISA_SELF_BREAK_LEN], theirs[ISA_SELF_BREAK_LEN] = { 0x90 };
	struct dt_region *region;
	char text[4096];

	(void)state;
	attach_all();
	fake_run_task();
	region = dt_region_at(kinds(), fake_at(FUNC));
	memcpy(jump, fake_space.text + FUNC, sizeof(jump));
	write_text(FUNC, theirs, sizeof(theirs));
	detach(probes, all);
	assert_memory_equal(fake_space.text + FUNC, theirs, sizeof(theirs));
	assert_int_equal(dt_kernel_sites.live, 1);
	assert_int_equal(kinds()->held, 1);
	assert_int_equal(fake_space.held, 1);
	fake_run_task();
	assert_ptr_equal(dt_region_at(kinds(), fake_at(FUNC)), region);
	text_of_stats(text, sizeof(text));
	assert_non_null(strstr(text, " held 1 "));
	assert_int_equal(attach(probes, 1), 0); /* it is not used again */
	assert_string_equal(dt_site_refused(&probes[0]), "text-changed");
	write_text(FUNC, jump, sizeof(jump));
	assert_int_equal(walk(FUNC), 0);
	text_of_stats(text, sizeof(text)); /* who reads it has it looked at */
	fake_run_task();
	assert_int_equal(fake_space.held, 0);
	assert_clean();
}

/* Somebody's jump to elsewhere, or somebody's break, is where our jump was: a break is not ours because it looks so. */
static void overwritten_by(size_t at, const uint8_t *theirs, size_t size)
{
	uint8_t jump[ISA_REGION_MAX], now[ISA_REGION_MAX];
	struct isa_self_regs file = { 0 };
	struct isa_regs *regs = (struct isa_regs *)&file;

	attach_all();
	fake_run_task();
	memcpy(jump, fake_space.text + FUNC, isa_jump_self.len);
	write_text(at, theirs, size);
	memcpy(now, fake_space.text + FUNC, isa_jump_self.len);
	isa_pc_set(regs, fake_at(FUNC) + ISA_SELF_BREAK_PC_AFTER);
	assert_false(dt_trap(regs)); /* it is theirs */
	assert_int_equal(isa_pc_get(regs), fake_at(FUNC) + ISA_SELF_BREAK_PC_AFTER);
	detach(probes, all);
	assert_memory_equal(fake_space.text + FUNC, now, isa_jump_self.len);
	assert_int_equal(fake_space.held, 1);
	fake_run_task();
	assert_memory_equal(fake_space.text + FUNC, now, isa_jump_self.len);
	write_text(FUNC, jump, isa_jump_self.len);
	detach(probes, all); /* with the next batch */
	fake_run_task();
	dt_sites_settle();
	assert_int_equal(fake_space.held, 0);
	assert_clean();
}

static void test_overwritten_rest(void **state)
{
	uint8_t theirs = 0x5a;

	(void)state;
	overwritten_by(FUNC + isa_jump_self.len - 1, &theirs, 1);
}

static void test_overwritten_by_break(void **state)
{
	(void)state;
	overwritten_by(FUNC, isa_self.break_bytes, ISA_SELF_BREAK_LEN);
}

/* Somebody's break goes between two reads of one region's text. */
static uint8_t our_jump[ISA_REGION_MAX];
static unsigned int reads_left;

static void break_goes(void)
{
	if (reads_left > 0 && --reads_left == 0)
		write_text(FUNC, our_jump, isa_jump_self.len);
}

/* The jump stays whole until it is ours to write over, whenever the break goes. */
static void test_break_goes_meanwhile(void **state)
{
	unsigned int n;

	(void)state;
	for (n = 1; n < 8; n++) {
		dt_sites_jump(true);
		make_probes();
		assert_int_equal(attach(probes, 1), 1);
		fake_run_task();
		assert_int_equal(kind_at(FUNC), DT_SITE_JUMP);
		memcpy(our_jump, fake_space.text + FUNC, isa_jump_self.len);
		write_text(FUNC, isa_self.break_bytes, ISA_SELF_BREAK_LEN);
		reads_left = n;
		fake_space.reading = break_goes;
		fake_space.written = somebody;
		expect(UINT32_MAX, UINT32_MAX);
		detach(probes, 1);
		fake_space.reading = fake_space.written = NULL;
		if (reads_left > 0)
			write_text(FUNC, our_jump, isa_jump_self.len);
		fake_run_task();
		dt_sites_settle();
		assert_clean();
	}
}

/* It is overwritten before it becomes a jump: it stays what it is, and is not written over. */
static void overwrite(void)
{
	uint8_t theirs = 0x5a;

	fake_space.waiting = NULL;
	write_text(FUNC + isa_jump_self.len - 1, &theirs, 1);
}

static void test_overwritten_before(void **state)
{
	size_t last = FUNC + isa_jump_self.len - 1;

	(void)state;
	make_probes();
	assert_int_equal(attach(probes, 1), 1);
	fake_space.waiting = overwrite;
	fake_run_task();
	assert_int_equal(fake_space.text[last], 0x5a);
	assert_int_not_equal(kind_at(FUNC), DT_SITE_JUMP);
	assert_int_equal(site_at(FUNC)->why, DT_JUMP_CHANGED);
	write_text(last,
		   last == FUNC + ISA_SELF_BREAK_LEN - 1u ? isa_self.break_bytes + ISA_SELF_BREAK_LEN - 1
							  : fake_space.original + last,
		   1);
	detach(probes, 1);
	assert_clean();
}

/* The text has gone with its module: so do site and stub, and nothing is written. */
static void test_gone(void **state)
{
	(void)state;
	make_probes();
	assert_int_equal(attach(probes, 1), 1);
	fake_run_task();
	assert_int_equal(kind_at(FUNC), DT_SITE_JUMP);
	fake_space.gone_at = fake_at(FUNC);
	fake_space.patch_calls = 0;
	detach(probes, 1);
	assert_int_equal(fake_space.patch_calls, 0);
	assert_int_equal(dt_kernel_sites.live, 0);
	assert_int_equal(kinds()->jumps, 0);
	fake_space.gone_at = FAKE_NOWHERE;
	write_text(FUNC, fake_space.original + FUNC, LENGTH(JUMP_FUNCTION));
	assert_clean();
}

/* ---- on and off -------------------------------------------------------------------------------- */

static void test_off(void **state)
{
	unsigned int i;

	(void)state;
	fake_space.written = somebody;
	attach_all();
	for (i = 0; i < 3; i++) {
		dt_sites_jump(true);
		fake_run_task();
		assert_int_equal(kinds()->jumps, JUMPS);
		somebody();
		dt_sites_jump(false);
		assert_int_equal(kinds()->jumps, 0);
		assert_int_equal(kind_at(FUNC), DT_SITE_STUB);
		somebody();
		assert_concealed();
		fake_run_task();
		assert_int_equal(kinds()->jumps, 0);
	}
	detach_all();
	attach_all();
	fake_run_task();
	assert_int_equal(kind_at(FUNC), DT_SITE_BREAK);
	detach_all();
	assert_clean();
}

/* A space without jumps has breaks. */
static void test_none(void **state)
{
	(void)state;
	dt_sites_settle();
	dt_sites_fini();
	fake_space.space.jumps = NULL;
	assert_int_equal(dt_sites_init(), 0);
	dt_sites_jump(true);
	dt_sites_modules_changed();
	assert_int_equal(dt_text_pc(fake_at(FUNC)), fake_at(FUNC));
	make_probes();
	assert_int_equal(attach(probes, 2), 2);
	fake_run_task();
	assert_int_equal(kind_at(FUNC), DT_SITE_BREAK);
	detach(probes, 2);
	assert_int_equal(fake_space.pauses, 0);
}

/* Thousands at once: as many cross calls as for one. */
static void test_many(void **state)
{
	static struct dt_site_attachment many[1000], *list[1000];
	unsigned int calls;
	size_t i;

	(void)state;
	funcs[3].size = 0;
	funcs[0].addr = fake_at(0);
	funcs[0].size = FAKE_TEXT_SIZE;
	fake_space.func_count = 1;
	for (i = 0; i < 1000; i++) {
		fake_write(4096 + i * 48, JUMP_FUNCTION, LENGTH(JUMP_FUNCTION));
		many[i] = attachment(4096 + i * 48, DT_SITE_ORDER_ENTRY);
		list[i] = &many[i];
	}
	assert_int_equal(dt_sites_attach(list, 1000), 1000);
	calls = fake_space.patch_calls;
	fake_run_task();
	assert_int_equal(kinds()->jumps, 1000);
	assert_in_range(fake_space.patch_calls - calls, 1, 2);
	assert_in_range(dt_slots_bytes(&kinds()->stubs), 1000 * ISA_SELF_STUB_UNIT, 70000);
	assert_in_range(dt_regions_bytes(kinds()), 1000, 1000 * (32 + sizeof(void *)) + 64);
	calls = fake_space.patch_calls;
	dt_sites_detach(list, 1000);
	assert_in_range(fake_space.patch_calls - calls, 2, 3);
	assert_clean();
}

#define SPREAD(i) (4096 + (size_t)(i)*48)

static bool busy_waited, others_waited;

/* Those that have fired most wait while no other is on its way; when the others wait they have arrived. */
static void busy_come_first(void)
{
	bool busy_wait = kind_at(SPREAD(3)) == DT_SITE_STUB, others_wait = kind_at(SPREAD(4)) == DT_SITE_STUB;
	unsigned int i;

	for (i = 0; i < 100 && busy_wait; i++)
		assert_int_equal(kind_at(SPREAD(i)), i % 10 == 3 ? DT_SITE_STUB : DT_SITE_BREAK);
	for (i = 0; i < 100 && others_wait; i++)
		assert_int_equal(kind_at(SPREAD(i)), i % 10 == 3 ? DT_SITE_JUMP : DT_SITE_STUB);
	busy_waited |= busy_wait;
	others_waited |= others_wait;
}

static struct dt_site_attachment apart[100], *apart_list[100];

/* A hundred attachments, none of them armed yet, all over the text. */
static void spread(void)
{
	unsigned int i;

	funcs[0].addr = fake_at(0);
	funcs[0].size = FAKE_TEXT_SIZE;
	fake_space.func_count = 1;
	for (i = 0; i < 100; i++) {
		fake_write(SPREAD(i), JUMP_FUNCTION, LENGTH(JUMP_FUNCTION));
		apart[i] = attachment(SPREAD(i), DT_SITE_ORDER_ENTRY);
		apart_list[i] = &apart[i];
	}
}

/* Sites that fire most become jumps in a batch of their own: it is over before the others are looked at. */
static void test_busy_first(void **state)
{
	unsigned int i, j;

	(void)state;
	spread();
	assert_int_equal(dt_sites_attach(apart_list, 100), 100);
	for (i = 0; i < 100; i++) {
		for (j = 0; j < (i % 10 == 3 ? 9u : i % 7); j++)
			walk(SPREAD(i));
	}
	kinds()->busy = 12; /* ten have fired nine times; with those that did it four times or more they are too many */
	busy_waited = others_waited = false;
	fake_space.waiting = busy_come_first;
	fake_run_task();
	assert_true(busy_waited && others_waited);
	assert_int_equal(kinds()->jumps, 100);
	for (i = 0; i < 100; i++)
		assert_int_equal(walk(SPREAD(i)), 1);
	fake_space.waiting = NULL;
	dt_sites_detach(apart_list, 100);
	assert_clean();
}

/* Where all fire alike there is one batch, and so there is where none is busy. */
static void test_none_busy(void **state)
{
	unsigned int i, fired;

	(void)state;
	spread();
	kinds()->busy = 12;
	for (fired = 0; fired < 2; fired++) {
		assert_int_equal(dt_sites_attach(apart_list, 100), 100);
		for (i = 0; i < 100 && fired; i++)
			walk(SPREAD(i));
		fake_run_task();
		assert_int_equal(kinds()->switched, 100);
		dt_sites_detach(apart_list, 100);
		assert_clean();
	}
}

/* Where a call does not reach the common entry from everywhere, stubs of one piece of memory share a veneer. */
static void test_veneer(void **state)
{
	const struct dt_slot_chunk *chunk;
	uint8_t bytes[ISA_SELF_STUB_UNIT];
	unsigned int areas;

	(void)state;
	make_probes();
	areas = fake_space.slot_areas;
	assert_int_equal(attach(probes, 2), 2);
	fake_run_task();
	chunk = kinds()->stubs.chunks;
	assert_null(chunk->next);
	assert_int_equal(chunk->shared != 0, isa_jump_self.veneer != NULL);
	assert_int_equal(chunk->used_count, JUMP_UNITS + (isa_jump_self.veneer ? 1 : 0));
	if (chunk->shared) {
		isa_veneer_make(&isa_jump_self, chunk->shared, fake_space.space.jumps->entry, bytes);
		assert_memory_equal((void *)(uintptr_t)chunk->shared, bytes, sizeof(bytes));
		assert_int_equal(dt_text_pc(chunk->shared + ISA_STUB_COOKIE), chunk->shared + ISA_STUB_COOKIE);
	}
	detach(probes, 2);
	assert_clean();
	assert_int_equal(fake_space.slot_areas, areas);
}

/* Stubs are in memory that is near their regions: what is too far is not taken. */
static void test_stub_reach(void **state)
{
	(void)state;
	make_probes();
	assert_int_equal(attach(probes, 1), 1);
	fake_run_task();
	assert_null(kinds()->stubs.chunks->next);
	kinds()->stubs.reach = 4096;
	assert_int_equal(attach(probes + 1, 1), 1);
	fake_run_task();
	assert_non_null(kinds()->stubs.chunks->next);
	assert_int_equal(kinds()->jumps, 2);
	detach(probes, 2);
	assert_clean();
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_there_and_back, setup, teardown),
		cmocka_unit_test_setup_teardown(test_short_run, setup, teardown),
		cmocka_unit_test_setup_teardown(test_again, setup, teardown),
		cmocka_unit_test_setup_teardown(test_preempted_inside, setup, teardown),
		cmocka_unit_test_setup_teardown(test_preempted_in_stub, setup, teardown),
		cmocka_unit_test_setup_teardown(test_stopped, setup, teardown),
		cmocka_unit_test_setup_teardown(test_stuck, setup, teardown),
		cmocka_unit_test_setup_teardown(test_no_memory, setup, teardown),
		cmocka_unit_test_setup_teardown(test_back_without_memory, setup, teardown),
		cmocka_unit_test_setup_teardown(test_disarmed_meanwhile, setup, teardown),
		cmocka_unit_test_setup_teardown(test_draft_goes, setup, teardown),
		cmocka_unit_test_setup_teardown(test_two_probes, setup, teardown),
		cmocka_unit_test_setup_teardown(test_last, setup, teardown),
#ifdef JUMP_SECOND
		cmocka_unit_test_setup_teardown(test_site_in_region, setup, teardown),
		cmocka_unit_test_setup_teardown(test_sites_side_by_side, setup, teardown),
		cmocka_unit_test_setup_teardown(test_site_in_draft, setup, teardown),
		cmocka_unit_test_setup_teardown(test_site_in_region_refused, setup, teardown),
		cmocka_unit_test_setup_teardown(test_jumped_into, setup, teardown),
		cmocka_unit_test_setup_teardown(test_jump_after_padding, setup, teardown),
		cmocka_unit_test_setup_teardown(test_modules_meanwhile, setup, teardown),
#endif
		cmocka_unit_test_setup_teardown(test_refused, setup, teardown),
		cmocka_unit_test_setup_teardown(test_modules, setup, teardown),
		cmocka_unit_test_setup_teardown(test_overwritten, setup, teardown),
		cmocka_unit_test_setup_teardown(test_overwritten_rest, setup, teardown),
		cmocka_unit_test_setup_teardown(test_overwritten_by_break, setup, teardown),
		cmocka_unit_test_setup_teardown(test_break_goes_meanwhile, setup, teardown),
		cmocka_unit_test_setup_teardown(test_overwritten_before, setup, teardown),
		cmocka_unit_test_setup_teardown(test_gone, setup, teardown),
		cmocka_unit_test_setup_teardown(test_off, setup, teardown),
		cmocka_unit_test_setup_teardown(test_none, setup, teardown),
		cmocka_unit_test_setup_teardown(test_many, setup, teardown),
		cmocka_unit_test_setup_teardown(test_busy_first, setup, teardown),
		cmocka_unit_test_setup_teardown(test_none_busy, setup, teardown),
		cmocka_unit_test_setup_teardown(test_veneer, setup, teardown),
		cmocka_unit_test_setup_teardown(test_stub_reach, setup, teardown),
	};

#ifdef JUMP_SECOND
	/* the same with two sites in one region */
	const struct CMUnitTest pairs[] = {
		cmocka_unit_test_setup_teardown(test_there_and_back, setup, teardown),
		cmocka_unit_test_setup_teardown(test_stopped, setup, teardown),
		cmocka_unit_test_setup_teardown(test_stuck, setup, teardown),
		cmocka_unit_test_setup_teardown(test_no_memory, setup, teardown),
		cmocka_unit_test_setup_teardown(test_back_without_memory, setup, teardown),
		cmocka_unit_test_setup_teardown(test_off, setup, teardown),
	};
	int failed = cmocka_run_group_tests(tests, NULL, NULL);

	all = MOST;
	return PAIRS ? failed + cmocka_run_group_tests(pairs, NULL, NULL) : failed;
#else
	return cmocka_run_group_tests(tests, NULL, NULL);
#endif
}
