/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * test_fbt.c - the provider fbt, for each CPU: which probes there are, where their sites are,
 * arguments, refusals, modules that go.
 */
#include <stdio.h>
#include <string.h>

#include "core/entry.h"
#include "core/site/site.h"
#include "fake/framework.h"
#include "fake/space.h"
#include "os/host/host.h"
#include "providers/fbt/fbt.h"
#include "providers/providers.h"

#define MODULE_AT 4096 /* offset in the text */

#define ROW(name, row)                                       \
	{                                                    \
		"vmlinux", name, 0, FUNCTION_SIZE, row, NULL \
	}

static const char *const short_aliases[] = { "short_too", "short_three", NULL };

static struct os_func funcs[] = {
	ROW("two_exits", TWO_EXITS),
	ROW("tail", TAIL),
	ROW("endless", ENDLESS),
	ROW("forbidden", FORBIDDEN),
	ROW("huge", HUGE),
	ROW("split", SPLIT),
	ROW("split.cold", SPLIT_COLD),
	ROW("maybe", MAYBE),
	ROW("loop", LOOP),
	ROW("self", SELF),
	ROW("rejected", REJECTED),
	ROW("partly", PARTLY),
	ROW("short_one", SHORT),
	ROW("bad_cold", BAD_COLD),
	ROW("bad_cold.cold", BAD_COLD_COLD),
	ROW("in_module", TWO_EXITS),
};
#define FUNCS DT_ARRAY_SIZE(funcs)

/* Where they are: `body` has their row until then. */
static void place_functions(void)
{
	static struct os_func placed[FUNCS];
	struct os_func *func;
	size_t i;

	for (i = 0; i < FUNCS; i++) {
		func = &placed[i];
		*func = funcs[i];
		func->addr = fake_function((unsigned int)func->body);
		func->body = func->addr + SAMPLE_BODY;
		if (strstr(func->name, ".cold"))
			func->refused = "cold-part";
	}
	for (func = placed; func < placed + FUNCS; func++) {
		if (strcmp(func->name, "short_one") == 0)
			func->aliases = short_aliases;
	}
	placed[3].refused = "noinstr";
	placed[4].size = 1 << 20;
	placed[FUNCS - 1].module = "ext4";
	placed[FUNCS - 1].addr = fake_at(MODULE_AT);
	placed[FUNCS - 1].body = fake_at(MODULE_AT + SAMPLE_BODY);
	fake_space.funcs = placed;
	fake_space.func_count = FUNCS;
}

/* All that is armed, by address, then in the order of firing. */
static struct {
	const struct dt_site_attachment *of[32];
	size_t count;
} armed;

static void add_armed(void *arg, struct dt_site *site)
{
	const struct dt_site_attachment *attachment;

	for (attachment = site->first; attachment; attachment = attachment->next) {
		assert_true(armed.count < DT_ARRAY_SIZE(armed.of));
		armed.of[armed.count++] = attachment;
	}
}

static size_t find_armed(void)
{
	const struct dt_site_attachment *last;
	size_t i, j;

	armed.count = 0;
	dt_site_table_each(&dt_kernel_sites, add_armed, NULL);
	for (i = 1; i < armed.count; i++) {
		last = armed.of[i];
		for (j = i; j > 0 && armed.of[j - 1]->addr > last->addr; j--)
			armed.of[j] = armed.of[j - 1];
		armed.of[j] = last;
	}
	return armed.count;
}

static int setup(void **state)
{
	(void)state;
	fake_reset();
	fake_space_setup();
	fake_write_functions();
	fake_write(MODULE_AT, fake_space.text + TWO_EXITS * FUNCTION_SIZE, FUNCTION_SIZE);
	place_functions();
	assert_int_equal(dt_sites_init(), 0);
	assert_int_equal(dt_provider_fbt_init(), 0);
	return 0;
}

static int teardown(void **state)
{
	(void)state;
	assert_int_equal(find_armed(), 0);
	dt_provider_fbt_fini();
	dt_sites_settle();
	dt_sites_fini();
	fake_space_teardown();
	return 0;
}

static void provide(const char *module, const char *function, const char *name)
{
	struct dtrace_probedesc pattern = { 0 };

	strcpy(pattern.provider, "fbt");
	strcpy(pattern.module, module);
	strcpy(pattern.function, function);
	strcpy(pattern.name, name);
	fake.ops->provide(fake.arg, &pattern);
}

/* Of what is not refused, by all names. */
#define ALL_ENTRIES 14
#define ALL_PROBES  (ALL_ENTRIES + 11)

