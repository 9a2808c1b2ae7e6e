/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * test_loading.c - whether a loader is at work, by words of a process's memory as loaders leave them: before it has
 * begun, while it loads, afterwards; programs without a loader, and memory that is not there. 32 and 64 bits.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cmocka.h>

#include "isa/isa.h"
#include "process/target.h"

#define DT_NULL   0
#define DT_NEEDED 1
#define DT_DEBUG  21

#define DYNAMIC   2  /* words of the memory: the dynamic section */
#define DEBUG     16 /* struct r_debug: version, map, brk, state, ldbase */
#define WORDS     24

static const struct way {
	const char *what;
	bool has_loader, is_program;
	unsigned int tag; /* of the dynamic section's second entry */
	unsigned int debug, state;
	bool is_loading;
} ways[] = {
	{ "the loader has not begun", true, true, DT_DEBUG, 0, 0, true },
	{ "it adds objects", true, true, DT_DEBUG, DEBUG, 1, true },
	{ "it removes some", true, true, DT_DEBUG, DEBUG, 2, true },
	{ "all are there", true, true, DT_DEBUG, DEBUG, 0, false },
	{ "a static program that moves itself", false, true, DT_DEBUG, 0, 0, false },
	{ "a program that asks for no address", true, true, DT_NULL, 0, 1, false },
	{ "a library", true, false, DT_DEBUG, 0, 1, false },
	{ "an address where no memory is", true, true, DT_DEBUG, 4 * WORDS, 1, false },
};

static bool is_loading(const struct way *way, const struct isa *isa)
{
	unsigned int word = isa->word_size;
	struct ldt_module module = { .object = { .is_program = way->is_program, .isa = isa },
				     .dynamic = (uint64_t)DYNAMIC * word,
				     .has_loader = way->has_loader };
	struct ldt_module *all[] = { &module };
	struct ldt_target target = { .modules = all, .count = 1, .memory = memfd_create("memory", MFD_CLOEXEC) };
	uint64_t words[WORDS] = { [DYNAMIC] = DT_NEEDED, [DYNAMIC + 2] = way->tag, [DYNAMIC + 3] = way->debug * word };
	bool loading;

	/* the state is an int: the other half of a 64-bit word may hold anything */
	words[DEBUG + 3] = word == 8 ? 0x7700000000000000 | way->state : way->state;
	for (unsigned int i = 0; i < WORDS; i++)
		assert_int_equal(pwrite(target.memory, &words[i], word, (off_t)i * word), word);
	loading = ldt_target_is_loading(&target);
	close(target.memory);
	return loading;
}

static void loaders(void **state)
{
	static const struct isa *const isas[] = {
#define DT_ISA(name) &isa_##name,
#include "spec/isa.def"
#undef DT_ISA
	};

	for (size_t i = 0; i < sizeof(ways) / sizeof(ways[0]); i++) {
		for (size_t k = 0; k < sizeof(isas) / sizeof(isas[0]); k++) {
			if (is_loading(&ways[i], isas[k]) != ways[i].is_loading)
				fail_msg("%s: %s", isas[k]->name, ways[i].what);
		}
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(loaders),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
