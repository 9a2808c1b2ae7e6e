/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* sx_isexclusive() is for another operating system. */
BEGIN { x = sx_isexclusive(NULL); }
