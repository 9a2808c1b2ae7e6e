/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* place.c - places that a consumer names, looked at in the process's memory: page by page, as they come in order. */
#include "base/memory.h"
#include "providers/pid/pid.h"

/* The page is known from now on, and the start of the next one if that is there. */
static bool read_page(struct pid_process *process, uint64_t page)
{
	static const uint32_t sizes[] = { PID_PAGE + ISA_INSN_MAX, PID_PAGE };
	size_t i;

	process->page = page;
	process->page_command = DT_READ_ONCE(process->opened);
	process->page_size = 0;
	for (i = 0; i < DT_ARRAY_SIZE(sizes) && !process->page_size; i++) {
		if (dt_sites_text(process->space, page, process->bytes, sizes[i]) == 0)
			process->page_size = sizes[i];
	}
	return process->page_size > 0;
}

static bool knows_page(const struct pid_process *process, uint64_t page)
{
	return process->page_size > 0 && process->page == page &&
	       process->page_command == DT_READ_ONCE(process->opened);
}

const char *pid_place_refusal(struct pid_process *process, const struct dtrace_processsite *site, struct isa_insn *insn)
{
	const struct isa *isa = process->space->isa;
	uint32_t at = (uint32_t)(site->addr % PID_PAGE);
	uint64_t page = site->addr - at;

	if (site->addr % isa->insn_align != 0)
		return "not-aligned";
	if (isa->word_size == 4 && site->addr > UINT32_MAX)
		return "not-text";
	if (!knows_page(process, page) && !read_page(process, page))
		return "not-text";
	isa->insn_decode(process->bytes + at, DT_MIN(process->page_size - at, (uint32_t)ISA_INSN_MAX), site->addr,
			 insn);
	if (site->length > 0 && (insn->len != site->length || dt_memcmp(insn->bytes, site->bytes, site->length) != 0))
		return insn->class == ISA_CLASS_BREAK ? isa_reason_name(ISA_REASON_BREAK) : "text-changed";
	if (site->flags & DT_SITE_ASKS && !isa->ret_is_cleared(insn))
		return insn->class == ISA_CLASS_BREAK ? isa_reason_name(ISA_REASON_BREAK) : "not-is-enabled";
	return dt_site_refusal(process->space, NULL, insn, site->flags & DTRACE_PROCESSF_CONDITIONAL);
}