static void test_provide(void **state)
{
	(void)state;
	provide("", "tail", "entry");
	assert_non_null(fake_probe("vmlinux", "tail", "entry"));
	assert_null(fake_probe("vmlinux", "two_exits", "entry"));
	provide("", "", "go"); /* no such name: not even a walk */
	assert_int_equal(fake_space.func_walks, 1);
	provide("", "t*", "entry"); /* what matches, and nothing beside it */
	assert_int_equal(fake_space.func_walks, 2);
	assert_non_null(fake_probe("vmlinux", "two_exits", "entry"));
	assert_null(fake_probe("vmlinux", "rejected", "entry"));
	provide("", "", "entry");
	assert_int_equal(fake.probe_count, ALL_ENTRIES);
	assert_null(fake_probe("vmlinux", "forbidden", "entry"));
	assert_int_equal(fake_space.func_walks, 4); /* the first one over cold parts */
	provide("", "*", "entry");                  /* all are made, ... */
	assert_int_equal(fake_space.func_walks, 4);
	provide("", "*", ""); /* ... but for returns */
	assert_int_equal(fake.probe_count, ALL_PROBES);
	assert_int_equal(fake_space.func_walks, 5);
	provide("", "*", "");
	assert_int_equal(fake_space.func_walks, 5);
	fake.ops->idle_destroyed(fake.arg); /* and now they are not */
	provide("", "", "");
	assert_int_equal(fake_space.func_walks, 6);
}

static unsigned int scans;

static long count_scan(const uint8_t *code, const struct isa_scan_env *env,
		       int (*report)(void *arg, const struct isa_candidate *candidate), void *arg)
{
	scans++;
	return isa_self.scan_sites(code, env, report, arg);
}

/*
 * Entries are the same whether returns are wanted or not. For them alone only cold parts are scanned, and functions
 * with what may be a jump to the entry: split.cold and bad_cold.cold, loop.
 */
static void test_entries_alone(void **state)
{
	bool has_entry[FUNCS];
	struct isa isa = isa_self;
	size_t i;

	(void)state;
	provide("", "", "");
	for (i = 0; i < FUNCS; i++)
		has_entry[i] = fake_probe(fake_space.funcs[i].module, fake_space.funcs[i].name, "entry") != NULL;
	dt_provider_fbt_fini();
	assert_int_equal(dt_provider_fbt_init(), 0);
	isa.scan_sites = count_scan;
	fake_space.space.isa = &isa;
	scans = 0;
	provide("", "", "entry");
	assert_int_equal(scans,
			 2 + 1 + (isa_self.insn_align > 1)); /* one that ends in zeros a second time without them */
	for (i = 0; i < FUNCS; i++) {
		assert_null(fake_probe(fake_space.funcs[i].module, fake_space.funcs[i].name, "return"));
		assert_int_equal(fake_probe(fake_space.funcs[i].module, fake_space.funcs[i].name, "entry") != NULL,
				 has_entry[i]);
	}
	fake_space.space.isa = &isa_self;
}

static uint32_t jump_word(uint32_t away)
{
	if (isa_self.elf_machine == 183) /* b */
		return 0x14000000u | (away >> 2 & 0x3ffffffu);
	/* jal x0: imm[20|10:1|11|19:12] */
	return 0x6fu | (away >> 20 & 1) << 31 | (away >> 1 & 0x3ff) << 21 | (away >> 11 & 1) << 20 |
	       (away >> 12 & 0xff) << 12;
}

/* A jump at @offset of a row, to @target; NOPs around it, and a return at the row's end. */
static void write_jump(unsigned int row, size_t offset, uint64_t target)
{
	uint32_t nop = isa_self.elf_machine == 183 ? 0xd503201fu : isa_self.elf_machine == 243 ? 0x13u : 0x90909090u;
	uint32_t ret = isa_self.elf_machine == 183 ? 0xd65f03c0u : isa_self.elf_machine == 243 ? 0x8067u : 0xc3909090u;
	uint32_t away = (uint32_t)(target - (fake_function(row) + offset)), word;
	uint8_t code[FUNCTION_SIZE];

	for (size_t i = 0; i < FUNCTION_SIZE; i += 4)
		memcpy(code + i, i + 4 < FUNCTION_SIZE ? &nop : &ret, 4);
	if (isa_self.insn_align == 1) {
		away -= 5;
		code[offset] = 0xe9;
		memcpy(code + offset + 1, &away, sizeof(away));
	} else {
		word = jump_word(away);
		memcpy(code + offset, &word, sizeof(word));
	}
	fake_write(fake_function(row) - fake_at(0), code, sizeof(code));
}

