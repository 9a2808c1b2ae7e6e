/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* In a script a description needs a predicate or a body. */
BEGIN
