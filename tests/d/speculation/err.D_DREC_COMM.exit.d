/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* exit() records data. */
BEGIN { commit(1); exit(0); }
