/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* engine/probe_list.c - probe descriptions as text and back, and listing probes in batches. */
#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "engine/engine.h"
#include "words/words.h"

#define FIELDS     4
#define BATCH_SIZE (256 * 1024)

static const struct {
	size_t offset, size;
	const char *what;
} fields[FIELDS] = {
	{ offsetof(struct dtrace_probedesc, provider), DTRACE_PROVNAMELEN, "provider" },
	{ offsetof(struct dtrace_probedesc, module), DTRACE_MODNAMELEN, "module" },
	{ offsetof(struct dtrace_probedesc, function), DTRACE_FUNCNAMELEN, "function" },
	{ offsetof(struct dtrace_probedesc, name), DTRACE_NAMELEN, "probe name" },
};

static bool is_id(const char *text)
{
	size_t digits = strspn(text, "0123456789");

	return digits > 0 && digits < 10 && text[digits] == '\0';
}

int dtrace_str2desc(dtrace_hdl_t *dtp, dtrace_probespec_t spec, const char *text, dtrace_probedesc_t *desc_ret)
{
	struct dtrace_probedesc desc;
	const char *end = text + strlen(text);
	int field = spec == DTRACE_PROBESPEC_NONE ? DTRACE_PROBESPEC_NAME : (int)spec;

	memset(&desc, 0, sizeof(desc));
	if (field < 0 || field >= FIELDS)
		return ldt_set_errno(dtp, EINVAL);
	if (field == DTRACE_PROBESPEC_NAME && is_id(text)) {
		desc.id = (uint32_t)strtoul(text, NULL, 10);
		*desc_ret = desc;
		return 0;
	}
	for (;; field--) {
		const char *start = end;
		size_t length;

		while (start > text && start[-1] != ':')
			start--;
		length = (size_t)(end - start);
		if (length >= fields[field].size)
			return ldt_set_error(dtp, EDT_BADPROBE, "The %s in the probe description is too long",
					     fields[field].what);
		memcpy((char *)&desc + fields[field].offset, start, length);
		if (start == text)
			break;
		if (field == 0)
			return ldt_set_error(dtp, EDT_BADPROBE, "Overspecified probe description");
		end = start - 1;
	}
	*desc_ret = desc;
	return 0;
}

char *dtrace_desc2str(const dtrace_probedesc_t *desc, char *buf, size_t size)
{
	if (desc->id != 0 && !desc->provider[0] && !desc->module[0] && !desc->function[0] && !desc->name[0])
		snprintf(buf, size, "%u", desc->id);
	else
		snprintf(buf, size, "%s:%s:%s:%s", desc->provider, desc->module, desc->function, desc->name);
	return buf;
}

/* Copy one field of an item: @length bytes and a NUL. Returns the place after it. */
static const char *item_field(const char *text, size_t length, char *field, size_t size)
{
	size_t copy = length < size ? length : size - 1;

	memcpy(field, text, copy);
	field[copy] = '\0';
	return text + length + 1;
}

static void item_desc(const struct dtrace_probeitem *item, struct dtrace_probedesc *desc)
{
	const char *text = item->names;

	desc->id = item->id;
	text = item_field(text, item->provider_len, desc->provider, sizeof(desc->provider));
	text = item_field(text, item->module_len, desc->module, sizeof(desc->module));
	text = item_field(text, item->function_len, desc->function, sizeof(desc->function));
	item_field(text, item->name_len, desc->name, sizeof(desc->name));
}

/* Call @fn for the items of one batch. 0, or what @fn returned. */
static int batch_walk(struct dtrace_hdl *dtp, const struct dtrace_probelist *list, const char *buffer,
		      dtrace_probe_f *fn, void *arg)
{
	size_t offset = 0;

	for (uint32_t i = 0; i < list->count; i++) {
		const struct dtrace_probeitem *item = (const void *)(buffer + offset);
		struct dtrace_probedesc desc;
		int result;

		item_desc(item, &desc);
		result = fn(dtp, &desc, arg);
		if (result != 0)
			return result;
		offset += item->size;
	}
	return 0;
}