/* Whether a function has an entry probe when a cold part of it jumps to @target. */
static bool has_entry_where_cold_jumps_to(uint64_t target, const char *function)
{
	bool has;

	write_jump(SPLIT_COLD, 0, target);
	provide("", function, "entry");
	has = fake_probe("vmlinux", "split", "entry") != NULL;
	assert_true(*function || fake_probe("vmlinux", "two_exits", "entry"));
	dt_provider_fbt_fini();
	assert_int_equal(dt_provider_fbt_init(), 0);
	return has;
}

/* A cold part jumps back to the entry: a loop, though the function's own bytes do not show it. */
static void test_loop_by_cold_part(void **state)
{
	uint64_t body = fake_function(SPLIT) + SAMPLE_BODY;

	(void)state;
	write_jump(SPLIT, SAMPLE_BODY + 8, fake_function(SPLIT_COLD));
	assert_true(has_entry_where_cold_jumps_to(body + 4, ""));
	assert_false(has_entry_where_cold_jumps_to(body, ""));
	assert_true(has_entry_where_cold_jumps_to(body + 4, "split"));
	assert_false(has_entry_where_cold_jumps_to(body, "split"));
	write_jump(SPLIT, SAMPLE_BODY + 8, fake_function(TWO_EXITS)); /* the part is another function's */
	assert_true(has_entry_where_cold_jumps_to(body, ""));
}

/* Functions that have probes already are not scanned again. */
static void test_provide_again(void **state)
{
	(void)state;
	provide("", "two_exits", "entry");
	assert_int_equal(fake.probe_count, 1);
	provide("", "two_exits", "return");
	assert_int_equal(fake.probe_count, 2);
	fake_space.reads = 0;
	provide("", "two_exits", "");
	provide("", "two_e*", "");
	assert_int_equal(fake_space.reads, 0);
	provide("", "endless", "entry");
	assert_int_equal(fake.probe_count, 3);
	provide("", "endless", ""); /* it has no return, ... */
	fake_space.reads = 0;
	provide("", "endless", ""); /* ... and is not looked through for one again */
	assert_int_equal(fake_space.reads, 0);
	assert_int_equal(fake.probe_count, 3);
}

static void test_provide_little(void **state)
{
	(void)state;
	os_host_memory_short(true);
	provide("", "t*", "entry"); /* what matches, and nothing beside it */
	assert_non_null(fake_probe("vmlinux", "tail", "entry"));
	assert_null(fake_probe("vmlinux", "rejected", "entry"));
	assert_string_equal(fake.refused, "");
	fake_space.no_memory = true;
	provide("", "r*", "entry");
	assert_string_equal(fake.refused, "no-memory=1 ");
	os_host_memory_short(false);
	provide("", "r*", "entry");
	assert_string_equal(fake.refused, "no-memory=1 no-memory=1 ");
	fake_space.no_memory = false;
	provide("", "", "entry");
	assert_int_equal(fake.probe_count, ALL_ENTRIES);
}

/*
 * Memory ends while a function's probes are made: they all come, as aliases too, when there is memory
 * again. A probe that has another function's name is not given to it.
 */
static void test_cut_short(void **state)
{
	struct dt_probe *entry, *alias;
	unsigned int n, failed = 0;

	(void)state;
	for (n = 1; n < 40; n++) {
		fake.refused[0] = '\0';
		fake_space.memory_fail = n;
		provide("", "short_one", "");
		failed += fake.refused[0] != '\0';
		fake_space.memory_fail = 0;
		provide("", "short_one", "");
		assert_int_equal(fake.probe_count, 6);
		entry = fake_probe("vmlinux", "short_one", "entry");
		alias = fake_probe("vmlinux", "short_too", "entry");
		assert_non_null(entry);
		assert_int_equal(alias->alias_of, entry - fake.probes + 1);
		alias = fake_probe("vmlinux", "short_three", "return");
		assert_int_equal(alias->alias_of, fake_probe("vmlinux", "short_too", "return") - fake.probes + 1);
		dt_provider_fbt_fini();
		assert_int_equal(dt_provider_fbt_init(), 0);
	}
	assert_in_range(failed, 8, 39);
}

/* Two static functions of one name: the second one's other names are no aliases of the first one's probes. */
static void test_name_taken(void **state)
{
	struct os_func *both = (struct os_func *)fake_space.funcs;

	(void)state;
	both[1].name = both[0].name; /* "tail" is called "two_exits", and has two names more */
	both[1].aliases = short_aliases;
	provide("", "two_exits", "");
	assert_int_equal(fake.probe_count, 2 + 2 * 2);
	assert_int_equal(fake_probe("vmlinux", "short_too", "entry")->alias_of, 0);
	assert_int_equal(fake_probe("vmlinux", "short_three", "entry")->alias_of, 3);
}

