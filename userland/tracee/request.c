/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* tracee/request.c - sites become items of PROCESS: those of one name and function are one item. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "engine/engine.h"
#include "tracee/request.h"

#define BUFFER_SIZE (256 * 1024)
#define BUSY_MS     1000

/* ---- batches --------------------------------------------------------------------------------- */

void ldt_request_refuse(struct ldt_request *request, const char *reason, uint32_t count)
{
	request->refusals += count;
	snprintf(request->reason, sizeof(request->reason), "%s", reason);
	if (request->refused)
		request->refused(request->arg, reason, count);
}

/* A process that has just executed another program: the probes that its number had before may still be there. */
static int tell(const struct ldt_request *request, struct dtrace_process *command)
{
	const struct timespec pause = { .tv_nsec = 1000000 };
	int error = ldt_ioctl(request->dtp, DTRACEIOC_PROCESS, command);

	for (unsigned int i = 0; error == EBUSY && request->means && i < BUSY_MS; i++) {
		nanosleep(&pause, NULL);
		error = ldt_ioctl(request->dtp, DTRACEIOC_PROCESS, command);
	}
	return error;
}

static void send(struct ldt_request *request)
{
	struct dtrace_process command = { .pid = request->pid,
					  .buffer = (uintptr_t)request->buffer,
					  .size = (uint32_t)request->used,
					  .count = request->count,
					  .limit = request->dtp->copts.process_sites,
					  .attr = request->attr };

	if (request->count == 0 || request->error)
		return;
	memcpy(command.provider, request->provider, sizeof(command.provider));
	if (request->means)
		command.means = *request->means;
	request->error = tell(request, &command);
	ldt_debug(request->dtp, "process %u: %u probes told, %u made, %u sites added, %u refused, error %d",
		  request->pid, request->count, command.made, command.added, command.refused, request->error);
	request->used = request->count = 0;
	if (request->error)
		return;
	for (uint32_t i = 0; i < command.reasons && i < DTRACE_REASON_MAX; i++) {
		command.reason[i].name[DTRACE_REASONLEN - 1] = '\0';
		ldt_request_refuse(request, command.reason[i].name, command.reason[i].count);
	}
}

static char *put_name(char *to, const char *name, uint8_t *length)
{
	*length = (uint8_t)strlen(name);
	memcpy(to, name, *length + 1u);
	return to + *length + 1;
}

/* The item is complete: into the buffer. */
static void finish_item(struct ldt_request *request)
{
	struct dtrace_processprobe *item;
	size_t sites = request->site_count * sizeof(request->item_sites[0]);
	size_t parts = request->part_count * sizeof(request->parts[0]), size;
	char *names, *end;

	if (request->site_count == 0)
		return;
	size = sizeof(*item) + sites + parts + strlen(request->module) + strlen(request->name_of_function) +
	       strlen(request->name) + 3;
	size = DT_ROUNDUP(size, (size_t)8);
	if (request->used + size > BUFFER_SIZE)
		send(request);
	item = (struct dtrace_processprobe *)(request->buffer + request->used);
	memset(item, 0, size);
	item->size = (uint32_t)size;
	item->sites = (uint16_t)request->site_count;
	item->parts = (uint16_t)request->part_count;
	memcpy(item + 1, request->item_sites, sites);
	memcpy((char *)(item + 1) + sites, request->parts, parts);
	names = (char *)(item + 1) + sites + parts;
	end = put_name(names, request->module, &item->module_len);
	end = put_name(end, request->name_of_function, &item->function_len);
	put_name(end, request->name, &item->name_len);
	request->used += size;
	request->count++;
	request->site_count = request->part_count = 0;
}

/* ---- sites ----------------------------------------------------------------------------------- */

/* Names as the core takes them: cut, as all names of probes are. False: not fit for a terminal. Three for each site. */
static bool take_name(char *to, size_t size, const char *name)
{
	const char *end = to + size - 1;

	for (; to < end && *name && (unsigned char)*name >= ' ' && *name != 0x7f; name++)
		*to++ = *name;
	*to = '\0';
	return to == end || !*name;
}

