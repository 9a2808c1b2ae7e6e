/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * quick.h - short forms of DIF objects, found when a program is enabled, so that a firing need not
 * run the machine for the most common expressions: `pid` as a value, `pid == 42` as a predicate.
 *
 * A test compares one variable with one constant. However the object branches afterwards, its
 * result depends only on how the two compare, and there are five cases: equal; greater or less, as
 * signed and as unsigned numbers. The object is run once for each case when it is loaded, and a
 * firing looks the result up.
 *
 * A formula is one operation on two numbers, or one number: `timestamp - self->ts`, `self->ts = timestamp`,
 * `this->n + 1`. The object is read from top to bottom, and its registers hold formulas instead of numbers. One that
 * branches, calls, loads from memory, uses more than two numbers, or reads them in another order than they are used
 * in, has no such form. A formula that faults is left to the machine, which finds out where; nothing has been stored
 * before.
 */
#ifndef CORE_QUICK_H
#define CORE_QUICK_H

#include <stdbool.h>
#include <stdint.h>

#include <dtrace/compiler.h>
#include <dtrace/provider.h>

#include "core/dif/machine.h"
#include "os/os.h"

enum dt_test_kind { DT_TEST_NONE, DT_TEST_FACT, DT_TEST_ARG };

struct dt_test {
	uint8_t kind;     /* enum dt_test_kind */
	uint8_t which;    /* enum os_fact, or the argument's number */
	uint8_t outcomes; /* bit dt_test_relation(): the object's value is not zero */
	bool equality;    /* only whether they are equal matters */
	uint64_t constant;
};

/*
 * How a value compares with the constant: 0 equal; else 1, +1 when less as signed numbers, +2 when
 * less as unsigned ones.
 */
DT_PROBE_INLINE unsigned int dt_test_relation(uint64_t value, uint64_t constant)
{
	if (value == constant)
		return 0;
	return 1u + ((int64_t)value < (int64_t)constant) + (value < constant ? 2u : 0u);
}

/*
 * dt_test_make - the object as a test.
 * args:    @difo validated.
 * return:  true and *@test; false, kind DT_TEST_NONE: it has no such form.
 * context: process.
 */
bool dt_test_make(const struct dt_difo *difo, struct dt_test *test);

/*
 * dt_test_value - what the test compares. dt_test_holds - whether the object's value is not zero then.
 * args:    *@probe_at is read where an argument is asked for.
 * return:  value: true and *@value; false: it faults; run the machine to record the fault.
 * context: probe context.
 */
DT_PROBE_INLINE bool dt_test_value(const struct dt_test *test, struct dt_probe *const *probe_at,
				   const struct dt_firing *firing, uint64_t *value)
{
	if (DT_UNLIKELY(test->kind == DT_TEST_ARG))
		return dt_firing_arg(DT_READ_ONCE(*probe_at), firing, test->which, value) == 0;
	*value = os_fact((enum os_fact)test->which);
	return true;
}

DT_PROBE_INLINE bool dt_test_holds(const struct dt_test *test, uint64_t value)
{
	if (test->equality && value != test->constant)
		return (test->outcomes & 2) != 0;
	return test->outcomes >> dt_test_relation(value, test->constant) & 1;
}

/*
 * dt_difo_shorten - find out whether an object is one built-in variable, one constant or a formula, and
 * nothing else: fills difo->shape, difo->operand, difo->formula. Context: process.
 */
void dt_difo_shorten(struct dt_difo *difo);

#endif
