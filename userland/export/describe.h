/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * describe.h - what a program says of its aggregations, in comments or with -L:
 *
 *      @export reads(program, file): Bytes read, by program and file.
 *      @export drift(host) signed
 *
 * the name of an aggregation, the names of its keys, `signed` for a quantize() with buckets below -1, a text for HELP.
 */
#ifndef EXPORT_DESCRIBE_H
#define EXPORT_DESCRIBE_H

#include <stdbool.h>
#include <stddef.h>

struct description {
	char *aggregation;
	char **labels; /* names of the keys */
	size_t label_count;
	bool is_signed;
	char *help;      /* NULL: none */
	char place[256]; /* "FILE:LINE", "-L" */
	bool is_used;    /* there is such an aggregation */
};

struct descriptions {
	struct description *all;
	size_t count;
};

/*
 * descriptions_read - add those that are in the comments of a program. descriptions_add - one, without "@export".
 * args:    @place: of the text, for messages.
 * return:  0; -1 with the reason said on stderr.
 */
int descriptions_read(struct descriptions *descriptions, const char *place, const char *text);
int descriptions_add(struct descriptions *descriptions, const char *place, const char *text);
void descriptions_free(struct descriptions *descriptions);
struct description *descriptions_find(const struct descriptions *descriptions, const char *aggregation);

#endif
