/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* demangle is set or not: it takes no value. */
#pragma D option demangle=c++
BEGIN { exit(0); }