static void test_entry(void **state)
{
	struct dt_firing firing = { 0 };
	SAMPLE_REGS regs = { 0 };
	struct dt_probe *probe;
	uint64_t value;

	(void)state;
	provide("", "", "");
	probe = fake_probe("vmlinux", "two_exits", "entry");
	assert_null(fake_enable(probe));
	assert_int_equal(find_armed(), 1);
	assert_int_equal(armed.of[0]->addr, fake_function(TWO_EXITS) + SAMPLE_BODY);
	assert_ptr_equal(armed.of[0]->probe, probe);
	assert_true(armed.of[0]->edge);
	sample_set_stack(&regs, fake_stack());
	sample_set_argument(&regs, 77);
	firing.regs = (struct isa_regs *)&regs;
	assert_int_equal(fake.ops->arg_get(probe->arg, &firing, 0, &value), 0);
	assert_int_equal(value, 77);
	assert_int_equal(fake.ops->arg_get(probe->arg, &firing, isa_self.call_max_args, &value), -OS_ERANGE);
	fake_disable(probe);
}

static void check_sites(const char *function, unsigned int row);

/* A firing may read them for itself: what is in registers is what the provider says. */
static void test_arguments_in_registers(void **state)
{
	SAMPLE_REGS regs;
	struct dt_firing firing = { .regs = (struct isa_regs *)&regs };
	struct dt_probe *probe;
	uint64_t value;
	unsigned int n;

	(void)state;
	for (n = 0; n < sizeof(regs) / sizeof(uint32_t); n++)
		((uint32_t *)(void *)&regs)[n] = 0x80000000u + n;
	provide("", "", "");
	probe = fake_probe("vmlinux", "two_exits", "entry");
	assert_true(probe->args_known && probe->args == DT_ARGS_ENTRY);
	for (n = 0; n < ISA_REGISTER_ARGS; n++) {
		assert_int_equal(fake.ops->arg_get(probe->arg, &firing, n, &value), 0);
		assert_int_equal(isa_register_arg(firing.regs, n), value);
	}
}

static void test_return(void **state)
{
	SAMPLE_REGS regs = { 0 };
	struct dt_firing firing = { .regs = (struct isa_regs *)&regs };
	struct dt_probe *probe;
	uint64_t value;

	(void)state;
	provide("", "", "");
	sample_set_result(&regs, -2);
	check_sites("two_exits", TWO_EXITS);
	probe = armed.of[1]->probe;
	assert_true(armed.of[1]->edge);
	firing.data = armed.of[1]->data;
	assert_int_equal(fake.ops->arg_get(probe->arg, &firing, 1, &value), 0);
	assert_int_equal((int64_t)value, -2);
	assert_int_equal(fake.ops->arg_get(probe->arg, &firing, 2, &value), -OS_ERANGE);
	assert_true(probe->args_known && probe->args == DT_ARGS_EXIT);
	fake_disable(probe);
}

/* Exits are found when the probe is made, and kept: also where they are many, or in a part before the function. */
static void test_kept(void **state)
{
	uint8_t code[FUNCTION_SIZE];
	size_t i, len = sizeof(SAMPLE_RETURN) - 1, count = 0;

	(void)state;
	memcpy(code, fake_space.text + SHORT * FUNCTION_SIZE, sizeof(code));
	for (i = SAMPLE_BODY; i + len <= FUNCTION_SIZE && count < 4; i += len, count++)
		memcpy(code + i, SAMPLE_RETURN, len);
	fake_write(SHORT * FUNCTION_SIZE, code, sizeof(code));
	provide("", "", "");
	fake_space.reads = 0;
	assert_null(fake_enable(fake_probe("vmlinux", "short_one", "return")));
	assert_int_equal(find_armed(), count);
	for (i = 0; i < count; i++)
		assert_int_equal(armed.of[i]->addr, fake_function(SHORT) + SAMPLE_BODY + i * len);
	/* one read for each site, to arm it */
	assert_int_equal(fake_space.reads, count);
	fake_disable(fake_probe("vmlinux", "short_one", "return"));
	fake_space.reads = 0;
	check_sites("split", SPLIT);
	assert_int_equal(fake_space.reads, armed.count);
	fake_disable(fake_probe("vmlinux", "split", "return"));
	/* these have to know their function */
	fake_space.reads = 0;
	check_sites("maybe", MAYBE);
	assert_int_equal(fake_space.reads, armed.count + 1);
	fake_disable(fake_probe("vmlinux", "maybe", "return"));
}

