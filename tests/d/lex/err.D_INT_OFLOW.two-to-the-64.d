/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* More than 64 bits; the digits before the last fit. */
BEGIN { trace(18446744073709551615); trace(18446744073709551617); }
