/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * consumer/print_stack.c - stacks and addresses as text.
 *
 * Records: STACK is an array of pcs; USTACK and JSTACK are the pid, an array of pcs, then (JSTACK)
 * a string table: one string per frame, empty where there is none; a string that starts with @ is a
 * note on a line of its own. SYM and MOD are an address; USYM, UMOD and UADDR are pid and address.
 * A pc of 0 ends a stack.
 */
#include <inttypes.h>
#include <string.h>

#include "consumer/print.h"
#include "symbols/symbols.h"

bool ldt_is_stack(unsigned int action)
{
	return ldt_action_shows(action) == LDT_SHOWS_FRAMES;
}

bool ldt_is_symbolic(unsigned int action)
{
	enum ldt_shows shows = ldt_action_shows(action);

	return shows == LDT_SHOWS_FRAMES || shows == LDT_SHOWS_SYMBOL;
}

static uint64_t frame_word(const char *data, size_t index)
{
	uint64_t value;

	memcpy(&value, data + index * sizeof(value), sizeof(value));
	return value;
}

void ldt_user_address_text(struct dtrace_hdl *dtp, uint32_t pid, uint64_t addr, bool offset, char *buf, size_t size)
{
	struct ldt_usym symbol;

	if (!ldt_usym_find(dtp, pid, addr, &symbol))
		snprintf(buf, size, "0x%" PRIx64, addr);
	else if (ldt_option(dtp, LDT_OPT_NORESOLVE))
		snprintf(buf, size, "%s:0x%" PRIx64, symbol.object, symbol.offset);
	else if (!symbol.name)
		snprintf(buf, size, "%s`0x%" PRIx64, symbol.object, addr);
	else if (offset && symbol.into)
		snprintf(buf, size, "%s`%s+0x%" PRIx64, symbol.object, symbol.name, symbol.into);
	else
		snprintf(buf, size, "%s`%s", symbol.object, symbol.name);
}

static void user_module_text(struct dtrace_hdl *dtp, uint32_t pid, uint64_t addr, char *buf, size_t size)
{
	struct ldt_usym symbol;

	if (ldt_usym_find(dtp, pid, addr, &symbol))
		snprintf(buf, size, "%s", symbol.object);
	else
		snprintf(buf, size, "0x%" PRIx64, addr);
}

static void kernel_symbol_text(struct dtrace_hdl *dtp, uint64_t addr, bool module, char *buf, size_t size)
{
	struct ldt_ksym symbol;

	if (ldt_ksym_by_addr(dtp, addr, &symbol) == -1)
		dtrace_addr2str(dtp, addr, buf, size);
	else if (module)
		snprintf(buf, size, "%s", symbol.module);
	else
		snprintf(buf, size, "%s`%s", symbol.module, symbol.name);
	if (module)
		buf[strcspn(buf, "`")] = '\0';
}

void ldt_symbol_text(struct dtrace_hdl *dtp, struct ldt_value value, char *buf, size_t size)
{
	uint64_t first = value.rec->size >= 8 ? frame_word(value.data, 0) : 0;
	uint64_t second = value.rec->size >= 16 ? frame_word(value.data, 1) : 0;

	switch (value.rec->action) {
	case DTRACEACT_SYM:
	case DTRACEACT_MOD:
		kernel_symbol_text(dtp, first, value.rec->action == DTRACEACT_MOD, buf, size);
		break;
	case DTRACEACT_UMOD:
		user_module_text(dtp, (uint32_t)first, second, buf, size);
		break;
	default:
		ldt_user_address_text(dtp, (uint32_t)first, second, value.rec->action == DTRACEACT_UADDR, buf, size);
		break;
	}
}

/*
 * The string of the next frame in a jstack() string table; *strings moves past it. NULL: no more.
 */
static const char *frame_string(const char **strings, const char *end)
{
	const char *string = *strings;
	size_t length;

	if (string >= end)
		return NULL;
	length = strnlen(string, (size_t)(end - string));
	if (string + length == end)
		return NULL;
	*strings = string + length + 1;
	return length ? string : NULL;
}

