/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* number.c - numbers as people read them. */
#include <inttypes.h>

#include "command.h"

const char *grouped(uint64_t value, char *text)
{
	char digits[24];
	size_t length = (size_t)snprintf(digits, sizeof(digits), "%" PRIu64, value), used = 0;

	for (size_t i = 0; i < length; i++) {
		if (i > 0 && (length - i) % 3 == 0)
			text[used++] = ',';
		text[used++] = digits[i];
	}
	text[used] = '\0';
	return text;
}
