/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* usdt.c - argument programs: checked, and evaluated; see usdt.h. */
#include <isa_types.h>

#include "core/usdt/usdt.h"

#define INDEX_FLAGS (DTRACE_USDT_INDEX | DTRACE_USDT_INDEX_LOW | DTRACE_USDT_INDEX_SIGN)

static bool is_register(uint8_t number)
{
	return number < isa_self.reg_count;
}

static bool is_valid_value(const struct dtrace_usdt_arg *arg)
{
	return (arg->flags & ~(DTRACE_USDT_SIGNED | DTRACE_USDT_PLACED)) == 0 && arg->shift == 0 && arg->base == 0 &&
	       arg->index == 0;
}

static bool is_valid_register(const struct dtrace_usdt_arg *arg)
{
	return (arg->flags & ~DTRACE_USDT_SIGNED) == 0 && is_register(arg->base) && arg->index == 0 &&
	       (arg->shift == 0 || (arg->shift == DTRACE_USDT_SHIFT_HIGH && arg->size == 1)) && arg->value == 0;
}

static bool is_valid_memory(const struct dtrace_usdt_arg *arg)
{
	uint8_t flags = arg->flags;

	if ((flags & ~DTRACE_USDT_FLAGS) != 0)
		return false;
	if ((flags & DTRACE_USDT_BASE) ? !is_register(arg->base) : arg->base != 0)
		return false;
	if ((flags & DTRACE_USDT_INDEX_SIGN) && !(flags & DTRACE_USDT_INDEX_LOW))
		return false;
	if (flags & DTRACE_USDT_INDEX)
		return is_register(arg->index) && arg->shift <= DTRACE_USDT_SHIFT_INDEX;
	return (flags & INDEX_FLAGS) == 0 && arg->index == 0 && arg->shift == 0;
}

bool dt_usdt_arg_is_valid(const struct dtrace_usdt_arg *arg)
{
	if ((arg->size != 1 && arg->size != 2 && arg->size != 4 && arg->size != 8) || arg->pad[0] || arg->pad[1])
		return false;
	switch (arg->kind) {
	case DTRACE_USDT_REFUSED:
		return arg->value >= 0 && arg->value < DTRACE_USDT_REASON_COUNT && arg->flags == 0 && arg->shift == 0 &&
		       arg->base == 0 && arg->index == 0;
	case DTRACE_USDT_VALUE:
		return is_valid_value(arg);
	case DTRACE_USDT_REGISTER:
		return is_valid_register(arg);
	case DTRACE_USDT_MEMORY:
		return is_valid_memory(arg);
	default:
		return false;
	}
}

DT_PROBE_CTX static uint64_t address_of(const struct dtrace_usdt_arg *arg, const struct dt_usdt_place *place)
{
	uint64_t addr = (uint64_t)arg->value, index;

	if (arg->flags & DTRACE_USDT_PLACED)
		addr += place->moved;
	if (arg->flags & DTRACE_USDT_BASE)
		addr += isa_reg_get(place->regs, arg->base);
	if (arg->flags & DTRACE_USDT_INDEX) {
		index = isa_reg_get(place->regs, arg->index);
		if (arg->flags & DTRACE_USDT_INDEX_SIGN)
			index = (uint64_t)(int64_t)(int32_t)index;
		else if (arg->flags & DTRACE_USDT_INDEX_LOW)
			index = (uint32_t)index;
		addr += index << arg->shift;
	}
	return place->word == 4 ? (uint32_t)addr : addr;
}

/* All CPUs have the low byte first. */
DT_PROBE_CTX static int load(const struct dtrace_usdt_arg *arg, const struct dt_usdt_place *place, uint64_t *value)
{
	uint8_t bytes[8];
	unsigned int i;

	if (place->mem->load(place->mem->arg, address_of(arg, place), bytes, arg->size) != 0)
		return -OS_EFAULT;
	*value = 0;
	for (i = arg->size; i > 0; i--)
		*value = *value << 8 | bytes[i - 1];
	return 0;
}

/* The low @size bytes, extended. */
DT_PROBE_CTX static uint64_t extend(uint64_t value, unsigned int size, bool is_signed)
{
	unsigned int unused = 64 - 8 * size;

	value <<= unused;
	return is_signed ? (uint64_t)((int64_t)value >> unused) : value >> unused;
}

DT_PROBE_CTX int dt_usdt_arg_get(const struct dtrace_usdt_arg *arg, const struct dt_usdt_place *place, uint64_t *value)
{
	uint64_t got;

	switch (arg->kind) {
	case DTRACE_USDT_VALUE:
		got = (uint64_t)arg->value + (arg->flags & DTRACE_USDT_PLACED ? place->moved : 0);
		break;
	case DTRACE_USDT_REGISTER:
		got = isa_reg_get(place->regs, arg->base) >> arg->shift;
		break;
	case DTRACE_USDT_MEMORY:
		if (load(arg, place, &got) != 0)
			return -OS_EFAULT;
		break;
	default:
		return -OS_EFAULT;
	}
	*value = extend(got, arg->size, (arg->flags & DTRACE_USDT_SIGNED) != 0);
	return 0;
}
