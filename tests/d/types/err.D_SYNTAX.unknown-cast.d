/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A cast to a type that nobody knows. */
BEGIN { trace((vnode_t)arg0); }
