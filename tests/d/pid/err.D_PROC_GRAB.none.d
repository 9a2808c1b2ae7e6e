/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Numbers of processes end before this one. */
pid999999999:::entry { }