static void test_tail_jump(void **state)
{
	struct dt_firing firing = { 0 };
	struct dt_probe *probe;
	uint64_t value;

	(void)state;
	provide("", "", "");
	probe = fake_probe("vmlinux", "tail", "return");
	check_sites("tail", TAIL);
	firing.data = armed.of[0]->data;
	assert_int_equal(fake.ops->arg_get(probe->arg, &firing, 1, &value), -OS_ERANGE);
	assert_int_equal(fake.ops->arg_get(probe->arg, &firing, 2, &value), 0);
	assert_int_equal(value, 1);
	fake_disable(probe);
	probe = fake_probe("vmlinux", "two_exits", "return");
	check_sites("two_exits", TWO_EXITS);
	firing.data = armed.of[0]->data;
	assert_int_equal(fake.ops->arg_get(probe->arg, &firing, 2, &value), -OS_ERANGE);
	fake_disable(probe);
}

static uint32_t value_flags(const char *function, const char *name, uint32_t index)
{
	struct dtrace_argdesc desc = { .index = index, .mapping = DTRACE_ARGNONE };
	struct dt_probe *probe = fake_probe("vmlinux", function, name);

	assert_non_null(probe);
	fake.ops->arg_desc(fake.arg, probe->arg, &desc);
	assert_int_equal(desc.mapping, DTRACE_ARGNONE);
	return desc.flags;
}

/* Which returns have no arg1: at some of their exits, at none of them. */
static void test_value_flags(void **state)
{
	(void)state;
	provide("", "", "");
	assert_int_equal(value_flags("two_exits", "return", 1), 0);
	assert_int_equal(value_flags("tail", "return", 1), DTRACE_ARGF_NEVER);
	assert_int_equal(value_flags("tail", "return", 0), 0);
	assert_int_equal(value_flags("tail", "entry", 1), 0);
	assert_int_equal(value_flags("self", "return", 1), DTRACE_ARGF_SOMETIMES);
	assert_int_equal(value_flags("split", "return", 1), DTRACE_ARGF_SOMETIMES);
	assert_int_equal(value_flags("maybe", "return", 1), DTRACE_ARGF_SOMETIMES); /* its exits are not kept */
}

/* A probe whose sites are just the exits of the function at @row; conditional ones must lead out. */
static void check_sites(const char *function, unsigned int row)
{
	const struct sample_function *sample = &sample_functions[row];
	struct dt_firing firing = { 0 };
	struct dt_probe *probe = fake_probe("vmlinux", function, "return");
	uint64_t value;
	size_t i;

	assert_non_null(probe);
	assert_null(fake_enable(probe));
	find_armed();
	for (i = 0; sample->exits[i] != -1; i++) {
		assert_true(i < armed.count);
		assert_int_equal(armed.of[i]->addr, fake_function(row) + (uint64_t)sample->exits[i]);
		assert_int_equal(armed.of[i]->inside != NULL, sample->conditional >> i & 1);
		firing.data = armed.of[i]->data;
		assert_int_equal(fake.ops->arg_get(probe->arg, &firing, 0, &value), 0);
		assert_int_equal((int64_t)value, sample->exits[i]);
	}
	assert_int_equal(armed.count, i);
}

static void test_cold_part(void **state)
{
	struct dt_firing firing = { 0 };
	uint64_t value;

	(void)state;
	provide("", "", "");
	check_sites("split", SPLIT);
	firing.data = armed.of[2]->data;
	assert_int_equal(fake.ops->arg_get(armed.of[2]->probe->arg, &firing, 1, &value), -OS_ERANGE);
	fake_disable(armed.of[0]->probe);
	assert_null(fake_probe("vmlinux", "split.cold", "entry"));
	assert_null(fake_probe("vmlinux", "bad_cold", "return")); /* not all of its exits are known */
	assert_non_null(fake_probe("vmlinux", "bad_cold", "entry"));
}

/* An exit in a part that is before the function is kept with its negative offset. */
static void test_kept_before(void **state)
{
	const struct os_func moved[] = {
		{ "vmlinux", "moved.cold", fake_function(SPLIT), FUNCTION_SIZE, fake_function(SPLIT), "cold-part" },
		{ "vmlinux", "moved", fake_function(SPLIT_COLD), FUNCTION_SIZE, fake_function(SPLIT_COLD), NULL },
	};
	const long *exits = sample_functions[SPLIT].exits;
	struct dt_firing firing = { 0 };
	struct dt_probe *probe;
	uint64_t value;
	size_t i;

	(void)state;
	fake_space.funcs = moved;
	fake_space.func_count = 2;
	provide("", "", "");
	probe = fake_probe("vmlinux", "moved", "return");
	fake_space.reads = 0;
	assert_null(fake_enable(probe));
	assert_int_equal(find_armed(), 3);
	assert_int_equal(fake_space.reads, 3); /* it was kept */
	for (i = 0; i < 3; i++) {
		assert_int_equal(armed.of[i]->addr, fake_function(SPLIT) + (uint64_t)exits[i]);
		firing.data = armed.of[i]->data;
		assert_int_equal(fake.ops->arg_get(probe->arg, &firing, 0, &value), 0);
		assert_int_equal((int64_t)value, exits[i] - FUNCTION_SIZE);
	}
	fake_disable(probe);
	fake_space.func_count = 0;
}

