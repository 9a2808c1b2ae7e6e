/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* It has no such library. */
pid$ppid:libnonsense.so:main:entry { }
