/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* other.c - another part of the program, or a shared object, with a probe of the same name. */
#include "sample.h"

#ifdef __cplusplus
extern "C"
#endif
	int
	other(int value);

int other(int value)
{
	if (SAMPLE_WORK_BEGIN_ENABLED())
		value += 100;
	SAMPLE_WORK_BEGIN("other", value, 1u);
	return value;
}