static void test_cold_part_before(void **state)
{
	struct dt_firing firing = { .data = ((uint64_t)-64 & ~FBT_TAIL) };
	struct dt_probe *probe;
	uint64_t value;

	(void)state;
	provide("", "", "");
	probe = fake_probe("vmlinux", "tail", "return");
	assert_int_equal(fake.ops->arg_get(probe->arg, &firing, 0, &value), 0);
	assert_int_equal((int64_t)value, -64);
}

static void test_conditional(void **state)
{
	const struct os_extent *inside;

	(void)state;
	provide("", "", "");
	check_sites("maybe", MAYBE);
	inside = armed.of[0]->inside;
	assert_int_equal(inside[0].start, fake_function(MAYBE) + SAMPLE_BODY);
	assert_int_equal(inside[0].end, fake_function(MAYBE) + FUNCTION_SIZE);
	assert_int_equal(inside[1].end, 0);
	fake_disable(armed.of[0]->probe);
}

/* Jumping to the first byte is leaving and entering; jumping to the entry site is a loop that looks like entering. */
static void test_reentry(void **state)
{
	(void)state;
	provide("", "", "");
	check_sites("self", SELF);
	fake_disable(armed.of[0]->probe);
	assert_non_null(fake_probe("vmlinux", "self", "entry"));
	assert_null(fake_probe("vmlinux", "loop", "entry"));
	check_sites("loop", LOOP);
	fake_disable(armed.of[0]->probe);
}

/* An odd number of zeros after the last function of a module does not decode to its end on every CPU. */
static void test_zeros_behind(void **state)
{
	uint8_t code[FUNCTION_SIZE] = { 0 };
	size_t size = SAMPLE_BODY + sizeof(SAMPLE_RETURN) - 1;

	(void)state;
	memcpy(code, fake_space.text + SHORT * FUNCTION_SIZE, size);
	memcpy(code + size, SAMPLE_NOP, sizeof(SAMPLE_NOP) - 1); /* x86: an odd number is left */
	fake_write(SHORT * FUNCTION_SIZE, code, FUNCTION_SIZE);
	provide("", "short_one", "");
	check_sites("short_one", SHORT);
	fake_disable(armed.of[0]->probe);
}

/* The id of a probe, and the one that it is an alias of. */
static unsigned int id_of(const char *function, const char *name)
{
	struct dt_probe *probe = fake_probe("vmlinux", function, name);

	assert_non_null(probe);
	return (unsigned int)(probe - fake.probes) + 1;
}

static unsigned int alias_of(const char *function, const char *name)
{
	return fake.probes[id_of(function, name) - 1].alias_of;
}

/* Three names at one address: one function, whose probes have the first name, the others are a chain of aliases. */
static void test_same_address(void **state)
{
	struct dt_probe *probes[3];
	size_t i;

	(void)state;
	provide("", "short_three", "entry"); /* by any of its names, all are made */
	assert_int_equal(fake.probe_count, 3);
	provide("", "short_one", "");
	assert_int_equal(fake.probe_count, 6);
	assert_int_equal(alias_of("short_one", "entry"), 0);
	assert_int_equal(alias_of("short_too", "entry"), id_of("short_one", "entry"));
	assert_int_equal(alias_of("short_three", "entry"), id_of("short_too", "entry"));
	assert_int_equal(alias_of("short_one", "return"), 0);
	assert_int_equal(alias_of("short_too", "return"), id_of("short_one", "return"));
	assert_int_equal(alias_of("short_three", "return"), id_of("short_too", "return"));
	provide("", "short_t*", "entry");
	assert_int_equal(fake.probe_count, 6);
	provide("", "", "");
	assert_int_equal(fake.probe_count, ALL_PROBES);
	probes[0] = fake_probe("vmlinux", "short_one", "entry");
	probes[1] = fake_probe("vmlinux", "short_one", "return");
	probes[2] = fake_probe("vmlinux", "short_too", "return");
	for (i = 0; i < 3; i++) {
		assert_null(fake_enable(probes[i]));
		assert_int_equal(find_armed(), i + 1);
		assert_int_equal(armed.of[i]->addr, fake_function(SHORT) + SAMPLE_BODY);
		assert_ptr_equal(armed.of[i]->probe, probes[i]);
		assert_int_equal(armed.of[i]->order, i == 0 ? DT_SITE_ORDER_ENTRY : DT_SITE_ORDER_RETURN);
	}
	for (i = 0; i < 3; i++)
		fake_disable(probes[i]);
}