/*
 * Whether a frame is one: the walk of code that keeps no frame pointers finds numbers and pieces of text, too. Where
 * the first frame, the interrupted instruction, is not in the process either, the process has become another
 * program since, and nothing can be said.
 */
static bool is_frame(struct dtrace_hdl *dtp, struct ldt_value value, size_t index)
{
	uint32_t pid = (uint32_t)frame_word(value.data, 0);

	if (index == 1 || dtp->copts.compat_set ||
	    ldt_usym_is_code(dtp, pid, frame_word(value.data, index)) != LDT_CODE_NO)
		return true;
	return ldt_usym_is_code(dtp, pid, frame_word(value.data, 1)) != LDT_CODE_YES;
}

static void walk_user(struct dtrace_hdl *dtp, struct ldt_value value, ldt_frame_f *fn, void *arg)
{
	size_t words = value.rec->size / sizeof(uint64_t), frames = DTRACE_USTACK_FRAMES(value.rec->arg);
	const char *strings, *end = value.data + value.rec->size;
	char text[LDT_SYMBOL_TEXT];

	if (words == 0)
		return;
	frames = frames == 0 ? words - 1 : DT_MIN(frames, words - 1);
	strings = value.data + (frames + 1) * sizeof(uint64_t);
	for (size_t i = 1; i <= frames && frame_word(value.data, i) != 0; i++) {
		const char *string = frame_string(&strings, end);
		struct ldt_frame frame = { .addr = frame_word(value.data, i), .text = text };

		if (!string && !is_frame(dtp, value, i))
			continue;
		if (string && string[0] != '@') {
			frame.text = string;
			frame.is_string = true;
		} else {
			ldt_user_address_text(dtp, (uint32_t)frame_word(value.data, 0), frame.addr, true, text,
					      sizeof(text));
			frame.note = string ? string + 1 : NULL;
		}
		fn(&frame, arg);
	}
}

static void walk_kernel(struct dtrace_hdl *dtp, struct ldt_value value, ldt_frame_f *fn, void *arg)
{
	size_t frames = value.rec->size / sizeof(uint64_t);
	char text[LDT_SYMBOL_TEXT];

	for (size_t i = 0; i < frames && frame_word(value.data, i) != 0; i++) {
		struct ldt_frame frame = { .addr = frame_word(value.data, i), .text = text };

		dtrace_addr2str(dtp, frame.addr, text, sizeof(text));
		fn(&frame, arg);
	}
}

void ldt_stack_walk(struct dtrace_hdl *dtp, struct ldt_value value, ldt_frame_f *fn, void *arg)
{
	if (value.rec->action == DTRACEACT_STACK)
		walk_kernel(dtp, value, fn, arg);
	else
		walk_user(dtp, value, fn, arg);
}

struct indented {
	FILE *out;
	int indent;
};

static void print_frame(const struct ldt_frame *frame, void *arg)
{
	const struct indented *to = arg;

	fprintf(to->out, "%*s%s\n", to->indent, "", frame->text);
	if (frame->note)
		fprintf(to->out, "%*s  [ %s ]\n", to->indent, "", frame->note);
}

int ldt_print_stack(struct dtrace_hdl *dtp, FILE *out, struct ldt_value value, int indent)
{
	struct indented to = { .out = out, .indent = indent };

	if (indent < 0)
		to.indent = (int)ldt_option(dtp, LDT_OPT_STACKINDENT);
	fputc('\n', out);
	ldt_stack_walk(dtp, value, print_frame, &to);
	return 0;
}

int ldt_print_symbolic(struct dtrace_hdl *dtp, FILE *out, struct ldt_value value, bool quiet)
{
	char text[LDT_SYMBOL_TEXT];

	if (!ldt_is_symbolic(value.rec->action))
		return 1;
	if (ldt_is_stack(value.rec->action))
		return ldt_print_stack(dtp, out, value, -1);
	ldt_symbol_text(dtp, value, text, sizeof(text));
	fprintf(out, "  %-50s", text);
	return 0;
}
