/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* The predicate stands behind the probe. */
/1/ BEGIN { exit(0); }
