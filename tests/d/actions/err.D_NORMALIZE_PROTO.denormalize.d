/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* denormalize() with a factor. */
BEGIN { @ = count(); denormalize(@, 5); }
