/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A name is entry, return or an offset. */
pid$ppid:a.out:main:begin { }
