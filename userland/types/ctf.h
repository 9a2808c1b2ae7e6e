/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * types/ctf.h - type files in CTF, the Compact C Type Format of binutils and GCC (`gcc -gctf`), version 3.
 *
 *      .ctf --unpack, if compressed--> dictionary --ldt_ctf_to_btf--> the same records as BTF --ldt_btf_parse--> types
 *
 * CTF and BTF hold the same facts in two formats, so a dictionary is rewritten as BTF, each type
 * under its own number, and types/btf.h does the rest (names, lazy types, members).
 * Layouts: binutils' documentation "The CTF File Format", and ctf.h of its installed headers.
 */
#ifndef LDT_TYPES_CTF_H
#define LDT_TYPES_CTF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* ldt_ctf_is - whether these bytes begin like a CTF dictionary, or an archive of several, of any version. */
bool ldt_ctf_is(const uint8_t *data, size_t size);

/*
 * Where a dictionary is, and the string tables of its ELF file, in which it may keep names; empty
 * when there are none.
 */
struct ldt_ctf_source {
	const uint8_t *data;
	size_t size;
	struct ldt_ctf_names {
		const char *text;
		size_t size;
	} symbol, dynamic; /* .strtab, .dynstr */
};

/*
 * ldt_ctf_to_btf - rewrite a dictionary as BTF. Of an archive the one is taken that all compilation units share.
 * return:  malloc'ed bytes and *@size_ret; NULL, and *@why is a constant text: damaged, another version, no memory.
 */
uint8_t *ldt_ctf_to_btf(const struct ldt_ctf_source *source, size_t *size_ret, const char **why);

#endif
