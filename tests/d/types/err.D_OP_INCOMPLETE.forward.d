/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A member of a structure that was only named. */
struct later;
BEGIN { trace(((struct later *)8)->a); }
