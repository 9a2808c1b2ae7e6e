/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* timestamp is not assigned to. */
BEGIN { timestamp = 0; }
