/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* chew.c - the output of the command for each firing, each loss and each error. */
#include <stdio.h>

#include "command.h"

#define FLOW_TIME_HEADER "         TIME"

/* -x flowtime: a column after the function, in the unit that is short; empty where the time is not known. */
static void print_elapsed(FILE *out, int64_t elapsed)
{
	static const char *const units[] = { "us", "ms", "s" };
	double value = (double)elapsed;
	size_t unit = 0;

	if (elapsed < 0) {
		fprintf(out, "%12s ", "");
	} else if (elapsed < 1000) {
		fprintf(out, "%9lld ns ", (long long)elapsed);
	} else {
		for (value /= 1000; value >= 1000 && unit + 1 < sizeof(units) / sizeof(units[0]); unit++)
			value /= 1000;
		fprintf(out, "%9.1f %-2s ", value, units[unit]);
	}
}

static void print_header(struct command *command)
{
	if (command->headed)
		return;
	command->headed = true;
	if (command->flow && command->testing)
		fprintf(command->out, "%-41s%s\n", "FUNCTION", command->flow_time ? FLOW_TIME_HEADER : "");
	else if (command->flow)
		fprintf(command->out, "%3s %-41s%s\n", "CPU", "FUNCTION", command->flow_time ? FLOW_TIME_HEADER : "");
	else if (command->testing)
		fprintf(command->out, "%32s\n", "FUNCTION:NAME");
	else
		fprintf(command->out, "%3s %6s %32s\n", "CPU", "ID", "FUNCTION:NAME");
}

static void flow_text(const dtrace_probedata_t *data, char *text, size_t size)
{
	const dtrace_probedesc_t *probe = data->dtpda_pdesc;

	if (data->dtpda_flow == DTRACEFLOW_NONE)
		snprintf(text, size, "%*s%s%s:%s", data->dtpda_indent, "", data->dtpda_prefix, probe->function,
			 probe->name);
	else
		snprintf(text, size, "%*s%s%s%s", data->dtpda_indent, "", data->dtpda_prefix, probe->function,
			 data->dtpda_tail ? " (tail call)" : "");
}

/* -B: the bytes of the record, with what is needed to read them. */
static void print_raw(struct command *command, const dtrace_probedata_t *data)
{
	const unsigned char *bytes = (const unsigned char *)data->dtpda_data;
	uint32_t size = data->dtpda_edesc->size;

	fprintf(command->out, "CPU %u EPID %u: %u bytes\n", data->dtpda_cpu, data->dtpda_edesc->epid, size);
	for (uint32_t row = 0; row < size; row += 16) {
		fprintf(command->out, "%8x:", row);
		for (uint32_t i = row; i < size && i < row + 16; i++)
			fprintf(command->out, " %02x", bytes[i]);
		fputc('\n', command->out);
	}
}

/* With -F: the arrow and the function, at its depth. */
static void print_flow(struct command *command, const dtrace_probedata_t *data)
{
	char text[DTRACE_FULLNAMELEN + 1024];

	flow_text(data, text, sizeof(text));
	if (!command->testing)
		fprintf(command->out, "%3u ", data->dtpda_cpu);
	fprintf(command->out, "%-41s ", text);
	if (command->flow_time)
		print_elapsed(command->out, data->dtpda_elapsed);
}

/* ---- what a line begins with: the CPU, the probe's id, function and name */

#define HEADS 64 /* a power of two */

struct head {
	const dtrace_probedesc_t *probe; /* the library keeps it until it is closed; NULL: no text is here */
	uint32_t cpu;
	size_t size;
	char text[DTRACE_FUNCNAMELEN + DTRACE_NAMELEN + 64];
};

static void make_head(const struct command *command, const dtrace_probedata_t *data, struct head *head)
{
	char name[DTRACE_FUNCNAMELEN + DTRACE_NAMELEN];
	int size;

	head->probe = data->dtpda_pdesc;
	head->cpu = data->dtpda_cpu;
	snprintf(name, sizeof(name), "%s:%s", head->probe->function, head->probe->name);
	if (command->testing)
		size = snprintf(head->text, sizeof(head->text), "%32s ", name);
	else
		size = snprintf(head->text, sizeof(head->text), "%3u %6u %32s ", head->cpu, head->probe->id, name);
	head->size = (size_t)size;
}

