/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* An enumerator cannot have the name of a variable. */
int A;
enum e { A };

BEGIN { exit(0); }
