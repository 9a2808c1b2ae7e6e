/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* offsetof wants a structure. */
BEGIN { trace(offsetof(int *, a)); }
