/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * output/samples.c - from records and rows to samples: a stack with a weight.
 *
 *      @[execname, ustack(), stack()] = count()      bash;main;run_command;vmlinux`do_syscall_64_[k];... 12
 *
 * The program's part is below the kernel's, as one called the other. Keys that are no stacks are below both.
 */
#include <inttypes.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

#include "output/writers.h"
#include "types/types.h"

/* What readers of folded stacks take as the mark of a frame of the kernel. */
#define KERNEL_MARK "_[k]"

/* A sample that is being made. */
struct maker {
	struct ldt_arena arena;
	jmp_buf no_memory;
	const char **frames;
	size_t count;
	bool has_stack;
};

static void no_memory(void *arg)
{
	struct maker *maker = arg;

	longjmp(maker->no_memory, 1);
}

/* A text as one frame: what separates frames and lines becomes something else. */
static const char *frame_text(struct maker *maker, const char *text, size_t size, const char *mark)
{
	char *copy = ldt_arena_alloc(&maker->arena, size + strlen(mark) + 1);

	for (size_t i = 0; i < size; i++)
		copy[i] = text[i] == ';' ? ',' : (unsigned char)text[i] < ' ' || text[i] == 0x7f ? ' ' : text[i];
	strcpy(copy + size, mark);
	return copy;
}

/* Frames of one function are one, wherever in it they are. */
static void add_symbol(struct maker *maker, const dtrace_symbol_t *at, bool is_user)
{
	const char *mark = is_user ? "" : KERNEL_MARK, *text = at->text;

	if (at->name && at->module)
		text = ldt_arena_printf(&maker->arena, "%s`%s", at->module, at->name);
	maker->frames[maker->count++] = frame_text(maker, text, strlen(text), mark);
}

static void add_stack(struct maker *maker, const dtrace_value_t *value)
{
	maker->has_stack = true;
	for (size_t i = value->stack.count; i-- > 0;)
		add_symbol(maker, &value->stack.frames[i], value->stack.is_user);
}

static const char *key_text(struct maker *maker, const dtrace_value_t *value)
{
	size_t size;
	char *text = ldt_value_text(value, &size);
	const char *frame;

	if (!text)
		no_memory(maker);
	frame = ldt_arena_strndup(&maker->arena, text, size);
	free(text);
	return frame_text(maker, frame, size, "");
}

static void add_stacks(struct maker *maker, const dtrace_value_t *values, size_t count, bool is_user)
{
	for (size_t i = 0; i < count; i++) {
		if (values[i].kind == DTRACE_VALUE_STACK && values[i].stack.is_user == is_user)
			add_stack(maker, &values[i]);
	}
}

/* Keys that are no stacks: each a frame, or with -x stackkeys=labels all of them one label. */
static const char *add_keys(dtrace_hdl_t *dtp, struct maker *maker, const dtrace_value_t *values, size_t count)
{
	const char *label = "";

	for (size_t i = 0; i < count; i++) {
		const char *text;

		if (values[i].kind == DTRACE_VALUE_STACK)
			continue;
		text = key_text(maker, &values[i]);
		if (dtp->copts.stack_labels)
			label = ldt_arena_printf(&maker->arena, "%s%s%s", label, *label ? " " : "", text);
		else
			maker->frames[maker->count++] = text;
	}
	return label;
}

static size_t room_for(const dtrace_value_t *values, size_t count)
{
	size_t room = 1;

	for (size_t i = 0; i < count; i++)
		room += values[i].kind == DTRACE_VALUE_STACK ? values[i].stack.count : 1;
	return room;
}

/* Make the frames of @values; the label. */
static const char *make(dtrace_hdl_t *dtp, struct maker *maker, const dtrace_value_t *values, size_t count)
{
	const char *label;

	maker->frames = ldt_arena_alloc(&maker->arena, room_for(values, count) * sizeof(*maker->frames));
	label = add_keys(dtp, maker, values, count);
	add_stacks(maker, values, count, true);
	add_stacks(maker, values, count, false);
	return label;
}