int ldt_probe_each(struct dtrace_hdl *dtp, const struct dtrace_probedesc *pattern, dtrace_probe_f *fn, void *arg,
		   uint64_t *matched)
{
	struct dtrace_probelist list;
	char *buffer = malloc(BATCH_SIZE);
	int result = 0;

	*matched = 0;
	if (!buffer)
		return ldt_set_errno(dtp, EDT_NOMEM);
	memset(&list, 0, sizeof(list));
	if (pattern)
		list.pattern = *pattern;
	do {
		int error;

		list.buffer = (uintptr_t)buffer;
		list.size = BATCH_SIZE;
		list.count = 0;
		error = ldt_ioctl(dtp, DTRACEIOC_PROBES, &list);
		if (error && error != ESRCH && error != ENOENT) {
			result = error == E2BIG    ? ldt_set_error(dtp, error,
								   "Too many probes match: name a function "
								      "(instr::vfs_read:), some (instr::vfs_*:) or a class "
								      "of instructions (instr:::ret-*)")
				 : error == EACCES ? ldt_set_error(dtp, EDT_ACCESS, "Not permitted: " LDT_KERNEL_RIGHT)
				 : error == ENOMEM ? ldt_set_error(dtp, error,
								   "The kernel has not enough memory for all probes "
								   "that match: name a function")
						   : ldt_set_errno(dtp, error);
			break;
		}
		if (error)
			break;
		*matched += list.count;
		result = batch_walk(dtp, &list, buffer, fn, arg);
		/* nobody is told of parts without a probe, so nobody can say that it is enough */
		if (list.count == 0 && list.first != 0 && dtp->is_woken)
			result = ldt_set_errno(dtp, EINTR);
	} while (result == 0 && list.first != 0);
	free(buffer);
	return result;
}

/* What the description begins with in another tracer; NULL: nothing. */
static const struct ldt_foreign *foreign_word(const struct dtrace_probedesc *pattern)
{
	char text[DTRACE_FULLNAMELEN];
	const char *at = dtrace_desc2str(pattern, text, sizeof(text));

	at += strspn(at, ":");
	return ldt_foreign_probe(at, at + strlen(at));
}

/* A description that matches nothing: the text says why, and what may be meant. With compat it does not. */
static int no_probe(struct dtrace_hdl *dtp, const struct dtrace_probedesc *pattern)
{
	const struct ldt_foreign *foreign;
	struct ldt_similar_probe similar;
	char reason[DTRACE_FULLNAMELEN + 64], meant[DTRACE_FULLNAMELEN + 32] = "", text[DTRACE_FULLNAMELEN];

	if (pattern->id != 0 || dtp->copts.compat_set)
		return ldt_set_errno(dtp, EDT_NOPROBE);
	ldt_probe_similar(dtp, pattern, &similar);
	similar.desc.id = 0;
	ldt_probe_reason(pattern, &similar, reason, sizeof(reason));
	if (similar.found)
		snprintf(meant, sizeof(meant), "%sdid you mean %s?",
			 !*reason              ? ""
			 : similar.is_provider ? ": "
					       : ", ",
			 dtrace_desc2str(&similar.desc, text, sizeof(text)));
	foreign = foreign_word(pattern);
	if (!*reason && !*meant)
		return ldt_set_errno(dtp, EDT_NOPROBE);
	if (!foreign)
		return ldt_set_error(dtp, EDT_NOPROBE, "No probe matches description: %s%s", reason, meant);
	return ldt_set_error(dtp, EDT_NOPROBE, "No probe matches description: %s%s\nhint: %s is a word of %s: %s",
			     reason, meant, foreign->word, foreign->language, foreign->instead);
}

int dtrace_probe_iter(dtrace_hdl_t *dtp, const dtrace_probedesc_t *pattern, dtrace_probe_f *fn, void *arg)
{
	dtrace_probedesc_t other;
	uint64_t matched;
	int result = ldt_probe_each(dtp, pattern, fn, arg, &matched);

	if (result == 0 && matched == 0 && pattern && ldt_probe_respell(pattern, &other))
		result = ldt_probe_each(dtp, &other, fn, arg, &matched);
	return result == 0 && matched == 0 && pattern ? no_probe(dtp, pattern) : result;
}

int dtrace_id2desc(dtrace_hdl_t *dtp, dtrace_id_t id, dtrace_probedesc_t *desc_ret)
{
	uint64_t room[(sizeof(struct dtrace_probeitem) + DTRACE_FULLNAMELEN) / sizeof(uint64_t) + 2];
	struct dtrace_probelist list;
	int error;

	if (id == DTRACE_IDNONE)
		return ldt_set_errno(dtp, EDT_BADID);
	memset(&list, 0, sizeof(list));
	list.pattern.id = id;
	list.buffer = (uintptr_t)room;
	list.size = sizeof(room);
	error = ldt_ioctl(dtp, DTRACEIOC_PROBES, &list);
	if (error || list.count == 0)
		return ldt_set_errno(dtp, error && error != ESRCH && error != ENOENT ? error : EDT_BADID);
	item_desc((const struct dtrace_probeitem *)room, desc_ret);
	return 0;
}

int dtrace_probe_info(dtrace_hdl_t *dtp, const dtrace_probedesc_t *desc, dtrace_probeinfo_t *ret)
{
	struct dtrace_pattr attr;
	int error = ldt_provider_attr(dtp, desc->provider, &attr);

	if (error)
		return ldt_set_errno(dtp, error == ESRCH || error == ENOENT ? EDT_NOPROBE : error);
	ret->dtp_attr = ldt_probe_attr(desc, &attr);
	ret->dtp_arga = attr.args;
	return 0;
}
