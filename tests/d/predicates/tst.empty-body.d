/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A predicate with an empty body is no error. */
#pragma D option quiet

BEGIN /0/ { }
BEGIN { exit(0); }
