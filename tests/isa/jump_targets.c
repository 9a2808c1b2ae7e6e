/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * jump_targets.c - functions of all shapes that compilers make, into which native_jump.c writes jumps. Compiled several
 * times, with the options of a program and of kernels: VARIANT names them, TARGETS is the list.
 */
#include "tests/isa/jump_targets.h"

#define JOIN_(a, b) a##b
#define JOIN(a, b)  JOIN_(a, b)
#define T(name)     JOIN(JOIN(VARIANT, _), name)
#define ALONE       __attribute__((noinline, noclone))

static volatile word shared = 3; /* found by the program counter, where the CPU can */
static word table[8] = { 1, 2, 3, 5, 8, 13, 21, 34 };
static word (*volatile by_pointer)(word);

ALONE static word T(leaf)(word a)
{
	return a * 3 + 1;
}

ALONE static word T(empty)(word a, word b, word c, struct work *work)
{
	return a;
}

ALONE static word T(flags)(word a, word b, word c, struct work *work)
{
	return (a < b) + ((sword)a < (sword)b) * 2 + (a == c) * 4 + (b + c < b) * 8;
}

ALONE static word T(loop)(word a, word b, word c, struct work *work)
{
	word sum = 0, i;

	for (i = 0; i < (a & 15); i++)
		sum += work->words[i] ^ b;
	return sum + c;
}

ALONE static word T(loop_at_entry)(word a, word b, word c, struct work *work)
{
	do
		a = a / 3 + (b & 1);
	while (a > 7);
	return a;
}

ALONE static word T(calls)(word a, word b, word c, struct work *work)
{
	word x = T(leaf)(a), y = T(leaf)(b ^ x);

	work->words[1] = x;
	work->words[2] = y + shared;
	return T(leaf)(c) + y;
}

ALONE static word T(tail)(word a, word b, word c, struct work *work)
{
	work->words[3] += a;
	return T(calls)(c, b, a, work);
}

ALONE static word T(tail_if)(word a, word b, word c, struct work *work)
{
	if (a & 1)
		return T(loop)(b, a, c, work);
	return T(calls)(c, b, a, work);
}

ALONE static word T(many_returns)(word a, word b, word c, struct work *work)
{
	switch (a & 7) {
	case 0:
		return b;
	case 1:
		return c;
	case 2:
		work->words[4] = b;
		return b * c;
	case 3:
		return T(leaf)(b);
	case 4:
		return table[b & 7];
	case 5:
		return shared + c;
	default:
		return 0;
	}
}

ALONE static word T(pressure)(word a, word b, word c, struct work *work)
{
	word v[12], i, sum = 0;

	for (i = 0; i < 12; i++)
		v[i] = T(leaf)(a + i) ^ (b >> (i & 7));
	for (i = 0; i < 12; i++)
		sum += v[i] * v[11 - i] + work->words[i];
	return sum ^ c;
}

ALONE static word T(deep)(word a, word b, word c, struct work *work)
{
	return (a & 7) == 0 ? b : T(deep)((a & 7) - 1, b + a, c, work) + c;
}

ALONE static word T(pointer)(word a, word b, word c, struct work *work)
{
	return by_pointer(a) + by_pointer(b);
}

ALONE static word T(pointer_tail)(word a, word b, word c, struct work *work)
{
	return by_pointer(a ^ b);
}

ALONE static word T(computed)(word a, word b, word c, struct work *work)
{
	static const void *const where[] = { &&zero, &&one, &&two, &&three };

	goto *where[a & 3];
zero:
	b += c;
one:
	b ^= a;
two:
	b += table[c & 7];
three:
	return b;
}

__attribute__((cold, noinline, noclone)) static word T(seldom)(word a)
{
	shared += a & 1;
	return a + 9;
}

ALONE static word T(cold_part)(word a, word b, word c, struct work *work)
{
	word sum = b;

	if (__builtin_expect((a & 31) == 0, 0)) {
		sum += T(seldom)(a);
		work->words[6] = sum;
	}
	return sum * 5 + c;
}

ALONE static word T(memory)(word a, word b, word c, struct work *work)
{
	word i;

	for (i = 0; i < WORK_WORDS; i++)
		work->words[i] = work->words[i] * a + table[i & 7];
	table[0] = 1 + (b & 1);
	shared = 3;
	return work->words[c & 7];
}

static void T(prepare)(void)
{
	shared = 3;
	table[0] = 1;
	by_pointer = T(leaf);
}

#define ROW(name)              \
	{                      \
#name, T(name) \
	}
const struct target_list JOIN(VARIANT, _targets) = {
	T(prepare),
	{ ROW(empty),
	  ROW(flags),
	  ROW(loop),
	  ROW(loop_at_entry),
	  ROW(calls),
	  ROW(tail),
	  ROW(tail_if),
	  ROW(many_returns),
	  ROW(pressure),
	  ROW(deep),
	  ROW(pointer),
	  ROW(pointer_tail),
	  ROW(computed),
	  ROW(cold_part),
	  ROW(memory),
	  { 0, 0 } },
};
