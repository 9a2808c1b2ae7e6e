/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* At most two longs. */
long long long x;
BEGIN { exit(0); }
