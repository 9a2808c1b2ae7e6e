/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* subr_number.c - numbers to text and back: lltostr, strtoll. */
#include "core/dif/dif_impl.h"

DT_PROBE_INLINE bool base_is_bad(const struct dt_call *call, uint64_t base)
{
	if (base >= 2 && base <= 36)
		return false;
	dt_mstate_fault(call->mstate, DTRACEFLT_ILLOP, base);
	return true;
}

/*
 * lltostr(number[, base]): in base 10 the number is signed, in any other unsigned; base 8 gets the prefix 0, base 16
 * the prefix 0x, as in the illumos lineage.
 */
DT_PROBE_CTX uint64_t dt_subr_lltostr(const struct dt_call *call)
{
	uint64_t number = call->args->value[0];
	uint64_t base = dt_call_arg(call, 1, 10);
	bool negative = base == 10 && (int64_t)number < 0;
	struct dt_string string;
	char digits[64 + 3];
	unsigned int at = sizeof(digits);
	unsigned int digit;

	if (base_is_bad(call, base))
		return 0;
	if (negative)
		number = 0 - number;
	do {
		digit = (unsigned int)(number % base);
		digits[--at] = (char)(digit < 10 ? '0' + digit : 'a' + digit - 10);
		number /= base;
	} while (number);
	if (negative)
		digits[--at] = '-';
	if (base == 16)
		digits[--at] = 'x';
	if ((base == 8 && digits[at] != '0') || base == 16)
		digits[--at] = '0';
	dt_string_begin(&string, call->mstate);
	while (at < sizeof(digits) && dt_string_put(&string, digits[at]))
		at++;
	return dt_string_end(&string);
}

DT_PROBE_INLINE unsigned int digit_value(int c)
{
	if (c >= '0' && c <= '9')
		return (unsigned int)(c - '0');
	if (c >= 'a' && c <= 'z')
		return (unsigned int)(c - 'a') + 10;
	if (c >= 'A' && c <= 'Z')
		return (unsigned int)(c - 'A') + 10;
	return 255;
}

DT_PROBE_INLINE bool is_space(int c)
{
	return c == ' ' || (c >= '\t' && c <= '\r');
}

/* strtoll(text[, base]): as C's, without base 0; 0x may precede base 16. A number that does not fit
 * becomes the nearest one. */
DT_PROBE_CTX uint64_t dt_subr_strtoll(const struct dt_call *call)
{
	uint64_t base = dt_call_arg(call, 1, 10);
	struct dt_reader reader;
	uint64_t limit, digit;
	uint64_t number = 0;
	uint64_t at = 0;
	bool negative;

	if (base_is_bad(call, base))
		return 0;
	dt_call_string(call, 0, &reader);
	while (is_space(dt_byte(&reader, at)))
		at++;
	negative = dt_byte(&reader, at) == '-';
	if (negative || dt_byte(&reader, at) == '+')
		at++;
	if (base == 16 && dt_byte(&reader, at) == '0' && (dt_byte(&reader, at + 1) | 0x20) == 'x' &&
	    digit_value(dt_byte(&reader, at + 2)) < 16)
		at += 2;
	limit = (uint64_t)INT64_MAX + (negative ? 1 : 0);
	while ((digit = digit_value(dt_byte(&reader, at))) < base) {
		number = number > (limit - digit) / base ? limit : number * base + digit;
		at++;
	}
	return negative ? 0 - number : number;
}