/* Whether a site belongs to the item that is being put together. */
static bool belongs(const struct ldt_request *request, const struct ldt_site *site, const char *name)
{
	size_t count = request->site_count;

	return count > 0 && count < LDT_REQUEST_SITES && site->addr > request->item_sites[count - 1].addr &&
	       site->addr - (uint64_t)site->offset == request->function && strcmp(name, request->name) == 0 &&
	       strncmp(site->function, request->name_of_function, sizeof(request->name_of_function) - 1) == 0 &&
	       strncmp(site->module, request->module, sizeof(request->module) - 1) == 0;
}

static const char *begin_item(struct ldt_request *request, const struct ldt_site *site, const char *name)
{
	uint64_t bias = site->addr - site->vaddr;

	finish_item(request);
	if (!take_name(request->module, sizeof(request->module), site->module) ||
	    !take_name(request->name_of_function, sizeof(request->name_of_function), site->function))
		return "strange-name";
	if (site->part_count > DTRACE_PROCESS_PARTS_MAX)
		return "too-many-parts";
	take_name(request->name, sizeof(request->name), name);
	request->function = site->addr - (uint64_t)site->offset;
	request->part_count = site->kind == LDT_SITE_RETURN ? site->part_count : 0;
	for (size_t i = 0; i < request->part_count; i++)
		request->parts[i] =
			(struct dtrace_processpart){ site->parts[i].start + bias, site->parts[i].end + bias };
	return NULL;
}

bool ldt_request_site(struct ldt_request *request, const struct ldt_site *site)
{
	const char *refused = site->refused, *name = site->name;
	struct dtrace_processsite *to;
	char offset[24];

	request->sites++;
	if (site->kind == LDT_SITE_OFFSET) {
		snprintf(offset, sizeof(offset), "%" PRIx64, (uint64_t)site->offset);
		name = offset;
	}
	if (!refused && (!site->bytes || site->length == 0 || site->length > sizeof(to->bytes)))
		refused = "not-text";
	if (!refused && !belongs(request, site, name))
		refused = begin_item(request, site, name);
	if (refused) {
		ldt_request_refuse(request, refused, 1);
		return true;
	}
	to = &request->item_sites[request->site_count++];
	memset(to, 0, sizeof(*to));
	to->addr = site->addr;
	to->offset = site->offset;
	to->length = (uint8_t)site->length;
	memcpy(to->bytes, site->bytes, site->length);
	if (site->kind == LDT_SITE_RETURN)
		to->flags = (uint8_t)((site->tail ? DTRACE_PROCESSF_TAIL : 0) |
				      (site->conditional ? DTRACE_PROCESSF_CONDITIONAL : 0));
	return !request->error;
}

/* ---- probes that the program defines --------------------------------------------------------- */

/* A request is of one provider: with another one, what was put together for the last one is sent first. */
static void change_provider(struct ldt_request *request, const char *provider, const struct dtrace_pattr *attr)
{
	if (strcmp(request->provider, provider) == 0)
		return;
	finish_item(request);
	send(request);
	snprintf(request->provider, sizeof(request->provider), "%s", provider);
	request->attr = *attr;
}

static size_t types_size(const struct ldt_defined_site *site)
{
	size_t size = 0;

	for (size_t i = 0; i < site->arg_count + site->seen_count; i++)
		size += strlen(site->types[i]) + 1;
	return size;
}

/* An item of one site, at @at, where all is 0. */
static void put_defined(struct dtrace_processprobe *at, const struct ldt_defined_site *site, const char *module,
			const char *function)
{
	struct dtrace_processsite *to = (struct dtrace_processsite *)(at + 1);
	struct dtrace_processusdt *usdt = (struct dtrace_processusdt *)(to + 1);
	struct dtrace_usdt_arg *args = (struct dtrace_usdt_arg *)(usdt + 1);
	char *end = (char *)(args + site->arg_count);

	at->sites = 1;
	to->addr = site->addr;
	to->offset = site->offset;
	to->length = (uint8_t)site->length;
	memcpy(to->bytes, site->bytes, site->length);
	usdt->moved = site->moved;
	usdt->semaphore = site->semaphore;
	usdt->natives = (uint8_t)site->arg_count;
	usdt->seen = (uint8_t)site->seen_count;
	usdt->flags = site->is_mapped ? DTRACE_PROCESSUSDT_MAPPED : 0;
	memcpy(usdt->from, site->from, sizeof(usdt->from));
	if (site->arg_count)
		memcpy(args, site->args, site->arg_count * sizeof(*args));
	end = put_name(end, module, &at->module_len);
	end = put_name(end, function, &at->function_len);
	end = put_name(end, site->name, &at->name_len);
	for (size_t i = 0; i < site->arg_count + site->seen_count; i++)
		end = stpcpy(end, site->types[i]) + 1;
}

