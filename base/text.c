/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* text.c - strings without a C library. */
#include "base/text.h"

#include <stdint.h>

#include <dtrace/compiler.h>

#include "base/memory.h"

DT_PROBE_CTX size_t dt_strlen(const char *s)
{
	size_t length = 0;

	while (s[length]) {
		length++;
		DT_LOOP_STAYS;
	}
	return length;
}

DT_PROBE_CTX size_t dt_strnlen(const char *s, size_t max)
{
	size_t length = 0;

	while (length < max && s[length]) {
		length++;
		DT_LOOP_STAYS;
	}
	return length;
}

DT_PROBE_CTX int dt_strncmp(const char *a, const char *b, size_t max)
{
	uint8_t left;
	uint8_t right;

	while (max) {
		left = (uint8_t)*a++;
		right = (uint8_t)*b++;
		if (left != right)
			return left < right ? -1 : 1;
		if (!left)
			return 0;
		max--;
		DT_LOOP_STAYS;
	}
	return 0;
}

DT_PROBE_CTX int dt_strcmp(const char *a, const char *b)
{
	return dt_strncmp(a, b, SIZE_MAX);
}

DT_PROBE_CTX size_t dt_strlcpy(char *dst, const char *src, size_t size)
{
	size_t length = dt_strlen(src);
	size_t copied;

	if (size) {
		copied = length < size ? length : size - 1;
		dt_memcpy(dst, src, copied);
		dst[copied] = '\0';
	}
	return length;
}

bool dt_str_same(const char *a, const char *b)
{
	return dt_strcmp(a, b) == 0;
}
