/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* subr_name.c - names for numbers: errname, strerror, signame. A number that has no name is itself, as text. */
#include "core/dif/dif_impl.h"

#define RTMIN 34 /* as programs count real-time signals: the C library keeps the two before for itself */
#define RTMAX 64

struct error_name {
	const char *name, *text;
};

#define KERNEL_ONLY        512 /* from here on errors of the kernel's own */
#define ERROR_SLOT(number) ((number) < KERNEL_ONLY ? (number) : (number)-KERNEL_ONLY + 134)

static const struct error_name errors[] = {
	[0] = { "0", "Success" },
#define DT_ERRNO(number, NAME, text) [ERROR_SLOT(number)] = { #NAME, text },
#include "spec/errno.def"
#undef DT_ERRNO
};

static const char *const signals[] = {
#define DT_SIGNAL(number, NAME) [number] = #NAME,
#include "spec/signal.def"
#undef DT_SIGNAL
};

DT_PROBE_CTX static void put_text(struct dt_string *string, const char *text)
{
	while (*text && dt_string_put(string, *text))
		text++;
}

DT_PROBE_CTX static void put_number(struct dt_string *string, int64_t number)
{
	uint64_t left = number < 0 ? 0 - (uint64_t)number : (uint64_t)number;
	char digits[20];
	unsigned int count = 0;

	do {
		digits[count++] = (char)('0' + left % 10);
		left /= 10;
	} while (left);
	if (number < 0)
		dt_string_put(string, '-');
	while (count > 0)
		dt_string_put(string, digits[--count]);
}

/* The error that a number means: functions of the kernel return them as negative numbers. NULL: none. */
DT_PROBE_CTX static const struct error_name *error_find(int64_t number)
{
	uint64_t error = number < 0 ? 0 - (uint64_t)number : (uint64_t)number, slot = ERROR_SLOT(error);

	if (error < KERNEL_ONLY && error >= ERROR_SLOT(KERNEL_ONLY))
		return NULL;
	return slot < DT_ARRAY_SIZE(errors) && errors[slot].name ? &errors[slot] : NULL;
}

DT_PROBE_CTX uint64_t dt_subr_error(const struct dt_call *call, bool is_text)
{
	int64_t number = (int64_t)call->args->value[0];
	const struct error_name *error = error_find(number);
	struct dt_string string;

	dt_string_begin(&string, call->mstate);
	if (error) {
		put_text(&string, is_text ? error->text : error->name);
	} else {
		if (is_text)
			put_text(&string, "Unknown error ");
		put_number(&string, number);
	}
	return dt_string_end(&string);
}

DT_PROBE_CTX uint64_t dt_subr_signame(const struct dt_call *call)
{
	int64_t number = (int64_t)call->args->value[0];
	struct dt_string string;

	dt_string_begin(&string, call->mstate);
	if (number > 0 && number < (int64_t)DT_ARRAY_SIZE(signals)) {
		put_text(&string, signals[number]);
	} else if (number >= RTMIN && number <= RTMAX) {
		put_text(&string, number == RTMAX ? "SIGRTMAX" : "SIGRTMIN");
		if (number > RTMIN && number < RTMAX) {
			dt_string_put(&string, '+');
			put_number(&string, number - RTMIN);
		}
	} else {
		put_number(&string, number);
	}
	return dt_string_end(&string);
}
