/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * A function that an older version does not have.
 * @@options: -x version=1.0
 */
BEGIN { x = strtok("a", "b"); }