/* Tens of thousands are armed and disarmed in one batch: others get the processor in between. */
static void test_yields(void **state)
{
	struct dt_enable_request requests[8] = { { 0 } };
	unsigned int before, i;

	(void)state;
	provide("", "", "");
	for (i = 0; i < 8; i++)
		requests[i] = (struct dt_enable_request){ .probe = &fake.probes[i], .arg = fake.probes[i].arg };
	before = fake_space.yields;
	fake.ops->enable(fake.arg, requests, 8);
	assert_true(fake_space.yields - before >= 8);
	before = fake_space.yields;
	fake.ops->disable(fake.arg, requests, 8);
	assert_true(fake_space.yields - before >= 8);
}

static void test_refusals(void **state)
{
	struct dt_probe *probe;

	(void)state;
	fake_space.refused_at = fake_function(TAIL) + SAMPLE_BODY + 1;
	provide("", "", "");
	assert_null(fake_probe("vmlinux", "tail", "entry"));
	assert_null(fake_probe("vmlinux", "tail", "return"));
	assert_null(fake_probe("vmlinux", "endless", "return"));
	assert_null(fake_probe("vmlinux", "huge", "return"));
	assert_null(fake_probe("vmlinux", "rejected", "return"));
	assert_non_null(fake_probe("vmlinux", "endless", "entry"));
	assert_non_null(fake_probe("vmlinux", "huge", "entry"));
	check_sites("partly", PARTLY); /* one exit of two */
	fake_disable(armed.of[0]->probe);
	fake_space.changed_at = fake_function(TWO_EXITS) + SAMPLE_BODY;
	assert_string_equal(fake_enable(fake_probe("vmlinux", "two_exits", "entry")), "text-changed");
	fake_space.changed_at =
		fake_function(TWO_EXITS) +
		(uint64_t)sample_functions[TWO_EXITS].exits[0]; /* one exit of two: the other is armed */
	probe = fake_probe("vmlinux", "two_exits", "return");
	assert_null(fake_enable(probe));
	assert_int_equal(find_armed(), 1);
	fake_disable(probe);
	fake_space.no_memory = true;
	assert_string_equal(fake_enable(probe), "no-memory");
	fake_space.no_memory = false;
}

/* When all probes are made, the report has nothing left to look for. */
static void test_report_after_all(void **state)
{
	char all[4096] = "", again[4096] = "";

	(void)state;
	fake_report(all, 2048);
	fbt_report_forget(true);
	provide("", "", "");
	fake_space.reads = 0;
	fake_report(again, 2048);
	assert_string_equal(again, all);
	assert_int_equal(fake_space.reads, 0);
}

static void test_report(void **state)
{
	char all[4096] = "", again[4096], line[128];

	(void)state;
	fake_space.refused_at = fake_function(TAIL) + SAMPLE_BODY + 1;
	fake_report(all, 2048);
	snprintf(line, sizeof(line), "refused %016llx vmlinux`forbidden noinstr\n",
		 (unsigned long long)fake_function(FORBIDDEN));
	assert_non_null(strstr(all, line));
	snprintf(line, sizeof(line), "refused %016llx vmlinux`tail entry patched-by-kernel\n",
		 (unsigned long long)fake_function(TAIL));
	assert_non_null(strstr(all, line));
	snprintf(line, sizeof(line), "refused %016llx vmlinux`tail return patched-by-kernel\n",
		 (unsigned long long)fake_function(TAIL));
	assert_non_null(strstr(all, line));
	assert_non_null(strstr(all, "vmlinux`endless return no-exit\n"));
	assert_non_null(strstr(all, "vmlinux`huge return too-long\n"));
	assert_non_null(strstr(all, "vmlinux`loop entry loop-to-entry\n"));
	snprintf(line, sizeof(line), "vmlinux`rejected return %s\n", isa_reason_name(SAMPLE_REJECTED));
	assert_non_null(strstr(all, line));
	assert_non_null(strstr(all, "vmlinux`bad_cold return undecoded\n"));
	snprintf(line, sizeof(line), "incomplete %016llx vmlinux`partly return 1 of 2 %s\n",
		 (unsigned long long)fake_function(PARTLY), isa_reason_name(SAMPLE_REJECTED));
	assert_non_null(strstr(all, line));
	assert_null(strstr(all, "two_exits"));
	snprintf(line, sizeof(line), "alias %016llx vmlinux`short_three of short_one\n",
		 (unsigned long long)fake_function(SHORT));
	assert_non_null(strstr(all, line));
	fake_space.reads = 0;
	again[0] = 0;
	fake_report(again, 2048); /* it is kept: the same without looking */
	assert_string_equal(again, all);
	assert_int_equal(fake_space.reads, 0);
	fake.ops->provide_module(fake.arg, "ext4"); /* but for modules */
	again[0] = 0;
	fake_report(again, 2048);
	assert_string_equal(again, all);
	assert_int_equal(fake_space.reads, 1); /* its bytes, which those of its entry are among */
	assert_non_null(strstr(
		all, "functions 16 refused 3 entries-refused 2 returns-refused 5 returns-incomplete 1 " SAMPLE_SUMS
		     " in-cold-parts 2 aliases 2\n"));
	fake_space.no_memory = true;
	all[0] = 0;
	fake_report(all, 2048);
	assert_string_equal(all, "no memory for the report\n");
	fake_space.no_memory = false;
}

