/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* subr_net.c - addresses of networks as text: inet_ntop, inet_ntoa, inet_ntoa6, link_ntop. */
#include "core/dif/dif_impl.h"

#define FAMILY_INET      2 /* AF_INET, AF_INET6 of Linux */
#define FAMILY_INET6     10
#define LINK_ETHERNET    1 /* ARPHRD_ETHER, ARPHRD_INFINIBAND */
#define LINK_INFINIBAND  32
#define ETHERNET_BYTES   6
#define INFINIBAND_BYTES 20
#define GROUPS           8

DT_PROBE_INLINE void put_hex_digit(struct dt_string *string, unsigned int digit)
{
	dt_string_put(string, (int)(digit < 10 ? '0' + digit : 'a' + digit - 10));
}

/* Four bytes with dots between. */
DT_PROBE_CTX static void put_dotted(struct dt_string *string, const uint8_t *bytes)
{
	unsigned int at, byte;

	for (at = 0; at < 4; at++) {
		byte = bytes[at];
		if (at)
			dt_string_put(string, '.');
		if (byte >= 100)
			dt_string_put(string, (int)('0' + byte / 100));
		if (byte >= 10)
			dt_string_put(string, (int)('0' + byte / 10 % 10));
		dt_string_put(string, (int)('0' + byte % 10));
	}
}

DT_PROBE_CTX uint64_t dt_subr_inet_ntoa(const struct dt_call *call, uint64_t addr)
{
	struct dt_string string;
	uint8_t bytes[4];

	if (!dt_dif_copy(call->mstate, bytes, addr, sizeof(bytes)))
		return 0;
	dt_string_begin(&string, call->mstate);
	put_dotted(&string, bytes);
	return dt_string_end(&string);
}

/* A group of 16 bits without leading zeros. */
DT_PROBE_CTX static void put_group(struct dt_string *string, unsigned int group)
{
	if (group >= 0x1000)
		put_hex_digit(string, group >> 12);
	if (group >= 0x100)
		put_hex_digit(string, (group >> 8) & 15);
	if (group >= 0x10)
		put_hex_digit(string, (group >> 4) & 15);
	put_hex_digit(string, group & 15);
}

/* The first of the longest runs of zero groups; its length. */
DT_PROBE_CTX static unsigned int longest_zeros(const uint16_t *groups, unsigned int count, unsigned int *start)
{
	unsigned int longest = 0;
	unsigned int at, run;

	for (at = 0; at < count; at += run + 1) {
		for (run = 0; at + run < count && !groups[at + run];)
			run++;
		if (run > longest) {
			longest = run;
			*start = at;
		}
	}
	return longest;
}

/* An IPv4 address is inside: mapped (::ffff:a.b.c.d), or compatible (::a.b.c.d, but neither :: nor ::1). */
DT_PROBE_CTX static bool holds_ipv4(const uint16_t *groups)
{
	unsigned int at;

	for (at = 0; at < 5; at++)
		if (groups[at])
			return false;
	if (groups[5])
		return groups[5] == 0xffff;
	return groups[6] || groups[7] > 1;
}

/*
 * inet_ntoa6(address[, strict]): the longest run of zero groups, even a single one, becomes "::";
 * strict (RFC 5952) leaves a single zero group alone.
 */
DT_PROBE_CTX uint64_t dt_subr_inet_ntoa6(const struct dt_call *call, uint64_t addr, bool strict)
{
	struct dt_string string;
	uint8_t bytes[2 * GROUPS];
	uint16_t groups[GROUPS];
	unsigned int start = 0;
	unsigned int at, count, zeros;
	bool colon = false;

	if (!dt_dif_copy(call->mstate, bytes, addr, sizeof(bytes)))
		return 0;
	for (at = 0; at < GROUPS; at++)
		groups[at] = (uint16_t)(bytes[2 * at] << 8 | bytes[2 * at + 1]);
	count = holds_ipv4(groups) ? GROUPS - 2 : GROUPS;
	zeros = longest_zeros(groups, count, &start);
	if (strict && zeros < 2)
		zeros = 0;
	dt_string_begin(&string, call->mstate);
	for (at = 0; at < count; at++) {
		if (zeros && at == start) {
			dt_string_put(&string, ':');
			dt_string_put(&string, ':');
			at += zeros - 1;
			colon = false;
			continue;
		}
		if (colon)
			dt_string_put(&string, ':');
		put_group(&string, groups[at]);
		colon = true;
	}
	if (count < GROUPS) {
		if (colon)
			dt_string_put(&string, ':');
		put_dotted(&string, bytes + 2 * count);
	}
	return dt_string_end(&string);
}

DT_PROBE_CTX uint64_t dt_subr_inet_ntop(const struct dt_call *call)
{
	uint32_t family = (uint32_t)call->args->value[0];
	uint64_t addr = call->args->value[1];

	if (family == FAMILY_INET)
		return dt_subr_inet_ntoa(call, addr);
	if (family == FAMILY_INET6)
		return dt_subr_inet_ntoa6(call, addr, false);
	dt_mstate_fault(call->mstate, DTRACEFLT_ILLOP, family);
	return 0;
}

DT_PROBE_CTX uint64_t dt_subr_link_ntop(const struct dt_call *call)
{
	uint32_t type = (uint32_t)call->args->value[0];
	unsigned int count = type == LINK_ETHERNET ? ETHERNET_BYTES : INFINIBAND_BYTES;
	uint8_t bytes[INFINIBAND_BYTES];
	struct dt_string string;
	unsigned int at;

	if (type != LINK_ETHERNET && type != LINK_INFINIBAND) {
		dt_mstate_fault(call->mstate, DTRACEFLT_ILLOP, type);
		return 0;
	}
	if (!dt_dif_copy(call->mstate, bytes, call->args->value[1], count))
		return 0;
	dt_string_begin(&string, call->mstate);
	for (at = 0; at < count; at++) {
		if (at)
			dt_string_put(&string, ':');
		put_hex_digit(&string, bytes[at] >> 4);
		put_hex_digit(&string, bytes[at] & 15);
	}
	return dt_string_end(&string);
}
