/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* object.c - facts of the kernel's objects: which function does it, and texts. */
#include "os/linux/object.h"

#include "base/text.h"

DT_PROBE_CTX int os_number(enum dif_fact fact, uint64_t object, uint64_t *ret)
{
	switch ((unsigned int)fact) { /* by number: some names are macros of the kernel */
#define CASE_NUMBER(id, name) \
	case id:              \
		return linux_number_##name(object, ret);
#define CASE_TEXT(id, name)
#define DIF_FACT(id, NAME, name, kind, object) CASE_##kind(id, name)
#include "spec/fact.def"
#undef DIF_FACT
#undef CASE_NUMBER
#undef CASE_TEXT
	default:
		return -OS_EOPNOTSUPP;
	}
}

DT_PROBE_CTX long os_text(enum dif_fact fact, uint64_t object, char *dst, size_t size)
{
	switch ((unsigned int)fact) { /* by number: some names are macros of the kernel */
#define CASE_NUMBER(id, name)
#define CASE_TEXT(id, name) \
	case id:            \
		return linux_text_##name(object, dst, size);
#define DIF_FACT(id, NAME, name, kind, object) CASE_##kind(id, name)
#include "spec/fact.def"
#undef DIF_FACT
#undef CASE_NUMBER
#undef CASE_TEXT
	default:
		return -OS_EOPNOTSUPP;
	}
}

DT_PROBE_CTX long linux_text_put(char *dst, size_t size, const char *from)
{
	size_t n;

	for (n = 0; n + 1 < size && from[n] != '\0'; n++)
		dst[n] = from[n];
	dst[n] = '\0';
	return (long)n;
}

DT_PROBE_CTX long linux_text_at(uint64_t addr, size_t most, char *dst, size_t size)
{
	return os_kload_str(dst, addr, min(most + 1, size));
}

DT_PROBE_CTX long linux_text_cut(char *path, long length)
{
	while (length > 1 && path[length - 1] != '/')
		length--;
	if (length > 1)
		length--; /* the slash, unless it is all */
	else if (length == 1 && path[0] != '/')
		path[0] = '.'; /* it is in no folder */
	if (length > 0)
		path[length] = '\0';
	return length;
}
