/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A function that nobody knows, as a statement. */
BEGIN { no_such_function(1, 2); }
