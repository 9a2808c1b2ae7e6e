/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* The description is judged before the body. */
NOTHING { no_such_function(); }
