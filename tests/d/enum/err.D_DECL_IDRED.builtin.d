/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* An enumerator cannot have the name of a built-in variable. */
enum e { timestamp };

BEGIN { exit(0); }
