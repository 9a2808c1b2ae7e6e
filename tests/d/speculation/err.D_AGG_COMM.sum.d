/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* An aggregation after commit(). */
BEGIN { commit(1); @ = sum(1); }
