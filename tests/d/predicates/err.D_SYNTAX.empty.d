/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A predicate has an expression. */
BEGIN // { exit(0); }
