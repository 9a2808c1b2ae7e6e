/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * Processes that do not exist yet need the module.
 * @@engine: host
 */
pid*:a.out:main:entry { }