/* The text is kept: a probe fires again, and the C library takes two thousand instructions to make it. */
static void print_head(struct command *command, const dtrace_probedata_t *data)
{
	static struct head heads[HEADS];
	struct head *head =
		&heads[((uintptr_t)data->dtpda_pdesc / sizeof(dtrace_probedesc_t) + data->dtpda_cpu) % HEADS];

	if (head->probe != data->dtpda_pdesc || head->cpu != data->dtpda_cpu)
		make_head(command, data, head);
	fwrite(head->text, 1, head->size, command->out);
}

/* What comes before the records of a firing. */
static void print_beginning(struct command *command, const dtrace_probedata_t *data)
{
	if (command->raw) {
		print_raw(command, data);
		return;
	}
	print_header(command);
	(command->flow ? print_flow : print_head)(command, data);
}

int chew(const dtrace_probedata_t *data, void *arg)
{
	struct command *command = arg;
	/* -F with -q: the flow, and only the newlines that the program prints */
	bool is_bare = command->structured || (command->quiet && !command->flow && !command->raw);

	if (interrupts > 1)
		return DTRACE_CONSUME_ABORT;
	if (!is_bare)
		print_beginning(command, data);
	return DTRACE_CONSUME_THIS;
}

int chew_record(const dtrace_probedata_t *data, const dtrace_recdesc_t *rec, void *arg)
{
	struct command *command = arg;

	if (command->structured)
		return DTRACE_CONSUME_THIS;
	if (!rec) {
		if (!command->quiet && !command->raw)
			putc('\n', command->out);
		return DTRACE_CONSUME_NEXT;
	}
	return command->raw || rec->action == DTRACEACT_EXIT ? DTRACE_CONSUME_NEXT : DTRACE_CONSUME_THIS;
}

int on_error(const dtrace_errdata_t *data, void *arg)
{
	say(arg, "%s", data->dteda_msg);
	return DTRACE_HANDLE_OK;
}

/* What helps against a loss: the options that docs/d.md has for each. NULL: none does. */
static const char *drop_advice(dtrace_dropkind_t kind)
{
	switch (kind) {
	case DTRACEDROP_PRINCIPAL:
		return "a larger buffer, -x bufsize=, or one that is read more often, -x switchrate=";
	case DTRACEDROP_AGGREGATION:
		return "more memory for aggregations, -x aggsize=, or reading them more often, -x aggrate=";
	case DTRACEDROP_DYNAMIC:
		return "more memory for variables, -x dynvarsize=; assigning 0 frees one";
	case DTRACEDROP_DYNRINSE:
	case DTRACEDROP_DYNDIRTY:
		return "more memory for variables, -x dynvarsize=, or cleaning them more often, -x cleanrate=";
	case DTRACEDROP_SPEC:
		return "a larger buffer for each speculation, -x specsize=";
	case DTRACEDROP_SPECBUSY:
		return "more speculations, -x nspec=, or cleaning them more often, -x cleanrate=";
	case DTRACEDROP_SPECUNAVAIL:
		return "more speculations, -x nspec=; each is free again after commit() or discard()";
	default:
		return NULL;
	}
}

int on_drop(const dtrace_dropdata_t *data, void *arg)
{
	struct command *command = arg;
	const char *advice = drop_advice(data->dtdda_kind);
	bool is_first = data->dtdda_total == data->dtdda_drops;

	say(command, "%s", data->dtdda_msg);
	if (advice && is_first && !command->structured && !command_option_is_set(command, "compat"))
		fprintf(stderr, "hint: what helps: %s\n", advice);
	return DTRACE_HANDLE_OK;
}

int on_setopt(const dtrace_setoptdata_t *data, void *arg)
{
	struct command *command = arg;
	int64_t value;

	if (dtrace_getopt(data->dtsda_handle, "quiet", &value) == 0)
		command->quiet = value != DTRACEOPT_UNSET;
	if (dtrace_getopt(data->dtsda_handle, "flowindent", &value) == 0)
		command->flow = value != DTRACEOPT_UNSET;
	return DTRACE_HANDLE_OK;
}
