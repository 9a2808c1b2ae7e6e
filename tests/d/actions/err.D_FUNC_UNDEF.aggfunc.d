/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* An aggregating function that is not there. */
BEGIN { @a = median(5); }
