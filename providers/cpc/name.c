/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* name.c - see cpc.h. */
#include "providers/cpc/cpc.h"

#include "base/text.h"

/* The word up to the next '-', or to the end, and what follows it; NULL: it is empty or too long. */
static const char *word(const char *text, char *dst, size_t size)
{
	size_t length = 0;

	while (text[length] != '\0' && text[length] != '-')
		length++;
	if (length == 0 || length >= size)
		return NULL;
	dt_strlcpy(dst, text, length + 1);
	return text + length + (text[length] == '-');
}

static bool parse_mode(const char *text, enum os_counter_mode *ret)
{
	static const char *const modes[] = {
		[OS_COUNTER_ALL] = "all",
		[OS_COUNTER_KERNEL] = "kernel",
		[OS_COUNTER_USER] = "user",
	};
	unsigned int i;

	for (i = 0; i < DT_ARRAY_SIZE(modes) && !dt_str_same(text, modes[i]); i++)
		;
	*ret = (enum os_counter_mode)i;
	return i < DT_ARRAY_SIZE(modes);
}

static bool parse_count(const char *text, uint64_t *ret)
{
	uint64_t count = 0;

	for (; *text >= '0' && *text <= '9'; text++) {
		if (count > (INT64_MAX - 9) / 10)
			return false;
		count = count * 10 + (uint64_t)(*text - '0');
	}
	*ret = count;
	return *text == '\0' && count > 0;
}

bool cpc_name_parse(const char *text, struct cpc_name *ret, const char **refused)
{
	char mode[8], mask[24];
	const char *rest = word(text, ret->event, sizeof(ret->event));

	*refused = NULL;
	if (rest == NULL || (rest = word(rest, mode, sizeof(mode))) == NULL || !parse_mode(mode, &ret->mode))
		return false;
	if (rest[0] == '0' && rest[1] == 'x') {
		rest = word(rest, mask, sizeof(mask));
		*refused = "mask-belongs-into-rHEX";
	}
	if (rest == NULL || !parse_count(rest, &ret->count))
		return false;
	if (*refused == NULL && ret->count < CPC_COUNT_MIN)
		*refused = "count-is-less-than-5000";
	return true;
}
