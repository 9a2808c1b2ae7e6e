/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* xlate without a type. */
BEGIN { trace(xlate (5)); }
