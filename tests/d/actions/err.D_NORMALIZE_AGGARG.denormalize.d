/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* denormalize() of a number. */
BEGIN { denormalize(5); }
