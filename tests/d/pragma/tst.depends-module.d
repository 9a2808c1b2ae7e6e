/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * The kernel itself is a module that is there.
 * @@testing
 */
#pragma D depends_on module vmlinux
BEGIN { exit(0); }
