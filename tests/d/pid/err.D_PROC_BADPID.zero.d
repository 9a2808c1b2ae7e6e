/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* No process has the number 0. */
pid0:a.out:main:entry { }