bool ldt_request_defined(struct ldt_request *request, const char *provider, const struct dtrace_pattr *attr,
			 const struct ldt_defined_site *site)
{
	char module[DTRACE_MODNAMELEN], function[DTRACE_FUNCNAMELEN];
	size_t size = sizeof(struct dtrace_processprobe) + sizeof(struct dtrace_processsite) +
		      sizeof(struct dtrace_processusdt) + site->arg_count * sizeof(struct dtrace_usdt_arg) +
		      types_size(site) + strlen(site->name) + 3;

	request->sites++;
	if (!take_name(module, sizeof(module), site->module) ||
	    !take_name(function, sizeof(function), site->function)) {
		ldt_request_refuse(request, "strange-name", 1);
		return true;
	}
	size = DT_ROUNDUP(size + strlen(module) + strlen(function), (size_t)8);
	change_provider(request, provider, attr);
	if (request->used + size > BUFFER_SIZE)
		send(request);
	memset(request->buffer + request->used, 0, size);
	put_defined((struct dtrace_processprobe *)(request->buffer + request->used), site, module, function);
	((struct dtrace_processprobe *)(request->buffer + request->used))->size = (uint32_t)size;
	request->used += size;
	request->count++;
	return !request->error;
}

/* ---- functions of locks ---------------------------------------------------------------------- */

bool ldt_request_lock(struct ldt_request *request, const struct dtrace_pattr *attr,
		      const struct ldt_lock_function *function)
{
	char module[DTRACE_MODNAMELEN], name[DTRACE_FUNCNAMELEN];
	size_t sites = function->site_count * sizeof(function->sites[0]), size;
	struct dtrace_processprobe *item;
	char *end;

	if (!take_name(module, sizeof(module), function->module) ||
	    !take_name(name, sizeof(name), function->function)) {
		request->sites++;
		ldt_request_refuse(request, "strange-name", 1);
		return true;
	}
	request->sites++;
	size = sizeof(*item) + sites + sizeof(*function->lock) + strlen(module) + strlen(name) + 3;
	size = DT_ROUNDUP(size, (size_t)8);
	change_provider(request, DTRACE_PLOCKSTAT, attr);
	if (request->used + size > BUFFER_SIZE)
		send(request);
	item = (struct dtrace_processprobe *)(request->buffer + request->used);
	memset(item, 0, size);
	item->size = (uint32_t)size;
	item->sites = (uint16_t)function->site_count;
	memcpy(item + 1, function->sites, sites);
	end = (char *)(item + 1) + sites;
	memcpy(end, function->lock, sizeof(*function->lock));
	end = put_name(end + sizeof(*function->lock), module, &item->module_len);
	put_name(end, name, &item->function_len); /* and an empty name */
	request->used += size;
	request->count++;
	return !request->error;
}

/* ---- all ------------------------------------------------------------------------------------- */

bool ldt_request_begin(struct ldt_request *request, struct dtrace_hdl *dtp, uint32_t pid, ldt_tracee_refused_f *refused,
		       void *arg)
{
	memset(request, 0, sizeof(*request));
	request->dtp = dtp;
	request->pid = pid;
	request->refused = refused;
	request->arg = arg;
	request->buffer = malloc(BUFFER_SIZE);
	return request->buffer != NULL;
}

void ldt_request_end(struct ldt_request *request)
{
	finish_item(request);
	send(request);
	free(request->buffer);
	request->buffer = NULL;
}