/* The text is the same in pieces of any size that the longest item fits in: nothing is missing or twice. */
static void test_report_in_pieces(void **state)
{
	char all[4096], again[4096];
	size_t piece;

	(void)state;
	fake_report(all, sizeof(all));
	assert_int_equal(fake.pieces, 1);
	for (piece = 200; piece < 1000; piece += 7) {
		fake_report(again, piece);
		assert_string_equal(again, all);
		assert_true(fake.pieces > 1 || piece > strlen(all));
	}
	fbt_report_forget(true);
	fake_report(again, 200); /* also when each is looked through for its piece */
	assert_string_equal(again, all);
}

static void test_module(void **state)
{
	struct dt_probe *kernel, *module;

	(void)state;
	provide("", "", "");
	kernel = fake_probe("vmlinux", "tail", "entry");
	module = fake_probe("ext4", "in_module", "return");
	assert_null(fake_enable(kernel));
	assert_null(fake_enable(module));
	assert_int_equal(find_armed(), 3);
	fake_space.patch_calls = 0;
	fake.ops->remove_module(fake.arg, "ext4");
	assert_int_equal(find_armed(), 1);
	assert_int_equal(fake_space.patch_calls, 1);
	assert_ptr_equal(armed.of[0]->probe, kernel);
	fake.ops->provide_module(fake.arg, "ext4");
	/* the framework has not destroyed the old ones here */
	assert_int_equal(fake.probe_count, ALL_PROBES);
	fake_disable(kernel);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_provide, setup, teardown),
		cmocka_unit_test_setup_teardown(test_entries_alone, setup, teardown),
		cmocka_unit_test_setup_teardown(test_loop_by_cold_part, setup, teardown),
		cmocka_unit_test_setup_teardown(test_provide_again, setup, teardown),
		cmocka_unit_test_setup_teardown(test_provide_little, setup, teardown),
		cmocka_unit_test_setup_teardown(test_cut_short, setup, teardown),
		cmocka_unit_test_setup_teardown(test_name_taken, setup, teardown),
		cmocka_unit_test_setup_teardown(test_entry, setup, teardown),
		cmocka_unit_test_setup_teardown(test_arguments_in_registers, setup, teardown),
		cmocka_unit_test_setup_teardown(test_return, setup, teardown),
		cmocka_unit_test_setup_teardown(test_yields, setup, teardown),
		cmocka_unit_test_setup_teardown(test_kept, setup, teardown),
		cmocka_unit_test_setup_teardown(test_tail_jump, setup, teardown),
		cmocka_unit_test_setup_teardown(test_value_flags, setup, teardown),
		cmocka_unit_test_setup_teardown(test_cold_part, setup, teardown),
		cmocka_unit_test_setup_teardown(test_cold_part_before, setup, teardown),
		cmocka_unit_test_setup_teardown(test_kept_before, setup, teardown),
		cmocka_unit_test_setup_teardown(test_conditional, setup, teardown),
		cmocka_unit_test_setup_teardown(test_reentry, setup, teardown),
		cmocka_unit_test_setup_teardown(test_zeros_behind, setup, teardown),
		cmocka_unit_test_setup_teardown(test_same_address, setup, teardown),
		cmocka_unit_test_setup_teardown(test_report, setup, teardown),
		cmocka_unit_test_setup_teardown(test_report_after_all, setup, teardown),
		cmocka_unit_test_setup_teardown(test_report_in_pieces, setup, teardown),
		cmocka_unit_test_setup_teardown(test_refusals, setup, teardown),
		cmocka_unit_test_setup_teardown(test_module, setup, teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
