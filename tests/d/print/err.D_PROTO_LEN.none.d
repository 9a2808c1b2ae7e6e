/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* print() without anything. */
BEGIN { print(); }
