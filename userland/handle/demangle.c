/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* handle/demangle.c - names of C++, by the C++ library of the system; see demangle.h. */
#include "handle/demangle.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

#include "handle/handle.h"

#define LIBRARY     "libstdc++.so.6"
#define NAME_MAX    1024u         /* bytes of a mangled name; the library takes no longer ones either */
#define GROWTH_BITS 18u           /* a name may stand for at most 2^18 times its parts */
#define KEPT        (64u * 1024u) /* a larger buffer is given back */

/* The function's own: takes and returns malloc'ed memory. */
typedef char *demangle_f(const char *name, char *buffer, size_t *size, int *status);

struct ldt_demangler {
	void *library;
	demangle_f *demangle;
	char *text;
	size_t size; /* of text */
};

static int refused(struct dtrace_hdl *dtp, const char *why)
{
	ldt_set_error(dtp, EDT_OPTION, "names of C++ need the C++ library: %s",
		      why ? why : LIBRARY " is no such library");
	return EDT_OPTION;
}

int ldt_demangle_enable(struct dtrace_hdl *dtp)
{
	struct ldt_demangler *demangler;
	void *library;

	if (dtp->demangler)
		return 0;
	library = dlopen(LIBRARY, RTLD_NOW | RTLD_LOCAL);
	if (!library)
		return refused(dtp, dlerror());
	demangler = calloc(1, sizeof(*demangler));
	if (!demangler) {
		dlclose(library);
		return EDT_NOMEM;
	}
	demangler->library = library;
	demangler->demangle = (demangle_f *)dlsym(library, "__cxa_demangle");
	if (!demangler->demangle) {
		refused(dtp, dlerror());
		ldt_demangle_destroy(demangler);
		return EDT_OPTION;
	}
	dtp->demangler = demangler;
	return 0;
}

static unsigned int bits_of(size_t number)
{
	unsigned int bits = 0;

	for (; number; number >>= 1)
		bits++;
	return bits;
}

/* Whether a character is one of a number in base 36, which S and T have before their _. */
static bool is_sequence(char c)
{
	return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z');
}

/*
 * Whether a name can stand for so much text that it is not worth it. S1_ and T1_ repeat a part; with N of them a text
 * grows 3^(N/3) times at most, each part being made of three of the one before: 17/32 of a bit for each. Dp repeats a
 * part for each of the parts of another one.
 */
static bool may_explode(const char *name, size_t length)
{
	size_t references = 0, packs = 0;

	for (const char *at = name; *at; at++) {
		if (at[0] == 'D' && at[1] == 'p')
			packs++;
		if (at[0] != 'S' && at[0] != 'T')
			continue;
		while (is_sequence(at[1]) && at[1] != 'S' && at[1] != 'T')
			at++;
		if (at[1] == '_')
			references++;
	}
	return references * 17 / 32 + packs * bits_of(length) > GROWTH_BITS;
}

const char *ldt_demangled(struct dtrace_hdl *dtp, const char *name)
{
	struct ldt_demangler *demangler = dtp->demangler;
	size_t length;
	char *text;
	int status;

	if (!demangler || !name || name[0] != '_' || name[1] != 'Z')
		return name;
	length = strnlen(name, NAME_MAX + 1);
	if (length > NAME_MAX || may_explode(name, length))
		return name;
	text = demangler->demangle(name, demangler->text, &demangler->size, &status);
	if (!text || status != 0)
		return name;
	demangler->text = text;
	if (strnlen(text, LDT_DEMANGLED_MAX + 1) <= LDT_DEMANGLED_MAX)
		return text;
	if (demangler->size > KEPT) {
		free(text);
		demangler->text = NULL;
		demangler->size = 0;
	}
	return name;
}

void ldt_demangle_destroy(struct ldt_demangler *demangler)
{
	if (!demangler)
		return;
	free(demangler->text);
	dlclose(demangler->library);
	free(demangler);
}
