/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A translation has no value, only its members have. */
BEGIN { trace(curpsinfo); exit(0); }
