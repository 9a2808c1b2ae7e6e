// SPDX-License-Identifier: MIT OR GPL-2.0-only
/*
 * A module for the tests that has tracepoints. A number written to its parameter `pass` makes it pass
 * each of them that often, with known arguments; points_caller() is the function that they are in.
 */
#include <linux/module.h>
#include <linux/moduleparam.h>

#define CREATE_TRACE_POINTS
#include "points.h"

noinline void points_caller(int number);
noinline void points_caller(int number)
{
	trace_points_mixed(true, 0x1122334455667788ull, number, (void *)0x1000, -2, 0xfe, 0x8877665544332211ull);
	trace_points_ten(1, 2, 3, 4, 5, 6, 7, 8, 9, 10);
}

static int pass(const char *text, const struct kernel_param *param)
{
	int count, i, error = kstrtoint(text, 0, &count);

	for (i = 0; !error && i < count; i++)
		points_caller(i);
	return error;
}

static const struct kernel_param_ops pass_ops = { .set = pass };
module_param_cb(pass, &pass_ops, NULL, 0200);
MODULE_PARM_DESC(pass, "pass the tracepoints so often");

MODULE_DESCRIPTION("tracepoints, for the tests of anytrace");
MODULE_LICENSE("Dual MIT/GPL");
