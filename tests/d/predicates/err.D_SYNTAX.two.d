/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* One predicate only. */
BEGIN /1/ /2/ { exit(0); }
