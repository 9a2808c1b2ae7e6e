/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* An action is no predicate. */
BEGIN /trace(1)/ { exit(0); }
