/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * option.h - numbers of the run-time options and of those values that are words: as DOF carries
 * them and OPTION returns them.
 */
#ifndef DTRACE_OPTION_H
#define DTRACE_OPTION_H

enum dtrace_optnum {
#define DT_OPTION(number, NAME, text, kind, value, dynamic) DTRACEOPT_##NAME = number,
#include "../../spec/options.def"
#undef DT_OPTION
	DTRACEOPT_MAX = 64 /* no number is as large */
};

/* bufpolicy */
enum dtrace_bufpolicy {
	DTRACE_BUFPOLICY_RING = 0,
	DTRACE_BUFPOLICY_FILL = 1,
	DTRACE_BUFPOLICY_SWITCH = 2,
};

/* bufresize */
enum dtrace_bufresize {
	DTRACE_BUFRESIZE_AUTO = 0,
	DTRACE_BUFRESIZE_MANUAL = 1,
};

#endif
