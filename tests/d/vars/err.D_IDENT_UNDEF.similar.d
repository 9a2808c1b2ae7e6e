/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A variable whose name is nearly right. */
BEGIN { trace(exename); }
