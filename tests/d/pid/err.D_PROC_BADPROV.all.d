/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Processes that do not exist yet. */
pid*:a.out:main:entry { }