static bool has_stack(const dtrace_value_t *values, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		if (values[i].kind == DTRACE_VALUE_STACK)
			return true;
	}
	return false;
}

static int hand_over(dtrace_hdl_t *dtp, FILE *out, const dtrace_value_t *values, size_t count, const char *name,
		     int64_t weight, ldt_sample_f *fn, void *arg)
{
	struct maker maker = { .count = 0 };
	struct ldt_sample sample = { .name = name, .weight = weight };
	int result;

	ldt_arena_init(&maker.arena, no_memory, &maker);
	if (setjmp(maker.no_memory)) {
		ldt_arena_fini(&maker.arena);
		return ldt_set_errno(dtp, EDT_NOMEM);
	}
	sample.label = make(dtp, &maker, values, count);
	sample.frames = maker.frames;
	sample.count = maker.count;
	result = fn(dtp, out, &sample, arg);
	ldt_arena_fini(&maker.arena);
	return result;
}

/* All stacks of a firing are one sample: ustack(); stack(); is where a thread is, in the program and in the kernel. */
int ldt_samples_of_record(dtrace_hdl_t *dtp, FILE *out, const dtrace_outrecord_t *record, ldt_sample_f *fn, void *arg,
			  struct ldt_sample_losses *losses)
{
	dtrace_value_t *stacks;
	size_t count = 0;
	bool has_other = false;
	int result = 0;

	stacks = malloc((record->count + 1) * sizeof(*stacks));
	if (!stacks)
		return ldt_set_errno(dtp, EDT_NOMEM);
	for (size_t i = 0; i < record->count; i++) {
		const dtrace_outitem_t *item = &record->items[i];

		if (item->count == 1 && item->values[0].kind == DTRACE_VALUE_STACK)
			stacks[count++] = item->values[0];
		else
			has_other |= strcmp(item->action, "exit") != 0;
	}
	if (count > 0)
		result = hand_over(dtp, out, stacks, count, record->probe->dtpda_pdesc->name, 1, fn, arg);
	losses->records += has_other;
	free(stacks);
	return result;
}

int ldt_samples_of_row(dtrace_hdl_t *dtp, FILE *out, const dtrace_outrow_t *row, ldt_sample_f *fn, void *arg,
		       struct ldt_sample_losses *losses)
{
	if (!has_stack(row->keys, row->key_count)) {
		losses->rows++;
		return 0;
	}
	for (size_t i = 0; i < row->cell_count; i++) {
		int64_t weight = ldt_cell_number(&row->cells[i]);

		losses->negative += weight < 0;
		if (weight > 0 &&
		    hand_over(dtp, out, row->keys, row->key_count, row->cells[i].name, weight, fn, arg) == -1)
			return -1;
	}
	return 0;
}

/* Adds ", 2 records" to the text at *@at, where there are some. */
static void add_count(char **at, const char *end, const char *separator, uint64_t count, const char *one,
		      const char *many)
{
	int length;

	if (count == 0)
		return;
	length = snprintf(*at, (size_t)(end - *at), "%s%" PRIu64 " %s", separator, count, count == 1 ? one : many);
	*at += length < end - *at ? length : end - *at - 1;
}

void ldt_sample_losses_why(const struct ldt_sample_losses *losses, const char *format, char *buf, size_t size)
{
	char counts[128] = "", *at = counts;
	const char *end = counts + sizeof(counts);

	add_count(&at, end, "", losses->records, "record", "records");
	add_count(&at, end, at > counts ? ", " : "", losses->rows, "row of aggregations", "rows of aggregations");
	add_count(&at, end, at > counts ? ", " : "", losses->negative, "negative value", "negative values");
	if (at > counts)
		snprintf(buf, size, "%s %s not in the output: %s is for stacks, json has everything", counts,
			 losses->records + losses->rows + losses->negative == 1 ? "is" : "are", format);
}
