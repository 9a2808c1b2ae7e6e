/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* tracepoints.c - see tracepoints.h. */
#include <string.h>

#include "fake/framework.h"
#include "fake/tracepoints.h"

struct fake_tracepoints fake_tracepoints;

int os_tracepoint_each(const struct os_tracepoint_query *query,
		       int (*fn)(void *arg, const struct os_tracepoint *tracepoint), void *arg)
{
	const struct os_tracepoint *point = fake_tracepoints.points;
	int error = 0;

	fake_tracepoints.walks++;
	for (; point < fake_tracepoints.points + fake_tracepoints.count && !error; point++) {
		if (query->module && strcmp(query->module, point->module) != 0)
			continue;
		if (query->name && strcmp(query->name, point->name) != 0)
			continue;
		if (fake_tracepoints.gone && strcmp(fake_tracepoints.gone, point->module) == 0)
			continue;
		error = fn(arg, point);
	}
	return error;
}

static const struct os_tracepoint *point_of(const void *point)
{
	size_t i;

	for (i = 0; i < fake_tracepoints.count; i++) {
		if (fake_tracepoints.points[i].point == point)
			return &fake_tracepoints.points[i];
	}
	fail_msg("no such tracepoint");
	return NULL;
}

size_t os_tracepoints_attach(struct os_tracepoint_hook **hooks, size_t count)
{
	size_t i, attached = 0;

	fake_tracepoints.attaches++;
	for (i = 0; i < count; i++) {
		const struct os_tracepoint *point = point_of(hooks[i]->point);

		assert_false(hooks[i]->attached);
		hooks[i]->refused = NULL;
		if (fake_tracepoints.refused_name && strcmp(fake_tracepoints.refused_name, point->name) == 0) {
			hooks[i]->refused = fake_tracepoints.refused;
			continue;
		}
		assert_true(fake_tracepoints.hook_count < FAKE_HOOKS);
		hooks[i]->attached = true;
		hooks[i]->frames[0] = (struct os_extent){ 0x1000, 0x1100 };
		fake_tracepoints.hooks[fake_tracepoints.hook_count++] = hooks[i];
		attached++;
	}
	return attached;
}

void os_tracepoints_detach(struct os_tracepoint_hook **hooks, size_t count)
{
	size_t i, j, kept;

	fake_tracepoints.detaches++;
	for (i = 0; i < count; i++) {
		for (j = kept = 0; j < fake_tracepoints.hook_count; j++) {
			if (fake_tracepoints.hooks[j] != hooks[i])
				fake_tracepoints.hooks[kept++] = fake_tracepoints.hooks[j];
		}
		fake_tracepoints.hook_count = kept;
		hooks[i]->attached = false;
	}
}

void fake_pass(const char *name, const uint64_t *args, unsigned int count)
{
	size_t i;

	for (i = 0; i < fake_tracepoints.hook_count; i++) {
		if (strcmp(point_of(fake_tracepoints.hooks[i]->point)->name, name) != 0)
			continue;
		fake_tracepoints.hooks[i]->arg_count = count;
		fake_tracepoints.hooks[i]->fn(fake_tracepoints.hooks[i], args);
	}
}

/* ---- system calls: what the two tracepoints tell is (ABI, number, word) ------------------------- */

int os_syscall_each(int (*fn)(void *arg, const struct os_syscall *call), void *arg)
{
	int error = 0;
	size_t i;

	for (i = 0; i < fake_tracepoints.call_count && !error; i++)
		error = fn(arg, &fake_tracepoints.calls[i]);
	return error;
}

bool os_tracepoint_syscall(const uint64_t *args, bool leaves, unsigned int *abi_index, unsigned int *number,
			   uint64_t *words)
{
	unsigned int i;

	*abi_index = (unsigned int)args[0];
	*number = (unsigned int)args[1];
	for (i = 0; i < OS_SYSCALL_WORDS; i++)
		words[i] = args[2] + i + (leaves ? 0 : 1);
	return *abi_index != 99;
}

void fake_call(unsigned int abi_index, unsigned int number, bool leaves, uint64_t word)
{
	const uint64_t args[] = { abi_index, number, word };

	fake_pass(leaves ? OS_TRACEPOINT_LEAVE : OS_TRACEPOINT_ENTER, args, 3);
}
