/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * ioctl_stacks.c - FILES, UNWIND and MAPPED: the tables with which user stacks are walked, and what their
 * addresses are of.
 */
#include "core/consumer/consumer.h"
#include "core/consumer/ioctl.h"
#include "core/unwind/unwind.h"
#include "base/errno.h"
#include "os/os.h"
#include "os/process.h"

/* Memory for what goes to the consumer's buffer, for os_free(); *@error 0. NULL: *@error says why. */
static struct dtrace_textfile *room_make(uint64_t buffer, uint32_t count, int *error)
{
	struct dtrace_textfile *files;

	*error = -OS_EINVAL;
	if (count > DTRACE_FILES_MAX || buffer % 8 != 0)
		return NULL;
	*error = -OS_ENOMEM;
	files = os_alloc(DT_MAX(count, 1u) * sizeof(*files));
	if (files)
		*error = 0;
	return files;
}

static int copy_out(uint64_t buffer, const struct dtrace_textfile *files, uint32_t count)
{
	return count > 0 && os_copyout(buffer, files, count * sizeof(*files)) != 0 ? -OS_EFAULT : 0;
}

/*
 * A limited consumer's request. Tables are shared by all consumers, and so is the list of those that are missing:
 * who may trace only processes of their own neither gets nor hands in any, and is told of the mappings of such a
 * process only. *@pid becomes the initial namespace's number.
 */
static int find_process(const struct dt_state *state, uint32_t *pid)
{
	uint64_t number = *pid;
	int error = 0;

	if (!state->limited)
		return 0;
	if (state->own_only || *pid != 0)
		error = os_process_permitted(*pid, &number);
	*pid = (uint32_t)number;
	return error;
}

/* The processes' numbers as the consumer has them. */
static void number_all(const struct dt_state *state, struct dtrace_textfile *files, uint32_t count)
{
	uint32_t i;

	for (i = 0; state->numbered && i < count; i++)
		files[i].pid = (uint32_t)os_subject_number(state->subject, files[i].pid);
}

int dt_ioctl_files(struct dt_state *state, union dt_ioctl_arg *arg, uint64_t uarg)
{
	struct dtrace_files *request = &arg->files;
	uint32_t room = request->count;
	struct dtrace_textfile *files;
	int error;

	files = room_make(request->buffer, room, &error);
	if (error)
		return error;
	if (state->own_only || find_process(state, &request->pid) != 0)
		request->count = 0;
	else
		request->count = state->uses_stacks ? dt_stacks_files(request->pid, files, room) : 0;
	number_all(state, files, DT_MIN(room, request->count));
	error = copy_out(request->buffer, files, DT_MIN(room, request->count));
	os_free(files);
	return error;
}

int dt_ioctl_mapped(struct dt_state *state, union dt_ioctl_arg *arg, uint64_t uarg)
{
	struct dtrace_mapped *request = &arg->mapped;
	uint32_t room = request->count;
	bool next = request->pid == 0;
	uint32_t named = request->pid;
	struct dtrace_textfile *files;
	int error;

	if (state->limited && (next || find_process(state, &request->pid) != 0))
		return -OS_ENOENT;
	files = room_make(request->buffer, room, &error);
	if (error)
		return error;
	if (!state->uses_stacks || !dt_stacks_mapped(&request->pid, &request->sequence, files, &request->count))
		error = -OS_ENOENT;
	else
		error = copy_out(request->buffer, files, DT_MIN(room, request->count));
	if (state->numbered) {
		request->pid = named;
		number_all(state, files, error ? 0 : DT_MIN(room, request->count));
	}
	if (next && (!error || error == -OS_ENOENT))
		state->ended_told = request->sequence;
	os_free(files);
	return error;
}

int dt_ioctl_unwind(struct dt_state *state, union dt_ioctl_arg *arg, uint64_t uarg)
{
	const struct dtrace_unwindfile *request = &arg->unwind;
	void *bytes = NULL;
	int error;

	if (state->own_only)
		return -OS_EPERM;
	if (request->size > DTRACE_UNWIND_SIZE_MAX)
		return -OS_EINVAL;
	if (!state->uses_stacks)
		return -OS_ENOENT;
	if (request->size > 0) {
		bytes = os_alloc((size_t)request->size);
		if (!bytes)
			return -OS_ENOMEM;
		if (os_copyin(bytes, request->buffer, (size_t)request->size) != 0) {
			os_free(bytes);
			return -OS_EFAULT;
		}
	}
	error = dt_stacks_table(request, bytes, (size_t)request->size);
	if (error)
		os_free(bytes);
	return error;
}
