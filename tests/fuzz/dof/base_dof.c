/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* base_dof.c - valid DOF files to start from. */
#include "base_dof.h"

#include <stdlib.h>
#include <string.h>

#include <dtrace/option.h>

#include "dof_builder.h"

uint8_t fuzz_byte(struct fuzz_input *in)
{
	if (in->size == 0)
		return 0;
	in->size--;
	return *in->data++;
}

uint64_t fuzz_word(struct fuzz_input *in, unsigned int bytes)
{
	uint64_t word = 0;

	while (bytes-- > 0)
		word = word << 8 | fuzz_byte(in);
	return word;
}

static void clause(struct dof_builder *b, const char *probe, uint32_t predicate)
{
	dofb_clause(b, dofb_probe(b, probe, 0), predicate, dofb_actions(b), 7);
}

static void make(struct dof_builder *b)
{
	struct dof_actdesc *action;
	uint32_t number = dofb_const(b, 1), name = dofb_string_var(b, DIF_VAR_PROBEFUNC),
		 arg = dofb_var(b, DIF_VAR_ARG0);

	action = dofb_action(b, DTRACEACT_PRINTF, number);
	action->strtab = 0;
	action->arg = dofb_string(b, "%d %s\n") + 1;
	dofb_action(b, DTRACEACT_TRACEMEM, dofb_const(b, (uintptr_t)b))->arg = 32;
	dofb_action(b, DTRACEACT_STACK, DOF_SECIDX_NONE)->arg = 4;
	dofb_action(b, DTRACEACT_USTACK, DOF_SECIDX_NONE)->arg = DTRACE_USTACK_ARG(4, 64);
	dofb_action(b, DTRACEACT_SYM, arg);
	dofb_action(b, DTRACEACT_USYM, arg);
	clause(b, "fake:::", arg);
	dofb_action(b, DTRACEACT_DIFEXPR, name);
	dofb_action(b, DTRACEACT_DIFEXPR, arg);
	action = dofb_action(b, DTRACEAGG_LQUANTIZE, arg);
	action->ntuple = 2;
	action->arg = DTRACE_LQUANTIZE_ARG(0, 10, 1);
	dofb_action(b, DTRACEACT_DIFEXPR, name);
	dofb_action(b, DTRACEAGG_COUNT, DOF_SECIDX_NONE)->ntuple = 1;
	dofb_action(b, DTRACEAGG_STDDEV, arg);
	clause(b, "fake::func[12]:go", DOF_SECIDX_NONE);
	dofb_action(b, DTRACEACT_SPECULATE, arg);
	dofb_action(b, DTRACEACT_DIFEXPR, name);
	clause(b, "fake::func3:", DOF_SECIDX_NONE);
	dofb_action(b, DTRACEACT_COMMIT, arg);
	clause(b, "fake::func2:", DOF_SECIDX_NONE);
	dofb_action(b, DTRACEACT_DIFEXPR, dofb_load(b, 8));
	clause(b, "fake::func1:", DOF_SECIDX_NONE);
	dofb_action(b, DTRACEACT_DIFEXPR, name);
	clause(b, "dtrace:::ERROR", DOF_SECIDX_NONE);
	dofb_action(b, DTRACEACT_DIFEXPR, name);
	clause(b, "dtrace:::", DOF_SECIDX_NONE);
	dofb_option(b, DTRACEOPT_NSPEC, 2);
	dofb_option(b, DTRACEOPT_BUFPOLICY, DTRACE_BUFPOLICY_SWITCH);
	dofb_option(b, DTRACEOPT_STRSIZE, 64);
}

static void bend(uint8_t *dof, size_t size, struct fuzz_input *in)
{
	static const uint64_t special[] = { 0,     1,     2,          8,          0x7f,       0xff,
					    0x100, 0x701, 0x7fffffff, 0x80000000, 0xffffffff, ~0ull };
	unsigned int changes = fuzz_byte(in) % 8, width;
	uint64_t value;
	size_t at;

	while (changes-- > 0) {
		width = 1u << (fuzz_byte(in) % 4);
		at = (size_t)(fuzz_word(in, 3) % size) & ~(size_t)(width - 1);
		value = fuzz_byte(in);
		value = value < 128 ? special[value % (sizeof(special) / sizeof(special[0]))] : fuzz_word(in, width);
		if (at + width <= size)
			memcpy(dof + at, &value, width);
	}
}

void *base_dof(struct fuzz_input *in, size_t *size)
{
	static uint8_t *kept;
	static size_t kept_size;
	struct dof_builder *b;
	uint8_t *dof;

	if (kept == NULL) {
		b = dofb_create();
		make(b);
		kept = dofb_finish(b, &kept_size);
		dofb_destroy(b);
	}
	dof = malloc(kept_size);
	memcpy(dof, kept, kept_size);
	bend(dof, kept_size, in);
	*size = kept_size;
	return dof;
}

void *base_options(size_t *size)
{
	struct dof_builder *b = dofb_create();
	void *dof;

	dofb_option(b, DTRACEOPT_BUFSIZE, 16384);
	dofb_option(b, DTRACEOPT_AGGSIZE, 16384);
	dofb_option(b, DTRACEOPT_DYNVARSIZE, 16384);
	dofb_option(b, DTRACEOPT_SPECSIZE, 4096);
	dofb_option(b, DTRACEOPT_CLEANRATE, 50000000);
	dof = dofb_finish(b, size);
	dofb_destroy(b);
	return dof;
}
