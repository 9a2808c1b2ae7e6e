/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A variable with the name of an enumerator above it. */
enum color { red, green };
int red;
BEGIN { exit(0); }
