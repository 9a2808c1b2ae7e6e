/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* names.c - names of refusal reasons and instruction classes, and the refusal itself, the same for every CPU. */
#include "isa/isa.h"

/* Each site keeps one: it grows only on purpose. The bit-fields have room for all values. */
DT_STATIC_ASSERT(sizeof(struct isa_insn) == 48, "no byte is unused");
DT_STATIC_ASSERT(ISA_CLASS_COUNT <= 1 << 4 && ISA_REASON_COUNT <= 1 << 4, "as wide as in isa.h");

static const char *const reason_names[ISA_REASON_COUNT] = {
	[ISA_REASON_NONE] = "none",
	[ISA_REASON_UNDECODED] = "undecoded",
	[ISA_REASON_BREAK] = "break-instruction",
	[ISA_REASON_PRIVILEGED] = "privileged",
	[ISA_REASON_ATOMIC] = "atomic-sequence",
	[ISA_REASON_RANGE] = "out-of-range",
	[ISA_REASON_LANDING_PAD] = "landing-pad",
	[ISA_REASON_UNSUPPORTED] = "unsupported-instruction",
};

static const char *const class_names[ISA_CLASS_COUNT] = {
	[ISA_CLASS_OTHER] = "other",     [ISA_CLASS_NOP] = "nop",    [ISA_CLASS_PUSH] = "push",
	[ISA_CLASS_POP] = "pop",         [ISA_CLASS_LOAD] = "load",  [ISA_CLASS_STORE] = "store",
	[ISA_CLASS_CALL] = "call",       [ISA_CLASS_JUMP] = "jmp",   [ISA_CLASS_IJUMP] = "ijmp",
	[ISA_CLASS_BRANCH] = "branch",   [ISA_CLASS_RETURN] = "ret", [ISA_CLASS_BREAK] = "break",
	[ISA_CLASS_LANDING_PAD] = "pad",
};

const char *isa_reason_name(unsigned int reason)
{
	return reason < ISA_REASON_COUNT ? reason_names[reason] : "?";
}

const char *isa_class_name(unsigned int class)
{
	return class < ISA_CLASS_COUNT ? class_names[class] : "?";
}

bool isa_insn_branches(const struct isa_insn *in)
{
	return in->verdict == ISA_EMULATE &&
	       (in->class == ISA_CLASS_BRANCH || in->class == ISA_CLASS_IJUMP || in->class == ISA_CLASS_JUMP);
}

static const char *refusal(const struct isa_insn *in, bool leads_out, bool rejected)
{
	if (rejected)
		return isa_reason_name(in->reason);
	return leads_out && !isa_insn_branches(in) ? isa_reason_name(ISA_REASON_UNSUPPORTED) : NULL;
}

const char *isa_insn_refusal(const struct isa_insn *in, bool leads_out)
{
	return refusal(in, leads_out, in->verdict == ISA_REJECT);
}

const char *isa_user_insn_refusal(const struct isa_insn *in, bool leads_out)
{
	return refusal(in, leads_out, in->verdict == ISA_REJECT && !in->system_call);
}
